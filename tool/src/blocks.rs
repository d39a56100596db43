//! Cutting an array into parts that fit into memory: along the borders of what is stored, so that nothing is decoded
//! more often than it has to be.

/// The memory that commands take for elements where the user says nothing.
pub const MEMORY: u64 = 256 << 20;

/// A part of an array: the first element along each axis, and the number of elements.
pub type ArrayPart = (Vec<u64>, Vec<u64>);

/// Parts of one shape, but for those at the border, in C order.
#[derive(Clone, Debug)]
pub struct Blocks {
    shape: Vec<u64>,
    block: Vec<u64>,
    next: Option<Vec<u64>>,
}

impl Blocks {
    /// The parts of an array, each of as many `unit`s as take `bytes` at most: whole rows of them before several rows.
    /// A unit that is larger is cut.
    pub fn new(shape: &[u64], unit: &[u64], item: u64, bytes: u64) -> Self {
        let most = (bytes / item.max(1)).max(1);
        let mut block: Vec<u64> =
            unit.iter().zip(shape).map(|(unit, length)| (*unit).clamp(1, (*length).max(1))).collect();
        let volume = |block: &[u64]| block.iter().fold(1, |product: u64, length| product.saturating_mul(*length));
        while volume(&block) > most
            && let Some(longest) = (0..block.len()).max_by_key(|axis| block[*axis]).filter(|axis| block[*axis] > 1)
        {
            block[longest] = block[longest].div_ceil(2);
        }
        for axis in (0..block.len()).rev() {
            let times = (most / volume(&block)).max(1);
            block[axis] = block[axis].saturating_mul(times).min(shape[axis].max(1));
        }
        Self::of(shape, block)
    }

    /// The parts for copying into units of another shape than those of the source: whole units of the target, as many
    /// as `most` elements allow; first along the axes where a unit of the source is longer, and would be read several
    /// times.
    pub fn along(shape: &[u64], unit: &[u64], source: &[u64], most: u64) -> Self {
        let mut block: Vec<u64> =
            unit.iter().zip(shape).map(|(unit, length)| (*unit).clamp(1, (*length).max(1))).collect();
        let units = block.clone();
        let volume = |block: &[u64]| block.iter().fold(1, |product: u64, length| product.saturating_mul(*length));
        let grow = |block: &mut Vec<u64>, axis: usize, wanted: u64| {
            let times = (most / volume(block)).min(wanted.div_ceil(block[axis])).max(1);
            block[axis] = block[axis].saturating_mul(times).min(shape[axis].max(1));
        };
        // Along the axis first where it saves most: that along which most parts share a unit of the source.
        let mut axes: Vec<usize> = (0..block.len()).collect();
        axes.sort_by_key(|axis| std::cmp::Reverse(source[*axis].min(shape[*axis]).div_ceil(units[*axis])));
        axes.iter().for_each(|axis| grow(&mut block, *axis, source[*axis].min(shape[*axis])));
        (0..block.len()).rev().for_each(|axis| grow(&mut block, axis, shape[axis]));
        Self::of(shape, block)
    }

    /// Parts of this shape.
    pub fn of(shape: &[u64], block: Vec<u64>) -> Self {
        let next = (!shape.contains(&0)).then(|| vec![0; shape.len()]);
        Self { shape: shape.to_vec(), block, next }
    }

    /// Slabs of a part of an array: in C order their elements follow one another, so that they can be written as they
    /// come.
    pub fn slabs(shape: &[u64], unit: &[u64], item: u64, bytes: u64) -> Self {
        let most = (bytes / item.max(1)).max(1);
        let mut block = vec![1; shape.len()];
        let mut volume = 1_u64;
        for axis in (0..shape.len()).rev() {
            let length = shape[axis].max(1);
            if volume.saturating_mul(length) <= most {
                block[axis] = length;
                volume *= length;
                continue;
            }
            let rows = (most / volume).max(1);
            let unit = unit[axis].max(1);
            block[axis] = if rows > unit { rows - rows % unit } else { rows };
            break;
        }
        Self::of(shape, block)
    }
}

impl Iterator for Blocks {
    type Item = ArrayPart;

    fn next(&mut self) -> Option<ArrayPart> {
        let start = self.next.take()?;
        let axes = start.iter().zip(&self.block).zip(&self.shape);
        let count = axes.map(|((start, block), length)| (*block).min(length - start)).collect();
        let mut following = start.clone();
        for axis in (0..following.len()).rev() {
            following[axis] += self.block[axis];
            if following[axis] < self.shape[axis] {
                self.next = Some(following);
                break;
            }
            following[axis] = 0;
        }
        Some((start, count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_the_borders_of_what_is_stored() {
        let blocks = Blocks::new(&[10, 10], &[2, 3], 1, 20);
        assert_eq!(blocks.block, [2, 9]);
        let parts: Vec<ArrayPart> = blocks.collect();
        assert_eq!(parts.len(), 10);
        assert_eq!(parts[1], (vec![0, 9], vec![2, 1]));
        assert_eq!(parts.iter().map(|(_, count)| count.iter().product::<u64>()).sum::<u64>(), 100);
    }

    #[test]
    fn a_unit_that_does_not_fit_is_cut() {
        assert_eq!(Blocks::new(&[100, 100], &[100, 100], 8, 8 * 1000).block, [25, 25]);
        assert_eq!(Blocks::new(&[7], &[7], 8, 1).block, [1]);
    }

    #[test]
    fn a_unit_of_the_source_is_read_as_seldom_as_memory_allows() {
        assert_eq!(Blocks::along(&[16, 100, 100], &[16, 10, 10], &[1, 100, 100], 16 * 100 * 30).block, [16, 100, 30]);
        assert_eq!(Blocks::along(&[100, 100], &[100, 1], &[1, 100], 1000).block, [100, 10]);
        assert_eq!(Blocks::along(&[100, 100], &[10, 10], &[10, 10], 3000).block, [30, 100]);
        assert_eq!(Blocks::along(&[7], &[3], &[7], 1).block, [3]);
    }

    #[test]
    fn no_elements_no_parts_and_no_dimensions_one() {
        assert_eq!(Blocks::new(&[3, 0], &[1, 1], 1, 100).count(), 0);
        assert_eq!(Blocks::new(&[], &[], 1, 100).collect::<Vec<_>>(), [(vec![], vec![])]);
    }

    #[test]
    fn slabs_are_in_one_piece() {
        assert_eq!(Blocks::slabs(&[10, 4, 5], &[2, 2, 2], 1, 100).block, [4, 4, 5]);
        assert_eq!(Blocks::slabs(&[10, 4, 5], &[2, 2, 2], 1, 10).block, [1, 2, 5]);
        assert_eq!(Blocks::slabs(&[10, 4, 5], &[2, 2, 2], 1, 1000).block, [10, 4, 5]);
    }
}
