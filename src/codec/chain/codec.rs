//! A codec in a chain. There are three kinds of them, which follow one another, and those that are not known here.

use super::Sharding;
use crate::codec::bytes::BytesCodec;
use crate::codec::filter::Filter;
use crate::codec::kinds::{BytesToBytes, CodecInfo, ValuesToBytes};
use crate::codec::limits::check_count;
use crate::codec::n5_block::N5Block;
use crate::codec::reshape::Reshape;
use crate::codec::transpose::Transpose;
use crate::codec::vlen;
use crate::dtype::{DataType, StoredOrder};
use crate::error::{Error, Result};
use crate::json::Object;
use std::sync::Arc;

/// A codec in a chain, of one of the three kinds.
#[derive(Clone, Debug)]
pub enum Codec {
    /// Elements to other elements.
    ArrayToArray(ArrayToArray),
    /// Elements to bytes.
    ArrayToBytes(ArrayToBytes),
    /// Bytes to other bytes.
    BytesToBytes(Arc<dyn BytesToBytes>),
    /// A codec that is not known here. The metadata stays readable; reading and writing chunks is refused.
    Unknown(Unknown),
}

/// An array→array codec, by the property that it changes.
#[derive(Clone, Debug)]
pub enum ArrayToArray {
    /// Reorders the axes.
    Transpose(Transpose),
    /// Counts along other axes.
    Reshape(Reshape),
    /// Computes other elements.
    Filter(Arc<dyn Filter>),
}

/// An array→bytes codec, by the layout of the bytes that it makes.
#[derive(Clone, Debug)]
pub enum ArrayToBytes {
    /// Raw: the elements one after the other.
    Bytes(BytesCodec),
    /// Opaque: made of all elements together, as they are in memory.
    Opaque(Arc<dyn BytesToBytes>),
    /// Opaque: a block that says its shape.
    N5Block(Arc<N5Block>),
    /// Opaque: elements of variable length.
    Values(Arc<dyn ValuesToBytes>),
    /// Nested: inner chunks and an index of them.
    Sharding(Arc<Sharding>),
}

/// An unknown codec, or another unknown layer between elements and values, as its document has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Unknown {
    /// The kind of extension: `codec`, `storage transformer`.
    pub kind: &'static str,
    /// The name, id or URI.
    pub name: String,
    /// Its parameters.
    pub configuration: Object,
}

impl Codec {
    /// Its name and its configuration.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`], naming it, for one that is not known.
    pub fn info(&self) -> Result<&dyn CodecInfo> {
        match self {
            Self::ArrayToArray(codec) => Ok(codec.info()),
            Self::ArrayToBytes(codec) => Ok(codec.info()),
            Self::BytesToBytes(codec) => Ok(&**codec),
            Self::Unknown(codec) => Err(codec.error()),
        }
    }

    /// How many codecs it is: itself, and those inside of it.
    pub(super) fn count(&self) -> usize {
        self.info().map_or(1, CodecInfo::count)
    }

    /// Refuses a chain of more codecs than documents may have, those inside of others included.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Limit`].
    pub fn check_count(codecs: &[Self]) -> Result<()> {
        check_count(codecs.iter().map(Self::count).sum())
    }

    /// The array→bytes codec for elements where a caller asks for none.
    pub fn default_of(data_type: &DataType, order: impl Into<StoredOrder>) -> Self {
        if data_type.is_variable() {
            vlen::of(data_type.code()).into()
        } else {
            BytesCodec::new(data_type, order).into()
        }
    }

    /// The codec itself, or one inside of shards, that is not known.
    pub(super) fn unknown(&self) -> Option<&Unknown> {
        match self {
            Self::Unknown(codec) => Some(codec),
            Self::ArrayToBytes(ArrayToBytes::Sharding(codec)) => {
                codec.chain().unknown().or_else(|| codec.index().chain.unknown())
            }
            _ => None,
        }
    }
}

impl ArrayToArray {
    /// Its name and its configuration.
    pub fn info(&self) -> &dyn CodecInfo {
        match self {
            Self::Transpose(codec) => codec,
            Self::Reshape(codec) => codec,
            Self::Filter(codec) => &**codec,
        }
    }
}

impl ArrayToBytes {
    /// Its name and its configuration.
    pub fn info(&self) -> &dyn CodecInfo {
        match self {
            Self::Bytes(codec) => codec,
            Self::Opaque(codec) => &**codec,
            Self::N5Block(codec) => &**codec,
            Self::Values(codec) => &**codec,
            Self::Sharding(codec) => &**codec,
        }
    }

    /// True if the codec encodes elements of a data type.
    pub(super) fn takes(&self, data_type: &DataType) -> bool {
        match self {
            Self::Bytes(_) | Self::N5Block(_) => !data_type.is_variable() && data_type.optional_of().is_none(),
            Self::Opaque(_) => !data_type.is_variable(),
            Self::Values(codec) => codec.type_code() == data_type.code(),
            Self::Sharding(_) => true,
        }
    }
}

impl Unknown {
    /// The error that names it.
    pub fn error(&self) -> Error {
        if self.name.trim_start_matches("numcodecs.") == "pickle" {
            return Error::unsupported("codec \"pickle\" is not supported: reading it would run code from the file");
        }
        Error::unsupported(format!("{} {:?} is not supported", self.kind, self.name))
    }
}

/// Makes a codec of what each kind of it is.
macro_rules! codec_from {
    ($($kind:ident::$what:ident($type:ty),)*) => {
        $(impl From<$type> for Codec {
            fn from(codec: $type) -> Self {
                Self::$kind($kind::$what(codec))
            }
        })*
    };
}

codec_from! {
    ArrayToArray::Transpose(Transpose),
    ArrayToArray::Reshape(Reshape),
    ArrayToArray::Filter(Arc<dyn Filter>),
    ArrayToBytes::Bytes(BytesCodec),
    ArrayToBytes::N5Block(Arc<N5Block>),
    ArrayToBytes::Values(Arc<dyn ValuesToBytes>),
    ArrayToBytes::Sharding(Arc<Sharding>),
}
