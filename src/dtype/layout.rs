//! The positions of numbers inside an element, and the swaps and repairs that convert stored elements to native ones.
//!
//! Plain numbers are one run that fills the element, and keep their fast path; a struct has a run for each field of
//! more than one byte, and each of them may be stored in an order of its own.

use super::definition::DataType;
use super::spelling::ByteOrder;
use std::sync::Arc;

/// Numbers of one size, side by side in an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRun {
    /// The first byte in the element.
    pub offset: usize,
    /// The bytes of one number, more than one.
    pub unit: usize,
    /// How many there are.
    pub count: usize,
}

impl NumberRun {
    fn end(&self) -> usize {
        self.offset + self.unit * self.count
    }
}

/// Bytes of an element that may hold values which C does not allow, and their repair.
#[derive(Clone, Copy, Debug)]
pub struct RepairRun {
    /// The first byte in the element.
    pub offset: usize,
    /// How many bytes.
    pub size: usize,
    /// Makes any bytes valid elements.
    pub repair: fn(&mut [u8]),
}

/// The byte order of stored elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredOrder {
    /// One for all numbers.
    One(ByteOrder),
    /// One for each run of a struct, not all the same.
    PerRun(Arc<[ByteOrder]>),
}

impl From<ByteOrder> for StoredOrder {
    fn from(order: ByteOrder) -> Self {
        Self::One(order)
    }
}

impl StoredOrder {
    /// The orders of the runs of a type; little-endian for a type without runs.
    pub fn of_runs(orders: &[ByteOrder]) -> Self {
        match orders {
            [] => Self::One(ByteOrder::Little),
            [first, rest @ ..] if rest.iter().all(|order| order == first) => Self::One(*first),
            _ => Self::PerRun(orders.into()),
        }
    }

    /// The order, if there is only one.
    pub fn uniform(&self) -> Option<ByteOrder> {
        if let Self::One(order) = self { Some(*order) } else { None }
    }

    /// The order of the first number.
    pub fn first(&self) -> ByteOrder {
        self.of(0)
    }

    /// The order of a run.
    pub(super) fn of(&self, run: usize) -> ByteOrder {
        match self {
            Self::One(order) => *order,
            Self::PerRun(orders) => orders.get(run).copied().unwrap_or(ByteOrder::Little),
        }
    }
}

/// How bytes change places between the stored order and that of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap {
    /// Not at all.
    None,
    /// Elements consist of numbers of this many bytes.
    Units(usize),
    /// Only these parts of each element, which has `size` bytes.
    Runs {
        /// The bytes of an element.
        size: usize,
        /// The parts, in ascending order.
        runs: Box<[NumberRun]>,
    },
}

impl Swap {
    /// The most bytes that change places together.
    pub const LARGEST: usize = 16;

    /// The swap for a type that is stored in an order.
    pub fn new(data_type: &DataType, order: &StoredOrder) -> Self {
        if order.uniform() == Some(ByteOrder::NATIVE) {
            return Self::None;
        }
        let mut runs: Vec<NumberRun> = Vec::new();
        for (at, run) in data_type.runs().iter().enumerate() {
            match runs.last_mut() {
                _ if order.of(at) == ByteOrder::NATIVE => {}
                Some(last) if last.unit == run.unit && last.end() == run.offset => last.count += run.count,
                _ => runs.push(*run),
            }
        }
        match runs[..] {
            [] => Self::None,
            [run] if run.offset == 0 && run.end() == data_type.size() => Self::Units(run.unit),
            _ => Self::Runs { size: data_type.size(), runs: runs.into() },
        }
    }

    /// True if nothing changes.
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }

    /// Changes whole elements in place: from the stored order to the native one, or back.
    pub fn apply(&self, elements: &mut [u8]) {
        match self {
            Self::None => {}
            Self::Units(unit) => swap_units(elements, *unit),
            Self::Runs { size, runs } => {
                for element in elements.chunks_exact_mut((*size).max(1)) {
                    for run in runs {
                        swap_units(&mut element[run.offset..run.end()], run.unit);
                    }
                }
            }
        }
    }
}

impl Swap {
    /// Swaps the numbers that are entirely inside the first bytes of one element.
    pub fn apply_to_beginning(&self, beginning: &mut [u8]) {
        match self {
            Self::None => {}
            Self::Units(unit) => swap_units(beginning, *unit),
            Self::Runs { runs, .. } => {
                let length = beginning.len();
                for run in runs.iter().take_while(|run| run.offset < length) {
                    swap_units(&mut beginning[run.offset..run.end().min(length)], run.unit);
                }
            }
        }
    }
}

/// Reverses the bytes of each unit. (As numbers, since to reverse arrays is not understood as well by the compiler.)
fn swap_units(bytes: &mut [u8], unit: usize) {
    macro_rules! swap {
        ($number:ty) => {
            for unit in bytes.as_chunks_mut().0 {
                *unit = <$number>::from_ne_bytes(*unit).swap_bytes().to_ne_bytes();
            }
        };
    }
    match unit {
        2 => swap!(u16),
        4 => swap!(u32),
        8 => swap!(u64),
        _ => {}
    }
}

/// Makes every element one that C can hold: booleans other than 0 and 1, unused bits of small numbers.
#[derive(Clone, Debug)]
pub struct BitRepair {
    size: usize,
    runs: Box<[RepairRun]>,
}

impl BitRepair {
    /// The repair for a type.
    pub fn new(data_type: &DataType) -> Self {
        Self { size: data_type.size(), runs: data_type.repairs().into() }
    }

    /// The bytes of an element.
    pub fn size(&self) -> usize {
        self.size
    }

    /// True if all bit patterns are elements.
    pub fn is_none(&self) -> bool {
        self.runs.is_empty()
    }

    /// Makes whole elements good, in place.
    pub fn apply(&self, elements: &mut [u8]) {
        match self.runs[..] {
            [] => {}
            [run] if run.offset == 0 && run.size == self.size => (run.repair)(elements),
            _ => {
                for element in elements.chunks_exact_mut(self.size.max(1)) {
                    for run in &self.runs {
                        (run.repair)(&mut element[run.offset..run.offset + run.size]);
                    }
                }
            }
        }
    }
}
