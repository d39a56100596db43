//! `shuffle`: the first bytes of all elements, then the second ones, and so on (v2, `numcodecs.shuffle`).

use super::blosc::shuffle::BlockFilter as Kernel;
use super::config::Config;
use super::errors::{front, no_memory};
use super::kinds::{BytesToBytes, CodecInfo};
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::{Object, Value};
use std::sync::Arc;

/// The codec.
#[derive(Clone, Copy, Debug)]
struct Shuffle {
    /// 0 and 1 leave everything in its place.
    element_size: usize,
}

pub(super) fn parse(config: &mut Config) -> Result<Arc<dyn BytesToBytes>> {
    let (given, item_size) = (config.get("elementsize"), config.input.item_size());
    if (config.final_v3 || config.requested) && given.is_none_or(Value::is_null) {
        // As zarr-python does in final v3. The 4 of numcodecs, which v2 documents mean, suits no other size.
        config.take("elementsize");
        return Ok(Arc::new(Shuffle { element_size: item_size }));
    }
    if let Some(value) = given.filter(|value| !config.final_v3 && of_nczarr(*value)) {
        config.take("elementsize");
        config.tolerate(format!(
            "codec \"shuffle\": elementsize is {}, as NCZarr writes it; taken as the size of an element, {item_size}",
            value.brief()
        ))?;
        return Ok(Arc::new(Shuffle { element_size: item_size }));
    }
    let least = i64::from(config.requested);
    let element_size = config.integer("elementsize", least..=i64::from(i32::MAX), 4)? as usize;
    Ok(Arc::new(Shuffle { element_size }))
}

/// NCZarr shuffles by the size of an element and ignores this member: 0, or a number as a text before netCDF-C 4.10.
fn of_nczarr(value: Value) -> bool {
    value.as_i64() == Some(0) || value.as_str().is_some_and(|text| text.parse::<u32>().is_ok())
}

impl CodecInfo for Shuffle {
    fn name(&self) -> &'static str {
        "shuffle"
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(Object::new().with("elementsize", self.element_size as u64))
    }
}

impl Shuffle {
    fn is_whole(&self, length: usize) -> bool {
        self.element_size <= 1 || length.is_multiple_of(self.element_size)
    }
}

impl BytesToBytes for Shuffle {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        Some(length)
    }

    fn fixed_size(&self) -> bool {
        true
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        if !self.is_whole(input.len()) {
            let (length, size) = (input.len(), self.element_size);
            return Err(Error::invalid_argument(format!(
                "shuffle: {length} bytes are not a multiple of the element size, {size}"
            )));
        }
        output.try_reserve(input.len()).map_err(|_| no_memory(input.len()))?;
        let start = output.len();
        if self.element_size <= 1 {
            output.extend_from_slice(input);
        } else {
            output.resize(start + input.len(), 0);
            Kernel::Bytes.apply(input, self.element_size, &mut output[start..]);
        }
        Ok(())
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        if !self.is_whole(input.len()) {
            let (length, size) = (input.len(), self.element_size);
            return Err(Error::data(format!("shuffle: {length} bytes are not a multiple of the element size, {size}")));
        }
        let target = front("shuffle", output, input.len())?;
        if self.element_size <= 1 {
            target.copy_from_slice(input);
        } else {
            Kernel::Bytes.undo(input, self.element_size, target);
        }
        Ok(input.len())
    }

    fn decode_in_place<'a>(&self, input: &'a [u8]) -> Option<Result<&'a [u8]>> {
        (self.element_size <= 1).then_some(Ok(input))
    }
}
