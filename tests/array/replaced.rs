//! Documents that change below an open handle. One that says the same in other words keeps no writer from its work; one
//! of another array keeps the chunks of the old one out, until the program says that it follows.

use std::path::Path;
use zarr::ErrorKind;
use zarr::array::{Array, ArrayBuilder};
use zarr::dtype::DataType;
use zarr::hierarchy::open_store;

const V3: &str = r#"{"zarr_format": 3, "node_type": "array", "shape": [8], "data_type": "float32", "fill_value": "NaN",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}},
    "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
    "codecs": [CODECS], "attributes": {}}"#;
const V2: &str = r#"{"zarr_format": 2, "shape": [8], "chunks": [4], "dtype": "<i2", "compressor": COMPRESSOR,
    "fill_value": 0, "order": "C", "filters": FILTERS}"#;
const SHARDS: &str = r#"{"name": "sharding_indexed", "configuration": {"chunk_shape": [2], "codecs": [
    {"name": "bytes", "configuration": {"endian": "little"}}, {"name": "gzip", "configuration": {"level": 1}}],
    "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}],
    "index_location": "end"}}"#;

/// A handle that has written one element of each chunk; then another program puts a document in the place of its own.
fn opened(folder: &Path, key: &str, old: &str, new: &str) -> Array {
    let array = folder.join("a");
    std::fs::remove_dir_all(&array).ok();
    std::fs::create_dir(&array).unwrap();
    std::fs::write(array.join(key), old).unwrap();
    let store = open_store(folder.to_str().unwrap(), None).unwrap();
    let handle = store.open_array("a", None).unwrap_or_else(|error| panic!("{error}: {old}"));
    write(&handle, 0).unwrap();
    write(&handle, 7).unwrap();
    std::fs::write(array.join(key), new).unwrap();
    handle
}

fn write(array: &Array, at: u64) -> zarr::Result<()> {
    array.write_region(&[at], &[1], &vec![1; array.data_type().size()])
}

fn v3(codecs: &str) -> String {
    V3.replace("CODECS", codecs)
}

fn v2(compressor: &str, filters: &str) -> String {
    V2.replace("COMPRESSOR", compressor).replace("FILTERS", filters)
}

/// Another program sets an attribute and spells the document in its way: a program that was appending would lose all
/// that it writes from then on.
#[test]
fn a_document_in_other_words_keeps_no_writer_from_its_work() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;
    let plain = v3(bytes);
    let behind = |codec: &str| v3(&format!("{bytes}, {codec}"));
    let mut pairs = vec![
        (plain.clone(), plain.replace("\"attributes\": {}", r#""attributes": {"a": 1}, "dimension_names": ["x"]"#)),
        (plain.clone(), plain.replace("\"attributes\": {}", r#""storage_transformers": [], "attributes": {}"#)),
        (plain.clone(), plain.replace("\"NaN\"", "\"0x7fc00000\"")),
        (plain.clone(), plain.replace(r#", "configuration": {"separator": "/"}"#, "")),
        (plain.clone(), v3("\"bytes\"")),
        (plain.clone(), v3(&format!(r#"{{"name": "transpose", "configuration": {{"order": [0]}}}}, {bytes}"#))),
        (plain.clone(), plain.replace("\"shape\": [8]", "\"shape\": [16]")),
        (
            behind(r#"{"name": "zstd", "configuration": {"level": 1, "checksum": false}}"#),
            behind(r#"{"name": "zstd", "configuration": {"level": 9, "checksum": true}}"#),
        ),
        (behind(r#"{"name": "gzip", "configuration": {"level": 1}}"#), behind("\"gzip\"")),
        (
            v3(SHARDS),
            v3(&SHARDS.replace("\"level\": 1", "\"level\": 9").replace(",\n    \"index_location\": \"end\"", "")),
        ),
    ];
    let blosc = r#"{"id": "blosc", "cname": "lz4", "clevel": 5, "shuffle": 1, "blocksize": 0}"#;
    pairs.extend([
        (
            v2("null", "null"),
            v2("null", "[]").replace("\"fill_value\"", "\"dimension_separator\": \".\", \"fill_value\""),
        ),
        (v2("null", "null"), v2("null", "null").replace("\"fill_value\": 0", "\"note\": 1, \"fill_value\": 0.0")),
        (v2(blosc, "null"), v2(r#"{"id": "blosc", "cname": "zstd", "clevel": 1, "shuffle": 2}"#, "null")),
        (v2(r#"{"id": "lz4"}"#, "null"), v2(r#"{"id": "lz4", "acceleration": 9}"#, "null")),
        (v2(r#"{"id": "bz2"}"#, "null"), v2(r#"{"id": "bz2", "level": 9}"#, "null")),
        (v2(r#"{"id": "lzma"}"#, "null"), v2(r#"{"id": "lzma", "preset": 1, "check": 0}"#, "null")),
        (v2(r#"{"id": "zlib"}"#, "null"), v2(r#"{"id": "zlib", "level": 9}"#, "null")),
        (
            v2("null", r#"[{"id": "delta", "dtype": "<i2"}]"#),
            v2("null", r#"[{"id": "delta", "dtype": "<i2", "astype": "<i2"}]"#),
        ),
    ]);
    for (old, new) in pairs {
        let key = if old.contains("node_type") { "zarr.json" } else { ".zarray" };
        let array = opened(folder.path(), key, &old, &new);
        write(&array, 1).unwrap_or_else(|error| panic!("{error}: {old} {new}"));
        let mut read = [0; 4];
        let size = array.data_type().size();
        array.read_region(&[1], &[1], &mut read[..size]).unwrap();
        assert_eq!(read[..size], [1; 4][..size], "{new}");
    }
}

/// A chunk of the old array would be damage, or other elements, in the new one. The message says why the write failed.
#[test]
fn a_document_of_another_array_refuses_the_chunks_of_the_old_one() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;
    let plain = v3(bytes);
    let shuffle = r#"[{"id": "shuffle", "elementsize": 2}]"#;
    for (old, new, why) in [
        (plain.clone(), plain.replace("[4]", "[2]"), "its chunks are [2] now, not [4]"),
        (plain.clone(), plain.replace("\"NaN\"", "0"), "its fill value was changed"),
        (plain.clone(), plain.replace("\"NaN\"", "\"0xffc00000\""), "its fill value was changed"),
        (
            plain.clone(),
            plain.replace("float32", "int32").replace("\"NaN\"", "0"),
            "its data type is int32 now, not float32",
        ),
        (plain.clone(), plain.replace("\"/\"", "\".\""), "its chunks have keys like \"c.0\" now, not \"c/0\""),
        (plain.clone(), plain.replace("little", "big"), "the configuration of its codec \"bytes\" was changed"),
        (plain.clone(), v3(&format!("{bytes}, \"crc32c\"")), "its codecs are bytes, crc32c now, not bytes"),
        (
            v3(SHARDS),
            v3(&SHARDS.replace("[2]", "[1]")),
            "the configuration of its codec \"sharding_indexed\" was changed",
        ),
        (v3(SHARDS), v3(&SHARDS.replace("\"end\"", "\"start\"")), "codec \"sharding_indexed\" was changed"),
        (v3(SHARDS), v3(&SHARDS.replace(", {\"name\": \"crc32c\"}", "")), "codec \"sharding_indexed\" was changed"),
        (
            v2("null", shuffle),
            v2("null", &shuffle.replace('2', "4")),
            "the configuration of its codec \"shuffle\" was changed",
        ),
        (
            v2("null", r#"[{"id": "fixedscaleoffset", "scale": 10, "offset": 0, "dtype": "<i2"}]"#),
            v2("null", r#"[{"id": "fixedscaleoffset", "scale": 20, "offset": 0, "dtype": "<i2"}]"#),
            "the configuration of its codec \"fixedscaleoffset\" was changed",
        ),
        (
            v2(r#"{"id": "lzma"}"#, "null"),
            v2(r#"{"id": "lzma", "format": 2}"#, "null"),
            "the configuration of its codec \"lzma\" was changed",
        ),
        (v2("null", "null"), v2("null", "null").replace(": 0", ": null"), "its fill value was changed"),
    ] {
        let key = if old.contains("node_type") { "zarr.json" } else { ".zarray" };
        let array = opened(folder.path(), key, &old, &new);
        for _ in 0..2 {
            let refused = write(&array, 1).expect_err(&new);
            assert_eq!(refused.kind(), ErrorKind::Conflict, "{refused}");
            assert!(refused.message().contains(why), "{refused}: {new}");
        }
    }
}

/// Handles of one process know of each other's changes at once: that let a write go into an array that it was not for.
#[test]
fn only_a_refresh_makes_a_handle_that_of_the_array_in_its_place() {
    let builder = |chunk: u64| {
        let mut builder = ArrayBuilder::new(DataType::from_code(4).unwrap(), &[8]).unwrap();
        builder.chunk_shape(&[chunk]).unwrap();
        builder
    };
    let folder = tempfile::tempdir().unwrap();
    for url in ["memory://", folder.path().to_str().unwrap()] {
        let store = open_store(url, None).unwrap();
        let first = store.create_array("a", &builder(4)).unwrap();
        let portable = store.open_from_document("a", first.document().unwrap().as_bytes(), None).unwrap();
        // A handle that has met the gap between the two arrays is as strict as others.
        store.erase("a").unwrap();
        assert_eq!(write(&portable, 1).unwrap_err().kind(), ErrorKind::NotFound);
        let second = store.create_array("a", &builder(2)).unwrap();
        second.write_region(&[0], &[8], &[2; 32]).unwrap();
        for handle in [&first, &portable] {
            for change in [write(handle, 1), handle.set_attributes("{}"), handle.resize(&[20])] {
                let refused = change.unwrap_err();
                assert_eq!(refused.kind(), ErrorKind::Conflict, "{refused}");
                assert!(refused.message().contains("its chunks are [2] now, not [4]"), "{refused}");
            }
        }
        let mut read = [0; 32];
        first.read_region(&[0], &[8], &mut read).unwrap();
        assert_eq!(read, [2; 32], "reading follows what is there");
        assert_eq!(write(&first, 1).unwrap_err().kind(), ErrorKind::Conflict, "reading takes nothing over");
        let unseen = portable.read_region(&[0], &[8], &mut read).unwrap_err();
        assert_eq!(unseen.kind(), ErrorKind::Conflict, "a handle that never saw its array follows none: {unseen}");
        assert_eq!(second.shape(), [8]);
        first.refresh().unwrap();
        write(&first, 1).unwrap();
        second.resize(&[20]).unwrap();
        write(&first, 19).unwrap();
    }
}

/// The fill value is no part of a chunk: handles of one process begin their next call with the new one.
#[test]
fn a_fill_value_that_another_handle_has_set_is_taken() {
    let store = open_store("memory://", None).unwrap();
    let builder = ArrayBuilder::new(DataType::from_code(4).unwrap(), &[8]).unwrap();
    let first = store.create_array("a", &builder).unwrap();
    let second = store.open_array("a", None).unwrap();
    second.set_fill_value(Some(&[7; 4])).unwrap();
    write(&first, 1).unwrap();
    let mut read = [0; 8];
    second.read_region(&[1], &[2], &mut read).unwrap();
    assert_eq!(read, [1, 1, 1, 1, 7, 7, 7, 7]);
}

/// A program publishes a new folder, or archive, under the path of the old one, which another handle still has open: each
/// handle reads the one that it has opened.
#[test]
fn what_comes_to_the_path_of_an_open_store_has_a_cache_of_its_own() {
    for name in ["data.zarr", "data.zip"] {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        let made = |place: &str, value: u8| {
            let store = open_store(&path(place), None).unwrap();
            let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[4]).unwrap();
            builder.codec("gzip", Some(r#"{"level": 1}"#)).unwrap();
            store.create_array("a", &builder).unwrap().write_region(&[0], &[4], &[value; 4]).unwrap();
            store.store().flush().unwrap();
        };
        let opened = || {
            let store = open_store(&path(name), Some(r#"{"cache_bytes": 1000000}"#)).unwrap();
            store.open_array("a", None).unwrap()
        };
        let first = |array: &Array| {
            let mut value = [0];
            array.read_region(&[0], &[1], &mut value).unwrap();
            value[0]
        };
        made(name, 1);
        let old = opened();
        assert_eq!(first(&old), 1);
        made(&format!("new-{name}"), 2);
        std::fs::rename(path(name), path("old")).unwrap();
        std::fs::rename(path(&format!("new-{name}")), path(name)).unwrap();
        let new = opened();
        for _ in 0..2 {
            assert_eq!((first(&new), first(&old)), (2, 1), "{name}");
            new.refresh().unwrap();
            assert_eq!((first(&new), first(&old)), (2, 1), "{name}");
        }
    }
}

/// A handle gives no document of the array that has replaced its own: a handle that is opened from it would write into an
/// array that was not meant.
#[test]
fn the_document_of_a_replaced_array_is_not_handed_on() {
    let hierarchy = open_store("memory://", None).unwrap();
    let builder = |chunk: u64| {
        let mut builder = ArrayBuilder::new(DataType::from_name("int32", None).unwrap(), &[8]).unwrap();
        builder.chunk_shape(&[chunk]).unwrap();
        builder
    };
    let old = hierarchy.create_array("a", &builder(4)).unwrap();
    hierarchy.create_or_replace_array("a", &builder(2)).unwrap();
    assert_eq!(old.document().unwrap_err().kind(), ErrorKind::Conflict);
    old.refresh().unwrap();
    let document = old.document().unwrap();
    let known = hierarchy.open_from_document("a", document.as_bytes(), None).unwrap();
    assert_eq!(known.chunk_shape().unwrap(), [2]);
}
