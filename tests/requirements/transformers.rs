//! Storage transformers of the 2022 draft: between an array and its store. The one that the draft defines combines
//! chunks into shards.

use super::*;

const SHARDS: &str = r#"[{"extension": "https://purl.org/zarr/spec/extensions/storage-transformers/sharding/1.0",
    "type": "indexed", "configuration": {"chunks_per_shard": [2]}}]"#;

fn sharded() -> String {
    with(ARRAY, &[("storage_transformers", SHARDS)])
}

/// The two chunks of a shard, then the place of each: offset and length.
fn shard(one: [u8; 4], other: [u8; 4]) -> Vec<u8> {
    let index = [0_u64, 4, 4, 4].map(u64::to_le_bytes).concat();
    [&one[..], &other, &index].concat()
}

#[test]
fn are_configured_for_each_array() {
    let hierarchy = draft(&[]);
    put(&hierarchy, "meta/y.array.json", sharded().as_bytes());
    for path in ["x", "y"] {
        write(&hierarchy.open_array(path, None).unwrap(), &bytes_of(&[1, 2, 3, 4]));
    }
    assert_eq!(
        (get(&hierarchy, "data/x/c0").unwrap(), get(&hierarchy, "data/x/c1").unwrap().len()),
        (vec![1, 0, 2, 0], 4)
    );
    assert_eq!(get(&hierarchy, "data/y/c0").unwrap(), shard([1, 0, 2, 0], [3, 0, 4, 0]));
    assert_eq!(get(&hierarchy, "data/y/c1"), None);
}

#[test]
fn change_keys_and_bytes_and_give_the_original_back() {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY), ("meta/x.array.json", &sharded())]);
    put(&hierarchy, "data/x/c0", &shard([9, 0, 8, 0], [5, 0, 6, 0]));
    let array = hierarchy.open_array("x", None).unwrap();
    assert_eq!((int16(&array), array.chunk_shape().unwrap()), (vec![9, 8, 5, 6], vec![2]));
    array.write_region(&[1], &[2], &bytes_of(&[1, 2])).unwrap();
    assert_eq!(int16(&array), [9, 1, 2, 6]);
}

/// All that is needed to read lies in the store and in the document of the array, nothing in a key of their own.
#[test]
fn keep_nothing_for_themselves() {
    let first = hierarchy(&[("zarr.json", ENTRY), ("meta/x.array.json", &sharded())]);
    write(&first.open_array("x", None).unwrap(), &bytes_of(&[1, 2, 3, 4]));
    assert_eq!(keys(&first), ["data/x/c0", "meta/x.array.json", "zarr.json"]);
    let copy = hierarchy(&[]);
    for key in keys(&first) {
        put(&copy, &key, &get(&first, &key).unwrap());
    }
    assert_eq!(int16(&copy.open_array("x", None).unwrap()), [1, 2, 3, 4]);
}

#[test]
fn work_with_any_store() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().to_str().unwrap();
    for url in ["memory://".to_owned(), format!("{folder}/a"), format!("{folder}/b.zip")] {
        let hierarchy = zarr::hierarchy::open_store(&url, None).unwrap();
        put(&hierarchy, "zarr.json", ENTRY.as_bytes());
        put(&hierarchy, "meta/x.array.json", sharded().as_bytes());
        let array = hierarchy.open_array("x", None).unwrap();
        write(&array, &bytes_of(&[1, 2, 3, 4]));
        array.write_region(&[3], &[1], &bytes_of(&[7])).unwrap();
        assert_eq!(int16(&hierarchy.open_array("x", None).unwrap()), [1, 2, 3, 7], "{url}");
    }
}

#[test]
fn have_extension_and_type_and_perhaps_a_configuration() {
    for transformers in [
        "{}",
        "null",
        "[1]",
        r#"[{"type": "indexed", "configuration": {"chunks_per_shard": [2]}}]"#,
        r#"[{"extension": "https://purl.org/zarr/spec/extensions/storage-transformers/sharding/1.0"}]"#,
        r#"[{"extension": 1, "type": "indexed"}]"#,
    ] {
        assert_eq!(refused(&[("storage_transformers", transformers)]), ErrorKind::Metadata, "{transformers}");
    }
    let unknown = r#"[{"extension": "https://example.org/mirror", "type": "mirror"}]"#;
    assert_eq!(refused(&[("storage_transformers", unknown)]), ErrorKind::Unsupported);
    assert_eq!(opened(&[("storage_transformers", SHARDS)]).unwrap().shard_shape().unwrap(), [4]);
}
