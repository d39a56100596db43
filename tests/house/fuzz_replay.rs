//! The corpora of `fuzz/` run with the ordinary toolchain: what was found once, and what reaches far into the library,
//! is tried again each time. So are the same inputs cut short, and some hundreds that a generator makes, the same ones
//! each time.

#[path = "../../fuzz/src/lib.rs"]
mod targets;

use std::io::Read;
use std::path::Path;
use targets::{TARGETS, Target};

fn target(name: &str) -> Target {
    *TARGETS.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("there is no target {name}"))
}

/// The inputs of a target, by name: those in its folder of `fuzz/seeds`.
fn seeds(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(name);
    let mut seeds = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        let mut bytes = Vec::new();
        std::fs::File::open(&path).unwrap().read_to_end(&mut bytes).unwrap();
        seeds.push((path.display().to_string(), bytes));
    }
    seeds.sort();
    seeds
}

/// A generator that is the same on every machine.
struct Generator(u64);

impl Generator {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| (self.next() >> 24) as u8).collect()
    }
}

/// Runs the corpus, changed corpus entries, and bytes out of nothing.
fn replay(name: &str, made: usize) {
    let (_, run) = target(name);
    let seeds = seeds(name);
    assert!(!seeds.is_empty(), "there are no seeds of {name}");
    let mut random = Generator(0x9e37_79b9_7f4a_7c15);
    let try_one = |what: &str, bytes: &[u8]| {
        if let Err(panic) = std::panic::catch_unwind(|| run(bytes)) {
            eprintln!("{name}: {what}: {bytes:?}");
            std::panic::resume_unwind(panic);
        }
    };
    for (path, bytes) in &seeds {
        try_one(path, bytes);
        try_one(path, &bytes[..bytes.len() / 2]);
    }
    for number in 0..made {
        let (_, seed) = &seeds[number % seeds.len()];
        let mut bytes = seed.clone();
        for _ in 0..1 + random.next() % 4 {
            if bytes.is_empty() {
                break;
            }
            let at = random.next() as usize % bytes.len();
            match random.next() % 4 {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, random.next() as u8),
                _ => bytes[at] = random.next() as u8,
            }
        }
        try_one("a changed seed", &bytes);
        let length = (random.next() % 200) as usize;
        try_one("made bytes", &random.bytes(length));
    }
}

#[test]
fn calls() {
    replay("calls", 200);
}

#[test]
fn decoders() {
    replay("decoders", 800);
}

#[test]
fn differential() {
    replay("differential", 200);
}

#[test]
fn documents() {
    replay("documents", 500);
}

#[test]
fn hierarchy() {
    replay("hierarchy", 100);
}

#[test]
fn shards() {
    replay("shards", 200);
}

#[test]
fn zip() {
    replay("zip", 60);
}

#[test]
fn every_target_is_replayed() {
    let here = include_str!("fuzz_replay.rs");
    for (name, _) in TARGETS {
        assert!(here.contains(&format!("replay(\"{name}\"")), "{name} is not replayed");
    }
}

/// The targets are built from a list of crates of their own, which a new dependency of the library makes too old.
#[test]
fn the_list_of_crates_of_the_targets_is_that_of_the_library() {
    /// The library's dependencies in a list.
    fn needs(list: &str) -> Vec<String> {
        let (_, library) = list.split_once("name = \"libzarr\"\n").unwrap();
        let (_, names) = library.split_once("dependencies = [\n").unwrap();
        let (names, _) = names.split_once(']').unwrap();
        let name = |line: &str| line.trim_matches([' ', '"', ',']).split(' ').next().unwrap().to_owned();
        names.lines().map(name).collect()
    }
    let (manifest, all) = (include_str!("../../Cargo.toml"), needs(include_str!("../../Cargo.lock")));
    let targets = needs(include_str!("../../fuzz/Cargo.lock"));
    let (_, manifest) = manifest.split_once("\n[dependencies]\n").unwrap();
    let (manifest, _) = manifest.split_once("\n[features]\n").unwrap();
    let direct = manifest.lines().filter(|line| !line.contains("optional = true"));
    let direct: Vec<&str> = direct.filter_map(|line| line.split_once(" = ").map(|(name, _)| name)).collect();
    assert!(direct.len() > 8);
    for name in direct.iter().filter(|name| all.iter().any(|known| known == *name)) {
        assert!(targets.iter().any(|known| known == name), "fuzz/Cargo.lock lacks {name}");
    }
}
