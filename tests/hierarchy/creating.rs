//! Creating nodes while other processes create, change and erase: one creator wins, and what it has made is whole.

use std::sync::{Arc, Mutex};
use zarr::ErrorKind;
use zarr::array::ArrayBuilder;
use zarr::dtype::DataType;
use zarr::format::FormatId;
use zarr::hierarchy::Hierarchy;
use zarr::store::{
    ByteRange, Capabilities, Depth, FilesystemStore, Listing, Lock, MemoryStore, Store, StoreExt, StoreName,
    StoreOptions, SyncMode, Version, When,
};

type Step = Box<dyn FnOnce() + Send>;

/// One of several processes on an object store: locks of its own, the values of all. Another process takes
/// its step at the first write of a document of the node, before it or after it.
struct Process {
    name: StoreName,
    values: MemoryStore,
    before: Mutex<Option<Step>>,
    after: Mutex<Option<Step>>,
    /// No attributes can be written.
    is_full: bool,
}

impl std::fmt::Debug for Process {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.name.fmt(f)
    }
}

impl Process {
    fn of(values: &MemoryStore, name: &str) -> Arc<Self> {
        Arc::new(Self::new(values, name, false))
    }

    fn new(values: &MemoryStore, name: &str, is_full: bool) -> Self {
        let (before, after) = Default::default();
        Self { name: StoreName::new(name), values: values.clone(), before, after, is_full }
    }

    fn step(&self, key: &str, write: impl FnOnce() -> zarr::Result<()>) -> zarr::Result<()> {
        if key == ".zgroup" {
            return write();
        }
        if self.is_full && key.ends_with("attrs") {
            return Err(zarr::Error::new(ErrorKind::Io, "the disk is full"));
        }
        let (before, after) = (self.before.lock().unwrap().take(), self.after.lock().unwrap().take());
        before.into_iter().for_each(|step| step());
        write()?;
        after.into_iter().for_each(|step| step());
        Ok(())
    }
}

impl Store for Process {
    fn name(&self) -> &StoreName {
        &self.name
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { reads_into: false, private: false, ..self.values.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        self.values.get(key, range)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        let when = match when {
            When::Ready(_) => when.begin(key, value).map(|()| When::Claimed)?,
            when => when,
        };
        if value.is_none() {
            when.begin(key, value)?;
            return self.values.erase(key);
        }
        self.step(key, || self.values.write(key, value, when))
    }

    fn list(&self, prefix: &str, depth: Depth) -> zarr::Result<Listing> {
        self.values.list(prefix, depth)
    }

    fn get_versioned(&self, key: &str, most: u64) -> zarr::Result<(Option<Vec<u8>>, Version)> {
        self.values.get_versioned(key, most)
    }
}

/// A place of a node in a format that keeps attributes in a document of their own.
#[derive(Clone, Copy, Debug)]
struct Place(FormatId, &'static str, bool);

const PLACES: [Place; 3] =
    [Place(FormatId::V1, "", true), Place(FormatId::V2, "a", true), Place(FormatId::V2, "a", false)];

impl Place {
    fn create(self, store: Arc<dyn Store>, attributes: Option<&str>) -> zarr::Result<()> {
        let Self(format, path, array) = self;
        let hierarchy = Hierarchy::with_store(store, None)?;
        if !array {
            return hierarchy.create_group(path, Some(format), attributes).map(drop);
        }
        let mut builder = bytes(format);
        attributes.map(|attributes| builder.attributes(attributes)).transpose()?;
        hierarchy.create_array(path, &builder).map(drop)
    }

    fn attributes(self, store: Arc<dyn Store>) -> String {
        let Self(_, path, array) = self;
        let hierarchy = Hierarchy::with_store(store, None).unwrap();
        let text = if array {
            hierarchy.open_array(path, None).unwrap().attributes().unwrap()
        } else {
            hierarchy.open_group(path, None).unwrap().attributes().unwrap()
        };
        text.split_whitespace().collect()
    }
}

fn bytes(format: FormatId) -> ArrayBuilder {
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[6]).unwrap();
    builder.format(Some(format));
    builder
}

/// The creator that is told that there is a node already has changed nothing of it.
#[test]
fn a_creator_that_comes_late_leaves_the_attributes_of_the_first() {
    for place in PLACES {
        let values = MemoryStore::new();
        let (one, other) = (Process::of(&values, "one"), Process::of(&values, "other"));
        let first = Arc::clone(&other);
        *one.before.lock().unwrap() = Some(Box::new(move || place.create(first, Some(r#"{"by": "other"}"#)).unwrap()));
        let error = place.create(one.clone(), Some(r#"{"by": "one"}"#)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{place:?}: {error}");
        assert_eq!(place.attributes(other), r#"{"by":"other"}"#, "{place:?}");
    }
}

/// An attribute that another process sets as soon as it sees the new node stays.
#[test]
fn an_attribute_that_is_set_while_a_node_is_created_stays() {
    for place in PLACES {
        let values = MemoryStore::new();
        let (one, other) = (Process::of(&values, "one"), Process::of(&values, "other"));
        let Place(_, path, array) = place;
        let second = other.clone();
        let change = move || {
            let hierarchy = Hierarchy::with_store(second, None).unwrap();
            if array {
                hierarchy.open_array(path, None).unwrap().set_attributes(r#"{"x": 1}"#).unwrap();
            } else {
                hierarchy.open_group(path, None).unwrap().set_attributes(r#"{"x": 1}"#).unwrap();
            }
        };
        *one.after.lock().unwrap() = Some(Box::new(change));
        place.create(one, Some(r#"{"by": "one"}"#)).unwrap();
        assert_eq!(place.attributes(other), r#"{"by":"one","x":1}"#, "{place:?}");
    }
}

/// A creator that is told that it has failed leaves no node without attributes behind, which it could not create again.
#[test]
fn a_creation_that_fails_leaves_no_node() {
    for place in PLACES {
        let values = MemoryStore::new();
        let full = Arc::new(Process::new(&values, "full", true));
        let error = place.create(full, Some(r#"{"by": "one"}"#)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io, "{place:?}: {error}");
        let other = Process::of(&values, "other");
        place.create(other.clone(), Some(r#"{"by": "other"}"#)).unwrap();
        assert_eq!(place.attributes(other), r#"{"by":"other"}"#, "{place:?}");
    }
}

/// Attributes that were left where a node is gone are not those of the next one, also where no condition or lock is at
/// hand.
#[test]
fn attributes_of_a_node_that_is_gone_are_not_those_of_the_next() {
    let folder = tempfile::tempdir().unwrap();
    for place in PLACES {
        let Place(format, path, array) = place;
        let key = if format == FormatId::V1 { "attrs".into() } else { format!("{path}/.zattrs") };
        for (attributes, expected) in [(None, "{}"), (Some(r#"{"new": 2}"#), r#"{"new":2}"#)] {
            for left in [r#"{"old": 1, "new": 1}"#, "no document"] {
                let named = format!("{format:?}{array}{}{}", expected.len(), left.len());
                let options =
                    StoreOptions { writeable: true, lock: Lock::None, sync: SyncMode::None, ..StoreOptions::default() };
                let root = folder.path().join(named);
                std::fs::create_dir(&root).unwrap();
                let files = FilesystemStore::open(&root, options).unwrap();
                let stores: [Arc<dyn Store>; 2] = [Arc::new(files), Arc::new(MemoryStore::new())];
                for store in stores {
                    store.set(&key, left.as_bytes()).unwrap();
                    place.create(store.clone(), attributes).unwrap();
                    assert_eq!(place.attributes(store), expected, "{place:?}, {left}");
                }
            }
        }
    }
}

/// A handle that has created a node before knows the entry point of its hierarchy, which is gone with everything else.
#[test]
fn what_is_created_in_a_store_that_was_emptied_can_be_read() {
    use FormatId::*;
    for format in [V3Protocol2019A, V3Protocol2019B, V3Shape2020, V3Draft2022] {
        for next in [format, V2, V3] {
            let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
            let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
            hierarchy.create_array("a", &bytes(format)).unwrap();
            // As another process does, of which this one hears nothing.
            store.list_prefix("").unwrap().iter().for_each(|key| store.erase(key).unwrap());
            // Without an entry point document the format is that of the handle.
            if format == V3Protocol2019A && next != format {
                continue;
            }
            hierarchy.create_array("b", &bytes(next)).unwrap().write_region(&[0], &[6], &[7; 6]).unwrap();
            hierarchy.create_group("g/h", None, None).unwrap();
            for reader in [Hierarchy::with_store(store, None).unwrap(), hierarchy] {
                let mut values = [0; 6];
                let array = reader.open_array("b", None).unwrap();
                array.read_region(&[0], &[6], &mut values).unwrap();
                assert_eq!(values, [7; 6], "{format:?}, then {next:?}");
                assert_eq!(reader.open_group("g/h", None).unwrap().format(), next);
            }
        }
    }
}

/// Another process has begun a hierarchy of another format in the emptied store: it is not mixed with one of the old
/// format.
#[test]
fn the_format_of_a_store_that_was_emptied_is_that_of_its_new_hierarchy() {
    use FormatId::*;
    for format in [V3Protocol2019B, V3Shape2020, V3Draft2022] {
        for next in [V2, V3] {
            let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
            let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
            hierarchy.create_array("a", &bytes(format)).unwrap();
            store.list_prefix("").unwrap().iter().for_each(|key| store.erase(key).unwrap());
            Hierarchy::with_store(store, None).unwrap().create_group("", Some(next), None).unwrap();
            assert_eq!(hierarchy.create_group("g", None, None).unwrap().format(), next);
            let error = hierarchy.create_array("b", &bytes(format)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{format:?}, then {next:?}: {error}");
        }
    }
}
