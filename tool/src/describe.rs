//! What an array is, in the words of final v3 where that has words for it, whatever its format.

use crate::failure::Result;
use std::sync::atomic::{AtomicU64, Ordering};
use zarr::array::{Array, Unit, each};
use zarr::dtype::Warnings;
use zarr::format::FormatId;
use zarr::json::{Json, Object};
use zarr::metadata::ArrayMetadata;

/// The members of the description of an array in final v3; without those that it has no words for.
pub fn neutral(metadata: &ArrayMetadata) -> Object {
    let spelled = FormatId::V3.format().and_then(|format| {
        let mut metadata = metadata.clone();
        format.adopt(&mut metadata)?;
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

/// The same of a data type that is JSON already.
pub fn type_text(json: &Json) -> String {
    json.as_str().map_or_else(|| json.to_string(), str::to_owned)
}

/// The number of elements, or very many.
pub fn elements(shape: &[u64]) -> u64 {
    shape.iter().fold(1, |product: u64, length| product.saturating_mul(*length))
}

/// What of an array is stored.
#[derive(Clone, Copy, Debug)]
pub struct Stored {
    /// Chunks, or shards where there are such, in the grid.
    pub places: u64,
    /// Those that are stored.
    pub stored: u64,
    /// The bytes of these in the store.
    pub bytes: u64,
}

/// Looks at every chunk that is stored.
pub fn stored(array: &Array) -> Result<Stored> {
    let places = elements(&array.grid(Unit::Shard)?.shape());
    let found = array.stored_chunks(Unit::Shard)?;
    let bytes = AtomicU64::new(0);
    let origin = array.origin();
    each(&[&*origin.store], &origin.options, found.len(), (0, 0, &|_, _| true), |index| {
        let size = array.encoded_chunk_size(Unit::Shard, &found[index])?;
        bytes.fetch_add(size.unwrap_or(0), Ordering::Relaxed);
        Ok(())
    })?;
    Ok(Stored { places, stored: found.len() as u64, bytes: bytes.into_inner() })
}
