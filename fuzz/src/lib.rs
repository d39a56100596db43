//! The fuzzed functions: each takes bytes, must return for any bytes, and checks its promises. libFuzzer
//! runs them under `make fuzz`; `tests/house/fuzz_replay.rs` runs them over the corpora with the ordinary toolchain.

pub mod calls;
pub mod decoders;
pub mod differential;
pub mod documents;
pub mod hierarchy;
pub mod input;
pub mod shards;
pub mod zip;

/// A target by its name.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: &[Target] = &[
    ("calls", calls::run),
    ("decoders", decoders::run),
    ("differential", differential::run),
    ("documents", documents::run),
    ("hierarchy", hierarchy::run),
    ("shards", shards::run),
    ("zip", zip::run),
];
