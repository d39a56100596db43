//! Stores behind a network, against a server inside of the test that also misbehaves: in every case a
//! value arrives whole or an error says what went wrong, and nothing that failed reads as the fill value.

use crate::object_server::{Asked, Fault, Server};
use crate::store_suite;
use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;
use zarr::array::ArrayBuilder;
use zarr::dtype::DataType;
use zarr::hierarchy::{Hierarchy, open_store};
use zarr::store::{ByteRange, Remote, Store, StoreExt, StoreOptions, bytes_of, open_with};
use zarr::{Error, ErrorKind};

fn remote(server: &Server) -> Remote {
    Remote {
        endpoint: Some(server.url()),
        allow_http: true,
        region: Some("here".into()),
        access_key: Some("the-id-of-a-key".into()),
        secret_key: Some("the-secret-of-a-key".into()),
        ..Remote::default()
    }
}

fn s3(server: &Server, prefix: &str) -> Arc<dyn Store> {
    open_with(&format!("s3://bucket/{prefix}"), &StoreOptions::read_write(), &remote(server)).unwrap()
}

fn http(server: &Server, path: &str) -> Arc<dyn Store> {
    open_with(&format!("{}/{path}", server.url()), &StoreOptions::read_write(), &Remote::default()).unwrap()
}

fn failed<T: std::fmt::Debug>(result: zarr::Result<T>) -> Error {
    result.expect_err("an error was expected")
}

fn get(store: &dyn Store, key: &str) -> Option<Vec<u8>> {
    store.get(key, ByteRange::ALL).unwrap()
}

fn value() -> Vec<u8> {
    (0..100_000_u32).map(|i| (i * 7 + i / 251) as u8).collect()
}

#[test]
fn s3_passes_the_suite() {
    let server = Server::start();
    let count = Cell::new(0);
    store_suite::run(store_suite::REMOTE, || {
        count.set(count.get() + 1);
        s3(&server, &format!("some/prefix/{}", count.get()))
    });
}

#[test]
fn google_passes_the_suite() {
    let server = Server::start();
    let (count, remote) = (Cell::new(0), Remote { token: Some("a-bearer-token".into()), ..remote(&server) });
    store_suite::run(store_suite::REMOTE, || {
        count.set(count.get() + 1);
        open_with(&format!("gs://bucket/{}", count.get()), &StoreOptions::read_write(), &remote).unwrap()
    });
}

#[test]
fn the_web_passes_the_suite_of_reading() {
    let (server, count) = (Server::start(), Cell::new(0));
    store_suite::run_reading(store_suite::REMOTE, |values| {
        count.set(count.get() + 1);
        let place = format!("bucket/{} of them", count.get());
        values.iter().for_each(|(key, value)| server.put(&format!("{place}/{key}"), value));
        http(&server, &place.replace(' ', "%20"))
    });
}

/// A request for each chunk that is cut off would hold an array of some thousand chunks for minutes.
#[test]
fn chunks_that_are_cut_off_are_erased_together() {
    let server = Server::start();
    let hierarchy = Hierarchy::with_store(s3(&server, ""), None).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[4000]).unwrap();
    builder.chunk_shape(&[1]).unwrap();
    let array = hierarchy.create_array("a", &builder).unwrap();
    array.write_region(&[10], &[20], &[7; 20]).unwrap();
    server.log();
    array.resize(&[20]).unwrap();
    let deletes = server.log().into_iter().filter(|asked| asked.query.contains("delete")).count();
    assert_eq!(deletes, 4);
    assert!(server.get("bucket/a/c/19").is_some() && server.get("bucket/a/c/20").is_none());
}

#[test]
fn large_values_go_in_parts() {
    let server = Server::start();
    let store = s3(&server, "");
    let large: Vec<u8> = (0..20 << 20_u32).map(|i| (i / 1000) as u8).collect();
    store.set("large", &large).unwrap();
    assert!(server.get("bucket/large").unwrap() == large);
    let parts = server.log().into_iter().filter(|asked| asked.query.contains("partNumber")).count();
    assert_eq!(parts, 3);
    // A part that does not arrive leaves the old value.
    server.misbehave(|asked, _| asked.query.contains("partNumber=2").then_some(Fault::Status(400, "")));
    assert_eq!(failed(store.set("large", &vec![1; 20 << 20])).system_code(), 400);
    assert!(server.get("bucket/large").unwrap() == large);
}

/// Faults of a server that a retry mends.
#[test]
fn what_passes_is_made_good() {
    let server = Server::start();
    server.put("bucket/k", &value());
    let faults = [
        ("500", Fault::Status(500, "")),
        ("503", Fault::Status(503, "<Error><Code>SlowDown</Code></Error>")),
        ("429", Fault::Status(429, "")),
        ("408", Fault::Status(408, "")),
        ("hang", Fault::Hang),
        ("break", Fault::Break(1000)),
        ("break without ETag", Fault::BreakWithoutETag(1000)),
        ("surplus", Fault::Surplus(1000)),
    ];
    for (name, fault) in faults {
        for (store, what) in [(s3(&server, ""), "s3"), (http(&server, "bucket"), "http")] {
            if what == "s3" && matches!(fault, Fault::BreakWithoutETag(_)) {
                continue;
            }
            let fault = fault.clone();
            server.misbehave(move |_, count| (count < 2).then(|| fault.clone()));
            assert!(get(&*store, "k") == Some(value()), "{name}, {what}");
            // Bytes behind a value belong to none, and need no request.
            let due = if name == "surplus" { 1 } else { 3 };
            assert_eq!(server.log().len(), due, "{name}, {what}: no more requests than it takes");
            let part = store.get("k", ByteRange::From { start: 50_000, length: Some(10) }).unwrap().unwrap();
            assert_eq!(part, value()[50_000..50_010], "{name}, {what}");
        }
    }
    // A write is made again as well, and one whose answer was lost is not lost.
    for fault in [Fault::Status(500, ""), Fault::Hang, Fault::Lost] {
        let store = s3(&server, "");
        server.misbehave(move |_, count| (count < 1).then(|| fault.clone()));
        store.set("written", b"value").unwrap();
        assert_eq!(server.get("bucket/written").unwrap(), b"value");
    }
}

/// An array of two chunks, of which one is there and the other one is not; the fill value is 7.
fn array(server: &Server, store: Arc<dyn Store>) -> zarr::array::Array {
    let writer = Hierarchy::with_store(s3(server, "h"), None).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[8]).unwrap();
    builder.chunk_shape(&[4]).unwrap();
    builder.fill_value(&[7]).unwrap();
    let array = writer.create_array("a", &builder).unwrap();
    array.write_region(&[0], &[4], &[1, 2, 3, 4]).unwrap();
    Hierarchy::with_store(store, None).unwrap().open_array("a", None).unwrap()
}

#[test]
fn what_does_not_pass_is_an_error_and_never_the_fill_value() {
    let no_bucket = "<Error><Code>NoSuchBucket</Code><Message>The bucket is not there.</Message></Error>";
    for what in ["s3", "http"] {
        let server = Server::start();
        let url = if what == "s3" { "s3://bucket/h".to_owned() } else { format!("{}/bucket/h", server.url()) };
        let open = |more: &Remote| open_with(&url, &StoreOptions::default(), more).unwrap();
        let patient = array(&server, open(&Remote { retries: 1, ..remote(&server) }));
        // For what would take until the end of all patience.
        let hasty = Remote { retries: 0, timeout: Duration::from_millis(300), ..remote(&server) };
        let hasty = Hierarchy::with_store(open(&hasty), None).unwrap().open_array("a", None).unwrap();
        let read_by = |array: &zarr::array::Array| {
            let mut values = [0; 8];
            array.read_region(&[0], &[8], &mut values).map(|()| values)
        };
        let read = || read_by(&patient);
        assert_eq!(read().unwrap(), [1, 2, 3, 4, 7, 7, 7, 7], "{what}");
        let faults = [
            (Fault::Status(500, ""), ErrorKind::Io, 500),
            (Fault::Status(400, ""), ErrorKind::Io, 400),
            (Fault::Status(401, ""), ErrorKind::Permission, 401),
            (Fault::Status(403, "<Error><Code>AccessDenied</Code></Error>"), ErrorKind::Permission, 403),
            (Fault::Status(404, no_bucket), ErrorKind::Io, 404),
            (Fault::Status(405, ""), ErrorKind::Io, 405),
            (Fault::Redirect(None), ErrorKind::Io, 0),
            (Fault::Hang, ErrorKind::Io, 0),
            (Fault::Break(0), ErrorKind::Io, 0),
            // Fewer bytes than the range has that the answer names.
            (Fault::Short(2), ErrorKind::Io, 0),
            (Fault::Status(409, ""), ErrorKind::Conflict, 409),
            (Fault::Status(412, ""), ErrorKind::Conflict, 412),
            (Fault::Status(416, ""), ErrorKind::Io, 416),
            (Fault::Status(429, ""), ErrorKind::Io, 429),
            (Fault::Status(503, "<Error><Code>SlowDown</Code></Error>"), ErrorKind::Io, 503),
            (Fault::Redirect(Some(format!("{}/bucket/h/a/c/0", server.url()))), ErrorKind::Io, 0),
            (Fault::Longer(3), ErrorKind::Timeout, 0),
            (Fault::Slow(Duration::from_secs(2)), ErrorKind::Timeout, 0),
        ];
        for (fault, kind, status) in faults {
            let ours = fault.clone();
            server.misbehave(move |asked: &Asked, _| asked.path.ends_with("/c/0").then(|| ours.clone()));
            let array = if kind == ErrorKind::Timeout { &hasty } else { &patient };
            let error = read_by(array).expect_err(&format!("{what}, {fault:?}"));
            assert_eq!((error.kind(), error.system_code()), (kind, status), "{what}, {fault:?}: {error}");
            assert!(error.message().contains("c/0") || kind == ErrorKind::Data, "{what}, {fault:?}: {error}");
            // A web server may send a client elsewhere a few times.
            let most = if matches!(fault, Fault::Redirect(Some(_))) { 30 } else { 6 };
            assert!(server.log().len() <= most, "{what}, {fault:?}");
        }
        // A value that is gone for good is missing.
        server.misbehave(|asked: &Asked, _| asked.path.ends_with("/c/0").then_some(Fault::Status(410, "")));
        assert_eq!(read().unwrap(), [7; 8]);
        server.misbehave(|_, _| None);
    }
}

#[test]
fn ranges_are_held_against_what_was_asked_for() {
    let server = Server::start();
    server.put("bucket/k", b"0123456789");
    let range = |start, length| ByteRange::From { start, length };
    for (store, what) in [(s3(&server, ""), "s3"), (http(&server, "bucket"), "http")] {
        server.misbehave(|_, _| Some(Fault::OtherRange));
        assert_eq!(failed(store.get("k", range(3, Some(4)))).kind(), ErrorKind::Io, "{what}");
        server.misbehave(|_, count| (count < 2).then_some(Fault::Short(2)));
        assert_eq!(store.get("k", range(3, Some(4))).unwrap().unwrap(), b"3456", "{what}");
        server.misbehave(|_, _| None);
        assert_eq!(store.get("k", ByteRange::Suffix(3)).unwrap().unwrap(), b"789");
        assert_eq!(server.log().len(), 1, "{what}: a suffix is one request");
        let mut buffer = [0; 4];
        store.get_into("k", 2, &mut buffer).unwrap().unwrap();
        assert_eq!((&buffer, server.log().len()), (b"2345", 1), "{what}: and so is a part");
    }
    // A server that ignores ranges is found out once.
    server.misbehave(|_, _| Some(Fault::Whole));
    let store = http(&server, "bucket");
    for _ in 0..3 {
        assert_eq!(store.get("k", range(3, Some(4))).unwrap().unwrap(), b"3456");
        assert_eq!(store.get("k", ByteRange::Suffix(3)).unwrap().unwrap(), b"789");
    }
    assert_eq!(failed(store.get("k", range(11, Some(1)))).kind(), ErrorKind::OutOfBounds);
    assert_eq!(store.get("k", range(11, None)).unwrap().unwrap(), b"");
    assert_eq!(server.log().len(), 9);
}

#[test]
fn requests_go_together_and_near_ranges_as_one() {
    let server = Server::start();
    (0..8).for_each(|i| server.put(&format!("bucket/{i}"), &value()));
    let store = s3(&server, "");
    let keys: Vec<String> = (0..8).map(|i| i.to_string()).collect();
    let requests: Vec<_> = keys.iter().map(|key| (key.as_str(), ByteRange::Suffix(2))).collect();
    server.misbehave(|_, _| Some(Fault::Slow(Duration::from_millis(20))));
    assert_eq!(bytes_of(store.get_many(&requests).unwrap()), vec![Some(value()[99_998..].to_vec()); 8]);
    assert_eq!(server.log().len(), 8);
    let part = |start| ("3", ByteRange::From { start, length: Some(10) });
    let parts = store.get_many(&[part(500), part(90_000), part(0), part(500)]).unwrap();
    for (start, bytes) in [500, 90_000, 0, 500].into_iter().zip(parts) {
        assert_eq!(bytes.unwrap().bytes, value()[start..start + 10]);
    }
    assert_eq!(server.log().len(), 1);
    // One that fails is named.
    server.misbehave(|asked: &Asked, _| asked.path.ends_with("/5").then_some(Fault::Status(403, "")));
    let error = failed(store.get_many(&requests));
    assert!(error.kind() == ErrorKind::Permission && error.message().contains("\"5\""), "{error}");
}

#[test]
fn held_parts_are_of_one_version() {
    let server = Server::start();
    server.put("bucket/k", b"0123456789");
    let store = s3(&server, "");
    let held = store.hold("k").unwrap();
    assert_eq!(held.get_many(&[ByteRange::Suffix(2)]).unwrap().unwrap(), [b"89"]);
    server.put("bucket/k", b"abcdefghij");
    let error = failed(held.get_many(&[ByteRange::From { start: 0, length: Some(2) }]));
    assert_eq!(error.kind(), ErrorKind::Data, "{error}");
}

#[test]
fn time_is_bounded() {
    let server = Server::start();
    server.put("bucket/k", b"v");
    let late = Remote { timeout: Duration::from_millis(200), retries: 0, ..remote(&server) };
    let store = open_with("s3://bucket", &StoreOptions::default(), &late).unwrap();
    server.misbehave(|_, _| Some(Fault::Slow(Duration::from_secs(3))));
    let error = failed(store.get("k", ByteRange::ALL));
    assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
    // No server listens there.
    let nowhere = Remote { endpoint: Some("http://127.0.0.1:1".into()), retries: 0, ..remote(&server) };
    let store = open_with("s3://bucket", &StoreOptions::default(), &nowhere).unwrap();
    let error = failed(store.get("k", ByteRange::ALL));
    assert_eq!(error.kind(), ErrorKind::Io);
    assert!(error.message().contains("no connection") && error.message().contains("127.0.0.1:1"), "{error}");
}

#[test]
fn a_missing_key_and_a_forbidden_one_differ_unless_asked_for() {
    let server = Server::start();
    server.misbehave(|_, _| Some(Fault::Status(403, "")));
    let lenient = Remote { forbidden_is_missing: true, ..remote(&server) };
    let store = open_with("s3://bucket", &StoreOptions::default(), &lenient).unwrap();
    assert_eq!(get(&*store, "k"), None);
    assert_eq!(store.size("k").unwrap(), None);
    assert_eq!(failed(s3(&server, "").size("k")).kind(), ErrorKind::Permission);
}

#[test]
fn conditions_hold_whatever_happens() {
    let server = Server::start();
    let store = s3(&server, "");
    store.set("k", b"one").unwrap();
    let (_, version) = store.get_versioned("k", u64::MAX).unwrap();
    for status in [409, 412] {
        server.misbehave(move |asked: &Asked, _| (asked.method == "PUT").then_some(Fault::Status(status, "")));
        assert_eq!(failed(store.set_if("k", &version, b"two")).kind(), ErrorKind::Conflict);
    }
    // The answer to a write that was carried out is lost: the caller has to look what is there now.
    server.misbehave(|_, count| (count == 0).then_some(Fault::Lost));
    let written = store.set_if("k", &version, b"two");
    assert!(written.is_ok() || failed(written).kind() == ErrorKind::Conflict);
    assert_eq!(server.get("bucket/k").unwrap(), b"two");
    // A server without versions is not trusted.
    server.misbehave(|_, _| Some(Fault::NoETag));
    assert_eq!(failed(store.get_versioned("k", u64::MAX)).kind(), ErrorKind::Io);
    let plain = Remote { conditional: false, ..remote(&server) };
    let plain = open_with("s3://bucket", &StoreOptions::read_write(), &plain).unwrap();
    assert!(!plain.capabilities().conditional);
    assert_eq!(failed(plain.set_if("k", &version, b"x")).kind(), ErrorKind::Unsupported);
}

/// Threads of several handles change parts of the same chunks.
#[test]
fn no_update_is_lost() {
    let server = Server::start();
    let hierarchy = |options| open_store("s3://bucket/h", Some(options)).unwrap();
    let options = format!(
        r#"{{"endpoint": {:?}, "allow_http": true, "access_key": "id-of-key", "secret_key": "secret", "region": "here"}}"#,
        server.url()
    );
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[64]).unwrap();
    builder.chunk_shape(&[32]).unwrap();
    hierarchy(&options).create_array("a", &builder).unwrap();
    // Several processes have conditions in the place of locks: another process changes the objects.
    let meddle = Arc::new(std::sync::atomic::AtomicU64::new(0));
    let seen = Arc::clone(&meddle);
    server.misbehave(move |asked: &Asked, _| {
        let other = asked.method == "PUT" && seen.fetch_add(1, std::sync::atomic::Ordering::Relaxed).is_multiple_of(3);
        other.then_some(Fault::Status(412, ""))
    });
    std::thread::scope(|scope| {
        for writer in 0..8_u64 {
            let options = &options;
            scope.spawn(move || {
                let array = hierarchy(options).open_array("a", None).unwrap();
                for i in (writer..64).step_by(8) {
                    array.write_region(&[i], &[1], &[i as u8 + 1]).unwrap();
                }
            });
        }
    });
    let mut values = [0; 64];
    hierarchy(&options).open_array("a", None).unwrap().read_region(&[0], &[64], &mut values).unwrap();
    assert_eq!(values.to_vec(), (1..=64).collect::<Vec<u8>>());
}

#[test]
fn redirections_are_followed_by_readers_of_the_web() {
    let server = Server::start();
    server.put("bucket/k", b"0123456789");
    let to = format!("{}/bucket/k", server.url());
    server
        .misbehave(move |asked: &Asked, _| asked.path.starts_with("/old/").then(|| Fault::Redirect(Some(to.clone()))));
    let store = http(&server, "old");
    assert_eq!(store.get("k", ByteRange::Suffix(2)).unwrap().unwrap(), b"89");
    let error = failed(s3(&server, "").get("k", ByteRange::ALL).and_then(|_| {
        server.misbehave(|_, _| Some(Fault::Redirect(None)));
        s3(&server, "").get("k", ByteRange::ALL)
    }));
    assert!(error.message().contains("region"), "{error}");
}

#[test]
fn a_web_server_is_read_and_says_so() {
    let server = Server::start();
    let store = http(&server, "bucket/h");
    let capabilities = store.capabilities();
    assert!(!capabilities.writeable && !capabilities.erasable && !capabilities.listable && !capabilities.conditional);
    assert_eq!(failed(store.set("k", b"v")).kind(), ErrorKind::ReadOnly);
    assert_eq!(failed(store.erase("k")).kind(), ErrorKind::ReadOnly);
    assert_eq!(failed(store.erase_prefix("k/")).kind(), ErrorKind::ReadOnly);
    for listing in [store.list_all().map(drop), store.list_dir("").map(drop)] {
        assert_eq!(failed(listing).kind(), ErrorKind::Unsupported);
    }
}

/// Nodes of a hierarchy that can't be listed come from its consolidated metadata.
#[test]
fn consolidated_metadata_stands_in_for_listings() {
    for format in [zarr::format::FormatId::V2, zarr::format::FormatId::V3] {
        let server = Server::start();
        let writer = Hierarchy::with_store(s3(&server, "h"), None).unwrap();
        writer.create_group("/", Some(format), None).unwrap();
        writer.create_group("g", Some(format), None).unwrap();
        let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[8]).unwrap();
        builder.chunk_shape(&[4]).unwrap();
        builder.format(Some(format));
        let array = writer.create_array("g/a", &builder).unwrap();
        array.write_region(&[0], &[8], &[1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
        let url = format!("{}/bucket/h", server.url());
        let plain = open_store(&url, None).unwrap();
        plain.open_array("g/a", None).unwrap();
        let error = failed(plain.children("/"));
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");

        writer.consolidate("/").unwrap();
        server.misbehave(|_, _| None);
        let reader = open_store(&url, None).unwrap();
        assert_eq!(reader.children("/").unwrap(), ["g"]);
        let array = reader.open_array("g/a", None).unwrap();
        let before = server.log().len();
        assert!(before <= 4, "{before} requests");
        let mut values = [0; 8];
        array.read_region(&[0], &[8], &mut values).unwrap();
        assert_eq!(values, [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(server.log().len(), 2, "one for each chunk");
    }
}

/// A server may show each caller other data at one URL: what one has read is nothing that another one may see.
#[test]
fn what_one_caller_has_read_is_kept_from_another() {
    let server = Server::start();
    let writer = Hierarchy::with_store(s3(&server, "h"), None).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[4]).unwrap();
    builder.codec("gzip", Some(r#"{"level": 1}"#)).unwrap();
    let array = writer.create_array("a", &builder).unwrap();
    array.write_region(&[0], &[4], &[7; 4]).unwrap();
    let document = array.document().unwrap();
    let open = |who: &str| open_store(&format!("{}/bucket/h", server.url()), Some(&who.replace('\'', "\""))).unwrap();
    let opened = |store: &Arc<Hierarchy>| store.open_from_document("a", document.as_bytes(), None).unwrap();
    let read = |array: &zarr::array::Array| {
        let mut values = [0; 4];
        array.read_region(&[0], &[4], &mut values).map(|()| values)
    };
    let others = ["'headers': {'X-Tenant': 'two'}", "'token': 'abcdefgh'", "'anonymous': true"];
    let others = others.map(|other| opened(&open(&format!("{{'cache_bytes': 1000000, {other}}}"))));
    let one = opened(&open("{'cache_bytes': 1000000, 'headers': {'X-Tenant': 'one'}}"));
    assert_eq!(read(&one), Ok([7; 4]));
    server.misbehave(|_, _| Some(Fault::Status(403, "")));
    assert_eq!(read(&one), Ok([7; 4]), "it has been read, and is kept");
    for other in &others {
        assert_eq!(failed(read(other)).kind(), ErrorKind::Permission);
    }
}

#[test]
fn secrets_stand_in_no_message() {
    let server = Server::start();
    let secrets =
        ["the-secret-of-a-key", "the-session-token", "the-id-of-a-key", "user-name", "pass-word", "query-secret"];
    // A server that repeats what it was told.
    let repeats = "<Error><Code>the-id-of-a-key</Code><Message>the-secret-of-a-key the-session-token</Message></Error>";
    server.misbehave(move |_, _| Some(Fault::Status(403, repeats)));
    let tokens = Remote { token: Some("the-session-token".into()), ..remote(&server) };
    let url = server.url().replace("://", "://user-name:pass-word@");
    let stores = [
        open_with("s3://bucket", &StoreOptions::read_write(), &tokens).unwrap(),
        open_with(&format!("{url}/bucket?sig=query-secret"), &StoreOptions::default(), &tokens).unwrap(),
    ];
    for store in stores {
        let mut messages = vec![format!("{store:?}")];
        messages.push(failed(store.get("k", ByteRange::ALL)).message().to_owned());
        messages.push(failed(store.size("k")).message().to_owned());
        messages.extend(store.set("k", b"v").err().map(|error| error.message().to_owned()));
        messages.extend(store.list_all().err().map(|error| error.message().to_owned()));
        for (message, secret) in messages.iter().flat_map(|message| secrets.map(|secret| (message, secret))) {
            assert!(!message.contains(secret), "{message}");
        }
    }
    // URLs that are refused are not repeated whole.
    let endpoint = r#"{"endpoint": "http://me:b-secret@127.0.0.1:1/?sig=b-secret", "anonymous": true, "retries": 0}"#;
    let nonsense = r#"{"endpoint": "no URL at all, me:b-secret@host?sig=b-secret", "anonymous": true, "retries": 0}"#;
    for (url, options) in [
        ("ftp://me:b-secret@host/x?sig=b-secret", None),
        ("file://me:b-secret@host/x", None),
        ("file:///x?sig=b-secret", None),
        ("gs://bucket/x?token=b-secret", None),
        ("s3://me:b-secret@bucket/x", None),
        ("nothing://me:b-secret@host/x|zip:", None),
        ("s3://bucket", Some(endpoint)),
        ("gs://bucket", Some(endpoint)),
        ("az://container", Some(endpoint)),
        ("s3://bucket", Some(nonsense)),
        ("az://container", Some(nonsense)),
    ] {
        let error = match open_store(url, options) {
            Err(error) => error,
            Ok(hierarchy) => failed(hierarchy.store().get("k", ByteRange::ALL)),
        };
        assert!(!error.message().contains("b-secret"), "{url}: {error}");
    }
    for options in [r#"{"secret_key": 5}"#, r#"{"token": "a\nb-secret"}"#, r#"{"headers": {"x": "a\nb-secret"}}"#] {
        let error = failed(open_store("s3://bucket", Some(options)));
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(!error.message().contains("b-secret"), "{error}");
    }
}

#[test]
fn options_are_checked() {
    for options in [
        r#"{"retries": -1}"#,
        r#"{"in_flight": 0}"#,
        r#"{"io_threads": 100000}"#,
        r#"{"timeout": 0}"#,
        r#"{"timeout": "1s"}"#,
        r#"{"anonymous": 1}"#,
        r#"{"headers": []}"#,
        r#"{"headers": {"x": 1}}"#,
        r#"{"headers": {"not a name": "x"}}"#,
        r#"{"access_key": "id"}"#,
        r#"{"proxy": "no URL"}"#,
    ] {
        let error = failed(open_store("s3://bucket/h", Some(options)));
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{options}: {error}");
    }
    let error = failed(open_store("s3://bucket", Some(r#"{"ca_certificate": "/not/there.pem"}"#)));
    assert!(error.kind() == ErrorKind::Io && error.message().contains("ca_certificate"), "{error}");
    // Without TLS only where that is said.
    let server = Server::start();
    let strict = Remote { allow_http: false, retries: 0, ..remote(&server) };
    let store = open_with("s3://bucket", &StoreOptions::default(), &strict).unwrap();
    assert_eq!(failed(store.get("k", ByteRange::ALL)).kind(), ErrorKind::Io);
    assert!(server.log().is_empty());
    // Headers go along, and a token of the web.
    let more =
        Remote { headers: vec![("X-Mine".into(), "yes".into())], token: Some("abcd".into()), ..Remote::default() };
    let store = open_with(&format!("{}/bucket", server.url()), &StoreOptions::default(), &more).unwrap();
    assert_eq!(get(&*store, "k"), None);
    let asked = server.log().remove(0);
    assert_eq!((asked.headers["x-mine"].as_str(), asked.headers["authorization"].as_str()), ("yes", "Bearer abcd"));
}

/// The library finds the region of a bucket, and tells a bucket whose readers pay that the reader does.
#[test]
fn a_bucket_is_asked_where_it_lies_and_told_who_pays() {
    let server = Server::start();
    server.put("bucket/k", b"value");
    server.misbehave(|asked: &Asked, _| {
        (asked.path.trim_matches('/') == "bucket").then_some(Fault::Region("eu-central-9"))
    });
    let open = |more: &str| {
        let keys = r#""access_key": "id-of-key", "secret_key": "secret", "allow_http": true"#;
        open_store("s3://bucket", Some(&format!(r#"{{"endpoint": {:?}, {keys}{more}}}"#, server.url()))).unwrap()
    };
    let found = open(r#", "region": "auto", "requester_pays": true"#);
    assert!(server.log().is_empty(), "nothing is asked before it is needed");
    for _ in 0..2 {
        assert_eq!(found.store().get("k", ByteRange::ALL).unwrap().unwrap(), b"value");
    }
    let log = server.log();
    assert_eq!(log.iter().filter(|asked| asked.path.trim_matches('/') == "bucket").count(), 1, "once");
    assert_eq!(log[0].method, "HEAD");
    for asked in &log[1..] {
        assert!(asked.headers["authorization"].contains("/eu-central-9/"), "{asked:?}");
        assert_eq!(asked.headers["x-amz-request-payer"], "requester");
    }
    // A server that does not say has no other region.
    server.misbehave(|_, _| None);
    let silent = open(r#", "region": "auto""#);
    assert_eq!(silent.store().get("k", ByteRange::ALL).unwrap().unwrap(), b"value");
    let last = server.log().pop().unwrap();
    assert!(last.headers["authorization"].contains("/auto/") && !last.headers.contains_key("x-amz-request-payer"));
}

/// One object whose name no client can ask for, put there by another program, would stop every listing of the hierarchy.
#[test]
fn objects_without_a_key_do_not_stop_listings() {
    const GROUP: &[u8] = br#"{"zarr_format": 3, "node_type": "group"}"#;
    let server = Server::start();
    let odd = ["x//y", "//y", "./y", "../y", "x/./y", "x/..", "a\nb", "a\u{7f}b", "a\0b", "a\u{1}/b", "a\\b", "g/"];
    let google = Remote { token: Some("a-bearer-token".into()), ..remote(&server) };
    for (number, (scheme, remote)) in [("s3", remote(&server)), ("gs", google)].into_iter().enumerate() {
        for (case, odd) in odd.iter().enumerate() {
            let place = format!("bucket/{number}/{case}");
            for key in ["zarr.json", "g/zarr.json", "g/h/zarr.json", "&<>\"'/zarr.json"] {
                server.put(&format!("{place}/{key}"), GROUP);
            }
            let (node, nested) = (format!("{place}/{odd}/zarr.json"), format!("{place}/g/h/{odd}"));
            server.put(&node, GROUP);
            server.put(&nested, b"not ours");
            let url = format!("{scheme}://{place}");
            let store = open_with(&url, &StoreOptions::read_write(), &remote).unwrap();
            let keys = ["&<>\"'/zarr.json", "g/h/zarr.json", "g/zarr.json", "zarr.json"];
            assert_eq!(store.list_prefix("").unwrap(), keys, "{odd:?}");
            let hierarchy = Hierarchy::with_store(Arc::clone(&store), None).unwrap();
            let walked: Vec<String> = hierarchy.walk("", usize::MAX).unwrap().into_iter().map(|met| met.path).collect();
            assert_eq!(walked, ["&<>\"'", "g", "g/h"], "{odd:?}");
            assert_eq!(hierarchy.children("").unwrap(), ["&<>\"'", "g"], "{odd:?}");
            let target = open_store("memory://", None).unwrap();
            hierarchy.copy("", &target, "", None, &|_, _| true).unwrap();
            assert_eq!(target.store().list_prefix("").unwrap(), keys, "{odd:?}");
            hierarchy.consolidate("").unwrap();
            // All keys go. What is no key belongs to another program, and stays, where the client can't ask for it.
            hierarchy.erase("g").unwrap();
            assert_eq!(store.list_prefix("g/").unwrap(), [""; 0], "{odd:?}");
            assert_eq!(server.get(&format!("{place}/g/zarr.json")), None);
            assert_eq!(server.get(&nested).is_none(), odd.contains('\\'), "{odd:?}");
            assert!(server.get(&node).is_some(), "{odd:?}");
        }
    }
}
