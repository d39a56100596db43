//! Arrays with the codecs of numcodecs: made by a builder in each format, told by their documents, and read back.

use std::sync::Arc;
use zarr::ErrorKind;
use zarr::array::ArrayBuilder;
use zarr::dtype::Warnings;
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, open_store};

type Chain = &'static [(&'static str, &'static str)];

fn hierarchy() -> Arc<Hierarchy> {
    open_store("memory://", None).unwrap()
}

fn builder(data_type: &str, chain: Chain, format: FormatId, order: char, big: bool) -> zarr::Result<ArrayBuilder> {
    let mut builder = ArrayBuilder::new_json(&format!("{data_type:?}"), &[13, 9])?;
    builder.format(Some(format));
    builder.chunk_shape(&[5, 4])?;
    builder.order(order)?;
    builder.big_endian(big);
    for (name, configuration) in chain {
        builder.codec(name, (!configuration.is_empty()).then_some(configuration))?;
    }
    Ok(builder)
}

fn numbers(data_type: &str) -> Vec<u8> {
    let number = |at: i32| match data_type {
        "bool" => vec![u8::from(at % 3 == 1)],
        "uint8" => vec![(at * 7) as u8],
        "int16" => (at as i16 * 271).to_ne_bytes().to_vec(),
        "int32" => (at * 65_599 - 3_000_000).to_ne_bytes().to_vec(),
        "float32" => (at as f32 / 4.0).to_ne_bytes().to_vec(),
        _ => (f64::from(at) / 4.0).to_ne_bytes().to_vec(),
    };
    (0..13 * 9).flat_map(number).collect()
}

const CHAINS: &[(&str, Chain)] = &[
    ("int32", &[("lz4", "")]),
    ("float64", &[("bz2", r#"{"level": 2}"#)]),
    ("int16", &[("numcodecs.lzma", r#"{"preset": 0}"#)]),
    ("float32", &[("shuffle", ""), ("zlib", r#"{"level": 1}"#)]),
    ("int32", &[("crc32", ""), ("adler32", ""), ("fletcher32", ""), ("jenkins_lookup3", r#"{"initval": 1}"#)]),
    ("int32", &[("delta", "")]),
    ("int16", &[("delta", r#"{"astype": "<i4"}"#), ("blosc", "")]),
    ("uint8", &[("numcodecs.delta", r#"{"dtype": "|u1"}"#), ("gzip", ""), ("crc32c", "")]),
    ("float64", &[("fixedscaleoffset", r#"{"scale": 4, "offset": 0, "astype": "<u2"}"#), ("delta", ""), ("zstd", "")]),
    ("float32", &[("quantize", r#"{"digits": 1}"#), ("bitround", r#"{"keepbits": 12}"#), ("lz4", "")]),
    ("float64", &[("astype", r#"{"encode_dtype": "<f4"}"#)]),
    ("bool", &[("packbits", ""), ("zstd", "")]),
    ("bool", &[("numcodecs.packbits", ""), ("zstd", "")]),
    ("float64", &[("bitround", r#"{"keepbits": 20}"#)]),
    ("float32", &[("pcodec", "")]),
    #[cfg(feature = "zfp")]
    ("float32", &[("zfpy", ""), ("zstd", "")]),
    #[cfg(feature = "zfp")]
    ("int32", &[("delta", ""), ("numcodecs.zfpy", r#"{"tolerance": -1, "compression_kwargs": {"tolerance": -1}}"#)]),
    ("int64", &[("numcodecs.pcodec", r#"{"level": 4, "delta_encoding_order": 1}"#), ("zstd", ""), ("crc32c", "")]),
];

#[test]
fn what_is_written_in_either_format_is_read() {
    let hierarchies = [(FormatId::V2, hierarchy()), (FormatId::V3, hierarchy())];
    for (index, (data_type, chain)) in CHAINS.iter().enumerate() {
        for (format, hierarchy) in &hierarchies {
            for (order, big) in [('C', false), ('C', true), ('F', false), ('F', true)] {
                let path = format!("{index}{order}{big}");
                let array = hierarchy.create_array(&path, &builder(data_type, chain, *format, order, big).unwrap());
                let array = array.unwrap_or_else(|error| panic!("{chain:?} in {format:?}: {error}"));
                let mut data = numbers(data_type);
                array.write_region(&[0, 0], &[13, 9], &data).unwrap();
                // A second look, and a change within a chunk.
                let array = hierarchy.open_array(&path, None).unwrap();
                assert!(array.warnings().is_empty(), "{chain:?}: {:?}", array.warnings());
                let mut read = vec![0xa5; data.len()];
                array.read_region(&[0, 0], &[13, 9], &mut read).unwrap();
                assert_eq!(read, data, "{chain:?} in {format:?}, {order}, big-endian {big}");
                let size = data.len() / 117;
                let element = data[5 * size..6 * size].to_vec();
                array.write_region(&[6, 2], &[1, 1], &element).unwrap();
                data[56 * size..57 * size].copy_from_slice(&element);
                array.read_region(&[0, 0], &[13, 9], &mut read).unwrap();
                assert_eq!(read, data, "{chain:?} in {format:?}, {order}, big-endian {big}: after a change");
                let mut one = vec![0; size];
                array.read_region(&[6, 3], &[1, 1], &mut one).unwrap();
                assert_eq!(one, data[57 * size..58 * size]);
            }
        }
    }
}

/// The members of a document that name codecs.
fn document(data_type: &str, chain: Chain, format: FormatId, big: bool) -> serde_json::Value {
    let array = hierarchy().create_array("a", &builder(data_type, chain, format, 'C', big).unwrap()).unwrap();
    let document: serde_json::Value = serde_json::from_str(&array.metadata().unwrap()).unwrap();
    match format {
        FormatId::V2 => serde_json::json!([document["dtype"], document["filters"], document["compressor"]]),
        _ => document["codecs"].clone(),
    }
}

#[test]
fn documents() {
    let chain: Chain = &[("delta", r#"{"astype": "<i2"}"#), ("shuffle", r#"{"elementsize": 2}"#), ("bz2", "")];
    assert_eq!(
        document("int32", chain, FormatId::V2, true),
        serde_json::json!([
            ">i4",
            [{"id": "delta", "dtype": ">i4", "astype": ">i2"}, {"id": "shuffle", "elementsize": 2}],
            {"id": "bz2", "level": 1},
        ])
    );
    assert_eq!(
        document("int32", chain, FormatId::V3, true),
        serde_json::json!([
            {"name": "numcodecs.delta", "configuration": {"dtype": ">i4", "astype": ">i2"}},
            {"name": "bytes", "configuration": {"endian": "big"}},
            {"name": "numcodecs.shuffle", "configuration": {"elementsize": 2}},
            {"name": "numcodecs.bz2", "configuration": {"level": 1}},
        ])
    );
    // zarr-python wants a configuration with these names.
    assert_eq!(
        document("uint8", &[("crc32", "")], FormatId::V3, false)[1],
        serde_json::json!({"name": "numcodecs.crc32", "configuration": {}})
    );
    // Elements of the array are what is shuffled where a caller says nothing; netCDF-C takes their size, not the one
    // that stands there. Behind a filter they are its elements.
    for (data_type, size) in [("uint8", 1), ("int16", 2), ("float32", 4), ("float64", 8)] {
        let chain: Chain = &[("shuffle", ""), ("zlib", "")];
        let told = |format| document(data_type, chain, format, false);
        assert_eq!(told(FormatId::V2)[1][0]["elementsize"], size, "{data_type} {chain:?}");
        assert_eq!(told(FormatId::V3)[1]["configuration"]["elementsize"], size, "{data_type} {chain:?}");
    }
    let narrowed: Chain = &[("delta", r#"{"astype": "<i2"}"#), ("shuffle", ""), ("zlib", "")];
    assert_eq!(document("int32", narrowed, FormatId::V2, false)[1][1]["elementsize"], 2);
    // A filter is no compressor, and what it gives is what compressors count as an item.
    assert_eq!(
        document("bool", &[("packbits", "")], FormatId::V2, false),
        serde_json::json!(["|b1", [{"id": "packbits"}], null])
    );
    let blosc = document("float64", &[("astype", r#"{"encode_dtype": "<f4"}"#), ("blosc", "")], FormatId::V3, false);
    assert_eq!(blosc[2]["configuration"]["typesize"], 4);
}

#[test]
fn what_cannot_be_said_is_refused() {
    for (data_type, chain) in CHAINS {
        let builder = builder(data_type, chain, FormatId::V3Draft2022, 'C', false).unwrap();
        let error = hierarchy().create_array("a", &builder).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{chain:?}: {error}");
    }
    let base64 = builder("int32", &[("base64", "")], FormatId::V3, 'C', false).unwrap();
    assert_eq!(hierarchy().create_array("a", &base64).map(drop).unwrap_err().kind(), ErrorKind::Unsupported);
    for (data_type, chain, kind) in [
        ("complex64", &[("delta", "")][..], ErrorKind::Unsupported),
        ("int32", &[("categorize", "{}")], ErrorKind::InvalidArgument),
        ("int32", &[("numcodecs.packbits", "")], ErrorKind::InvalidArgument),
        ("int32", &[("bz2", r#"{"level": 12}"#)], ErrorKind::InvalidArgument),
        ("int32", &[("lz4", r#"{"speed": 12}"#)], ErrorKind::InvalidArgument),
    ] {
        let error = builder(data_type, chain, FormatId::V3, 'C', false).map(drop).unwrap_err();
        assert_eq!(error.kind(), kind, "{chain:?}: {error}");
    }
    let wider = builder("int32", &[("delta", r#"{"dtype": "<i8"}"#)], FormatId::V3, 'C', false).unwrap();
    assert_eq!(hierarchy().create_array("a", &wider).map(drop).unwrap_err().kind(), ErrorKind::InvalidArgument);
}

#[test]
fn v2_is_spelled_as_v3() {
    let document = |dtype: &str, filter: &str| {
        format!(
            r#"{{"zarr_format": 2, "shape": [8], "chunks": [4], "dtype": "{dtype}", "order": "C", "fill_value": 0,
                "filters": [{filter}], "dimension_separator": ".", "compressor": {{"id": "lz4", "acceleration": 1}}}}"#
        )
    };
    let spelled = |document: &str| {
        let array = hierarchy().create_array_json("a", Some(FormatId::V2), document)?;
        let documents = FormatId::V3.format().spell_array(&array.description()?, &mut Warnings::new(false))?;
        Ok::<_, zarr::Error>(documents.node.get("codecs").unwrap().to_string())
    };
    let delta = spelled(&document(">i4", r#"{"id": "delta", "dtype": ">i4", "astype": ">i2"}"#)).unwrap();
    let expected = serde_json::json!([
        {"name": "numcodecs.delta", "configuration": {"dtype": ">i4", "astype": ">i2"}},
        {"name": "bytes", "configuration": {"endian": "big"}},
        {"name": "numcodecs.lz4", "configuration": {"acceleration": 1}},
    ]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&delta).unwrap(), expected);
    // Bytes taken for other numbers, and text: final v3 has no words for them.
    for (dtype, filter) in [(">i4", r#"{"id": "delta", "dtype": "<i4"}"#), ("<i4", r#"{"id": "base64"}"#)] {
        let error = spelled(&document(dtype, filter)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
    }
}
