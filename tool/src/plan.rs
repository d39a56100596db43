//! The new form of an array that is stored anew: the same elements in other chunks, shards or codecs.

use crate::describe;
use crate::failure::{Result, usage};
use clap::Args;
use std::str::FromStr;
use zarr::json::{self, Json, ParseOptions};
use zarr::{Array, ArrayBuilder, ArrayMetadata, FormatId, Unit};

/// How elements are stored; what is not said stays as it is.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "How elements are stored")]
pub struct EncodingChoice {
    /// Elements of a chunk along each axis: 100,100; 0: the whole axis
    #[arg(long, value_name = "LENGTHS", value_delimiter = ',')]
    pub chunks: Option<Vec<u64>>,
    /// Elements of a shard along each axis; without it, new chunks lie in no shards
    #[arg(long, value_name = "LENGTHS", value_delimiter = ',')]
    pub shards: Option<Vec<u64>>,
    /// A codec, once for each in encoding order: zstd, 'gzip={"level": 9}', none. These replace all codecs and filters
    #[arg(long = "codec", value_name = "NAME[=JSON]")]
    pub codecs: Vec<CodecChoice>,
}

/// A codec as the user names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodecChoice {
    name: String,
    configuration: Option<String>,
}

impl FromStr for CodecChoice {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let (name, configuration) = match text.split_once('=') {
            Some((name, configuration)) => (name, Some(configuration.to_owned())),
            None => (text, None),
        };
        if let Some(text) = &configuration {
            let parsed = json::parse(text.as_bytes(), ParseOptions::default());
            if !parsed.is_ok_and(|(value, _)| matches!(value, Json::Object(_))) {
                return Err(format!("{text:?} is no JSON object"));
            }
        }
        Ok(Self { name: name.trim().into(), configuration })
    }
}

impl std::fmt::Display for CodecChoice {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}{}", self.name, self.configuration.as_deref().unwrap_or_default())
    }
}

impl EncodingChoice {
    /// True if nothing changes, so that chunks can be copied as they are stored.
    pub fn is_same(&self) -> bool {
        self.chunks.is_none() && self.shards.is_none() && self.codecs.is_empty()
    }

    /// True if it can be applied to an array of this rank.
    pub fn fits(&self, rank: usize) -> bool {
        [&self.chunks, &self.shards].into_iter().flatten().all(|lengths| lengths.len() == rank)
    }

    /// The description of the array in its new form.
    pub fn builder(&self, array: &Array, format: Option<FormatId>) -> Result<ArrayBuilder> {
        let metadata = array.description()?;
        let mut builder = ArrayBuilder::new(metadata.data_type.clone(), &metadata.shape)?;
        builder.format(format);
        builder.attributes(&array.attributes()?)?;
        if metadata.fill_value.defined {
            builder.fill_value(metadata.fill_value.element.bytes()?)?;
        }
        if let Some(names) = &metadata.dimension_names {
            let names: Vec<Option<&str>> = names.iter().map(Option::as_deref).collect();
            builder.dimension_names(&names)?;
        }
        self.lengths(&mut builder, array)?;
        if self.codecs.is_empty() {
            inherit(&mut builder, &metadata)?;
        }
        for codec in self.codecs.iter().filter(|codec| codec.name != "none") {
            builder.codec(&codec.name, codec.configuration.as_deref())?;
        }
        Ok(builder)
    }

    /// The chunks and shards: those asked for, or as they are.
    fn lengths(&self, builder: &mut ArrayBuilder, array: &Array) -> Result<()> {
        match (&self.chunks, array.chunk_shape()) {
            (Some(chunks), _) => builder.chunk_shape(chunks)?,
            (None, Ok(chunks)) => builder.chunk_shape(&chunks)?,
            (None, Err(_)) => {}
        }
        if let Some(shards) = &self.shards {
            return Ok(builder.shard_shape(shards)?);
        }
        if self.chunks.is_some() {
            return Ok(());
        }
        if array.description()?.chain.sharding().is_some() {
            builder.shard_shape(&array.shard_shape()?)?;
        } else if array.chunk_shape().is_err() {
            let grid = array.grid(Unit::Shard)?;
            for axis in 0..array.ndim() {
                let lengths: Vec<u64> = grid.lengths(axis)?.collect();
                builder.chunk_edges(axis, &lengths)?;
            }
        }
        Ok(())
    }
}

/// Takes over the codecs of an array, of the innermost chunks where there are shards.
fn inherit(builder: &mut ArrayBuilder, metadata: &ArrayMetadata) -> Result<()> {
    let mut codecs = describe::codecs(metadata);
    while let Some(inner) = inside(&codecs) {
        codecs = inner;
    }
    let codecs = codecs.as_array().map(<[Json]>::to_vec);
    let codecs =
        codecs.ok_or_else(|| usage("final v3 has no words for its codecs, so --codec has to name new ones"))?;
    for codec in codecs {
        let (name, configuration) = match &codec {
            Json::Object(object) => (object.get("name").and_then(Json::as_str), object.get("configuration")),
            other => (other.as_str(), None),
        };
        let endian = configuration.and_then(Json::as_object).and_then(|object| object.get("endian"));
        match name {
            Some("bytes") => builder.big_endian(endian.and_then(Json::as_str) == Some("big")),
            Some(name) => builder.codec(name, configuration.map(Json::to_string).as_deref())?,
            None => return Err(usage("a codec has no name")),
        }
    }
    Ok(())
}

/// The codecs inside of shards.
fn inside(codecs: &Json) -> Option<Json> {
    let shards = codecs.as_array()?.iter().find_map(|codec| {
        let codec = codec.as_object()?;
        (codec.get("name")?.as_str()? == "sharding_indexed")
            .then(|| codec.get("configuration")?.as_object()?.get("codecs"))
    });
    shards.flatten().cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codecs_come_with_or_without_parameters() {
        let codec = "gzip={\"level\": 9}".parse::<CodecChoice>().unwrap();
        assert_eq!((codec.name.as_str(), codec.configuration.as_deref()), ("gzip", Some("{\"level\": 9}")));
        assert_eq!("zstd".parse::<CodecChoice>().unwrap().configuration, None);
        assert!("gzip=9".parse::<CodecChoice>().is_err());
    }
}
