//! The chunk grid: which chunk holds an element, and where each chunk begins.

use super::edges::Edges;
use crate::error::{Error, Result, Term};
use std::borrow::Cow;

/// How an array is divided into chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChunkGrid {
    /// All chunks have one shape, aligned at the origin; those at the border overhang the array.
    Regular {
        /// Elements along each axis; zero, as old writers put it, only where the array has no elements.
        chunk_shape: Vec<u64>,
    },
    /// Along each axis, chunks have lengths of their own.
    Rectilinear {
        /// The chunks along each axis.
        axes: Vec<Edges>,
    },
}

impl ChunkGrid {
    /// A regular grid for an array of `shape`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for another rank, for a chunk length of zero where the array has elements, or
    /// for a chunk that memory can't hold.
    pub fn regular<'a>(shape: &[u64], chunk_shape: impl Into<Cow<'a, [u64]>>, item_size: usize) -> Result<Self> {
        let chunk_shape = chunk_shape.into();
        if chunk_shape.len() != shape.len() {
            let (wanted, given) = (shape.len(), chunk_shape.len());
            return Err(Error::metadata(format!("the shape has {wanted} dimensions, the chunk shape {given}")));
        }
        if let Some(axis) = (0..shape.len()).find(|axis| chunk_shape[*axis] == 0 && shape[*axis] != 0) {
            let dimension = Term::dimension(axis, shape.len());
            return Err(Error::metadata(format!("{dimension}: the chunk length must not be 0")));
        }
        check_size(&chunk_shape, item_size)?;
        Ok(Self::Regular { chunk_shape: chunk_shape.into_owned() })
    }

    /// True if the chunks of two grids have the same bounds as far as both reach: edges differ where an array has grown
    /// in several steps.
    pub fn agrees(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Rectilinear { axes }, Self::Rectilinear { axes: others }) => {
                axes.len() == others.len() && axes.iter().zip(others).all(|(own, other)| own.agrees(other))
            }
            _ => self == other,
        }
    }

    /// A rectilinear grid for an array of `shape`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for another rank, for chunks that end before the array does, or for a chunk that
    /// memory can't hold.
    pub fn rectilinear(shape: &[u64], axes: Vec<Edges>, item_size: usize) -> Result<Self> {
        if axes.len() != shape.len() {
            let (wanted, given) = (shape.len(), axes.len());
            return Err(Error::metadata(format!("the shape has {wanted} dimensions, the chunk grid {given}")));
        }
        for (axis, (length, edges)) in shape.iter().zip(&axes).enumerate() {
            if let Some(end) = edges.end().filter(|end| end < length) {
                let dimension = Term::dimension(axis, shape.len());
                return Err(Error::metadata(format!(
                    "{dimension}: the chunks end at {end}, before the array's length of {length}"
                )));
            }
        }
        let grid = Self::Rectilinear { axes };
        check_size(&grid.largest_shape(), item_size)?;
        Ok(grid)
    }

    /// The grid for another shape of the array. Along an axis of listed chunks that ends beyond the last of them, one
    /// more chunk is added, which is a whole multiple of `inner` where that is given.
    ///
    /// # Errors
    /// As [`ChunkGrid::regular`] and [`ChunkGrid::rectilinear`].
    pub fn for_shape(&self, shape: &[u64], inner: Option<&[u64]>, item_size: usize) -> Result<Self> {
        match self {
            Self::Regular { chunk_shape } => Self::regular(shape, chunk_shape, item_size),
            Self::Rectilinear { axes } => {
                let mut axes = axes.clone();
                for (axis, (edges, length)) in axes.iter_mut().zip(shape).enumerate() {
                    edges.cover(*length, inner.and_then(|inner| inner.get(axis)).map_or(1, |part| *part))?;
                }
                Self::rectilinear(shape, axes, item_size)
            }
        }
    }

    /// The shape of every chunk.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for a grid whose chunks are not all of one shape.
    pub fn regular_shape(&self) -> Result<&[u64]> {
        match self {
            Self::Regular { chunk_shape } => Ok(chunk_shape),
            Self::Rectilinear { .. } => {
                Err(Error::unsupported("the chunk grid is rectilinear: its chunks are not all of one shape"))
            }
        }
    }

    /// The shape that no chunk exceeds along any axis.
    pub fn largest_shape(&self) -> Cow<'_, [u64]> {
        match self {
            Self::Regular { chunk_shape } => Cow::Borrowed(chunk_shape),
            Self::Rectilinear { axes } => axes.iter().map(Edges::longest).collect(),
        }
    }

    /// Refuses parts that don't divide every chunk.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`], naming the axis.
    pub fn check_divisible(&self, inner: &[u64]) -> Result<()> {
        let divisible = |axis: usize, part: u64| match self {
            Self::Regular { chunk_shape } => chunk_shape[axis].checked_rem(part) == Some(0),
            Self::Rectilinear { axes } => axes[axis].divisible(part),
        };
        match inner.iter().enumerate().find(|(axis, part)| !divisible(*axis, **part)) {
            Some((axis, part)) => Err(Error::metadata(format!(
                "{}: inner chunks of length {part} don't divide every chunk",
                Term::dimension(axis, inner.len())
            ))),
            None => Ok(()),
        }
    }

    /// The number of chunks along each axis of an array of `shape`.
    pub fn grid_shape(&self, shape: &[u64]) -> Vec<u64> {
        match self {
            Self::Regular { chunk_shape } => {
                shape.iter().zip(chunk_shape).map(|(length, chunk)| length.div_ceil((*chunk).max(1))).collect()
            }
            Self::Rectilinear { axes } => shape.iter().zip(axes).map(|(length, edges)| edges.count(*length)).collect(),
        }
    }

    /// The shape of the chunk at a grid position; border chunks are whole.
    pub fn chunk_shape(&self, position: &[u64]) -> Vec<u64> {
        match self {
            Self::Regular { chunk_shape } => chunk_shape.clone(),
            Self::Rectilinear { .. } => {
                let axes = position.iter().enumerate();
                axes.map(|(axis, place)| self.end(axis, *place) - self.origin(axis, *place)).collect()
            }
        }
    }

    /// The chunk's first element along one axis.
    pub fn origin(&self, axis: usize, position: u64) -> u64 {
        match self {
            Self::Regular { chunk_shape } => position.saturating_mul(chunk_shape[axis]),
            Self::Rectilinear { axes } => axes[axis].origin(position),
        }
    }

    /// The chunk's end along one axis, beyond the array for a border chunk.
    pub fn end(&self, axis: usize, position: u64) -> u64 {
        self.origin(axis, position.saturating_add(1))
    }

    /// The place along one axis of the chunk that holds an element of the array.
    pub fn find(&self, axis: usize, element: u64) -> u64 {
        match self {
            Self::Regular { chunk_shape } => element / chunk_shape[axis],
            Self::Rectilinear { axes } => axes[axis].find(element),
        }
    }
}

fn check_size(chunk_shape: &[u64], item_size: usize) -> Result<()> {
    let size = chunk_shape.iter().try_fold(item_size as u64, |size, length| size.checked_mul((*length).max(1)));
    if size.is_none_or(|size| size > isize::MAX as u64) {
        let shape = Term::lengths(chunk_shape);
        return Err(Error::metadata(format!("a chunk of shape {shape} is larger than memory can be")));
    }
    Ok(())
}
