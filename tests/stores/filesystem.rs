//! Cases of file systems alone: links, leftovers, directories in the way, other processes, full disks.

use crate::process;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tempfile::TempDir;
use zarr::store::{
    Access, ByteRange, FilesystemStore, Filled, Listing, Lock, Store, StoreExt, StoreOptions, Symlinks, SyncMode,
};
use zarr::{Error, ErrorKind};

/// A scratch directory with a store in `root` and files beside it.
struct Scratch {
    directory: TempDir,
}

impl Scratch {
    fn new() -> Self {
        let directory = TempDir::new().unwrap();
        fs::create_dir_all(directory.path().join("root")).unwrap();
        fs::create_dir_all(directory.path().join("outside/deep")).unwrap();
        fs::write(directory.path().join("outside/secret"), b"secret").unwrap();
        Self { directory }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn store(&self, options: StoreOptions) -> FilesystemStore {
        FilesystemStore::open(&self.path("root"), options).unwrap()
    }

    /// Every name below the root, directories with a slash.
    fn names(&self) -> Vec<String> {
        fn walk(directory: &Path, prefix: &str, names: &mut Vec<String>) {
            for entry in fs::read_dir(directory).unwrap() {
                let entry = entry.unwrap();
                let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
                if entry.file_type().unwrap().is_dir() {
                    names.push(format!("{name}/"));
                    walk(&entry.path(), &format!("{name}/"), names);
                } else {
                    names.push(name);
                }
            }
        }
        let mut names = Vec::new();
        walk(&self.path("root"), "", &mut names);
        names.sort();
        names
    }
}

/// With the kernel's resolution of paths, and with our own.
fn both_resolutions(symlinks: Symlinks) -> [StoreOptions; 2] {
    [true, false].map(|kernel_resolution| StoreOptions { symlinks, kernel_resolution, ..StoreOptions::read_write() })
}

fn get(store: &FilesystemStore, key: &str) -> zarr::Result<Option<Vec<u8>>> {
    store.get(key, ByteRange::ALL)
}

fn assert_says(error: &Error, kind: ErrorKind, parts: &[&str]) {
    assert_eq!(error.kind(), kind, "{error}");
    for part in parts {
        assert!(error.message().contains(part), "{part:?} is missing in: {error}");
    }
}

#[test]
fn links_inside_the_root_are_followed() {
    for options in both_resolutions(Symlinks::Inside).into_iter().chain(both_resolutions(Symlinks::Follow)) {
        let scratch = Scratch::new();
        let store = scratch.store(options);
        store.set("real/a/k", b"value").unwrap();
        symlink("real/a/k", scratch.path("root/relative")).unwrap();
        symlink(scratch.path("root/real"), scratch.path("root/absolute")).unwrap();
        symlink("../../root/real/a", scratch.path("root/real/round")).unwrap();
        symlink("missing", scratch.path("root/dangling")).unwrap();
        for key in ["relative", "absolute/a/k", "real/round/k"] {
            assert_eq!(get(&store, key).unwrap().unwrap(), b"value", "{key} {options:?}");
            assert_eq!(store.size(key).unwrap(), Some(5));
            assert_eq!(store.get_into(key, 1, &mut [0; 2]).unwrap(), Some(Filled { length: 2, total: 5 }));
        }
        assert_eq!(get(&store, "dangling").unwrap(), None);
        assert_eq!(
            store.list_all().unwrap(),
            ["absolute/a/k", "absolute/round/k", "real/a/k", "real/round/k", "relative"],
            "{options:?}"
        );
        assert_eq!(store.list_dir("").unwrap().prefixes, ["absolute/", "real/"]);
        store.set("absolute/a/new", b"through a link").unwrap();
        assert_eq!(get(&store, "real/a/new").unwrap().unwrap(), b"through a link");
        store.set("relative", b"replaced").unwrap();
        assert_eq!(get(&store, "real/a/k").unwrap().unwrap(), b"value", "a write replaces the link, not its target");
    }
}

#[test]
fn links_that_leave_the_root_need_the_option() {
    for options in both_resolutions(Symlinks::Inside) {
        let scratch = Scratch::new();
        let store = scratch.store(options);
        symlink("../outside/secret", scratch.path("root/relative")).unwrap();
        symlink(scratch.path("outside"), scratch.path("root/absolute")).unwrap();
        let parts = ["\"symlinks\": \"follow\""];
        assert_says(&get(&store, "relative").unwrap_err(), ErrorKind::Permission, &["\"relative\"", parts[0]]);
        assert_says(&get(&store, "absolute/secret").unwrap_err(), ErrorKind::Permission, &parts);
        assert_says(&store.get_into("relative", 0, &mut [0]).unwrap_err(), ErrorKind::Permission, &parts);
        assert_says(&store.size("relative").unwrap_err(), ErrorKind::Permission, &parts);
        assert_says(&store.set("absolute/new", b"x").unwrap_err(), ErrorKind::Permission, &parts);
        assert_says(&store.erase("absolute/secret").unwrap_err(), ErrorKind::Permission, &parts);
        assert_says(&store.erase_prefix("absolute/deep/").unwrap_err(), ErrorKind::Permission, &parts);
        assert_says(&store.list_all().unwrap_err(), ErrorKind::Permission, &parts);
        assert_says(&store.list_dir("").unwrap_err(), ErrorKind::Permission, &parts);

        store.erase_prefix("absolute/").unwrap();
        store.erase("relative").unwrap();
        assert_eq!(scratch.names(), [""; 0], "the links themselves lie in the root and can go");
        symlink(scratch.path("outside"), scratch.path("root/again")).unwrap();
        store.erase_prefix("").unwrap();
        assert_eq!(fs::read(scratch.path("outside/secret")).unwrap(), b"secret", "nothing outside was touched");
        assert!(scratch.path("outside/deep").exists());
        assert!(!scratch.path("outside/new").exists());
    }
    for options in both_resolutions(Symlinks::Follow) {
        let scratch = Scratch::new();
        let store = scratch.store(options);
        symlink(scratch.path("outside"), scratch.path("root/link")).unwrap();
        assert_eq!(get(&store, "link/secret").unwrap().unwrap(), b"secret");
        assert_eq!(store.list_all().unwrap(), ["link/secret"]);
    }
}

#[test]
fn links_can_be_refused() {
    for options in both_resolutions(Symlinks::Refuse) {
        let scratch = Scratch::new();
        let store = scratch.store(options);
        store.set("real/k", b"value").unwrap();
        symlink("real", scratch.path("root/directory")).unwrap();
        symlink("real/k", scratch.path("root/file")).unwrap();
        let parts = ["\"symlinks\": \"refuse\""];
        for key in ["directory/k", "file"] {
            assert_says(&get(&store, key).unwrap_err(), ErrorKind::Permission, &parts);
            assert_says(&store.size(key).unwrap_err(), ErrorKind::Permission, &parts);
        }
        assert_says(&store.set("directory/new", b"x").unwrap_err(), ErrorKind::Permission, &parts);
        assert_says(&store.list_all().unwrap_err(), ErrorKind::Permission, &parts);
        assert_eq!(get(&store, "real/k").unwrap().unwrap(), b"value");
    }
}

/// Another process puts a link to a folder outside in the place of a folder of the store, and takes it away, over and
/// over; meanwhile no operation of the store reads from there or changes anything there.
#[test]
fn links_that_come_and_go_lead_nowhere() {
    for options in both_resolutions(Symlinks::Inside).into_iter().chain(both_resolutions(Symlinks::Refuse)) {
        let scratch = Scratch::new();
        let store = scratch.store(options);
        for key in ["a/b/secret", "a/b/deep/k"] {
            store.set(key, b"inside").unwrap();
        }
        let before = fs::read_dir(scratch.path("outside")).unwrap().count();
        let done = AtomicBool::new(false);
        let (mut read, mut refused) = (0, 0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let (folder, aside) = (scratch.path("root/a/b"), scratch.path("aside"));
                while !done.load(Ordering::Relaxed) {
                    // A writer may make the folder anew between the two.
                    if fs::rename(&folder, &aside).is_ok() {
                        let linked = symlink(scratch.path("outside"), &folder).is_ok();
                        std::thread::yield_now();
                        if linked {
                            // The store may have erased the link meanwhile, but nothing behind it.
                            let _ = fs::remove_file(&folder);
                        }
                        let _ = fs::remove_dir_all(&folder);
                        fs::rename(&aside, &folder).unwrap_or_else(|_| fs::remove_dir_all(&aside).unwrap());
                    }
                }
            });
            for round in 0..400 {
                let mut buffer = [0; 6];
                let found = [
                    get(&store, "a/b/secret"),
                    store.get_into("a/b/secret", 0, &mut buffer).map(|filled| filled.map(|_| buffer.to_vec())),
                    store
                        .hold("a/b/secret")
                        .and_then(|held| held.get_many(&[ByteRange::ALL]))
                        .map(|all| all.map(|all| all.concat())),
                ];
                for value in found {
                    match value {
                        Ok(value) => {
                            assert!(value.is_none_or(|value| value != b"secret"), "read from outside");
                            read += 1;
                        }
                        Err(_) => refused += 1,
                    }
                }
                // They may fail or succeed; they must not work elsewhere.
                let _ = store.set("a/b/secret", b"inside");
                let _ = store.set("a/b/new", b"inside");
                let _ = store.set_partial_values(&[("a/b/secret", 0, b"in")]);
                let _ = store.erase("a/b/deep/k");
                let _ = store.lock_for_update("a/b/secret", Access::Exclusive);
                let _ = store.list_prefix("a/");
                if round % 8 == 0 {
                    let _ = store.erase_prefix("a/b/");
                    let _ = store.set("a/b/deep/k", b"inside");
                }
            }
            done.store(true, Ordering::Relaxed);
        });
        assert!(read > 0 && read + refused == 1200, "{read} read, {refused} refused");
        assert_eq!(fs::read(scratch.path("outside/secret")).unwrap(), b"secret");
        assert_eq!(fs::read_dir(scratch.path("outside")).unwrap().count(), before, "{options:?}");
        assert!(scratch.path("outside/deep").exists());
    }
}

#[test]
fn loops_of_links_end() {
    for options in both_resolutions(Symlinks::Inside).into_iter().chain(both_resolutions(Symlinks::Follow)) {
        let scratch = Scratch::new();
        let store = scratch.store(options);
        store.set("a/b/k", b"value").unwrap();
        symlink("loop", scratch.path("root/loop")).unwrap();
        symlink("..", scratch.path("root/a/b/up")).unwrap();
        let error = get(&store, "loop").unwrap_err();
        assert_says(&error, ErrorKind::Io, &["\"loop\""]);
        assert_eq!(error.system_code(), libc::ELOOP);
        assert_eq!(get(&store, "a/b/up/b/k").unwrap().unwrap(), b"value");
        assert_eq!(store.list_all().unwrap(), ["a/b/k"], "{options:?}");
        assert_eq!(store.list_prefix("a/b/up/").unwrap(), ["a/b/up/b/k"]);
        assert_eq!(store.list_dir("a/b/").unwrap(), Listing { keys: vec!["a/b/k".into()], prefixes: vec![] });
    }
}

#[test]
fn listings_of_links_that_cross_each_other_are_limited() {
    let scratch = Scratch::new();
    let store = scratch.store(StoreOptions::read_write());
    for i in 0..12 {
        store.set(&format!("d{i}/k"), b"v").unwrap();
        for j in 0..12 {
            symlink(format!("../d{j}"), scratch.path(&format!("root/d{i}/to{j}"))).unwrap();
        }
    }
    assert_says(&store.list_all().unwrap_err(), ErrorKind::Limit, &["symbolic links"]);
}

#[test]
fn the_root_may_be_a_link_and_has_one_place() {
    let scratch = Scratch::new();
    let late = scratch.path("not/yet");
    let before = FilesystemStore::open(&late, StoreOptions::read_write()).unwrap();
    symlink("not/yet", scratch.path("link")).unwrap();
    let dangling = FilesystemStore::open(&scratch.path("link"), StoreOptions::read_write()).unwrap();
    assert!(!late.exists(), "opening makes nothing");
    assert_eq!(dangling.place(), before.identity());
    dangling.set("a/k", b"v").unwrap();
    assert_eq!(get(&before, "a/k").unwrap().unwrap(), b"v");
    for path in ["not/yet", "link", "not/../not/./yet/", "link/a/.."] {
        let after = FilesystemStore::open(&scratch.path(path), StoreOptions::default()).unwrap();
        assert_eq!(after.place(), before.identity(), "{path}");
        assert_eq!(get(&after, "a/k").unwrap().unwrap(), b"v");
    }
    assert!(before.place().starts_with("file:/"));
}

/// A folder that is open as a store comes to the place of another store, which waits for it: what one of them changes
/// would be news to the caches and locks of the other.
#[test]
fn an_open_store_that_is_moved_to_the_place_of_another_one_is_not_that_one() {
    let scratch = Scratch::new();
    let late = FilesystemStore::open(&scratch.path("late"), StoreOptions::read_write()).unwrap();
    fs::create_dir(scratch.path("early")).unwrap();
    let early = FilesystemStore::open(&scratch.path("early"), StoreOptions::read_write()).unwrap();
    early.set("k", b"v").unwrap();
    fs::rename(scratch.path("early"), scratch.path("late")).unwrap();
    let again = FilesystemStore::open(&scratch.path("late"), StoreOptions::read_write()).unwrap();
    assert_eq!(again.place(), early.place());
    assert_says(&get(&late, "k").unwrap_err(), ErrorKind::Conflict, &["another store", "open it anew"]);
    assert_says(&late.set("k", b"w").unwrap_err(), ErrorKind::Conflict, &["another store"]);
    drop((early, again));
    assert_eq!(get(&late, "k").unwrap().unwrap(), b"v", "no other store is open");
}

/// A folder that is open as a store is moved away, and another one comes to its path: a copy from the one to the other
/// would count as one into itself.
#[test]
fn two_folders_that_were_at_one_path_have_two_places() {
    let scratch = Scratch::new();
    let open = |name: &str| FilesystemStore::open(&scratch.path(name), StoreOptions::read_write()).unwrap();
    let old = open("root");
    old.set("k", b"old").unwrap();
    fs::rename(scratch.path("root"), scratch.path("old")).unwrap();
    fs::create_dir(scratch.path("root")).unwrap();
    let new = open("root");
    new.set("k", b"new").unwrap();
    assert_ne!(old.place(), new.place());
    assert_eq!(open("old").place(), old.place());
    assert_eq!(open("root").place(), new.place());
    assert_eq!(get(&old, "k").unwrap().unwrap(), b"old");
    // So have folders that come when their stores are open.
    let late = |value: &[u8]| {
        let stores = [open("late"), open("late")];
        stores.iter().for_each(|store| store.set("k", value).unwrap());
        fs::rename(scratch.path("late"), scratch.path(std::str::from_utf8(value).unwrap())).unwrap();
        assert_eq!(stores[0].place(), stores[1].place());
        stores
    };
    let (first, second) = (late(b"first"), late(b"second"));
    assert_ne!(first[0].place(), second[0].place());
    assert_eq!(get(&first[1], "k").unwrap().unwrap(), b"first");
    assert_eq!(get(&second[1], "k").unwrap().unwrap(), b"second");
}

/// File systems give the number of a removed folder to the next one: a copy from one store to the other would count as
/// one into itself, and what was noted of one be done to the other.
#[test]
fn the_place_of_a_folder_ends_with_its_store() {
    let scratch = Scratch::new();
    let mut places = Vec::new();
    for number in 0..20 {
        let path = scratch.path(&number.to_string());
        fs::create_dir(&path).unwrap();
        let store = FilesystemStore::open(&path, StoreOptions::read_write()).unwrap();
        assert!(store.place().ends_with(path.canonicalize().unwrap().to_str().unwrap()), "{}", store.place());
        // Locks and caches hold it longer than the store is open.
        places.push(std::sync::Arc::clone(store.name().place()));
        drop(store);
        fs::remove_dir(&path).unwrap();
    }
}

#[test]
fn a_root_that_is_removed_and_made_again_is_found_again() {
    for options in both_resolutions(Symlinks::Inside) {
        let scratch = Scratch::new();
        let store = scratch.store(options);
        store.set("a/k", b"old").unwrap();
        fs::remove_dir_all(scratch.path("root")).unwrap();
        assert_eq!(get(&store, "a/k").unwrap(), None);
        assert!(store.list_all().unwrap().is_empty());
        store.erase("a/k").unwrap();
        store.erase_prefix("").unwrap();
        store.set("a/k", b"new").unwrap();
        assert_eq!(fs::read(scratch.path("root/a/k")).unwrap(), b"new");
        assert_eq!(get(&store, "a/k").unwrap().unwrap(), b"new");
    }
}

#[test]
fn a_root_that_is_replaced_while_it_is_open_is_followed() {
    for options in both_resolutions(Symlinks::Inside) {
        let scratch = Scratch::new();
        fs::write(scratch.path("root/k"), b"old").unwrap();
        // Nothing has been read or written through it yet.
        let store = scratch.store(options);
        fs::rename(scratch.path("root"), scratch.path("moved")).unwrap();
        fs::create_dir(scratch.path("root")).unwrap();
        fs::write(scratch.path("root/k"), b"new").unwrap();
        assert_eq!(get(&store, "k").unwrap().unwrap(), b"old");
        store.set("k", b"changed").unwrap();
        assert_eq!(fs::read(scratch.path("moved/k")).unwrap(), b"changed");
        assert_eq!(fs::read(scratch.path("root/k")).unwrap(), b"new");
    }
}

#[test]
fn handles_by_different_paths_exclude_each_other_and_see_each_others_changes() {
    let scratch = Scratch::new();
    symlink("root", scratch.path("link")).unwrap();
    for (one, other) in [("root", "link"), ("root", "outside/../link/."), ("root/", ".//root"), ("link/..", "")] {
        let open = |name: &str| zarr::hierarchy::open_store(scratch.path(name).to_str().unwrap(), None).unwrap();
        let (one, other) = (open(one), open(other));
        assert_eq!(one.store().identity(), other.store().identity());
        let held = zarr::store::lock(&**one.store(), "k").unwrap();
        let again = zarr::store::lock(&**other.store(), "k").unwrap_err();
        assert_eq!(again.kind(), ErrorKind::Conflict, "one lock under both names");
        drop(held);
        let before = zarr::store::changes();
        assert!(!zarr::store::changed_since(&**one.store(), "k", before));
        let number = zarr::store::changed(&**other.store(), "k");
        assert!(zarr::store::changed_since(&**one.store(), "k", before));
        assert!(!zarr::store::changed_since(&**one.store(), "k", number));
    }
}

#[test]
fn directories_without_files_are_names_but_no_prefixes() {
    let scratch = Scratch::new();
    for directory in ["root/empty/below", "root/full/below"] {
        fs::create_dir_all(scratch.path(directory)).unwrap();
    }
    fs::write(scratch.path("root/full/below/k"), b"v").unwrap();
    fs::write(scratch.path("root/k"), b"v").unwrap();
    symlink("../outside", scratch.path("root/leads out")).unwrap();
    for symlinks in [Symlinks::Follow, Symlinks::Inside] {
        let store = scratch.store(StoreOptions { symlinks, ..StoreOptions::default() });
        let names = store.list_names("");
        if symlinks == Symlinks::Inside {
            assert_says(&names.unwrap_err(), ErrorKind::Permission, &["leads out"]);
            continue;
        }
        let (names, prefixes) = (names.unwrap(), store.list_dir("").unwrap());
        assert_eq!(names.prefixes, ["empty/", "full/", "leads out/"]);
        assert_eq!(prefixes.prefixes, ["full/", "leads out/"]);
        assert_eq!((&names.keys, &prefixes.keys), (&vec!["k".to_owned()], &vec!["k".to_owned()]));
        let read_only = zarr::transformer::ReadOnlyStore::new(std::sync::Arc::new(store));
        assert_eq!(read_only.list_names("").unwrap(), names);
    }
}

#[test]
fn what_is_no_store_is_refused() {
    let scratch = Scratch::new();
    let open = |name: &str, options| FilesystemStore::open(&scratch.path(name), options).unwrap_err();
    assert_says(&open("absent", StoreOptions::default()), ErrorKind::NotFound, &["absent"]);
    let error = open("outside/secret", StoreOptions::read_write());
    assert_says(&error, ErrorKind::Io, &["not a directory", "secret"]);
    assert_eq!(error.system_code(), libc::ENOTDIR);
    for start in [b"PK\x03\x04rest", b"PK\x05\x06rest"] {
        fs::write(scratch.path("file"), start).unwrap();
        assert_says(&open("file", StoreOptions::default()), ErrorKind::Unsupported, &["zip"]);
    }
    assert_eq!(open("outside/secret/below", StoreOptions::read_write()).kind(), ErrorKind::Io);
}

#[test]
fn directories_and_pipes_never_read_as_values() {
    for options in both_resolutions(Symlinks::Inside) {
        let scratch = Scratch::new();
        let store = scratch.store(options);
        store.set("a/b/k", b"v").unwrap();
        for error in [
            get(&store, "a/b").unwrap_err(),
            store.get_into("a/b", 0, &mut [0; 3]).unwrap_err(),
            store.get_into("a/b", 0, &mut []).unwrap_err(),
            store.size("a/b").unwrap_err(),
            store.set("a/b", b"x").unwrap_err(),
            store.erase("a/b").unwrap_err(),
        ] {
            assert_says(&error, ErrorKind::Io, &["\"a/b\"", "directory", "root/a/b"]);
            assert_eq!(error.system_code(), libc::EISDIR);
        }
        assert!(!store.exists("a/b").unwrap(), "a directory is no value");
        symlink("b", scratch.path("root/a/link")).unwrap();
        assert_says(&store.set("a/link", b"x").unwrap_err(), ErrorKind::Io, &["directory"]);

        let error = store.set("a/b/k/below", b"x").unwrap_err();
        assert_says(&error, ErrorKind::Io, &["\"a/b/k/below\""]);
        assert_eq!(error.system_code(), libc::ENOTDIR, "a file is in the way of a directory");
        assert_eq!(get(&store, "a/b/k").unwrap().unwrap(), b"v", "nothing was removed to make room");

        assert!(Command::new("mkfifo").arg(scratch.path("root/pipe")).status().unwrap().success());
        assert_says(&get(&store, "pipe").unwrap_err(), ErrorKind::Io, &["\"pipe\""]);
        assert_says(&store.get_into("pipe", 0, &mut [0]).unwrap_err(), ErrorKind::Io, &["\"pipe\""]);
        assert!(!store.list_all().unwrap().contains(&"pipe".to_owned()));
    }
}

#[test]
fn leftovers_and_foreign_names_are_not_part_of_the_store() {
    let scratch = Scratch::new();
    let store = scratch.store(StoreOptions::read_write());
    store.set("a/k", b"v").unwrap();
    assert_eq!(scratch.names(), ["a/", "a/k"], "a write leaves nothing else");
    fs::write(scratch.path("root/a/k.0123456789abcdef0.partial"), b"half").unwrap();
    fs::create_dir_all(scratch.path("root/ghost/deeper")).unwrap();
    fs::create_dir_all(scratch.path("root/leftover")).unwrap();
    fs::write(scratch.path("root/leftover/x.1.partial"), b"half").unwrap();
    let not_unicode: &std::ffi::OsStr = std::os::unix::ffi::OsStrExt::from_bytes(b"\xff\xfe");
    fs::write(scratch.path("root").join(not_unicode), b"?").unwrap();
    assert_eq!(store.list_all().unwrap(), ["a/k"]);
    assert_eq!(store.list_dir("").unwrap(), Listing { keys: vec![], prefixes: vec!["a/".into()] });
    assert_eq!(store.list_dir("a/").unwrap().keys, ["a/k"]);
    assert_eq!(store.list_dir("ghost/").unwrap(), Listing::default());
    for error in [get(&store, "k.partial").unwrap_err(), store.set("k.partial", b"v").unwrap_err()] {
        assert_says(&error, ErrorKind::InvalidArgument, &["k.partial"]);
    }
    store.erase_prefix("a/").unwrap();
    assert!(!scratch.path("root/a").exists(), "leftovers go with their prefix");
    store.set("leftover/y", b"v").unwrap();
    store.erase_prefix("").unwrap();
    assert_eq!(scratch.names(), [""; 0]);
    assert!(scratch.path("root").exists(), "the root stays");
}

#[test]
fn leftovers_go_when_nobody_will_finish_them() {
    let host: String = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host: String =
        host.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').take(32).collect();
    let mut child = Command::new("true").spawn().unwrap();
    child.wait().unwrap();
    let (dead, alive) = (child.id(), std::process::id());
    let ours = |host: &str, process: u32, number: u8| format!("k.{host}.{process}.0123456789abcdef{number}.partial");
    let names = [
        (ours(&host, dead, 0), false, false),
        (ours(&host, alive, 1), false, true),
        (ours("elsewhere", dead, 2), false, true),
        (ours("elsewhere", dead, 3), true, false),
        (ours(&host, alive, 4), true, false),
        // Downloads and the like: other programs have unfinished files as well.
        ("thesis.doc.partial".to_owned(), true, true),
        ("k.0123456789abcdef6.partial".to_owned(), true, true),
        (format!("k.{host}.{dead}.part.partial"), true, true),
        (format!("k.{host}.{dead}.0af7.partial"), true, true),
        (format!("k.{host}.0{dead}.0123456789abcdef8.partial"), true, true),
        (format!("k.my host.{dead}.0123456789abcdef9.partial"), true, true),
        (format!("{host}.{dead}.0123456789abcdefa.partial"), true, true),
    ];
    let scratch = Scratch::new();
    let store = scratch.store(StoreOptions::read_write());
    store.set("a/k", b"v").unwrap();
    let two_days_ago = std::time::SystemTime::now() - Duration::from_secs(2 * 24 * 60 * 60);
    for (name, old, _) in &names {
        let file = fs::File::create(scratch.path("root/a").join(name)).unwrap();
        if *old {
            file.set_modified(two_days_ago).unwrap();
        }
    }
    let before = scratch.names();
    assert_eq!(scratch.store(StoreOptions::default()).list_all().unwrap(), ["a/k"]);
    assert_eq!(scratch.names(), before, "a reader removes nothing");
    assert_eq!(store.list_dir("a/").unwrap().keys, ["a/k"]);
    let mut wanted: Vec<String> =
        names.iter().filter(|(_, _, stays)| *stays).map(|(name, ..)| format!("a/{name}")).collect();
    wanted.extend(["a/".to_owned(), "a/k".to_owned()]);
    wanted.sort();
    assert_eq!(scratch.names(), wanted);
}

#[test]
fn what_is_replaced_keeps_who_may_read_it() {
    let scratch = Scratch::new();
    let store = scratch.store(StoreOptions::read_write());
    let mode = |key: &str| fs::metadata(scratch.path("root").join(key)).unwrap().permissions().mode() & 0o7777;
    store.set("new", b"1").unwrap();
    for bits in [0o600, 0o640, 0o666, 0o400, 0o4755] {
        store.set("k", b"1").unwrap();
        fs::set_permissions(scratch.path("root/k"), fs::Permissions::from_mode(bits)).unwrap();
        store.set("k", b"2").unwrap();
        assert_eq!(mode("k"), bits & 0o777, "private values stay private, shared ones shared");
        assert_eq!(get(&store, "k").unwrap().unwrap(), b"2");
        store.erase("k").unwrap();
    }
    store.set("k", b"1").unwrap();
    assert_eq!(mode("k"), mode("new"), "what is new is as the umask says");
}

#[test]
fn values_are_written_over_where_that_is_asked_for() {
    use std::os::unix::fs::MetadataExt;
    let scratch = Scratch::new();
    let store = scratch.store(StoreOptions { atomic: false, ..StoreOptions::read_write() });
    let number = || fs::metadata(scratch.path("root/a/k")).unwrap().ino();
    store.set("a/k", b"first").unwrap();
    let file = number();
    for value in [&b"a longer one"[..], b"short", b"", b"again"] {
        store.set("a/k", value).unwrap();
        assert_eq!(get(&store, "a/k").unwrap().unwrap(), value);
        assert_eq!(number(), file, "the same file");
    }
    assert_eq!(scratch.names(), ["a/", "a/k"]);
    // A link is written through, as far as it may be followed; one that leads nowhere is replaced.
    symlink("k", scratch.path("root/a/link")).unwrap();
    store.set("a/link", b"through").unwrap();
    assert_eq!((get(&store, "a/k").unwrap().unwrap(), number()), (b"through".to_vec(), file));
    symlink("nowhere", scratch.path("root/a/lost")).unwrap();
    store.set("a/lost", b"found").unwrap();
    assert!(fs::symlink_metadata(scratch.path("root/a/lost")).unwrap().is_file());
    symlink(scratch.path("outside/secret"), scratch.path("root/out")).unwrap();
    assert_eq!(store.set("out", b"changed").unwrap_err().kind(), ErrorKind::Permission);
    assert_eq!(fs::read(scratch.path("outside/secret")).unwrap(), b"secret");
    assert_says(&store.set("a", b"v").unwrap_err(), ErrorKind::Io, &["directory"]);
    assert!(Command::new("mkfifo").arg(scratch.path("root/pipe")).status().unwrap().success());
    assert_eq!(store.set("pipe", b"v").unwrap_err().kind(), ErrorKind::Io);
    // Atomically the value gets a file of its own.
    scratch.store(StoreOptions::read_write()).set("a/k", b"new").unwrap();
    assert_ne!(number(), file);
}

#[test]
fn threads_of_one_handle_share_a_lock_and_others_get_their_turn() {
    let scratch = Scratch::new();
    let (store, other) = (scratch.store(StoreOptions::read_write()), scratch.store(StoreOptions::read_write()));
    store.set("a/k", b"v").unwrap();
    let entered = AtomicBool::new(false);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let first = store.lock_for_update("a/0", Access::Exclusive).unwrap();
        // Would wait for ever if the lock were the key's or the thread's alone.
        let second = store.lock_for_update("a/1", Access::Exclusive).unwrap();
        drop(first);
        let waits = scope.spawn(|| {
            drop(other.lock_for_update("a/2", Access::Exclusive).unwrap());
            entered.store(true, Ordering::SeqCst);
        });
        std::thread::sleep(Duration::from_millis(50));
        assert!(!entered.load(Ordering::SeqCst), "one guard is still there");
        drop(second);
        waits.join().unwrap();
        // Threads that always overlap don't keep the lock for ever.
        entered.store(false, Ordering::SeqCst);
        let (store, stop) = (&store, &stop);
        for worker in 0..3 {
            scope.spawn(move || {
                while !stop.load(Ordering::SeqCst) {
                    let guard = store.lock_for_update(&format!("a/{worker}"), Access::Exclusive).unwrap();
                    std::thread::sleep(Duration::from_millis(1 + worker));
                    drop(guard);
                }
            });
        }
        std::thread::sleep(Duration::from_millis(20));
        drop(other.lock_for_update("a/9", Access::Exclusive).unwrap());
        stop.store(true, Ordering::SeqCst);
    });
    assert_eq!(scratch.names(), ["a/", "a/k"]);
}

#[test]
fn empty_parents_go_with_their_last_value() {
    let left = |lock| {
        let scratch = Scratch::new();
        let store = scratch.store(StoreOptions { lock, ..StoreOptions::read_write() });
        store.set("a/b/c/d", b"v").unwrap();
        store.set("a/k", b"v").unwrap();
        store.erase("a/b/c/d").unwrap();
        let first = scratch.names();
        store.erase("a/k").unwrap();
        let second = scratch.names();
        assert!(scratch.path("root").exists());
        store.set("a/b/c", b"v").unwrap();
        store.erase_prefix("a/b/").unwrap();
        [first, second, scratch.names()]
    };
    let wanted = [vec!["a/".to_owned(), "a/k".to_owned()], vec![], vec![]];
    assert_eq!(left(Lock::None), wanted);
    // A directory that another process has locked stays. A process that another test is just starting holds, until it
    // runs its program, what this one had open; so the same is tried again.
    for lock in [Lock::Flock, Lock::Fcntl] {
        let tries: Vec<_> = (0..20).map(|_| left(lock)).take_while(|left| *left != wanted).collect();
        assert!(tries.len() < 20, "{:?}", tries.last());
    }
}

#[test]
fn very_deep_trees_are_listed_and_removed() {
    let scratch = Scratch::new();
    let store = scratch.store(StoreOptions::read_write());
    let key = format!("{}k", "d/".repeat(400));
    store.set(&key, b"v").unwrap();
    assert_eq!(store.list_all().unwrap(), [key.as_str()]);
    assert_eq!(store.list_dir("").unwrap().prefixes, ["d/"]);
    store.erase_prefix("d/").unwrap();
    assert_eq!(scratch.names(), [""; 0]);
    let error = store.set("d/".repeat(4000).trim_end_matches('/'), b"v").unwrap_err();
    assert_eq!((error.kind(), error.system_code()), (ErrorKind::Io, libc::ENAMETOOLONG), "{error}");
}

#[test]
fn update_locks_exclude_other_handles() {
    for lock in [Lock::Flock, Lock::Fcntl] {
        let scratch = Scratch::new();
        let first = scratch.store(StoreOptions { lock, ..StoreOptions::read_write() });
        // A second opening has descriptors of its own, as another process has.
        let second = scratch.store(StoreOptions { lock, ..StoreOptions::read_write() });
        first.set("a/b/k", b"0").unwrap();
        let entered = AtomicBool::new(false);
        let guard = first.lock_for_update("a/b/k", Access::Exclusive).unwrap().expect("locks are on");
        std::thread::scope(|scope| {
            let other = scope.spawn(|| {
                let guard = second.lock_for_update("a/b/other", Access::Exclusive).unwrap().expect("locks are on");
                entered.store(true, Ordering::SeqCst);
                drop(guard);
            });
            second.lock_for_update("a/c/k", Access::Exclusive).unwrap().expect("another directory is another lock");
            std::thread::sleep(Duration::from_millis(100));
            assert!(!entered.load(Ordering::SeqCst), "the lock is held");
            // The directory becomes empty under the lock; a thread that waits for it must not end up with a lock on
            // nothing.
            first.erase("a/b/k").unwrap();
            drop(guard);
            other.join().unwrap();
        });
        assert!(entered.load(Ordering::SeqCst));
        assert_eq!(scratch.names(), [""; 0], "a lock leaves no directory behind");
        let none = scratch.store(StoreOptions { lock: Lock::None, ..StoreOptions::read_write() });
        assert!(none.lock_for_update("a/b/k", Access::Exclusive).unwrap().is_none());
    }
}

#[test]
fn update_locks_lose_no_update_while_directories_come_and_go() {
    for lock in [Lock::Flock, Lock::Fcntl] {
        let scratch = Scratch::new();
        std::thread::scope(|scope| {
            for worker in 0..3 {
                let store = scratch.store(StoreOptions { lock, ..StoreOptions::read_write() });
                scope.spawn(move || {
                    for _ in 0..100 {
                        let _guard = store.lock_for_update("count/k", Access::Exclusive).unwrap();
                        let count = get(&store, "count/k").unwrap().map_or(0, |value| value.len());
                        // The value vanishes for a moment, and with it its directory could.
                        store.erase("count/k").unwrap();
                        store.set("count/k", &vec![worker; count + 1]).unwrap();
                    }
                });
            }
        });
        assert_eq!(scratch.store(StoreOptions::default()).size("count/k").unwrap(), Some(300));
    }
}

#[test]
fn a_tree_that_may_not_be_written_says_so() {
    let scratch = Scratch::new();
    let store = scratch.store(StoreOptions::read_write());
    store.set("a/k", b"v").unwrap();
    let directory = scratch.path("root/a");
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(directory.join("probe"), b"").is_ok() {
        println!("skipped: permission bits do not bind this user (root?)");
        return;
    }
    let error = store.set("a/k", b"w").unwrap_err();
    assert_says(&error, ErrorKind::Permission, &["\"a/k\"", "root/a/k"]);
    assert_eq!(error.system_code(), libc::EACCES);
    assert_eq!(store.erase("a/k").unwrap_err().kind(), ErrorKind::Permission);
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(scratch.names(), ["a/", "a/k"]);
    assert_eq!(get(&store, "a/k").unwrap().unwrap(), b"v");
}

/// Names the scratch root for the half of the next test that runs in a process with a limit on file sizes.
const LIMITED_ROOT: &str = "LIBZARR_TEST_LIMITED_ROOT";

#[test]
fn a_write_that_fails_half_way_leaves_the_old_value_and_nothing_else() {
    if let Some(root) = std::env::var_os(LIMITED_ROOT) {
        let options = StoreOptions { sync: SyncMode::File, ..StoreOptions::read_write() };
        let store = FilesystemStore::open(Path::new(&root), options).unwrap();
        let error = store.set("a/k", &vec![1; 1 << 20]).unwrap_err();
        assert_says(&error, ErrorKind::Io, &["\"a/k\"", "too large"]);
        assert_eq!(error.system_code(), libc::EFBIG);
        return;
    }
    let scratch = Scratch::new();
    let store = scratch.store(StoreOptions::read_write());
    store.set("a/k", b"old").unwrap();
    // A limit on file sizes fails a write in the middle, as a full disk does.
    let child = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" --exact \"$1\""])
        .arg(std::env::current_exe().unwrap())
        .arg(process::name(module_path!(), "a_write_that_fails_half_way_leaves_the_old_value_and_nothing_else"))
        .env(LIMITED_ROOT, scratch.path("root"))
        .output()
        .unwrap();
    let output = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && output.contains("1 passed"), "{output}");
    assert_eq!(scratch.names(), ["a/", "a/k"]);
    assert_eq!(get(&store, "a/k").unwrap().unwrap(), b"old");
}

/// A folder that was removed under its lock would be made anew, and locked, by the next process: two would change one
/// value.
#[test]
fn folders_that_are_locked_stay_when_what_is_in_them_is_erased() {
    for lock in [Lock::Flock, Lock::Fcntl] {
        let scratch = Scratch::new();
        let (first, second) = (
            scratch.store(StoreOptions { lock, ..StoreOptions::read_write() }),
            scratch.store(StoreOptions { lock, ..StoreOptions::read_write() }),
        );
        first.set("g/a/document", b"1").unwrap();
        for (locks, erases) in [(&first, &second), (&first, &first)] {
            let guard = locks.lock_for_update("g/a/document", Access::Exclusive).unwrap().unwrap();
            erases.erase_prefix("g/").unwrap();
            let lock_file = (lock == Lock::Fcntl).then_some("g/a/.lock.partial");
            assert!(scratch.names().into_iter().eq(["g/", "g/a/"].into_iter().chain(lock_file)), "only values go");
            let late = AtomicBool::new(false);
            std::thread::scope(|scope| {
                let other = scope.spawn(|| {
                    let guard = second.lock_for_update("g/a/document", Access::Exclusive).unwrap().unwrap();
                    assert!(late.load(Ordering::SeqCst), "two have the lock of one place");
                    drop(guard);
                });
                first.set("g/a/document", b"2").unwrap();
                std::thread::sleep(Duration::from_millis(50));
                late.store(true, Ordering::SeqCst);
                drop(guard);
                other.join().unwrap();
            });
            assert!(locks.exists("g/a/document").unwrap());
        }
        // The last holder takes an empty folder away.
        let guard = first.lock_for_update("g/a/document", Access::Exclusive).unwrap().unwrap();
        first.erase_prefix("g/").unwrap();
        drop(guard);
        assert_eq!(scratch.names(), [""; 0]);
    }
}

/// A thread that had joined the lock of a folder, and waits for its turn, must not take it for the lock of what is at
/// that place after the folder has been moved.
#[test]
fn a_lock_goes_with_its_folder_when_that_is_moved() {
    for lock in [Lock::Flock, Lock::Fcntl] {
        let scratch = Scratch::new();
        let store = scratch.store(StoreOptions { lock, ..StoreOptions::read_write() });
        store.set("from/document", b"1").unwrap();
        let lock = |key: &str| store.lock_for_update(key, Access::Exclusive).unwrap().unwrap();
        let (mover, waiting, place) = (lock("from/document"), lock("from/document"), lock("to/document"));
        assert!(waiting.is_current());
        assert!(store.rename_prefix("from/", "to/").unwrap());
        assert!(!mover.is_current() && !waiting.is_current() && !place.is_current());
        drop((mover, waiting, place));
        // Both places can be locked anew.
        assert!(lock("from/document").is_current() && lock("to/document").is_current());
        assert_eq!(scratch.names(), ["to/", "to/document"]);
    }
}

/// A call that stands still for ever can't even be told from a slow one.
#[test]
fn a_folder_that_a_link_makes_that_of_chunk_and_document_is_an_error() {
    for lock in ["flock", "fcntl"] {
        let scratch = Scratch::new();
        let options = format!(r#"{{"lock": "{lock}"}}"#);
        let store = zarr::open_store(scratch.path("root").to_str().unwrap(), Some(&options)).unwrap();
        let mut builder = zarr::ArrayBuilder::new(zarr::DataType::from_name("int8", None).unwrap(), &[8]).unwrap();
        builder.chunk_shape(&[4]).unwrap();
        let array = store.create_array("a", &builder).unwrap();
        symlink(".", scratch.path("root/a/c")).unwrap();
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || tell.send(array.write_region(&[1], &[1], &[7])).unwrap());
        let error = told.recv_timeout(Duration::from_secs(60)).expect("it waits for itself").unwrap_err();
        assert_says(&error, ErrorKind::Io, &["a/zarr.json", "symbolic link"]);
        assert_eq!(error.system_code(), libc::EDEADLK);
    }
}

/// The group that works in one folder would be kept out by the user of it that came first.
#[test]
fn a_lock_file_is_given_to_all_that_may_write_its_folder() {
    use std::os::unix::fs::{MetadataExt, chown};
    let scratch = Scratch::new();
    let store = scratch.store(StoreOptions { lock: Lock::Fcntl, ..StoreOptions::read_write() });
    store.set("a/k", b"v").unwrap();
    let (folder, file) = (scratch.path("root/a"), scratch.path("root/a/.lock.partial"));
    for (bits, wanted) in [(0o775, 0o660), (0o755, 0o600), (0o777, 0o666), (0o700, 0o600)] {
        // Of another group where this user may do that.
        let is_given = chown(&folder, Some(2000), Some(3000)).is_ok();
        fs::set_permissions(&folder, fs::Permissions::from_mode(bits)).unwrap();
        let guard = store.lock_for_update("a/k", Access::Exclusive).unwrap();
        let (status, folder) = (fs::metadata(&file).unwrap(), fs::metadata(&folder).unwrap());
        assert_eq!(status.mode() & 0o777, wanted, "{bits:o}");
        assert_eq!((status.uid(), status.gid()), (folder.uid(), folder.gid()), "given: {is_given}");
        drop(guard);
        assert!(!file.exists());
    }
}

#[test]
fn what_lies_in_the_place_of_a_lock_file_is_named() {
    let scratch = Scratch::new();
    let store = scratch.store(StoreOptions { lock: Lock::Fcntl, ..StoreOptions::read_write() });
    for key in [".lock.partial", "a/.lock.partial/k", ".lock.partial/k"] {
        assert_says(&store.set(key, b"v").unwrap_err(), ErrorKind::InvalidArgument, &[key, "lock"]);
    }
    store.set("a/k", b"v").unwrap();
    let lock_error = || store.lock_for_update("a/k", Access::Exclusive).err().expect("it can't be locked");
    fs::create_dir(scratch.path("root/a/.lock.partial")).unwrap();
    fs::write(scratch.path("root/a/.lock.partial/k"), b"v").unwrap();
    assert_says(&lock_error(), ErrorKind::Io, &["a/k", ".lock.partial"]);
    assert_eq!(store.list_all().unwrap(), ["a/k"], "it is no prefix either");
    fs::remove_dir_all(scratch.path("root/a/.lock.partial")).unwrap();
    // No group above could be consolidated, and the array not be erased.
    symlink("/etc/passwd", scratch.path("root/a/.lock.partial")).unwrap();
    assert_says(&lock_error(), ErrorKind::Io, &["a/k", ".lock.partial"]);
    assert_eq!(store.list_all().unwrap(), ["a/k"]);
    store.erase_prefix("a/").unwrap();
    assert_eq!(scratch.names(), [""; 0]);
}

/// A folder that is moved while it is open is the same store under its new path, so that its users share locks and see
/// each other's changes; what comes to the old path is another one.
#[test]
fn a_folder_that_is_moved_keeps_its_place() {
    let scratch = Scratch::new();
    let open = |name: &str| FilesystemStore::open(&scratch.path(name), StoreOptions::read_write()).unwrap();
    let before = open("root");
    fs::rename(scratch.path("root"), scratch.path("moved")).unwrap();
    fs::create_dir(scratch.path("root")).unwrap();
    let (after, other) = (open("moved"), open("root"));
    assert_eq!((before.place(), before.identity()), (after.place(), after.identity()));
    let held = zarr::store::lock(&before, "k").unwrap();
    assert_eq!(zarr::store::lock(&after, "k").unwrap_err().kind(), ErrorKind::Conflict);
    drop(held);
    assert_ne!(before.identity(), other.identity(), "a cache of its own");

    // So is one that was made after its store was opened.
    let before = open("late");
    before.set("k", b"v").unwrap();
    fs::rename(scratch.path("late"), scratch.path("moved late")).unwrap();
    assert_eq!(before.place(), open("moved late").place());
}

/// The number of a file that is gone is given to a new one, and the clock of a file system may stand still meanwhile:
/// inner chunks of two shards would be taken for those of one.
#[test]
fn a_file_that_is_too_new_to_be_told_from_the_next_one_has_no_lasting_version() {
    let scratch = Scratch::new();
    let store = scratch.store(StoreOptions::read_write());
    let version = || store.hold("k").unwrap().version().unwrap();
    let mut seen = std::collections::HashSet::new();
    for value in 0..100_u8 {
        store.set("k", &[value]).unwrap();
        assert!(seen.insert(version()), "{value}: the version of an earlier value");
    }
    // It lasts once the clock has gone on.
    while version() != version() {}
    let reader = store.hold("k").unwrap();
    assert_eq!(reader.version(), reader.version());
}
