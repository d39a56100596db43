//! The path that was meant is named where it costs no request to a store that is far away.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use zarr::ErrorKind;
use zarr::array::ArrayBuilder;
use zarr::dtype::DataType;
use zarr::format::FormatId;
use zarr::hierarchy::Hierarchy;
use zarr::store::{ByteRange, Capabilities, Depth, Listing, MemoryStore, Store, StoreName, When};

/// A store that counts its listings, and says how many requests it likes at once.
#[derive(Debug)]
struct Far {
    inner: MemoryStore,
    in_flight: usize,
    listings: AtomicUsize,
}

impl Store for Far {
    fn name(&self) -> &StoreName {
        self.inner.name()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { in_flight: self.in_flight, conditional: false, ..self.inner.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        self.inner.get(key, range)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        when.begin(key, value)?;
        self.inner.write(key, value, When::Claimed)
    }

    fn list(&self, prefix: &str, depth: Depth) -> zarr::Result<Listing> {
        self.listings.fetch_add(1, Ordering::Relaxed);
        self.inner.list(prefix, depth)
    }
}

fn filled(format: FormatId, in_flight: usize) -> (Arc<Far>, Arc<Hierarchy>) {
    let store = Arc::new(Far { inner: MemoryStore::new(), in_flight, listings: AtomicUsize::new(0) });
    let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[4]).unwrap();
    builder.format(Some(format));
    hierarchy.create_group("/", Some(format), None).unwrap();
    for path in ["surface/temperature", "surface/pressure"] {
        hierarchy.create_array(path, &builder).unwrap();
    }
    (store, hierarchy)
}

/// A user would look for a wrong letter in the data, not in the path.
#[test]
fn the_path_with_the_nearest_names_is_suggested() {
    for format in [FormatId::V2, FormatId::V3, FormatId::N5, FormatId::V3Draft2022] {
        let (_, hierarchy) = filled(format, 1);
        for (wrong, meant) in [
            ("surface/temperatures", "surface/temperature"),
            ("surfase/pressure", "surface/pressure"),
            ("Surface/Temperature", "surface/temperature"),
            ("surfaces", "surface"),
            ("pressure", "surface/pressure"),
        ] {
            let error = hierarchy.open_node(wrong, None).unwrap_err();
            let hint = format!("; did you mean {meant:?}?");
            assert_eq!(error.kind(), ErrorKind::NotFound);
            assert!(error.message().ends_with(&hint), "{format:?} {wrong}: {}", error.message());
        }
        for far in ["depth", "surface/salinity", "surface/temperature/x", "x/y/z"] {
            let error = hierarchy.open_node(far, None).unwrap_err();
            assert!(!error.message().contains("did you mean"), "{format:?} {far}: {}", error.message());
        }
    }
}

/// A misspelled path must not cost more listings on a server than looking for it; a copy of the documents is here already.
#[test]
fn a_store_that_is_far_away_is_listed_only_in_its_copy() {
    let (store, hierarchy) = filled(FormatId::V3, 16);
    let listings = |look: &dyn Fn()| {
        let before = store.listings.load(Ordering::Relaxed);
        look();
        store.listings.load(Ordering::Relaxed) - before
    };
    let needed = listings(&|| assert_eq!(hierarchy.node_kind("surfaces"), Ok(None)));
    let made = listings(&|| {
        let error = hierarchy.open_node("surfaces", None).unwrap_err();
        assert!(!error.message().contains("did you mean"), "{}", error.message());
    });
    assert_eq!(made, needed);
    hierarchy.consolidate("/").unwrap();
    let copy = Hierarchy::with_store(store.clone(), Some(r#"{"consolidated": "require"}"#)).unwrap();
    let made = listings(&|| {
        let error = copy.open_node("surfaces", None).unwrap_err();
        assert!(error.message().ends_with("; did you mean \"surface\"?"), "{}", error.message());
    });
    assert_eq!(made, 0);
}
