//! Two calls that meet in the middle of a protocol, at the steps that decide.

use super::dataset::Block;
use super::find::Hierarchy;
use super::open::open_store;
use crate::array::{Array, ArrayBuilder, Unit};
use crate::dtype::DataType;
use crate::error::{ErrorKind, Result};
use crate::format::{FormatId, NodePath};
use crate::store::pause::steps;
use crate::store::{Access, Locking, MemoryStore, Store, StoreExt};
use crate::transformer::{OverlayStore, PrefixStore};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// Longer than any call here takes.
const FOR_EVER: Duration = Duration::from_secs(60);

/// Long enough for a thread that does not wait to come to its next step.
const A_WHILE: Duration = Duration::from_millis(500);

fn create_array(store: &Arc<Hierarchy>, path: &str, format: FormatId) -> Result<()> {
    let mut builder = ArrayBuilder::new(DataType::from_name("int32", None)?, &[10])?;
    builder.format(Some(format));
    store.create_array(path, &builder).map(drop)
}

/// Sends a token when the calling thread comes to a step for the `number`-th time, and then waits for one.
fn meet(step: &'static str, number: usize, (here, there): (Sender<()>, Receiver<()>), patience: Duration) {
    let mut count = 0;
    steps::watch(move |name| {
        count += usize::from(name == step);
        if name == step && count == number {
            here.send(()).unwrap_or_default();
            there.recv_timeout(patience).unwrap_or_default();
        }
    });
}

/// One call has the lock of the folder of a group, the other one has an array below it and wants the group and the copy
/// in the root gone: a program that does both would stand still for ever.
#[test]
fn consolidating_a_group_beside_a_change_below_it_comes_to_an_end() {
    let directory = tempfile::tempdir().unwrap();
    for format in [FormatId::V2, FormatId::V3] {
        let url = directory.path().join(format.name());
        let store = open_store(url.to_str().unwrap(), None).unwrap();
        for group in ["", "g"] {
            store.create_group(group, Some(format), None).unwrap();
        }
        create_array(&store, "g/a", format).unwrap();
        let array = store.open_array("g/a", None).unwrap();
        store.consolidate("").unwrap();
        let ((one, other), (done, ended)) = ((channel(), channel()), channel());
        let consolidating = {
            let (store, done) = (Arc::clone(&store), done.clone());
            move || {
                meet("claim.folder", 1, (one.0, other.1), FOR_EVER);
                store.consolidate("g").unwrap();
                done.send(()).unwrap();
            }
        };
        let changing = move || {
            // It begins when the other one has the lock of the folder.
            one.1.recv_timeout(FOR_EVER).unwrap();
            // The lock of the group is in its way.
            meet("claim.waits", 1, (other.0, one.1), A_WHILE);
            array.set_attributes(r#"{"x": 1}"#).unwrap();
            done.send(()).unwrap();
        };
        std::thread::spawn(consolidating);
        std::thread::spawn(changing);
        for _ in 0..2 {
            ended.recv_timeout(FOR_EVER).expect("both calls come to an end");
        }
        let there = store.open_array("g/a", None).unwrap().attributes().unwrap();
        assert_eq!(there.split_whitespace().collect::<String>(), r#"{"x":1}"#, "{}", format.name());
    }
}

/// Formats that can't be mixed in one place, and the paths of two nodes that exclude each other in them.
fn pairs() -> Vec<[(FormatId, &'static str); 2]> {
    use FormatId::{N5, V2, V3, V3Draft2022 as Y2022, V3Protocol2019B as Y2019, V3Shape2020 as Y2020};
    let mut pairs = Vec::new();
    for (one, other) in [(V3, V2), (V2, V3), (V3, N5), (N5, V2), (Y2020, V3), (V2, Y2020), (Y2022, Y2020), (Y2019, N5)]
    {
        pairs.push([(one, "a"), (other, "a")]);
    }
    pairs.push([(V3, "a"), (Y2020, "a")]);
    pairs.push([(V2, "a"), (V3, "a/b")]);
    pairs.push([(V3, "a/b"), (V2, "a")]);
    pairs.push([(V3, "a"), (V2, "b")]);
    pairs.push([(Y2020, "a"), (Y2022, "b")]);
    pairs
}

/// Creates two nodes in an empty store: the second one when the first call comes to a step. Returns the results of
/// them.
fn create_both(
    stores: [&Arc<Hierarchy>; 2],
    [one, other]: [(FormatId, &'static str); 2],
    step: &'static str,
) -> [Result<()>; 2] {
    let (seen, came) = channel();
    let (done, ended) = channel();
    let second = Arc::clone(stores[1]);
    let mut begin = Some(move || {
        std::thread::spawn(move || {
            // It has chosen its format before the first one goes on.
            steps::watch(move |name| {
                if name == "place.seen" {
                    seen.send(()).unwrap_or_default()
                }
            });
            done.send(create_array(&second, other.1, other.0)).unwrap();
        });
        came.recv_timeout(FOR_EVER).unwrap();
        // Time to come to its end, unless it waits for the first one.
        std::thread::sleep(A_WHILE / 5);
    });
    steps::watch(move |name| {
        if name == step
            && let Some(begin) = begin.take()
        {
            begin();
        }
    });
    let first = create_array(stores[0], one.1, one.0);
    steps::watch(|_| {});
    [first, ended.recv_timeout(FOR_EVER).unwrap()]
}

/// If two callers create nodes in different formats, one of the two would never be read again.
#[test]
fn a_place_gets_a_node_of_one_format() {
    let directory = tempfile::tempdir().unwrap();
    for (number, pair) in pairs().into_iter().enumerate() {
        for step in ["format.chosen", "place.seen", "claim.taken"] {
            let path = directory.path().join(format!("{number}{step}"));
            let path = path.to_str().unwrap();
            let name = format!("memory://one-format-{number}{step}");
            for url in [path, name.as_str()] {
                let handles = [open_store(url, None).unwrap(), open_store(url, None).unwrap()];
                let results = create_both([&handles[0], &handles[1]], pair, step);
                let refused: Vec<_> = results.iter().filter_map(|result| result.as_ref().err()).collect();
                let kinds: Vec<_> = refused.iter().map(|error| error.kind()).collect();
                assert_eq!(kinds, [ErrorKind::AlreadyExists], "{url} {pair:?} at {step}: {results:?}");
                let winner = pair[usize::from(results[0].is_err())];
                let there = open_store(url, None).unwrap().open_array(winner.1, None).unwrap();
                assert_eq!(there.format(), winner.0, "{url} {pair:?} at {step}");
            }
        }
    }
}

/// Elements that another process has stored would be gone: threads of a handle joined the lock of one of them on a
/// folder that had been removed, and with it they kept out no process.
#[test]
fn parts_of_chunks_stay_when_their_folder_was_removed_before_it_was_locked() {
    let directory = tempfile::tempdir().unwrap();
    let (root, options) = (directory.path().to_str().unwrap(), Some(r#"{"atomic": false}"#));
    let store = open_store(root, options).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("int32", None).unwrap(), &[20]).unwrap();
    builder.format(Some(FormatId::V3));
    builder.chunk_shape(&[10]).unwrap();
    let array = Arc::new(store.create_array("g/a", &builder).unwrap());
    // A store that begins at the group has locks by key of its own, as another process has.
    let store = open_store(&format!("{root}/g"), options).unwrap();
    let other = Arc::new(store.open_array("a", None).unwrap());
    let write = |array: &Array, start: u64, values: &[i32]| {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
        array.write_region(&[start], &[values.len() as u64], &bytes).unwrap();
    };
    write(&array, 10, &[1; 10]);
    let (part_is_read, other_is_asked) = channel();
    let (other_is_done, part_may_go_on) = channel();
    let (part_is_done, whole_may_go_on) = channel();
    let part = {
        let array = Arc::clone(&array);
        move || {
            meet("commit.pass", 1, (part_is_read, part_may_go_on), A_WHILE);
            write(&array, 5, &[3; 5]);
            part_is_done.send(()).unwrap();
        }
    };
    let (mut part, mut removing) = (Some(part), Some(Arc::clone(&other)));
    steps::watch(move |name| match name {
        "lock.opened" => {
            if let Some(other) = removing.take() {
                other.erase_chunk(Unit::Chunk, &[1]).unwrap();
                write(&other, 0, &[1; 5]);
            }
        }
        "commit.pass" => {
            if let Some(part) = part.take() {
                std::thread::spawn(part);
                whole_may_go_on.recv_timeout(FOR_EVER).unwrap();
            }
        }
        _ => {}
    });
    let writing = std::thread::spawn(move || {
        other_is_asked.recv_timeout(FOR_EVER).unwrap();
        write(&other, 0, &[2; 5]);
        other_is_done.send(()).unwrap_or_default();
    });
    write(&array, 10, &[1; 10]);
    steps::watch(|_| {});
    writing.join().unwrap();
    let mut chunk = [0; 40];
    array.read_region(&[0], &[10], &mut chunk).unwrap();
    let values: Vec<i32> = chunk.chunks(4).map(|bytes| i32::from_ne_bytes(bytes.try_into().unwrap())).collect();
    assert_eq!(values, [2, 2, 2, 2, 2, 3, 3, 3, 3, 3]);
}

/// A group above the root of a part of a store is erased, or moved, in the middle of each kind of change below: what is
/// changed would be left where no node is, and be seen in the next array there.
#[test]
fn groups_above_a_part_of_a_store_stay_while_anything_below_changes() {
    type Change = fn(&Arc<Hierarchy>) -> Result<()>;
    let changes: [(&'static str, Change); 6] = [
        ("commit.ready", |part| part.open_array("a", None)?.write_region(&[0], &[10], &[1; 40])),
        ("above.held", |part| part.open_array("a", None)?.set_attributes(r#"{"x": 1}"#)),
        ("above.held", |part| part.open_group("", None)?.set_attributes(r#"{"x": 1}"#)),
        ("claim.taken", |part| create_array(part, "b", part.open_group("", None)?.format())),
        ("claim.taken", |part| part.move_node("b", "c", &|_, _| true)),
        ("above.held", |part| part.erase("c")),
    ];
    let directory = tempfile::tempdir().unwrap();
    for format in [FormatId::V2, FormatId::V3, FormatId::N5] {
        let url = |lock| directory.path().join(format!("{}{lock}", format.name())).to_str().unwrap().to_owned();
        for (url, options) in [
            (format!("memory://above-{}", format.name()), None),
            (url("flock"), Some(r#"{"lock": "flock"}"#)),
            (url("fcntl"), Some(r#"{"lock": "fcntl"}"#)),
        ] {
            let is_files = options.is_some();
            let store = open_store(&url, options).unwrap();
            for group in ["", "p", "p/g"] {
                store.create_group(group, Some(format), None).unwrap();
            }
            create_array(&store, "p/g/a", format).unwrap();
            let outer: Arc<dyn Store> = Arc::new(PrefixStore::new(Arc::clone(store.store()), "p/").unwrap());
            let inner: Arc<dyn Store> = Arc::new(PrefixStore::new(outer, "g/").unwrap());
            let empty: Arc<dyn Store> = Arc::new(MemoryStore::new());
            let layers = OverlayStore::new(vec![inner.clone(), empty]).unwrap();
            for part in [inner, Arc::new(layers)] {
                let part = Hierarchy::with_store(part, None).unwrap();
                for (number, (step, change)) in changes.into_iter().enumerate() {
                    let (result, told) = channel();
                    let (store, other) = (Arc::clone(&store), open_store(&url, options).unwrap());
                    steps::watch(move |name| {
                        if name != step {
                            return;
                        }
                        // The call itself is refused what any other thread would wait for.
                        let erased = store.erase("p").and_then(|()| store.move_node("p", "q", &|_, _| true));
                        let key = format.format().keys(&NodePath::parse("p").unwrap()).array;
                        let locking = Locking::ChangeIfFree(Access::Exclusive);
                        let other = Arc::clone(&other);
                        let lock = move || other.store().lock(&key, locking).map(|locked| locked.is_busy);
                        let is_kept = std::thread::spawn(lock).join().unwrap().unwrap();
                        result.send((erased.map_err(|error| error.kind()), is_kept)).unwrap();
                    });
                    let changed = change(&part);
                    steps::watch(|_| {});
                    let what = format!("{} {url} {number}", format.name());
                    changed.expect(&what);
                    let (erased, is_kept) = told.recv().unwrap();
                    assert_eq!(erased, Err(ErrorKind::Conflict), "{what}");
                    // A chunk is kept from other processes by its own document.
                    assert_eq!(is_kept, is_files && number > 0, "{what}");
                }
            }
            let part = PrefixStore::new(Arc::clone(store.store()), "p/g/").unwrap();
            let array = Hierarchy::with_store(Arc::new(part), None).unwrap().open_array("a", None).unwrap();
            store.erase("p").unwrap();
            assert_eq!(array.write_region(&[0], &[10], &[1; 40]).unwrap_err().kind(), ErrorKind::NotFound);
            assert_eq!(store.store().list_prefix("p/").unwrap(), Vec::<String>::new());
        }
    }
}

/// Another process erases a group between a writer's look at the document and the step in which its chunk is stored:
/// the chunk would be seen in the next array there.
#[test]
fn a_chunk_that_is_stored_while_a_group_above_is_erased_goes() {
    let directory = tempfile::tempdir().unwrap();
    for format in [FormatId::V2, FormatId::V3, FormatId::N5] {
        for step in ["commit.ready", "commit.stored"] {
            let root = directory.path().join(format!("{}-{step}", format.name()));
            let store = open_store(root.to_str().unwrap(), None).unwrap();
            ["", "g"].iter().for_each(|group| drop(store.create_group(group, Some(format), None).unwrap()));
            create_array(&store, "g/a", format).unwrap();
            let array = store.open_array("g/a", None).unwrap();
            let erased = root.join("g");
            steps::once(step, move || std::fs::remove_dir_all(&erased).unwrap());
            let error = array.write_region(&[0], &[10], &[1; 40]).unwrap_err();
            steps::watch(|_| {});
            assert_eq!(error.kind(), ErrorKind::NotFound, "{format:?} {step}: {error}");
            let left = store.store().list_prefix("g/").unwrap();
            assert!(left.is_empty(), "{format:?} {step}: {left:?}");
        }
    }
}

/// The array is moved, erased or made anew by others right after a chunk of it is stored: the writer, which looks
/// whether the array is still there, would call a value lost that was moved, or take away one of the next array.
#[test]
fn an_array_stays_in_its_place_until_the_writer_of_a_chunk_has_looked_for_it() {
    let directory = tempfile::tempdir().unwrap();
    for (options, format) in [(None, FormatId::V2), (Some(r#"{"lock": "fcntl"}"#), FormatId::V3)] {
        let root = directory.path().join(format.name());
        let open = || open_store(root.to_str().unwrap(), options).unwrap();
        let (store, other) = (open(), open());
        store.create_group("", Some(format), None).unwrap();
        create_array(&store, "a", format).unwrap();
        let array = store.open_array("a", None).unwrap();
        let (result, told) = channel();
        let key = format.format().keys(&NodePath::parse("a").unwrap()).array;
        steps::once("commit.stored", move || {
            let moved = other.move_node("a", "b", &|_, _| true).map_err(|error| error.kind());
            let lock = move || other.store().lock(&key, Locking::ChangeIfFree(Access::Exclusive));
            let is_kept = std::thread::spawn(move || lock().map(|locked| locked.is_busy)).join().unwrap().unwrap();
            result.send((moved, is_kept)).unwrap();
        });
        array.write_region(&[0], &[10], &[1; 40]).unwrap();
        assert_eq!(told.recv().unwrap(), (Err(ErrorKind::Conflict), true), "{}", format.name());
        store.move_node("a", "b", &|_, _| true).unwrap();
        let mut read = [0; 40];
        store.open_array("b", None).unwrap().read_region(&[0], &[10], &mut read).unwrap();
        assert_eq!(read, [1; 40]);
    }
}

/// A thread appends a step while a dimension is made longer array by array: it waits until all are, as its step would
/// be cut off again, or meet arrays of two lengths.
#[test]
fn a_growth_of_a_dimension_leaves_the_steps_that_a_thread_appends_meanwhile() {
    let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
    let dataset = hierarchy.create_dataset("g", Some(FormatId::V3), None).unwrap();
    dataset.define_dimension("x", 2).unwrap();
    let builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[0]).unwrap();
    ["x", "y", "z"].iter().for_each(|name| dataset.define_array(name, &["x"], &builder).unwrap());
    dataset.commit().unwrap();
    // An interrupted growth has left this one longer, so that it is cut.
    hierarchy.open_array("g/y", None).unwrap().resize(&[9]).unwrap();
    let appending = hierarchy.open_dataset("g", None);
    assert_eq!(appending.unwrap_err().kind(), ErrorKind::Metadata);
    dataset.resize_dimension("x", 4).unwrap();
    let mut appending = hierarchy.open_dataset("g", None).ok();
    let (begun, thread) = channel();
    let mut arrays = 0;
    steps::watch(move |name| {
        arrays += usize::from(name == "dataset.array");
        if let Some(appending) = appending.take_if(|_| arrays == 2) {
            let step = |name| Block { name, data: &[7; 3] };
            begun.send(std::thread::spawn(move || appending.append("x", 3, &["x", "y", "z"].map(step)))).unwrap();
        }
    });
    dataset.resize_dimension("x", 6).unwrap();
    steps::watch(|_| {});
    assert_eq!(thread.recv().unwrap().join().unwrap(), Ok(6));
    for name in ["x", "y", "z"] {
        let mut read = [0; 9];
        let array = hierarchy.open_array(&format!("g/{name}"), None).unwrap();
        assert_eq!(array.shape(), [9], "{name}");
        array.read_region(&[0], &[9], &mut read).unwrap();
        assert_eq!(read, [0, 0, 0, 0, 0, 0, 7, 7, 7], "{name}");
    }
}

/// A failure to read the document says nothing about the array: the chunk that was just stored must stay.
#[test]
fn a_chunk_stays_when_the_look_behind_its_writing_fails() {
    let directory = tempfile::tempdir().unwrap();
    let store = open_store(directory.path().to_str().unwrap(), None).unwrap();
    create_array(&store, "a", FormatId::V3).unwrap();
    let array = store.open_array("a", None).unwrap();
    let (document, aside) = (directory.path().join("a/zarr.json"), directory.path().join("aside"));
    let (there, back) = (document.clone(), aside.clone());
    steps::once("commit.stored", move || {
        std::fs::rename(&document, &aside).unwrap();
        // A link to itself can't be followed.
        std::os::unix::fs::symlink("zarr.json", &document).unwrap();
    });
    array.write_region(&[0], &[10], &[1; 40]).unwrap();
    steps::watch(|_| {});
    std::fs::rename(back, there).unwrap();
    let mut read = [0; 40];
    array.read_region(&[0], &[10], &mut read).unwrap();
    assert_eq!(read, [1; 40]);
}
