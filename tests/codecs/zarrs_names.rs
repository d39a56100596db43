//! The codecs and names that zarrs has beside those of the registry: what it has written under them is read.

use std::sync::Arc;
use zarr::array::Array;
use zarr::dtype::VariableValue;
use zarr::hierarchy::Hierarchy;
use zarr::store::{ByteRange, MemoryStore, StoreExt};
use zarr::{ErrorKind, Result};

fn open(data_type: &str, shape: &str, fill_value: &str, codecs: &str) -> Result<(Arc<Hierarchy>, Array)> {
    let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None)?;
    let document = format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": {shape}, "data_type": "{data_type}",
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": {shape}}}}},
        "chunk_key_encoding": {{"name": "v2"}}, "fill_value": {fill_value}, "codecs": [{codecs}]}}"#
    );
    hierarchy.store().set("a/zarr.json", document.as_bytes())?;
    let array = hierarchy.open_array("a", None)?;
    Ok((hierarchy, array))
}

fn named(name: &str, configuration: &str) -> String {
    format!(r#"{{"name": "{name}", "configuration": {{{configuration}}}}}"#)
}

fn chunk(hierarchy: &Hierarchy, name: &str) -> Vec<u8> {
    hierarchy.store().get(&format!("a/{name}"), ByteRange::ALL).unwrap().expect("a chunk")
}

const LITTLE: &str = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;

/// A chunk that was written under the name of today is read under each of the others, and looks alike.
#[test]
fn every_name_of_a_codec_is_the_codec() {
    let uri = |kind: &str, name: &str| format!("https://codec.zarrs.dev/{kind}/{name}");
    let data: Vec<u8> = (0..16_i32).flat_map(|at| (at * at).to_ne_bytes()).collect();
    let mut names = vec![
        ("float32", "bitround", uri("array_to_bytes", "bitround"), "\"keepbits\": 3", true, false),
        ("float32", "bitround", uri("array_to_array", "bitround"), "\"keepbits\": 3", true, false),
        ("int32", "numcodecs.pcodec", uri("array_to_bytes", "pcodec"), "\"level\": 8", false, false),
        ("int32", "numcodecs.fletcher32", uri("bytes_to_bytes", "fletcher32"), "", true, true),
        ("int32", "numcodecs.bz2", uri("bytes_to_bytes", "bz2"), "\"level\": 5", true, true),
    ];
    if cfg!(feature = "zfp") {
        names.push(("int32", "zfp", uri("array_to_bytes", "zfp"), "\"mode\": \"reversible\"", false, false));
        names.push(("int32", "zfp", "zarrs.zfp".into(), "\"mode\": \"reversible\"", false, false));
        names.push((
            "float32",
            "numcodecs.zfpy",
            uri("array_to_bytes", "zfpy"),
            "\"mode\": 4, \"tolerance\": 0.1",
            false,
            false,
        ));
    }
    for (data_type, today, other, configuration, with_bytes, behind) in names {
        let codecs = |name: &str| match (with_bytes, behind) {
            (false, _) => named(name, configuration),
            (true, false) => format!("{}, {LITTLE}", named(name, configuration)),
            (true, true) => format!("{LITTLE}, {}", named(name, configuration)),
        };
        let (written, array) = open(data_type, "[16]", "0", &codecs(today)).unwrap();
        array.write_region(&[0], &[16], &data).unwrap();
        let (read, other_array) =
            open(data_type, "[16]", "0", &codecs(&other)).unwrap_or_else(|e| panic!("{other}: {e}"));
        assert!(other_array.warnings().is_empty(), "{other}: {:?}", other_array.warnings());
        read.store().set("a/0", &chunk(&written, "0")).unwrap();
        let [mut one, mut two] = [vec![1; 64], vec![2; 64]];
        array.read_region(&[0], &[16], &mut one).unwrap();
        other_array.read_region(&[0], &[16], &mut two).unwrap();
        assert_eq!(one, two, "{other}");
        other_array.write_region(&[0], &[16], &data).unwrap();
        assert_eq!(chunk(&read, "0"), chunk(&written, "0"), "{other}");
        // A new document has the name of today.
        read.copy("a", &read, "b", None, &|_, _| true).unwrap();
        let document = read.store().get("b/zarr.json", ByteRange::ALL).unwrap().unwrap();
        assert!(String::from_utf8(document).unwrap().contains(&format!("\"{today}\"")), "{other}");
    }
}

#[test]
fn squeeze_leaves_out_axes_of_length_one() {
    let order = named("transpose", "\"order\": [1, 0]");
    for name in ["zarrs.squeeze", "https://codec.zarrs.dev/array_to_array/squeeze"] {
        let (hierarchy, array) =
            open("uint8", "[1, 2, 1, 3]", "0", &format!("{}, {order}, \"bytes\"", named(name, ""))).unwrap();
        array.write_region(&[0; 4], &[1, 2, 1, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
        assert_eq!(chunk(&hierarchy, "0.0.0.0"), [1, 4, 2, 5, 3, 6], "two axes are left to be turned");
        let mut back = [0; 6];
        array.read_region(&[0; 4], &[1, 2, 1, 3], &mut back).unwrap();
        assert_eq!(back, [1, 2, 3, 4, 5, 6]);
    }
    let one = format!("{}, {}, \"bytes\"", named("zarrs.squeeze", ""), named("transpose", "\"order\": [0]"));
    assert!(open("uint8", "[1, 1]", "0", &one).is_ok(), "where all are left out, one is left");
    let wrong = format!("{}, \"bytes\"", named("zarrs.squeeze", "\"axes\": [0]"));
    assert_eq!(open("uint8", "[1, 1]", "0", &wrong).map(drop).unwrap_err().kind(), ErrorKind::Metadata);
}

fn strings(array: &Array, count: u64) -> Result<Vec<Vec<u8>>> {
    let values = array.read_strings(&[0], &[count])?;
    Ok(values.iter().map(|value| value.bytes().unwrap_or_default().to_vec()).collect())
}

#[test]
fn codecs_of_any_type_of_variable_length_are_those_of_the_type() {
    let values = [&b"a"[..], b"", "\u{e9}\u{e8}".as_bytes()];
    let stored = [&[3, 0, 0, 0, 1, 0, 0, 0, b'a', 0, 0, 0, 0, 4, 0, 0, 0][..], "\u{e9}\u{e8}".as_bytes()].concat();
    let uri = "https://codec.zarrs.dev/array_to_bytes/vlen_v2";
    for name in ["zarrs.vlen_v2", uri, "vlen-array", "numcodecs.vlen-array"] {
        for data_type in ["string", "bytes"] {
            let (hierarchy, array) = open(data_type, "[3]", "\"\"", &named(name, "")).unwrap();
            array.write_strings(&[0], &[3], &values.map(VariableValue::Bytes)).unwrap();
            assert_eq!(chunk(&hierarchy, "0"), stored, "{name}");
            assert_eq!(strings(&array, 3).unwrap(), values, "{name}");
        }
        assert_eq!(open("int32", "[3]", "0", &named(name, "")).map(drop).unwrap_err().kind(), ErrorKind::Metadata);
    }
}

fn vlen(index_type: &str, rest: &str) -> String {
    let codecs = format!(r#""data_codecs": ["bytes"], "index_codecs": [{LITTLE}], "index_data_type": "{index_type}""#);
    named("zarrs.vlen", &format!("{codecs}{rest}"))
}

/// The index and the bytes of the elements, as the description of the codec has them.
#[test]
fn vlen_of_zarrs_keeps_an_index_apart_from_the_bytes() {
    let values = [&b"a"[..], b"", b"bcd"];
    let short = [0_u32, 1, 1, 4].map(u32::to_le_bytes).concat();
    let long = [0_u64, 1, 1, 4].map(u64::to_le_bytes).concat();
    let length = |index: &[u8]| (index.len() as u64).to_le_bytes();
    for (codec, stored) in [
        (vlen("uint32", ""), [&length(&short)[..], &short, b"abcd"].concat()),
        (vlen("uint32", r#", "index_location": "start""#), [&length(&short)[..], &short, b"abcd"].concat()),
        (vlen("uint64", r#", "index_location": "end""#), [b"abcd", &long[..], &length(&long)].concat()),
        (
            vlen("uint32", "").replace("zarrs.vlen", "https://codec.zarrs.dev/array_to_bytes/vlen"),
            [&length(&short)[..], &short, b"abcd"].concat(),
        ),
    ] {
        for data_type in ["string", "bytes"] {
            let (hierarchy, array) = open(data_type, "[3]", "\"\"", &codec).unwrap();
            array.write_strings(&[0], &[3], &values.map(VariableValue::Bytes)).unwrap();
            assert_eq!(chunk(&hierarchy, "0"), stored, "{codec}");
            assert_eq!(strings(&array, 3).unwrap(), values, "{codec}");
            for end in 0..stored.len() {
                hierarchy.store().set("a/0", &stored[..end]).unwrap();
                assert_eq!(strings(&array, 3).unwrap_err().kind(), ErrorKind::Data, "{codec} cut at {end}");
            }
            hierarchy.store().set("a/0", &[&stored[..], b"x"].concat()).unwrap();
            assert_eq!(strings(&array, 3).unwrap_err().kind(), ErrorKind::Data, "{codec}");
        }
    }
    // Codecs of their own, in shards, and with codecs behind.
    let zstd = named("zstd", "\"level\": 3");
    let codecs = format!(
        r#""data_codecs": ["bytes", {zstd}, "crc32c"], "index_codecs": [{}, {zstd}], "index_data_type": "uint32", "index_location": "end""#,
        LITTLE.replace("little", "big"),
    );
    let codec = named("zarrs.vlen", &codecs);
    let shards = named(
        "sharding_indexed",
        &format!(r#""chunk_shape": [2], "codecs": [{codec}, {zstd}], "index_codecs": [{LITTLE}]"#),
    );
    for codecs in [codec, shards] {
        let (hierarchy, array) = open("string", "[4]", "\"none\"", &codecs).unwrap();
        let texts = [&b"some"[..], b"text", b"", b"and more of it"];
        array.write_strings(&[0], &[4], &texts.map(VariableValue::Bytes)).unwrap();
        assert_eq!(strings(&array, 4).unwrap(), texts);
        array.write_strings(&[1], &[1], &[VariableValue::Bytes(b"")]).unwrap();
        assert_eq!(strings(&array, 4).unwrap(), [&b"some"[..], b"", b"", b"and more of it"]);
        hierarchy.copy("a", &hierarchy, "b", None, &|_, _| true).unwrap();
        assert_eq!(strings(&hierarchy.open_array("b", None).unwrap(), 4).unwrap()[0], b"some");
    }
}

/// Lies about places must neither be believed nor take memory.
#[test]
fn vlen_of_zarrs_is_refused_where_it_is_corrupt_or_makes_no_sense() {
    let (hierarchy, array) = open("string", "[2]", "\"\"", &vlen("uint64", "")).unwrap();
    let with = |index: [u64; 3], data: &[u8]| {
        let stored = [&24_u64.to_le_bytes()[..], &index.map(u64::to_le_bytes).concat(), data].concat();
        hierarchy.store().set("a/0", &stored).unwrap();
        strings(&array, 2).map_err(|error| error.kind())
    };
    assert_eq!(with([0, 1, 2], b"ab"), Ok(vec![b"a".to_vec(), b"b".to_vec()]));
    for (index, data) in [
        ([1, 1, 2], &b"ab"[..]),
        ([0, 2, 1], b"ab"),
        ([0, 1, 3], b"ab"),
        ([0, 1, 1], b"ab"),
        ([0, 0, 0], b"a"),
        ([0, 1, 2], "\u{e9}".as_bytes()),
    ] {
        assert_eq!(with(index, data), Err(ErrorKind::Data), "{index:?}");
    }
    assert_eq!(with([0, 1, 1 << 62], b"ab"), Err(ErrorKind::Limit));
    for (data_type, codec) in [
        ("int32", vlen("uint32", "")),
        ("string", vlen("uint16", "")),
        ("string", vlen("uint32", r#", "index_location": "middle""#)),
        ("string", vlen("uint32", r#", "more": 1"#)),
        ("string", named("zarrs.vlen", r#""data_codecs": ["bytes"], "index_data_type": "uint32""#)),
        ("string", vlen("uint32", "").replace("[\"bytes\"]", "7")),
    ] {
        let error =
            open(data_type, "[2]", if data_type == "int32" { "0" } else { "\"\"" }, &codec).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Metadata, "{codec}: {error}");
    }
    let unknown = vlen("uint32", "").replace("[\"bytes\"]", "[\"bytes\", \"example.hint\"]");
    let error = open("string", "[2]", "\"\"", &unknown).map(drop).unwrap_err();
    assert!(error.kind() == ErrorKind::Unsupported && error.message().contains("example.hint"), "{error}");
}
