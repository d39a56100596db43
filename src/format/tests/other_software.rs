//! Documents of other software that leave something out, read as their writers mean them.

use super::*;

/// GDAL 3.8 to 3.10 named compressors only, left the member out where there were none, and wrote no fill value: no
/// other software could read such arrays.
#[test]
fn final_v3_of_gdal_lacks_the_codec_bytes() {
    let gdal = with(&with(V3, "fill_value", Some("null")), "dimension_names", Some(r#"["y", "x"]"#));
    let compressed = r#"[{"name": "gzip", "configuration": {"level": 6}}]"#;
    for (codecs, compressors) in [(None, 0), (Some(compressed), 1)] {
        let text = with(&gdal, "codecs", codecs);
        let (array, warnings) = lower(FormatId::V3, &text).unwrap();
        assert_eq!((array.chain.byte_order(), array.chain.axes()), (ByteOrder::Little, None));
        assert_eq!((array.chain.bytes_to_bytes().len(), array.fill_value.defined), (compressors, false));
        assert!(warnings.len() == 2 && warnings[1].contains("\"bytes\""), "{warnings:?}");
        let documents = Documents { node: object(&text).into(), attributes: None };
        let mut strict = Warnings::new(true);
        FormatId::V3.format().lower_array(&documents, &ReadOptions::default(), &mut strict).unwrap();
        assert!(strict.finish().is_err());
        // The document is written again as the text has it.
        let spelled = FormatId::V3.format().spell_array(&array, &mut Warnings::default()).unwrap().node;
        let written = spelled.get("codecs").unwrap().as_array().unwrap()[0].as_object().unwrap().get("name").unwrap();
        assert_eq!((written.as_str(), spelled.get("fill_value").unwrap().as_u64()), (Some("bytes"), Some(0)));
    }
    // Others leave no member out, and a document that lacks one is no document.
    for (member, value) in [
        ("dimension_names", None),
        ("dimension_names", Some(r#"["y", null]"#)),
        ("attributes", None),
        ("storage_transformers", Some("[]")),
    ] {
        for codecs in [None, Some(compressed), Some("[]")] {
            assert!(lower(FormatId::V3, &with(&with(&gdal, "codecs", codecs), member, value)).is_err(), "{member}");
        }
    }
    assert!(lower(FormatId::V3, &with(&gdal, "codecs", Some("[]"))).is_err());
}

/// zarr-python leaves out chunks of nothing but NaT where the fill value is null, and means NaT.
#[test]
fn undefined_times_are_not_a_time() {
    for (dtype, name) in [("\"<M8[s]\"", "numpy.datetime64"), ("\">m8[ns]\"", "numpy.timedelta64")] {
        let text = with(&with(V2, "dtype", Some(dtype)), "fill_value", Some("null"));
        let documents = Documents { node: object(&text).into(), attributes: None };
        let mut warnings = Warnings::new(true);
        let array = FormatId::V2.format().lower_array(&documents, &ReadOptions::default(), &mut warnings).unwrap();
        assert_eq!(
            (array.fill_value.element.clone(), array.fill_value.defined),
            (i64::MIN.to_ne_bytes().to_vec().into(), false)
        );
        let notes = warnings.finish().unwrap();
        assert!(notes.len() == 1 && notes[0].contains("NaT"), "{notes:?}");
        let v2 = FormatId::V2.format().spell_array(&array, &mut Warnings::default()).unwrap().node;
        assert!(v2.get("fill_value").unwrap().is_null());
        let v3 = ArrayMetadata { chunk_keys: FormatId::V3.format().chunk_keys(None), ..array };
        let v3 = FormatId::V3.format().spell_array(&v3, &mut Warnings::default()).unwrap().node;
        assert_eq!(v3.get("fill_value").unwrap().as_str(), Some("NaT"), "{name}");
    }
    let (zero, warnings) = lower(FormatId::V2, &with(V2, "fill_value", Some("null"))).unwrap();
    assert!(zero.fill_value.element.is_zero() && warnings.is_empty());
}

#[test]
fn an_unknown_codec_of_v2_leaves_the_metadata_readable() {
    let (array, _) = lower(FormatId::V2, &with(V2, "compressor", Some(r#"{"id": "mystery"}"#))).unwrap();
    assert_eq!(array.chain.unknown().unwrap().name, "mystery");
}
