//! The table of codecs: the names that each of them has in every dialect, and what reads its configuration. Beside it
//! are those that programs have registered.

use super::chain::{ArrayToBytes, Codec, SHARDING, Unknown};
use super::checksums::Sum;
use super::config::{Config, Input};
use super::deflate::StreamContainer;
use super::filter::Filter;
use super::filters::{astype, bitround, cast_value, delta, packbits, scale, scale_offset};
use super::kinds::{BytesToBytes, CodecInfo, ValuesToBytes};
use super::members::{self, Configuration};
use super::optional::NAME as OPTIONAL;
use super::split_vlen::NAME as SPLIT_VLEN;
use super::user_codecs::{self, CodecNames, UserCodec, uri_name};
#[cfg(feature = "zfp")]
use super::zfp;
use super::{base64, blosc, bytes, bz2, categorize, checksums, conditional, deflate, json2, lz4, lzma, msgpack};
use super::{bit_packing, pcodec, reshape, shuffle, transpose, vlen, zstd};
use crate::dtype::{DataType, Dialect, TypeCode, Warnings};
use crate::error::{Error, Result};
use crate::json::Members;
use ReadConfiguration::{Any, Bytes, Filters, Opaque, Values};
use TypeCode::{Bytes as Binary, String as Text};
use std::sync::Arc;

/// Every codec that the library has.
const CODECS: &[CodecRow] = &[
    row("bytes", Any(|config| bytes::parse(config).map(Codec::from))).v3().draft("endian").aliases(&["endian"]),
    row("transpose", Any(|config| transpose::parse(config).map(Codec::from))).v3().draft("transpose"),
    row("reshape", Any(|config| reshape::parse(config).map(Codec::from))).v3(),
    row("zarrs.squeeze", Any(|config| reshape::parse_squeeze(config).map(Codec::from)))
        .aliases(&["zarrs.squeeze", "https://codec.zarrs.dev/array_to_array/squeeze"]),
    row("gzip", Bytes(|config| deflate::parse(config, StreamContainer::Gzip))).v2().v3().draft("gzip"),
    row("zlib", Bytes(|config| deflate::parse(config, StreamContainer::Zlib)))
        .v2()
        .v3_as("numcodecs.zlib")
        .draft("zlib"),
    row("blosc", Bytes(blosc::parse)).v2().v3().draft("blosc"),
    row("zstd", Bytes(zstd::parse)).v2().v3(),
    row("crc32c", Bytes(checksums::parse_crc32c)).v2().v3(),
    row("lz4", Bytes(lz4::parse)).v2().v3_as("numcodecs.lz4"),
    // The name is our own; the format that knows the bare one translates it.
    row("lz4 frame", Bytes(lz4::frame::parse)).draft("lz4 frame"),
    row("bz2", Bytes(bz2::parse)).v2().v3_as("numcodecs.bz2").aliases(&["https://codec.zarrs.dev/bytes_to_bytes/bz2"]),
    row("lzma", Bytes(lzma::parse)).v2().v3_as("numcodecs.lzma"),
    row("shuffle", Bytes(shuffle::parse)).v2().v3_as("numcodecs.shuffle"),
    row("base64", Bytes(base64::parse)).v2(),
    row("crc32", Bytes(|config| checksums::parse_placed(config, Sum::Crc32))).v2().v3_as("numcodecs.crc32"),
    row("adler32", Bytes(|config| checksums::parse_placed(config, Sum::Adler32))).v2().v3_as("numcodecs.adler32"),
    row("fletcher32", Bytes(|_| Ok(checksums::plain_fletcher32())))
        .v2()
        .v3_as("numcodecs.fletcher32")
        .aliases(&["https://codec.zarrs.dev/bytes_to_bytes/fletcher32"]),
    row("jenkins_lookup3", Bytes(checksums::parse_lookup3)).v2().v3_as("numcodecs.jenkins_lookup3"),
    row("conditional", Any(conditional::parse)).v3(),
    row("delta", Filters(delta::parse)).v2().v3_as("numcodecs.delta"),
    row("fixedscaleoffset", Filters(scale::parse_scale)).v2().v3_as("numcodecs.fixedscaleoffset"),
    row("quantize", Filters(scale::parse_quantize)).v2().v3_as("numcodecs.quantize"),
    row("bitround", Filters(bitround::parse)).v2().v3().aliases(&[
        "https://codec.zarrs.dev/array_to_array/bitround",
        "https://codec.zarrs.dev/array_to_bytes/bitround",
    ]),
    row("numcodecs.packbits", Filters(packbits::parse)).v2_as("packbits").v3(),
    row("astype", Filters(astype::parse)).v2().v3_as("numcodecs.astype"),
    row("vlen-utf8", Values(|_| Ok(vlen::of(Text)))).v2().v3().objects(Text),
    row("vlen-bytes", Values(|_| Ok(vlen::of(Binary)))).v2().v3().objects(Binary),
    row("vlen-array", Values(vlen::parse_array)).v2().aliases(&["vlen-array"]).objects(Binary),
    row("zarrs.vlen_v2", Values(vlen::parse_any))
        .aliases(&["zarrs.vlen_v2", "https://codec.zarrs.dev/array_to_bytes/vlen_v2"]),
    row("scale_offset", Filters(scale_offset::parse)).v3(),
    row("cast_value", Filters(cast_value::parse)).v3(),
    row("packbits", Opaque(bit_packing::parse)).v3(),
    row("pcodec", Opaque(pcodec::parse))
        .v2()
        .v3_as("numcodecs.pcodec")
        .aliases(&["https://codec.zarrs.dev/array_to_bytes/pcodec"]),
    row("json2", Values(|config| json2::parse(config, true))).v2().objects(Text),
    row("json", Values(|config| json2::parse(config, false))).v2().objects(Text),
    row("msgpack2", Values(|config| msgpack::parse(config, true))).v2().objects(Text),
    row("msgpack", Values(|config| msgpack::parse(config, false))).v2().objects(Text),
    row("categorize", Any(categorize::parse)).v2().objects(Text),
    #[cfg(feature = "zfp")]
    row("zfp", Opaque(zfp::parse_zfp)).v3().aliases(&["zarrs.zfp", "https://codec.zarrs.dev/array_to_bytes/zfp"]),
    #[cfg(feature = "zfp")]
    row("zfpy", Opaque(zfp::parse_zfpy))
        .v2()
        .v3_as("numcodecs.zfpy")
        .aliases(&["https://codec.zarrs.dev/array_to_bytes/zfpy"]),
];

/// A codec of the library.
struct CodecRow {
    /// The neutral name.
    name: &'static str,
    read: ReadConfiguration,
    /// Its id in v2; None: v2 has no such codec.
    v2: Option<&'static str>,
    /// The name that is written in final v3: `gzip`, `numcodecs.zlib`; None: final v3 has no such codec.
    v3: Option<&'static str>,
    /// Its name in the URIs that the 2022 draft itself specifies (`endian`); None: it specifies none.
    draft: Option<&'static str>,
    /// Other names in final v3, beside that of numcodecs, which are read only; their parameters are those of the name
    /// that is written.
    aliases: &'static [&'static str],
    /// The type of Python objects whose first codec in v2 is this one.
    objects: Option<TypeCode>,
}

/// Reads the configuration of a codec, by its kind.
enum ReadConfiguration {
    Filters(fn(&mut Config) -> Result<Arc<dyn Filter>>),
    Opaque(fn(&mut Config) -> Result<Arc<dyn BytesToBytes>>),
    Values(fn(&mut Config) -> Result<Arc<dyn ValuesToBytes>>),
    Bytes(fn(&mut Config) -> Result<Arc<dyn BytesToBytes>>),
    /// Of a kind that depends on its configuration, or the only codec of its kind.
    Any(fn(&mut Config) -> Result<Codec>),
}

const fn row(name: &'static str, read: ReadConfiguration) -> CodecRow {
    CodecRow { name, read, v2: None, v3: None, draft: None, aliases: &[], objects: None }
}

impl CodecRow {
    /// v2 has it under its neutral name.
    const fn v2(self) -> Self {
        Self { v2: Some(self.name), ..self }
    }

    /// v2 has it under another name.
    const fn v2_as(self, id: &'static str) -> Self {
        Self { v2: Some(id), ..self }
    }

    /// Final v3 has it under its neutral name.
    const fn v3(self) -> Self {
        Self { v3: Some(self.name), ..self }
    }

    /// Final v3 has it under another name.
    const fn v3_as(self, name: &'static str) -> Self {
        Self { v3: Some(name), ..self }
    }

    const fn draft(self, name: &'static str) -> Self {
        Self { draft: Some(name), ..self }
    }

    const fn aliases(self, names: &'static [&'static str]) -> Self {
        Self { aliases: names, ..self }
    }

    const fn objects(self, code: TypeCode) -> Self {
        Self { objects: Some(code), ..self }
    }

    fn parse(&self, config: &mut Config) -> Result<Codec> {
        Ok(match self.read {
            Filters(read) => read(config)?.into(),
            Opaque(read) => Codec::ArrayToBytes(ArrayToBytes::Opaque(read(config)?)),
            Values(read) => read(config)?.into(),
            Bytes(read) => Codec::BytesToBytes(read(config)?),
            Any(read) => read(config)?,
        })
    }

    fn listed(&self) -> &'static str {
        self.v3.or(self.v2).unwrap_or(self.name)
    }

    fn is_named_in(&self, dialect: Dialect) -> bool {
        match dialect {
            Dialect::V1 | Dialect::V2 => self.v2.is_some(),
            Dialect::Legacy | Dialect::Draft2022 => self.draft.is_some() || self.v2.is_some(),
            Dialect::V3 => self.v3.is_some() || !self.aliases.is_empty(),
        }
    }

    fn spelling(&self, dialect: Dialect) -> Option<String> {
        match dialect {
            Dialect::V1 | Dialect::V2 => self.v2.map(str::to_owned),
            Dialect::Legacy => self.v2.map(|id| format!("https://purl.org/zarr/spec/codec/{id}/1.0")),
            // Codecs that the draft does not specify are read under their ids in v2, but not written: no reader must
            // know them.
            Dialect::Draft2022 => self.draft.map(|name| format!("https://purl.org/zarr/spec/codecs/{name}/1.0")),
            Dialect::V3 => self.v3.map(str::to_owned),
        }
    }

    fn answers_to(&self, name: &str, dialect: Dialect) -> bool {
        match dialect {
            Dialect::V1 | Dialect::V2 => self.v2 == Some(name),
            Dialect::Legacy | Dialect::Draft2022 => {
                uri_name(name).is_some_and(|name| self.draft == Some(name) || self.v2 == Some(name))
            }
            Dialect::V3 => {
                self.v3 == Some(name)
                    || self.aliases.contains(&name)
                    || name.strip_prefix("numcodecs.").is_some_and(|id| self.v2 == Some(id))
            }
        }
    }
}

/// Reads one codec. An unknown name makes a [`Codec::Unknown`]; the format decides if that is an error.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] for a configuration that makes no sense.
pub fn parse(
    name: &str,
    configuration: Members,
    dialect: Dialect,
    input: Input<'_>,
    warnings: &mut Warnings,
) -> Result<Codec> {
    read(name, configuration, dialect, input, warnings, false)
}

/// Reads a codec that a caller asks for: optional members are completed, and deviations that a document may have are
/// refused.
///
/// # Errors
/// As [`parse`]; [`crate::ErrorKind::InvalidArgument`].
pub fn parse_request(name: &str, configuration: Members, dialect: Dialect, input: Input<'_>) -> Result<Codec> {
    read(name, configuration, dialect, input, &mut Warnings::default(), true)
}

fn read(
    name: &str,
    configuration: Members<'_>,
    dialect: Dialect,
    input: Input<'_>,
    warnings: &mut Warnings,
    requested: bool,
) -> Result<Codec> {
    let Some(row) = built_in(name, dialect) else {
        return match user_codecs::find(name, dialect) {
            Some(codec) => codec.configure(configuration.to_object(), &input),
            None => {
                let configuration = configuration.to_object();
                Ok(Codec::Unknown(Unknown { kind: "codec", name: name.to_owned(), configuration }))
            }
        };
    };
    // `numcodecs.*` in final v3 carries the parameters of v2.
    let final_v3 = dialect == Dialect::V3;
    let name = if final_v3 && row.aliases.contains(&name) { row.v3.unwrap_or(row.name) } else { name };
    let dialect = if name.starts_with("numcodecs.") { Dialect::V2 } else { dialect };
    let (name, parameters) = (row.name, configuration);
    let mut config = Config { name, dialect, final_v3, input, warnings, requested, parameters, taken: 0 };
    let codec = row.parse(&mut config)?;
    config.finish()?;
    Ok(codec)
}

/// The codec of the library that has this name in a dialect.
fn built_in(name: &str, dialect: Dialect) -> Option<&'static CodecRow> {
    CODECS.iter().find(|codec| codec.answers_to(name, dialect))
}

/// The names under which a builder takes the codecs of the library: that of final v3, or the id in v2.
pub fn names() -> impl Iterator<Item = &'static str> {
    let listed = CODECS.iter().filter(|codec| codec.v3.or(codec.v2).is_some()).map(CodecRow::listed);
    listed.chain([SHARDING])
}

/// The members of the configuration of a codec, by its name in [`names`]; None for shards, which are a whole chain.
pub fn configuration_of(listed: &str) -> Option<&'static Configuration> {
    CODECS.iter().find(|codec| codec.listed() == listed).and_then(|codec| members::configuration(codec.name))
}

/// The names of the codec that [`names`] lists by `listed`: its id in v2, and its name in final v3.
pub fn spellings_of(listed: &str) -> (Option<&'static str>, Option<&'static str>) {
    CODECS.iter().find(|codec| codec.listed() == listed).map_or((None, None), |codec| (codec.v2, codec.v3))
}

/// True if the codec that [`names`] lists by `listed` has this neutral name.
pub fn is_called(listed: &str, name: &str) -> bool {
    CODECS.iter().any(|codec| codec.listed() == listed && codec.name == name)
}

/// True if documents of a dialect can name the codec that [`names`] lists by `listed`.
pub fn is_read(listed: &str, dialect: Dialect) -> bool {
    CODECS.iter().any(|codec| codec.listed() == listed && codec.is_named_in(dialect))
}

/// The name, id or URI that a dialect gives to a codec.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] when the dialect has no such codec.
pub fn spelling(codec: &dyn CodecInfo, dialect: Dialect) -> Result<String> {
    codec.spelling(dialect).unwrap_or_else(|| spelling_of(codec.name(), dialect))
}

/// [`spelling`] of the library's codec with a neutral name.
pub(super) fn spelling_of(name: &str, dialect: Dialect) -> Result<String> {
    let written = CODECS.iter().find(|codec| codec.name == name).and_then(|codec| codec.spelling(dialect));
    written.ok_or_else(|| Error::unsupported(format!("codec {name:?} is not known to this format")))
}

/// The type of the elements of an object array (`|O`), by the first of its codecs in v2. Those of a codec that is not
/// known are taken for bytes, which can't be read.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] if the first codec is missing or not an object codec.
pub fn object_type(first: Option<&str>) -> Result<DataType> {
    let none =
        || Error::metadata("an array of objects needs an object codec, such as \"vlen-utf8\", as its first filter");
    match built_in(first.ok_or_else(none)?, Dialect::V2) {
        Some(row) => row.objects.map(|code| DataType::of_objects(code == Text)).ok_or_else(none),
        None => Ok(DataType::of_objects(false)),
    }
}

/// Registers a codec of the program. The names must be new in every dialect.
///
/// # Errors
/// [`crate::ErrorKind::AlreadyExists`] for a name that the library or another registered codec has,
/// [`crate::ErrorKind::InvalidArgument`] without any name.
pub fn register(names: CodecNames, codec: Arc<dyn UserCodec>) -> Result<()> {
    names.check()?;
    let dialects = [Dialect::V2, Dialect::Legacy, Dialect::Draft2022, Dialect::V3];
    let is_own = |name: &str| {
        [SHARDING, SPLIT_VLEN, OPTIONAL].contains(&name)
            || dialects.iter().any(|dialect| built_in(name, *dialect).is_some())
    };
    if let Some(name) = names.iter().find(|name| is_own(name)) {
        return Err(Error::already_exists(format!("codec {name:?} is one of the library's own")));
    }
    user_codecs::add(names, codec)
}
