//! Attributes by name: several handles and threads change one document, and nothing that any of them set is lost.

use std::sync::Arc;
use zarr::array::ArrayBuilder;
use zarr::dtype::DataType;
use zarr::format::FormatId;
use zarr::hierarchy::Hierarchy;
use zarr::hierarchy::attributes::{Attributes, integer, read};
use zarr::json::Json;
use zarr::store::{ByteRange, FilesystemStore, MemoryStore, Store, StoreOptions};

const WRITERS: usize = 4;
const EACH: usize = 12;

fn hierarchy(store: &Arc<dyn Store>) -> Arc<Hierarchy> {
    Hierarchy::with_store(Arc::clone(store), None).unwrap()
}

/// Each thread opens the node for itself, half of them over a store of its own.
fn together(stores: &[Arc<dyn Store>], open: impl Fn(&Arc<Hierarchy>) -> Box<dyn Attributes> + Sync) {
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let open = &open;
            scope.spawn(move || {
                let node = open(&hierarchy(&stores[writer % stores.len()]));
                for number in 0..EACH {
                    node.set(&format!("{writer}-{number}"), Json::from(number as u64)).unwrap();
                    node.set(&format!("{writer}-gone"), Json::from(true)).unwrap();
                    node.erase(&format!("{writer}-gone")).unwrap();
                }
            });
        }
    });
    let node = open(&hierarchy(&stores[0]));
    assert_eq!(node.names().unwrap().len(), WRITERS * EACH);
    for (writer, number) in (0..WRITERS).flat_map(|writer| (0..EACH).map(move |number| (writer, number))) {
        assert_eq!(read(&*node, &format!("{writer}-{number}"), integer::<u64>), Ok(number as u64));
    }
}

#[test]
fn nothing_is_lost_when_many_set_attributes() {
    let directory = std::env::temp_dir().join(format!("zarr-attributes-{}", std::process::id()));
    for format in [FormatId::V2, FormatId::V3, FormatId::V3Shape2020] {
        let folder = directory.join(format.name());
        let on_disk = || -> Arc<dyn Store> {
            std::fs::create_dir_all(&folder).unwrap();
            Arc::new(FilesystemStore::open(&folder, StoreOptions::read_write()).unwrap())
        };
        for stores in [vec![Arc::new(MemoryStore::new()) as Arc<dyn Store>], vec![on_disk(), on_disk()]] {
            let mut builder = ArrayBuilder::new(DataType::from_code(4).unwrap(), &[6]).unwrap();
            builder.format(Some(format));
            hierarchy(&stores[0]).create_array("g/a", &builder).unwrap();
            hierarchy(&stores[0]).create_group("h", Some(format), None).unwrap();
            together(&stores, |hierarchy| Box::new(hierarchy.open_array("g/a", None).unwrap()));
            together(&stores, |hierarchy| Box::new(hierarchy.open_group("h", None).unwrap()));
        }
    }
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn a_handle_sees_at_once_what_another_one_set() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let builder = ArrayBuilder::new(DataType::from_code(4).unwrap(), &[6]).unwrap();
    let one = hierarchy(&store).create_array("a", &builder).unwrap();
    let other = hierarchy(&store).open_array("a", None).unwrap();
    one.set("units", Json::from("K")).unwrap();
    assert_eq!(other.all().unwrap().get("units"), Some(&Json::from("K")));
}

#[test]
fn a_failed_change_changes_nothing() {
    let store = Arc::new(MemoryStore::new());
    let hierarchy = Hierarchy::with_store(store.clone(), None).unwrap();
    let group = hierarchy.create_group("g", None, Some(r#"{"a": 1}"#)).unwrap();
    let before = store.get("g/zarr.json", ByteRange::ALL).unwrap();
    assert_eq!(group.erase("b").unwrap_err().kind(), zarr::ErrorKind::NotFound);
    assert_eq!(store.get("g/zarr.json", ByteRange::ALL).unwrap(), before);
}
