//! Conditional writes behind a network whose answers are lost: each is carried out once, and its caller is told what
//! became of it.

use crate::object_server::{Asked, Fault, Plan, Server};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use zarr::ErrorKind;
use zarr::array::{Array, ArrayBuilder};
use zarr::dtype::DataType;
use zarr::hierarchy::{Hierarchy, open_store};
use zarr::store::{ByteRange, Remote, Store, StoreExt, StoreOptions, open_with};

fn remote(server: &Server) -> Remote {
    Remote {
        endpoint: Some(server.url()),
        allow_http: true,
        region: Some("here".into()),
        access_key: Some("the-id-of-a-key".into()),
        secret_key: Some("the-secret-of-a-key".into()),
        token: Some("a-bearer-token".into()),
        retries: 3,
        ..Remote::default()
    }
}

/// A bucket as S3 and as Google Cloud.
fn stores(server: &Server) -> [Arc<dyn Store>; 2] {
    ["s3://bucket", "gs://bucket"].map(|url| open_with(url, &StoreOptions::read_write(), &remote(server)).unwrap())
}

/// The hierarchy by another name of the server: what two processes are to one another, as locks in the process go by
/// the name.
fn hierarchy_by(name: &str, server: &Server) -> Arc<Hierarchy> {
    let options = format!(
        r#"{{"endpoint": "http://{name}.test", "proxy": {:?}, "allow_http": true, "access_key": "id-of-key",
            "secret_key": "secret", "region": "here"}}"#,
        server.url()
    );
    open_store("s3://bucket/h", Some(&options)).unwrap()
}

fn hierarchy(server: &Server) -> Arc<Hierarchy> {
    hierarchy_by("server", server)
}

fn empty_array(hierarchy: &Arc<Hierarchy>) -> Array {
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[0]).unwrap();
    builder.chunk_shape(&[8]).unwrap();
    hierarchy.create_array("a", &builder).unwrap()
}

fn read(array: &Array) -> Vec<u8> {
    let mut values = vec![0; array.shape()[0] as usize];
    array.read_region(&[0], &array.shape(), &mut values).unwrap();
    values
}

fn plans() -> Vec<Plan> {
    let plans =
        ["lose=2", "fail=2", "busy=2", "lose=3,fail=5,busy=2", "lose=2,content_tags=1", "fail=3,content_tags=1"];
    plans.map(|plan| Plan::parse(plan).unwrap()).to_vec()
}

/// Without it, blocks of fill values lie between the blocks that were appended.
#[test]
fn an_append_whose_answer_is_lost_is_made_once() {
    for plan in plans() {
        let server = Server::start_with(0, plan.clone());
        let array = empty_array(&hierarchy(&server));
        for block in 0..10 {
            assert_eq!(array.append(0, &[4], &[block + 1; 4]), Ok(4 * u64::from(block)), "{plan:?}");
        }
        let expected: Vec<u8> = (1..=10).flat_map(|block| [block; 4]).collect();
        assert_eq!(read(&array), expected, "{plan:?}");
    }
}

/// The answer is lost, and other writers have replaced the object before the client looks.
#[test]
fn appends_of_several_writers_are_made_once() {
    for plan in plans() {
        let server = Server::start_with(0, plan.clone());
        empty_array(&hierarchy(&server));
        let starts: Vec<u64> = std::thread::scope(|scope| {
            let writers: Vec<_> = (0..4_u8)
                .map(|writer| {
                    let array = hierarchy_by(&format!("writer{writer}"), &server).open_array("a", None).unwrap();
                    let work =
                        move || (0..6).map(|_| array.append(0, &[4], &[writer + 1; 4]).unwrap()).collect::<Vec<_>>();
                    scope.spawn(work)
                })
                .collect();
            writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
        });
        let mut sorted = starts.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..24).map(|block| 4 * block).collect::<Vec<u64>>(), "{plan:?}");
        let values = read(&hierarchy(&server).open_array("a", None).unwrap());
        assert_eq!(values.len(), 96, "{plan:?}");
        for (count, writer) in starts.iter().zip((1..=4).flat_map(|writer| [writer; 6])) {
            assert_eq!(values[*count as usize..][..4], [writer; 4], "{plan:?}");
        }
    }
}

#[test]
fn a_lost_answer_does_not_make_a_creation_fail() {
    for fault in [Fault::Lost, Fault::After(500), Fault::After(503), Fault::After(408)] {
        let server = Server::start();
        for store in stores(&server) {
            let ours = fault.clone();
            server.misbehave(move |asked: &Asked, count| (count == 0 && asked.method == "PUT").then(|| ours.clone()));
            store.set_if("new", &None, b"one").unwrap();
            assert_eq!(store.set_if("new", &None, b"two").unwrap_err().kind(), ErrorKind::Conflict, "{fault:?}");
            let puts = server.log().iter().filter(|asked| asked.method == "PUT").count();
            assert_eq!((store.get("new", ByteRange::ALL).unwrap().unwrap(), puts), (b"one".to_vec(), 2), "{fault:?}");
            store.erase("new").unwrap();
        }
    }
}

/// A proxy repeats a request, whose second try meets the first; the client sees 412.
#[test]
fn a_write_that_meets_itself_has_succeeded() {
    let server = Server::start();
    for store in stores(&server) {
        store.set_if("k", &None, b"one").unwrap();
        let (_, version) = store.get_versioned("k", 100).unwrap();
        server.misbehave(|asked: &Asked, count| (count == 0 && asked.method == "PUT").then_some(Fault::After(412)));
        store.set_if("k", &version, b"two").unwrap();
        assert_eq!(store.get("k", ByteRange::ALL).unwrap().unwrap(), b"two");
        store.erase("k").unwrap();
    }
}

/// Writes that follow a lost answer tell what became of it; `between`: what other writers do before the client looks.
fn after_a_lost_answer(
    lost: Fault,
    between: impl Fn(&dyn Store, &Server) + Send + Sync + 'static,
    metadata: bool,
) -> zarr::Result<()> {
    let server = Arc::new(Server::start());
    let [store, other] =
        [0; 2].map(|_| open_with("s3://bucket", &StoreOptions::read_write(), &remote(&server)).unwrap());
    store.set_if("k", &None, b"before").unwrap();
    let (_, version) = store.get_versioned("k", 100).unwrap();
    let (meddled, seen) = (AtomicUsize::new(0), Arc::downgrade(&server));
    server.misbehave(move |asked: &Asked, count| {
        if count == 0 {
            return Some(lost.clone());
        }
        if meddled.fetch_add(1, Ordering::Relaxed) == 0 {
            between(&*other, &seen.upgrade().unwrap());
        }
        (!metadata && asked.method == "HEAD").then_some(Fault::NoMetadata)
    });
    store.set_if("k", &version, b"mine")
}

fn replace(store: &dyn Store, _: &Server) {
    let (value, version) = store.get_versioned("k", 100).unwrap();
    let value = [value.unwrap(), b", and another".to_vec()].concat();
    store.set_if("k", &version, &value).unwrap();
}

#[test]
fn the_outcome_is_known_though_others_have_written_since() {
    after_a_lost_answer(Fault::Lost, replace, true).unwrap();
    // Not carried out, and another writer was faster than the second try.
    let error = after_a_lost_answer(Fault::Hang, replace, true).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict, "{error}");
    // Erased meanwhile: nothing is left of the write.
    let error = after_a_lost_answer(Fault::Lost, |store, _| store.erase("k").unwrap(), true).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict, "{error}");
}

/// Neither success nor a conflict, after which a caller would write again.
#[test]
fn an_outcome_that_can_not_be_known_is_an_error_that_says_so() {
    let plain = |_: &dyn Store, server: &Server| server.put("bucket/k", b"of another program");
    for error in [
        after_a_lost_answer(Fault::Lost, |_, _| {}, false).unwrap_err(),
        after_a_lost_answer(Fault::Lost, replace, false).unwrap_err(),
        after_a_lost_answer(Fault::Lost, plain, true).unwrap_err(),
        after_a_lost_answer(Fault::After(500), plain, true).unwrap_err(),
    ] {
        assert!(
            error.kind() == ErrorKind::Io && error.message().contains("outcome of the write is not known"),
            "{error}"
        );
    }
    // Servers that keep no metadata: an answer that arrives is as good as ever.
    let server = Server::start_with(0, Plan { no_metadata: true, ..Plan::default() });
    for store in stores(&server) {
        store.set_if("k", &None, b"one").unwrap();
        let (_, version) = store.get_versioned("k", 100).unwrap();
        store.set_if("k", &version, b"two").unwrap();
        assert_eq!(store.set_if("k", &version, b"three").unwrap_err().kind(), ErrorKind::Conflict);
        store.erase("k").unwrap();
    }
}

/// The server carries a write out after the client has given it up and tried again.
#[test]
fn a_write_that_arrives_late_is_made_once() {
    let server = Server::start();
    let hasty = Remote { timeout: Duration::from_millis(200), ..remote(&server) };
    let store = open_with("s3://bucket", &StoreOptions::read_write(), &hasty).unwrap();
    store.set_if("k", &None, b"one").unwrap();
    let (_, version) = store.get_versioned("k", 100).unwrap();
    server.misbehave(|_, count| (count == 0).then_some(Fault::Slow(Duration::from_millis(700))));
    store.set_if("k", &version, b"two").unwrap();
    let (_, version) = store.get_versioned("k", 100).unwrap();
    std::thread::sleep(Duration::from_secs(1));
    assert_eq!(store.get_versioned("k", 100).unwrap(), (Some(b"two".to_vec()), version));
}

/// The processes of one job create one array: exactly one is told that it has, also where answers are lost.
#[test]
fn one_of_several_creators_succeeds() {
    for plan in plans() {
        let server = Server::start_with(0, plan.clone());
        for round in 0..5 {
            let key = format!("k{round}");
            let made = AtomicUsize::new(0);
            std::thread::scope(|scope| {
                for writer in 0..4_u8 {
                    let (server, key, made) = (&server, &key, &made);
                    scope.spawn(move || {
                        let store = open_with("s3://bucket", &StoreOptions::read_write(), &remote(server)).unwrap();
                        match store.set_if(key, &None, &[writer]) {
                            Ok(()) => drop(made.fetch_add(1, Ordering::Relaxed)),
                            Err(error) => assert_eq!(error.kind(), ErrorKind::Conflict, "{error}"),
                        }
                    });
                }
            });
            assert_eq!(made.into_inner(), 1, "{plan:?}");
        }
    }
}
