//! The one suite that every store passes: what the formats and the engine rely on, whichever store is below. A store
//! that can be written passes all of it, from Rust and from C; one that is only read passes what is about reading,
//! filled by other means. Stores that are not this project's pass it too: `library.rs` hands it out to C.

mod reading;
mod through_c;
mod writing;

use std::sync::Arc;
use zarr::store::{ByteRange, Filled, Listing, Store, StoreExt};
use zarr::{ErrorKind, Result};

/// The properties of a store that the suite has to be told.
#[derive(Clone, Copy, Debug)]
pub struct Traits {
    /// A value that is held stays what it is ([`Store::hold`]); otherwise it is found by its key each time anew.
    pub holds: bool,
    /// A value that is written anew has another version, also if it is the same.
    pub counts: bool,
    /// Others may read while a value is written.
    pub readers: bool,
    /// The bytes of the longest key that is tried.
    pub longest_key: usize,
    /// No key is longer.
    pub refuses_longer_keys: bool,
    /// Keys may have control characters.
    pub control_characters: bool,
}

/// Stores of this machine.
#[allow(dead_code)]
pub const LOCAL: Traits = Traits {
    holds: true,
    counts: true,
    readers: true,
    longest_key: 2400,
    refuses_longer_keys: false,
    control_characters: true,
};

/// Stores in which values are found by their keys each time anew.
#[allow(dead_code)]
pub const BY_KEY: Traits = Traits { holds: false, ..LOCAL };

/// Stores whose names of objects are those of the cloud: up to 1024 bytes with all that stands before a key, and
/// without control characters.
#[allow(dead_code)]
pub const REMOTE: Traits = Traits { longest_key: 800, control_characters: false, ..BY_KEY };

/// Makes a store that holds these values and no others.
type Fill<'a> = dyn Fn(&[(&str, &[u8])]) -> Arc<dyn Store> + 'a;

/// A part of the suite for stores that hold what they are filled with.
type ReadingPart = (&'static str, fn(&Fill<'_>, &Traits));

/// A part of the suite for a new, empty store that can be written.
type WritingPart = (&'static str, fn(&dyn Store, &Traits));

/// Runs the suite for stores that can be written. `open` makes a new, empty one each time it is called.
#[allow(dead_code)]
pub fn run(traits: Traits, open: impl Fn() -> Arc<dyn Store>) {
    each_part(&traits, &open, |_, part| part());
}

/// Runs what of the suite is about reading, for stores that refuse to be written.
#[allow(dead_code)]
pub fn run_reading(traits: Traits, fill: impl Fn(&[(&str, &[u8])]) -> Arc<dyn Store>) {
    let from_c = |values: &[(&str, &[u8])]| through_c(fill(values));
    for fill in [&fill as &Fill<'_>, &from_c] {
        reading::PARTS.iter().for_each(|(_, part)| part(fill, &traits));
        writing::is_refused(&*fill(&[("a/x", b"v"), ("ab", b"v")]));
    }
}

fn through_c(store: Arc<dyn Store>) -> Arc<dyn Store> {
    Arc::new(through_c::ThroughC::new(store))
}

/// Hands over each part of the suite for stores that can be written, once from Rust and once from C.
#[allow(dead_code)]
pub fn each_part(traits: &Traits, open: &dyn Fn() -> Arc<dyn Store>, mut run: impl FnMut(&str, &dyn Fn())) {
    let from_c = || through_c(open());
    // Nothing holds a value for a program in C.
    let in_c = Traits { holds: false, ..*traits };
    let sides: [(_, &dyn Fn() -> Arc<dyn Store>, _); 2] = [("from Rust", open, traits), ("from C", &from_c, &in_c)];
    for (side, open, traits) in sides {
        let fill = |values: &[(&str, &[u8])]| {
            let store = open();
            values.iter().for_each(|(key, value)| store.set(key, value).unwrap());
            store
        };
        for (name, part) in reading::PARTS {
            run(&format!("{name}, {side}"), &|| part(&fill, traits));
        }
        for (name, part) in writing::PARTS {
            run(&format!("{name}, {side}"), &|| part(&*open(), traits));
        }
    }
}

fn kind<T>(result: Result<T>) -> ErrorKind {
    match result {
        Ok(_) => panic!("an error was expected"),
        Err(error) => error.kind(),
    }
}

fn get(store: &dyn Store, key: &str) -> Option<Vec<u8>> {
    store.get(key, ByteRange::ALL).unwrap()
}

fn from(start: u64, length: impl Into<Option<u64>>) -> ByteRange {
    ByteRange::From { start, length: length.into() }
}

fn filled(length: usize, total: u64) -> Option<Filled> {
    Some(Filled { length, total })
}

fn listing(keys: &[&str], prefixes: &[&str]) -> Listing {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    Listing { keys: owned(keys), prefixes: owned(prefixes) }
}

/// Texts that are no keys, wherever they are given.
const NO_KEYS: [&str; 12] = ["", "/", "/a", "a/", "a//b", "..", "../a", "a/../../b", "./a", "a/.", "a\0b", "a\\b"];

/// Texts that are no prefixes.
const NO_PREFIXES: [&str; 6] = ["a", "/", "/a/", "a//", "../", "a/../"];

/// A key of so many bytes, in segments that a file system takes.
fn key_of(length: usize) -> String {
    let mut key = "segment-of-some-length-0123456789/".repeat(length / 34 + 1);
    key.truncate(length);
    if key.ends_with('/') {
        key.replace_range(length - 1.., "x");
    }
    key
}
