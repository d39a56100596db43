//! Arrays whose documents name storage transformers, one or several: what the engine stores is what the transformers as
//! stores around stores make, in both directions.

use std::sync::Arc;
use zarr::array::{Array, Unit};
use zarr::format::FormatId;
use zarr::hierarchy::Hierarchy;
use zarr::metadata::{ChunkKeyEncoding, Separator};
use zarr::store::{ByteRange, MemoryStore, Store};
use zarr::transformer::{ChunkKeys, Indexed, Stack, Transformer};
use zarr::{ErrorKind, hierarchy};

const FORMATS: [(FormatId, &str); 2] = [(FormatId::V3Draft2022, "data/a/"), (FormatId::V3Shape2020, "data/root/a/")];

/// The document of an array of 11 x 7 with chunks of 2 x 1, and a transformer for each pair of counts.
fn document(format: FormatId, stack: &[[u64; 2]]) -> String {
    let transformer = |counts: &[u64; 2]| {
        format!(
            r#"{{"extension": "https://purl.org/zarr/spec/extensions/storage-transformers/sharding/1.0",
                "type": "indexed", "configuration": {{"chunks_per_shard": {counts:?}}}}}"#
        )
    };
    let stack: Vec<String> = stack.iter().map(transformer).collect();
    let (data_type, codecs) = match format {
        FormatId::V3Draft2022 => ("uint16", r#""codecs": [],"#),
        _ => ("<u2", ""),
    };
    format!(
        r#"{{"shape": [11, 7], "data_type": "{data_type}",
            "chunk_grid": {{"type": "regular", "chunk_shape": [2, 1], "separator": "/"}},
            "chunk_memory_layout": "C", {codecs} "fill_value": 7, "extensions": [], "attributes": {{}}, "storage_transformers": [{}]}}"#,
        stack.join(", ")
    )
}

fn create(format: FormatId, stack: &[[u64; 2]]) -> (Arc<dyn Store>, Arc<Hierarchy>, Array) {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
    let array = hierarchy.create_array_json("a", Some(format), &document(format, stack)).unwrap();
    (store, hierarchy, array)
}

/// The transformers of such an array, put together by hand.
fn by_hand(store: &Arc<dyn Store>, prefix: &str, stack: &[[u64; 2]]) -> Arc<dyn Store> {
    let transformers = stack.iter().map(|counts| {
        let indexed: Arc<dyn Transformer> = Arc::new(Indexed { chunks_per_shard: counts.to_vec() });
        indexed
    });
    let keys = ChunkKeys::new(prefix, vec![6, 7], Arc::new(ChunkKeyEncoding::Draft(Separator::Slash)));
    Stack::new(transformers.collect()).on(store, &keys, 1 << 20).unwrap()
}

fn numbers(range: std::ops::Range<u16>) -> Vec<u8> {
    range.flat_map(u16::to_ne_bytes).collect()
}

fn read(array: &Array) -> Vec<u8> {
    let shape = array.shape();
    let mut buffer = vec![0; (shape[0] * shape[1] * 2) as usize];
    array.read_region(&[0, 0], &shape, &mut buffer).unwrap();
    buffer
}

fn get(store: &dyn Store, key: &str) -> Option<Vec<u8>> {
    store.get(key, ByteRange::ALL).unwrap()
}

#[test]
fn what_the_engine_writes_the_stack_reads_and_the_reverse() {
    for (format, prefix) in FORMATS {
        for stack in [&[][..], &[[3, 2]], &[[3, 2], [2, 2]], &[[1, 1], [2, 3], [3, 1]]] {
            let (store, _, array) = create(format, stack);
            array.write_region(&[0, 0], &[11, 7], &numbers(0..77)).unwrap();
            let wrapped = by_hand(&store, prefix, stack);
            let chunks: Vec<String> = wrapped.list_prefix(prefix).unwrap();
            assert_eq!(chunks.len(), 6 * 7, "{stack:?}");
            assert_eq!(store.list_prefix(prefix).unwrap().len() < chunks.len(), !stack.is_empty());
            for (row, column) in (0..6).flat_map(|row| (0..7).map(move |column| (row, column))) {
                let chunk = get(&*wrapped, &format!("{prefix}c{row}/{column}")).unwrap();
                assert_eq!(chunk, array.read_encoded_chunk(Unit::Chunk, &[row, column]).unwrap().unwrap());
                assert_eq!(chunk[..2], (row as u16 * 14 + column as u16).to_le_bytes());
            }
            // The other direction: the same chunks through the stack, into a store of their own.
            let (other, _, copy) = create(format, stack);
            let target = by_hand(&other, prefix, stack);
            let values: Vec<(&str, Vec<u8>)> =
                chunks.iter().map(|key| (key.as_str(), get(&*wrapped, key).unwrap())).collect();
            target.set_many(&values.iter().map(|(key, value)| (*key, &value[..])).collect::<Vec<_>>()).unwrap();
            assert_eq!(read(&copy), numbers(0..77));
            if stack.len() < 2 {
                assert_eq!(other.list().unwrap(), store.list().unwrap());
                for key in store.list_prefix(prefix).unwrap() {
                    assert_eq!(get(&*other, &key), get(&*store, &key), "{key}");
                }
            }
            // Changes on the one side are seen on the other.
            target.erase(&format!("{prefix}c0/0")).unwrap();
            target.set(&format!("{prefix}c5/6"), &[9, 0, 9, 0]).unwrap();
            copy.write_region(&[2, 3], &[1, 1], &1000_u16.to_ne_bytes()).unwrap();
            let mut expected: Vec<u16> = (0..77).collect();
            (expected[0], expected[7], expected[76], expected[17]) = (7, 7, 9, 1000);
            assert_eq!(read(&copy), expected.iter().flat_map(|value| value.to_ne_bytes()).collect::<Vec<_>>());
            assert_eq!(get(&*target, &format!("{prefix}c1/3")).unwrap()[..2], 1000_u16.to_le_bytes());
            assert_eq!(get(&*copy.chunk_store().unwrap(), &format!("{prefix}c0/0")), None);
        }
    }
}

#[test]
fn a_stack_is_kept_in_the_document_and_tells_its_shapes() {
    for (format, prefix) in FORMATS {
        let (store, hierarchy, array) = create(format, &[[3, 2], [2, 2]]);
        assert_eq!(array.chunk_shape().unwrap(), [2, 1]);
        assert_eq!(array.shard_shape().unwrap(), [12, 4], "what is stored under one key");
        array.write_region(&[0, 0], &[11, 7], &numbers(0..77)).unwrap();
        assert_eq!(store.list_prefix(prefix).unwrap(), [format!("{prefix}c0/0"), format!("{prefix}c0/1")]);
        let counts = |array: &Array| {
            let text: String = array.metadata().unwrap().split_whitespace().collect();
            let counts = text.split("\"chunks_per_shard\":").skip(1).map(|after| after.split('}').next().unwrap());
            counts.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(counts(&array), ["[3,2]", "[2,2]"], "the first is nearest to the array");
        array.resize(&[5, 2]).unwrap();
        array.set_attributes(r#"{"a": 1}"#).unwrap();
        let again = hierarchy.open_array("a", None).unwrap();
        assert_eq!(counts(&again), ["[3,2]", "[2,2]"]);
        assert_eq!(store.list_prefix(prefix).unwrap(), [format!("{prefix}c0/0")]);
        let mut expected = Vec::new();
        (0..5).for_each(|row| expected.extend(numbers(row * 7..row * 7 + 2)));
        assert_eq!(read(&again), expected);
        again.resize(&[0, 2]).unwrap();
        assert!(store.list_prefix(prefix).unwrap().is_empty());
        hierarchy.erase("a").unwrap();
    }
}

#[test]
fn a_stack_goes_over_to_other_formats_as_it_is_stored() {
    let (store, from, array) = create(FormatId::V3Draft2022, &[[3, 2], [2, 2]]);
    array.write_region(&[0, 0], &[11, 7], &numbers(0..77)).unwrap();
    let memory = || hierarchy::open_store("memory://", None).unwrap();
    let progress = |_, _| true;
    let (v3, v2020, back) = (memory(), memory(), memory());
    from.copy("a", &v3, "a", Some(FormatId::V3), &progress).unwrap();
    v3.copy("a", &v2020, "a", Some(FormatId::V3Shape2020), &progress).unwrap();
    v2020.copy("a", &back, "a", Some(FormatId::V3Draft2022), &progress).unwrap();
    for (hierarchy, prefix) in [(&v3, "a/c/"), (&v2020, "data/root/a/c"), (&back, "data/a/c")] {
        let copy = hierarchy.open_array("a", None).unwrap();
        assert_eq!(read(&copy), numbers(0..77));
        assert_eq!((copy.chunk_shape().unwrap(), copy.shard_shape().unwrap()), (vec![2, 1], vec![12, 4]));
        for place in ["0/0", "0/1"] {
            let copied = get(&**hierarchy.store(), &format!("{prefix}{place}"));
            assert_eq!(copied, get(&*store, &format!("data/a/c{place}")));
        }
    }
    assert_eq!(back.open_array("a", None).unwrap().metadata().unwrap(), array.metadata().unwrap());
    let refused = from.copy("a", &memory(), "a", Some(FormatId::V2), &progress).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Unsupported, "{refused}");
}

#[test]
fn shards_that_no_transformer_makes_have_no_view_and_stay_in_their_format() {
    let hierarchy = hierarchy::open_store("memory://", None).unwrap();
    let mut builder = zarr::array::ArrayBuilder::new_json("\"uint16\"", &[8]).unwrap();
    builder.chunk_shape(&[2]).unwrap();
    let plain = hierarchy.create_array("plain", &builder).unwrap();
    assert_eq!(plain.chunk_store().unwrap().identity(), hierarchy.store().identity());
    builder.shard_shape(&[4]).unwrap();
    let array = hierarchy.create_array("a", &builder).unwrap();
    let error = array.chunk_store().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(error.message().contains("raw and little-endian"), "{error}");
}

/// An array in files, its view with a chunk stored, and a handle of the folder by which another process changes it.
fn view_of_files(folder: &std::path::Path) -> (Arc<Hierarchy>, Array, Arc<dyn Store>) {
    let hierarchy = hierarchy::open_store(folder.to_str().unwrap(), None).unwrap();
    let text = document(FormatId::V3Draft2022, &[[3, 2]]);
    let array = hierarchy.create_array_json("a", Some(FormatId::V3Draft2022), &text).unwrap();
    let view = array.chunk_store().unwrap();
    zarr::store::put(&*view, "data/a/c0/0", Some(&[1; 4])).unwrap();
    (hierarchy, array, view)
}

#[test]
fn a_view_leaves_nothing_behind_where_another_process_has_erased_its_array() {
    let scratch = tempfile::tempdir().unwrap();
    let (hierarchy, _array, view) = view_of_files(scratch.path());
    std::fs::remove_dir_all(scratch.path().join("data")).unwrap();
    std::fs::remove_dir_all(scratch.path().join("meta")).unwrap();
    let kind = |done: zarr::Result<()>| done.map_err(|error| error.kind());
    assert_eq!(kind(zarr::store::put(&*view, "data/a/c0/0", Some(&[2; 4]))), Err(ErrorKind::NotFound));
    assert_eq!(kind(view.set_many(&[("data/a/c0/0", &[2; 4]), ("data/a/c4/0", &[2; 4])])), Err(ErrorKind::NotFound));
    assert_eq!(kind(view.set_partial_values(&[("data/a/c0/0", 2, &[2])])), Err(ErrorKind::NotFound));
    assert_eq!(hierarchy.store().list().unwrap(), ["zarr.json"], "no shard shows up in the next array of this path");
    // Keys that are no chunks of the array are those of the store.
    zarr::store::put(&*view, "data/b/c0/0", Some(&[3])).unwrap();
    assert_eq!(get(&**hierarchy.store(), "data/b/c0/0").unwrap(), [3]);
}

#[test]
fn a_view_stores_nothing_in_another_array_at_the_path_of_its_own() {
    let scratch = tempfile::tempdir().unwrap();
    let (hierarchy, _array, view) = view_of_files(scratch.path());
    let meta = scratch.path().join(hierarchy.store().list_prefix("meta/").unwrap().pop().unwrap());
    let text = std::fs::read_to_string(&meta).unwrap();
    // Another process writes the document in one step, as every writer does.
    let replace = |text: &str| {
        std::fs::write(scratch.path().join("new"), text).unwrap();
        std::fs::rename(scratch.path().join("new"), &meta).unwrap();
    };
    replace(&text.replace("chunks_per_shard\": [3,2]", "chunks_per_shard\": [2,2]").replace("uint16", "int16"));
    assert_ne!(std::fs::read_to_string(&meta).unwrap(), text);
    let kind = |done: zarr::Result<()>| done.map_err(|error| error.kind());
    let before = get(&**hierarchy.store(), "data/a/c0/0").unwrap();
    assert_eq!(kind(zarr::store::put(&*view, "data/a/c0/0", Some(&[2; 4]))), Err(ErrorKind::Conflict));
    assert_eq!(kind(zarr::store::put(&*view, "data/a/c0/0", None)), Err(ErrorKind::Conflict));
    assert_eq!(get(&**hierarchy.store(), "data/a/c0/0").unwrap(), before);
    // An array that was resized is still the one that the view was made of, and has the chunks that lie in it now.
    replace(&text.replace("11", "4"));
    zarr::store::put(&*view, "data/a/c1/1", Some(&[4; 4])).unwrap();
    assert_eq!(kind(zarr::store::put(&*view, "data/a/c4/0", Some(&[4; 4]))), Err(ErrorKind::OutOfBounds));
    assert_eq!(hierarchy.store().list_prefix("data/a/").unwrap(), ["data/a/c0/0"]);
    replace(&text);
    zarr::store::put(&*view, "data/a/c4/0", Some(&[4; 4])).unwrap();
    assert_eq!(get(&*view, "data/a/c1/1").unwrap(), [4; 4]);
}

#[test]
fn stacks_that_only_want_to_do_harm_are_refused() {
    let hierarchy = hierarchy::open_store("memory://", None).unwrap();
    let create = |stack: &[[u64; 2]]| {
        let document = document(FormatId::V3Draft2022, stack);
        hierarchy.create_array_json("a", Some(FormatId::V3Draft2022), &document).map(drop).map_err(|error| error.kind())
    };
    assert_eq!(create(&[[1, 1]; 9]), Err(ErrorKind::Limit));
    assert_eq!(create(&[[2, 2], [0, 2]]), Err(ErrorKind::Metadata));
    assert_eq!(create(&[[1 << 40, 1], [1 << 40, 1]]), Err(ErrorKind::Metadata));
    assert_eq!(create(&[[1, 1]; 8]), Ok(()));
    let array = hierarchy.open_array("a", None).unwrap();
    array.write_region(&[0, 0], &[11, 7], &numbers(0..77)).unwrap();
    assert_eq!(read(&array), numbers(0..77));
}
