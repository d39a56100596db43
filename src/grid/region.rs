//! Boxes of elements, and the arithmetic on shapes that must not overflow.

use crate::error::{Error, Result};

/// A box of elements: where it begins and how many elements it has along each axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The first element along each axis.
    pub start: Vec<u64>,
    /// The number of elements along each axis.
    pub count: Vec<u64>,
}

impl Region {
    /// The region of an array of `shape` that `start` and `count` name.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for another rank, [`crate::ErrorKind::OutOfBounds`] for a region that
    /// reaches outside; both name the dimension.
    pub fn within(shape: &[u64], start: &[u64], count: &[u64]) -> Result<Self> {
        if start.len() != shape.len() || count.len() != shape.len() {
            let (wanted, given) = (shape.len(), if start.len() == shape.len() { count.len() } else { start.len() });
            return Err(Error::invalid_argument(format!("the array has {wanted} dimensions, the region {given}")));
        }
        for (axis, (&length, (&start, &count))) in shape.iter().zip(start.iter().zip(count)).enumerate() {
            if start.checked_add(count).is_none_or(|end| end > length) {
                return Err(Error::out_of_bounds(format!(
                    "dimension {axis}: {count} elements from {start} on reach outside the length {length}"
                )));
            }
        }
        Ok(Self { start: start.to_vec(), count: count.to_vec() })
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.start.len()
    }

    /// Whether it holds no elements.
    pub fn is_empty(&self) -> bool {
        self.count.contains(&0)
    }
}

/// The product of the lengths; None when it overflows. A shape with a zero length has no elements, whatever the rest.
pub fn element_count(shape: &[u64]) -> Option<u64> {
    u64::try_from(product(shape, 1)).ok()
}

/// The bytes that the elements of a shape take in memory; None when memory can't hold so many.
pub fn byte_size(shape: &[u64], item_size: usize) -> Option<usize> {
    usize::try_from(product(shape, item_size)).ok().filter(|bytes| *bytes <= isize::MAX as usize)
}

/// The product of all factors, or far too much; a zero counts wherever it stands.
fn product(shape: &[u64], item_size: usize) -> u128 {
    shape.iter().fold(item_size as u128, |product, length| product.saturating_mul(u128::from(*length)))
}

/// The distance in bytes between neighbours along each axis, in C order. The shape's byte size is known to fit.
pub fn c_strides(shape: &[u64], item_size: usize) -> Vec<usize> {
    let mut strides = vec![item_size; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis].saturating_mul(shape[axis] as usize);
    }
    strides
}
