//! Reading and writing the same part of many arrays, which is named by dimensions.

use super::Dataset;
use super::extent::axes_of;
use crate::array::{Array, Part, check_bytes};
use crate::error::{Error, Result, ResultExt};
use std::sync::Arc;

/// The elements of a dimension that a caller names. Along dimensions that are not named, all elements are meant.
#[derive(Clone, Copy, Debug)]
pub struct Range<'a> {
    /// The name of the dimension.
    pub dimension: &'a str,
    /// The first element.
    pub start: u64,
    /// The number of elements.
    pub count: u64,
}

/// Elements for an array of a name: C order, native byte order.
#[derive(Clone, Copy, Debug)]
pub struct Block<'a> {
    /// The name of the array.
    pub name: &'a str,
    /// The elements.
    pub data: &'a [u8],
}

/// Memory for elements of an array of a name.
#[derive(Debug)]
pub struct Room<'a> {
    /// The name of the array.
    pub name: &'a str,
    /// The memory.
    pub data: &'a mut [u8],
}

impl Dataset {
    /// Reads a part of arrays, each into memory of exactly its bytes.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFound`] for names that there are not, [`crate::ErrorKind::OutOfBounds`],
    /// [`crate::ErrorKind::BufferSize`], [`crate::ErrorKind::TypeMismatch`]: then nothing was read. As
    /// [`Array::read_region`].
    pub fn read(&self, ranges: &[Range<'_>], rooms: &mut [Room<'_>]) -> Result<()> {
        let sizes: Vec<Size<'_>> = rooms.iter().map(|room| Size { name: room.name, bytes: room.data.len() }).collect();
        let mut read = |arrays: &[Arc<Array>]| -> Result<()> {
            let parts = parts(arrays, ranges, &sizes)?;
            parts.iter().zip(&mut *rooms).try_for_each(|(part, room)| part.read(room.data))
        };
        self.named_arrays(ranges, &sizes).and_then(|arrays| read(&arrays)).context(|| self.named())
    }

    /// Writes a part of arrays, each from memory of exactly its bytes. No array becomes longer.
    ///
    /// # Errors
    /// As [`Dataset::read`]; then nothing was written. As [`Array::write_region`]; then some arrays may be written.
    pub fn write(&self, ranges: &[Range<'_>], blocks: &[Block<'_>]) -> Result<()> {
        let sizes: Vec<Size<'_>> =
            blocks.iter().map(|block| Size { name: block.name, bytes: block.data.len() }).collect();
        let write = |arrays: &[Arc<Array>]| -> Result<()> {
            let parts = parts(arrays, ranges, &sizes)?;
            parts.iter().zip(blocks).try_for_each(|(part, block)| part.write(block.data))
        };
        self.named_arrays(ranges, &sizes).and_then(|arrays| write(&arrays)).context(|| self.named())
    }

    /// The arrays that a caller names, with dimensions that are there, each named once.
    fn named_arrays(&self, ranges: &[Range<'_>], sizes: &[Size<'_>]) -> Result<Vec<Arc<Array>>> {
        let state = self.state.lock();
        for (index, Range { dimension, .. }) in ranges.iter().enumerate() {
            state.check(dimension)?;
            if ranges[..index].iter().any(|other| other.dimension == *dimension) {
                return Err(Error::invalid_argument(format!("dimension {dimension:?} is named twice")));
            }
        }
        sizes.iter().map(|size| state.array(size.name).cloned()).collect()
    }
}

/// The bytes that a caller has for an array of a name.
struct Size<'a> {
    name: &'a str,
    bytes: usize,
}

/// Selects the ranges in each array, and checks that each part has the size of the caller's buffer.
fn parts<'a>(arrays: &'a [Arc<Array>], ranges: &[Range<'_>], sizes: &[Size<'_>]) -> Result<Vec<Part<'a>>> {
    let part = |(array, Size { name, bytes }): (&'a Arc<Array>, &Size<'_>)| {
        let mut count = array.shape();
        let mut start = vec![0; count.len()];
        for range in ranges {
            for axis in axes_of(array, range.dimension) {
                (start[axis], count[axis]) = (range.start, range.count);
            }
        }
        check_elements(array, name)?;
        let part = array.part(&start, &count)?;
        check_bytes("the block", *bytes, &count, part.data_type()).context(|| format!("array {name:?}"))?;
        Ok(part)
    };
    arrays.iter().zip(sizes).map(part).collect()
}

/// Refuses elements that have a variable length.
pub(super) fn check_elements(array: &Array, name: &str) -> Result<()> {
    let data_type = array.data_type();
    if !data_type.is_variable() {
        return Ok(());
    }
    let text = format!("array {name:?}: the elements of its data type {data_type} have a variable length");
    Err(Error::type_mismatch(text))
}
