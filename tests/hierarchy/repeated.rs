//! Calls that failed and are repeated: the repeated call finishes what the first one began, and nothing that others have
//! made of the node meanwhile, or have put in its place, is lost.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use zarr::array::ArrayBuilder;
use zarr::dtype::DataType;
use zarr::format::FormatId;
use zarr::hierarchy::Hierarchy;
use zarr::store::{ByteRange, Capabilities, Depth, Listing, MemoryStore, Store, StoreExt, StoreName, Version, When};
use zarr::{Error, ErrorKind};

/// One of several processes on a store that others share: locks of its own, the values of all.
struct Process {
    name: StoreName,
    values: MemoryStore,
    conditional: bool,
    breaks_at: Option<Break>,
    /// The connection breaks at the next write of that key.
    armed: AtomicBool,
    /// The next read of that key fails.
    broken: AtomicBool,
    /// The step of another process before that write.
    before: Mutex<Option<Box<dyn FnOnce() + Send>>>,
}

/// The write at which the connection breaks.
#[derive(Clone, Copy, Debug)]
struct Break {
    key: &'static str,
    /// True if it is done by then.
    done: bool,
    erases: bool,
}

impl std::fmt::Debug for Process {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.name.fmt(formatter)
    }
}

impl Process {
    fn of(values: &MemoryStore, name: &'static str, conditional: bool) -> Self {
        let (armed, broken) = (AtomicBool::new(true), AtomicBool::new(false));
        let name = StoreName::new(name);
        Self { name, values: values.clone(), conditional, breaks_at: None, armed, broken, before: Mutex::new(None) }
    }

    fn reach(&self, key: &str, flag: &AtomicBool) -> bool {
        self.breaks_at.is_some_and(|at| at.key == key) && flag.swap(false, Ordering::Relaxed)
    }
}

fn broken() -> Error {
    Error::new(ErrorKind::Io, "the connection is broken")
}

impl Store for Process {
    fn name(&self) -> &StoreName {
        &self.name
    }

    fn capabilities(&self) -> Capabilities {
        let conditional = self.conditional;
        Capabilities { reads_into: false, private: false, conditional, ..self.values.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        if self.reach(key, &self.broken) { Err(broken()) } else { self.values.get(key, range) }
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        let when = match when {
            When::Ready(_) => when.begin(key, value).map(|()| When::Claimed)?,
            // A store without conditions writes over what is there.
            When::New if !self.conditional => When::Claimed,
            when => when,
        };
        let is_meant = self.breaks_at.is_some_and(|at| at.erases == value.is_none());
        let breaks = is_meant && self.reach(key, &self.armed);
        if breaks && let Some(step) = self.before.lock().unwrap().take() {
            step();
        }
        if !breaks || self.breaks_at.is_some_and(|at| at.done) {
            self.values.write(key, value, when)?;
        }
        self.broken.store(breaks, Ordering::Relaxed);
        if breaks { Err(broken()) } else { Ok(()) }
    }

    fn list(&self, prefix: &str, depth: Depth) -> zarr::Result<Listing> {
        self.values.list(prefix, depth)
    }

    fn get_versioned(&self, key: &str, most: u64) -> zarr::Result<(Option<Vec<u8>>, Version)> {
        self.values.get_versioned(key, most)
    }
}

/// A format, the path of an array, the key of its document and that of the document that has its attributes.
#[derive(Clone, Copy, Debug)]
struct Place(FormatId, &'static str, &'static str, &'static str);

const PLACES: [Place; 4] = [
    Place(FormatId::V1, "", "meta", "attrs"),
    Place(FormatId::V2, "a", "a/.zarray", "a/.zattrs"),
    Place(FormatId::V3, "a", "a/zarr.json", "a/zarr.json"),
    Place(FormatId::N5, "a", "a/attributes.json", "a/attributes.json"),
];

/// Processes on one store: the first of them has failed to create an array, as the connection broke at a write of a
/// key, before it was done or after that.
struct Failed {
    place: Place,
    first: Arc<Hierarchy>,
    other: Arc<Hierarchy>,
}

impl Failed {
    fn new(place: Place, key: &'static str, conditional: bool, done: bool) -> Self {
        let values = MemoryStore::new();
        let first = Process {
            breaks_at: Some(Break { key, done, erases: false }),
            ..Process::of(&values, "first", conditional)
        };
        let other = Process::of(&values, "other", conditional);
        let hierarchy = |process| Hierarchy::with_store(Arc::new(process), None).unwrap();
        let failed = Self { place, first: hierarchy(first), other: hierarchy(other) };
        // Only what lies in the store, not what a failed creation of another case has left.
        if !place.1.is_empty() {
            failed.other.create_group("", Some(place.0), None).unwrap();
        }
        let error = failed.create(&failed.first, 6).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io, "{place:?}: {error}");
        failed
    }

    fn create(&self, hierarchy: &Arc<Hierarchy>, length: u64) -> zarr::Result<String> {
        let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[length]).unwrap();
        builder.format(Some(self.place.0));
        builder.chunk_shape(&[3]).unwrap();
        builder.attributes(r#"{"by":"creator"}"#).unwrap();
        hierarchy.create_array(self.place.1, &builder)?.attributes()
    }

    /// The shape and the attributes that are stored.
    fn stored(&self) -> (u64, String) {
        let array = self.other.open_array(self.place.1, None).unwrap();
        (array.shape()[0], array.attributes().unwrap().split_whitespace().collect())
    }

    /// The repeated creation finds a node that it may not take as its own.
    fn is_refused(&self) {
        let error = self.create(&self.first, 6).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{:?}: {error}", self.place);
    }
}

fn cases() -> impl Iterator<Item = (Place, bool)> {
    PLACES.into_iter().flat_map(|place| [(place, false), (place, true)])
}

#[test]
fn a_repeated_creation_finishes_the_node_that_the_first_one_has_begun() {
    for (place, conditional) in cases() {
        for key in [place.2, place.3] {
            let failed = Failed::new(place, key, conditional, true);
            failed.create(&failed.first, 6).unwrap();
            assert_eq!(failed.stored(), (6, r#"{"by":"creator"}"#.into()), "{place:?}");
            failed.is_refused();
        }
    }
}

/// Another process has found the node, and works with it: its attributes and its shape stay.
#[test]
fn a_repeated_creation_keeps_what_another_process_has_changed() {
    for (place, conditional) in cases() {
        let failed = Failed::new(place, place.2, conditional, true);
        let array = failed.other.open_array(place.1, None).unwrap();
        array
            .edit_attributes(&mut |all| {
                all.set("x", 1);
                Ok(())
            })
            .unwrap();
        let before = failed.stored();
        match failed.create(&failed.first, 6) {
            // The document that makes it a node is as it was: the attributes of both are there.
            Ok(known) if place.2 != place.3 => {
                let (_, stored) = failed.stored();
                assert!(stored.contains(r#""by":"creator""#) && stored.contains(r#""x":1"#), "{place:?}: {stored}");
                assert_eq!(known.split_whitespace().collect::<String>(), stored, "{place:?}: what the handle knows");
            }
            Err(error) if place.2 == place.3 && error.kind() == ErrorKind::AlreadyExists => {
                assert_eq!(failed.stored(), before, "{place:?}");
            }
            other => panic!("{place:?}: {other:?}"),
        }
        array.resize(&[100]).unwrap();
        failed.is_refused();
        assert_eq!(failed.stored().0, 100, "{place:?}");
    }
}

/// What a thread of this process does with the node ends the creation that failed.
#[test]
fn a_repeated_creation_keeps_what_a_thread_has_changed_or_erased() {
    for (place, conditional) in cases() {
        let failed = Failed::new(place, place.2, conditional, true);
        let array = failed.first.open_array(place.1, None).unwrap();
        array.set_attributes(r#"{"x":1}"#).unwrap();
        failed.is_refused();
        assert_eq!(failed.stored(), (6, r#"{"x":1}"#.into()), "{place:?}");

        let failed = Failed::new(place, place.2, conditional, true);
        failed.first.erase(place.1).unwrap();
        failed.create(&failed.other, 6).unwrap();
        failed.is_refused();
    }
}

/// Another process has put an array in the place of a creation that has stored nothing, or whose node was erased.
#[test]
fn a_repeated_creation_writes_over_no_other_node() {
    for (place, conditional) in cases() {
        for done in [false, true] {
            let failed = Failed::new(place, place.2, conditional, done);
            if done {
                failed.other.erase(place.1).unwrap();
            }
            failed.create(&failed.other, 9).unwrap();
            let before = failed.stored();
            failed.is_refused();
            assert_eq!(failed.stored(), before, "{place:?}, {done}");
        }
    }
}

/// A node that was begun is not the place of one of another description, or of another kind.
#[test]
fn only_the_same_creation_takes_a_node_as_its_own() {
    for (place, conditional) in cases() {
        let failed = Failed::new(place, place.2, conditional, true);
        let error = failed.create(&failed.first, 9).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{place:?}: {error}");
        if place.0 != FormatId::V1 {
            let error = failed.first.create_group(place.1, None, None).map(drop).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{place:?}: {error}");
        }
        assert_eq!(failed.stored().0, 6);
        failed.create(&failed.first, 6).unwrap();
    }
}

/// A change whose answer is lost is made. Another process has made a consolidated copy of the old document meanwhile:
/// readers of the copy would see the old shape.
#[test]
fn a_repeated_growth_leaves_no_copy_of_the_old_shape() {
    for (place, conditional) in cases().filter(|(place, _)| matches!(place.0, FormatId::V2 | FormatId::V3)) {
        for grows in [false, true] {
            let values = MemoryStore::new();
            let other = Hierarchy::with_store(Arc::new(Process::of(&values, "another", conditional)), None).unwrap();
            other.create_group("", Some(place.0), None).unwrap();
            let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[6]).unwrap();
            builder.format(Some(place.0));
            drop(other.create_array(place.1, &builder).unwrap());
            let breaks_at = Some(Break { key: place.2, done: true, erases: false });
            let process = Process { breaks_at, ..Process::of(&values, "growing", conditional) };
            let consolidating = Arc::clone(&other);
            *process.before.lock().unwrap() = Some(Box::new(move || consolidating.consolidate("").unwrap()));
            let growing = Hierarchy::with_store(Arc::new(process), None).unwrap();
            let array = growing.open_array(place.1, Some(r#"{"grow": 0}"#)).unwrap();
            let grow = || if grows { array.write_region(&[6], &[3], &[1; 3]) } else { array.lengthen(&[0], 9) };
            assert_eq!(grow().unwrap_err().kind(), ErrorKind::Io, "{place:?}");
            grow().unwrap();
            let reader = Hierarchy::with_store(Arc::new(Process::of(&values, "reader", conditional)), None).unwrap();
            let copies = [r#"{"consolidated": "never"}"#, r#"{"consolidated": "require"}"#]
                .map(|options| reader.open_array(place.1, Some(options)).map(|array| array.shape()));
            let [Ok(document), copy] = copies else { panic!("{place:?}") };
            assert_eq!(document, [9]);
            assert!(copy.is_err_and(|error| error.kind() == ErrorKind::NotFound), "{place:?}: a copy of the old shape");
        }
    }
}

/// The erasure of the document at the old place is done, its answer is lost, and so is the next one.
#[test]
fn a_repeated_move_ends_what_the_first_one_has_begun() {
    for (place, conditional) in cases().filter(|(place, _)| !place.1.is_empty()) {
        let values = MemoryStore::new();
        let breaks_at = Some(Break { key: place.2, done: true, erases: true });
        let process = Process { breaks_at, ..Process::of(&values, "moving", conditional) };
        let moving = Hierarchy::with_store(Arc::new(process), None).unwrap();
        moving.create_group("", Some(place.0), None).unwrap();
        let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[6]).unwrap();
        builder.format(Some(place.0));
        moving.create_array(place.1, &builder).unwrap().write_region(&[0], &[6], &[7; 6]).unwrap();
        let move_it = || moving.move_node(place.1, "b", &|_, _| true);
        assert_eq!(move_it().unwrap_err().kind(), ErrorKind::Io, "{place:?}");
        move_it().unwrap();
        let mut read = [0; 6];
        moving.open_array("b", None).unwrap().read_region(&[0], &[6], &mut read).unwrap();
        assert_eq!(read, [7; 6], "{place:?}");
        assert!(values.list_all().unwrap().iter().all(|key| !key.starts_with("a/")), "{place:?}: something is left");
    }
}
