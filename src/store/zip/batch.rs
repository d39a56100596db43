//! Parts of several entries of an archive that lies in another store, in as few steps as it takes. Where the bytes of
//! an entry begin, only its own header tells: so the first step asks for a range that probably holds both, and the
//! second one, together, for the rest.

use super::entry::{Entry, LOCAL_HEADER_SIZE};
use super::source::get_many;
use crate::error::{Error, Result};
use crate::store::interface::{ByteRange, ValueReader};
use std::ops::Range;

/// Bytes that a header has, with the name and the extra fields of tools, or seldom more.
const HEAD: u64 = 512;

/// Of an entry whose place is not known yet, no more than this is asked for beside its header.
const AT_ONCE: u64 = 1 << 20;

/// Bytes in front of the wanted ones that are rather read in vain than skipped by another request.
const GAP: u64 = 128 << 10;

/// One request: the key for messages, the entry, the range of its value.
pub(super) type Wanted<'a> = (&'a str, &'a Entry, ByteRange);

/// The ranges of one request.
struct RequestPlan {
    /// The part of the value.
    range: Range<u64>,
    /// The part of the entry's bytes that this takes.
    packed: Range<u64>,
    /// The part of the archive that is asked for.
    asked: Range<u64>,
}

/// The parts, in the order asked for; the first error comes with its index.
pub(super) fn get(
    value: &(impl ValueReader + ?Sized),
    wanted: &[Wanted<'_>],
) -> std::result::Result<Vec<Vec<u8>>, (usize, Error)> {
    let plans = wanted.iter().enumerate().map(|(index, wanted)| plan(wanted).map_err(|error| (index, error)));
    let mut plans = plans.collect::<std::result::Result<Vec<_>, _>>()?;
    let ranges: Vec<_> = plans.iter().map(|plan| plan.asked.clone()).collect();
    let mut found = get_many(value, &ranges).map_err(|error| (0, error))?;
    let mut late = Vec::new();
    for (index, ((_, entry, _), plan)) in wanted.iter().zip(&mut plans).enumerate() {
        let data = entry.place(|| Ok(found[index].get(..LOCAL_HEADER_SIZE).unwrap_or_default().to_vec()));
        let data = data.map_err(|error| (index, error))?;
        // `place` has found that the entry ends inside the archive.
        let due = data + plan.packed.start..data + plan.packed.end;
        if plan.asked == due {
            continue;
        }
        if due.start >= plan.asked.start && due.end <= plan.asked.start + found[index].len() as u64 {
            let bytes = &mut found[index];
            bytes.truncate((due.end - plan.asked.start) as usize);
            bytes.drain(..(due.start - plan.asked.start) as usize);
        } else {
            late.push(index);
        }
        plan.asked = due;
    }
    if !late.is_empty() {
        let ranges: Vec<_> = late.iter().map(|index| plans[*index].asked.clone()).collect();
        let more = get_many(value, &ranges).map_err(|error| (late[0], error))?;
        late.iter().zip(more).for_each(|(index, bytes)| found[*index] = bytes);
    }
    let decoded = found.into_iter().zip(&plans).zip(wanted).enumerate().map(|(index, ((bytes, plan), wanted))| {
        let (key, entry, _) = wanted;
        entry.decode(key, bytes, plan.range.clone()).map_err(|error| (index, error))
    });
    decoded.collect()
}

fn plan((_, entry, range): &Wanted<'_>) -> Result<RequestPlan> {
    let (range, packed) = entry.extent(*range)?;
    let asked = match entry.known_place() {
        Some(data) => data + packed.start..data + packed.end,
        None => {
            let end =
                if packed.end <= AT_ONCE && packed.start <= GAP { HEAD + packed.end } else { LOCAL_HEADER_SIZE as u64 };
            entry.header..entry.header.saturating_add(end).min(entry.limit.max(entry.header))
        }
    };
    Ok(RequestPlan { range, packed, asked })
}
