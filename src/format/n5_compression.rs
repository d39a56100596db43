//! The compressions of N5 in its own words, and those that zarr-python put there in the words of numcodecs.

use super::vocabulary::Vocabulary;
use super::{FormatId, shared};
use crate::codec::{self, ArrayToArray, ArrayToBytes, Chain, Codec, CodecInfo, Input, N5Lz4, Unknown};
use crate::dtype::{DataType, Dialect, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::json::{Json, Object};
use std::sync::Arc;

const VOCABULARY: Vocabulary = Vocabulary { format: FormatId::N5, filters: false, opaque: false, values: false };

/// The compressor of an array; None: its blocks are not compressed.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] for a member that is missing or makes no sense.
pub(super) fn lower(node: &Object, data_type: &DataType, warnings: &mut Warnings) -> Result<Option<Codec>> {
    let (name, mut parameters) = match (node.get("compression"), node.get("compressionType")) {
        (None, Some(name)) => (name.expect_str("member \"compressionType\"")?.to_owned(), Object::new()),
        _ => {
            let mut object = shared::member(node, "compression")?.expect_object("member \"compression\"")?.clone();
            let name = object.remove("type");
            let name = name.ok_or_else(|| Error::metadata("member \"type\" is missing"))?;
            (name.expect_str("member \"type\"")?.to_owned(), object)
        }
    };
    let mut integer = |member: &str, default: i64| match parameters.remove(member) {
        None => Ok(default),
        Some(value) => {
            value.as_i64().ok_or_else(|| Error::metadata(format!("{member} must be an integer, not {}", value.brief())))
        }
    };
    let (id, configuration) = match name.as_str() {
        "raw" => return Ok(None),
        "gzip" => {
            let level = match integer("level", -1)? {
                -1 => 6,
                level => level,
            };
            let zlib = match parameters.remove("useZlib") {
                None => false,
                Some(value) => value
                    .as_bool()
                    .ok_or_else(|| Error::metadata(format!("useZlib must be true or false, not {}", value.brief())))?,
            };
            (if zlib { "zlib" } else { "gzip" }, Object::new().with("level", level))
        }
        "bzip2" => ("bz2", Object::new().with("level", integer("blockSize", 9)?)),
        "xz" => ("lzma", Object::new().with("format", 1).with("preset", integer("preset", 6)?)),
        // zarr-python puts numcodecs' own format under the same name; what tells it is the parameter.
        "lz4" if node_has(node, "acceleration") => {
            ("lz4", Object::new().with("acceleration", integer("acceleration", 1)?))
        }
        "lz4" => {
            let codec = N5Lz4::new(integer("blockSize", 65536)?)?;
            return Ok(Some(Codec::BytesToBytes(Arc::new(codec))));
        }
        "zstd" => ("zstd", Object::new().with("level", integer("level", 3)?)),
        "blosc" => {
            parameters.remove("nthreads");
            parameters.remove("typesize");
            ("blosc", parameters)
        }
        // Others come from zarr-python, which keeps the parameters as they are.
        other => (other, parameters),
    };
    let input = Input { data_type: Some(data_type), rank: 0, chunk_shape: None };
    let codec = codec::parse(id, configuration.flat()?.members()?, Dialect::V2, input, warnings)?;
    Ok(Some(match codec {
        Codec::Unknown(codec) => Codec::Unknown(Unknown { name, ..codec }),
        codec => codec,
    }))
}

fn node_has(node: &Object, parameter: &str) -> bool {
    node.get("compression").and_then(Json::as_object).is_some_and(|object| object.get(parameter).is_some())
}

/// The member `compression` for the one compressor of a chain.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] for more than one codec, or one that N5 does not have.
pub(super) fn spell(chain: &Chain) -> Result<Object> {
    let mut compressor: Option<&dyn CodecInfo> = None;
    for codec in chain.codecs() {
        let next: &dyn CodecInfo = match codec {
            Codec::ArrayToArray(ArrayToArray::Transpose(_)) | Codec::ArrayToBytes(ArrayToBytes::Bytes(_)) => continue,
            Codec::ArrayToBytes(ArrayToBytes::N5Block(block)) => match block.compressor() {
                Some(codec) => &**codec,
                None => continue,
            },
            codec => VOCABULARY.check(codec).and_then(|()| codec.info())?,
        };
        if let Some(before) = compressor.replace(next) {
            let (before, next) = (before.name(), next.name());
            return Err(Error::unsupported(format!("format n5 has one compressor, not {before:?} and {next:?}")));
        }
    }
    match compressor {
        None => Ok(Object::new().with("type", "raw")),
        Some(codec) => spell_compressor(codec).context(|| format!("codec {:?}", codec.name())),
    }
}

fn spell_compressor(codec: &dyn CodecInfo) -> Result<Object> {
    let parameters = codec.configuration(Dialect::V2)?;
    let get = |member: &str| parameters.get(member).cloned().unwrap_or(Json::Null);
    let compression = |name: &str| Object::new().with("type", name);
    Ok(match codec.name() {
        "gzip" => compression("gzip").with("level", get("level")).with("useZlib", false),
        "zlib" => compression("gzip").with("level", get("level")).with("useZlib", true),
        "bz2" => compression("bzip2").with("blockSize", get("level")),
        "lzma" => {
            let plain =
                get("format").as_i64() == Some(1) && get("check").as_i64() == Some(-1) && get("filters").is_null();
            if !plain {
                return Err(Error::unsupported("format n5 knows XZ with the usual checksum and no filters only"));
            }
            let preset = get("preset").as_i64().unwrap_or(6);
            compression("xz").with("preset", preset)
        }
        // N5's own lz4, for numcodecs' too: other readers know no other under this name.
        "n5_lz4" => compression("lz4").with("blockSize", get("blockSize")),
        "lz4" => compression("lz4").with("blockSize", 65536),
        "zstd" => compression("zstd").with("level", get("level")),
        "blosc" => ["cname", "clevel", "shuffle", "blocksize"]
            .into_iter()
            .fold(compression("blosc"), |object, member| object.with(member, get(member))),
        _ => return Err(Error::unsupported("format n5 has no such compressor")),
    })
}
