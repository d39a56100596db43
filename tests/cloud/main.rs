//! Stores behind a network, against a server inside of the tests that also misbehaves, and against the servers of
//! others.

#![cfg(feature = "cloud")]

#[path = "../common/alike.rs"]
mod alike;
#[path = "../common/object_server.rs"]
mod object_server;
#[path = "../common/process.rs"]
mod process;
#[path = "../store_suite/mod.rs"]
mod store_suite;

mod fixtures;
mod guards;
mod objects;
mod outcomes;
mod processes;
mod servers;
