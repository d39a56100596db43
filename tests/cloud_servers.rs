//! Stores behind a network, against the servers that other people write: moto for S3, Azurite for Azure,
//! gcp-storage-emulator for Google Cloud, nginx for the web and for TLS. `make test-cloud` fetches them and runs this;
//! `ZARR_CLOUD_TOOLS` names the folder where they are.

#![cfg(feature = "cloud")]

#[path = "common/store_suite.rs"]
mod store_suite;

use std::cell::Cell;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use zarr::store::{Options, Remote, Store, open_with};

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
    store_suite::run_remote(false, || -> Arc<dyn Store> {
        count.set(count.get() + 1);
        open_with(&format!("{base}/{}", count.get()), &Options::read_write(), remote).unwrap()
    });
}

#[test]
#[ignore = "needs moto: make test-cloud"]
fn s3_passes_the_suite() {
    let server = moto();
    suite(&s3(&server), "s3://bucket/some/prefix");
}
