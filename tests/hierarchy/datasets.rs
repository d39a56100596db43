//! Datasets beside other writers, and in stores that do less: what is asked of a store, and what is left when another
//! process is faster.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use zarr::ErrorKind;
use zarr::array::ArrayBuilder;
use zarr::dtype::DataType;
use zarr::format::FormatId;
use zarr::hierarchy::dataset::{Block, Range, Room};
use zarr::hierarchy::{Dataset, Hierarchy};
use zarr::store::{ByteRange, Capabilities, Depth, Listing, MemoryStore, Store, StoreExt, StoreName, When};

type Step = Box<dyn FnOnce() + Send>;

/// One of several processes at one store: it keeps a list of what it asks, and another process may take a step before
/// it writes a key.
pub struct Process {
    name: StoreName,
    values: MemoryStore,
    listable: bool,
    erasable: bool,
    asked: Mutex<Vec<String>>,
    before: Mutex<Option<(&'static str, Step)>>,
    /// A step, and the number of reads that come before it.
    after: Mutex<Option<(usize, Step)>>,
    /// The key that can't be read.
    broken: Mutex<Option<&'static str>>,
}

impl std::fmt::Debug for Process {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.name.fmt(formatter)
    }
}

impl Process {
    pub fn of(values: &MemoryStore, name: &str) -> Arc<Self> {
        Arc::new(Self::new(values, name))
    }

    /// Its name is its own: tests that run at the same time would tell its handles of their changes.
    fn new(values: &MemoryStore, name: &str) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = StoreName::new(format!("{name} {}", COUNT.fetch_add(1, Ordering::Relaxed)));
        let (asked, before, after, broken) = Default::default();
        Self { name, values: values.clone(), listable: true, erasable: true, asked, before, after, broken }
    }

    fn note(&self, what: &str, key: &str) {
        self.asked.lock().unwrap().push(format!("{what} {key}"));
    }

    /// The requests since the last time.
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.asked.lock().unwrap())
    }

    fn check(&self, key: &str) -> zarr::Result<()> {
        match self.broken.lock().unwrap().is_some_and(|broken| broken == key) {
            true => Err(zarr::Error::new(ErrorKind::Io, "the key can't be read")),
            false => Ok(()),
        }
    }

    fn take_step(&self, before: &str) {
        let step = self.before.lock().unwrap().take_if(|(wanted, _)| *wanted == before);
        step.into_iter().for_each(|(_, step)| step());
    }

    fn step_after_read(&self) {
        let mut after = self.after.lock().unwrap();
        after.as_mut().into_iter().for_each(|(count, _)| *count -= 1);
        let step = after.take_if(|(count, _)| *count == 0);
        drop(after);
        step.into_iter().for_each(|(_, step)| step());
    }

    /// True if one of these arrays has been looked at since the last time.
    fn has_looked(&self, names: &[&str]) -> bool {
        let asked = self.take();
        names.iter().any(|name| asked.contains(&format!("get g/{name}/zarr.json")))
    }

    /// Before a key is written, or something is listed.
    pub fn before(&self, key: &'static str, step: impl FnOnce() + Send + 'static) {
        *self.before.lock().unwrap() = Some((key, Box::new(step)));
    }
}

impl Store for Process {
    fn name(&self) -> &StoreName {
        &self.name
    }

    fn capabilities(&self) -> Capabilities {
        let (listable, erasable) = (self.listable, self.erasable);
        Capabilities { listable, erasable, reads_into: false, private: false, ..self.values.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> zarr::Result<Option<Vec<u8>>> {
        self.note("get", key);
        self.check(key)?;
        let value = self.values.get(key, range);
        self.step_after_read();
        value
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> zarr::Result<()> {
        if value.is_some() {
            self.take_step(key);
        }
        if value.is_none() {
            when.begin(key, value)?;
            return self.values.erase(key);
        }
        let when = match when {
            When::Ready(_) => when.begin(key, value).map(|()| When::Claimed)?,
            when => when,
        };
        self.values.write(key, value, when)
    }

    fn list(&self, prefix: &str, depth: Depth) -> zarr::Result<Listing> {
        if !self.listable {
            return Err(zarr::Error::new(ErrorKind::Unsupported, "the store can't list"));
        }
        self.note("list", prefix);
        self.take_step("list");
        self.values.list(prefix, depth)
    }

    fn get_versioned(&self, key: &str, most: u64) -> zarr::Result<(Option<Vec<u8>>, zarr::store::Version)> {
        self.note("get", key);
        self.check(key)?;
        let value = self.values.get_versioned(key, most);
        self.step_after_read();
        value
    }
}

fn floats(rank: usize) -> ArrayBuilder {
    ArrayBuilder::new(DataType::from_name("float32", None).unwrap(), &vec![0; rank]).unwrap()
}

fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_ne_bytes()).collect()
}

fn of(process: &Arc<Process>) -> Arc<Hierarchy> {
    Hierarchy::with_store(process.clone(), None).unwrap()
}

/// A dataset in the group `g`, with a dimension `x` of so many elements, and arrays of it that are defined.
fn defined(process: &Arc<Process>, length: u64, arrays: &[&str]) -> Dataset {
    let dataset = of(process).create_dataset("g", Some(FormatId::V3), None).unwrap();
    dataset.define_dimension("x", length).unwrap();
    arrays.iter().for_each(|name| dataset.define_array(name, &["x"], &floats(1)).unwrap());
    dataset
}

fn arrays(process: &Arc<Process>) -> Vec<String> {
    of(process).children("g").unwrap()
}

/// On a store that is far away each request is a wait.
#[test]
fn opening_reads_each_document_once_and_an_array_of_it_nothing() {
    let process = Process::of(&MemoryStore::new(), "one");
    defined(&process, 4, &["a", "b", "c"]).commit().unwrap();
    let hierarchy = of(&process);
    process.take();
    let dataset = hierarchy.open_dataset("g", None).unwrap();
    let mut asked = process.take();
    asked.retain(|request| request.starts_with("get g/"));
    asked.sort();
    assert_eq!(
        asked,
        ["get g/a/zarr.json", "get g/b/zarr.json", "get g/c/zarr.json", "get g/zarr.json", "get g/zarr.json"]
    );
    assert_eq!(dataset.array("b").unwrap().shape(), [4]);
    assert_eq!(dataset.dimension_length("x"), Ok(4));
    assert_eq!(process.take(), Vec::<String>::new());
    let missing = dataset.array("d").unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::NotFound);
    assert_eq!(missing.message(), "dataset \"/g\": there is no array \"d\"");
}

#[test]
fn consolidated_metadata_takes_the_place_of_the_documents() {
    let process = Process::of(&MemoryStore::new(), "one");
    let hierarchy = of(&process);
    let dataset = hierarchy.create_dataset("", Some(FormatId::V3), None).unwrap();
    dataset.define_dimension("x", 4).unwrap();
    dataset.define_array("a", &["x"], &floats(1)).unwrap();
    dataset.commit().unwrap();
    hierarchy.consolidate("").unwrap();
    let options = r#"{"consolidated": "require"}"#;
    let hierarchy = Hierarchy::with_store(process.clone(), Some(options)).unwrap();
    process.take();
    let dataset = hierarchy.open_dataset("", None).unwrap();
    assert!(!process.take().iter().any(|request| request.contains("a/zarr.json")));
    assert_eq!(dataset.dimension_length("x"), Ok(4));
}

/// Both have looked before either has created: none of the two lengths may stay unseen.
#[test]
fn two_lengths_that_two_processes_give_at_once_do_not_stay() {
    let values = MemoryStore::new();
    let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
    let (mine, theirs) = (defined(&first, 4, &["a", "b"]), defined(&second, 7, &["c"]));
    first.before("g/a/zarr.json", move || theirs.commit().unwrap());
    let error = mine.commit().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Conflict, "{error}");
    assert!(error.message().contains("7 elements in array \"c\" and 4 elements in array \"a\""), "{error}");
    assert_eq!(arrays(&second), ["c"]);
    let third = of(&second).open_dataset("g", None).unwrap();
    assert_eq!(third.dimension_length("x"), Ok(7));
    let error = third.dimension_length("xx").unwrap_err();
    assert!(error.message().ends_with("there is no dimension \"xx\"; did you mean \"x\"?"), "{error}");
}

#[test]
fn of_two_processes_that_define_an_array_one_creates_all_of_its_own() {
    let values = MemoryStore::new();
    let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
    let mine = defined(&first, 2, &["a", "b", "d"]);
    let theirs = defined(&second, 2, &["c"]);
    theirs.define_coordinate("x", &floats(1), &bytes(&[1., 2.])).unwrap();
    theirs.define_array("b", &["x"], &floats(1)).unwrap();
    first.before("g/b/zarr.json", move || theirs.commit().unwrap());
    let error = mine.commit().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{error}");
    assert_eq!(arrays(&second), ["b", "c", "x"], "what the other one has created stays, and nothing else");
    let mut read = [0; 8];
    of(&second).open_array("g/x", None).unwrap().read_region(&[0], &[2], &mut read).unwrap();
    assert_eq!(read[..], bytes(&[1., 2.]));
    assert_eq!(mine.commit().unwrap_err().kind(), ErrorKind::AlreadyExists, "the definitions are still there");
    first.values.erase("g/b/zarr.json").unwrap();
    mine.commit().unwrap();
    assert_eq!(mine.arrays(), ["a", "b", "c", "d", "x"]);
}

/// Two processes that append at once: the second one gets the place behind the first, in all arrays.
#[test]
fn steps_of_two_processes_lie_one_behind_the_other() {
    let values = MemoryStore::new();
    let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
    let mine = defined(&first, 0, &["a", "b"]);
    mine.commit().unwrap();
    let theirs = of(&second).open_dataset("g", None).unwrap();
    let step = |dataset: &Dataset, value: f32| {
        let (one, other) = (bytes(&[value]), bytes(&[-value]));
        dataset.append("x", 1, &[Block { name: "b", data: &other }, Block { name: "a", data: &one }])
    };
    // The first one has its place in `a`, and none in `b` yet.
    first.before("g/b/zarr.json", move || assert_eq!(step(&theirs, 2.), Ok(1)));
    assert_eq!(step(&mine, 1.), Ok(0));
    let dataset = of(&first).open_dataset("g", None).unwrap();
    let (mut one, mut other) = (vec![0; 8], vec![0; 8]);
    let whole = Range { dimension: "x", start: 0, count: 2 };
    let mut rooms = [Room { name: "a", data: &mut one }, Room { name: "b", data: &mut other }];
    dataset.read(&[whole], &mut rooms).unwrap();
    assert_eq!((one, other), (bytes(&[1., 2.]), bytes(&[-1., -2.])));
}

/// Appends one element to `x` in some arrays.
fn step(dataset: &Dataset, value: f32, arrays: &[&str]) -> zarr::Result<u64> {
    let data = bytes(&[value]);
    let blocks: Vec<Block<'_>> = arrays.iter().map(|name| Block { name, data: &data }).collect();
    dataset.append("x", 1, &blocks)
}

fn read(process: &Arc<Process>, path: &str) -> Vec<f32> {
    let array = of(process).open_array(path, None).unwrap();
    let mut read = vec![0; 4 * array.shape()[0] as usize];
    array.read_region(&[0], &array.shape(), &mut read).unwrap();
    read.chunks_exact(4).map(|bytes| f32::from_ne_bytes(bytes.try_into().unwrap())).collect()
}

/// A process that does not wait for the end of a commit has been told that its step is stored.
#[test]
fn steps_in_arrays_that_are_being_committed_stay() {
    let values = MemoryStore::new();
    let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
    let mine = defined(&first, 0, &["a", "b"]);
    let early = Arc::clone(&second);
    first.before("g/b/zarr.json", move || {
        assert_eq!(step(&of(&early).open_dataset("g", None).unwrap(), 1., &["a"]), Ok(0));
    });
    mine.commit().unwrap();
    assert_eq!(read(&first, "g/a"), [1.]);
    assert_eq!(step(&mine, 2., &["a", "b"]), Ok(1), "the next step lies behind it");
    assert_eq!((read(&first, "g/a"), read(&first, "g/b")), (vec![1., 2.], vec![0., 2.]));

    // A commit that fails leaves what has got a step, and says so.
    mine.define_array("c", &["x"], &floats(1)).unwrap();
    mine.define_array("d", &["x"], &floats(1)).unwrap();
    let early = Arc::clone(&second);
    first.before("g/d/zarr.json", move || {
        let theirs = of(&early).open_dataset("g", None).unwrap();
        assert_eq!(step(&theirs, 3., &["a", "b", "c"]), Ok(2));
        of(&early).create_array("g/d", &floats(1)).unwrap();
    });
    let error = mine.commit().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists, "{error}");
    assert!(error.message().ends_with("these arrays may be left: c"), "{error}");
    assert_eq!(read(&first, "g/c"), [0., 0., 3.]);
}

/// An array that is committed while another process appends has room for its steps.
#[test]
fn new_arrays_become_as_long_as_those_that_grow_meanwhile() {
    let values = MemoryStore::new();
    let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
    let mine = defined(&first, 0, &["a"]);
    mine.commit().unwrap();
    let theirs = of(&second).open_dataset("g", None).unwrap();
    mine.define_array("b", &["x"], &floats(1)).unwrap();
    first.before("g/b/zarr.json", move || assert_eq!(step(&theirs, 1., &["a"]), Ok(0)));
    mine.commit().unwrap();
    assert_eq!((mine.dimension_length("x"), read(&first, "g/b")), (Ok(1), vec![0.]));
}

/// In the middle of a step of one process, another one commits and appends.
#[test]
fn a_step_of_another_process_keeps_none_from_appending() {
    let values = MemoryStore::new();
    let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
    let mine = defined(&first, 0, &["a", "b"]);
    mine.commit().unwrap();
    let theirs = of(&second).open_dataset("g", None).unwrap();
    theirs.define_dimension("y", 2).unwrap();
    theirs.define_array("c", &["y"], &floats(1)).unwrap();
    let (theirs, told) = (Arc::new(theirs), Arc::new(Mutex::new(None)));
    let (other, place) = (Arc::clone(&theirs), Arc::clone(&told));
    first.before("g/b/zarr.json", move || {
        other.commit().unwrap();
        assert_eq!(other.dimension_length("x"), Ok(0), "what all arrays have");
        *place.lock().unwrap() = Some(step(&other, 2., &["a", "b"]));
    });
    assert_eq!(step(&mine, 1., &["a", "b"]), Ok(0));
    assert_eq!(told.lock().unwrap().take(), Some(Ok(1)));
    assert_eq!((read(&first, "g/a"), read(&first, "g/b")), (vec![1., 2.], vec![1., 2.]));
    assert_eq!(theirs.dimension_length("x"), Ok(2));
}

/// The chunks that a killed process has not erased any more would come back with the next step.
#[test]
fn an_interrupted_shrink_is_finished_by_the_next_call() {
    for format in [FormatId::V2, FormatId::V3] {
        let process = Process::of(&MemoryStore::new(), "one");
        let dataset = of(&process).create_dataset("g", Some(format), None).unwrap();
        dataset.define_dimension("x", 3).unwrap();
        let mut builder = floats(1);
        builder.chunk_shape(&[1]).unwrap();
        ["a", "b"].iter().for_each(|name| dataset.define_array(name, &["x"], &builder).unwrap());
        dataset.commit().unwrap();
        for name in ["a", "b"] {
            dataset.array(name).unwrap().write_region(&[0], &[3], &bytes(&[1., 2., 3.])).unwrap();
            // The document is written first.
            let key = if format == FormatId::V2 { format!("g/{name}/.zarray") } else { format!("g/{name}/zarr.json") };
            let document = process.values.get(&key, ByteRange::ALL).unwrap().unwrap();
            let document = String::from_utf8(document).unwrap();
            let (head, tail) = document.split_once("\"shape\"").unwrap();
            process.values.set(&key, format!("{head}\"shape\"{}", tail.replacen('3', "1", 1)).as_bytes()).unwrap();
        }
        let again = of(&process).open_dataset("g", None).unwrap();
        again.resize_dimension("x", 1).unwrap();
        assert_eq!(step(&again, 4., &["a"]), Ok(1));
        again.resize_dimension("x", 3).unwrap();
        assert_eq!((read(&process, "g/a"), read(&process, "g/b")), (vec![1., 4., 0.], vec![1., 0., 0.]));
    }
}

/// The first array that is created takes the copy of all documents away.
#[test]
fn a_dataset_that_asks_for_consolidated_metadata_can_be_changed() {
    let process = Process::of(&MemoryStore::new(), "one");
    let hierarchy = of(&process);
    let dataset = hierarchy.create_dataset("", Some(FormatId::V3), None).unwrap();
    dataset.define_dimension("x", 4).unwrap();
    dataset.define_array("a", &["x"], &floats(1)).unwrap();
    dataset.commit().unwrap();
    hierarchy.consolidate("").unwrap();
    let required = Some(r#"{"consolidated": "require"}"#);
    let dataset = of(&process).open_dataset("", required).unwrap();
    ["b", "c"].iter().for_each(|name| dataset.define_array(name, &["x"], &floats(1)).unwrap());
    dataset.commit().unwrap();
    dataset.resize_dimension("x", 5).unwrap();
    assert_eq!(dataset.arrays(), ["a", "b", "c"]);
    // A copy that others have not taken away counts for those that ask for it, and for no others.
    hierarchy.consolidate("").unwrap();
    process.values.erase("b/zarr.json").unwrap();
    assert_eq!(hierarchy.open_dataset("", None).unwrap().arrays(), ["a", "c"]);
    assert_eq!(hierarchy.open_dataset("", required).unwrap().arrays(), ["a", "b", "c"]);
}

/// A write past the end grows the array: a copy that another process makes just before would show the old length to
/// all that read copies.
#[test]
fn a_write_that_grows_an_array_takes_away_a_copy_that_was_made_meanwhile() {
    let values = MemoryStore::new();
    let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
    defined(&first, 2, &["a"]).commit().unwrap();
    let growing = of(&first).open_array("g/a", Some(r#"{"grow": true}"#)).unwrap();
    let other = of(&second);
    first.before("g/a/zarr.json", move || other.consolidate("g").unwrap());
    growing.write_region(&[2], &[1], &bytes(&[1.])).unwrap();
    let copies = |key: &str| String::from_utf8_lossy(&values.get(key, ByteRange::ALL).unwrap().unwrap()).into_owned();
    assert_eq!(growing.shape(), [3]);
    assert!(!copies("g/zarr.json").contains("consolidated_metadata"), "{}", copies("g/zarr.json"));
}

/// A block has all elements along the other dimensions as they are now, and not as the handle has known them: half of a
/// step would be missing, or the steps would grow without a block.
#[test]
fn a_block_is_held_against_the_other_dimensions_as_they_are_now() {
    let values = MemoryStore::new();
    let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
    let dataset = of(&first).create_dataset("g", Some(FormatId::V3), None).unwrap();
    dataset.define_dimension("t", 0).unwrap();
    dataset.define_dimension("x", 2).unwrap();
    ["a", "b"].iter().for_each(|name| dataset.define_array(name, &["t", "x"], &floats(2)).unwrap());
    dataset.commit().unwrap();
    let shapes = || ["g/a", "g/b"].map(|path| of(&second).open_array(path, None).unwrap().shape());
    for length in [3_u64, 1] {
        of(&second).open_dataset("g", None).unwrap().resize_dimension("x", length).unwrap();
        let before = shapes();
        for (names, values) in [(&["a"][..], [1., 2.]), (&["b"], [1., 2.]), (&["a", "b"], [1., 2.])] {
            let data = bytes(&values);
            let blocks: Vec<_> = names.iter().map(|name| Block { name, data: &data }).collect();
            let error = dataset.append("t", 1, &blocks).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::BufferSize, "{error}");
        }
        assert_eq!(shapes(), before, "nothing has changed");
        let whole = bytes(&vec![7.; length as usize]);
        dataset.append("t", 1, &[Block { name: "a", data: &whole }, Block { name: "b", data: &whole }]).unwrap();
        assert_eq!(shapes(), [[before[0][0] + 1, length], [before[1][0] + 1, length]]);
    }
}

/// An array of another process looks as this one's own would, and the commit has not come to its place.
#[test]
fn a_commit_that_fails_before_it_writes_an_array_erases_none_of_another_process() {
    let values = MemoryStore::new();
    let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
    let mine = defined(&first, 2, &["a", "b"]);
    let (theirs, process) = (defined(&second, 2, &["b"]), Arc::clone(&first));
    first.before("g/a/zarr.json", move || {
        theirs.commit().unwrap();
        *process.broken.lock().unwrap() = Some("g/b/zarr.json");
    });
    assert_eq!(mine.commit().unwrap_err().kind(), ErrorKind::Io);
    assert_eq!(arrays(&second), ["b"]);
}

#[test]
fn a_store_that_cannot_list_holds_a_dataset_that_is_created_in_it() {
    let process = Arc::new(Process { listable: false, ..Process::new(&MemoryStore::new(), "blind") });
    let dataset = defined(&process, 3, &["a", "b"]);
    dataset.commit().unwrap();
    assert_eq!(dataset.arrays(), ["a", "b"]);
    dataset.define_array("c", &["x"], &floats(1)).unwrap();
    dataset.commit().unwrap();
    dataset.resize_dimension("x", 5).unwrap();
    assert_eq!(of(&process).open_array("g/c", None).unwrap().shape(), [5]);
    dataset.refresh().unwrap();
    assert_eq!(dataset.dimension_length("x"), Ok(5));
}

#[test]
fn a_damaged_array_is_listed_and_tells_why() {
    let process = Process::of(&MemoryStore::new(), "one");
    defined(&process, 4, &["a", "b"]).commit().unwrap();
    process.values.set("g/b/zarr.json", b"{}").unwrap();
    let dataset = of(&process).open_dataset("g", None).unwrap();
    assert_eq!(dataset.arrays(), ["a", "b"]);
    assert_eq!(dataset.array("b").unwrap_err().kind(), ErrorKind::Metadata);
    dataset.resize_dimension("x", 6).unwrap();
    assert_eq!(dataset.array("a").unwrap().shape(), [6]);
    assert_eq!(dataset.define_array("b", &["x"], &floats(1)).unwrap_err().kind(), ErrorKind::AlreadyExists);
}

/// Another program that has the codec could not open a dataset whose other arrays have become longer.
#[test]
fn a_dimension_of_an_array_whose_codec_is_not_known_keeps_its_length() {
    for (format, document, from, to) in [
        (FormatId::V3, "g/b/zarr.json", r#""name": "bytes""#, r#""name": "mystery""#),
        (FormatId::V2, "g/b/.zarray", r#""dtype": "<f4""#, r#""dtype": "<mystery""#),
    ] {
        let process = Process::of(&MemoryStore::new(), "one");
        let dataset = of(&process).create_dataset("g", Some(format), None).unwrap();
        dataset.define_dimension("x", 4).unwrap();
        dataset.define_dimension("y", 4).unwrap();
        ["a", "b"].iter().for_each(|name| dataset.define_array(name, &["x"], &floats(1)).unwrap());
        dataset.define_array("c", &["y"], &floats(1)).unwrap();
        dataset.commit().unwrap();
        let text = String::from_utf8(process.values.get(document, ByteRange::ALL).unwrap().unwrap()).unwrap();
        assert!(text.contains(from), "{text}");
        process.values.set(document, text.replace(from, to).as_bytes()).unwrap();
        let dataset = of(&process).open_dataset("g", None).unwrap();
        let reason = dataset.array("b").unwrap_err().kind();
        for refused in [dataset.append("x", 1, &[]).map(drop), dataset.resize_dimension("x", 6)] {
            let error = refused.unwrap_err();
            assert!(error.kind() == reason && error.message().contains("array \"b\""), "{error}");
        }
        assert_eq!(of(&process).open_array("g/a", None).unwrap().shape(), [4]);
        // Other dimensions are free to change, and this one where lengths may differ.
        assert_eq!(dataset.append("y", 1, &[]), Ok(4));
        let keeps = of(&process).open_dataset("g", Some(r#"{"unequal_dimensions": "keep"}"#)).unwrap();
        assert_eq!(keeps.append("x", 1, &[]), Ok(4));
    }
}

/// A length that one array can't have is refused before another one is changed.
#[test]
fn a_length_that_one_array_cannot_have_changes_none() {
    let process = Process::of(&MemoryStore::new(), "one");
    let limits = Some(r#"{"limits": {"chunk_bytes": 32}}"#);
    let dataset = of(&process).create_dataset("g", Some(FormatId::V3), limits).unwrap();
    dataset.define_dimension("x", 6).unwrap();
    dataset.define_array("a", &["x"], &floats(1)).unwrap();
    let mut edged = floats(1);
    edged.chunk_edges(0, &[2, 4]).unwrap();
    dataset.define_array("b", &["x"], &edged).unwrap();
    dataset.commit().unwrap();
    // The last chunk would get longer than the limit.
    assert_eq!(dataset.resize_dimension("x", 20).unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!(dataset.append("x", 14, &[]).unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!((dataset.array("a").unwrap().shape(), dataset.dimension_length("x")), (vec![6], Ok(6)));
    assert_eq!(dataset.append("x", 1, &[]), Ok(6));
}

/// One description serves arrays of any lengths: what it says of whole axes means those of the dimensions.
#[test]
fn a_description_is_used_for_dimensions_of_any_length() {
    let process = Process::of(&MemoryStore::new(), "one");
    let dataset = of(&process).create_dataset("", Some(FormatId::V2), None).unwrap();
    dataset.define_dimension("x", 10).unwrap();
    dataset.define_dimension("y", 20).unwrap();
    dataset.define_dimension("time", 0).unwrap();
    let mut builder = floats(2);
    builder.chunk_shape(&[0, 3]).unwrap();
    dataset.define_array("a", &["y", "x"], &builder).unwrap();
    dataset.define_array("b", &["time", "y"], &builder).unwrap();
    dataset.define_array("c", &["time", "x"], &floats(2)).unwrap();
    dataset.commit().unwrap();
    let chunks = |name: &str| dataset.array(name).unwrap().chunk_shape().unwrap();
    assert_eq!((chunks("a"), chunks("b"), chunks("c")), (vec![20, 3], vec![1, 3], vec![1, 10]));
    assert_eq!(dataset.array("b").unwrap().dimension_names(), Some(vec![Some("time".into()), Some("y".into())]));
}

/// xarray opens no group of v2 in which an array does not name its dimensions, also where it has none.
#[test]
fn a_scalar_names_no_dimensions_in_each_format() {
    let attributes = |store: &Arc<Hierarchy>| {
        let keys = store.store().get("x/.zattrs", ByteRange::ALL).unwrap();
        keys.map(|text| String::from_utf8(text).unwrap().split_whitespace().collect::<String>())
    };
    let values = MemoryStore::new();
    let store = of(&Process::of(&values, "v3"));
    let dataset = store.create_dataset("", Some(FormatId::V3), None).unwrap();
    dataset.define_array("x", &[], &floats(0)).unwrap();
    dataset.commit().unwrap();
    let copy = of(&Process::of(&MemoryStore::new(), "copy"));
    store.copy("", &copy, "", Some(FormatId::V2), &|_, _| true).unwrap();
    let v2 = of(&Process::of(&MemoryStore::new(), "v2"));
    let dataset = v2.create_dataset("", Some(FormatId::V2), None).unwrap();
    dataset.define_array("x", &[], &floats(0)).unwrap();
    dataset.commit().unwrap();
    for store in [copy, v2] {
        assert_eq!(attributes(&store).as_deref(), Some(r#"{"_ARRAY_DIMENSIONS":[]}"#));
    }
    // Formats without a place for names have scalars all the same.
    for format in [FormatId::V3Shape2020, FormatId::V3Draft2022] {
        store.copy("x", &of(&Process::of(&MemoryStore::new(), "draft")), "x", Some(format), &|_, _| true).unwrap();
    }
}

/// xarray takes the fill value of v2 for the mark of what is missing: a coordinate would lose the place that is zero.
#[test]
fn a_coordinate_of_v2_has_no_fill_value_unless_it_is_given_one() {
    for (format, key, left_open) in [(FormatId::V2, ".zarray", "null"), (FormatId::V3, "zarr.json", "0.0")] {
        let process = Process::of(&MemoryStore::new(), "one");
        let dataset = of(&process).create_dataset("", Some(format), None).unwrap();
        dataset.define_coordinate("x", &floats(1), &bytes(&[0.0, 0.0, 90.0])).unwrap();
        dataset.define_array("count", &["x"], &floats(1)).unwrap();
        dataset.define_dimension("time", 0).unwrap();
        let mut given = floats(1);
        given.fill_value(&7f32.to_ne_bytes()).unwrap();
        dataset.define_coordinate("time", &given, &[]).unwrap();
        dataset.commit().unwrap();
        let fill = |name: &str| {
            let document = process.values.get(&format!("{name}/{key}"), ByteRange::ALL).unwrap().unwrap();
            let text: String = String::from_utf8(document).unwrap().split_whitespace().collect();
            let (_, rest) = text.split_once("\"fill_value\":").unwrap();
            rest.split([',', '}']).next().unwrap().to_owned()
        };
        assert_eq!((fill("x").as_str(), fill("count").as_str(), fill("time").as_str()), (left_open, "0.0", "7.0"));
    }
}

/// Another process appends a step while this one gives the dimension another length: its step would be cut off again in
/// all arrays but the first.
#[test]
fn a_dimension_that_becomes_longer_cuts_no_step_off() {
    // The step begins before the array that takes the place is longer, and after that.
    for (key, place) in [("g/a/zarr.json", 2), ("g/b/zarr.json", 6)] {
        let values = MemoryStore::new();
        let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
        let dataset = defined(&first, 2, &["a", "b", "c"]);
        dataset.commit().unwrap();
        let theirs = of(&second).open_dataset("g", None).unwrap();
        first.before(key, move || {
            let data = bytes(&[7., 8., 9.]);
            let blocks = ["a", "b", "c"].map(|name| Block { name, data: &data });
            assert_eq!(theirs.append("x", 3, &blocks), Ok(place));
        });
        dataset.resize_dimension("x", 6).unwrap();
        for path in ["g/a", "g/b", "g/c"] {
            let found = read(&first, path);
            assert_eq!(found.len(), if place == 2 { 6 } else { 9 }, "{path}");
            assert_eq!(found[place as usize..][..3], [7., 8., 9.], "{path}");
        }
    }
}

/// Another process grows the dimension and appends after any of this one's reads: its steps would be cut off in all
/// arrays, where the first look has met the step in the middle.
#[test]
fn a_growth_that_has_looked_cuts_no_step_off() {
    // Looks that wait for the end of a step do so side by side.
    std::thread::scope(|scope| {
        for (longer, count) in [(4, 6), (8, 1)] {
            scope.spawn(move || grow_beside_a_step(longer, count));
        }
    });
}

/// Another process grows the dimension, and appends, after the first read of this one, after the second, and so on.
fn grow_beside_a_step(longer: u64, count: usize) {
    for reads in 1.. {
        let values = MemoryStore::new();
        let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
        let dataset = defined(&first, 4, &["t", "v", "w"]);
        dataset.commit().unwrap();
        let theirs = of(&second).open_dataset("g", None).unwrap();
        first.take();
        let (place, has_looked) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
        let (place_of, looked, process) = (Arc::clone(&place), Arc::clone(&has_looked), Arc::clone(&first));
        let step = move || {
            looked.store(process.has_looked(&["t", "v", "w"]), Ordering::Relaxed);
            theirs.resize_dimension("x", longer).unwrap();
            let data = bytes(&vec![7.; count]);
            let blocks = ["t", "v", "w"].map(|name| Block { name, data: &data });
            place_of.store(theirs.append("x", count as u64, &blocks).unwrap(), Ordering::Relaxed);
        };
        *first.after.lock().unwrap() = Some((reads, Box::new(step)));
        dataset.resize_dimension("x", 8).unwrap();
        if first.after.lock().unwrap().take().is_some() {
            assert!(reads > 6, "{reads} reads");
            break;
        }
        let (place, has_looked) = (place.load(Ordering::Relaxed) as usize, has_looked.load(Ordering::Relaxed));
        for path in ["g/t", "g/v", "g/w"] {
            let found = read(&first, path);
            // A step before the first look is one before the call, which makes the dimension shorter then.
            let end = if has_looked { place + count } else { 8 };
            assert_eq!(found.len(), end, "{path}, after {reads} reads");
            assert!(found.iter().skip(place).all(|value| *value == 7.), "{path}: {found:?}");
        }
    }
}

/// As above, where a thread of this process appends from each of the reads on.
#[test]
fn a_growth_cuts_off_no_step_of_a_thread() {
    for reads in 1.. {
        let process = Process::of(&MemoryStore::new(), "one");
        let dataset = Arc::new(defined(&process, 4, &["a", "b"]));
        dataset.commit().unwrap();
        let (other, place) = (Arc::clone(&dataset), channel());
        let append = move || {
            std::thread::spawn(move || {
                let data = bytes(&[7.; 6]);
                place
                    .0
                    .send(other.append("x", 6, &["a", "b"].map(|name| Block { name, data: &data })).unwrap())
                    .unwrap();
            });
        };
        *process.after.lock().unwrap() = Some((reads, Box::new(append)));
        dataset.resize_dimension("x", 8).unwrap();
        if process.after.lock().unwrap().take().is_some() {
            assert!(reads > 3, "{reads} reads");
            break;
        }
        assert_eq!(place.1.recv(), Ok(8), "after {reads} reads");
        for path in ["g/a", "g/b"] {
            assert_eq!(read(&process, path)[8..], [7.; 6], "{path}, after {reads} reads");
        }
    }
}

/// A growth in the middle of a step of another process, which ends after any of its reads, or after it: the step would be
/// cut off, and leave arrays of two lengths.
#[test]
fn a_growth_in_the_middle_of_a_step_cuts_nothing_off() {
    for reads in 1.. {
        let values = MemoryStore::new();
        let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
        defined(&first, 9, &["t", "v", "w"]).commit().unwrap();
        let dataset = of(&first).open_dataset("g", Some(r#"{"unequal_dimensions": "keep"}"#)).unwrap();
        let theirs = of(&second).open_dataset("g", None).unwrap();
        let ((begun, is_begun), (go_on, goes_on), (ended, has_ended)) = (channel(), channel(), channel());
        second.before("g/v/zarr.json", move || {
            begun.send(()).unwrap();
            goes_on.recv().unwrap();
        });
        let last = go_on.clone();
        let (has_looked, process) = (Arc::new(AtomicBool::new(true)), Arc::clone(&first));
        let looked = Arc::clone(&has_looked);
        first.take();
        let end_step = move || {
            looked.store(process.has_looked(&["v", "w"]), Ordering::Relaxed);
            go_on.send(()).unwrap();
            has_ended.recv().unwrap();
        };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let data = bytes(&[7.; 3]);
                let blocks = ["t", "v", "w"].map(|name| Block { name, data: &data });
                assert_eq!(theirs.append("x", 3, &blocks), Ok(9));
                let _ = ended.send(());
            });
            is_begun.recv().unwrap();
            *first.after.lock().unwrap() = Some((reads, Box::new(end_step)));
            dataset.resize_dimension("x", 10).unwrap();
            let _ = last.send(());
        });
        let is_last = first.after.lock().unwrap().take().is_some();
        // A step before the first look at an array that it has not made longer yet is one before the call.
        let end = if has_looked.load(Ordering::Relaxed) { 12 } else { 10 };
        for path in ["g/t", "g/v", "g/w"] {
            assert_eq!(read(&first, path)[9..], vec![7.; end - 9], "{path}, after {reads} reads");
        }
        if is_last {
            assert!(reads > 6, "{reads} reads");
            break;
        }
    }
}

/// A growth fails, another process appends behind it, and the growth is repeated, as its page says: that would cut the
/// step off.
#[test]
fn a_growth_that_is_repeated_cuts_no_step_off() {
    let values = MemoryStore::new();
    let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
    let dataset = defined(&first, 4, &["a", "b"]);
    dataset.commit().unwrap();
    let theirs = of(&second).open_dataset("g", Some(r#"{"unequal_dimensions": "keep"}"#)).unwrap();
    let breaks = Arc::clone(&first);
    first.before("g/a/zarr.json", move || *breaks.broken.lock().unwrap() = Some("g/b/zarr.json"));
    assert_eq!(dataset.resize_dimension("x", 6).unwrap_err().kind(), ErrorKind::Io);
    *first.broken.lock().unwrap() = None;
    assert_eq!(step(&theirs, 7., &["a", "b"]), Ok(6));
    dataset.resize_dimension("x", 6).unwrap();
    for path in ["g/a", "g/b"] {
        assert_eq!(read(&first, path)[4..], [0., 0., 7.], "{path}");
    }
    // A call of its own makes it shorter, also after a failure behind which this handle has appended.
    dataset.resize_dimension("x", 6).unwrap();
    assert_eq!(read(&first, "g/b").len(), 6);
    let breaks = Arc::clone(&first);
    first.before("g/a/zarr.json", move || *breaks.broken.lock().unwrap() = Some("g/b/zarr.json"));
    assert_eq!(dataset.resize_dimension("x", 8).unwrap_err().kind(), ErrorKind::Io);
    *first.broken.lock().unwrap() = None;
    assert_eq!(step(&dataset, 7., &["a", "b"]), Ok(8));
    dataset.resize_dimension("x", 8).unwrap();
    assert_eq!(read(&first, "g/a").len(), 8);
}

/// Two threads append to a dataset in a store that can't erase: an array that the other has made longer meanwhile would
/// be taken for one that is cut.
#[test]
fn steps_of_two_threads_cut_nothing_off_where_nothing_can_be_erased() {
    let process = Arc::new(Process { erasable: false, ..Process::new(&MemoryStore::new(), "keeping") });
    let dataset = defined(&process, 0, &["a", "b"]);
    dataset.commit().unwrap();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| (0..400).for_each(|_| assert!(step(&dataset, 7., &["a", "b"]).is_ok())));
        }
    });
    assert_eq!(read(&process, "g/b"), [7.; 800]);
}

/// A growth fails with an array longer than the others. While another process appends, the next one is to be shorter,
/// or takes the first one back: the step would be cut off in that array.
#[test]
fn what_a_failed_growth_has_left_is_cut_without_the_step_of_another_process() {
    // Where the next one is longer, it ends what the first one has begun.
    for (length, key, place) in [(2, "g/x/zarr.json", 6), (3, "g/a/zarr.json", 6), (3, "g/b/zarr.json", 6)] {
        let values = MemoryStore::new();
        let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
        let dataset = defined(&first, 2, &["a", "b", "x"]);
        dataset.commit().unwrap();
        let theirs = of(&second).open_dataset("g", None).unwrap();
        let breaks = Arc::clone(&first);
        first.before("g/x/zarr.json", move || *breaks.broken.lock().unwrap() = Some("g/a/zarr.json"));
        assert_eq!(dataset.resize_dimension("x", 6).unwrap_err().kind(), ErrorKind::Io);
        *first.broken.lock().unwrap() = None;
        let third = Process::of(&values, "third");
        let stored = |name: &str| of(&third).open_array(&format!("g/{name}"), None).unwrap().shape()[0];
        assert_eq!(["a", "b", "x"].map(stored), [2, 2, 6]);
        first.before(key, move || {
            let data = bytes(&[7., 8., 9.]);
            assert_eq!(theirs.append("x", 3, &[Block { name: "x", data: &data }]), Ok(place), "{key} {length}");
        });
        dataset.resize_dimension("x", length).unwrap();
        let end = place as usize + 3;
        assert_eq!(["a", "b", "x"].map(stored), [end as u64; 3], "{key} {length}");
        assert_eq!(read(&first, "g/x")[place as usize..], [7., 8., 9.], "{key} {length}");
    }
}

/// Another process appends while an array is given the shape that it has, which erases what a shrink has left: the
/// chunks of two appends, each as long as its block, would be taken for such.
#[test]
fn chunks_that_another_process_appends_are_not_taken_for_what_a_shrink_has_left() {
    let values = MemoryStore::new();
    let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
    let mut builder = ArrayBuilder::new(DataType::from_name("uint8", None).unwrap(), &[10]).unwrap();
    builder.chunk_edges(0, &[4, 6]).unwrap();
    let array = of(&first).create_array("a", &builder).unwrap();
    array.write_region(&[0], &[10], &[1; 10]).unwrap();
    let other = of(&second).open_array("a", None).unwrap();
    first.before("list", move || {
        for count in [2, 8] {
            other.append(0, &[count], &vec![count as u8; count as usize]).unwrap();
        }
    });
    array.resize(&[10]).unwrap();
    array.refresh().unwrap();
    let mut read = [0; 20];
    array.read_region(&[0], &[20], &mut read).unwrap();
    assert_eq!(read, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 8, 8, 8, 8, 8, 8, 8, 8]);
}

/// Another process cuts the dimension in the middle of a growth: arrays of two lengths could not be opened any more.
#[test]
fn a_growth_and_a_cut_of_two_processes_leave_one_length() {
    for key in ["g/a/zarr.json", "g/t/zarr.json", "g/v/zarr.json"] {
        let values = MemoryStore::new();
        let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
        defined(&first, 4, &["a", "t", "v"]).commit().unwrap();
        let keeping = |process| of(process).open_dataset("g", Some(r#"{"unequal_dimensions": "keep"}"#)).unwrap();
        let theirs = keeping(&second);
        first.before(key, move || theirs.resize_dimension("x", 2).unwrap());
        keeping(&first).resize_dimension("x", 6).unwrap();
        let lengths = ["g/a", "g/t", "g/v"].map(|path| read(&second, path).len());
        assert_eq!(lengths, [6; 3], "before {key}");
    }
}

/// In a store that can't list, a handle that knows an older, shorter length would take a shrink for a growth.
#[test]
fn a_shrink_by_a_handle_that_cannot_list_cuts_what_others_have_appended() {
    let values = MemoryStore::new();
    let blind = Arc::new(Process { listable: false, ..Process::new(&values, "blind") });
    let dataset = defined(&blind, 4, &["a", "b"]);
    dataset.commit().unwrap();
    let theirs = of(&Process::of(&values, "second")).open_dataset("g", None).unwrap();
    theirs.resize_dimension("x", 20).unwrap();
    dataset.resize_dimension("x", 8).unwrap();
    assert_eq!(["g/a", "g/b"].map(|path| read(&blind, path).len()), [8, 8]);
}

/// A step of some arrays by a handle that knows longer ones: it would be refused until the dataset is refreshed, with
/// lengths that no array has.
#[test]
fn a_step_of_some_arrays_follows_what_another_process_has_cut() {
    let values = MemoryStore::new();
    let (first, second) = (Process::of(&values, "first"), Process::of(&values, "second"));
    defined(&first, 10, &["a", "x"]).commit().unwrap();
    for name in ["x", "a"] {
        let dataset = of(&first).open_dataset("g", None).unwrap();
        of(&second).open_dataset("g", None).unwrap().resize_dimension("x", 5).unwrap();
        assert_eq!(dataset.append("x", 1, &[Block { name, data: &bytes(&[3.]) }]), Ok(5), "{name}");
        for array in ["g/a", "g/x"] {
            assert_eq!(of(&second).open_array(array, None).unwrap().shape(), [6], "{name}");
        }
        dataset.resize_dimension("x", 10).unwrap();
    }
}
