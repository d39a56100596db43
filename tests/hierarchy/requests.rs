//! The operations that the 2022 draft describes in its section on storage, in the requests that it describes them with,
//! and the same of other formats. On a store that is far away each request is a wait.

use std::sync::{Arc, Mutex};
use zarr::array::ArrayBuilder;
use zarr::dtype::DataType;
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, NodeKind};
use zarr::store::{ByteRange, Capabilities, Depth, Listing, MemoryStore, Store, StoreExt, StoreName, When};

/// A store that keeps a list of what was asked of it.
#[derive(Debug)]
struct Asked {
    inner: MemoryStore,
    requests: Mutex<Vec<String>>,
}

impl Asked {
    fn new() -> Arc<Self> {
        Arc::new(Self { inner: MemoryStore::new(), requests: Mutex::default() })
    }

    fn note(&self, what: &str, key: &str) {
        self.requests.lock().unwrap().push(format!("{what} {key}"));
    }

    /// The requests since the last time.
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.requests.lock().unwrap())
    }
}

impl Store for Asked {
    fn name(&self) -> &StoreName {
        self.inner.name()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { reads_into: false, conditional: false, ..self.inner.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        self.note("get", key);
        self.inner.get(key, range)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        when.begin(key, value)?;
        self.note(if value.is_some() { "set" } else { "erase" }, key);
        self.inner.write(key, value, When::Claimed)
    }

    fn erase_prefix(&self, prefix: &str) -> zarr::Result<()> {
        self.note("erase_prefix", prefix);
        self.inner.erase_prefix(prefix)
    }

    fn list(&self, prefix: &str, depth: Depth) -> zarr::Result<Listing> {
        let is_deep = matches!(depth, Depth::Store | Depth::All);
        self.note(if is_deep { "list_prefix" } else { "list_dir" }, prefix);
        self.inner.list(prefix, depth)
    }

    fn size(&self, key: &str) -> zarr::Result<Option<u64>> {
        self.note("exists", key);
        self.inner.size(key)
    }
}

/// The formats of the text and of the software before it, and what their keys begin with.
const DRAFTS: [(FormatId, &str, &str); 2] =
    [(FormatId::V3Draft2022, "meta/", "data/"), (FormatId::V3Shape2020, "meta/root/", "data/root/")];

fn builder(format: FormatId) -> ArrayBuilder {
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[4, 4]).unwrap();
    builder.format(Some(format));
    builder.chunk_shape(&[2, 2]).unwrap();
    builder
}

/// The explicit group `g`, the implicit group `i`, arrays in both; nothing has been asked yet.
fn filled(format: FormatId) -> (Arc<Asked>, Arc<Hierarchy>) {
    let store = Asked::new();
    let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
    hierarchy.create_group("g", Some(format), None).unwrap();
    for path in ["g/x", "i/j/y"] {
        let array = hierarchy.create_array(path, &builder(format)).unwrap();
        array.write_region(&[0, 0], &[4, 4], &[1; 16]).unwrap();
    }
    store.take();
    (store, hierarchy)
}

/// The further requests of a change: for a copy that zarr-python has left of all documents, which would not be true any
/// more.
fn copy_is_looked_for(format: FormatId, mut requests: Vec<String>) -> Vec<String> {
    if format == FormatId::V3Shape2020 {
        // Before anything changes: with the look at the root, or where there is none, before what is erased.
        let root = requests.iter().position(|request| request == "exists meta/root.array.json").map(|at| at + 1);
        let changed = requests.iter().position(|request| request.starts_with("erase"));
        let at = root.or(changed).unwrap_or(requests.len());
        requests.insert(at, "exists meta/root/consolidated/.zmetadata".into());
    }
    requests
}

/// Creating asks whether the entry point is still there: another process may have erased it, and without it nothing can
/// be read.
fn entry_is_looked_for(format: FormatId, mut requests: Vec<String>) -> Vec<String> {
    let set = requests.iter().position(|request| request.starts_with("set")).unwrap();
    requests.insert(set, "exists zarr.json".into());
    if format == FormatId::V3Shape2020 {
        requests.insert(0, "list_dir meta/".into());
    }
    requests.insert(0, "get zarr.json".into());
    requests
}

/// The text: set one key, and neither create nor check the ancestors. That nothing is in the way is asked all the same,
/// as nothing can have a child that is an array.
#[test]
fn create_group_is_one_set() {
    for (format, meta, _) in DRAFTS {
        let (store, hierarchy) = filled(format);
        hierarchy.create_group("g/h/new", None, None).unwrap();
        let root = if format == FormatId::V3Draft2022 { "meta/array.json" } else { "meta/root.array.json" };
        let expected = vec![
            format!("exists {meta}g/h/new.array.json"),
            format!("exists {meta}g/h/new.group.json"),
            format!("exists {root}"),
            format!("exists {meta}g.array.json"),
            format!("exists {meta}g/h.array.json"),
            format!("set {meta}g/h/new.group.json"),
        ];
        assert_eq!(store.take(), entry_is_looked_for(format, copy_is_looked_for(format, expected)));
        // An implied group becomes explicit by one write as well.
        hierarchy.create_group("i/j", None, None).unwrap();
        assert_eq!(store.take().iter().filter(|request| request.starts_with("set")).count(), 1);
        assert_eq!(hierarchy.node_kind("i/j").unwrap(), Some(NodeKind::Group));
    }
}

#[test]
fn create_array_is_one_set() {
    for (format, meta, _) in DRAFTS {
        let (store, hierarchy) = filled(format);
        hierarchy.create_array("g/new", &builder(format)).unwrap();
        let root = if format == FormatId::V3Draft2022 { "meta/array.json" } else { "meta/root.array.json" };
        let expected = vec![
            format!("exists {meta}g/new.array.json"),
            format!("exists {meta}g/new.group.json"),
            // An array can't take the place of an implicit group, as it would have children.
            format!("list_dir {meta}g/new/"),
            format!("exists {root}"),
            format!("exists {meta}g.array.json"),
            format!("set {meta}g/new.array.json"),
        ];
        assert_eq!(store.take(), entry_is_looked_for(format, copy_is_looked_for(format, expected)));
    }
}

#[test]
fn the_entry_point_is_written_before_the_first_node_and_for_reading_read_once() {
    for (format, meta, _) in DRAFTS {
        let store = Asked::new();
        let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
        hierarchy.create_group("a", Some(format), None).unwrap();
        let sets: Vec<String> = store.take().into_iter().filter(|request| request.starts_with("set")).collect();
        assert_eq!(sets, ["set zarr.json".to_owned(), format!("set {meta}a.group.json")]);
        hierarchy.create_group("b", None, None).unwrap();
        let requests = store.take();
        assert_eq!(requests.iter().filter(|request| request.ends_with(" zarr.json")).count(), 2);
        assert!(!requests.contains(&"set zarr.json".to_owned()));
        // A handle that is told the format finds a node with the entry point and its document.
        let named = format!(r#"{{"format": "{}"}}"#, format.name());
        let reader = Hierarchy::with_store(store.clone(), Some(&named)).unwrap();
        reader.open_group("b", None).unwrap();
        let group = [format!("get {meta}b.array.json"), format!("get {meta}b.group.json")];
        let mut entry = vec!["get zarr.json".to_owned()];
        if format == FormatId::V3Shape2020 {
            // Entry points of that time were edited by hand: where documents lie counts.
            entry.push("list_dir meta/".into());
        }
        assert_eq!(store.take(), [&entry[..], &group].concat());
        reader.open_group("b", None).unwrap();
        assert_eq!(store.take(), group);
        // One that is not told looks at the path first, for the formats that have documents there.
        let reader = Hierarchy::with_store(store.clone(), None).unwrap();
        reader.open_group("b", None).unwrap();
        let before = ["get b/zarr.json", "get b/.zarray", "get b/.zgroup"].map(str::to_owned);
        assert_eq!(store.take(), [&before[..], &entry, &group].concat());
        reader.open_group("b", None).unwrap();
        assert_eq!(store.take(), group);
    }
}

/// Handles that have read the entry point learn from one another that it is gone.
#[test]
fn an_entry_point_that_was_erased_is_not_remembered() {
    let store = Asked::new();
    let one = Hierarchy::with_store(store.clone(), None).unwrap();
    one.create_group("a", Some(FormatId::V3Draft2022), None).unwrap();
    let other = Hierarchy::with_store(store.clone(), None).unwrap();
    assert_eq!(other.children("/").unwrap(), ["a"]);
    one.erase("/").unwrap();
    assert!(store.inner.list_prefix("").unwrap().is_empty());
    assert_eq!(other.node_kind("/").unwrap(), None);
    assert_eq!(other.create_group("b", Some(FormatId::V2), None).unwrap().format(), FormatId::V2);
    assert_eq!(one.children("/").unwrap(), ["b"]);
}

#[test]
fn open_array_is_one_get() {
    for (format, meta, _) in DRAFTS {
        let (store, hierarchy) = filled(format);
        hierarchy.open_array("g/x", None).unwrap();
        assert_eq!(store.take(), [format!("get {meta}g/x.array.json")]);
        // With faults asked for, the other document is looked for.
        let array = hierarchy.open_array("g/x", None).unwrap();
        store.take();
        assert!(array.warnings().is_empty());
        assert_eq!(store.take(), [format!("exists {meta}g/x.group.json")]);
        hierarchy.store().set(&format!("{meta}g/x.group.json"), b"{}").unwrap();
        assert_eq!(array.warnings().len(), 1);
        hierarchy.store().erase(&format!("{meta}g/x.group.json")).unwrap();
        store.take();
        hierarchy.open_array("g/x", Some(r#"{"strict": true}"#)).unwrap();
        assert_eq!(store.take(), [format!("get {meta}g/x.array.json"), format!("exists {meta}g/x.group.json")]);
    }
}

#[test]
fn store_chunk_is_one_set() {
    for (format, _, data) in DRAFTS {
        let (store, hierarchy) = filled(format);
        let array = hierarchy.open_array("g/x", None).unwrap();
        store.take();
        array.write_region(&[2, 0], &[2, 2], &[7; 4]).unwrap();
        assert_eq!(store.take(), [format!("set {data}g/x/c1/0")]);
    }
}

#[test]
fn retrieve_chunk_is_one_get() {
    for (format, _, data) in DRAFTS {
        let (store, hierarchy) = filled(format);
        let array = hierarchy.open_array("g/x", None).unwrap();
        store.take();
        array.read_region(&[0, 2], &[2, 2], &mut [0; 4]).unwrap();
        assert_eq!(store.take(), [format!("get {data}g/x/c0/1")]);
        // A part of it as well, and one that is not there.
        array.read_region(&[0, 3], &[1, 1], &mut [0]).unwrap();
        assert_eq!(store.take(), [format!("get {data}g/x/c0/1")]);
        array.resize(&[6, 4]).unwrap();
        store.take();
        array.read_region(&[4, 0], &[1, 1], &mut [0]).unwrap();
        assert_eq!(store.take(), [format!("get {data}g/x/c2/0")]);
    }
}

#[test]
fn discover_children_is_one_list_dir() {
    for (format, meta, _) in DRAFTS {
        let (store, hierarchy) = filled(format);
        for (path, prefix, names) in [("/", "", &["g", "i"][..]), ("g", "g/", &["x"]), ("i/j", "i/j/", &["y"])] {
            assert_eq!(hierarchy.children(path).unwrap(), names);
            assert_eq!(store.take(), [format!("list_dir {meta}{prefix}")]);
            let kinds: Vec<_> = hierarchy.walk(path, 1).unwrap().into_iter().map(|node| node.kind.unwrap()).collect();
            assert_eq!(store.take(), [format!("list_dir {meta}{prefix}")]);
            let expected =
                if path == "/" { vec![NodeKind::Group, NodeKind::ImplicitGroup] } else { vec![NodeKind::Array] };
            assert_eq!(kinds, expected);
        }
        // Where nothing is listed, an empty group is told from an array and from nothing.
        hierarchy.create_group("empty", None, None).unwrap();
        assert!(hierarchy.children("empty").unwrap().is_empty());
        assert_eq!(hierarchy.children("g/x").unwrap_err().kind(), zarr::ErrorKind::NodeType);
        assert_eq!(hierarchy.children("nowhere").unwrap_err().kind(), zarr::ErrorKind::NotFound);
    }
}

#[test]
fn discover_all_nodes_is_one_list_prefix() {
    for (format, meta, _) in DRAFTS {
        let (store, hierarchy) = filled(format);
        let all: Vec<_> =
            hierarchy.walk("/", usize::MAX).unwrap().into_iter().map(|node| (node.path, node.kind.unwrap())).collect();
        assert_eq!(store.take(), [format!("list_prefix {meta}")]);
        use NodeKind::{Array, Group, ImplicitGroup};
        let expected = [("g", Group), ("g/x", Array), ("i", ImplicitGroup), ("i/j", ImplicitGroup), ("i/j/y", Array)];
        assert_eq!(all, expected.map(|(path, kind)| (path.to_owned(), kind)));
        let below: Vec<String> = hierarchy.walk("i", 2).unwrap().into_iter().map(|node| node.path).collect();
        assert_eq!((below, store.take()), (vec!["i/j".into(), "i/j/y".into()], vec![format!("list_prefix {meta}i/")]));
        let below: Vec<String> = hierarchy.walk("/", 2).unwrap().into_iter().map(|node| node.path).collect();
        assert_eq!(below, ["g", "g/x", "i", "i/j"]);
    }
}

/// A copy of a hierarchy lists once, and reads each document once; that of an array once more when its chunks are copied,
/// as they must be of the array that the document says.
#[test]
fn a_copy_reads_each_document_once() {
    for (format, meta, _) in DRAFTS {
        let (store, hierarchy) = filled(format);
        hierarchy.children("/").unwrap();
        store.take();
        let target = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
        hierarchy.copy("i", &target, "i", Some(FormatId::V3), &|_, _| true).unwrap();
        let asked = store.take();
        let about_nodes: Vec<&String> = asked.iter().filter(|request| request.contains(" meta/")).collect();
        assert_eq!(
            about_nodes,
            [
                &format!("get {meta}i.array.json"),
                &format!("get {meta}i.group.json"),
                &format!("list_dir {meta}i/"),
                &format!("list_prefix {meta}i/"),
                &format!("get {meta}i/j/y.array.json"),
                &format!("get {meta}i/j/y.array.json"),
            ]
        );
    }
}

#[test]
fn erase_array_is_a_key_and_a_prefix() {
    for (format, meta, data) in DRAFTS {
        let (store, hierarchy) = filled(format);
        hierarchy.erase("g/x").unwrap();
        let expected = vec![
            format!("get {meta}g/x.array.json"),
            format!("erase {meta}g/x.array.json"),
            format!("erase_prefix {data}g/x/"),
        ];
        assert_eq!(store.take(), copy_is_looked_for(format, expected));
        assert!(!store.inner.list_prefix("").unwrap().iter().any(|key| key.contains("g/x")));
    }
}

#[test]
fn erase_explicit_group_is_a_key_and_two_prefixes() {
    for (format, meta, data) in DRAFTS {
        let (store, hierarchy) = filled(format);
        hierarchy.erase("g").unwrap();
        let expected = vec![
            format!("get {meta}g.array.json"),
            format!("get {meta}g.group.json"),
            format!("erase {meta}g.group.json"),
            format!("erase_prefix {meta}g/"),
            format!("erase_prefix {data}g/"),
        ];
        assert_eq!(store.take(), copy_is_looked_for(format, expected));
        assert!(!store.inner.list_prefix("").unwrap().iter().any(|key| key.contains("/g")));
    }
}

/// The formulas for keys, taken at their word, would ask for `meta//` and `data//` here.
#[test]
fn erasing_the_root_leaves_nothing() {
    for (format, meta, data) in DRAFTS {
        let (store, hierarchy) = filled(format);
        hierarchy.create_group("/", None, None).unwrap();
        store.take();
        hierarchy.erase("/").unwrap();
        let root = if format == FormatId::V3Draft2022 { "meta/" } else { "meta/root." };
        let expected = vec![
            format!("get {root}array.json"),
            format!("get {root}group.json"),
            format!("erase {root}group.json"),
            format!("erase_prefix {meta}"),
            format!("erase_prefix {data}"),
            "erase zarr.json".to_owned(),
        ];
        assert_eq!(store.take(), copy_is_looked_for(format, expected));
        assert!(store.inner.list_prefix("").unwrap().is_empty());
    }
}

#[test]
fn erase_implicit_group_is_two_prefixes() {
    for (format, meta, data) in DRAFTS {
        let (store, hierarchy) = filled(format);
        hierarchy.erase("i").unwrap();
        let expected = vec![
            format!("get {meta}i.array.json"),
            format!("get {meta}i.group.json"),
            format!("list_dir {meta}i/"),
            format!("erase_prefix {meta}i/"),
            format!("erase_prefix {data}i/"),
        ];
        assert_eq!(store.take(), copy_is_looked_for(format, expected));
        assert!(!store.inner.list_prefix("").unwrap().iter().any(|key| key.contains("/i")));
    }
}

#[test]
fn existence_is_asked_in_the_order_of_the_text() {
    for (format, meta, _) in DRAFTS {
        let (store, hierarchy) = filled(format);
        for (path, kind, asked) in [
            ("g/x", Some(NodeKind::Array), 1),
            ("g", Some(NodeKind::Group), 2),
            ("i", Some(NodeKind::ImplicitGroup), 3),
            ("nowhere", None, 3),
        ] {
            assert_eq!(hierarchy.node_kind(path).unwrap(), kind);
            let order = [
                format!("get {meta}{path}.array.json"),
                format!("get {meta}{path}.group.json"),
                format!("list_dir {meta}{path}/"),
            ];
            assert_eq!(store.take(), order[..asked], "{path}");
        }
    }
}

#[test]
fn attributes_of_a_group_are_one_get() {
    for (format, meta, _) in DRAFTS {
        let (store, hierarchy) = filled(format);
        let group = hierarchy.open_group("g", None).unwrap();
        store.take();
        group.attributes().unwrap();
        assert_eq!(store.take(), [format!("get {meta}g.group.json")]);
    }
}

#[test]
fn a_change_reads_and_writes_each_document_once() {
    for (format, key) in
        [(FormatId::V3Draft2022, "meta/g/x.array.json"), (FormatId::V3Protocol2019B, "meta/root/g/x.array")]
    {
        let (store, hierarchy) = filled(format);
        let array = hierarchy.open_array("g/x", None).unwrap();
        store.take();
        array.set_attributes(r#"{"a": 1}"#).unwrap();
        assert_eq!(store.take(), [format!("get {key}"), format!("set {key}")]);
        array.resize(&[8, 4]).unwrap();
        assert_eq!(store.take()[..2], [format!("get {key}"), format!("set {key}")]);
        assert_eq!((array.attributes().unwrap().as_str(), array.shape()), (r#"{"a": 1}"#, vec![8, 4]));
        assert!(store.take().is_empty());
    }
}

/// Groups above must have documents in final v3, and none may be left with a copy that the new node is not in.
#[test]
fn create_in_final_v3_reads_each_document_above_once() {
    let (store, hierarchy) = filled(FormatId::V3);
    hierarchy.create_group("g/h/new", None, None).unwrap();
    let format_of_hierarchy = "get zarr.json";
    let expected = ["get g/h/new/zarr.json", "get zarr.json", "get g/zarr.json", "get g/h/zarr.json"];
    let asked = store.take();
    assert_eq!(asked[0], format_of_hierarchy);
    assert_eq!(asked[1..5], expected);
    assert_eq!(asked[5..], ["set g/h/zarr.json", "set g/h/new/zarr.json"]);
    hierarchy.consolidate("g").unwrap();
    store.take();
    hierarchy.create_group("g/other", None, None).unwrap();
    // The copy goes before the node comes: a crash in between leaves no copy that lacks a node.
    let asked = store.take();
    let sets: Vec<_> = asked.iter().filter(|request| request.starts_with("set")).collect();
    assert_eq!(sets, ["set g/zarr.json", "set g/other/zarr.json"]);
}

/// Documents lie beside the data: one `get` for each document that a node has.
#[test]
fn formats_with_documents_beside_the_data_read_only_these() {
    for (format, documents, chunk) in [
        (FormatId::V3, &["get g/x/zarr.json"][..], "g/x/c/1/0"),
        (FormatId::V2, &["get g/x/.zarray", "get g/x/.zattrs"], "g/x/1.0"),
    ] {
        let (store, _) = filled(format);
        let named = format!(r#"{{"format": "{}"}}"#, format.name());
        let hierarchy = Hierarchy::with_store(store.clone(), Some(&named)).unwrap();
        let array = hierarchy.open_array("g/x", None).unwrap();
        // The separator of v2 is probed for where the document does not have it.
        assert_eq!(store.take(), documents, "{format:?}");
        array.write_region(&[2, 0], &[2, 2], &[7; 4]).unwrap();
        assert_eq!(store.take(), [format!("set {chunk}")]);
        array.read_region(&[2, 0], &[2, 2], &mut [0; 4]).unwrap();
        assert_eq!(store.take(), [format!("get {chunk}")]);
        hierarchy.erase("g/x").unwrap();
        assert_eq!(store.take().iter().filter(|request| request.starts_with("erase_prefix g/x/")).count(), 1);
    }
    // An array of version 1 is a store.
    let store = Asked::new();
    let hierarchy = Hierarchy::with_store(store.clone(), Some(r#"{"format": "v1"}"#)).unwrap();
    hierarchy.create_array("/", &builder(FormatId::V1)).unwrap();
    store.take();
    let array = hierarchy.open_array("/", None).unwrap();
    assert_eq!(store.take(), ["get meta", "get attrs"]);
    array.write_region(&[2, 0], &[2, 2], &[7; 4]).unwrap();
    array.read_region(&[2, 0], &[2, 2], &mut [0; 4]).unwrap();
    assert_eq!(store.take(), ["set 1.0", "get 1.0"]);
}
