//! `n5_default`: the blocks of N5, which final v3 registers as an array→bytes codec and which format N5 is made of.
//!
//! A block has its shape in a header, so one at the border of an array may be smaller than a chunk: it is padded on
//! reading, and may be cut on writing. Inside are the elements with the first axis fastest, most significant byte
//! first, and at most one compressor. The chain keeps the order of axes and of bytes ([`super::Chain`]), so this codec
//! has the header and the compressor, and runs as the first of the bytes→bytes codecs.

use super::errors::no_memory;
use super::kinds::{BytesToBytes, CodecInfo, decoding_of};
use super::limits::most_between;
use super::lz4;
use super::scratch::zeros;
use crate::dtype::{DataType, Dialect};
use crate::error::{Error, Result, ResultExt};
use crate::grid::{MemoryBlock, byte_size, c_strides, copy, element_count};
use crate::json::{Json, Object};
use std::sync::Arc;

/// The data types that N5 has.
pub const TYPES: [&str; 10] =
    ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float32", "float64"];

/// A header is the mode, the number of dimensions, these, and in variable mode the number of elements.
const DEFAULT: u16 = 0;
const VARIABLE: u16 = 1;

/// The codec.
#[derive(Clone, Debug)]
pub struct N5Block {
    /// Elements of a chunk along each axis in N5's order: the first varies fastest.
    shape: Vec<u64>,
    /// Bytes of an element.
    item: usize,
    compressor: Option<Arc<dyn BytesToBytes>>,
    /// True if blocks at the border are cut to the array, as N5's own library does.
    cut: bool,
}

impl N5Block {
    /// Blocks of a shape in N5's order of axes. `cut`: blocks at the border store only the elements inside the array.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for properties that N5 can't express: other data types, and shapes that its
    /// header has no room for.
    pub fn new(
        shape: &[u64],
        data_type: &DataType,
        compressor: Option<Arc<dyn BytesToBytes>>,
        cut: bool,
    ) -> Result<Self> {
        if !TYPES.contains(&data_type.to_string().as_str()) {
            return Err(Error::unsupported(format!("blocks of N5 can't hold the data type {data_type}")));
        }
        if u16::try_from(shape.len()).is_err() || shape.iter().any(|length| u32::try_from(*length).is_err()) {
            return Err(Error::unsupported(format!("the header of an N5 block has no room for the shape {shape:?}")));
        }
        Ok(Self { shape: shape.to_vec(), item: data_type.size(), compressor, cut })
    }

    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The codec of the data after the header.
    pub fn compressor(&self) -> Option<&Arc<dyn BytesToBytes>> {
        self.compressor.as_ref()
    }

    /// The codec that does the same outside blocks: other formats know another form of LZ4.
    pub(super) fn compressor_elsewhere(&self) -> Option<Arc<dyn BytesToBytes>> {
        let compressor = self.compressor.as_ref()?;
        Some(if compressor.name() == "n5_lz4" { lz4::plain() } else { Arc::clone(compressor) })
    }

    /// True if blocks at the border are written smaller than a chunk.
    pub fn cuts(&self) -> bool {
        self.cut
    }

    /// Encodes the part of a chunk inside the array: `inside` elements from the chunk's origin on, in N5's order.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Internal`] for a part that is not one of the chunk; errors of the compressor.
    pub fn encode_part(&self, input: &[u8], inside: &[u64], output: &mut Vec<u8>) -> Result<()> {
        let fits = inside.len() == self.shape.len() && inside.iter().zip(&self.shape).all(|(part, all)| part <= all);
        if !fits || byte_size(&self.shape, self.item) != Some(input.len()) {
            return Err(Error::internal("a block of N5 is made of a part that its chunk does not have"));
        }
        self.push_header(inside, output)?;
        if inside == self.shape {
            return self.compress(input, output);
        }
        let (chunk, part) = (reversed(&self.shape), reversed(inside));
        let mut elements = buffer(&part, self.item)?;
        let from = MemoryBlock { offset: 0, strides: c_strides(&chunk, self.item) };
        let to = MemoryBlock { offset: 0, strides: c_strides(&part, self.item) };
        copy(&sizes(&part), self.item, from.of(input), to.of(&mut elements))?;
        self.compress(&elements, output)
    }

    fn push_header(&self, dimensions: &[u64], output: &mut Vec<u8>) -> Result<()> {
        let size = 4 + 4 * dimensions.len();
        output.try_reserve(size).map_err(|_| no_memory(size))?;
        output.extend_from_slice(&DEFAULT.to_be_bytes());
        output.extend_from_slice(&(dimensions.len() as u16).to_be_bytes());
        output.extend(dimensions.iter().flat_map(|length| (*length as u32).to_be_bytes()));
        Ok(())
    }

    fn compress(&self, elements: &[u8], output: &mut Vec<u8>) -> Result<()> {
        match &self.compressor {
            Some(compressor) => compressor.encode(elements, output),
            None => {
                output.try_reserve(elements.len()).map_err(|_| no_memory(elements.len()))?;
                output.extend_from_slice(elements);
                Ok(())
            }
        }
    }

    /// Decodes the data after the header into exactly these bytes.
    fn decompress(&self, payload: &[u8], elements: &mut [u8]) -> Result<()> {
        let length = match &self.compressor {
            Some(compressor) => compressor.decode_into(payload, elements)?,
            None if payload.len() == elements.len() => {
                elements.copy_from_slice(payload);
                payload.len()
            }
            None => payload.len(),
        };
        if length != elements.len() {
            let expected = elements.len();
            return Err(Error::data(format!("the block has {length} bytes of data where its header says {expected}")));
        }
        Ok(())
    }

    /// The shape in a header, in N5's order, and the data after it.
    fn parse<'a>(&self, input: &'a [u8]) -> Result<(Vec<u64>, &'a [u8])> {
        let early = || Error::data("the block ends within its header");
        let (mode, input) = input.split_first_chunk::<2>().ok_or_else(early)?;
        let mode = u16::from_be_bytes(*mode);
        if !matches!(mode, DEFAULT | VARIABLE) {
            return Err(Error::data(format!("a block of mode {mode} is not one of numbers")));
        }
        let (rank, mut input) = input.split_first_chunk::<2>().ok_or_else(early)?;
        let rank = usize::from(u16::from_be_bytes(*rank));
        if rank != self.shape.len() {
            let wanted = self.shape.len();
            return Err(Error::data(format!("the block has {rank} dimensions, the array {wanted}")));
        }
        let mut next = || -> Result<u64> {
            let (number, rest) = input.split_first_chunk::<4>().ok_or_else(early)?;
            input = rest;
            Ok(u32::from_be_bytes(*number).into())
        };
        let dimensions = (0..rank).map(|_| next()).collect::<Result<Vec<_>>>()?;
        // A block of more elements than its chunk is decoded, and the surplus left out. No writer makes larger ones on
        // purpose, and the size in a header may be wrong.
        let size = |shape: &[u64]| byte_size(shape, self.item).map(|size| size as u64);
        let most = size(&self.shape).map_or(0, most_between);
        if size(&dimensions).is_none_or(|size| size > most) {
            let shape = &self.shape;
            return Err(Error::data(format!("a block of shape {dimensions:?} where chunks have the shape {shape:?}")));
        }
        if mode == VARIABLE {
            let (elements, expected) = (next()?, element_count(&dimensions).unwrap_or(u64::MAX));
            if elements != expected {
                return Err(Error::unsupported(format!(
                    "the block holds {elements} numbers for {expected} elements: what that means only its writer knows"
                )));
            }
        }
        Ok((dimensions, input))
    }
}

impl CodecInfo for N5Block {
    fn name(&self) -> &'static str {
        "n5_default"
    }

    fn inside(&self, show: &mut dyn FnMut(Option<&dyn CodecInfo>)) {
        self.compressor.iter().for_each(|compressor| show(Some(&**compressor)));
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Err(Error::internal("the codecs inside a block of N5 are spelled by its format"))
    }

    fn decoding(&self) -> Object {
        let compressor = self.compressor.as_ref().map_or(Json::Null, |codec| decoding_of(&**codec).into());
        Object::new().with("compressor", compressor).with("cut", self.cut)
    }
}

impl BytesToBytes for N5Block {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        let payload = self.compressor.as_ref().map_or(Some(length), |compressor| compressor.encoded_bound(length))?;
        payload.checked_add(8 + 4 * self.shape.len())
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        self.encode_part(input, &self.shape, output)
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let (dimensions, payload) = self.parse(input)?;
        if byte_size(&self.shape, self.item) != Some(output.len()) {
            return Err(Error::internal("a chunk of N5 blocks has another size than its shape"));
        }
        if dimensions == self.shape {
            self.decompress(payload, output)?;
            return Ok(output.len());
        }
        let (chunk, part) = (reversed(&self.shape), reversed(&dimensions));
        let mut elements = buffer(&part, self.item)?;
        self.decompress(payload, &mut elements).context(|| format!("a block of shape {dimensions:?}"))?;
        output.fill(0);
        let common: Vec<u64> = part.iter().zip(&chunk).map(|(part, chunk)| *part.min(chunk)).collect();
        let from = MemoryBlock { offset: 0, strides: c_strides(&part, self.item) };
        let to = MemoryBlock { offset: 0, strides: c_strides(&chunk, self.item) };
        copy(&sizes(&common), self.item, from.of(&elements), to.of(&mut *output))?;
        Ok(output.len())
    }
}

fn reversed(shape: &[u64]) -> Vec<u64> {
    shape.iter().rev().copied().collect()
}

fn sizes(shape: &[u64]) -> Vec<usize> {
    shape.iter().map(|length| *length as usize).collect()
}

/// Memory for a block.
fn buffer(shape: &[u64], item: usize) -> Result<Vec<u8>> {
    zeros(byte_size(shape, item).ok_or_else(|| no_memory(usize::MAX))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::{Codec, Input, parse};

    fn block(shape: &[u64], cut: bool) -> N5Block {
        let data_type = DataType::from_name("uint16", None).unwrap();
        N5Block::new(shape, &data_type, None, cut).unwrap()
    }

    #[test]
    fn a_block_is_what_the_text_says() {
        let codec = block(&[3, 2], false);
        let (elements, mut encoded) = ([0u8, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6], Vec::new());
        codec.encode(&elements, &mut encoded).unwrap();
        assert_eq!(encoded[..12], [0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 2]);
        assert_eq!(encoded[12..], elements);
        let mut decoded = [9; 12];
        assert_eq!(codec.decode_into(&encoded, &mut decoded).unwrap(), 12);
        assert_eq!(decoded, elements);
        // In variable mode the number of elements follows.
        encoded[1] = 1;
        encoded.splice(12..12, [0, 0, 0, 6]);
        assert_eq!(codec.decode_into(&encoded, &mut decoded).unwrap(), 12);
        encoded[15] = 5;
        assert_eq!(codec.decode_into(&encoded, &mut decoded).unwrap_err().kind(), crate::ErrorKind::Unsupported);
    }

    #[test]
    fn a_part_is_cut_out_and_padded_with_zeros() {
        let codec = block(&[3, 2], true);
        let elements = [0u8, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6];
        let mut encoded = Vec::new();
        codec.encode_part(&elements, &[2, 1], &mut encoded).unwrap();
        assert_eq!(encoded, [0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 1, 0, 2]);
        let mut decoded = [9; 12];
        codec.decode_into(&encoded, &mut decoded).unwrap();
        assert_eq!(decoded, [0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert!(codec.encode_part(&elements, &[4, 1], &mut encoded).is_err());
    }

    #[test]
    fn what_a_block_has_beyond_its_chunk_is_passed_over() {
        let codec = block(&[3, 2], false);
        let mut encoded = vec![0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0, 1];
        encoded.extend([0, 1, 0, 2, 0, 3, 0, 4]);
        let mut decoded = [9; 12];
        codec.decode_into(&encoded, &mut decoded).unwrap();
        assert_eq!(decoded, [0, 1, 0, 2, 0, 3, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn headers_that_lie_are_refused() {
        let codec = block(&[3, 2], false);
        let mut output = [0; 12];
        let header = |mode: u8, dimensions: &[u8]| {
            let mut bytes = vec![0, mode, 0, dimensions.len() as u8];
            bytes.extend(dimensions.iter().flat_map(|length| [0, 0, 0, *length]));
            bytes.extend([7; 12]);
            bytes
        };
        assert!(codec.decode_into(&header(0, &[3, 2]), &mut output).is_ok());
        for bytes in [
            header(0, &[3]),
            header(0, &[3, 2, 1]),
            header(0, &[4, 1]),
            header(0, &[255, 255]),
            header(0, &[3, 1]),
            header(0, &[0, 2]),
            header(2, &[3, 2]),
            header(3, &[3, 2]),
            header(0, &[3, 2])[..11].to_vec(),
            header(0, &[3, 2])[..23].to_vec(),
            vec![0],
            vec![],
        ] {
            let error = codec.decode_into(&bytes, &mut output).unwrap_err();
            assert_eq!(error.kind(), crate::ErrorKind::Data, "{bytes:?}: {error}");
        }
    }

    #[test]
    fn a_compressor_sees_the_part_only() {
        let data_type = DataType::from_name("uint16", None).unwrap();
        let input = Input { data_type: Some(&data_type), rank: 2, chunk_shape: None };
        let level = Object::new().with("level", 5).flat().unwrap();
        let gzip = parse("gzip", level.members().unwrap(), Dialect::V3, input, &mut Default::default()).unwrap();
        let Codec::BytesToBytes(gzip) = gzip else { panic!() };
        let codec = N5Block::new(&[300, 2], &data_type, Some(gzip), true).unwrap();
        let elements: Vec<u8> = (0..1200u32).map(|at| (at * at) as u8).collect();
        let mut encoded = Vec::new();
        codec.encode_part(&elements, &[100, 2], &mut encoded).unwrap();
        assert!(encoded.len() <= codec.encoded_bound(elements.len()).unwrap());
        let mut decoded = vec![1; 1200];
        codec.decode_into(&encoded, &mut decoded).unwrap();
        assert!(decoded[..200] == elements[..200] && decoded[600..800] == elements[600..800]);
        assert!(decoded[200..600].iter().chain(&decoded[800..]).all(|byte| *byte == 0));
    }

    #[test]
    fn what_n5_lacks_is_refused() {
        let refused = |name, shape: &[u64]| {
            let data_type = DataType::from_name(name, None).unwrap();
            N5Block::new(shape, &data_type, None, false).unwrap_err().kind()
        };
        assert_eq!(refused("float16", &[2]), crate::ErrorKind::Unsupported);
        assert_eq!(refused("bool", &[2]), crate::ErrorKind::Unsupported);
        assert_eq!(refused("uint8", &[1 << 32]), crate::ErrorKind::Unsupported);
    }
}
