//! `zarrs.optional`: an element of another type, or none (final v3, by zarrs; not registered). In memory it is a
//! struct: a presence byte (1 if the element is present), followed by the element or zeros.

use super::definition::{DataType, DataTypeDefinition, Family, TypeCode, check_size};
use super::element::Element;
use super::layout::{NumberRun, RepairRun};
use super::spelling::{ByteOrder, Dialect, Warnings};
use super::structure::{self, Field};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::json::{Json, Object};
use std::iter;

const NAME: &str = "zarrs.optional";

/// How many of them may stand one in the other: while elements are decoded, each has a copy of them.
const MOST_NESTED: usize = 4;

#[derive(Debug)]
struct OptionalType {
    /// The type of the elements that there are.
    value: DataType,
    /// The form in memory.
    layout: DataType,
}

pub(super) const FAMILY: Family = Family { from_code: |_| None, from_name, from_type_string: |_| None };

fn from_name(name: &str, configuration: Option<&Object>) -> Option<Result<DataType>> {
    let is_own = matches!(name, NAME | "optional");
    is_own.then(|| configured(configuration).context(|| format!("data type {name:?}")))
}

fn configured(configuration: Option<&Object>) -> Result<DataType> {
    let member = |name: &str| configuration.and_then(|configuration| configuration.get(name));
    let name = member("name").ok_or_else(|| Error::metadata("it needs a name in its configuration"))?;
    let inner = member("configuration").map(|inner| inner.expect_object("the configuration of the elements"));
    let mut members = configuration.into_iter().flat_map(Object::iter);
    if let Some((other, _)) = members.find(|(member, _)| !matches!(*member, "name" | "configuration")) {
        return Err(Error::metadata(format!("it has an unknown member {other:?} in its configuration")));
    }
    let inner = inner.transpose()?.filter(|inner| !inner.is_empty());
    let value = DataType::from_name(name.expect_str("the name of the elements")?, inner)?;
    value.item_size().map_or(Ok(()), |size| check_size(size, &value))?;
    if iter::successors(value.optional_of(), |value| value.optional_of()).count() >= MOST_NESTED {
        let why = format!("optional elements stand at most {MOST_NESTED} deep, one in the other");
        return Err(Error::new(ErrorKind::Unsupported, why));
    }
    let layout = structure::of_fields([("valid", DataType::from_name("bool", None)?), ("value", value.clone())])?;
    Ok(DataType::new(OptionalType { value, layout }))
}

impl DataTypeDefinition for OptionalType {
    fn code(&self) -> TypeCode {
        TypeCode::Struct
    }

    fn item_size(&self) -> Option<usize> {
        self.layout.item_size()
    }

    fn swap_unit(&self) -> usize {
        1
    }

    fn runs(&self) -> Vec<NumberRun> {
        self.layout.runs()
    }

    fn repairs(&self) -> Vec<RepairRun> {
        self.layout.repairs()
    }

    fn fields(&self) -> Option<&[Field]> {
        self.layout.fields()
    }

    fn optional_of(&self) -> Option<&DataType> {
        Some(&self.value)
    }

    fn name(&self) -> String {
        NAME.into()
    }

    fn configuration(&self) -> Option<Object> {
        let inner = self.value.configuration().unwrap_or_default();
        Some(Object::new().with("name", self.value.name()).with("configuration", inner))
    }

    fn v3_obstacle(&self) -> Option<String> {
        self.value.v3_obstacle()
    }

    fn type_string(&self, _: ByteOrder) -> Option<String> {
        None
    }

    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Element> {
        let size = 1 + self.value.size();
        match value.as_array() {
            _ if value.is_null() => Ok(Element::zeros(size)),
            Some([value]) => {
                let value = self.value.fill_from_json(value, dialect, warnings)?;
                Ok(Element::joined(size, [(0, vec![1].into()), (1, value)]))
            }
            _ => {
                let given = value.brief();
                Err(Error::metadata(format!("fill value {given} is neither null nor a list of one element")))
            }
        }
    }

    fn fill_to_json(&self, element: &[u8], dialect: Dialect, warnings: &mut Warnings) -> Json {
        match element.split_first() {
            None | Some((0, _)) => Json::Null,
            Some((_, value)) => Json::Array(vec![self.value.fill_to_json(value, dialect, warnings)]),
        }
    }
}
