//! The storage specification, version 1: a store is one array.

use super::*;
use zarr::store::StoreExt;

const META: &str = r#"{"zarr_format": 1, "shape": [4], "chunks": [2], "dtype": "<i2", "compression": "none",
    "compression_opts": null, "fill_value": 7, "order": "C"}"#;

fn v1(members: &[(&str, &str)], chunks: &[(&str, &[u8])]) -> Arc<Hierarchy> {
    let hierarchy = hierarchy(&[("meta", &with(META, members)), ("attrs", "{}")]);
    for (key, value) in chunks {
        put(&hierarchy, key, value);
    }
    hierarchy
}

fn open(members: &[(&str, &str)], chunks: &[(&str, &[u8])]) -> Result<Array> {
    v1(members, chunks).open_array("/", None)
}

/// Opened, with nothing to warn of.
fn strictly(members: &[(&str, &str)]) -> Result<Array> {
    v1(members, &[]).open_array("/", Some(r#"{"strict": true}"#))
}

fn created(shape: &[u64], chunk: &[u64], codec: Option<(&str, &str)>) -> (Arc<Hierarchy>, Array) {
    let hierarchy = hierarchy(&[]);
    let mut builder = builder(FormatId::V1, "<i2", shape);
    builder.chunk_shape(chunk).unwrap();
    if let Some((name, configuration)) = codec {
        builder.codec(name, Some(configuration)).unwrap();
    }
    let array = hierarchy.create_array("/", &builder).unwrap();
    (hierarchy, array)
}

/// A store that reads, writes and deletes, and can do nothing else.
#[derive(Debug)]
struct Plain(MemoryStore);

impl Store for Plain {
    fn name(&self) -> &zarr::store::StoreName {
        self.0.name()
    }
    fn capabilities(&self) -> zarr::store::Capabilities {
        let own = self.0.capabilities();
        zarr::store::Capabilities { listable: false, conditional: false, reads_into: false, ..own }
    }
    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        assert!(key.is_ascii());
        self.0.get(key, range)
    }
    fn write(&self, key: &str, value: Option<&[u8]>, when: zarr::store::When<'_>) -> Result<()> {
        when.begin(key, value)?;
        assert!(key.is_ascii());
        self.0.write(key, value, zarr::store::When::Claimed)
    }
}

#[test]
fn a_store_that_reads_writes_and_deletes_is_enough() {
    let memory = MemoryStore::new();
    let hierarchy = Hierarchy::with_store(Arc::new(Plain(memory.clone())), Some(r#"{"format": "v1"}"#)).unwrap();
    let array = hierarchy.create_array("/", &builder(FormatId::V1, "<i2", &[2])).unwrap();
    write(&array, &bytes_of(&[1, 2]));
    array.set_attributes(r#"{"a": 1}"#).unwrap();
    assert_eq!(int16(&hierarchy.open_array("/", None).unwrap()), [1, 2]);
    assert_eq!(memory.list_all().unwrap(), ["0", "attrs", "meta"]);
}

#[test]
fn the_metadata_is_a_json_object_under_the_key_meta() {
    let (hierarchy, _) = created(&[4], &[2], None);
    assert_eq!(document(&hierarchy, "meta").get("zarr_format").and_then(Json::as_u64), Some(1));
    for text in ["[1]", "1", "{", ""] {
        let broken = super::hierarchy(&[("meta", text)]);
        assert_eq!(kind(broken.open_array("/", Some(r#"{"format": "v1"}"#))), ErrorKind::Metadata, "{text}");
    }
}

#[test]
fn the_eight_members_are_present() {
    let (hierarchy, _) = created(&[4], &[2], None);
    let names: Vec<String> = document(&hierarchy, "meta").iter().map(|(name, _)| name.to_owned()).collect();
    let members = ["chunks", "compression", "compression_opts", "dtype", "fill_value", "order", "shape", "zarr_format"];
    assert_eq!(names, members);
    for member in members {
        let error = v1(&[(member, "")], &[]).open_array("/", Some(r#"{"format": "v1"}"#)).unwrap_err();
        assert!(error.kind() == ErrorKind::Metadata && error.message().contains(member), "{error}");
    }
}

#[test]
fn the_version_is_the_integer_1() {
    assert_eq!(open(&[], &[]).unwrap().format(), FormatId::V1);
    for value in ["0", "2", "\"1\"", "null"] {
        let other = v1(&[("zarr_format", value)], &[]).open_array("/", Some(r#"{"format": "v1"}"#));
        assert_eq!(kind(other), ErrorKind::Metadata, "{value}");
    }
}

#[test]
fn shape_and_chunks_are_lists_of_a_length_for_each_dimension() {
    let array = open(&[("shape", "[5, 0, 7]"), ("chunks", "[2, 1, 7]")], &[]).unwrap();
    assert_eq!((array.shape(), array.chunk_shape().unwrap()), (vec![5, 0, 7], vec![2, 1, 7]));
    for (member, value) in [
        ("shape", "4"),
        ("shape", "[-1]"),
        ("shape", "[1.5]"),
        ("shape", "[\"4\"]"),
        ("chunks", "2"),
        ("chunks", "[2, 2]"),
        ("chunks", "[-2]"),
        ("chunks", "[0]"),
        ("chunks", "[true]"),
    ] {
        assert_eq!(kind(open(&[(member, value)], &[])), ErrorKind::Metadata, "{member} = {value}");
    }
}

#[test]
fn a_data_type_is_its_byte_order_kind_and_size() {
    let first = |dtype: &str, fill: &str, chunk: &[u8]| {
        let members = [("dtype", dtype), ("fill_value", fill), ("shape", "[1]"), ("chunks", "[1]")];
        assert!(strictly(&members).is_ok(), "{dtype}");
        read(&open(&members, &[("0", chunk)]).unwrap())
    };
    assert_eq!(first("\"<f8\"", "0", &1.5_f64.to_le_bytes()), 1.5_f64.to_ne_bytes());
    assert_eq!(first("\">i4\"", "0", &[0xff, 0xff, 0xff, 0xfe]), (-2_i32).to_ne_bytes());
    assert_eq!(first("\"|b1\"", "false", &[1]), [1]);
    assert_eq!(first("\"|S12\"", "null", b"twelve bytes"), b"twelve bytes");
    assert_eq!(first("\"<u2\"", "0", &[1, 2]), 0x0201_u16.to_ne_bytes());
}

#[test]
fn the_byte_order_is_specified() {
    for dtype in ["\"f8\"", "\"=f8\""] {
        assert!(strictly(&[("dtype", dtype)]).is_err(), "{dtype}");
        assert_eq!(open(&[("dtype", dtype)], &[]).unwrap().warnings().len(), 1, "{dtype}");
    }
    for dtype in ["\"<f\"", "\"<y4\"", "\"<f3\"", "\"\"", "4", "null", "{}"] {
        assert!(open(&[("dtype", dtype)], &[]).is_err(), "{dtype}");
    }
    let (hierarchy, _) = created(&[4], &[2], None);
    assert_eq!(document(&hierarchy, "meta").get("dtype").and_then(Json::as_str), Some("<i2"));
}

#[test]
fn a_structured_type_is_a_list_of_names_and_types() {
    let dtype = r#"[["r", "|u1"], ["depth", ">i2"], ["name", "|S3"]]"#;
    let members = [("dtype", dtype), ("fill_value", "null"), ("shape", "[1]"), ("chunks", "[1]")];
    let array = open(&members, &[("0", b"\x05\x01\x02abc")]).unwrap();
    assert_eq!(array.data_type().fields().unwrap().len(), 3);
    assert_eq!(read(&array), [&[5][..], &0x0102_i16.to_ne_bytes(), b"abc"].concat(), "the fields are packed");
    for dtype in [r#"[["r"]]"#, r#"["r", "|u1"]"#, "[]", r#"[[1, "|u1"]]"#] {
        assert!(open(&[("dtype", dtype), ("fill_value", "null")], &[]).is_err(), "{dtype}");
    }
}

/// 1 and 2 as int16 in a zlib stream of one stored block, made by hand.
const ZLIB: &[u8] = &[0x78, 0x01, 0x01, 4, 0, 0xfb, 0xff, 1, 0, 2, 0, 0, 12, 0, 4];

#[test]
fn compression_is_the_name_of_a_library() {
    let zlib = [("compression", "\"zlib\""), ("compression_opts", "1")];
    assert_eq!(int16(&open(&zlib, &[("0", ZLIB)]).unwrap()), [1, 2, 7, 7]);
    for value in ["7", "[]", "{}"] {
        assert_eq!(kind(open(&[("compression", value)], &[])), ErrorKind::Metadata, "{value}");
    }
    // One that we don't have is named when chunks are wanted.
    let array = open(&[("compression", "\"mystery\"")], &[("0", b"1234")]).unwrap();
    let error = array.read_region(&[0], &[1], &mut [0; 2]).unwrap_err();
    assert!(error.kind() == ErrorKind::Unsupported && error.message().contains("mystery"), "{error}");
}

#[test]
fn options_of_compression_are_an_integer_a_string_or_an_object() {
    for (name, options) in [
        ("zlib", "9"),
        ("zlib", "\"3\""),
        ("bz2", "5"),
        ("blosc", r#"{"cname": "zstd", "clevel": 3, "shuffle": 2}"#),
        ("lzma", r#"{"format": 1, "check": 0, "preset": 1, "filters": null}"#),
    ] {
        assert!(strictly(&[("compression", &format!("{name:?}")), ("compression_opts", options)]).is_ok(), "{name}");
    }
    for (name, options) in [("zlib", "true"), ("zlib", "[1]"), ("blosc", "7"), ("none", "1")] {
        let members = [("compression", &*format!("{name:?}")), ("compression_opts", options)];
        let outcome = open(&members, &[]).map(drop);
        assert_eq!(outcome.map_err(|error| error.kind()), Err(ErrorKind::Metadata), "{name}: {options}");
    }
}

#[test]
fn a_chunk_is_what_the_compressor_gave() {
    let (raw, array) = created(&[2], &[2], None);
    write(&array, &bytes_of(&[1, 2]));
    assert_eq!(get(&raw, "0").unwrap(), [1, 0, 2, 0], "no header");
    let (zlib, array) = created(&[2], &[2], Some(("zlib", r#"{"level": 1}"#)));
    write(&array, &bytes_of(&[1, 2]));
    let (chunk, meta) = (get(&zlib, "0").unwrap(), document(&zlib, "meta"));
    assert_eq!(meta.get("compression_opts").and_then(Json::as_u64), Some(1));
    assert_eq!(
        (chunk[0], u16::from_be_bytes([chunk[0], chunk[1]]) % 31),
        (0x78, 0),
        "a zlib stream from its first byte"
    );
    assert_eq!(chunk[chunk.len() - 4..], ZLIB[ZLIB.len() - 4..], "and to its last: Adler-32");
}

#[test]
fn a_blosc_chunk_begins_with_its_header_of_16_bytes() {
    let (hierarchy, array) = created(&[100], &[100], Some(("blosc", r#"{"cname": "lz4", "clevel": 5, "shuffle": 1}"#)));
    write(&array, &bytes_of(&[3; 100]));
    let chunk = get(&hierarchy, "0").unwrap();
    let field = |at: usize| u32::from_le_bytes(chunk[at..at + 4].try_into().unwrap());
    assert_eq!((chunk[0], chunk[3]), (2, 2), "the version of the form, the size of an element");
    assert_eq!((field(4), field(12) as usize), (200, chunk.len()), "bytes before and after");
    assert_eq!(int16(&array), [3; 100]);
}

#[test]
fn keys_of_chunks_are_indices_joined_by_periods() {
    let (hierarchy, array) = created(&[5, 10], &[2, 2], None);
    array.write_region(&[4, 8], &[1, 1], &bytes_of(&[9])).unwrap();
    assert_eq!(keys(&hierarchy), ["2.4", "attrs", "meta"]);
    let (hierarchy, array) = created(&[8], &[2], None);
    array.write_region(&[6], &[1], &bytes_of(&[9])).unwrap();
    assert_eq!(keys(&hierarchy), ["3", "attrs", "meta"]);
}

#[test]
fn an_absent_chunk_holds_the_fill_value() {
    assert_eq!(int16(&open(&[("fill_value", "-3")], &[("1", &[1, 0, 2, 0])]).unwrap()), [-3, -3, 1, 2]);
    for value in ["[]", "{}", "32768", "1.5"] {
        assert_eq!(kind(open(&[("fill_value", value)], &[])), ErrorKind::Metadata, "{value}");
    }
}

#[test]
fn a_fill_value_of_null_is_undefined() {
    let array = strictly(&[("fill_value", "null")]).unwrap();
    assert!(!array.fill_value().unwrap().1, "the caller can see that nothing is defined");
    assert_eq!(int16(&array), [0; 4], "zero by our own choice");
    assert!(strictly(&[]).unwrap().fill_value().unwrap().1);
}

#[test]
fn order_says_which_dimension_is_fastest() {
    let members = |order| [("shape", "[2, 3]"), ("chunks", "[2, 3]"), ("order", order)];
    let chunk: &[u8] = &[1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0];
    assert_eq!(int16(&open(&members("\"C\""), &[("0.0", chunk)]).unwrap()), [1, 2, 3, 4, 5, 6]);
    assert_eq!(int16(&open(&members("\"F\""), &[("0.0", chunk)]).unwrap()), [1, 3, 5, 2, 4, 6]);
    assert_eq!(kind(open(&members("\"A\""), &[])), ErrorKind::Metadata);
}

#[test]
fn other_members_change_nothing() {
    let others = [
        ("filters", r#"[{"id": "delta", "dtype": "<i2"}]"#),
        ("dimension_separator", "\"/\""),
        ("compressor", r#"{"id": "zlib", "level": 1}"#),
        ("data_type", "\"int32\""),
    ];
    let hierarchy = v1(&others, &[("0", &[1, 0, 2, 0])]);
    let array = hierarchy.open_array("/", Some(r#"{"strict": true}"#)).unwrap();
    assert_eq!(int16(&array), [1, 2, 7, 7]);
    array.resize(&[3]).unwrap();
    let meta = document(&hierarchy, "meta");
    assert!(others.iter().all(|(name, _)| meta.get(name).is_some()), "what is not ours stays");
    assert_eq!(int16(&hierarchy.open_array("/", None).unwrap()), [1, 2, 7]);
}

#[test]
fn chunks_at_the_edge_are_whole() {
    // The last number lies outside the array, and may be anything.
    let members = [("shape", "[3]")];
    for outside in [[0, 0], [0xaa, 0xbb]] {
        let chunk = [&[5, 0][..], &outside].concat();
        assert_eq!(int16(&open(&members, &[("1", &chunk)]).unwrap()), [7, 7, 5]);
    }
    assert_eq!(kind(open(&members, &[("1", &[5, 0])]).unwrap().read_region(&[2], &[1], &mut [0; 2])), ErrorKind::Data);
    let (hierarchy, array) = created(&[3], &[2], None);
    write(&array, &bytes_of(&[1, 2, 3]));
    assert_eq!([get(&hierarchy, "0").unwrap().len(), get(&hierarchy, "1").unwrap().len()], [4, 4]);
}

#[test]
fn attributes_are_an_object_under_the_key_attrs_even_when_empty() {
    let (hierarchy, array) = created(&[4], &[2], None);
    assert_eq!(keys(&hierarchy), ["attrs", "meta"], "a new array has these keys, and no chunk");
    assert_eq!(get(&hierarchy, "attrs").unwrap(), b"{}");
    let from_document = super::hierarchy(&[]);
    from_document.create_array_json("/", Some(FormatId::V1), META).unwrap();
    assert_eq!(keys(&from_document), ["attrs", "meta"]);
    array.set_attributes(r#"{"units": "K"}"#).unwrap();
    assert_eq!(document(&hierarchy, "attrs").get("units").and_then(Json::as_str), Some("K"));
    array.set_attributes("{}").unwrap();
    assert!(document(&hierarchy, "attrs").is_empty());
    write(&array, &[0; 8]);
    assert_eq!(keys(&hierarchy), ["0", "1", "attrs", "meta"]);
    assert!(array.set_attributes("[1]").is_err());
    put(&hierarchy, "attrs", b"[]");
    assert!(hierarchy.open_array("/", None).is_err());
}
