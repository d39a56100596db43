//! The codecs of an array by the names that all formats have in common, for callers that inspect its compression.

use super::handle::Array;
use crate::codec::{ArrayToBytes, Chain, Codec};
use crate::dtype::Dialect;
use crate::error::Result;
use crate::format;
use crate::json::{Json, Object, Style};

/// A codec by its neutral name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCodec {
    /// Its name in final v3, without a prefix.
    pub name: String,
    /// Its configuration there: a JSON object.
    pub configuration: String,
}

impl Array {
    /// The codecs of its chunks in the order of encoding. A sharding codec is followed by those of its inner chunks; an
    /// N5 block is replaced by its contents.
    ///
    /// # Errors
    /// As [`Array::description`].
    pub fn codecs(&self) -> Result<Vec<NamedCodec>> {
        let metadata = self.description()?;
        let mut named = Vec::new();
        list(&metadata.chain.without_block(&metadata.data_type, metadata.shape.len())?, &mut named)?;
        Ok(named)
    }
}

fn list(chain: &Chain, named: &mut Vec<NamedCodec>) -> Result<()> {
    for codec in chain.codecs() {
        let (name, configuration) = match codec {
            Codec::Unknown(unknown) => (unknown.name.as_str(), unknown.configuration.clone()),
            known => (known.info()?.name(), configuration(known, chain)),
        };
        let configuration = configuration.to_text(Style::default())?;
        named.push(NamedCodec { name: name.to_owned(), configuration });
        if let Codec::ArrayToBytes(ArrayToBytes::Sharding(sharding)) = codec {
            list(sharding.chain(), named)?;
        }
    }
    Ok(())
}

/// The configuration in final v3, otherwise that in v2; empty for a codec that no format can write.
fn configuration(codec: &Codec, chain: &Chain) -> Object {
    let order = chain.byte_order();
    match format::spell_codec(codec, order) {
        Ok(mut spelled) => match spelled.remove("configuration") {
            Some(Json::Object(configuration)) => configuration,
            _ => Object::new(),
        },
        Err(_) => {
            let old = codec.info().and_then(|codec| codec.configuration_in(Dialect::V2, order));
            old.unwrap_or_default()
        }
    }
}
