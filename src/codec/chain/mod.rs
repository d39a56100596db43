//! The chain: all codecs of an array in the order in which they encode.
//!
//! Transposes are not carried out: the chain tells the engine in which order the axes are stored
//! ([`Chain::axes`]), and the engine copies through strides anyway. Only those behind a `reshape` are. What is left is
//! bytes: a byte order and any number of bytes→bytes codecs.

mod run;
mod stages;

pub use stages::most_between;

use super::stage::Stage;
use super::transpose::Moved;
use super::values::ValuesToBytes;
use super::{Bytes, BytesToBytes, Codec, CodecInfo, N5Block, Sharding, Transpose, Unknown, check_count};
use crate::dtype::{ByteOrder, DataType, Repair, StoredOrder, Swap};
use crate::error::{Error, Result};
use std::sync::Arc;

/// All codecs of an array.
#[derive(Clone, Debug)]
pub struct Chain {
    codecs: Vec<Codec>,
    axes: Option<Vec<usize>>,
    /// What stands before `bytes` and changes elements or moves them.
    filters: Stage,
    bytes: Bytes,
    bytes_to_bytes: Vec<Arc<dyn BytesToBytes>>,
    unknown: Option<Unknown>,
    /// In the place of `bytes`, where chunks are shards.
    sharding: Option<Arc<Sharding>>,
    /// Whether any thread may run them, and several at once.
    thread_safe: bool,
    /// The first of the bytes→bytes codecs, where chunks are blocks of N5.
    block: Option<Arc<N5Block>>,
    /// In the place of `bytes`, where elements have a length each.
    values: Option<Arc<dyn ValuesToBytes>>,
    /// What changes places when the stored order is not this machine's.
    swap: Swap,
    /// Makes every element one that C can hold (a boolean other than 0 and 1).
    repair: Repair,
}

impl Chain {
    /// Checks that the codecs follow one another in the only order that makes sense, for an array of `rank`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] when they don't: two array→bytes codecs, none at all, or an array→array codec
    /// behind one that gives bytes, or a filter for other elements. [`crate::ErrorKind::Unsupported`] for axes that are
    /// reordered behind a filter that depends on their order. [`crate::ErrorKind::Limit`] for too many codecs.
    pub fn new(codecs: Vec<Codec>, data_type: &DataType, rank: usize) -> Result<Self> {
        check_count(codecs.len())?;
        let mut axes = None;
        let unordered = || (0..rank).collect::<Vec<usize>>();
        let mut filters = Stage::default();
        let mut stored_type = data_type.clone();
        let mut bytes = None;
        let mut bytes_to_bytes = Vec::new();
        let mut unknown = None;
        let mut sharding = None;
        let mut native = false;
        let mut thread_safe = true;
        let mut block = None;
        let mut values = None;
        // Behind a `reshape` there are other axes than those of the engine: their lengths, or None where chunks differ.
        let mut reshaped: Option<Option<Vec<u64>>> = None;
        for codec in &codecs {
            match codec {
                Codec::BytesToBytes(codec) | Codec::ArrayToBytes(codec) => thread_safe &= codec.thread_safe(),
                Codec::N5Block(codec) => thread_safe &= codec.thread_safe(),
                Codec::Sharding(codec) => thread_safe &= codec.chain().thread_safe && codec.index().chain.thread_safe,
                _ => {}
            }
            match codec {
                // What an unknown codec gives can't be told, so nothing is said of the order around it.
                Codec::Unknown(codec) => unknown = unknown.or_else(|| Some(codec.clone())),
                Codec::Filter(filter) if bytes.is_none() && unknown.is_none() => {
                    stored_type = filters.push(filter, &stored_type)?;
                }
                Codec::Transpose(transpose) if bytes.is_none() => {
                    if let Some(filter) = filters.in_order().filter(|_| !transpose.order.is_sorted()) {
                        let name = filter.name();
                        return Err(Error::unsupported(format!(
                            "codec \"transpose\" behind {name:?} is not supported"
                        )));
                    }
                    if let Some(shape) = &mut reshaped {
                        if !transpose.order.is_sorted() {
                            let shape = shape.as_mut().filter(|_| !data_type.is_variable());
                            let shape = shape.ok_or_else(|| behind_reshape("transpose"))?;
                            filters.push_moved(Moved::new(shape, &transpose.order, stored_type.size()));
                            *shape = transpose.order.iter().map(|axis| shape[*axis]).collect();
                        }
                        continue;
                    }
                    let before = axes.unwrap_or_else(unordered);
                    axes = Some(transpose.order.iter().map(|axis| before[*axis]).collect());
                }
                Codec::Reshape(reshape) if bytes.is_none() => reshaped = Some(reshape.shape().map(<[u64]>::to_vec)),
                Codec::Bytes(_) if data_type.is_variable() => {
                    return Err(Error::metadata(format!("codec \"bytes\" can't encode elements of type {data_type}")));
                }
                Codec::Bytes(codec) if bytes.is_none() => bytes = Some(codec.clone()),
                // Its elements are as memory has them, so it runs like the codecs of bytes behind it.
                Codec::ArrayToBytes(codec) if bytes.is_none() && !data_type.is_variable() => {
                    bytes = Some(Bytes::new(&stored_type, ByteOrder::Little));
                    native = true;
                    bytes_to_bytes.push(Arc::clone(codec));
                }
                Codec::ArrayToBytes(codec) if data_type.is_variable() => {
                    let name = codec.name();
                    return Err(Error::metadata(format!("codec {name:?} can't encode elements of type {data_type}")));
                }
                Codec::Values(codec) if bytes.is_none() => {
                    if codec.type_code() != stored_type.code() {
                        let name = codec.name();
                        return Err(Error::metadata(format!(
                            "codec {name:?} can't encode elements of type {stored_type}"
                        )));
                    }
                    bytes = Some(Bytes::new(&stored_type, ByteOrder::Little));
                    values = Some(Arc::clone(codec));
                }
                Codec::Sharding(_) if bytes.is_none() && reshaped.is_some() => {
                    return Err(behind_reshape("sharding_indexed"));
                }
                Codec::N5Block(_) if bytes.is_none() && reshaped.is_some() => {
                    return Err(behind_reshape("n5_default"));
                }
                Codec::Sharding(codec) if bytes.is_none() => {
                    if !filters.is_empty() {
                        return Err(Error::unsupported("filters before \"sharding_indexed\" are not supported"));
                    }
                    bytes = Some(codec.chain().bytes.clone());
                    for inside in [codec.chain(), &codec.index().chain] {
                        unknown = unknown.or_else(|| inside.unknown.clone());
                    }
                    sharding = Some(Arc::clone(codec));
                }
                Codec::N5Block(_) if data_type.is_variable() => {
                    return Err(Error::metadata(format!(
                        "codec \"n5_default\" can't encode elements of type {data_type}"
                    )));
                }
                // What the block holds besides its header: reversed axes, and most significant bytes first.
                Codec::N5Block(codec) if bytes.is_none() => {
                    axes.get_or_insert_with(unordered).reverse();
                    bytes = Some(Bytes::new(&stored_type, ByteOrder::Big));
                    bytes_to_bytes.push(Arc::clone(codec) as Arc<dyn BytesToBytes>);
                    block = Some(Arc::clone(codec));
                }
                Codec::BytesToBytes(codec) if bytes.is_some() => bytes_to_bytes.push(Arc::clone(codec)),
                Codec::BytesToBytes(codec) if unknown.is_none() => {
                    return Err(Error::metadata(format!(
                        "codec {:?} stands before any array→bytes codec",
                        codec.name()
                    )));
                }
                Codec::Transpose(_) if unknown.is_none() => return Err(behind_bytes("transpose")),
                Codec::Reshape(_) if unknown.is_none() => return Err(behind_bytes("reshape")),
                Codec::Filter(filter) if unknown.is_none() => return Err(behind_bytes(filter.name())),
                Codec::Bytes(_)
                | Codec::ArrayToBytes(_)
                | Codec::Values(_)
                | Codec::Sharding(_)
                | Codec::N5Block(_)
                    if unknown.is_none() =>
                {
                    return Err(Error::metadata("there are two array→bytes codecs"));
                }
                _ => {}
            }
        }
        let bytes = match (bytes, &unknown) {
            (Some(bytes), _) => bytes,
            (None, Some(_)) => Bytes::new(&stored_type, ByteOrder::Little),
            (None, None) => return Err(Error::metadata("there is no array→bytes codec")),
        };
        let axes = axes.filter(|axes| !axes.is_sorted());
        let order = if native { ByteOrder::NATIVE.into() } else { bytes.order.clone() };
        let (swap, repair) = (Swap::new(&stored_type, &order), Repair::new(&stored_type));
        Ok(Self {
            codecs,
            axes,
            filters,
            bytes,
            bytes_to_bytes,
            unknown,
            sharding,
            thread_safe,
            block,
            values,
            swap,
            repair,
        })
    }

    /// The codecs as they were declared.
    pub fn codecs(&self) -> &[Codec] {
        &self.codecs
    }

    /// The codecs that make bytes of what `bytes` would give, in encoding order.
    pub fn bytes_to_bytes(&self) -> &[Arc<dyn BytesToBytes>] {
        &self.bytes_to_bytes
    }

    /// How chunks are cut into inner chunks, where they are shards.
    pub fn sharding(&self) -> Option<&Sharding> {
        self.sharding.as_deref()
    }

    /// How chunks become blocks of N5, where they do.
    pub fn block(&self) -> Option<&N5Block> {
        self.block.as_deref()
    }

    /// The same codecs for chunks that are no blocks of N5: formats that know no such blocks have no word for them.
    ///
    /// # Errors
    /// None for a chain that was made before.
    pub fn without_block(&self, data_type: &DataType, rank: usize) -> Result<Self> {
        let Some(block) = &self.block else { return Ok(self.clone()) };
        let mut codecs = Vec::new();
        if let Some(axes) = &self.axes {
            codecs.push(Codec::Transpose(Transpose { order: axes.clone() }));
        }
        let filters = self.codecs.iter().filter(|codec| matches!(codec, Codec::Filter(_)));
        codecs.extend(filters.cloned());
        codecs.push(Codec::Bytes(self.bytes.clone()));
        codecs.extend(block.compressor_elsewhere().map(Codec::BytesToBytes));
        codecs.extend(self.bytes_to_bytes.iter().skip(1).map(|codec| Codec::BytesToBytes(Arc::clone(codec))));
        Self::new(codecs, data_type, rank)
    }

    /// Whether chunks at the border of the array are stored without what lies outside.
    pub fn cuts(&self) -> bool {
        self.block.as_ref().is_some_and(|block| block.cuts())
    }

    /// Whether chunks of this chain and of another mean the same elements, whatever effort went into encoding them.
    pub fn stores_like(&self, other: &Self) -> bool {
        let ordered = self.bytes.ordered || other.bytes.ordered;
        let inside = match (&self.sharding, &other.sharding) {
            (Some(own), Some(other)) => own.chain().stores_like(other.chain()),
            (None, None) => {
                self.axes == other.axes
                    && self.filters.moved().eq(other.filters.moved())
                    && (!ordered || self.bytes.order == other.bytes.order)
            }
            _ => false,
        };
        inside && self.names() == other.names()
    }

    /// The names of the codecs that change more than an order.
    fn names(&self) -> Vec<&str> {
        let names = self.codecs.iter().flat_map(|codec| match codec {
            Codec::Transpose(_) | Codec::Reshape(_) | Codec::Bytes(_) | Codec::Sharding(_) | Codec::Unknown(_) => {
                [None, None]
            }
            Codec::Filter(codec) => [Some(codec.name()), None],
            Codec::N5Block(codec) => [Some("n5_default"), codec.compressor().map(|codec| codec.name())],
            Codec::Values(codec) => [Some(codec.name()), None],
            Codec::ArrayToBytes(codec) | Codec::BytesToBytes(codec) => [Some(codec.name()), None],
        });
        names.flatten().collect()
    }

    /// What encodes elements of variable length.
    pub fn values(&self) -> Option<&dyn ValuesToBytes> {
        self.values.as_deref()
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

    /// The first codec that is not known here, whose error every read and write of chunks gives.
    pub fn unknown(&self) -> Option<&Unknown> {
        self.unknown.as_ref()
    }

    /// Has chunks refused for something else that changes them and is not known.
    pub fn add_unknown(&mut self, unknown: Unknown) {
        self.unknown.get_or_insert(unknown);
    }

    /// Whether any thread may run the codecs, and several at once.
    pub fn thread_safe(&self) -> bool {
        self.thread_safe
    }

    /// Whether a stored value is just the elements, so that single ones can be read by their place.
    pub fn is_raw(&self) -> bool {
        let plain = self.filters.is_empty() && self.bytes_to_bytes.is_empty() && self.sharding.is_none();
        plain && self.unknown.is_none() && self.values.is_none()
    }

    /// The most bytes that a chunk of `size` decoded bytes can have in the store; None: too many to count, or any
    /// number, where elements have a length each.
    pub fn encoded_bound(&self, size: usize) -> Option<usize> {
        if self.values.is_some() {
            return None;
        }
        let size = match &self.sharding {
            Some(sharding) => sharding.encoded_bound()?,
            None => self.filters.encoded_length(size)?,
        };
        self.bytes_to_bytes.iter().try_fold(size, |size, codec| codec.encoded_bound(size))
    }
}

/// A codec that works along the axes of the array can't stand where others are.
fn behind_reshape(name: &str) -> Error {
    Error::unsupported(format!("codec {name:?} behind \"reshape\" is not supported for such chunks"))
}

/// Behind bytes there are no elements any more.
fn behind_bytes(name: &str) -> Error {
    Error::metadata(format!("codec {name:?} stands behind an array→bytes codec"))
}
