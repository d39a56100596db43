//! The codec `reshape`: what the codecs behind it see, and which shapes it refuses.

use std::sync::Arc;
use zarr::array::Array;
use zarr::hierarchy::Hierarchy;
use zarr::store::{ByteRange, MemoryStore};
use zarr::{ErrorKind, Result};

const LITTLE: &str = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;

fn reshape(shape: &str) -> String {
    format!(r#"{{"name": "reshape", "configuration": {{"shape": {shape}}}}}"#)
}

fn transpose(order: &str) -> String {
    format!(r#"{{"name": "transpose", "configuration": {{"order": {order}}}}}"#)
}

/// An array of this shape and grid.
fn open_in(data_type: &str, shape: &str, grid: &str, codecs: &str) -> Result<(Arc<Hierarchy>, Array)> {
    let hierarchy = Hierarchy::with_store(Arc::new(MemoryStore::new()), None)?;
    let fill = match data_type {
        "string" => "\"\"",
        "complex128" => "[0, 0]",
        _ => "0",
    };
    let document = format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": {shape}, "data_type": "{data_type}", "chunk_grid": {grid},
        "chunk_key_encoding": {{"name": "default"}}, "fill_value": {fill}, "codecs": [{codecs}]}}"#
    );
    hierarchy.create_array_json("a", None, &document).map(|array| (hierarchy, array))
}

/// An array of one chunk.
fn open(shape: &str, codecs: &str) -> Result<(Arc<Hierarchy>, Array)> {
    let grid = format!(r#"{{"name": "regular", "configuration": {{"chunk_shape": {shape}}}}}"#);
    open_in("uint16", shape, &grid, codecs)
}

fn numbers(count: u16) -> Vec<u8> {
    (0..count).flat_map(u16::to_ne_bytes).collect()
}

fn stored(hierarchy: &Hierarchy, key: &str) -> Vec<u16> {
    let bytes = hierarchy.store().get(key, ByteRange::ALL).unwrap().expect("a chunk");
    bytes.as_chunks().0.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect()
}

/// Writes 24 numbers as one chunk of 2 × 3 × 4, reads all of them and a part, and gives what is stored.
fn held(codecs: &str) -> Vec<u16> {
    let (hierarchy, array) = open("[2, 3, 4]", codecs).unwrap_or_else(|error| panic!("{codecs}: {error}"));
    array.write_region(&[0, 0, 0], &[2, 3, 4], &numbers(24)).unwrap();
    let mut all = vec![0; 48];
    array.read_region(&[0, 0, 0], &[2, 3, 4], &mut all).unwrap();
    assert_eq!(all, numbers(24), "{codecs}");
    let mut part = vec![0; 8];
    array.read_region(&[1, 1, 0], &[1, 2, 2], &mut part).unwrap();
    let expected: Vec<u8> = [16_u16, 17, 20, 21].into_iter().flat_map(u16::to_ne_bytes).collect();
    assert_eq!(part, expected, "{codecs}");
    let values = stored(&hierarchy, "a/c/0/0/0");
    // A part that is written leaves the rest.
    array.write_region(&[1, 2, 3], &[1, 1, 1], &99_u16.to_ne_bytes()).unwrap();
    array.read_region(&[0, 0, 0], &[2, 3, 4], &mut all).unwrap();
    assert_eq!((&all[..46], &all[46..]), (&numbers(24)[..46], &99_u16.to_ne_bytes()[..]), "{codecs}");
    values
}

#[test]
fn elements_keep_their_order() {
    let in_order: Vec<u16> = (0..24).collect();
    for shape in
        ["[24]", "[-1]", "[[0, 1], [2]]", "[[0, 1], 2, -1]", "[4, 6]", "[1, [0], [], [1, 2]]", "[[0], [1], [2]]"]
    {
        assert_eq!(held(&format!("{}, {LITTLE}", reshape(shape))), in_order, "{shape}");
    }
    // The elements are counted in the order of the codec before.
    let reversed: Vec<u16> = (0..24).map(|at| at % 2 * 12 + at / 2 % 3 * 4 + at / 6).collect();
    assert_eq!(held(&format!("{}, {}, {LITTLE}", transpose("[2, 1, 0]"), reshape("[[0, 1], 2]"))), reversed);
}

#[test]
fn codecs_behind_it_see_the_new_axes() {
    // 4 × 6, turned.
    let turned: Vec<u16> = (0..24).map(|at| at % 4 * 6 + at / 4).collect();
    assert_eq!(held(&format!("{}, {}, {LITTLE}", reshape("[4, 6]"), transpose("[1, 0]"))), turned);
    // Twice, with a filter of each element and a compressor around.
    let twice = format!(
        r#"{{"name": "scale_offset", "configuration": {{"offset": 0, "scale": 2}}}}, {}, {}, {}, {}, {LITTLE}, "crc32c""#,
        reshape("[4, 6]"),
        transpose("[1, 0]"),
        reshape("[2, 12]"),
        transpose("[1, 0]")
    );
    let expected: Vec<u16> = (0..24).map(|at| turned[at % 2 * 12 + at / 2] * 2).collect();
    assert_eq!(held(&twice)[..24], expected[..]);
    // One that is asked for its rank, and one for the shape: zfp has at most four axes.
    let wrong = format!("{}, {}, {LITTLE}", reshape("[24]"), transpose("[0, 1, 2]"));
    assert_eq!(open("[2, 3, 4]", &wrong).map(drop).unwrap_err().kind(), ErrorKind::Metadata);
    #[cfg(feature = "zfp")]
    {
        let grid = r#"{"name": "regular", "configuration": {"chunk_shape": [2, 2, 2, 2, 4]}}"#;
        let zfp = r#"{"name": "zfp", "configuration": {"mode": "reversible"}}"#;
        let plain = open_in("int32", "[2, 2, 2, 2, 4]", grid, zfp).map(drop);
        assert_eq!(plain.unwrap_err().kind(), ErrorKind::Unsupported);
        let codecs = format!("{}, {zfp}", reshape("[[0, 1, 2], [3, 4]]"));
        let (_, array) = open_in("int32", "[2, 2, 2, 2, 4]", grid, &codecs).unwrap();
        let data: Vec<u8> = (0..64_i32).flat_map(|value| (value * 7).to_ne_bytes()).collect();
        array.write_region(&[0; 5], &[2, 2, 2, 2, 4], &data).unwrap();
        let mut back = vec![0; data.len()];
        array.read_region(&[0; 5], &[2, 2, 2, 2, 4], &mut back).unwrap();
        assert_eq!(back, data);
    }
}

#[test]
fn it_stands_inside_of_shards_but_not_around_them() {
    let index = r#""index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]"#;
    let shards = |inside: &str| {
        format!(
            r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": [2, 3, 2], "codecs": [{inside}], {index}}}}}"#
        )
    };
    let (_, array) =
        open("[2, 3, 4]", &shards(&format!("{}, {}, {LITTLE}", reshape("[[0], -1]"), transpose("[1, 0]")))).unwrap();
    array.write_region(&[0; 3], &[2, 3, 4], &numbers(24)).unwrap();
    let mut back = vec![0; 48];
    array.read_region(&[0; 3], &[2, 3, 4], &mut back).unwrap();
    assert_eq!(back, numbers(24));
    for around in [shards(LITTLE).replace("[2, 3, 2]", "[4]"), r#"{"name": "n5_default", "configuration": {"codecs": [
        {"name": "transpose", "configuration": {"order": [0]}}, {"name": "bytes", "configuration": {"endian": "big"}}]}}"#.into()]
    {
        let error = open("[2, 3, 4]", &format!("{}, {around}", reshape("[24]"))).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
    }
}

#[test]
fn shapes_that_make_no_sense_are_refused() {
    for wrong in [
        "[25]",
        "[5, -1]",
        "[-1, -1, 24]",
        "[0, 24]",
        "[-2, 12]",
        "[1.5, 16]",
        "\"24\"",
        "[[1], [0], [2]]",
        "[[0, 2], 3]",
        "[[2, 1], -1]",
        "[[0, 0], -1]",
        "[[0, 1, 2, 3]]",
        "[[0], [2], 3]",
        "[3, [0], 4]",
        "[[-1], 24]",
        "[18446744073709551615, 2]",
        "[true, 24]",
    ] {
        let error = open("[2, 3, 4]", &format!("{}, {LITTLE}", reshape(wrong))).map(drop).expect_err(wrong);
        assert_eq!(error.kind(), ErrorKind::Metadata, "{wrong}: {error}");
        assert!(error.message().contains("reshape"), "{error}");
    }
    for codecs in [
        format!("{LITTLE}, {}", reshape("[24]")),
        format!(r#"{{"name": "reshape"}}, {LITTLE}"#),
        format!(r#"{{"name": "reshape", "configuration": {{"shape": [24], "order": "C"}}}}, {LITTLE}"#),
    ] {
        assert_eq!(open("[2, 3, 4]", &codecs).map(drop).unwrap_err().kind(), ErrorKind::Metadata, "{codecs}");
    }
}

#[test]
fn chunks_that_differ_in_shape_take_what_suits_all() {
    let grid = r#"{"name": "rectilinear", "configuration": {"kind": "inline", "chunk_shapes": [[1, 3], 2, [5]]}}"#;
    for shape in ["[[0, 1], [2]]", "[-1, [2]]", "[[0], 1, -1]", "[-1]"] {
        let (hierarchy, array) =
            open_in("uint16", "[4, 4, 5]", grid, &format!("{}, {LITTLE}", reshape(shape))).unwrap();
        array.write_region(&[0; 3], &[4, 4, 5], &numbers(80)).unwrap();
        let mut back = vec![0; 160];
        array.read_region(&[0; 3], &[4, 4, 5], &mut back).unwrap();
        assert_eq!(back, numbers(80), "{shape}");
        assert_eq!(stored(&hierarchy, "a/c/0/1/0"), (10..20).collect::<Vec<u16>>(), "{shape}");
    }
    for shape in ["[2, -1]", "[[0], [2], -1]", "[[0], [1]]", "[[1], [2]]"] {
        let error = open_in("uint16", "[4, 4, 5]", grid, &format!("{}, {LITTLE}", reshape(shape))).map(drop);
        assert_eq!(error.expect_err(shape).kind(), ErrorKind::Unsupported, "{shape}");
    }
}

#[test]
fn elements_of_any_type_can_be_counted_along_other_axes() {
    let grid = r#"{"name": "regular", "configuration": {"chunk_shape": [2, 3]}}"#;
    let (_, array) = open_in("string", "[2, 3]", grid, &format!(r#"{}, "vlen-utf8""#, reshape("[6]"))).unwrap();
    assert_eq!(array.shape(), [2, 3]);
    let error =
        open_in("string", "[2, 3]", grid, &format!(r#"{}, {}, "vlen-utf8""#, reshape("[3, 2]"), transpose("[1, 0]")));
    assert_eq!(error.map(drop).unwrap_err().kind(), ErrorKind::Unsupported);
    let codecs = format!("{}, {}, {LITTLE}", reshape("[3, 2]"), transpose("[1, 0]"));
    let (_, array) = open_in("complex128", "[2, 3]", grid, &codecs).unwrap_or_else(|error| panic!("{error}"));
    let data: Vec<u8> = (0..12).flat_map(|value| f64::from(value).to_ne_bytes()).collect();
    array.write_region(&[0; 2], &[2, 3], &data).unwrap();
    let mut back = vec![0; data.len()];
    array.read_region(&[0; 2], &[2, 3], &mut back).unwrap();
    assert_eq!(back, data);
}
