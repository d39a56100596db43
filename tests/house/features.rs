//! The dependencies of a build: without a feature, none of its own; and in no build anything that a user could not take
//! along, or would have to install.

use std::collections::BTreeSet;
use std::process::Command;

/// The stand-in for a crate, for its tests.
#[allow(dead_code)]
#[path = "../../crates/crc-fast/src/lib.rs"]
mod crc_fast;

/// The names of the crates of a build, without what only tests need.
fn crates(arguments: &[&str]) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    // Not offline: what a feature brings that is off may not have been fetched yet.
    command.args(["tree", "--locked", "--edges", "normal,build", "--prefix", "none"]).args(arguments);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

const CLOUD: [&str; 9] =
    ["object_store", "reqwest", "rustls", "ring", "tokio", "hyper", "futures-util", "url", "serde"];

#[test]
fn a_feature_that_is_off_brings_nothing() {
    let all = crates(&["--all-features"]);
    let plain = crates(&["--no-default-features"]);
    let usual = crates(&[]);
    assert_eq!(usual, all, "everything is on by itself");
    let with_zfp = crates(&["--no-default-features", "--features", "zfp"]);
    for name in CLOUD {
        assert!(all.contains(name), "{name}");
        assert!(!plain.contains(name) && !with_zfp.contains(name), "{name}");
    }
    assert!(!plain.contains("zfp-rs") && with_zfp.contains("zfp-rs"));
    assert!(plain.is_subset(&all));
}

/// The features of the library in a build of a package.
fn features_of_the_library(package: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.args([
        "tree",
        "--locked",
        "--edges",
        "normal",
        "--depth",
        "1",
        "--prefix",
        "none",
        "--format",
        "{p} [{f}]",
    ]);
    let output = command.args(["--package", package]).args(arguments).output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find(|line| line.starts_with("libzarr ")).unwrap();
    line.rsplit_once('[').unwrap().1.to_owned()
}

/// cargo keeps one build of a library in a folder: with other features for the tool, each test of the one would make
/// the build of the other out of date, which takes minutes.
#[test]
fn the_tool_is_built_with_the_library_that_is_there() {
    for arguments in [&[][..], &["--no-default-features", "--features", "zfp"], &["--no-default-features"]] {
        let (library, tool) =
            (features_of_the_library("libzarr", arguments), features_of_the_library("zarrtool", arguments));
        assert_eq!(library, tool, "{arguments:?}");
    }
}

/// TLS comes along, and needs neither the system's nor more than a C compiler to build.
#[test]
fn there_is_no_openssl() {
    for name in crates(&["--all-features"]) {
        let unwanted = ["openssl", "openssl-sys", "native-tls", "aws-lc-rs", "aws-lc-sys", "cmake", "bindgen"];
        assert!(!unwanted.contains(&name.as_str()), "{name}");
    }
}

/// The licences of all crates of a build, for any platform.
#[test]
fn every_licence_lets_a_program_be_given_away() {
    let permissive = [
        "MIT",
        "Apache-2.0",
        "ISC",
        "BSD-2-Clause",
        "BSD-3-Clause",
        "Zlib",
        "Unicode-3.0",
        "BSL-1.0",
        "Unlicense",
        "0BSD",
        "bzip2-1.0.6",
        "CC0-1.0",
        "CDLA-Permissive-2.0",
        "Apache-2.0 WITH LLVM-exception",
    ];
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command.args([
        "tree",
        "--locked",
        "--offline",
        "--all-features",
        "--edges",
        "normal,build",
        "--prefix",
        "none",
        "--format",
        "{p}|{l}",
    ]);
    let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
    let mut seen = 0;
    for line in text.lines() {
        let Some((name, licence)) = line.trim_end_matches(" (*)").split_once('|') else { continue };
        // One of several suffices; of those that must all be kept, each.
        let licence = licence.replace(['(', ')'], "").replace('/', " OR ").replace("  ", " ");
        let fits = |term: &str| term.split(" AND ").all(|term| permissive.contains(&term.trim()));
        assert!(licence.split(" OR ").any(fits), "{name}: {licence:?}");
        seen += 1;
    }
    assert!(seen > 100, "{seen} crates");
}
