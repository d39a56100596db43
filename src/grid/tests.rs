//! Tiles and strided copies against the naive way.

use super::*;
use proptest::prelude::*;

/// Copies element by element: too simple to be wrong.
fn naive_copy(count: &[usize], item: usize, from: Placed<'_, &[u8]>, to: Placed<'_, &mut [u8]>) {
    let total: usize = count.iter().product();
    for number in 0..total {
        let (mut rest, mut source, mut target) = (number, from.block.offset, to.block.offset);
        for axis in (0..count.len()).rev() {
            source = source.wrapping_add_signed((rest % count[axis]) as isize * from.block.strides[axis]);
            target = target.wrapping_add_signed((rest % count[axis]) as isize * to.block.strides[axis]);
            rest /= count[axis];
        }
        to.memory[target..target + item].copy_from_slice(&from.memory[source..source + item]);
    }
}

/// The margins of a block along one axis of a larger array: elements before it, elements after it, its step, and true
/// if it is reversed.
type Margin = (usize, usize, usize, bool);

/// A block of `count` elements somewhere inside a larger C-order array whose axes are permuted.
fn block(count: &[usize], margins: &[Margin], axes: &[usize], item: usize) -> (MemoryBlock, usize) {
    let length = |axis: usize| count[axis] * margins[axis].2 + margins[axis].0 + margins[axis].1;
    let shape: Vec<u64> = axes.iter().map(|axis| length(*axis) as u64).collect();
    let stored = c_strides(&shape, item);
    let mut strides = vec![0; count.len()];
    for (place, axis) in axes.iter().enumerate() {
        strides[*axis] = stored[place];
    }
    let start: Vec<usize> = margins.iter().map(|margin| margin.0).collect();
    let mut block = block_at(&MemoryBlock { offset: 0, strides }, &start);
    for (axis, margin) in margins.iter().enumerate().filter(|(axis, _)| count[*axis] > 0) {
        block.strides[axis] *= margin.2 as isize;
        if margin.3 {
            block.offset = block.offset.wrapping_add_signed((count[axis] - 1) as isize * block.strides[axis]);
            block.strides[axis] *= -1;
        }
    }
    (block, byte_size(&shape, item).unwrap())
}

fn axes(rank: usize) -> impl Strategy<Value = Vec<usize>> {
    Just((0..rank).collect::<Vec<_>>()).prop_shuffle()
}

#[derive(Debug, Clone)]
struct Case {
    count: Vec<usize>,
    margins: [Vec<Margin>; 2],
    axes: [Vec<usize>; 2],
    item: usize,
}

/// Elements of every size that a loop is made for, and of some that none is.
fn items() -> impl Strategy<Value = usize> {
    prop_oneof![1..18usize, prop::sample::select(vec![1usize, 2, 4, 8, 16, 20, 32, 33, 64, 65, 130, 300])]
}

fn cases() -> impl Strategy<Value = Case> {
    (0..6usize, items()).prop_flat_map(|(rank, item)| {
        let item = if rank > 3 { item.min(17) } else { item };
        // Mostly dense and forwards, as most copies are.
        let margin = prop_oneof![
            2 => Just((0, 0, 1, false)),
            1 => (0..3usize, 0..3usize, 1..4usize, any::<bool>())
        ];
        let margins = prop::collection::vec(margin, rank);
        // Sides of which some are longer than a block, as far as memory is not full of gaps.
        let longest: [usize; 6] = if item > 8 { [1, 300, 30, 8, 4, 3] } else { [1, 300, 150, 20, 6, 4] };
        let longest = longest[rank];
        (
            prop::collection::vec(prop_oneof![0..longest.min(6), 0..longest], rank),
            [margins.clone(), margins],
            [axes(rank), axes(rank)],
            Just(item),
        )
            .prop_map(|(count, margins, axes, item)| Case { count, margins, axes, item })
    })
}

fn bytes(count: usize) -> Vec<u8> {
    (0..count).map(|byte| (byte * 7 + byte / 251) as u8).collect()
}

/// Copies both ways, and expects the result of the naive way, and nothing beside it.
fn copies_as_expected(count: &[usize], item: usize, from: Placed<'_, &[u8]>, size: usize, to: &MemoryBlock) {
    let (mut fast, mut naive) = (vec![0xee; size], vec![0xee; size]);
    copy(count, item, from, to.of(&mut fast)).unwrap();
    naive_copy(count, item, from, to.of(&mut naive));
    assert!(fast == naive, "{count:?} of {item} bytes, {:?} to {to:?}", from.block);
}

proptest! {
    #[test]
    fn the_kernel_copies_what_a_naive_loop_copies(case in cases()) {
        let (from, from_size) = block(&case.count, &case.margins[0], &case.axes[0], case.item);
        let (to, to_size) = block(&case.count, &case.margins[1], &case.axes[1], case.item);
        copies_as_expected(&case.count, case.item, from.of(&bytes(from_size)), to_size, &to);
    }

    /// One element, or one row of them, over and over: steps of 0 in the source.
    #[test]
    fn what_is_repeated_is_copied_as_often(case in cases(), still in prop::collection::vec(any::<bool>(), 6)) {
        let (mut from, from_size) = block(&case.count, &case.margins[0], &case.axes[0], case.item);
        from.strides.iter_mut().zip(&still).filter(|(_, still)| **still).for_each(|(stride, _)| *stride = 0);
        let (to, to_size) = block(&case.count, &case.margins[1], &case.axes[1], case.item);
        // The first element of an axis that stands still is any of it; those that go backwards still end at the first.
        copies_as_expected(&case.count, case.item, from.of(&bytes(from_size)), to_size, &to);
    }

    #[test]
    fn a_block_is_filled_and_nothing_beside_it(case in cases(), same in any::<bool>()) {
        let (to, to_size) = block(&case.count, &case.margins[1], &case.axes[1], case.item);
        let element = if same { vec![7; case.item] } else { bytes(case.item) };
        let count: Vec<u64> = case.count.iter().map(|count| *count as u64).collect();
        let region = Region::within(&count, &vec![0; count.len()], &count).unwrap();
        let grid = ChunkGrid::Regular { chunk_shape: count.iter().map(|count| (*count).max(1)).collect() };
        let (mut fast, mut naive) = (vec![0xee; to_size], vec![0xee; to_size]);
        {
            let tiled = TiledBuffer::strided(&region, &grid, case.item, &mut fast, to.clone()).unwrap();
            while let Some(mut window) = tiled.take() {
                window.fill(&element).unwrap();
            }
        }
        let still = MemoryBlock { offset: 0, strides: vec![0; count.len()] };
        naive_copy(&case.count, case.item, still.of(&element), to.of(&mut naive));
        prop_assert!(fast == naive);
    }

    #[test]
    fn a_fill_is_found_unless_one_bit_differs(item in 1..40usize, count in 0..300usize, same in any::<bool>(), at in any::<usize>()) {
        let element = if same { vec![7; item] } else { bytes(item) };
        let mut buffer = vec![0xee; item * count];
        fill(&mut buffer, &element);
        prop_assert!(buffer.chunks(item).all(|place| place == element));
        prop_assert!(is_filled(&buffer, &element));
        if count > 0 {
            let at = at % buffer.len();
            buffer[at] ^= 1 << (at % 8);
            prop_assert!(!is_filled(&buffer, &element));
        }
        prop_assert!(!is_filled(&buffer, &[]));
    }

    /// Tiles cover a region once, and a window reaches exactly its own elements.
    #[test]
    fn windows_partition_the_buffer(
        axes in prop::collection::vec((1..20u64, 1..7u64, 0..20u64, 0..20u64), 0..4),
        item in 1..9usize,
        threads in 1..4usize,
    ) {
        let shape: Vec<u64> = axes.iter().map(|axis| axis.0).collect();
        let chunk: Vec<u64> = axes.iter().map(|axis| axis.1).collect();
        let start: Vec<u64> = axes.iter().map(|axis| axis.2 % axis.0).collect();
        let count: Vec<u64> = axes.iter().zip(&start).map(|(axis, start)| axis.3 % (axis.0 - start + 1)).collect();
        let grid = ChunkGrid::regular(&shape, &chunk, item).unwrap();
        let region = Region::within(&shape, &start, &count).unwrap();
        let mut buffer = vec![0u8; byte_size(&count, item).unwrap()];
        let tiled = TiledBuffer::new(&region, &grid, item, &mut buffer).unwrap();
        std::thread::scope(|scope| {
            for thread in 0..threads {
                let tiled = &tiled;
                scope.spawn(move || {
                    let mut done = None;
                    while let Some(mut window) = tiled.take_after(done.take()) {
                        let number = window.tile().position.iter().fold(1u64, |number, at| number * 31 + at);
                        window.fill(&vec![number as u8 | 1; item]).unwrap();
                        // Some go on in the memory of the last window.
                        done = (thread % 2 == 0).then_some(window);
                    }
                });
            }
        });
        let mut expected = Vec::new();
        for number in 0..element_count(&count).unwrap() {
            let (mut rest, mut index) = (number, vec![0; count.len()]);
            for axis in (0..count.len()).rev() {
                index[axis] = rest % count[axis];
                rest /= count[axis];
            }
            let position = index.iter().zip(&start).zip(&chunk).map(|((index, start), chunk)| (index + start) / chunk);
            let number = position.fold(1u64, |number, at| number * 31 + at);
            expected.extend(std::iter::repeat_n(number as u8 | 1, item));
        }
        prop_assert_eq!(buffer, expected);
    }
}

/// Every size of a side up to more than the largest square, for every size of an element; and larger ones whose rows
/// are so far apart that they compete for their place in the cache.
#[test]
fn axes_change_places_at_every_size() {
    for item in (1..=17).chain([32]) {
        let sides = || (0..=18).chain([31, 33]);
        for (rows, columns) in sides().flat_map(|rows| sides().map(move |columns| (rows, columns))) {
            transposed(&[rows, columns], item, [columns * item, rows * item]);
        }
        for pitches in [[2048, 2048], [4096, 4096], [4096, 8192 + 4], [1028, 4096], [16384, 1024]] {
            let [rows, columns] = pitches.map(|pitch| (pitch / item).min(1030 / (item + 4)));
            transposed(&[rows.min(columns), columns.min(rows) - 1], item, pitches);
        }
    }
}

/// Copies rows that are so far apart in the source to columns that are so far apart in the target, forwards and
/// backwards and with another axis around and between them.
fn transposed(count: &[usize; 2], item: usize, pitches: [usize; 2]) {
    let [rows, columns] = *count;
    let [from, to] = pitches.map(|pitch| pitch as isize);
    let unit = item as isize;
    let source = bytes(rows * pitches[0] + item);
    let size = columns * pitches[1] + item;
    let plain =
        [MemoryBlock { offset: 0, strides: vec![from, unit] }, MemoryBlock { offset: 0, strides: vec![unit, to] }];
    copies_as_expected(count, item, plain[0].of(&source), size, &plain[1]);
    if rows > 0 && columns > 0 {
        let back = MemoryBlock { offset: (rows - 1) * pitches[0] + (columns - 1) * item, strides: vec![-from, -unit] };
        copies_as_expected(count, item, back.of(&source), size, &plain[1]);
    }
}

#[test]
fn blocks_that_leave_their_buffer_are_refused() {
    let source = [0u8; 16];
    let mut target = [0u8; 16];
    let good = MemoryBlock { offset: 0, strides: vec![4] };
    for bad in [
        MemoryBlock { offset: 4, strides: vec![4] },
        MemoryBlock { offset: 0, strides: vec![5] },
        MemoryBlock { offset: usize::MAX, strides: vec![4] },
        MemoryBlock { offset: 0, strides: vec![isize::MAX] },
        MemoryBlock { offset: 11, strides: vec![-4] },
        MemoryBlock { offset: 12, strides: vec![isize::MIN] },
        MemoryBlock { offset: 0, strides: vec![] },
    ] {
        assert!(copy(&[4], 4, bad.of(&source), good.of(&mut target)).is_err(), "{bad:?}");
        assert!(copy(&[4], 4, good.of(&source), bad.of(&mut target)).is_err(), "{bad:?}");
    }
}

#[test]
fn regions_are_checked_without_overflow() {
    assert!(Region::within(&[10], &[0], &[10]).is_ok());
    assert!(Region::within(&[10], &[10], &[0]).is_ok());
    assert!(Region::within(&[], &[], &[]).is_ok());
    for (start, count) in [(0, 11), (11, 0), (5, 6), (u64::MAX, 1), (1, u64::MAX)] {
        assert_eq!(Region::within(&[10], &[start], &[count]).unwrap_err().kind(), crate::ErrorKind::OutOfBounds);
    }
    assert_eq!(Region::within(&[10], &[0, 0], &[1, 1]).unwrap_err().kind(), crate::ErrorKind::InvalidArgument);
}

#[test]
fn huge_shapes_do_not_overflow() {
    let huge = i64::MAX as u64;
    assert_eq!(element_count(&[huge, 2, 0]), Some(0));
    assert_eq!(element_count(&[huge, 3]), None);
    assert_eq!(byte_size(&[huge], 2), None);
    assert!(ChunkGrid::regular(&[huge, huge], &[1 << 40, 1 << 40], 1).is_err());
    assert!(ChunkGrid::regular(&[4], &[0], 1).is_err());
    let grid = ChunkGrid::regular(&[0, 4], &[0, 2], 8).unwrap();
    assert_eq!(grid.grid_shape(&[0, 4]), [0, 2]);
    let grid = ChunkGrid::regular(&[huge, huge], &[1, 1], 1).unwrap();
    let region = Region::within(&[huge, huge], &[0, 0], &[huge, huge]).unwrap();
    assert_eq!(Tiles::new(&region, &grid).unwrap_err().kind(), crate::ErrorKind::Limit);
    let corner = Region::within(&[huge, huge], &[huge - 1, huge - 2], &[1, 2]).unwrap();
    let tiles = Tiles::new(&corner, &grid).unwrap();
    assert_eq!(tiles.take().unwrap().position, [huge - 1, huge - 2]);
    assert_eq!(tiles.take().unwrap().position, [huge - 1, huge - 1]);
    assert!(tiles.take().is_none());
}

#[test]
fn chunks_of_several_lengths_are_found_from_both_sides() {
    let edges = Edges::listed([(3, 1), (2, 4), (2, 1), (7, 1)]).unwrap();
    let lengths = [3, 2, 2, 2, 2, 2, 7];
    let mut first = 0;
    for (place, length) in lengths.into_iter().enumerate() {
        assert_eq!(edges.origin(place as u64), first);
        for element in first..first + length {
            assert_eq!(edges.find(element), place as u64);
            assert_eq!(edges.count(element + 1), place as u64 + 1);
        }
        first += length;
    }
    assert_eq!((edges.origin(7), edges.origin(u64::MAX), edges.end(), edges.count(0)), (20, 20, Some(20), 0));
    let Edges::Listed(runs) = &edges else { panic!() };
    assert_eq!(runs.iter().map(|run| (run.length, run.count)).collect::<Vec<_>>(), [(3, 1), (2, 5), (7, 1)]);
}

#[test]
fn lengths_that_cannot_be_counted_are_no_chunks() {
    let top = i64::MAX as u64;
    for lengths in
        [vec![(0, 1)], vec![(1, 0)], vec![(top, 2)], vec![(2, top)], vec![(1, top), (1, 1)], vec![(top + 1, 1)]]
    {
        assert_eq!(Edges::listed(lengths.clone()).unwrap_err().kind(), crate::ErrorKind::Metadata, "{lengths:?}");
    }
    assert!(Edges::listed([(1, top)]).is_ok());
    assert!(Edges::uniform(0).is_err());
    // Chunks that end before the array does, another rank, and more bytes than memory has.
    let grid = |shape: &[u64], axes: Vec<Edges>| ChunkGrid::rectilinear(shape, axes, 8);
    let listed = |length| Edges::listed([(length, 1)]).unwrap();
    assert!(grid(&[5], vec![listed(4)]).is_err());
    assert!(grid(&[5], vec![listed(5), listed(5)]).is_err());
    assert!(grid(&[5, 5], vec![listed(1 << 40), listed(1 << 40)]).is_err());
    assert_eq!(grid(&[5], vec![listed(9)]).unwrap().grid_shape(&[5]), [1]);
}

#[test]
fn a_rectilinear_grid_grows_by_one_chunk() {
    let grid = ChunkGrid::rectilinear(&[5, 5], vec![Edges::listed([(3, 2)]).unwrap(), Edges::uniform(2).unwrap()], 1);
    let grid = grid.unwrap().for_shape(&[10, 9], None, 1).unwrap();
    assert_eq!(grid.grid_shape(&[10, 9]), [3, 5]);
    assert_eq!((grid.chunk_shape(&[1, 4]), grid.chunk_shape(&[2, 0])), (vec![3, 2], vec![4, 2]));
    // An array that shrank keeps its chunk shape.
    assert_eq!(grid.for_shape(&[1, 1], None, 1).unwrap(), grid);
}

/// An array that another process has grown in two steps would be taken for another array.
#[test]
fn edges_agree_as_far_as_both_reach() {
    let listed = |lengths: &[(u64, u64)]| Edges::listed(lengths.iter().copied()).unwrap();
    let first = listed(&[(1, 1), (3, 2)]);
    for (other, agree) in [
        (listed(&[(1, 1), (3, 2)]), true),
        (listed(&[(1, 1), (3, 3)]), true),
        (listed(&[(1, 1), (3, 2), (2, 1)]), true),
        (listed(&[(1, 1), (3, 1)]), true),
        (listed(&[(1, 1)]), true),
        (listed(&[(1, 1), (3, 1), (2, 1)]), false),
        (listed(&[(1, 2), (3, 2)]), false),
        (listed(&[(2, 1), (3, 2)]), false),
        (Edges::uniform(3).unwrap(), false),
    ] {
        assert_eq!((first.agrees(&other), other.agrees(&first)), (agree, agree), "{other:?}");
    }
}
