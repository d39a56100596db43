//! Stores behind a network in processes of their own: what the environment says, what a fork leaves, and writers that
//! know nothing of one another.

// A fork.
#![allow(unsafe_code)]

use crate::object_server::Server;
use crate::process;
use std::process::{Child, Stdio};
use std::sync::Arc;
use tempfile::TempDir;
use zarr::array::{Array, ArrayBuilder};
use zarr::dtype::DataType;
use zarr::hierarchy::{Hierarchy, open_store};
use zarr::store::{ByteRange, Remote, Store, StoreExt, StoreOptions, open_with};

/// Starts this program again, with one of the tests that are only parts of others, and nothing of AWS in its
/// environment.
fn again(part: &str, environment: &[(&str, &str)]) -> Child {
    let mut command = process::again(module_path!(), part);
    for (name, _) in std::env::vars_os().filter(|(name, _)| {
        let name = name.to_string_lossy().to_ascii_lowercase();
        name.starts_with("aws_") || name.ends_with("_proxy")
    }) {
        command.env_remove(name);
    }
    command.env("HOME", "/nonexistent").envs(environment.iter().copied());
    command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap()
}

fn run(part: &str, environment: &[(&str, &str)]) {
    assert!(again(part, environment).wait().unwrap().success(), "{part}");
}

fn given(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name}: a part of another test"))
}

fn remote(url: &str) -> Remote {
    Remote {
        endpoint: Some(url.to_owned()),
        allow_http: true,
        region: Some("here".into()),
        access_key: Some("the-id-of-a-key".into()),
        secret_key: Some("the-secret-of-a-key".into()),
        retries: 0,
        ..Remote::default()
    }
}

fn s3(remote: &Remote) -> Arc<dyn Store> {
    open_with("s3://bucket", &StoreOptions::read_write(), remote).unwrap()
}

fn value(store: &dyn Store) -> Option<Vec<u8>> {
    store.get("k", ByteRange::ALL).unwrap()
}

/// A server that is asked for the URLs of others answers for them, as a proxy does.
#[test]
fn requests_go_through_the_proxy_of_the_options_or_of_the_environment() {
    let server = Server::start();
    server.put("bucket/k", b"by proxy");
    let far = "http://objects.example.org";
    assert_eq!(value(&*s3(&Remote { proxy: Some(server.url()), ..remote(far) })).unwrap(), b"by proxy");
    assert_eq!(server.log()[0].headers["host"], "objects.example.org");
    for name in ["HTTP_PROXY", "http_proxy"] {
        run("asks_far_away", &[(name, &server.url()), ("FAR", far)]);
        assert_eq!(server.log().len(), 1, "{name}");
    }
    // No server listens at this proxy, and it is not asked.
    let nobody = "http://127.0.0.1:1";
    run("asks_far_away", &[("HTTP_PROXY", nobody), ("NO_PROXY", "127.0.0.1"), ("FAR", &server.url())]);
    assert_eq!(server.log().len(), 1);
}

#[test]
#[ignore = "a part of another test"]
fn asks_far_away() {
    assert_eq!(value(&*s3(&remote(&given("FAR")))).unwrap(), b"by proxy");
}

#[test]
fn keys_and_regions_come_from_files_and_variables() {
    let server = Server::start();
    let folder = TempDir::new().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let credentials = file(
        "credentials",
        "[default]\naws_access_key_id = AKIADEFAULT\naws_secret_access_key = s1\n\
         [group]\naws_access_key_id = AKIAGROUP\naws_secret_access_key = s2\naws_session_token = a-session-token\n",
    );
    let config = file("config", "[default]\nregion = eu-west-1\n[profile group]\nregion = eu-central-1\n");
    let url = server.url();
    let files: &[(&str, &str)] = &[("AWS_CONFIG_FILE", &config), ("AWS_SHARED_CREDENTIALS_FILE", &credentials)];
    let variables: &[(&str, &str)] =
        &[("AWS_ACCESS_KEY_ID", "AKIAENVIRONMENT"), ("AWS_SECRET_ACCESS_KEY", "s3"), ("AWS_REGION", "us-west-2")];
    let with = |environment: &[&[(&str, &str)]], options: &str| {
        let environment = [environment.concat(), vec![("AT", url.as_str()), ("OPTIONS", options)]].concat();
        run("asks_with_keys_from_elsewhere", &environment);
        server.log().remove(0).headers
    };
    for (environment, options, scope) in [
        (&[files][..], "", "AKIADEFAULT//eu-west-1"),
        (&[files, &[("AWS_PROFILE", "group")]], "", "AKIAGROUP//eu-central-1"),
        (&[files], r#", "profile": "group""#, "AKIAGROUP//eu-central-1"),
        (&[files, variables], "", "AKIAENVIRONMENT//us-west-2"),
        (&[files, variables], r#", "profile": "group""#, "AKIAGROUP//eu-central-1"),
        (&[files, variables], r#", "access_key": "AKIAOPTION", "secret_key": "s4""#, "AKIAOPTION//us-west-2"),
    ] {
        let headers = with(environment, options);
        let (key, region) = scope.split_once("//").unwrap();
        let signed = &headers["authorization"];
        assert!(signed.contains(&format!("Credential={key}/")) && signed.contains(region), "{scope}: {signed}");
        assert_eq!(headers.contains_key("x-amz-security-token"), key == "AKIAGROUP");
    }
    assert!(!with(&[files, variables], r#", "anonymous": true"#).contains_key("authorization"));
}

#[test]
#[ignore = "a part of another test"]
fn asks_with_keys_from_elsewhere() {
    let options = format!(r#"{{"endpoint": {:?}, "allow_http": true{}}}"#, given("AT"), given("OPTIONS"));
    let hierarchy = open_store("s3://bucket", Some(&options)).unwrap();
    assert_eq!(hierarchy.store().get("k", ByteRange::ALL).unwrap(), None);
}

/// The child of a fork has none of the threads that served its parent, and its connections are the parent's.
#[test]
fn a_child_of_fork_goes_on() {
    let server = Server::start();
    server.put("bucket/k", b"before");
    run("forks", &[("AT", &server.url())]);
    assert_eq!(server.get("bucket/child").unwrap(), b"of the child");
    assert_eq!(server.get("bucket/parent").unwrap(), b"of the parent");
}

#[test]
#[ignore = "a part of another test"]
fn forks() {
    let store = s3(&remote(&given("AT")));
    assert_eq!(value(&*store).unwrap(), b"before");
    // SAFETY: no other thread of this process holds anything that the child needs.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let good =
            value(&*store).is_some_and(|value| value == b"before") && store.set("child", b"of the child").is_ok();
        drop(store);
        // SAFETY: the child has nothing to clean up.
        unsafe { libc::_exit(i32::from(!good)) };
    }
    for _ in 0..10 {
        assert_eq!(value(&*store).unwrap(), b"before");
    }
    store.set("parent", b"of the parent").unwrap();
    let mut status = -1;
    // SAFETY: `status` is there for the whole call.
    unsafe { libc::waitpid(child, &raw mut status, 0) };
    assert_eq!(status, 0);
}

#[test]
#[cfg(target_os = "linux")]
fn threads_for_the_network_live_from_the_first_request_to_the_last_store() {
    let server = Server::start();
    run("counts_threads", &[("AT", &server.url())]);
    assert_eq!(server.log().len(), 1);
}

#[test]
#[ignore = "a part of another test"]
fn counts_threads() {
    let count = || {
        let tasks =
            std::fs::read_dir("/proc/self/task").unwrap().filter_map(|task| Some(task.ok()?.path().join("comm")));
        tasks.filter(|name| std::fs::read_to_string(name).is_ok_and(|name| name.starts_with("zarr-io"))).count()
    };
    let stores = [s3(&remote(&given("AT"))), s3(&Remote { io_threads: 3, ..remote(&given("AT")) })];
    assert_eq!(count(), 0);
    assert_eq!(value(&*stores[1]), None);
    let begin = std::time::Instant::now();
    // A thread takes its name after it was started.
    while count() < 3 {
        assert!(begin.elapsed() < std::time::Duration::from_secs(20));
    }
    assert_eq!(count(), 3);
    drop(stores);
    let begin = std::time::Instant::now();
    while count() > 0 {
        assert!(begin.elapsed() < std::time::Duration::from_secs(20));
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

const PROCESSES: u64 = 4;
const THREADS: u64 = 4;
const LENGTH: u64 = 192;

/// Arrays whose chunks every writer changes a part of: whole chunks, and shards with small chunks in them.
const ARRAYS: [(&str, bool); 2] = [("chunks", false), ("shards", true)];

fn arrays(hierarchy: &Hierarchy) -> impl Iterator<Item = (&'static str, bool)> {
    let v2 = hierarchy.store().exists("appended/.zarray").unwrap();
    ARRAYS.into_iter().filter(move |(_, sharded)| !(v2 && *sharded))
}

fn make_arrays(hierarchy: &Arc<Hierarchy>) {
    let int32 = || DataType::from_name("int32", None).unwrap();
    let mut builder = ArrayBuilder::new(int32(), &[0]).unwrap();
    builder.chunk_shape(&[10]).unwrap();
    hierarchy.create_array("appended", &builder).unwrap();
    for (name, sharded) in arrays(hierarchy) {
        let mut builder = ArrayBuilder::new(int32(), &[LENGTH]).unwrap();
        builder.chunk_shape(&[if sharded { 8 } else { 48 }]).unwrap();
        if sharded {
            builder.shard_shape(&[48]).unwrap();
        }
        hierarchy.create_array(name, &builder).unwrap();
    }
}

fn read(array: &Array) -> Vec<i32> {
    let count = array.shape();
    let mut bytes = vec![0; count[0] as usize * 4];
    array.read_region(&[0], &count, &mut bytes).unwrap();
    bytes.as_chunks::<4>().0.iter().map(|bytes| i32::from_ne_bytes(*bytes)).collect()
}

/// All writers write at once, each the elements that are its own, one by one; append to one array; and set attributes.
fn write_together(url: &str, options: &str) {
    let hierarchy = open_store(url, Some(options)).unwrap();
    make_arrays(&hierarchy);
    let writers: Vec<Child> = (0..PROCESSES)
        .map(|writer| again("writes_its_own", &[("AT", url), ("OPTIONS", options), ("WRITER", &writer.to_string())]))
        .collect();
    for mut writer in writers {
        assert!(writer.wait().unwrap().success());
    }
    let hierarchy = open_store(url, Some(options)).unwrap();
    let expected: Vec<i32> = (1..=LENGTH as i32).collect();
    for (name, _) in arrays(&hierarchy) {
        assert_eq!(read(&hierarchy.open_array(name, None).unwrap()), expected, "{url} {name}");
    }
    let appended = hierarchy.open_array("appended", None).unwrap();
    let mut blocks: Vec<i32> = read(&appended);
    blocks.sort_unstable();
    let due: Vec<i32> = (0..(PROCESSES * THREADS) as i32).flat_map(|writer| vec![writer + 1; 6]).collect();
    assert_eq!(blocks, due, "{url}: no block was lost, and none is there twice");
    let attributes = appended.attributes().unwrap();
    for writer in 0..PROCESSES * THREADS {
        assert!(attributes.contains(&format!("\"writer {writer}\"")), "{url}: {attributes}");
    }
}

#[test]
#[ignore = "a part of another test"]
fn writes_its_own() {
    let (url, options, writer) = (given("AT"), given("OPTIONS"), given("WRITER").parse::<u64>().unwrap());
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (url, options) = (&url, &options);
            scope.spawn(move || {
                // The elements of one writer lie in every chunk, unaligned, and beside those of all others.
                let own = writer * THREADS + thread;
                let hierarchy = open_store(url, Some(options)).unwrap();
                let appended = hierarchy.open_array("appended", None).unwrap();
                let set = |attributes: &mut zarr::json::Object| {
                    attributes.set(format!("writer {own}"), zarr::json::Json::Bool(true));
                    Ok(())
                };
                appended.edit_attributes(&mut { set }).unwrap();
                let block = (own as i32 + 1).to_ne_bytes().repeat(3);
                for _ in 0..2 {
                    appended.append(0, &[3], &block).unwrap();
                }
                for (name, _) in arrays(&hierarchy) {
                    let array = hierarchy.open_array(name, None).unwrap();
                    for index in (own..LENGTH).step_by((PROCESSES * THREADS) as usize) {
                        array.write_region(&[index], &[1], &(index as i32 + 1).to_ne_bytes()).unwrap();
                    }
                }
            });
        }
    });
}

#[test]
fn sixteen_writers_in_four_processes_lose_nothing_on_a_file_system() {
    let scratch = TempDir::new().unwrap();
    for format in ["v2", "v3"] {
        let options = format!(r#"{{"format": {format:?}}}"#);
        write_together(scratch.path().join(format).to_str().unwrap(), &options);
    }
}

#[test]
fn sixteen_writers_in_four_processes_lose_nothing_at_s3() {
    let server = Server::start();
    let keys = r#""access_key": "id-of-key", "secret_key": "secret", "region": "here""#;
    for format in ["v2", "v3"] {
        let url = server.url();
        let options = format!(r#"{{"format": {format:?}, "endpoint": {url:?}, "allow_http": true, {keys}}}"#);
        write_together(&format!("s3://bucket/{format}"), &options);
    }
}
