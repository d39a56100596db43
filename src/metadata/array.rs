//! The description of an array, common to all formats.

use super::{ChunkKeyEncoding, FillValue};
use crate::codec::Chain;
use crate::dtype::DataType;
use crate::error::Result;
use crate::grid::ChunkGrid;
use crate::json::Object;

/// The metadata of an array for the engine, independent of its format.
#[derive(Clone, Debug)]
pub struct ArrayMetadata {
    /// Elements along each axis.
    pub shape: Vec<u64>,
    /// The type of one element.
    pub data_type: DataType,
    /// How the array is divided into chunks.
    pub chunk_grid: ChunkGrid,
    /// How chunk keys are formed below the data prefix.
    pub chunk_keys: ChunkKeyEncoding,
    /// How chunks are encoded.
    pub chain: Chain,
    /// The value of elements that were not stored.
    pub fill_value: FillValue,
    /// A name for each axis; an axis may have none. None: the format or the document knows no names.
    pub dimension_names: Option<Vec<Option<String>>>,
    /// The user's attributes.
    pub attributes: Object,
}

impl ArrayMetadata {
    /// Refuses a fill value that a codec has to keep and does not.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Range`], naming the codec; [`crate::ErrorKind::NoMemory`].
    pub fn check_fill(&self) -> Result<()> {
        if self.fill_value.defined { self.chain.check_fill(&self.fill_value.element) } else { Ok(()) }
    }
}

/// A group as every format describes it.
#[derive(Clone, Debug, Default)]
pub struct GroupMetadata {
    /// The user's attributes.
    pub attributes: Object,
}
