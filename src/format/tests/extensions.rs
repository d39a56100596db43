//! The extension points of the drafts: known, passed over, replaced by a fallback, refused.

use super::data_types::lower_allowing;
use super::old::{A2019, B2019, C2020};
use super::*;
use crate::ErrorKind::{Metadata, Unsupported};
use crate::store::StoreExt;
use FormatId::{V3Draft2022 as DRAFT_2022, V3Protocol2019A as A, V3Protocol2019B as B, V3Shape2020 as C};

pub(super) const DRAFTS: [(FormatId, &str); 4] = [(A, A2019), (B, B2019), (C, C2020), (DRAFT_2022, DRAFT)];

pub(super) fn refused(format: FormatId, text: &str, member: &str, value: &str) -> String {
    let error = lower(format, &with(text, member, Some(value))).expect_err(&format!("{format:?}: {member} = {value}"));
    assert_eq!(error.kind(), Unsupported, "{error}");
    error.message().to_owned()
}

#[test]
fn array_extensions_follow_must_understand() {
    for (format, text) in DRAFTS {
        let extension = |must| {
            format!(
                r#"[{{"extension": "https://example.org/e/1.0", "must_understand": {must}, "configuration": {{"a": 1}}}}]"#
            )
        };
        let (_, notes) = lower(format, &with(text, "extensions", Some(&extension("false")))).unwrap();
        assert_eq!(notes.len(), 1, "{format:?}");
        assert!(
            notes[0].contains("array extension \"https://example.org/e/1.0\" is not known, and ignored"),
            "{notes:?}"
        );
        let message = refused(format, text, "extensions", &extension("true"));
        assert!(message.contains("array extension \"https://example.org/e/1.0\" is not known"), "{message}");
        for wrong in [
            extension("\"true\""),
            extension("null"),
            "[7]".into(),
            "{}".into(),
            "null".into(),
            r#"[{"must_understand": false}]"#.into(),
            r#"[{"extension": 1, "must_understand": false}]"#.into(),
            r#"[{"extension": "x:y"}]"#.into(),
        ] {
            let error = lower(format, &with(text, "extensions", Some(&wrong))).expect_err(&wrong);
            assert_eq!(error.kind(), Metadata, "{format:?}: {wrong}: {error}");
        }
        // It is the format's own list, which the option about names does not touch.
        let documents =
            Documents { node: object(&with(text, "extensions", Some(&extension("true")))).into(), attributes: None };
        let options = ReadOptions { ignore_unknown: true, ..ReadOptions::default() };
        assert!(format.format().lower_array(&documents, &options, &mut Warnings::default()).is_err());
    }
}

#[test]
fn notes_of_what_is_allowed_pass_when_strict() {
    let extension = r#"[{"extension": "x:y", "must_understand": false}]"#;
    let documents = Documents { node: object(&with(DRAFT, "extensions", Some(extension))).into(), attributes: None };
    let lower = |documents, strict| {
        let mut warnings = Warnings::new(strict);
        DRAFT_2022.format().lower_array(&documents, &ReadOptions::default(), &mut warnings)?;
        warnings.finish()
    };
    assert_eq!(lower(documents.clone(), true).unwrap().len(), 1);
    let mut odd = documents;
    odd.node.set("fill_value", Json::Null);
    assert_eq!(lower(odd.clone(), false).unwrap().len(), 2);
    assert!(lower(odd, true).unwrap_err().message().contains("null"));
}

#[test]
fn chunk_grid_extensions_are_refused() {
    for (format, text) in DRAFTS {
        let message =
            refused(format, text, "chunk_grid", r#"{"extension": "https://example.org/g", "type": "hex", "a": 1}"#);
        assert!(
            message.contains("chunk grid extension \"https://example.org/g\" (type \"hex\") is not known"),
            "{message}"
        );
        // Under the name of the core's grid as well.
        refused(format, text, "chunk_grid", r#"{"extension": "x:y", "type": "regular", "chunk_shape": [10, 7]}"#);
        assert!(refused(format, text, "chunk_grid", r#"{"type": "hex"}"#).contains("type \"hex\""));
        for wrong in [r#"{"extension": 7, "type": "hex"}"#, "\"regular\"", "{}"] {
            let error = lower(format, &with(text, "chunk_grid", Some(wrong))).unwrap_err();
            assert_eq!(error.kind(), Metadata, "{format:?}: {wrong}: {error}");
        }
    }
}

#[test]
fn chunk_memory_layout_extensions_are_refused() {
    for (format, text) in DRAFTS {
        let layout = r#"{"extension": "https://example.org/l", "type": "Hilbert", "a": 1}"#;
        let message = refused(format, text, "chunk_memory_layout", layout);
        let expected = "chunk memory layout extension \"https://example.org/l\" (type \"Hilbert\") is not known";
        assert!(message.contains(expected), "{message}");
        assert!(refused(format, text, "chunk_memory_layout", "\"Z\"").contains("\"Z\""));
        for wrong in [r#"{"extension": "x:y"}"#, "{}"] {
            let error = lower(format, &with(text, "chunk_memory_layout", Some(wrong))).unwrap_err();
            assert_eq!(error.kind(), Metadata, "{format:?}: {wrong}: {error}");
        }
    }
}

#[test]
fn storage_transformer_extensions_are_refused() {
    for (format, text) in [(C, C2020), (DRAFT_2022, DRAFT)] {
        let unknown = r#"[{"extension": "https://example.org/t", "type": "mirror", "configuration": {}}]"#;
        let message = refused(format, text, "storage_transformers", unknown);
        assert!(
            message.contains("storage transformer extension \"https://example.org/t\" (type \"mirror\")"),
            "{message}"
        );
        for wrong in [r#"[{"extension": "x:y"}]"#, r#"[{"type": "indexed"}]"#, "[7]", "{}"] {
            let error = lower(format, &with(text, "storage_transformers", Some(wrong))).unwrap_err();
            assert_eq!(error.kind(), Metadata, "{format:?}: {wrong}: {error}");
        }
        assert!(lower(format, &with(text, "storage_transformers", Some("[]"))).unwrap().1.is_empty());
    }
}

#[test]
fn metadata_encoding_extensions_are_refused() {
    let entry = |value: &str| detected(&[("zarr.json", &with(ENTRY, "metadata_encoding", Some(value)))], "/");
    let cbor = r#"{"extension": "https://example.org/cbor", "type": "cbor", "metadata_key_suffix": ".cbor"}"#;
    let error = entry(cbor).unwrap_err();
    assert_eq!(error.kind(), Unsupported);
    let expected = "metadata encoding extension \"https://example.org/cbor\" (type \"cbor\") is not known";
    assert!(error.message().contains(expected) && error.message().contains("zarr.json"), "{error}");
    // An extension that calls itself JSON is one all the same.
    let json = r#"{"extension": "https://example.org/j", "type": "json", "metadata_key_suffix": ".json"}"#;
    assert_eq!(entry(json).unwrap_err().kind(), Unsupported);
    for wrong in [
        r#"{"type": "json"}"#,
        r#"{"metadata_key_suffix": ".json"}"#,
        "7",
        r#"{"type": "json", "metadata_key_suffix": 7}"#,
    ] {
        assert_eq!(entry(wrong).unwrap_err().kind(), Metadata, "{wrong}");
    }
}

/// Notes of the entry point on all nodes are on the handle of each.
#[test]
fn generic_extensions_follow_must_understand() {
    let protocol = r#"{"zarr_format": "https://purl.org/zarr/spec/protocol/core/3.0", "extensions": [],
        "metadata_encoding": "https://purl.org/zarr/spec/protocol/core/3.0", "metadata_key_suffix": ".json"}"#;
    let stage_b = with(&with(protocol, "metadata_key_suffix", None), "metadata_encoding", Some("\"application/json\""));
    for (entry, key) in [(ENTRY, "meta/group.json"), (protocol, "meta/root.group.json"), (&stage_b, "meta/root.group")]
    {
        let detect_with = |extensions: &str| {
            let store = MemoryStore::new();
            store.set("zarr.json", with(entry, "extensions", Some(extensions)).as_bytes()).unwrap();
            store.set(key, br#"{"attributes": {}}"#).unwrap();
            let options = ReadOptions { ignore_unknown: true, ..ReadOptions::default() };
            detect(&store, &NodePath::root(), None, &options, &mut Warnings::new(true))
        };
        let found = detect_with(r#"[{"extension": "x:y", "must_understand": false}]"#).unwrap().unwrap();
        assert_eq!(found.format.notes().len(), 1);
        assert!(found.format.notes()[0].contains("generic extension \"x:y\" is not known, and ignored"));
        let error = detect_with(r#"[{"extension": "x:y", "must_understand": true}]"#).unwrap_err();
        assert_eq!(error.kind(), Unsupported);
        assert!(error.message().contains("generic extension \"x:y\" is not known, and must be understood"), "{error}");
        assert_eq!(detect_with(r#"[{"extension": "x:y", "must_understand": 1}]"#).unwrap_err().kind(), Metadata);
    }
}

/// Groups of the 2022 draft have no extensions; earlier drafts let them have some.
#[test]
fn extensions_of_groups() {
    let group = |format: FormatId, extensions: &str| {
        let node = object(&format!(r#"{{"attributes": {{}}, "extensions": {extensions}}}"#));
        let mut warnings = Warnings::default();
        format.format().lower_group(
            &Documents { node: node.into(), attributes: None },
            &ReadOptions::default(),
            &mut warnings,
        )?;
        warnings.finish()
    };
    for format in [B, C, DRAFT_2022] {
        assert!(group(format, "[]").unwrap().is_empty());
        assert_eq!(group(format, r#"[{"extension": "x:y", "must_understand": false}]"#).unwrap().len(), 1);
        let error = group(format, r#"[{"extension": "x:y", "must_understand": true}]"#).unwrap_err();
        assert!(error.kind() == Unsupported && error.message().contains("group extension"), "{error}");
    }
}

/// In final v3 an extension is an object with a name; only those beside the format's own members, and transformers, can
/// be done without.
#[test]
fn final_v3_passes_over_what_need_not_be_understood() {
    let noted = |member: &str, value: &str| lower(FormatId::V3, &with(V3, member, Some(value))).map(|(_, notes)| notes);
    assert!(noted("mine", r#"{"must_understand": false}"#).unwrap()[0].contains("\"mine\""));
    let transformer = r#"[{"name": "mirror", "must_understand": false}]"#;
    let document = with(V3, "storage_transformers", Some(transformer));
    let (array, notes) = lower(FormatId::V3, &document).unwrap();
    // It opens, but the effect of the transformer on chunks is not known.
    assert!(notes[0].contains("storage transformer \"mirror\""), "{notes:?}");
    assert!(array.chain.unknown().unwrap().error().message().contains("storage transformer \"mirror\""));
    for (member, value) in [
        ("mine", r#"{"must_understand": true}"#),
        ("mine", r#"{"name": "mine"}"#),
        ("storage_transformers", r#"[{"name": "mirror"}]"#),
        ("storage_transformers", r#"["mirror"]"#),
        ("chunk_grid", r#"{"name": "hex", "must_understand": false}"#),
        ("chunk_key_encoding", r#"{"name": "hash", "must_understand": false}"#),
        ("data_type", r#"{"name": "int7", "must_understand": false}"#),
        ("codecs", r#"["bytes", {"name": "mystery", "must_understand": true}]"#),
    ] {
        let error = noted(member, value).expect_err(value);
        assert_eq!(error.kind(), Unsupported, "{member} = {value}: {error}");
    }
}

/// Drafts of final v3 had fallbacks as well, and these codecs and fill values.
#[test]
fn transitional_documents_of_2023() {
    let text = r#"{"zarr_format": 3, "node_type": "array", "shape": [4, 2], "fill_value": "+Infinity", "extensions": [],
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 2], "separator": "/"}},
        "data_type": "float32", "codecs": [{"name": "transpose", "configuration": {"order": "F"}},
            {"name": "endian", "configuration": {"endian": "big"}}], "attributes": {}}"#;
    let (array, _) = lower(FormatId::V3, text).unwrap();
    assert_eq!((array.chain.axes(), array.chain.byte_order()), (Some(&[1, 0][..]), ByteOrder::Big));
    assert_eq!(array.fill_value.element, f32::INFINITY.to_ne_bytes());
    for codecs in [None, Some("[]")] {
        assert_eq!(lower(FormatId::V3, &with(text, "codecs", codecs)).unwrap().0.chain.byte_order(), ByteOrder::Little);
    }
    let pattern = with(text, "fill_value", Some("\"0b01111111110000000000000000000001\""));
    assert_eq!(lower(FormatId::V3, &pattern).unwrap().0.fill_value.element, 0x7fc0_0001u32.to_ne_bytes());
    let money = r#"{"name": "money", "configuration": {"currency": "EUR"}, "fallback": ["cents", "float32"]}"#;
    let text = with(text, "data_type", Some(money));
    let message = lower(FormatId::V3, &text).unwrap_err();
    assert!(message.kind() == Unsupported && message.message().contains("allow_fallback"), "{message}");
    let (array, notes) = lower_allowing(FormatId::V3, &text).unwrap();
    assert!(array.data_type.fallback().is_some() && notes.iter().any(|note| note.contains("EUR")), "{notes:?}");
    let known = r#"{"name": "float32", "fallback": "int32"}"#;
    let (array, _) = lower_allowing(FormatId::V3, &with(&text, "data_type", Some(known))).unwrap();
    assert!(array.data_type.fallback().is_none() && array.data_type.name() == "float32");
}

/// Names of a later version 3.Y may be passed over; a 4.0 is another format.
#[test]
fn stability_policy_reads_every_3_y() {
    let unknown = r#"{"attributes": {}, "later": 1}"#;
    for (format, path, meta) in
        [(DRAFT_2022, "core", "meta/"), (C, "protocol/core", "meta/root/"), (B, "protocol/core", "meta/root/")]
    {
        let detect_in = |version: &str, path_of_node: &str| {
            let uri = format!("https://purl.org/zarr/spec/{path}/{version}");
            let entry = match format {
                DRAFT_2022 => with(ENTRY, "zarr_format", Some(&format!("{uri:?}"))),
                C => format!(
                    r#"{{"zarr_format": "{uri}", "metadata_encoding": "{uri}", "metadata_key_suffix": ".json"}}"#
                ),
                _ => format!(r#"{{"zarr_format": "{uri}", "metadata_encoding": "application/json"}}"#),
            };
            let end = if format == B { "" } else { ".json" };
            let store = MemoryStore::new();
            store.set("zarr.json", entry.as_bytes()).unwrap();
            let array = DRAFTS.iter().find(|draft| draft.0 == format).unwrap().1;
            store.set(&format!("{meta}x.array{end}"), with(array, "later", Some("1")).as_bytes()).unwrap();
            store.set(&format!("{meta}g.group{end}"), unknown.as_bytes()).unwrap();
            let path = NodePath::parse(path_of_node).unwrap();
            let mut warnings = Warnings::default();
            let found = detect(&store, &path, None, &ReadOptions::default(), &mut warnings)?.unwrap();
            assert_eq!(found.format.id(), format);
            let documents = found.documents.unwrap();
            match found.kind {
                NodeKind::Array => {
                    found.format.lower_array(&documents, &ReadOptions::default(), &mut warnings).map(drop)
                }
                _ => found.format.lower_group(&documents, &ReadOptions::default(), &mut warnings).map(drop),
            }
        };
        for version in ["3.1", "3.27"] {
            assert!(detect_in(version, "x").is_ok() && detect_in(version, "g").is_ok(), "{format:?} {version}");
        }
        // The text of 2019 lets names be passed over in its own version too.
        assert_eq!((detect_in("3.0", "x").is_err(), detect_in("3.0", "g").is_err()), (format != B, format != B));
        for version in ["4.0", "2.0", "30.0", "x"] {
            let error = detect_in(version, "x").expect_err(version);
            assert_eq!(error.kind(), Unsupported, "{format:?} {version}: {error}");
        }
    }
}
