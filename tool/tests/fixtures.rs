//! Over every store that other software wrote, the program tells what the manifests beside the stores tell: what is in
//! them, that they are whole, and that nothing is lost on the way into other formats and codecs.

mod common;

use common::{code, run};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use zarr::json::{Json, Object, ParseOptions, parse};

/// An array of which a manifest tells.
struct Entry {
    store: PathBuf,
    node: String,
    about: Object,
    expected: PathBuf,
}

impl Entry {
    fn text(&self, name: &str) -> &str {
        self.about.get(name).and_then(Json::as_str).unwrap_or_default()
    }

    fn has(&self, name: &str) -> bool {
        self.about.get(name).is_some()
    }

    fn address(&self) -> String {
        format!("{}::{}", self.store.display(), self.node)
    }

    /// The facts that are needed to read it, as in the tests of the library.
    fn options(&self) -> String {
        if let Some(hint) = self.about.get("needs_hint").filter(|hint| hint.as_object().is_some()) {
            return hint.to_string();
        }
        let compressor = self.about.get("compressor");
        let blosc = compressor.is_some_and(|compressor| compressor.to_string().contains("blosc"));
        match (self.text("format"), self.text("order"), blosc) {
            ("v1", "F", false) => r#"{"v1_f_order": "zarr-python-1"}"#.into(),
            _ => "{}".into(),
        }
    }

    /// True when every element of it is defined, and every reader can read it.
    fn is_plain(&self) -> bool {
        !self.has("defined_mask") && !self.has("optional")
    }
}

fn entries() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| {
        let mut entries = Vec::new();
        let mut folders: Vec<PathBuf> =
            std::fs::read_dir(common::fixtures().join("public")).unwrap().map(|entry| entry.unwrap().path()).collect();
        folders.sort();
        for folder in folders {
            let text = std::fs::read(folder.join("manifest.json")).unwrap();
            let (manifest, _) = parse(&text, ParseOptions { bare_tokens: true }).unwrap();
            for about in manifest.as_array().unwrap() {
                let about = about.as_object().unwrap().clone();
                let of = |name: &str| about.get(name).and_then(Json::as_str).unwrap_or_default().to_owned();
                if of("kind") == "array" {
                    let (store, expected) = (folder.join(of("store")), folder.join(of("expected")));
                    entries.push(Entry { store, node: of("node").trim_start_matches('/').into(), expected, about });
                }
            }
        }
        assert!(entries.len() > 1300, "{} arrays", entries.len());
        entries
    })
}

/// Does something for every array, on two threads; all that fails is told together.
fn for_all(entries: &[&Entry], check: impl Fn(&Entry) -> Result<(), String> + Sync) {
    let (one, other) = entries.split_at(entries.len() / 2);
    let check = |entries: &[&Entry]| -> Vec<String> {
        let failed = |entry: &&Entry| check(entry).err().map(|why| format!("{}: {why}", entry.address()));
        entries.iter().filter_map(failed).collect()
    };
    let failures = std::thread::scope(|scope| {
        let helper = scope.spawn(|| check(one));
        let mut failures = check(other);
        failures.extend(helper.join().unwrap());
        failures
    });
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), entries.len(), failures.join("\n"));
}

fn output(arguments: &[&str]) -> Result<Vec<u8>, String> {
    let output = run(arguments);
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(format!("{arguments:?}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The numbers that an array holds; None where they are no real numbers.
fn numbers(entry: &Entry) -> Option<Vec<f64>> {
    let bytes = std::fs::read(&entry.expected).unwrap();
    fn all<const N: usize>(bytes: &[u8], read: impl Fn([u8; N]) -> f64) -> Option<Vec<f64>> {
        Some(bytes.as_chunks::<N>().0.iter().map(|bytes| read(*bytes)).collect())
    }
    match entry.text("expected_dtype") {
        "|b1" | "|u1" => all(&bytes, |bytes| u8::from_le_bytes(bytes).into()),
        "|i1" => all(&bytes, |bytes| i8::from_le_bytes(bytes).into()),
        "<i2" => all(&bytes, |bytes| i16::from_le_bytes(bytes).into()),
        "<u2" => all(&bytes, |bytes| u16::from_le_bytes(bytes).into()),
        "<i4" => all(&bytes, |bytes| i32::from_le_bytes(bytes).into()),
        "<u4" => all(&bytes, |bytes| u32::from_le_bytes(bytes).into()),
        "<i8" => all(&bytes, |bytes| i64::from_le_bytes(bytes) as f64),
        "<u8" => all(&bytes, |bytes| u64::from_le_bytes(bytes) as f64),
        "<f4" => all(&bytes, |bytes| f32::from_le_bytes(bytes).into()),
        "<f8" => all(&bytes, f64::from_le_bytes),
        _ => None,
    }
}

#[test]
fn stats_agree_with_the_manifests() {
    let numeric: Vec<&Entry> =
        entries().iter().filter(|entry| entry.is_plain() && entry.text("expected_kind") == "raw").collect();
    let numeric: Vec<&Entry> = numeric.into_iter().filter(|entry| numbers(entry).is_some()).collect();
    assert!(numeric.len() > 1000, "{}", numeric.len());
    for_all(&numeric, |entry| {
        let found =
            output(&["--json", "--options", &entry.options(), "stats", "--raw", "--bins", "0", &entry.address()])?;
        let found: serde_json::Value = serde_json::from_slice(&found).map_err(|error| error.to_string())?;
        let numbers = numbers(entry).unwrap();
        let finite: Vec<f64> = numbers.iter().copied().filter(|number| number.is_finite()).collect();
        let counts = [
            ("elements", numbers.len()),
            ("finite", finite.len()),
            ("nan", numbers.iter().filter(|number| number.is_nan()).count()),
            ("infinite", numbers.iter().filter(|number| number.is_infinite()).count()),
            ("zeros", numbers.iter().filter(|number| **number == 0.0).count()),
        ];
        for (name, count) in counts {
            if found[name] != count as u64 {
                return Err(format!("{name}: {} is not {count}", found[name]));
            }
        }
        let bounds = [
            ("min", finite.iter().copied().fold(f64::INFINITY, f64::min)),
            ("max", finite.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
        ];
        for (name, bound) in bounds {
            if !finite.is_empty() && found[name].as_f64() != Some(bound) {
                return Err(format!("{name}: {} is not {bound}", found[name]));
            }
        }
        // Sums near the largest double are left out here.
        let mean = finite.iter().map(|number| number / finite.len() as f64).sum::<f64>();
        let size = finite.iter().fold(0.0, |size: f64, number| size.max(number.abs()));
        let off = (found["mean"].as_f64().unwrap_or(f64::NAN) - mean).abs();
        if size > 0.0 && size < 1e300 && (off.is_nan() || off > 1e-12 * size) {
            return Err(format!("mean: {} is not {mean}", found["mean"]));
        }
        Ok(())
    });
}

#[test]
fn verify_finds_no_fault_in_what_the_manifests_list() {
    let mut stores: BTreeMap<&Path, Vec<&Entry>> = BTreeMap::new();
    entries().iter().for_each(|entry| stores.entry(&entry.store).or_default().push(entry));
    let mut arrays = 0;
    for (store, entries) in stores {
        let mut wrong = Vec::new();
        let store = store.display().to_string();
        let output = run(&["--json", "verify", &store]);
        if code(&output) == 3 {
            // There is no group at the root: node by node.
            for entry in entries.iter().filter(|entry| !entry.has("optional")) {
                let output = run(&["--json", "verify", &entry.address()]);
                assert_eq!(code(&output), 0, "{}: {}", entry.address(), String::from_utf8_lossy(&output.stdout));
                arrays += 1;
            }
            continue;
        }
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["ok"], code(&output) == 0, "{store}");
        for problem in report["problems"].as_array().unwrap() {
            let path = problem["path"].as_str().unwrap().trim_start_matches('/');
            let listed = entries.iter().any(|entry| entry.node == path && !entry.has("optional"));
            if problem["severity"] == "error" && listed {
                wrong.push(problem.to_string());
            }
        }
        assert!(wrong.is_empty(), "{store}: {wrong:?}");
        assert!(report["arrays"].as_u64().unwrap() as usize >= entries.len(), "{store}");
        arrays += entries.len();
    }
    assert!(arrays > 1290, "{arrays}");
}

/// Copies an array as it is stored into a format; what comes back are the elements of the manifest.
fn copied_into(format: &str) {
    let scratch = tempfile::tempdir().unwrap();
    let raw: Vec<&Entry> = entries()
        .iter()
        .filter(|entry| entry.is_plain() && entry.text("expected_kind") == "raw")
        .filter(|entry| entry.text("format") != format)
        .collect();
    let unsupported = std::sync::atomic::AtomicUsize::new(0);
    for_all(&raw, |entry| {
        let name: String = entry.address().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let target = scratch.path().join(name).display().to_string();
        let options = entry.options();
        let copy =
            run(&["--options", &options, "copy", "--to-options", "{}", "--format", format, &entry.address(), &target]);
        match code(&copy) {
            0 => {}
            // The format has no word for the data type or the codec.
            5 => {
                unsupported.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                return Ok(());
            }
            _ => return Err(String::from_utf8_lossy(&copy.stderr).into_owned()),
        }
        let found = output(&["dump", "--format", "raw", &target])?;
        let expected = std::fs::read(&entry.expected).unwrap();
        std::fs::remove_dir_all(&target).map_err(|error| error.to_string())?;
        if found == expected {
            Ok(())
        } else {
            Err(format!("{} bytes are not the {} of the manifest", found.len(), expected.len()))
        }
    });
    let unsupported = unsupported.into_inner();
    assert!(unsupported * 5 < raw.len(), "{unsupported} of {}", raw.len());
}

#[test]
fn what_is_copied_into_v3_is_what_the_manifests_say() {
    copied_into("v3");
}

#[test]
fn what_is_copied_into_v2_is_what_the_manifests_say() {
    copied_into("v2");
}

/// Whole hierarchies are encoded anew, with another codec, and compared element by element.
#[test]
fn what_is_encoded_anew_is_the_same() {
    let scratch = tempfile::tempdir().unwrap();
    let mut stores: Vec<&Path> = entries().iter().map(|entry| entry.store.as_path()).collect();
    stores.dedup();
    let (mut done, mut refused) = (0, Vec::new());
    for (number, store) in stores.iter().enumerate() {
        let store = store.display().to_string();
        let target = scratch.path().join(number.to_string()).display().to_string();
        let convert = run(&["convert", "--codec", "zstd", "--chunks", "3,2", &store, &target]);
        match code(&convert) {
            0 => {
                let diff = run(&["diff", "--elements", &store, &target]);
                assert_eq!(code(&diff), 0, "{store}: {}", String::from_utf8_lossy(&diff.stdout));
                assert_eq!(code(&run(&["verify", "--strict", &target])), 0, "{store}");
                done += 1;
            }
            // No group at the root; a type without a word in v3; lengths for two dimensions.
            2 | 3 | 5 | 6 => refused.push(format!("{store}: {}", String::from_utf8_lossy(&convert.stderr))),
            other => panic!("{store}: {other}: {}", String::from_utf8_lossy(&convert.stderr)),
        }
    }
    assert!(done >= 60, "{done} done, refused:\n{}", refused.concat());
}
