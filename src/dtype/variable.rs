//! `string` and `bytes`: elements of variable length. NumPy has them as Python objects, `|O`, of which only a codec can
//! say what they are.

use super::definition::{DataType, DataTypeDefinition, Family, TypeCode};
use super::element::Element;
use super::spelling::{ByteOrder, Dialect, Warnings};
use crate::error::{Error, Result};
use crate::json::Json;
use base64::{Engine, engine::general_purpose::STANDARD as BASE64};

/// Texts in UTF-8.
#[derive(Debug)]
struct VariableText;

/// Any bytes.
#[derive(Debug)]
struct VariableBytes;

pub(super) const FAMILY: Family = Family {
    from_code: |code| {
        let text = || DataType::new(VariableText);
        (code == TypeCode::String as i32)
            .then(text)
            .or_else(|| (code == TypeCode::Bytes as i32).then(|| DataType::new(VariableBytes)))
    },
    from_name: |name, configuration| {
        let data_type = match name {
            "string" => DataType::new(VariableText),
            // zarr-python had the longer name before the shorter one was registered.
            "bytes" | "variable_length_bytes" => DataType::new(VariableBytes),
            _ => return None,
        };
        Some(match configuration.and_then(|object| object.iter().next()) {
            Some((member, _)) => Err(Error::metadata(format!(
                "data type {name:?} has an unknown member {member:?} in its configuration"
            ))),
            None => Ok(data_type),
        })
    },
    from_type_string: |text| {
        let why = "data type \"|O\" (Python objects) says nothing without an object codec; \"string\" and \"bytes\" do";
        (text.kind == 'O').then(|| Err(Error::unsupported(why)))
    },
};

/// True if a fill value of the older formats stands for an empty text: some writers store zeros for it.
fn is_nothing(value: &Json, dialect: Dialect) -> bool {
    let zero = value.as_number().and_then(|number| number.as_i128()) == Some(0) || value.as_bool() == Some(false);
    zero && is_old(dialect)
}

fn is_old(dialect: Dialect) -> bool {
    matches!(dialect, Dialect::V1 | Dialect::V2 | Dialect::Legacy)
}

impl DataTypeDefinition for VariableText {
    fn code(&self) -> TypeCode {
        TypeCode::String
    }

    fn item_size(&self) -> Option<usize> {
        None
    }

    fn swap_unit(&self) -> usize {
        1
    }

    fn name(&self) -> String {
        "string".into()
    }

    fn type_string(&self, _: ByteOrder) -> Option<String> {
        Some("|O".into())
    }

    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Element> {
        match value {
            Json::String(text) => Ok(text.as_bytes().to_vec().into()),
            value if is_nothing(value, dialect) => Ok(Element::zeros(0)),
            value if is_old(dialect) => {
                warnings.add(format!("fill value {} is not a text; its JSON is taken", value.brief()));
                Ok(value.to_string().into_bytes().into())
            }
            _ => Err(Error::metadata(format!("fill value {} is not a text", value.brief()))),
        }
    }

    fn fill_to_json(&self, element: &[u8], _: Dialect, warnings: &mut Warnings) -> Json {
        if std::str::from_utf8(element).is_err() {
            warnings.add("a document can't keep a fill value that is not UTF-8");
        }
        String::from_utf8_lossy(element).as_ref().into()
    }
}

impl DataTypeDefinition for VariableBytes {
    fn code(&self) -> TypeCode {
        TypeCode::Bytes
    }

    fn item_size(&self) -> Option<usize> {
        None
    }

    fn swap_unit(&self) -> usize {
        1
    }

    fn name(&self) -> String {
        "bytes".into()
    }

    fn type_string(&self, _: ByteOrder) -> Option<String> {
        Some("|O".into())
    }

    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Element> {
        let wrong = || Error::metadata(format!("fill value {} is neither base64 nor a list of bytes", value.brief()));
        match value {
            Json::String(text) => match BASE64.decode(text) {
                Ok(bytes) => Ok(bytes.into()),
                Err(_) if is_old(dialect) => {
                    warnings.add(format!("fill value {} should be base64; taken as the text itself", value.brief()));
                    Ok(text.as_bytes().to_vec().into())
                }
                Err(_) => Err(wrong()),
            },
            Json::Array(items) => {
                let byte = |item: &Json| item.as_u64().and_then(|byte| u8::try_from(byte).ok());
                items.iter().map(byte).collect::<Option<Vec<u8>>>().map(Element::from).ok_or_else(wrong)
            }
            value if is_nothing(value, dialect) => Ok(Element::zeros(0)),
            _ => Err(wrong()),
        }
    }

    fn fill_to_json(&self, element: &[u8], _: Dialect, _: &mut Warnings) -> Json {
        BASE64.encode(element).into()
    }
}

impl DataType {
    /// True if elements have variable length.
    pub fn is_variable(&self) -> bool {
        self.item_size().is_none()
    }

    /// The type that `NumPy` calls an object: texts, or bytes.
    pub fn of_objects(text: bool) -> Self {
        if text { Self::new(VariableText) } else { Self::new(VariableBytes) }
    }

    /// Refuses bytes that are not a valid element of this type of variable length.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for a text that is not UTF-8.
    pub fn check_value(&self, bytes: &[u8]) -> Result<()> {
        match std::str::from_utf8(bytes) {
            Err(error) if self.code() == TypeCode::String => {
                Err(Error::invalid_argument(format!("it is not valid UTF-8 (from byte {} on)", error.valid_up_to())))
            }
            _ => Ok(()),
        }
    }
}
