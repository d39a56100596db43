//! Every store passes one suite, and any sequence of operations gives the same answers on all of them. A user whose
//! store failed here would lose data, or find data that is not there.

use crate::store_suite::{self, LOCAL, Traits};
use proptest::prelude::*;
use std::sync::Arc;
use tempfile::TempDir;
use zarr::store::{ByteRange, FilesystemStore, MemoryStore, Store, StoreExt, StoreOptions, Symlinks, SyncMode};
use zarr::{ErrorKind, store};

fn filesystem_suite(options: StoreOptions) {
    let scratch = TempDir::new().unwrap();
    let count = std::cell::Cell::new(0);
    let open = || -> Arc<dyn Store> {
        count.set(count.get() + 1);
        let root = scratch.path().join(format!("{}/not/there/yet", count.get()));
        Arc::new(FilesystemStore::open(&root, options).unwrap())
    };
    // Written over in place, a value is not the one that was held, and no reader may read meanwhile.
    let traits = Traits { holds: options.atomic, readers: options.atomic, ..LOCAL };
    store_suite::run(traits, open);
}

#[test]
fn memory_store_passes_the_suite() {
    store_suite::run(LOCAL, || Arc::new(MemoryStore::new()));
}

#[test]
fn filesystem_store_passes_the_suite() {
    filesystem_suite(StoreOptions::read_write());
}

#[test]
fn filesystem_store_passes_the_suite_without_the_kernels_help() {
    for symlinks in [Symlinks::Inside, Symlinks::Refuse, Symlinks::Follow] {
        filesystem_suite(StoreOptions { kernel_resolution: false, symlinks, ..StoreOptions::read_write() });
    }
}

#[test]
fn filesystem_store_passes_the_suite_with_other_options() {
    filesystem_suite(StoreOptions { sync: SyncMode::Full, lock: store::Lock::None, ..StoreOptions::read_write() });
    filesystem_suite(StoreOptions { sync: SyncMode::File, symlinks: Symlinks::Refuse, ..StoreOptions::read_write() });
    filesystem_suite(StoreOptions { lock: store::Lock::Flock, ..StoreOptions::read_write() });
    filesystem_suite(StoreOptions { atomic: false, ..StoreOptions::read_write() });
    filesystem_suite(StoreOptions {
        atomic: false,
        sync: SyncMode::Full,
        kernel_resolution: false,
        ..StoreOptions::read_write()
    });
}

/// Locks by files in the folders: what is listed, erased and moved must be as without those.
#[cfg(target_os = "linux")]
#[test]
fn filesystem_store_passes_the_suite_with_lock_files() {
    for (atomic, kernel_resolution) in [(true, true), (false, true), (true, false)] {
        let lock = store::Lock::Fcntl;
        filesystem_suite(StoreOptions { lock, atomic, kernel_resolution, ..StoreOptions::read_write() });
    }
}

#[test]
fn what_is_opened_for_reading_passes_the_suite_of_reading() {
    let (scratch, count) = (TempDir::new().unwrap(), std::cell::Cell::new(0));
    for name in ["folder", "archive.zip"] {
        store_suite::run_reading(LOCAL, |values| {
            count.set(count.get() + 1);
            let path = scratch.path().join(format!("{}/{name}", count.get()));
            // A writer that has nothing to write makes neither.
            if name == "folder" {
                std::fs::create_dir_all(&path).unwrap();
            } else if values.is_empty() {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(&path, [b"PK\x05\x06".as_slice(), &[0; 18]].concat()).unwrap();
            }
            let path = path.to_str().unwrap();
            let writer = store::open(path, &StoreOptions::read_write()).unwrap();
            writer.set_many(values).unwrap();
            writer.flush().unwrap();
            drop(writer);
            store::open(path, &StoreOptions::default()).unwrap()
        });
    }
}

#[test]
fn shared_memory_lives_as_long_as_a_handle() {
    let first = MemoryStore::shared("test-shared");
    let second = MemoryStore::shared("test-shared");
    let other = MemoryStore::shared("test-other");
    first.set("k", b"v").unwrap();
    assert_eq!(second.get("k", ByteRange::ALL).unwrap().unwrap(), b"v");
    assert_eq!(first.identity(), second.identity());
    assert_ne!(first.identity(), other.identity());
    assert!(!other.exists("k").unwrap());
    drop(first);
    assert!(MemoryStore::shared("test-shared").exists("k").unwrap());
    drop(second);
    assert!(!MemoryStore::shared("test-shared").exists("k").unwrap(), "the last handle took the data along");
    assert_ne!(MemoryStore::new().identity(), MemoryStore::new().identity());
}

/// A path that a URL writes in another way, and how.
fn path_of_many_letters(scratch: &TempDir) -> (String, String) {
    let path = scratch.path().join("a b%ü").to_str().unwrap().to_owned();
    let encoded = path.replace('%', "%25").replace(' ', "%20").replace('ü', "%C3%bc");
    (path, encoded)
}

fn assert_read_only(store: &dyn Store) {
    assert_eq!(store.set("k", b"w").unwrap_err().kind(), ErrorKind::ReadOnly);
    assert_eq!(store.erase("k").unwrap_err().kind(), ErrorKind::ReadOnly);
    assert_eq!(store.erase_prefix("").unwrap_err().kind(), ErrorKind::ReadOnly);
}

#[test]
fn paths_and_urls_of_files_lead_to_one_store() {
    let scratch = TempDir::new().unwrap();
    let (path, encoded) = path_of_many_letters(&scratch);
    let options = StoreOptions::read_write();
    store::open(&path, &options).unwrap().set("k", b"v").unwrap();
    for url in [format!("file://{encoded}"), format!("FILE://localhost{encoded}"), path.clone()] {
        let store = store::open(&url, &StoreOptions::default()).unwrap();
        assert_eq!(store.get("k", ByteRange::ALL).unwrap().unwrap(), b"v", "{url}");
        assert_eq!(store.identity(), store::open(&path, &options).unwrap().identity());
        assert_read_only(&*store);
    }
}

#[test]
fn stores_in_memory_are_shared_by_their_names() {
    let options = StoreOptions::read_write();
    let shared = store::open("memory://test-urls", &options).unwrap();
    shared.set("k", b"v").unwrap();
    let reader = store::open("memory://test-urls", &StoreOptions::default()).unwrap();
    assert!(reader.exists("k").unwrap());
    assert_read_only(&*reader);
    assert!(!store::open("memory://", &options).unwrap().exists("k").unwrap(), "without a name each is new");
}

#[test]
fn schemes_that_the_library_lacks_are_named() {
    let known: Vec<_> = store::schemes().collect();
    assert_eq!(known.contains(&"s3"), cfg!(feature = "cloud"));
    for scheme in ["http", "https", "s3", "gs", "az", "zebra"] {
        if known.contains(&scheme) {
            continue;
        }
        let error = store::open(&format!("{scheme}://host/path"), &StoreOptions::read_write()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
        assert!(error.message().contains(scheme), "{error}");
    }
}

#[test]
fn a_zip_file_is_made_by_its_name_and_told_by_its_bytes() {
    let scratch = TempDir::new().unwrap();
    let (path, encoded) = path_of_many_letters(&scratch);
    std::fs::create_dir(&path).unwrap();
    let zip = format!("{path}/store.ZIP");
    assert_eq!(store::open(&zip, &StoreOptions::default()).unwrap_err().kind(), ErrorKind::NotFound);
    let archive = store::open(&zip, &StoreOptions::read_write()).unwrap();
    archive.set("k", b"v").unwrap();
    archive.flush().unwrap();
    std::fs::rename(zip, format!("{path}/archive")).unwrap();
    let archive = store::open(&format!("file://{encoded}/archive"), &StoreOptions::default()).unwrap();
    assert_eq!(archive.get("k", ByteRange::ALL).unwrap().unwrap(), b"v");
    assert_read_only(&*archive);
}

#[test]
fn a_directory_is_one_whatever_its_name() {
    let scratch = TempDir::new().unwrap();
    for directory in ["folder.zip", "folder"] {
        let directory = scratch.path().join(directory).to_str().unwrap().to_owned();
        std::fs::create_dir(&directory).unwrap();
        let store = store::open(&directory, &StoreOptions::read_write()).unwrap();
        assert!(store.capabilities().erasable, "{directory} is a directory");
    }
}

#[test]
fn files_that_are_no_archives_are_refused() {
    let scratch = TempDir::new().unwrap();
    for file in ["text", "text.zip", "empty.zip"] {
        let text = if file.starts_with("empty") { "" } else { "no archive" };
        let file = scratch.path().join(file).to_str().unwrap().to_owned();
        std::fs::write(&file, text).unwrap();
        let error = store::open(&file, &StoreOptions::read_write()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io);
        assert!(error.message().contains("neither a directory nor a zip file"), "{error}");
    }
}

#[test]
fn urls_that_are_none_are_refused() {
    for url in ["", "a\0b", "file:///a%00b", "file:///a%2", "file:///a%zz", "file://host/a", "file://", "file:///a?b"] {
        let error = store::open(url, &StoreOptions::read_write()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{url:?}");
    }
}

#[test]
fn readers_make_no_folders() {
    let scratch = TempDir::new().unwrap();
    let absent = scratch.path().join("absent");
    let error = store::open(absent.to_str().unwrap(), &StoreOptions::default()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(!absent.exists());
}

#[test]
fn what_lies_in_an_archive_has_a_url() {
    let scratch = TempDir::new().unwrap();
    let path = scratch.path().join("a b");
    let (path, options) = (path.to_str().unwrap(), StoreOptions::read_write());
    let whole = store::open(&format!("{path}|zip:"), &options).unwrap();
    whole.set("top/below/k", b"v").unwrap();
    whole.flush().unwrap();
    drop(whole);
    let encoded = path.replace(' ', "%20");
    for url in
        [format!("{path}|zip:top/below"), format!("{path}|ZIP:/top/below/"), format!("file://{encoded}|zip:top/below/")]
    {
        let store = store::open(&url, &options).unwrap();
        assert!(store.list_all().unwrap().starts_with(&["k".to_owned()]), "{url}");
        store.set("more", b"more").unwrap();
        store.flush().unwrap();
        assert_eq!(store::open(path, &options).unwrap().list_all().unwrap(), ["top/below/k", "top/below/more"]);
        assert!(store.place().ends_with("a b!/top/below/"), "{}", store.place());
    }
    for (url, kind) in [
        (format!("{path}|zip:a//b"), ErrorKind::InvalidArgument),
        (format!("{path}|zip:../x"), ErrorKind::InvalidArgument),
        (format!("{path}|zip:a|zip:b"), ErrorKind::Unsupported),
        (format!("file://{encoded}|tar:"), ErrorKind::Unsupported),
        ("memory://name|zip:".to_owned(), ErrorKind::Unsupported),
        ("zebra://host/a|zip:".to_owned(), ErrorKind::Unsupported),
        (format!("{}|zip:", scratch.path().display()), ErrorKind::Io),
    ] {
        assert_eq!(store::open(&url, &options).unwrap_err().kind(), kind, "{url}");
    }
    // In the name of a file it is only that.
    let odd = format!("{}/odd|name:x", scratch.path().display());
    store::open(&odd, &options).unwrap().set("k", b"v").unwrap();
    assert!(std::path::Path::new(&odd).is_dir());
}

#[test]
fn keys_in_lower_case_are_found_on_request() {
    let scratch = TempDir::new().unwrap();
    let path = scratch.path().to_str().unwrap();
    let lower = zarr::hierarchy::open_store(path, Some(r#"{"lower_case_keys": true, "format": "v2"}"#)).unwrap();
    lower.create_group("Run/Fields", None, Some(r#"{"Unit": "K"}"#)).unwrap();
    assert!(scratch.path().join("run/fields/.zgroup").is_file());
    assert_eq!(lower.open_group("RUN/Fields", None).unwrap().attributes().unwrap(), r#"{"Unit": "K"}"#);
    assert_eq!(lower.children("Run").unwrap(), ["fields"]);
    let plain = zarr::hierarchy::open_store(path, None).unwrap();
    assert_eq!(plain.open_group("Run/Fields", None).unwrap_err().kind(), ErrorKind::NotFound);
    plain.open_group("run/fields", None).unwrap();
    lower.erase("Run").unwrap();
    assert!(!scratch.path().join("run").exists());
}

/// Nothing is sent when a store is opened, unless it is an archive. (The tests of the pages run what needs no network.)
#[test]
#[cfg(feature = "cloud")]
fn the_examples_of_the_documentation_open() {
    let text = include_str!("../../docs/stores.md");
    let mut seen = std::collections::BTreeSet::new();
    for call in text.lines().filter_map(|line| line.split_once("_numbers(\"").map(|(_, call)| call)) {
        let (url, rest) = call.split_once("\", ").unwrap();
        let options = rest.strip_prefix('"').map(|rest| rest.split_once("\", &error").unwrap().0.replace("\\\"", "\""));
        let scheme = url.split_once("://").map_or("", |(scheme, _)| scheme);
        seen.insert(scheme);
        if ["", "file", "memory"].contains(&scheme) || url.contains("|zip:") {
            continue;
        }
        zarr::hierarchy::open_store(url, options.as_deref()).unwrap_or_else(|error| panic!("{call}: {error}"));
    }
    for scheme in ["", "file", "memory", "https", "s3", "s3a", "gs", "az"] {
        assert!(seen.contains(scheme), "{scheme}");
    }
}

#[test]
fn option_words_are_checked() {
    assert_eq!(store::Lock::parse("flock").unwrap(), store::Lock::Flock);
    assert_eq!(store::Lock::parse("none").unwrap(), store::Lock::None);
    assert_eq!(store::Lock::parse("auto").unwrap(), StoreOptions::default().lock);
    match store::Lock::parse("fcntl") {
        Ok(lock) => assert_eq!(lock, store::Lock::Fcntl),
        Err(error) => assert!(cfg!(not(target_os = "linux")) && error.kind() == ErrorKind::Unsupported, "{error}"),
    }
    assert_eq!(SyncMode::parse("full").unwrap(), SyncMode::Full);
    assert_eq!(Symlinks::parse("refuse").unwrap(), Symlinks::Refuse);
    for error in [
        store::Lock::parse("Flock").unwrap_err(),
        SyncMode::parse("").unwrap_err(),
        Symlinks::parse("all").unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{error}");
    }
    let said = |options| zarr::hierarchy::open_store("memory://", Some(options)).unwrap_err().message().to_owned();
    assert_eq!(
        said(r#"{"lock": "lockf"}"#),
        r#"option "lock": "lockf" is not one of "auto", "flock", "fcntl", "none""#
    );
    assert_eq!(said(r#"{"sync": "all"}"#), r#"option "sync": "all" is not one of "none", "file", "full""#);
}

/// One call, and everything that it answers, as text.
#[derive(Clone, Debug)]
enum Operation {
    Set(String, Vec<u8>),
    SetPartial(Vec<(String, u64, Vec<u8>)>),
    Get(String, ByteRange),
    GetInto(String, u64, usize),
    Erase(String),
    ErasePrefix(String),
    ListPrefix(String),
    ListDir(String),
    Size(String),
}

fn apply(store: &dyn Store, operation: &Operation) -> String {
    // The kind is part of the contract, the words are not.
    fn text<T: std::fmt::Debug>(result: zarr::Result<T>) -> String {
        format!("{:?}", result.map_err(|error| error.kind()))
    }
    match operation {
        Operation::Set(key, value) => text(store.set(key, value)),
        Operation::SetPartial(parts) => {
            let parts: Vec<_> = parts.iter().map(|(key, start, bytes)| (key.as_str(), *start, &bytes[..])).collect();
            text(store.set_partial_values(&parts))
        }
        Operation::Get(key, range) => text(store.get(key, *range)),
        Operation::GetInto(key, start, length) => {
            let mut buffer = vec![b'-'; *length];
            text(store.get_into(key, *start, &mut buffer).map(|filled| (filled.map(|filled| filled.length), buffer)))
        }
        Operation::Erase(key) => text(store.erase(key)),
        Operation::ErasePrefix(prefix) => text(store.erase_prefix(prefix)),
        Operation::ListPrefix(prefix) => text(store.list_prefix(prefix)),
        Operation::ListDir(prefix) => text(store.list_dir(prefix)),
        Operation::Size(key) => text(store.size(key)),
    }
}

/// Keys of which none lies below another: there a file system must answer differently.
fn key() -> impl Strategy<Value = String> {
    ("[abé.]{0,2}/?", "[ab]/", "[xy]").prop_filter_map("a key that no store takes", |(top, middle, name)| {
        let directory = if top.ends_with('/') { format!("d{top}{middle}") } else { format!("e{top}/") };
        Some(format!("{directory}{name}z"))
    })
}

fn prefix() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        key().prop_map(|key| key[..=key.rfind('/').unwrap()].to_owned()),
        key().prop_map(|key| key[..=key.find('/').unwrap()].to_owned()),
        key().prop_map(|key| format!("{key}/")),
    ]
}

fn operation() -> impl Strategy<Value = Operation> {
    let bytes = || proptest::collection::vec(any::<u8>(), 0..20);
    let range = prop_oneof![
        (0..25_u64, proptest::option::of(0..25_u64)).prop_map(|(start, length)| ByteRange::From { start, length }),
        (0..25_u64).prop_map(ByteRange::Suffix),
    ];
    prop_oneof![
        4 => (key(), bytes()).prop_map(|(key, value)| Operation::Set(key, value)),
        2 => proptest::collection::vec((key(), 0..25_u64, bytes()), 0..4).prop_map(Operation::SetPartial),
        2 => (key(), range).prop_map(|(key, range)| Operation::Get(key, range)),
        2 => (key(), 0..25_u64, 0..25_usize).prop_map(|(key, start, n)| Operation::GetInto(key, start, n)),
        2 => key().prop_map(Operation::Erase),
        1 => prefix().prop_map(Operation::ErasePrefix),
        2 => prefix().prop_map(Operation::ListPrefix),
        2 => prefix().prop_map(Operation::ListDir),
        1 => key().prop_map(Operation::Size),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_stores_give_the_same_answers(
        operations in proptest::collection::vec(operation(), 1..60),
        kernel_resolution in any::<bool>(),
    ) {
        let scratch = TempDir::new().unwrap();
        let options = StoreOptions { kernel_resolution, ..StoreOptions::read_write() };
        let files = FilesystemStore::open(&scratch.path().join("store"), options).unwrap();
        let memory = MemoryStore::new();
        for operation in &operations {
            prop_assert_eq!(apply(&files, operation), apply(&memory, operation), "{:?}", operation);
        }
        prop_assert_eq!(files.list_all().unwrap(), memory.list_all().unwrap());
    }
}
