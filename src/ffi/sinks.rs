//! The results of callbacks: one value, or a listing. The handles of the C API (`zarr_sink`, `zarr_listing`) are made
//! for one callback and closed after it; data that arrive later are refused, even from another thread.
//!
//! A failure is remembered here as well as told to the callback: one that goes on in spite of it must not pass off
//! half a value as a whole one.

use crate::error::{Error, ErrorKind, Result};
use crate::store::{Listing, check_prefix, is_key};
use std::alloc::{Layout, alloc_zeroed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Something that a callback fills while it is open.
pub(super) struct Slot<T>(Mutex<Option<Filling<T>>>);

struct Filling<T> {
    content: T,
    fault: Option<Error>,
}

/// A place for one value.
pub(super) type Sink = Slot<SinkValue>;
/// A place for keys and prefixes.
pub(super) type Collector = Slot<ListedEntries>;

impl<T> Slot<T> {
    pub(super) fn new(content: T) -> Self {
        Self(Mutex::new(Some(Filling { content, fault: None })))
    }

    /// Runs `body` on the content, and remembers its error.
    pub(super) fn fill<R>(&self, body: impl FnOnce(&mut T) -> Result<R>) -> Result<R> {
        let mut filling = self.lock();
        let closed = || Error::new(ErrorKind::InvalidHandle, "the callback that this was made for has ended");
        let Filling { content, fault } = filling.as_mut().ok_or_else(closed)?;
        if let Some(fault) = fault {
            return Err(fault.clone());
        }
        body(content).inspect_err(|error| *fault = Some(error.clone()))
    }

    /// Ends the filling.
    pub(super) fn close(&self) -> Result<T> {
        let Filling { content, fault } =
            self.lock().take().ok_or_else(|| Error::internal("a sink was closed twice"))?;
        fault.map_or(Ok(content), Err)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Filling<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One value, or what a codec makes, in pieces that never move: the callback fills a piece of `reserve` until it ends,
/// while it appends others.
pub(super) struct SinkValue {
    pieces: Vec<SinkPiece>,
    /// The most that is asked for.
    limit: u64,
    size: usize,
    touched: bool,
    version: Option<String>,
}

struct SinkPiece {
    bytes: Vec<u8>,
    reserved: bool,
}

impl SinkValue {
    /// A value of at most `limit` bytes.
    pub(super) fn new(limit: u64) -> Self {
        Self { pieces: Vec::new(), limit, size: 0, touched: false, version: None }
    }

    /// The bytes so far.
    pub(super) fn size(&self) -> u64 {
        self.size as u64
    }

    /// Appends bytes.
    pub(super) fn write(&mut self, data: &[u8]) -> Result<()> {
        let end = self.end(data.len())?;
        append(&mut self.pieces, data)?;
        self.size = end;
        Ok(())
    }

    /// Appends `size` bytes, zero at first, for the callback to fill.
    pub(super) fn reserve(&mut self, size: usize) -> Result<*mut u8> {
        let end = self.end(size)?;
        self.pieces.try_reserve(1).map_err(|_| no_memory(size))?;
        let mut bytes = zeroed(size)?;
        let start = bytes.as_mut_ptr();
        self.pieces.push(SinkPiece { bytes, reserved: true });
        self.size = end;
        Ok(start)
    }

    pub(super) fn set_version(&mut self, version: &str) {
        self.touched = true;
        self.version = Some(version.to_owned());
    }

    /// Where the value would end with `more` bytes.
    fn end(&mut self, more: usize) -> Result<usize> {
        self.touched = true;
        let end = self.size.checked_add(more).filter(|end| *end as u64 <= self.limit);
        end.ok_or_else(|| {
            let (size, limit) = (self.size, self.limit);
            Error::buffer_size(format!("at most {limit} bytes are asked for; {more} more after {size} are too many"))
        })
    }

    /// True if the callback wrote to the sink, even 0 bytes.
    pub(super) fn touched(&self) -> bool {
        self.touched
    }

    /// The version that the callback set.
    pub(super) fn take_version(&mut self) -> Option<String> {
        self.version.take()
    }

    /// The bytes.
    pub(super) fn into_bytes(self) -> Result<Vec<u8>> {
        let mut pieces = self.pieces;
        if pieces.len() <= 1 {
            return Ok(pieces.pop().map(|piece| piece.bytes).unwrap_or_default());
        }
        let mut whole = Vec::new();
        whole.try_reserve_exact(self.size).map_err(|_| no_memory(self.size))?;
        pieces.iter().for_each(|piece| whole.extend_from_slice(&piece.bytes));
        Ok(whole)
    }
}

fn append(pieces: &mut Vec<SinkPiece>, data: &[u8]) -> Result<()> {
    if pieces.last().is_none_or(|last| last.reserved) {
        pieces.try_reserve(1).map_err(|_| no_memory(data.len()))?;
        pieces.push(SinkPiece { bytes: Vec::new(), reserved: false });
    }
    if let Some(last) = pieces.last_mut() {
        last.bytes.try_reserve(data.len()).map_err(|_| no_memory(data.len()))?;
        last.bytes.extend_from_slice(data);
    }
    Ok(())
}

/// Zero bytes; the system gives large blocks of them for nothing.
fn zeroed(size: usize) -> Result<Vec<u8>> {
    if size == 0 {
        return Ok(Vec::new());
    }
    let layout = Layout::array::<u8>(size).map_err(|_| no_memory(size))?;
    // SAFETY: the size is not 0.
    let start = unsafe { alloc_zeroed(layout) };
    if start.is_null() {
        return Err(no_memory(size));
    }
    // SAFETY: allocated just now by the global allocator with the layout of `size` bytes, all initialised.
    Ok(unsafe { Vec::from_raw_parts(start, size, size) })
}

fn no_memory(size: usize) -> Error {
    Error::no_memory(format!("no memory for {size} more bytes of a value"))
}

/// The kind of a listing, which says what may be in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ListingKind {
    /// All keys below the prefix.
    Deep,
    /// The keys and prefixes directly below it.
    Direct,
}

/// A listing below a prefix.
pub(super) struct ListedEntries {
    below: String,
    reach: ListingKind,
    listing: Listing,
}

impl ListedEntries {
    pub(super) fn new(below: &str, reach: ListingKind) -> Self {
        Self { below: below.to_owned(), reach, listing: Listing::default() }
    }

    pub(super) fn add_key(&mut self, key: &str) -> Result<()> {
        if !is_key(key) {
            return Ok(());
        }
        self.check_place("key", key, key)?;
        self.listing.keys.push(key.to_owned());
        Ok(())
    }

    pub(super) fn add_prefix(&mut self, prefix: &str) -> Result<()> {
        if prefix.strip_suffix('/').is_some_and(|key| !is_key(key)) {
            return Ok(());
        }
        check_prefix(prefix)?;
        if self.reach == ListingKind::Deep {
            return Err(Error::invalid_argument(format!("prefix {prefix:?}: only list_dir lists prefixes")));
        }
        self.check_place("prefix", prefix, prefix.strip_suffix('/').unwrap_or(prefix))?;
        self.listing.prefixes.push(prefix.to_owned());
        Ok(())
    }

    fn check_place(&self, what: &str, entry: &str, path: &str) -> Result<()> {
        let below = &self.below;
        let rest = path.strip_prefix(below.as_str()).filter(|rest| !rest.is_empty());
        match rest {
            None => Err(Error::invalid_argument(format!("{what} {entry:?} does not lie below the prefix {below:?}"))),
            Some(rest) if self.reach == ListingKind::Direct && rest.contains('/') => Err(Error::invalid_argument(
                format!("{what} {entry:?} does not lie directly below the prefix {below:?}"),
            )),
            Some(_) => Ok(()),
        }
    }

    /// The listing, in the order that the core expects.
    pub(super) fn into_listing(self) -> Listing {
        let mut listing = self.listing;
        for entries in [&mut listing.keys, &mut listing.prefixes] {
            entries.sort_unstable();
            entries.dedup();
        }
        listing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_reserved_stays_where_it_is() {
        let mut value = SinkValue::new(u64::MAX);
        let first = value.reserve(3).unwrap();
        value.write(b"de").unwrap();
        let second = value.reserve(1).unwrap();
        value.write(b"g").unwrap();
        // SAFETY: both places are part of the value, which still lives.
        unsafe {
            first.copy_from(b"abc".as_ptr(), 3);
            second.write(b'f');
        }
        assert!(value.touched());
        assert_eq!(value.into_bytes(), Ok(b"abcdefg".to_vec()));
    }

    #[test]
    fn a_value_keeps_to_its_range() {
        let sink = Sink::new(SinkValue::new(4));
        sink.fill(|value| value.write(b"abc")).unwrap();
        let error = sink.fill(|value| value.write(b"de")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BufferSize);
        assert!(sink.fill(|value| value.write(b"d")).is_err(), "a failed sink stays failed");
        assert!(sink.close().is_err());
        assert_eq!(sink.fill(|value| value.write(b"d")).unwrap_err().kind(), ErrorKind::InvalidHandle);
        assert_eq!(SinkValue::new(u64::MAX).reserve(usize::MAX).unwrap_err().kind(), ErrorKind::NoMemory);
    }

    #[test]
    fn empty_is_not_missing() {
        let mut value = SinkValue::new(0);
        assert!(!value.touched());
        value.write(b"").unwrap();
        assert!(value.touched());
    }

    #[test]
    fn listings_hold_only_what_was_asked_for() {
        let mut entries = ListedEntries::new("a/", ListingKind::Direct);
        for wrong in ["b", "a/b/c", "a"] {
            assert!(entries.add_key(wrong).is_err(), "{wrong}");
        }
        for wrong in ["a/", "a/b", "a/b/c/", "b/", ""] {
            assert!(entries.add_prefix(wrong).is_err(), "{wrong}");
        }
        // Names that are not valid keys are not part of a store.
        for odd in ["/a/b", "a//b", "a/..", "a\\b", "a/", ""] {
            entries.add_key(odd).unwrap();
        }
        for odd in ["/", "a//", "a/../", "a\\/"] {
            entries.add_prefix(odd).unwrap();
        }
        entries.add_key("a/c").unwrap();
        entries.add_key("a/b").unwrap();
        entries.add_key("a/c").unwrap();
        entries.add_prefix("a/x/").unwrap();
        let listing = entries.into_listing();
        assert_eq!((listing.keys, listing.prefixes), (vec!["a/b".into(), "a/c".into()], vec!["a/x/".to_owned()]));
        assert!(ListedEntries::new("", ListingKind::Deep).add_prefix("a/").is_err());
        assert!(ListedEntries::new("", ListingKind::Deep).add_key("a/b/c").is_ok());
    }
}
