//! Stores of other software are read through a network as they are from a disk: every fixture from a bucket, from a web
//! server and out of a zip file in either, also through the ranges of an archive.

use crate::alike::{Tally, compare, files, fixtures, folder};
use crate::object_server::{Asked, Fault, Server};
use crate::store_suite;
use tempfile::TempDir;
use zarr::ErrorKind;
use zarr::hierarchy::open_store;
use zarr::store::{ByteRange, Store, StoreExt, StoreOptions, ZipStore};

fn options(server: &Server) -> String {
    let keys = r#""access_key": "id-of-key", "secret_key": "secret", "region": "here""#;
    format!(r#"{{"mode": "r", "endpoint": {:?}, "allow_http": true, "retries": 1, {keys}}}"#, server.url())
}

/// The bytes of a zip file that holds these values.
fn zipped<K: AsRef<str>, V: AsRef<[u8]>>(values: &[(K, V)]) -> Vec<u8> {
    if values.is_empty() {
        // A writer that has nothing to write makes no file.
        return [b"PK\x05\x06".as_slice(), &[0; 18]].concat();
    }
    let scratch = TempDir::new().unwrap();
    let path = scratch.path().join("made.zip");
    let store = ZipStore::open(&path, StoreOptions::read_write()).unwrap();
    for (key, value) in values {
        store.set(key.as_ref(), value.as_ref()).unwrap();
    }
    store.flush().unwrap();
    std::fs::read(&path).unwrap()
}

#[test]
fn fixtures_are_read_alike_from_everywhere() {
    let (server, folder) = (Server::start(), folder());
    let options = options(&server);
    let mut tally = Tally::default();
    for fixture in fixtures(&folder) {
        let root = folder.join(&fixture.path);
        let place = format!("bucket/{}", fixture.path);
        let mut others = Vec::new();
        if fixture.zipped {
            server.put(&place, &std::fs::read(&root).unwrap());
            others.push(format!("s3://{place}|zip:"));
        } else {
            let values = files(&root);
            values.iter().for_each(|(key, value)| server.put(&format!("{place}/{key}"), value));
            server.put(&format!("{place}.zip"), &zipped(&values));
            others.push(format!("s3://{place}"));
            others.push(format!("{}/{place}", server.url()));
            others.push(format!("{}/{place}.zip|zip:", server.url()));
        }
        for url in others {
            compare(&folder, &fixture, &open_store(&url, Some(&options)).unwrap(), &mut tally);
        }
    }
    eprintln!("{tally:?}");
    assert!(tally.arrays > 3000 && tally.groups > 150, "{tally:?}");
    assert!(tally.refused < 100 && tally.unlisted < 60, "{tally:?}");
}

#[test]
fn archives_behind_a_network_pass_the_suite_of_reading() {
    let (server, count) = (Server::start(), std::cell::Cell::new(0));
    let options = options(&server);
    for base in ["s3://bucket", &format!("{}/bucket", server.url())] {
        store_suite::run_reading(store_suite::LOCAL, |values| {
            count.set(count.get() + 1);
            let name = format!("{}.zip", count.get());
            let inside: Vec<_> = values.iter().map(|(key, value)| (format!("in it/{key}"), *value)).collect();
            server.put(&format!("bucket/{name}"), &zipped(&inside));
            let hierarchy = open_store(&format!("{base}/{name}|zip:in it"), Some(&options)).unwrap();
            std::sync::Arc::clone(hierarchy.store())
        });
    }
}

#[test]
fn an_archive_behind_a_network_is_read_by_its_ranges() {
    let server = Server::start();
    let values = |mark: u8| -> Vec<(String, Vec<u8>)> {
        let small = (0..50).map(|i| (format!("h/k/{i}"), vec![i, mark]));
        small.chain([("h/large".to_owned(), (0..2 << 20).map(|i: u32| (i % 251) as u8 ^ mark).collect())]).collect()
    };
    server.put("bucket/some where/a.zip", &zipped(&values(0)));
    let options = options(&server);
    let get = |url: &str, key: &str, range| {
        let hierarchy = open_store(url, Some(&options))?;
        hierarchy.store().get(key, range)
    };
    let urls =
        ["s3://bucket/some where/a.zip|zip:h/", &format!("{}/bucket/some%20where/a.zip?x=y|zip:h", server.url())];
    for url in urls {
        server.misbehave(|_, _| None);
        let part = ByteRange::From { start: 1_000_000, length: Some(20) };
        assert_eq!(get(url, "large", part).unwrap().unwrap(), values(0)[50].1[1_000_000..1_000_020]);
        assert!(server.log().len() <= 4, "{url}");
        let store = open_store(url, Some(&options)).unwrap();
        let keys: Vec<String> = (0..50).map(|i| format!("k/{i}")).collect();
        let requests: Vec<_> = keys.iter().map(|key| (key.as_str(), ByteRange::ALL)).collect();
        server.log();
        let found = store.store().get_many(&requests).unwrap();
        assert!(found.into_iter().enumerate().all(|(i, found)| found.unwrap().bytes == [i as u8, 0]));
        assert_eq!(server.log().len(), 1, "{url}: they lie beside one another");
        assert_eq!(store.store().list_dir("k/").unwrap().keys.len(), 50);
        assert_eq!(store.store().set("k/1", b"v").unwrap_err().kind(), ErrorKind::ReadOnly);

        // A failed request is no missing key.
        for (fault, kind) in [
            (Fault::Status(403, ""), ErrorKind::Permission),
            (Fault::Status(500, ""), ErrorKind::Io),
            (Fault::Break(100), ErrorKind::Io),
            (Fault::Short(1), ErrorKind::Io),
        ] {
            let ours = fault.clone();
            server.misbehave(move |asked: &Asked, _| (asked.method == "GET").then(|| ours.clone()));
            assert_eq!(store.store().get("large", ByteRange::ALL).unwrap_err().kind(), kind, "{url} {fault:?}");
            assert_eq!(open_store(url, Some(&options)).unwrap_err().kind(), kind, "{url} {fault:?}");
        }
        server.misbehave(|_, _| None);
        // The archive is replaced: a reader never mixes two of them.
        server.put("bucket/some where/a.zip", &zipped(&values(1)));
        let error = store.store().get("k/3", ByteRange::ALL).unwrap_err();
        assert!(error.kind() == ErrorKind::Data && error.message().contains("replaced"), "{error}");
        assert_eq!(get(url, "k/3", ByteRange::ALL).unwrap().unwrap(), [3, 1]);
        server.put("bucket/some where/a.zip", &zipped(&values(0)));
    }
    server.put("bucket/short.zip", &zipped(&values(0))[..1000]);
    server.put("bucket/empty.zip", b"");
    for (name, kind) in
        [("absent.zip", ErrorKind::NotFound), ("short.zip", ErrorKind::Data), ("empty.zip", ErrorKind::Data)]
    {
        let error = open_store(&format!("s3://bucket/{name}|zip:"), Some(&options)).unwrap_err();
        assert!(error.kind() == kind && error.message().contains(name), "{name}: {error}");
    }
    for url in ["s3://bucket|zip:", "s3://bucket/|zip:", "s3://bucket/a.zip|tar:x", "s3://bucket/a.zip|zip:a//b"] {
        let kind = if url.contains("tar") { ErrorKind::Unsupported } else { ErrorKind::InvalidArgument };
        assert_eq!(open_store(url, Some(&options)).unwrap_err().kind(), kind, "{url}");
    }
}
