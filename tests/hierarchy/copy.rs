//! Copies between formats: what arrives is what was there, and what a format can't say is refused.

use crate::datasets::Process;
use crate::walking::Elsewhere;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use zarr::ErrorKind;
use zarr::array::{Array, ArrayBuilder};
use zarr::dtype::{DataType, VariableValue};
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, NodeKind, open_store};
use zarr::store::{ByteRange, MemoryStore, Store, StoreExt};
use zarr::transformer::OverlayStore;

const FORMATS: [FormatId; 6] = [
    FormatId::V2,
    FormatId::V3,
    FormatId::V3Protocol2019A,
    FormatId::V3Protocol2019B,
    FormatId::V3Shape2020,
    FormatId::V3Draft2022,
];

fn memory() -> Arc<Hierarchy> {
    open_store("memory://", None).unwrap()
}

fn all(_: u64, _: u64) -> bool {
    true
}

/// One cell of the matrix: an array that some formats can express.
#[derive(Clone, Debug)]
struct Cell {
    data_type: i32,
    order: char,
    big_endian: bool,
    separator: char,
    codecs: &'static [(&'static str, &'static str)],
    shape: &'static [u64],
}

fn cells() -> Vec<Cell> {
    let chains: [&[(&str, &str)]; 6] = [
        &[],
        &[("gzip", r#"{"level": 3}"#)],
        &[("zlib", r#"{"level": 2}"#)],
        &[("blosc", r#"{"cname": "zstd", "clevel": 3, "shuffle": 2, "blocksize": 0}"#)],
        &[("zstd", r#"{"level": 1, "checksum": true}"#)],
        &[("gzip", "{}"), ("crc32c", "{}")],
    ];
    let mut cells = Vec::new();
    for (at, codecs) in chains.into_iter().enumerate() {
        for data_type in 1..=14 {
            let odd = (at + data_type as usize) % 2 == 1;
            cells.push(Cell {
                data_type,
                order: if odd { 'F' } else { 'C' },
                big_endian: data_type % 3 == 0,
                separator: if data_type % 4 < 2 { '/' } else { '.' },
                codecs,
                shape: [&[][..], &[7], &[5, 6], &[3, 0]][(data_type as usize + at) % 4],
            });
        }
    }
    cells
}

fn create(hierarchy: &Arc<Hierarchy>, cell: &Cell) -> zarr::Result<(Array, Vec<u8>)> {
    let data_type = DataType::from_code(cell.data_type).unwrap();
    let mut builder = ArrayBuilder::new(data_type.clone(), cell.shape)?;
    builder.chunk_shape(&vec![2; cell.shape.len()])?;
    builder.order(cell.order)?;
    builder.big_endian(cell.big_endian);
    builder.separator(cell.separator)?;
    builder.fill_value(&vec![1; data_type.size()])?;
    builder.attributes(r#"{"z": 1.50, "a": [18446744073709551615, null], "text": "\u00fc"}"#)?;
    for (name, configuration) in cell.codecs {
        builder.codec(name, Some(configuration))?;
    }
    let array = hierarchy.create_array("group/array", &builder)?;
    let elements: u64 = cell.shape.iter().product();
    let values: Vec<u8> = match data_type.code() as i32 {
        1 => (0..elements).map(|at| (at % 3 == 0).into()).collect(),
        _ => (0..elements * data_type.size() as u64).map(|at| (at * 37 % 251) as u8).collect(),
    };
    array.write_region(&vec![0; cell.shape.len()], cell.shape, &values)?;
    Ok((array, values))
}

fn contents(array: &Array) -> Vec<u8> {
    let shape = array.shape();
    let elements: u64 = shape.iter().product();
    let mut values = vec![0; elements as usize * array.data_type().size()];
    array.read_region(&vec![0; shape.len()], &shape, &mut values).unwrap();
    values
}

/// Every cell, from every format through every other and back: kept, or refused with a reason.
#[test]
fn round_trips_keep_data_fill_values_and_attributes() {
    let (mut kept, mut refused) = (0, 0);
    for cell in cells() {
        for from in FORMATS {
            let source = open_store("memory://", Some(&format!(r#"{{"format": {}}}"#, from.code()))).unwrap();
            let (original, values) = match create(&source, &cell) {
                Ok(made) => made,
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::Unsupported, "{cell:?} in {from:?}: {error}");
                    refused += 1;
                    continue;
                }
            };
            for to in FORMATS {
                let (target, back) = (memory(), memory());
                match source.copy("group", &target, "moved", Some(to), &all) {
                    Ok(()) => {}
                    Err(error) => {
                        assert_eq!(error.kind(), ErrorKind::Unsupported, "{cell:?}, {from:?} to {to:?}: {error}");
                        assert!(error.message().contains("group/array"), "{error}");
                        refused += 1;
                        continue;
                    }
                }
                let copied = target.open_array("moved/array", None).unwrap();
                assert_eq!((copied.format(), contents(&copied)), (to, values.clone()), "{cell:?}, {from:?} to {to:?}");
                target.copy("", &back, "", Some(from), &all).unwrap();
                let again = back.open_array("moved/array", None).unwrap();
                assert_eq!(contents(&again), values, "{cell:?}, {from:?} to {to:?} and back");
                assert_eq!(again.fill_value().unwrap(), original.fill_value().unwrap());
                assert_eq!(again.attributes().unwrap(), original.attributes().unwrap());
                assert_eq!(again.metadata().unwrap(), original.metadata().unwrap());
                kept += 1;
            }
        }
    }
    println!("{kept} round trips kept everything, {refused} were refused with a reason");
    assert!(kept > 400 && refused > 0, "{kept} kept, {refused} refused");
}

#[test]
fn a_whole_hierarchy_is_copied_in_place_and_elsewhere() {
    let hierarchy = memory();
    let cell = cells().remove(10);
    let (_, values) = create(&hierarchy, &cell).unwrap();
    hierarchy.create_group("group/empty", None, Some(r#"{"a": 1}"#)).unwrap();
    hierarchy.copy("group", &hierarchy, "copy/of/group", None, &all).unwrap();
    assert_eq!(contents(&hierarchy.open_array("copy/of/group/array", None).unwrap()), values);
    assert_eq!(hierarchy.open_group("copy/of/group/empty", None).unwrap().attributes().unwrap(), r#"{"a": 1}"#);
    assert_eq!(hierarchy.node_kind("copy").unwrap(), Some(NodeKind::Group));

    let directory = tempfile::tempdir().unwrap();
    let disk = open_store(directory.path().join("a.zarr").to_str().unwrap(), None).unwrap();
    hierarchy.copy("group/array", &disk, "", None, &all).unwrap();
    assert_eq!(contents(&disk.open_array("", None).unwrap()), values);
}

#[test]
fn what_can_not_be_copied_is_refused() {
    let hierarchy = memory();
    create(&hierarchy, &cells()[20]).unwrap();
    let kind = |from: &str, to: &str| hierarchy.copy(from, &hierarchy, to, None, &all).unwrap_err().kind();
    assert_eq!(kind("group", "group/inside"), ErrorKind::InvalidArgument);
    assert_eq!(kind("", "anywhere"), ErrorKind::InvalidArgument);
    assert_eq!(kind("nowhere", "x"), ErrorKind::NotFound);
    assert_eq!(kind("group/array", "group"), ErrorKind::AlreadyExists);
    assert_eq!(kind("group/array", "../x"), ErrorKind::InvalidArgument);
    let other = hierarchy.copy("group", &hierarchy, "x", Some(FormatId::V2), &all).unwrap_err();
    assert_eq!(other.kind(), ErrorKind::InvalidArgument, "{other}");
}

/// A backup beside the data, by a path or a link of its own: its documents would be copied into it again, and those of
/// that copy as well, until the disk is full of nested copies.
#[cfg(unix)]
#[test]
fn a_copy_into_a_folder_of_its_source_is_refused_by_any_path() {
    let directory = tempfile::tempdir().unwrap();
    let place = |path: &str| directory.path().join(path).to_str().unwrap().to_owned();
    let open = |path: &str| open_store(&place(path), None).unwrap();
    let source = open("a.zarr");
    create(&source, &cells()[20]).unwrap();
    let before = source.store().list_all().unwrap();
    std::os::unix::fs::symlink(place("a.zarr/group"), place("link")).unwrap();
    let layers = vec![open_store("memory://", None).unwrap().store().clone(), source.store().clone()];
    let above = Hierarchy::with_store(Arc::new(OverlayStore::new(layers).unwrap()), None).unwrap();
    let places =
        [("a.zarr/group", "copy"), ("a.zarr/group/copy", ""), ("a.zarr/new/one", "copy"), ("link", "copy/of/it")];
    for (path, to) in places {
        for from in [&source, &above] {
            let error = from.copy("", &open(path), to, None, &all).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{path}, {to}: {error}");
        }
    }
    let group = |path, to| source.copy("group", &open(path), to, None, &all);
    assert_eq!(group("link", "copy").unwrap_err().kind(), ErrorKind::InvalidArgument);
    assert_eq!(source.store().list_all().unwrap(), before);
    group("a.zarr", "copy").unwrap();
    open("link").copy("", &source, "again", None, &all).unwrap();
    assert_eq!(source.children("again").unwrap(), ["array"]);
}

/// Two stores may lie in one another unseen, as the objects of two prefixes do: the copy holds what there was before.
#[test]
fn a_copy_into_its_own_source_holds_what_there_was_before() {
    let source = memory();
    create(&source, &cells()[20]).unwrap();
    let unseen = Hierarchy::with_store(Arc::new(Elsewhere(source.store().clone())), None).unwrap();
    source.copy("", &unseen, "group/copy", None, &all).unwrap();
    let copied: Vec<String> = unseen.walk("group/copy", usize::MAX).unwrap().into_iter().map(|met| met.path).collect();
    assert_eq!(copied, ["group/copy/group", "group/copy/group/array"]);
}

#[test]
fn progress_is_told_and_ends_the_work() {
    let hierarchy = memory();
    let mut builder = ArrayBuilder::new(DataType::from_code(6).unwrap(), &[100]).unwrap();
    builder.chunk_shape(&[1]).unwrap();
    let array = hierarchy.create_array("a", &builder).unwrap();
    array.write_region(&[0], &[100], &[7; 100]).unwrap();
    let last = AtomicU64::new(0);
    let tell = |done, total| {
        assert_eq!(total, 100);
        assert!(last.swap(done, Ordering::Relaxed) <= done);
        true
    };
    hierarchy.copy("a", &hierarchy, "b", None, &tell).unwrap();
    assert_eq!(last.into_inner(), 100);
    let error = hierarchy.copy("a", &hierarchy, "c", None, &|done, _| done < 10).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
}

/// A store whose work is done by the calling thread, which is told of every step.
fn alone() -> Arc<Hierarchy> {
    open_store("memory://", Some(r#"{"threads": 1}"#)).unwrap()
}

/// A group with an array of 300 small chunks.
fn many_chunks() -> (Arc<Hierarchy>, Array) {
    let store = alone();
    let mut builder = ArrayBuilder::new(DataType::from_name("uint16", None).unwrap(), &[300]).unwrap();
    builder.chunk_shape(&[1]).unwrap();
    builder.separator('.').unwrap();
    builder.attributes(r#"{"b": 1, "a": 2}"#).unwrap();
    let array = store.create_array("g/a", &builder).unwrap();
    let elements: Vec<u8> = (0..300_u16).flat_map(u16::to_ne_bytes).collect();
    array.write_region(&[0], &[300], &elements).unwrap();
    (store, array)
}

/// A program that shrinks an array which another one converts would be told of a fault of the library.
#[test]
fn chunks_that_are_cut_off_while_they_are_copied_are_left_out() {
    for format in [FormatId::N5, FormatId::V2] {
        let (from, array) = many_chunks();
        let to = alone();
        let shrink = |done, _| {
            if done == 0 {
                array.resize(&[3]).unwrap();
            }
            true
        };
        from.copy("g", &to, "c", Some(format), &shrink).unwrap();
        let mut copied = [7; 600];
        to.open_array("c/a", None).unwrap().read_region(&[0], &[300], &mut copied).unwrap();
        let kept = [0_u16, 1, 2].map(u16::to_ne_bytes).concat();
        assert_eq!((&copied[..6], &copied[6..]), (&kept[..], &[0; 594][..]), "{}", format.name());
    }
}

#[test]
fn a_copy_that_was_ended_goes_on_and_ends_the_same() {
    let (from, array) = many_chunks();
    let everything = |store: &Hierarchy| -> Vec<(String, Option<Vec<u8>>)> {
        let keys = store.store().list_all().unwrap();
        keys.into_iter()
            .map(|key| (key.clone(), store.store().get(&key, zarr::store::ByteRange::ALL).unwrap()))
            .collect()
    };
    for format in FORMATS {
        let (whole, ended) = (alone(), alone());
        from.copy("g", &whole, "c", Some(format), &all).unwrap();
        let stopped = from.copy("g", &ended, "c", Some(format), &|done, _| done < 100).unwrap_err();
        assert_eq!(stopped.kind(), ErrorKind::Cancelled);
        assert_eq!(from.copy("g", &ended, "c", Some(format), &all).unwrap_err().kind(), ErrorKind::AlreadyExists);
        let left = AtomicU64::new(0);
        let told = |_, total| {
            left.store(total, Ordering::Relaxed);
            true
        };
        from.resume_copy("g", &ended, "c", Some(format), &told).unwrap();
        assert!((1..=200).contains(&left.load(Ordering::Relaxed)), "{left:?} of 300 were left");
        assert!(everything(&whole) == everything(&ended), "{}", format.name());
        // Nothing is left to be done, and another array is not what was to be.
        from.resume_copy("g", &ended, "c", Some(format), &told).unwrap();
        assert_eq!(left.load(Ordering::Relaxed), 0);
    }
    let other = memory();
    from.copy("g", &other, "c", None, &all).unwrap();
    array.set_attributes("{}").unwrap();
    assert_eq!(from.resume_copy("g", &other, "c", None, &all).unwrap_err().kind(), ErrorKind::AlreadyExists);
}

#[test]
fn erasing_is_told_of_and_can_be_ended() {
    let (store, _) = many_chunks();
    let before = store.store().list_all().unwrap().len() as u64;
    // Before the first value nothing has happened.
    assert_eq!(store.erase_watched("g", &|_, _| false).unwrap_err().kind(), ErrorKind::Cancelled);
    assert_eq!(store.store().list_all().unwrap().len() as u64, before);
    // Later the node is gone, and values are left.
    let stopped = store.erase_watched("g", &|done, _| done == 0).unwrap_err();
    assert_eq!(stopped.kind(), ErrorKind::Cancelled);
    assert_eq!(store.node_kind("g/a").unwrap(), None);
    assert!((1..before).contains(&(store.store().list_all().unwrap().len() as u64)));

    let (store, _) = many_chunks();
    let (last, calls) = (AtomicU64::new(0), AtomicU64::new(0));
    let told = |done, total| {
        // The group above is not part of it.
        assert!(done <= total && total == 302, "{done} of {total}");
        assert!(done >= last.swap(done, Ordering::Relaxed));
        calls.fetch_add(1, Ordering::Relaxed);
        true
    };
    store.erase_watched("g", &told).unwrap();
    assert_eq!(last.load(Ordering::Relaxed), 302);
    assert!(calls.load(Ordering::Relaxed) >= 2);
    assert_eq!(store.node_kind("g").unwrap(), None);
    assert_eq!(store.erase_watched("g", &all).unwrap_err().kind(), ErrorKind::NotFound);
}

/// A backup beside a program that appends: it would be refused, or have elements after its end, which appear in place of
/// fill values when the copy grows.
#[test]
fn a_copy_of_an_array_that_grows_meanwhile_has_the_elements_of_its_shape() {
    let with = |format, sharded| {
        let mut builder = ArrayBuilder::new(DataType::from_name("uint16", None).unwrap(), &[10]).unwrap();
        builder.chunk_shape(&[4]).unwrap();
        if sharded {
            builder.shard_shape(&[8]).unwrap();
        }
        builder.format(Some(format));
        builder
    };
    let values = |value: u16, count| value.to_ne_bytes().repeat(count);
    for (format, sharded) in [(FormatId::V3, false), (FormatId::V3, true), (FormatId::V2, false), (FormatId::N5, false)]
    {
        for (target, elsewhere) in
            [FormatId::V3, FormatId::V2, FormatId::N5].into_iter().flat_map(|target| [(target, false), (target, true)])
        {
            if sharded && target != FormatId::V3 {
                continue;
            }
            // The document is there, and no chunk is listed; or the chunks are listed, and none is copied.
            for is_early in [true, false] {
                let all = MemoryStore::new();
                let store = Process::of(&all, "from");
                let from = Hierarchy::with_store(store.clone(), None).unwrap();
                let array = from.create_array("a", &with(format, sharded)).unwrap();
                array.write_region(&[0], &[10], &values(7, 10)).unwrap();
                let writer = if elsewhere { Process::of(&all, "writer") } else { store.clone() };
                let writer = Hierarchy::with_store(writer, None).unwrap().open_array("a", None).unwrap();
                let append = move || assert_eq!(writer.append(0, &[9], &values(8, 9)), Ok(10));
                let late = Mutex::new(Some(append));
                if is_early {
                    late.lock().unwrap().take().into_iter().for_each(|append| store.before("list", append));
                }
                let told = |_, _| {
                    late.lock().unwrap().take().into_iter().for_each(|append| append());
                    true
                };
                let to = alone();
                let case = format!("{} {sharded} {} {elsewhere} {is_early}", format.name(), target.name());
                from.copy("a", &to, "b", Some(target), &told).unwrap_or_else(|error| panic!("{case}: {error}"));
                array.refresh().unwrap();
                assert_eq!(array.shape(), [19], "{case}");
                let copy = to.open_array("b", None).unwrap();
                assert_eq!(copy.shape(), [10], "{case}");
                copy.resize(&[19]).unwrap();
                assert_eq!(contents(&copy), [values(7, 10), values(0, 9)].concat(), "{case}");
            }
        }
    }
}

/// As above, of elements of variable length.
#[test]
fn a_copy_of_texts_to_which_others_are_added_is_whole() {
    let store = alone();
    let mut builder = ArrayBuilder::new(DataType::from_name("string", None).unwrap(), &[6]).unwrap();
    builder.chunk_shape(&[4]).unwrap();
    let array = store.create_array("a", &builder).unwrap();
    let texts = |text: &'static str, count| vec![VariableValue::Bytes(text.as_bytes()); count];
    array.write_values(&[0], &[6], &texts("old", 6)).unwrap();
    let added = AtomicU64::new(0);
    let told = |_, _| {
        if added.fetch_add(1, Ordering::Relaxed) == 0 {
            array.append_strings(0, &[2], &texts("new", 2)).unwrap();
        }
        true
    };
    let to = alone();
    store.copy("a", &to, "b", None, &told).unwrap();
    let copy = to.open_array("b", None).unwrap();
    copy.resize(&[8]).unwrap();
    let values = copy.read_values(&[0], &[8]).unwrap();
    let values: Vec<_> = values.iter().map(|value| value.bytes().unwrap_or_default().to_vec()).collect();
    assert_eq!(values, [vec![b"old".to_vec(); 6], vec![Vec::new(); 2]].concat());
}

/// As above, where the documents are those of a consolidated copy, which may be older than the appended elements.
#[test]
fn a_copy_by_consolidated_documents_has_the_elements_of_its_shape() {
    for format in [FormatId::V2, FormatId::V3] {
        let values = MemoryStore::new();
        let there = Hierarchy::with_store(Process::of(&values, "there"), None).unwrap();
        there.create_group("", Some(format), None).unwrap();
        let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[6]).unwrap();
        builder.chunk_shape(&[4]).unwrap();
        builder.format(Some(format));
        let array = there.create_array("a", &builder).unwrap();
        array.write_region(&[0], &[6], &[7; 6]).unwrap();
        there.consolidate("").unwrap();
        let copied = |key: &str| values.get(key, ByteRange::ALL).unwrap().unwrap();
        let key = if format == FormatId::V2 { ".zmetadata" } else { "zarr.json" };
        let old = copied(key);
        array.append(0, &[2], &[8; 2]).unwrap();
        values.set(key, &old).unwrap();
        let by_copy = Some(r#"{"consolidated": "require"}"#);
        let from = Hierarchy::with_store(Process::of(&values, "from"), by_copy).unwrap();
        let to = alone();
        from.copy("a", &to, "b", None, &all).unwrap();
        let copy = to.open_array("b", None).unwrap();
        assert_eq!(copy.shape(), [6]);
        copy.resize(&[8]).unwrap();
        assert_eq!(contents(&copy), [7, 7, 7, 7, 7, 7, 0, 0], "{}", format.name());
    }
}

/// The document of a copy is that of one array, and its chunks would be those of another one.
#[test]
fn a_copy_whose_source_is_replaced_is_refused() {
    let builder = |codec: &str| {
        let mut builder = ArrayBuilder::new(DataType::from_name("int32", None).unwrap(), &[20]).unwrap();
        builder.chunk_shape(&[5]).unwrap();
        builder.codec(codec, None).unwrap();
        builder
    };
    for (elsewhere, erases) in [(false, false), (true, false), (true, true)] {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let from = Hierarchy::with_store(store.clone(), None).unwrap();
        from.create_array("a", &builder("gzip")).unwrap().write_region(&[0], &[20], &[7; 80]).unwrap();
        let other = if elsewhere { Arc::new(Elsewhere(store)) } else { store };
        let other = Hierarchy::with_store(other, None).unwrap();
        let replace = |done: u64, _| {
            if done == 0 && erases {
                other.erase("a").unwrap();
            } else if done == 0 {
                let array = other.create_or_replace_array("a", &builder("zstd")).unwrap();
                array.write_region(&[0], &[20], &[8; 80]).unwrap();
            }
            true
        };
        let error = from.copy("a", &memory(), "b", None, &replace).unwrap_err();
        let expected = if erases { ErrorKind::NotFound } else { ErrorKind::Conflict };
        assert_eq!(error.kind(), expected, "{elsewhere}: {error}");
    }
}
