//! Elements that are all moved before a value that does not fit is reported. A program that expects such values would
//! else lose the elements beside them.

use std::sync::Arc;
use zarr::array::{Array, ArrayBuilder, MemoryOrder, Section, Transfer, Unit};
use zarr::dtype::{DataType, Policy, TypeCode};
use zarr::error::ErrorKind;
use zarr::hierarchy::{Hierarchy, open_store};

const ROWS: u64 = 90;
const COLUMNS: u64 = 400;

fn of(code: TypeCode) -> DataType {
    DataType::from_code(code as i32).unwrap()
}

fn how(code: TypeCode, policy: Policy, threads: usize) -> Transfer<'static> {
    Transfer { threads, memory_type: Some((of(code), policy)), ..Transfer::default() }
}

fn create(hierarchy: &Arc<Hierarchy>, name: &str, code: TypeCode, sharded: bool) -> Array {
    let mut builder = ArrayBuilder::new(of(code), &[ROWS, COLUMNS]).unwrap();
    builder.chunk_shape(&[9, 100]).unwrap();
    if sharded {
        builder.shard_shape(&[45, 200]).unwrap();
    }
    hierarchy.create_array(name, &builder).unwrap()
}

/// Every second element, from the last row to the first, and the columns fast in memory along the other axis.
fn section() -> Section {
    let (start, count) = (vec![ROWS - 1, 1], vec![ROWS / 3, COLUMNS / 2]);
    Section { start, count, step: vec![-3, 2], offset: 0, memory: MemoryOrder::F }
}

fn places() -> impl Iterator<Item = (u64, u64)> {
    (0..COLUMNS / 2).flat_map(|column| (0..ROWS / 3).map(move |row| (ROWS - 1 - 3 * row, 1 + 2 * column)))
}

#[test]
fn all_elements_are_read_and_written() {
    for (sharded, threads) in [(false, 1), (false, 4), (true, 1), (true, 4)] {
        let directory = tempfile::tempdir().unwrap();
        let hierarchy = open_store(directory.path().to_str().unwrap(), None).unwrap();
        let number = |row: u64, column: u64| (row * COLUMNS + column) as i32 - 5000;
        let array = create(&hierarchy, "numbers", TypeCode::Int32, sharded);
        let values: Vec<u8> =
            (0..ROWS).flat_map(|row| (0..COLUMNS).flat_map(move |column| number(row, column).to_ne_bytes())).collect();
        array.write_region(&[0, 0], &[ROWS, COLUMNS], &values).unwrap();
        let section = section();
        let mut bytes = vec![0; (ROWS / 3 * COLUMNS / 2) as usize];
        let error = array.read_section(&section, &mut bytes, &how(TypeCode::Int8, Policy::All, threads)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Range);
        assert!(error.to_string().contains(" does not fit int8") && error.to_string().contains("element ["), "{error}");
        let wanted: Vec<u8> = places().map(|(row, column)| number(row, column) as u8).collect();
        assert!(bytes == wanted, "sharded: {sharded}, {threads} threads");

        let small = create(&hierarchy, "small", TypeCode::UInt8, sharded);
        let halves: Vec<u8> =
            places().flat_map(|(row, column)| (f64::from(number(row, column)) / 2.0).to_ne_bytes()).collect();
        let error = small.write_section(&section, &halves, &how(TypeCode::Float64, Policy::All, threads)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Range);
        assert!(error.to_string().contains(" does not fit uint8"), "{error}");
        let mut stored = vec![0; wanted.len()];
        small.read_section(&section, &mut stored, &Transfer::default()).unwrap();
        let wanted: Vec<u8> = places().map(|(row, column)| (number(row, column) / 2) as u8).collect();
        assert!(stored == wanted, "sharded: {sharded}, {threads} threads");
    }
}

/// The fill value of chunks that are not stored counts too, and elements that fit are no failure.
#[test]
fn a_fill_value_is_reported_as_an_element() {
    let hierarchy = open_store("memory://", None).unwrap();
    let mut builder = ArrayBuilder::new(of(TypeCode::Float64), &[8]).unwrap();
    builder.chunk_shape(&[4]).unwrap();
    builder.fill_value(&1e9_f64.to_ne_bytes()).unwrap();
    let array = hierarchy.create_array("a", &builder).unwrap();
    let four: Vec<u8> = [1_f64, f64::NAN, 3.0, 4.0].into_iter().flat_map(f64::to_ne_bytes).collect();
    array.write_region(&[0], &[4], &four).unwrap();
    let line = |count| Section { start: vec![0], count: vec![count], step: vec![1], offset: 0, memory: MemoryOrder::C };
    let mut bytes = [9; 8];
    let error = array.read_section(&line(8), &mut bytes, &how(TypeCode::UInt8, Policy::All, 1)).unwrap_err();
    assert!(error.to_string().contains("element [4]: 1000000000.0 does not fit uint8"), "{error}");
    assert_eq!(bytes, [1, 0, 3, 4, 0, 0, 0, 0]);
    array.read_section(&line(4), &mut bytes, &how(TypeCode::UInt8, Policy::All, 1)).unwrap();
}

/// A caller that uses the elements after `Range` must not get those of a failed read.
#[test]
fn another_failure_comes_first() {
    for (sharded, threads) in [(false, 1), (true, 4)] {
        let hierarchy = open_store("memory://", None).unwrap();
        let array = create(&hierarchy, "a", TypeCode::Int32, sharded);
        array.write_region(&[0, 0], &[ROWS, COLUMNS], &[0x7f; (4 * ROWS * COLUMNS) as usize]).unwrap();
        array.write_encoded_chunk(Unit::Chunk, &[5, 3], b"broken").unwrap();
        let whole = Section {
            start: vec![0, 0],
            count: vec![ROWS, COLUMNS],
            step: vec![1, 1],
            offset: 0,
            memory: MemoryOrder::C,
        };
        let mut bytes = vec![0; (ROWS * COLUMNS) as usize];
        let error = array.read_section(&whole, &mut bytes, &how(TypeCode::Int8, Policy::All, threads)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Data, "{error}");
    }
}

/// An array that grows by a write has the elements of this write.
#[test]
fn an_array_has_grown_when_a_value_is_reported() {
    let hierarchy = open_store("memory://", Some(r#"{"grow": true}"#)).unwrap();
    let array = hierarchy.create_array("a", &ArrayBuilder::new(of(TypeCode::Int8), &[2]).unwrap()).unwrap();
    let section = Section { start: vec![2], count: vec![3], step: vec![1], offset: 0, memory: MemoryOrder::C };
    let values: Vec<u8> = [1_i16, 300, -1].into_iter().flat_map(i16::to_ne_bytes).collect();
    let error = array.write_section(&section, &values, &how(TypeCode::Int16, Policy::All, 1)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Range);
    assert!(error.to_string().contains("300 does not fit int8"), "{error}");
    let mut bytes = [9; 5];
    array.read_region(&[0], &[5], &mut bytes).unwrap();
    assert_eq!(bytes, [0, 0, 1, 44, 255]);
}
