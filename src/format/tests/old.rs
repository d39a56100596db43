//! Documents, keys and detection of v1 and of the drafts of 2019 and 2020.

use super::*;

const V1: &str = r#"{"zarr_format": 1, "shape": [100, 20], "chunks": [10, 20], "dtype": ">f4", "compression": "zlib",
    "compression_opts": 3, "fill_value": "NaN", "order": "C"}"#;
pub(super) const A2019: &str = r#"{"zarr_format": "http://purl.org/zarr/spec/protocol/core/3.0", "shape": [30, 7],
    "data_type": ">i4", "chunk_grid": {"type": "regular", "chunk_shape": [10, 7]}, "chunk_memory_layout": "F",
    "chunk_codecs": [{"codec": "http://purl.org/zarr/spec/codec/gzip", "level": 5},
                     {"codec": "http://purl.org/zarr/spec/codec/zlib", "level": 1}], "fill_value": 4, "extensions": []}"#;
pub(super) const B2019: &str = r#"{"shape": [30, 7], "data_type": "<f8", "attributes": {"a": 1}, "extensions": [],
    "chunk_grid": {"type": "regular", "chunk_shape": [10, 7], "separator": "/"}, "chunk_memory_layout": "C",
    "compressor": {"codec": "https://purl.org/zarr/spec/codec/gzip/1.0", "configuration": {"level": 1}},
    "fill_value": "+Infinity"}"#;
pub(super) const C2020: &str = r#"{"shape": [30, 7], "data_type": "<f8", "extensions": [],
    "attributes": {"filters": [{"level": 1, "id": "zlib"}], "mine": [2]},
    "chunk_grid": {"type": "regular", "chunk_shape": [10, 7], "separator": "."}, "chunk_memory_layout": "F",
    "compressor": {"codec": "https://purl.org/zarr/spec/codec/gzip/1.0", "configuration": {"level": 2}},
    "fill_value": "-Infinity"}"#;
const ALL: [(FormatId, &str); 4] = [
    (FormatId::V1, V1),
    (FormatId::V3Protocol2019A, A2019),
    (FormatId::V3Protocol2019B, B2019),
    (FormatId::V3Shape2020, C2020),
];
use FormatId::{V3Protocol2019A as A, V3Protocol2019B as B, V3Shape2020 as C};

#[test]
fn what_is_spelled_lowers_to_the_same_description() {
    for (format, text) in ALL {
        let (mut array, warnings) = lower(format, text).unwrap();
        assert!(warnings.is_empty(), "{format:?}: {warnings:?}");
        // The member `filters` is spelled from the chain.
        array.attributes.remove("filters");
        let mut warnings = Warnings::new(false);
        let documents = format.format().spell_array(&array, &mut warnings).unwrap();
        assert!(warnings.messages().is_empty());
        let sorted = |document: Object| Json::Object(document).sorted().to_string();
        assert_eq!(sorted(documents.node.into_object()), sorted(object(text)), "{format:?}");
    }
}

#[test]
fn documents_lower_to_what_they_say() {
    let (v1, _) = lower(FormatId::V1, V1).unwrap();
    assert_eq!((v1.chain.byte_order(), v1.chain.axes()), (ByteOrder::Big, None));
    assert_eq!(v1.fill_value.element, f32::NAN.to_ne_bytes());
    assert_eq!(v1.chunk_keys, ChunkKeyEncoding::V2(Separator::Dot));
    let (a, _) = lower(A, A2019).unwrap();
    assert_eq!((a.chain.byte_order(), a.chain.axes()), (ByteOrder::Big, Some(&[1, 0][..])));
    assert_eq!((a.chain.bytes_to_bytes().len(), a.chunk_keys), (2, ChunkKeyEncoding::V2(Separator::Dot)));
    let (b, _) = lower(B, B2019).unwrap();
    assert_eq!((b.fill_value.element.to_vec().unwrap(), b.attributes.len()), (f64::INFINITY.to_ne_bytes().to_vec(), 1));
    assert_eq!(b.chunk_keys, ChunkKeyEncoding::V2(Separator::Slash));
    let (c, _) = lower(C, C2020).unwrap();
    // The filter comes first, and stays visible in the attributes.
    assert_eq!(c.chain.bytes_to_bytes().iter().map(|codec| codec.name()).collect::<Vec<_>>(), ["zlib", "gzip"]);
    assert_eq!((c.attributes.len(), c.chunk_keys), (2, ChunkKeyEncoding::Draft(Separator::Dot)));
}

#[test]
fn missing_members_are_named() {
    for (format, text) in ALL {
        for (member, _) in object(text).iter() {
            let optional = matches!(member, "extensions" | "attributes")
                || (member == "compressor" && matches!(format, FormatId::V3Protocol2019B | FormatId::V3Shape2020));
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
        (FormatId::V1, V1, "zarr_format", "2", Metadata),
        (FormatId::V1, V1, "chunks", "[0, 20]", Metadata),
        (FormatId::V1, V1, "order", "\"K\"", Metadata),
        (FormatId::V1, V1, "compression", "\"none\"", Metadata),
        (FormatId::V1, V1, "compression", "7", Metadata),
        (FormatId::V1, V1, "compression_opts", "\"fast\"", Metadata),
        (FormatId::V1, V1, "compression_opts", "[1]", Metadata),
        (FormatId::V1, V1, "dtype", "\"|O\"", Unsupported),
        (A, A2019, "zarr_format", "\"http://purl.org/zarr/spec/protocol/core/4.0\"", Unsupported),
        (A, A2019, "zarr_format", "\"http://example.org/3.0\"", Metadata),
        (A, A2019, "zarr_format", "3", Metadata),
        (A, A2019, "data_type", "\"bool\"", Metadata),
        (A, A2019, "data_type", r#"{"extension": "http://example.org/x", "type": "<i4"}"#, Unsupported),
        (A, A2019, "data_type", r#"{"type": "<i4"}"#, Metadata),
        (A, A2019, "chunk_grid", r#"{"type": "irregular", "chunk_shape": [10, 7]}"#, Unsupported),
        (A, A2019, "chunk_memory_layout", r#"{"extension": "x:y", "type": "z"}"#, Unsupported),
        (A, A2019, "compressor", "null", Metadata),
        (A, A2019, "extensions", r#"[{"extension": "x:y", "must_understand": true}]"#, Unsupported),
        (A, A2019, "later", r#"{"must_understand": true}"#, Unsupported),
        (A, A2019, "fill_value", "NaN", Metadata),
        (B, B2019, "compressor", r#"{"configuration": {}}"#, Metadata),
        (B, B2019, "extensions", r#"[{"extension": "x:y", "must_understand": "no"}]"#, Metadata),
        (C, C2020, "wat", "1", Unsupported),
        (C, C2020, "data_type", "\"hello\"", Metadata),
        (C, C2020, "chunk_memory_layout", "\"Z\"", Unsupported),
        (C, C2020, "storage_transformers", r#"[{"type": "indexed"}]"#, Metadata),
        (C, C2020, "storage_transformers", r#"[{"extension": "https://example.org/x/1.0", "type": "x"}]"#, Unsupported),
        (C, C2020, "codecs", "[]", Metadata),
        (C, C2020, "attributes", "[]", Metadata),
    ] {
        let error =
            lower(format, &with(text, member, Some(value))).expect_err(&format!("{format:?}: {member} = {value}"));
        assert_eq!(error.kind(), kind, "{format:?}: {member} = {value}: {error}");
    }
}

#[test]
fn oddities_of_other_writers_are_read() {
    let read = |format, text: &str, member: &str, value: &str| {
        lower(format, &with(text, member, Some(value))).unwrap_or_else(|error| panic!("{member} = {value}: {error}"))
    };
    let warned = |format, text: &str, member: &str, value: &str| read(format, text, member, value).1.len();
    assert_eq!(warned(FormatId::V1, V1, "fill_value", "NaN"), 0);
    assert_eq!(warned(FormatId::V1, V1, "fill_value", "-Infinity"), 0);
    assert_eq!(warned(FormatId::V1, V1, "compression", "\"gzip\""), 1);
    assert_eq!(warned(FormatId::V1, V1, "compression_opts", "\"3\""), 0);
    assert_eq!(warned(FormatId::V1, V1, "compression_opts", "null"), 0);
    assert_eq!(warned(FormatId::V1, V1, "mine", "{}"), 0);
    assert_eq!(warned(FormatId::V1, V1, "order", "\"F\""), 1);
    assert!(read(FormatId::V1, V1, "compression", "\"mystery\"").0.chain.unknown().is_some());
    assert_eq!(warned(A, A2019, "zarr_format", "\"https://purl.org/zarr/spec/protocol/core/3.7/\""), 0);
    assert_eq!(warned(A, A2019, "later", r#"{"x": 1}"#), 1);
    assert_eq!(warned(A, A2019, "fill_value", "null"), 0);
    let inside = r#"[{"codec": "x:y", "level": 1, "configuration": {"level": 2}}]"#;
    let unknown = read(A, A2019, "chunk_codecs", inside).0.chain.unknown().cloned().unwrap();
    assert_eq!(unknown.configuration.get("level").and_then(Json::as_u64), Some(2));
    assert_eq!(warned(B, B2019, "compressor", "null"), 0);
    assert_eq!(warned(B, B2019, "attributes", "null"), 0);
    assert_eq!(warned(C, C2020, "dimension_separator", "\"/\""), 0);
    assert_eq!(warned(C, C2020, "fill_value", "null"), 0);
    assert_eq!(warned(C, C2020, "storage_transformers", "[]"), 0);
    assert_eq!(warned(C, C2020, "attributes", r#"{"filters": "none of yours"}"#), 0);
    let codec = |value: &str| read(C, &with(C2020, "attributes", None), "compressor", value).0.chain;
    assert!(codec(r#"{"codec": "raw"}"#).is_raw());
    assert!(codec(r#"{"codec": "gzip", "configuration": {"level": -1}}"#).unknown().is_none());
    let frame = codec(r#"{"codec": "lz4", "configuration": {"blockSize": 65536}}"#);
    assert_eq!(frame.bytes_to_bytes()[0].name(), "lz4 frame");
    // `codecs` is how the draft of 2022 spells them; there a codec may say the byte order.
    let newer = with(C2020, "compressor", None);
    let endian = r#"[{"type": "https://purl.org/zarr/spec/codecs/endian/1.0", "configuration": {"endian": "big"}}]"#;
    let newer = with(&newer, "attributes", None);
    assert_eq!(read(C, &newer, "codecs", endian).0.chain.byte_order(), ByteOrder::Big);
    assert_eq!(read(C, &newer, "codecs", "[]").0.chain.byte_order(), ByteOrder::Little);
}

#[test]
fn types_of_the_drafts() {
    let lowered = |value: &str| {
        let (array, warnings) = lower(C, &with(&with(C2020, "fill_value", Some("null")), "data_type", Some(value)))
            .unwrap_or_else(|error| panic!("{value}: {error}"));
        (array.data_type.name(), array.chain.byte_order(), warnings.len())
    };
    use ByteOrder::{Big, Little};
    for (value, name, order, warnings) in [
        ("\"bool\"", "bool", Little, 0),
        ("\"i1\"", "int8", Little, 0),
        ("\">u8\"", "uint64", Big, 0),
        ("\"r24\"", "r24", Little, 0),
        ("\"r16\\u0000\\u0000\"", "r16", Little, 0),
        ("\"float64\"", "float64", Little, 1),
        (
            r#"{"extension": "https://zarr-specs.readthedocs.io/x/complex-dtypes/v1.0.html", "type": ">c16"}"#,
            "complex128",
            Big,
            0,
        ),
        (
            r#"{"extension": "TODO: structured array protocol URL", "fallback": null, "type": [["", "|V4"]]}"#,
            "r32",
            Little,
            0,
        ),
    ] {
        assert_eq!(lowered(value), (name.into(), order, warnings), "{value}");
    }
    for (name, spelled) in [
        ("bool", "\"bool\""),
        ("uint8", "\"u1\""),
        ("int16", "\"<i2\""),
        ("r32", "\"r32\""),
        (
            "complex64",
            "{\"extension\": \"https://zarr-specs.readthedocs.io/en/core-protocol-v3.0-dev/protocol/extensions/\
            complex-dtypes/v1.0.html\", \"type\": \"<c8\", \"fallback\": null}",
        ),
    ] {
        let text = with(&with(C2020, "fill_value", Some("null")), "data_type", Some(spelled));
        let (array, _) = lower(C, &with(&text, "attributes", None)).unwrap();
        assert_eq!(array.data_type.name(), name);
        let spell = |format: FormatId| {
            let format = format.format();
            let array = ArrayMetadata { chunk_keys: format.chunk_keys(None), ..array.clone() };
            format.spell_array(&array, &mut Warnings::default())
        };
        assert_eq!(spell(C).unwrap().node.get("data_type").unwrap().to_string(), spelled);
        assert_eq!(spell(B).is_err(), name == "complex64");
    }
}

#[test]
fn what_a_format_cannot_say_is_refused() {
    let (array, _) = lower(A, A2019).unwrap();
    let spell = |format: FormatId, array: &ArrayMetadata| {
        let format = format.format();
        format.spell_array(array, &mut Warnings::default()).map_err(|error| error.message().to_owned())
    };
    assert!(spell(B, &array).unwrap_err().contains("one compressor"));
    assert!(spell(FormatId::V1, &array).unwrap_err().contains("no codec"));
    assert!(spell(A, &lower(B, B2019).unwrap().0).unwrap_err().contains("separator"));
    assert!(FormatId::V1.format().spell_group(&GroupMetadata::default()).is_err());
    // Attributes that would be taken for filters, and filters that must stay.
    let format = C.format();
    let filters = object(r#"{"filters": [{"id": "zlib", "level": 1}]}"#);
    let mut plain = Documents { node: object(&with(C2020, "attributes", Some("{}"))).into(), attributes: None };
    assert!(format.replace_attributes(&mut plain, filters).is_err());
    let mut filtered = Documents { node: object(C2020).into(), attributes: None };
    format.replace_attributes(&mut filtered, object(r#"{"new": 1}"#)).unwrap();
    let (array, _) = lower(C, &Json::Object(filtered.node.into_object()).to_string()).unwrap();
    assert_eq!((array.attributes.len(), array.chain.bytes_to_bytes().len()), (2, 2));
}

#[test]
fn names_that_the_drafts_do_not_allow() {
    let refused = |format: FormatId, name: &str| format.format().check_name(name).is_err();
    let long = "x".repeat(256);
    for name in ["...", "a b", "\u{fc}", "x.array", "x.group", long.as_str()] {
        assert!(refused(B, name), "{name}");
    }
    for name in ["...", "a b", "x.array.json", ".group.json", long.as_str()] {
        assert!(refused(C, name), "{name}");
    }
    for name in ["\u{fc}", "x.array", "x.attrs"] {
        assert!(refused(A, name), "{name}");
    }
    assert!(refused(FormatId::V1, "x") && !refused(A, "a b") && !refused(C, "x.array") && !refused(B, "x.attrs"));
    assert!(!refused(B, "array") && !refused(C, "group.json") && refused(FormatId::V3Draft2022, "group.json"));
}

const ENTRY_B: &str = r#"{"zarr_format": "https://purl.org/zarr/spec/protocol/core/3.0",
    "metadata_encoding": "application/json", "extensions": []}"#;
const ENTRY_C: &str = r#"{"zarr_format": "https://purl.org/zarr/spec/protocol/core/3.0", "extensions": [],
    "metadata_encoding": "https://purl.org/zarr/spec/protocol/core/3.0"}"#;

#[test]
fn every_layout_is_detected() {
    let found = |keys: &[(&str, &str)], path: &str| detected(keys, path).unwrap();
    let entry_d = with(ENTRY_C, "metadata_key_suffix", Some("\".json\""));
    let group = r#"{"attributes": {}}"#;
    assert_eq!(found(&[("meta", V1)], "/"), Some((FormatId::V1, NodeKind::Array)));
    assert_eq!(found(&[("meta", "{\"title\": 1}")], "/"), None);
    assert!(detected(&[("a/meta", V1)], "a").unwrap_err().message().contains("store of its own"));
    let a = [("meta/root/x/y.array", A2019)];
    assert_eq!(found(&a, "/"), Some((A, NodeKind::ImplicitGroup)));
    assert_eq!(found(&a, "x/y"), Some((A, NodeKind::Array)));
    assert_eq!(found(&a, "y"), None);
    for keys in [("meta/root/y.arr.json", A2019), ("meta/root/y.array.json", A2019)] {
        assert_eq!(found(&[keys], "y"), Some((A, NodeKind::Array)), "{keys:?}");
    }
    assert_eq!(found(&[("meta/root.array", A2019)], "/"), Some((A, NodeKind::Array)));
    let b = [("zarr.json", ENTRY_B), ("meta/root/g.group", group), ("meta/root/g/y.array", B2019)];
    assert_eq!(found(&b, "g"), Some((B, NodeKind::Group)));
    assert_eq!(found(&b, "g/y"), Some((B, NodeKind::Array)));
    let stage_c = [("zarr.json", ENTRY_C), ("meta/root.group", group), ("meta/root/y.array", C2020)];
    assert_eq!(found(&stage_c, "/"), Some((C, NodeKind::Group)));
    assert_eq!(found(&stage_c, "y"), Some((C, NodeKind::Array)));
    let stage_d = [("zarr.json", entry_d.as_str()), ("meta/root/x/y.array.json", C2020), ("meta/acquire.json", "{}")];
    assert_eq!(found(&stage_d, "/"), Some((C, NodeKind::ImplicitGroup)));
    assert_eq!(found(&stage_d, "x/y"), Some((C, NodeKind::Array)));
    // One writer put a period before the name of the root's document.
    let dotted = [("zarr.json", entry_d.as_str()), ("meta/root/.array.json", C2020)];
    assert_eq!(found(&dotted, "/"), Some((C, NodeKind::Array)));
    // Without entry point a later draft is not guessed.
    for key in ["meta/root/y.array.json", "meta/root.array.json", "meta/y.array.json", "meta/array.json"] {
        assert!(detected(&[(key, C2020)], "/").unwrap_err().message().contains("zarr.json is missing"), "{key}");
    }
    // A v2 hierarchy whose groups happen to have these names is none of them.
    let v2 = [("meta/.zgroup", "{}"), ("meta/root/.zgroup", "{}")];
    assert_eq!(found(&v2, "x"), None);
}

#[test]
fn entry_points_that_cannot_be_followed() {
    for (entry, member, value) in [
        (ENTRY_B, "metadata_encoding", Some("\"text/yaml\"")),
        (ENTRY_B, "metadata_encoding", None),
        (ENTRY_B, "extensions", Some(r#"[{"extension": "x:y", "must_understand": true}]"#)),
        (ENTRY_C, "metadata_encoding", Some("\"https://example.org/cbor\"")),
        (ENTRY_C, "metadata_key_suffix", Some("\"/../x\"")),
        (ENTRY_C, "metadata_key_suffix", Some("1")),
        (ENTRY_C, "surprise", Some("1")),
        (ENTRY_C, "zarr_format", Some("\"https://purl.org/zarr/spec/protocol/core/4.0\"")),
    ] {
        assert!(detected(&[("zarr.json", &with(entry, member, value))], "/").is_err(), "{member} = {value:?}");
    }
}
