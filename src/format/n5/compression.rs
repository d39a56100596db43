//! The compressions of N5 in its own words, and those that zarr-python put there in the words of numcodecs.

use crate::codec::{self, ArrayToArray, ArrayToBytes, Chain, Codec, CodecInfo, Input, N5Lz4, Unknown};
use crate::dtype::{DataType, Dialect, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::format::members::member;
use crate::format::vocabulary::Vocabulary;
use crate::json::{Json, Members, Object};
use std::sync::Arc;

const VOCABULARY: Vocabulary = Vocabulary { format: "n5", filters: false, opaque: false, values: false };

/// The name of N5's own LZ4, which v2 does not have.
const N5_LZ4: &str = "n5_lz4";

/// The block size of lz4-java.
const LZ4_BLOCK: i64 = 65536;

/// A compression of N5.
struct Word {
    /// Its name.
    n5: &'static str,
    /// The parameter that tells it from the next one of its name, by being there and not false.
    told_by: Option<&'static str>,
    /// The codec that it is.
    codec: &'static str,
    /// The configuration in the words of v2.
    read: fn(&mut Object) -> Result<Object>,
    /// The parameters, of a configuration in the words of v2.
    write: fn(&Object) -> Result<Object>,
}

/// The compressions that have words of their own in N5. Other readers know no LZ4 but N5's under its name, so that the
/// one of numcodecs becomes that.
const WORDS: [Word; 8] = [
    word("gzip", "zlib", read_gzip, |own| Ok(some(own, ["level"]).with("useZlib", true))).told_by("useZlib"),
    word("gzip", "gzip", read_gzip, |own| Ok(some(own, ["level"]).with("useZlib", false))),
    word(
        "bzip2",
        "bz2",
        |given| integer(given, "blockSize", "level", 9),
        |own| Ok(Object::new().with("blockSize", own.get("level").cloned().unwrap_or(Json::Null))),
    ),
    word("xz", "lzma", |given| Ok(integer(given, "preset", "preset", 6)?.with("format", 1)), write_xz),
    word(
        "lz4",
        "lz4",
        |given| integer(given, "acceleration", "acceleration", 1),
        |_| Ok(Object::new().with("blockSize", LZ4_BLOCK)),
    )
    .told_by("acceleration"),
    word(
        "lz4",
        N5_LZ4,
        |given| integer(given, "blockSize", "blockSize", LZ4_BLOCK),
        |own| Ok(some(own, ["blockSize"])),
    ),
    word("zstd", "zstd", |given| integer(given, "level", "level", 3), |own| Ok(some(own, ["level"]))),
    word("blosc", "blosc", read_blosc, |own| Ok(some(own, ["cname", "clevel", "shuffle", "blocksize"]))),
];

const fn word(
    n5: &'static str,
    codec: &'static str,
    read: fn(&mut Object) -> Result<Object>,
    write: fn(&Object) -> Result<Object>,
) -> Word {
    Word { n5, told_by: None, codec, read, write }
}

impl Word {
    const fn told_by(self, parameter: &'static str) -> Self {
        Self { told_by: Some(parameter), ..self }
    }

    fn applies(&self, parameters: &Object) -> bool {
        let told = |parameter| parameters.get(parameter).is_some_and(|value| value.as_bool() != Some(false));
        self.told_by.is_none_or(told)
    }
}

/// An integer that N5 calls `member`, as the member `own` of v2, which judges it.
fn integer(given: &mut Object, member: &str, own: &str, default: i64) -> Result<Object> {
    Ok(Object::new().with(own, given.remove(member).unwrap_or_else(|| default.into())))
}

fn read_gzip(given: &mut Object) -> Result<Object> {
    if let Some(value) = given.remove("useZlib").filter(|value| value.as_bool().is_none()) {
        return Err(Error::metadata(format!("useZlib must be true or false, not {}", value.brief())));
    }
    let level = integer(given, "level", "level", -1)?;
    // The default of Java.
    Ok(if level.get("level").and_then(Json::as_i64) == Some(-1) { Object::new().with("level", 6) } else { level })
}

fn read_blosc(given: &mut Object) -> Result<Object> {
    given.remove("nthreads");
    given.remove("typesize");
    Ok(std::mem::take(given))
}

/// Some members of a configuration, in the order in which N5 has them.
fn some<const N: usize>(own: &Object, members: [&str; N]) -> Object {
    members.iter().fold(Object::new(), |all, member| all.with(member, own.get(member).cloned().unwrap_or(Json::Null)))
}

fn write_xz(own: &Object) -> Result<Object> {
    let is = |member: &str, number: i64| own.get(member).and_then(Json::as_i64) == Some(number);
    if !is("format", 1) || !is("check", -1) || own.get("filters").is_some_and(|filters| !filters.is_null()) {
        return Err(Error::unsupported("format n5 knows XZ with the usual checksum and no filters only"));
    }
    Ok(Object::new().with("preset", own.get("preset").and_then(Json::as_i64).unwrap_or(6)))
}

/// The compressor of an array; None: its blocks are not compressed.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] for a member that is missing or makes no sense.
pub(super) fn lower(node: Members, data_type: &DataType, warnings: &mut Warnings) -> Result<Option<Codec>> {
    let (name, mut parameters) = match (node.get("compression"), node.get("compressionType")) {
        (None, Some(name)) => (name.expect_str("member \"compressionType\"")?.to_owned(), Object::new()),
        _ => {
            let mut object = member(node, "compression")?.expect_object("member \"compression\"")?.to_object();
            let name = object.remove("type");
            let name = name.ok_or_else(|| Error::metadata("member \"type\" is missing"))?;
            (name.expect_str("member \"type\"")?.to_owned(), object)
        }
    };
    if name == "raw" {
        return Ok(None);
    }
    let word = WORDS.iter().find(|word| word.n5 == name && word.applies(&parameters));
    let (id, configuration) = match word {
        Some(word) => (word.codec, (word.read)(&mut parameters)?),
        // Others come from zarr-python, which keeps the parameters as they are.
        None => (name.as_str(), parameters),
    };
    if id == N5_LZ4 {
        return n5_lz4(&configuration, warnings).map(Some);
    }
    let input = Input { data_type: Some(data_type), rank: 0, chunk_shape: None };
    let codec = codec::parse(id, configuration.flat()?.members()?, Dialect::V2, input, warnings)?;
    Ok(Some(match codec {
        Codec::Unknown(codec) => Codec::Unknown(Unknown { name, ..codec }),
        codec => codec,
    }))
}

/// N5's own LZ4. Only encoding needs the length of its blocks, so that one that makes no sense is no reason not to
/// read.
fn n5_lz4(configuration: &Object, warnings: &mut Warnings) -> Result<Codec> {
    let given = configuration.get("blockSize").unwrap_or(&Json::Null);
    let codec = given
        .as_i64()
        .map(N5Lz4::new)
        .unwrap_or_else(|| Err(Error::metadata(format!("blockSize must be an integer, not {}", given.brief()))));
    let codec = codec.or_else(|error| {
        let why = error.message();
        warnings.add(format!("codec \"lz4\": {why}; only encoding needs it, and takes {LZ4_BLOCK}"));
        N5Lz4::new(LZ4_BLOCK)
    });
    Ok(Codec::BytesToBytes(Arc::new(codec?)))
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
    let word = WORDS.iter().find(|word| word.codec == codec.name());
    let word = word.ok_or_else(|| Error::unsupported("format n5 has no such compressor"))?;
    let parameters = (word.write)(&codec.configuration(Dialect::V2)?)?;
    Ok(parameters.iter().fold(Object::new().with("type", word.n5), |all, (name, value)| all.with(name, value.clone())))
}
