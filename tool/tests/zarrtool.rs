//! The commands' output, changes and statuses, as a user at a terminal or a script meets them.

mod common;

use common::{Scene, code, json, program, run, text};
use serde_json::json;
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use zarr::array::ArrayBuilder;
use zarr::dtype::DataType;
use zarr::hierarchy::{Hierarchy, open_store};

/// Every file below a folder, with its bytes.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_owned(), std::fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// How many files there are below a folder, also while it changes.
fn count(folder: &Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let below = |path: PathBuf| if path.is_dir() { count(&path) } else { 1 };
    entries.filter_map(Result::ok).map(|entry| below(entry.path())).sum()
}

#[test]
fn info_tells_what_an_array_is() {
    let scene = Scene::new();
    let info = json(&["info", &scene.at("g/matrix")]);
    assert_eq!(info["format"], "v3");
    assert_eq!(info["data_type"], "float64");
    assert_eq!((&info["shape"], &info["chunk_shape"]), (&json!([4, 6]), &json!([2, 3])));
    assert_eq!(info["dimension_names"], json!(["y", "x"]));
    assert_eq!(info["attributes"], json!({"units": "K", "n": 3}));
    assert_eq!((&info["chunks"], &info["stored_chunks"], &info["bytes"]), (&json!(4), &json!(3), &json!(192)));
    assert_eq!(info["codecs"][1]["name"], "zstd");
    assert!(info["stored_bytes"].as_u64().unwrap() > 0);
    let shown = text(&["info", &scene.at("g/matrix")]);
    for line in ["shape       4 × 6", "dimensions  y, x", "stored      3 of 4 chunks (75 %)", "fill value  NaN"] {
        assert!(shown.contains(line), "{line} in\n{shown}");
    }
    assert_eq!(json(&["info", "--no-scan", &scene.at("g/matrix")]).get("stored_chunks"), None);
    assert_eq!(json(&["info", &scene.path("s.zarr")])["children"], json!(["g", "names"]));
    let document: serde_json::Value = serde_json::from_str(&text(&["info", "--document", &scene.at("names")])).unwrap();
    assert_eq!(document["zarr_format"], 3);
    let document: serde_json::Value = serde_json::from_str(&text(&["info", "--document", &scene.at("g")])).unwrap();
    assert_eq!(document["node_type"], "group");
}

#[test]
fn tree_shows_a_hierarchy() {
    let scene = Scene::new();
    let shown = text(&["tree", &scene.path("s.zarr")]);
    let lines: Vec<&str> = shown.lines().skip(1).collect();
    assert_eq!(lines, ["├─ g/", "│  └─ matrix  (y: 4, x: 6) float64", "└─ names  (3) string"]);
    assert_eq!(text(&["tree", "--depth", "1", &scene.path("s.zarr")]).lines().count(), 3);
    let nodes = json(&["tree", &scene.path("s.zarr")]);
    let paths: Vec<&str> = nodes.as_array().unwrap().iter().map(|node| node["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["", "g", "g/matrix", "names"]);
    assert_eq!((&nodes[2]["dimension_names"], &nodes[3]["dimension_names"]), (&json!(["y", "x"]), &json!(null)));
}

#[test]
fn keys_are_listed_read_and_removed() {
    let scene = Scene::new();
    assert_eq!(text(&["ls", &scene.path("s.zarr")]), "g/\nnames/\nzarr.json\n");
    let keys = text(&["ls", "-r", &scene.at("names")]);
    assert_eq!(keys, "c/0\nc/1\nzarr.json\n");
    let listed = json(&["ls", "-l", &scene.at("names")]);
    assert!(listed["keys"][0]["size"].as_u64().unwrap() > 100);
    assert_eq!(json(&["cat", &scene.at("zarr.json")])["json"]["node_type"], "group");
    let whole = run(&["cat", &scene.at("names/c/0")]).stdout;
    let end = run(&["cat", "--start", "-3", &scene.at("names/c/0")]).stdout;
    assert_eq!(end, whole[whole.len() - 3..]);
    let middle = run(&["cat", "--start", "1", "--length", "2", &scene.at("names/c/0")]).stdout;
    assert_eq!(middle, whole[1..3]);

    assert_eq!(code(&run(&["rm", &scene.path("s.zarr")])), 2);
    assert_eq!(code(&run(&["rm", &scene.at("names")])), 3);
    text(&["rm", &scene.at("names/c/0")]);
    assert_eq!(text(&["ls", "-r", &scene.at("names")]), "c/1\nzarr.json\n");
    assert_eq!(json(&["rm", "-r", &scene.at("names/c")])["removed"], 1);
    text(&["rm", "--node", &scene.at("g")]);
    assert_eq!(text(&["ls", &scene.path("s.zarr")]), "names/\nzarr.json\n");
    // A store that is not there is not made.
    assert_eq!(code(&run(&["rm", "-r", &scene.path("nothing.zarr")])), 3);
    assert!(!Path::new(&scene.path("nothing.zarr")).exists());
}

#[test]
fn attributes_are_read_and_changed() {
    let scene = Scene::new();
    let matrix = scene.at("g/matrix");
    assert_eq!(text(&["attrs", "get", &matrix, "units"]), "K\n");
    assert_eq!(json(&["attrs", "get", &matrix, "units"]), "K");
    assert_eq!(json(&["attrs", "set", &matrix, "n", "[1, 2.5]"]), json!({"units": "K", "n": [1, 2.5]}));
    text(&["attrs", "set", &matrix, "long name", "air temperature"]);
    text(&["attrs", "rm", &matrix, "units"]);
    assert_eq!(json(&["attrs", "get", &matrix]), json!({"n": [1, 2.5], "long name": "air temperature"}));
    assert_eq!(code(&run(&["attrs", "get", &matrix, "units"])), 3);
    text(&["attrs", "replace", &matrix, r#"{"a": null}"#]);
    assert_eq!(json(&["attrs", "get", &matrix]), json!({"a": null}));
    assert_eq!(code(&run(&["attrs", "replace", &matrix, "[]"])), 2);
}

/// Typing takes long: a comma too many must not throw it away, and what is typed is for the eyes of the user alone.
#[test]
fn attributes_are_changed_in_an_editor() {
    let scene = Scene::new();
    let (matrix, temporary) = (scene.at("g/matrix"), PathBuf::from(scene.path("temporary")));
    std::fs::create_dir(&temporary).unwrap();
    text(&["attrs", "replace", &matrix, r#"{"a": null}"#]);
    let edit_with = |editor: &str, mut program: std::process::Command| {
        let output = program.env("VISUAL", editor).env("TMPDIR", &temporary).output().unwrap();
        let message = String::from_utf8(output.stderr.clone()).unwrap();
        let left: Vec<PathBuf> = std::fs::read_dir(&temporary).unwrap().map(|entry| entry.unwrap().path()).collect();
        let kept: Vec<(String, u32)> = left
            .iter()
            .filter(|path| !path.is_symlink())
            .map(|path| {
                assert!(message.contains(path.to_str().unwrap()), "{message}");
                (std::fs::read_to_string(path).unwrap(), std::fs::metadata(path).unwrap().permissions().mode() & 0o777)
            })
            .collect();
        left.iter().for_each(|path| std::fs::remove_file(path).unwrap());
        (code(&output), kept)
    };
    let edit = |editor: &str| {
        let mut program = program();
        program.args(["attrs", "edit", &matrix]);
        edit_with(editor, program)
    };
    let attributes = || json(&["attrs", "get", &matrix]);
    assert_eq!(edit("sed -i s/null/7/"), (0, vec![]));
    assert_eq!(attributes(), json!({"a": 7}));
    assert_eq!(edit("false"), (2, vec![]), "nothing was typed");
    let typed = |text: &str| vec![(format!("{{\n  \"a\": {text}\n}}\n"), 0o600)];
    assert_eq!(edit("sed -i s/7/{/"), (2, typed("{")), "no JSON");
    assert_eq!(edit(r#"sed -i s/7/8/ "$1"; false"#), (2, typed("8")), "the editor failed");
    assert_eq!(attributes(), json!({"a": 7}));
    // An attribute that another program sets while the editor is open stays.
    let slow = format!(r#"sed -i s/7/9/ "$1"; {} attrs set {matrix} frames 3; :"#, env!("CARGO_BIN_EXE_zarrtool"));
    assert_eq!(edit(&slow), (4, typed("9")));
    assert_eq!(attributes(), json!({"a": 7, "frames": 3}));

    // Another user of the folder has made a link of the name, to a file of this user.
    let victim = scene.path("victim");
    std::fs::write(&victim, "precious").unwrap();
    let link = r#"ln -s "$2" "$TMPDIR/zarrtool-attributes-$$-0.json"; exec "$0" attrs edit "$1""#;
    let mut linked = std::process::Command::new("sh");
    linked.args(["-c", link, env!("CARGO_BIN_EXE_zarrtool"), &matrix, &victim]);
    let second = r#"sed -i s/7/8/ "$TMPDIR"/zarrtool-attributes-*-1.json; :"#;
    assert_eq!(edit_with(second, linked), (0, vec![]));
    assert_eq!(
        (attributes(), std::fs::read_to_string(victim).unwrap()),
        (json!({"a": 8, "frames": 3}), "precious".into())
    );
}

#[test]
fn a_hierarchy_is_consolidated() {
    let scene = Scene::new();
    assert_eq!(json(&["consolidate", &scene.path("s.zarr")])["nodes"], 3);
    let document = json(&["cat", &scene.at("zarr.json")]);
    assert!(document["json"]["consolidated_metadata"]["metadata"]["g/matrix"].is_object());
}

#[test]
fn elements_are_dumped_in_many_ways() {
    let scene = Scene::new();
    let matrix = scene.at("g/matrix");
    assert_eq!(text(&["dump", &matrix, "-s", "1:3,::2"]), "6.0 8.0 10.0\n0.0 2.0 NaN\n");
    assert_eq!(text(&["dump", &matrix, "-s", "-1,1:4", "-f", "csv"]), "4.0,5.0,NaN\n");
    assert_eq!(text(&["dump", &matrix, "-s", "0,:2", "-f", "table"]), "0,0.0\n1,1.0\n");
    assert_eq!(text(&["dump", &matrix, "-s", "0,::-2", "--as", "int16"]), "5 3 1\n");
    assert_eq!(json(&["dump", &matrix, "-s", "1:3,2:4"]), json!([[8.0, 9.0], [2.0, "NaN"]]));
    assert_eq!(json(&["dump", &matrix, "-s", "0,0"]), json!(0.0));
    assert_eq!(text(&["dump", &scene.at("names"), "-f", "csv"]), "one,\"\",\"th,ree\"\n");
    assert_eq!(text(&["dump", &scene.at("names")]), "\"one\" \"\" \"th,ree\"\n");
    assert_eq!(text(&["dump", &scene.at("names"), "-f", "table"]), "0,one\n1,\"\"\n2,\"th,ree\"\n");
    assert_eq!(json(&["dump", &scene.at("names")]), json!(["one", "", "th,ree"]));
    let raw = run(&["dump", &matrix, "-s", "0,:3", "-f", "raw"]).stdout;
    assert_eq!(raw, [0.0, 1.0, 2.0].map(f64::to_ne_bytes).concat());
    let file = scene.path("m.npy");
    text(&["dump", &matrix, "-f", "npy", "-o", &file]);
    let npy = std::fs::read(&file).unwrap();
    assert_eq!((&npy[..8], npy.len()), (&b"\x93NUMPY\x01\x00"[..], 128 + 192));
    assert_eq!(npy[128..136], 0_f64.to_ne_bytes());
    // NaN is no integer.
    assert_eq!(code(&run(&["dump", &matrix, "--as", "int16"])), 2);
    assert_eq!(code(&run(&["dump", &matrix, "-s", "9"])), 2);
    assert_eq!(code(&run(&["dump", &scene.at("names"), "-f", "npy"])), 2);
}

#[test]
fn stats_of_numbers_and_texts() {
    let scene = Scene::new();
    let stats = json(&["stats", &scene.at("g/matrix"), "--bins", "3"]);
    assert_eq!((&stats["elements"], &stats["finite"], &stats["nan"]), (&json!(24), &json!(18), &json!(6)));
    assert_eq!((&stats["min"], &stats["max"]), (&json!(0.0), &json!(11.0)));
    assert_eq!(stats["mean"], json!((66.0 + 15.0) / 18.0));
    assert_eq!(stats["histogram"]["counts"], json!([8, 6, 4]));
    let without = json(&["stats", &scene.at("g/matrix"), "--skip-fill"]);
    assert_eq!((&without["nan"], &without["missing"]), (&json!(0), &json!(6)));
    let shown = text(&["stats", &scene.at("g/matrix"), "--bins", "3"]);
    assert!(shown.contains("NaN       6\n") && shown.contains("█"), "{shown}");
    let stats = json(&["stats", &scene.at("names")]);
    assert_eq!((&stats["elements"], &stats["empty"], &stats["longest"]), (&json!(3), &json!(1), &json!(6)));
}

#[test]
fn a_plane_is_drawn() {
    let scene = Scene::new();
    let matrix = scene.at("g/matrix");
    let file = scene.path("m.png");
    let plot = json(&["plot", &matrix, "-o", &file, "--bare", "--colours", "grey", "--size", "30"]);
    assert_eq!((&plot["plane"], &plot["min"], &plot["max"]), (&json!([4, 6]), &json!(0.0), &json!(11.0)));
    let drawn = || {
        let file = std::io::BufReader::new(std::fs::File::open(&file).unwrap());
        let mut reader = png::Decoder::new(file).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        (frame.width, frame.height, pixels)
    };
    // Each number is a square of 5 by 5.
    let (width, height, pixels) = drawn();
    assert_eq!((width, height), (30, 20));
    let pixel = |y: usize, x: usize| &pixels[3 * (30 * 5 * y + 5 * x)..][..3];
    assert_eq!((pixel(0, 0), pixel(1, 5), pixel(3, 5)), (&[0, 0, 0][..], &[255, 255, 255][..], &[80, 110, 170][..]));
    // With axes and a bar of colours around it, on white.
    text(&["plot", &matrix, "-o", &file, "--colours", "grey", "--size", "64"]);
    let (width, height, pixels) = drawn();
    assert!(width > 60 && height > 40 && pixels[..3] == [255, 255, 255]);
    // Without colours: letters, each the mean of two rows, and none where there is no number.
    let letters = text(&["plot", &matrix, "--size", "6", "--max", "9"]);
    let lines: Vec<&str> = letters.lines().collect();
    assert_eq!(lines[..2], ["=+*#%@", ":-=   "]);
    assert_eq!(lines[2], format!("{matrix}: down y 0 to 3, across x 0 to 5"));
    assert_eq!(lines[3], "0 ....::::----====++++****####%%%%@@@@ ≥ 9 K");
    let part = text(&["plot", &matrix, "--size", "6", "-s", "1:,4::-2", "--flip"]);
    assert!(part.contains(": down y 3 to 1, across x 4 to 0\n"), "{part}");
    let coloured = program().env("COLORTERM", "truecolor").args(["plot", "--color=always", &matrix]).output().unwrap();
    assert!(String::from_utf8_lossy(&coloured.stdout).contains("\x1b[38;2;68;1;84m"));
    assert_eq!(code(&run(&["plot", &scene.at("names")])), 2);
}

#[test]
fn verify_finds_damage_and_strays() {
    let scene = Scene::new();
    let store = scene.path("s.zarr");
    assert_eq!(json(&["verify", "--strict", &store])["chunks"], 5);
    std::fs::write(scene.folder.path().join("s.zarr/g/matrix/c/7"), "stray").unwrap();
    std::fs::create_dir(scene.folder.path().join("s.zarr/g/matrix/c/9")).unwrap();
    std::fs::write(scene.folder.path().join("s.zarr/g/matrix/c/9/9"), "outside").unwrap();
    std::fs::write(scene.folder.path().join("s.zarr/notes.txt"), "stray").unwrap();
    assert_eq!(code(&run(&["verify", &store])), 0);
    assert_eq!(code(&run(&["verify", "--strict", &store])), 1);
    let chunk = scene.folder.path().join("s.zarr/g/matrix/c/0/1");
    let mut bytes = std::fs::read(&chunk).unwrap();
    bytes.truncate(bytes.len() - 4);
    std::fs::write(&chunk, bytes).unwrap();
    let output = run(&["--json", "verify", &store]);
    assert_eq!(code(&output), 1);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["ok"], &report["errors"], &report["strays"]), (&json!(false), &json!(1), &json!(3)));
    let problems = report["problems"].as_array().unwrap();
    let error = problems.iter().find(|problem| problem["severity"] == "error").unwrap();
    assert_eq!((&error["path"], &error["chunk"]), (&json!("/g/matrix"), &json!([0, 1])));
    assert_eq!(code(&run(&["verify", "--no-chunks", &store])), 0);
    std::fs::write(scene.folder.path().join("s.zarr/names/zarr.json"), "{").unwrap();
    assert_eq!(json_of_failure(&["verify", "--no-chunks", &store])["errors"], 1);
}

/// A user who trusts the report would remove chunks of an array that grows, or whose codec is not known.
#[test]
fn chunks_of_what_cannot_be_read_or_grows_are_no_strays() {
    let folder = tempfile::tempdir().unwrap();
    let url = folder.path().join("s.zarr").display().to_string();
    let store = open_store(&url, None).unwrap();
    store.create_group("", None, None).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("int32", None).unwrap(), &[0]).unwrap();
    builder.chunk_shape(&[1]).unwrap();
    builder.codec("zstd", None).unwrap();
    let array = store.create_array("a", &builder).unwrap();
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                array.append(0, &[1], &[7; 4]).unwrap();
            }
        });
        for _ in 0..4 {
            assert_eq!(json(&["verify", &url])["strays"], 0);
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let document = Path::new(&url).join("a/zarr.json");
    let text = std::fs::read_to_string(&document).unwrap();
    std::fs::write(&document, text.replace("\"zstd\"", "\"com.example.unknown\"")).unwrap();
    let report = json_of_failure(&["verify", &url]);
    assert_eq!((&report["errors"], &report["strays"]), (&json!(1), &json!(0)), "{report}");
}

fn json_of_failure(arguments: &[&str]) -> serde_json::Value {
    let mut all = vec!["--json"];
    all.extend(arguments);
    let output = run(&all);
    assert_eq!(code(&output), 1);
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn diff_tells_what_is_different() {
    let scene = Scene::new();
    let (one, other) = (scene.path("s.zarr"), scene.path("t.zarr"));
    text(&["copy", &one, &other]);
    assert_eq!(json(&["diff", "--layout", &one, &other])["same"], true);
    let store = open_store(&other, None).unwrap();
    let matrix = store.open_array("g/matrix", None).unwrap();
    matrix.write_region(&[1, 2], &[1, 1], &8.25_f64.to_ne_bytes()).unwrap();
    text(&["attrs", "set", &format!("{other}::g/matrix"), "n", "4"]);
    text(&["rm", "--node", &format!("{other}::names")]);
    let found = json_of_failure(&["diff", &one, &other]);
    let differences = found["differences"].as_array().unwrap();
    assert_eq!(differences.len(), 2);
    assert_eq!(
        differences[0]["elements"],
        json!({"different": 1, "first": [1, 2], "values": [8.0, 8.25], "largest": 0.25})
    );
    assert_eq!(differences[0]["attributes"], json!([{"n": 3, "units": "K"}, {"n": 4, "units": "K"}]));
    assert!(differences[1]["missing"].as_str().unwrap().ends_with("t.zarr"));
    let (one, other) = (scene.at("g/matrix"), format!("{other}::g/matrix"));
    assert_eq!(code(&run(&["diff", "--elements", &one, &other])), 1);
    assert_eq!(code(&run(&["diff", "--elements", "--tolerance", "0.25", &one, &other])), 0);
}

#[test]
fn formats_chunks_and_codecs_are_converted() {
    let scene = Scene::new();
    let (source, matrix) = (scene.path("s.zarr"), scene.at("g/matrix"));
    // Undecoded, into a zip file of v2.
    assert_eq!(json(&["copy", &matrix, &scene.path("m.zip"), "--format", "v2"])["copied_chunks"], 3);
    assert_eq!(json(&["diff", "--elements", &matrix, &scene.path("m.zip")])["same"], true);
    // Other chunks in shards with another codec, and what has another rank as it is.
    let target = scene.path("c.zarr");
    let done =
        json(&["convert", &source, &target, "--chunks", "1,2", "--shards", "2,6", "--codec", r#"gzip={"level": 2}"#]);
    assert_eq!((&done["copied_chunks"], &done["encoded"][0]["path"]), (&json!(2), &json!("/g/matrix")));
    assert_eq!(json(&["diff", &source, &target])["same"], true);
    let info = json(&["info", &format!("{target}::g/matrix")]);
    assert_eq!((&info["chunk_shape"], &info["shard_shape"]), (&json!([1, 2]), &json!([2, 6])));
    // An existing file is not written over.
    assert_eq!(code(&run(&["copy", &source, &target])), 4);
    assert_eq!(code(&run(&["convert", &source, &target, "--codec", "none", "--resume"])), 4);
    assert_eq!(code(&run(&["rechunk", &matrix, &scene.path("x.zarr"), "--chunks", "2"])), 2);
    assert_eq!(code(&run(&["copy", &source, &scene.path("y.zarr"), "--format", "v4"])), 2);
    // An impossible target is refused before anything is written, so that the command can be repeated.
    let fresh = scene.path("fresh.zarr");
    for refused in [&["--codec", "zst"][..], &["--codec", "zstd", "--format", "n5"]] {
        let arguments = [&["convert", &source, &fresh], refused].concat();
        assert_eq!(code(&run(&arguments)), 5, "{refused:?}");
        assert!(!Path::new(&fresh).exists(), "{refused:?}");
    }
    text(&["convert", &source, &fresh, "--codec", "zstd"]);
    // A mode that there is not is told by commands that only read, too.
    assert_eq!(code(&run(&["tree", &source, "--options", r#"{"mode": "x"}"#])), 2);
    text(&["tree", &source, "--options", r#"{"mode": "rw"}"#]);
    let names = run(&["copy", &scene.at("names"), &scene.path("z.zarr"), "--format", "v1"]);
    assert_eq!(code(&names), 5, "{}", String::from_utf8_lossy(&names.stderr));
}

#[test]
fn codecs_are_measured() {
    let scene = Scene::new();
    let bench =
        json(&["bench", &scene.at("g/matrix"), "--seconds", "0", "--codec", "none", "--codec", r#"gzip={"level": 1}"#]);
    let rows = bench["rows"].as_array().unwrap();
    let none = rows.iter().find(|row| row["name"] == "none").unwrap();
    assert_eq!((&none["stored_bytes"], &none["ratio"]), (&bench["sample_bytes"], &json!(1.0)));
    assert!(rows.iter().all(|row| row["read_bytes_per_second"].as_f64().unwrap() > 0.0));
    assert!(text(&["bench", &scene.at("g/matrix"), "--seconds", "0"]).contains("zstd"));
    assert_eq!(code(&run(&["bench", &scene.at("names")])), 2);
}

/// A store with one array of `rows` rows of 2048 integers, in chunks of 128 by 128.
fn large(url: &str, rows: u64, chunks: &[u64]) -> std::sync::Arc<Hierarchy> {
    let store = open_store(url, None).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("int32", None).unwrap(), &[rows, 2048]).unwrap();
    builder.chunk_shape(chunks).unwrap();
    let array = store.create_array("", &builder).unwrap();
    for row in (0..rows).step_by(chunks[0] as usize) {
        let count = chunks[0].min(rows - row);
        let elements = row * 2048..(row + count) * 2048;
        let bytes: Vec<u8> =
            elements.flat_map(|n| ((n as u32).wrapping_mul(2_654_435_761) >> 8).to_ne_bytes()).collect();
        array.write_region(&[row, 0], &[count, 2048], &bytes).unwrap();
    }
    store
}

/// Runs a command, and kills it as soon as `begun` says so; false: it was faster.
fn kill_half_way(arguments: &[&str], begun: impl Fn() -> bool) -> bool {
    let mut child = program().args(arguments).stdout(std::process::Stdio::null()).spawn().unwrap();
    let last = Instant::now() + Duration::from_secs(120);
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            assert!(status.success());
            return false;
        }
        if begun() || Instant::now() > last {
            child.kill().unwrap();
            child.wait().unwrap();
            return true;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn what_is_killed_half_way_is_resumed_and_ends_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    large(&path("s.zarr"), 2048, &[128, 128]);
    let runs: [(&str, &[&str], usize); 2] =
        [("convert", &["--codec", r#"gzip={"level": 6}"#, "--memory", "4MiB"], 40), ("copy", &["--format", "v2"], 20)];
    for (command, options, wanted) in runs {
        let (whole, ended) = (path(&format!("{command}-whole")), path(&format!("{command}-ended")));
        let source = path("s.zarr");
        let with = |target: &str, more: &[&str], run: &dyn Fn(&[&str])| {
            run(&[&["--threads", "1", command, &source, target], options, more].concat());
        };
        with(&whole, &[], &|arguments| drop(text(arguments)));
        let all = files(Path::new(&whole)).len();
        let some = || count(Path::new(&ended)) > wanted;
        // On a machine that is busy, the process that is to kill it may sleep until it is done.
        let killed = (0..20).any(|_| {
            let killed = std::cell::Cell::new(false);
            with(&ended, &[], &|arguments| killed.set(kill_half_way(arguments, some)));
            let half_way = killed.get() && files(Path::new(&ended)).len() < all;
            if !half_way {
                std::fs::remove_dir_all(&ended).unwrap();
            }
            half_way
        });
        assert!(killed, "{command} is too fast to be killed");
        let there = files(Path::new(&ended)).len();
        assert!(there < all, "{command}: {there} of {all} files");
        let done = std::cell::Cell::default();
        with(&ended, &["--resume"], &|arguments| done.set(json(arguments)));
        let done = done.into_inner();
        let skipped =
            done["resumed_bytes"].as_u64().unwrap() > 0 || (done["copied_chunks"].as_u64().unwrap() as usize) < 256;
        assert!(skipped, "{command}: {done}");
        assert!(files(Path::new(&whole)) == files(Path::new(&ended)), "{command}: not the same bytes");
        assert_eq!(json(&["diff", &path("s.zarr"), &ended])["same"], true);
    }
}

/// A run that is killed between the two documents of a node leaves it without its attributes.
#[test]
fn a_node_that_has_no_attributes_yet_is_completed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let source = path("s.zarr");
    let store = open_store(&source, None).unwrap();
    store.create_group("", None, Some(r#"{"title": "all"}"#)).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("int32", None).unwrap(), &[4]).unwrap();
    builder.attributes(r#"{"units": "K", "of": 1}"#).unwrap();
    store.create_array("a", &builder).unwrap().write_region(&[0], &[4], &[7; 16]).unwrap();
    let runs: [(&str, &[&str]); 2] = [("copy", &[]), ("convert", &["--codec", r#"gzip={"level": 1}"#])];
    for (command, options) in runs {
        let target = path(&format!("{command}.zarr"));
        let all = [&[command, &source, &target, "--format", "v2"], options].concat();
        text(&all);
        for lost in [&[".zattrs"][..], &["a/.zattrs"], &["a/.zattrs", "a/0", ".zattrs"]] {
            lost.iter().for_each(|key| std::fs::remove_file(Path::new(&target).join(key)).unwrap());
            text(&[&all[..], &["--resume"]].concat());
            assert_eq!(json(&["diff", &source, &target])["same"], true, "{command} {lost:?}");
        }
        // Other software writes the members in another order.
        std::fs::write(Path::new(&target).join("a/.zattrs"), r#"{"of": 1, "units": "K"}"#).unwrap();
        text(&[&all[..], &["--resume"]].concat());
        // Other attributes are those of another node.
        text(&["attrs", "set", &format!("{target}::a"), "units", "m"]);
        assert_eq!(code(&run(&[&all[..], &["--resume"]].concat())), 4, "{command}");
    }
}

/// A chunk that a killed run has written to its middle (`"atomic": false`) is no chunk: elements would be missing for ever.
#[test]
#[cfg(target_os = "linux")]
fn half_chunks_are_written_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    large(&path("s.zarr"), 1024, &[512, 1024]);
    let runs: [(&str, &[&str]); 4] = [
        ("copy", &[]),
        ("convert", &["--codec", "none"]),
        ("convert", &["--codec", r#"gzip={"level": 1}"#]),
        ("rechunk", &["--chunks", "64,64", "--shards", "1024,512"]),
    ];
    for (number, (command, options)) in runs.into_iter().enumerate() {
        let (source, target) = (path("s.zarr"), path(&format!("t{number}.zarr")));
        let in_place = ["--to-options", r#"{"atomic": false}"#];
        let all = [&["--threads", "1", command, &source, &target], &in_place[..], options].concat();
        // The kernel kills a program that writes beyond the limit of a file: in the middle of the first chunk.
        let limited = std::process::Command::new("sh")
            .args(["-c", r#"ulimit -c 0; ulimit -f 200; exec "$@""#, "sh", env!("CARGO_BIN_EXE_zarrtool")])
            .args(&all)
            .output()
            .unwrap();
        assert!(!limited.status.success(), "{command}: {limited:?}");
        let chunks = || -> Vec<PathBuf> {
            let names = files(Path::new(&target)).into_keys();
            names.filter(|name| name.components().any(|part| part.as_os_str() == "c")).collect()
        };
        assert_eq!(chunks().len(), 1, "{command}: {:?}", files(Path::new(&target)).keys());
        let half = Path::new(&target).join(&chunks()[0]);
        // Also one of which nothing has arrived, and all but the last byte.
        let length = std::fs::metadata(&half).unwrap().len();
        for cut in [Some(length), Some(0), None] {
            let whole = std::fs::metadata(&half).unwrap().len();
            std::fs::File::options().write(true).open(&half).unwrap().set_len(cut.unwrap_or(whole - 1)).unwrap();
            text(&[&all[..], &["--resume"]].concat());
            assert_eq!(json(&["diff", &source, &target])["same"], true, "{command} {cut:?}");
        }
        // Whole chunks stay as they are.
        let done = json(&[&all[..], &["--resume"]].concat());
        assert_eq!(done["copied_chunks"], 0, "{command}: {done}");
        assert_eq!(done["encoded_bytes"], 0, "{command}: {done}");
    }
}

/// Rechunks rows into columns, and gives the memory that it took.
fn rechunk(rows: u64, memory: &str) -> u64 {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    large(&path("rows.zarr"), rows, &[128, 2048]);
    let chunks = format!("{rows},16");
    let done = json(&[
        "--threads",
        "2",
        "rechunk",
        &path("rows.zarr"),
        &path("columns.zarr"),
        "--chunks",
        &chunks,
        "--memory",
        memory,
    ]);
    assert_eq!(done["encoded_bytes"], rows * 2048 * 4);
    assert_eq!(json(&["diff", &path("rows.zarr"), &path("columns.zarr")])["same"], true);
    done["peak_memory"].as_u64().unwrap()
}

#[test]
fn rechunking_stays_within_its_memory() {
    let peak = rechunk(12_288, "48MiB");
    assert!(peak <= 48 << 20, "{peak} bytes for 96 MiB of elements");
}

/// The long form: `make test-tool`.
#[test]
#[ignore = "a gibibyte, twice on disk"]
fn a_gibibyte_is_rechunked_within_256_mib() {
    let peak = rechunk(131_072, "256MiB");
    println!("peak memory: {} MiB", peak >> 20);
    assert!(peak <= 256 << 20, "{peak} bytes");
}

#[test]
fn failures_have_the_exit_codes_of_the_manual() {
    let scene = Scene::new();
    let cases: [(&[&str], i32); 8] = [
        (&["info", &scene.path("none.zarr")], 3),
        (&["info", &scene.at("none")], 3),
        (&["info", "gopher://x"], 5),
        (&["info"], 2),
        (&["--options", "{", "info", &scene.path("s.zarr")], 2),
        (&["--options", r#"{"no such": 1}"#, "info", &scene.path("s.zarr")], 2),
        (&["attrs", "set", &scene.at("none"), "a", "1"], 3),
        (&["stats", &scene.path("s.zarr")], 2),
    ];
    for (arguments, expected) in cases {
        let output = run(arguments);
        assert_eq!(code(&output), expected, "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(!output.stderr.is_empty() && output.stdout.is_empty(), "{arguments:?}");
    }
}

#[test]
fn completions_and_the_manual_are_made() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(text(&["completions", shell]).contains("rechunk"), "{shell}");
    }
    let page = text(&["man"]);
    assert!(page.contains(".TH zarrtool") && page.contains("Exit codes"), "{page}");
    let folder = tempfile::tempdir().unwrap();
    text(&["man", &folder.path().display().to_string()]);
    assert!(folder.path().join("zarrtool-rechunk.1").exists());
}
