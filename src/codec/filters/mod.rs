//! The filters of numcodecs: `delta`, `fixedscaleoffset`, `quantize`, `bitround`, `packbits` and `astype`, which v2
//! names by their ids and final v3 by `numcodecs.*`; `bitround` is registered for final v3 as well, and so are
//! `scale_offset` and `cast_value`, which v2 does not have.

pub(super) mod bitround;
pub(super) mod cast_value;
pub(super) mod delta;
pub(super) mod packbits;
pub(super) mod scale_offset;
pub(super) mod scale;
pub(super) mod astype;
mod scalars;
mod rounding;
mod number;
