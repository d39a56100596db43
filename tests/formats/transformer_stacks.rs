//! Arrays whose documents name storage transformers, one or several: what lies in the store is what the text says that
//! these make, and a view of the chunks shows them as they were before, in both directions.

use std::sync::Arc;
use zarr::array::{Array, Unit};
use zarr::format::FormatId;
use zarr::hierarchy::Hierarchy;
use zarr::store::{ByteRange, MemoryStore, Store, StoreExt};
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

/// The value that transformers make of the chunks that lie in it, the last transformer of the stack outermost; `origin`
/// is the first of those chunks.
fn by_hand(stack: &[[u64; 2]], origin: [u64; 2], chunk: &dyn Fn([u64; 2]) -> Option<Vec<u8>>) -> Option<Vec<u8>> {
    let Some((counts, nearer)) = stack.split_last() else { return chunk(origin) };
    let unit = |axis: usize| nearer.iter().map(|counts| counts[axis]).product::<u64>();
    let (mut body, mut index, mut any) = (Vec::new(), Vec::new(), false);
    for (row, column) in (0..counts[0]).flat_map(|row| (0..counts[1]).map(move |column| (row, column))) {
        let inner = by_hand(nearer, [origin[0] + row * unit(0), origin[1] + column * unit(1)], chunk);
        let numbers = match &inner {
            Some(inner) => [body.len() as u64, inner.len() as u64],
            None => [u64::MAX; 2],
        };
        any |= inner.is_some();
        body.extend(inner.unwrap_or_default());
        index.extend(numbers.map(u64::to_le_bytes).concat());
    }
    any.then(|| [body, index].concat())
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
fn what_the_engine_writes_the_view_reads_and_the_reverse() {
    for (format, prefix) in FORMATS {
        for stack in [&[][..], &[[3, 2]], &[[3, 2], [2, 2]], &[[1, 1], [2, 3], [3, 1]]] {
            let (store, _, array) = create(format, stack);
            array.write_region(&[0, 0], &[11, 7], &numbers(0..77)).unwrap();
            let wrapped = array.chunk_store().unwrap();
            let chunks: Vec<String> = wrapped.list_prefix(prefix).unwrap();
            assert_eq!(chunks.len(), 6 * 7, "{stack:?}");
            assert_eq!(store.list_prefix(prefix).unwrap().len() < chunks.len(), !stack.is_empty());
            for (row, column) in (0..6).flat_map(|row| (0..7).map(move |column| (row, column))) {
                let chunk = get(&*wrapped, &format!("{prefix}c{row}/{column}")).unwrap();
                assert_eq!(chunk, array.read_encoded_chunk(Unit::Chunk, &[row, column]).unwrap().unwrap());
                assert_eq!(chunk[..2], (row as u16 * 14 + column as u16).to_le_bytes());
            }
            for key in store.list_prefix(prefix).unwrap() {
                let place: Vec<u64> = key[prefix.len() + 1..].split('/').map(|index| index.parse().unwrap()).collect();
                let count = |axis: usize| stack.iter().map(|counts| counts[axis]).product::<u64>();
                let chunk = |[row, column]: [u64; 2]| get(&*wrapped, &format!("{prefix}c{row}/{column}"));
                let expected = by_hand(stack, [place[0] * count(0), place[1] * count(1)], &chunk);
                assert_eq!(get(&*store, &key), expected, "{stack:?}: {key}");
            }
            // The other direction: the same chunks through a view, into a store of their own.
            let (other, _, copy) = create(format, stack);
            let target = copy.chunk_store().unwrap();
            let values: Vec<(&str, Vec<u8>)> =
                chunks.iter().map(|key| (key.as_str(), get(&*wrapped, key).unwrap())).collect();
            target.set_many(&values.iter().map(|(key, value)| (*key, &value[..])).collect::<Vec<_>>()).unwrap();
            assert_eq!(read(&copy), numbers(0..77));
            assert_eq!(other.list_all().unwrap(), store.list_all().unwrap());
            for key in store.list_prefix(prefix).unwrap() {
                assert_eq!(get(&*other, &key), get(&*store, &key), "{key}");
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
fn shards_of_every_kind_have_a_view() {
    let plain = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;
    let shards = |chunk: u64, codecs: &str, location: &str, index: &str| {
        format!(
            r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [{chunk}], "codecs": [{codecs}],
                "index_codecs": [{plain}{index}], "index_location": "{location}"}}}}"#
        )
    };
    let (crc, gzip) = (r#", {"name": "crc32c"}"#, r#"{"name": "gzip", "configuration": {"level": 1}}"#);
    for (codecs, edges) in [
        (shards(2, plain, "end", crc), "6"),
        (shards(2, plain, "start", ""), "6"),
        (format!("{}, {gzip}", shards(2, &format!("{plain}, {gzip}"), "start", crc)), "6"),
        (shards(4, &shards(2, plain, "start", crc), "end", ""), "12"),
        (shards(2, plain, "end", crc), "[[2, 6, 4, 8]]"),
    ] {
        let (name, member) =
            if edges.starts_with('[') { ("rectilinear", "chunk_shapes") } else { ("regular", "chunk_shape") };
        let (edges, kind) = match name {
            "regular" => (format!("[{edges}]"), ""),
            _ => (edges.to_owned(), r#""kind": "inline", "#),
        };
        let document = format!(
            r#"{{"zarr_format": 3, "node_type": "array", "shape": [19], "data_type": "uint16", "fill_value": 7,
                "chunk_grid": {{"name": "{name}", "configuration": {{{kind}"{member}": {edges}}}}},
                "chunk_key_encoding": {{"name": "default"}}, "codecs": [{codecs}]}}"#
        );
        let scratch = tempfile::tempdir().unwrap();
        for url in ["memory://", scratch.path().to_str().unwrap()] {
            let hierarchy = hierarchy::open_store(url, None).unwrap();
            let array = hierarchy.create_array_json("a", Some(FormatId::V3), &document).unwrap();
            let view = array.chunk_store().unwrap();
            array.write_region(&[3], &[13], &numbers(0..13)).unwrap();
            let keys = view.list_prefix("a/c/").unwrap();
            assert_eq!(keys.len(), 7, "{document}");
            for key in &keys {
                let place = key["a/c/".len()..].parse().unwrap();
                let chunk = array.read_encoded_chunk(Unit::Chunk, &[place]).unwrap();
                assert_eq!(
                    (view.size(key).unwrap(), get(&*view, key)),
                    (chunk.as_ref().map(|c| c.len() as u64), chunk)
                );
            }
            view.set("a/c/9", &get(&*view, "a/c/3").unwrap()).unwrap();
            view.erase("a/c/3").unwrap();
            view.set_partial_values(&[("a/c/9", 0, &[])]).unwrap();
            let mut expected = [7_u16; 19].map(u16::to_ne_bytes).concat();
            expected[6..32].copy_from_slice(&numbers(0..13));
            expected[12..16].copy_from_slice(&[7_u16; 2].map(u16::to_ne_bytes).concat());
            expected[36..].copy_from_slice(&numbers(3..4));
            let mut read = vec![0; 38];
            array.read_region(&[0], &[19], &mut read).unwrap();
            assert_eq!(read, expected, "{document}");
            view.erase_prefix("a/c/").unwrap();
            assert!(hierarchy.store().list_prefix("a/c/").unwrap().is_empty());
        }
    }
    let mut builder = zarr::array::ArrayBuilder::new_json("\"uint16\"", &[8]).unwrap();
    builder.chunk_shape(&[2]).unwrap();
    let hierarchy = hierarchy::open_store("memory://", None).unwrap();
    let plain = hierarchy.create_array("plain", &builder).unwrap();
    assert!(Arc::ptr_eq(&plain.chunk_store().unwrap(), hierarchy.store()), "without shards it is the store itself");
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
    assert_eq!(
        hierarchy.store().list_all().unwrap(),
        ["zarr.json"],
        "no shard shows up in the next array of this path"
    );
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
    assert_eq!(get(&*view, "data/a/c4/0"), None);
    zarr::store::put(&*view, "data/a/c4/0", None).unwrap();
    replace(&text);
    zarr::store::put(&*view, "data/a/c4/0", Some(&[4; 4])).unwrap();
    assert_eq!(get(&*view, "data/a/c1/1").unwrap(), [4; 4]);
    assert_eq!(view.list_prefix("data/a/c4/").unwrap(), ["data/a/c4/0"]);
}

#[test]
fn a_view_stays_with_its_array_where_this_process_puts_another_one_in_its_place() {
    let (store, hierarchy, array) = create(FormatId::V3Draft2022, &[[3, 2]]);
    let view = array.chunk_store().unwrap();
    zarr::store::put(&*view, "data/a/c0/0", Some(&[1; 4])).unwrap();
    hierarchy.erase("a").unwrap();
    let kind = |done: zarr::Result<()>| done.map_err(|error| error.kind());
    assert_eq!((get(&*view, "data/a/c0/0"), view.size("data/a/c0/0").unwrap()), (None, None));
    assert!(view.list_prefix("data/a/").unwrap().is_empty());
    assert_eq!(kind(zarr::store::put(&*view, "data/a/c0/0", Some(&[2; 4]))), Err(ErrorKind::NotFound));
    let text = document(FormatId::V3Draft2022, &[[2, 3]]);
    let other = hierarchy.create_array_json("a", Some(FormatId::V3Draft2022), &text).unwrap();
    other.write_region(&[0, 0], &[11, 7], &numbers(0..77)).unwrap();
    let before = get(&*store, "data/a/c0/0");
    assert_eq!(kind(zarr::store::put(&*view, "data/a/c0/0", Some(&[2; 4]))), Err(ErrorKind::Conflict));
    assert_eq!(kind(zarr::store::put(&*view, "data/a/c0/0", None)), Err(ErrorKind::Conflict));
    assert_eq!(kind(view.set_partial_values(&[("data/a/c0/0", 0, &[2])])), Err(ErrorKind::Conflict));
    assert_eq!(view.get("data/a/c0/0", ByteRange::ALL).unwrap_err().kind(), ErrorKind::Conflict);
    assert_eq!(get(&*store, "data/a/c0/0"), before);
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
