//! The data type and the shape after the codecs of a chain that have been read so far. They are updated for each codec,
//! so that reading a long chain takes one pass.

use super::{ArrayToArray, ArrayToBytes, Codec};
use crate::codec::config::Input;
use crate::codec::limits::check_count;
use crate::dtype::DataType;
use crate::error::Result;
use std::borrow::Cow;

/// The elements after the codecs passed so far.
#[derive(Clone, Debug)]
pub struct Intermediate<'a> {
    data_type: Option<Cow<'a, DataType>>,
    rank: usize,
    shape: Option<Cow<'a, [u64]>>,
    /// Those that were passed, with those inside of them.
    codecs: usize,
}

impl<'a> Intermediate<'a> {
    /// The elements of an array, in front of all codecs. `shape` is that of the chunks, where they have one.
    pub fn new(data_type: &'a DataType, rank: usize, shape: Option<&'a [u64]>) -> Self {
        Self { data_type: Some(Cow::Borrowed(data_type)), rank, shape: shape.map(Cow::Borrowed), codecs: 0 }
    }

    /// Passes a codec.
    ///
    /// # Errors
    /// As [`check_count`].
    pub fn pass(&mut self, codec: &Codec) -> Result<()> {
        self.codecs += codec.count();
        check_count(self.codecs)?;
        match codec {
            Codec::ArrayToArray(ArrayToArray::Filter(filter)) => {
                let behind = self.data_type.as_deref().and_then(|data_type| filter.behind(data_type).ok());
                self.data_type = behind.map(Cow::Owned);
            }
            Codec::ArrayToArray(ArrayToArray::Transpose(transpose)) => {
                let reorder = |shape: &Cow<[u64]>| {
                    transpose.order.iter().filter_map(|axis| shape.get(*axis)).copied().collect::<Vec<u64>>()
                };
                self.shape = self.shape.as_ref().map(reorder).map(Cow::Owned);
            }
            Codec::ArrayToArray(ArrayToArray::Reshape(reshape)) => {
                self.rank = reshape.rank();
                self.shape = reshape.shape().map(|shape| Cow::Owned(shape.to_vec()));
            }
            // The output of an unknown codec is unknown; nothing is read or written through it anyway. After raw
            // elements, compressors still count in elements.
            Codec::ArrayToBytes(ArrayToBytes::Bytes(_)) | Codec::Unknown(_) => {}
            Codec::ArrayToBytes(_) | Codec::BytesToBytes(_) => self.data_type = None,
        }
        Ok(())
    }

    /// The data type of the array, or of what the last filter gives; None where the codecs give plain bytes.
    pub fn data_type(&self) -> Option<&DataType> {
        self.data_type.as_deref()
    }

    /// The shape of a chunk; None where chunks differ in shape.
    pub fn shape(&self) -> Option<&[u64]> {
        self.shape.as_deref()
    }

    /// The input of a codec that comes next.
    pub fn input(&self) -> Input<'_> {
        Input { data_type: self.data_type(), rank: self.rank, chunk_shape: self.shape().map(Cow::Borrowed) }
    }
}
