//! Running the program.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The program, ready for arguments; without what the environment says of colours.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zarrtool"));
    command.env_remove("NO_COLOR").env_remove("COLORTERM").env("TERM", "dumb");
    command
}

/// Runs it.
pub fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().expect("the program starts")
}

/// Its exit code.
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("it ended by itself")
}

/// What it printed; it has to have succeeded.
#[track_caller]
pub fn text(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    assert_eq!(errors, "", "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The same as JSON, read by another parser than ours.
#[track_caller]
pub fn json(arguments: &[&str]) -> serde_json::Value {
    let mut all = vec!["--json"];
    all.extend(arguments);
    serde_json::from_str(&text(&all)).expect("JSON")
}

/// The top of the sources.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the library is above")
}

/// The stores that other software wrote.
pub fn fixtures() -> &'static Path {
    static FIXTURES: OnceLock<PathBuf> = OnceLock::new();
    FIXTURES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fixtures-{}", std::process::id()));
        let unpacked = Command::new(root().join("scripts/fixtures")).arg(&folder).status().expect("a shell");
        assert!(unpacked.success());
        folder
    })
}
