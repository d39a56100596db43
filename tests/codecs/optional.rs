//! Elements that may be missing, as zarrs stores them: which there are, and those that there are without gaps.

use std::sync::Arc;
use zarr::array::{Array, ArrayBuilder};
use zarr::format::FormatId;
use zarr::hierarchy::Hierarchy;
use zarr::store::{ByteRange, MemoryStore, StoreExt};
use zarr::{ErrorKind, Result};

const PACKBITS: &str = r#"{"name": "packbits", "configuration": {}}"#;
const LITTLE: &str = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;

fn optional(inner: &str) -> String {
    format!(r#"{{"name": "zarrs.optional", "configuration": {inner}}}"#)
}

fn codec(mask: &str, data: &str) -> String {
    optional(&format!(r#"{{"mask_codecs": [{mask}], "data_codecs": [{data}]}}"#))
}

fn document(data_type: &str, fill: &str, codecs: &str) -> String {
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [2, 4], "data_type": {data_type},
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [2, 2]}}}},
        "chunk_key_encoding": {{"name": "default"}}, "fill_value": {fill}, "codecs": [{codecs}]}}"#
    )
}

fn open(data_type: &str, fill: &str, codecs: &str) -> Result<(Arc<Hierarchy>, Array)> {
    let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None)?;
    hierarchy.store().set("a/zarr.json", document(data_type, fill, codecs).as_bytes())?;
    let array = hierarchy.open_array("a", None)?;
    Ok((hierarchy, array))
}

/// The stored form of two parts.
fn chunk(mask: &[u8], data: &[u8]) -> Vec<u8> {
    let lengths = [mask.len() as u64, data.len() as u64].map(u64::to_le_bytes);
    [&lengths.concat(), mask, data].concat()
}

fn element(value: Option<u16>) -> [u8; 3] {
    value.map_or([0; 3], |value| [1, value.to_ne_bytes()[0], value.to_ne_bytes()[1]])
}

#[test]
fn chunks_are_what_zarrs_stores() {
    let uint16 = optional(r#"{"name": "uint16", "configuration": {}}"#);
    let (hierarchy, array) = open(&uint16, "null", &codec(PACKBITS, LITTLE)).unwrap();
    assert!(array.warnings().is_empty(), "{:?}", array.warnings());
    // Rows 7 – 258 8 and 9 – – –, chunk by chunk.
    hierarchy.store().set("a/c/0/0", &chunk(&[0b0101], &[7, 0, 9, 0])).unwrap();
    hierarchy.store().set("a/c/0/1", &chunk(&[0b0011], &[2, 1, 8, 0])).unwrap();
    let values = [Some(7), None, Some(258), Some(8), Some(9), None, None, None].map(element).concat();
    let mut read = vec![0xaa; 24];
    array.read_region(&[0, 0], &[2, 4], &mut read).unwrap();
    assert_eq!(read, values);
    // The bytes of zarrs 0.23.14 for an element, of an inner one that is missing, and of one that is missing itself.
    let nested = optional(&optional(r#"{"name": "uint8", "configuration": {}}"#));
    let (other, deep) = open(&nested, "null", &codec(PACKBITS, &codec(PACKBITS, LITTLE))).unwrap();
    other.store().set("a/c/0/0", &chunk(&[3], &chunk(&[1], &[1]))).unwrap();
    let mut read = vec![0xaa; 12];
    deep.read_region(&[0, 0], &[2, 2], &mut read).unwrap();
    assert_eq!(read, [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    // The elements that are read are written to equal bytes.
    let stored = |key: &str| hierarchy.store().get(key, ByteRange::ALL).unwrap();
    array.write_region(&[0, 0], &[2, 4], &values).unwrap();
    assert_eq!(stored("a/c/0/0").unwrap(), chunk(&[0b0101], &[7, 0, 9, 0]));
    // The content of a missing element is not stored, and a chunk without any elements has no data.
    array.write_region(&[0, 2], &[2, 2], &[0, 5, 5, 0, 5, 5, 0, 5, 5, 0, 5, 5]).unwrap();
    assert_eq!(stored("a/c/0/1").unwrap(), chunk(&[0], &[]));
    array.write_region(&[1, 3], &[1, 1], &element(Some(3))).unwrap();
    assert_eq!(stored("a/c/0/1").unwrap(), chunk(&[0b1000], &[3, 0]));
    // Only the fill value: nothing is stored.
    let array = hierarchy.open_array("a", Some(r#"{"write_empty_chunks": false}"#)).unwrap();
    array.write_region(&[0, 2], &[2, 2], &[0; 12]).unwrap();
    assert_eq!(stored("a/c/0/1"), None);
}

#[test]
fn fill_values_are_null_or_a_list_of_one() {
    let uint16 = optional(r#"{"name": "uint16", "configuration": {}}"#);
    let nested = optional(&format!(
        r#"{{"name": "optional", "configuration": {}}}"#,
        r#"{"name": "int8", "configuration": {}}"#
    ));
    let inner = codec(PACKBITS, &codec(PACKBITS, r#"{"name": "bytes"}"#));
    for (data_type, fill, codecs, expected) in [
        (&uint16, "null", codec(PACKBITS, LITTLE), &element(None)[..]),
        (&uint16, "[7]", codec(PACKBITS, LITTLE), &element(Some(7))),
        (&nested, "null", inner.clone(), &[0, 0, 0]),
        (&nested, "[null]", inner.clone(), &[1, 0, 0]),
        (&nested, "[[-1]]", inner.clone(), &[1, 1, 255]),
    ] {
        let (hierarchy, array) = open(data_type, fill, &codecs).unwrap();
        let mut read = vec![0xaa; 24];
        array.read_region(&[0, 0], &[2, 4], &mut read).unwrap();
        assert_eq!(read, expected.repeat(8), "{fill}");
        // A copy says it in the same words.
        hierarchy.copy("a", &hierarchy, "b", None, &|_, _| true).unwrap();
        let copy = hierarchy.open_array("b", Some(r#"{"strict": true}"#)).unwrap();
        assert_eq!(copy.fill_value().unwrap().0, expected);
        assert!(
            copy.metadata().unwrap().replace([' ', '\n'], "").contains(&format!("\"fill_value\":{fill}")),
            "{fill}"
        );
        // Every third element is missing; of the nested ones, the inner ones by turns.
        let values: Vec<u8> = (0..8_u8)
            .flat_map(|at| match (at % 3, data_type == &nested) {
                (0, _) => [0, 0, 0],
                (_, false) => [1, at, 0],
                (1, true) => [1, 0, 0],
                (_, true) => [1, 1, at],
            })
            .collect();
        array.write_region(&[0, 0], &[2, 4], &values).unwrap();
        hierarchy.open_array("a", None).unwrap().read_region(&[0, 0], &[2, 4], &mut read).unwrap();
        assert_eq!(read, values);
    }
    for fill in ["7", "[]", "[7, 8]", "[\"x\"]", "[[7]]"] {
        let error = open(&uint16, fill, &codec(PACKBITS, LITTLE)).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Metadata, "{fill}");
    }
}

#[test]
fn a_builder_chooses_the_codec_and_shards_hold_it() {
    for shards in [false, true] {
        let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
        let int32 = optional(r#"{"name": "int32", "configuration": {}}"#);
        let mut builder = ArrayBuilder::new_json(&int32, &[100]).unwrap();
        builder.chunk_shape(&[10]).unwrap();
        if shards {
            builder.shard_shape(&[50]).unwrap();
        }
        builder.codec("zstd", None).unwrap();
        let array = hierarchy.create_array("a", &builder).unwrap();
        let values: Vec<u8> = (0..100_i32)
            .flat_map(|at| {
                [&[u8::from(at % 7 != 0)], &(if at % 7 == 0 { 0 } else { at - 50 }).to_ne_bytes()[..]].concat()
            })
            .collect();
        array.write_region(&[0], &[100], &values).unwrap();
        let array = hierarchy.open_array("a", Some(r#"{"strict": true}"#)).unwrap();
        assert_eq!(array.data_type().to_json().to_string(), int32);
        let mut read = vec![0xaa; 500];
        array.read_region(&[0], &[100], &mut read).unwrap();
        assert_eq!(read, values);
        array.write_region(&[33], &[20], &values[..100]).unwrap();
        array.read_region(&[33], &[20], &mut read[..100]).unwrap();
        assert_eq!(read[..100], values[..100]);
        for format in [FormatId::V2, FormatId::V3Draft2022] {
            builder.format(Some(format));
            let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None).unwrap();
            assert_eq!(hierarchy.create_array("b", &builder).unwrap_err().kind(), ErrorKind::Unsupported, "{format:?}");
        }
    }
}

#[test]
fn hostile_chunks_and_documents_are_refused() {
    let uint16 = optional(r#"{"name": "uint16", "configuration": {}}"#);
    let good = chunk(&[0b0101], &[7, 0, 9, 0]);
    let with = |at: usize, byte: u8| {
        let mut bad = good.clone();
        bad[at] = byte;
        bad
    };
    let (hierarchy, array) = open(&uint16, "null", &codec(PACKBITS, LITTLE)).unwrap();
    for bad in [
        vec![],
        good[..15].to_vec(),
        good[..good.len() - 1].to_vec(),
        [&good[..], &[0]].concat(),
        with(0, 2),
        with(7, 0x80),
        with(8, 5),
        with(15, 0xff),
        chunk(&[0b0101, 0], &[7, 0, 9, 0]),
        chunk(&[], &[]),
        chunk(&[0b0111], &[7, 0, 9, 0]),
        chunk(&[0b0001], &[7, 0, 9, 0]),
        chunk(&[0], &[7, 0]),
        [&u64::MAX.to_le_bytes()[..], &18_u64.to_le_bytes(), &[0; 17]].concat(),
    ] {
        hierarchy.store().set("a/c/0/0", &bad).unwrap();
        let error = array.read_region(&[0, 0], &[2, 2], &mut [0; 12]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Data, "{bad:?}: {error}");
    }
    let uint8 = r#""uint8""#;
    for (data_type, codecs, kind) in [
        // The bytes of a struct say nothing of what is missing.
        (uint16.as_str(), LITTLE.to_owned(), ErrorKind::Metadata),
        (uint8, codec(PACKBITS, r#""bytes""#), ErrorKind::Metadata),
        (&uint16, optional(&format!(r#"{{"mask_codecs": [{PACKBITS}]}}"#)), ErrorKind::Metadata),
        (&uint16, codec("", LITTLE), ErrorKind::Metadata),
        (&uint16, codec(PACKBITS, &codec(PACKBITS, LITTLE)), ErrorKind::Metadata),
        (&optional("{}"), codec(PACKBITS, LITTLE), ErrorKind::Metadata),
        (&optional(r#"{"name": "string", "configuration": {}}"#), codec(PACKBITS, LITTLE), ErrorKind::Unsupported),
        (&optional(r#"{"name": "nothing", "configuration": {}}"#), codec(PACKBITS, LITTLE), ErrorKind::Unsupported),
        (&optional(r#"{"name": "int8", "configuration": {}, "a": 1}"#), codec(PACKBITS, LITTLE), ErrorKind::Metadata),
    ] {
        let fill = if data_type == uint8 { "0" } else { "null" };
        let error = open(data_type, fill, &codecs).map(drop).unwrap_err();
        assert_eq!(error.kind(), kind, "{data_type} {codecs}: {error}");
    }
}

#[test]
fn what_stands_inside_keeps_to_the_limits_of_a_chunk() {
    const GZIP: &str = r#", {"name": "gzip", "configuration": {"level": 1}}"#;
    let uint8 = optional(r#"{"name": "uint8", "configuration": {}}"#);
    let read = |mask: usize, data: usize| {
        let codecs = codec(&format!("{PACKBITS}{}", GZIP.repeat(mask)), &format!(r#""bytes"{}"#, GZIP.repeat(data)));
        let long = document(&uint8, "null", &codecs).replace("[2, 4]", "[1, 100000]").replace("[2, 2]", "[1, 100000]");
        let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None)?;
        hierarchy.store().set("a/zarr.json", long.as_bytes())?;
        hierarchy.store().set("a/c/0/0", &chunk(&[0; 12500], &[]))?;
        let array = hierarchy.open_array("a", Some(r#"{"limits": {"chunk_bytes": 200000}}"#))?;
        array.read_region(&[0, 0], &[1, 1], &mut [0; 2])
    };
    read(0, 0).unwrap();
    // Of as many compressors each may make a little, and the next one much of that little.
    for (mask, data) in [(60, 0), (0, 60)] {
        let error = read(mask, data).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
    }
    // Each that holds another has a copy of its elements while they are decoded.
    let deep = |depth: usize| {
        let inner = (0..depth).fold(String::new(), |inner, level| match level {
            0 => r#"{"name": "uint8", "configuration": {}}"#.to_owned(),
            _ => optional(&inner),
        });
        let codecs = (0..depth).fold(r#""bytes""#.to_owned(), |codecs, _| codec(PACKBITS, &codecs));
        open(&optional(&inner), "null", &codecs).map(drop)
    };
    deep(4).unwrap();
    assert_eq!(deep(5).unwrap_err().kind(), ErrorKind::Unsupported);
}
