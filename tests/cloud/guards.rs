//! Servers and URLs must not cause these: secrets at other hosts or in messages, panics, calls without an end.

use crate::object_server::{Asked, Fault, Server};
use std::sync::Arc;
use std::time::{Duration, Instant};
use zarr::hierarchy::open_store;
use zarr::store::remote::Redirects;
use zarr::store::{ByteRange, Remote, Store, StoreExt, StoreOptions, open_with};
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

fn s3(remote: &Remote) -> Arc<dyn Store> {
    open_with("s3://bucket", &StoreOptions::read_write(), remote).unwrap()
}

fn refused(url: &str, options: &str) -> Error {
    let error = open_store(url, Some(options)).expect_err(&format!("{url} {options}"));
    assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{url} {options}: {error}");
    error
}

/// Two servers; the first one redirects `old/k` to the second.
fn redirecting() -> (Server, Server) {
    let (from, to) = (Server::start(), Server::start());
    to.put("new/k", b"0123456789");
    let target = format!("{}/new/k", to.url());
    from.misbehave(move |asked: &Asked, _| {
        let rest = asked.path.strip_prefix("/old/")?;
        Some(Fault::Redirect(Some(if rest == "k" { target.clone() } else { "/here/k".to_owned() })))
    });
    from.put("here/k", b"abc");
    (from, to)
}

#[test]
fn secrets_stay_with_the_server_of_the_url() {
    let (from, to) = redirecting();
    let more = Remote {
        headers: vec![("X-Api-Key".into(), "hunter2hunter2".into())],
        token: Some("a-bearer-token".into()),
        ..Remote::default()
    };
    let url = from.url().replace("://", "://me:passw0rd@");
    let store = open_with(&format!("{url}/old?sig=QUERYSECRET"), &StoreOptions::default(), &more).unwrap();
    assert_eq!(store.get("k", ByteRange::Suffix(2)).unwrap().unwrap(), b"89");
    assert_eq!(store.size("k").unwrap(), Some(10));
    for asked in from.log() {
        assert_eq!((&*asked.query, &*asked.headers["x-api-key"]), ("sig=QUERYSECRET", "hunter2hunter2"));
        assert_eq!(asked.headers["authorization"], "Bearer a-bearer-token");
    }
    let asked = to.log();
    assert_eq!(asked.len(), 2);
    for asked in asked {
        let text = format!("{asked:?}");
        for secret in ["hunter2", "bearer", "QUERYSECRET", "passw0rd", "referer", "x-api-key", "authorization"] {
            assert!(!text.contains(secret), "{text}");
        }
    }
    // On the server itself they go along.
    assert_eq!(store.get("other", ByteRange::ALL).unwrap().unwrap(), b"abc");
    assert!(
        from.log()
            .iter()
            .all(|asked| asked.headers.contains_key("x-api-key") && !asked.headers.contains_key("referer"))
    );
}

#[test]
fn a_user_in_a_url_is_told_to_its_server_alone() {
    let (from, to) = redirecting();
    let url = from.url().replace("://", "://me:pass%20w0rd@");
    let store = open_with(&format!("{url}/old"), &StoreOptions::default(), &Remote::default()).unwrap();
    assert_eq!(store.get("k", ByteRange::ALL).unwrap().unwrap(), b"0123456789");
    // "me:pass w0rd"
    assert_eq!(from.log()[0].headers.get("authorization").unwrap(), "Basic bWU6cGFzcyB3MHJk");
    assert!(!to.log()[0].headers.contains_key("authorization"));
}

#[test]
fn signatures_stay_with_the_server_of_the_bucket() {
    let (from, to) = redirecting();
    let store = open_with("s3://old", &StoreOptions::default(), &remote(&from)).unwrap();
    assert_eq!(store.get("k", ByteRange::ALL).unwrap().unwrap(), b"0123456789");
    let text = format!("{:?}", to.log());
    assert!(!text.contains("the-id-of-a-key") && !text.contains("x-amz"), "{text}");
}

#[test]
fn redirections_go_as_far_as_the_caller_allows() {
    let (from, to) = redirecting();
    for (redirects, elsewhere, here) in
        [(Redirects::Follow, true, true), (Redirects::SameHost, false, true), (Redirects::Refuse, false, false)]
    {
        let more = Remote { redirects, ..Remote::default() };
        let store = open_with(&format!("{}/old", from.url()), &StoreOptions::default(), &more).unwrap();
        for (key, allowed) in [("k", elsewhere), ("other", here)] {
            let got = store.get(key, ByteRange::ALL);
            assert_eq!(got.is_ok(), allowed, "{redirects:?} {key}: {got:?}");
            if let Err(error) = got {
                assert!(error.kind() == ErrorKind::Io && error.message().contains("\"redirects\""), "{error}");
            }
        }
    }
    assert_eq!(to.log().len(), 1);
    // A write is not sent elsewhere.
    let error = s3(&remote(&from)).set("k", b"v").err();
    assert!(error.is_none());
    let store = open_with("s3://old", &StoreOptions::read_write(), &remote(&from)).unwrap();
    assert_eq!(store.set("k", b"v").unwrap_err().kind(), ErrorKind::Io);
    assert!(to.log().is_empty());
    refused("s3://bucket", r#"{"redirects": "maybe"}"#);
}

/// They would end in a panic of the client, and a trace on stderr.
#[test]
fn what_is_no_endpoint_is_refused_at_opening() {
    for endpoint in [
        "localhost:9000",
        "127.0.0.1:9000",
        "minio.example.org",
        "minio.example.org/path",
        "http://",
        "http:// x",
        "://x",
        "http://[::1",
        "http://a b",
        "",
        " ",
        "//h",
        "http://*",
        "http://a..b",
        "http://127.0.0.1:1?x=1",
        "ftp://h",
    ] {
        for url in ["s3://bucket/x", "gs://bucket/x", "az://bucket/x"] {
            let options = format!(r#"{{"endpoint": {endpoint:?}, "anonymous": true, "account": "acc"}}"#);
            let error = refused(url, &options);
            let named = error.message().contains("endpoint")
                && error.message().contains(endpoint.trim_start_matches("://").split('?').next().unwrap());
            assert!(named, "{url} {endpoint}: {error}");
        }
    }
    for name in ["a b", "ü", "a%b", "[", "a\\b", "*", "a:b", "a;b", "a|b", "%00", "\u{200b}", "..", "."] {
        for scheme in ["s3", "gs", "az"] {
            refused(&format!("{scheme}://{name}/x"), r#"{"anonymous": true, "account": "acc"}"#);
        }
        let name = name.replace('\\', "\\\\");
        refused("az://container/x", &format!(r#"{{"anonymous": true, "account": "{name}"}}"#));
        refused("s3://bucket/x", &format!(r#"{{"anonymous": true, "region": "{name}"}}"#));
    }
    for bucket in ["a..b", "_", ".a", "xn--"] {
        let options = r#"{"endpoint": "http://127.0.0.1:1", "virtual_hosted": true, "anonymous": true}"#;
        refused(&format!("s3://{bucket}/x"), options);
    }
}

#[test]
fn what_names_secrets_in_the_wrong_place_is_refused_without_them() {
    for (url, options) in [
        ("gs://bucket/x", r#"{"service_account": "{\"private_key\": \"b-secret\"}"}"#),
        ("gs://bucket/x", r#"{"service_account": "\n {\"private_key\": \"b-secret\"}"}"#),
        ("az://name:b-secret@acc.dfs.core.windows.net/x", r#"{"anonymous": true}"#),
        ("abfs://name:b-secret@acc/x", r#"{"anonymous": true}"#),
        ("az://name:b-secret/x", r#"{"anonymous": true, "account": "acc"}"#),
        ("s3://id:b-secret/x", r#"{"anonymous": true}"#),
        ("ht tp://me:b-secret@127.0.0.1:1/x", "{}"),
    ] {
        let error = refused(url, options);
        assert!(!error.message().contains("b-secret"), "{url}: {error}");
    }
}

/// Without it, the listing takes memory until the process ends.
#[test]
fn a_listing_without_an_end_is_an_error() {
    let server = Server::start();
    let store = s3(&remote(&server));
    let faults: [fn(&Asked, usize) -> Option<Fault>; 2] = [
        |_, _| Some(Fault::MoreBehind("same")),
        |_, count| Some(Fault::MoreBehind(["one", "two", "three"][count % 3])),
    ];
    for fault in faults {
        server.misbehave(fault);
        for result in [store.list_all().map(drop), store.list_dir("").map(drop), store.erase_prefix("a/")] {
            let error = result.unwrap_err();
            assert!(error.kind() == ErrorKind::Io && error.message().contains("does not end its listing"), "{error}");
        }
        assert!(server.log().len() < 50);
    }
}

/// Each byte comes within `timeout`, and yet the call ends.
#[test]
fn a_slow_server_holds_no_call_beyond_the_deadline() {
    let server = Server::start();
    server.put("bucket/k", &[7; 1000]);
    let slow = |time: f64| {
        let store = s3(&Remote { deadline: Duration::from_secs_f64(time), ..remote(&server) });
        server.misbehave(|_, _| Some(Fault::Drip(Duration::from_millis(20))));
        store
    };
    let store = slow(0.4);
    let calls: [&dyn Fn() -> zarr::Result<()>; 4] = [
        &|| store.get("k", ByteRange::ALL).map(drop),
        &|| store.get_many(&[("k", ByteRange::ALL), ("k", ByteRange::Suffix(500))]).map(drop),
        &|| store.hold("k")?.get_many(&[ByteRange::ALL]).map(drop),
        &|| store.get_versioned("k", 5000).map(drop),
    ];
    for call in calls {
        let begin = Instant::now();
        let error = call().unwrap_err();
        assert!(error.kind() == ErrorKind::Timeout && error.message().contains("\"deadline\""), "{error}");
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    }
    // Retries count as well.
    server.misbehave(|_, _| Some(Fault::Status(503, "")));
    let begin = Instant::now();
    assert_eq!(store.set("k", b"v").unwrap_err().kind(), ErrorKind::Timeout);
    assert!(begin.elapsed() < Duration::from_secs(5));
    assert!(slow(60.0).get("k", ByteRange::Suffix(5)).is_ok());
    refused("s3://bucket", r#"{"deadline": 0}"#);
}
