//! Filters: codecs that turn numbers into other numbers, one after the other, in memory order.

use super::config::Config;
use super::errors::no_memory;
use super::kinds::CodecInfo;
use crate::dtype::{Arithmetic, ByteOrder, DataType, TypeCode, Warnings};
use crate::error::{Error, Result};

/// A type of numbers, and the byte order in which a document says that they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// One of the booleans, integers and floats; of a filter that cuts off bits any type whose parts are such.
    pub code: TypeCode,
    /// None if it does not matter, or is that of the elements at this place.
    pub order: Option<ByteOrder>,
}

impl Numbers {
    /// The numbers of a data type.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for a type that is neither a boolean nor a real number.
    pub fn of(data_type: &DataType) -> Result<Self> {
        use TypeCode::{Bool, Float16, Float32, Float64, Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64};
        match data_type.code() {
            code @ (Bool | Int8 | Int16 | Int32 | Int64 | UInt8 | UInt16 | UInt32 | UInt64 | Float16 | Float32
            | Float64) => Ok(Self { code, order: None }),
            _ => Err(Error::unsupported(format!("filters of data type {data_type} are not supported"))),
        }
    }

    /// The numbers of a data type with an arithmetic, of any number of bits; None for other types.
    pub fn real(data_type: &DataType) -> Option<Self> {
        let code = data_type.code();
        Arithmetic::of(code).map(|_| Self { code, order: None })
    }

    /// The bytes of one.
    pub fn size(self) -> usize {
        use TypeCode::{
            BFloat16, DateTime64, Float16, Float32, Float64, Int16, Int32, Int64, TimeDelta64, UInt16, UInt32, UInt64,
        };
        match self.code {
            Int16 | UInt16 | Float16 | BFloat16 => 2,
            Int32 | UInt32 | Float32 => 4,
            Int64 | UInt64 | Float64 | DateTime64 | TimeDelta64 => 8,
            // All other real numbers have a byte each.
            code => code.part().map_or(1, |part| 2 * Self { code: part, order: None }.size()),
        }
    }

    /// The bytes of one that change places together.
    pub fn unit(self) -> usize {
        if self.code.part().is_some() { self.size() / 2 } else { self.size() }
    }

    /// True if the numbers are floats.
    pub fn is_float(self) -> bool {
        matches!(self.code, TypeCode::Float16 | TypeCode::Float32 | TypeCode::Float64)
    }

    /// The data type.
    ///
    /// # Errors
    /// None for numbers made by [`Numbers::of`].
    pub fn data_type(self) -> Result<DataType> {
        DataType::from_code(self.code as i32).ok_or_else(|| Error::internal("a filter has numbers of no type"))
    }

    /// The NumPy string for a byte order: `<i4`.
    ///
    /// # Errors
    /// As [`Numbers::data_type`].
    pub fn spell(self, order: ByteOrder) -> Result<String> {
        self.data_type()?.type_string(order).ok_or_else(|| Error::internal("NumPy has no name for numbers of a filter"))
    }

    /// Takes a member with a type string out of a configuration; None where it is absent.
    pub(super) fn take(config: &mut Config, member: &str) -> Result<Option<Self>> {
        let text = match config.take_set(member) {
            None => return Ok(None),
            Some(value) => value
                .as_str()
                .ok_or_else(|| config.error(format!("{member} must be a type string, not {}", value.brief())))?,
        };
        // Some texts show names of final v3; they are accepted.
        let (data_type, order) = DataType::from_type_string(text, &mut Warnings::default())
            .map_err(|error| error.context(format!("codec {:?}: {member}", config.name)))?;
        let numbers = Self::of(&data_type).map_err(|error| error.context(format!("codec {:?}", config.name)))?;
        Ok(Some(Self { order: (numbers.size() > 1).then_some(order), ..numbers }))
    }

    /// As [`Numbers::take`]; without the member, the numbers at this place of the chain.
    pub(super) fn take_or_input(config: &mut Config, member: &str) -> Result<Self> {
        match (Self::take(config, member)?, config.input.data_type) {
            (Some(numbers), _) => Ok(numbers),
            (None, Some(data_type)) => {
                Self::of(data_type).map_err(|error| error.context(format!("codec {:?}", config.name)))
            }
            (None, None) => {
                let why = "it works on numbers, so it stands before codecs that give bytes, or names its numbers";
                Err(config.error(format!("{member} is missing: {why}")))
            }
        }
    }
}

/// A codec between numbers. The buffers that it sees are in native byte order and of whole numbers.
pub trait Filter: CodecInfo {
    /// The input of encoding, and output of decoding.
    fn input(&self) -> Numbers;

    /// The output of encoding, and input of decoding.
    fn output(&self) -> Numbers;

    /// The data type after encoding elements of this one.
    ///
    /// # Errors
    /// None for numbers made by [`Numbers::of`] and [`Numbers::real`].
    fn behind(&self, data_type: &DataType) -> Result<DataType> {
        let _ = data_type;
        self.output().data_type()
    }

    /// Refuses a fill value, one native element, that would not come back, where the codec's text demands that it does.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Range`].
    fn check_fill(&self, fill: &[u8]) -> Result<()> {
        let _ = fill;
        Ok(())
    }

    /// True if each number is mapped by itself, so axes may be reordered after the filter.
    fn elementwise(&self) -> bool {
        true
    }

    /// The encoded length of `length` bytes; None on overflow.
    fn encoded_length(&self, length: usize) -> Option<usize> {
        (length / self.input().size()).checked_mul(self.output().size())
    }

    /// The decoded length of these bytes.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Data`] where they can't be what encoding gives.
    fn decoded_length(&self, encoded: &[u8]) -> Result<usize> {
        let size = self.output().size();
        if !encoded.len().is_multiple_of(size) {
            let (name, length) = (self.name(), encoded.len());
            return Err(Error::data(format!("{name}: {length} bytes are not a multiple of the element size, {size}")));
        }
        (encoded.len() / size).checked_mul(self.input().size()).ok_or_else(|| no_memory(usize::MAX))
    }

    /// Encodes into an output of exactly the encoded length.
    fn encode(&self, input: &[u8], output: &mut [u8]) -> Result<()>;

    /// Decodes into an output of exactly the decoded length.
    fn decode(&self, input: &[u8], output: &mut [u8]) -> Result<()>;
}
