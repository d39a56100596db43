//! Chunk key encodings of final v3 that others have proposed: where chunks lie, and that all calls find them there.

use std::sync::Arc;
use zarr::array::{Array, Unit};
use zarr::hierarchy::{Hierarchy, open_store};
use zarr::store::{ByteRange, MemoryStore, StoreExt};
use zarr::{ErrorKind, Result};

fn document(shape: &str, chunks: &str, encoding: &str) -> String {
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": {shape}, "data_type": "uint8",
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": {chunks}}}}},
        "chunk_key_encoding": {encoding}, "fill_value": 0, "codecs": ["bytes"]}}"#
    )
}

fn open(shape: &str, chunks: &str, encoding: &str) -> Result<(Arc<Hierarchy>, Array)> {
    let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None)?;
    hierarchy.store().set("a/zarr.json", document(shape, chunks, encoding).as_bytes())?;
    let array = hierarchy.open_array("a", None)?;
    Ok((hierarchy, array))
}

const FANOUT: &str = r#"{"name": "fanout", "configuration": {"max_children": 100}}"#;
const SUFFIX: &str =
    r#"{"name": "suffix", "configuration": {"suffix": ".tiff", "base_encoding": {"name": "default"}}}"#;

#[test]
fn chunks_lie_where_the_encoding_says() {
    let base = |text: &str| SUFFIX.replace(r#""base_encoding": {"name": "default"}"#, text);
    for (encoding, key) in [
        (FANOUT.to_owned(), "c/1/01/23/0/04"),
        (r#"{"name": "fanout"}"#.into(), "c/0/123/0/004"),
        (r#""fanout""#.into(), "c/0/123/0/004"),
        (SUFFIX.into(), "c/123/4.tiff"),
        (base(r#""base-encoding": {"name": "v2"}"#), "123.4.tiff"),
        (base(r#""base_encoding": "v2""#), "123.4.tiff"),
        (base(&format!(r#""base_encoding": {FANOUT}"#)), "c/1/01/23/0/04.tiff"),
        (r#"{"name": "zarrs.default_suffix", "configuration": {"suffix": ".x"}}"#.into(), "c/123/4.x"),
        (r#"{"name": "zarrs.default_suffix", "configuration": {"separator": ".", "suffix": ""}}"#.into(), "c.123.4"),
    ] {
        let (hierarchy, array) = open("[130, 10]", "[1, 2]", &encoding).unwrap();
        assert!(array.warnings().is_empty(), "{:?}", array.warnings());
        array.write_region(&[123, 8], &[1, 2], &[7, 8]).unwrap();
        let stored = hierarchy.store().get(&format!("a/{key}"), ByteRange::ALL).unwrap();
        assert_eq!(stored.as_deref(), Some(&[7, 8][..]), "{encoding}");
        let mut back = [0; 2];
        array.read_region(&[123, 8], &[1, 2], &mut back).unwrap();
        assert_eq!((back, array.stored_chunks(Unit::Chunk).unwrap()), ([7, 8], vec![vec![123, 4]]));
        // A copy has them in the same places.
        hierarchy.copy("a", &hierarchy, "b", None, &|_, _| true).unwrap();
        assert!(hierarchy.store().exists(&format!("b/{key}")).unwrap(), "{encoding}");
        hierarchy.open_array("b", None).unwrap().read_region(&[123, 8], &[1, 2], &mut back).unwrap();
        assert_eq!(back, [7, 8]);
        // Chunks outside of a shorter array are gone.
        array.resize(&[100, 10]).unwrap();
        assert!(!hierarchy.store().exists(&format!("a/{key}")).unwrap(), "{encoding}");
    }
    for (encoding, key) in [(FANOUT, "c"), (SUFFIX, "c.tiff")] {
        let (hierarchy, array) = open("[]", "[]", encoding).unwrap();
        array.write_region(&[], &[], &[9]).unwrap();
        assert_eq!(hierarchy.store().get(&format!("a/{key}"), ByteRange::ALL).unwrap().unwrap(), [9]);
        assert_eq!(array.stored_chunks(Unit::Chunk).unwrap(), [Vec::<u64>::new()]);
    }
}

/// The purpose of the encoding: no folder of a long array has more entries than it says.
#[test]
fn fanout_keeps_folders_short() {
    let directory = tempfile::tempdir().unwrap();
    let hierarchy = open_store(directory.path().to_str().unwrap(), None).unwrap();
    let array = hierarchy.create_array_json("a", None, &document("[1234]", "[1]", FANOUT)).unwrap();
    array.write_region(&[0], &[1234], &vec![5; 1234]).unwrap();
    let mut folders = vec![directory.path().join("a")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        let entries: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(entries.len() <= 100, "{} has {} entries", folder.display(), entries.len());
        files += entries.iter().filter(|path| path.is_file()).count();
        folders.extend(entries.into_iter().filter(|path| path.is_dir()));
    }
    assert_eq!(files, 1234 + 1);
    let mut back = vec![0; 1234];
    hierarchy.open_array("a", None).unwrap().read_region(&[0], &[1234], &mut back).unwrap();
    assert_eq!(back, [5; 1234]);
}

#[test]
fn encodings_that_make_no_sense_are_refused() {
    for (encoding, kind) in [
        (r#"{"name": "fanout", "configuration": {"max_children": 99}}"#, ErrorKind::Metadata),
        (r#"{"name": "fanout", "configuration": {"max_children": "100"}}"#, ErrorKind::Metadata),
        (r#"{"name": "fanout", "configuration": {"separator": "/"}}"#, ErrorKind::Metadata),
        (r#"{"name": "suffix", "configuration": {"base_encoding": "v2"}}"#, ErrorKind::Metadata),
        (r#"{"name": "suffix", "configuration": {"suffix": 7, "base_encoding": "v2"}}"#, ErrorKind::Metadata),
        (r#"{"name": "suffix", "configuration": {"suffix": "/../x", "base_encoding": "v2"}}"#, ErrorKind::Metadata),
        (r#"{"name": "suffix", "configuration": {"suffix": "x", "base_encoding": "hash"}}"#, ErrorKind::Unsupported),
        (r#"{"name": "suffix", "configuration": {"suffix": "x", "base_encoding": "v2", "a": 1}}"#, ErrorKind::Metadata),
        (r#"{"name": "zarrs.default_suffix"}"#, ErrorKind::Metadata),
        (r#"{"name": "zarrs.default_suffix", "configuration": {"suffix": "a/b"}}"#, ErrorKind::Metadata),
    ] {
        assert_eq!(open("[4]", "[1]", encoding).map(drop).unwrap_err().kind(), kind, "{encoding}");
    }
    let deep = (0..9).fold(r#""v2""#.to_owned(), |inner, _| {
        format!(r#"{{"name": "suffix", "configuration": {{"suffix": "x", "base_encoding": {inner}}}}}"#)
    });
    assert_eq!(open("[4]", "[1]", &deep).map(drop).unwrap_err().kind(), ErrorKind::Limit);
    // The older text of each is read, and named.
    let (_, array) = open("[4]", "[1]", r#"{"name": "suffix", "configuration": {"suffix": ".x"}}"#).unwrap();
    assert!(array.warnings()[0].contains("base_encoding"), "{:?}", array.warnings());
    let (hierarchy, array) = open("[4]", "[1]", &FANOUT.replace("100", "250")).unwrap();
    assert!(array.warnings()[0].contains("100 is taken"), "{:?}", array.warnings());
    array.write_region(&[2], &[1], &[1]).unwrap();
    assert!(hierarchy.store().exists("a/c/0/02").unwrap());
}
