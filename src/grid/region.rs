//! Boxes of elements, and the arithmetic on shapes that must not overflow.

use crate::error::{Error, Result, Term, counted};

/// A box of elements: its start, the number of elements along each axis, and the step between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// The first element along each axis.
    pub start: Vec<u64>,
    /// The number of elements along each axis.
    pub count: Vec<u64>,
    /// From each element to the next one along each axis, at least 1; nothing at all where all are 1.
    pub step: Vec<u64>,
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
            return Err(Error::invalid_argument(format!(
                "the array has {}, the region {given}",
                counted(wanted, "dimension")
            )));
        }
        for (axis, (&length, (&start, &count))) in shape.iter().zip(start.iter().zip(count)).enumerate() {
            if start.checked_add(count).is_none_or(|end| end > length) {
                let (elements, reach) = (counted(count, "element"), if count == 1 { "reaches" } else { "reach" });
                return Err(Error::out_of_bounds(format!(
                    "{}: {elements} from {} on {reach} outside the length {length}",
                    Term::dimension(axis, shape.len()),
                    Term::number(start)
                )));
            }
        }
        Ok(Self { start: start.to_vec(), count: count.to_vec(), step: Vec::new() })
    }

    /// The elements of an array of `shape` that `start`, `count` and `step` name, in ascending order: a negative step
    /// counts down from `start`.
    ///
    /// # Errors
    /// As [`Region::within`]; [`crate::ErrorKind::InvalidArgument`] for a step of 0.
    pub fn stepped(shape: &[u64], start: &[u64], count: &[u64], step: &[i64]) -> Result<Self> {
        if step.len() != shape.len() || step.iter().all(|step| *step == 1) {
            return match step.len() == shape.len() {
                true => Self::within(shape, start, count),
                false => Err(Error::invalid_argument("there are more or fewer steps than dimensions")),
            };
        }
        let mut region = Self::within(shape, start, &vec![0; start.len()])?;
        if count.len() != shape.len() {
            return Err(Error::invalid_argument("there are more or fewer counts than dimensions"));
        }
        if let Some(axis) = step.iter().position(|step| *step == 0) {
            return Err(Error::invalid_argument(format!(
                "{}: the {} is 0",
                Term::dimension(axis, shape.len()),
                Term::argument("step")
            )));
        }
        for axis in (0..shape.len()).filter(|axis| count[*axis] > 0) {
            let (first, step) = (i128::from(start[axis]), i128::from(step[axis]));
            let last = first + (i128::from(count[axis]) - 1) * step;
            if !(0..i128::from(shape[axis])).contains(&last) || start[axis] >= shape[axis] {
                return Err(Error::out_of_bounds(format!(
                    "{}: {} elements from {} on in steps of {step} reach outside the length {}",
                    Term::dimension(axis, shape.len()),
                    count[axis],
                    Term::number(first),
                    shape[axis]
                )));
            }
            region.start[axis] = first.min(last) as u64;
        }
        region.count = count.to_vec();
        region.step = step.iter().map(|step| step.unsigned_abs()).collect();
        Ok(region)
    }

    /// From each element to the next one along an axis.
    pub fn step(&self, axis: usize) -> u64 {
        self.step.get(axis).copied().unwrap_or(1)
    }

    /// The indices of its elements in `from..to` along an axis.
    pub fn between(&self, axis: usize, from: u64, to: u64) -> std::ops::Range<u64> {
        let before = |end: u64| end.saturating_sub(self.start[axis]).div_ceil(self.step(axis)).min(self.count[axis]);
        before(from)..before(to)
    }

    /// Its element at a place along an axis, counted from its start.
    pub fn element(&self, axis: usize, place: u64) -> u64 {
        self.start[axis] + place * self.step(axis)
    }

    /// The number of dimensions.
    pub fn rank(&self) -> usize {
        self.start.len()
    }

    /// True if it holds no elements.
    pub fn is_empty(&self) -> bool {
        self.count.contains(&0)
    }
}

/// The product of the lengths; None when it overflows. A shape with a zero length has no elements, even if the other
/// lengths overflow.
pub fn element_count(shape: &[u64]) -> Option<u64> {
    u64::try_from(product(shape, 1)).ok()
}

/// The size in memory of the elements of a shape; None if it exceeds the address space.
pub fn byte_size(shape: &[u64], item_size: usize) -> Option<usize> {
    usize::try_from(product(shape, item_size)).ok().filter(|bytes| *bytes <= isize::MAX as usize)
}

/// The product of all factors, or far too much; a zero counts wherever it stands.
fn product(shape: &[u64], item_size: usize) -> u128 {
    shape.iter().fold(item_size as u128, |product, length| product.saturating_mul(u128::from(*length)))
}

/// The distance in bytes between neighbours along each axis, in C order. The shape's byte size is known to fit.
pub fn c_strides(shape: &[u64], item_size: usize) -> Vec<isize> {
    let mut strides = vec![item_size as isize; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis].saturating_mul(isize::try_from(shape[axis]).unwrap_or(isize::MAX));
    }
    strides
}

/// The distance in bytes between neighbours along each axis, in Fortran order: the first axis is the fastest.
pub fn f_strides(shape: &[u64], item_size: usize) -> Vec<isize> {
    let reversed: Vec<u64> = shape.iter().rev().copied().collect();
    let mut strides = c_strides(&reversed, item_size);
    strides.reverse();
    strides
}
