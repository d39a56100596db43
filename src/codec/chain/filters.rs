//! The steps from the elements of a chunk to those that become bytes: filters, and orders of axes that the engine
//! can't see to.

use crate::codec::errors::no_memory;
use crate::codec::filter::Filter;
use crate::codec::scratch::Scratch;
use crate::codec::transpose::AxisOrder;
use crate::dtype::{DataType, Element};
use crate::error::{Error, Result};
use std::sync::Arc;

/// The codecs of a chain that change elements before `bytes`.
#[derive(Clone, Debug, Default)]
pub(super) struct Filters {
    steps: Vec<FilterStep>,
}

/// One of them.
#[derive(Clone, Debug)]
enum FilterStep {
    /// Computes other elements.
    Filter(Arc<dyn Filter>),
    /// Puts them into another order.
    Moved(AxisOrder),
}

impl FilterStep {
    fn encoded_length(&self, length: usize) -> Option<usize> {
        match self {
            Self::Filter(filter) => filter.encoded_length(length),
            Self::Moved(_) => Some(length),
        }
    }

    fn encode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        match self {
            Self::Filter(filter) => filter.encode(input, output),
            Self::Moved(moved) => moved.encode(input, output),
        }
    }

    /// The length that `encoded` has to decode to is `length`.
    fn check(&self, encoded: &[u8], length: usize) -> Result<()> {
        let Self::Filter(filter) = self else { return Ok(()) };
        let decoded = filter.decoded_length(encoded)?;
        if decoded != length {
            let name = filter.name();
            return Err(Error::data(format!("{name}: the data decode to {decoded} bytes where {length} are expected")));
        }
        Ok(())
    }

    fn decode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        match self {
            Self::Filter(filter) => filter.decode(input, output),
            Self::Moved(moved) => moved.decode(input, output),
        }
    }
}

impl Filters {
    /// Adds a filter for elements of a data type; returns the data type of its output.
    pub fn push(&mut self, filter: &Arc<dyn Filter>, data_type: &DataType) -> Result<DataType> {
        let input = filter.input();
        if data_type.size() != input.size() || data_type.swap_unit() != input.unit() {
            let (name, wanted) = (filter.name(), input.data_type()?);
            return Err(Error::metadata(format!("codec {name:?} is for {wanted}, but the elements are {data_type}")));
        }
        self.steps.push(FilterStep::Filter(Arc::clone(filter)));
        filter.behind(data_type)
    }

    /// Refuses a fill value that would not come back, where a filter has to keep it.
    pub fn check_fill(&self, fill: &Element) -> Result<()> {
        let filters = self
            .steps
            .iter()
            .filter_map(|step| if let FilterStep::Filter(filter) = step { Some(filter) } else { None });
        let mut current: Option<Vec<u8>> = None;
        for filter in filters.take_while(|filter| filter.elementwise()) {
            let element = match current.take() {
                Some(element) => element,
                None => fill.to_vec()?,
            };
            let name = filter.name();
            filter
                .check_fill(&element)
                .map_err(|error| error.context(format!("codec {name:?} does not keep the fill value")))?;
            let mut next = vec![0; filter.output().size()];
            // A filter that need not keep the fill value may be unable to encode it; later filters then never see it.
            if filter.encode(&element, &mut next).is_err() {
                break;
            }
            current = Some(next);
        }
        Ok(())
    }

    /// Adds another order of axes.
    pub fn push_moved(&mut self, moved: AxisOrder) {
        self.steps.push(FilterStep::Moved(moved));
    }

    /// True without any step.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// A filter whose result depends on the order of the elements.
    pub fn in_order(&self) -> Option<&dyn Filter> {
        let filters = self
            .steps
            .iter()
            .filter_map(|step| if let FilterStep::Filter(filter) = step { Some(filter) } else { None });
        filters.map(|filter| &**filter).find(|filter| !filter.elementwise())
    }

    /// The length after each step; the list ends where a length overflows.
    pub fn encoded_lengths(&self, length: usize) -> impl Iterator<Item = usize> {
        let behind = |length: &mut usize, step: &FilterStep| {
            *length = step.encoded_length(*length)?;
            Some(*length)
        };
        self.steps.iter().scan(length, behind)
    }

    /// The length after all steps.
    pub fn encoded_length(&self, length: usize) -> Option<usize> {
        self.steps.iter().try_fold(length, |length, step| step.encoded_length(length))
    }

    /// Encodes native elements into a scratch buffer of exactly the encoded length; None without any step.
    pub fn encode(&self, elements: &[u8], scratch: &mut Scratch) -> Result<Option<Vec<u8>>> {
        let mut current: Option<Vec<u8>> = None;
        for step in &self.steps {
            let input = current.as_deref().unwrap_or(elements);
            let length = step.encoded_length(input.len()).ok_or_else(|| no_memory(usize::MAX))?;
            let mut next = scratch.take(length)?;
            next.truncate(length);
            step.encode(input, &mut next)?;
            if let Some(old) = current.replace(next) {
                scratch.give(old);
            }
        }
        Ok(current)
    }

    /// Decodes what [`Filters::encode`] gives into exactly the elements.
    pub fn decode(&self, encoded: &[u8], elements: &mut [u8], scratch: &mut Scratch) -> Result<()> {
        let mut current: Option<Vec<u8>> = None;
        for (at, step) in self.steps.iter().enumerate().rev() {
            let input = current.as_deref().unwrap_or(encoded);
            // The lengths are those of encoding; data with another one are corrupt.
            let before = self.steps[..at].iter().try_fold(elements.len(), |length, step| step.encoded_length(length));
            let length = before.ok_or_else(|| no_memory(usize::MAX))?;
            step.check(input, length)?;
            if at == 0 {
                step.decode(input, elements)?;
            } else {
                let mut next = scratch.take(length)?;
                next.truncate(length);
                step.decode(input, &mut next)?;
                if let Some(old) = current.replace(next) {
                    scratch.give(old);
                }
            }
        }
        if let Some(old) = current {
            scratch.give(old);
        }
        Ok(())
    }
}
