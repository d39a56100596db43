//! How the 2022 draft makes bytes of a chunk: the memory layout, then the codecs in their order.

use super::*;

fn codec(name: &str, configuration: &str) -> String {
    format!(r#"{{"type": "https://purl.org/zarr/spec/codecs/{name}/1.0", "configuration": {configuration}}}"#)
}

fn big() -> String {
    codec("endian", r#"{"endian": "big"}"#)
}

fn gzip() -> String {
    codec("gzip", r#"{"level": 1}"#)
}

fn zlib() -> String {
    codec("zlib", r#"{"level": 1}"#)
}

const GRID: &str = r#"{"type": "regular", "chunk_shape": [2, 3], "separator": "/"}"#;

/// A chunk of two by three elements.
fn chunk(data_type: &str, layout: &str, codecs: &[String]) -> Arc<Hierarchy> {
    draft(&[
        ("shape", "[2, 3]"),
        ("chunk_grid", GRID),
        ("data_type", &format!("{data_type:?}")),
        ("chunk_memory_layout", &format!("{layout:?}")),
        ("codecs", &format!("[{}]", codecs.join(","))),
    ])
}

/// Stores 1 to 6, which must be read again, and returns the bytes.
fn stored(layout: &str, codecs: &[String]) -> Vec<u8> {
    let hierarchy = chunk("int16", layout, codecs);
    write(&hierarchy.open_array("x", None).unwrap(), &bytes_of(&[1, 2, 3, 4, 5, 6]));
    let again = Hierarchy::with_store(Arc::clone(hierarchy.store()), None).unwrap();
    assert_eq!(int16(&again.open_array("x", None).unwrap()), [1, 2, 3, 4, 5, 6]);
    get(&hierarchy, "data/x/c0/0").unwrap()
}

fn little(numbers: &[i16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// The bytes inside a value: what an array of bytes with these codecs reads from it.
fn inside(value: &[u8], length: usize, codecs: &[String]) -> Vec<u8> {
    let grid = format!(r#"{{"type": "regular", "chunk_shape": [{length}], "separator": "/"}}"#);
    let hierarchy = draft(&[
        ("shape", &format!("[{length}]")),
        ("chunk_grid", &grid),
        ("data_type", "\"uint8\""),
        ("codecs", &format!("[{}]", codecs.join(","))),
    ]);
    put(&hierarchy, "data/x/c0", value);
    read(&hierarchy.open_array("x", None).unwrap())
}

#[test]
fn in_layout_c_the_last_dimension_is_fastest() {
    assert_eq!(stored("C", &[]), little(&[1, 2, 3, 4, 5, 6]));
}

#[test]
fn in_layout_f_the_first_dimension_is_fastest() {
    assert_eq!(stored("F", &[]), little(&[1, 4, 2, 5, 3, 6]));
}

#[test]
fn layouts_are_c_and_f_and_for_types_of_fixed_size() {
    for layout in ["A", "K", "c", ""] {
        assert_eq!(kind(chunk("int16", layout, &[]).open_array("x", None)), ErrorKind::Unsupported, "{layout}");
    }
    // Types without a fixed size have no place in the draft, in any layout.
    for layout in ["C", "F"] {
        assert!(chunk("string", layout, &[]).open_array("x", None).is_err(), "{layout}");
        let mut builder = builder(FormatId::V3Draft2022, "string", &[2]);
        builder.order(layout.chars().next().unwrap()).unwrap();
        assert_eq!(kind(hierarchy(&[]).create_array("x", &builder)), ErrorKind::Unsupported, "{layout}");
    }
}

/// The array that the first codec sees has its axes reversed in layout F; a transpose shows it.
#[test]
fn codecs_see_the_shape_of_the_chunk_reversed_in_layout_f() {
    let transpose = |order: &str| codec("transpose", &format!(r#"{{"order": {order}}}"#));
    assert_eq!(stored("F", &[transpose("[1, 0]")]), little(&[1, 2, 3, 4, 5, 6]), "turned twice");
    assert_eq!(stored("C", &[transpose("[1, 0]")]), little(&[1, 4, 2, 5, 3, 6]), "turned once");
    let hierarchy = draft(&[
        ("shape", "[2, 3, 4]"),
        ("chunk_grid", r#"{"type": "regular", "chunk_shape": [2, 3, 4], "separator": "/"}"#),
        ("chunk_memory_layout", "\"F\""),
        ("codecs", &format!("[{}]", transpose("[1, 2, 0]"))),
    ]);
    let element = |i: usize, j: usize, k: usize| (i * 12 + j * 4 + k) as i16;
    let all: Vec<i16> = (0..24).collect();
    write(&hierarchy.open_array("x", None).unwrap(), &bytes_of(&all));
    // Reversed the axes are (k, j, i); the codec makes (j, i, k) of them.
    let mut expected = Vec::new();
    for (j, i, k) in (0..3).flat_map(|j| (0..2).flat_map(move |i| (0..4).map(move |k| (j, i, k)))) {
        expected.push(element(i, j, k));
    }
    assert_eq!(get(&hierarchy, "data/x/c0/0/0").unwrap(), little(&expected));
    assert_eq!(int16(&hierarchy.open_array("x", None).unwrap()), all);
}

#[test]
fn codecs_are_applied_in_order_and_undone_in_reverse() {
    let outer_gzip = stored("C", &[zlib(), gzip()]);
    assert_eq!(outer_gzip[..2], [0x1f, 0x8b]);
    assert_eq!(inside(&outer_gzip, 12, &[zlib(), gzip()]), little(&[1, 2, 3, 4, 5, 6]));
    let outer_zlib = stored("C", &[gzip(), zlib()]);
    assert_eq!(outer_zlib[0], 0x78);
    // In the other order they are not understood.
    let swapped = chunk("int16", "C", &[gzip(), zlib()]);
    put(&swapped, "data/x/c0/0", &outer_gzip);
    let array = swapped.open_array("x", None).unwrap();
    assert_eq!(kind(array.read_region(&[0, 0], &[2, 3], &mut [0; 12])), ErrorKind::Data);
}

#[test]
fn each_codec_works_on_what_the_one_before_gave() {
    let value = stored("F", &[big(), gzip()]);
    assert_eq!(
        inside(&value, 12, &[gzip()]),
        [0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6],
        "layout, then byte order, then gzip"
    );
}

#[test]
fn a_codec_for_bytes_gets_the_elements_in_their_default_form() {
    assert_eq!(inside(&stored("C", &[gzip()]), 12, &[gzip()]), little(&[1, 2, 3, 4, 5, 6]));
    assert_eq!(inside(&stored("F", &[gzip()]), 12, &[gzip()]), little(&[1, 4, 2, 5, 3, 6]));
}

#[test]
fn the_stored_value_is_always_bytes() {
    // Without any codec, and behind one that gives an array.
    assert_eq!(stored("C", &[]), little(&[1, 2, 3, 4, 5, 6]));
    assert_eq!(stored("C", &[codec("transpose", r#"{"order": [1, 0]}"#)]).len(), 12);
    assert_eq!(stored("C", &[big()]), [0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6]);
}

#[test]
fn a_codec_that_does_not_fit_what_it_gets_is_an_error() {
    let refused = |codecs: &[String]| {
        let outcome = chunk("int16", "C", codecs).open_array("x", None).map(drop);
        outcome.map_err(|error| error.kind()).expect_err("it was read")
    };
    let transpose = codec("transpose", r#"{"order": [1, 0]}"#);
    for codecs in [
        // An array is needed, bytes are there.
        vec![gzip(), transpose.clone()],
        vec![big(), transpose],
        // The rank or the type is another.
        vec![codec("transpose", r#"{"order": [0]}"#)],
        vec![codec("transpose", r#"{"order": [0, 2]}"#)],
        vec![codec("transpose", r#"{"order": [0, 0]}"#)],
    ] {
        assert!(matches!(refused(&codecs), ErrorKind::Metadata | ErrorKind::Unsupported), "{codecs:?}");
    }
}

/// The text lets a codec for arrays take bytes as elements; no writer ever did, and it is refused.
#[test]
fn a_codec_for_arrays_behind_one_for_bytes_is_refused() {
    let outcome = chunk("int16", "C", &[gzip(), big()]).open_array("x", None);
    assert_eq!(kind(outcome), ErrorKind::Metadata);
}

/// Two arrays of one shape and type have chunks of one size behind codecs that give arrays, for any elements.
#[test]
fn shapes_and_types_behind_codecs_do_not_depend_on_values() {
    for values in [[0; 6], [1, 2, 3, 4, 5, 6], [-1; 6]] {
        let hierarchy = chunk("int16", "F", &[codec("transpose", r#"{"order": [1, 0]}"#), big()]);
        write(&hierarchy.open_array("x", None).unwrap(), &bytes_of(&values));
        assert_eq!(get(&hierarchy, "data/x/c0/0").unwrap().len(), 12);
    }
}

#[test]
fn reading_expects_exactly_what_the_codecs_must_give() {
    for (value, error) in [
        (little(&[1, 2, 3, 4, 5]), Some(ErrorKind::Data)),
        (little(&[1, 2, 3, 4, 5, 6]), None),
        (little(&[1, 2, 3, 4, 5, 6, 7]), Some(ErrorKind::Data)),
        (Vec::new(), Some(ErrorKind::Data)),
    ] {
        let hierarchy = chunk("int16", "C", &[]);
        put(&hierarchy, "data/x/c0/0", &value);
        let array = hierarchy.open_array("x", None).unwrap();
        let outcome = array.read_region(&[0, 0], &[2, 3], &mut [0; 12]).map_err(|error| error.kind());
        assert_eq!(outcome.err(), error, "{} bytes", value.len());
    }
}

#[test]
fn codecs_are_named_by_their_uri() {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
    let mut builder = builder(FormatId::V3Draft2022, "int16", &[4]);
    builder.big_endian(true);
    builder.codec("blosc", None).unwrap();
    builder.codec("gzip", None).unwrap();
    hierarchy.create_array("x", &builder).unwrap();
    let document = document(&hierarchy, "meta/x.array.json");
    let codecs = document.get("codecs").unwrap().as_array().unwrap().iter();
    let uris: Vec<String> =
        codecs.map(|codec| codec.as_object().unwrap().get("type").unwrap().as_str().unwrap().to_owned()).collect();
    let uri = |name: &str| format!("https://purl.org/zarr/spec/codecs/{name}/1.0");
    assert_eq!(uris, [uri("endian"), uri("blosc"), uri("gzip")]);
    // An unknown one is named, and its data are not touched.
    let unknown = chunk("int16", "C", &[codec("mystery", "{}")]);
    put(&unknown, "data/x/c0/0", &[0; 12]);
    let error = unknown.open_array("x", None).and_then(|array| array.read_region(&[0, 0], &[2, 3], &mut [0; 12]));
    let error = error.unwrap_err();
    assert!(error.kind() == ErrorKind::Unsupported && error.message().contains("mystery"), "{error}");
}
