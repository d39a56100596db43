//! The contents of a group for a dataset: its arrays, and the dimensions that they name.

use super::Member;
use super::dimensions::{Dimension, unequal};
use crate::array::Array;
use crate::error::{Error, Result};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The arrays of a group, and their dimensions by name. The lengths come from the open arrays, without a request to the
/// store, and change with each appended step.
#[derive(Debug, Default)]
pub(super) struct Contents {
    /// Sorted by the bytes of their names.
    members: Vec<Member>,
    /// The names of the dimensions: those that were known before come first, the others as they are met.
    names: Vec<String>,
    along: HashMap<String, Vec<Along>>,
}

/// An array, and the axes that have a dimension.
#[derive(Clone, Debug)]
pub(super) struct Along {
    pub(super) name: String,
    pub(super) array: Arc<Array>,
    pub(super) axes: Vec<usize>,
}

impl Contents {
    /// The arrays that were found; `before`: the dimensions in the order in which they were known.
    pub(super) fn new(mut members: Vec<Member>, before: impl IntoIterator<Item = String>) -> Self {
        members.sort_by(|one, other| one.name.cmp(&other.name));
        let (mut names, mut along) = (Vec::new(), HashMap::<String, Vec<Along>>::new());
        for Member { name: array, array: open, .. } in &members {
            let Ok(open) = open else { continue };
            for (axis, dimension) in open.dimension_names().into_iter().flatten().enumerate() {
                let Some(dimension) = dimension.filter(|name| !name.is_empty()) else { continue };
                let there = along.entry(dimension.clone()).or_insert_with(|| {
                    names.push(dimension);
                    Vec::new()
                });
                match there.last_mut() {
                    Some(last) if last.name == *array => last.axes.push(axis),
                    _ => there.push(Along { name: array.clone(), array: Arc::clone(open), axes: vec![axis] }),
                }
            }
        }
        let places: HashMap<String, usize> =
            before.into_iter().enumerate().map(|(place, name)| (name, place)).collect();
        names.sort_by_key(|name| places.get(name).copied().unwrap_or(usize::MAX));
        Self { members, names, along }
    }

    pub(super) fn members(&self) -> &[Member] {
        &self.members
    }

    pub(super) fn member(&self, name: &str) -> Option<&Member> {
        let found = self.members.binary_search_by(|member| member.name.as_str().cmp(name));
        found.ok().map(|index| &self.members[index])
    }

    /// An array that has a dimension by its document, which can't be followed, and the reason.
    pub(super) fn unread(&self, dimension: &str) -> Option<(&str, &Error)> {
        let mut unread = self.members.iter().filter(|member| member.unread.iter().any(|name| name == dimension));
        unread.find_map(|member| Some((member.name.as_str(), member.array.as_ref().err()?)))
    }

    /// The names of the dimensions.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn has(&self, dimension: &str) -> bool {
        self.along.contains_key(dimension)
    }

    /// The arrays that have a dimension, sorted by name.
    pub(super) fn along(&self, dimension: &str) -> &[Along] {
        self.along.get(dimension).map_or(&[], Vec::as_slice)
    }

    /// The lengths of a dimension, each once.
    pub(super) fn lengths(&self, dimension: &str) -> Vec<Dimension> {
        self.lengths_of(dimension, |_| true)
    }

    fn lengths_of(&self, dimension: &str, counts: impl Fn(&Along) -> bool) -> Vec<Dimension> {
        let mut seen = HashSet::new();
        let mut lengths = Vec::new();
        for Along { name, array, axes } in self.along(dimension).iter().filter(|along| counts(along)) {
            let shape = array.known_shape();
            for length in axes.iter().filter_map(|axis| shape.get(*axis).copied()).filter(|length| seen.insert(*length))
            {
                lengths.push(Dimension { name: dimension.to_owned(), length, array: Some(name.clone()) });
            }
        }
        lengths
    }

    /// The dimension of a name, if there is one.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] where it has several lengths.
    pub(super) fn one(&self, dimension: &str) -> Result<Option<Dimension>> {
        match self.lengths(dimension).as_slice() {
            [one, other, ..] => Err(unequal(one, other)),
            lengths => Ok(lengths.first().cloned()),
        }
    }

    /// The dimension of a name with the length that all of its arrays have.
    pub(super) fn shortest(&self, dimension: &str) -> Option<Dimension> {
        self.lengths(dimension).into_iter().min_by_key(|dimension| dimension.length)
    }

    /// Refuses dimensions with several lengths.
    pub(super) fn check_equal(&self) -> Result<()> {
        self.names.iter().try_for_each(|name| self.one(name).map(drop))
    }

    /// The array that grows first in each append: the coordinate, or else the first by its name.
    pub(super) fn first_to_grow(&self, dimension: &str) -> Option<&Along> {
        let once = |along: &&Along| along.axes.len() == 1;
        let along = self.along(dimension);
        let coordinate = along.iter().filter(once).find(|along| along.name == dimension);
        coordinate.or_else(|| along.iter().find(once))
    }

    /// The array whose length decides where an append to a dimension begins, and that length.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] if another array is longer, so that the step would overwrite its elements.
    pub(super) fn leader(&self, dimension: &str) -> Result<(&Along, u64)> {
        let along = self.along(dimension);
        if along.is_empty() {
            return Err(Error::not_found(format!(
                "no array has dimension {dimension:?} before the dataset is committed"
            )));
        }
        let leader = self.first_to_grow(dimension).ok_or_else(|| {
            Error::invalid_argument(format!("no array has dimension {dimension:?} as one of its dimensions"))
        })?;
        // In a step the leader grows first, so it is looked at last: where another array is longer than it is known to
        // be, it has grown meanwhile.
        let others = self.lengths_of(dimension, |along| along.name != leader.name);
        let longest = others.into_iter().max_by_key(|other| other.length);
        let is_shorter = |length: u64| longest.as_ref().filter(|longest| longest.length > length);
        if is_shorter(leader.length()).is_some() {
            leader.array.refresh()?;
        }
        let length = leader.length();
        match is_shorter(length) {
            None => Ok((leader, length)),
            Some(longer) => {
                let own = Dimension { name: dimension.to_owned(), length, array: Some(leader.name.clone()) };
                Err(unequal(&own, longer))
            }
        }
    }
}

impl Along {
    /// The length of the array along the first of the axes.
    pub(super) fn length(&self) -> u64 {
        self.axes.first().and_then(|axis| self.array.known_shape().get(*axis).copied()).unwrap_or(0)
    }
}
