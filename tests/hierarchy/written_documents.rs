//! Every written document can be read again: a change that would make a document unreadable is refused, and leaves
//! everything as it was. An array whose document can't be read is lost with all its data. (tests/c/written.c has the
//! documents that are too large.)

use zarr::array::ArrayBuilder;
use zarr::error::ErrorKind;
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, open_store};
use zarr::store::StoreExt;

const WITH_PATHS: [FormatId; 7] = [
    FormatId::V2,
    FormatId::V3,
    FormatId::V3Protocol2019A,
    FormatId::V3Protocol2019B,
    FormatId::V3Shape2020,
    FormatId::V3Draft2022,
    FormatId::N5,
];

fn builder(format: FormatId) -> ArrayBuilder {
    let mut builder = ArrayBuilder::new_json("\"int32\"", &[4]).unwrap();
    builder.format(Some(format));
    builder
}

/// An attribute that is a list in a list and so on.
fn nested(depth: usize) -> String {
    format!(r#"{{"deep": {}{}}}"#, "[".repeat(depth), "]".repeat(depth))
}

/// The documents of a store, without chunks.
fn values(hierarchy: &Hierarchy) -> Vec<(String, Vec<u8>)> {
    let store = hierarchy.store();
    let keys = store.list_prefix("").unwrap().into_iter();
    keys.map(|key| {
        let value = store.get(&key, zarr::store::ByteRange::ALL).unwrap().unwrap();
        (key, value)
    })
    .collect()
}

/// Everything below the root can be opened by a handle that knows nothing.
fn opens_again(hierarchy: &Hierarchy, arrays: &[&str]) {
    let again = Hierarchy::with_store(hierarchy.store().clone(), None).unwrap();
    again.open_group("/", None).unwrap().attributes().unwrap();
    for path in arrays {
        again.open_array(path, None).unwrap().attributes().unwrap();
    }
}

#[test]
fn attributes_that_could_not_be_read_again_are_refused() {
    for format in WITH_PATHS {
        let hierarchy = open_store("memory://", None).unwrap();
        let root = hierarchy.create_group("/", Some(format), Some(r#"{"a": 1}"#)).unwrap();
        let array = hierarchy.create_array("x", &builder(format)).unwrap();
        array.set_attributes(r#"{"kept": 1}"#).unwrap();
        let before = values(&hierarchy);
        for attributes in [nested(127), nested(128), nested(129)] {
            let refused = match array.set_attributes(&attributes) {
                // A document of attributes alone has room for a depth that others don't have.
                Ok(()) => {
                    opens_again(&hierarchy, &["x"]);
                    array.set_attributes(r#"{"kept": 1}"#).unwrap();
                    continue;
                }
                Err(error) => error,
            };
            assert!(matches!(refused.kind(), ErrorKind::Limit | ErrorKind::InvalidArgument), "{format:?}: {refused}");
            assert_eq!(values(&hierarchy), before, "{format:?}: a refused change leaves nothing behind");
            assert_eq!(array.attributes().unwrap(), r#"{"kept":1}"#.replace(':', ": "), "{format:?}");
            assert!(root.set_attributes(&nested(129)).is_err());
            opens_again(&hierarchy, &["x"]);
        }
    }
}

#[test]
fn a_consolidated_copy_that_could_not_be_read_again_is_not_written() {
    for format in [FormatId::V2, FormatId::V3] {
        // The documents of the arrays are as deep as they may be, and the copy is deeper.
        for attributes in [nested(if format == FormatId::V2 { 127 } else { 126 })] {
            let hierarchy = open_store("memory://", None).unwrap();
            hierarchy.create_group("/", Some(format), Some(r#"{"a": 1}"#)).unwrap();
            for path in ["x", "y"] {
                hierarchy.create_array(path, &builder(format)).unwrap().set_attributes(&attributes).unwrap();
            }
            let before = values(&hierarchy);
            let error = hierarchy.consolidate("/").unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Limit, "{format:?}: {error}");
            assert!(error.message().contains("is not written"), "{error}");
            assert_eq!(values(&hierarchy), before, "{format:?}");
            opens_again(&hierarchy, &["x", "y"]);
            // And there is nothing that has to be undone.
            hierarchy.create_array("z", &builder(format)).unwrap();
            assert_eq!(hierarchy.children("/").unwrap(), ["x", "y", "z"]);
        }
    }
}

/// An array has as many codecs as its document can be read with.
#[test]
fn chains_are_created_as_long_as_they_are_read() {
    for format in [FormatId::V2, FormatId::V3] {
        let hierarchy = open_store("memory://", None).unwrap();
        hierarchy.create_group("/", Some(format), None).unwrap();
        let mut builder = builder(format);
        // The byte order is one of them.
        for _ in 1..64 {
            builder.codec("crc32c", None).or_else(|_| builder.codec("numcodecs.crc32", None)).unwrap();
        }
        match hierarchy.create_array("x", &builder) {
            Ok(array) => {
                array.write_region(&[0], &[4], &[7; 16]).unwrap();
                let again = Hierarchy::with_store(hierarchy.store().clone(), None).unwrap();
                let mut values = [0; 16];
                again.open_array("x", None).unwrap().read_region(&[0], &[4], &mut values).unwrap();
                assert_eq!(values, [7; 16]);
            }
            Err(error) => assert_eq!(error.kind(), ErrorKind::Unsupported, "{format:?}: {error}"),
        }
        let error = builder.codec("crc32c", None).unwrap_err();
        assert!(error.message().contains("more than 64 codecs"), "{error}");
    }
}
