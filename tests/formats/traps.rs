//! Traps that readers and writers of Zarr have fallen into, each with a test of its own, down to the bytes in the
//! store.

use std::sync::Arc;
use zarr::array::{Array, ArrayBuilder};
use zarr::format::FormatId;
use zarr::hierarchy::Hierarchy;
use zarr::store::{ByteRange, MemoryStore, Store, StoreExt};
use zarr::{ErrorKind, Result};

fn hierarchy(values: &[(&str, &[u8])]) -> Arc<Hierarchy> {
    let store = MemoryStore::new();
    for (key, value) in values {
        store.set(key, value).unwrap();
    }
    Hierarchy::with_store(Arc::new(store), None).unwrap()
}

fn get(hierarchy: &Hierarchy, key: &str) -> Vec<u8> {
    hierarchy.store().get(key, ByteRange::ALL).unwrap().unwrap_or_else(|| panic!("{key} is missing"))
}

fn keys(hierarchy: &Hierarchy) -> Vec<String> {
    hierarchy.store().list_all().unwrap()
}

fn read(array: &Array) -> Result<Vec<u8>> {
    let shape = array.shape();
    let mut bytes = vec![0xee; shape.iter().product::<u64>() as usize * array.data_type().size()];
    array.read_region(&vec![0; shape.len()], &shape, &mut bytes).map(|()| bytes)
}

fn write(array: &Array, bytes: &[u8]) {
    let shape = array.shape();
    array.write_region(&vec![0; shape.len()], &shape, bytes).unwrap();
}

fn little(numbers: impl IntoIterator<Item = i16>) -> Vec<u8> {
    numbers.into_iter().flat_map(i16::to_le_bytes).collect()
}

fn native(numbers: impl IntoIterator<Item = i16>) -> Vec<u8> {
    numbers.into_iter().flat_map(i16::to_ne_bytes).collect()
}

/// An array of v2 at the root, and one chunk of it.
fn v2(shape: &str, dtype: &str, fill: &str, more: &str, chunk: &[u8]) -> Result<Array> {
    let document = format!(
        r#"{{"zarr_format": 2, "shape": {shape}, "chunks": {shape}, "dtype": {dtype}, "fill_value": {fill},
        "compressor": null, {more}}}"#
    );
    let key = if shape.contains(',') { "0.0" } else { "0" };
    let chunks: &[(&str, &[u8])] = &[(".zarray", document.as_bytes()), (key, chunk)];
    hierarchy(if chunk.is_empty() { &chunks[..1] } else { chunks }).open_array("/", None)
}

const PLAIN: &str = r#""order": "C", "filters": null"#;

/// An array of v3 at the root, made from its codecs.
fn v3(shape: &str, chunk: &str, data_type: &str, codecs: &str) -> Result<(Arc<Hierarchy>, Array)> {
    let document = format!(
        r#"{{"zarr_format": 3, "node_type": "array", "shape": {shape}, "data_type": "{data_type}", "fill_value": 7,
        "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": {chunk}}}}},
        "chunk_key_encoding": {{"name": "default", "configuration": {{"separator": "/"}}}}, "codecs": [{codecs}]}}"#
    );
    let hierarchy = hierarchy(&[("zarr.json", document.as_bytes())]);
    let array = hierarchy.open_array("/", None)?;
    Ok((hierarchy, array))
}

const LITTLE: &str = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;

fn sharding(chunk: &str, codecs: &str, location: &str) -> String {
    format!(
        r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": {chunk}, "codecs": [{codecs}],
        "index_codecs": [{LITTLE}], "index_location": "{location}"}}}}"#
    )
}

/// The entries of an index of offsets and lengths.
fn index(bytes: &[u8]) -> Vec<(u64, u64)> {
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    (0..bytes.len() / 16).map(|entry| (number(entry * 16), number(entry * 16 + 8))).collect()
}

/// The two polynomials give two sums, and numcodecs puts one before the bytes, the other behind them.
#[test]
fn crc32_is_not_crc32c() {
    const DATA: &[u8] = b"123456789";
    let (crc32, crc32c) = (0xcbf4_3926_u32.to_le_bytes(), 0xe306_9283_u32.to_le_bytes());
    let (hierarchy, array) = v3("[9]", "[9]", "uint8", r#"{"name": "bytes"}, {"name": "crc32c"}"#).unwrap();
    write(&array, DATA);
    assert_eq!(get(&hierarchy, "c/0"), [DATA, &crc32c].concat());
    hierarchy.store().set("c/0", &[DATA, &crc32].concat()).unwrap();
    assert_eq!(read(&array).unwrap_err().kind(), ErrorKind::Data);
    for (id, sums) in [("crc32", [crc32, crc32c]), ("crc32c", [crc32c, crc32])] {
        let filtered = format!(r#""order": "C", "filters": [{{"id": "{id}"}}]"#);
        for (at, sum) in sums.into_iter().enumerate() {
            let stored = if id == "crc32" { [&sum[..], DATA].concat() } else { [DATA, &sum[..]].concat() };
            let array = v2("[9]", "\"|u1\"", "0", &filtered, &stored).unwrap();
            match at {
                0 => assert_eq!(read(&array).unwrap(), DATA, "{id}"),
                _ => assert_eq!(read(&array).unwrap_err().kind(), ErrorKind::Data, "{id} with the other sum"),
            }
        }
    }
}

#[test]
fn v2_in_order_f_is_not_read_in_order_c() {
    let stored = little([1, 4, 2, 5, 3, 6]);
    let array = v2("[2, 3]", "\"<i2\"", "0", r#""order": "F", "filters": null"#, &stored).unwrap();
    assert_eq!(read(&array).unwrap(), native(1..=6));
    let hierarchy = hierarchy(&[]);
    let mut builder = ArrayBuilder::new_json("\"<i2\"", &[4, 3]).unwrap();
    builder.format(Some(FormatId::V2));
    builder.order('F').unwrap();
    builder.chunk_shape(&[2, 3]).unwrap();
    let array = hierarchy.create_array("x", &builder).unwrap();
    write(&array, &native(1..=12));
    assert_eq!(get(&hierarchy, "x/1.0"), little([7, 10, 8, 11, 9, 12]));
    let mut part = [0; 4];
    hierarchy.open_array("x", None).unwrap().read_region(&[1, 1], &[2, 1], &mut part).unwrap();
    assert_eq!(part.to_vec(), native([5, 8]), "also across chunks");
}

/// The frame says how many bytes an element has; what the document says is for writing, and may be missing.
#[test]
fn blosc_with_a_type_size_of_0_and_1() {
    let blosc = |size: &str, shuffle: &str| {
        let configuration = format!(r#"{{"cname": "lz4", "clevel": 5, "shuffle": "{shuffle}", "blocksize": 0{size}}}"#);
        v3("[1000]", "[1000]", "int16", &format!(r#"{LITTLE}, {{"name": "blosc", "configuration": {configuration}}}"#))
    };
    let values = native((0..1000).map(|n| n / 3));
    let (shuffled, array) = blosc(r#", "typesize": 2"#, "shuffle").unwrap();
    write(&array, &values);
    let frame = get(&shuffled, "c/0");
    assert_eq!(frame[3], 2);
    for (size, shuffle) in [
        (r#", "typesize": 1"#, "shuffle"),
        (r#", "typesize": 1"#, "bitshuffle"),
        (r#", "typesize": 1"#, "noshuffle"),
        ("", "noshuffle"),
    ] {
        let (other, array) = blosc(size, shuffle).unwrap_or_else(|error| panic!("{size} {shuffle}: {error}"));
        other.store().set("c/0", &frame).unwrap();
        assert_eq!(read(&array).unwrap(), values, "{size} {shuffle}: the frame counts");
        write(&array, &values);
        assert!(get(&other, "c/0")[3] >= 1, "{size} {shuffle}: a frame never says 0");
        assert_eq!(read(&array).unwrap(), values, "{size} {shuffle}");
    }
    // Nothing can be shuffled by 0, and no text allows it; but the frame is read all the same.
    let (zero, of_zero) = blosc(r#", "typesize": 0"#, "shuffle").unwrap();
    assert!(of_zero.warnings().iter().any(|warning| warning.contains("typesize")), "{:?}", of_zero.warnings());
    let strict = zero.open_array("", Some(r#"{"strict": true}"#)).map(drop).unwrap_err();
    assert!(strict.kind() == ErrorKind::Metadata && strict.message().contains("typesize"), "{strict}");
    zero.store().set("c/0", &frame).unwrap();
    assert_eq!(read(&of_zero).unwrap(), values);
    let damaged = [&frame[..3], &[0], &frame[4..]].concat();
    shuffled.store().set("c/0", &damaged).unwrap();
    assert_eq!(read(&array).unwrap_err().kind(), ErrorKind::Data);
}

/// A compressed inner chunk can be larger than the raw one.
#[test]
fn gzip_may_make_an_inner_chunk_larger() {
    let gzip = format!(r#"{LITTLE}, {{"name": "gzip", "configuration": {{"level": 9}}}}"#);
    let (hierarchy, array) = v3("[6]", "[6]", "int16", &sharding("[1]", &gzip, "end")).unwrap();
    let values = native([-7, 13, 12_345, -1, 700, 2]);
    write(&array, &values);
    let shard = get(&hierarchy, "c/0");
    let entries = index(&shard[shard.len() - 6 * 16..]);
    assert!(entries.iter().all(|(_, length)| *length > 2), "{entries:?}");
    assert_eq!(read(&array).unwrap(), values);
    array.write_region(&[3], &[1], &native([99])).unwrap();
    assert_eq!(read(&array).unwrap(), native([-7, 13, 12_345, 99, 700, 2]));
}

/// Offsets count from the start of the shard, also where the index lies there; an empty chunk has no place.
#[test]
fn an_index_at_the_start_with_empty_chunks() {
    let (hierarchy, array) = v3("[8]", "[8]", "int16", &sharding("[2]", LITTLE, "start")).unwrap();
    array.write_region(&[2], &[2], &native([1, 2])).unwrap();
    array.write_region(&[6], &[1], &native([3])).unwrap();
    let shard = get(&hierarchy, "c/0");
    let entries = index(&shard[..64]);
    assert_eq!((entries[0], entries[2]), ((u64::MAX, u64::MAX), (u64::MAX, u64::MAX)));
    for (entry, chunk) in [(1, [1, 2]), (3, [3, 7])] {
        let (offset, length) = entries[entry];
        assert!(offset >= 64 && length == 4, "{entries:?}");
        assert_eq!(shard[offset as usize..(offset + length) as usize], little(chunk));
    }
    assert_eq!(read(&array).unwrap(), native([7, 7, 1, 2, 7, 7, 3, 7]));
    // As others write it: the chunks in another order, and a gap between them.
    let empty = [u64::MAX; 2];
    let entries = [empty, [70, 4], empty, [64, 4]].concat();
    let stored =
        [entries.iter().flat_map(|n| n.to_le_bytes()).collect(), little([8, 9]), vec![0xaa; 2], little([4, 5])];
    hierarchy.store().set("c/0", &stored.concat()).unwrap();
    assert_eq!(read(&array).unwrap(), native([7, 7, 4, 5, 7, 7, 8, 9]));
}

#[test]
fn inner_chunks_of_different_counts_along_the_axes() {
    let (hierarchy, array) = v3("[4, 6]", "[4, 6]", "int16", &sharding("[4, 1]", LITTLE, "end")).unwrap();
    write(&array, &native(0..24));
    let shard = get(&hierarchy, "c/0/0");
    for (column, (offset, length)) in index(&shard[shard.len() - 6 * 16..]).into_iter().enumerate() {
        let stored = &shard[offset as usize..(offset + length) as usize];
        assert_eq!(stored, little((0..4).map(|row| row * 6 + column as i16)), "column {column}");
    }
    let (hierarchy, array) = v3("[4, 6]", "[4, 6]", "int16", &sharding("[1, 3]", LITTLE, "end")).unwrap();
    write(&array, &native(0..24));
    let shard = get(&hierarchy, "c/0/0");
    for (entry, (offset, length)) in index(&shard[shard.len() - 8 * 16..]).into_iter().enumerate() {
        let first = (entry / 2 * 6 + entry % 2 * 3) as i16;
        assert_eq!(shard[offset as usize..(offset + length) as usize], little(first..first + 3), "entry {entry}");
    }
    let mut part = [0; 8];
    array.read_region(&[1, 2], &[2, 2], &mut part).unwrap();
    assert_eq!(part.to_vec(), native([8, 9, 14, 15]));
}

#[test]
fn an_empty_list_of_filters_is_none() {
    for filters in ["[]", "null"] {
        let more = format!(r#""order": "C", "filters": {filters}"#);
        let array = v2("[2]", "\"<i2\"", "0", &more, &little([1, 2])).unwrap();
        assert_eq!((read(&array).unwrap(), array.warnings().len()), (native([1, 2]), 0), "{filters}");
    }
}

#[test]
fn one_byte_has_no_order_whatever_the_mark() {
    for dtype in ["\"|i1\"", "\"<i1\"", "\">i1\""] {
        let array = v2("[3]", dtype, "0", PLAIN, &[1, 0xfe, 3]).unwrap();
        assert_eq!((array.data_type().name().as_str(), read(&array).unwrap()), ("int8", vec![1, 0xfe, 3]), "{dtype}");
    }
    for dtype in ["\"|b1\"", "\"<b1\"", "\"|u1\"", "\"<u1\""] {
        assert_eq!(read(&v2("[2]", dtype, "null", PLAIN, &[1, 0]).unwrap()).unwrap(), [1, 0], "{dtype}");
    }
    let hierarchy = hierarchy(&[]);
    let mut builder = ArrayBuilder::new_json("\"<i1\"", &[2]).unwrap();
    builder.format(Some(FormatId::V2));
    hierarchy.create_array("x", &builder).unwrap();
    assert!(String::from_utf8(get(&hierarchy, "x/.zarray")).unwrap().contains("\"|i1\""), "written as NumPy does");
}

#[test]
fn bool_with_a_fill_value_of_0() {
    for (fill, element) in [("0", 0), ("1", 1), ("false", 0), ("true", 1)] {
        assert_eq!(read(&v2("[2]", "\"|b1\"", fill, PLAIN, &[]).unwrap()).unwrap(), [element; 2], "{fill}");
    }
    assert_eq!(v2("[2]", "\"|b1\"", "2", PLAIN, &[]).unwrap_err().kind(), ErrorKind::Metadata);
}

#[test]
fn not_a_time_is_a_number_and_a_word() {
    let nat = i64::MIN.to_ne_bytes();
    for fill in ["\"NaT\"", "-9223372036854775808"] {
        for dtype in ["\"<M8[ns]\"", "\">M8[D]\"", "\"<m8[s]\""] {
            assert_eq!(read(&v2("[1]", dtype, fill, PLAIN, &[]).unwrap()).unwrap(), nat, "{dtype} {fill}");
        }
    }
    let stored = v2("[2]", "\">M8[s]\"", "0", PLAIN, &[[0x80, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 9]].concat());
    assert_eq!(read(&stored.unwrap()).unwrap(), [nat, 9_i64.to_ne_bytes()].concat());
    // Written as one of the two and read again by the same format.
    for format in [FormatId::V2, FormatId::V3] {
        let hierarchy = hierarchy(&[]);
        let mut builder = ArrayBuilder::new_json("\"<M8[ns]\"", &[1]).unwrap();
        builder.format(Some(format));
        builder.fill_value(&nat).unwrap();
        hierarchy.create_array("x", &builder).unwrap();
        let array = hierarchy.open_array("x", Some(r#"{"strict": true}"#)).unwrap();
        assert_eq!(array.fill_value().unwrap(), (nat.to_vec(), true), "{format:?}");
    }
}

/// NumPy's zero of a text is the empty one, and zarr-python wrote the number.
#[test]
fn text_with_a_fill_value_of_0() {
    for (dtype, size) in [("\"|S4\"", 4), ("\"<U2\"", 8), ("\">U2\"", 8)] {
        for fill in ["0", "\"\"", "null"] {
            assert_eq!(read(&v2("[1]", dtype, fill, PLAIN, &[]).unwrap()).unwrap(), vec![0; size], "{dtype} {fill}");
        }
        assert_eq!(v2("[1]", dtype, "1", PLAIN, &[]).unwrap_err().kind(), ErrorKind::Metadata, "{dtype}");
    }
}

#[test]
fn names_that_begin_alike_are_strangers() {
    let formats = [
        FormatId::V2,
        FormatId::V3,
        FormatId::V3Draft2022,
        FormatId::V3Shape2020,
        FormatId::V3Protocol2019A,
        FormatId::V3Protocol2019B,
    ];
    for format in formats {
        let hierarchy = hierarchy(&[]);
        let mut builder = ArrayBuilder::new_json("\"int16\"", &[2]).unwrap();
        builder.format(Some(format));
        for path in ["a/x", "ab/x", "a.b", "a-"] {
            write(&hierarchy.create_array(path, &builder).unwrap(), &native([1, 2]));
        }
        hierarchy.create_group("abc", None, None).unwrap();
        let before = keys(&hierarchy);
        assert_eq!(hierarchy.children("a").unwrap(), ["x"], "{format:?}");
        hierarchy.erase("a").unwrap();
        assert_eq!(hierarchy.children("/").unwrap(), ["a-", "a.b", "ab", "abc"], "{format:?}");
        for path in ["ab/x", "a.b", "a-"] {
            assert_eq!(read(&hierarchy.open_array(path, None).unwrap()).unwrap(), native([1, 2]), "{format:?} {path}");
        }
        hierarchy.create_array("a/x", &builder).unwrap();
        write(&hierarchy.open_array("a/x", None).unwrap(), &native([1, 2]));
        assert_eq!(keys(&hierarchy), before, "{format:?}");
    }
}

#[test]
fn a_suffix_longer_than_the_value_is_the_value() {
    let directory = tempfile::tempdir().unwrap();
    let url = directory.path().to_str().unwrap();
    for store in [
        Arc::new(MemoryStore::new()) as Arc<dyn Store>,
        zarr::store::open(url, &zarr::store::StoreOptions::read_write()).unwrap(),
        zarr::store::open(&format!("{url}/z.zip"), &zarr::store::StoreOptions::read_write()).unwrap(),
    ] {
        store.set("k", b"0123").unwrap();
        for (length, expected) in [(3, &b"123"[..]), (4, b"0123"), (5, b"0123"), (u64::MAX, b"0123"), (0, b"")] {
            assert_eq!(store.get("k", ByteRange::Suffix(length)).unwrap().unwrap(), expected, "{length}");
        }
    }
    // A shard that is shorter than its index is damaged, and no more than that.
    let (hierarchy, array) = v3("[8]", "[8]", "int16", &sharding("[2]", LITTLE, "end")).unwrap();
    for length in [0, 1, 16, 63] {
        hierarchy.store().set("c/0", &vec![0xff; length]).unwrap();
        assert_eq!(read(&array).unwrap_err().kind(), ErrorKind::Data, "{length} bytes");
    }
    hierarchy.store().set("c/0", &[0xff; 64]).unwrap();
    assert_eq!(read(&array).unwrap(), native([7; 8]), "nothing but an index that says that all is empty");
}
