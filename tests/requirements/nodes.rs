//! The concepts of the 2022 draft: nodes, their names and paths.

use super::*;
use zarr::hierarchy::NodeKind;

fn small() -> ArrayBuilder {
    builder(FormatId::V3Draft2022, "int16", &[2])
}

fn new() -> Arc<Hierarchy> {
    hierarchy(&[("zarr.json", ENTRY)])
}

#[test]
fn a_hierarchy_is_a_tree_of_groups_and_arrays() {
    let hierarchy = new();
    hierarchy.create_group("/", None, None).unwrap();
    hierarchy.create_group("foo", None, None).unwrap();
    hierarchy.create_group("foo/bar", None, None).unwrap();
    hierarchy.create_array("foo/baz", &small()).unwrap();
    hierarchy.create_array("qux/quux", &small()).unwrap();
    let met: Vec<_> = hierarchy.walk("/", usize::MAX).unwrap().into_iter().map(|met| (met.path, met.kind)).collect();
    let node = |path: &str, kind| (path.to_owned(), Some(kind));
    assert_eq!(
        met,
        [
            node("foo", NodeKind::Group),
            node("foo/bar", NodeKind::Group),
            node("foo/baz", NodeKind::Array),
            node("qux", NodeKind::ImplicitGroup),
            node("qux/quux", NodeKind::Array),
        ]
    );
}

#[test]
fn an_array_has_no_children() {
    let hierarchy = new();
    hierarchy.create_array("x", &small()).unwrap();
    for path in ["x/y", "x/y/z"] {
        assert_eq!(kind(hierarchy.create_array(path, &small())), ErrorKind::NodeType, "{path}");
        assert_eq!(kind(hierarchy.create_group(path, None, None)), ErrorKind::NodeType, "{path}");
    }
    assert_eq!(kind(hierarchy.children("x")), ErrorKind::NodeType);
}

#[test]
fn two_siblings_have_two_names() {
    let hierarchy = new();
    hierarchy.create_array("a/x", &small()).unwrap();
    hierarchy.create_group("a/g", None, None).unwrap();
    for path in ["a/x", "a/g", "a"] {
        assert_eq!(kind(hierarchy.create_array(path, &small())), ErrorKind::AlreadyExists, "{path}");
    }
    for path in ["a/x", "a/g"] {
        assert_eq!(kind(hierarchy.create_group(path, None, None)), ErrorKind::AlreadyExists, "{path}");
    }
    hierarchy.create_array("b/x", &small()).unwrap();
}

#[test]
fn the_name_of_the_root_is_empty_and_its_path_a_slash() {
    let hierarchy = new();
    hierarchy.create_group("/", None, None).unwrap();
    assert_eq!(keys(&hierarchy), ["meta/group.json", "zarr.json"]);
    for path in ["/", ""] {
        assert_eq!(hierarchy.node_kind(path).unwrap(), Some(NodeKind::Group), "{path:?}");
    }
}

#[test]
fn a_path_is_its_names_from_the_root() {
    let hierarchy = new();
    hierarchy.create_array("/foo/bar/baz", &small()).unwrap();
    assert_eq!(hierarchy.children("/").unwrap(), ["foo"]);
    assert_eq!(hierarchy.children("/foo").unwrap(), ["bar"]);
    assert_eq!(hierarchy.children("/foo/bar").unwrap(), ["baz"]);
    assert_eq!(hierarchy.node_kind("/foo/bar/baz").unwrap(), Some(NodeKind::Array));
    let error = hierarchy.open_array("/foo/none", None).unwrap_err();
    assert!(error.message().contains("\"/foo/none\""), "{error}");
}

#[test]
fn a_path_does_not_end_with_a_slash() {
    let hierarchy = new();
    hierarchy.create_array("/foo/x", &small()).unwrap();
    for path in ["/foo/", "/foo/x/", "foo/", "//"] {
        assert_eq!(kind(hierarchy.node_kind(path)), ErrorKind::InvalidArgument, "{path}");
        assert_eq!(kind(hierarchy.create_group(path, None, None)), ErrorKind::InvalidArgument, "{path}");
    }
    // The slash at the start may be left out by the caller; the path has it in every message.
    let error = hierarchy.open_group("foo/x", None).map(drop).unwrap_err();
    assert!(error.message().contains("\"/foo/x\""), "{error}");
}

#[test]
fn a_name_is_not_empty() {
    for path in ["//x", "a//x"] {
        assert_eq!(kind(new().create_array(path, &small())), ErrorKind::InvalidArgument, "{path}");
    }
}

#[test]
fn a_name_has_letters_digits_hyphen_underscore_and_period_only() {
    let hierarchy = new();
    let good = "azAZ09-_.";
    hierarchy.create_array(good, &small()).unwrap();
    assert_eq!(hierarchy.children("/").unwrap(), [good]);
    for character in
        (0..=0x17f).filter_map(char::from_u32).filter(|c| !c.is_ascii_alphanumeric() && !"-_./".contains(*c))
    {
        for path in [format!("a{character}b"), format!("g/{character}/x")] {
            assert_eq!(kind(hierarchy.create_array(&path, &small())), ErrorKind::InvalidArgument, "{path:?}");
            assert_eq!(kind(hierarchy.create_group(&path, None, None)), ErrorKind::InvalidArgument, "{path:?}");
        }
    }
    hierarchy.create_array(&"long".repeat(100), &small()).unwrap();
}

#[test]
fn a_name_is_more_than_periods() {
    for name in [".", "..", "...", "a/....", "...../a"] {
        assert_eq!(kind(new().create_group(name, None, None)), ErrorKind::InvalidArgument, "{name}");
    }
    new().create_group("..a", None, None).unwrap();
}

#[test]
fn names_that_differ_in_case_are_two() {
    let hierarchy = new();
    let one = hierarchy.create_array("foo", &small()).unwrap();
    let other = hierarchy.create_array("FOO", &small()).unwrap();
    write(&one, &bytes_of(&[1, 2]));
    write(&other, &bytes_of(&[3, 4]));
    assert_eq!(hierarchy.children("/").unwrap(), ["FOO", "foo"]);
    assert_eq!(int16(&hierarchy.open_array("foo", None).unwrap()), [1, 2]);
    assert_eq!(int16(&hierarchy.open_array("FOO", None).unwrap()), [3, 4]);
    assert_eq!(hierarchy.node_kind("Foo").unwrap(), None);
}

#[test]
fn an_array_has_a_document_and_a_group_may_have_one() {
    let hierarchy = new();
    hierarchy.create_array("a/x", &small()).unwrap();
    assert_eq!(keys(&hierarchy), ["meta/a/x.array.json", "zarr.json"]);
    assert_eq!(hierarchy.node_kind("a").unwrap(), Some(NodeKind::ImplicitGroup));
    hierarchy.create_group("a", None, Some(r#"{"n": 1}"#)).unwrap();
    assert_eq!(keys(&hierarchy), ["meta/a.group.json", "meta/a/x.array.json", "zarr.json"]);
    assert_eq!(hierarchy.children("a").unwrap(), ["x"]);
}

#[test]
fn a_hierarchy_is_opened_at_its_root() {
    let directory = tempfile::tempdir().unwrap();
    let url = |below: &str| format!("{}{below}", directory.path().to_str().unwrap());
    let hierarchy = zarr::hierarchy::open_store(&url(""), None).unwrap();
    hierarchy.create_array("foo/x", &small()).unwrap();
    assert_eq!(hierarchy.children("/").unwrap(), ["foo"]);
    // A node below the root of the hierarchy is no hierarchy.
    for below in ["/meta", "/meta/foo"] {
        let inside = zarr::hierarchy::open_store(&url(below), Some(r#"{"mode": "r"}"#)).unwrap();
        assert_ne!(inside.node_kind("/").ok().flatten(), Some(NodeKind::Group), "{below}");
        assert!(inside.open_array("x", None).is_err(), "{below}");
    }
}
