//! Every decoder over arbitrary bytes, and over its own encoding with damage, into outputs of small arbitrary sizes.

use super::input::{Input, allowed, damage};
use std::sync::OnceLock;
use zarr::codec::{Chain, Scratch};
use zarr::dtype::{DataType, VariableValue, Warnings};
use zarr::format::{Documents, FormatId, ReadOptions};
use zarr::json::{ParseOptions, parse};

/// The shapes of chunks; some codecs look at them. The largest is more than a batch of pcodec, more than a block of
/// Blosc, and no whole number of blocks of zfp; larger ones only take longer.
const SHAPES: [&str; 4] = ["1", "24", "4, 6", "13, 21"];

/// Data types and codecs of final v3.
const V3: &[(&str, &str)] = &[
    ("\"uint8\"", r#"{"name": "bytes"}"#),
    ("\"bool\"", r#"{"name": "bytes"}, {"name": "gzip", "configuration": {"level": 5}}"#),
    (
        "\"int16\"",
        r#"{"name": "bytes", "configuration": {"endian": "big"}}, {"name": "gzip", "configuration": {"level": 0}}"#,
    ),
    (
        "\"int16\"",
        r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "numcodecs.zlib", "configuration": {"level": 9}}"#,
    ),
    (
        "\"int32\"",
        r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "zstd", "configuration": {"level": 3, "checksum": true}}"#,
    ),
    (
        "\"int32\"",
        r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "zstd", "configuration": {"level": 3, "checksum": false}}, {"name": "zstd", "configuration": {"level": 1, "checksum": false}}"#,
    ),
    (
        "\"uint16\"",
        r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "blosc", "configuration": {"cname": "lz4", "clevel": 5, "shuffle": "shuffle", "typesize": 2, "blocksize": 0}}"#,
    ),
    (
        "\"uint16\"",
        r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "blosc", "configuration": {"cname": "blosclz", "clevel": 9, "shuffle": "noshuffle", "typesize": 2, "blocksize": 128}}"#,
    ),
    (
        "\"float64\"",
        r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "blosc", "configuration": {"cname": "zstd", "clevel": 1, "shuffle": "bitshuffle", "typesize": 8, "blocksize": 256}}"#,
    ),
    (
        "\"float64\"",
        r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "blosc", "configuration": {"cname": "zlib", "clevel": 5, "shuffle": "shuffle", "typesize": 8, "blocksize": 0}}"#,
    ),
    (
        "\"float64\"",
        r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "blosc", "configuration": {"cname": "lz4hc", "clevel": 5, "shuffle": "bitshuffle", "typesize": 8, "blocksize": 512}}"#,
    ),
    (
        "\"uint8\"",
        r#"{"name": "bytes"}, {"name": "blosc", "configuration": {"cname": "snappy", "clevel": 5, "shuffle": "shuffle", "typesize": 1, "blocksize": 0}}"#,
    ),
    ("\"uint8\"", r#"{"name": "bytes"}, {"name": "crc32c"}"#),
    (
        "\"uint8\"",
        r#"{"name": "bytes"}, {"name": "gzip", "configuration": {"level": 1}}, {"name": "crc32c"}, {"name": "numcodecs.lz4"}"#,
    ),
    (
        "\"int64\"",
        r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "numcodecs.lz4", "configuration": {"acceleration": 1}}"#,
    ),
    (
        "\"int64\"",
        r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "numcodecs.bz2", "configuration": {"level": 1}}"#,
    ),
    (
        "\"int64\"",
        r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "numcodecs.lzma", "configuration": {"format": 1, "check": -1, "preset": 0, "filters": null}}"#,
    ),
    (
        "\"int64\"",
        r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "numcodecs.lzma", "configuration": {"format": 2, "check": -1, "preset": 0, "filters": null}}"#,
    ),
    (
        "\"int32\"",
        r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "numcodecs.lzma", "configuration": {"format": 3, "check": -1, "preset": null, "filters": [{"id": 3, "dist": 4}, {"id": 33, "preset": 0}]}}"#,
    ),
    (
        "\"int32\"",
        r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "numcodecs.shuffle", "configuration": {"elementsize": 4}}"#,
    ),
    (
        "\"int32\"",
        r#"{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "numcodecs.crc32"}, {"name": "numcodecs.adler32"}, {"name": "numcodecs.fletcher32"}, {"name": "numcodecs.jenkins_lookup3"}"#,
    ),
    ("\"uint8\"", r#"{"name": "bytes"}, {"name": "numcodecs.base64"}"#),
    ("\"float32\"", r#"{"name": "pcodec", "configuration": {"level": 8}}"#),
    (
        "\"int64\"",
        r#"{"name": "numcodecs.pcodec", "configuration": {"level": 1, "mode_spec": "auto", "delta_spec": "auto", "paging_spec": "equal_pages_up_to"}}"#,
    ),
    ("\"float64\"", r#"{"name": "zfp", "configuration": {"mode": "reversible"}}"#),
    ("\"float32\"", r#"{"name": "zfp", "configuration": {"mode": "fixed_accuracy", "tolerance": 0.05}}"#),
    ("\"int32\"", r#"{"name": "zfp", "configuration": {"mode": "fixed_rate", "rate": 10}}"#),
    (
        "\"float64\"",
        r#"{"name": "numcodecs.zfpy", "configuration": {"mode": 4, "tolerance": 0.001, "rate": -1, "precision": -1}}"#,
    ),
    ("\"bool\"", r#"{"name": "packbits", "configuration": {"padding_encoding": "first_byte"}}"#),
    ("\"int4\"", r#"{"name": "packbits", "configuration": {"padding_encoding": "last_byte"}}, {"name": "crc32c"}"#),
    ("\"uint16\"", r#"{"name": "packbits", "configuration": {"first_bit": 2, "last_bit": 12}}"#),
    (
        "\"float64\"",
        r#"{"name": "numcodecs.fixedscaleoffset", "configuration": {"scale": 10, "offset": 1000, "dtype": "<f8", "astype": "<i2"}}, {"name": "bytes", "configuration": {"endian": "little"}}"#,
    ),
    (
        "\"int32\"",
        r#"{"name": "numcodecs.delta", "configuration": {"dtype": "<i4", "astype": "<i2"}}, {"name": "bytes", "configuration": {"endian": "little"}}"#,
    ),
    (
        "\"float32\"",
        r#"{"name": "scale_offset", "configuration": {"offset": 5, "scale": 0.1}}, {"name": "cast_value", "configuration": {"data_type": "uint8", "rounding": "nearest-even", "out_of_range": "clamp"}}, {"name": "bytes"}"#,
    ),
    ("\"string\"", r#"{"name": "vlen-utf8"}"#),
    ("\"string\"", r#"{"name": "vlen-utf8"}, {"name": "zstd", "configuration": {"level": 0, "checksum": false}}"#),
    (
        "\"string\"",
        r#"{"name": "vlen-utf8"}, {"name": "blosc", "configuration": {"cname": "lz4", "clevel": 5, "shuffle": "noshuffle", "typesize": 1, "blocksize": 0}}"#,
    ),
    ("\"bytes\"", r#"{"name": "vlen-bytes"}"#),
    ("\"bytes\"", r#"{"name": "vlen-bytes"}, {"name": "gzip", "configuration": {"level": 1}}"#),
    (
        "\"string\"",
        r#"{"name": "zarrs.vlen", "configuration": {"data_codecs": ["bytes"], "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}], "index_data_type": "uint32"}}"#,
    ),
    (
        "\"bytes\"",
        r#"{"name": "zarrs.vlen", "configuration": {"data_codecs": ["bytes", {"name": "zstd", "configuration": {"level": 1}}], "index_codecs": [{"name": "bytes", "configuration": {"endian": "big"}}, "crc32c"], "index_data_type": "uint64", "index_location": "end"}}"#,
    ),
    (
        "\"float32\"",
        r#"{"name": "cast_value", "configuration": {"data_type": "int4", "rounding": "nearest-away", "out_of_range": "clamp"}}, {"name": "packbits"}"#,
    ),
    (
        "\"bfloat16\"",
        r#"{"name": "bitround", "configuration": {"keepbits": 3}}, {"name": "cast_value", "configuration": {"data_type": "float8_e4m3", "out_of_range": "clamp"}}, {"name": "bytes"}"#,
    ),
];

/// Data types, filters and compressors of v2.
const V2: &[(&str, &str, &str)] = &[
    ("\"|O\"", r#"[{"id": "vlen-utf8"}]"#, "null"),
    ("\"|O\"", r#"[{"id": "vlen-array", "dtype": "<i4"}]"#, "null"),
    ("\"|O\"", r#"[{"id": "json2"}]"#, "null"),
    ("\"|O\"", r#"[{"id": "json"}]"#, r#"{"id": "zlib", "level": 1}"#),
    ("\"|O\"", r#"[{"id": "msgpack2"}]"#, "null"),
    ("\"|O\"", r#"[{"id": "msgpack"}]"#, r#"{"id": "lz4", "acceleration": 1}"#),
    ("\"|O\"", r#"[{"id": "categorize", "labels": ["a", "bc"], "dtype": "|O", "astype": "|u1"}]"#, "null"),
    ("\"|b1\"", r#"[{"id": "packbits"}]"#, "null"),
    (
        "\"<f4\"",
        r#"[{"id": "quantize", "digits": 2, "dtype": "<f4"}, {"id": "shuffle", "elementsize": 4}]"#,
        r#"{"id": "bz2", "level": 1}"#,
    ),
    (
        "\">i2\"",
        r#"[{"id": "astype", "encode_dtype": "<i4", "decode_dtype": ">i2"}, {"id": "delta", "dtype": "<i4"}]"#,
        "null",
    ),
    ("\"<U2\"", "null", r#"{"id": "lzma", "format": 1, "check": -1, "preset": 0, "filters": null}"#),
    (
        r#"[["a", "<i2"], ["b", ">f8"]]"#,
        "null",
        r#"{"id": "blosc", "cname": "lz4", "clevel": 5, "shuffle": 1, "blocksize": 0}"#,
    ),
];

/// Compressors of N5.
const N5: &[&str] = &[
    r#"{"type": "raw"}"#,
    r#"{"type": "gzip", "useZlib": false, "level": -1}"#,
    r#"{"type": "gzip", "useZlib": true, "level": 1}"#,
    r#"{"type": "bzip2", "blockSize": 1}"#,
    r#"{"type": "lz4", "blockSize": 65536}"#,
    r#"{"type": "xz", "preset": 0}"#,
    r#"{"type": "blosc", "cname": "lz4", "clevel": 6, "nthreads": 1, "shuffle": 1, "blocksize": 0}"#,
];

/// A chain with the number of its elements.
struct Case {
    chain: Chain,
    data_type: DataType,
    elements: usize,
    /// True when the chain itself knows how many elements a chunk has: no caller may ask it for others.
    knows_shape: bool,
}

fn lower(format: FormatId, document: &str) -> Option<Case> {
    let (value, _) = parse(document.as_bytes(), ParseOptions { bare_tokens: true }).expect("the table is JSON");
    let documents = Documents { node: value.as_object().expect("an object").clone().into(), attributes: None };
    let knows_shape = format == FormatId::N5;
    let format = format.format();
    // A combination that makes no sense is passed over: not every codec takes every shape.
    let array = format.lower_array(&documents, &ReadOptions::default(), &mut Warnings::new(false)).ok()?;
    let elements = array.shape.iter().product::<u64>() as usize;
    array.chain.unknown().is_none().then_some(Case {
        chain: array.chain,
        data_type: array.data_type,
        elements,
        knows_shape,
    })
}

fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let mut cases = Vec::new();
        for shape in SHAPES {
            for (data_type, codecs) in V3 {
                let fill = if data_type.contains("string") || data_type.contains("bytes") { "\"\"" } else { "0" };
                let fill = if data_type.contains("bool") { "false" } else { fill };
                cases.extend(lower(
                    FormatId::V3,
                    &format!(
                        r#"{{"zarr_format": 3, "node_type": "array", "shape": [{shape}], "data_type": {data_type},
                            "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [{shape}]}}}},
                            "chunk_key_encoding": {{"name": "default"}}, "fill_value": {fill}, "codecs": [{codecs}]}}"#
                    ),
                ));
            }
            for (data_type, filters, compressor) in V2 {
                cases.extend(lower(
                    FormatId::V2,
                    &format!(
                        r#"{{"zarr_format": 2, "shape": [{shape}], "chunks": [{shape}], "dtype": {data_type},
                            "order": "C", "fill_value": null, "filters": {filters}, "compressor": {compressor}}}"#
                    ),
                ));
            }
            for compression in N5 {
                cases.extend(lower(
                    FormatId::N5,
                    &format!(
                        r#"{{"dimensions": [{shape}], "blockSize": [{shape}], "dataType": "int16",
                            "compression": {compression}}}"#
                    ),
                ));
            }
        }
        cases
    })
}

/// Two bytes choose the case, one what the output has more or less, one whether the rest is encoded first, and damaged.
pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let number = usize::from(input.byte()) | usize::from(input.byte()) << 8;
    let Some(case) = cases().get(number % cases().len()) else { return };
    let own = input.byte() & 1 == 1;
    let elements =
        if own || case.knows_shape { case.elements } else { (case.elements + input.below(5)).saturating_sub(2) };
    if case.data_type.is_variable() {
        return values(case, &mut input, own, elements);
    }
    let size = elements * case.data_type.size();
    let encoded = if own {
        let mut damages = Input::new(input.bytes(12));
        let mut given = input.rest().to_vec();
        given.resize(size, 7);
        case.chain.finish(&mut given);
        let Some(encoded) = encode(case, &given) else { return };
        decode(case, &encoded, size).expect("what was just encoded is decoded");
        let mut encoded = encoded;
        damage(&mut damages, &mut encoded);
        encoded
    } else {
        input.rest().to_vec()
    };
    let decoded = decode(case, &encoded, size);
    if let Some(Some(view)) = allowed(case.chain.view(&encoded, size)) {
        assert_eq!(view.len(), size);
    }
    let Some(Some(parts)) = allowed(case.chain.parts(&encoded, size)) else { return };
    assert!(parts.length() == size && parts.size() > 0);
    let mut whole = vec![0xa5; size];
    for (part, target) in whole.chunks_mut(parts.size()).enumerate() {
        let length = target.len();
        if allowed(parts.decode(part, std::slice::from_ref(&(0..length)), target)).is_none() {
            return;
        }
    }
    case.chain.finish(&mut whole);
    if let Some(decoded) = decoded {
        assert!(decoded == whole, "parts give other bytes than the whole");
    }
}

fn encode(case: &Case, elements: &[u8]) -> Option<Vec<u8>> {
    let (mut elements, mut output) = (elements.to_vec(), Vec::new());
    allowed(case.chain.encode(&mut elements, &mut output, &mut Scratch::new())).map(<[u8]>::to_vec)
}

/// Twice, over memory of different content: what is not written to shows.
fn decode(case: &Case, encoded: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut scratch = Scratch::new();
    let (mut first, mut second) = (vec![0x5a; size], vec![0xa5; size]);
    let ok = allowed(case.chain.decode(encoded, &mut first, &mut scratch));
    let again = allowed(case.chain.decode(encoded, &mut second, &mut scratch));
    assert_eq!(ok.is_some(), again.is_some());
    ok?;
    assert!(first == second, "some of the output was left as it was");
    Some(first)
}

fn values(case: &Case, input: &mut Input<'_>, own: bool, elements: usize) {
    let encoded = if own {
        let mut damages = Input::new(input.bytes(12));
        let rest = input.rest();
        let texts: Vec<&[u8]> =
            rest.split(|byte| *byte == 0).chain(std::iter::repeat(&b""[..])).take(elements).collect();
        let values: Vec<VariableValue<'_>> = texts.iter().map(|text| VariableValue::Bytes(text)).collect();
        let mut encoded = Vec::new();
        let shape = [elements as u64];
        if allowed(case.chain.encode_values(&values, &shape, &mut encoded, &mut Scratch::new())).is_none() {
            return;
        }
        damage(&mut damages, &mut encoded);
        encoded
    } else {
        input.rest().to_vec()
    };
    allowed(case.chain.decode_values(&encoded, elements, 1 << 16));
}
