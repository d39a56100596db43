//! Datasets: the arrays directly in one group, with dimensions that they share by name, defined together and checked.
//!
//! No format has a document for a dimension: it is what arrays name so, and its length is theirs. A dataset collects
//! the dimensions when it is opened, refuses those with two lengths, and creates, resizes and fills arrays by them.

mod blocks;
mod define;
mod dimensions;
mod extent;

use super::find::{Hierarchy, node};
use super::group::Group;
use super::options::{Options, UnequalDimensions};
use super::visit::Visited;
use crate::array::{Array, ArrayBuilder};
use crate::dtype::Warnings;
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::format::{FormatId, NodePath};
use crate::sync::fork::Mutex;
pub use blocks::{Block, Range, Room};
pub use dimensions::Dimension;
use std::sync::Arc;

/// The arrays of one group and their dimensions. Many threads may call any method at once, but one at a time defines
/// and commits.
#[derive(Debug)]
pub struct Dataset {
    group: Arc<Group>,
    options: Options,
    unequal: UnequalDimensions,
    state: Mutex<State>,
}

/// What is known of a dataset. It is copied for calls that use the store, whose callbacks may use the dataset.
#[derive(Clone, Debug, Default)]
struct State {
    /// Sorted by the bytes of their names.
    members: Vec<Member>,
    /// Those of the members, and those that are defined.
    dimensions: Vec<Dimension>,
    /// The arrays that are to be created, in the order in which they were defined.
    definitions: Vec<Definition>,
}

/// An array of the group.
#[derive(Clone, Debug)]
struct Member {
    name: String,
    /// Open; or the reason why its document can't be followed.
    array: Result<Arc<Array>>,
}

/// An array that is to be created.
#[derive(Clone, Debug)]
struct Definition {
    name: String,
    dimensions: Vec<String>,
    builder: ArrayBuilder,
    /// The elements of a coordinate; none: they read as the fill value.
    values: Arc<Vec<u8>>,
}

impl State {
    fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.name == name)
    }

    /// The open array of a name.
    fn array(&self, name: &str) -> Result<&Arc<Array>> {
        let member = self.member(name).ok_or_else(|| Error::not_found(format!("there is no array {name:?}")))?;
        member.array.as_ref().map_err(Clone::clone)
    }

    /// The dimension of a name.
    fn dimension(&self, name: &str) -> Result<&Dimension> {
        dimensions::find(&self.dimensions, name)?.ok_or_else(|| dimensions::unknown(name))
    }

    /// Takes over what the group holds.
    fn take(&mut self, members: Vec<Member>) {
        self.dimensions = dimensions::collect(&members, &self.dimensions);
        self.members = members;
    }
}

impl Hierarchy {
    /// Opens the group at a path with all arrays that lie directly in it.
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
        dataset.refresh()?;
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
        let members = self.look()?;
        if self.unequal == UnequalDimensions::Refuse {
            dimensions::check_equal(&dimensions::collect(&members, &[])).context(|| self.named())?;
        }
        self.state.lock().take(members);
        Ok(())
    }

    /// The dimensions: those of arrays, then those that are only defined. A name stands twice where its lengths differ.
    pub fn dimensions(&self) -> Vec<Dimension> {
        self.state.lock().dimensions.clone()
    }

    /// The length of a dimension.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`]; [`ErrorKind::Metadata`] for a dimension of several lengths.
    pub fn dimension_length(&self, name: &str) -> Result<u64> {
        let length = self.state.lock().dimension(name).map(|dimension| dimension.length);
        length.context(|| self.named())
    }

    /// The names of the arrays that are there, sorted by bytes.
    pub fn arrays(&self) -> Vec<String> {
        self.state.lock().members.iter().map(|member| member.name.clone()).collect()
    }

    /// An array by its name, open, without a request to the store.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`]; the error of its document where that can't be followed.
    pub fn array(&self, name: &str) -> Result<Arc<Array>> {
        let array = self.state.lock().array(name).cloned();
        array.context(|| self.named())
    }

    /// The arrays that lie directly in the group now. In a store that can't list, those that are known.
    fn look(&self) -> Result<Vec<Member>> {
        let hierarchy = self.group.hierarchy();
        let mut members = Vec::new();
        let looked = hierarchy.open_each_below(self.group.path(), 1, &self.options, &mut |path, visited| {
            let name = path.names().last().cloned().unwrap_or_default();
            match visited {
                Visited::Array(array) => members.push(Member { name, array: Ok(Arc::from(array)) }),
                Visited::Damaged(error) => members.push(Member { name, array: Err(error) }),
                Visited::Group(_) => {}
            }
            Ok(())
        });
        match looked {
            Err(error) if error.kind() == ErrorKind::Unsupported && !hierarchy.store().capabilities().listable => {
                Ok(self.state.lock().members.clone())
            }
            looked => looked.map(|()| members),
        }
    }

    /// How messages call it.
    fn named(&self) -> String {
        format!("dataset \"{}\"", self.group.path())
    }
}
