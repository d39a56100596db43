//! An array divided among processes, so that none has to wait for another: blocks of whole shards, shards of whole
//! chunks; and whether boxes that several will write keep to chunks of their own.

use super::chunk_grid::ChunkGrid;
use super::region::Region;
use crate::error::{Error, Result, Term};

/// The default size of a chunk in bytes.
pub const DEFAULT_CHUNK_BYTES: u64 = 1 << 20;

/// How an array may be divided. Each is a whole multiple of the next along every axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decomposition {
    /// Elements of the block that one process writes.
    pub block: Vec<u64>,
    /// Elements of a shard.
    pub shard: Vec<u64>,
    /// Elements of a chunk.
    pub chunk: Vec<u64>,
}

/// The requirements of a decomposition.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// Elements of the array along each axis.
    pub shape: &'a [u64],
    /// Bytes of an element.
    pub item: u64,
    /// Processes along each axis.
    pub processes: &'a [u64],
    /// Bytes that a chunk has at most, as far as that can be.
    pub chunk_bytes: u64,
    /// Bytes that a shard has at most, as far as that can be; None for shards that are chunks.
    pub shard_bytes: Option<u64>,
}

/// Proposes blocks, shards and chunks.
///
/// # Errors
/// [`crate::ErrorKind::InvalidArgument`] for no processes along an axis, or an axis without a number of them, and for
/// shards smaller than chunks.
pub fn decompose(wish: Wish<'_>) -> Result<Decomposition> {
    let Wish { shape, item, processes, chunk_bytes, shard_bytes } = wish;
    if processes.len() != shape.len() {
        let (given, rank) = (processes.len(), shape.len());
        return Err(Error::invalid_argument(format!("there are {given} numbers of processes for {rank} dimensions")));
    }
    if let Some(axis) = processes.iter().position(|count| *count == 0) {
        let dimension = Term::dimension(axis, shape.len());
        return Err(Error::invalid_argument(format!("{dimension}: there are no processes")));
    }
    if let Some(bytes) = shard_bytes.filter(|bytes| *bytes < chunk_bytes) {
        return Err(Error::invalid_argument(format!(
            "shards of {bytes} bytes are smaller than chunks of {chunk_bytes}"
        )));
    }
    let mut block: Vec<u64> =
        shape.iter().zip(processes).map(|(length, count)| length.div_ceil(*count).max(1)).collect();
    let about = halved(&block, item, shard_bytes.unwrap_or(chunk_bytes));
    let shards: Vec<u64> = block.iter().zip(&about).map(|(whole, about)| parts(*whole, *about)).collect();
    let mut shard: Vec<u64> = block.iter().zip(&shards).map(|(whole, parts)| whole.div_ceil(*parts)).collect();
    let mut chunk = shard.clone();
    if shard_bytes.is_some() {
        let about = halved(&shard, item, chunk_bytes);
        for axis in 0..shape.len() {
            let parts = parts(shard[axis], about[axis]);
            chunk[axis] = shard[axis].div_ceil(parts);
            // Never far beyond the length of an axis, which is below 2^63.
            shard[axis] = chunk[axis].saturating_mul(parts);
        }
    }
    for axis in 0..shape.len() {
        block[axis] = shard[axis].saturating_mul(shards[axis]);
    }
    Ok(Decomposition { block, shard, chunk })
}

/// Halves the longest axes of a shape until it has at most `bytes` bytes. Of axes of one length the first is cut, so
/// that the axis that varies fastest stays long.
pub fn halved(whole: &[u64], item: u64, bytes: u64) -> Vec<u64> {
    let mut part: Vec<u64> = whole.iter().map(|length| (*length).max(1)).collect();
    let size = |part: &[u64]| part.iter().fold(item, |size, length| size.saturating_mul(*length));
    while size(&part) > bytes {
        let longest = (0..part.len()).rev().max_by_key(|axis| part[*axis]).filter(|axis| part[*axis] > 1);
        let Some(longest) = longest else { break };
        part[longest] = part[longest].div_ceil(2);
    }
    part
}

/// The number of equal parts of at most `about` elements that fit a length best: at least as many as it takes, and
/// fewer than twice that.
fn parts(whole: u64, about: u64) -> u64 {
    /// The maximum number of candidates: with more parts than this, an uneven cut wastes little.
    const TRIED: u64 = 64;
    let least = whole.div_ceil(about.max(1)).max(1);
    let most = (2 * least).min(least + TRIED).min(whole + 1).max(least + 1);
    (least..most).min_by_key(|parts| (whole.div_ceil(*parts).saturating_mul(*parts), *parts)).unwrap_or(least)
}

/// Two of the regions that both have elements of one chunk; None: each chunk belongs to one region at most.
///
/// # Errors
/// [`crate::ErrorKind::NoMemory`].
pub fn shared(regions: &[Region], grid: &ChunkGrid) -> Result<Option<(usize, usize)>> {
    let mut boxes = Vec::new();
    let room = boxes.try_reserve_exact(regions.len());
    room.map_err(|_| Error::no_memory(format!("no memory for the chunks of {} regions", regions.len())))?;
    for (number, region) in regions.iter().enumerate().filter(|(_, region)| !region.is_empty()) {
        let bounds = |axis: usize| {
            let last = region.element(axis, region.count[axis] - 1);
            (grid.find(axis, region.start[axis]), grid.find(axis, last))
        };
        boxes.push(ChunkBox { number, bounds: (0..region.rank()).map(bounds).collect() });
    }
    let mut all: Vec<&ChunkBox> = boxes.iter().collect();
    Ok(overlapping(&mut all, 0))
}

/// The chunks of one region: from the first to the last along each axis.
struct ChunkBox {
    number: usize,
    bounds: Vec<(u64, u64)>,
}

impl ChunkBox {
    fn meets(&self, other: &Self) -> bool {
        self.bounds.iter().zip(&other.bounds).all(|(own, other)| own.0 <= other.1 && other.0 <= own.1)
    }
}

/// Two boxes that meet. The boxes are divided by a plane as long as that leaves fewer on each side; a box that the
/// plane cuts is looked for on both.
fn overlapping(boxes: &mut [&ChunkBox], depth: u32) -> Option<(usize, usize)> {
    const FEW: usize = 16;
    /// Deeper than any division into halves goes; the rest is compared pair by pair.
    const DEEPEST: u32 = 64;
    let rank = boxes.first().map_or(0, |first| first.bounds.len());
    let mut best: Option<(usize, Vec<&ChunkBox>, Vec<&ChunkBox>)> = None;
    if boxes.len() > FEW && depth < DEEPEST {
        for axis in 0..rank {
            let middle = boxes.len() / 2;
            let (_, at, _) = boxes.select_nth_unstable_by_key(middle, |one| one.bounds[axis].0);
            let plane = at.bounds[axis].0;
            let below: Vec<&ChunkBox> = boxes.iter().copied().filter(|one| one.bounds[axis].0 < plane).collect();
            let above: Vec<&ChunkBox> = boxes.iter().copied().filter(|one| one.bounds[axis].1 >= plane).collect();
            let larger = below.len().max(above.len());
            if larger < boxes.len() && best.as_ref().is_none_or(|(least, ..)| larger < *least) {
                best = Some((larger, below, above));
            }
        }
    }
    if let Some((_, mut below, mut above)) = best {
        return overlapping(&mut below, depth + 1).or_else(|| overlapping(&mut above, depth + 1));
    }
    let pairs = boxes.iter().enumerate().flat_map(|(at, one)| boxes[at + 1..].iter().map(move |other| (one, other)));
    let found = pairs.into_iter().find(|(one, other)| one.meets(other))?;
    let (one, other) = (found.0.number, found.1.number);
    Some((one.min(other), one.max(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish<'a>(shape: &'a [u64], processes: &'a [u64], chunk_bytes: u64, shard_bytes: Option<u64>) -> Wish<'a> {
        Wish { shape, item: 8, processes, chunk_bytes, shard_bytes }
    }

    #[test]
    fn blocks_are_of_whole_shards_and_shards_of_whole_chunks() {
        let shapes: [&[u64]; 6] =
            [&[1000, 1000, 1000], &[7], &[4097, 3], &[0, 5], &[1 << 40, 2, 1], &[513, 129, 65, 33]];
        for shape in shapes {
            for processes in [1, 2, 3, 4, 7, 64] {
                for (chunk, shard) in [(1 << 20, None), (1 << 20, Some(1 << 26)), (8, Some(4096)), (1, None)] {
                    let processes = vec![processes; shape.len()];
                    let found = decompose(wish(shape, &processes, chunk, shard)).unwrap();
                    for axis in 0..shape.len() {
                        let Decomposition { block, shard, chunk } = &found;
                        assert!(block[axis] % shard[axis] == 0 && shard[axis] % chunk[axis] == 0, "{found:?}");
                        assert!(chunk[axis] > 0 && block[axis] * processes[axis] >= shape[axis], "{found:?}");
                    }
                    let bytes = |shape: &[u64]| shape.iter().product::<u64>() * 8;
                    assert!(bytes(&found.chunk) <= chunk.max(8), "{found:?} for {shape:?}");
                    // A shard is rounded up to whole chunks.
                    let most = shard.unwrap_or(chunk).max(8);
                    assert!(bytes(&found.shard) <= 2 * most, "{found:?} for {shape:?}");
                }
            }
        }
    }

    #[test]
    fn even_shapes_are_divided_evenly() {
        let found = decompose(wish(&[512, 512, 512], &[2, 2, 1], 1 << 20, Some(1 << 23))).unwrap();
        assert_eq!(found.block, [256, 256, 512]);
        assert_eq!(found.shard, [64, 128, 128]);
        assert_eq!(found.chunk, [32, 64, 64]);
        let found = decompose(wish(&[10], &[4], 16, None)).unwrap();
        assert_eq!(
            (found.block, found.chunk),
            (vec![3], vec![1]),
            "no process is left without work for the sake of a chunk"
        );
        let found = decompose(wish(&[], &[], 1 << 20, None)).unwrap();
        assert!(found.block.is_empty());
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert!(decompose(wish(&[4], &[0], 8, None)).is_err());
        assert!(decompose(wish(&[4], &[1, 1], 8, None)).is_err());
        assert!(decompose(wish(&[4], &[1], 64, Some(8))).is_err());
    }

    fn region(start: &[u64], count: &[u64]) -> Region {
        Region { start: start.to_vec(), count: count.to_vec(), step: Vec::new() }
    }

    #[test]
    fn two_regions_in_one_chunk_are_found() {
        let grid = ChunkGrid::Regular { chunk_shape: vec![4, 5] };
        let rows: Vec<Region> = (0..1000).map(|row| region(&[row * 4, 0], &[4, 100])).collect();
        assert_eq!(shared(&rows, &grid).unwrap(), None);
        let mut rows = rows;
        rows.push(region(&[3999, 99], &[1, 1]));
        assert_eq!(shared(&rows, &grid).unwrap(), Some((999, 1000)));
        rows[1000] = region(&[3999, 99], &[1, 0]);
        assert_eq!(shared(&rows, &grid).unwrap(), None, "no chunk is shared");
        assert_eq!(shared(&[], &grid).unwrap(), None);
        let scalars = vec![region(&[], &[]); 2];
        assert_eq!(shared(&scalars, &ChunkGrid::Regular { chunk_shape: vec![] }).unwrap(), Some((0, 1)));
    }

    #[test]
    fn as_a_look_at_every_pair_says() {
        let grid = ChunkGrid::Regular { chunk_shape: vec![3, 2, 4] };
        let mut state = 1u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut found = [0; 2];
        for _ in 0..300 {
            let side = 20 + random(400);
            let regions: Vec<Region> = (0..40)
                .map(|_| {
                    region(&[random(side), random(side), random(side)], &[random(6), 1 + random(9), 1 + random(9)])
                })
                .collect();
            let touches = |region: &Region, axis: usize| {
                let length = grid.regular_shape().unwrap()[axis];
                (region.start[axis] / length, (region.start[axis] + region.count[axis] - 1) / length)
            };
            let meet = |one: &Region, other: &Region| {
                !one.is_empty()
                    && !other.is_empty()
                    && (0..3).all(|axis| {
                        let (one, other) = (touches(one, axis), touches(other, axis));
                        one.0 <= other.1 && other.0 <= one.1
                    })
            };
            let any = (0..40).any(|one| (one + 1..40).any(|other| meet(&regions[one], &regions[other])));
            let pair = shared(&regions, &grid).unwrap();
            assert_eq!(pair.is_some(), any);
            found[usize::from(any)] += 1;
            if let Some((one, other)) = pair {
                assert!(one < other && meet(&regions[one], &regions[other]));
            }
        }
        assert!(found.iter().all(|count| *count > 20), "both answers were due: {found:?}");
    }
}
