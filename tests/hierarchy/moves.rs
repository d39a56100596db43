//! Moving and replacing nodes in every format and kind of store: what arrives is what was there, what is refused
//! changes nothing, and a crash at any moment loses nothing.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use zarr::ErrorKind;
use zarr::array::{Array, ArrayBuilder, Unit};
use zarr::dtype::DataType;
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, Node, NodeKind, open_store};
use zarr::store::{ByteRange, Capabilities, Depth, Listing, MemoryStore, Store, StoreExt, StoreName, When};
use zarr::transformer::OverlayStore;

const FORMATS: [FormatId; 7] = [
    FormatId::V2,
    FormatId::V3,
    FormatId::V3Protocol2019A,
    FormatId::V3Protocol2019B,
    FormatId::V3Shape2020,
    FormatId::V3Draft2022,
    FormatId::N5,
];

/// A store that has no step for moving, and that can die: after so many changes every further one fails.
#[derive(Debug)]
struct Mortal {
    inner: MemoryStore,
    left: AtomicI64,
    erases: bool,
}

impl Mortal {
    fn new(inner: &MemoryStore, left: i64) -> Arc<Self> {
        Arc::new(Self { inner: inner.clone(), left: AtomicI64::new(left), erases: true })
    }

    /// One that lives, and can't erase.
    fn that_keeps(inner: &MemoryStore) -> Arc<Self> {
        Arc::new(Self { inner: inner.clone(), left: AtomicI64::new(i64::MAX), erases: false })
    }

    fn change(&self) -> zarr::Result<()> {
        if self.left.fetch_sub(1, Ordering::Relaxed) > 0 {
            return Ok(());
        }
        Err(zarr::Error::new(ErrorKind::Io, "the power is off"))
    }
}

impl Store for Mortal {
    fn name(&self) -> &StoreName {
        self.inner.name()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { conditional: false, erasable: self.erases, ..self.inner.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        self.inner.get(key, range)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        if value.is_none() && !self.erases {
            return Err(zarr::Error::new(ErrorKind::Unsupported, "the store can't erase"));
        }
        when.begin(key, value)?;
        self.change()?;
        self.inner.write(key, value, When::Claimed)
    }

    fn list(&self, prefix: &str, depth: Depth) -> zarr::Result<Listing> {
        self.inner.list(prefix, depth)
    }
}

/// The arrays `g/x` and `g/deep/y`, the group `g/empty`, and `other`.
fn fill(hierarchy: &Arc<Hierarchy>, format: FormatId) {
    let mut builder = ArrayBuilder::new(DataType::from_code(6).unwrap(), &[10]).unwrap();
    builder.format(Some(format));
    builder.chunk_shape(&[3]).unwrap();
    hierarchy.create_group("g", Some(format), Some(r#"{"title": "all", "big": 12345678901234567890123}"#)).unwrap();
    hierarchy.create_group("g/empty", Some(format), None).unwrap();
    for (path, first) in [("g/x", 10), ("g/deep/y", 20), ("other", 30)] {
        builder.attributes(&format!(r#"{{"path": "{path}"}}"#)).unwrap();
        let array = hierarchy.create_array(path, &builder).unwrap();
        array.write_region(&[0], &[10], &(first..first + 10).collect::<Vec<u8>>()).unwrap();
    }
}

fn elements(array: &Array) -> Vec<u8> {
    let mut buffer = vec![0; array.shape()[0] as usize];
    array.read_region(&[0], &array.shape(), &mut buffer).unwrap();
    buffer
}

/// True when the group with everything in it stands at a path.
fn is_whole(hierarchy: &Arc<Hierarchy>, path: &str) -> bool {
    let Ok(Node::Group(group)) = hierarchy.open_node(path, None) else { return false };
    let array = |name: &str| hierarchy.open_array(&format!("{path}/{name}"), None);
    let (Ok(x), Ok(y)) = (array("x"), array("deep/y")) else { return false };
    hierarchy.open_group(&format!("{path}/empty"), None).is_ok()
        && group.attributes().unwrap() == r#"{"title": "all", "big": 12345678901234567890123}"#
        && elements(&x) == (10..20).collect::<Vec<u8>>()
        && elements(&y) == (20..30).collect::<Vec<u8>>()
        && y.attributes().unwrap() == r#"{"path": "g/deep/y"}"#
}

fn all(_: u64, _: u64) -> bool {
    true
}

/// One of each kind: in memory, on disk, and one that can only copy.
fn stores(directory: &std::path::Path) -> Vec<(&'static str, Arc<Hierarchy>)> {
    let copying = Hierarchy::with_store(Mortal::new(&MemoryStore::new(), i64::MAX), None).unwrap();
    let on_disk = open_store(directory.to_str().unwrap(), None).unwrap();
    vec![("memory", open_store("memory://", None).unwrap()), ("disk", on_disk), ("copying", copying)]
}

#[test]
fn a_moved_subtree_is_whole_and_nothing_stays_behind() {
    let directory = std::env::temp_dir().join(format!("zarr-moves-{}", std::process::id()));
    for format in FORMATS {
        for (name, hierarchy) in stores(&directory.join(format.name())) {
            fill(&hierarchy, format);
            let held = hierarchy.open_array("g/x", None).unwrap();
            hierarchy.move_node("g", "a/b/c", &all).unwrap_or_else(|error| panic!("{format:?}, {name}: {error}"));
            assert!(is_whole(&hierarchy, "a/b/c"), "{format:?}, {name}");
            assert_eq!(hierarchy.node_kind("g").unwrap(), None, "{format:?}, {name}");
            assert_eq!(hierarchy.children("").unwrap(), ["a", "other"], "{format:?}, {name}");
            let mut one = [0];
            assert_eq!(held.read_region(&[0], &[1], &mut one).unwrap_err().kind(), ErrorKind::NotFound);
            // An array alone, beside a sibling whose name begins with its own.
            hierarchy.move_node("a/b/c/x", "othe", &all).unwrap();
            assert_eq!(elements(&hierarchy.open_array("othe", None).unwrap())[0], 10);
            assert_eq!(elements(&hierarchy.open_array("other", None).unwrap())[0], 30);
            hierarchy.move_node("othe", "a/b/c/x", &all).unwrap();
            hierarchy.move_node("a/b/c", "g", &all).unwrap();
            assert!(is_whole(&hierarchy, "g"), "{format:?}, {name}");
            let names = hierarchy.store().list_all().unwrap();
            assert!(!names.iter().any(|key| key.contains("othe/") || key.contains("othe.")), "{names:?}");
        }
    }
    std::fs::remove_dir_all(&directory).unwrap();
}

/// A thread that waited for a node while another one moved it would get an error of the system, and not hear that the
/// node is elsewhere.
#[test]
fn threads_that_move_one_array_find_it_or_hear_that_it_is_gone() {
    const PLACES: [&str; 3] = ["p/a", "q/a", "r/a"];
    for lock in ["flock", "fcntl"] {
        let directory = tempfile::tempdir().unwrap();
        let options = format!(r#"{{"lock": "{lock}"}}"#);
        let hierarchy = open_store(directory.path().to_str().unwrap(), Some(&options)).unwrap();
        let mut builder = ArrayBuilder::new(DataType::from_code(6).unwrap(), &[3]).unwrap();
        builder.format(Some(FormatId::V3));
        hierarchy.create_array(PLACES[0], &builder).unwrap().write_region(&[0], &[3], &[1, 2, 3]).unwrap();
        for group in ["q", "r"] {
            hierarchy.create_group(group, None, None).unwrap();
        }
        let moved = AtomicI64::new(0);
        std::thread::scope(|threads| {
            for thread in 0..4 {
                let (hierarchy, moved) = (&hierarchy, &moved);
                threads.spawn(move || {
                    for step in 0..600 {
                        let (from, to) = ((thread + step) % 3, (thread + step + 1 + step % 2) % 3);
                        match hierarchy.move_node(PLACES[from], PLACES[to], &all) {
                            Ok(()) => _ = moved.fetch_add(1, Ordering::Relaxed),
                            Err(error) if error.kind() == ErrorKind::NotFound => {}
                            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                            Err(error) => panic!("{lock}: {error}"),
                        }
                    }
                });
            }
        });
        let left: Vec<_> = PLACES.iter().filter_map(|place| hierarchy.open_array(place, None).ok()).collect();
        assert_eq!(left.iter().map(elements).collect::<Vec<_>>(), [[1, 2, 3]], "{lock}");
        assert!(moved.into_inner() > 50, "{lock}: moves that meet");
    }
}

#[test]
fn what_cannot_be_moved_stays() {
    for format in FORMATS {
        let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
        fill(&hierarchy, format);
        let before = hierarchy.store().list_all().unwrap();
        for (from, to, wanted) in [
            ("g", "g/deep/g", ErrorKind::InvalidArgument),
            ("g", "g", ErrorKind::InvalidArgument),
            ("", "h", ErrorKind::InvalidArgument),
            ("g", "", ErrorKind::InvalidArgument),
            ("g", "a//b", ErrorKind::InvalidArgument),
            ("nowhere", "h", ErrorKind::NotFound),
            ("g", "other", ErrorKind::AlreadyExists),
            ("other", "g/x", ErrorKind::AlreadyExists),
            ("other", "g/deep", ErrorKind::AlreadyExists),
            ("g", "other/below", ErrorKind::NodeType),
        ] {
            let error = hierarchy.move_node(from, to, &all).expect_err(to);
            assert_eq!(error.kind(), wanted, "{format:?}, {from} to {to}: {error}");
        }
        assert_eq!(hierarchy.store().list_all().unwrap(), before, "{format:?}");
        let error = hierarchy.move_node("g", "h", &|_, _| false).unwrap_err();
        assert_eq!((error.kind(), hierarchy.store().list_all().unwrap()), (ErrorKind::Cancelled, before), "{format:?}");
    }
}

#[test]
fn something_else_in_the_way_is_not_overwritten() {
    let hierarchy = open_store("memory://", None).unwrap();
    fill(&hierarchy, FormatId::V3);
    hierarchy.store().set("h/readme.txt", b"mine").unwrap();
    let error = hierarchy.move_node("g", "h", &all).unwrap_err();
    assert!(error.kind() == ErrorKind::AlreadyExists && error.message().contains("h/readme.txt"), "{error}");
}

#[test]
fn a_crash_at_any_moment_loses_nothing() {
    for format in FORMATS {
        let mut crashes = 0;
        for moment in 0.. {
            let memory = MemoryStore::new();
            fill(&Hierarchy::with_store(Arc::new(memory.clone()), None).unwrap(), format);
            let dying = Hierarchy::with_store(Mortal::new(&memory, moment), None).unwrap();
            let moved = dying.move_node("g", "h", &all);
            // The hierarchy as the next process finds it.
            let hierarchy = Hierarchy::with_store(Arc::new(memory), None).unwrap();
            let places = ["g", "h"].map(|path| is_whole(&hierarchy, path));
            if moved.is_ok() {
                assert_eq!(places, [false, true], "{format:?}");
                break;
            }
            crashes += 1;
            assert!(places[0] || places[1], "{format:?}: nothing is whole after {moment} changes");
        }
        assert!(crashes > 10, "{format:?}");
    }
}

#[test]
fn copies_of_the_documents_are_never_stale_after_a_move_or_a_replacement() {
    for format in [FormatId::V2, FormatId::V3] {
        type Change = fn(&Arc<Hierarchy>);
        let changes: [Change; 3] = [
            |hierarchy| hierarchy.move_node("g/x", "g/deep/x", &all).unwrap(),
            |hierarchy| drop(hierarchy.create_or_replace_group("g/deep", None, None).unwrap()),
            |hierarchy| {
                let builder = ArrayBuilder::new(DataType::from_code(6).unwrap(), &[3]).unwrap();
                drop(hierarchy.create_or_replace_array("g/x", &builder).unwrap());
            },
        ];
        for change in changes {
            let store = Arc::new(MemoryStore::new());
            let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
            fill(&hierarchy, format);
            hierarchy
                .create_group("", None, None)
                .map(drop)
                .or_else(|error| match error.kind() {
                    ErrorKind::AlreadyExists => Ok(()),
                    _ => Err(error),
                })
                .unwrap();
            hierarchy.consolidate("").unwrap();
            hierarchy.consolidate("g").unwrap();
            let reader = Hierarchy::with_store(store, Some(r#"{"consolidated": "require"}"#)).unwrap();
            assert!(reader.walk("", usize::MAX).is_ok());
            change(&hierarchy);
            assert_eq!(reader.walk("", usize::MAX).unwrap_err().kind(), ErrorKind::NotFound, "{format:?}");
            hierarchy.consolidate("").unwrap();
            assert_eq!(reader.walk("", usize::MAX).unwrap(), hierarchy.walk("", usize::MAX).unwrap(), "{format:?}");
        }
    }
}

#[test]
fn a_replaced_node_leaves_nothing_of_the_old_one() {
    for format in FORMATS {
        let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
        fill(&hierarchy, format);
        let mut builder = ArrayBuilder::new(DataType::from_code(6).unwrap(), &[5]).unwrap();
        // N5 knows no fill value but 0.
        let fill = if format == FormatId::N5 { 0 } else { 7 };
        builder.fill_value(&[fill]).unwrap();
        builder.chunk_shape(&[3]).unwrap();
        let held = hierarchy.open_array("g/x", None).unwrap();
        // An array over an array, over a group, over nothing; a group over an array.
        for path in ["g/x", "g", "fresh"] {
            let array = hierarchy.create_or_replace_array(path, &builder).unwrap();
            assert_eq!(elements(&array), [fill; 5], "{format:?}, {path}");
            assert_eq!(array.stored_chunks(Unit::Chunk).unwrap(), [[0; 0]; 0]);
            assert_eq!(array.attributes().unwrap(), "{}");
            if path == "g/x" {
                assert_eq!(elements(&held), [fill; 5], "{format:?}: a handle follows");
            }
        }
        assert_eq!(hierarchy.children("").unwrap(), ["fresh", "g", "other"], "{format:?}");
        hierarchy.create_or_replace_group("g", None, Some(r#"{"a": 1}"#)).unwrap();
        assert_eq!(hierarchy.children("g").unwrap(), [""; 0]);
        let error = hierarchy.create_or_replace_array("other/below", &builder).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NodeType, "{format:?}: {error}");
        assert_eq!(elements(&hierarchy.open_array("other", None).unwrap())[0], 30);
    }
}

#[test]
fn a_replacement_that_is_impossible_destroys_nothing() {
    let hierarchy = open_store("memory://", None).unwrap();
    fill(&hierarchy, FormatId::V2);
    let mut builder = ArrayBuilder::new(DataType::from_code(6).unwrap(), &[5]).unwrap();
    builder.shard_shape(&[5]).unwrap();
    assert_eq!(hierarchy.create_or_replace_array("g", &builder).unwrap_err().kind(), ErrorKind::Unsupported);
    builder = ArrayBuilder::new(DataType::from_code(6).unwrap(), &[5]).unwrap();
    builder.format(Some(FormatId::V3));
    assert_eq!(hierarchy.create_or_replace_array("g", &builder).unwrap_err().kind(), ErrorKind::InvalidArgument);
    assert!(is_whole(&hierarchy, "g"));
}

#[test]
fn with_the_root_the_whole_hierarchy_goes_and_another_format_may_follow() {
    for old in FORMATS {
        for new in FORMATS {
            let store = Arc::new(MemoryStore::new());
            let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
            fill(&hierarchy, old);
            if hierarchy.node_kind("").unwrap().is_none() {
                hierarchy.create_group("", None, None).unwrap();
            }
            let group = hierarchy.create_or_replace_group("", Some(new), None).unwrap();
            assert_eq!((group.format(), hierarchy.children("").unwrap()), (new, vec![]), "{old:?} by {new:?}");
            let empty = Arc::new(MemoryStore::new());
            Hierarchy::with_store(empty.clone(), None).unwrap().create_group("", Some(new), None).unwrap();
            assert_eq!(store.list_all().unwrap(), empty.list_all().unwrap(), "{old:?} by {new:?}");
        }
    }
}

#[test]
fn a_replacement_that_was_interrupted_is_made_good_by_the_next() {
    for format in FORMATS {
        let mut builder = ArrayBuilder::new(DataType::from_code(6).unwrap(), &[10]).unwrap();
        builder.format(Some(format));
        builder.chunk_shape(&[3]).unwrap();
        for moment in 0.. {
            let memory = MemoryStore::new();
            fill(&Hierarchy::with_store(Arc::new(memory.clone()), None).unwrap(), format);
            let dying = Hierarchy::with_store(Mortal::new(&memory, moment), None).unwrap();
            let done = dying.create_or_replace_array("g/x", &builder).is_ok();
            let hierarchy = Hierarchy::with_store(Arc::new(memory), None).unwrap();
            let array = hierarchy.create_or_replace_array("g/x", &builder).unwrap();
            assert_eq!(elements(&array), [0; 10], "{format:?}: old chunks after {moment} changes");
            if done {
                break;
            }
        }
    }
}

/// In a store that can't erase: what was to go would come back, the elements of a shrink with the next growth.
#[test]
fn a_store_in_which_nothing_can_be_erased_refuses_before_anything_is_lost() {
    let hierarchy = Hierarchy::with_store(Mortal::that_keeps(&MemoryStore::new()), None).unwrap();
    fill(&hierarchy, FormatId::V3);
    let builder = ArrayBuilder::new(DataType::from_code(6).unwrap(), &[5]).unwrap();
    let array = hierarchy.open_array("g/x", None).unwrap();
    for refused in [
        hierarchy.move_node("g", "h", &all),
        hierarchy.create_or_replace_group("g", None, None).map(drop),
        hierarchy.create_or_replace_array("g/x", &builder).map(drop),
        array.resize(&[8]),
    ] {
        assert_eq!(refused.unwrap_err().kind(), ErrorKind::Unsupported);
    }
    assert!(is_whole(&hierarchy, "g"));
    // One array of two that have a dimension keeps both as they are.
    let dataset = hierarchy.create_dataset("d", Some(FormatId::V3), None).unwrap();
    dataset.define_dimension("t", 10).unwrap();
    let mut of_t = ArrayBuilder::new(DataType::from_code(6).unwrap(), &[0]).unwrap();
    of_t.chunk_shape(&[3]).unwrap();
    ["a", "b"].iter().for_each(|name| dataset.define_array(name, &["t"], &of_t).unwrap());
    dataset.commit().unwrap();
    dataset.array("b").unwrap().write_region(&[0], &[10], &[1; 10]).unwrap();
    assert_eq!(dataset.resize_dimension("t", 5).unwrap_err().kind(), ErrorKind::Unsupported);
    assert_eq!(["d/a", "d/b"].map(|path| hierarchy.open_array(path, None).unwrap().shape()[0]), [10, 10]);
    // A store that is only read says so.
    let only_read = zarr::transformer::ReadOnlyStore::new(Arc::clone(hierarchy.store()));
    let only_read = Hierarchy::with_store(Arc::new(only_read), None).unwrap();
    assert_eq!(only_read.open_array("g/x", None).unwrap().resize(&[5]).unwrap_err().kind(), ErrorKind::ReadOnly);
    // Where nothing is in the way, an array can be created, and be cut, all the same.
    let new = hierarchy.create_or_replace_array("new", &builder).unwrap();
    new.resize(&[2]).unwrap();
    array.resize(&[12]).unwrap();
    array.resize(&[10]).unwrap();
}

/// What a lower store of an overlay has stays there: the node would be at both places, and the call could not be
/// repeated.
#[test]
fn a_group_of_which_a_lower_store_has_a_part_is_not_moved() {
    let mut builder = ArrayBuilder::new(DataType::from_code(6).unwrap(), &[10]).unwrap();
    for format in FORMATS {
        builder.format(Some(format));
        let (top, lower): (Arc<dyn Store>, Arc<dyn Store>) =
            (Arc::new(MemoryStore::new()), Arc::new(MemoryStore::new()));
        let array = Hierarchy::with_store(lower.clone(), None).unwrap().create_array("g/a", &builder).unwrap();
        array.write_region(&[0], &[10], &[7; 10]).unwrap();
        let layers = OverlayStore::new(vec![top.clone(), lower.clone()]).unwrap();
        let hierarchy = Hierarchy::with_store(Arc::new(layers), None).unwrap();
        // A group that only its array implies, where the format has such; then one whose document could be erased.
        for _ in 0..2 {
            let before = top.list_all().unwrap();
            for _ in 0..2 {
                let error = hierarchy.move_node("g", "h", &all).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Unsupported, "{format:?}: {error}");
            }
            assert_eq!(top.list_all().unwrap(), before, "{format:?}");
            assert_eq!(elements(&hierarchy.open_array("g/a", None).unwrap()), [7; 10], "{format:?}");
            for key in lower.list_all().unwrap().iter().filter(|key| !key.contains("/a")) {
                let document = lower.get(key, ByteRange::ALL).unwrap().unwrap();
                lower.erase(key).unwrap();
                top.set(key, &document).unwrap();
            }
            if hierarchy.node_kind("g").unwrap() == Some(NodeKind::ImplicitGroup) {
                hierarchy.create_group("g", Some(format), None).unwrap();
            }
        }
    }
}

/// Each change is there when the archive is opened again, and what was erased stays away.
#[test]
fn in_an_archive_nodes_move_and_go_and_arrays_shrink() {
    for format in FORMATS {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a.zip");
        let open = || open_store(path.to_str().unwrap(), None).unwrap();
        fill(&open(), format);
        // Erased before a flush, and after one.
        for _ in 0..2 {
            let hierarchy = open();
            let x = hierarchy.open_array("other", None).unwrap();
            x.resize(&[4]).unwrap();
            x.resize(&[10]).unwrap();
            assert_eq!(elements(&x)[6..], [0; 4], "{format:?}");
            x.write_region(&[0], &[10], &[1; 10]).unwrap();
            hierarchy.move_node("g", "h", &all).unwrap();
            assert!(is_whole(&hierarchy, "h") && hierarchy.node_kind("g").unwrap().is_none(), "{format:?}");
            hierarchy.store().flush().unwrap();
            hierarchy.move_node("h", "g", &all).unwrap();
        }
        let hierarchy = open();
        hierarchy.erase("g").unwrap();
        hierarchy.erase("g").unwrap_err();
        drop(hierarchy);
        let hierarchy = open();
        assert!(["g", "h"].map(|path| hierarchy.node_kind(path).unwrap()) == [None; 2], "{format:?}");
        assert_eq!(elements(&hierarchy.open_array("other", None).unwrap()), [1; 10], "{format:?}");
    }
}
