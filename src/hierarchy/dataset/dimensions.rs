//! The dimensions of a dataset: names that its arrays have in common, with their lengths.

use super::Member;
use crate::error::{Error, Result};

/// A dimension: a name, and one of the lengths that it has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dimension {
    /// The name.
    pub name: String,
    /// The number of elements along it.
    pub length: u64,
    /// The first array that has it with this length; None: it is only defined.
    pub array: Option<String>,
}

impl Dimension {
    /// "5 elements in array \"t\"", for messages.
    pub(super) fn told(&self) -> String {
        match &self.array {
            Some(array) => format!("{} elements in array {array:?}", self.length),
            None => format!("{} elements as it is defined", self.length),
        }
    }
}

/// The dimensions of arrays, each with each of its lengths, in the order of those that were known before. Those that
/// were only defined stay, unless an array has them now.
pub(super) fn collect(members: &[Member], before: &[Dimension]) -> Vec<Dimension> {
    let mut found: Vec<Dimension> = Vec::new();
    let mut add = |name: &str, length: u64, array: Option<&str>| {
        if !found.iter().any(|known| known.name == name && known.length == length) {
            found.push(Dimension { name: name.to_owned(), length, array: array.map(str::to_owned) });
        }
    };
    for Member { name: array, array: open } in members {
        let Ok(open) = open else { continue };
        for (name, length) in open.dimension_names().into_iter().flatten().zip(open.shape()) {
            if let Some(name) = name.filter(|name| !name.is_empty()) {
                add(&name, length, Some(array));
            }
        }
    }
    before.iter().filter(|known| known.array.is_none()).for_each(|known| add(&known.name, known.length, None));
    let place = |name: &str| before.iter().position(|known| known.name == name).unwrap_or(usize::MAX);
    found.sort_by_key(|dimension| place(&dimension.name));
    found
}

/// The dimension of a name, if there is one.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] where it has several lengths.
pub(super) fn find<'d>(dimensions: &'d [Dimension], name: &str) -> Result<Option<&'d Dimension>> {
    let mut found = dimensions.iter().filter(|dimension| dimension.name == name);
    match (found.next(), found.next()) {
        (Some(one), Some(other)) => Err(unequal(one, other)),
        (found, _) => Ok(found),
    }
}

/// Refuses dimensions with several lengths.
pub(super) fn check_equal(dimensions: &[Dimension]) -> Result<()> {
    dimensions.iter().try_for_each(|dimension| find(dimensions, &dimension.name).map(drop))
}

fn unequal(one: &Dimension, other: &Dimension) -> Error {
    let text = format!("dimension {:?} has {} and {}", one.name, one.told(), other.told());
    let hint = "the option unequal_dimensions \"keep\" opens it, and resizing the dimension makes them equal";
    Error::metadata(format!("{text}; {hint}"))
}

/// The error for a name that no dimension has.
pub(super) fn unknown(name: &str) -> Error {
    Error::not_found(format!("there is no dimension {name:?}"))
}
