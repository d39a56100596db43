//! Defining dimensions and arrays, and creating all that is defined by one call.
//!
//! Everything that can be wrong is looked for before the first array is created. Arrays are created in the order of
//! their names: of processes that define some of the same arrays at least one creates all of its own.

use super::super::create::PlannedArray;
use super::super::find::Hierarchy;
use super::dimensions::{Dimension, collect, find};
use super::{Dataset, Definition, Member, State};
use crate::array::{Array, ArrayBuilder};
use crate::dtype::Warnings;
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::format::{Documents, NodeKind, NodePath};
use std::sync::Arc;

impl Dataset {
    /// Defines a dimension. One that is there already, with this length, is fine.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] for one of another length, [`ErrorKind::InvalidArgument`] for an empty name and a
    /// length that does not fit 63 bits, [`ErrorKind::Metadata`] for a dimension of several lengths.
    pub fn define_dimension(&self, name: &str, length: u64) -> Result<()> {
        self.state.lock().define(name, length).context(|| self.named())
    }

    /// Defines an array over dimensions, which `commit` creates. The shape and the names of dimensions in the builder
    /// do not count.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] for a name that is taken; [`ErrorKind::NotFound`] for a dimension that there is
    /// not; [`ErrorKind::InvalidArgument`] for a name that is none, or more or fewer dimensions than the builder has.
    pub fn define_array(&self, name: &str, dimensions: &[&str], builder: &ArrayBuilder) -> Result<()> {
        let define = || {
            let mut state = self.state.lock();
            self.check_name(&state, name)?;
            let (rank, given) = (builder.ndim(), dimensions.len());
            if rank != given {
                let text = format!("array {name:?}: {given} dimensions are named, the builder has {rank}");
                return Err(Error::invalid_argument(text));
            }
            dimensions.iter().try_for_each(|name| state.dimension(name).map(drop)).context(|| array(name))?;
            let dimensions = dimensions.iter().map(|name| (*name).to_owned()).collect();
            let (name, builder, values) = (name.to_owned(), builder.clone(), Arc::default());
            state.definitions.push(Definition { name, dimensions, builder, values });
            Ok(())
        };
        define().context(|| self.named())
    }

    /// Defines a coordinate: an array of one dimension, which has its name, with elements that `commit` writes, or
    /// none. A dimension that is not there yet gets the number of the elements as its length.
    ///
    /// # Errors
    /// As [`Dataset::define_array`]; [`ErrorKind::BufferSize`] for another number of elements than the dimension has;
    /// [`ErrorKind::TypeMismatch`] for elements of variable length.
    pub fn define_coordinate(&self, name: &str, builder: &ArrayBuilder, values: &[u8]) -> Result<()> {
        let define = || {
            let mut state = self.state.lock();
            self.check_name(&state, name)?;
            if builder.ndim() != 1 {
                let text = format!("coordinate {name:?} has one dimension, the builder {}", builder.ndim());
                return Err(Error::invalid_argument(text));
            }
            if values.is_empty() {
                state.dimension(name)?;
            } else {
                let count = elements(builder, values).context(|| array(name))?;
                match find(&state.dimensions, name)? {
                    None => state.define(name, count)?,
                    Some(known) => check_count(known.length, count, name)?,
                }
            }
            let mut copy = Vec::new();
            let no_memory = |_| Error::no_memory(format!("no memory for the {} bytes of {name:?}", values.len()));
            copy.try_reserve_exact(values.len()).map_err(no_memory)?;
            copy.extend_from_slice(values);
            let (name, builder) = (name.to_owned(), builder.clone());
            let dimensions = vec![name.clone()];
            state.definitions.push(Definition { name, dimensions, builder, values: Arc::new(copy) });
            Ok(())
        };
        define().context(|| self.named())
    }

    /// Creates all arrays that are defined, and writes the elements of coordinates. After a failure the definitions are
    /// as they were, and the arrays that this call has created are erased again, as far as the store lets it.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] for a place that is taken; [`ErrorKind::Conflict`] where another process has given
    /// a dimension another length meanwhile; as [`Hierarchy::create_array`].
    pub fn commit(&self) -> Result<()> {
        let mut definitions = std::mem::take(&mut self.state.lock().definitions);
        if definitions.is_empty() {
            return Ok(());
        }
        let created = self.create_all(&definitions).context(|| self.named());
        let mut state = self.state.lock();
        match created {
            Ok(members) => {
                state.take(members);
                Ok(())
            }
            Err(error) => {
                definitions.append(&mut state.definitions);
                state.definitions = definitions;
                Err(error)
            }
        }
    }

    /// Creates arrays, and returns all that the group then holds.
    fn create_all(&self, definitions: &[Definition]) -> Result<Vec<Member>> {
        let members = self.look()?;
        let mut dimensions = self.state.lock().dimensions.clone();
        dimensions = collect(&members, &dimensions);
        let mut ordered: Vec<&Definition> = definitions.iter().collect();
        ordered.sort_by(|one, other| one.name.cmp(&other.name));
        let plans = ordered.iter().map(|definition| self.plan(definition, &dimensions));
        let plans = plans.collect::<Result<Vec<PlannedArray>>>()?;
        let mut made = Made { hierarchy: self.group.hierarchy(), members: Vec::new() };
        for (definition, planned) in ordered.iter().zip(plans) {
            let created = self.create(definition, planned, &mut made);
            created.map_err(|error| made.take_back(error))?;
        }
        let there = self.agreed(&made).map_err(|error| made.take_back(error))?;
        Ok(there.unwrap_or_else(|| {
            let mut all: Vec<Member> = members.into_iter().chain(made.members.into_iter().map(Made::member)).collect();
            all.sort_by(|one, other| one.name.cmp(&other.name));
            all
        }))
    }

    /// Finds what can be wrong with an array.
    fn plan(&self, definition: &Definition, dimensions: &[Dimension]) -> Result<PlannedArray> {
        let Definition { name, dimensions: names, builder, values } = definition;
        let lengths = names.iter().map(|name| {
            find(dimensions, name)?.map(|found| found.length).ok_or_else(|| super::dimensions::unknown(name))
        });
        let shape = lengths.collect::<Result<Vec<u64>>>()?;
        if !values.is_empty() {
            check_count(shape[0], elements(builder, values)?, name)?;
        }
        let mut builder = builder.with_shape(&shape)?;
        builder.dimension_names(&names.iter().map(|name| Some(name.as_str())).collect::<Vec<_>>())?;
        let hierarchy = self.group.hierarchy();
        let planned = hierarchy.plan_array(self.group.path().child(name), &builder, &self.options)?;
        hierarchy.check_place(&planned.path, &planned.chosen.format).context(|| array(name))?;
        Ok(planned)
    }

    fn create(&self, definition: &Definition, planned: PlannedArray, made: &mut Made<'_>) -> Result<()> {
        let (path, documents) = (planned.path.clone(), planned.documents.clone());
        let created = made.hierarchy.create_planned(planned, &self.options);
        let (array, failed) = match created {
            Ok(array) => (Some(Arc::new(array)), None),
            Err(error) => (None, Some(error)),
        };
        made.members.push(MadeMember { name: definition.name.clone(), path, documents, array: array.clone() });
        match (array, failed) {
            (Some(array), _) if !definition.values.is_empty() => {
                let count = array.shape();
                array.write_region(&[0], &count, &definition.values)
            }
            (_, Some(error)) => {
                if error.kind() == ErrorKind::AlreadyExists {
                    // It belongs to another writer.
                    made.members.pop();
                }
                Err(error)
            }
            _ => Ok(()),
        }
    }

    /// All that the group holds, in which the dimensions of new arrays have one length each: another process may have
    /// created arrays at the same time. None in a store that can't list.
    fn agreed(&self, made: &Made<'_>) -> Result<Option<Vec<Member>>> {
        if !made.hierarchy.store().capabilities().listable {
            return Ok(None);
        }
        let members = self.look()?;
        let dimensions = collect(&members, &[]);
        for member in &made.members {
            let names = member.array.iter().flat_map(|array| array.dimension_names().unwrap_or_default());
            for name in names.flatten() {
                find(&dimensions, &name).map_err(|error| Error::conflict(error.message()))?;
            }
        }
        Ok(Some(members))
    }

    /// Refuses a name that is none of a node in the group, or that is taken.
    fn check_name(&self, state: &State, name: &str) -> Result<()> {
        let path = NodePath::parse(name)?;
        if path.names() != [name] {
            return Err(Error::invalid_argument(format!("{name:?} is no name of an array directly in the group")));
        }
        if state.member(name).is_some() {
            return Err(Error::already_exists(format!("there is an array {name:?} already")));
        }
        match state.definitions.iter().any(|definition| definition.name == name) {
            true => Err(Error::already_exists(format!("an array {name:?} is defined already"))),
            false => Ok(()),
        }
    }
}

impl State {
    fn define(&mut self, name: &str, length: u64) -> Result<()> {
        if name.is_empty() {
            return Err(Error::invalid_argument("the name of a dimension is empty"));
        }
        if i64::try_from(length).is_err() {
            return Err(Error::invalid_argument(format!("dimension {name:?}: the length {length} is too large")));
        }
        match find(&self.dimensions, name)? {
            Some(known) if known.length == length => Ok(()),
            Some(known) => Err(Error::already_exists(format!("dimension {name:?} has {}", known.told()))),
            None => {
                self.dimensions.push(Dimension { name: name.to_owned(), length, array: None });
                Ok(())
            }
        }
    }
}

/// The number of elements in a buffer.
fn elements(builder: &ArrayBuilder, values: &[u8]) -> Result<u64> {
    let data_type = builder.data_type();
    if data_type.is_variable() {
        let text = format!("the elements of its data type {data_type} have a length each: write them after the commit");
        return Err(Error::type_mismatch(text));
    }
    let (bytes, item) = (values.len(), data_type.size());
    match bytes.checked_rem(item) {
        Some(0) => Ok((bytes / item) as u64),
        _ => Err(Error::buffer_size(format!("{bytes} bytes are no whole number of elements of {item} bytes"))),
    }
}

fn check_count(length: u64, count: u64, name: &str) -> Result<()> {
    if length == count {
        return Ok(());
    }
    Err(Error::buffer_size(format!("coordinate {name:?} has {count} values, its dimension {length} elements")))
}

fn array(name: &str) -> String {
    format!("array {name:?}")
}

/// The arrays that a commit has created, or may have.
struct Made<'h> {
    hierarchy: &'h Arc<Hierarchy>,
    members: Vec<MadeMember>,
}

struct MadeMember {
    name: String,
    path: NodePath,
    documents: Documents,
    /// None: creating it has failed, perhaps after its document was written.
    array: Option<Arc<Array>>,
}

impl Made<'_> {
    fn member(made: MadeMember) -> Member {
        let gone = || Error::not_found(format!("array {:?} was not created", made.name));
        Member { array: made.array.ok_or_else(gone), name: made.name }
    }

    /// Erases the arrays again, the last one first. The error then names those that are left, as far as can be told.
    fn take_back(&self, error: Error) -> Error {
        let is_left = |made: &&MadeMember| {
            let erase = match &made.array {
                Some(_) => Ok(true),
                // It was not created, and yet its document may have been written.
                None => self.is_there(made),
            };
            let erased = erase.and_then(|erase| if erase { self.hierarchy.erase(&made.path.joined()) } else { Ok(()) });
            erased.is_err_and(|error| error.kind() != ErrorKind::NotFound)
        };
        let left: Vec<&str> = self.members.iter().rev().filter(is_left).map(|made| made.name.as_str()).collect();
        if left.is_empty() {
            return error;
        }
        let text = format!("{}; of what was created these arrays may be left: {}", error.message(), left.join(", "));
        Error::new(error.kind(), text).with_system_code(error.system_code())
    }

    /// Whether an array lies at its place with the document that it was to have.
    fn is_there(&self, made: &MadeMember) -> Result<bool> {
        let (store, options) = (&**self.hierarchy.store(), &self.hierarchy.options);
        let found = self.hierarchy.find_in(store, &made.path, options, &mut Warnings::default())?;
        let documents = found.filter(|found| found.kind == NodeKind::Array).and_then(|found| found.documents);
        Ok(documents.is_some_and(|documents| documents.node == made.documents.node))
    }
}
