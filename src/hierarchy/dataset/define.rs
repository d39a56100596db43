//! Defining dimensions and arrays, and creating all that is defined by one call.
//!
//! Everything that can be wrong is looked for before the first array is created. Arrays are created in the order of
//! their names: of processes that define some of the same arrays at least one creates all of its own.

use super::super::create::PlannedArray;
use super::super::find::Hierarchy;
use super::contents::Contents;
use super::dimensions::{Dimension, taken};
use super::{Dataset, DatasetState, Defined, Definition, Member};
use crate::array::{Array, ArrayBuilder};
use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::format::{self, Documents, Format, NewNode, NodeKind, NodePath, Unfinished};
use crate::hierarchy::options::UnequalDimensions;
use std::collections::HashMap;
use std::sync::Arc;

impl Dataset {
    /// Defines a dimension. One that is there already, with this length, is fine.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] for one of another length, [`ErrorKind::InvalidArgument`] for an empty name and a
    /// length that does not fit 63 bits, [`ErrorKind::Metadata`] for a dimension of several lengths.
    pub fn define_dimension(&self, name: &str, length: u64) -> Result<()> {
        self.state.lock().define(name, length, self.unequal).context(|| self.named())
    }

    /// The error for an array of which another number of dimensions is named than its builder has.
    pub fn other_rank(&self, name: &str, given: impl std::fmt::Display, rank: usize) -> Error {
        other_rank(name, given, rank).context(self.named())
    }

    /// Defines an array over dimensions, which `commit` creates. The shape and the names of dimensions in the builder
    /// do not count.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] for a name that is taken; [`ErrorKind::NotFound`] for an unknown dimension;
    /// [`ErrorKind::InvalidArgument`] for an invalid name, or more or fewer dimensions than the builder has.
    pub fn define_array(&self, name: &str, dimensions: &[&str], builder: &ArrayBuilder) -> Result<()> {
        let define = || {
            let mut state = self.state.lock();
            self.check_name(&state, name)?;
            let (rank, given) = (builder.ndim(), dimensions.len());
            if rank != given {
                return Err(other_rank(name, given, rank));
            }
            let known = |name: &&str| state.find(name, self.unequal)?.map(drop).ok_or_else(|| state.unknown(name));
            dimensions.iter().try_for_each(known).context(|| array(name))?;
            let dimensions = dimensions.iter().map(|name| (*name).to_owned()).collect();
            let (name, builder, values) = (name.to_owned(), builder.clone(), Vec::new());
            state.defined.add(Definition { name, dimensions, builder, values });
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
            let known = state.find(name, self.unequal)?;
            let count = match &known {
                None if values.is_empty() => return Err(state.unknown(name)),
                Some(known) if values.is_empty() => known.length,
                _ => elements(builder, values).context(|| array(name))?,
            };
            if let Some(known) = &known {
                check_count(known.length, count, name)?;
            }
            let mut copy = Vec::new();
            let no_memory = |_| Error::no_memory(format!("no memory for the {} bytes of {name:?}", values.len()));
            copy.try_reserve_exact(values.len()).map_err(no_memory)?;
            copy.extend_from_slice(values);
            if known.is_none() {
                state.define(name, count, self.unequal)?;
            }
            let (name, builder) = (name.to_owned(), builder.clone());
            let dimensions = vec![name.clone()];
            state.defined.add(Definition { name, dimensions, builder, values: copy });
            Ok(())
        };
        define().context(|| self.named())
    }

    /// Forgets the arrays that are defined and not created, and the dimensions that no array has.
    pub fn discard(&self) {
        self.state.lock().defined = Defined::default();
    }

    /// Creates all arrays that are defined, and writes the elements of coordinates. After a failure the definitions are
    /// as they were, and the arrays that this call has created are erased again, as far as the store lets it and no
    /// other process has changed them.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] for a place that is taken; [`ErrorKind::Conflict`] where another process has given
    /// a dimension another length meanwhile; as [`Hierarchy::create_array`].
    pub fn commit(&self) -> Result<()> {
        let definitions = self.state.lock().defined.take_arrays();
        if definitions.is_empty() {
            return Ok(());
        }
        match self.create_all(&definitions).context(|| self.named()) {
            Ok(members) => {
                self.take(members);
                Ok(())
            }
            Err(error) => {
                // Definitions made meanwhile come first; only the order of the names matters.
                let mut state = self.state.lock();
                definitions.into_iter().for_each(|definition| state.defined.add(definition));
                Err(error)
            }
        }
    }

    /// Creates arrays, and returns all that the group then holds.
    fn create_all(&self, definitions: &[Definition]) -> Result<Vec<Member>> {
        let members = self.look_settled(&self.unconsolidated(), |_| ())?;
        let lengths = self.lengths(&Contents::new(members.clone(), []), definitions)?;
        let mut ordered: Vec<&Definition> = definitions.iter().collect();
        ordered.sort_by(|one, other| one.name.cmp(&other.name));
        let plans = ordered.iter().map(|definition| self.plan(definition, &lengths));
        let plans = plans.collect::<Result<Vec<PlannedArray>>>()?;
        let mut made = CommittedArrays { hierarchy: self.group.hierarchy(), members: Vec::new() };
        for (definition, planned) in ordered.iter().zip(plans) {
            let created = self.create(definition, planned, &mut made);
            created.map_err(|error| made.take_back(error))?;
        }
        let there = self.agreed(&made, &lengths).map_err(|error| made.take_back(error))?;
        Ok(there.unwrap_or_else(|| {
            members.into_iter().chain(made.members.into_iter().map(CommittedArrays::member)).collect()
        }))
    }

    /// The lengths of the dimensions that arrays are to have, by name.
    fn lengths<'d>(&self, contents: &Contents, definitions: &'d [Definition]) -> Result<HashMap<&'d str, Dimension>> {
        let state = self.state.lock();
        let mut lengths = HashMap::new();
        for name in definitions.iter().flat_map(|definition| &definition.dimensions) {
            if lengths.contains_key(name.as_str()) {
                continue;
            }
            let defined = state.defined.dimension(name);
            let length = match (contents.one(name)?, defined) {
                (Some(there), Some(mine)) if there.length != mine.length => return Err(taken(mine, &there)),
                (there, mine) => there.or_else(|| mine.cloned()).ok_or_else(|| state.unknown(name))?,
            };
            lengths.insert(name.as_str(), length);
        }
        Ok(lengths)
    }

    /// Finds what can be wrong with an array.
    fn plan(&self, definition: &Definition, lengths: &HashMap<&str, Dimension>) -> Result<PlannedArray> {
        let Definition { name, dimensions: names, builder, values } = definition;
        let lengths = names.iter().map(|name| lengths.get(name.as_str()).map(|dimension| dimension.length));
        let shape = lengths.collect::<Option<Vec<u64>>>().ok_or_else(|| Error::internal("a dimension has a length"))?;
        if !values.is_empty() {
            check_count(shape[0], elements(builder, values)?, name)?;
        }
        let mut builder = builder.with_shape(&shape)?;
        builder.dimension_names(&names.iter().map(|name| Some(name.as_str())).collect::<Vec<_>>())?;
        if names.iter().eq([name]) {
            // The fill value of v2 is a missing value to xarray, which would show a coordinate of 0 as NaN.
            builder.prefer_no_fill_value();
        }
        let hierarchy = self.group.hierarchy();
        let planned = hierarchy.plan_array(self.group.path().child(name), &builder, &self.options)?;
        hierarchy.check_place(&planned.path, &planned.chosen.format, Some(NodeKind::Array)).context(|| array(name))?;
        Ok(planned)
    }

    fn create(&self, definition: &Definition, planned: PlannedArray, made: &mut CommittedArrays<'_>) -> Result<()> {
        let (name, path, documents) = (definition.name.clone(), planned.path.clone(), planned.documents.clone());
        let (hierarchy, format) = (made.hierarchy, Arc::clone(&planned.chosen.format));
        let mut member = Some(MadeMember { name, path, format, documents, array: None });
        // A failure before the document is written has created nothing, so a node at the path is another writer's.
        let created = hierarchy.create_planned(planned, &self.options, || made.members.extend(member.take()));
        match (created, made.members.last_mut()) {
            (Ok(array), Some(member)) => {
                let array = member.array.insert(Arc::new(array));
                if definition.values.is_empty() {
                    return Ok(());
                }
                array.write_region(&[0], &array.shape(), &definition.values)
            }
            (Ok(_), None) => Err(Error::internal("a new array was written")),
            (Err(error), _) => {
                if error.kind() == ErrorKind::AlreadyExists && member.is_none() {
                    made.members.pop();
                }
                Err(error)
            }
        }
    }

    /// Reads the arrays of the group again; None in a store that can't list. Another process may have created arrays
    /// with another length of a dimension, or appended a step to old ones, which the new arrays then make room for.
    fn agreed(&self, made: &CommittedArrays<'_>, lengths: &HashMap<&str, Dimension>) -> Result<Option<Vec<Member>>> {
        if !made.hierarchy.store().capabilities().listable {
            return Ok(None);
        }
        let look = || self.look(&self.unconsolidated());
        let members = look()?;
        let is_own = |member: &Member| made.members.binary_search_by(|own| own.name.cmp(&member.name)).is_ok();
        let (own, others): (Vec<_>, Vec<_>) = members.iter().cloned().partition(is_own);
        let (own, others) = (Contents::new(own, []), Contents::new(others, []));
        let mut grown = false;
        for mine in lengths.values() {
            for other in others.lengths(&mine.name).iter().filter(|other| other.length != mine.length) {
                if mine.array.is_none() || other.length < mine.length {
                    let mine = own.lengths(&mine.name).into_iter().next().unwrap_or_else(|| mine.clone());
                    return Err(taken(&mine, other));
                }
                own.along(&mine.name).iter().try_for_each(|own| own.array.lengthen(&own.axes, other.length))?;
                grown = true;
            }
        }
        if grown { look().map(Some) } else { Ok(Some(members)) }
    }

    /// Refuses a name that is taken, or that is not the name of a node directly in the group.
    fn check_name(&self, state: &DatasetState, name: &str) -> Result<()> {
        let path = NodePath::parse(name)?;
        if path.joined() != name || path.depth() != 1 {
            return Err(Error::invalid_argument(format!("{name:?} is no name of an array directly in the group")));
        }
        self.group.format().format().check_name(name)?;
        if state.contents.member(name).is_some() {
            return Err(Error::already_exists(format!("there is an array {name:?} already")));
        }
        match state.defined.taken.contains(name) {
            true => Err(Error::already_exists(format!("an array {name:?} is defined already"))),
            false => Ok(()),
        }
    }
}

/// The error for an array of which another number of dimensions is named than its builder has.
fn other_rank(name: &str, given: impl std::fmt::Display, rank: usize) -> Error {
    Error::invalid_argument(format!(
        "array {name:?}: the number of named dimensions is {given}, but the builder has {rank}"
    ))
}

impl DatasetState {
    fn define(&mut self, name: &str, length: u64, unequal: UnequalDimensions) -> Result<()> {
        if name.is_empty() {
            return Err(Error::invalid_argument("the name of a dimension is empty"));
        }
        if i64::try_from(length).is_err() {
            return Err(Error::invalid_argument(format!("dimension {name:?}: the length {length} is too large")));
        }
        match self.find(name, unequal)? {
            Some(known) if known.length == length => Ok(()),
            Some(known) => {
                Err(Error::already_exists(format!("dimension {name:?} has {} already, not {length}", known.told())))
            }
            None => {
                self.defined.places.insert(name.to_owned(), self.defined.dimensions.len());
                self.defined.dimensions.push(Dimension { name: name.to_owned(), length, array: None });
                Ok(())
            }
        }
    }
}

impl Defined {
    fn dimension(&self, name: &str) -> Option<&Dimension> {
        self.places.get(name).map(|place| &self.dimensions[*place])
    }

    fn add(&mut self, definition: Definition) {
        self.taken.insert(definition.name.clone());
        self.arrays.push(definition);
    }

    fn take_arrays(&mut self) -> Vec<Definition> {
        self.taken.clear();
        std::mem::take(&mut self.arrays)
    }

    /// Forgets dimensions.
    pub(super) fn retain(&mut self, keep: impl Fn(&Dimension) -> bool) {
        self.dimensions.retain(keep);
        let places = self.dimensions.iter().enumerate();
        self.places = places.map(|(place, dimension)| (dimension.name.clone(), place)).collect();
    }

    /// Gives a dimension another length.
    pub(super) fn set_length(&mut self, name: &str, length: u64) {
        if let Some(place) = self.places.get(name) {
            self.dimensions[*place].length = length;
        }
    }
}

/// The number of elements in a buffer.
fn elements(builder: &ArrayBuilder, values: &[u8]) -> Result<u64> {
    let data_type = builder.data_type();
    if data_type.is_variable() {
        let text =
            format!("the elements of its data type {data_type} have a variable length: write them after the commit");
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
struct CommittedArrays<'h> {
    hierarchy: &'h Arc<Hierarchy>,
    members: Vec<MadeMember>,
}

struct MadeMember {
    name: String,
    path: NodePath,
    format: Arc<dyn Format>,
    documents: Documents,
    /// The array; None if creating it failed, possibly after its document was written.
    array: Option<Arc<Array>>,
}

impl MadeMember {
    /// Remembers the array, if all its documents were stored; that of a creation that failed is remembered already.
    fn leave(&self, hierarchy: &Hierarchy) {
        let keys = self.format.keys(&self.path);
        let texts = format::texts_of(&*self.format, &keys, NodeKind::Array, &self.documents);
        if let (Some(_), Ok(texts)) = (&self.array, texts) {
            let new = NewNode { texts, left: None, is_whole: true };
            format::leave(&*hierarchy.store, &keys.array, Unfinished::Creation(new));
        }
    }
}

impl CommittedArrays<'_> {
    fn member(made: MadeMember) -> Member {
        let gone = || Error::not_found(format!("array {:?} was not created", made.name));
        Member { array: made.array.ok_or_else(gone), name: made.name, unread: Vec::new() }
    }

    /// Erases the created arrays, the last one first, unless their documents have changed: another process may have
    /// appended steps. The error then names the arrays that may be left.
    fn take_back(&self, error: Error) -> Error {
        let is_left = |made: &&MadeMember| match self.hierarchy.erase_made(&made.path, &made.documents) {
            // An array that could not be created may belong to another process.
            Ok(erased) => !erased && made.array.is_some(),
            // The repeated commit takes it as its own.
            Err(_) => {
                made.leave(self.hierarchy);
                true
            }
        };
        let left: Vec<&str> = self.members.iter().rev().filter(is_left).map(|made| made.name.as_str()).collect();
        if left.is_empty() {
            return error;
        }
        error.remedy(format!("of what was created these arrays may be left: {}", left.join(", ")))
    }
}
