//! Walking a hierarchy, and the copies of its documents in consolidated metadata: never wrong, also after changes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use zarr::ErrorKind;
use zarr::array::{Array, ArrayBuilder, Unit};
use zarr::dtype::DataType;
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, NodeKind, Visited};
use zarr::store::{
    Beginning, ByteRange, Capabilities, Depth, Home, Listing, MemoryStore, Store, StoreExt, StoreName, When,
};
use zarr::transformer::Wrapper;

/// A store that counts requests, and can't list when it is told so: like a web server.
#[derive(Debug)]
struct Web {
    inner: MemoryStore,
    listable: bool,
    requests: AtomicUsize,
}

impl Web {
    fn new(listable: bool) -> Arc<Self> {
        Arc::new(Self { inner: MemoryStore::new(), listable, requests: AtomicUsize::new(0) })
    }

    fn count(&self) -> usize {
        self.requests.swap(0, Ordering::Relaxed)
    }
}

impl Store for Web {
    fn name(&self) -> &StoreName {
        self.inner.name()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { listable: self.listable, reads_into: false, conditional: false, ..self.inner.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.inner.get(key, range)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        when.begin(key, value)?;
        self.inner.write(key, value, When::Claimed)
    }

    fn list(&self, prefix: &str, depth: Depth) -> zarr::Result<Listing> {
        assert!(self.listable, "a listing of {prefix:?} was asked of a store that can't list");
        self.inner.list(prefix, depth)
    }
}

/// The values of a store under another name: what another process sees of it.
#[derive(Debug)]
pub struct Elsewhere(pub Arc<dyn Store>);

impl Wrapper for Elsewhere {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.0
    }

    fn name(&self) -> &StoreName {
        static NAME: LazyLock<StoreName> = LazyLock::new(|| StoreName::new("elsewhere"));
        &NAME
    }

    fn home(&self, key: &str) -> Home {
        Home::new("elsewhere", key)
    }
}

/// `/` with the groups `a` and `a/b`, and the arrays `a/b/x`, `a/y`, `z`.
fn fill(hierarchy: &Arc<Hierarchy>, format: FormatId) {
    let mut builder = ArrayBuilder::new(DataType::from_code(4).unwrap(), &[6]).unwrap();
    builder.format(Some(format));
    builder.attributes(r#"{"units": "K"}"#).unwrap();
    hierarchy.create_group("", Some(format), Some(r#"{"title": "all"}"#)).unwrap();
    for path in ["a/b/x", "a/y", "z"] {
        hierarchy.create_array(path, &builder).unwrap();
    }
}

fn met(hierarchy: &Arc<Hierarchy>, path: &str, depth: usize) -> Vec<(String, NodeKind)> {
    hierarchy.walk(path, depth).unwrap().into_iter().map(|node| (node.path, node.kind.unwrap())).collect()
}

#[test]
fn a_walk_meets_every_node_once() {
    for format in [FormatId::V2, FormatId::V3, FormatId::V3Draft2022] {
        let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
        fill(&hierarchy, format);
        // The draft needs no documents for these groups, so that it is not given any.
        let group = if format == FormatId::V3Draft2022 { NodeKind::ImplicitGroup } else { NodeKind::Group };
        let all = [
            ("a".to_owned(), group),
            ("a/b".to_owned(), group),
            ("a/b/x".to_owned(), NodeKind::Array),
            ("a/y".to_owned(), NodeKind::Array),
            ("z".to_owned(), NodeKind::Array),
        ];
        assert_eq!(met(&hierarchy, "", usize::MAX), all, "{format:?}");
        assert_eq!(met(&hierarchy, "", 1), [all[0].clone(), all[4].clone()], "{format:?}");
        assert_eq!(met(&hierarchy, "/a", 2), all[1..4], "{format:?}");
        assert_eq!(met(&hierarchy, "a", 0), [], "{format:?}");
        assert!(hierarchy.walk("z", 1).is_err() && hierarchy.walk("nowhere", 1).is_err());
    }
}

/// Names with a character below "/" stand behind their own beginnings, as in any other sorted list of names.
#[test]
fn children_are_sorted_by_their_names() {
    for format in [FormatId::V2, FormatId::V3, FormatId::V3Draft2022, FormatId::N5] {
        let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
        let names = ["a", "a-b", "a.b", "a_b"];
        for name in names {
            hierarchy.create_group(&format!("{name}/below"), Some(format), None).unwrap();
        }
        assert_eq!(hierarchy.children("").unwrap(), names, "{format:?}");
        let walked: Vec<_> = hierarchy.walk("", 1).unwrap().into_iter().map(|node| node.path).collect();
        assert_eq!(walked, names, "{format:?}");
        let all: Vec<_> = hierarchy.walk("", usize::MAX).unwrap().into_iter().map(|node| node.path).collect();
        let expected: Vec<_> = names.iter().flat_map(|name| [(*name).to_owned(), format!("{name}/below")]).collect();
        assert_eq!(all, expected, "{format:?}");
    }
}

/// OME plates have folders without a document: they are no nodes of v2 and final v3 for any call, and what lies
/// in them is opened by its path. A copy loses none of it.
#[test]
fn a_folder_without_a_document_is_no_child() {
    for format in [FormatId::V2, FormatId::V3] {
        let store = Arc::new(MemoryStore::new());
        let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
        hierarchy.create_group("", Some(format), None).unwrap();
        let builder = ArrayBuilder::new(DataType::from_code(4).unwrap(), &[6]).unwrap();
        hierarchy.create_array("A/1/0", &builder).unwrap();
        hierarchy.create_group("B", None, None).unwrap();
        store.erase(if format == FormatId::V2 { "A/.zgroup" } else { "A/zarr.json" }).unwrap();
        let met = |hierarchy: &Arc<Hierarchy>, path: &str| -> Vec<String> {
            hierarchy.walk(path, usize::MAX).unwrap().into_iter().map(|node| node.path).collect()
        };
        assert_eq!(hierarchy.node_kind("A").unwrap(), None, "{format:?}");
        assert_eq!(hierarchy.children("").unwrap(), ["B"], "{format:?}");
        assert_eq!(met(&hierarchy, ""), ["B"], "{format:?}");
        assert_eq!(
            (hierarchy.children("A/1").unwrap(), met(&hierarchy, "A/1")),
            (vec!["0".into()], vec!["A/1/0".into()])
        );
        let target = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
        hierarchy.copy("", &target, "", Some(FormatId::V3), &|_, _| true).unwrap();
        assert_eq!(met(&target, ""), ["A", "A/1", "A/1/0", "B"], "a copy has the documents that groups need");
    }
}

#[test]
fn a_damaged_document_does_not_hide_its_neighbours() {
    let store = Arc::new(MemoryStore::new());
    let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
    fill(&hierarchy, FormatId::V3);
    store.set("a/y/zarr.json", b"{").unwrap();
    let kinds: Vec<_> = hierarchy.walk("", usize::MAX).unwrap().into_iter().map(|node| node.kind).collect();
    let group = Some(NodeKind::Group);
    assert_eq!(kinds, [group, group, Some(NodeKind::Array), None, Some(NodeKind::Array)]);
    assert_eq!(hierarchy.children("a").unwrap(), ["b", "y"]);
}

#[test]
fn one_request_opens_a_consolidated_hierarchy() {
    for format in [FormatId::V2, FormatId::V3] {
        let store = Web::new(true);
        let writer = Hierarchy::with_store(store.clone(), None).unwrap();
        fill(&writer, format);
        writer.consolidate("").unwrap();
        let reader = Hierarchy::with_store(store.clone(), Some(r#"{"consolidated": "require"}"#)).unwrap();
        store.count();
        assert_eq!(met(&reader, "", usize::MAX), met(&writer, "", usize::MAX));
        store.count();
        assert_eq!(met(&reader, "", usize::MAX).len(), 5);
        let array = reader.open_array("a/b/x", None).unwrap();
        assert_eq!(array.attributes().unwrap(), r#"{"units": "K"}"#);
        assert_eq!(reader.open_group("a", None).unwrap().warnings(), [""; 0]);
        assert_eq!(reader.node_kind("a/nowhere").unwrap(), None);
        assert_eq!(store.count(), 0, "{format:?}: documents were asked for although they are known");
        // From nothing: the copy, and for v2 a look whether the root is of a later format.
        let again = Hierarchy::with_store(store.clone(), Some(r#"{"consolidated": "require"}"#)).unwrap();
        again.open_array("a/b/x", None).unwrap();
        assert_eq!(store.count(), if format == FormatId::V3 { 1 } else { 2 }, "{format:?}");
    }
}

#[test]
fn stores_that_cannot_list_use_the_copy_by_themselves() {
    for format in [FormatId::V2, FormatId::V3] {
        let store = Web::new(false);
        let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
        fill(&hierarchy, format);
        assert_eq!(hierarchy.open_array("a/y", None).unwrap().shape(), [6]);
        // A process that can list the store consolidates it.
        let listable = Arc::new(Web { inner: store.inner.clone(), listable: true, requests: AtomicUsize::new(0) });
        Hierarchy::with_store(listable, None).unwrap().consolidate("").unwrap();
        assert_eq!(hierarchy.children("").unwrap(), ["a", "z"]);
        assert_eq!(met(&hierarchy, "", usize::MAX).len(), 5);
    }
}

/// A program that reads for days, of a store whose documents come from the copy, while another process changes arrays and
/// consolidates: a refreshed dataset and a copy begun after the change are of now, and a new array is found.
#[test]
fn a_new_copy_is_read_where_the_present_is_asked_for() {
    for format in [FormatId::V2, FormatId::V3] {
        let store = Web::new(true);
        let writer = Hierarchy::with_store(store.clone(), None).unwrap();
        fill(&writer, format);
        writer.consolidate("").unwrap();
        let reader = Arc::new(Elsewhere(store.clone()));
        let reader = Hierarchy::with_store(reader, Some(r#"{"consolidated": "require"}"#)).unwrap();
        let dataset = reader.open_dataset("a", None).unwrap();
        assert_eq!(dataset.array("y").unwrap().shape(), [6]);
        writer.open_array("a/y", None).unwrap().resize(&[9]).unwrap();
        writer.create_array("a/new", &ArrayBuilder::new(DataType::from_code(4).unwrap(), &[3]).unwrap()).unwrap();
        writer.consolidate("").unwrap();

        let target = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
        reader.copy("a/y", &target, "y", None, &|_, _| true).unwrap();
        assert_eq!(target.open_array("y", None).unwrap().shape(), [9], "the copy has the chunks of now");
        writer.open_array("a/y", None).unwrap().resize(&[12]).unwrap();
        writer.consolidate("").unwrap();
        dataset.refresh().unwrap();
        assert_eq!(dataset.array("y").unwrap().shape(), [12]);
        assert_eq!(dataset.array("new").unwrap().shape(), [3]);

        // Its own copy is not taken for the documents.
        let key = if format == FormatId::V3 { "a/y/zarr.json" } else { "a/y/.zarray" };
        let document = String::from_utf8(store.get(key, ByteRange::ALL).unwrap().unwrap()).unwrap();
        store.set(key, document.replace("12", "13").as_bytes()).unwrap();
        let consolidating = Hierarchy::with_store(store.clone(), Some(r#"{"consolidated": "require"}"#)).unwrap();
        assert_eq!(consolidating.open_array("a/y", None).unwrap().shape(), [12]);
        consolidating.consolidate("").unwrap();
        let again = Hierarchy::with_store(store.clone(), Some(r#"{"consolidated": "require"}"#)).unwrap();
        assert_eq!(again.open_array("a/y", None).unwrap().shape(), [13]);
    }
}

/// What another process creates is found within seconds, by a program that has asked before.
#[test]
fn a_node_that_was_missing_in_the_copy_is_looked_for_again() {
    let store = Web::new(true);
    let writer = Hierarchy::with_store(store.clone(), None).unwrap();
    fill(&writer, FormatId::V3);
    writer.consolidate("").unwrap();
    let reader = Arc::new(Elsewhere(store.clone()));
    let reader = Hierarchy::with_store(reader, Some(r#"{"consolidated": "require"}"#)).unwrap();
    assert_eq!(reader.node_kind("late").unwrap(), None);
    writer.create_group("late", None, None).unwrap();
    writer.consolidate("").unwrap();
    let begin = std::time::Instant::now();
    while reader.node_kind("late").unwrap().is_none() {
        assert!(begin.elapsed().as_secs() < 300, "it is never found");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn a_change_takes_the_copy_away() {
    for format in [FormatId::V2, FormatId::V3] {
        type Change = fn(&Arc<Hierarchy>);
        let changes: [(&str, Change); 5] = [
            ("erase", |hierarchy| hierarchy.erase("a/b/x").unwrap()),
            ("create", |hierarchy| drop(hierarchy.create_group("a/c", None, None).unwrap())),
            ("attributes of an array", |hierarchy| {
                hierarchy.open_array("a/y", None).unwrap().set_attributes("{}").unwrap();
            }),
            ("attributes of a group", |hierarchy| {
                hierarchy.open_group("a", None).unwrap().set_attributes("{}").unwrap();
            }),
            ("resize", |hierarchy| hierarchy.open_array("z", None).unwrap().resize(&[9]).unwrap()),
        ];
        for (name, change) in changes {
            let store = Arc::new(MemoryStore::new());
            let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
            fill(&hierarchy, format);
            hierarchy.consolidate("").unwrap();
            let require = Some(r#"{"consolidated": "require"}"#);
            let reader = Hierarchy::with_store(store, require).unwrap();
            assert_eq!(met(&reader, "", usize::MAX).len(), 5);
            change(&hierarchy);
            let error = reader.walk("", 1).expect_err(name);
            assert_eq!(error.kind(), zarr::ErrorKind::NotFound, "{format:?}, {name}: {error}");
            hierarchy.consolidate("").unwrap();
            assert_eq!(met(&reader, "", usize::MAX), met(&hierarchy, "", usize::MAX), "{format:?}, {name}");
        }
    }
}

#[test]
fn a_group_below_the_root_may_hold_a_copy() {
    for format in [FormatId::V2, FormatId::V3] {
        let store = Arc::new(MemoryStore::new());
        let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
        fill(&hierarchy, format);
        hierarchy.consolidate("a").unwrap();
        let key = if format == FormatId::V2 { "a/.zmetadata" } else { "a/zarr.json" };
        let text = String::from_utf8(store.get(key, ByteRange::ALL).unwrap().unwrap()).unwrap();
        let name = if format == FormatId::V2 { "\"b/x/.zarray\"" } else { "\"b/x\"" };
        assert!(text.contains(name) && !text.contains("\"z/") && !text.contains("\"z\""), "{text}");
    }
    let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
    fill(&hierarchy, FormatId::V3Draft2022);
    assert_eq!(hierarchy.consolidate("").unwrap_err().kind(), zarr::ErrorKind::Unsupported);
}

/// A store in which another writer resizes an array right after its document was read.
#[derive(Debug)]
struct Meanwhile(Arc<dyn Store>, Mutex<Option<Array>>);

impl Wrapper for Meanwhile {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.0
    }

    fn get_beginning(&self, key: &str, most: u64) -> zarr::Result<Option<Beginning>> {
        let value = self.0.get_beginning(key, most);
        if key.starts_with("x/")
            && let Some(array) = self.1.lock().unwrap().take()
        {
            array.resize(&[9]).unwrap();
        }
        value
    }
}

#[test]
fn what_is_changed_while_it_is_opened_is_not_taken_for_the_latest() {
    let ways: [fn(&Arc<Hierarchy>) -> Array; 2] = [
        |hierarchy| hierarchy.open_array("x", None).unwrap(),
        |hierarchy| {
            let mut found = None;
            let mut meet = |_: &_, visited| {
                if let Visited::Array(array) = visited {
                    found = Some(*array);
                }
                Ok(())
            };
            hierarchy.open_below("", 1, None, &mut meet).unwrap();
            found.unwrap()
        },
    ];
    for way in ways {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
        hierarchy.create_group("", None, None).unwrap();
        let builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[6]).unwrap();
        let other = hierarchy.create_array("x", &builder).unwrap();
        let meanwhile = Arc::new(Meanwhile(store, Mutex::new(Some(other))));
        let array = way(&Hierarchy::with_store(meanwhile.clone(), None).unwrap());
        assert!(meanwhile.1.lock().unwrap().is_none(), "the document was read before it was changed");
        assert_eq!(array.shape(), [9]);
    }
}

/// A store of many requests at once, or of one, that counts the bytes that it gives.
#[derive(Debug)]
struct Heavy {
    inner: Arc<dyn Store>,
    in_flight: usize,
    given: AtomicUsize,
    most_at_once: AtomicUsize,
}

impl Wrapper for Heavy {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { in_flight: self.in_flight, ..self.inner.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        let value = self.inner.get(key, range)?;
        self.given.fetch_add(value.as_ref().map_or(0, Vec::len), Ordering::Relaxed);
        Ok(value)
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> zarr::Result<Vec<Option<zarr::store::Versioned>>> {
        let values = self.inner.get_many(requests)?;
        let bytes = values.iter().flatten().map(|value| value.bytes.len()).sum();
        self.given.fetch_add(bytes, Ordering::Relaxed);
        self.most_at_once.fetch_max(bytes, Ordering::Relaxed);
        Ok(values)
    }
}

#[test]
fn a_hierarchy_of_huge_documents_takes_no_more_memory_than_one_of_them_may() {
    const NODES: usize = 40;
    const EACH: usize = 8 << 20;
    const MOST: usize = 64 << 20;
    let document = |rank: &str| {
        let mut text = format!(r#"{{"zarr_format": 3, "node_type": "group", "attributes": {{"rank": "{rank}"}}}}"#);
        text.push_str(&" ".repeat(EACH - text.len()));
        text.into_bytes()
    };
    for in_flight in [1, 64] {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        Hierarchy::with_store(store.clone(), None).unwrap().create_group("", None, None).unwrap();
        for node in 0..NODES {
            store.set(&format!("{node:02}/zarr.json"), &document("low")).unwrap();
        }
        let heavy = Heavy { inner: store, in_flight, given: AtomicUsize::new(0), most_at_once: AtomicUsize::new(0) };
        let heavy = Arc::new(heavy);
        let hierarchy = Hierarchy::with_store(heavy.clone(), Some(r#"{"threads": 2}"#)).unwrap();
        let mut met = Vec::new();
        let mut before_the_first = None;
        let mut meet = |path: &zarr::format::NodePath, _| {
            before_the_first.get_or_insert_with(|| heavy.given.load(Ordering::Relaxed));
            met.push(path.joined());
            Ok(())
        };
        hierarchy.open_below("", 1, None, &mut meet).unwrap();
        assert_eq!(met, (0..NODES).map(|node| format!("{node:02}")).collect::<Vec<_>>(), "all of them, in order");
        // Documents that are asked for together, those that were read and not met, and one of each thread.
        let given = before_the_first.unwrap();
        assert!(given <= MOST + MOST + 2 * EACH, "{given} bytes before the first node was met");
        assert!(heavy.most_at_once.load(Ordering::Relaxed) <= MOST + NODES);
    }
}

/// A store in which another process erases a node of format 2 right before its attributes are written.
#[derive(Debug)]
struct ErasedMeanwhile(Arc<dyn Store>, AtomicUsize);

impl Wrapper for ErasedMeanwhile {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.0
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        let is_condition = matches!(when, When::New | When::Is(_));
        if is_condition && key.ends_with(".zattrs") && self.1.swap(0, Ordering::Relaxed) > 0 {
            self.0.erase_prefix("a/")?;
        }
        self.0.write(key, value, when)
    }
}

#[test]
fn attributes_of_format_2_are_not_left_to_the_next_node_where_another_process_erases_theirs() {
    for is_group in [false, true] {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let erased = Arc::new(ErasedMeanwhile(store.clone(), AtomicUsize::new(0)));
        let hierarchy = Hierarchy::with_store(erased.clone(), None).unwrap();
        hierarchy.create_group("", Some(FormatId::V2), None).unwrap();
        let change = if is_group {
            let group = hierarchy.create_group("a", Some(FormatId::V2), None).unwrap();
            erased.1.store(1, Ordering::Relaxed);
            group.set_attributes(r#"{"of": "the old one"}"#)
        } else {
            let builder = ArrayBuilder::new(DataType::from_code(4).unwrap(), &[6]).unwrap();
            let array = hierarchy.create_array("a", &builder).unwrap();
            erased.1.store(1, Ordering::Relaxed);
            array.set_attributes(r#"{"of": "the old one"}"#)
        };
        assert_eq!(erased.1.load(Ordering::Relaxed), 0, "the attributes were written");
        assert_eq!(change.unwrap_err().kind(), zarr::ErrorKind::NotFound);
        assert_eq!(store.list_prefix("a/").unwrap(), [""; 0], "nothing is left of the node");
    }
}

/// A store in which another process creates a hierarchy right after its first document was looked for.
#[derive(Debug)]
struct CreatedMeanwhile(Arc<dyn Store>, Mutex<Option<FormatId>>);

impl Wrapper for CreatedMeanwhile {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.0
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        let value = self.0.get(key, range);
        let format = self.1.lock().unwrap().take();
        if let Some(format) = format {
            let hierarchy = Hierarchy::with_store(Arc::clone(&self.0), None).unwrap();
            hierarchy.create_array("", &bytes(format)).unwrap();
        }
        value
    }
}

fn bytes(format: FormatId) -> ArrayBuilder {
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[6]).unwrap();
    builder.format(Some(format));
    builder
}

/// Two creators of one root, and a program that opens it, meet a hierarchy that has come into being between two of
/// their steps: it is not taken for one that is damaged.
#[test]
fn a_hierarchy_that_another_process_has_just_created_is_whole() {
    use FormatId::*;
    for format in [V2, V3, V3Protocol2019A, V3Protocol2019B, V3Shape2020, V3Draft2022] {
        let open = || {
            let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
            let meanwhile = Arc::new(CreatedMeanwhile(store, Mutex::new(Some(format))));
            (Hierarchy::with_store(meanwhile.clone(), None).unwrap(), meanwhile)
        };
        let (hierarchy, meanwhile) = open();
        let error = hierarchy.create_array("", &bytes(format)).unwrap_err();
        assert!(meanwhile.1.lock().unwrap().is_none());
        assert_eq!(error.kind(), zarr::ErrorKind::AlreadyExists, "{format:?}: {error}");
        let (hierarchy, _) = open();
        match hierarchy.open_array("", None) {
            Ok(array) => assert_eq!(array.shape(), [6]),
            Err(error) => assert_eq!(error.kind(), zarr::ErrorKind::NotFound, "{format:?}: {error}"),
        }
    }
}

/// A store in which a handle that reads its document is overtaken by a second reading, of what another process has
/// written since.
#[derive(Debug)]
struct Overtaken(Arc<dyn Store>, Mutex<Option<Arc<Array>>>);

impl Wrapper for Overtaken {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.0
    }

    fn get_beginning(&self, key: &str, most: u64) -> zarr::Result<Option<zarr::store::Beginning>> {
        let value = self.0.get_beginning(key, most);
        let array = self.1.lock().unwrap().take();
        if let Some(array) = array {
            let text = self.0.get(key, ByteRange::ALL)?.unwrap();
            self.0.set(key, String::from_utf8(text).unwrap().replace("6", "9").as_bytes())?;
            array.refresh().unwrap();
            assert_eq!(array.shape(), [9]);
        }
        value
    }
}

#[test]
fn a_reading_that_ends_late_does_not_take_back_what_a_later_one_has_seen() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let overtaken = Arc::new(Overtaken(store.clone(), Mutex::new(None)));
    Hierarchy::with_store(store, None).unwrap().create_array("", &bytes(FormatId::V3)).unwrap();
    let array = Arc::new(Hierarchy::with_store(overtaken.clone(), None).unwrap().open_array("", None).unwrap());
    *overtaken.1.lock().unwrap() = Some(Arc::clone(&array));
    array.refresh().unwrap();
    assert!(overtaken.1.lock().unwrap().is_none(), "the document was read");
    assert_eq!(array.shape(), [9]);
}

/// A store in which another process writes a document between the moment at which a handle has, and the moment at which
/// it knows.
#[derive(Debug)]
struct Outrun(Arc<dyn Store>, Mutex<Option<Arc<Array>>>);

impl Wrapper for Outrun {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.0
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        let is_condition = matches!(when, When::New | When::Is(_));
        self.0.write(key, value, when)?;
        if let Some(value) = value.filter(|_| is_condition)
            && let Some(array) = self.1.lock().unwrap().take()
        {
            self.0.set(key, String::from_utf8(value.to_vec()).unwrap().replace("7", "9").as_bytes())?;
            array.refresh().unwrap();
            assert_eq!(array.shape(), [9]);
        }
        Ok(())
    }
}

#[test]
fn a_change_does_not_take_back_what_has_been_read_of_a_later_one() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let outrun = Arc::new(Outrun(store.clone(), Mutex::new(None)));
    Hierarchy::with_store(store, None).unwrap().create_array("", &bytes(FormatId::V3)).unwrap();
    let array = Arc::new(Hierarchy::with_store(outrun.clone(), None).unwrap().open_array("", None).unwrap());
    *outrun.1.lock().unwrap() = Some(Arc::clone(&array));
    array.resize(&[7]).unwrap();
    assert!(outrun.1.lock().unwrap().is_none(), "the document was written");
    assert_eq!(array.shape(), [9]);
}

#[test]
fn a_handle_whose_array_is_gone_says_once_which_one_it_was() {
    let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
    let array = hierarchy.create_array("a", &bytes(FormatId::V3)).unwrap();
    hierarchy.erase("a").unwrap();
    let mut read = [0; 6];
    let failures = [
        array.refresh(),
        array.read_region(&[0], &[6], &mut read),
        array.write_region(&[0], &[6], &read),
        array.read_chunk(Unit::Chunk, &[0], &mut read),
        array.write_encoded_chunk(Unit::Chunk, &[0], &read),
        array.read_encoded_chunk(Unit::Chunk, &[0]).map(drop),
        array.resize(&[7]),
        array.attributes().map(drop),
    ];
    for failure in failures {
        assert_eq!(failure.unwrap_err().message(), "array \"/a\": the array is not there any more");
    }
}

#[test]
fn a_reading_that_ends_late_leaves_the_handle_as_it_was_also_when_the_array_is_gone_then() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let overtaken = Arc::new(Overtaken(store.clone(), Mutex::new(None)));
    Hierarchy::with_store(store.clone(), None).unwrap().create_array("", &bytes(FormatId::V3)).unwrap();
    let array = Arc::new(Hierarchy::with_store(overtaken.clone(), None).unwrap().open_array("", None).unwrap());
    *overtaken.1.lock().unwrap() = Some(Arc::clone(&array));
    array.refresh().unwrap();
    // As another process does it.
    store.erase("zarr.json").unwrap();
    let mut read = [1; 9];
    assert_eq!(array.shape(), [9], "as it was shown");
    array.read_region(&[0], &[9], &mut read).unwrap();
    assert_eq!(read, [0; 9]);
    assert_eq!(array.refresh().unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(array.shape(), [9]);
}

/// A store in which everything below some folders may not be read.
#[derive(Debug)]
struct Guarded {
    inner: MemoryStore,
    closed: &'static str,
}

impl Guarded {
    fn check(&self, key: &str) -> zarr::Result<()> {
        if key.starts_with(self.closed) {
            return Err(zarr::Error::new(ErrorKind::Permission, format!("{key:?} may not be read")));
        }
        Ok(())
    }
}

impl Store for Guarded {
    fn name(&self) -> &StoreName {
        self.inner.name()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { reads_into: false, conditional: false, ..self.inner.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        self.check(key)?;
        self.inner.get(key, range)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        when.begin(key, value)?;
        self.inner.write(key, value, When::Claimed)
    }

    fn list(&self, prefix: &str, depth: Depth) -> zarr::Result<Listing> {
        self.check(prefix)?;
        self.inner.list(prefix, depth)
    }
}

/// A folder of the system in one of the user's, such as a link to the root of the machine leads to, must not take the
/// listing of a store from its reader; a child that may not be read itself is told.
#[test]
fn a_folder_deep_inside_that_may_not_be_read_hides_nothing_else() {
    for (closed, told) in [("system/proc/", false), ("system/", true)] {
        let store = Arc::new(Guarded { inner: MemoryStore::new(), closed });
        store.inner.set("system/proc/1/fd", b"a value").unwrap();
        store.inner.set("system/usr/lib", b"a value").unwrap();
        let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
        hierarchy.create_group("", Some(FormatId::V2), None).unwrap();
        hierarchy.create_group("good", Some(FormatId::V2), None).unwrap();
        match hierarchy.children("") {
            Ok(children) => assert!(!told && children == ["good"], "{children:?}"),
            Err(error) => assert!(told && error.kind() == ErrorKind::Permission, "{error}"),
        }
    }
}

/// A tree as deep as it has nodes, which an archive of some kilobytes can have, would take minutes to copy. The nodes
/// below the limit are told as damaged, and no copy leaves them out in silence.
#[test]
fn trees_have_a_limit_of_depth() {
    let deep = |names: usize| vec!["g"; names].join("/");
    for format in [FormatId::V2, FormatId::V3, FormatId::V3Draft2022] {
        let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
        hierarchy.create_group("", Some(format), None).unwrap();
        hierarchy.create_group(&deep(256), None, None).unwrap();
        let error = hierarchy.create_group(&deep(257), None, None).unwrap_err();
        assert!(error.kind() == ErrorKind::Limit && error.message().contains("257 names"), "{error}");
        assert_eq!(hierarchy.walk("", usize::MAX).unwrap().len(), 256);
        if format == FormatId::V3 {
            let to = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
            hierarchy.copy("", &to, "", None, &|_, _| true).unwrap();
            assert_eq!(to.walk("", usize::MAX).unwrap().len(), 256);
        }
        // As another program writes it.
        let (group, text) = match format {
            FormatId::V2 => (format!("{}/.zgroup", deep(260)), r#"{"zarr_format": 2}"#),
            FormatId::V3 => (format!("{}/zarr.json", deep(260)), r#"{"zarr_format": 3, "node_type": "group"}"#),
            _ => (format!("meta/{}.group.json", deep(260)), r#"{"attributes": {}}"#),
        };
        hierarchy.store().set(&group, text.as_bytes()).unwrap();
        let to = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
        assert_eq!(hierarchy.copy("", &to, "", None, &|_, _| true).unwrap_err().kind(), ErrorKind::Limit, "{format:?}");
        assert_eq!(hierarchy.node_kind(&deep(260)).unwrap_err().kind(), ErrorKind::Limit);
        hierarchy.erase("g").unwrap();
        let left = hierarchy.store().list_prefix("").unwrap();
        assert!(!left.iter().any(|key| key.contains("g/g")), "{format:?}: {left:?}");
    }
}
