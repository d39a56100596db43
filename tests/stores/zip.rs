//! The store in a zip file: what it reads from archives that others made, what it makes of hostile ones, and what of an
//! archive survives when its writer dies. A user whose store failed here would lose an archive, or read wrong values.

use crate::store_suite::{self, LOCAL};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use tempfile::TempDir;
use zarr::store::{self, ByteRange, Filled, Store, StoreExt, StoreName, StoreOptions, ValueReader, ZipStore};
use zarr::{ErrorKind, Result};

/// An entry as the test wants it to stand in the archive; the fields can lie.
#[derive(Clone)]
struct Member {
    name: Vec<u8>,
    data: Vec<u8>,
    size: u32,
    crc: u32,
    method: u16,
    flags: u16,
}

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

fn stored(name: &str, value: &[u8]) -> Member {
    let (name, data) = (name.as_bytes().to_vec(), value.to_vec());
    Member { name, data, size: value.len() as u32, crc: crc32(value), method: 0, flags: 0 }
}

fn deflated(name: &str, value: &[u8]) -> Member {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(value).unwrap();
    Member { data: encoder.finish().unwrap(), method: 8, ..stored(name, value) }
}

fn archive(members: &[Member]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for member in members {
        let offset = bytes.len() as u32;
        let mut common = Vec::new();
        [20, member.flags, member.method, 0, 33].iter().for_each(|n: &u16| common.extend(n.to_le_bytes()));
        [member.crc, member.data.len() as u32, member.size].iter().for_each(|n| common.extend(n.to_le_bytes()));
        common.extend((member.name.len() as u16).to_le_bytes());
        // The two headers may have extra fields of different lengths.
        bytes.extend([b"PK\x03\x04", &common[..], &[4, 0], &member.name, b"\x99\x99\0\0", &member.data].concat());
        directory.extend([b"PK\x01\x02\x14\x03", &common[..], &[0; 12], &offset.to_le_bytes(), &member.name].concat());
    }
    let (count, start) = (members.len() as u16, bytes.len() as u32);
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    [count, count].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
    [directory.len() as u32, start].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
    bytes.extend([0, 0]);
    bytes
}

struct Scratch(TempDir);

impl Scratch {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("store.zip")
    }

    /// Opens an archive of these bytes. One in a value of another store is the same archive, with its defects.
    fn open(&self, bytes: &[u8]) -> Result<ZipStore> {
        std::fs::write(self.path(), bytes).unwrap();
        let file = reader(&self.path());
        match (&file, in_value(bytes)) {
            (Ok(file), Ok(value)) => {
                let keys = file.list_all().unwrap();
                assert_eq!(value.list_all().unwrap(), keys);
                let ranges = [ByteRange::ALL, ByteRange::Suffix(3), ByteRange::From { start: 2, length: Some(5) }];
                for range in ranges {
                    let requests: Vec<_> = keys.iter().map(|key| (key.as_str(), range)).collect();
                    let kinds = |result: Result<_>| result.map_err(|error| error.kind());
                    // Of several errors, either names one.
                    assert_eq!(value.get_many(&requests).ok(), file.get_many(&requests).ok());
                    for (key, range) in requests {
                        assert_eq!(
                            kinds(value.get(key, range).map(|v| vec![v])),
                            kinds(file.get(key, range).map(|v| vec![v]))
                        );
                    }
                }
            }
            // A value need not begin as a file does: it was said to be an archive.
            (Err(error), _) if error.kind() == ErrorKind::Io => {}
            (Err(file), Err(value)) => assert_eq!(file.kind(), value.kind(), "{value}"),
            (file, value) => panic!("{file:?} {value:?}"),
        }
        file
    }

    fn files(&self) -> Vec<String> {
        let names = std::fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.map(|name| name.into_string().unwrap()).collect()
    }
}

fn reader(path: &Path) -> Result<ZipStore> {
    ZipStore::open(path, StoreOptions::default())
}

fn writer(path: &Path) -> ZipStore {
    ZipStore::open(path, StoreOptions::read_write()).unwrap()
}

/// A value of another store, and how often it was asked.
#[derive(Debug)]
struct Value(Vec<u8>, AtomicUsize);

impl ValueReader for Value {
    fn get_many(&self, ranges: &[ByteRange]) -> Result<Option<Vec<Vec<u8>>>> {
        self.1.fetch_add(1, Ordering::Relaxed);
        let cut = |range: &ByteRange| {
            let range = range.resolve(self.0.len() as u64)?;
            Ok(self.0[range.start as usize..range.end as usize].to_vec())
        };
        ranges.iter().map(cut).collect::<Result<_>>().map(Some)
    }

    fn size(&self) -> Result<Option<u64>> {
        Ok(Some(self.0.len() as u64))
    }
}

fn in_value(bytes: &[u8]) -> Result<ZipStore> {
    ZipStore::in_value(
        Arc::new(Value(bytes.to_vec(), AtomicUsize::new(0))),
        "a.zip of a test",
        StoreName::new("test!a.zip"),
        32,
    )
}

fn get(store: &dyn Store, key: &str) -> Vec<u8> {
    store.get(key, ByteRange::ALL).unwrap().unwrap()
}

fn assert_says<T: std::fmt::Debug>(result: Result<T>, kind: ErrorKind, words: &str) {
    let error = result.unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.message().contains(words), "{words:?} is not in {error}");
}

#[test]
fn a_new_archive_passes_the_suite_of_all_stores() {
    let scratch = TempDir::new().unwrap();
    let count = std::cell::Cell::new(0);
    store_suite::run(LOCAL, || {
        count.set(count.get() + 1);
        Arc::new(writer(&scratch.path().join(format!("{}/not/there/yet.zip", count.get()))))
    });
}

#[test]
fn an_archive_that_exists_passes_the_suite_of_all_stores() {
    let scratch = TempDir::new().unwrap();
    let count = std::cell::Cell::new(0);
    store_suite::run(LOCAL, || {
        count.set(count.get() + 1);
        let path = scratch.path().join(count.get().to_string());
        // Folders, and names that are no keys, are harmless.
        std::fs::write(&path, archive(&[stored("folder/", b""), stored("../x", b"hostile")])).unwrap();
        Arc::new(writer(&path))
    });
}

#[test]
fn an_archive_in_a_value_passes_the_suite_of_reading() {
    for compressed in [false, true] {
        store_suite::run_reading(LOCAL, |values| {
            let member =
                |(key, value): &(&str, &[u8])| if compressed { deflated(key, value) } else { stored(key, value) };
            Arc::new(in_value(&archive(&values.iter().map(member).collect::<Vec<_>>())).unwrap())
        });
    }
}

#[test]
fn entries_of_others_are_read_whole_and_in_part() {
    let long: Vec<u8> = (0..100_000_u32).map(|i| (i / 100) as u8).collect();
    let members = [stored("s/raw", b"0123456789"), deflated("d/long", &long), deflated("d/empty", b"")];
    let scratch = Scratch::new();
    let store = scratch.open(&archive(&members)).unwrap();
    assert_eq!(store.list_all().unwrap(), ["d/empty", "d/long", "s/raw"]);
    assert_eq!(get(&store, "s/raw"), b"0123456789");
    assert_eq!(get(&store, "d/long"), long);
    assert_eq!(get(&store, "d/empty"), b"");
    assert_eq!(store.size("d/long").unwrap(), Some(100_000));
    for (key, value) in [("s/raw", &b"0123456789"[..]), ("d/long", &long)] {
        let part = ByteRange::From { start: 3, length: Some(4) };
        assert_eq!(store.get(key, part).unwrap().unwrap(), value[3..7]);
        assert_eq!(store.get(key, ByteRange::Suffix(2)).unwrap().unwrap(), value[value.len() - 2..]);
        for (start, length) in [(0, value.len()), (0, value.len() + 9), (5, 3), (value.len() - 2, 9), (value.len(), 1)]
        {
            let mut buffer = vec![b'-'; length];
            let expected = (value.len() - start).min(length);
            let filled = Filled { length: expected, total: value.len() as u64 };
            assert_eq!(store.get_into(key, start as u64, &mut buffer).unwrap(), Some(filled));
            assert_eq!(buffer[..expected], value[start..start + expected]);
            assert!(buffer[expected..].iter().all(|byte| *byte == b'-'), "what lies behind stays as it was");
        }
    }
    assert!(!store.capabilities().reads_into, "parts of deflated entries are dear");
    assert!(scratch.open(&archive(&members[..1])).unwrap().capabilities().reads_into);
}

#[test]
fn an_archive_in_another_store_takes_few_requests() {
    let large: Vec<u8> = (0..3_000_000_u32).map(|i| (i * 7 + i / 251) as u8).collect();
    let mut members: Vec<_> =
        (0..6000).map(|i| stored(&format!("k/{i:04}"), format!("value {i}").as_bytes())).collect();
    members.push(deflated("d", &large[..100_000]));
    members.push(stored("large", &large));
    let value = Arc::new(Value(archive(&members), AtomicUsize::new(0)));
    let store = ZipStore::in_value(Arc::clone(&value) as _, "a.zip", StoreName::new("test!a.zip"), 32).unwrap();
    let asked = || value.1.swap(0, Ordering::Relaxed);
    // The end of the archive, where its directory begins, and the rest of that.
    assert_eq!(asked(), 3);
    let keys: Vec<String> = (0..100).map(|i| format!("k/{:04}", i * 7)).collect();
    let requests: Vec<_> = keys.iter().map(|key| (key.as_str(), ByteRange::ALL)).collect();
    for (i, found) in store.get_many(&requests).unwrap().into_iter().enumerate() {
        assert_eq!(found.unwrap().bytes, format!("value {}", i * 7).as_bytes());
    }
    assert_eq!(get(&store, "d"), large[..100_000]);
    assert_eq!(asked(), 2, "one for many, one for one");
    // Where the bytes of a large entry begin has to be known first.
    let part = ByteRange::From { start: 2_000_000, length: Some(10) };
    assert_eq!(store.get("large", part).unwrap().unwrap(), large[2_000_000..2_000_010]);
    assert_eq!(asked(), 2);
    let held = store.hold("large").unwrap();
    let parts = held.get_many(&[part, ByteRange::Suffix(3)]).unwrap().unwrap();
    assert_eq!((parts[0].len(), &parts[1][..]), (10, &large[2_999_997..]));
    assert_eq!(asked(), 1);
    assert!(get(&store, "large") == large);
    assert_eq!(store.get("absent", ByteRange::ALL).unwrap(), None);
    assert_eq!(store.set("k", b"v").unwrap_err().kind(), ErrorKind::ReadOnly);
    assert_eq!(store.erase("large").unwrap_err().kind(), ErrorKind::ReadOnly);
    assert_eq!(store.below("k/").unwrap().list_dir("").unwrap().keys.len(), 6000);
    assert_eq!(store.capabilities().in_flight, 32);
}

#[test]
fn a_flush_compacts_on_request() {
    let scratch = Scratch::new();
    let long: Vec<u8> = (0..100_000_u32).map(|i| (i / 100) as u8).collect();
    let members = [stored("k", &long), deflated("d/long", &long), stored("folder/", b""), stored("k", b"second")];
    drop(scratch.open(&archive(&members)).unwrap());
    let length = || std::fs::metadata(scratch.path()).unwrap().len();
    let options = StoreOptions { compact: true, ..StoreOptions::read_write() };
    let (before, old) = (length(), reader(&scratch.path()).unwrap());
    // Nothing need be written to get rid of what others left.
    let store = ZipStore::open(&scratch.path(), options).unwrap();
    store.flush().unwrap();
    let small = length();
    assert!(small + 90_000 < before, "{before} {small}");
    for i in 0..20 {
        store.set("k", &vec![i; 5000]).unwrap();
        store.set(&format!("new/{i}"), &[i]).unwrap();
        store.flush().unwrap();
    }
    assert!(length() < small + 10_000, "{} {small}", length());
    let settled = length();
    store.flush().unwrap();
    assert_eq!(length(), settled, "nothing more can be gained");
    for store in [&store, &reader(&scratch.path()).unwrap()] {
        assert_eq!(get(store, "k"), vec![19; 5000]);
        assert_eq!(get(store, "d/long"), long);
        assert_eq!(get(store, "new/7"), [7]);
        assert_eq!(store.list_all().unwrap().len(), 22);
    }
    // A reader goes on with the archive that was there.
    assert_eq!(get(&old, "k"), b"second");
    assert_eq!(scratch.files(), ["store.zip"]);
    drop(store);

    // Entries that stand for no key are not thrown away.
    let foreign = archive(&[stored("k", &long), stored("../x", b"hostile"), stored("k", b"v")]);
    drop(scratch.open(&foreign).unwrap());
    let store = ZipStore::open(&scratch.path(), options).unwrap();
    assert_says(store.flush(), ErrorKind::Unsupported, "../x");
    drop(store);
    assert_eq!(std::fs::read(scratch.path()).unwrap(), foreign);
}

/// OME's text for single files (RFC-9) wants the documents in front of all else, the root's first and then level by
/// level, both in the file and in its directory: viewers read them by one request.
#[test]
fn no_order_of_documents_is_worth_bytes_that_entries_share() {
    const SIZE: usize = 100_000;
    let mut members: Vec<_> = (10..50).map(|at| stored(&format!("c/{at}"), &[0; SIZE])).collect();
    let shared = members.len();
    members.push(stored("zarr.json", br#"{"zarr_format": 3, "node_type": "group"}"#));
    let whole = archive(&members);
    // Only the bytes of the first one are there, for all of them, and the document is the last entry.
    let (local, record) = (30 + 4 + 4 + SIZE, 46 + 4);
    let document = 30 + "zarr.json".len() + 4 + members[shared].data.len();
    let directory = shared * local + document;
    let mut records = whole[directory..].to_vec();
    for at in 0..shared {
        records[at * record + 42..][..4].copy_from_slice(&[0; 4]);
    }
    records[shared * record + 42..][..4].copy_from_slice(&(local as u32).to_le_bytes());
    let end = records.len() - 6;
    records[end..end + 4].copy_from_slice(&((local + document) as u32).to_le_bytes());
    let bytes = [&whole[..local], &whole[shared * local..directory], &records].concat();
    let scratch = Scratch::new();
    let path = scratch.path().with_extension("ozx");
    std::fs::write(&path, &bytes).unwrap();
    let hierarchy = zarr::hierarchy::open_store(path.to_str().unwrap(), None).unwrap();
    hierarchy.store().set("d", b"new").unwrap();
    hierarchy.store().flush().unwrap();
    assert!(std::fs::metadata(&path).unwrap().len() < bytes.len() as u64 + 10_000);
    for key in ["c/10", "c/49"] {
        assert_eq!(hierarchy.store().get(key, ByteRange::ALL).unwrap().unwrap(), [0; SIZE]);
    }
    drop(hierarchy);
    let reader = zarr::hierarchy::open_store(path.to_str().unwrap(), Some(r#"{"mode": "r"}"#)).unwrap();
    assert_eq!(reader.store().get("d", ByteRange::ALL).unwrap().unwrap(), b"new");
}

#[test]
fn a_single_file_of_ome_zarr_begins_with_its_documents() {
    let scratch = Scratch::new();
    let path = scratch.path().with_extension("ozx");
    let hierarchy = zarr::hierarchy::open_store(path.to_str().unwrap(), None).unwrap();
    let mut builder = zarr::ArrayBuilder::new(zarr::DataType::from_code(6).unwrap(), &[4]).unwrap();
    builder.shard_shape(&[4]).unwrap();
    builder.chunk_shape(&[2]).unwrap();
    for path in ["labels/cells/0", "0"] {
        let array = hierarchy.create_array(path, &builder).unwrap();
        array.write_region(&[0], &[4], &[1, 2, 3, 4]).unwrap();
    }
    hierarchy.open_group("", None).unwrap().set_attributes(r#"{"ome": {"version": "0.5"}}"#).unwrap();
    let documents =
        ["zarr.json", "0/zarr.json", "labels/zarr.json", "labels/cells/zarr.json", "labels/cells/0/zarr.json"];
    let check = |values: &[u8]| {
        let bytes = std::fs::read(&path).unwrap();
        let said = br#"{"ome": {"version": "0.5", "zipFile": {"centralDirectory": {"jsonFirst": true}}}}"#;
        let end = bytes.len() - said.len() - 2;
        assert_eq!(bytes[end..end + 2], (said.len() as u16).to_le_bytes());
        assert!(bytes.ends_with(said), "{}", String::from_utf8_lossy(&bytes[end..]));
        assert!(bytes.windows(4).any(|window| window == b"PK\x06\x06"), "the text wants zip64 in every file");
        let places = |mark: &[u8; 4], length: usize| -> Vec<String> {
            let starts = bytes.windows(4).enumerate().filter(|(_, window)| *window == mark).map(|(at, _)| at);
            let names = starts.map(|at| {
                let name = usize::from(u16::from_le_bytes([bytes[at + length - 4], bytes[at + length - 3]]));
                let skip = if length == 30 { 30 } else { 46 };
                String::from_utf8(bytes[at + skip..at + skip + name].to_vec()).unwrap()
            });
            names.collect()
        };
        for names in [places(b"PK\x03\x04", 30), places(b"PK\x01\x02", 32)] {
            assert_eq!(names[..documents.len()], documents, "{names:?}");
            assert_eq!(names.len(), documents.len() + 2);
        }
        let reader = zarr::hierarchy::open_store(path.to_str().unwrap(), Some(r#"{"mode": "r"}"#)).unwrap();
        let mut read = [0; 4];
        reader.open_array("labels/cells/0", None).unwrap().read_region(&[0], &[4], &mut read).unwrap();
        assert_eq!(read, values);
    };
    hierarchy.store().flush().unwrap();
    check(&[1, 2, 3, 4]);
    // Also where documents and chunks are written later.
    hierarchy.open_group("labels", None).unwrap().set_attributes(r#"{"labels": ["cells"]}"#).unwrap();
    hierarchy.open_array("labels/cells/0", None).unwrap().write_region(&[0], &[4], &[5, 6, 7, 8]).unwrap();
    hierarchy.store().flush().unwrap();
    check(&[5, 6, 7, 8]);
    let length = std::fs::metadata(&path).unwrap().len();
    hierarchy.store().flush().unwrap();
    assert_eq!(std::fs::metadata(&path).unwrap().len(), length, "what is in place stays as it is");
}

#[test]
fn the_last_entry_of_a_name_counts_and_names_that_are_no_keys_do_not() {
    let scratch = Scratch::new();
    let mut members = vec![stored("k", b"old"), deflated("k", b"new")];
    for name in ["", "/etc/passwd", "../x", "a/../../x", "./k", "a//b", "folder/", "a\\b", "a\0b", "a/.", ".."] {
        members.push(stored(name, b"hostile"));
    }
    members.push(Member { name: b"latin\xfc".to_vec(), ..stored("", b"hostile") });
    let store = scratch.open(&archive(&members)).unwrap();
    assert_eq!(store.list_all().unwrap(), ["k"]);
    assert_eq!(get(&store, "k"), b"new");

    // Writing leaves them where they are.
    let before = members.len() as u64;
    let store = writer(&scratch.path());
    store.set("k", b"newest").unwrap();
    store.set("another", b"one").unwrap();
    store.flush().unwrap();
    let bytes = std::fs::read(scratch.path()).unwrap();
    let written = rawzip::ZipArchive::from_slice(&bytes).unwrap();
    assert_eq!(written.entries_hint(), before, "two of \"k\" are one now, and one is new");
    let store = reader(&scratch.path()).unwrap();
    assert_eq!(store.list_all().unwrap(), ["another", "k"]);
    assert_eq!(get(&store, "k"), b"newest");
}

#[test]
fn lies_and_damage_are_errors_that_say_so() {
    let scratch = Scratch::new();
    let value = b"some value, some value, some value";
    let (raw, small) = (stored("k", value), deflated("k", value));
    let size = value.len() as u32;
    let cases = [
        (Member { crc: 1, ..raw.clone() }, ErrorKind::Data, "CRC-32"),
        (Member { crc: 1, ..small.clone() }, ErrorKind::Data, "CRC-32"),
        (Member { size: size + 1, ..raw.clone() }, ErrorKind::Data, "two sizes"),
        (Member { size: size - 1, ..small.clone() }, ErrorKind::Data, "larger than it says"),
        (Member { size: 0, ..small.clone() }, ErrorKind::Data, "larger than it says"),
        (Member { size: size + 1, ..small.clone() }, ErrorKind::Data, "smaller than it says"),
        (Member { size: 4_000_000_000, ..small.clone() }, ErrorKind::Data, "impossible"),
        (Member { data: small.data[..9].to_vec(), ..small.clone() }, ErrorKind::Data, "ends early"),
        (Member { data: [&small.data[..], b"x"].concat(), ..small.clone() }, ErrorKind::Data, "before its last byte"),
        (Member { data: vec![0xff; 9], ..small.clone() }, ErrorKind::Data, "damaged"),
        (Member { method: 12, ..raw.clone() }, ErrorKind::Unsupported, "method 12"),
        (Member { flags: 1, ..raw.clone() }, ErrorKind::Unsupported, "encrypted"),
    ];
    for (member, kind, words) in cases {
        let store = scratch.open(&archive(&[member, stored("other", b"v")])).unwrap();
        let error = store.get("k", ByteRange::ALL).unwrap_err();
        assert!(error.message().contains("key \"k\""), "{error}");
        assert_says(store.get("k", ByteRange::ALL), kind, words);
        assert_says(store.get_into("k", 0, &mut [0; 100]), kind, words);
        assert_eq!(get(&store, "other"), b"v", "the damage of one entry is no other's");
    }

    let good = archive(&[raw]);
    for length in 4..good.len() {
        assert_says(scratch.open(&good[..length]), ErrorKind::Data, "zip file");
    }
    assert_says(scratch.open(&good[..good.len() - 30]), ErrorKind::Data, "cut short");
    assert_says(scratch.open(b"PK\x03"), ErrorKind::Io, "neither a directory nor a zip file");
    // The directory says where the entry is, and how long.
    let record = good.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    for (at, words) in [(record + 42, "no entry at byte"), (record + 20, "two sizes")] {
        let mut bad = good.clone();
        bad[at..at + 4].copy_from_slice(&0x7fff_0000_u32.to_le_bytes());
        assert_says(scratch.open(&bad).unwrap().get("k", ByteRange::ALL), ErrorKind::Data, words);
    }
    let mut bad = good.clone();
    for at in [20, 24] {
        bad[record + at..record + at + 4].copy_from_slice(&0x7fff_0000_u32.to_le_bytes());
    }
    assert_says(scratch.open(&bad).unwrap().get("k", ByteRange::ALL), ErrorKind::Data, "reach past");
    // A locator of zip64 that points to where no file reaches.
    for beyond in [good.len() as u64, 1 << 62, 1 << 63, u64::MAX] {
        let (body, end) = good.split_at(good.len() - 22);
        let locator = [&b"PK\x06\x07"[..], &[0; 4], &beyond.to_le_bytes(), &1_u32.to_le_bytes()].concat();
        let mut bad = [body, &locator, end].concat();
        let offset = bad.len() - 6;
        bad[offset..offset + 4].fill(0xff);
        assert_says(scratch.open(&bad), ErrorKind::Data, "zip file");
    }
}

#[test]
fn no_flipped_bit_makes_a_wrong_value() {
    let value = b"0123456789 0123456789 0123456789";
    let good = archive(&[stored("a/raw", value), deflated("b", value)]);
    let scratch = Scratch::new();
    let mut refused = 0;
    for bit in 0..good.len() * 8 {
        let mut bad = good.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        let Ok(store) = scratch.open(&bad) else {
            refused += 1;
            continue;
        };
        for key in store.list_all().unwrap() {
            match store.get(&key, ByteRange::ALL) {
                Ok(read) => assert_eq!(read.unwrap(), value, "bit {bit}"),
                Err(error) => {
                    assert!(matches!(error.kind(), ErrorKind::Data | ErrorKind::Unsupported), "bit {bit}: {error}");
                    refused += 1;
                }
            }
            store.get_into(&key, 3, &mut [0; 7]).ok();
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn each_flush_makes_a_whole_archive() {
    let scratch = Scratch::new();
    let path = scratch.path();
    let store = writer(&path);
    store.flush().unwrap();
    assert!(scratch.files().is_empty(), "the first write makes the archive");
    store.set("a/b", b"one").unwrap();
    store.set("ü", b"replaced before the flush").unwrap();
    store.set("ü", b"two").unwrap();
    assert!(!path.exists(), "nothing is there before it is whole");
    store.flush().unwrap();
    assert_eq!(scratch.files(), ["store.zip"]);
    let first = reader(&path).unwrap();
    assert_eq!((get(&first, "a/b"), get(&first, "ü")), (b"one".to_vec(), b"two".to_vec()));

    let before = std::fs::read(&path).unwrap();
    let large = vec![7; 300_000];
    store.set("large", &large).unwrap();
    store.set("a/b", b"one, replaced").unwrap();
    assert_eq!(get(&store, "a/b"), b"one, replaced", "a writer reads what it wrote");
    assert_eq!(std::fs::read(&path).unwrap(), before, "nothing changes before the flush");
    assert_eq!(scratch.files(), ["store.zip"], "new entries have no name of their own");
    store.flush().unwrap();
    assert_eq!(std::fs::read(&path).unwrap()[..before.len()], before, "the old archive is the start of the new one");
    for store in [&reader(&path).unwrap(), &store] {
        assert_eq!(store.list_all().unwrap(), ["a/b", "large", "ü"]);
        assert_eq!((get(store, "a/b"), get(store, "large")), (b"one, replaced".to_vec(), large.clone()));
    }
    assert_eq!(get(&first, "a/b"), b"one", "a handle opened before still reads the old archive");

    let unchanged = std::fs::read(&path).unwrap();
    store.flush().unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), unchanged, "a flush of nothing is nothing");
    store.set("last", b"three").unwrap();
    drop(store);
    assert_eq!(get(&reader(&path).unwrap(), "last"), b"three", "the last handle flushes");
}

#[test]
fn a_writer_that_dies_leaves_the_archive_as_it_was() {
    let scratch = Scratch::new();
    std::fs::write(scratch.path(), archive(&[deflated("k", b"old")])).unwrap();
    let before = std::fs::read(scratch.path()).unwrap();
    let store = writer(&scratch.path());
    store.set("k", &vec![1; 200_000]).unwrap();
    // As after a kill: no destructor runs.
    std::mem::forget(store);
    assert_eq!(std::fs::read(scratch.path()).unwrap(), before);
    assert_eq!(get(&reader(&scratch.path()).unwrap(), "k"), b"old");
    assert_eq!(scratch.files(), ["store.zip"]);
}

#[test]
fn an_archive_has_one_writer() {
    let scratch = Scratch::new();
    let path = scratch.path();
    let (first, second) = (writer(&path), writer(&path));
    first.set("k", b"first").unwrap();
    second.set("k", b"second").unwrap();
    first.flush().unwrap();
    assert_says(second.flush(), ErrorKind::Conflict, "made it meanwhile");
    drop(second);
    assert_eq!(get(&reader(&path).unwrap(), "k"), b"first");
    assert_eq!(scratch.files(), ["store.zip"], "what could not be published is swept away");

    let third = writer(&path);
    assert_says(third.set("k", b"third"), ErrorKind::Conflict, "one writer");
    drop(first);
    third.set("k", b"third").unwrap();
    third.flush().unwrap();

    let late = writer(&path);
    third.set("k", b"again").unwrap();
    drop(third);
    assert_says(late.set("k", b"late"), ErrorKind::Conflict, "changed it since");
    let store = writer(&path);
    store.set("k", b"newest").unwrap();
    std::fs::write(&path, archive(&[stored("k", b"of somebody else")])).unwrap();
    assert_says(store.flush(), ErrorKind::Conflict, "changed it since");
    drop(store);
    assert_eq!(get(&reader(&path).unwrap(), "k"), b"of somebody else");
}

#[test]
fn what_cannot_be_written_says_why() {
    let scratch = Scratch::new();
    let bytes = [archive(&[stored("ignored", b"x")]), archive(&[stored("k", b"v")])].concat();
    std::fs::write(scratch.path(), bytes).unwrap();
    let store = writer(&scratch.path());
    assert_eq!(get(&store, "k"), b"v", "an archive behind other bytes is read");
    assert_says(store.set("k", b"w"), ErrorKind::Unsupported, "other bytes lie in front");
    assert_says(
        writer(&scratch.0.path().join("x.zip")).set(&"n".repeat(70_000), b""),
        ErrorKind::InvalidArgument,
        "65535",
    );
    assert_says(reader(&scratch.path()).unwrap().set("k", b"w"), ErrorKind::ReadOnly, "only for reading");
    assert_says(reader(Path::new("/nonexistent.zip")), ErrorKind::NotFound, "no such file");
}

#[test]
fn threads_read_while_one_writes_and_flushes() {
    let value = |i: usize| vec![i as u8; 30_000 + i];
    let mut members: Vec<Member> = (0..20).map(|i| stored(&format!("s/{i}"), &value(i))).collect();
    members.extend((0..20).map(|i| deflated(&format!("d/{i}"), &value(i))));
    let scratch = Scratch::new();
    std::fs::write(scratch.path(), archive(&members)).unwrap();
    let store = writer(&scratch.path());
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let readers: Vec<_> = (0..8)
            .map(|thread| {
                let (store, done) = (&store, &done);
                scope.spawn(move || {
                    let mut rounds = 0;
                    while !done.load(Ordering::Relaxed) || rounds < 40 {
                        let i = (rounds + thread) % 20;
                        for kind in ["s", "d"] {
                            assert_eq!(get(store, &format!("{kind}/{i}")), value(i));
                        }
                        if let Some(new) = store.get(&format!("new/{i}"), ByteRange::ALL).unwrap() {
                            assert_eq!(new, value(i), "from the gathering file or from the archive");
                        }
                        rounds += 1;
                    }
                })
            })
            .collect();
        for round in 0..100 {
            store.set(&format!("new/{}", round % 20), &value(round % 20)).unwrap();
            if round % 3 == 0 {
                store.flush().unwrap();
            }
        }
        done.store(true, Ordering::Relaxed);
        readers.into_iter().for_each(|reader| reader.join().unwrap());
    });
    drop(store);
    let store = reader(&scratch.path()).unwrap();
    assert_eq!(store.list_all().unwrap().len(), 60);
    (0..20).for_each(|i| assert_eq!(get(&store, &format!("new/{i}")), value(i)));
}

#[test]
fn a_hierarchy_may_lie_below_the_only_folder() {
    let group = br#"{"zarr_format": 3, "node_type": "group"}"#;
    let scratch = Scratch::new();
    let children = |members: &[Member]| {
        std::fs::write(scratch.path(), archive(members)).unwrap();
        let hierarchy = zarr::hierarchy::open_store(scratch.path().to_str().unwrap(), None).unwrap();
        hierarchy.children("/").map_err(|error| error.kind())
    };
    let inner = [stored("top/", b""), stored("top/zarr.json", group), deflated("top/g/zarr.json", group)];
    assert_eq!(children(&inner), Ok(vec!["g".to_owned()]));
    let with = |name: &str| [&inner[..], &[stored(name, group)]].concat();
    assert_eq!(children(&with("__MACOSX/top/._zarr.json")), Ok(vec!["g".to_owned()]));
    assert_eq!(children(&with("zarr.json")), Ok(vec!["top".to_owned()]), "the root is a node");
    assert_eq!(children(&with("second/zarr.json")), Err(ErrorKind::NotFound), "two folders");
    assert_eq!(children(&[stored("top/readme", b"")]), Err(ErrorKind::NotFound), "no node below either");

    // A folder of arrays, archived as it is: their paths begin in the folder, whether it has a document or not.
    let array = br#"{"dimensions":[2],"blockSize":[2],"dataType":"uint8","compression":{"type":"raw"}}"#;
    std::fs::write(scratch.path(), archive(&[deflated("top/s0/attributes.json", array)])).unwrap();
    let hierarchy = zarr::hierarchy::open_store(scratch.path().to_str().unwrap(), None).unwrap();
    assert_eq!(hierarchy.open_array("s0", None).unwrap().shape(), [2]);

    // Writing goes there as well.
    std::fs::write(scratch.path(), archive(&inner)).unwrap();
    let hierarchy = zarr::hierarchy::open_store(scratch.path().to_str().unwrap(), None).unwrap();
    hierarchy.store().set("g/zarr.json", group).unwrap();
    hierarchy.store().flush().unwrap();
    assert_eq!(hierarchy.store().list_dir("g/").unwrap().keys, ["g/zarr.json"]);
    let raw = store::open(scratch.path().to_str().unwrap(), &StoreOptions::default()).unwrap();
    assert_eq!(raw.list_all().unwrap(), ["top/g/zarr.json", "top/zarr.json"]);
}

/// An archive that holds chunks of an overlay, or what was written through a prefix, has one folder and no node at the
/// top: opened again it would begin in that folder, and the chunks would be gone.
#[test]
fn an_archive_is_opened_again_where_it_was_written() {
    for options in ["{}", r#"{"compact": true}"#] {
        let scratch = Scratch::new();
        let open = || zarr::hierarchy::open_store(scratch.path().to_str().unwrap(), Some(options)).unwrap();
        for round in 0..3 {
            let hierarchy = open();
            let store = hierarchy.store();
            assert_eq!(store.list_all().unwrap().len(), round, "{options}");
            store.set(&format!("a/c/{round}"), b"chunk").unwrap();
            store.flush().unwrap();
        }
        let shown = std::fs::read(scratch.path()).unwrap();
        assert_eq!(
            in_value(&shown).unwrap().below_only_folder().unwrap().map(|_| ()),
            None,
            "in another store as well"
        );
        // With a node at the top the rest of the comment stays as it is.
        open().create_group("/", None, None).unwrap();
        assert_eq!(open().children("/").unwrap(), Vec::<String>::new());
        assert_eq!(open().store().list_all().unwrap().len(), 4);
    }
}

/// An archive of which every value is erased is an archive, also one that begins with the end of zip64.
#[test]
fn an_archive_may_become_empty() {
    for (name, options) in [("a.zip", "{}"), ("a.zip", r#"{"compact": true}"#), ("a.ozx", r#"{"compact": true}"#)] {
        let directory = TempDir::new().unwrap();
        let path = directory.path().join(name);
        let open = || zarr::hierarchy::open_store(path.to_str().unwrap(), Some(options)).unwrap();
        open().create_group("/", None, None).unwrap();
        open().erase("/").unwrap();
        assert_eq!(open().store().list_all().unwrap(), Vec::<String>::new(), "{name} {options}");
        open().create_group("/a", None, None).unwrap();
        assert_eq!(open().children("/").unwrap(), ["a"], "{name} {options}");
    }
}

#[test]
fn what_is_no_file_holds_up_nobody() {
    let scratch = Scratch::new();
    let status = std::process::Command::new("mkfifo").arg(scratch.path()).status().unwrap();
    assert!(status.success());
    for path in [scratch.path(), PathBuf::from("/dev/null")] {
        for options in [StoreOptions::default(), StoreOptions::read_write()] {
            // Opened like any file, a fifo would wait for a writer for ever.
            assert_eq!(ZipStore::open(&path, options).unwrap_err().kind(), ErrorKind::Io);
        }
    }
}
