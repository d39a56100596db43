//! The chain: all codecs of an array in the order in which they encode.
//!
//! The chain does not transpose: it gives the engine the stored order of the axes ([`Chain::axes`]), and the engine
//! copies through strides anyway. Only transposes after a `reshape` are carried out. The other steps are a byte order
//! and any number of bytes→bytes codecs.

mod stored_filters;
mod intermediate;
mod variable_length;
mod limits;
mod run;
mod filters;
mod codec;
mod sharding;
mod alike;

pub use codec::{ArrayToArray, ArrayToBytes, Codec, Unknown};
pub use intermediate::Intermediate;
pub use run::ChunkElements;
pub use sharding::{IndexCodecs, IndexLocation, NAME as SHARDING, Sharding};
pub use stored_filters::{add_filter, make_room};

use super::bytes::BytesCodec;
use super::kinds::{BytesToBytes, CodecInfo, ValuesToBytes};
use super::n5_block::N5Block;
use super::transpose::{AxisOrder, Transpose};
use crate::dtype::{BitRepair, ByteOrder, DataType, Element, StoredOrder, Swap};
use crate::error::{Error, Result};
use filters::Filters;
use std::sync::Arc;

/// All codecs of an array.
#[derive(Clone, Debug)]
pub struct Chain {
    codecs: Vec<Codec>,
    axes: Option<Vec<usize>>,
    /// The codecs that change elements or move them.
    filters: Filters,
    /// The layout of the filtered elements.
    array_to_bytes: ArrayToBytes,
    /// The byte order of the elements; for blocks, shards and elements of variable length, the one inside them.
    bytes: BytesCodec,
    /// The codecs that work on bytes, an opaque array→bytes codec included.
    bytes_to_bytes: Vec<Arc<dyn BytesToBytes>>,
    unknown: Option<Unknown>,
    /// True if the filters may run on any thread, and on several at once.
    thread_safe: bool,
    /// Swaps bytes where the stored order is not this machine's.
    swap: Swap,
    /// Makes every element one that C can hold (a boolean other than 0 and 1).
    repair: BitRepair,
}

impl Chain {
    /// Checks that the codecs follow one another in the only order that makes sense, for an array of `rank`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for two array→bytes codecs or none, for an array→array codec after one that
    /// produces bytes, or for a filter of other elements. [`crate::ErrorKind::Unsupported`] for axes that are reordered
    /// after a filter that depends on their order. [`crate::ErrorKind::Limit`] for too many codecs.
    pub fn new(codecs: Vec<Codec>, data_type: &DataType, rank: usize) -> Result<Self> {
        Codec::check_count(&codecs)?;
        check_order(&codecs)?;
        let end = codecs.iter().position(|codec| matches!(codec, Codec::ArrayToBytes(_))).unwrap_or(codecs.len());
        let mut elements = Elements::new(data_type, rank);
        for codec in &codecs[..end] {
            elements.pass(codec)?;
        }
        let mut bytes_to_bytes = Vec::new();
        let (array_to_bytes, bytes, order) = match codecs.get(end) {
            Some(Codec::ArrayToBytes(codec)) => {
                let (bytes, order) = elements.lay_out(codec, &mut bytes_to_bytes)?;
                (codec.clone(), bytes, order)
            }
            _ => {
                let bytes = BytesCodec::new(&elements.data_type, ByteOrder::Little);
                (ArrayToBytes::Bytes(bytes.clone()), bytes, ByteOrder::Little.into())
            }
        };
        for codec in &codecs[end..] {
            if let Codec::BytesToBytes(codec) = codec {
                bytes_to_bytes.push(Arc::clone(codec));
            }
        }
        Ok(Self {
            axes: elements.axes.filter(|axes| !axes.is_sorted()),
            filters: elements.filters,
            swap: Swap::new(&elements.data_type, &order),
            repair: BitRepair::new(&elements.data_type),
            unknown: codecs.iter().find_map(Codec::unknown).cloned(),
            thread_safe: codecs.iter().filter_map(|codec| codec.info().ok()).all(CodecInfo::thread_safe),
            array_to_bytes,
            bytes,
            bytes_to_bytes,
            codecs,
        })
    }

    /// The codecs as they were declared.
    pub fn codecs(&self) -> &[Codec] {
        &self.codecs
    }

    /// Shows its codecs, as [`CodecInfo::inside`] does.
    pub(super) fn show(&self, show: &mut dyn FnMut(Option<&dyn CodecInfo>)) {
        self.codecs.iter().for_each(|codec| show(codec.info().ok()));
    }

    /// Shows the numbers of its registered codecs, as [`CodecInfo::registrations`] does.
    pub(super) fn registrations(&self, show: &mut dyn FnMut(u64)) {
        self.show(&mut |codec| codec.into_iter().for_each(|codec| codec.registrations(show)));
    }

    /// The number of the last registration among its codecs; 0 without a registered one.
    pub fn registration(&self) -> u64 {
        let mut last = 0;
        self.registrations(&mut |number| last = last.max(number));
        last
    }

    /// The codecs after `bytes`, in encoding order.
    pub fn bytes_to_bytes(&self) -> &[Arc<dyn BytesToBytes>] {
        &self.bytes_to_bytes
    }

    /// How chunks are cut into inner chunks, where they are shards.
    pub fn sharding(&self) -> Option<&Sharding> {
        if let ArrayToBytes::Sharding(codec) = &self.array_to_bytes { Some(codec) } else { None }
    }

    /// How chunks become blocks of N5, where they do.
    pub fn block(&self) -> Option<&N5Block> {
        if let ArrayToBytes::N5Block(codec) = &self.array_to_bytes { Some(codec) } else { None }
    }

    /// The codecs without blocks of N5, for formats that have no word for these.
    ///
    /// # Errors
    /// None for a chain that was made before.
    pub fn without_block(&self, data_type: &DataType, rank: usize) -> Result<Self> {
        let Some(block) = self.block() else { return Ok(self.clone()) };
        let mut codecs = Vec::new();
        if let Some(axes) = &self.axes {
            codecs.push(Transpose { order: axes.clone() }.into());
        }
        let filters = self.codecs.iter().filter(|codec| matches!(codec, Codec::ArrayToArray(ArrayToArray::Filter(_))));
        codecs.extend(filters.cloned());
        codecs.push(self.bytes.clone().into());
        codecs.extend(block.compressor_elsewhere().map(Codec::BytesToBytes));
        codecs.extend(self.bytes_to_bytes.iter().skip(1).map(|codec| Codec::BytesToBytes(Arc::clone(codec))));
        Self::new(codecs, data_type, rank)
    }

    /// True if chunks at the border of the array are stored without the part outside.
    pub fn cuts(&self) -> bool {
        self.block().is_some_and(N5Block::cuts)
    }

    /// The codec of elements of variable length.
    pub fn values(&self) -> Option<&dyn ValuesToBytes> {
        if let ArrayToBytes::Values(codec) = &self.array_to_bytes { Some(&**codec) } else { None }
    }

    /// The stored byte order; of a struct with several, that of its first number.
    pub fn byte_order(&self) -> ByteOrder {
        self.bytes.order.first()
    }

    /// The stored byte order, also where each field of a struct has its own.
    pub fn stored_order(&self) -> &StoredOrder {
        &self.bytes.order
    }

    /// The order in which the axes are stored: stored axis `i` is axis `axes[i]` of the array. None: as they are.
    pub fn axes(&self) -> Option<&[usize]> {
        self.axes.as_deref()
    }

    /// The first unknown codec, the error of which every read and write of chunks returns.
    pub fn unknown(&self) -> Option<&Unknown> {
        self.unknown.as_ref()
    }

    /// Has chunks refused for something else that changes them and is not known.
    pub fn add_unknown(&mut self, unknown: Unknown) {
        self.unknown.get_or_insert(unknown);
    }

    /// Refuses a fill value that would not come back, where a codec has to keep it.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Range`], naming the codec; [`crate::ErrorKind::NoMemory`].
    pub fn check_fill(&self, fill: &Element) -> Result<()> {
        self.sharding().map_or_else(|| self.filters.check_fill(fill), |sharding| sharding.chain().check_fill(fill))
    }

    /// True if the codecs may run on any thread, and on several at once.
    pub fn thread_safe(&self) -> bool {
        self.thread_safe
    }

    /// True if a stored value is the plain elements, so parts of it can be read by offset.
    pub fn is_raw(&self) -> bool {
        let raw = matches!(self.array_to_bytes, ArrayToBytes::Bytes(_));
        raw && self.filters.is_empty() && self.bytes_to_bytes.is_empty() && self.unknown.is_none()
    }

    /// The most bytes that a chunk of `size` decoded bytes can have in the store; None: too many to count, or any
    /// number, where elements have a variable length.
    pub fn encoded_bound(&self, size: usize) -> Option<usize> {
        let size = match &self.array_to_bytes {
            ArrayToBytes::Values(_) => return None,
            ArrayToBytes::Sharding(sharding) => sharding.encoded_bound()?,
            _ => self.filters.encoded_length(size)?,
        };
        self.bytes_to_bytes.iter().try_fold(size, |size, codec| codec.encoded_bound(size))
    }
}

/// Refuses codecs that are out of order by their kinds. The output of an unknown codec is unknown, so the codecs after
/// it are not checked.
fn check_order(codecs: &[Codec]) -> Result<()> {
    let mut bytes = false;
    for codec in codecs {
        match codec {
            Codec::Unknown(_) => return Ok(()),
            Codec::ArrayToArray(codec) if bytes => {
                let name = codec.info().name();
                return Err(Error::metadata(format!(
                    "codec {name:?} is for elements, and must come before codecs for bytes and the one that makes them"
                )));
            }
            Codec::ArrayToBytes(_) if bytes => return Err(Error::metadata("there are two array→bytes codecs")),
            Codec::BytesToBytes(codec) if !bytes => {
                let name = codec.name();
                return Err(Error::metadata(format!(
                    "codec {name:?} is for bytes, and must come after one that makes them, such as \"bytes\""
                )));
            }
            Codec::ArrayToBytes(_) => bytes = true,
            Codec::ArrayToArray(_) | Codec::BytesToBytes(_) => {}
        }
    }
    if bytes { Ok(()) } else { Err(Error::metadata("there is no array→bytes codec")) }
}

/// The elements of a chunk on their way through the array→array codecs.
struct Elements {
    data_type: DataType,
    rank: usize,
    axes: Option<Vec<usize>>,
    filters: Filters,
    /// The chunk shape after a `reshape`; inside None if chunks differ in shape.
    reshaped: Option<Option<Vec<u64>>>,
    /// True if every codec before this one is known.
    known: bool,
}

impl Elements {
    fn new(data_type: &DataType, rank: usize) -> Self {
        let (data_type, filters) = (data_type.clone(), Filters::default());
        Self { data_type, rank, axes: None, filters, reshaped: None, known: true }
    }

    /// Passes a codec in front of the array→bytes codec.
    fn pass(&mut self, codec: &Codec) -> Result<()> {
        match codec {
            Codec::ArrayToArray(ArrayToArray::Filter(filter)) if self.known => {
                self.data_type = self.filters.push(filter, &self.data_type)?;
            }
            Codec::ArrayToArray(ArrayToArray::Filter(_)) => {}
            Codec::ArrayToArray(ArrayToArray::Reshape(codec)) => {
                self.reshaped = Some(codec.shape().map(<[u64]>::to_vec));
            }
            Codec::ArrayToArray(ArrayToArray::Transpose(codec)) => self.transpose(&codec.order)?,
            _ => self.known = false,
        }
        Ok(())
    }

    fn transpose(&mut self, order: &[usize]) -> Result<()> {
        if let Some(filter) = self.filters.in_order().filter(|_| !order.is_sorted()) {
            let name = filter.name();
            return Err(Error::unsupported(format!("codec \"transpose\" behind {name:?} is not supported")));
        }
        match &mut self.reshaped {
            Some(_) if order.is_sorted() => {}
            Some(shape) => {
                let shape = shape.as_mut().filter(|_| !self.data_type.is_variable());
                let shape = shape.ok_or_else(|| behind_reshape("transpose"))?;
                self.filters.push_moved(AxisOrder::new(shape, order, self.data_type.size()));
                *shape = order.iter().map(|axis| shape[*axis]).collect();
            }
            None => {
                let before = self.axes.take().unwrap_or_else(|| (0..self.rank).collect());
                self.axes = Some(order.iter().map(|axis| before[*axis]).collect());
            }
        }
        Ok(())
    }

    /// Hands the elements to the array→bytes codec, which becomes the first of those on bytes where it is opaque. Gives
    /// the byte order that the chain has, and that in which the codecs on bytes see the elements.
    fn lay_out(
        &mut self,
        codec: &ArrayToBytes,
        bytes_to_bytes: &mut Vec<Arc<dyn BytesToBytes>>,
    ) -> Result<(BytesCodec, StoredOrder)> {
        let name = codec.info().name();
        if !codec.takes(&self.data_type) {
            return Err(Error::metadata(format!("codec {name:?} can't encode elements of type {}", self.data_type)));
        }
        if matches!(codec, ArrayToBytes::Sharding(_) | ArrayToBytes::N5Block(_)) && self.reshaped.is_some() {
            return Err(behind_reshape(name));
        }
        let bytes = match codec {
            ArrayToBytes::Bytes(bytes) => bytes.clone(),
            ArrayToBytes::Opaque(codec) => {
                bytes_to_bytes.push(Arc::clone(codec));
                return Ok((BytesCodec::new(&self.data_type, ByteOrder::Little), ByteOrder::NATIVE.into()));
            }
            ArrayToBytes::Values(_) => BytesCodec::new(&self.data_type, ByteOrder::Little),
            // After its header, a block has the elements with reversed axes, in big-endian order.
            ArrayToBytes::N5Block(block) => {
                self.axes.get_or_insert_with(|| (0..self.rank).collect()).reverse();
                bytes_to_bytes.push(Arc::clone(block) as Arc<dyn BytesToBytes>);
                BytesCodec::new(&self.data_type, ByteOrder::Big)
            }
            ArrayToBytes::Sharding(_) if !self.filters.is_empty() => {
                return Err(Error::unsupported("filters before \"sharding_indexed\" are not supported"));
            }
            ArrayToBytes::Sharding(sharding) => sharding.chain().bytes.clone(),
        };
        let order = bytes.order.clone();
        Ok((bytes, order))
    }
}

/// A codec along the axes of the array can't follow a codec that changes the axes.
fn behind_reshape(name: &str) -> Error {
    Error::unsupported(format!("codec {name:?} behind \"reshape\" is not supported for such chunks"))
}
