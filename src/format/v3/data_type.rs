//! Data types of final v3.

use crate::dtype::{ByteOrder, DataType, Warnings};
use crate::error::{ErrorKind, Result};
use crate::format::description::ReadOptions;
use crate::format::fallback::fall_back;
use crate::json::{Json, Value};

/// The data type, which has a name in place of a URI. Drafts of 2023 still had types that stand in for others.
///
/// # Errors
/// As [`fall_back`].
pub(super) fn lower(value: Value, options: &ReadOptions, warnings: &mut Warnings) -> Result<DataType> {
    if let Some(name) = value.as_str() {
        return DataType::from_name(name, None);
    }
    let Some(object) = value.as_object() else { return DataType::from_v3_json(&value.to_json()) };
    let mut alone = object.to_object();
    alone.remove("fallback");
    match (DataType::from_extension_object(&alone), object.get("fallback")) {
        (Err(error), Some(offered)) if error.kind() == ErrorKind::Unsupported => {
            let lower = |fallback: Value, _: &mut Warnings| {
                DataType::from_v3_json(&fallback.to_json()).map(|data_type| (data_type, ByteOrder::Little.into()))
            };
            let of = format!("data type {}", Json::from(alone).brief());
            fall_back(of, offered, &lower, options, warnings).map(|(data_type, _)| data_type)
        }
        (read, _) => read,
    }
}
