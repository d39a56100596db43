//! Appending: blocks follow one another, also when several append at the same time, and a writer at the old border
//! takes nothing of what was appended behind it.

use std::sync::{Arc, Mutex};
use zarr::ErrorKind;
use zarr::array::{Array, ArrayBuilder};
use zarr::dtype::DataType;
use zarr::format::FormatId;
use zarr::hierarchy::{Hierarchy, open_store};
use zarr::store::StoreExt;
use zarr::store::{ByteRange, Capabilities, MemoryStore, Store, StoreName, When};

/// An array of `rows` x 3 whose chunks take 4 rows, or shards of 8.
fn create(hierarchy: &Arc<Hierarchy>, format: FormatId, sharded: bool, rows: u64) -> Array {
    let mut builder = ArrayBuilder::new(DataType::from_code(4).unwrap(), &[rows, 3]).unwrap();
    builder.format(Some(format));
    builder.chunk_shape(&[4, 2]).unwrap();
    builder.fill_value(&(-1_i32).to_ne_bytes()).unwrap();
    if sharded {
        builder.shard_shape(&[8, 4]).unwrap();
    }
    hierarchy.create_array(if format == FormatId::V1 { "" } else { "a" }, &builder).unwrap()
}

fn bytes(values: &[i32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_ne_bytes()).collect()
}

fn read(array: &Array) -> Vec<i32> {
    let shape = array.shape();
    let mut buffer = vec![0; 4 * shape.iter().product::<u64>() as usize];
    array.read_region(&[0, 0], &shape, &mut buffer).unwrap();
    buffer.chunks_exact(4).map(|value| i32::from_ne_bytes(value.try_into().unwrap())).collect()
}

#[test]
fn blocks_follow_one_another_along_any_axis() {
    for format in [FormatId::V1, FormatId::V2, FormatId::V3, FormatId::V3Shape2020, FormatId::V3Draft2022] {
        let array = create(&open_store("memory://", None).unwrap(), format, false, 0);
        for row in 0..10 {
            let block: Vec<i32> = (0..3).map(|column| 3 * row + column).collect();
            assert_eq!(array.append(0, &[1, 3], &bytes(&block)), Ok(row as u64));
        }
        assert_eq!(read(&array), (0..30).collect::<Vec<_>>(), "{format:?}");
        assert_eq!(array.append(1, &[10, 2], &bytes(&[9; 20])), Ok(3));
        assert_eq!(array.shape(), [10, 5]);
        assert_eq!(read(&array)[..10], [0, 1, 2, 9, 9, 3, 4, 5, 9, 9]);
        assert_eq!(array.append(0, &[0, 5], &[]), Ok(10));
    }
}

#[test]
fn a_block_of_another_shape_changes_nothing() {
    let array = create(&open_store("memory://", None).unwrap(), FormatId::V3, false, 5);
    for (axis, count, size, wanted) in [
        (0, &[1, 4][..], 16, ErrorKind::InvalidArgument),
        (2, &[1, 3], 12, ErrorKind::InvalidArgument),
        (0, &[1], 4, ErrorKind::InvalidArgument),
        (0, &[1, 3], 11, ErrorKind::BufferSize),
        (0, &[u64::MAX, 3], 12, ErrorKind::BufferSize),
        (1, &[5, i64::MAX as u64], 12, ErrorKind::BufferSize),
    ] {
        let error = array.append(axis, count, &vec![0; size]).unwrap_err();
        assert_eq!(error.kind(), wanted, "{error}");
        assert_eq!(error.message().matches("array \"/a\"").count(), 1, "{error}");
        assert_eq!(array.shape(), [5, 3]);
    }
}

#[test]
fn those_who_append_together_lose_nothing() {
    let directory = std::env::temp_dir().join(format!("zarr-append-{}", std::process::id()));
    for (format, sharded) in [(FormatId::V2, false), (FormatId::V3, false), (FormatId::V3, true)] {
        let on_disk = directory.join(format!("{}-{sharded}", format.name()));
        for url in [format!("memory://append-{}-{sharded}", format.name()), on_disk.to_str().unwrap().to_owned()] {
            let hierarchy = open_store(&url, None).unwrap();
            create(&hierarchy, format, sharded, 0);
            std::thread::scope(|scope| {
                for writer in 0..4 {
                    let url = &url;
                    scope.spawn(move || {
                        let array = open_store(url, None).unwrap().open_array("a", None).unwrap();
                        for number in 0..15 {
                            let rows = 1 + (number as usize + writer) % 3;
                            let block = vec![1000 * writer as i32 + number; 3 * rows];
                            array.append(0, &[rows as u64, 3], &bytes(&block)).unwrap();
                        }
                    });
                }
            });
            let mut found = read(&hierarchy.open_array("a", None).unwrap());
            found.sort_unstable();
            let mut wanted: Vec<i32> = (0..4_i32)
                .flat_map(|writer| (0..15_i32).map(move |number| (writer, number)))
                .flat_map(|(writer, number)| vec![1000 * writer + number; 3 * (1 + (number + writer) as usize % 3)])
                .collect();
            wanted.sort_unstable();
            assert_eq!(found, wanted, "{url}");
        }
    }
    std::fs::remove_dir_all(&directory).unwrap();
}

/// Runs something once, while the first chunk is being stored.
struct Meanwhile {
    inner: MemoryStore,
    work: Mutex<Option<Box<dyn FnOnce() + Send>>>,
}

impl std::fmt::Debug for Meanwhile {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.inner.fmt(formatter)
    }
}

impl Store for Meanwhile {
    fn name(&self) -> &StoreName {
        self.inner.name()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { conditional: false, listable: false, ..self.inner.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        self.inner.get(key, range)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        when.begin(key, value)?;
        let work = if key.ends_with("c/0") { self.work.lock().unwrap().take() } else { None };
        work.into_iter().for_each(|work| work());
        match value {
            Some(_) => self.inner.write(key, value, When::Claimed),
            None => self.inner.erase(key),
        }
    }
}

#[test]
fn a_writer_at_the_old_border_takes_nothing_of_what_is_appended() {
    for sharded in [false, true] {
        let store = Arc::new(Meanwhile { inner: MemoryStore::new(), work: Mutex::default() });
        let hierarchy = Hierarchy::with_store(store.clone(), Some(r#"{"threads": 1}"#)).unwrap();
        let mut builder = ArrayBuilder::new(DataType::from_code(4).unwrap(), &[5]).unwrap();
        builder.chunk_shape(&[if sharded { 2 } else { 4 }]).unwrap();
        if sharded {
            builder.shard_shape(&[4]).unwrap();
        }
        let array = hierarchy.create_array("a", &builder).unwrap();
        let other = hierarchy.open_array("a", None).unwrap();
        // Another thread appends as soon as the first chunk is stored: the document is held until then.
        let appending = Arc::new(Mutex::new(None));
        let begun = Arc::clone(&appending);
        *store.work.lock().unwrap() = Some(Box::new(move || {
            let append = move || assert_eq!(other.append(0, &[2], &bytes(&[60, 70])), Ok(5));
            *begun.lock().unwrap() = Some(std::thread::spawn(append));
        }));
        // The second chunk lies in the array with one element, as far as this call knows.
        array.write_region(&[0], &[5], &bytes(&[10, 20, 30, 40, 50])).unwrap();
        appending.lock().unwrap().take().unwrap().join().unwrap();
        let mut found = vec![0; 28];
        array.read_region(&[0], &[7], &mut found).unwrap();
        assert_eq!(found, bytes(&[10, 20, 30, 40, 50, 60, 70]), "sharded: {sharded}");
    }
}

#[test]
fn a_shrinking_waits_for_the_block_of_an_append() {
    let store = Arc::new(Meanwhile { inner: MemoryStore::new(), work: Mutex::default() });
    let hierarchy = Hierarchy::with_store(store.clone(), Some(r#"{"threads": 1}"#)).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_code(4).unwrap(), &[0]).unwrap();
    builder.chunk_shape(&[2]).unwrap();
    let array = hierarchy.create_array("a", &builder).unwrap();
    let other = Arc::new(hierarchy.open_array("a", None).unwrap());
    let others = Arc::new(Mutex::new(None));
    let begun = Arc::clone(&others);
    // While the first chunk of the block is stored, another thread cuts all off and appends to the same place.
    *store.work.lock().unwrap() = Some(Box::new(move || {
        *begun.lock().unwrap() = Some(std::thread::spawn(move || {
            other.resize(&[0]).unwrap();
            assert_eq!(other.append(0, &[4], &bytes(&[5, 6, 7, 8])), Ok(0));
        }));
    }));
    assert_eq!(array.append(0, &[4], &bytes(&[1, 2, 3, 4])), Ok(0));
    others.lock().unwrap().take().unwrap().join().unwrap();
    let mut found = vec![0; 16];
    array.read_region(&[0], &[4], &mut found).unwrap();
    assert_eq!(found, bytes(&[5, 6, 7, 8]), "the block that came last, whole");
}
