//! The data types and codecs that each format of this build can spell. Nothing is declared here: the tables of types,
//! codecs and formats are gone through, and each format is asked to describe a small array.

use super::ArrayBuilder;
use crate::codec::{self, user_codecs};
use crate::dtype::{self, DataType, Dialect, Warnings};
use crate::error::Result;
use crate::format::{FormatId, ReadOptions};

/// How far a format goes along with something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// Not at all.
    None,
    /// Documents with it are read, but none is written.
    Read,
    /// Documents with it are read and written.
    ReadWrite,
}

/// Configurations for codecs that can't do without one.
const CONFIGURATIONS: &[(&str, &str)] = &[
    ("transpose", r#"{"order": [1, 0]}"#),
    ("reshape", r#"{"shape": [-1]}"#),
    ("conditional", r#"{"codecs": []}"#),
    ("fixedscaleoffset", r#"{"offset": 0, "scale": 1}"#),
    ("quantize", r#"{"digits": 1}"#),
    ("bitround", r#"{"keepbits": 1}"#),
    ("astype", r#"{"encode_dtype": "<i2"}"#),
    ("cast_value", r#"{"data_type": "int16"}"#),
    ("vlen-array", r#"{"dtype": "<i4"}"#),
    ("categorize", r#"{"labels": ["a"], "dtype": "|O"}"#),
    ("categorize", r#"{"labels": ["a"], "dtype": "<U1"}"#),
    ("zfp", r#"{"mode": "reversible"}"#),
];

/// Data types of which every codec takes one.
const TYPES: &[&str] = &[r#""int32""#, r#""float64""#, r#""bool""#, r#""string""#, r#""bytes""#, r#""<U1""#];

/// The formats that are read and written.
pub fn formats() -> Vec<FormatId> {
    FormatId::all().collect()
}

/// The data types of the library by their names in final v3.
pub fn data_types() -> Vec<String> {
    dtype::samples().map(|(name, _)| name).collect()
}

/// The data types that arrays of a format can have.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for a format that is only recognised.
pub fn data_types_of(format: FormatId) -> Result<Vec<String>> {
    let has = |data_type: &DataType| describes(format, ArrayBuilder::new(data_type.clone(), &[2, 2]));
    Ok(dtype::samples().filter(|(_, data_type)| has(data_type)).map(|(name, _)| name).collect())
}

/// The support of a format for a data type, by its name in [`data_types`].
pub fn data_type_in(name: &str, format: FormatId) -> Support {
    let Some((_, data_type)) = dtype::samples().find(|(known, _)| known == name) else { return Support::None };
    if describes(format, ArrayBuilder::new(data_type.clone(), &[2, 2])) {
        return Support::ReadWrite;
    }
    if reads(&data_type, format).is_ok_and(|read| read == data_type) { Support::Read } else { Support::None }
}

/// The data type of a document of a format that names one as final v3 does, in the place of the format's own.
fn reads(data_type: &DataType, format: FormatId) -> Result<DataType> {
    let format = format.format();
    let warnings = &mut Warnings::default();
    let bytes = ArrayBuilder::new_json("\"uint8\"", &[2, 2])?.build(&*format)?;
    let mut documents = format.spell_array(&bytes, warnings)?;
    let zero = data_type.zero();
    documents.node.set("fill_value", data_type.fill_to_json(zero.bytes()?, format.dialect(), warnings));
    if let Some(member) = ["dtype", "data_type", "dataType"].iter().find(|name| documents.node.get(name).is_some()) {
        documents.node.set(*member, data_type.to_json());
    }
    Ok(format.lower_array(&documents, &ReadOptions::default(), warnings)?.data_type)
}

/// The codecs of the library by the names that a builder takes, without registered ones.
pub fn codecs() -> Vec<&'static str> {
    codec::names().collect()
}

/// The configuration of a codec, by the name that a builder takes; None for shards.
pub fn configuration(name: &str) -> Option<&'static codec::Configuration> {
    codec::configuration_of(name)
}

/// The id of a codec in v2 and its name in final v3, by the name that a builder takes.
pub fn spellings(name: &str) -> (Option<&'static str>, Option<&'static str>) {
    codec::spellings_of(name)
}

/// How far a format supports a codec.
pub fn codec_in(name: &str, format: FormatId) -> Support {
    let description = format.format();
    if TYPES.iter().any(|data_type| writes(name, data_type, format)) {
        return Support::ReadWrite;
    }
    // Documents can name it, and have a data type that it takes where it is written.
    let taken = |data_type: &str| formats().into_iter().any(|other| writes(name, data_type, other));
    let has = |data_type: &str| describes(format, ArrayBuilder::new_json(data_type, &[2, 2]));
    let named = description.names_codecs() && codec::is_read(name, description.dialect());
    if named && TYPES.iter().any(|data_type| has(data_type) && taken(data_type)) {
        Support::Read
    } else {
        Support::None
    }
}

/// True if arrays of a data type can be created with a codec.
fn writes(name: &str, data_type: &str, format: FormatId) -> bool {
    let with = |configuration| {
        let mut builder = ArrayBuilder::new_json(data_type, &[2, 2])?;
        if name == codec::SHARDING {
            builder.chunk_shape(&[1, 1])?;
            builder.shard_shape(&[2, 2])?;
        } else {
            builder.codec(name, configuration)?;
        }
        Ok(builder)
    };
    let mut configurations = CONFIGURATIONS.iter().filter(|(of, _)| codec::is_called(name, of)).peekable();
    match configurations.peek() {
        None => describes(format, with(None)),
        Some(_) => configurations.any(|(_, text)| describes(format, with(Some(text)))),
    }
}

/// The codecs that arrays of a format can be created with, registered ones included.
///
/// # Errors
/// As [`data_types_of`].
pub fn codecs_of(format: FormatId) -> Result<Vec<String>> {
    let description = format.format();
    let own = codec::names().filter(|name| codec_in(name, format) == Support::ReadWrite).map(str::to_owned);
    let user_names = if description.names_codecs() { user_codecs::names() } else { Vec::new() };
    let registered = user_names.into_iter().filter_map(|names| match description.dialect() {
        Dialect::V1 | Dialect::Draft2022 => None,
        Dialect::V2 | Dialect::Legacy => names.v2,
        Dialect::V3 => names.v3,
    });
    Ok(own.chain(registered).collect())
}

/// True if a format has words for an array.
fn describes(format: FormatId, builder: Result<ArrayBuilder>) -> bool {
    let described = || {
        let format = format.format();
        format.spell_array(&builder?.build(&*format)?, &mut Warnings::default())
    };
    described().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_codec_and_data_type_is_written_by_some_format() {
        for name in codecs() {
            let writes = |format: &FormatId| codec_in(name, *format) == Support::ReadWrite;
            assert!(formats().iter().any(writes), "{name}: does it need an entry in CONFIGURATIONS or TYPES?");
        }
        let written: Vec<String> = formats().into_iter().flat_map(|format| data_types_of(format).unwrap()).collect();
        for name in data_types() {
            assert!(written.contains(&name), "{name}");
        }
    }

    #[test]
    fn what_was_always_there() {
        assert_eq!(codec_in("gzip", FormatId::V3), Support::ReadWrite);
        assert_eq!(codec_in("numcodecs.zlib", FormatId::V1), Support::ReadWrite);
        assert_eq!(codec_in("numcodecs.lz4", FormatId::V3Draft2022), Support::Read);
        assert_eq!(codec_in("sharding_indexed", FormatId::V2), Support::None);
        assert_eq!(codec_in("vlen-utf8", FormatId::V2), Support::ReadWrite);
        assert_eq!(codec_in("vlen-utf8", FormatId::V1), Support::None);
        assert_eq!(codec_in("json2", FormatId::V3Draft2022), Support::None);
        assert_eq!(codec_in("sharding_indexed", FormatId::V3Draft2022), Support::ReadWrite);
        assert!(data_types_of(FormatId::V3).unwrap().contains(&"float8_e5m2".to_owned()));
        assert!(!data_types_of(FormatId::V2).unwrap().contains(&"float8_e5m2".to_owned()));
        // TensorStore writes them into v2 documents.
        assert_eq!(data_type_in("bfloat16", FormatId::V2), Support::Read);
        assert_eq!(data_type_in("int4", FormatId::V2), Support::Read);
        assert_eq!(data_type_in("bfloat16", FormatId::V3), Support::ReadWrite);
        assert_eq!(data_type_in("bfloat16", FormatId::N5), Support::None);
    }
}
