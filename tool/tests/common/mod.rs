//! Running the program.

#![allow(dead_code, reason = "every test file uses a part of it")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use tempfile::TempDir;
use zarr::array::ArrayBuilder;
use zarr::dtype::DataType;
use zarr::hierarchy::open_store;

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

/// The output of a command, which has to have succeeded.
#[track_caller]
pub fn text(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    assert_eq!(errors, "", "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The output of a command as JSON, read by another parser than ours.
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

/// A folder with a store in it: a group, a matrix of floats with a hole, and names.
pub struct Scene {
    /// The folder, which is removed in the end.
    pub folder: TempDir,
}

impl Scene {
    /// Makes it.
    pub fn new() -> Self {
        let scene = Self { folder: tempfile::tempdir().unwrap() };
        let store = open_store(&scene.path("s.zarr"), None).unwrap();
        store.create_group("", None, Some(r#"{"title": "a scene"}"#)).unwrap();
        let mut builder = ArrayBuilder::new(DataType::from_name("float64", None).unwrap(), &[4, 6]).unwrap();
        builder.chunk_shape(&[2, 3]).unwrap();
        builder.fill_value(&f64::NAN.to_ne_bytes()).unwrap();
        builder.dimension_names(&[Some("y"), Some("x")]).unwrap();
        builder.codec("zstd", None).unwrap();
        builder.attributes(r#"{"units": "K", "n": 3}"#).unwrap();
        let matrix = store.create_array("g/matrix", &builder).unwrap();
        // The last chunk is left out.
        let rows: Vec<u8> = (0..12).flat_map(|n| f64::from(n).to_ne_bytes()).collect();
        matrix.write_region(&[0, 0], &[2, 6], &rows).unwrap();
        matrix.write_region(&[2, 0], &[2, 3], &rows[..48]).unwrap();
        let mut builder = ArrayBuilder::new(DataType::from_name("string", None).unwrap(), &[3]).unwrap();
        builder.chunk_shape(&[2]).unwrap();
        let names = store.create_array("names", &builder).unwrap();
        let values = ["one", "", "th,ree"].map(|name| zarr::dtype::VariableValue::Bytes(name.as_bytes()));
        names.write_values(&[0], &[3], &values).unwrap();
        scene
    }

    /// A path in the folder.
    pub fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// The address of what lies in the store.
    pub fn at(&self, inside: &str) -> String {
        format!("{}::{inside}", self.path("s.zarr"))
    }
}
