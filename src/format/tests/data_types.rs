//! Data types that the drafts name by a URI, and those that stand in for types that are not known.

use super::extensions::DRAFTS;
use super::old::C2020;
use super::*;
use crate::ErrorKind::{Metadata, Unsupported};
use FormatId::{V3Draft2022 as DRAFT_2022, V3Protocol2019A as A, V3Protocol2019B as B, V3Shape2020 as C};

/// With the option `allow_fallback`.
pub(super) fn lower_allowing(format: FormatId, text: &str) -> Result<(ArrayMetadata, Vec<String>)> {
    let documents = Documents { node: object(text).into(), attributes: None };
    let mut warnings = Warnings::new(false);
    let options = ReadOptions { allow_fallback: true, ..ReadOptions::default() };
    let array = format.format().lower_array(&documents, &options, &mut warnings)?;
    Ok((array, warnings.finish()?))
}

/// The draft names these types by URIs of its own; writers before it took other places for theirs.
#[test]
fn data_type_extensions_that_are_known() {
    let read = |format, text: &str, uri: &str, kind: &str, fill: &str| {
        let data_type = format!(r#"{{"extension": "{uri}", "type": {kind}}}"#);
        lower(format, &with(&with(text, "data_type", Some(&data_type)), "fill_value", Some(fill)))
    };
    let plain = with(C2020, "attributes", None);
    for (name, kind, fill) in [
        ("datetime", "\">M8[ns]\"", "-5"),
        ("datetime", "\"<m8[s]\"", "\"NaT\""),
        ("complex", "\"<c16\"", "[1, \"NaN\"]"),
        ("string", "\"S4\"", "\"YWI=\""),
        ("string", "\"<U2\"", "\"ab\""),
        ("struct", r#"[["a", ">i2"], ["b", ">i4"]]"#, "\"AAAAAAAA\""),
    ] {
        for uri in [
            format!("https://purl.org/zarr/spec/extensions/data-types/{name}/1.0"),
            format!("http://purl.org/zarr/spec/extensions/data-types/{name}/1.7"),
            format!("https://zarr-specs.readthedocs.io/en/latest/extensions/data-types/{name}/v1.0.html"),
            "TODO: a place for it".to_owned(),
        ] {
            let (array, warnings) = read(DRAFT_2022, DRAFT, &uri, kind, fill).unwrap_or_else(|e| panic!("{kind}: {e}"));
            assert!(warnings.is_empty(), "{kind}: {warnings:?}");
            // The codec `endian` of the document takes precedence over the type.
            assert!(!array.data_type.is_ordered() || array.chain.byte_order() == ByteOrder::Big);
            assert!(read(C, &plain, &uri, kind, fill).is_ok(), "{uri} {kind}");
        }
    }
    // Of another place, another major version, or not of this kind: its meaning is not known.
    for (uri, kind) in [
        ("https://example.org/datetime/1.0", "\"<M8[ns]\""),
        ("https://purl.org/zarr/spec/extensions/data-types/datetime/2.0", "\"<M8[ns]\""),
        ("https://purl.org/zarr/spec/extensions/data-types/datetime/1.", "\"<M8[ns]\""),
        ("https://purl.org/zarr/spec/extensions/data-types/datetime/1.0/x", "\"<M8[ns]\""),
        ("https://purl.org/zarr/spec/extensions/data-types/datetime/1.0", "\"<c16\""),
        ("https://purl.org/zarr/spec/extensions/data-types/struct/1.0", "\"S4\""),
    ] {
        let error = read(DRAFT_2022, DRAFT, uri, kind, "0").unwrap_err();
        let expected = format!("data type extension {uri:?} (type {kind}) is not known");
        assert!(error.message().contains(&expected), "{error}");
    }
    // Two orders and a codec for one contradict each other.
    let uri = "https://purl.org/zarr/spec/extensions/data-types/struct/1.0";
    assert!(read(DRAFT_2022, DRAFT, uri, r#"[["a", "<i2"], ["b", ">i4"]]"#, "\"AAAAAAAA\"").is_err());
}

/// Units of time with their factors, "not a time", and the fill value of the extension.
#[test]
fn the_datetime_extension_of_the_2022_draft() {
    let no_codecs = with(DRAFT, "codecs", None);
    for kind in [
        "<M8[Y]", "<M8[M]", "<M8[W]", "<M8[D]", "<M8[h]", "<M8[m]", "<M8[s]", "<M8[ms]", "<M8[us]", "<M8[ns]",
        "<M8[ps]", "<M8[fs]", "<M8[as]", "<m8[25s]", ">m8[ns]", ">M8[D]",
    ] {
        let fallback = if kind.starts_with('>') { ">i8" } else { "int64" };
        let object = format!(
            r#"{{"extension": "https://purl.org/zarr/spec/extensions/data-types/datetime/1.0", "type": "{kind}", "fallback": "{fallback}"}}"#
        );
        let text = with(&with(&no_codecs, "data_type", Some(&object)), "fill_value", Some("-9223372036854775808"));
        let (array, warnings) = lower(DRAFT_2022, &text).unwrap();
        assert!(warnings.is_empty());
        assert_eq!(array.fill_value.element, i64::MIN.to_ne_bytes());
        let spelled = DRAFT_2022.format().spell_array(&array, &mut Warnings::default()).unwrap().node;
        assert_eq!(spelled.get("data_type").unwrap().to_string(), object);
        assert_eq!(spelled.get("fill_value").unwrap().to_string(), "-9223372036854775808");
        // A reader that does not know the extension reads the counts themselves.
        let unknown = text.replace("datetime/1.0", "unknown/1.0");
        let (counts, _) = lower_allowing(DRAFT_2022, &unknown).unwrap();
        assert_eq!(
            (counts.data_type.code(), counts.fill_value.element),
            (crate::dtype::TypeCode::Int64, array.fill_value.element)
        );
        assert_eq!(counts.chain.byte_order(), array.chain.byte_order());
    }
    for kind in ["<M8[parsec]", "<M8[0s]", "<M4[s]"] {
        let object = format!(
            r#"{{"extension": "https://purl.org/zarr/spec/extensions/data-types/datetime/1.0", "type": "{kind}"}}"#
        );
        assert!(lower(DRAFT_2022, &with(DRAFT, "data_type", Some(&object))).is_err(), "{kind}");
    }
}

#[test]
fn a_fallback_is_used_only_where_it_is_allowed() {
    let unknown = |fallback: &str| {
        format!(r#"{{"extension": "https://example.org/q/1.0", "type": "q", "fallback": {fallback}}}"#)
    };
    for (format, text) in DRAFTS {
        let name = if format == DRAFT_2022 { "\"int32\"" } else { "\">i4\"" };
        let text = with(&with(text, "data_type", Some(&unknown(name))), "fill_value", Some("7"));
        let error = lower(format, &text).unwrap_err();
        assert_eq!(error.kind(), Unsupported);
        let message = error.message();
        assert!(
            message.contains("\"https://example.org/q/1.0\" (type \"q\")") && message.contains("allow_fallback"),
            "{message}"
        );
        let (array, notes) = lower_allowing(format, &text).unwrap();
        assert_eq!(
            (array.data_type.name().as_str(), array.fill_value.element.bytes().unwrap()),
            ("int32", &7i32.to_ne_bytes()[..])
        );
        assert!(notes.iter().any(|note| note.contains("example.org/q") && note.contains(name)), "{notes:?}");
        // No format can spell a type that is not known here.
        for target in [FormatId::V1, FormatId::V2, FormatId::V3, A, B, C, DRAFT_2022] {
            let format = target.format();
            let mut array = ArrayMetadata { chunk_keys: format.chunk_keys(None), ..array.clone() };
            array.attributes = Object::new();
            let error = format.spell_array(&array, &mut Warnings::default()).unwrap_err();
            assert!(error.kind() == Unsupported && error.message().contains("example.org/q"), "{target:?}: {error}");
        }
    }
}

#[test]
fn the_first_fallback_that_is_known_is_used() {
    let datetime =
        r#"{"extension": "https://purl.org/zarr/spec/extensions/data-types/datetime/1.0", "type": "<M8[s]"}"#;
    let unknown = r#"{"extension": "https://example.org/other/1.0", "type": "<M8[s]", "fallback": "int8"}"#;
    for (fallback, name) in [
        ("\"int16\"".to_owned(), Some("int16")),
        ("[\"int7\", \"q9\", \"uint16\", \"int16\"]".to_owned(), Some("uint16")),
        (format!("[{unknown}, {datetime}, \"r64\"]"), Some("numpy.datetime64")),
        (datetime.to_owned(), Some("numpy.datetime64")),
        (format!("[{unknown}, \"r64\"]"), Some("r64")),
        ("\"<u2\"".to_owned(), Some("uint16")),
        ("[\"int7\", \"r12\"]".to_owned(), None),
        ("[]".to_owned(), None),
        ("null".to_owned(), None),
    ] {
        let data_type = format!(r#"{{"extension": "x:y", "type": ["z"], "fallback": {fallback}}}"#);
        let text = with(&with(&with(DRAFT, "data_type", Some(&data_type)), "codecs", None), "fill_value", Some("0"));
        match (lower_allowing(DRAFT_2022, &text), name) {
            (Ok((array, _)), Some(name)) => assert_eq!(array.data_type.name(), name, "{fallback}"),
            (Err(error), None) => assert_eq!(error.kind(), Unsupported, "{fallback}: {error}"),
            (other, _) => panic!("{fallback}: {other:?}"),
        }
    }
    for fallback in ["7", "[true]", "[{}]"] {
        let data_type = format!(r#"{{"extension": "x:y", "type": "z", "fallback": {fallback}}}"#);
        let error = lower_allowing(DRAFT_2022, &with(DRAFT, "data_type", Some(&data_type))).unwrap_err();
        assert_eq!(error.kind(), Metadata, "{fallback}: {error}");
    }
}

/// The fill value is the extension's; as the fallback's it is read where it can be.
#[test]
fn the_fill_value_of_a_fallback() {
    let read = |fallback: &str, fill: &str| {
        let data_type = format!(r#"{{"extension": "x:y", "type": "z", "fallback": "{fallback}"}}"#);
        let text = with(&with(&with(DRAFT, "data_type", Some(&data_type)), "codecs", None), "fill_value", Some(fill));
        let (array, notes) = lower_allowing(DRAFT_2022, &text).unwrap();
        (array.fill_value.element.to_vec().unwrap(), array.fill_value.defined, notes.len())
    };
    assert_eq!(read("r24", "\"0x010203\""), (vec![1, 2, 3], true, 1));
    assert_eq!(read("r8", "\"0b00000101\""), (vec![5], true, 1));
    assert_eq!(read("float32", "\"NaN\""), (f32::NAN.to_ne_bytes().to_vec(), true, 1));
    for fill in ["{\"any\": \"thing\"}", "\"0x0102\"", "7"] {
        assert_eq!(read("r24", fill), (vec![0; 3], false, 2), "{fill}");
    }
    assert_eq!(read("r24", "null"), (vec![0; 3], false, 2));
}
