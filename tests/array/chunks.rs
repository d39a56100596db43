//! Single chunks, of every format and make: what is read by position is what regions show, what is copied encoded is
//! the same array, and lists say what is stored.

use std::sync::Arc;
use zarr::ErrorKind;
use zarr::array::{Array, ArrayBuilder, Unit};
use zarr::dtype::{DataType, VariableValue};
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, open_store};
use zarr::store::{ByteRange, Capabilities, MemoryStore, Store, StoreExt, StoreName, When};

const UNITS: [Unit; 2] = [Unit::Chunk, Unit::Shard];

/// The parts of an array of two axes.
#[derive(Clone, Debug)]
enum Make {
    Plain(FormatId, char, Option<&'static str>),
    Sharded(FormatId, Option<&'static str>),
    /// Shards in shards, axes exchanged, codecs around.
    Nested {
        around: &'static str,
        grid: &'static str,
    },
    Rectilinear,
    /// Chunks of 2 x 3 in shards of several lengths.
    Edges,
}

fn makes() -> Vec<Make> {
    let mut makes = vec![Make::Rectilinear, Make::Edges];
    let gzip = r#", {"name": "gzip", "configuration": {"level": 1}}"#;
    let grids = [
        r#"{"name": "regular", "configuration": {"chunk_shape": [8, 6]}}"#,
        r#"{"name": "rectilinear", "configuration": {"kind": "inline", "chunk_shapes": [[4, 8], [3, 6]]}}"#,
    ];
    makes.extend(grids.iter().flat_map(|grid| ["", gzip].map(|around| Make::Nested { around, grid })));
    for format in [
        FormatId::V1,
        FormatId::V2,
        FormatId::V3,
        FormatId::V3Protocol2019A,
        FormatId::V3Protocol2019B,
        FormatId::V3Shape2020,
        FormatId::V3Draft2022,
        FormatId::N5,
    ] {
        makes.push(Make::Plain(format, 'C', None));
        // Others have one order only.
        if matches!(format, FormatId::V1 | FormatId::V2 | FormatId::V3 | FormatId::V3Shape2020 | FormatId::V3Draft2022)
        {
            makes.push(Make::Plain(format, 'F', Some(if format == FormatId::V1 { "zlib" } else { "gzip" })));
        }
    }
    for format in [FormatId::V3, FormatId::V3Shape2020, FormatId::V3Draft2022] {
        makes.extend([Make::Sharded(format, None), Make::Sharded(format, Some("gzip"))]);
    }
    makes
}

const SHAPE: [u64; 2] = [11, 7];
const FILL: i32 = -5;

/// N5 knows no fill value but 0.
fn fill(make: &Make) -> i32 {
    if matches!(make, Make::Plain(FormatId::N5, ..)) { 0 } else { FILL }
}

fn create(hierarchy: &Arc<Hierarchy>, path: &str, make: &Make) -> Array {
    if let Make::Nested { around, grid } = make {
        let bytes = r#"{"name": "bytes", "configuration": {"endian": "little"}}"#;
        let shards = |shape: &str, codecs: &str| {
            format!(
                r#"{{"name": "sharding_indexed", "configuration": {{"chunk_shape": {shape}, "codecs": [{codecs}],
                "index_codecs": [{bytes}, {{"name": "crc32c"}}], "index_location": "start"}}}}"#
            )
        };
        let turn = r#"{"name": "transpose", "configuration": {"order": [1, 0]}}"#;
        // Shards of 8 x 6, stored with the axes exchanged, in them shards of 4 x 3 and in those chunks of 2 x 3.
        let inside = shards("[3, 2]", &format!(r#"{bytes}, {{"name": "crc32c"}}"#));
        let codecs = format!("{turn}, {}{around}", shards("[3, 4]", &inside));
        let document = format!(
            r#"{{"zarr_format": 3, "node_type": "array", "shape": [11, 7], "data_type": "int32", "fill_value": {FILL},
            "chunk_grid": {grid},
            "chunk_key_encoding": {{"name": "default"}}, "codecs": [{codecs}]}}"#
        );
        return hierarchy.create_array_json(path, Some(FormatId::V3), &document).unwrap();
    }
    let mut builder = ArrayBuilder::new(DataType::from_code(4).unwrap(), &SHAPE).unwrap();
    builder.fill_value(&fill(make).to_ne_bytes()).unwrap();
    let (format, codec) = match make {
        Make::Plain(format, order, codec) => {
            builder.chunk_shape(&[4, 3]).unwrap();
            builder.order(*order).unwrap();
            (*format, *codec)
        }
        Make::Sharded(format, codec) => {
            builder.chunk_shape(&[2, 3]).unwrap();
            builder.shard_shape(&[8, 6]).unwrap();
            (*format, *codec)
        }
        Make::Edges => {
            builder.chunk_shape(&[2, 3]).unwrap();
            builder.shard_shape(&[0, 0]).unwrap();
            builder.chunk_edges(0, &[4, 2, 6]).unwrap();
            builder.chunk_edges(1, &[3, 6]).unwrap();
            (FormatId::V3, None)
        }
        _ => {
            builder.chunk_edges(0, &[5, 1, 5]).unwrap();
            builder.chunk_edges(1, &[3, 4]).unwrap();
            (FormatId::V3, None)
        }
    };
    builder.format(Some(format));
    if let Some(codec) = codec {
        builder.codec(codec, None).unwrap();
    }
    hierarchy.create_array(if format == FormatId::V1 { "" } else { path }, &builder).unwrap()
}

fn memory() -> Arc<Hierarchy> {
    open_store("memory://", None).unwrap()
}

fn bytes(values: &[i32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_ne_bytes()).collect()
}

fn values(bytes: &[u8]) -> Vec<i32> {
    bytes.chunks_exact(4).map(|value| i32::from_ne_bytes(value.try_into().unwrap())).collect()
}

fn read(array: &Array) -> Vec<i32> {
    let shape = array.shape();
    let mut buffer = vec![0; 4 * shape.iter().product::<u64>() as usize];
    array.read_region(&[0, 0], &shape, &mut buffer).unwrap();
    values(&buffer)
}

/// Where a chunk begins, and its shape.
fn extent(array: &Array, make: &Make, unit: Unit, position: &[u64]) -> ([u64; 2], [u64; 2]) {
    let shape = if unit == Unit::Chunk { array.chunk_shape() } else { array.shard_shape() };
    match shape {
        Ok(shape) => ([position[0] * shape[0], position[1] * shape[1]], [shape[0], shape[1]]),
        Err(_) => {
            let (rows, columns): (&[u64], [u64; 3]) = match make {
                Make::Edges => (&[0, 4, 6, 12], [0, 3, 9]),
                Make::Nested { .. } => (&[0, 4, 12], [0, 3, 9]),
                _ => (&[0, 5, 6, 11], [0, 3, 7]),
            };
            let (row, column) = (position[0] as usize, position[1] as usize);
            ([rows[row], columns[column]], [rows[row + 1] - rows[row], columns[column + 1] - columns[column]])
        }
    }
}

fn grid(array: &Array, unit: Unit) -> Vec<Vec<u64>> {
    let mut positions = Vec::new();
    for row in 0.. {
        if array.encoded_chunk_size(unit, &[row, 0]).is_err() {
            break;
        }
        let columns = (0..).take_while(|column| array.encoded_chunk_size(unit, &[row, *column]).is_ok());
        positions.extend(columns.map(|column| vec![row, column]));
    }
    positions
}

fn read_chunk(array: &Array, make: &Make, unit: Unit, position: &[u64]) -> Vec<i32> {
    let (_, count) = extent(array, make, unit, position);
    let mut buffer = vec![0x77; 4 * (count[0] * count[1]) as usize];
    array.read_chunk(unit, position, &mut buffer).unwrap_or_else(|error| panic!("{error}"));
    values(&buffer)
}

#[test]
fn chunks_are_what_regions_show() {
    for make in makes() {
        let array = create(&memory(), "g/a", &make);
        let all: Vec<i32> = (0..77).collect();
        for unit in UNITS {
            assert_eq!(array.stored_chunks(unit).unwrap(), Vec::<Vec<u64>>::new(), "{make:?}");
        }
        array.write_region(&[0, 0], &SHAPE, &bytes(&all)).unwrap();
        for unit in UNITS {
            let places = grid(&array, unit);
            assert_eq!(array.stored_chunks(unit).unwrap(), places, "{make:?}, {unit:?}");
            for position in places {
                let (start, count) = extent(&array, &make, unit, &position);
                let wanted: Vec<i32> = (0..count[0] * count[1])
                    .map(|at| (start[0] + at / count[1], start[1] + at % count[1]))
                    .map(|(row, column)| if row < 11 && column < 7 { (row * 7 + column) as i32 } else { fill(&make) })
                    .collect();
                assert_eq!(read_chunk(&array, &make, unit, &position), wanted, "{make:?}, {unit:?} {position:?}");
                let encoded = array.read_encoded_chunk(unit, &position).unwrap().unwrap();
                assert_eq!(array.encoded_chunk_size(unit, &position).unwrap(), Some(encoded.len() as u64));
            }
            assert_eq!(array.encoded_chunk_size(unit, &[9, 9]).unwrap_err().kind(), ErrorKind::OutOfBounds);
            assert_eq!(array.encoded_chunk_size(unit, &[0]).unwrap_err().kind(), ErrorKind::InvalidArgument);
        }
    }
}

#[test]
fn an_array_that_is_written_chunk_by_chunk_is_the_same_beyond_its_border_too() {
    // Blocks of N5 end where the array does.
    for make in makes().into_iter().filter(|make| !matches!(make, Make::Plain(FormatId::N5, ..))) {
        for unit in UNITS {
            let array = create(&memory(), "g/a", &make);
            for (number, position) in grid(&array, unit).into_iter().enumerate() {
                let (_, count) = extent(&array, &make, unit, &position);
                let chunk: Vec<i32> =
                    (0..(count[0] * count[1]) as i32).map(|value| 1000 * number as i32 + value).collect();
                array.write_chunk(unit, &position, &bytes(&chunk)).unwrap_or_else(|error| panic!("{make:?}: {error}"));
                assert_eq!(read_chunk(&array, &make, unit, &position), chunk, "{make:?}, {unit:?} {position:?}");
            }
            for (number, position) in grid(&array, unit).into_iter().enumerate() {
                assert_eq!(read_chunk(&array, &make, unit, &position)[0], 1000 * number as i32, "{make:?}, {unit:?}");
            }
            let error = array.write_chunk(unit, &[0, 0], &[0; 3]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::BufferSize, "{error}");
        }
    }
}

#[test]
fn encoded_chunks_make_the_same_array() {
    for make in makes() {
        for unit in UNITS {
            let (from, to) = (create(&memory(), "g/a", &make), create(&memory(), "g/a", &make));
            let some: Vec<i32> = (0..77).map(|value| if value % 3 == 0 { fill(&make) } else { value }).collect();
            from.write_region(&[0, 0], &SHAPE, &bytes(&some)).unwrap();
            from.erase_chunk(unit, &[1, 1]).unwrap();
            for position in from.stored_chunks(unit).unwrap() {
                let encoded = from.read_encoded_chunk(unit, &position).unwrap().unwrap();
                to.write_encoded_chunk(unit, &position, &encoded).unwrap();
                assert_eq!(to.read_encoded_chunk(unit, &position).unwrap(), Some(encoded));
            }
            assert_eq!(read(&to), read(&from), "{make:?}, {unit:?}");
            assert_eq!(to.stored_chunks(unit).unwrap(), from.stored_chunks(unit).unwrap());
        }
    }
}

#[test]
fn an_erased_chunk_reads_as_the_fill_value_and_its_neighbours_stay() {
    for make in makes() {
        for unit in UNITS {
            let store = Arc::new(MemoryStore::new());
            let array = create(&Hierarchy::with_store(store.clone(), None).unwrap(), "g/a", &make);
            let documents = store.list_all().unwrap();
            array.write_region(&[0, 0], &SHAPE, &bytes(&[1; 77])).unwrap();
            let places = grid(&array, unit);
            for (number, position) in places.iter().enumerate() {
                array.erase_chunk(unit, position).unwrap();
                array.erase_chunk(unit, position).unwrap();
                assert!(
                    read_chunk(&array, &make, unit, position).iter().all(|value| *value == fill(&make)),
                    "{make:?}, {unit:?}"
                );
                assert_eq!(array.read_encoded_chunk(unit, position).unwrap(), None);
                assert_eq!(array.encoded_chunk_size(unit, position).unwrap(), None);
                assert_eq!(array.stored_chunks(unit).unwrap(), places[number + 1..], "{make:?}, {unit:?}");
                for after in &places[number + 1..] {
                    assert_eq!(read_chunk(&array, &make, unit, after)[0], 1, "{make:?}, {unit:?} {after:?}");
                }
            }
            assert_eq!(store.list_all().unwrap(), documents, "{make:?}, {unit:?}: a shard without chunks goes");
        }
    }
}

#[test]
fn bytes_that_are_no_chunk_are_found_on_reading() {
    for make in makes().into_iter().filter(|make| matches!(make, Make::Nested { .. } | Make::Sharded(_, Some(_)))) {
        for unit in UNITS {
            let array = create(&memory(), "a", &make);
            array.write_region(&[0, 0], &SHAPE, &bytes(&[1; 77])).unwrap();
            array.write_encoded_chunk(unit, &[0, 0], b"this is nothing").unwrap();
            let mut buffer = vec![0; 4];
            let error = array.read_region(&[0, 0], &[1, 1], &mut buffer).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Data, "{make:?}: {error}");
            array.read_region(&[10, 6], &[1, 1], &mut buffer).unwrap();
            let shard_is_broken = unit == Unit::Shard;
            assert_eq!(array.stored_chunks(Unit::Chunk).is_err(), shard_is_broken, "{make:?}, {unit:?}");
        }
    }
}

/// A reader of the message would look for two chunks.
#[test]
fn an_error_names_its_chunk_once() {
    let make = Make::Plain(FormatId::V3, 'C', None);
    let array = create(&memory(), "a", &make);
    array.write_encoded_chunk(Unit::Chunk, &[0, 0], b"short").unwrap();
    let (_, count) = extent(&array, &make, Unit::Chunk, &[0, 0]);
    let mut chunk = vec![0; (count[0] * count[1] * 4) as usize];
    let outside = [1 << 40, 0];
    for (error, position) in [
        (array.read_chunk(Unit::Chunk, &[0, 0], &mut chunk).unwrap_err(), "chunk [0, 0]: "),
        (array.read_chunk(Unit::Chunk, &outside, &mut chunk).unwrap_err(), "chunk [1099511627776, 0]: "),
        (array.write_encoded_chunk(Unit::Chunk, &outside, b"").unwrap_err(), "chunk [1099511627776, 0]: "),
    ] {
        assert_eq!(error.message().matches(position).count(), 1, "{error}");
    }
}

/// A store that can't list.
#[derive(Debug)]
struct Unlisted(MemoryStore);

impl Store for Unlisted {
    fn name(&self) -> &StoreName {
        self.0.name()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { listable: false, private: false, ..self.0.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        self.0.get(key, range)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        assert!(value.is_some(), "{key} was to be erased");
        self.0.write(key, value, when)
    }

    fn get_versioned(&self, key: &str, most: u64) -> zarr::Result<(Option<Vec<u8>>, zarr::store::Version)> {
        self.0.get_versioned(key, most)
    }
}

#[test]
fn a_store_that_cannot_list_is_asked_for_every_chunk() {
    let hierarchy = Hierarchy::with_store(Arc::new(Unlisted(MemoryStore::new())), None).unwrap();
    let array = create(&hierarchy, "a", &Make::Plain(FormatId::V3, 'C', None));
    array.write_region(&[5, 5], &[1, 1], &bytes(&[3])).unwrap();
    assert_eq!(array.stored_chunks(Unit::Chunk).unwrap(), [[1, 1]]);
    let mut builder = ArrayBuilder::new(DataType::from_code(2).unwrap(), &[1 << 40]).unwrap();
    builder.chunk_shape(&[1]).unwrap();
    let huge = hierarchy.create_array("huge", &builder).unwrap();
    assert_eq!(huge.stored_chunks(Unit::Chunk).unwrap_err().kind(), ErrorKind::Unsupported);
}

#[test]
fn elements_of_variable_length_go_over_encoded_and_only_so() {
    for sharded in [false, true] {
        let create = || {
            let mut builder = ArrayBuilder::new_json("\"string\"", &[5]).unwrap();
            builder.chunk_shape(&[2]).unwrap();
            if sharded {
                builder.shard_shape(&[4]).unwrap();
            }
            memory().create_array("s", &builder).unwrap()
        };
        let (from, to) = (create(), create());
        let texts = ["a", "", "ccc", "dd", "e"].map(|text| VariableValue::Bytes(text.as_bytes()));
        from.write_values(&[0], &[5], &texts).unwrap();
        for position in from.stored_chunks(Unit::Chunk).unwrap() {
            let encoded = from.read_encoded_chunk(Unit::Chunk, &position).unwrap().unwrap();
            to.write_encoded_chunk(Unit::Chunk, &position, &encoded).unwrap();
        }
        let got = to.read_values(&[0], &[5]).unwrap();
        assert!(got.iter().eq(texts), "sharded: {sharded}");
        let mut buffer = [0; 32];
        assert_eq!(to.read_chunk(Unit::Chunk, &[0], &mut buffer).unwrap_err().kind(), ErrorKind::TypeMismatch);
        assert_eq!(to.write_chunk(Unit::Shard, &[0], &buffer).unwrap_err().kind(), ErrorKind::TypeMismatch);
        assert_eq!(to.append(0, &[1], &buffer[..1]).unwrap_err().kind(), ErrorKind::TypeMismatch);
        assert_eq!(to.shape(), [5]);
    }
}

#[test]
fn the_one_chunk_of_an_array_without_dimensions() {
    for format in [FormatId::V2, FormatId::V3, FormatId::V3Shape2020, FormatId::V3Draft2022] {
        let mut builder = ArrayBuilder::new(DataType::from_code(4).unwrap(), &[]).unwrap();
        builder.format(Some(format));
        let array = memory().create_array("s", &builder).unwrap();
        for unit in UNITS {
            assert!(array.stored_chunks(unit).unwrap().is_empty(), "{format:?}");
            array.write_chunk(unit, &[], &bytes(&[7])).unwrap();
            assert_eq!(array.stored_chunks(unit).unwrap(), [[0; 0]], "{format:?}");
            assert_eq!(array.encoded_chunk_size(unit, &[]).unwrap(), Some(4));
            array.erase_chunk(unit, &[]).unwrap();
        }
    }
}

/// Other software has stored the only chunk of a 0-d array under a key of its own. What is written counts, also where a
/// chunk of nothing but the fill value is taken away.
#[test]
fn a_chunk_that_is_taken_away_does_not_show_the_one_under_its_other_key() {
    for format in [FormatId::V3Shape2020, FormatId::V3Draft2022] {
        let folder = tempfile::tempdir().unwrap();
        for url in ["memory://", folder.path().to_str().unwrap()] {
            for erase in [false, true] {
                let hierarchy = open_store(url, Some(r#"{"write_empty_chunks": false}"#)).unwrap();
                let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[]).unwrap();
                builder.format(Some(format));
                let path = format!("a{erase}");
                let array = hierarchy.create_array(&path, &builder).unwrap();
                array.write_region(&[], &[], &[7]).unwrap();
                let store = hierarchy.store();
                let is_chunk = |key: &String| key.contains(&path) && key.ends_with("/c");
                let key = store.list_prefix("").unwrap().into_iter().find(is_chunk).unwrap();
                let value = store.get(&key, ByteRange::ALL).unwrap().unwrap();
                // Both are there, and the older one would show.
                store.set(&format!("{key}0"), &value).unwrap();
                if erase {
                    array.erase_chunk(Unit::Shard, &[]).unwrap();
                } else {
                    array.write_region(&[], &[], &[0]).unwrap();
                }
                let mut read = [1];
                array.read_region(&[], &[], &mut read).unwrap();
                assert_eq!(read, [0], "{format:?}, {url}, {erase}");
                assert_eq!(array.stored_chunks(Unit::Shard).unwrap(), Vec::<Vec<u64>>::new());
            }
        }
    }
}
