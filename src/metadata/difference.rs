//! Comparison of arrays by the meaning of their documents: the properties that decide which elements chunks stand for,
//! and under which keys they are stored.

use super::ArrayMetadata;
use crate::error::Result;
use crate::grid::ChunkGrid;
use std::fmt;

/// The first property in which the array of a document differs from that of an earlier one. Shape, names of dimensions
/// and attributes are not compared: a chunk stays one when these change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Its rank or its data type, in words.
    Elements(String),
    /// The form of its chunks or of their keys, in words.
    Chunks(String),
    /// The value of elements that are not stored, and nothing else.
    FillValue,
}

impl fmt::Display for Difference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Elements(why) | Self::Chunks(why) => formatter.write_str(why),
            Self::FillValue => formatter.write_str("its fill value was changed"),
        }
    }
}

impl ArrayMetadata {
    /// The chunk grid for another shape of the array.
    ///
    /// # Errors
    /// As [`ChunkGrid::for_shape`].
    pub fn grid_for(&self, shape: &[u64]) -> Result<ChunkGrid> {
        self.chunk_grid.for_shape(shape, self.chain.inner_shape().as_deref(), self.data_type.size())
    }

    /// The difference to the array of a later document; None: a chunk of the one is a chunk of the other.
    pub fn difference(&self, new: &Self) -> Option<Difference> {
        let (rank, new_rank) = (self.shape.len(), new.shape.len());
        if rank != new_rank {
            return Some(Difference::Elements(format!("its number of dimensions is {new_rank} now, not {rank}")));
        }
        if self.data_type != new.data_type {
            return Some(Difference::Elements(format!(
                "its data type is {} now, not {}",
                new.data_type, self.data_type
            )));
        }
        let chunks = self.difference_of_chunks(new).map(Difference::Chunks);
        chunks.or_else(|| (self.fill_value != new.fill_value).then_some(Difference::FillValue))
    }

    /// All that decoding a chunk depends on, as text: two arrays with one text decode the bytes of each other, to the
    /// same elements.
    pub fn decoding(&self) -> String {
        format!("{:?} {:?} {}", self.data_type, self.chunk_grid, self.chain.decoding_text())
    }

    fn difference_of_chunks(&self, new: &Self) -> Option<String> {
        let (grid, new_grid) = (&self.chunk_grid, &new.chunk_grid);
        // A grid of listed chunks gets more of them when the array grows.
        let is_one_grid = || grid.agrees(new_grid) || self.grid_for(&new.shape).is_ok_and(|grid| grid == *new_grid);
        if !is_one_grid() {
            return Some(match (grid.regular_shape(), new_grid.regular_shape()) {
                (Ok(old), Ok(new)) => format!("its chunks are {new:?} now, not {old:?}"),
                _ => "its chunk grid was changed".to_owned(),
            });
        }
        if self.chunk_keys != new.chunk_keys {
            let key = |metadata: &Self| {
                let mut key = String::new();
                metadata.chunk_keys.append(&vec![0; metadata.shape.len()], &mut key);
                key
            };
            return Some(format!("its chunks have keys like {:?} now, not {:?}", key(new), key(self)));
        }
        (!self.chain.is_alike(&new.chain)).then(|| self.chain.difference(&new.chain))
    }
}
