//! Archives of any bytes, opened as stores, read, and written to.

use super::input::allowed;
use std::sync::OnceLock;
use zarr::hierarchy::open_store;
use zarr::store::ByteRange;
use zarr::store::StoreExt;

fn place() -> &'static str {
    static PLACE: OnceLock<String> = OnceLock::new();
    PLACE.get_or_init(|| {
        // Memory, where there is such a file system: each run writes a file.
        let folder = std::path::Path::new("/dev/shm");
        let folder = if folder.is_dir() { folder.to_owned() } else { std::env::temp_dir() };
        folder.join(format!("libzarr-fuzz-{}.zip", std::process::id())).display().to_string()
    })
}

/// The bytes are the archive.
pub fn run(data: &[u8]) {
    look(data);
    // Leaves nothing behind.
    let _ = std::fs::remove_file(place());
}

fn look(data: &[u8]) {
    std::fs::write(place(), data).expect("a file can be written");
    let options = r#"{"mode": "r", "threads": 1, "limits": {"chunk_bytes": 65536}}"#;
    let Some(hierarchy) = allowed(open_store(place(), Some(options))) else { return };
    let store = hierarchy.store();
    let keys = allowed(store.list_all()).unwrap_or_default();
    for key in keys.iter().take(16) {
        let size = allowed(store.size(key)).flatten();
        let part = allowed(store.get(key, ByteRange::From { start: 1, length: Some(5) }));
        // A few bytes can stand for very many, which are not asked for.
        if size.is_some_and(|size| size < 1 << 20)
            && let Some(Some(value)) = allowed(store.get(key, ByteRange::ALL))
        {
            assert_eq!(Some(value.len() as u64), size);
            if let Some(Some(part)) = part {
                assert_eq!(part, value[1.min(value.len())..value.len().min(6)]);
            }
        }
    }
    allowed(store.list_dir(""));
    for met in allowed(hierarchy.walk("/", 4)).unwrap_or_default().iter().take(8) {
        if let Some(zarr::hierarchy::Node::Array(array)) = allowed(hierarchy.open_node(&met.path, None)) {
            super::hierarchy::look(&array);
        }
    }
    drop(hierarchy);
    let Some(hierarchy) = allowed(open_store(place(), None)) else { return };
    let before = allowed(hierarchy.store().list_all());
    if allowed(hierarchy.store().set("added", b"value")).is_none() || allowed(hierarchy.store().flush()).is_none() {
        return;
    }
    drop(hierarchy);
    let again = open_store(place(), Some(r#"{"mode": "r"}"#)).expect("the archive is whole after a flush");
    let value = again.store().get("added", ByteRange::ALL).expect("what was added is read");
    // An archive around one folder starts below that, where a new key may make the top one with more.
    if before.is_some_and(|keys| !keys.is_empty()) {
        assert!(value.is_none() || value.as_deref() == Some(b"value"));
    }
}
