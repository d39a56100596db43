//! The program in a shell: pipes that are closed early, colours where they are wanted and nowhere else, folders that
//! are no hierarchy themselves.

mod common;

use common::{Scene, code, json, program, run, text};
use serde_json::json;
use zarr::array::ArrayBuilder;
use zarr::dtype::DataType;
use zarr::hierarchy::open_store;

#[test]
fn nobody_reads_and_every_command_ends_quietly() {
    let scene = Scene::new();
    let (store, matrix, names) = (scene.path("s.zarr"), scene.at("g/matrix"), scene.at("names"));
    let (a, b, c) = (scene.path("a.zarr"), scene.path("b.zarr"), scene.path("c.zarr"));
    let commands: &[(&[&str], i32)] = &[
        (&["info", &store], 0),
        (&["info", &matrix], 0),
        (&["info", "--document", &matrix], 0),
        (&["tree", &store], 0),
        (&["dump", &matrix], 0),
        (&["dump", "--format", "npy", &matrix], 0),
        (&["stats", &matrix], 0),
        (&["stats", &names], 0),
        (&["plot", &matrix], 0),
        (&["plot", "--color", "always", &matrix], 0),
        (&["copy", &store, &a], 0),
        (&["convert", &store, &b, "--codec", "gzip"], 0),
        (&["rechunk", &matrix, &c, "--chunks", "4,1"], 0),
        (&["verify", &store], 0),
        (&["diff", &store, &a], 0),
        // The exit code tells the result all the same.
        (&["diff", &matrix, &names], 1),
        (&["bench", &matrix, "--seconds", "0", "--codec", "none"], 0),
        (&["ls", "-l", "-r", &store], 0),
        (&["cat", &scene.at("zarr.json")], 0),
        (&["attrs", "get", &matrix], 0),
        (&["attrs", "get", &matrix, "units"], 0),
        (&["attrs", "set", &matrix, "units", "K"], 0),
        (&["consolidate", &store], 0),
        (&["rm", "--node", &scene.at("names")], 0),
        (&["completions", "bash"], 0),
        (&["completions", "zsh"], 0),
        (&["man"], 0),
        (&["help"], 0),
        (&["--version"], 0),
    ];
    for (arguments, expected) in commands {
        let again = ["copy", "convert", "rechunk", "rm"].contains(&arguments[0]);
        for arguments in [arguments.to_vec(), [&["--json"], *arguments].concat()] {
            if again && arguments[0] == "--json" {
                continue;
            }
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            let output = program().args(&arguments).stdout(writer).output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!((code(&output), &*errors), (*expected, ""), "{arguments:?}");
        }
    }
    // Where not even the failure can be told of, there is its code.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = program().args(["info", &scene.path("none.zarr")]).stderr(writer).output().unwrap();
    assert_eq!(code(&output), 3);
}

#[test]
fn there_are_colours_where_they_are_asked_for() {
    let scene = Scene::new();
    let matrix = scene.at("g/matrix");
    let escapes = |when: &[&str], variables: &[(&str, &str)]| {
        let mut command = program();
        command.env("TERM", "xterm-256color").envs(variables.iter().copied());
        let output = command.args(when).args(["plot", &matrix]).output().unwrap();
        assert!(output.status.success());
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        output.stdout.contains(&0x1b)
    };
    // Into a pipe, there are none by themselves.
    assert!(!escapes(&[], &[]));
    assert!(!escapes(&["--color=auto"], &[("COLORTERM", "truecolor")]));
    assert!(!escapes(&["--color=never"], &[("COLORTERM", "truecolor")]));
    assert!(escapes(&["--color=always"], &[]));
    // An option on the command line counts.
    assert!(escapes(&["--color=always"], &[("NO_COLOR", "1")]));
    assert!(escapes(&["--colour", "always"], &[("COLORTERM", "truecolor")]));
    assert_eq!(code(&run(&["--color=sometimes", "plot", &matrix])), 2);
    for arguments in [&["tree", &scene.path("s.zarr")][..], &["stats", &matrix], &["--help"], &["verify", &matrix]] {
        let output = program().env("TERM", "xterm-256color").args(arguments).output().unwrap();
        assert!(!output.stdout.contains(&0x1b) && output.stderr.is_empty(), "{arguments:?}");
    }
}

/// An array of four numbers in a store of its own, or in a folder of another's.
fn array(url: &str, path: &str, options: Option<&str>) {
    let mut builder = ArrayBuilder::new(DataType::from_name("int16", None).unwrap(), &[4]).unwrap();
    builder.chunk_shape(&[2]).unwrap();
    let store = open_store(url, options).unwrap();
    let array = store.create_array(path, &builder).unwrap();
    array.write_region(&[0], &[4], &[1; 8]).unwrap();
}

#[test]
fn folders_with_nodes_in_them_are_walked() {
    let scene = Scene::new();
    let folder = scene.folder.path();
    std::fs::remove_file(folder.join("s.zarr/zarr.json")).unwrap();
    std::fs::remove_file(folder.join("s.zarr/g/zarr.json")).unwrap();
    array(&scene.path("more/two.zarr"), "", Some(r#"{"format": "v2"}"#));
    array(&scene.path("more/draft.zarr"), "a", Some(r#"{"format": "v3-2022"}"#));
    std::fs::create_dir_all(folder.join("more/nothing/here")).unwrap();
    std::fs::create_dir_all(folder.join("damaged.zarr")).unwrap();
    std::fs::write(folder.join("damaged.zarr/zarr.json"), "{").unwrap();

    let shown = text(&["tree", &scene.path("s.zarr")]);
    let lines: Vec<&str> = shown.lines().skip(1).collect();
    assert_eq!(lines, ["├─ g/", "│  └─ matrix  (y: 4, x: 6) float64", "└─ names  (3) string"]);
    let nodes = json(&["tree", &folder.display().to_string()]);
    let found: Vec<String> = nodes
        .as_array()
        .unwrap()
        .iter()
        .map(|node| format!("{}={}", node["path"].as_str().unwrap(), node["kind"].as_str().unwrap()))
        .collect();
    let all = "=folder damaged.zarr=damaged more=folder more/draft.zarr=group more/draft.zarr/a=array more/two.zarr=array \
               s.zarr=folder s.zarr/g=folder s.zarr/g/matrix=array s.zarr/names=array";
    assert_eq!(found.join(" "), all);
    assert_eq!(text(&["tree", "--depth", "1", &folder.display().to_string()]).lines().count(), 4);
    assert_eq!(text(&["tree", &scene.path("more")]).lines().count(), 4);

    let report = json(&["verify", &scene.path("s.zarr")]);
    assert_eq!((&report["nodes"], &report["arrays"], &report["chunks"]), (&json!(2), &json!(2), &json!(5)));
    std::fs::write(folder.join("s.zarr/g/matrix/c/0/0"), "no zstd").unwrap();
    std::fs::write(folder.join("more/two.zarr/7"), "outside").unwrap();
    let output = run(&["--json", "verify", &folder.display().to_string()]);
    assert_eq!(code(&output), 1);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["arrays"], &report["errors"], &report["strays"]), (&json!(4), &json!(2), &json!(1)));
    let problems = report["problems"].as_array().unwrap();
    assert!(problems.iter().any(|problem| problem["path"] == "/s.zarr/g/matrix" && problem["chunk"] == json!([0, 0])));
    assert!(problems.iter().any(|problem| problem["key"] == "more/two.zarr/7"));
    assert!(problems.iter().any(|problem| problem["path"] == "/damaged.zarr"));

    // Where a node is needed, it is said where there are some.
    for arguments in [&["info", &scene.path("more")], &["stats", &scene.path("more")]] {
        let output = run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(code(&output) == 3 && errors.contains("\"two.zarr\""), "{errors}");
    }
    assert_eq!(code(&run(&["tree", &scene.path("more/nothing")])), 3);
    assert_eq!(code(&run(&["verify", &scene.path("more/nothing")])), 3);
}
