//! Paths of nodes: which texts are one, and what lies above and below.

use super::NodePath;

#[test]
fn node_paths() {
    let joined = |path: &str| NodePath::parse(path).unwrap().joined();
    assert_eq!([joined(""), joined("/"), joined("a/b"), joined("/a/b")], ["", "", "a/b", "a/b"]);
    for path in ["//", "a//b", "a/", "/a/", ".", "a/..", "../a", "a/./b", "a\\b", "a\0"] {
        assert!(NodePath::parse(path).is_err(), "{path:?}");
    }
    let path = NodePath::parse("a/b/c").unwrap();
    assert_eq!(path.ancestors().map(|path| path.to_string()).collect::<Vec<_>>(), ["/", "/a", "/a/b"]);
    assert_eq!(path.ancestors().rev().map(|path| path.to_string()).collect::<Vec<_>>(), ["/a/b", "/a", "/"]);
    assert_eq!((path.depth(), path.name(), path.prefix()), (3, "c", "a/b/c/".to_owned()));
    assert!(path.names().eq(["a", "b", "c"]));
    let (root, above) = (NodePath::root(), NodePath::parse("a").unwrap());
    assert_eq!((root.ancestors().count(), root.depth(), root.name(), root.prefix()), (0, 0, "", String::new()));
    assert_eq!((root.child("a"), above.join("b/c"), path.join("")), (above.clone(), path.clone(), path.clone()));
    assert_eq!([path.below(&above), path.below(&root), path.below(&path)], ["b/c", "a/b/c", ""]);
    assert!(path.is_at_or_below(&above) && path.is_at_or_below(&root) && path.is_at_or_below(&path));
    assert!(!above.is_at_or_below(&path) && !NodePath::parse("ab").unwrap().is_at_or_below(&above));
    let deep = |names: usize| NodePath::parse(&vec!["g"; names].join("/"));
    assert!(deep(256).is_ok());
    let error = deep(257).unwrap_err();
    assert!(error.kind() == crate::ErrorKind::Limit && error.message().len() < 100, "{error}");
}
