//! Datasets: the arrays directly in one group, with dimensions that they share by name, defined together and checked.
//!
//! No format has a document for a dimension: it is what arrays name so, and its length is theirs. A dataset collects
//! the dimensions when it is opened, refuses those with two lengths, and creates, resizes and fills arrays by them.

mod blocks;
mod contents;
mod define;
mod dimensions;
mod extent;

use super::find::{Hierarchy, node};
use super::group::Group;
use super::options::{Consolidated, Options, UnequalDimensions};
use super::visit::Visited;
use crate::array::{Array, ArrayBuilder};
use crate::dtype::Warnings;
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::format::{FormatId, NodeKind, NodePath, names_of_axes};
use crate::suggestion::hint;
use crate::sync::fork::Mutex;
pub use blocks::{Block, Range, Room};
use contents::Contents;
pub use dimensions::Dimension;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

/// The arrays of one group and their dimensions. Many threads may call any method at once, but one at a time defines
/// and commits.
#[derive(Debug)]
pub struct Dataset {
    group: Arc<Group>,
    options: Options,
    unequal: UnequalDimensions,
    state: Mutex<DatasetState>,
}

/// The contents of a dataset that the handle remembers. Its mutex is released before the store is used: callbacks of a
/// store may use the dataset.
#[derive(Debug, Default)]
struct DatasetState {
    contents: Arc<Contents>,
    defined: Defined,
    /// The lengths that dimensions were to get by growths that failed, with which the same calls go on. An append or a
    /// refresh comes after them.
    unfinished: HashMap<String, u64>,
}

/// Definitions that are not created yet.
#[derive(Debug, Default)]
struct Defined {
    /// The dimensions that no array has, with the lengths that they will have.
    dimensions: Vec<Dimension>,
    /// Their places in the list, by name.
    places: HashMap<String, usize>,
    /// The arrays, in the order in which they were defined.
    arrays: Vec<Definition>,
    /// Their names.
    taken: HashSet<String>,
}

/// How long a look at the group waits for the end of a step that another process appends: arrays grow one after the
/// other.
const PAUSES: [Duration; 3] = [Duration::from_millis(20), Duration::from_millis(80), Duration::from_millis(200)];

/// An array of the group.
#[derive(Clone, Debug)]
struct Member {
    name: String,
    /// Open; or the reason why its document can't be followed.
    array: Result<Arc<Array>>,
    /// The dimensions that the document names all the same.
    unread: Vec<String>,
}

/// An array that is to be created.
#[derive(Clone, Debug)]
struct Definition {
    name: String,
    dimensions: Vec<String>,
    builder: ArrayBuilder,
    /// The elements of a coordinate; none: they read as the fill value.
    values: Vec<u8>,
}

impl DatasetState {
    /// The open array of a name.
    fn array(&self, name: &str) -> Result<&Arc<Array>> {
        match self.contents.member(name) {
            Some(member) => member.array.as_ref().map_err(Clone::clone),
            None if self.defined.taken.contains(name) => {
                Err(Error::not_found(format!("array {name:?} is defined, and not committed yet")))
            }
            None => {
                let known = self.contents.members().iter().map(|member| member.name.as_str());
                Err(Error::not_found(format!("there is no array {name:?}{}", hint(name, known))))
            }
        }
    }

    /// Refuses a dimension that is neither in an array nor defined.
    fn check(&self, dimension: &str) -> Result<()> {
        let has = self.contents.has(dimension) || self.defined.places.contains_key(dimension);
        if has { Ok(()) } else { Err(self.unknown(dimension)) }
    }

    /// The dimension of a name, if there is one. Where lengths are not to differ, they do so in the middle of a step
    /// only: what all arrays have counts.
    ///
    /// # Errors
    /// [`ErrorKind::Metadata`] where it has several lengths, and may.
    fn find(&self, dimension: &str, unequal: UnequalDimensions) -> Result<Option<Dimension>> {
        let found = match unequal {
            UnequalDimensions::Refuse => self.contents.shortest(dimension),
            UnequalDimensions::Keep => self.contents.one(dimension)?,
        };
        let defined = || self.defined.places.get(dimension).map(|place| self.defined.dimensions[*place].clone());
        Ok(found.or_else(defined))
    }

    /// The error for a name that no dimension has.
    fn unknown(&self, dimension: &str) -> Error {
        let defined = self.defined.dimensions.iter().map(|dimension| &dimension.name);
        let known = self.contents.names().iter().chain(defined).map(String::as_str);
        Error::not_found(format!("there is no dimension {dimension:?}{}", hint(dimension, known)))
    }
}

impl Hierarchy {
    /// Opens the group at a path with the arrays directly in it.
    ///
    /// # Errors
    /// As [`Hierarchy::open_group`]; [`ErrorKind::Metadata`] for two lengths of one dimension, unless the options keep
    /// them; [`ErrorKind::Unsupported`] for a store that can't list.
    pub fn open_dataset(self: &Arc<Self>, path: &str, options: Option<&str>) -> Result<Dataset> {
        let (options, unequal) = self.options.for_dataset(options)?;
        let path = NodePath::parse(path)?;
        let mut warnings = Warnings::new(options.strict);
        let found = self.find_group(&path, &options, &mut warnings).context(|| node(&path))?;
        let group = Group::open(Arc::clone(self), path, found, options.read.clone(), warnings)?;
        Dataset::of(group, options, unequal)
    }

    /// Creates the group at a path, or takes the one that is there, with all arrays directly in it.
    ///
    /// # Errors
    /// As [`Hierarchy::create_group`], but for a group that is there, and [`Hierarchy::open_dataset`].
    pub fn create_dataset(
        self: &Arc<Self>,
        path: &str,
        format: Option<FormatId>,
        options: Option<&str>,
    ) -> Result<Dataset> {
        let (chosen, unequal) = self.options.for_dataset(options)?;
        match self.create_group(path, format.or(chosen.format), None) {
            Ok(group) => Dataset::of(group, chosen, unequal),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => self.open_dataset(path, options),
            Err(error) => Err(error),
        }
    }
}

impl Dataset {
    fn of(group: Group, options: Options, unequal: UnequalDimensions) -> Result<Self> {
        let dataset = Self { group: Arc::new(group), options, unequal, state: Mutex::default() };
        dataset.update()?;
        Ok(dataset)
    }

    /// The group.
    pub fn group(&self) -> &Arc<Group> {
        &self.group
    }

    /// Looks at the group again, to see what others have created, resized or erased. What is defined stays defined.
    ///
    /// # Errors
    /// As [`Hierarchy::open_dataset`]; then the dataset stays as it was.
    pub fn refresh(&self) -> Result<()> {
        self.state.lock().unfinished.clear();
        self.group.hierarchy().forget_snapshot();
        self.update()
    }

    fn update(&self) -> Result<()> {
        let members = self.look_settled(&self.options, |_| ())?;
        if self.unequal == UnequalDimensions::Refuse {
            let hint =
                |error: Error| error.remedy("the option unequal_dimensions \"keep\" opens it").context(self.named());
            Contents::new(members.clone(), []).check_equal().map_err(hint)?;
        }
        self.take(members);
        Ok(())
    }

    /// The dimensions: those of arrays, then those that are only defined. A name stands twice where its lengths differ,
    /// and may.
    pub fn dimensions(&self) -> Vec<Dimension> {
        let state = self.state.lock();
        let contents = &state.contents;
        let lengths = |name: &String| match self.unequal {
            UnequalDimensions::Refuse => contents.shortest(name).into_iter().collect(),
            UnequalDimensions::Keep => contents.lengths(name),
        };
        contents.names().iter().flat_map(lengths).chain(state.defined.dimensions.iter().cloned()).collect()
    }

    /// The length of a dimension: what all arrays have that have it.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`]; [`ErrorKind::Metadata`] for a dimension of several lengths, where they are kept.
    pub fn dimension_length(&self, name: &str) -> Result<u64> {
        let state = self.state.lock();
        let found = state.find(name, self.unequal);
        let found = found.and_then(|found| found.ok_or_else(|| state.unknown(name)));
        found.map(|dimension| dimension.length).context(|| self.named())
    }

    /// The names of the arrays that are there, sorted by bytes.
    pub fn arrays(&self) -> Vec<String> {
        self.state.lock().contents.members().iter().map(|member| member.name.clone()).collect()
    }

    /// An array by its name, open, without a request to the store.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`]; the error of its document where that can't be followed.
    pub fn array(&self, name: &str) -> Result<Arc<Array>> {
        let array = self.state.lock().array(name).cloned();
        array.context(|| self.named())
    }

    /// Takes over what the group holds.
    fn take(&self, members: Vec<Member>) -> Arc<Contents> {
        let before: Vec<String> = {
            let state = self.state.lock();
            let defined = state.defined.dimensions.iter().map(|dimension| &dimension.name);
            state.contents.names().iter().chain(defined).cloned().collect()
        };
        let contents = Arc::new(Contents::new(members, before));
        let mut state = self.state.lock();
        state.defined.retain(|dimension| !contents.has(&dimension.name));
        state.contents = Arc::clone(&contents);
        contents
    }

    /// As [`Dataset::look`]. Where lengths are not to differ, it looks again for some time while they do. `seen` is
    /// called for each look.
    fn look_settled(&self, options: &Options, mut seen: impl FnMut(&Contents)) -> Result<Vec<Member>> {
        let mut pauses = PAUSES.iter().filter(|_| self.unequal == UnequalDimensions::Refuse);
        loop {
            let members = self.look(options)?;
            let contents = Contents::new(members.clone(), []);
            seen(&contents);
            match pauses.next() {
                Some(pause) if contents.check_equal().is_err() => std::thread::sleep(*pause),
                _ => return Ok(members),
            }
        }
    }

    /// Lists the arrays directly in the group. In a store that can't list, returns the known ones.
    fn look(&self, options: &Options) -> Result<Vec<Member>> {
        let hierarchy = self.group.hierarchy();
        let mut members = Vec::new();
        let looked = hierarchy.open_each_below(self.group.path(), 1, options, &mut |path, visited| {
            let name = path.name().to_owned();
            match visited {
                Visited::Array(array) => members.push(Member { name, array: Ok(Arc::from(array)), unread: Vec::new() }),
                Visited::Damaged(error) => {
                    let found = hierarchy.find(path, options, &mut Warnings::default()).ok().flatten();
                    let documents =
                        found.filter(|found| found.kind == NodeKind::Array).and_then(|found| found.documents);
                    let unread = documents.as_ref().map(names_of_axes).unwrap_or_default();
                    members.push(Member { name, array: Err(error), unread });
                }
                Visited::Group(_) => {}
            }
            Ok(())
        });
        match looked {
            Err(error) if error.kind() == ErrorKind::Unsupported && !hierarchy.store().capabilities().listable => {
                let known = self.state.lock().contents.members().to_vec();
                for array in known.iter().filter_map(|member| member.array.as_ref().ok()) {
                    match array.stored_shape() {
                        // A call that needs the array says that it is gone.
                        Err(error) if error.kind() == ErrorKind::NotFound => {}
                        looked => drop(looked?),
                    }
                }
                Ok(known)
            }
            looked => looked.map(|()| members),
        }
    }

    /// Refuses to change the length of a dimension in some of its arrays only, unless lengths may differ.
    fn check_whole(&self, contents: &Contents, dimension: &str) -> Result<()> {
        match (self.unequal, contents.unread(dimension)) {
            (UnequalDimensions::Refuse, Some((name, error))) => {
                let text =
                    format!("dimension {dimension:?} keeps its length, as array {name:?} has it and can't be opened");
                Err(error.clone().context(text))
            }
            _ => Ok(()),
        }
    }

    /// The options of a call that changes the group: the copy of its documents goes with the first change.
    fn unconsolidated(&self) -> Options {
        Options { consolidated: Consolidated::Never, ..self.options.clone() }
    }

    /// How messages call it.
    fn named(&self) -> String {
        format!("dataset \"{}\"", self.group.path())
    }
}
