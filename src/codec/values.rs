//! What codecs of elements of variable length are: array→bytes codecs that stand in the place of `bytes`. Behind them, how
//! long the bytes of a chunk are is known to nobody before they are decoded.

use super::scratch::no_memory;
use super::{BytesToBytes, Chain, Codec, CodecInfo, Scratch, vlen};
use crate::dtype::{DataType, Dialect, TypeCode, Value, Values};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use std::borrow::Cow;
use std::sync::Arc;

/// An array→bytes codec of elements of variable length.
pub trait ValuesToBytes: CodecInfo {
    /// Whether its elements are texts or bytes.
    fn type_code(&self) -> TypeCode;

    /// Whether an element that is not there stays so; where not, it becomes an empty one.
    fn keeps_absent(&self) -> bool {
        false
    }

    /// Appends the encoded form of the elements of a chunk of this shape, in the order in which they are stored.
    ///
    /// # Errors
    /// [`ErrorKind::Range`], naming the element, for one that it can't take.
    fn encode(&self, values: &[Value<'_>], shape: &[u64], output: &mut Vec<u8>) -> Result<()>;

    /// Decodes exactly `count` elements. Their number is known to fit memory.
    ///
    /// # Errors
    /// [`ErrorKind::Data`] for anything corrupt, and for another number of elements.
    fn decode(&self, input: Cow<'_, [u8]>, count: usize) -> Result<Values>;
}

/// The codecs that say what a Python object is, by their id in v2.
const OBJECT_CODECS: &[(&str, TypeCode)] = &[
    ("vlen-utf8", TypeCode::String),
    ("vlen-bytes", TypeCode::Bytes),
    ("vlen-array", TypeCode::Bytes),
    ("json2", TypeCode::String),
    ("json", TypeCode::String),
    ("msgpack2", TypeCode::String),
    ("msgpack", TypeCode::String),
    ("categorize", TypeCode::String),
];

/// What the elements of an object array (`|O`) are, by the first of its codecs in v2. Those of a codec that is not known
/// are taken for bytes, which nobody can read.
///
/// # Errors
/// [`ErrorKind::Metadata`] where there is no such codec.
pub fn object_type(first: Option<&str>) -> Result<DataType> {
    let none =
        || Error::metadata("an array of objects needs an object codec, such as \"vlen-utf8\", as its first filter");
    let id = first.ok_or_else(none)?;
    if let Some((_, code)) = OBJECT_CODECS.iter().find(|(known, _)| *known == id) {
        return Ok(DataType::of_objects(*code == TypeCode::String));
    }
    if super::registry::built_in(id, Dialect::V2).is_some() { Err(none()) } else { Ok(DataType::of_objects(false)) }
}

/// The codec that elements of a type of variable length get when nobody asks for one.
pub fn default_codec(data_type: &DataType) -> Option<Codec> {
    data_type.is_variable().then(|| Codec::Values(Arc::new(vlen::of(data_type.code()))))
}

impl Chain {
    /// Decodes a chunk of `count` elements, in the order in which they are stored, and of at most `limit` bytes.
    ///
    /// # Errors
    /// As [`Chain::decode`]; [`ErrorKind::Limit`].
    pub fn decode_values(&self, encoded: &[u8], count: usize, limit: u64) -> Result<Values> {
        let codec = self.values_codec()?;
        let mut data = Cow::Borrowed(encoded);
        for codec in self.bytes_to_bytes().iter().rev() {
            data = decode_unbounded(&**codec, data, None, limit)?;
        }
        if data.len() as u64 > limit {
            let size = data.len();
            return Err(Error::limit(format!(
                "the chunk has {size} bytes, more than the {limit} of limits.chunk_bytes"
            )));
        }
        let name = codec.name();
        codec.decode(data, count).context(|| name)
    }

    /// Encodes the elements of a chunk, in the order in which they are stored, into `output`. The shape is that of what
    /// is stored: its last axis is the fastest.
    ///
    /// # Errors
    /// What a codec gives.
    pub fn encode_values(
        &self,
        values: &[Value<'_>],
        shape: &[u64],
        output: &mut Vec<u8>,
        scratch: &mut Scratch,
    ) -> Result<()> {
        let codec = self.values_codec()?;
        output.clear();
        let name = codec.name();
        codec.encode(values, shape, output).context(|| name)?;
        for codec in self.bytes_to_bytes() {
            let mut next = scratch.take(0)?;
            next.clear();
            codec.encode(output, &mut next)?;
            scratch.give(std::mem::replace(output, next));
        }
        Ok(())
    }

    fn values_codec(&self) -> Result<&dyn ValuesToBytes> {
        if let Some(unknown) = self.unknown() {
            return Err(unknown.error());
        }
        self.values().ok_or_else(|| Error::internal("the elements of the chunk have a fixed size"))
    }
}

/// Decodes through one codec where only a bound, or not even that, is known of the decoded length.
///
/// # Errors
/// [`ErrorKind::Data`] for anything corrupt, [`ErrorKind::Limit`] for more than `limit` bytes.
pub(super) fn decode_unbounded<'a>(
    codec: &dyn BytesToBytes,
    data: Cow<'a, [u8]>,
    bound: Option<usize>,
    limit: u64,
) -> Result<Cow<'a, [u8]>> {
    if let Some(inner) = codec.decode_in_place(&data) {
        let inner = inner?;
        let start = inner.as_ptr().addr() - data.as_ptr().addr();
        let range = start..start + inner.len();
        return Ok(match data {
            Cow::Borrowed(data) => Cow::Borrowed(&data[range]),
            Cow::Owned(mut data) => {
                data.truncate(range.end);
                data.drain(..range.start);
                Cow::Owned(data)
            }
        });
    }
    let most = usize::try_from(limit).unwrap_or(usize::MAX).min(isize::MAX as usize);
    if bound.is_some_and(|bound| bound > most) {
        return Err(Error::limit(format!("whole shards can have more than the {limit} bytes of limits.chunk_bytes")));
    }
    // Without a bound, room is made for what usual data need, and for more where that was not enough.
    let mut room = bound.unwrap_or_else(|| data.len().saturating_mul(4).max(FIRST_ROOM).min(most));
    loop {
        let mut output = Vec::new();
        output.try_reserve_exact(room).map_err(|_| no_memory(room))?;
        output.resize(room, 0);
        match codec.decode_into(&data, &mut output) {
            Ok(length) => {
                output.truncate(length);
                return Ok(Cow::Owned(output));
            }
            Err(error) if error.kind() != ErrorKind::BufferSize => return Err(error),
            Err(error) if bound.is_some() => return Err(corrupt(error)),
            Err(_) if room >= most => {
                return Err(Error::limit(format!(
                    "the data decode to more than the {limit} bytes of limits.chunk_bytes"
                )));
            }
            Err(_) => room = room.saturating_mul(4).min(most),
        }
    }
}

/// Room for the first attempt at decoding what has no known length.
const FIRST_ROOM: usize = 16 << 10;

/// The error of a codec whose output holds less than it has to decode.
pub(super) fn too_long(name: &str, room: usize) -> Error {
    Error::buffer_size(format!("{name}: the data are longer than the {room} bytes expected"))
}

/// The same error where the length of the data is known, so that it is the data that are wrong.
pub(super) fn corrupt(error: Error) -> Error {
    if error.kind() == ErrorKind::BufferSize { Error::data(error.message()) } else { error }
}
