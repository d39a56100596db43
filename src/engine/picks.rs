//! Single elements of one chunk, or shard, wherever they lie in it: what a selection of points, or of rows and columns,
//! comes down to.

use crate::grid::{Block, Tile};

/// Elements of a tile that are overwritten one by one. An element that is named several times is the last of these.
#[derive(Debug)]
pub struct Picks<'a> {
    /// The smallest part of the chunk that has them all.
    pub tile: Tile,
    /// Their places in the tile, a number for each axis of each.
    pub places: Vec<usize>,
    /// Which of the caller's elements each is.
    pub numbers: Vec<usize>,
    /// The caller's elements, one behind the other.
    pub data: &'a [u8],
}

/// A pick in a part of its tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pick<'p> {
    /// Its place in the tile.
    place: &'p [usize],
    /// Where the part begins there.
    start: &'p [usize],
    /// Which of the caller's elements it is.
    pub number: usize,
}

impl Pick<'_> {
    /// Where it lies in a block of the elements of the part.
    pub fn offset(&self, block: &Block) -> usize {
        let axes = self.place.iter().zip(self.start).zip(&block.strides);
        axes.fold(block.offset, |offset, ((place, start), stride)| {
            offset.wrapping_add_signed((place - start) as isize * stride)
        })
    }
}

impl Picks<'_> {
    /// The elements of the tile as a block of numbers, by which parts of it are told from one another.
    pub(super) fn block(&self) -> Block {
        Block { offset: 0, strides: self.strides().into_iter().map(|stride| stride as isize).collect() }
    }

    fn strides(&self) -> Vec<usize> {
        let count = &self.tile.count;
        let mut strides = vec![1; count.len()];
        for axis in (1..count.len()).rev() {
            strides[axis - 1] = strides[axis] * count[axis];
        }
        strides
    }

    /// Where a part of the tile begins, which was cut out of [`Picks::block`].
    pub(super) fn start(&self, part: &Block) -> Vec<usize> {
        let mut left = part.offset;
        let axis = |stride: usize| {
            let index = left / stride;
            left %= stride;
            index
        };
        self.strides().into_iter().map(axis).collect()
    }

    /// The picks in a part of the tile, in the order of the caller.
    pub(super) fn within<'p>(&'p self, start: &'p [usize], count: &'p [usize]) -> impl Iterator<Item = Pick<'p>> {
        let rank = start.len();
        self.numbers.iter().enumerate().filter_map(move |(index, number)| {
            let place = &self.places[index * rank..(index + 1) * rank];
            let mut axes = place.iter().zip(start.iter().zip(count));
            let is_inside = axes.all(|(place, (start, count))| (*start..start + count).contains(place));
            is_inside.then_some(Pick { place, start, number: *number })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_tile_have_their_picks() {
        let tile = Tile { count: vec![3, 4], ..Tile::default() };
        let picks = Picks { tile, places: vec![0, 0, 2, 3, 1, 1, 2, 3], numbers: vec![5, 6, 7, 8], data: &[] };
        let part = Block { offset: 6, ..picks.block() };
        let start = picks.start(&part);
        assert_eq!(start, [1, 2]);
        let to = Block { offset: 100, strides: vec![20, 2] };
        let found: Vec<_> = picks.within(&start, &[2, 2]).map(|pick| (pick.number, pick.offset(&to))).collect();
        assert_eq!(found, [(6, 122), (8, 122)]);
        assert_eq!(picks.within(&[0, 0], &[3, 4]).count(), 4);
        assert_eq!(picks.within(&[0, 2], &[2, 2]).count(), 0);
        let alone = Picks { tile: Tile::default(), places: vec![], numbers: vec![0], data: &[] };
        assert_eq!(alone.within(&[], &[]).map(|pick| pick.offset(&alone.block())).collect::<Vec<_>>(), [0]);
    }
}
