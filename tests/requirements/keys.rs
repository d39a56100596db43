//! Where the 2022 draft puts documents and chunks in a store.

use super::*;

fn small() -> ArrayBuilder {
    let mut builder = builder(FormatId::V3Draft2022, "int16", &[4, 2]);
    builder.chunk_shape(&[2, 2]).unwrap();
    builder
}

/// Writes the chunk (1, 0).
fn chunk(array: &Array) {
    array.write_region(&[2, 0], &[2, 2], &bytes_of(&[1, 2, 3, 4])).unwrap();
}

#[test]
fn of_the_entry_point() {
    let hierarchy = hierarchy(&[]);
    hierarchy.create_group("foo", Some(FormatId::V3Draft2022), None).unwrap();
    assert_eq!(keys(&hierarchy), ["meta/foo.group.json", "zarr.json"]);
}

#[test]
fn of_a_group() {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
    hierarchy.create_group("/foo/bar", None, None).unwrap();
    assert_eq!(keys(&hierarchy), ["meta/foo/bar.group.json", "zarr.json"]);
}

#[test]
fn of_an_array_and_its_chunks() {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
    let array = hierarchy.create_array("/foo/baz", &small()).unwrap();
    assert_eq!(keys(&hierarchy), ["meta/foo/baz.array.json", "zarr.json"]);
    chunk(&array);
    assert_eq!(keys(&hierarchy), ["data/foo/baz/c1/0", "meta/foo/baz.array.json", "zarr.json"]);
}

#[test]
fn of_a_group_at_the_root() {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
    hierarchy.create_group("/", None, None).unwrap();
    assert_eq!(keys(&hierarchy), ["meta/group.json", "zarr.json"]);
}

#[test]
fn of_an_array_at_the_root_and_its_chunks() {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
    let array = hierarchy.create_array("/", &small()).unwrap();
    assert_eq!(keys(&hierarchy), ["meta/array.json", "zarr.json"]);
    chunk(&array);
    assert_eq!(keys(&hierarchy), ["data/c1/0", "meta/array.json", "zarr.json"]);
}

#[test]
fn give_back_the_paths() {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY), ("meta/foo/baz/qux.array.json", ARRAY)]);
    put(&hierarchy, "meta/foo/bar.group.json", br#"{"attributes": {}}"#);
    put(&hierarchy, "meta/foo/meta.array.json.array.json", ARRAY.as_bytes());
    let met: Vec<String> = hierarchy.walk("/", usize::MAX).unwrap().into_iter().map(|met| met.path).collect();
    assert_eq!(met, ["foo", "foo/bar", "foo/baz", "foo/baz/qux", "foo/meta.array.json"]);
}

/// The library's keys have only characters that the draft allows in keys, and no key ends in a slash.
#[test]
fn have_only_the_characters_of_keys() {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
    for path in ["/", "a-b/C_d/9.x", "A"] {
        hierarchy.create_group(path, None, None).unwrap();
    }
    chunk(&hierarchy.create_array("a-b/array", &small()).unwrap());
    for key in keys(&hierarchy) {
        assert!(key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"/.-_".contains(&byte)), "{key}");
        assert!(!key.ends_with('/') && !key.starts_with('/'), "{key}");
    }
}
