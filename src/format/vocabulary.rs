//! The codecs that a format has words for. Their names stand in the table of codecs ([`crate::codec`]); here are the
//! features that a format lacks altogether.

use crate::codec::{ArrayToArray, ArrayToBytes, Chain, Codec};
use crate::error::{Error, Result};

/// The kinds of codecs that a format has.
pub(super) struct Vocabulary {
    /// The name of the format.
    pub format: &'static str,
    /// True if the format has filters.
    pub filters: bool,
    /// True if the format has codecs in the place of a byte order.
    pub opaque: bool,
    /// True if the format has elements of variable length.
    pub values: bool,
}

impl Vocabulary {
    /// The codecs of a chain that the format lists: orders of axes and of bytes stand elsewhere in its documents.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for a codec that it has no words for.
    pub fn listed<'c>(&self, chain: &'c Chain) -> Result<Vec<&'c Codec>> {
        let elsewhere = |codec: &&Codec| {
            matches!(
                codec,
                Codec::ArrayToArray(ArrayToArray::Transpose(_)) | Codec::ArrayToBytes(ArrayToBytes::Bytes(_))
            )
        };
        let listed = chain.codecs().iter().filter(|codec| !elsewhere(codec));
        listed.map(|codec| self.check(codec).map(|()| codec)).collect()
    }

    /// Refuses a codec of a kind that the format lacks.
    pub fn check(&self, codec: &Codec) -> Result<()> {
        let name = codec.info()?.name();
        let lacking = match codec {
            Codec::ArrayToArray(ArrayToArray::Filter(_)) if !self.filters => format!("filters, so not {name:?}"),
            Codec::ArrayToBytes(ArrayToBytes::Opaque(_)) if !self.opaque => format!("codec {name:?}"),
            Codec::ArrayToBytes(ArrayToBytes::Values(_)) if !self.values => "elements of variable length".into(),
            Codec::ArrayToArray(ArrayToArray::Reshape(_)) => format!("codec {name:?}"),
            Codec::ArrayToBytes(ArrayToBytes::Sharding(_)) => "shards".into(),
            Codec::ArrayToBytes(ArrayToBytes::N5Block(_)) => "blocks of N5".into(),
            _ => return Ok(()),
        };
        Err(Error::unsupported(format!("format {} has no {lacking}", self.format)))
    }
}
