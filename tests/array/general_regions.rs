//! Sections of random arrays against a naive array in memory: steps in both directions, memory of any layout, on every
//! kind of grid. What a user asks for arrives where it was asked for, and not a byte beside it changes.

use crate::model::Model;
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use zarr::array::{Array, ArrayBuilder, MemoryOrder, Section, Transfer};
use zarr::dtype::{Conversion, DataType, Policy};
use zarr::error::ErrorKind;
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, open_store};

#[derive(Clone, Debug)]
struct Axis {
    length: u64,
    chunk: u64,
    /// Chunks in a shard.
    shard: u64,
    /// Chunk lengths of their own.
    edges: Option<Vec<u64>>,
}

#[derive(Clone, Debug)]
enum Kind {
    Plain,
    Rectilinear,
    Sharded,
}

#[derive(Clone, Debug)]
struct Case {
    axes: Vec<Axis>,
    kind: Kind,
    type_code: i32,
    f_order: bool,
    big_endian: bool,
    codec: Option<&'static str>,
    disk: bool,
    calls: Vec<Call>,
}

#[derive(Clone, Debug)]
struct Call {
    write: bool,
    /// Start, count, step, and the memory of an axis: its place among the others, a gap, whether it is reversed.
    axes: Vec<(u64, u64, i64, u32, u64, bool)>,
    memory: u8,
    offset: u64,
    threads: usize,
    seed: u64,
    /// The type in memory, if it is another one, and what becomes of misfits.
    memory_type: Option<(i32, Policy)>,
}

fn cases() -> impl Strategy<Value = Case> {
    (0..4usize).prop_flat_map(|rank| {
        let edges = prop::option::of(prop::collection::vec(1..5u64, 0..4));
        let axis = (0..14u64, 1..6u64, 1..4u64, edges).prop_map(|(length, chunk, shard, edges)| Axis {
            length,
            chunk,
            shard,
            edges,
        });
        let along = (any::<u64>(), any::<u64>(), -7..8i64, any::<u32>(), 0..3u64, any::<bool>());
        let policies = prop::sample::select(vec![Policy::Clamp, Policy::Wrap]);
        let memory_type = prop::option::of((prop::sample::select(vec![1, 3, 6, 9, 10, 12, 13, 23]), policies));
        let how = (0..4usize, memory_type);
        let call = (any::<bool>(), prop::collection::vec(along, rank), 0..5u8, 0..9u64, how, any::<u64>()).prop_map(
            |(write, axes, memory, offset, (threads, memory_type), seed)| Call {
                write,
                axes,
                memory,
                offset,
                threads,
                seed,
                memory_type,
            },
        );
        (
            prop::collection::vec(axis, rank),
            prop::sample::select(vec![Kind::Plain, Kind::Plain, Kind::Rectilinear, Kind::Sharded]),
            prop::sample::select(vec![2, 7, 11, 14]),
            any::<[bool; 3]>(),
            prop::sample::select(vec![None, Some("gzip"), Some("crc32c"), Some("blosc")]),
            prop::collection::vec(call, 1..10),
        )
            .prop_map(|(axes, kind, type_code, flags, codec, calls)| Case {
                axes,
                kind,
                type_code,
                f_order: flags[0],
                big_endian: flags[1],
                codec,
                disk: flags[2],
                calls,
            })
    })
}

fn create(hierarchy: &Arc<Hierarchy>, case: &Case) -> Array {
    let shape: Vec<u64> = case.axes.iter().map(|axis| axis.length).collect();
    let mut builder = ArrayBuilder::new(DataType::from_code(case.type_code).unwrap(), &shape).unwrap();
    builder.format(Some(FormatId::V3));
    builder.chunk_shape(&case.axes.iter().map(|axis| axis.chunk).collect::<Vec<_>>()).unwrap();
    match case.kind {
        Kind::Plain => {}
        Kind::Sharded => {
            builder.shard_shape(&case.axes.iter().map(|axis| axis.chunk * axis.shard).collect::<Vec<_>>()).unwrap();
        }
        Kind::Rectilinear => {
            for (number, axis) in case.axes.iter().enumerate() {
                if let Some(mut lengths) = axis.edges.clone() {
                    let end: u64 = lengths.iter().sum();
                    lengths.extend((end < axis.length).then(|| axis.length - end));
                    builder.chunk_edges(number, &lengths).unwrap();
                }
            }
        }
    }
    builder.order(if case.f_order { 'F' } else { 'C' }).unwrap();
    builder.big_endian(case.big_endian);
    if let Some(codec) = case.codec {
        builder.codec(codec, None).unwrap();
    }
    hierarchy.create_array("array", &builder).unwrap()
}

/// A call made to fit: the section, and the size of the buffer that it needs.
fn section(call: &Call, shape: &[u64], item: u64) -> (Section, u64) {
    let (mut start, mut count, mut step) = (Vec::new(), Vec::new(), Vec::new());
    for (axis, length) in call.axes.iter().zip(shape) {
        let by = if axis.2 == 0 { 1 } else { axis.2 };
        let from = if *length == 0 { 0 } else { axis.0 % length };
        let room = if by > 0 { length - from } else { (from + 1).min(*length) };
        start.push(from);
        step.push(by);
        count.push(axis.1 % (room.div_ceil(by.unsigned_abs()) + 1));
    }
    let packed = item * count.iter().product::<u64>();
    let (memory, first, end) = match call.memory {
        0 => (MemoryOrder::C, 0, packed),
        1 => (MemoryOrder::F, 0, packed),
        _ => {
            // The axes in a random order, with gaps between, some backwards.
            let mut order: Vec<usize> = (0..shape.len()).collect();
            order.sort_by_key(|axis| call.axes[*axis].3);
            let (mut strides, mut held, mut first, mut end) = (vec![0; shape.len()], item, 0, item);
            for axis in order {
                let stride = held + call.axes[axis].4;
                let reach = count[axis].saturating_sub(1) * stride;
                let backwards = call.axes[axis].5;
                strides[axis] = if backwards { -(stride as i64) } else { stride as i64 };
                first += if backwards { reach } else { 0 };
                end += reach;
                held = stride * count[axis].max(1);
            }
            (MemoryOrder::Strides(strides), first, if packed == 0 { 0 } else { end })
        }
    };
    (Section { start, count, step, offset: call.offset + first, memory }, call.offset + end)
}

/// The element's index in the array, and its byte in the buffer, for each element of a section.
fn places(section: &Section, item: u64) -> Vec<(Vec<u64>, usize)> {
    let rank = section.count.len();
    let strides: Vec<i64> = match &section.memory {
        MemoryOrder::Strides(strides) => strides.clone(),
        order => (0..rank)
            .map(|axis| {
                let inner = if *order == MemoryOrder::C { axis + 1..rank } else { 0..axis };
                (item * section.count[inner].iter().product::<u64>()) as i64
            })
            .collect(),
    };
    let mut places = Vec::new();
    for number in 0..section.count.iter().product::<u64>() {
        let (mut rest, mut index, mut at) = (number, vec![0; rank], section.offset as i64);
        for axis in (0..rank).rev() {
            let place = (rest % section.count[axis]) as i64;
            rest /= section.count[axis];
            index[axis] = (section.start[axis] as i64 + place * section.step[axis]) as u64;
            at += place * strides[axis];
        }
        places.push((index, at as usize));
    }
    places
}

fn run(case: &Case) -> Result<(), TestCaseError> {
    let directory = tempfile::tempdir().unwrap();
    let url = if case.disk { directory.path().join("a.zarr").to_str().unwrap().to_owned() } else { "memory://".into() };
    let hierarchy = open_store(&url, None).unwrap();
    let array = create(&hierarchy, case);
    let (shape, item) = (array.shape(), array.data_type().size());
    let mut model = Model::new(&shape, &vec![0; item]);
    for call in &case.calls {
        let memory_type = call.memory_type.map(|(code, policy)| (DataType::from_code(code).unwrap(), policy));
        let stored_type = array.data_type();
        // Conversions are proven beside them; here it counts which element goes where.
        let convert = |element: &[u8], to_memory: bool| match &memory_type {
            None => element.to_vec(),
            Some((memory_type, policy)) => {
                let [from, to] = if to_memory { [&stored_type, memory_type] } else { [memory_type, &stored_type] };
                let mut converted = element.to_vec();
                if let Some(conversion) = Conversion::new(from, to, *policy).unwrap() {
                    converted = vec![0; to.size()];
                    conversion.apply(element, &mut converted).unwrap();
                }
                converted
            }
        };
        let wide = memory_type.as_ref().map_or(item, |(memory_type, _)| memory_type.size());
        let (section, size) = section(call, &shape, wide as u64);
        let mut buffer: Vec<u8> = (0..size + 3).map(|at| ((at + 1).wrapping_mul(call.seed | 1) >> 9) as u8).collect();
        let told = AtomicU64::new(0);
        let progress = |done: u64, total: u64| {
            told.fetch_add(u64::from(done == total), Ordering::Relaxed);
            done <= total
        };
        let how = Transfer { threads: call.threads, progress: Some(&progress), memory_type: memory_type.clone() };
        let places = places(&section, wide as u64);
        if call.write {
            array.write_section(&section, &buffer, &how).unwrap();
            for (index, at) in places {
                model.write(&index, &vec![1; index.len()], &convert(&buffer[at..at + wide], false));
            }
        } else {
            let mut expected = buffer.clone();
            for (index, at) in places {
                let stored = model.read(&index, &vec![1; index.len()]);
                expected[at..at + wide].copy_from_slice(&convert(&stored, true));
            }
            array.read_section(&section, &mut buffer, &how).unwrap();
            prop_assert!(buffer == expected, "{section:?}");
        }
        prop_assert!(told.into_inner() >= 1);
    }
    let mut values = vec![0xaa; model.bytes.len()];
    array.read_region(&vec![0; shape.len()], &shape, &mut values).unwrap();
    prop_assert_eq!(values, model.bytes);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sections_are_those_of_a_plain_array(case in cases()) {
        run(&case)?;
    }
}

fn numbers(hierarchy: &Arc<Hierarchy>, shape: &[u64], chunk: &[u64], shard: Option<&[u64]>) -> Array {
    let mut builder = ArrayBuilder::new(DataType::from_code(4).unwrap(), shape).unwrap();
    builder.chunk_shape(chunk).unwrap();
    if let Some(shard) = shard {
        builder.shard_shape(shard).unwrap();
    }
    let array = hierarchy.create_array("numbers", &builder).unwrap();
    let values: Vec<u8> = (0..shape.iter().product::<u64>() as i32).flat_map(i32::to_ne_bytes).collect();
    array.write_region(&vec![0; shape.len()], shape, &values).unwrap();
    array
}

fn ints(values: &[u8]) -> Vec<i32> {
    values.as_chunks::<4>().0.iter().map(|value| i32::from_ne_bytes(*value)).collect()
}

fn line(start: u64, count: u64, step: i64) -> Section {
    Section { start: vec![start], count: vec![count], step: vec![step], offset: 0, memory: MemoryOrder::C }
}

/// Chunks that hold nothing that is wanted may be broken: they are not read, in shards neither.
#[test]
fn only_chunks_with_wanted_elements_are_read() {
    for shard in [None, Some([30].as_slice())] {
        let directory = tempfile::tempdir().unwrap();
        let hierarchy = open_store(directory.path().to_str().unwrap(), None).unwrap();
        let array = numbers(&hierarchy, &[60], &[3], shard);
        for place in (0..20).filter(|place| ![0, 8, 16].contains(place)) {
            let unit = zarr::array::Unit::Chunk;
            array.write_encoded_chunk(unit, &[place], b"broken").unwrap();
        }
        let mut values = [0; 12];
        array.read_section(&line(1, 3, 24), &mut values, &Transfer::default()).unwrap();
        assert_eq!(ints(&values), [1, 25, 49]);
        array.read_section(&line(49, 3, -24), &mut values, &Transfer::default()).unwrap();
        assert_eq!(ints(&values), [49, 25, 1]);
        let failed = array.read_section(&line(1, 4, 12), &mut [0; 16], &Transfer::default());
        assert_eq!(failed.unwrap_err().kind(), ErrorKind::Data);
    }
}

#[test]
fn a_caller_ends_what_he_watches() {
    let hierarchy = open_store("memory://", None).unwrap();
    let array = numbers(&hierarchy, &[100], &[10], None);
    for stop in 0..10 {
        let progress = |done: u64, total: u64| {
            assert!(total == 10 && done <= stop, "{done} of {total} after the end at {stop}");
            done < stop
        };
        let how = Transfer { threads: 1, progress: Some(&progress), ..Transfer::default() };
        let mut buffer = [0xff; 400];
        let read = array.read_section(&line(0, 100, 1), &mut buffer, &how);
        assert_eq!(read.unwrap_err().kind(), ErrorKind::Cancelled);
        assert_eq!(buffer.iter().filter(|byte| **byte == 0xff).count(), 400 - 40 * stop as usize);
        let written = array.write_section(&line(0, 100, 1), &[0xff; 400], &how);
        assert_eq!(written.unwrap_err().kind(), ErrorKind::Cancelled);
        let mut now = [0; 400];
        array.read_region(&[0], &[100], &mut now).unwrap();
        let changed = now.as_chunks::<4>().0.iter().filter(|value| **value == [0xff; 4]).count();
        assert_eq!(changed as u64, 10 * stop, "whole chunks, as many as were told of");
        let values: Vec<u8> = (0..100i32).flat_map(i32::to_ne_bytes).collect();
        array.write_region(&[0], &[100], &values).unwrap();
    }
}

#[test]
fn what_makes_no_sense_is_refused_and_nothing_is_touched() {
    let hierarchy = open_store("memory://", None).unwrap();
    let array = numbers(&hierarchy, &[60], &[7], None);
    let strided =
        |offset, stride, count| Section { offset, memory: MemoryOrder::Strides(vec![stride]), ..line(0, count, 1) };
    let cases = [
        (line(0, 3, 0), ErrorKind::InvalidArgument),
        (line(0, 61, 1), ErrorKind::OutOfBounds),
        (line(60, 1, -1), ErrorKind::OutOfBounds),
        (line(0, 2, -1), ErrorKind::OutOfBounds),
        (line(0, 2, 60), ErrorKind::OutOfBounds),
        (line(0, 2, i64::MAX), ErrorKind::OutOfBounds),
        (line(0, 2, i64::MIN), ErrorKind::OutOfBounds),
        (line(0, u64::MAX, 2), ErrorKind::OutOfBounds),
        (line(0, 11, 1), ErrorKind::BufferSize),
        (strided(1, 4, 10), ErrorKind::BufferSize),
        (strided(0, -4, 2), ErrorKind::BufferSize),
        (strided(u64::MAX, 4, 1), ErrorKind::BufferSize),
        (strided(0, i64::MAX, 3), ErrorKind::BufferSize),
        (strided(36, i64::MIN, 2), ErrorKind::BufferSize),
        (Section { step: vec![], ..line(0, 1, 1) }, ErrorKind::InvalidArgument),
        (Section { memory: MemoryOrder::Strides(vec![4, 4]), ..line(0, 1, 1) }, ErrorKind::InvalidArgument),
    ];
    for (section, kind) in cases {
        let mut buffer = [7; 40];
        let read = array.read_section(&section, &mut buffer, &Transfer::default());
        assert_eq!(read.unwrap_err().kind(), kind, "{section:?}");
        assert_eq!(buffer, [7; 40]);
        let written = array.write_section(&section, &buffer, &Transfer::default());
        assert_eq!(written.unwrap_err().kind(), kind, "{section:?}");
    }
    // Several elements in one place: no way to read, a way to write.
    for stride in [0, 3, -3] {
        let section = strided(30, stride, 10);
        let read = array.read_section(&section, &mut [0; 70], &Transfer::default());
        assert_eq!(read.unwrap_err().kind(), ErrorKind::InvalidArgument, "{stride}");
    }
    let (one, nine) = (1_i32.to_ne_bytes(), 9_i32.to_ne_bytes());
    array.write_section(&strided(4, 0, 60), &[one, nine].concat(), &Transfer::default()).unwrap();
    let mut values = [0; 240];
    array.read_region(&[0], &[60], &mut values).unwrap();
    assert_eq!(ints(&values), [9; 60]);
}

/// A value that does not fit is named by its place in the array, in shards too, and whichever way it goes.
#[test]
fn a_value_that_does_not_fit_is_named() {
    let hierarchy = open_store("memory://", None).unwrap();
    let array = numbers(&hierarchy, &[300, 2], &[3, 2], Some(&[30, 2]));
    let of = |code: i32, policy| Transfer {
        memory_type: Some((DataType::from_code(code).unwrap(), policy)),
        threads: 1,
        ..Transfer::default()
    };
    let byte = |policy| of(6, policy);
    let section =
        Section { start: vec![281, 0], count: vec![141, 2], step: vec![-2, 1], offset: 0, memory: MemoryOrder::F };
    let mut buffer = [7; 282];
    let error = array.read_section(&section, &mut buffer, &byte(Policy::Check)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Range);
    assert!(error.to_string().contains("element [129, 0]: 258 does not fit uint8"), "{error}");
    array.read_section(&section, &mut buffer, &byte(Policy::Clamp)).unwrap();
    assert_eq!((buffer[0], buffer[140], buffer[141], buffer[281]), (255, 2, 255, 3));
    array.read_section(&section, &mut buffer, &byte(Policy::Wrap)).unwrap();
    assert_eq!((buffer[0], buffer[140], buffer[141], buffer[281]), (562_i32 as u8, 2, 563_i32 as u8, 3));
    let mut values: Vec<f64> = (0..282).map(f64::from).collect();
    values[141 + 5] = f64::NAN;
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
    let error = array.write_section(&section, &bytes, &of(12, Policy::Check)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Range);
    assert!(error.to_string().contains("element [271, 1]: NaN does not fit int32"), "{error}");
    let text = array.read_section(&section, &mut buffer, &of(21, Policy::Wrap));
    assert_eq!(text.unwrap_err().kind(), ErrorKind::TypeMismatch);
    // Elements that were never written are converted as well.
    let mut builder = ArrayBuilder::new(DataType::from_code(12).unwrap(), &[4]).unwrap();
    builder.fill_value(&1e10_f64.to_ne_bytes()).unwrap();
    let empty = hierarchy.create_array("empty", &builder).unwrap();
    let error = empty.read_section(&line(1, 2, 2), &mut buffer, &byte(Policy::Check)).unwrap_err();
    assert!(error.to_string().contains("element [1]: 10000000000.0 does not fit uint8"), "{error}");
    empty.read_section(&line(1, 2, 2), &mut buffer, &byte(Policy::Clamp)).unwrap();
    assert_eq!(buffer[..2], [255, 255]);
}
