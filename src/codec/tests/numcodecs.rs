//! The codecs that numcodecs has beside those of final v3: its own bytes, round trips, and damage.

use super::{codec, decoded, encoded, hex, noise, smooth};
use crate::ErrorKind;
use crate::codec::{
    ArrayToArray, BytesCodec, BytesToBytes, Chain, Codec, Filter, Input, Intermediate, Scratch, parse, parse_request,
};
use crate::dtype::{ByteOrder, DataType, Dialect, Warnings};
use crate::json::{Object, ParseOptions};
use std::sync::Arc;

/// A line of numcodecs.txt.
struct Vector {
    id: &'static str,
    members: Object,
    numpy_type: &'static str,
    data: Vec<u8>,
    encoded: Vec<u8>,
    decoded: Vec<u8>,
}

/// Appends a filter to the codecs of an array of a data type.
fn place(codecs: &mut Vec<Codec>, filter: Arc<dyn Filter>, data_type: &DataType) {
    let mut behind = Intermediate::new(data_type, 1, None);
    codecs.iter().for_each(|codec| behind.pass(codec).unwrap());
    crate::codec::add_filter(codecs, filter, &mut behind).unwrap();
}

const FILTERS: [&str; 6] = ["delta", "fixedscaleoffset", "quantize", "bitround", "packbits", "astype"];

fn object(text: &str) -> Object {
    let (json, _) = crate::json::parse(text.as_bytes(), ParseOptions::default()).unwrap();
    json.as_object().unwrap().clone()
}

fn vectors(filters: bool) -> Vec<Vector> {
    let vector = |line: &'static str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [id, members, numpy_type, data, encoded, decoded] = fields[..] else { panic!("{line}") };
        let data = hex(data);
        let decoded = if decoded.is_empty() { data.clone() } else { hex(decoded) };
        Vector { id, members: object(members), numpy_type, data, encoded: hex(encoded), decoded }
    };
    let lines = include_str!("numcodecs.txt").lines().map(vector);
    lines.filter(|vector| FILTERS.contains(&vector.id) == filters).collect()
}

/// A codec of v2 for stored bytes of a NumPy type string.
fn read(id: &str, members: &Object, numpy_type: &str) -> crate::Result<(Codec, DataType, ByteOrder)> {
    let mut warnings = Warnings::new(false);
    let (data_type, order) = DataType::from_type_string(numpy_type, &mut warnings)?;
    let input = Input { data_type: Some(&data_type), rank: 1, chunk_shape: None };
    let codec = parse(id, members.flat()?.members()?, Dialect::V2, input, &mut warnings)?;
    Ok((codec, data_type, order))
}

fn filter(id: &str, members: &Object, numpy_type: &str) -> (Arc<dyn Filter>, DataType, ByteOrder) {
    match read(id, members, numpy_type) {
        Ok((Codec::ArrayToArray(ArrayToArray::Filter(filter)), data_type, order)) => (filter, data_type, order),
        other => panic!("{id}: {other:?}"),
    }
}

#[test]
fn bytes_of_numcodecs() {
    let vectors = vectors(false);
    assert_eq!(vectors.len(), 34);
    for Vector { id, members, data, encoded: theirs, .. } in vectors {
        let codec = codec(id, members);
        assert_eq!(decoded(&*codec, &theirs, data.len()).unwrap(), data, "{codec:?}");
        assert_eq!(encoded(&*codec, &data), theirs, "{codec:?}: other bytes than numcodecs");
    }
}

#[test]
fn filters_of_numcodecs() {
    let vectors = vectors(true);
    assert_eq!(vectors.len(), 31);
    for Vector { id, members, numpy_type, data, encoded: theirs, decoded: back } in vectors {
        let (filter, data_type, order) = filter(id, &members, numpy_type);
        // As v2 reads it: in front of the bytes wherever the byte orders agree, which they do in all of these.
        let mut codecs = vec![BytesCodec::new(&data_type, order).into()];
        place(&mut codecs, Arc::clone(&filter), &data_type);
        assert!(matches!(codecs[..], [Codec::ArrayToArray(_), Codec::ArrayToBytes(_)]), "{filter:?}");
        let chain = Chain::new(codecs, &data_type, 1).unwrap();
        let native = |bytes: &[u8]| {
            let mut bytes = bytes.to_vec();
            if order != ByteOrder::NATIVE {
                bytes.chunks_exact_mut(data_type.swap_unit()).for_each(<[u8]>::reverse);
            }
            bytes
        };
        let (mut elements, mut output, mut scratch) = (native(&data), Vec::new(), Scratch::new());
        let ours = chain.encode(&mut elements, &mut output, &mut scratch).unwrap();
        assert_eq!(ours, theirs, "{filter:?} of {data:02x?}");
        let mut elements = vec![0xa5; data.len()];
        chain.decode(&theirs, &mut elements, &mut scratch).unwrap();
        assert_eq!(elements, native(&back), "{filter:?}");
        assert_eq!(chain.encoded_bound(data.len()), Some(theirs.len()));
        for length in [0, theirs.len() - 1, theirs.len() + 1] {
            let damaged: Vec<u8> = theirs.iter().copied().chain([0]).take(length).collect();
            let error = chain.decode(&damaged, &mut elements, &mut scratch).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Data, "{error}");
        }
        // After a codec of bytes it works on stored bytes, with an equal result.
        let mut codecs =
            vec![BytesCodec::new(&data_type, order).into(), Codec::BytesToBytes(codec("crc32", Object::new()))];
        place(&mut codecs, filter, &data_type);
        let Some(Codec::BytesToBytes(stored)) = codecs.last() else { panic!("{codecs:?}") };
        if id != "bitround" || order == ByteOrder::NATIVE {
            assert_eq!(encoded(&**stored, &data), theirs, "{stored:?}");
            assert_eq!(decoded(&**stored, &theirs, data.len() + 3).unwrap(), back, "{stored:?}");
            assert_eq!(decoded(&**stored, &theirs, data.len() - 1).unwrap_err().kind(), ErrorKind::BufferSize);
        }
    }
}

#[test]
fn bytes_of_another_order_are_other_numbers() {
    // numcodecs interprets the bytes by the type in the filter, not by that of the array.
    let (filter, data_type, order) = filter("delta", &object(r#"{"dtype": "<i2"}"#), ">i2");
    let mut codecs = vec![BytesCodec::new(&data_type, order).into()];
    place(&mut codecs, filter, &data_type);
    assert!(matches!(codecs[..], [Codec::ArrayToBytes(_), Codec::BytesToBytes(_)]));
    let chain = Chain::new(codecs, &data_type, 1).unwrap();
    let mut elements: Vec<u8> = [1i16, 2, 4].iter().flat_map(|number| number.to_ne_bytes()).collect();
    let (original, mut output, mut scratch) = (elements.clone(), Vec::new(), Scratch::new());
    let stored = chain.encode(&mut elements, &mut output, &mut scratch).unwrap().to_vec();
    assert_eq!(stored, [0, 1, 0, 1, 0, 2]);
    let mut back = vec![0; 6];
    chain.decode(&stored, &mut back, &mut scratch).unwrap();
    assert_eq!(back, original);
}

#[test]
fn several_filters() {
    let mut codecs = Vec::new();
    let int32 = DataType::from_name("float64", None).unwrap();
    codecs.push(BytesCodec::new(&int32, ByteOrder::Big).into());
    let scale = object(r#"{"scale": 10, "offset": 0, "dtype": ">f8", "astype": ">i4"}"#);
    place(&mut codecs, filter("fixedscaleoffset", &scale, ">f8").0, &int32);
    place(&mut codecs, filter("delta", &object(r#"{"dtype": ">i4", "astype": ">i2"}"#), ">i4").0, &int32);
    codecs.push(Codec::BytesToBytes(codec("zlib", Object::new())));
    let chain = Chain::new(codecs, &int32, 1).unwrap();
    assert!(!chain.is_raw());
    let numbers: Vec<f64> = (0..1000).map(|at| f64::from(at * at % 997) / 10.0).collect();
    let mut elements: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
    let (original, mut output, mut scratch) = (elements.clone(), Vec::new(), Scratch::new());
    let stored = chain.encode(&mut elements, &mut output, &mut scratch).unwrap().to_vec();
    let raw = decoded(&*codec("zlib", Object::new()), &stored, 2000).unwrap();
    assert_eq!(raw[..6], [0, 0, 0, 1, 0, 3]);
    let mut back = vec![0; 8000];
    chain.decode(&stored, &mut back, &mut scratch).unwrap();
    assert_eq!(back, original);
}

/// The codecs, with settings that are quick in a debug build.
fn all() -> Vec<Arc<dyn BytesToBytes>> {
    let lzma = [
        r#"{"preset": 0, "check": 10}"#,
        r#"{"format": 2, "preset": 0}"#,
        r#"{"format": 3, "filters": [{"id": 3, "dist": 4}, {"id": 33, "preset": 0}]}"#,
    ];
    let mut codecs: Vec<_> = lzma.into_iter().map(|members| codec("lzma", object(members))).collect();
    codecs.extend(["lz4", "bz2"].map(|id| codec(id, Object::new())));
    codecs
}

fn checksums() -> Vec<Arc<dyn BytesToBytes>> {
    let end = object(r#"{"location": "end"}"#);
    let mut codecs = vec![codec("crc32", end.clone()), codec("adler32", end)];
    codecs.extend(["crc32", "adler32", "fletcher32"].map(|id| codec(id, Object::new())));
    codecs.push(codec("jenkins_lookup3", object(r#"{"initval": 3, "prefix": "zarr"}"#)));
    codecs
}

#[test]
fn round_trips() {
    let plain = ["shuffle", "base64"].map(|id| codec(id, Object::new()));
    for codec in all().into_iter().chain(checksums()).chain(plain) {
        for size in [0, 1, 3, 4, 127, 128, 1000, 30_001] {
            if codec.name() == "shuffle" && size % 4 != 0 {
                assert_eq!(codec.encode(&noise(size), &mut Vec::new()).unwrap_err().kind(), ErrorKind::InvalidArgument);
                continue;
            }
            for data in [smooth(size), noise(size), vec![0; size]] {
                let bytes = encoded(&*codec, &data);
                assert_eq!(decoded(&*codec, &bytes, size).unwrap(), data, "{codec:?}");
                assert_eq!(decoded(&*codec, &bytes, size + 9).unwrap(), data, "{codec:?}");
                assert!(!codec.fixed_size() || codec.encoded_bound(size) == Some(bytes.len()), "{codec:?}");
                if size > 0 {
                    let error = decoded(&*codec, &bytes, size - 1).unwrap_err();
                    assert_eq!(error.kind(), ErrorKind::BufferSize, "{codec:?}: {error}");
                }
            }
        }
    }
}

#[test]
fn damage() {
    for codec in all().into_iter().chain(checksums()) {
        // Checksums of nothing but zeros are zero.
        let data = if codec.fixed_size() { noise(300) } else { smooth(300) };
        let bytes = encoded(&*codec, &data);
        for end in 0..bytes.len() {
            let error = decoded(&*codec, &bytes[..end], 300).map(|data| data.len()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Data, "{codec:?} cut at {end}: {error}");
        }
        // LZ4 and the older containers of LZMA have no checksum.
        let checked =
            codec.name() != "lz4" && !format!("{codec:?}").contains("Alone") && !format!("{codec:?}").contains("Raw");
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            match decoded(&*codec, &flipped, 300) {
                Ok(other) => assert!(other == data || !checked, "{codec:?}: flipping bit {bit} gives other data"),
                Err(error) => assert!(
                    matches!(error.kind(), ErrorKind::Data | ErrorKind::BufferSize),
                    "{codec:?}, bit {bit}: {error}"
                ),
            }
        }
        if !codec.fixed_size() {
            let error = decoded(&*codec, &[&bytes[..], &b"trailing garbage"[..]].concat(), 300).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Data, "{codec:?}: {error}");
        }
        assert_eq!(decoded(&*codec, &[], 0).unwrap_err().kind(), ErrorKind::Data);
    }
}

#[test]
fn bombs_and_lies() {
    for codec in all() {
        let bytes = encoded(&*codec, &vec![0; 1 << 20]);
        for room in [0, 1, 1000, (1 << 20) - 1] {
            assert_eq!(decoded(&*codec, &bytes, room).unwrap_err().kind(), ErrorKind::BufferSize, "{codec:?}");
        }
    }
    let lz4 = codec("lz4", Object::new());
    for (bytes, expected) in [
        (hex("ffffff7f 1000"), "2147483647 bytes"),
        (hex("ffffffff 1000"), "negative"),
        (hex("05000000 1061"), "holds 1 bytes"),
        (hex("01000000"), "corrupt"),
        (hex("01"), "within their length"),
    ] {
        let error = decoded(&*lz4, &bytes, 100).unwrap_err();
        assert!(error.kind() == ErrorKind::Data && error.message().contains(expected), "{error}");
    }
    // A header that asks for a dictionary of almost 4 GiB.
    let alone = codec("lzma", object(r#"{"format": 2}"#));
    let error = decoded(&*alone, &hex("5d f0ffffff ffffffffffffffff 00 00006e18 4a9901e2"), 100).unwrap_err();
    assert!(error.message().contains("memory"), "{error}");
    for text in ["QUJD=", "QUJ", "QU*D", "====="] {
        assert_eq!(decoded(&*codec("base64", Object::new()), text.as_bytes(), 9).unwrap_err().kind(), ErrorKind::Data);
    }
    let shuffle = codec("shuffle", Object::new());
    assert!(decoded(&*shuffle, &[0; 23], 24).unwrap_err().message().contains("multiple of the element size"));
}

#[test]
fn streams_one_behind_the_other() {
    for id in ["bz2", "lzma"] {
        let codec = codec(id, Object::new());
        let bytes = [encoded(&*codec, &smooth(50)), encoded(&*codec, &smooth(128)[50..])].concat();
        assert_eq!(decoded(&*codec, &bytes, 128).unwrap(), smooth(128));
        assert_eq!(decoded(&*codec, &bytes, 127).unwrap_err().kind(), ErrorKind::BufferSize);
    }
    let auto = codec("lzma", object(r#"{"format": 0}"#));
    assert_eq!(auto.encode(&[1], &mut Vec::new()).unwrap_err().kind(), ErrorKind::Unsupported);
    let theirs = encoded(&*codec("lzma", object(r#"{"format": 2, "preset": 0}"#)), &smooth(128));
    assert_eq!(decoded(&*auto, &theirs, 128).unwrap(), smooth(128));
}

#[test]
fn wrong_parameters() {
    for (id, members, numpy_type) in [
        ("lzma", r#"{"format": 4}"#, "<i4"),
        ("lzma", r#"{"format": 3}"#, "<i4"),
        ("lzma", r#"{"format": 3, "filters": []}"#, "<i4"),
        ("lzma", r#"{"format": 3, "filters": [{"id": 3}]}"#, "<i4"),
        ("lzma", r#"{"format": 3, "filters": [{"id": 33}, {"id": 3}]}"#, "<i4"),
        ("lzma", r#"{"format": 3, "filters": [{"id": 3, "dist": 257}, {"id": 33}]}"#, "<i4"),
        ("lzma", r#"{"format": 3, "filters": [{"id": 33, "lc": 4, "lp": 4}]}"#, "<i4"),
        ("lzma", r#"{"format": 3, "filters": [{"id": 33, "dict_size": 4294967295}]}"#, "<i4"),
        ("lzma", r#"{"format": 3, "filters": [{"id": 33, "speed": 1}]}"#, "<i4"),
        ("crc32", r#"{"location": "middle"}"#, "<i4"),
        ("jenkins_lookup3", r#"{"initval": -1}"#, "<i4"),
        ("shuffle", r#"{"elementsize": -4}"#, "<i4"),
        ("delta", r#"{"dtype": "<i3"}"#, "<i4"),
        ("delta", r#"{"dtype": "|b1"}"#, "|b1"),
        ("delta", r#"{"dtype": "<c8"}"#, "<c8"),
        ("fixedscaleoffset", r#"{"scale": 1}"#, "<i4"),
        ("fixedscaleoffset", r#"{"scale": "1", "offset": 0}"#, "<i4"),
        ("quantize", r#"{"digits": 1}"#, "<i4"),
        ("packbits", "{}", "|u1"),
        ("astype", r#"{"decode_dtype": "<i4"}"#, "<i4"),
    ] {
        let error = read(id, &object(members), numpy_type).map(|codec| codec.0).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Metadata | ErrorKind::Unsupported), "{id} {members}: {error}");
        assert!(error.message().contains(id), "{id} {members}: {error}");
    }
}

/// Parameters that encoding could not take and decoding does not need: what other software wrote is read, with a
/// warning, but nothing is made with them.
#[test]
fn parameters_of_encoding_are_no_reason_not_to_read() {
    for (id, members, numpy_type) in [
        ("bz2", r#"{"level": 0}"#, "<i4"),
        ("bz2", r#"{"level": 10}"#, "<i4"),
        ("lz4", r#"{"acceleration": "fast"}"#, "<i4"),
        ("lzma", r#"{"check": 2}"#, "<i4"),
        ("lzma", r#"{"preset": 10}"#, "<i4"),
        ("lzma", r#"{"filters": [{"id": 99}]}"#, "<i4"),
        ("lzma", r#"{"format": 2, "filters": [{"id": 33}]}"#, "<i4"),
        ("lzma", r#"{"preset": 1, "filters": [{"id": 33}]}"#, "<i4"),
        ("quantize", r#"{"digits": 9999}"#, "<f4"),
        ("bitround", r#"{"keepbits": 24}"#, "<f4"),
        // GDAL's own tests have these.
        ("bitround", r#"{"keepbits": 3}"#, "<i4"),
        ("bitround", r#"{"keepbits": 3}"#, "|u1"),
    ] {
        let (data_type, _) = DataType::from_type_string(numpy_type, &mut Warnings::default()).unwrap();
        let input = || Input { data_type: Some(&data_type), rank: 1, chunk_shape: None };
        let document = object(members).flat().unwrap();
        let mut warnings = Warnings::new(true);
        parse(id, document.members().unwrap(), Dialect::V2, input(), &mut warnings).unwrap();
        let told = warnings.messages();
        assert!(
            told.len() == 1 && told[0].contains(id) && told[0].contains("only encoding"),
            "{id} {members}: {told:?}"
        );
        let refused = parse_request(id, document.members().unwrap(), Dialect::V2, input()).unwrap_err();
        assert!(matches!(refused.kind(), ErrorKind::Metadata | ErrorKind::Unsupported), "{id} {members}: {refused}");
        assert!(refused.message().contains(id), "{id} {members}: {refused}");
    }
}

#[test]
fn chains_that_make_no_sense() {
    let int32 = DataType::from_name("int32", None).unwrap();
    let delta = || -> Codec { filter("delta", &object("{}"), "<i4").0.into() };
    let bytes = || -> Codec { BytesCodec::new(&int32, ByteOrder::Little).into() };
    let swapped = || -> Codec { crate::codec::Transpose { order: vec![1, 0] }.into() };
    let kind = |codecs: Vec<Codec>| Chain::new(codecs, &int32, 2).map(drop).map_err(|error| error.kind());
    assert_eq!(kind(vec![swapped(), delta(), bytes()]), Ok(()));
    assert_eq!(kind(vec![delta(), swapped(), bytes()]), Err(ErrorKind::Unsupported));
    assert_eq!(kind(vec![bytes(), delta()]), Err(ErrorKind::Metadata));
    let wider: Codec = filter("delta", &object(r#"{"dtype": "<i8"}"#), "<i4").0.into();
    assert_eq!(kind(vec![wider, bytes()]), Err(ErrorKind::Metadata));
}
