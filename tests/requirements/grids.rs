//! Regular chunk grids of the 2022 draft, and the identifiers of their chunks.

use super::*;
use std::collections::BTreeSet;

fn created(shape: &[u64], chunk: &[u64], separator: Option<char>) -> (Arc<Hierarchy>, Array) {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
    let mut builder = builder(FormatId::V3Draft2022, "int16", shape);
    builder.chunk_shape(chunk).unwrap();
    builder.fill_value(&(-5_i16).to_ne_bytes()).unwrap();
    if let Some(separator) = separator {
        builder.separator(separator).unwrap();
    }
    let array = hierarchy.create_array("x", &builder).unwrap();
    (hierarchy, array)
}

/// Numbers that are all different.
fn different(count: i16) -> Vec<u8> {
    bytes_of(&(1..=count).collect::<Vec<_>>())
}

fn data_keys(hierarchy: &Hierarchy) -> Vec<String> {
    keys(hierarchy).into_iter().filter_map(|key| Some(key.strip_prefix("data/x/")?.to_owned())).collect()
}

#[test]
fn each_element_lies_in_one_chunk_at_the_quotient_at_the_place_of_the_remainder() {
    let (shape, chunk) = ([5_u64, 7], [2_u64, 3]);
    let (hierarchy, array) = created(&shape, &chunk, None);
    write(&array, &different(35));
    let mut places = BTreeSet::new();
    for (y, x) in (0..5).flat_map(|y| (0..7).map(move |x| (y, x))) {
        let key = format!("data/x/c{}/{}", y / 2, x / 3);
        let at = ((y % 2) * 3 + x % 3) as usize * 2;
        let stored = &get(&hierarchy, &key).unwrap()[at..at + 2];
        assert_eq!(stored, ((y * 7 + x + 1) as i16).to_le_bytes(), "element ({y}, {x})");
        assert!(places.insert((key, at)), "one place for each element");
    }
    // And what one chunk holds belongs to its elements alone.
    hierarchy.store().erase("data/x/c1/2").unwrap();
    let numbers = int16(&hierarchy.open_array("x", None).unwrap());
    let erased: Vec<usize> = (0..35).filter(|at| numbers[*at] == -5).collect();
    assert_eq!(erased, [2 * 7 + 6, 3 * 7 + 6]);
}

#[test]
fn the_grid_has_the_shape_of_the_array_divided_and_rounded_up() {
    for (shape, chunk, count) in
        [([5, 7], [2, 3], 9), ([4, 6], [2, 3], 4), ([1, 1], [2, 3], 1), ([5, 7], [10, 10], 1), ([0, 7], [2, 3], 0)]
    {
        let (hierarchy, array) = created(&shape, &chunk, None);
        write(&array, &vec![1; (shape[0] * shape[1] * 2) as usize]);
        assert_eq!(data_keys(&hierarchy).len(), count, "{shape:?} by {chunk:?}");
    }
}

#[test]
fn the_first_chunk_begins_at_the_origin_and_the_others_at_multiples() {
    let (hierarchy, array) = created(&[9, 9, 9], &[2, 3, 4], None);
    for (place, key) in [([0, 0, 0], "c0/0/0"), ([2, 0, 0], "c1/0/0"), ([8, 6, 8], "c4/2/2"), ([7, 5, 7], "c3/1/1")] {
        array.write_region(&place, &[1, 1, 1], &[1, 1]).unwrap();
        assert_eq!(data_keys(&hierarchy), [key], "{place:?}");
        let first = i16::from_le_bytes(get(&hierarchy, &format!("data/x/{key}")).unwrap()[..2].try_into().unwrap());
        assert_eq!(first == 257, place != [7, 5, 7], "{place:?}: the first three are first elements of their chunks");
        hierarchy.store().erase_prefix("data/x/").unwrap();
    }
}

#[test]
fn the_grid_has_as_many_dimensions_as_the_array() {
    for (shape, chunk) in [("[4]", "[2, 2]"), ("[4, 4]", "[2]"), ("[]", "[1]"), ("[4]", "[]")] {
        let grid = format!(r#"{{"type": "regular", "chunk_shape": {chunk}, "separator": "/"}}"#);
        assert_eq!(refused(&[("shape", shape), ("chunk_grid", &grid)]), ErrorKind::Metadata, "{shape} {chunk}");
    }
    let mut builder = builder(FormatId::V3Draft2022, "int16", &[4, 4]);
    assert_eq!(kind(builder.chunk_shape(&[2])), ErrorKind::InvalidArgument);
}

#[test]
fn identifiers_are_c_and_the_indices_with_a_separator() {
    for (separator, key) in [(None, "c1/23/45"), (Some('/'), "c1/23/45"), (Some('.'), "c1.23.45")] {
        let (hierarchy, array) = created(&[2, 24, 46], &[1, 1, 1], separator);
        array.write_region(&[1, 23, 45], &[1, 1, 1], &[9, 0]).unwrap();
        assert_eq!(data_keys(&hierarchy), [key]);
        let grid = document(&hierarchy, "meta/x.array.json").get("chunk_grid").unwrap().to_string();
        let expected = format!(r#""separator": "{}""#, separator.unwrap_or('/'));
        assert!(grid.contains(&expected), "{grid}");
        let mut element = [0; 2];
        hierarchy.open_array("x", None).unwrap().read_region(&[1, 23, 45], &[1, 1, 1], &mut element).unwrap();
        assert_eq!(element, [9, 0]);
    }
}

#[test]
fn the_separator_is_a_slash_where_none_is_given() {
    let members = [("shape", "[2, 2]"), ("chunk_grid", r#"{"type": "regular", "chunk_shape": [2, 1]}"#)];
    let hierarchy = draft(&members);
    put(&hierarchy, "data/x/c0/1", &[1, 0, 2, 0]);
    assert_eq!(int16(&hierarchy.open_array("x", None).unwrap()), [7, 1, 7, 2]);
}

#[test]
fn identifiers_are_unique_and_ascii() {
    for separator in ['/', '.'] {
        let (hierarchy, array) = created(&[12, 12, 2], &[1, 1, 1], Some(separator));
        write(&array, &different(288));
        let keys = data_keys(&hierarchy);
        assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 288, "1/11 and 11/1 are two");
        assert!(keys.iter().all(|key| key.bytes().all(|byte| byte.is_ascii_digit() || b"c/.".contains(&byte))));
        assert_eq!(read(&array), different(288));
    }
}

#[test]
fn the_chunk_of_a_scalar_is_c() {
    let (hierarchy, array) = created(&[], &[], None);
    assert_eq!(int16(&array), [-5]);
    write(&array, &[3, 0]);
    assert_eq!(data_keys(&hierarchy), ["c"]);
    assert_eq!(int16(&hierarchy.open_array("x", None).unwrap()), [3]);
}

#[test]
fn chunks_at_the_border_are_whole_and_filled_up() {
    let (hierarchy, array) = created(&[3, 3], &[2, 2], None);
    write(&array, &different(9));
    let chunk = |key: &str| numbers(&get(&hierarchy, &format!("data/x/{key}")).unwrap(), i16::from_le_bytes);
    assert_eq!(chunk("c0/0"), [1, 2, 4, 5]);
    assert_eq!(chunk("c0/1"), [3, -5, 6, -5], "the fill value stands outside the array");
    assert_eq!(chunk("c1/1"), [9, -5, -5, -5]);
    // Shorter ones are an error, not a smaller chunk.
    put(&hierarchy, "data/x/c1/1", &[9, 0]);
    assert_eq!(kind(array.read_region(&[2, 2], &[1, 1], &mut [0; 2])), ErrorKind::Data);
}

#[test]
fn a_chunk_has_no_length_of_zero_where_the_array_has_none() {
    let grid = |chunk: &str| format!(r#"{{"type": "regular", "chunk_shape": {chunk}, "separator": "/"}}"#);
    assert_eq!(refused(&[("chunk_grid", &grid("[0]"))]), ErrorKind::Metadata);
    assert_eq!(refused(&[("shape", "[4, 0]"), ("chunk_grid", &grid("[0, 1]"))]), ErrorKind::Metadata);
    let empty = opened(&[("shape", "[4, 0]"), ("chunk_grid", &grid("[2, 0]"))]).unwrap();
    assert_eq!((empty.shape(), read(&empty).len()), (vec![4, 0], 0));
}

#[test]
fn all_chunks_share_one_shape() {
    let (hierarchy, array) = created(&[5, 7], &[2, 3], None);
    write(&array, &different(35));
    let sizes: BTreeSet<usize> =
        data_keys(&hierarchy).iter().map(|key| get(&hierarchy, &format!("data/x/{key}")).unwrap().len()).collect();
    assert_eq!(sizes, BTreeSet::from([2 * 3 * 2]), "the product of the chunk shape, in elements of two bytes");
    let other = r#"{"type": "rectilinear", "chunk_shape": [[1, 3]], "separator": "/"}"#;
    assert_eq!(refused(&[("chunk_grid", other)]), ErrorKind::Unsupported);
}

#[test]
fn an_array_has_dimensions_elements_and_one_type() {
    let (_, array) = created(&[2, 3, 4], &[2, 2, 2], None);
    assert_eq!((array.ndim(), array.shape(), array.data_type().name()), (3, vec![2, 3, 4], "int16".into()));
    write(&array, &different(24));
    assert_eq!(read(&array), different(24), "as many elements as the product of the lengths");
    let mut element = [0; 2];
    array.read_region(&[1, 2, 3], &[1, 1, 1], &mut element).unwrap();
    assert_eq!(i16::from_ne_bytes(element), 24, "one coordinate for each dimension");
    for start in [&[1, 2][..], &[1, 2, 3, 0], &[2, 0, 0], &[0, 0, 4]] {
        assert!(array.read_region(start, &vec![1; start.len()], &mut element).is_err(), "{start:?}");
    }
}

#[test]
fn a_length_is_finite_and_may_be_zero() {
    let (_, array) = created(&[3, 0], &[1, 1], None);
    assert!(read(&array).is_empty());
    let (_, scalar) = created(&[], &[], None);
    assert_eq!((scalar.ndim(), read(&scalar).len()), (0, 2), "no dimensions, one element");
    for shape in ["[null]", "[\"unlimited\"]", "[-1]", "[1e400]"] {
        assert_eq!(refused(&[("shape", shape)]), ErrorKind::Metadata, "{shape}");
    }
}
