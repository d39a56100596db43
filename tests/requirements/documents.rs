//! The documents of the 2022 draft: the entry point, arrays and groups.

use super::*;
use zarr::hierarchy::NodeKind;

fn names(document: &Object) -> Vec<&str> {
    document.iter().map(|(name, _)| name).collect()
}

/// Opens the root of a hierarchy with this entry point.
fn entered(members: &[(&str, &str)]) -> Result<Option<NodeKind>> {
    hierarchy(&[("zarr.json", &with(ENTRY, members)), ("meta/x.array.json", ARRAY)]).node_kind("/")
}

/// Opens a group with this document.
fn grouped(document: &str) -> Result<zarr::hierarchy::Group> {
    hierarchy(&[("zarr.json", ENTRY), ("meta/g.group.json", document)]).open_group("g", None)
}

fn created() -> Arc<Hierarchy> {
    let hierarchy = hierarchy(&[]);
    hierarchy.create_array("x", &builder(FormatId::V3Draft2022, "int16", &[4])).unwrap();
    hierarchy.create_group("g", None, None).unwrap();
    hierarchy
}

#[test]
fn there_are_documents_for_the_hierarchy_its_arrays_and_its_groups() {
    assert_eq!(keys(&created()), ["meta/g.group.json", "meta/x.array.json", "zarr.json"]);
}

#[test]
fn documents_are_json_as_in_rfc_8259() {
    for text in ["", "{", "{\"attributes\": {},}", "{\"attributes\": {}} // group", "{'attributes': {}}", "[]", "\"x\""]
    {
        assert_eq!(kind(grouped(text)), ErrorKind::Metadata, "group {text}");
        assert_eq!(kind(hierarchy(&[("zarr.json", text)]).node_kind("/")), ErrorKind::Metadata, "entry {text}");
    }
    assert_eq!(refused(&[("data_type", "\"float32\""), ("fill_value", "NaN")]), ErrorKind::Metadata, "no bare tokens");
    assert!(grouped(" \t\r\n{\"attributes\" : {\"\\u00fc\": 1e3}}\n").is_ok());
}

#[test]
fn each_hierarchy_has_an_entry_point() {
    assert!(get(&created(), "zarr.json").is_some());
    for key in ["meta/x.array.json", "meta/array.json"] {
        let error = hierarchy(&[(key, ARRAY)]).node_kind("/").expect_err(key);
        assert!(error.message().contains("zarr.json is missing"), "{error}");
    }
}

#[test]
fn the_entry_point_has_three_names() {
    let entry = document(&created(), "zarr.json");
    assert_eq!(Json::Object(entry).to_string(), Json::Object(object(ENTRY)).to_string());
    assert_eq!(entered(&[]).unwrap(), Some(NodeKind::ImplicitGroup));
    for name in ["zarr_format", "metadata_encoding"] {
        let error = entered(&[(name, "")]).expect_err(name);
        assert!(error.kind() == ErrorKind::Metadata && error.message().contains(name), "{error}");
    }
    // Others left out the list of extensions where it is empty.
    assert!(entered(&[("extensions", "")]).is_ok());
}

#[test]
fn zarr_format_is_the_uri_of_the_core() {
    let uri = document(&created(), "zarr.json").get("zarr_format").unwrap().to_string();
    assert_eq!(uri, "\"https://purl.org/zarr/spec/core/3.0\"");
    for value in ["\"https://example.org/zarr/spec/core/3.0\"", "\"3.0\"", "null", "[]"] {
        assert!(entered(&[("zarr_format", value)]).is_err(), "{value}");
    }
}

#[test]
fn the_last_segment_is_the_version_and_later_ones_of_3_may_say_more() {
    let later = [("zarr_format", "\"https://purl.org/zarr/spec/core/3.7\""), ("news", "1")];
    assert_eq!(entered(&later).unwrap(), Some(NodeKind::ImplicitGroup));
    let hierarchy = hierarchy(&[("zarr.json", &with(ENTRY, &later)), ("meta/x.array.json", ARRAY)]);
    let array = hierarchy.open_array("x", None).unwrap();
    write(&array, &bytes_of(&[1, 2, 3, 4]));
    assert_eq!(int16(&hierarchy.open_array("x", None).unwrap()), [1, 2, 3, 4], "3.7 is read and written");
    let error = entered(&[("zarr_format", "\"https://purl.org/zarr/spec/core/4.0\"")]).unwrap_err();
    assert!(error.kind() == ErrorKind::Unsupported && error.message().contains("core/4.0"), "{error}");
}

#[test]
fn the_encoding_of_the_core_is_json() {
    let encoding = document(&created(), "zarr.json").get("metadata_encoding").unwrap().to_string();
    assert_eq!(object(&encoding), object(r#"{"type": "json", "metadata_key_suffix": ".json"}"#));
    for value in [
        r#"{"type": "cbor", "metadata_key_suffix": ".cbor"}"#,
        r#"{"type": "json"}"#,
        r#"{"metadata_key_suffix": ".json"}"#,
        r#"{"type": "json", "metadata_key_suffix": 1}"#,
        "\"json\"",
        "null",
    ] {
        assert!(entered(&[("metadata_encoding", value)]).is_err(), "{value}");
    }
}

#[test]
fn the_documents_of_nodes_are_encoded_as_the_entry_point_says() {
    let encoding = r#"{"type": "json", "metadata_key_suffix": ".js"}"#;
    let hierarchy = hierarchy(&[("zarr.json", &with(ENTRY, &[("metadata_encoding", encoding)]))]);
    hierarchy.create_array("x", &builder(FormatId::V3Draft2022, "int16", &[4])).unwrap();
    hierarchy.create_group("/", None, None).unwrap();
    assert_eq!(keys(&hierarchy), ["meta/group.js", "meta/x.array.js", "zarr.json"]);
    assert_eq!(document(&hierarchy, "meta/x.array.js").get("shape").unwrap().to_string(), "[4]");
    assert_eq!(hierarchy.children("/").unwrap(), ["x"]);
}

#[test]
fn an_array_without_its_document_is_none() {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY)]);
    put(&hierarchy, "data/x/c0", &[0; 4]);
    assert_eq!(kind(hierarchy.open_array("x", None)), ErrorKind::NotFound);
    assert_eq!(hierarchy.node_kind("x").unwrap(), None);
}

#[test]
fn a_document_of_an_array_has_seven_names_that_are_mandatory() {
    let mandatory =
        ["shape", "data_type", "chunk_grid", "chunk_memory_layout", "fill_value", "extensions", "attributes"];
    let hierarchy = created();
    let written = document(&hierarchy, "meta/x.array.json");
    let optional = ["codecs"];
    let mut expected = [&mandatory[..], &optional].concat();
    expected.sort_unstable();
    let mut written = names(&written);
    written.sort_unstable();
    assert_eq!(written, expected);
    // Others left out the list of extensions where it is empty.
    for name in mandatory.into_iter().filter(|name| *name != "extensions") {
        let error = opened(&[(name, "")]).map(drop).expect_err(name);
        assert!(error.kind() == ErrorKind::Metadata && error.message().contains(name), "{name}: {error}");
    }
    assert!(opened(&[]).is_ok());
}

#[test]
fn shape_is_an_array_of_integers() {
    let grid = ("chunk_grid", r#"{"type": "regular", "chunk_shape": [2, 1, 3]}"#);
    assert_eq!(opened(&[("shape", "[4, 0, 3]"), grid]).unwrap().shape(), [4, 0, 3]);
    for value in ["4", "\"4\"", "[-4]", "[4.5]", "[null]", "{}", "[4, 4]", "[99999999999999999999]"] {
        assert_eq!(refused(&[("shape", value)]), ErrorKind::Metadata, "{value}");
    }
}

#[test]
fn a_core_data_type_is_its_identifier() {
    assert_eq!(opened(&[]).unwrap().data_type().name(), "int16");
    let identifier = document(&created(), "meta/x.array.json").get("data_type").unwrap().to_string();
    assert_eq!(identifier, "\"int16\"");
    assert!(matches!(refused(&[("data_type", "\"int17\"")]), ErrorKind::Unsupported | ErrorKind::Metadata));
    for value in ["16", "null", "[\"int16\"]"] {
        assert_eq!(refused(&[("data_type", value)]), ErrorKind::Metadata, "{value}");
    }
}

#[test]
fn a_regular_grid_has_type_chunk_shape_and_separator() {
    let array = opened(&[("chunk_grid", r#"{"type": "regular", "chunk_shape": [3], "separator": "."}"#)]).unwrap();
    assert_eq!(array.chunk_shape().unwrap(), [3]);
    let written = document(&created(), "meta/x.array.json").get("chunk_grid").unwrap().to_string();
    assert_eq!(object(&written), object(r#"{"type": "regular", "chunk_shape": [4], "separator": "/"}"#));
    for (value, wanted) in [
        ("[3]", ErrorKind::Metadata),
        ("{}", ErrorKind::Metadata),
        (r#"{"chunk_shape": [3], "separator": "/"}"#, ErrorKind::Metadata),
        (r#"{"type": "regular", "separator": "/"}"#, ErrorKind::Metadata),
        (r#"{"type": "hexagonal", "chunk_shape": [3], "separator": "/"}"#, ErrorKind::Unsupported),
        (r#"{"type": "regular", "chunk_shape": [3], "separator": "/", "more": 1}"#, ErrorKind::Unsupported),
    ] {
        assert_eq!(refused(&[("chunk_grid", value)]), wanted, "{value}");
    }
}

#[test]
fn chunk_shape_has_an_integer_for_each_dimension() {
    for shape in ["3", "[]", "[3, 3]", "[-3]", "[1.5]", "[\"3\"]"] {
        let grid = format!(r#"{{"type": "regular", "chunk_shape": {shape}, "separator": "/"}}"#);
        assert_eq!(refused(&[("chunk_grid", &grid)]), ErrorKind::Metadata, "{shape}");
    }
}

#[test]
fn the_separator_is_a_slash_or_a_period() {
    for separator in ["\"-\"", "\"\"", "\"//\"", "1", "null"] {
        let grid = format!(r#"{{"type": "regular", "chunk_shape": [2], "separator": {separator}}}"#);
        assert_eq!(refused(&[("chunk_grid", &grid)]), ErrorKind::Metadata, "{separator}");
    }
}

#[test]
fn the_memory_layout_is_c_or_f() {
    assert!(opened(&[("chunk_memory_layout", "\"C\"")]).is_ok() && opened(&[("chunk_memory_layout", "\"F\"")]).is_ok());
    for value in ["\"c\"", "\"Z\"", "1", "null", "{}"] {
        assert!(opened(&[("chunk_memory_layout", value)]).is_err(), "{value}");
    }
}

#[test]
fn attributes_are_an_object_of_any_values() {
    let attributes = r#"{"text":"\u65e5","list":[1,null,{"deep":[true,0.1]}],"large":12345678901234567890123,"":{}}"#;
    let array = opened(&[("attributes", attributes)]).unwrap();
    assert_eq!(object(&array.attributes().unwrap()), object(attributes));
    assert!(array.attributes().unwrap().contains("12345678901234567890123"), "to the last digit");
    for value in ["[]", "1", "\"x\""] {
        assert_eq!(refused(&[("attributes", value)]), ErrorKind::Metadata, "{value}");
    }
}

const ENDIAN: &str = r#"{"type": "https://purl.org/zarr/spec/codecs/endian/1.0", "configuration": {"endian": "big"}}"#;

#[test]
fn codecs_are_a_list_of_objects_with_a_uri_and_perhaps_a_configuration() {
    let hierarchy = draft(&[("codecs", &format!("[{ENDIAN}]"))]);
    put(&hierarchy, "data/x/c0", &[1, 2, 3, 4]);
    assert_eq!(int16(&hierarchy.open_array("x", None).unwrap()), [0x0102, 0x0304, 7, 7]);
    let bare = r#"[{"type": "https://purl.org/zarr/spec/codecs/gzip/1.0"}]"#;
    assert!(opened(&[("codecs", bare)]).is_ok());
    for value in ["{}", "null", "[1]", "[\"gzip\"]", "[{}]", "[{\"configuration\": {}}]", "[{\"type\": 1}]"] {
        assert_eq!(refused(&[("codecs", value)]), ErrorKind::Metadata, "{value}");
    }
    let odd = r#"[{"type": "https://purl.org/zarr/spec/codecs/gzip/1.0", "configuration": [5]}]"#;
    assert_eq!(refused(&[("codecs", odd)]), ErrorKind::Metadata);
}

#[test]
fn no_codecs_is_an_empty_list() {
    for codecs in ["", "[]"] {
        let hierarchy = draft(&[("codecs", codecs)]);
        put(&hierarchy, "data/x/c0", &[1, 0, 2, 0]);
        assert_eq!(int16(&hierarchy.open_array("x", None).unwrap()), [1, 2, 7, 7]);
    }
}

#[test]
fn no_storage_transformers_is_an_empty_list() {
    for transformers in ["", "[]"] {
        let hierarchy = draft(&[("storage_transformers", transformers)]);
        write(&hierarchy.open_array("x", None).unwrap(), &bytes_of(&[1, 2, 3, 4]));
        assert_eq!(get(&hierarchy, "data/x/c1").unwrap(), [3, 0, 4, 0], "chunks lie as they are");
    }
    assert!(document(&created(), "meta/x.array.json").get("storage_transformers").is_none());
}

#[test]
fn no_other_names_and_who_finds_one_stops() {
    for value in ["1", "null", r#"{"must_understand": false}"#] {
        assert_eq!(refused(&[("news", value)]), ErrorKind::Unsupported, "array {value}");
        let group = format!(r#"{{"attributes": {{}}, "news": {value}}}"#);
        assert_eq!(kind(grouped(&group)), ErrorKind::Unsupported, "group {value}");
        assert_eq!(kind(entered(&[("news", value)])), ErrorKind::Unsupported, "hierarchy {value}");
    }
    let lenient = draft(&[("news", "1")]).open_array("x", Some(r#"{"ignore_unknown": true}"#)).unwrap();
    assert_eq!(int16(&lenient), [7; 4], "unless the caller wants it otherwise");
}

#[test]
fn a_document_of_a_group_has_attributes_and_no_other_name() {
    let group = grouped(r#"{"attributes": {"a": 1}}"#).unwrap();
    assert_eq!(object(&group.attributes().unwrap()), object(r#"{"a": 1}"#));
    assert_eq!(names(&document(&created(), "meta/g.group.json")), ["attributes"]);
    for document in ["{}", r#"{"attributes": []}"#, r#"{"attributes": 1}"#] {
        assert_eq!(kind(grouped(document)), ErrorKind::Metadata, "{document}");
    }
    assert_eq!(kind(grouped(r#"{"attributes": {}, "shape": [1]}"#)), ErrorKind::Unsupported);
}

#[test]
fn a_group_needs_no_document_and_has_no_extensions() {
    let hierarchy = hierarchy(&[("zarr.json", ENTRY), ("meta/a/b/x.array.json", ARRAY)]);
    assert_eq!(hierarchy.node_kind("a/b").unwrap(), Some(NodeKind::ImplicitGroup));
    assert_eq!(object(&hierarchy.open_group("a", None).unwrap().attributes().unwrap()), Object::new());
    assert_eq!(hierarchy.children("a").unwrap(), ["b"]);
    hierarchy.create_group("a/b", None, None).unwrap();
    assert!(document(&hierarchy, "meta/a/b.group.json").get("extensions").is_none());
    assert_eq!(hierarchy.node_kind("a/b").unwrap(), Some(NodeKind::Group));
}
