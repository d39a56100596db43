//! Documents as other software writes them, and as it must not write them.

mod data_types;
mod extensions;
mod old;
mod other_software;
mod paths;

use super::*;
use crate::dtype::{ByteOrder, Warnings};
use crate::error::Result;
use crate::json::{Json, Object, ParseOptions, parse};
use crate::metadata::{ArrayMetadata, ChunkKeyEncoding, GroupMetadata, Separator};
use crate::store::{Beginning, ByteRange, Capabilities, MemoryStore, Store, StoreExt, StoreName};

fn object(text: &str) -> Object {
    parse(text.as_bytes(), ParseOptions { bare_tokens: true }).unwrap().0.as_object().unwrap().clone()
}

fn lower(format: FormatId, text: &str) -> Result<(ArrayMetadata, Vec<String>)> {
    let documents = Documents { node: object(text).into(), attributes: None };
    let mut warnings = Warnings::new(false);
    let array = format.format().lower_array(&documents, &ReadOptions::default(), &mut warnings)?;
    Ok((array, warnings.finish()?))
}

/// A document with one member replaced, or taken out.
fn with(text: &str, member: &str, value: Option<&str>) -> String {
    let mut document = object(text);
    match value {
        Some(value) => document.set(member, parse(value.as_bytes(), ParseOptions { bare_tokens: true }).unwrap().0),
        None => drop(document.remove(member)),
    }
    Json::Object(document).to_string()
}

const V3: &str = r#"{"zarr_format": 3, "node_type": "array", "shape": [300, 40], "data_type": "uint16",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [100, 40]}},
    "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}}, "fill_value": 7,
    "codecs": [{"name": "bytes", "configuration": {"endian": "little"}},
               {"name": "zstd", "configuration": {"level": 3, "checksum": false}}],
    "attributes": {"units": "K"}, "dimension_names": ["y", null]}"#;
const V2: &str = r#"{"zarr_format": 2, "shape": [1000, 120], "chunks": [100, 50], "dtype": ">f4", "order": "F",
    "fill_value": "NaN", "filters": null, "dimension_separator": "/",
    "compressor": {"id": "blosc", "cname": "lz4", "clevel": 5, "shuffle": 1, "blocksize": 0}}"#;
const DRAFT: &str = r#"{"shape": [1000, 60], "data_type": "int16", "attributes": {}, "extensions": [],
    "chunk_grid": {"type": "regular", "chunk_shape": [100, 20], "separator": "."},
    "chunk_memory_layout": "F", "fill_value": -1,
    "codecs": [{"type": "https://purl.org/zarr/spec/codecs/endian/1.0", "configuration": {"endian": "big"}},
               {"type": "https://purl.org/zarr/spec/codecs/gzip/1.0", "configuration": {"level": 5}}]}"#;

#[test]
fn every_format_number_and_name_is_found() {
    for (id, format) in registry::FORMATS {
        assert_eq!(FormatId::from_code(id.code()), Some(*id));
        assert_eq!(FormatId::from_name(id.name()), Some(*id));
        assert_eq!((id.name(), id.format().name(), id.format().id()), (format.name, format.name, *id));
    }
    let numbers: Vec<i32> = FormatId::all().map(FormatId::code).collect();
    assert!(numbers.is_sorted(), "{numbers:?}");
    assert_eq!([0, 4, -1, 30].map(FormatId::from_code), [None; 4]);
}

#[test]
fn three_spellings_lower_to_one_description() {
    let (v3, warnings) = lower(FormatId::V3, V3).unwrap();
    assert!(warnings.is_empty());
    assert_eq!((v3.shape.as_slice(), v3.data_type.name().as_str()), (&[300, 40][..], "uint16"));
    assert_eq!(v3.fill_value.element, 7u16.to_ne_bytes());
    assert_eq!(v3.dimension_names, Some(vec![Some("y".into()), None]));
    let (v2, warnings) = lower(FormatId::V2, V2).unwrap();
    assert!(warnings.is_empty());
    assert_eq!(v2.chain.axes(), Some(&[1, 0][..]));
    assert_eq!(v2.chain.byte_order(), ByteOrder::Big);
    assert_eq!(v2.chunk_keys, ChunkKeyEncoding::V2(Separator::Slash));
    let (draft, warnings) = lower(FormatId::V3Draft2022, DRAFT).unwrap();
    assert!(warnings.is_empty());
    assert_eq!((draft.chain.axes(), draft.chain.byte_order()), (Some(&[1, 0][..]), ByteOrder::Big));
    assert_eq!(draft.chain.bytes_to_bytes().len(), 1);
}

#[test]
fn what_is_spelled_lowers_to_the_same_description() {
    for (format, text) in [(FormatId::V3, V3), (FormatId::V2, V2), (FormatId::V3Draft2022, DRAFT)] {
        let (array, _) = lower(format, text).unwrap();
        let mut warnings = Warnings::new(false);
        let documents = format.format().spell_array(&array, &mut warnings).unwrap();
        assert!(warnings.messages().is_empty());
        let sorted = |document: Object| Json::Object(document.sorted()).to_string();
        assert_eq!(sorted(documents.node.into_object()), sorted(object(text)), "{format:?}");
    }
}

#[test]
fn missing_members_are_named() {
    let optional =
        ["attributes", "dimension_names", "filters", "dimension_separator", "extensions", "codecs", "fill_value"];
    for (format, text) in [(FormatId::V3, V3), (FormatId::V2, V2), (FormatId::V3Draft2022, DRAFT)] {
        for (member, _) in object(text).iter() {
            let optional = match (format, member) {
                (FormatId::V3, "codecs" | "fill_value" | "node_type" | "zarr_format") => {
                    member == "node_type" || member == "zarr_format"
                }
                (FormatId::V3Draft2022, "attributes" | "fill_value") => false,
                (_, member) => optional.contains(&member),
            };
            match lower(format, &with(text, member, None)) {
                Ok(_) => assert!(optional, "{format:?} without {member}"),
                Err(error) => {
                    assert!(!optional && error.message().contains(member), "{format:?} without {member}: {error}")
                }
            }
        }
    }
}

#[test]
fn documents_that_must_be_refused() {
    use crate::ErrorKind::{Metadata, Unsupported};
    for (format, text, member, value, kind) in [
        (FormatId::V3, V3, "new_thing", "1", Unsupported),
        (FormatId::V3, V3, "new_thing", r#"{"must_understand": true}"#, Unsupported),
        (FormatId::V3, V3, "shape", "[300, -1]", Metadata),
        (FormatId::V3, V3, "shape", "[300, 18446744073709551616]", Metadata),
        (FormatId::V3, V3, "shape", "[300, 9223372036854775808]", Metadata),
        (FormatId::V3, V3, "shape", "[300]", Metadata),
        (FormatId::V3, V3, "shape", "[300.5, 40]", Metadata),
        (FormatId::V3, V3, "data_type", "\"uint17\"", Unsupported),
        (FormatId::V3, V3, "data_type", "\"<u2\"", Unsupported),
        (FormatId::V3, V3, "chunk_grid", r#"{"name": "hexagonal"}"#, Unsupported),
        (FormatId::V3, V3, "codecs", "[]", Metadata),
        (FormatId::V3, V3, "codecs", r#"["zstd", {"name": "bytes", "configuration": {"endian": "big"}}]"#, Metadata),
        (FormatId::V3, V3, "codecs", r#"["bytes", "mystery"]"#, Unsupported),
        (FormatId::V3, V3, "fill_value", "65536", Metadata),
        (FormatId::V3, V3, "fill_value", "NaN", Metadata),
        (FormatId::V3, V3, "storage_transformers", r#"[{"name": "x"}]"#, Unsupported),
        (FormatId::V3, V3, "dimension_names", r#"["x"]"#, Metadata),
        (FormatId::V3, V3, "attributes", "[]", Metadata),
        (FormatId::V2, V2, "zarr_format", "3", Metadata),
        (FormatId::V2, V2, "order", "\"K\"", Metadata),
        (FormatId::V2, V2, "dtype", "\"|O\"", Metadata),
        (FormatId::V2, V2, "dtype", r#"[["a", "|O"]]"#, Unsupported),
        (FormatId::V2, V2, "dtype", r#"[["a", "<i4"], ["a", "<i4"]]"#, Metadata),
        (FormatId::V2, V2, "dimension_separator", "\"-\"", Metadata),
        (FormatId::V2, V2, "chunks", "[0, 50]", Metadata),
        (FormatId::V3Draft2022, DRAFT, "new_thing", "1", Unsupported),
        (FormatId::V3Draft2022, DRAFT, "new_thing", r#"{"must_understand": false}"#, Unsupported),
        (FormatId::V3Draft2022, DRAFT, "fill_value", "1.5", Metadata),
        (FormatId::V3Draft2022, DRAFT, "fill_value", "\"0xfff\"", Metadata),
        (FormatId::V3Draft2022, DRAFT, "chunk_memory_layout", "\"Z\"", Unsupported),
        (FormatId::V3Draft2022, DRAFT, "extensions", r#"[{"extension": "x:y", "must_understand": true}]"#, Unsupported),
        (FormatId::V3Draft2022, DRAFT, "extensions", r#"[{"extension": "x:y", "must_understand": "no"}]"#, Metadata),
        (FormatId::V3Draft2022, DRAFT, "compressor", r#"{"codec": "gzip"}"#, Metadata),
    ] {
        let error =
            lower(format, &with(text, member, Some(value))).expect_err(&format!("{format:?}: {member} = {value}"));
        assert_eq!(error.kind(), kind, "{format:?}: {member} = {value}: {error}");
    }
}

#[test]
fn oddities_of_other_writers_are_read() {
    let warned = |format, text: &str, member: &str, value: &str| {
        lower(format, &with(text, member, Some(value)))
            .unwrap_or_else(|error| panic!("{member} = {value}: {error}"))
            .1
            .len()
    };
    assert_eq!(warned(FormatId::V3, V3, "new_thing", r#"{"must_understand": false, "x": 1}"#), 1);
    assert_eq!(warned(FormatId::V3, V3, "fill_value", "null"), 1);
    assert_eq!(warned(FormatId::V3, V3, "storage_transformers", "[]"), 0);
    assert_eq!(warned(FormatId::V3, V3, "dimension_names", "null"), 0);
    assert_eq!(warned(FormatId::V3, V3, "attributes", r#"{"a": NaN}"#), 0);
    assert_eq!(warned(FormatId::V3, V3, "codecs", r#"[{"name": "bytes"}]"#), 1);
    assert_eq!(warned(FormatId::V2, V2, "filters", "[]"), 0);
    assert_eq!(warned(FormatId::V2, V2, "fill_value", "NaN"), 0);
    assert_eq!(warned(FormatId::V2, V2, "dtype", "\"f4\""), 1);
    assert_eq!(warned(FormatId::V2, V2, "_NCZARR_ARRAY", "{}"), 0);
    assert_eq!(warned(FormatId::V3Draft2022, DRAFT, "data_type", "\"<i2\""), 0);
    assert_eq!(warned(FormatId::V3Draft2022, DRAFT, "fill_value", "\"0xffff\""), 0);
    assert_eq!(warned(FormatId::V3Draft2022, DRAFT, "fill_value", "null"), 1);
    assert_eq!(warned(FormatId::V3Draft2022, DRAFT, "attributes", "null"), 1);
    assert_eq!(warned(FormatId::V3Draft2022, DRAFT, "dimension_separator", "\".\""), 0);
    assert_eq!(
        warned(FormatId::V3Draft2022, DRAFT, "extensions", r#"[{"extension": "x:y", "must_understand": false}]"#),
        1
    );
}

/// Final v3 of early 2023 carries the number of the final text, but the members of the draft.
#[test]
fn transitional_documents_are_read() {
    let text = r#"{"zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "int32", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2], "separator": "."}}, "extensions": [],
        "codecs": [{"type": "endian", "configuration": {"endian": "big"}}], "attributes": {}}"#;
    let (array, warnings) = lower(FormatId::V3, text).unwrap();
    assert_eq!(array.chunk_keys, ChunkKeyEncoding::Default(Separator::Dot));
    assert_eq!(array.chain.byte_order(), ByteOrder::Big);
    assert_eq!(warnings.len(), 1);
    assert!(lower(FormatId::V3, &with(text, "codecs", Some("[]"))).is_ok());
}

#[test]
fn what_a_format_cannot_say_is_refused() {
    let (mut array, _) = lower(FormatId::V3, V3).unwrap();
    let spell = |format: FormatId, array: &ArrayMetadata| {
        let format = format.format();
        let array = ArrayMetadata { chunk_keys: format.chunk_keys(None), ..array.clone() };
        format.spell_array(&array, &mut Warnings::default()).map_err(|error| error.message().to_owned())
    };
    assert!(spell(FormatId::V2, &array).unwrap_err().contains("name for every dimension"));
    assert!(spell(FormatId::V3Draft2022, &array).unwrap_err().contains("dimension names"));
    array.dimension_names = None;
    assert!(spell(FormatId::V2, &array).is_ok());
    assert!(spell(FormatId::V3Draft2022, &array).unwrap_err().contains("zstd"));
}

#[test]
fn names_that_no_format_allows() {
    let refused = |format: FormatId, name: &str| format.format().check_name(name).is_err();
    for name in ["..", "__x", "zarr.json"] {
        assert!(refused(FormatId::V3, name), "{name}");
    }
    for name in [".zarray", ".zgroup", ".zattrs", ".zmetadata", "zarr.json"] {
        assert!(refused(FormatId::V2, name), "{name}");
    }
    for name in ["...", "a b", "\u{fc}", "x.array.json", "x.group.json", "array.json", "group.json"] {
        assert!(refused(FormatId::V3Draft2022, name), "{name}");
    }
    for name in ["a", "A-b_c.9", ".a", "c0", "meta", "x.array"] {
        assert!(!refused(FormatId::V3Draft2022, name), "{name}");
    }
    assert!(!refused(FormatId::V3, "\u{fc}n\u{ef} code") && !refused(FormatId::V2, "\u{fc}"));
}

fn detected(keys: &[(&str, &str)], path: &str) -> Result<Option<(FormatId, NodeKind)>> {
    let store = MemoryStore::new();
    for (key, value) in keys {
        store.set(key, value.as_bytes()).unwrap();
    }
    let path = NodePath::parse(path).unwrap();
    let found = detect(&store, &path, None, &ReadOptions::default(), &mut Warnings::default())?;
    Ok(found.map(|found| (found.format.id(), found.kind)))
}

const ENTRY: &str = r#"{"zarr_format": "https://purl.org/zarr/spec/core/3.0", "extensions": [],
    "metadata_encoding": {"type": "json", "metadata_key_suffix": ".json"}}"#;

#[test]
fn detection_follows_the_order_of_precedence() {
    let group3 = r#"{"zarr_format": 3, "node_type": "group"}"#;
    let group2 = r#"{"zarr_format": 2}"#;
    let found = |keys: &[(&str, &str)], path: &str| detected(keys, path).unwrap();
    assert_eq!(found(&[("zarr.json", group3), (".zgroup", group2)], "/"), Some((FormatId::V3, NodeKind::Group)));
    assert_eq!(found(&[(".zgroup", group2), (".zarray", V2)], "/"), Some((FormatId::V2, NodeKind::Array)));
    assert_eq!(found(&[("a/b/.zgroup", group2)], "a/b"), Some((FormatId::V2, NodeKind::Group)));
    assert_eq!(found(&[("a/b/.zgroup", group2)], "a"), None);
    assert_eq!(found(&[], "/"), None);
    let n5_array = r#"{"dimensions": [4], "blockSize": [2], "dataType": "int8", "compression": {"type": "raw"}}"#;
    let n5 = [("attributes.json", r#"{"n5": "2.0.0"}"#), ("a/b/attributes.json", n5_array), ("a/b/0/0", "")];
    assert_eq!(found(&n5, "/"), Some((FormatId::N5, NodeKind::Group)));
    assert_eq!(found(&n5, "a"), Some((FormatId::N5, NodeKind::ImplicitGroup)));
    assert_eq!(found(&n5, "a/b"), Some((FormatId::N5, NodeKind::Array)));
    assert_eq!(found(&n5, "c"), None);
    // Folders of chunks are no groups, nor is any folder where no root says that it is N5.
    assert_eq!(found(&n5, "a/b/0"), None);
    assert_eq!(found(&[("a/b/attributes.json", n5_array)], "a"), None);
    assert_eq!(found(&[("a/b/attributes.json", n5_array)], "a/b"), Some((FormatId::N5, NodeKind::Array)));
    assert_eq!(found(&[("attributes.json", n5_array), ("0/0", "")], "0"), None);
    // Documents of this name that are not N5's, and an array that was converted in place.
    assert_eq!(found(&[("attributes.json", r#"{"dimensions": "three"}"#)], "/"), None);
    assert_eq!(found(&[("attributes.json", "[]")], "/"), None);
    assert_eq!(found(&[("zarr.json", V3), ("attributes.json", n5_array)], "/"), Some((FormatId::V3, NodeKind::Array)));
    let draft = [("zarr.json", ENTRY), ("meta/a/b.array.json", DRAFT), ("meta/g.group.json", r#"{"attributes": {}}"#)];
    assert_eq!(found(&draft, "/"), Some((FormatId::V3Draft2022, NodeKind::ImplicitGroup)));
    assert_eq!(found(&draft, "a"), Some((FormatId::V3Draft2022, NodeKind::ImplicitGroup)));
    assert_eq!(found(&draft, "/a/b"), Some((FormatId::V3Draft2022, NodeKind::Array)));
    assert_eq!(found(&draft, "g"), Some((FormatId::V3Draft2022, NodeKind::Group)));
    assert_eq!(found(&draft, "a/c"), None);
}

#[test]
fn formats_that_are_not_read_yet_are_named() {
    for (key, value, name) in [
        ("zarr.json", r#"{"zarr_format": 4}"#, "zarr_format 4"),
        ("zarr.json", r#"{"zarr_format": "https://purl.org/zarr/spec/core/4.0"}"#, "core/4.0"),
        (".zmetadata", "{}", "consolidated"),
    ] {
        let error = detected(&[(key, value)], "/").expect_err(name);
        assert!(error.message().contains(name), "{error}");
        assert_eq!(error.kind(), crate::ErrorKind::Unsupported, "{error}");
    }
}

#[test]
fn entry_points_that_cannot_be_followed() {
    let refused =
        |member: &str, value: Option<&str>| detected(&[("zarr.json", &with(ENTRY, member, value))], "/").is_err();
    assert!(refused("metadata_encoding", Some(r#"{"type": "cbor", "metadata_key_suffix": ".cbor"}"#)));
    assert!(refused("metadata_encoding", Some(r#"{"type": "json", "metadata_key_suffix": "/../x"}"#)));
    assert!(refused("metadata_encoding", None));
    assert!(refused("extensions", Some(r#"[{"extension": "x:y", "must_understand": true}]"#)));
    assert!(refused("surprise", Some("1")));
    assert!(refused("zarr_format", Some("3.0")));
    assert!(!refused("extensions", Some(r#"[{"extension": "x:y", "must_understand": false}]"#)));
    // A later minor version may have names that this one does not know.
    let later =
        with(&with(ENTRY, "zarr_format", Some("\"https://purl.org/zarr/spec/core/3.1\"")), "surprise", Some("1"));
    assert!(detected(&[("zarr.json", &later), ("meta/group.json", r#"{"attributes": {}}"#)], "/").unwrap().is_some());
}

/// In v2 a struct says the byte order of each field, and its fill value is the bytes as they are stored.
#[test]
fn structs_of_v2_have_an_order_for_each_field() {
    let text = with(V2, "dtype", Some(r#"[["a", "<i4"], ["b", ">f8"]]"#));
    let text = with(&text, "fill_value", Some("\"BwAAAEAUAAAAAAAA\""));
    let (array, warnings) = lower(FormatId::V2, &text).unwrap();
    assert_eq!(array.fill_value.element, [&7i32.to_ne_bytes()[..], &5f64.to_ne_bytes()].concat());
    assert!(warnings.is_empty());
    let spelled = FormatId::V2.format().spell_array(&array, &mut Warnings::default()).unwrap().node;
    assert_eq!(spelled.get("dtype").unwrap().to_string(), r#"[["a", "<i4"], ["b", ">f8"]]"#);
    assert_eq!(spelled.get("fill_value").unwrap().to_string(), "\"BwAAAEAUAAAAAAAA\"");
    // No codec of final v3 can say two orders.
    let array = ArrayMetadata { chunk_keys: ChunkKeyEncoding::Default(Separator::Slash), ..array };
    let refused = FormatId::V3.format().spell_array(&array, &mut Warnings::default()).unwrap_err();
    assert!(refused.message().contains("one byte order"), "{refused}");
}

/// zarr-python wrote structs without an endian: little, and nothing to warn of. Everywhere else that is a slip.
#[test]
fn structs_of_v3_by_their_old_name_are_little_endian() {
    let read = |name: &str| {
        let data_type =
            format!(r#"{{"name": "{name}", "configuration": {{"fields": [["a", "int32"], ["b", "float64"]]}}}}"#);
        let text = with(V3, "data_type", Some(&data_type));
        let text = with(&text, "fill_value", Some("\"BwAAAAAAAAAAABRA\""));
        lower(FormatId::V3, &with(&text, "codecs", Some(r#"[{"name": "bytes"}]"#))).unwrap()
    };
    let (array, warnings) = read("structured");
    assert_eq!(array.fill_value.element, [&7i32.to_ne_bytes()[..], &5f64.to_ne_bytes()].concat());
    assert!(warnings.is_empty() && array.chain.byte_order() == ByteOrder::Little);
    assert_eq!(read("struct").1.len(), 1);
}

/// A store that answers with less than there is, as file systems in user space may.
#[derive(Debug)]
struct Scarce(MemoryStore, u64);

impl Store for Scarce {
    fn name(&self) -> &StoreName {
        self.0.name()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { private: false, ..self.0.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        self.0.get(key, range)
    }

    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        let bytes = self.0.get(key, ByteRange::From { start: 0, length: Some(most.min(self.1)) })?;
        Ok(bytes.map(|bytes| Beginning { bytes, ended: false }))
    }
}

#[test]
fn documents_of_which_the_end_has_not_come_are_read_again() {
    let text = "{\"zarr_format\": 3, \"node_type\": \"group\", \"attributes\": {\"a\": {}}}\n";
    for (text, is_whole) in [(text, true), (&text[..text.len() - 3], false)] {
        for first in 1..=text.len() as u64 {
            let store = Scarce(MemoryStore::new(), first);
            store.0.set("zarr.json", text.as_bytes()).unwrap();
            let document = read_document(&store, "zarr.json", &mut Warnings::new(true));
            match document {
                Ok(document) if is_whole => assert_eq!(document.unwrap().into_object(), object(text)),
                Err(error) if !is_whole => {
                    assert!(error.message().contains(&format!("byte {}:", text.len())), "{error}")
                }
                other => panic!("{first}: {other:?}"),
            }
        }
    }
}
