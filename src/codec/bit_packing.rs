//! `packbits` as registered for final v3: of each number only the bits that its type has, or that the configuration
//! names, without gaps, the least significant first. (The codec of this name in numcodecs begins at the other end.)

use super::config::Config;
use super::errors::no_memory;
use super::kinds::{BytesToBytes, CodecInfo};
use crate::dtype::{ByteOrder, DataType, Dialect, TypeCode};
use crate::error::{Error, Result};
use crate::json::{Object, Value};
use std::sync::Arc;

/// The position of the byte that has the number of padding bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Padding {
    None,
    FirstByte,
    LastByte,
}

/// The codec.
#[derive(Clone, Copy, Debug)]
struct BitPacking {
    /// The bytes of a component in memory, of which an element has one or two.
    size: usize,
    components: usize,
    signed: bool,
    /// The bits of a component that are stored, the least significant being 0.
    first: u32,
    last: u32,
    /// The bits of a component of the type.
    width: u32,
    padding: Padding,
}

/// The bits of a component, the number of components, and whether its sign is extended.
fn layout(data_type: &DataType) -> Option<(u32, usize, bool)> {
    use TypeCode::{
        BFloat16, Bool, Complex64, Complex128, ComplexBFloat16, ComplexFloat4E2M1Fn, ComplexFloat6E2M3Fn,
        ComplexFloat6E3M2Fn, ComplexFloat16, Float4E2M1Fn, Float6E2M3Fn, Float6E3M2Fn, Float16, Float32, Float64, Int2,
        Int4, Int8, Int16, Int32, Int64, UInt2, UInt4, UInt8, UInt16, UInt32, UInt64,
    };
    Some(match data_type.code() {
        Bool => (1, 1, false),
        Int2 => (2, 1, true),
        UInt2 => (2, 1, false),
        Int4 => (4, 1, true),
        UInt4 | Float4E2M1Fn => (4, 1, false),
        Float6E2M3Fn | Float6E3M2Fn => (6, 1, false),
        ComplexFloat4E2M1Fn => (4, 2, false),
        ComplexFloat6E2M3Fn | ComplexFloat6E3M2Fn => (6, 2, false),
        Int8 => (8, 1, true),
        UInt8 => (8, 1, false),
        Int16 => (16, 1, true),
        UInt16 | Float16 | BFloat16 => (16, 1, false),
        Int32 => (32, 1, true),
        UInt32 | Float32 => (32, 1, false),
        Int64 => (64, 1, true),
        UInt64 | Float64 => (64, 1, false),
        ComplexFloat16 | ComplexBFloat16 => (16, 2, false),
        Complex64 => (32, 2, false),
        Complex128 => (64, 2, false),
        _ => return None,
    })
}

pub(super) fn parse(config: &mut Config) -> Result<Arc<dyn BytesToBytes>> {
    let data_type = config.data_type()?;
    let Some((width, components, signed)) = layout(data_type) else {
        return Err(Error::unsupported(format!("codec \"packbits\": data type {data_type} is not supported")));
    };
    let size = data_type.size() / components;
    let padding = match config.take("padding_encoding") {
        None => Padding::None,
        Some(value) => match value.as_str() {
            Some("none") => Padding::None,
            Some("first_byte") => Padding::FirstByte,
            Some("last_byte") => Padding::LastByte,
            _ => return Err(config.error(format!("padding_encoding can't be {}", value.brief()))),
        },
    };
    let mut bit = |member: &str, default: u32| {
        if config.get(member).is_some_and(Value::is_null) {
            config.take(member);
        }
        config.integer(member, 0..=i64::from(width - 1), default.into()).map(|bit| bit as u32)
    };
    let (first, last) = (bit("first_bit", 0)?, bit("last_bit", width - 1)?);
    if last < first {
        return Err(config.error(format!("last_bit {last} lies before first_bit {first}")));
    }
    Ok(Arc::new(BitPacking { size, components, signed, first, last, width, padding }))
}

/// The codec of booleans, one bit each.
pub(super) fn of_booleans() -> Arc<dyn BytesToBytes> {
    let padding = Padding::None;
    Arc::new(BitPacking { size: 1, components: 1, signed: false, first: 0, last: 0, width: 1, padding })
}

impl BitPacking {
    fn bits(&self) -> u32 {
        self.last - self.first + 1
    }

    /// The packed length of `length` bytes of elements, and the number of padding bits in the last byte.
    fn lengths(&self, length: usize) -> Option<(usize, u8)> {
        let bits = (length / self.size).checked_mul(self.bits() as usize)?;
        let bytes = bits.div_ceil(8);
        Some((bytes, (bytes * 8 - bits) as u8))
    }

    fn get(&self, component: &[u8]) -> u64 {
        let mut bytes = [0; 8];
        bytes[..self.size].copy_from_slice(component);
        if ByteOrder::NATIVE == ByteOrder::Big {
            bytes[..self.size].reverse();
        }
        u64::from_le_bytes(bytes)
    }

    fn put(&self, value: u64, component: &mut [u8]) {
        component.copy_from_slice(&value.to_le_bytes()[..self.size]);
        if ByteOrder::NATIVE == ByteOrder::Big {
            component.reverse();
        }
    }
}

/// A number whose lowest `bits` bits are set.
fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

impl CodecInfo for BitPacking {
    fn name(&self) -> &'static str {
        "packbits"
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        let mut object = Object::new();
        match self.padding {
            Padding::None => {}
            Padding::FirstByte => object.set("padding_encoding", "first_byte"),
            Padding::LastByte => object.set("padding_encoding", "last_byte"),
        }
        if self.first > 0 {
            object.set("first_bit", self.first);
        }
        if self.last + 1 < self.width {
            object.set("last_bit", self.last);
        }
        Ok(object)
    }
}

impl BytesToBytes for BitPacking {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        self.lengths(length)?.0.checked_add(usize::from(self.padding != Padding::None))
    }

    fn fixed_size(&self) -> bool {
        true
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let (Some((bytes, filling)), Some(bound)) = (self.lengths(input.len()), self.encoded_bound(input.len())) else {
            return Err(no_memory(usize::MAX));
        };
        output.try_reserve(bound).map_err(|_| no_memory(bound))?;
        if self.padding == Padding::FirstByte {
            output.push(filling);
        }
        let start = output.len();
        // The bits that do not fill a byte yet: at most 7 before each component, of at most 64.
        let (mut waiting, mut count) = (0_u128, 0);
        for component in input.chunks_exact(self.size) {
            let value = self.get(component) >> self.first & ones(self.bits());
            waiting |= u128::from(value) << count;
            count += self.bits();
            while count >= 8 {
                output.push(waiting as u8);
                waiting >>= 8;
                count -= 8;
            }
        }
        if count > 0 {
            output.push(waiting as u8);
        }
        debug_assert_eq!(output.len() - start, bytes);
        if self.padding == Padding::LastByte {
            output.push(filling);
        }
        Ok(())
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let (Some((_, filling)), Some(bound)) = (self.lengths(output.len()), self.encoded_bound(output.len())) else {
            return Err(no_memory(usize::MAX));
        };
        let length = input.len();
        let wrong = |why: String| Err(Error::data(format!("packbits: {why}")));
        if length != bound || !output.len().is_multiple_of(self.size * self.components) {
            return wrong(format!("{length} bytes, where {bound} are expected"));
        }
        let (packed, said) = match self.padding {
            Padding::None => (input, None),
            Padding::FirstByte => (&input[1..], Some(input[0])),
            Padding::LastByte => (&input[..length - 1], Some(input[length - 1])),
        };
        if let Some(said) = said.filter(|said| *said != filling) {
            return wrong(format!("{said} bits are said to be padding, but {filling} are"));
        }
        let (mut waiting, mut count, mut bytes) = (0_u128, 0, packed.iter());
        for component in output.chunks_exact_mut(self.size) {
            while count < self.bits() {
                waiting |= u128::from(*bytes.next().unwrap_or(&0)) << count;
                count += 8;
            }
            let mut value = (waiting as u64 & ones(self.bits())) << self.first;
            waiting >>= self.bits();
            count -= self.bits();
            if self.signed && value >> self.last & 1 == 1 {
                value |= u64::MAX << self.last;
            }
            self.put(value, component);
        }
        Ok(output.len())
    }
}
