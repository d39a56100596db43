//! Data of netCDF: what the CF conventions say in attributes, packed numbers, missing ones and times, as the commands
//! show them, and chunks of a length that NCZarr should not have written.

mod common;

use common::{Scene, code, json, program, run, text};
use serde_json::json;
use zarr::array::ArrayBuilder;
use zarr::dtype::DataType;
use zarr::hierarchy::open_store;
use zarr::{FormatId, Unit};

/// An array of two rows of numbers in native bytes.
fn array(scene: &Scene, name: &str, format: FormatId, data_type: &str, fill: &[u8], attributes: &str, bytes: &[u8]) {
    let store = open_store(&scene.path(&format!("{name}.zarr")), None).unwrap();
    let data_type = DataType::from_name(data_type, None).unwrap();
    let columns = (bytes.len() / data_type.size() / 2) as u64;
    let mut builder = ArrayBuilder::new(data_type, &[2, columns]).unwrap();
    builder.format(Some(format));
    builder.fill_value(fill).unwrap();
    builder.attributes(attributes).unwrap();
    store.create_array("", &builder).unwrap().write_region(&[0, 0], &[2, columns], bytes).unwrap();
}

/// Temperatures of 280 to 282 K, stored in hundredths, one of them missing.
fn packed(scene: &Scene, format: FormatId, attributes: &str) -> String {
    let stored: [i16; 4] = [0, 100, 200, -32767];
    let bytes: Vec<u8> = stored.iter().flat_map(|value| value.to_ne_bytes()).collect();
    array(scene, "packed", format, "int16", &(-32767_i16).to_ne_bytes(), attributes, &bytes);
    scene.path("packed.zarr")
}

#[test]
fn packed_numbers_are_those_that_are_meant() {
    let before_v3 = r#"{"scale_factor": 0.01, "add_offset": 280, "units": "K"}"#;
    let v3 = r#"{"scale_factor": 0.01, "add_offset": [280.0], "_FillValue": -32767, "units": "K"}"#;
    for (format, attributes) in [(FormatId::V2, before_v3), (FormatId::V3, v3)] {
        let scene = Scene::new();
        let address = packed(&scene, format, attributes);
        assert_eq!(text(&["dump", &address]), "280.0 281.0\n282.0 NaN\n");
        assert_eq!(text(&["dump", "--raw", &address]), "0 100\n200 -32767\n");
        assert_eq!(json(&["dump", &address]), json!([[280.0, 281.0], [282.0, "NaN"]]));
        assert_eq!(text(&["dump", "--as", "float32", "-f", "table", "-s", "1,0", &address]), "282.0\n");
        let refused = run(&["dump", "--as", "int32", &address]);
        assert_eq!(code(&refused), 2);
        assert!(String::from_utf8_lossy(&refused.stderr).contains("--raw"));

        let stats = json(&["stats", &address]);
        assert_eq!((&stats["min"], &stats["max"], &stats["mean"]), (&json!(280.0), &json!(282.0), &json!(281.0)));
        assert_eq!((&stats["missing"], &stats["packing"]["scale_factor"]), (&json!(1), &json!(0.01)));
        let raw = json(&["stats", "--raw", &address]);
        assert_eq!((&raw["min"], &raw["max"], &raw["missing"]), (&json!(-32767), &json!(200), &json!(0)));

        // The bar of colours has the unit of what is meant, and none where numbers are those that are stored.
        let plot = text(&["plot", &address, "--size", "2"]);
        assert!(plot.trim_end().ends_with("282 K") && plot.contains("\n280 ."), "{plot}");
        let plot = text(&["plot", "--raw", &address, "--size", "2"]);
        assert!(plot.trim_end().ends_with(" 200") && plot.contains("\n-32767 ."), "{plot}");
    }
}

#[test]
fn missing_numbers_are_no_numbers() {
    let scene = Scene::new();
    let bytes: Vec<u8> = [1_i32, -1, 3, -9].iter().flat_map(|value| value.to_ne_bytes()).collect();
    let attributes = r#"{"missing_value": [-1, -9], "units": "m"}"#;
    array(&scene, "depth", FormatId::V3, "int32", &[0; 4], attributes, &bytes);
    let address = scene.path("depth.zarr");
    assert_eq!(text(&["dump", &address]), "1 _\n3 _\n");
    let stats = json(&["stats", &address]);
    assert_eq!((&stats["min"], &stats["missing"]), (&json!(1), &json!(2)));
    assert_eq!(json(&["stats", "--raw", &address])["min"], -9);
    // The largest float32, as writers of netCDF fill with, in the digits of a double.
    let bytes: Vec<u8> = [9.96921e36_f32, 2.5, 1.0, 9.96921e36].iter().flat_map(|value| value.to_ne_bytes()).collect();
    let attributes = r#"{"_FillValue": 9.969209968386869e36}"#;
    array(&scene, "float", FormatId::V3, "float32", &[0; 4], attributes, &bytes);
    let address = scene.path("float.zarr");
    assert_eq!(text(&["dump", &address]), "_ 2.5\n1.0 _\n");
    assert_eq!(json(&["stats", &address])["max"], 2.5);
}

#[test]
fn numbers_since_a_moment_are_shown_as_dates() {
    let scene = Scene::new();
    let store = open_store(&scene.path("time.zarr"), None).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("int64", None).unwrap(), &[3]).unwrap();
    builder.attributes(r#"{"units": "hours since 1900-01-01 00:00:00", "calendar": "gregorian"}"#).unwrap();
    let hours = store.create_array("hours", &builder).unwrap();
    let bytes: Vec<u8> = [0_i64, 1, 1_000_000].iter().flat_map(|value| value.to_ne_bytes()).collect();
    hours.write_region(&[0], &[3], &bytes).unwrap();
    let mut builder = ArrayBuilder::new(DataType::from_name("float64", None).unwrap(), &[2]).unwrap();
    builder.attributes(r#"{"units": "days since 2000-01-01", "calendar": "noleap"}"#).unwrap();
    store.create_array("model", &builder).unwrap();
    let address = |name: &str| scene.path(&format!("time.zarr::{name}"));

    assert_eq!(text(&["dump", &address("hours")]), "1900-01-01T00:00 1900-01-01T01:00 2014-01-29T16:00\n");
    assert_eq!(text(&["dump", "--raw", &address("hours")]), "0 1 1000000\n");
    assert_eq!(json(&["dump", &address("hours")]), json!([0, 1, 1_000_000]));
    assert!(text(&["stats", &address("hours")]).contains("max       2014-01-29T16:00\n"));
    assert!(text(&["info", &address("hours")]).contains("dates       1900-01-01T00:00 to 2014-01-29T16:00\n"));
    // A calendar with other days than ours stays numbers.
    assert_eq!(text(&["dump", &address("model")]), "0.0 0.0\n");
    assert!(!text(&["info", &address("model")]).contains("dates"));
}

#[test]
fn info_shows_a_hierarchy_with_all_its_attributes() {
    let scene = Scene::new();
    let shown = text(&["info", "--recursive", &scene.path("s.zarr")]);
    let expected = "\
/  group, v3
    :title = \"a scene\"
/g  group
/g/matrix  float64 (y: 4, x: 6)
    chunks 2 × 3; bytes(endian little), zstd(level 0, checksum false); fill value NaN
    :units = \"K\"
    :n = 3
/names  string (3)
    chunks 2; vlen-utf8; fill value \"\"
";
    assert_eq!(shown, expected);
    let nodes = json(&["info", "-r", &scene.path("s.zarr")]);
    let paths: Vec<&str> = nodes.as_array().unwrap().iter().map(|node| node["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["/", "/g", "/g/matrix", "/names"]);
    assert_eq!(nodes[2]["attributes"], json!({"units": "K", "n": 3}));
    assert_eq!(json(&["info", "-r", &scene.at("g/matrix")])[0]["shape"], json!([4, 6]));
    assert_eq!(json(&["info", "-r", &scene.at("g")])[1]["path"], "/g/matrix");
}

#[test]
fn errors_say_what_would_work() {
    let scene = Scene::new();
    let errors = |arguments: &[&str]| {
        let output = run(arguments);
        assert_ne!(code(&output), 0, "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let error = errors(&["dump", &scene.path("s.zarr")]);
    assert!(error.contains("::g/matrix") && error.contains("::names"), "{error}");
    let error = errors(&["plot", &scene.at("g")]);
    assert!(error.contains("::g/matrix") && !error.contains("::names"), "{error}");
    text(&["copy", &scene.path("s.zarr"), &scene.path("t.zarr")]);
    let (from, to) = (scene.path("s.zarr"), scene.path("t.zarr"));
    for command in [&["copy"][..], &["convert", "--codec", "none"]] {
        let arguments = [command, &[from.as_str(), to.as_str()]].concat();
        assert!(errors(&arguments).contains("--resume"), "{arguments:?}");
    }
}

#[test]
fn the_size_of_a_picture_is_in_pixels() {
    let scene = Scene::new();
    let bytes: Vec<u8> = (0..=255_u8).flat_map(|value| [value, 0]).collect();
    array(&scene, "plane", FormatId::V3, "int16", &[0; 2], "{}", &bytes);
    let (address, file) = (scene.path("plane.zarr"), scene.path("plane.png"));
    for (size, width) in [("64", 64), ("128", 128), ("384", 384), ("500", 384), ("512", 512)] {
        text(&["plot", &address, "--bare", "--size", size, "--output", &file]);
        let reader = std::io::BufReader::new(std::fs::File::open(&file).unwrap());
        assert_eq!(png::Decoder::new(reader).read_info().unwrap().info().width, width, "--size {size}");
    }
}

/// The chunks that netCDF-Fortran 4.5.4 over netCDF-C 4.9.0 writes of a variable of 6 by 8 in chunks of 3 by 4: the
/// elements of a chunk, and 36 fill values behind them.
#[test]
fn chunks_as_long_as_the_variable_are_cut() {
    for codec in [None, Some("zlib")] {
        let scene = Scene::new();
        let make = |url: &str, chunks: &[u64]| {
            let mut builder = ArrayBuilder::new(DataType::from_name("float32", None).unwrap(), &[6, 8]).unwrap();
            builder.format(Some(FormatId::V2));
            builder.chunk_shape(chunks).unwrap();
            builder.fill_value(&9.96921e36_f32.to_ne_bytes()).unwrap();
            codec.into_iter().for_each(|codec| builder.codec(codec, None).unwrap());
            open_store(url, None).unwrap().create_array("v", &builder).unwrap()
        };
        let array = make(&scene.path("f.zarr"), &[3, 4]);
        let mut expected = String::new();
        for row in 0..6 {
            let line: Vec<String> = (0..8).map(|column| format!("{}.0", 100 * row + column)).collect();
            expected += &(line.join(" ") + "\n");
        }
        for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let own = (0..12).map(|n| (100 * (3 * row + n / 4) + 4 * column + n % 4) as f32);
            let long: Vec<u8> = own.chain([9.96921e36; 36]).flat_map(f32::to_ne_bytes).collect();
            let whole = make("memory://", &[6, 8]);
            whole.write_chunk(Unit::Chunk, &[0, 0], &long).unwrap();
            let value = whole.read_encoded_chunk(Unit::Chunk, &[0, 0]).unwrap().unwrap();
            array.write_encoded_chunk(Unit::Chunk, &[row as u64, column as u64], &value).unwrap();
        }
        let (store, address) = (scene.path("f.zarr"), scene.path("f.zarr::v"));
        assert_eq!(code(&run(&["verify", &store])), 1);
        assert_eq!(json(&["repair", "--dry-run", &store])["repaired"], 4);
        let found = run(&["verify", &store]);
        let named = String::from_utf8_lossy(&found.stdout).matches("which `zarrtool repair` mends").count();
        assert_eq!((code(&found), named), (1, 4), "the remedy is named where the damage is");
        assert_eq!(json(&["repair", &store])["repaired"], 4);
        assert_eq!(code(&run(&["verify", &store])), 0);
        assert_eq!(text(&["dump", &address]), expected);
        assert_eq!(json(&["repair", &address])["repaired"], 0);
        // A file that is too short, or has elements behind its own, is not for this command.
        let other: Vec<u8> = (0..48).flat_map(|n| (n as f32).to_ne_bytes()).collect();
        let whole = make("memory://", &[6, 8]);
        whole.write_chunk(Unit::Chunk, &[0, 0], &other).unwrap();
        let value = whole.read_encoded_chunk(Unit::Chunk, &[0, 0]).unwrap().unwrap();
        array.write_encoded_chunk(Unit::Chunk, &[0, 0], &value).unwrap();
        array.write_encoded_chunk(Unit::Chunk, &[0, 1], &value[..value.len() / 5]).unwrap();
        let found = String::from_utf8_lossy(&run(&["verify", &store]).stdout).into_owned();
        assert!(!found.contains("zarrtool repair"), "{found}");
        let output = run(&["repair", &store]);
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!((code(&output), said.matches("not repaired: /v").count()), (1, 2), "{said}");
    }
}

/// A chunk that another process writes while `repair` looks at it stays as that one wrote it.
#[test]
#[cfg(target_os = "linux")]
fn a_repair_takes_nothing_away_from_a_writer() {
    let scene = Scene::new();
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[8]).unwrap();
    builder.format(Some(FormatId::V2));
    builder.chunk_shape(&[4]).unwrap();
    let array = open_store(&scene.path("f.zarr"), None).unwrap().create_array("v", &builder).unwrap();
    array.write_encoded_chunk(Unit::Chunk, &[0], &[1, 1, 1, 1, 0, 0, 0, 0]).unwrap();
    let folder = std::path::PathBuf::from(scene.path("f.zarr")).join("v");
    // The folder is locked by this process, as by one that writes a part of a chunk.
    let lock = std::fs::File::open(&folder).unwrap();
    lock.lock().unwrap();
    let child = program().args(["repair", &scene.path("f.zarr")]).stdout(std::process::Stdio::piped()).spawn().unwrap();
    let id = child.id().to_string();
    let waits = |line: &str| line.contains("->") && line.split_whitespace().any(|word| word == id);
    while !std::fs::read_to_string("/proc/locks").unwrap().lines().any(waits) {
        std::thread::yield_now();
    }
    std::fs::write(folder.join("new"), [2; 4]).unwrap();
    std::fs::rename(folder.join("new"), folder.join("0")).unwrap();
    drop(lock);
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 0, "{output:?}");
    let mut values = [0; 4];
    array.read_chunk(Unit::Chunk, &[0], &mut values).unwrap();
    assert_eq!(values, [2; 4]);
}
