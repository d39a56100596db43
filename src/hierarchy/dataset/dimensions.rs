//! The dimensions of a dataset: names that its arrays have in common, with their lengths.

use crate::error::{Error, Term, counted};

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
            Some(array) => format!("{} in array {array:?}", counted(self.length, "element")),
            None => format!("{} by its definition", counted(self.length, "element")),
        }
    }
}

/// The error for a dimension that has several lengths in arrays.
pub(super) fn unequal(one: &Dimension, other: &Dimension) -> Error {
    let error = Error::metadata(both(one, other));
    match one.array == other.array {
        true => error.remedy(format!(
            "the array has the name twice; {} gives another one",
            Term::operation("Array::set_dimension_names")
        )),
        false => error.remedy("resizing the dimension makes them equal"),
    }
}

/// Two lengths of a dimension, for messages.
pub(super) fn both(one: &Dimension, other: &Dimension) -> String {
    format!("dimension {:?} has {} and {}", one.name, one.told(), other.told())
}

/// The error for a dimension to which another process has given another length meanwhile.
pub(super) fn taken(mine: &Dimension, theirs: &Dimension) -> Error {
    Error::conflict(format!("{}: another process has created it meanwhile", both(theirs, mine)))
}
