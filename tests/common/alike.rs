//! The stores that other software wrote, read in two ways: from their folders, where other tests hold them against what
//! their writers say, and from wherever else they are. Whichever way the bytes come, they are the same.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use zarr::hierarchy::{Hierarchy, open_store};
use zarr::store::StoreExt;
use zarr::{ErrorKind, Result};

/// Where `make fixtures` unpacks them; unpacked here, if they are not.
pub fn folder() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fixtures = root.join("target/fixtures");
    if !fixtures.join("public").is_dir() {
        let unpacked = std::process::Command::new(root.join("scripts/fixtures")).arg(&fixtures).status().unwrap();
        assert!(unpacked.success());
    }
    fixtures.join("public")
}

/// A store: its path below the folder, and of its nodes, which are arrays.
pub struct Fixture {
    pub path: String,
    pub zipped: bool,
    nodes: BTreeMap<String, bool>,
    /// The name of the format.
    format: String,
}

/// Every store that a manifest tells of.
pub fn fixtures(folder: &Path) -> Vec<Fixture> {
    let mut fixtures: BTreeMap<String, Fixture> = BTreeMap::new();
    for set in std::fs::read_dir(folder).unwrap() {
        let set = set.unwrap();
        let manifest = std::fs::read_to_string(set.path().join("manifest.json")).unwrap();
        let entries: Vec<serde_json::Value> = serde_json::from_str(&manifest).unwrap();
        for entry in entries {
            let text = |name: &str| entry[name].as_str().unwrap().to_owned();
            let path = format!("{}/{}", set.file_name().to_str().unwrap(), text("store"));
            let (zipped, format) = (text("store_kind") == "zip", text("format"));
            let empty = Fixture { path: path.clone(), zipped, nodes: BTreeMap::new(), format };
            let fixture = fixtures.entry(path).or_insert(empty);
            fixture.nodes.insert(text("node"), text("kind") == "array");
        }
    }
    fixtures.into_values().collect()
}

/// The files of a fixture's folder, with their keys.
#[allow(dead_code)]
pub fn files(root: &Path) -> Vec<(String, Vec<u8>)> {
    let store = zarr::store::open(root.to_str().unwrap(), &zarr::store::StoreOptions::default()).unwrap();
    let value = |key: String| {
        let value = store.get(&key, zarr::store::ByteRange::ALL).unwrap().unwrap();
        (key, value)
    };
    store.list_all().unwrap().into_iter().map(value).collect()
}

/// The attributes of a node, and all elements of an array.
fn contents(
    hierarchy: &Arc<Hierarchy>,
    node: &str,
    is_array: bool,
    options: Option<&str>,
) -> Result<(String, Vec<u8>)> {
    if !is_array {
        return Ok((hierarchy.open_group(node, options)?.attributes()?, Vec::new()));
    }
    let array = hierarchy.open_array(node, options)?;
    let (shape, data_type) = (array.shape(), array.data_type());
    let start = vec![0; shape.len()];
    let bytes = if data_type.is_variable() {
        format!("{:?}", array.read_strings(&start, &shape)?.iter().collect::<Vec<_>>()).into_bytes()
    } else {
        let mut bytes = vec![0xA5; shape.iter().product::<u64>() as usize * data_type.size()];
        array.read_region(&start, &shape, &mut bytes)?;
        bytes
    };
    Ok((format!("{shape:?} {data_type} {}", array.attributes()?), bytes))
}

/// The arrays and elements that were compared.
#[derive(Debug, Default)]
pub struct Tally {
    pub arrays: usize,
    pub groups: usize,
    /// Refused from the folder already.
    pub refused: usize,
    /// Groups that can't be found without a listing.
    pub unlisted: usize,
}

/// Reads every node of a fixture both ways.
pub fn compare(folder: &Path, fixture: &Fixture, other: &Arc<Hierarchy>, tally: &mut Tally) {
    let local = open_store(folder.join(&fixture.path).to_str().unwrap(), Some(r#"{"mode": "r"}"#)).unwrap();
    let lists = other.store().capabilities().listable;
    for (node, is_array) in &fixture.nodes {
        let what = format!("{} {node} in {}", fixture.path, other.store().identity());
        let found = match contents(other, node, *is_array, None) {
            // A draft without a document at its entry is recognised by a listing, or by its name.
            Err(error) if error.kind() == ErrorKind::NotFound && !lists => {
                contents(other, node, *is_array, Some(&format!(r#"{{"format": {:?}}}"#, fixture.format)))
            }
            found => found,
        };
        match (contents(&local, node, *is_array, None), found) {
            (Ok(expected), Ok(found)) => {
                assert!(expected.0 == found.0, "{what}: {} became {}", expected.0, found.0);
                assert!(expected.1 == found.1, "{what}: the elements differ");
                *if *is_array { &mut tally.arrays } else { &mut tally.groups } += 1;
            }
            (Err(expected), Err(found)) => {
                assert_eq!(expected.kind(), found.kind(), "{what}: {expected}\n{found}");
                tally.refused += 1;
            }
            (Ok(_), Err(error)) if !lists && !*is_array && is_unlisted(error.kind()) => tally.unlisted += 1,
            (expected, found) => panic!("{what}: {:?} became {:?}", expected.map(|_| ()), found.map(|_| ())),
        }
    }
}

fn is_unlisted(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::Unsupported | ErrorKind::NotFound)
}
