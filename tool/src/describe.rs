//! The description of an array of any format, in the terms of final v3 where it has them.

use crate::failure::Result;
use std::sync::atomic::{AtomicU64, Ordering};
use zarr::json::{Json, Object};
use zarr::{Array, ArrayMetadata, FormatId, Unit, Warnings, in_parallel};

/// The members of the description of an array in final v3; without those that it has no words for.
pub fn neutral(metadata: &ArrayMetadata) -> Object {
    let (format, mut metadata) = (FormatId::V3.format(), metadata.clone());
    let spelled = format.adopt(&mut metadata).and_then(|()| {
        let chunk_keys = format.chunk_keys(None);
        format.spell_array(&ArrayMetadata { chunk_keys, ..metadata }, &mut Warnings::default())
    });
    spelled.map(|documents| documents.node.into_object()).unwrap_or_default()
}

/// The codecs, the outermost last.
pub fn codecs(metadata: &ArrayMetadata) -> Json {
    neutral(metadata).get("codecs").cloned().unwrap_or(Json::Null)
}

/// The codecs on one line: `bytes, gzip(level 5)`.
pub fn codecs_line(codecs: &Json) -> String {
    let Some(codecs) = codecs.as_array() else { return "none that final v3 has a word for".into() };
    let one = |codec: &Json| -> String {
        let Some(object) = codec.as_object() else { return codec.to_string() };
        let name = object.get("name").and_then(Json::as_str).unwrap_or("?");
        let Some(configuration) = object.get("configuration").and_then(Json::as_object) else { return name.into() };
        let member = |(name, value): (&str, &Json)| match value.as_array() {
            Some(_) if name.ends_with("codecs") => format!("{name}: [{}]", codecs_line(value)),
            _ => format!("{name} {}", value.as_str().map_or_else(|| value.to_string(), str::to_owned)),
        };
        let members: Vec<String> = configuration.iter().map(member).collect();
        if members.is_empty() { name.into() } else { format!("{name}({})", members.join(", ")) }
    };
    codecs.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The data type as one word or as JSON.
pub fn data_type(array: &Array) -> String {
    type_text(&array.data_type().to_json())
}

/// A data type in JSON as one word or as JSON: `numpy.datetime64(unit ns)`, `struct(a int32, b float64)`.
pub fn type_text(json: &Json) -> String {
    if let Some(name) = json.as_str() {
        return name.to_owned();
    }
    let member = |object: &Json, name: &str| object.as_object().and_then(|object| object.get(name)).cloned();
    let Some(name) = member(json, "name").and_then(|name| name.as_str().map(str::to_owned)) else {
        return json.to_string();
    };
    let configuration = member(json, "configuration").and_then(|configuration| configuration.as_object().cloned());
    let part = |(name, value): (&str, &Json)| match (name, value.as_array()) {
        ("fields", Some(fields)) => {
            let field = |field: &Json| {
                let name = member(field, "name").and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default();
                format!("{name} {}", member(field, "data_type").as_ref().map(type_text).unwrap_or_default())
            };
            fields.iter().map(field).collect::<Vec<_>>().join(", ")
        }
        _ => format!("{name} {}", value.as_str().map_or_else(|| value.to_string(), str::to_owned)),
    };
    let parts: Vec<String> = configuration.iter().flat_map(Object::iter).map(part).collect();
    if parts.is_empty() { name } else { format!("{name}({})", parts.join(", ")) }
}

/// The number of elements, or very many.
pub fn elements(shape: &[u64]) -> u64 {
    shape.iter().fold(1, |product: u64, length| product.saturating_mul(*length))
}

/// How much of an array is stored.
#[derive(Clone, Copy, Debug)]
pub struct StoredSizes {
    /// Chunks, or shards where there are such, in the grid.
    pub places: u64,
    /// Those that are stored.
    pub stored: u64,
    /// The bytes of these in the store.
    pub bytes: u64,
}

/// Looks at every chunk that is stored.
pub fn stored(array: &Array) -> Result<StoredSizes> {
    let places = elements(&array.grid(Unit::Shard)?.shape());
    let found = array.stored_chunks(Unit::Shard)?;
    let bytes = AtomicU64::new(0);
    let origin = array.origin();
    in_parallel(&[&*origin.store], &origin.options, found.len(), (0, 0, &|_, _| true), |index| {
        let size = array.encoded_chunk_size(Unit::Shard, &found[index])?;
        bytes.fetch_add(size.unwrap_or(0), Ordering::Relaxed);
        Ok(())
    })?;
    Ok(StoredSizes { places, stored: found.len() as u64, bytes: bytes.into_inner() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use zarr::json::{self, ParseOptions};

    #[test]
    fn data_types_are_words() {
        let text = |text: &str| type_text(&json::parse(text.as_bytes(), ParseOptions::default()).unwrap().0);
        assert_eq!(text(r#""int8""#), "int8");
        assert_eq!(
            text(r#"{"name": "fixed_length_utf32", "configuration": {"length_bytes": 8}}"#),
            "fixed_length_utf32(length_bytes 8)"
        );
        let fields = r#"{"name": "struct", "configuration": {"fields": [{"name": "a", "data_type": "int32"}, {"name": "b", "data_type": {"name": "numpy.datetime64", "configuration": {"unit": "s"}}}]}}"#;
        assert_eq!(text(fields), "struct(a int32, b numpy.datetime64(unit s))");
        assert_eq!(text(r#"{"name": "string"}"#), "string");
        assert_eq!(text("7"), "7");
    }
}
