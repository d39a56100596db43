//! What a store promises, through each wrapper: a store in which every operation can be recognised by its answer, and
//! beside each wrapper the list of what it answers in another way. A program that puts a wrapper around its store must
//! not lose a pinned value, a version, a lock, a condition or a step without knowing.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex};
use zarr::error::Result;
use zarr::store::{
    Access, Beginning, ByteRange, Capabilities, Depth, Filled, Gate, GateGuard, Home, Listing, Locked, Locking, Mark,
    MemoryStore, Stamp, Store, StoreExt, StoreName, UpdateGuard, ValueReader, Version, Versioned, When,
};
use zarr::transformer::{
    Event, FetchedStore, LowerCaseStore, MeteredStore, Observer, OverlayStore, PrefixStore, ReadOnlyStore,
    SnapshotStore, TraceStore,
};

/// A store that has every operation, each with an answer that no default derives from another one.
#[derive(Debug)]
struct Promising {
    values: MemoryStore,
    calls: Mutex<Vec<String>>,
}

const KEY: &str = "a/k";

impl Promising {
    fn new() -> Arc<Self> {
        let values = MemoryStore::new();
        values.set(KEY, b"0123456789").unwrap();
        Arc::new(Self { values, calls: Mutex::default() })
    }

    fn note(&self, call: impl Into<String>) {
        self.calls.lock().unwrap().push(call.into());
    }

    fn is_there(&self, key: &str) -> bool {
        Store::exists(&self.values, key).unwrap()
    }
}

/// The value as it was when it was held.
#[derive(Debug)]
struct Held(Option<Vec<u8>>);

impl ValueReader for Held {
    fn get_many(&self, ranges: &[ByteRange]) -> Result<Option<Vec<Vec<u8>>>> {
        let Some(value) = &self.0 else { return Ok(None) };
        let part =
            |range: &ByteRange| range.resolve(10).map(|range| value[range.start as usize..range.end as usize].to_vec());
        ranges.iter().map(part).collect::<Result<_>>().map(Some)
    }

    fn size(&self) -> Result<Option<u64>> {
        Ok(self.0.as_ref().map(|value| value.len() as u64))
    }

    fn at_once(&self) -> usize {
        4242
    }
}

impl Mark for Held {
    fn is_current(&self) -> Result<bool> {
        Ok(false)
    }
}

#[derive(Debug)]
struct Guard;

impl UpdateGuard for Guard {
    fn is_current(&self) -> bool {
        false
    }
}

impl GateGuard for Guard {}

impl Gate for Promising {
    fn number(&self) -> u64 {
        77
    }

    fn enter(&self) -> Box<dyn GateGuard + '_> {
        Box::new(Guard)
    }
}

impl Store for Promising {
    fn name(&self) -> &StoreName {
        static NAME: LazyLock<StoreName> = LazyLock::new(|| StoreName::new("promising"));
        &NAME
    }

    fn home(&self, key: &str) -> Home {
        Home::new("home", key)
    }

    fn lower_homes(&self, key: &str, add: &mut dyn FnMut(Home)) {
        add(Home::new("lower home", key));
    }

    fn around(&self) -> Option<(&dyn Store, &str)> {
        Some((&self.values, "around/"))
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { in_flight: 7, ..self.values.capabilities() }
    }

    fn is_near(&self) -> bool {
        true
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        self.values.get(key, range)
    }

    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        self.note("get_whole");
        self.values.get_whole(key, most, memory)
    }

    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        Ok(self.values.get_beginning(key, most)?.map(|beginning| Beginning { ended: false, ..beginning }))
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        self.note("get_into");
        self.values.get_into(key, start, buffer)
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        let versioned = |bytes| Versioned { bytes, version: Some("v1".into()) };
        requests.iter().map(|(key, range)| Ok(self.values.get(key, *range)?.map(versioned))).collect()
    }

    fn hold(&self, key: &str) -> Result<Box<dyn ValueReader + '_>> {
        Ok(Box::new(Held(self.values.get(key, ByteRange::ALL)?)))
    }

    fn get_versioned(&self, key: &str, most: u64) -> Result<(Option<Vec<u8>>, Version)> {
        Ok((self.values.get_versioned(key, most)?.0, self.is_there(key).then(|| "v2".into())))
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        self.note("size");
        self.values.size(key)
    }

    fn exists(&self, key: &str) -> Result<bool> {
        self.note("exists");
        self.values.exists(key)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        let condition = match when {
            When::Claimed => "claimed".to_owned(),
            When::Ready(_) => "ready".to_owned(),
            When::New => "new".to_owned(),
            When::Is(version) => format!("{version:?}"),
        };
        self.note(format!("write {key:?} {} if {condition}", value.is_some()));
        Ok(())
    }

    fn write_many(&self, changes: &[(&str, Option<&[u8]>)]) -> Result<()> {
        self.note(format!("write_many {}", changes.len()));
        Ok(())
    }

    fn lock(&self, _: &str, locking: Locking) -> Result<Locked> {
        self.note(format!("lock {locking:?}"));
        Ok(Locked { guard: Some(Box::new(Guard)), is_busy: true, stamp: Some(Stamp { id: [5; 4], is_settled: true }) })
    }

    fn mark(&self, key: &str) -> Result<Option<Box<dyn Mark + '_>>> {
        Ok(Some(Box::new(Held(self.values.get(key, ByteRange::ALL)?))))
    }

    fn end_sharing(&self, key: &str) {
        self.note(format!("end_sharing {key:?}"));
    }

    fn set_partial_values(&self, parts: &[(&str, u64, &[u8])]) -> Result<()> {
        self.note(format!("set_partial_values {}", parts.len()));
        Ok(())
    }

    fn check_erasable(&self, prefix: &str) -> Result<()> {
        self.note(format!("check_erasable {prefix:?}"));
        Ok(())
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        self.note(format!("erase_prefix {prefix:?}"));
        Ok(())
    }

    fn rename_prefix(&self, from: &str, to: &str) -> Result<bool> {
        self.note(format!("rename_prefix {from:?} {to:?}"));
        Ok(true)
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        self.note("list");
        self.values.list(prefix, depth)
    }

    fn shown(&self) -> Option<String> {
        Some("a place".into())
    }

    fn warning(&self) -> Option<String> {
        Some("a warning".into())
    }

    fn gates<'a>(&'a self, gates: &mut Vec<&'a dyn Gate>) {
        gates.push(self);
    }

    fn flush(&self) -> Result<()> {
        self.note("flush");
        Ok(())
    }
}

/// Every answer of a store about one key, each by the name of its promise. `base`: the store below, which notes what it
/// is asked.
fn promises(store: &dyn Store, base: &Promising, key: &str, prefix: &str) -> BTreeMap<&'static str, String> {
    let mut found = BTreeMap::new();
    let mut add = |name, answer: String| {
        let calls = std::mem::take(&mut *base.calls.lock().unwrap());
        found.insert(name, if calls.is_empty() { answer } else { format!("{answer} by {}", calls.join(", ")) });
    };
    let kind = |error: zarr::error::Error| format!("{:?}", error.kind());
    let held = |reader: &dyn ValueReader| {
        let parts = reader.get_many(&[ByteRange::Suffix(3), ByteRange::ALL]).unwrap();
        format!("{parts:?} {:?} pinned {} {}", reader.size().unwrap(), reader.is_pinned(), reader.at_once())
    };
    add("home", format!("{:?}", store.home(key)));
    let homes = store.homes(key);
    // The number of a store in memory is another one each time.
    let names: Vec<_> = homes.iter().map(|home| home.store().split('#').next().unwrap()).collect();
    add("homes", format!("{names:?} {:?}", homes.iter().map(Home::key).collect::<Vec<_>>()));
    let around = store.around().map(|(store, prefix)| (store.place().split('#').next().unwrap(), prefix));
    add("around", format!("{around:?}"));
    let of = store.capabilities();
    add("writes", format!("{} {} {}", of.writeable, of.erasable, of.conditional));
    add("reads", format!("{} {} {} {} {}", of.listable, of.thread_safe, of.private, of.reads_into, of.in_flight));
    add("is_near", store.is_near().to_string());
    add("get", format!("{:?}", store.get(key, ByteRange::Suffix(2)).unwrap()));
    let mut memory = Vec::new();
    let whole = store.get_whole(key, 10, &mut memory).unwrap();
    add("get_whole", format!("{:?}", whole.map(|length| memory[..length].to_vec())));
    add("get_whole of less", store.get_whole(key, 9, &mut memory).map_or_else(kind, |found| format!("{found:?}")));
    add("get_beginning", format!("{:?}", store.get_beginning(key, 4).unwrap()));
    let mut buffer = [0; 4];
    let filled = store.get_into(key, 8, &mut buffer).unwrap();
    add("get_into", format!("{filled:?} {buffer:?}"));
    add("get_many", format!("{:?}", store.get_many(&[(key, ByteRange::Suffix(2))]).unwrap()));
    add("hold", held(&*store.hold(key).unwrap()));
    let mark = store.mark(key).unwrap();
    add("mark", mark.map_or("none".into(), |mark| format!("{} {}", held(&*mark), mark.is_current().unwrap())));
    add("get_versioned", store.get_versioned(key, 10).map_or_else(kind, |found| format!("{found:?}")));
    add("size", format!("{:?}", store.size(key).unwrap()));
    add("exists", store.exists(key).unwrap().to_string());
    for (name, locking) in [
        ("stamp", Locking::Nothing),
        ("lock", Locking::Change(Access::Exclusive)),
        ("lock if free", Locking::ChangeIfFree(Access::Shared)),
        ("lock of a document", Locking::Document(Access::Shared)),
    ] {
        let Locked { guard, is_busy, stamp } = store.lock(key, locking).unwrap();
        add(name, format!("{:?} {is_busy} {stamp:?}", guard.map(|guard| guard.is_current())));
    }
    let done = |result: Result<()>| result.map_or_else(kind, |()| "done".into());
    add("write", done(store.write(key, Some(b"x"), When::Claimed)));
    add("write a new one", done(store.write(key, Some(b"x"), When::New)));
    add("write if", done(store.write(key, Some(b"x"), When::Is(&Some("v9".into())))));
    add("erase if", done(store.write(key, None, When::Is(&Some("v9".into())))));
    add("write_many", done(store.write_many(&[(key, Some(b"x")), (key, None)])));
    add("set_partial_values", done(store.set_partial_values(&[(key, 1, b"x")])));
    add("check_erasable", done(store.check_erasable(prefix)));
    add("erase_prefix", done(store.erase_prefix(prefix)));
    let renamed = store.rename_prefix(prefix, "z/");
    add("rename_prefix", renamed.map_or_else(kind, |renamed| renamed.to_string()));
    store.end_sharing(key);
    add("end_sharing", String::new());
    add("list", format!("{:?}", store.list(prefix, Depth::One).unwrap().keys));
    add("shown", format!("{:?}", store.shown()));
    add("warning", format!("{:?}", store.warning()));
    let mut gates = Vec::new();
    store.gates(&mut gates);
    add("gates", format!("{:?}", gates.iter().map(|gate| gate.number()).collect::<Vec<_>>()));
    add("flush", done(store.flush()));
    found
}

struct Deaf;

impl std::fmt::Debug for Deaf {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Deaf")
    }
}

impl Observer for Deaf {
    fn ended(&self, _: &Event<'_>) {}
}

/// What a wrapper answers in another way than the store below it.
type Others<'a> = &'a [(&'static str, &'static str)];

fn compare(name: &str, wrap: impl Fn(Arc<Promising>) -> Arc<dyn Store>, others: Others) {
    let (below, base) = (Promising::new(), Promising::new());
    let expected = promises(&*below, &below, KEY, "a/");
    let found = promises(&*wrap(base.clone()), &base, KEY, "a/");
    let mut differ = String::new();
    for (promise, answer) in &found {
        let other = others.iter().find(|(other, _)| other == promise).map(|(_, answer)| *answer);
        let wanted = other.unwrap_or(&expected[promise]);
        if answer != wanted {
            differ += &format!("\n  {promise}: {answer}\n    not {wanted}");
        }
        assert!(other.is_none_or(|other| other != expected[promise]), "{name}: {promise} is that of the store below");
    }
    assert!(differ.is_empty(), "{name}:{differ}");
}

#[test]
fn wrappers_that_show_the_same_values_promise_the_same() {
    compare("metered", |base| Arc::new(MeteredStore::new(base)), &[]);
    compare("trace", |base| Arc::new(TraceStore::new(base, Arc::new(Deaf))), &[]);
    compare("lower case", |base| Arc::new(LowerCaseStore::new(base)), &[]);
    compare("nothing fetched", |base| Arc::new(FetchedStore::new(base, Vec::new(), 9).unwrap()), &[]);
    compare("all of it", |base| Arc::new(PrefixStore::new(base, "").unwrap()), &[]);
    // The part below a prefix, asked by its own keys, but for those that name the part.
    let (below, base) = (Promising::new(), Promising::new());
    let mut expected = promises(&*below, &below, KEY, "a/");
    let part = PrefixStore::new(base.clone(), "a/").unwrap();
    let mut found = promises(&part, &base, "k", "");
    let differ = [("rename_prefix", "false"), ("list", "[\"k\"] by list"), ("around", "Some((\"promising\", \"a/\"))")];
    for (promise, own) in differ {
        expected.remove(promise);
        assert_eq!(found.remove(promise).unwrap(), own);
    }
    assert_eq!(found, expected);
}

const REFUSES: Others = &[
    ("writes", "false false false"),
    ("write", "ReadOnly"),
    ("write a new one", "ReadOnly"),
    ("write if", "ReadOnly"),
    ("erase if", "ReadOnly"),
    ("write_many", "ReadOnly"),
    ("set_partial_values", "ReadOnly"),
    ("erase_prefix", "ReadOnly"),
    ("rename_prefix", "ReadOnly"),
    ("warning", "None"),
];

/// Without locks: a value that can't be changed needs none.
#[test]
fn what_is_made_read_only_promises_what_reading_needs() {
    const LOCKS: Others = &[
        ("lock", "None false None"),
        ("lock if free", "None false None"),
        ("lock of a document", "Some(false) true Some(Stamp { id: [5, 5, 5, 5], is_settled: true }) by lock Nothing"),
    ];
    compare("read-only", |base| Arc::new(ReadOnlyStore::new(base)), &[REFUSES, LOCKS].concat());
}

/// The stamp of a value that is not the one of the store below: it has to be read to be known.
macro_rules! unsettled {
    ($by:literal) => {
        concat!(
            "Some(false) true Some(Stamp { id: [18446744073709551615, 18446744073709551615, ",
            "18446744073709551615, 18446744073709551615], is_settled: false })",
            $by
        )
    };
}

const UNSETTLED: Others = &[
    ("stamp", unsettled!(" by lock Nothing")),
    ("lock", unsettled!(" by lock Change(Exclusive)")),
    ("lock if free", unsettled!(" by lock ChangeIfFree(Shared)")),
    ("lock of a document", unsettled!(" by lock Document(Shared)")),
];

/// A part of a value may be patched over a lower one, a version names its layer, and a value may show through.
#[test]
fn the_first_store_of_an_overlay_keeps_its_promises() {
    const OTHERS: Others = &[
        ("homes", "[\"home\", \"lower home\", \"memory:\"] [\"a/k\", \"a/k\", \"a/k\"]"),
        ("get_many", "[Some(Versioned { bytes: [56, 57], version: Some(\"0:v1\") })]"),
        ("set_partial_values", "done by write \"a/k\" true if claimed"),
    ];
    let over = |base: Arc<Promising>| -> Arc<dyn Store> {
        Arc::new(OverlayStore::new(vec![base, Arc::new(MemoryStore::new())]).unwrap())
    };
    compare("overlay", over, &[UNSETTLED, OTHERS].concat());
}

/// The value is in the lower store: it is pinned there, and all changes go to the first store, which notes its own.
#[test]
fn a_lower_store_of_an_overlay_keeps_the_promises_of_reading() {
    const OTHERS: Others = &[
        ("homes", "[\"home\", \"lower home\", \"home\", \"lower home\"] [\"a/k\", \"a/k\", \"a/k\", \"a/k\"]"),
        ("get_many", "[Some(Versioned { bytes: [56, 57], version: Some(\"1:v1\") })]"),
        (
            "hold",
            "Some([[55, 56, 57], [48, 49, 50, 51, 52, 53, 54, 55, 56, 57]]) Some(10) pinned true 18446744073709551615",
        ),
        // The version of the first store, where the key is missing: a new value is put over the lower one.
        ("get_versioned", "(Some([48, 49, 50, 51, 52, 53, 54, 55, 56, 57]), None)"),
        ("stamp", unsettled!("")),
        ("lock", unsettled!("")),
        ("lock if free", unsettled!("")),
        ("lock of a document", unsettled!("")),
        ("write", "done"),
        ("write a new one", "done"),
        ("write if", "done"),
        ("set_partial_values", "done"),
        ("erase if", "Unsupported by exists"),
        ("write_many", "Unsupported by exists"),
        ("check_erasable", "Unsupported by list"),
        ("erase_prefix", "Unsupported by list"),
        ("rename_prefix", "false by list"),
        ("end_sharing", ""),
        ("gates", "[77, 77]"),
    ];
    let under = |base: Arc<Promising>| -> Arc<dyn Store> {
        let top = Promising::new();
        top.values.erase(KEY).unwrap();
        Arc::new(OverlayStore::new(vec![top, base]).unwrap())
    };
    compare("lower store", under, OTHERS);
}

/// Values that are known already, as they were: each way to read them gives these, and asks for nothing.
const KNOWN: Others = &[
    ("get_whole", "Some([48, 49, 50, 51, 52, 53, 54, 55, 56, 57])"),
    ("get_whole of less", "Limit"),
    ("get_beginning", "Some(Beginning { bytes: [48, 49, 50, 51], ended: true })"),
    ("get_into", "Some(Filled { length: 2, total: 10 }) [56, 57, 0, 0]"),
    ("get_many", "[Some(Versioned { bytes: [56, 57], version: None })]"),
    ("hold", "Some([[55, 56, 57], [48, 49, 50, 51, 52, 53, 54, 55, 56, 57]]) Some(10) pinned true 0"),
    ("size", "Some(10)"),
    ("exists", "true"),
];

#[test]
fn known_values_are_promised_as_they_were() {
    let known = |base: Arc<Promising>| -> Arc<dyn Store> {
        Arc::new(FetchedStore::knowing(base, KEY, Some(b"0123456789".to_vec())))
    };
    compare("fetched", known, &[KNOWN, UNSETTLED].concat());
    const OTHERS: Others = &[
        ("reads", "true true true false 1"),
        ("mark", "none"),
        ("get_versioned", "Unsupported"),
        ("stamp", unsettled!(" by lock Nothing")),
        ("lock", "None false None"),
        ("lock if free", "None false None"),
        ("lock of a document", unsettled!(" by lock Nothing")),
        ("list", "[\"a/k\"]"),
    ];
    let documents = || BTreeMap::from([(KEY.to_owned(), b"0123456789".to_vec())]);
    let snapshot = |base: Arc<Promising>| -> Arc<dyn Store> { Arc::new(SnapshotStore::new(base, documents())) };
    compare("snapshot", snapshot, &[KNOWN, REFUSES, OTHERS].concat());
}
