//! `zarrs.optional`: a mask of the present elements, and those elements without gaps, each encoded by codecs of its own
//! (final v3, by zarrs; not registered).
//!
//! The lengths of the two parts come first, as little-endian numbers of eight bytes.

use super::bit_packing;
use super::chain::{ArrayToBytes, Chain, Codec};
use super::errors::no_memory;
use super::kinds::{BytesToBytes, CodecInfo};
use super::scratch::{Scratch, zeros};
use crate::dtype::{DataType, Dialect, StoredOrder};
use crate::error::{Error, Result, ResultExt};
use crate::json::Object;
use std::sync::Arc;

/// The array→bytes codec. In memory, an element is a presence byte followed by its value.
#[derive(Clone, Debug)]
pub struct Optional {
    /// The bytes of an element in memory.
    pub size: usize,
    /// The codecs of the booleans that tell which elements there are.
    pub mask: Chain,
    /// The codecs of the elements that there are.
    pub data: Chain,
    /// As the document has it.
    pub configuration: Object,
}

/// The name of the codec.
pub const NAME: &str = "zarrs.optional";

/// The bytes of the two lengths.
const HEADER: usize = 2 * size_of::<u64>();

impl Optional {
    /// The array→bytes codec where a caller asks for none: of optional elements this one, with a bit for each, and the
    /// elements that there are as they are in memory but for their byte order.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for fields that are stored in several byte orders.
    pub fn or_default_of(data_type: &DataType, order: &StoredOrder) -> Result<Codec> {
        let Some(value) = data_type.optional_of() else { return Ok(Codec::default_of(data_type, order.clone())) };
        let boolean = DataType::from_name("bool", None)?;
        let mask = Codec::ArrayToBytes(ArrayToBytes::Opaque(bit_packing::of_booleans()));
        let data = Self::or_default_of(value, order)?;
        let spell = |codec: &Codec| -> Result<Object> {
            let info = codec.info()?;
            Ok(Object::new().with("name", info.name()).with("configuration", info.configuration(Dialect::V3)?))
        };
        let configuration =
            Object::new().with("mask_codecs", vec![spell(&mask)?]).with("data_codecs", vec![spell(&data)?]);
        let (mask, data) = (Chain::new(vec![mask], &boolean, 1)?, Chain::new(vec![data], value, 1)?);
        let codec = Self { size: data_type.size(), mask, data, configuration };
        Ok(Codec::ArrayToBytes(ArrayToBytes::Opaque(Arc::new(codec))))
    }

    /// Takes the two parts apart.
    fn split<'a>(&self, input: &'a [u8]) -> Result<EncodedParts<'a>> {
        let wrong = |why: String| Error::data(format!("{NAME}: {why}"));
        let (header, rest) = input
            .split_at_checked(HEADER)
            .ok_or_else(|| wrong(format!("{} bytes are fewer than the {HEADER} of the two lengths", input.len())))?;
        let length = |bytes: &[u8]| bytes.iter().rev().fold(0_u64, |length, byte| length << 8 | u64::from(*byte));
        let (mask, data) = (length(&header[..8]), length(&header[8..]));
        if mask.checked_add(data) != Some(rest.len() as u64) {
            let given = rest.len();
            return Err(wrong(format!("the lengths {mask} and {data} are not those of the {given} bytes behind them")));
        }
        let (mask, data) = rest.split_at(mask as usize);
        Ok(EncodedParts { mask, data })
    }
}

/// The error for elements that this codec is not for.
pub fn not_optional(data_type: &DataType) -> Error {
    Error::metadata(format!("codec {NAME:?} is for optional elements, not for {data_type}"))
}

/// The two encoded parts of a chunk.
struct EncodedParts<'a> {
    mask: &'a [u8],
    data: &'a [u8],
}

impl CodecInfo for Optional {
    fn name(&self) -> &'static str {
        NAME
    }

    fn inside(&self, show: &mut dyn FnMut(Option<&dyn CodecInfo>)) {
        self.mask.show(show);
        self.data.show(show);
    }

    fn spelling(&self, dialect: Dialect) -> Option<Result<String>> {
        (dialect == Dialect::V3).then(|| Ok(NAME.into()))
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(self.configuration.clone())
    }

    fn decoding(&self) -> Object {
        Object::new().with("mask", self.mask.decoding()).with("data", self.data.decoding())
    }
}

impl BytesToBytes for Optional {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        let count = length / self.size;
        let (mask, data) = (self.mask.encoded_bound(count)?, self.data.encoded_bound(length - count)?);
        mask.checked_add(data)?.checked_add(HEADER)
    }

    fn check_stages(&self, size: usize, limit: u64) -> Result<()> {
        let count = size / self.size;
        self.mask.check_stages(count, limit).context(|| "the mask")?;
        self.data.check_stages(size - count, limit).context(|| "the elements")
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let count = input.len() / self.size;
        let (mut mask, mut data) = (Vec::new(), Vec::new());
        mask.try_reserve_exact(count).map_err(|_| no_memory(count))?;
        data.try_reserve_exact(input.len() - count).map_err(|_| no_memory(input.len()))?;
        for element in input.chunks_exact(self.size) {
            let is_there = element[0] != 0;
            mask.push(u8::from(is_there));
            if is_there {
                data.extend_from_slice(&element[1..]);
            }
        }
        let (mut room, mut other_room, mut scratch) = (Vec::new(), Vec::new(), Scratch::new());
        let mask = self.mask.encode(&mut mask, &mut room, &mut scratch).context(|| "the mask")?;
        // An empty list of elements is not encoded.
        let data = match data.is_empty() {
            true => &[],
            false => self.data.encode(&mut data, &mut other_room, &mut scratch).context(|| "the elements")?,
        };
        let size = HEADER + mask.len() + data.len();
        output.try_reserve(size).map_err(|_| no_memory(size))?;
        output.extend_from_slice(&(mask.len() as u64).to_le_bytes());
        output.extend_from_slice(&(data.len() as u64).to_le_bytes());
        output.extend_from_slice(mask);
        output.extend_from_slice(data);
        Ok(())
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let (parts, mut scratch) = (self.split(input)?, Scratch::new());
        let mut mask = zeros(output.len() / self.size)?;
        self.mask.decode(parts.mask, &mut mask, &mut scratch).context(|| "the mask")?;
        let there = mask.iter().filter(|is_there| **is_there != 0).count();
        let mut data = zeros(there * (self.size - 1))?;
        if there > 0 {
            self.data.decode(parts.data, &mut data, &mut scratch).context(|| "the elements")?;
        } else if !parts.data.is_empty() {
            return Err(Error::data(format!("{NAME}: there are elements that the mask does not know")));
        }
        output.fill(0);
        let elements = output.chunks_exact_mut(self.size).zip(mask).filter(|(_, is_there)| *is_there != 0);
        for ((element, _), value) in elements.zip(data.chunks_exact(self.size - 1)) {
            element[0] = 1;
            element[1..].copy_from_slice(value);
        }
        Ok(output.len())
    }
}
