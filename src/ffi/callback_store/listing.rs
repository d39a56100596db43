//! Listings of a store of callbacks, made from the slots that the caller has set.

use super::super::callbacks::zarr_listing;
use super::super::error::{zarr_error, zarr_status};
use super::super::handle;
use super::super::outgoing::{Subject, c_text};
use super::super::sinks::{Collector, ListedEntries, ListingKind};
use super::{CallbackStore, found};
use crate::error::{Error, Result};
use crate::store::{Depth, Listing, check_prefix, defaults};
use std::ffi::c_void;
use std::sync::Arc;

/// The most prefixes that a walk descends one below the other.
const MAX_DEPTH: usize = 256;

impl CallbackStore {
    /// Fills a listing by `body`. A prefix that is not found has nothing below it.
    fn collect(
        &self,
        slot: &str,
        prefix: &str,
        entries: ListedEntries,
        body: impl FnOnce(*mut c_void, *mut zarr_listing, *mut zarr_error) -> zarr_status,
    ) -> Result<Listing> {
        let collector = Arc::new(Collector::new(entries));
        let listing = handle::new::<zarr_listing>(Arc::clone(&collector))?;
        let outcome = self.call(slot, Subject::Prefix(prefix), |data, error| body(data, listing, error));
        drop(handle::free(listing));
        let entries = collector.close();
        match found(outcome)? {
            None => Ok(Listing::default()),
            Some(()) => {
                entries.map(ListedEntries::into_listing).map_err(|error| error.context(format!("callback {slot}")))
            }
        }
    }

    /// All keys that begin with a prefix, by the slot `list`.
    pub(super) fn list_all_keys(&self, prefix: &str) -> Result<Listing> {
        let list = self.table.list.ok_or_else(|| Self::unlistable(prefix))?;
        // SAFETY: promised to `new`.
        let fill = |data, listing, error| unsafe { list(data, listing, error) };
        let mut listing = self.collect("list", prefix, ListedEntries::new("", ListingKind::Deep), fill)?;
        listing.keys.retain(|key| key.starts_with(prefix));
        Ok(listing)
    }

    /// All keys that begin with a prefix, by the best slot that there is for them.
    pub(super) fn list_below(&self, prefix: &str) -> Result<Listing> {
        if let Some(list_prefix) = self.table.list_prefix {
            let name = c_text(prefix)?;
            // SAFETY: promised to `new`.
            let fill = |data, listing, error| unsafe { list_prefix(data, name.as_ptr(), listing, error) };
            return self.collect("list_prefix", prefix, ListedEntries::new(prefix, ListingKind::Deep), fill);
        }
        if self.table.list.is_none() && self.table.list_dir.is_some() {
            return self.walk(prefix);
        }
        self.list_all_keys(prefix)
    }

    /// The keys and prefixes directly below a prefix.
    pub(super) fn list_directly_below(&self, prefix: &str) -> Result<Listing> {
        let Some(list_dir) = self.table.list_dir else {
            return Ok(defaults::list(prefix, Depth::One, self.list_below(prefix)?.keys));
        };
        let name = c_text(prefix)?;
        // SAFETY: promised to `new`.
        let fill = |data, listing, error| unsafe { list_dir(data, name.as_ptr(), listing, error) };
        self.collect("list_dir", prefix, ListedEntries::new(prefix, ListingKind::Direct), fill)
    }

    /// All keys below the prefix, one directory after the other.
    fn walk(&self, prefix: &str) -> Result<Listing> {
        let mut keys = Vec::new();
        let mut prefixes = vec![(prefix.to_owned(), 0)];
        while let Some((prefix, depth)) = prefixes.pop() {
            if depth > MAX_DEPTH {
                return Err(Error::limit(format!(
                    "prefix {prefix:?}: more than {MAX_DEPTH} prefixes one below the other"
                )));
            }
            check_prefix(&prefix)?;
            let listing = self.list_directly_below(&prefix)?;
            keys.extend(listing.keys);
            prefixes.extend(listing.prefixes.into_iter().map(|prefix| (prefix, depth + 1)));
        }
        keys.sort_unstable();
        Ok(Listing::from(keys))
    }

    fn unlistable(prefix: &str) -> Error {
        Error::unsupported(format!("prefix {prefix:?}: the store has no callback that lists"))
    }
}
