//! How the drafts spell codecs, and what software of their time meant by the names of some.

use super::filters::FILTER_DIALECT;
use super::text::DraftRules;
use crate::codec::{ArrayToArray, ArrayToBytes, Chain, Codec};
use crate::dtype::{ByteOrder, Dialect};
use crate::error::{Error, Result};
use crate::format::chain::spell_codec;
use crate::format::vocabulary::Vocabulary;
use crate::json::{Json, Object};

/// The codecs of an array in a document.
pub(super) struct SpelledCodecs {
    /// The member that lists them; None: there is none to name.
    pub member: Option<(&'static str, Json)>,
    /// Those that are kept as filters in the attributes.
    pub filters: Vec<Json>,
}

/// The codecs of the drafts of 2019: a list in the first, one compressor in the second.
pub(super) fn spell_2019(text: &DraftRules, chain: &Chain, _: &Json) -> Result<SpelledCodecs> {
    let format = text.name;
    let vocabulary = Vocabulary { format, filters: false, opaque: true, values: false };
    let mut codecs = Vec::new();
    for codec in vocabulary.listed(chain)? {
        let (uri, configuration) = spell_codec(codec.info()?, Dialect::Legacy, chain.byte_order())?;
        codecs.push(Json::Object(match text.entry {
            // The first text has parameters beside the URI, and no version in it.
            None => {
                let uri = uri.trim_end_matches("/1.0").replacen("https:", "http:", 1);
                let mut codec = Object::new().with("codec", uri);
                configuration.iter().for_each(|(name, value)| codec.set(name, value.clone()));
                codec
            }
            Some(_) => Object::new().with("codec", uri).with("configuration", configuration),
        }));
    }
    let member = match text.entry {
        None => ("chunk_codecs", Json::Array(codecs)),
        Some(_) if codecs.len() > 1 => {
            return Err(Error::unsupported(format!("format {format} has one compressor only")));
        }
        Some(_) => ("compressor", codecs.pop().unwrap_or(Json::Null)),
    };
    Ok(SpelledCodecs { member: Some(member), filters: Vec::new() })
}

/// The compressors that the readers of the time knew by a URI; any other codec is written as a filter.
const COMPRESSORS: [&str; 7] = ["gzip", "zlib", "blosc", "bz2", "lz4", "lzma", "zstd"];

/// The codecs of 2020: the last is the compressor when it can be one; the others are filters.
pub(super) fn spell_2020(text: &DraftRules, chain: &Chain, _: &Json) -> Result<SpelledCodecs> {
    let vocabulary = Vocabulary { format: text.name, filters: true, opaque: true, values: true };
    let mut codecs = vocabulary.listed(chain)?;
    let is_compressor = |codec: &mut &Codec| codec.info().is_ok_and(|codec| COMPRESSORS.contains(&codec.name()));
    let mut member = None;
    if let Some(last) = codecs.pop_if(is_compressor) {
        let (uri, configuration) = spell_codec(last.info()?, Dialect::Legacy, chain.byte_order())?;
        member = Some(("compressor", Object::new().with("codec", uri).with("configuration", configuration).into()));
    }
    let mut filters = Vec::new();
    for codec in codecs {
        let (id, configuration) = spell_codec(codec.info()?, FILTER_DIALECT, chain.byte_order())?;
        filters.push(Json::Object(configuration.with("id", id)));
    }
    Ok(SpelledCodecs { member, filters })
}

/// The codecs of 2022, as a list.
pub(super) fn spell_2022(text: &DraftRules, chain: &Chain, data_type: &Json) -> Result<SpelledCodecs> {
    let vocabulary = Vocabulary { format: text.name, filters: true, opaque: true, values: false };
    let mut codecs = Vec::new();
    for codec in chain.codecs() {
        match codec {
            Codec::ArrayToArray(ArrayToArray::Transpose(_)) => continue,
            // The type of an extension says its byte order itself.
            Codec::ArrayToBytes(ArrayToBytes::Bytes(_)) if data_type.as_object().is_some() => continue,
            // Little-endian is what elements are without a codec.
            Codec::ArrayToBytes(ArrayToBytes::Bytes(codec))
                if codec.order == ByteOrder::Little.into() || !codec.ordered =>
            {
                continue;
            }
            codec => vocabulary.check(codec)?,
        }
        let (uri, configuration) = spell_codec(codec.info()?, Dialect::Draft2022, ByteOrder::Little)?;
        let object = Object::new().with("type", uri);
        codecs.push(Json::Object(match configuration.is_empty() {
            true => object,
            false => object.with("configuration", configuration),
        }));
    }
    Ok(SpelledCodecs { member: Some(("codecs", Json::Array(codecs))), filters: Vec::new() })
}

/// One writer used bare names, with parameters of its own. None: no codec at all.
pub(super) fn bare_name(name: String, mut configuration: Object) -> Option<(String, Object)> {
    match name.as_str() {
        "raw" => None,
        "bzip2" => {
            if let Some(level) = configuration.remove("blockSize") {
                configuration.set("level", level);
            }
            Some(("bz2".into(), configuration))
        }
        "xz" => Some(("lzma".into(), configuration.with("format", 1))),
        // A frame of LZ4, where numcodecs has a block behind its length.
        "lz4" => Some(("lz4 frame".into(), configuration)),
        _ => Some((name, configuration)),
    }
}

/// The 2022 draft of transpose carries the URI of endian by a slip of the pen.
pub(super) fn mistaken_uri(uri: String, configuration: Object) -> Option<(String, Object)> {
    let slip = uri.contains("/endian") && configuration.get("order").is_some() && configuration.get("endian").is_none();
    Some((if slip { "transpose".into() } else { uri }, configuration))
}
