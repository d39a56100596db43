//! The filters of numcodecs: `delta`, `fixedscaleoffset`, `quantize`, `bitround`, `packbits` and `astype`, which v2
//! names by their ids and final v3 by `numcodecs.*`; `bitround` is registered for final v3 as well.

mod astype;
mod bitround;
mod delta;
mod number;
mod packbits;
mod scale;

pub(super) use astype::ASTYPE;
pub(super) use bitround::BITROUND;
pub(super) use delta::DELTA;
pub(super) use packbits::PACKBITS;
pub(super) use scale::{FIXED_SCALE_OFFSET, QUANTIZE};
