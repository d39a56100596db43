//! The traits of codecs: all have a name and a configuration, and each kind encodes and decodes in its own way.

use super::parallel::Parallel;
use crate::dtype::{ByteOrder, Dialect, TypeCode, Values, VariableValue};
use crate::error::Result;
use crate::json::Object;
use std::borrow::Cow;

/// The name and the configuration of a codec.
pub trait CodecInfo: Send + Sync + std::fmt::Debug {
    /// The name in final v3 without prefix: `gzip`, `crc32c`. The neutral name of the codec.
    fn name(&self) -> &str;

    /// Shows the codecs inside of it, by None one that is not known.
    fn inside(&self, show: &mut dyn FnMut(Option<&dyn CodecInfo>)) {
        let _ = show;
    }

    /// How many codecs it is: itself, and those inside of it.
    fn count(&self) -> usize {
        let mut count = 1;
        self.inside(&mut |codec| count += codec.map_or(1, CodecInfo::count));
        count
    }

    /// Shows the numbers of registrations by programs: its own, or those of codecs inside of it. Later ones are larger.
    fn registrations(&self, show: &mut dyn FnMut(u64)) {
        self.inside(&mut |codec| codec.into_iter().for_each(|codec| codec.registrations(show)));
    }

    /// The name, id or URI in a dialect, of codecs that the registry has no name for; None: ask the registry.
    fn spelling(&self, dialect: Dialect) -> Option<Result<String>> {
        let _ = dialect;
        None
    }

    /// True if the codec may run on any thread, and on several at once, as all codecs of the library may.
    fn thread_safe(&self) -> bool {
        let mut is_safe = true;
        self.inside(&mut |codec| is_safe &= codec.is_none_or(CodecInfo::thread_safe));
        is_safe
    }

    /// The configuration in the canonical spelling of a dialect (v2: the members beside `id`).
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] when the dialect can't express it.
    fn configuration(&self, dialect: Dialect) -> Result<Object>;

    /// The configuration where its type strings, which only filters have, say this byte order.
    ///
    /// # Errors
    /// As [`CodecInfo::configuration`].
    fn configuration_in(&self, dialect: Dialect, order: ByteOrder) -> Result<Object> {
        let _ = order;
        self.configuration(dialect)
    }

    /// The settings that decide which bytes elements may become, and which elements bytes become: codecs of one name
    /// with equal settings decode the bytes of each other. By default the whole configuration; a codec leaves out what
    /// changes no element, such as a level of compression.
    fn decoding(&self) -> Object {
        let spelled = self.configuration(Dialect::V3).or_else(|_| self.configuration(Dialect::V2));
        spelled.unwrap_or_else(|_| Object::new().with("settings", format!("{self:?}")))
    }
}

/// The name of a codec with the settings by which it decodes.
pub fn decoding_of(codec: &dyn CodecInfo) -> Object {
    Object::new().with("name", codec.name()).with("decoding", codec.decoding().sorted())
}

/// A codec between byte strings: compressors and checksums.
pub trait BytesToBytes: CodecInfo {
    /// The most bytes that encoding `length` bytes can give; None: more than memory can hold.
    fn encoded_bound(&self, length: usize) -> Option<usize>;

    /// True if the encoded length is the same for all inputs of one length (checksums); then it is `encoded_bound`.
    fn fixed_size(&self) -> bool {
        false
    }

    /// Refuses decoded bytes that become too large between codecs that this one has inside, by the limit of a chunk.
    fn check_stages(&self, size: usize, limit: u64) -> Result<()> {
        let _ = (size, limit);
        Ok(())
    }

    /// Appends the encoded form of `input` to `output`.
    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()>;

    /// Decodes `input` into the front of `output`, which has the largest decoded size and any content, and returns the
    /// number of decoded bytes.
    ///
    /// Input that decodes to more is [`crate::ErrorKind::BufferSize`], as only the caller knows the cause; input that
    /// ends early, a wrong checksum, or other corruption is [`crate::ErrorKind::Data`].
    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize>;

    /// The part of `input` that is the decoded bytes, for codecs that only add to them (checksums); None: decode.
    fn decode_in_place<'a>(&self, input: &'a [u8]) -> Option<Result<&'a [u8]>> {
        let _ = input;
        None
    }

    /// The length of the parts of `length` bytes that several threads can encode or decode; `length` if there is one
    /// part. An estimate if another program may have encoded them.
    fn part_size(&self, length: usize) -> usize {
        length
    }

    /// [`BytesToBytes::encode`] by as many threads as take part, to equal bytes.
    fn encode_parallel(&self, input: &[u8], output: &mut Vec<u8>, parallel: &dyn Parallel) -> Result<()> {
        let _ = parallel;
        self.encode(input, output)
    }

    /// [`BytesToBytes::decode_into`] by as many threads as take part.
    fn decode_parallel(&self, input: &[u8], output: &mut [u8], parallel: &dyn Parallel) -> Result<usize> {
        let _ = parallel;
        self.decode_into(input, output)
    }

    /// The parts of `input` that decode one by one, if it may decode to `limit` bytes at most; None: it decodes as a
    /// whole.
    fn parts<'a>(&self, input: &'a [u8], limit: usize) -> Result<Option<Box<dyn PartialDecoder + 'a>>> {
        let _ = (input, limit);
        Ok(None)
    }
}

/// Encoded bytes that decode in parts, in any order, also by several threads at once.
pub trait PartialDecoder: Sync {
    /// The length of all that is decoded.
    fn length(&self) -> usize;

    /// The decoded length of each part but the last, which may be shorter; not 0.
    fn size(&self) -> usize;

    /// Decodes the bytes in `wanted`, ranges in the part in ascending order, to their places in `target`, which is as
    /// long as the decoded part. The other bytes of `target` are unspecified.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Data`] for a corrupt part; a partial decode does not find all corruption.
    fn decode(&self, part: usize, wanted: &[std::ops::Range<usize>], target: &mut [u8]) -> Result<()>;
}

/// An array→bytes codec of elements of variable length.
pub trait ValuesToBytes: CodecInfo {
    /// True if the elements are texts or bytes.
    fn type_code(&self) -> TypeCode;

    /// True if missing elements stay missing; otherwise they become empty.
    fn keeps_absent(&self) -> bool {
        false
    }

    /// Appends the encoded form of the elements of a chunk of this shape, in the order in which they are stored.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Range`], naming the element, for one that it can't take.
    fn encode(&self, values: &[VariableValue<'_>], shape: &[u64], output: &mut Vec<u8>) -> Result<()>;

    /// Decodes exactly `count` elements, whose number is known to fit memory, of at most `limit` bytes together where
    /// the input does not bound them.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Data`] for anything corrupt, and for another number of elements;
    /// [`crate::ErrorKind::Limit`].
    fn decode(&self, input: Cow<'_, [u8]>, count: usize, limit: u64) -> Result<Values>;
}
