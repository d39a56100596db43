//! Filters of v2, which come after `bytes` and see stored bytes; their own type strings give the byte order. If that is
//! the order of the array, they become filters before `bytes` ([`add_filter`]); otherwise the bytes are read as other
//! numbers, as in numcodecs ([`StoredFilter`]).

use super::{ArrayToBytes, Codec, Intermediate};
use crate::codec::bytes::BytesCodec;
use crate::codec::errors::{front, no_memory};
use crate::codec::filter::{Filter, Numbers};
use crate::codec::kinds::{BytesToBytes, CodecInfo};
use crate::codec::scratch::copied;
use crate::dtype::{ByteOrder, Dialect};
use crate::error::{Error, Result};
use crate::json::Object;
use std::sync::Arc;

/// Adds a filter of v2, which the document lists after `bytes`, to a chain: before `bytes` if the result is equal,
/// otherwise as a codec of bytes.
///
/// # Errors
/// As [`Intermediate::pass`].
pub fn add_filter(codecs: &mut Vec<Codec>, filter: Arc<dyn Filter>, behind: &mut Intermediate<'_>) -> Result<()> {
    let (input, output) = (filter.input(), filter.output());
    match codecs.last() {
        Some(Codec::ArrayToBytes(ArrayToBytes::Bytes(bytes)))
            if behind
                .data_type()
                .is_some_and(|current| current.size() == input.size() && current.swap_unit() == input.unit())
                && input.order.is_none_or(|order| bytes.order == order.into()) =>
        {
            let order = output.order.unwrap_or(bytes.order.first());
            let at = codecs.len() - 1;
            codecs[at] = filter.into();
            behind.pass(&codecs[at])?;
            codecs.push(BytesCodec { order: order.into(), ordered: output.size() > 1 }.into());
        }
        _ => {
            let stored = Codec::BytesToBytes(Arc::new(StoredFilter { filter }));
            behind.pass(&stored)?;
            codecs.push(stored);
        }
    }
    Ok(())
}

/// Removes the `bytes` that documents of v2 imply, for an array→bytes codec that takes its place.
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] where the data type says big-endian, which such a codec can't keep to.
pub fn make_room(codecs: &mut Vec<Codec>, name: &str) -> Result<()> {
    let Some(Codec::ArrayToBytes(ArrayToBytes::Bytes(bytes))) = codecs.last() else { return Ok(()) };
    if bytes.ordered && bytes.order != ByteOrder::Little.into() {
        return Err(Error::unsupported(format!("codec {name:?} of big-endian elements is not supported")));
    }
    codecs.pop();
    Ok(())
}

/// A filter of stored bytes, in the byte orders that its own configuration names.
#[derive(Clone, Debug)]
pub struct StoredFilter {
    filter: Arc<dyn Filter>,
}

impl CodecInfo for StoredFilter {
    fn name(&self) -> &str {
        self.filter.name()
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        let orders = [self.filter.input().order, self.filter.output().order];
        let order = orders.into_iter().flatten().next().unwrap_or(ByteOrder::Little);
        if dialect != Dialect::V2 || orders.into_iter().flatten().any(|other| other != order) {
            let name = self.name();
            return Err(Error::unsupported(format!("filter {name:?} of stored bytes is known to v2 only")));
        }
        self.filter.configuration_in(dialect, order)
    }

    fn decoding(&self) -> Object {
        let orders = format!("{:?} {:?}", self.filter.input().order, self.filter.output().order);
        self.filter.decoding().with("stored orders", orders)
    }
}

impl BytesToBytes for StoredFilter {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        self.filter.encoded_length(length)
    }

    fn fixed_size(&self) -> bool {
        true
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let size = self.filter.input().size();
        if !input.len().is_multiple_of(size) {
            let (name, length) = (self.name(), input.len());
            return Err(Error::invalid_argument(format!(
                "{name}: {length} bytes are not a multiple of the element size, {size}"
            )));
        }
        let mut native = copied(input)?;
        to_native(&mut native, self.filter.input());
        let length = self.filter.encoded_length(input.len()).ok_or_else(|| no_memory(usize::MAX))?;
        output.try_reserve(length).map_err(|_| no_memory(length))?;
        let start = output.len();
        output.resize(start + length, 0);
        self.filter.encode(&native, &mut output[start..])?;
        to_native(&mut output[start..], self.filter.output());
        Ok(())
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let length = self.filter.decoded_length(input)?;
        let target = front(self.name(), output, length)?;
        let mut native = copied(input)?;
        to_native(&mut native, self.filter.output());
        self.filter.decode(&native, target)?;
        to_native(target, self.filter.input());
        Ok(length)
    }
}

/// Stored bytes to native ones and back.
fn to_native(bytes: &mut [u8], numbers: Numbers) {
    if numbers.order.is_some_and(|order| order != ByteOrder::NATIVE) {
        bytes.chunks_exact_mut(numbers.size()).for_each(<[u8]>::reverse);
    }
}
