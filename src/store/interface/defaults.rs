//! Operations that follow from others: the defaults of [`Store`] for stores that lack a better way.

use super::{Beginning, ByteRange, Depth, Filled, Listing, Store, StoreExt, Versioned};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::store::key::check_key;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

/// `get_into` from a size and a ranged `get`.
pub(crate) fn get_into(
    store: &(impl Store + ?Sized),
    key: &str,
    start: u64,
    buffer: &mut [u8],
) -> Result<Option<Filled>> {
    let Some(total) = store.size(key)? else { return Ok(None) };
    if start >= total || buffer.is_empty() {
        return Ok(Some(Filled { length: 0, total }));
    }
    let range = ByteRange::From { start, length: Some(buffer.len() as u64) };
    let Some(value) = store.get(key, range)? else { return Ok(None) };
    // More than was asked for is a fault of the store; it must not reach past the buffer.
    let length = value.len().min(buffer.len());
    buffer[..length].copy_from_slice(&value[..length]);
    Ok(Some(Filled { length, total }))
}

/// [`Store::get_beginning`] by one `get`.
pub(crate) fn get_beginning(store: &(impl Store + ?Sized), key: &str, most: u64) -> Result<Option<Beginning>> {
    let bytes = store.get(key, ByteRange::From { start: 0, length: Some(most) })?;
    Ok(bytes.map(|bytes| Beginning { bytes, ended: true }))
}

/// Implements `set_partial_values` by reading, patching and writing whole values.
///
/// All parts are checked before the first value is written. Each value is replaced once, by [`Store::write`], under
/// locks of the caller.
pub(crate) fn set_partial_values(store: &(impl Store + ?Sized), parts: &[(&str, u64, &[u8])]) -> Result<()> {
    for (key, (parts, end)) in parts_by_key(parts)? {
        let mut value = store.get(key, ByteRange::ALL)?.unwrap_or_default();
        patch(key, &mut value, &parts, end)?;
        store.set(key, &value)?;
    }
    Ok(())
}

/// Changes parts of a value, as [`parts_by_key`] gives them.
pub(crate) fn patch(key: &str, value: &mut Vec<u8>, parts: &[(u64, &[u8])], end: usize) -> Result<()> {
    if end > value.len() {
        value.try_reserve_exact(end - value.len()).map_err(|_| no_memory(key, end as u64))?;
        value.resize(end, 0);
    }
    for (start, bytes) in parts {
        // `check_parts` has shown that start + length fits and is at most `end`.
        let start = *start as usize;
        value[start..start + bytes.len()].copy_from_slice(bytes);
    }
    Ok(())
}

/// The parts of one value, sorted, and where the last of them ends.
type ValueParts<'a> = (Vec<(u64, &'a [u8])>, usize);

/// The parts of each key, all of them checked: the first thing that every `set_partial_values` does.
pub(crate) fn parts_by_key<'a>(parts: &[(&'a str, u64, &'a [u8])]) -> Result<BTreeMap<&'a str, ValueParts<'a>>> {
    let mut by_key = BTreeMap::<&str, ValueParts<'_>>::new();
    for (key, start, bytes) in parts {
        check_key(key)?;
        by_key.entry(key).or_default().0.push((*start, bytes));
    }
    for (key, (parts, end)) in &mut by_key {
        *end = check_parts(key, parts)?;
    }
    Ok(by_key)
}

/// Sorts the parts of one key and returns where the last of them ends.
fn check_parts(key: &str, parts: &mut [(u64, &[u8])]) -> Result<usize> {
    parts.sort_unstable_by_key(|(start, bytes)| (*start, bytes.len()));
    let mut end = 0;
    for (start, bytes) in parts.iter() {
        if *start < end {
            return Err(Error::invalid_argument(format!(
                "key {key:?}: the range of {} bytes from byte {start} overlaps another one that ends at byte {end}",
                bytes.len()
            )));
        }
        end = start.checked_add(bytes.len() as u64).ok_or_else(|| {
            Error::invalid_argument(format!("key {key:?}: the range from byte {start} on ends past 2^64 bytes"))
        })?;
    }
    // No allocation is larger than isize::MAX, so a larger end can only fail.
    isize::try_from(end).map(isize::unsigned_abs).map_err(|_| no_memory(key, end))
}

/// A listing from all keys below the prefix.
pub(crate) fn list(prefix: &str, depth: Depth, keys: Vec<String>) -> Listing {
    if matches!(depth, Depth::Store | Depth::All) {
        return Listing::from(keys);
    }
    let mut listing = Listing::default();
    let mut prefixes = BTreeSet::new();
    for key in keys {
        let Some(below) = key.strip_prefix(prefix) else { continue };
        match below.split_once('/') {
            None => listing.keys.push(key),
            Some((name, _)) => {
                let child = &key[..prefix.len() + name.len() + 1];
                if !prefixes.contains(child) {
                    prefixes.insert(child.to_owned());
                }
            }
        }
    }
    listing.keys.sort_unstable();
    listing.prefixes = prefixes.into_iter().collect();
    listing
}

/// A listing of a sorted map of all keys; of those directly below the prefix without looking at each.
pub(crate) fn list_sorted<T>(values: &BTreeMap<String, T>, prefix: &str, depth: Depth) -> Listing {
    if matches!(depth, Depth::Store | Depth::All) {
        return Listing::from(keys_from(values, prefix).cloned().collect::<Vec<_>>());
    }
    let mut listing = Listing::default();
    let mut from = Bound::Included(prefix.to_owned());
    while let Some((key, _)) = values.range((from, Bound::Unbounded)).next() {
        let Some(below) = key.strip_prefix(prefix) else { break };
        from = match below.split_once('/') {
            None => {
                listing.keys.push(key.clone());
                Bound::Excluded(key.clone())
            }
            Some((name, _)) => {
                // '0' is the character after '/': one look-up skips everything below the child, however much.
                let child = &key[..prefix.len() + name.len()];
                listing.prefixes.push(format!("{child}/"));
                Bound::Included(format!("{child}0"))
            }
        };
    }
    listing
}

/// The keys of a sorted map that begin with a prefix.
pub(crate) fn keys_from<'a, T>(values: &'a BTreeMap<String, T>, prefix: &'a str) -> impl Iterator<Item = &'a String> {
    let keys = values.range::<str, _>((Bound::Included(prefix), Bound::Unbounded)).map(|(key, _)| key);
    keys.take_while(move |key| key.starts_with(prefix))
}

/// The part of a value that a range names.
pub(crate) fn part(key: &str, value: &[u8], range: ByteRange) -> Result<Vec<u8>> {
    let range = range.resolve(value.len() as u64).context(|| format!("key {key:?}"))?;
    // Both ends lie inside the value, so they fit.
    copied(key, &value[range.start as usize..range.end as usize])
}

/// A copy of a value, or of a part of one.
pub(crate) fn copied(key: &str, bytes: &[u8]) -> Result<Vec<u8>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(bytes.len()).map_err(|_| no_memory(key, bytes.len() as u64))?;
    copy.extend_from_slice(bytes);
    Ok(copy)
}

/// [`Store::get_whole`] by one `get`, of no more than shows that there is more.
pub(crate) fn get_whole(
    store: &(impl Store + ?Sized),
    key: &str,
    most: u64,
    memory: &mut Vec<u8>,
) -> Result<Option<usize>> {
    let range = ByteRange::From { start: 0, length: Some(most.saturating_add(1)) };
    let Some(value) = store.get(key, range)? else { return Ok(None) };
    check_length(key, value.len() as u64, most)?;
    *memory = value;
    Ok(Some(memory.len()))
}

/// True if the requested range covers the whole value.
pub(crate) fn check_length(key: &str, length: u64, most: u64) -> Result<()> {
    if length > most {
        return Err(Error::limit(format!(
            "key {key:?}: the value has more than the {most} bytes that it may have here"
        )));
    }
    Ok(())
}

/// The error of a value that doesn't fit into memory.
pub(crate) fn no_memory(key: &str, size: u64) -> Error {
    Error::no_memory(format!("key {key:?}: no memory for its value of {size} bytes"))
}

/// The error of a listing that doesn't fit into memory.
#[cold]
pub(crate) fn too_many_names(count: usize) -> Error {
    Error::no_memory(format!("no memory for a listing of more than {count} names"))
}

/// Writes on [`When::New`] by a condition, where the store has any. Elsewhere the caller, which has claimed the key,
/// has looked.
pub(crate) fn write_new(store: &(impl Store + ?Sized), key: &str, value: &[u8]) -> Result<()> {
    if !store.capabilities().conditional {
        return store.set(key, value);
    }
    match store.set_if(key, &None, value) {
        Err(error) if error.kind() == ErrorKind::Conflict => Err(already_there(key)),
        Err(error) if error.kind() == ErrorKind::Unsupported => store.set(key, value),
        done => done,
    }
}

/// The error of a value that was to be new.
pub(crate) fn already_there(key: &str) -> Error {
    Error::already_exists(format!("key {key:?} is there already"))
}

/// The error of an operation that a store does not have.
pub(crate) fn unsupported(what: &str, key: &str) -> Error {
    Error::unsupported(format!("key {key:?}: the store does not offer {what}"))
}

/// The answers to a batch, if there is one for each request.
///
/// # Errors
/// [`crate::ErrorKind::Internal`] for any other number.
pub(crate) fn check_answers(answers: Vec<Option<Versioned>>, requests: usize) -> Result<Vec<Option<Versioned>>> {
    if answers.len() == requests {
        return Ok(answers);
    }
    Err(Error::internal("the store answered another number of requests"))
}
