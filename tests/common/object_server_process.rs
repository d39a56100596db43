//! The server of objects as a process of its own, for tests of several processes and in other languages:
//! `cargo run --example object_server -- PORT FAULTS`, with faults such as `lose=4,delay=20`. It prints its URL, and
//! serves until standard input ends.

mod object_server;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let port = arguments.next().map_or(0, |port| port.parse().expect("the port must be a number"));
    let plan = object_server::Plan::parse(&arguments.next().unwrap_or_default()).expect("faults");
    let server = object_server::Server::start_with(port, plan);
    println!("{}", server.url());
    std::thread::spawn(|| {
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        std::process::exit(0);
    });
    loop {
        std::thread::sleep(std::time::Duration::from_secs(1));
        // The log is not read here, and would grow without end.
        server.log();
    }
}
