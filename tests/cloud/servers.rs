//! Stores behind a network, against the servers that other people write: moto for S3, Azurite for Azure, nginx for the
//! web and for TLS. `make test-cloud` fetches them and runs this; `ZARR_CLOUD_TOOLS` names the folder where they are.

use crate::alike;
use crate::object_server;
use crate::store_suite::{self, REMOTE, Traits};
use std::cell::Cell;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use zarr::hierarchy::Hierarchy;
use zarr::store::{ByteRange, Remote, Store, StoreExt, StoreOptions, open_with};
use zarr::{Error, ErrorKind};

fn tools() -> PathBuf {
    std::env::var_os("ZARR_CLOUD_TOOLS").expect("ZARR_CLOUD_TOOLS is not set: use `make test-cloud`").into()
}

/// A server, which ends with its test.
struct Server {
    process: Child,
    port: u16,
    /// Where it keeps its things.
    _scratch: TempDir,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    /// Starts a command that is made of a free port and an empty folder, and waits until it listens.
    fn start(command: impl Fn(u16, &Path) -> Command) -> Self {
        let scratch = TempDir::new().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let log = std::fs::File::create(scratch.path().join("log")).unwrap();
        let mut command = command(port, scratch.path());
        command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
        let process = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let mut server = Self { process, port, _scratch: scratch };
        let begin = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            let ended = server.process.try_wait().unwrap();
            let log = || std::fs::read_to_string(server._scratch.path().join("log")).unwrap_or_default();
            assert!(ended.is_none() && begin.elapsed() < Duration::from_secs(60), "{command:?}: {}", log());
            std::thread::sleep(Duration::from_millis(50));
        }
        server
    }

    fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Sends one request as it stands, and gives the status.
    fn send(&self, request: &str, headers: &str, body: &str) -> u16 {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let length = body.len();
        write!(stream, "{request} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n{headers}Content-Length: {length}\r\n\r\n{body}")
            .unwrap();
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0)
    }
}

fn moto() -> Server {
    let server = Server::start(|port, _| {
        let mut command = Command::new(tools().join("venv/bin/moto_server"));
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]);
        command
    });
    assert_eq!(server.send("PUT /bucket", "", ""), 200);
    server
}

fn s3(server: &Server) -> Remote {
    Remote {
        endpoint: Some(server.url()),
        allow_http: true,
        region: Some("us-east-1".into()),
        access_key: Some("id-of-a-key".into()),
        secret_key: Some("secret-of-a-key".into()),
        ..Remote::default()
    }
}

fn suite(remote: &Remote, base: &str) {
    let count = Cell::new(0);
    store_suite::run(Traits { counts: false, ..REMOTE }, || -> Arc<dyn Store> {
        count.set(count.get() + 1);
        open_with(&format!("{base}/{}", count.get()), &StoreOptions::read_write(), remote).unwrap()
    });
}

#[test]
#[ignore = "needs moto: make test-cloud"]
fn s3_passes_the_suite() {
    let server = moto();
    // moto looks at a condition and writes in two steps, so that several writers at once would prove nothing.
    suite(&Remote { conditional: false, ..s3(&server) }, "s3://bucket/some/prefix");
    let store = open_with("s3://bucket/conditions", &StoreOptions::read_write(), &s3(&server)).unwrap();
    let refused = |result: zarr::Result<()>| result.unwrap_err().kind();
    store.set_if("k", &None, b"one").unwrap();
    assert_eq!(refused(store.set_if("k", &None, b"two")), ErrorKind::Conflict);
    let (value, version) = store.get_versioned("k", u64::MAX).unwrap();
    assert_eq!(value.unwrap(), b"one");
    store.set_if("k", &version, b"two").unwrap();
    assert_eq!(refused(store.set_if("k", &version, b"three")), ErrorKind::Conflict);
    assert_eq!(writes_listed(&*store, "k"), 3);
    store.erase("k").unwrap();
    assert_eq!(refused(store.set_if("k", &version, b"three")), ErrorKind::Conflict);
}

/// The tokens by which a client finds a write whose answer was lost: that the object was absent, and one for each
/// write.
fn writes_listed(store: &dyn Store, key: &str) -> usize {
    let (_, version) = store.get_versioned(key, u64::MAX).unwrap();
    version.unwrap().split_once('\n').unwrap().1.split('-').count()
}

#[test]
#[ignore = "needs moto: make test-cloud"]
fn large_values_and_many_keys_at_s3() {
    let server = moto();
    let store = open_with("s3://bucket/many", &StoreOptions::read_write(), &s3(&server)).unwrap();
    let large: Vec<u8> = (0..18_u32 << 20).map(|i| (i / 1000) as u8).collect();
    store.set("large", &large).unwrap();
    assert!(store.get("large", ByteRange::ALL).unwrap().unwrap() == large);
    // More than one answer of a listing, and more than one request to erase in bulk.
    let keys: Vec<String> = (0..1100).map(|i| format!("k/{i:04}")).collect();
    let values: Vec<(&str, &[u8])> = keys.iter().map(|key| (key.as_str(), &b"v"[..])).collect();
    store.set_many(&values).unwrap();
    assert_eq!(store.list_prefix("k/").unwrap(), keys);
    assert_eq!(store.list_dir("k/").unwrap().keys.len(), 1100);
    store.erase_prefix("k/").unwrap();
    assert_eq!(store.list_all().unwrap(), ["large"]);
    // A bucket that is not there is not an empty one.
    let other = open_with("s3://other", &StoreOptions::default(), &s3(&server)).unwrap();
    let error = other.get("k", ByteRange::ALL).unwrap_err();
    assert!(error.kind() == ErrorKind::Io && error.message().contains("NoSuchBucket"), "{error}");
}

/// Azurite with a container; the account is at the URL that is given back.
fn azurite(account: &str, key: &str, container: &str) -> (Server, String) {
    let server = Server::start(|port, scratch| {
        let mut command = Command::new(tools().join("node_modules/.bin/azurite-blob"));
        command.args(["--silent", "--skipApiVersionCheck", "--blobHost", "127.0.0.1"]);
        command.args(["--blobPort", &port.to_string()]).arg("--location").arg(scratch);
        command.env("AZURITE_ACCOUNTS", format!("{account}:{key}"));
        command
    });
    let url = format!("{}/{account}", server.url());
    // A container is not made without a signature.
    let mut create = Command::new(tools().join("venv/bin/python"));
    create.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cloud/create_container.py"));
    create.args([&url, account, key, container]);
    assert!(create.status().unwrap().success());
    (server, url)
}

/// The usual account for tests.
const AZURE_KEY: &str = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

#[test]
#[ignore = "needs Azurite: make test-cloud"]
fn azure_passes_the_suite() {
    let (_server, account) = azurite("devstoreaccount1", AZURE_KEY, "box");
    let remote = Remote {
        endpoint: Some(account),
        allow_http: true,
        account: Some("devstoreaccount1".into()),
        access_key: Some(AZURE_KEY.into()),
        ..Remote::default()
    };
    suite(&remote, "az://box/some/prefix");
    let store = open_with("az://box/tokens", &StoreOptions::read_write(), &remote).unwrap();
    store.set_if("k", &None, b"one").unwrap();
    let (_, version) = store.get_versioned("k", u64::MAX).unwrap();
    store.set_if("k", &version, b"two").unwrap();
    assert_eq!(writes_listed(&*store, "k"), 3);
    let error =
        open_with("az://other", &StoreOptions::default(), &remote).unwrap().get("k", ByteRange::ALL).unwrap_err();
    assert!(error.kind() == ErrorKind::Io && error.message().contains("ContainerNotFound"), "{error}");
}

/// Stores of other software, from two servers of others.
#[test]
#[ignore = "needs moto and nginx: make test-cloud"]
fn fixtures_are_read_alike_from_a_web_server_and_s3() {
    let folder = alike::folder();
    let (web, objects) = (nginx(&folder, None), moto());
    let bucket = open_with("s3://bucket", &StoreOptions::read_write(), &s3(&objects)).unwrap();
    let (mut from_web, mut from_s3) = (alike::Tally::default(), alike::Tally::default());
    for fixture in alike::fixtures(&folder) {
        let root = folder.join(&fixture.path);
        let inside = if fixture.zipped { "|zip:" } else { "" };
        let values = match fixture.zipped {
            true => vec![(fixture.path.clone(), std::fs::read(&root).unwrap())],
            false => {
                alike::files(&root).into_iter().map(|(key, value)| (format!("{}/{key}", fixture.path), value)).collect()
            }
        };
        let values: Vec<(&str, &[u8])> = values.iter().map(|(key, value)| (key.as_str(), &**value)).collect();
        bucket.set_many(&values).unwrap();
        for (base, remote, tally) in
            [(web.url(), Remote::default(), &mut from_web), ("s3://bucket".to_owned(), s3(&objects), &mut from_s3)]
        {
            let store =
                open_with(&format!("{base}/{}{inside}", fixture.path), &StoreOptions::default(), &remote).unwrap();
            let other = Hierarchy::with_store(store, Some(r#"{"mode": "r"}"#)).unwrap();
            alike::compare(&folder, &fixture, &other, tally);
        }
    }
    eprintln!("nginx: {from_web:?}, moto: {from_s3:?}");
    assert!(from_web.arrays > 1200 && from_s3.arrays == from_web.arrays && from_s3.groups > 90);
}

/// Runs openssl in a folder.
fn openssl(folder: &Path, arguments: &str) {
    let mut command = Command::new("openssl");
    command.current_dir(folder).args(arguments.split(' ')).stderr(Stdio::null());
    assert!(command.status().unwrap().success(), "openssl {arguments}");
}

/// A web server over a folder; `certificate`: the folder of one, for TLS.
fn nginx(root: &Path, certificate: Option<&Path>) -> Server {
    Server::start(|port, scratch| {
        let tls = certificate.map_or(String::new(), |folder| {
            let folder = folder.display();
            format!("ssl_certificate {folder}/leaf.pem; ssl_certificate_key {folder}/leaf.key;")
        });
        let ssl = if certificate.is_some() { " ssl" } else { "" };
        let paths =
            ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(|name| format!("{name}_temp_path t-{name};"));
        let configuration = format!(
            "daemon off; master_process off; pid pid; error_log stderr; worker_processes 1; events {{}}\nhttp {{ access_log off; {}\n\
             server {{ listen 127.0.0.1:{port}{ssl}; root {}; {tls} }} }}",
            paths.concat(),
            root.display()
        );
        std::fs::write(scratch.join("nginx.conf"), configuration).unwrap();
        let mut command = Command::new("nginx");
        command.args(["-e", "stderr", "-c", "nginx.conf", "-p"]).arg(scratch);
        command
    })
}

#[test]
#[ignore = "needs nginx: make test-cloud"]
fn certificates_are_checked() {
    let folder = TempDir::new().unwrap();
    let folder = folder.path();
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    openssl(folder, &format!("req -x509 {key} -keyout ca.key -out ca.pem -subj /CN=libzarr-test -days 2"));
    for (name, host) in [("right", "IP:127.0.0.1"), ("wrong", "DNS:other.example.org")] {
        let place = folder.join(name);
        std::fs::create_dir(&place).unwrap();
        std::fs::write(place.join("extensions"), format!("subjectAltName={host}\n")).unwrap();
        openssl(&place, &format!("req {key} -keyout leaf.key -out leaf.csr -subj /CN=leaf"));
        let sign = "x509 -req -in leaf.csr -CA ../ca.pem -CAkey ../ca.key -CAcreateserial -days 2 -extfile extensions";
        openssl(&place, &format!("{sign} -out leaf.pem"));
    }
    std::fs::write(folder.join("k"), b"0123456789").unwrap();
    let read = |server: &Server, trusted: bool| {
        let certificate = folder.join("ca.pem").to_str().unwrap().to_owned();
        let remote = Remote { ca_certificate: trusted.then_some(certificate), retries: 0, ..Remote::default() };
        let url = server.url().replace("http://", "https://");
        open_with(&url, &StoreOptions::default(), &remote).unwrap().get("k", ByteRange::Suffix(2))
    };
    let right = nginx(folder, Some(&folder.join("right")));
    assert_eq!(read(&right, true).unwrap().unwrap(), b"89");
    let refused = |result: zarr::Result<Option<Vec<u8>>>| -> Error { result.unwrap_err() };
    for error in [refused(read(&right, false)), refused(read(&nginx(folder, Some(&folder.join("wrong"))), true))] {
        assert!(error.kind() == ErrorKind::Io && error.message().contains("certificate"), "{error}");
    }
}

/// Every scheme by the C code of the page, against servers that stand for those of the world. Google Cloud is the
/// server that `cargo test` uses: there is no other that can be had.
#[test]
#[ignore = "needs moto, Azurite and nginx: make test-cloud"]
fn the_examples_of_the_documentation_run() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scratch = TempDir::new().unwrap();
    let (prefix, pages) = (scratch.path().join("prefix"), scratch.path().join("pages"));
    // An installed package, as far as a program in C needs one.
    let library = std::env::current_exe().unwrap().with_file_name("libzarr.so");
    std::fs::create_dir_all(prefix.join("lib")).unwrap();
    for (link, target) in
        [("include", sources.join("include")), ("lib/libzarr.so", library.clone()), ("lib/libzarr.so.0", library)]
    {
        std::os::unix::fs::symlink(target, prefix.join(link)).unwrap();
    }
    let readable_by_all = r#"{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": "*",
        "Action": "s3:GetObject", "Resource": "arn:aws:s3:::bucket/*"}]}"#;
    let (objects, web, google) = (moto(), nginx(&pages, None), object_server::Server::start());
    assert_eq!(objects.send("PUT /bucket?policy", "", readable_by_all) / 100, 2);
    let (_azure, account) = azurite("group", "c2VjcmV0", "container");
    let instead =
        format!(r#"{{"https://s3.example.org": {:?}, "https://data.example.org": {:?}}}"#, objects.url(), web.url());
    let mut run = Command::new(tools().join("venv/bin/python"));
    run.arg(sources.join("tests/docs/run.py")).arg(sources.join("docs/stores.md")).arg(&pages);
    run.envs([("SOURCES", sources), ("PREFIX", &prefix), ("LIBDIR", Path::new("lib"))]);
    run.envs([("CC", "cc"), ("CXX", "c++"), ("FC", "gfortran"), ("ZARR_PAGES_CLOUD", &instead)]);
    run.envs([
        ("AWS_ENDPOINT_URL", objects.url()),
        ("GOOGLE_BASE_URL", google.url()),
        ("AZURE_STORAGE_ENDPOINT", account),
    ]);
    run.envs(["AWS_ALLOW_HTTP", "GOOGLE_ALLOW_HTTP", "AZURE_ALLOW_HTTP"].map(|name| (name, "true")));
    run.envs([("AWS_ACCESS_KEY_ID", "id-of-a-key"), ("AWS_SECRET_ACCESS_KEY", "secret"), ("AWS_REGION", "us-east-1")]);
    run.env("PYTHONDONTWRITEBYTECODE", "1");
    let output = run.output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("2 outputs compared") && !told.contains("compiled"), "{told}");
}
