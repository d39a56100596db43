//! The offsets of a block's elements, one after the other, for elements that no kernel can copy.

use super::copy::MemoryBlock;

/// The offsets of `count` elements of a block, in C order.
pub fn element_offsets<'a>(count: &'a [usize], block: &'a MemoryBlock) -> impl Iterator<Item = usize> + 'a {
    let mut index = vec![0; count.len()];
    let mut next = (!count.contains(&0)).then_some(block.offset);
    std::iter::from_fn(move || {
        let place = next?;
        next = None;
        let mut after = place;
        for axis in (0..count.len()).rev() {
            let stride = block.strides.get(axis).copied().unwrap_or(0);
            if index[axis] + 1 < count[axis] {
                index[axis] += 1;
                next = Some(after.wrapping_add_signed(stride));
                break;
            }
            after = after.wrapping_add_signed(-(index[axis] as isize) * stride);
            index[axis] = 0;
        }
        Some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_c_order_whatever_the_strides() {
        let places = |count: &[usize], offset, strides: &[isize]| {
            let block = MemoryBlock { offset, strides: strides.to_vec() };
            super::element_offsets(count, &block).collect::<Vec<_>>()
        };
        assert_eq!(places(&[2, 3], 1, &[10, 2]), [1, 3, 5, 11, 13, 15]);
        assert_eq!(places(&[3, 2], 0, &[1, 3]), [0, 3, 1, 4, 2, 5]);
        assert_eq!(places(&[2, 1, 2], 4, &[0, 9, 1]), [4, 5, 4, 5]);
        assert_eq!(places(&[2, 2], 5, &[-4, 1]), [5, 6, 1, 2]);
        assert_eq!(places(&[], 7, &[]), [7]);
        assert!(places(&[2, 0], 7, &[1, 1]).is_empty());
    }
}
