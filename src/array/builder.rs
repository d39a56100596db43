//! A new array, described step by step before its format is known.

use super::change::parse_attributes;
use super::requested::{Requested, RequestedFill, no_type, wrong};
use crate::codec::{Chain, Codec, Intermediate, Optional, Sharding, Transpose};
use crate::dtype::{ByteOrder, DataType, Dialect, StoredOrder, VALUE_SIZE, Warnings};
use crate::error::{Error, Result, Term, counted};
use crate::format::{Format, FormatId};
use crate::grid::{ChunkGrid, DEFAULT_CHUNK_BYTES, Edges, halved};
use crate::json::{self, Object, ParseOptions};
use crate::metadata::{ArrayMetadata, Separator};
use std::sync::Arc;

/// The description of an array that is to be created. It can be used for several arrays.
#[derive(Clone, Debug)]
pub struct ArrayBuilder {
    data_type: DataType,
    shape: Vec<u64>,
    format: Option<FormatId>,
    chunk_shape: Option<Vec<u64>>,
    shard_shape: Option<Vec<u64>>,
    /// The chunks along axes that have lengths of their own there.
    chunk_edges: Vec<Option<Edges>>,
    fill: RequestedFill,
    order: char,
    byte_order: StoredOrder,
    separator: Option<Separator>,
    chunk_keys: Option<Requested>,
    dimension_names: Option<Vec<Option<String>>>,
    attributes: Object,
    codecs: Vec<Requested>,
}

impl ArrayBuilder {
    /// An array of a data type and a shape, everything else by default.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for a length that does not fit 63 bits.
    pub fn new(data_type: DataType, shape: &[u64]) -> Result<Self> {
        if let Some(axis) = shape.iter().position(|length| i64::try_from(*length).is_err()) {
            let (dimension, length) = (Term::dimension(axis, shape.len()), shape[axis]);
            return Err(Error::invalid_argument(format!("{dimension}: the length {length} is too large")));
        }
        Ok(Self {
            data_type,
            shape: shape.to_vec(),
            format: None,
            chunk_shape: None,
            shard_shape: None,
            chunk_edges: vec![None; shape.len()],
            fill: RequestedFill::Default,
            order: 'C',
            byte_order: ByteOrder::Little.into(),
            separator: None,
            chunk_keys: None,
            dimension_names: None,
            attributes: Object::new(),
            codecs: Vec::new(),
        })
    }

    /// An array of a data type in any spelling: a name, an extension object, a NumPy string or a list of fields, which
    /// may also say the byte order.
    ///
    /// # Errors
    /// As [`ArrayBuilder::new`]; [`crate::ErrorKind::Unsupported`] for a type that is not known.
    pub fn new_json(data_type: &str, shape: &[u64]) -> Result<Self> {
        let wrong = |error: Error| match error.kind() {
            crate::ErrorKind::NoMemory => error,
            _ => error.of_kind(crate::ErrorKind::InvalidArgument).context("data type"),
        };
        let (value, _) = json::parse(data_type.as_bytes(), ParseOptions::default()).map_err(wrong)?;
        let found = DataType::from_any_json(&value, &mut Warnings::default());
        let (data_type, order) = found.map_err(|error| no_type(&value, error))?;
        let mut builder = Self::new(data_type, shape)?;
        builder.byte_order = order.unwrap_or(ByteOrder::Little.into());
        Ok(builder)
    }

    /// The description with another shape of as many dimensions: what is said of whole axes means those of this shape.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for another rank, or a length that does not fit 63 bits.
    pub fn with_shape(&self, shape: &[u64]) -> Result<Self> {
        self.check_rank(shape.len(), "the new shape")?;
        let Self { shape, .. } = Self::new(self.data_type.clone(), shape)?;
        Ok(Self { shape, ..self.clone() })
    }

    /// The number of dimensions.
    pub fn ndim(&self) -> usize {
        self.shape.len()
    }

    /// The type of an element.
    pub fn data_type(&self) -> &DataType {
        &self.data_type
    }

    /// The format; None: that of the hierarchy, or final v3.
    pub fn format(&mut self, format: Option<FormatId>) {
        self.format = format;
    }

    /// The format that was asked for.
    pub fn requested_format(&self) -> Option<FormatId> {
        self.format
    }

    /// Elements of a chunk along each axis; 0: the whole axis.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for another rank.
    pub fn chunk_shape(&mut self, chunk_shape: &[u64]) -> Result<()> {
        self.check_rank(chunk_shape.len(), "the chunk shape")?;
        self.chunk_shape = Some(chunk_shape.to_vec());
        Ok(())
    }

    /// Elements of each chunk along one axis, or of each shard where there are shards, of which there must be as many
    /// as the axis needs; the grid becomes rectilinear.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for an axis out of range, a length of zero, or chunks that end before the
    /// array does.
    pub fn chunk_edges(&mut self, axis: usize, lengths: &[u64]) -> Result<()> {
        let rank = self.shape.len();
        let Some(length) = self.shape.get(axis) else {
            return Err(Error::invalid_argument(format!(
                "{} is out of range: the array has {}",
                Term::dimension(axis, rank),
                counted(rank, "dimension")
            )));
        };
        let edges = Edges::listed(lengths.iter().map(|length| (*length, 1)));
        let edges = edges.and_then(|edges| {
            ChunkGrid::rectilinear(&[*length], vec![edges.clone()], 1)?;
            Ok(edges)
        });
        self.chunk_edges[axis] = Some(edges.map_err(|error| error.of_kind(crate::ErrorKind::InvalidArgument))?);
        Ok(())
    }

    /// Elements of a shard along each axis; 0: the whole axis.
    ///
    /// # Errors
    /// As [`ArrayBuilder::chunk_shape`].
    pub fn shard_shape(&mut self, shard_shape: &[u64]) -> Result<()> {
        self.check_rank(shard_shape.len(), "the shard shape")?;
        self.shard_shape = Some(shard_shape.to_vec());
        Ok(())
    }

    /// The fill value, as one element in native byte order; of any size where elements are of variable length.
    ///
    /// # Errors
    /// [`crate::ErrorKind::BufferSize`] for another size than that of an element.
    pub fn fill_value(&mut self, element: &[u8]) -> Result<()> {
        self.fill = RequestedFill::of(&self.data_type, element)?;
        Ok(())
    }

    /// Leaves open what reading gives where nothing was stored.
    pub fn no_fill_value(&mut self) {
        self.fill = RequestedFill::Open;
    }

    /// Where no fill value is asked for, leaves it open in formats that can.
    pub(crate) fn prefer_no_fill_value(&mut self) {
        if matches!(self.fill, RequestedFill::Default) {
            self.fill = RequestedFill::OpenOrDefault;
        }
    }

    /// The order of the axes inside a chunk: `C` (the last varies fastest) or `F`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for any other letter.
    pub fn order(&mut self, order: char) -> Result<()> {
        if !matches!(order, 'C' | 'F') {
            return Err(Error::invalid_argument(format!("the order must be 'C' or 'F', not {order:?}")));
        }
        self.order = order;
        Ok(())
    }

    /// True if numbers are stored with their most significant byte first.
    pub fn big_endian(&mut self, big_endian: bool) {
        self.byte_order = if big_endian { ByteOrder::Big } else { ByteOrder::Little }.into();
    }

    /// The separator between the indices of chunk keys: `.` or `/`. It takes back an encoding.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for anything else.
    pub fn separator(&mut self, separator: char) -> Result<()> {
        let parsed = Separator::parse(separator.encode_utf8(&mut [0; 4]));
        self.separator = Some(parsed.map_err(|error| error.of_kind(crate::ErrorKind::InvalidArgument))?);
        self.chunk_keys = None;
        Ok(())
    }

    /// How chunk keys are formed, by the name and the configuration that final v3 has for it. It takes back a
    /// separator.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for an encoding that is not known, [`crate::ErrorKind::InvalidArgument`] for a
    /// configuration that makes no sense.
    pub fn chunk_key_encoding(&mut self, name: &str, configuration: Option<&str>) -> Result<()> {
        let requested = Requested::new("chunk key encoding", name, configuration)?;
        requested.check_chunk_keys()?;
        (self.chunk_keys, self.separator) = (Some(requested), None);
        Ok(())
    }

    /// A name for each axis; an axis may have none.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for another rank.
    pub fn dimension_names(&mut self, names: &[Option<&str>]) -> Result<()> {
        self.check_rank(names.len(), "the list of dimension names")?;
        // xarray needs the empty list to read a scalar as a variable without dimensions.
        let named = names.is_empty() || names.iter().any(Option::is_some);
        self.dimension_names = named.then(|| names.iter().map(|name| name.map(str::to_owned)).collect());
        Ok(())
    }

    /// The attributes, a JSON object.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for anything else.
    pub fn attributes(&mut self, attributes: &str) -> Result<()> {
        self.attributes = parse_attributes(attributes)?;
        Ok(())
    }

    /// Adds a codec, in encoding order, by its name in final v3 or its id in v2, with parameters in either spelling.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for a codec that is not known, [`crate::ErrorKind::InvalidArgument`] for
    /// parameters that make no sense.
    pub fn codec(&mut self, name: &str, configuration: Option<&str>) -> Result<()> {
        self.codecs.push(Requested::new("codec", name, configuration)?);
        let dialect = self.format.map(|format| format.format().dialect());
        let checked = self.requested_codecs(dialect.unwrap_or(Dialect::V3)).map_err(wrong);
        if checked.is_err() {
            self.codecs.pop();
        }
        checked.map(drop)
    }

    /// The neutral description of the array in a format.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for what can't be made, [`crate::ErrorKind::InvalidArgument`] for what does
    /// not fit together.
    pub fn build(&self, format: &dyn Format) -> Result<ArrayMetadata> {
        let chunk_shape = self.inner_chunk_shape();
        let shard_shape = self.shard_shape.as_ref().map(|shard_shape| self.whole_axes(shard_shape));
        let chunk_grid = self.chunk_grid(shard_shape.as_ref().unwrap_or(&chunk_shape)).map_err(wrong)?;
        let mut chain = self.chain(format.dialect())?;
        if self.shard_shape.is_some() {
            let index = format.shard_index(self.shape.len())?;
            let rank = self.shape.len();
            // Orders of axes stay inside, with the chunks that they are about: every format can say that.
            chain = Sharding::new(&chunk_grid.largest_shape(), &chunk_shape, &self.data_type, chain, index)
                .and_then(|sharding| Chain::new(vec![Arc::new(sharding).into()], &self.data_type, rank))
                .and_then(|chain| chunk_grid.check_divisible(&chunk_shape).map(|()| chain))
                .map_err(|error| error.of_kind(crate::ErrorKind::InvalidArgument))?;
        }
        let fill_value = self.fill.in_format(&self.data_type, format)?;
        let array = ArrayMetadata {
            shape: self.shape.clone(),
            data_type: self.data_type.clone(),
            chunk_grid,
            chunk_keys: match &self.chunk_keys {
                Some(requested) => requested.chunk_keys(format)?,
                None => format.chunk_keys(self.separator),
            },
            chain,
            fill_value,
            dimension_names: self.dimension_names.clone(),
            attributes: self.attributes.clone(),
        };
        array.check_fill().map_err(|error| match error.kind() {
            crate::ErrorKind::NoMemory => error,
            _ => error.of_kind(crate::ErrorKind::InvalidArgument),
        })?;
        Ok(array)
    }

    /// The grid of stored chunks: of one shape, but for the axes with lengths of their own.
    fn chunk_grid(&self, chunk_shape: &[u64]) -> Result<ChunkGrid> {
        let item = self.data_type.size();
        if self.chunk_edges.iter().all(Option::is_none) {
            return ChunkGrid::regular(&self.shape, chunk_shape, item);
        }
        let axes = self.chunk_edges.iter().zip(chunk_shape);
        let axes = axes.map(|(edges, length)| edges.clone().map_or_else(|| Edges::uniform(*length), Ok));
        ChunkGrid::rectilinear(&self.shape, axes.collect::<Result<_>>()?, item)
    }

    /// The order of axes first, then the codecs that were asked for; the byte order stands before the first codec on
    /// bytes.
    fn chain(&self, dialect: Dialect) -> Result<Chain> {
        Chain::new(self.requested_codecs(dialect)?, &self.data_type, self.shape.len()).map_err(wrong)
    }

    fn requested_codecs(&self, dialect: Dialect) -> Result<Vec<Codec>> {
        let rank = self.shape.len();
        let regular = self.shard_shape.is_some() || self.chunk_edges.iter().all(Option::is_none);
        let whole = regular.then(|| self.inner_chunk_shape());
        let mut behind = Intermediate::new(&self.data_type, rank, whole.as_deref());
        let mut codecs = Vec::new();
        if self.order == 'F' {
            let reversal = Transpose::reversal(rank).into();
            behind.pass(&reversal)?;
            codecs.push(reversal);
        }
        let mut bytes = false;
        for requested in &self.codecs {
            let codec = requested.codec(behind.input(), dialect)?;
            match &codec {
                Codec::ArrayToBytes(_) => bytes = true,
                Codec::BytesToBytes(_) if !bytes => {
                    codecs.push(self.bytes(&behind)?);
                    bytes = true;
                }
                _ => {}
            }
            behind.pass(&codec)?;
            codecs.push(codec);
        }
        if !bytes {
            codecs.push(self.bytes(&behind)?);
        }
        Codec::check_count(&codecs)?;
        Ok(codecs)
    }

    /// The codec for the byte order, for the output of the codecs before it.
    fn bytes(&self, behind: &Intermediate<'_>) -> Result<Codec> {
        Optional::or_default_of(behind.data_type().unwrap_or(&self.data_type), &self.byte_order)
    }

    /// The chunks that were asked for; by default the whole shard where it is small, else a part that divides it.
    fn inner_chunk_shape(&self) -> Vec<u64> {
        match (&self.chunk_shape, &self.shard_shape) {
            (Some(chunk_shape), _) => self.whole_axes(chunk_shape),
            (None, None) => self.default_chunk_shape(&self.shape),
            (None, Some(shard_shape)) => {
                let edges = self.chunk_edges.iter().zip(self.whole_axes(shard_shape));
                let shard_shape = edges.map(|(edges, length)| edges.as_ref().map_or(length, Edges::common_part));
                let shard_shape: Vec<u64> = shard_shape.collect();
                let about = self.default_chunk_shape(&shard_shape);
                // Divisors near by; a prime length stays whole rather than be cut into single elements.
                let divisor = |(about, whole): (&u64, &u64)| {
                    (1..=64).map(|steps| about.saturating_sub(steps - 1)).find(|part| *part > 0 && whole % part == 0)
                };
                about.iter().zip(&shard_shape).map(|axis| divisor(axis).unwrap_or(*axis.1)).collect()
            }
        }
    }

    /// The whole array where it is small; else its longest axes are halved until a chunk has at most about 1 MiB.
    fn default_chunk_shape(&self, whole: &[u64]) -> Vec<u64> {
        let item = if self.data_type.is_variable() { VALUE_SIZE } else { self.data_type.size() };
        halved(whole, item as u64, DEFAULT_CHUNK_BYTES)
    }

    fn whole_axes(&self, lengths: &[u64]) -> Vec<u64> {
        let lengths = lengths.iter().zip(&self.shape);
        lengths.map(|(length, whole)| if *length == 0 { (*whole).max(1) } else { *length }).collect()
    }

    fn check_rank(&self, given: usize, what: &str) -> Result<()> {
        let rank = self.shape.len();
        if given == rank {
            return Ok(());
        }
        Err(Error::invalid_argument(format!("the shape has {}, {what} {given}", counted(rank, "dimension"))))
    }
}
