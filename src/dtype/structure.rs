//! Structs: fields of other types, in order and without gaps.
//!
//! In memory the fields have their stored layout, each in native byte order. NumPy's lists may hold what the final
//! format can't express: parts that are arrays, and padding, which are unnamed bytes that keep their place.

use super::definition::{DataType, DataTypeDefinition, Family, TypeCode, check_size};
use super::element::Element;
use super::layout::{NumberRun, RepairRun, StoredOrder, Swap};
use super::spelling::{ByteOrder, Dialect, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::json::{Json, Object};
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use std::collections::{HashMap, HashSet};

/// A part of a struct.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name; None: padding.
    pub name: Option<String>,
    /// Its type, or that of each of its elements.
    pub data_type: DataType,
    /// Its shape, if it is an array; else empty.
    pub shape: Vec<u64>,
    /// Its first byte in the struct.
    pub offset: usize,
    /// Its bytes.
    pub size: usize,
    /// The fields with names before it.
    pub index: usize,
}

#[derive(Debug)]
struct Struct {
    fields: Vec<Field>,
    size: usize,
    runs: Vec<NumberRun>,
    repairs: Vec<RepairRun>,
    /// By its old name, under which the byte order of the codec may be left out.
    legacy: bool,
}

/// Maximum number of separate runs in an element: more is an attempt to exhaust memory.
const MAX_RUNS: usize = 1 << 13;

pub(super) const FAMILY: Family = Family { from_code: |_| None, from_name, from_type_string: |_| None };

fn from_name(name: &str, configuration: Option<&Object>) -> Option<Result<DataType>> {
    let legacy = match name {
        "struct" => false,
        "structured" => true,
        _ => return None,
    };
    Some(configured(configuration, legacy).context(|| format!("data type {name:?}")))
}

fn configured(configuration: Option<&Object>, legacy: bool) -> Result<DataType> {
    let fields = configuration.and_then(|configuration| configuration.get("fields"));
    let fields = fields.ok_or_else(|| Error::metadata("it needs fields in its configuration"))?;
    let mut builder = StructBuilder::default();
    for field in fields.expect_array("fields")? {
        let (name, data_type) = match field {
            Json::Array(pair) => match pair.as_slice() {
                [name, data_type] => (name, data_type),
                _ => return Err(Error::metadata(format!("a field must have a name and a type: {}", field.brief()))),
            },
            field => {
                let object = field.expect_object("a field")?;
                let member = |name: &str| {
                    object.get(name).ok_or_else(|| Error::metadata(format!("a field has no {name}: {}", field.brief())))
                };
                if let Some((member, _)) = object.iter().find(|(name, _)| !matches!(*name, "name" | "data_type")) {
                    return Err(Error::metadata(format!("a field has an unknown member {member:?}")));
                }
                (member("name")?, member("data_type")?)
            }
        };
        let name = name.expect_str("the name of a field")?;
        if name.is_empty() {
            return Err(Error::metadata("a field has an empty name"));
        }
        let data_type = DataType::from_v3_json(data_type).context(|| format!("field {name:?}"))?;
        builder.add(Some(name.to_owned()), data_type, Vec::new())?;
    }
    builder.finish(legacy)
}

/// The struct of these fields.
pub(super) fn of_fields(fields: impl IntoIterator<Item = (&'static str, DataType)>) -> Result<DataType> {
    let mut builder = StructBuilder::default();
    for (name, data_type) in fields {
        builder.add(Some(name.to_owned()), data_type, Vec::new())?;
    }
    builder.finish(false)
}

/// The type of NumPy's list of fields, and the stored order of each of its runs.
pub(super) fn from_list(items: &[Json], warnings: &mut Warnings) -> Result<(DataType, Vec<ByteOrder>)> {
    let mut builder = StructBuilder::default();
    let mut orders = Vec::new();
    let mut read = Vec::with_capacity(items.len());
    for item in items {
        let (name, data_type, shape) = match item.as_array() {
            Some([name, data_type]) => (name, data_type, Vec::new()),
            Some([name, data_type, shape]) => (name, data_type, sub_shape(shape)?),
            _ => return Err(Error::metadata(format!("a field must be [name, type], not {}", item.brief()))),
        };
        // A title is a second name that nothing needs.
        let name = match name.as_array() {
            Some([_, name]) => name,
            _ => name,
        };
        let name = name.expect_str("the name of a field")?;
        let (field, order) = DataType::from_numpy_json(data_type, warnings).context(|| format!("field {name:?}"))?;
        read.push((name, field, order, shape));
    }
    let padding = |name: &str, field: &DataType| name.is_empty() && field.code() == TypeCode::Raw;
    // Where nothing has a name, NumPy gives names; padding stands beside fields.
    let all = read.iter().all(|(name, field, ..)| padding(name, field));
    for (index, (name, field, order, shape)) in read.into_iter().enumerate() {
        let name = match name {
            "" if padding(name, &field) && !all => None,
            "" => Some(format!("f{index}")),
            name => Some(name.to_owned()),
        };
        let inner = field.runs().len();
        let before = builder.runs.len();
        builder.add(name, field, shape)?;
        let added = builder.runs.len() - before;
        orders.extend((0..added).map(|run| order.of(if inner == 0 { 0 } else { run % inner })));
    }
    Ok((builder.finish(false)?, orders))
}

fn sub_shape(value: &Json) -> Result<Vec<u64>> {
    let length = |value: &Json| match value.as_u64() {
        Some(length) if length > 0 => Ok(length),
        _ => Err(Error::metadata(format!("a field can't have a length of {}", value.brief()))),
    };
    match value {
        Json::Array(lengths) => lengths.iter().map(length).collect(),
        value => Ok(vec![length(value)?]),
    }
}

#[derive(Default)]
struct StructBuilder {
    fields: Vec<Field>,
    names: HashSet<String>,
    size: usize,
    runs: Vec<NumberRun>,
    repairs: Vec<RepairRun>,
}

impl StructBuilder {
    fn add(&mut self, name: Option<String>, data_type: DataType, shape: Vec<u64>) -> Result<()> {
        let label = name.as_deref().unwrap_or("").to_owned();
        if name.is_some() && !self.names.insert(label.clone()) {
            return Err(Error::metadata(format!("there are two fields {label:?}")));
        }
        let Some(item) = data_type.item_size() else {
            return Err(Error::unsupported(format!("field {label:?}: {data_type} has no fixed size")));
        };
        let count = shape.iter().try_fold(1usize, |count, length| count.checked_mul(usize::try_from(*length).ok()?));
        let size = count.and_then(|count| count.checked_mul(item)).unwrap_or(usize::MAX);
        check_size(self.size.saturating_add(size), &"of a struct")?;
        let offset = self.size;
        self.size += size;
        self.place(&data_type, item, size / item.max(1), offset).context(|| format!("field {label:?}"))?;
        let index = self.fields.last().map_or(0, |last| last.index + usize::from(last.name.is_some()));
        self.fields.push(Field { name, data_type, shape, offset, size, index });
        Ok(())
    }

    /// Adds the positions of a field's numbers, and the repairs that it needs.
    fn place(&mut self, data_type: &DataType, item: usize, count: usize, offset: usize) -> Result<()> {
        let (runs, repairs) = (data_type.runs(), data_type.repairs());
        let whole_runs = matches!(runs[..], [run] if run.offset == 0 && run.unit * run.count == item);
        let whole_repairs = matches!(repairs[..], [repair] if repair.offset == 0 && repair.size == item);
        let times = |whole: bool| if whole { 1 } else { count };
        let more = runs.len().saturating_mul(times(whole_runs));
        let more = more.saturating_add(repairs.len().saturating_mul(times(whole_repairs)));
        if more.saturating_add(self.runs.len() + self.repairs.len()) > MAX_RUNS {
            return Err(Error::limit(format!("a struct has more than {MAX_RUNS} separate numbers")));
        }
        let places = |whole: bool| (0..times(whole)).map(move |at| offset + at * item);
        for start in places(whole_runs) {
            let scale = if whole_runs { count } else { 1 };
            self.runs.extend(runs.iter().map(|run| NumberRun {
                offset: start + run.offset,
                count: scale * run.count,
                ..*run
            }));
        }
        for start in places(whole_repairs) {
            let scale = if whole_repairs { count } else { 1 };
            self.repairs.extend(repairs.iter().map(|repair| RepairRun {
                offset: start + repair.offset,
                size: scale * repair.size,
                ..*repair
            }));
        }
        Ok(())
    }

    fn finish(self, legacy: bool) -> Result<DataType> {
        if self.fields.is_empty() {
            return Err(Error::metadata("a struct needs at least one field"));
        }
        let Self { fields, size, runs, repairs, .. } = self;
        Ok(DataType::new(Struct { fields, size, runs, repairs, legacy }))
    }
}

impl Struct {
    fn decode_base64(&self, text: &str, dialect: Dialect) -> Result<Element> {
        let element = BASE64.decode(text).map_err(|_| {
            Error::metadata(format!("fill value {} is not base64 of a struct", Json::from(text).brief()))
        })?;
        if element.len() > self.size {
            let given = element.len();
            return Err(Error::metadata(format!("a fill value of {given} bytes is too long for {}", self.size)));
        }
        let element = Element::beginning(element, self.size);
        // The old form of the final format is little-endian; elsewhere the caller knows the order of each field.
        if dialect == Dialect::V3 && ByteOrder::NATIVE == ByteOrder::Big {
            return element.swapped(&Swap::Runs { size: self.size, runs: self.runs.clone().into() });
        }
        Ok(element)
    }
}

impl DataTypeDefinition for Struct {
    fn code(&self) -> TypeCode {
        TypeCode::Struct
    }

    fn item_size(&self) -> Option<usize> {
        Some(self.size)
    }

    fn swap_unit(&self) -> usize {
        1
    }

    fn runs(&self) -> Vec<NumberRun> {
        self.runs.clone()
    }

    fn repairs(&self) -> Vec<RepairRun> {
        self.repairs.clone()
    }

    fn fields(&self) -> Option<&[Field]> {
        Some(&self.fields)
    }

    fn may_omit_endian(&self) -> bool {
        self.legacy
    }

    fn name(&self) -> String {
        "struct".into()
    }

    fn configuration(&self) -> Option<Object> {
        let fields = self.fields.iter().map(|field| {
            Object::new().with("name", field.name.as_deref().unwrap_or("")).with("data_type", field.data_type.to_json())
        });
        Some(Object::new().with("fields", fields.collect::<Vec<_>>()))
    }

    fn v3_obstacle(&self) -> Option<String> {
        self.fields.iter().find_map(|field| match &field.name {
            None => Some("a struct with padding".into()),
            Some(name) if !field.shape.is_empty() => Some(format!("a struct whose field {name:?} is an array")),
            Some(_) => field.data_type.v3_obstacle(),
        })
    }

    fn type_string(&self, _: ByteOrder) -> Option<String> {
        None
    }

    fn numpy_json(&self, orders: &mut dyn FnMut() -> ByteOrder) -> Option<Json> {
        let mut items = Vec::with_capacity(self.fields.len());
        let mut passed = 0;
        for field in &self.fields {
            let used = self.runs[passed..].iter().take_while(|run| run.offset < field.offset + field.size).count();
            let mut own = (0..used).map(|_| orders()).collect::<Vec<_>>().into_iter();
            passed += used;
            // Repeated parts are stored alike, so that the first stands for all.
            let data_type = field.data_type.numpy_json(&mut || own.next().unwrap_or(ByteOrder::Little))?;
            let mut item = vec![Json::from(field.name.as_deref().unwrap_or("")), data_type];
            if !field.shape.is_empty() {
                item.push(field.shape.clone().into());
            }
            items.push(Json::Array(item));
        }
        Some(Json::Array(items))
    }

    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Element> {
        let object = match value {
            Json::String(text) => return self.decode_base64(text, dialect),
            // NumPy users wrote the number 0 where they meant zero bytes.
            Json::Number(number) if dialect != Dialect::V3 && number.as_i128() == Some(0) => {
                return Ok(Element::zeros(self.size));
            }
            Json::Object(object) if dialect == Dialect::V3 => object,
            other => return Err(Error::metadata(format!("fill value {} is not a struct", other.brief()))),
        };
        let values: HashMap<&str, &Json> = object.iter().collect();
        let mut parts = Vec::with_capacity(self.fields.len());
        for field in &self.fields {
            let name = field.name.as_deref().filter(|_| field.shape.is_empty());
            let value = name.and_then(|name| values.get(name));
            let value = value.ok_or_else(|| Error::metadata(format!("the fill value lacks the field {name:?}")))?;
            let part = field.data_type.fill_from_json(value, dialect, warnings);
            parts.push((field.offset, part.context(|| format!("field {:?}", name.unwrap_or("")))?));
        }
        if object.len() > self.fields.len() {
            return Err(Error::metadata("the fill value has fields that the struct has not"));
        }
        Ok(Element::joined(self.size, parts))
    }

    fn fill_to_json(&self, element: &[u8], dialect: Dialect, warnings: &mut Warnings) -> Json {
        if dialect != Dialect::V3 {
            return BASE64.encode(element).into();
        }
        let mut member = |field: &Field| {
            let part = element.get(field.offset..field.offset + field.size).unwrap_or_default();
            (field.name.clone().unwrap_or_default(), field.data_type.fill_to_json(part, dialect, warnings))
        };
        self.fields.iter().map(&mut member).collect::<Object>().into()
    }
}

impl DataType {
    /// The type and stored order in the spelling of v1, v2 and the drafts before 2022: a NumPy-like string, or a list
    /// of fields.
    ///
    /// # Errors
    /// As [`DataType::from_name`].
    pub fn from_numpy_json(value: &Json, warnings: &mut Warnings) -> Result<(Self, StoredOrder)> {
        match value {
            Json::String(text) => {
                // Some writers name types that NumPy does not have by themselves, in full.
                if let Some(other) =
                    Self::from_name(text, None).ok().filter(|other| other.type_string(ByteOrder::Little).is_none())
                {
                    warnings.add(format!("data type {text:?} is none of this format; taken as in final v3"));
                    return Ok((other, ByteOrder::Little.into()));
                }
                let (data_type, order) = Self::from_type_string(text, warnings)?;
                Ok((data_type, order.into()))
            }
            Json::Array(items) => {
                let (data_type, orders) = from_list(items, warnings)?;
                Ok((data_type, StoredOrder::of_runs(&orders)))
            }
            other => Err(Error::metadata(format!("a data type must be a string or a list, not {}", other.brief()))),
        }
    }

    /// The spelling of the type in a stored order for v1, v2 and the drafts before 2022; None where they can't spell
    /// it.
    pub fn to_numpy_json(&self, order: &StoredOrder) -> Option<Json> {
        let mut runs = 0..;
        self.numpy_json(&mut || order.of(runs.next().unwrap_or(0)))
    }
}
