//! `doctor`: what it tells of a folder is tried out there, and nothing stays behind.

#![cfg(target_os = "linux")]

mod common;

use common::{code, json, program, run, text};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).unwrap().next().is_none()
}

/// A rank of a run that a launcher would have started.
fn rank(folder: &Path, (rank, size): (usize, usize), arguments: &[&str]) -> Command {
    let mut command = program();
    command.env("PMI_RANK", rank.to_string()).env("PMI_SIZE", size.to_string());
    command.args(["--json", "doctor"]).arg(folder).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn value(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A library to preload in which locks are refused.
fn no_locks(folder: &Path) -> PathBuf {
    let library = folder.join("no_locks.so");
    let source = common::root().join("tool/tests/no_locks.c");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let mut command = Command::new(compiler);
    assert!(command.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source).status().unwrap().success());
    library
}

#[test]
fn a_folder_is_tried_out_and_left_as_it_was() {
    let scratch = TempDir::new().unwrap();
    let path = scratch.path().to_str().unwrap();
    let found = json(&["doctor", path]);
    assert!(is_empty(scratch.path()));
    for lock in ["flock", "fcntl"] {
        assert_eq!(found[lock]["tested"], "works", "{found}");
        assert_eq!(found[lock]["nodes"], Value::Null);
    }
    for what in ["rename", "sync_folder", "case_sensitive"] {
        assert_eq!(found[what], true, "{what}");
    }
    assert!(found["longest_name"].as_u64().unwrap() >= 143 && found["free_bytes"].as_u64().unwrap() > 0);
    assert!(found["create_and_rename_us"].as_u64() <= found["create_and_rename_us_19_of_20"].as_u64());
    assert!(!found["advice"].as_array().unwrap().is_empty());
    let shown = text(&["doctor", path]);
    for line in ["file system ", "flock of a folder  keeps out another process", "advice "] {
        assert!(shown.contains(line), "{line} in\n{shown}");
    }
}

#[test]
fn what_is_no_folder_is_said() {
    let scratch = TempDir::new().unwrap();
    let file = scratch.path().join("file");
    std::fs::write(&file, "text").unwrap();
    assert_eq!(code(&run(&["doctor", scratch.path().join("none").to_str().unwrap()])), 3);
    let output = run(&["doctor", file.to_str().unwrap()]);
    assert_eq!(code(&output), 7);
    assert!(String::from_utf8_lossy(&output.stderr).contains("Not a directory"));
    assert_eq!(code(&run(&["doctor", &format!("{}::a", scratch.path().display())])), 2);
}

/// The files of a killed run are removed, and those of a running one stay.
#[test]
fn what_a_killed_run_has_left_is_taken_away() {
    let scratch = TempDir::new().unwrap();
    let mut gone = Command::new("true").spawn().unwrap();
    let dead = gone.id();
    gone.wait().unwrap();
    let folder = |process: u32| scratch.path().join(format!(".zarrtool-doctor-here-{process}"));
    for process in [dead, std::process::id()] {
        std::fs::create_dir(folder(process)).unwrap();
        std::fs::write(folder(process).join("file"), "").unwrap();
    }
    json(&["doctor", scratch.path().to_str().unwrap(), "--node", "here"]);
    assert!(!folder(dead).exists() && folder(std::process::id()).exists());
}

/// Two nodes, as far as the processes know. A lock that each of them got would be advice to lose data.
#[test]
fn ranks_try_the_locks_of_rank_0() {
    let scratch = TempDir::new().unwrap();
    // A run that was killed has left its question, and a rank finds that first.
    let left = scratch.path().join(".zarrtool-doctor-ranks");
    std::fs::create_dir(&left).unwrap();
    std::fs::write(left.join("task"), "old flock 1 2").unwrap();
    let follow = |number, node| rank(scratch.path(), (number, 4), &["--node", node]).spawn().unwrap();
    let others = [follow(1, "one"), follow(2, "two"), follow(3, "two")];
    std::thread::sleep(std::time::Duration::from_millis(300));
    let found = value(&rank(scratch.path(), (0, 4), &["--node", "one"]).output().unwrap());
    assert_eq!((&found["ranks"], &found["nodes"]), (&json!(4), &json!(2)));
    for lock in ["flock", "fcntl"] {
        assert_eq!(found[lock]["nodes"], json!({"kept_out": 1, "not_kept_out": 0}), "{lock}");
        assert_eq!(found[lock]["reach"], "all");
    }
    assert_eq!(found["default_reach"], "all");
    for other in others {
        let output = other.wait_with_output().unwrap();
        assert!(output.status.success() && output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(is_empty(scratch.path()));
}

#[test]
fn ranks_that_do_not_come_are_not_waited_for_for_ever() {
    let scratch = TempDir::new().unwrap();
    for number in [0, 1] {
        let output = rank(scratch.path(), (number, 2), &["--wait", "1"]).output().unwrap();
        assert_eq!(code(&output), 7, "rank {number}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("after 1 s"));
        assert!(is_empty(scratch.path()));
    }
}

#[test]
fn a_file_system_that_refuses_locks_gets_the_option_that_does_without() {
    let (scratch, shim) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let library = no_locks(shim.path());
    let look = |refuses: &str| {
        let mut command = program();
        command.env("LD_PRELOAD", &library).env("REFUSES", refuses);
        let found = value(&command.args(["--json", "doctor"]).arg(scratch.path()).output().unwrap());
        assert!(is_empty(scratch.path()));
        found
    };
    let found = look("flock");
    assert_eq!((&found["flock"]["tested"], &found["fcntl"]["tested"]), (&json!("refused"), &json!("works")));
    assert!(found["flock"]["why"].as_str().unwrap().contains("not implemented"), "{found}");
    assert_eq!(found["advice"][0]["option"], Value::Null, "the default goes on to fcntl: {found}");
    let found = look("all");
    assert_eq!(found["fcntl"]["tested"], "refused");
    assert_eq!(found["advice"][0]["option"], "\"lock\": \"none\"", "{found}");
}

#[test]
fn a_store_is_asked_for_conditional_writes() {
    let found = json(&["doctor", "memory://"]);
    assert_eq!((&found["conditional"], &found["options"]), (&json!(true), &Value::Null));
}
