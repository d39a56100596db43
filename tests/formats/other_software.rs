//! Documents of other software that state what its own encoder needs, or what no text allows: its data are read, with a
//! warning where a strict reader should refuse them, and nothing is written so.

use std::sync::Arc;
use zarr::ErrorKind;
use zarr::array::Array;
use zarr::format::FormatId;
use zarr::hierarchy::Hierarchy;
use zarr::hierarchy::attributes::{Attributes, read, string};
use zarr::json::Json;
use zarr::store::{ByteRange, MemoryStore, StoreExt};

/// A hierarchy with these values.
fn hierarchy(values: &[(&str, &[u8])]) -> Arc<Hierarchy> {
    let store = MemoryStore::new();
    values.iter().for_each(|(key, value)| store.set(key, value).unwrap());
    Hierarchy::with_store(Arc::new(store), None).unwrap()
}

fn text(hierarchy: &Hierarchy, key: &str) -> String {
    String::from_utf8(hierarchy.store().get(key, ByteRange::ALL).unwrap().unwrap()).unwrap()
}

/// All bytes of an array.
fn contents(array: &Array) -> Vec<u8> {
    let shape = array.shape();
    let mut bytes = vec![0; shape.iter().product::<u64>() as usize * array.data_type().size()];
    array.read_region(&vec![0; shape.len()], &shape, &mut bytes).unwrap();
    bytes
}

/// Opens the root with warnings, and shows that a strict reader refuses it.
fn warned(hierarchy: &Arc<Hierarchy>, about: &str) -> Array {
    let array = hierarchy.open_array("", None).unwrap();
    let warnings = array.warnings();
    assert!(warnings.iter().any(|warning| warning.contains(about)), "{about}: {warnings:?}");
    let strict = hierarchy.open_array("", Some(r#"{"strict": true}"#)).unwrap_err();
    assert_eq!(strict.kind(), ErrorKind::Metadata, "{about}: {strict}");
    array
}

/// The numbers 1 to 4, native as elements and little-endian as bytes.
fn four() -> (Vec<u8>, Vec<u8>) {
    let numbers = [1_u16, 2, 3, 4];
    (numbers.iter().flat_map(|n| n.to_ne_bytes()).collect(), numbers.iter().flat_map(|n| n.to_le_bytes()).collect())
}

fn v2(fill: &str, filters: &str, compressor: &str) -> String {
    format!(
        r#"{{"zarr_format": 2, "shape": [4], "chunks": [4], "dtype": "<u2", "fill_value": {fill}, "order": "C",
        "filters": {filters}, "compressor": {compressor}}}"#
    )
}

/// N5-Zarr 0.0.1 to 1.3.1, of Fiji and BigStitcher.
#[test]
fn texts_of_numbers_are_fill_values_of_version_2() {
    let document = v2("\"7\"", "[]", r#"{"id": "gzip", "level": -1}"#);
    let array = warned(&hierarchy(&[(".zarray", document.as_bytes())]), "should be a number");
    assert_eq!(contents(&array), [7_u16; 4].iter().flat_map(|n| n.to_ne_bytes()).collect::<Vec<_>>());
    let copies = hierarchy(&[]);
    let source = hierarchy(&[(".zarray", document.as_bytes())]);
    source.copy("", &copies, "", Some(FormatId::V2), &|_, _| true).unwrap();
    assert!(text(&copies, ".zarray").contains("\"fill_value\": 7"), "what is written is a number");
}

/// GDAL 3.4 to 3.7 wrote fill values that int64 does not hold so: the most frequent one of uint64.
#[test]
fn texts_of_large_numbers_are_fill_values_of_gdal() {
    let entry = r#"{"zarr_format": "https://purl.org/zarr/spec/protocol/core/3.0", "extensions": [],
        "metadata_encoding": "https://purl.org/zarr/spec/protocol/core/3.0", "metadata_key_suffix": ".json"}"#;
    let document = r#"{"shape": [4], "data_type": "<u8", "fill_value": "18446744073709551615", "attributes": {},
        "chunk_grid": {"type": "regular", "chunk_shape": [4], "separator": "/"}, "chunk_memory_layout": "C",
        "extensions": []}"#;
    let of_gdal = hierarchy(&[("zarr.json", entry.as_bytes()), ("meta/root.array.json", document.as_bytes())]);
    assert_eq!(contents(&warned(&of_gdal, "should be a number")), [0xff; 32]);
}

/// GDAL since 3.11 writes `"checksum": "NO"`, numcodecs a level that it clamps when it encodes.
#[test]
fn parameters_of_zstd_that_only_encoding_needs() {
    let (native, little) = four();
    // A frame of one stored block.
    let frame = [&[0x28, 0xb5, 0x2f, 0xfd, 0x20, 8, 0x41, 0, 0][..], &little].concat();
    for parameters in [r#""level": 13, "checksum": "NO""#, r#""level": 100, "checksum": false"#] {
        let document = v2("null", "null", &format!(r#"{{"id": "zstd", {parameters}}}"#));
        let hierarchy = hierarchy(&[(".zarray", document.as_bytes()), ("0", &frame)]);
        let array = warned(&hierarchy, "only encoding");
        assert_eq!(contents(&array), native, "{parameters}");
        array.write_region(&[0], &[1], &9_u16.to_ne_bytes()).unwrap();
        assert_eq!(contents(&hierarchy.open_array("", None).unwrap())[..2], 9_u16.to_ne_bytes());
        assert!(text(&hierarchy, ".zarray").contains(parameters), "the document of others stays as it is");
    }
}

/// GDAL's tests have bitround on integers, which v2 does not know; decoding has nothing to do.
#[test]
fn bitround_on_integers_of_version_2() {
    let (native, little) = four();
    let document = v2("0", r#"[{"id": "bitround", "keepbits": 8}]"#, "null");
    let array = warned(&hierarchy(&[(".zarray", document.as_bytes()), ("0", &little)]), "bitround");
    assert_eq!(contents(&array), native);
}

/// numcodecs 0.17 says "no_op" where older versions said "none".
#[test]
fn pcodec_without_deltas_in_both_words() {
    let (native, _) = four();
    for word in ["no_op", "none"] {
        let compressor = format!(
            r#"{{"id": "pcodec", "level": 8, "mode_spec": "auto", "delta_spec": "{word}",
            "paging_spec": "equal_pages_up_to", "delta_encoding_order": null, "equal_pages_up_to": 262144}}"#
        );
        let document = v2("0", "null", &compressor);
        let array = hierarchy(&[(".zarray", document.as_bytes())]).open_array("", None).unwrap();
        assert_eq!(array.warnings(), [""; 0], "{word}");
        array.write_region(&[0], &[4], &native).unwrap();
        assert_eq!(contents(&array), native, "{word}");
    }
}

fn v3(data_type: &str, more: &str) -> String {
    format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": [4], "data_type": "{data_type}",
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [4]}}}},
        "chunk_key_encoding": {{"name": "default", "configuration": {{"separator": "/"}}}}, {more}}}"#
    )
}

/// GDAL 3.8 to 3.10 left out `codecs` where nothing is compressed, and `bytes` in front of a compressor.
#[test]
fn final_v3_of_gdal() {
    let (native, little) = four();
    let document = v3("uint16", r#""fill_value": null, "attributes": {}, "dimension_names": ["X"]"#);
    let hierarchy_of_gdal = hierarchy(&[("zarr.json", document.as_bytes()), ("c/0", &little)]);
    assert_eq!(contents(&warned(&hierarchy_of_gdal, "\"bytes\"")), native);

    let gzip = r#""fill_value": null, "codecs": [{"name": "gzip", "configuration": {"level": 6}}], "attributes": {},
        "dimension_names": ["X"]"#;
    let compressed = hierarchy(&[("zarr.json", v3("uint16", gzip).as_bytes())]);
    let array = warned(&compressed, "\"bytes\"");
    array.write_region(&[0], &[4], &native).unwrap();
    assert_eq!(contents(&compressed.open_array("", None).unwrap()), native);

    // Nothing is written so: neither by a copy, nor where a caller asks for it.
    let copies = hierarchy(&[]);
    compressed.copy("", &copies, "", None, &|_, _| true).unwrap();
    let copy = copies.open_array("", Some(r#"{"strict": true}"#)).unwrap();
    assert_eq!((contents(&copy), copy.warnings().len()), (native, 0));
    for text in [document, v3("uint16", gzip)] {
        let refused = hierarchy(&[]).create_array_json("", Some(FormatId::V3), &text).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::Metadata, "{refused}");
    }
}

/// zarrita wrote numbers as fill values of booleans in 2023.
#[test]
fn booleans_of_final_v3_with_a_number_as_fill_value() {
    for (fill, byte) in [("0", 0), ("1", 1)] {
        let more = format!(r#""fill_value": {fill}, "codecs": [{{"name": "bytes"}}]"#);
        let array = warned(&hierarchy(&[("zarr.json", v3("bool", &more).as_bytes())]), "true or false");
        assert_eq!(contents(&array), [byte; 4]);
    }
}

/// zarr-python leaves out chunks of nothing but NaT where the fill value is null: they are not 1970.
#[test]
fn times_that_are_not_stored_are_not_a_time_and_stay_so_in_copies() {
    for kind in ["M8", "m8"] {
        let document = format!(
            r#"{{"zarr_format": 2, "shape": [4], "chunks": [2], "dtype": "<{kind}[s]", "fill_value": null,
            "order": "C", "filters": null, "compressor": null}}"#
        );
        let stored: Vec<u8> = [0_i64, 5].iter().flat_map(|time| time.to_le_bytes()).collect();
        let hierarchy_of_python = hierarchy(&[(".zarray", document.as_bytes()), ("1", &stored)]);
        let array = hierarchy_of_python.open_array("", Some(r#"{"strict": true}"#)).unwrap();
        assert!(array.warnings()[0].contains("NaT"), "{:?}", array.warnings());
        let expected: Vec<u8> = [i64::MIN, i64::MIN, 0, 5].iter().flat_map(|time| time.to_ne_bytes()).collect();
        assert_eq!((contents(&array), array.fill_value().unwrap().1), (expected.clone(), false));
        let copies = hierarchy(&[]);
        hierarchy_of_python.copy("", &copies, "", Some(FormatId::V3), &|_, _| true).unwrap();
        assert!(text(&copies, "zarr.json").contains("\"fill_value\": \"NaT\""));
        assert_eq!(contents(&copies.open_array("", None).unwrap()), expected);
    }
}

/// Python has file names that are no UTF-8 as such strings, and zarr-python writes them into attributes.
#[test]
fn an_attribute_with_half_of_a_surrogate_pair_closes_nothing() {
    const THEIRS: &str = r#""source": "caf\udce9 \"\u00e9\".tif", "\ud800": ["\udce9", "plain"]"#;
    let attributes = format!("{{{THEIRS}}}");
    let document = v2("7", "null", "null");
    let newer = v3("uint16", &format!(r#""fill_value": 7, "codecs": ["bytes"], "attributes": {attributes}"#));
    for (values, key) in [
        (&[(".zarray", document.as_bytes()), (".zattrs", attributes.as_bytes())][..], ".zattrs"),
        (&[("zarr.json", newer.as_bytes())][..], "zarr.json"),
    ] {
        let hierarchy_of_python = hierarchy(values);
        let array = hierarchy_of_python.open_array("", None).unwrap();
        assert_eq!(contents(&array)[..2], 7_u16.to_ne_bytes());
        assert_eq!(array.attributes().unwrap(), attributes);
        let source = read(&array, "source", |value| string(value).map(str::to_owned)).unwrap();
        assert_eq!(source, r#"caf\udce9 \"\u00e9\".tif"#);
        assert_eq!(array.names().unwrap(), ["source", r"\ud800"]);
        array.set("other", Json::from(1_i64)).unwrap();
        array.resize(&[8]).unwrap();
        let written = text(&hierarchy_of_python, key);
        assert!(written.contains(r#""source": "caf\udce9 \"\u00e9\".tif""#), "{written}");
        assert!(written.contains(r#""\ud800": ["#) && written.contains(r#""\udce9""#), "{written}");
        array.set_attributes(&attributes).unwrap();
        let copies = hierarchy(&[]);
        hierarchy_of_python.copy("", &copies, "", Some(FormatId::V3), &|_, _| true).unwrap();
        assert_eq!(copies.open_array("", None).unwrap().attributes().unwrap(), attributes);
    }
    // Where a text means something, it is none.
    let fixed = v2("0", "null", "null").replace("<u2", "<U2").replace(": 0,", r#": "\udce9","#);
    let refused = hierarchy(&[(".zarray", fixed.as_bytes())]).open_array("", None).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Metadata, "{refused}");
}

/// netCDF in the mode `noxarray` names dimensions for itself alone: in the document, later in the attributes.
#[test]
fn names_of_dimensions_of_nczarr() {
    let document = v2("0", "null", "null").replace("[4]", "[2, 2]");
    let with = |member: &str| document.replacen('{', &format!("{{{member}, "), 1);
    let inside =
        |name: &str, list: &str| format!(r#""{name}": {{"{list}": ["/time", "/group/x"], "storage": "chunked"}}"#);
    let names = Some(vec![Some("time".to_owned()), Some("x".to_owned())]);
    for (zarray, attributes) in [
        (with(&inside("_NCZARR_ARRAY", "dimrefs")), "{}".to_owned()),
        (with(&inside("_nczarr_array", "dimrefs")), "{}".to_owned()),
        (document.clone(), format!("{{{}}}", inside("_nczarr_array", "dimension_references"))),
    ] {
        let source = hierarchy(&[(".zarray", zarray.as_bytes()), (".zattrs", attributes.as_bytes())]);
        assert_eq!(source.open_array("", None).unwrap().dimension_names(), names, "{zarray} {attributes}");
        let copies = hierarchy(&[]);
        source.copy("", &copies, "", Some(FormatId::V3), &|_, _| true).unwrap();
        assert_eq!(copies.open_array("", None).unwrap().dimension_names(), names, "{zarray} {attributes}");
    }
    let xarray = format!(r#"{{"_ARRAY_DIMENSIONS": ["y", "x"], {}}}"#, inside("_nczarr_array", "dimension_references"));
    let both = hierarchy(&[(".zarray", document.as_bytes()), (".zattrs", xarray.as_bytes())]);
    assert_eq!(both.open_array("", None).unwrap().dimension_names().unwrap()[0].as_deref(), Some("y"));
    let other = with(&inside("_NCZARR_ARRAY", "dimrefs")).replace(r#", "/group/x""#, "");
    assert_eq!(hierarchy(&[(".zarray", other.as_bytes())]).open_array("", None).unwrap().dimension_names(), None);
}

/// netCDF-C shuffles by the size of an element and writes 0 as that size, before 4.10 as a text: every variable that
/// netCDF4-python compresses by zlib has it, and read as it stands all elements were others.
#[test]
fn shuffled_by_nczarr() {
    let (native, little) = four();
    let shuffled: Vec<u8> = (0..2).flat_map(|byte| little.iter().skip(byte).step_by(2).copied()).collect();
    for size in ["0", "\"0\"", "\"2\""] {
        let document = v2("0", &format!(r#"[{{"id": "shuffle", "elementsize": {size}}}]"#), "null");
        let of_netcdf = hierarchy(&[(".zarray", document.as_bytes()), ("0", &shuffled)]);
        let array = warned(&of_netcdf, "NCZarr");
        assert_eq!(contents(&array), native, "elementsize {size}");
        array.write_region(&[0], &[4], &native).unwrap();
        assert_eq!(of_netcdf.store().get("0", ByteRange::ALL).unwrap().unwrap(), shuffled, "elementsize {size}");
        let copies = hierarchy(&[]);
        of_netcdf.copy("", &copies, "", Some(FormatId::V3), &|_, _| true).unwrap();
        assert_eq!(contents(&copies.open_array("", None).unwrap()), native, "elementsize {size}");
        let asked = hierarchy(&[]).create_array_json("", Some(FormatId::V2), &document).unwrap_err();
        assert!(asked.message().contains("NCZarr"), "{asked}");
    }
}

/// CRAN's package zarr wrote `level` beside `clevel`.
#[test]
fn blosc_with_a_level_twice() {
    let codecs = r#""fill_value": 0, "codecs": [{"name": "bytes", "configuration": {"endian": "little"}},
        {"name": "blosc", "configuration": {"cname": "zstd", "clevel": 1, "level": 1, "shuffle": "shuffle",
        "typesize": 2, "blocksize": 0}}]"#;
    let (native, _) = four();
    let array = warned(&hierarchy(&[("zarr.json", v3("uint16", codecs).as_bytes())]), "only encoding");
    array.write_region(&[0], &[4], &native).unwrap();
    assert_eq!(contents(&array), native);
}

/// netCDF-C 4.9 and 4.10 tell 0 as the size of an element, and shuffle by that of the variable's type, which they take
/// for reading as well, with any content. A chunk of numcodecs says its size.
#[test]
fn shuffled_numbers_of_netcdf_are_those_that_it_wrote() {
    /// A chunk, as netCDF-C 4.10 has written the numbers from 0 to 11 with zlib and shuffle.
    const SHORTS: &[u8] = b"\x78\x5e\x63\x60\x64\x62\x66\x61\x65\x63\xe7\xe0\xe4\xe2\x66\x40\x02\x00\x04\x4e\x00\x43";
    const DOUBLES: &[u8] =
        b"\x78\x5e\x63\x60\xa0\x12\xf8\xc0\xc0\x21\x20\x22\x21\xa3\xa0\xa4\xa2\xc6\x60\xef\x00\x07\x00\x35\x39\x04\x9c";
    let shorts: Vec<u8> = (0..12_i16).flat_map(i16::to_ne_bytes).collect();
    let doubles: Vec<u8> = (0..12).flat_map(|number| f64::from(number).to_ne_bytes()).collect();
    for (data_type, chunk, native) in [("<i2", SHORTS, shorts), ("<f8", DOUBLES, doubles)] {
        let document = format!(
            r#"{{"zarr_format": 2, "shape": [3, 4], "dtype": "{data_type}", "chunks": [3, 4], "fill_value": 9,
            "order": "C", "compressor": {{"id": "zlib", "level": 4}},
            "filters": [{{"id": "shuffle", "elementsize": 0}}]}}"#
        );
        let source = hierarchy(&[(".zarray", document.as_bytes()), ("0.0", chunk)]);
        let array = source.open_array("", None).unwrap();
        assert_eq!(contents(&array), native, "{data_type}");
        // Writing goes the same way, and copies say their size.
        array.write_region(&[0, 0], &[3, 4], &native).unwrap();
        assert_eq!(contents(&source.open_array("", None).unwrap()), native, "{data_type}");
        let copies = hierarchy(&[]);
        source.copy("", &copies, "", Some(FormatId::V2), &|_, _| true).unwrap();
        assert!(!text(&copies, ".zarray").contains(r#""elementsize": 0"#), "{}", text(&copies, ".zarray"));
        assert_eq!(contents(&copies.open_array("", None).unwrap()), native, "{data_type}");
    }
}

/// netCDF-C shows `\u00b2` in an attribute as `u00b2`; ncdump of `m²` says `m²` where the document does.
#[test]
fn texts_of_version_2_are_written_without_escapes() {
    let hierarchy = hierarchy(&[(".zgroup", br#"{"zarr_format": 2}"#)]);
    let group = hierarchy.open_group("", None).unwrap();
    let attributes = r#"{"units": "m\u00b2", "\u540d": "\ud83d\ude00", "path": "caf\udce9", "line": "\u0001\u007f\n"}"#;
    group.set_attributes(attributes).unwrap();
    let written = text(&hierarchy, ".zattrs");
    for part in ["\"m²\"", "\"名\": \"😀\"", r#""caf\udce9""#, "\"\\u0001\u{7f}\\n\""] {
        assert!(written.contains(part), "{part} is missing in {written}");
    }
}
