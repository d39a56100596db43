//! The filters of numcodecs: `delta`, `fixedscaleoffset`, `quantize`, `bitround`, `packbits` and `astype`, which v2
//! names by their ids and final v3 by `numcodecs.*`; `bitround` is registered for final v3 as well, and so are
//! `scale_offset` and `cast_value`, which v2 does not have.

mod astype;
mod bitround;
mod cast_value;
mod delta;
mod number;
mod packbits;
mod scale;
mod scale_offset;

pub(super) use astype::ASTYPE;
pub(super) use bitround::BITROUND;
pub(super) use cast_value::CAST_VALUE;
pub(super) use delta::DELTA;
pub(super) use packbits::PACKBITS;
pub(super) use scale::{FIXED_SCALE_OFFSET, QUANTIZE};
pub(super) use scale_offset::SCALE_OFFSET;
