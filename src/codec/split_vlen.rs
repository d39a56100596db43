//! `zarrs.vlen`: the concatenated bytes of all elements, and an index of their offsets, each encoded by codecs of its
//! own (final v3, by zarrs; not registered).
//!
//! Eight bytes have the length of the encoded index. They and the index come before the encoded bytes, or after them.

use super::chain::Chain;
use super::errors::{no_memory, not_utf8};
use super::kinds::{CodecInfo, ValuesToBytes};
use super::scratch::{Scratch, zeros};
use crate::dtype::{Dialect, TypeCode, Values, VariableValue};
use crate::error::{Error, Result, ResultExt};
use crate::json::Object;
use std::borrow::Cow;

/// The array→bytes codec.
#[derive(Clone, Debug)]
pub struct SplitVlen {
    /// The type of the elements: texts or bytes.
    pub type_code: TypeCode,
    /// The codecs of the index.
    pub index: Chain,
    /// The bytes of a number in the index: four or eight.
    pub index_size: usize,
    /// True if the index comes after the bytes.
    pub index_at_end: bool,
    /// The codecs of the bytes.
    pub data: Chain,
    /// As the document has it.
    pub configuration: Object,
}

/// The name of the codec.
pub const NAME: &str = "zarrs.vlen";

/// The bytes that say how long the index is.
const LENGTH: usize = size_of::<u64>();

impl SplitVlen {
    /// Takes the encoded index and the encoded bytes apart.
    fn split<'a>(&self, input: &'a [u8]) -> Result<Split<'a>> {
        let early = || Error::data("the data end within the index");
        let (length, rest) = match self.index_at_end {
            false => input.split_first_chunk::<LENGTH>(),
            true => input.split_last_chunk::<LENGTH>().map(|(rest, length)| (length, rest)),
        }
        .ok_or_else(early)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok().filter(|length| *length <= rest.len());
        let length = length.ok_or_else(early)?;
        Ok(match self.index_at_end {
            false => Split { index: &rest[..length], data: &rest[length..] },
            true => Split { index: &rest[rest.len() - length..], data: &rest[..rest.len() - length] },
        })
    }

    /// The places where elements begin, and where the last one ends.
    fn read_index(&self, encoded: &[u8], count: usize, scratch: &mut Scratch) -> Result<Vec<usize>> {
        let size = count.checked_add(1).and_then(|count| count.checked_mul(self.index_size));
        let mut index = zeros(size.ok_or_else(|| no_memory(usize::MAX))?)?;
        self.index.decode(encoded, &mut index, scratch).context(|| "the index")?;
        let place = |bytes: &[u8]| {
            let place = match bytes.first_chunk::<8>() {
                Some(bytes) => u64::from_ne_bytes(*bytes),
                None => bytes.first_chunk().map_or(0, |bytes| u32::from_ne_bytes(*bytes)).into(),
            };
            usize::try_from(place).map_err(|_| Error::data(format!("an element begins at byte {place}")))
        };
        let places: Vec<usize> = index.chunks_exact(self.index_size).map(place).collect::<Result<_>>()?;
        if places.first() != Some(&0) || !places.is_sorted() {
            return Err(Error::data("the places in the index do not ascend from 0"));
        }
        Ok(places)
    }
}

/// The two parts of a chunk.
struct Split<'a> {
    index: &'a [u8],
    data: &'a [u8],
}

impl CodecInfo for SplitVlen {
    fn name(&self) -> &'static str {
        NAME
    }

    fn inside(&self, show: &mut dyn FnMut(Option<&dyn CodecInfo>)) {
        self.index.show(show);
        self.data.show(show);
    }

    fn spelling(&self, dialect: Dialect) -> Option<Result<String>> {
        (dialect == Dialect::V3).then(|| Ok(NAME.into()))
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(self.configuration.clone())
    }

    fn decoding(&self) -> Object {
        let index = Object::new().with("codecs", self.index.decoding()).with("size", self.index_size as u64);
        Object::new().with("index", index.with("at end", self.index_at_end)).with("data", self.data.decoding())
    }
}

impl ValuesToBytes for SplitVlen {
    fn type_code(&self) -> TypeCode {
        self.type_code
    }

    fn encode(&self, values: &[VariableValue<'_>], _: &[u64], output: &mut Vec<u8>) -> Result<()> {
        let (mut index, mut data) = (Vec::new(), Vec::new());
        let total =
            values.iter().fold(0_usize, |total, value| total.saturating_add(value.bytes().map_or(0, <[u8]>::len)));
        let room = (values.len() + 1).saturating_mul(self.index_size);
        data.try_reserve(total).map_err(|_| no_memory(total))?;
        index.try_reserve(room).map_err(|_| no_memory(room))?;
        let mut begin = |place: usize| {
            match u32::try_from(place) {
                _ if self.index_size == LENGTH => index.extend((place as u64).to_ne_bytes()),
                Ok(place) => index.extend(place.to_ne_bytes()),
                Err(_) => {
                    return Err(Error::range(format!("{total} bytes are more than the index of {NAME:?} can count")));
                }
            }
            Ok(())
        };
        for value in values {
            begin(data.len())?;
            data.extend_from_slice(value.bytes().unwrap_or_default());
        }
        begin(data.len())?;
        let (mut room, mut scratch) = (Vec::new(), Scratch::new());
        let index = self.index.encode(&mut index, &mut room, &mut scratch).context(|| "the index")?.to_vec();
        // An empty list of bytes is not encoded.
        let mut room = Vec::new();
        let data = if data.is_empty() { &[] } else { self.data.encode(&mut data, &mut room, &mut scratch)? };
        let size = LENGTH + index.len() + data.len();
        output.try_reserve(size).map_err(|_| no_memory(size))?;
        let length = (index.len() as u64).to_le_bytes();
        let parts = if self.index_at_end { [data, &index, &length] } else { [&length[..], &index, data] };
        parts.iter().for_each(|part| output.extend_from_slice(part));
        Ok(())
    }

    fn decode(&self, input: Cow<'_, [u8]>, count: usize, limit: u64) -> Result<Values> {
        let (split, mut scratch) = (self.split(&input)?, Scratch::new());
        let places = self.read_index(split.index, count, &mut scratch)?;
        let end = places.last().copied().unwrap_or(0);
        // The index may speak of more than the bytes decode to, which takes memory before it is found out.
        if end as u64 > limit {
            return Err(Error::limit(format!(
                "the chunk has {end} bytes, more than the {limit} of limits.chunk_bytes"
            )));
        }
        let mut data = zeros(end)?;
        match end {
            0 if !split.data.is_empty() => return Err(Error::data("bytes follow the last element")),
            0 => {}
            _ => self.data.decode(split.data, &mut data, &mut scratch)?,
        }
        let mut values = Values::over(data, count)?;
        for (index, pair) in places.windows(2).enumerate() {
            let part = pair[0]..pair[1];
            if self.type_code == TypeCode::String {
                std::str::from_utf8(&values.block()[part.clone()]).map_err(|error| not_utf8(index, error))?;
            }
            values.push_part(part)?;
        }
        Ok(values)
    }
}
