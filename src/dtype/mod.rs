//! Data types: the meaning of one element, its form in memory, and its spelling, with that of its fill value, in each
//! format.
//!
//! Each family is one file that registers itself in [`registry`]. In memory elements are in native byte order; the
//! stored byte order is a property of the encoding, not of the type.

mod arithmetic;
mod boolean;
mod complex;
mod convert;
mod definition;
mod element;
mod fallback;
mod fixed_text;
mod float;
mod float_format;
mod integer;
mod layout;
mod optional;
mod raw;
mod registry;
mod samples;
mod spelling;
mod structure;
#[cfg(test)]
mod tests;
mod time;
mod variable_values;
mod variable;

pub use arithmetic::Arithmetic;
pub use convert::{Conversion, Policy};
pub use definition::{DataType, DataTypeDefinition, TypeCode};
pub use element::Element;
pub use fallback::Fallback;
pub use float_format::FloatFormat;
pub use layout::{BitRepair, NumberRun, RepairRun, StoredOrder, Swap};
pub use samples::samples;
pub use spelling::{ByteOrder, Dialect, TypeString, Warnings};
pub use structure::Field;
pub use variable_values::{VALUE_SIZE, Values, VariableValue};
