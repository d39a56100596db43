//! The house itself: what is made of the sources, what they may hold, and what pages say of tests. This must build
//! while the list of struct layouts is out of date: it makes that list anew, and `tests/ffi` is asserted against it.

mod abi;
mod architecture;
mod c_reference;
mod codecs;
mod conformance;
mod facade;
mod features;
mod fuzz_replay;
mod header;
mod language;
mod languages;
mod messages;
mod models;
mod reverts;
mod support;
