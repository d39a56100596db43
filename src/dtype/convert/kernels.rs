//! The loops over many numbers. Each is written so that the compiler makes vectors of it: values are converted and
//! judged together, a block at a time, and only a block with a misfit is looked at one by one.

use super::Policy;
use super::number::{BoolByte, MachineNumber, To};
use crate::dtype::float_format::FloatFormat;
use half::slice::HalfFloatSliceExt;
use half::{bf16, f16};

/// Numbers that are judged together.
pub(super) const BLOCK: usize = 256;

/// The place of a number that has no value in the other type.
pub(super) type Misfit = usize;

/// Converts as many numbers as both sides have.
pub(super) type Kernel = fn(&[u8], &mut [u8], Policy) -> Result<(), Misfit>;

/// The types that the machine computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NativeType {
    Bool,
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Float32,
    Float64,
}

macro_rules! with_native {
    ($native:expr, $type:ident => $body:expr) => {
        match $native {
            NativeType::Bool => with_native!(@ $type, BoolByte, $body),
            NativeType::Int8 => with_native!(@ $type, i8, $body),
            NativeType::Int16 => with_native!(@ $type, i16, $body),
            NativeType::Int32 => with_native!(@ $type, i32, $body),
            NativeType::Int64 => with_native!(@ $type, i64, $body),
            NativeType::UInt8 => with_native!(@ $type, u8, $body),
            NativeType::UInt16 => with_native!(@ $type, u16, $body),
            NativeType::UInt32 => with_native!(@ $type, u32, $body),
            NativeType::UInt64 => with_native!(@ $type, u64, $body),
            NativeType::Float32 => with_native!(@ $type, f32, $body),
            NativeType::Float64 => with_native!(@ $type, f64, $body),
        }
    };
    (@ $type:ident, $of:ty, $body:expr) => {{
        type $type = $of;
        $body
    }};
}

/// The loop from one type to another.
pub(super) fn native(from: NativeType, to: NativeType) -> Kernel {
    with_native!(from, S => with_native!(to, D => convert::<S, D> as Kernel))
}

/// The loop to floats that are to be rounded again.
pub(super) fn to_odd(from: NativeType) -> fn(&[u8], &mut [f32]) {
    with_native!(from, S => odd::<S> as fn(&[u8], &mut [f32]))
}

/// The lowest and the highest number of a type.
pub(super) fn limits(native: NativeType) -> (f64, f64) {
    with_native!(native, S => S::LIMITS)
}

/// The first number below or above all of a type; NaN is neither.
pub(super) fn first_outside<T>(numbers: &[T], load: impl Fn(&T) -> f64, low: f64, high: f64) -> Option<Misfit> {
    let is_outside = |number: &T| (load(number) < low) | (load(number) > high);
    let any = numbers.iter().fold(false, |any, number| any | is_outside(number));
    any.then(|| numbers.iter().position(is_outside)).flatten()
}

fn convert<S: To<D>, D: MachineNumber>(from: &[u8], to: &mut [u8], policy: Policy) -> Result<(), Misfit> {
    let (from, to) = (S::of(from), D::of_mut(to));
    for (number, (from, to)) in from.chunks(BLOCK).zip(to.chunks_mut(BLOCK)).enumerate() {
        if (S::DIRECT_FIRST || policy == Policy::Check) && S::all_direct(from, to) {
            continue;
        }
        let pairs = from.iter().zip(to);
        match policy {
            Policy::Clamp => pairs.for_each(|(from, to)| *to = S::load(*from).clamp().store()),
            Policy::Wrap | Policy::All => pairs.for_each(|(from, to)| *to = S::load(*from).wrap().store()),
            Policy::Check => {
                let misfit = from.iter().position(|from| !S::load(*from).fits());
                return Err(number * BLOCK + misfit.unwrap_or(0));
            }
        }
    }
    Ok(())
}

fn odd<S: MachineNumber>(from: &[u8], to: &mut [f32]) {
    S::of(from).iter().zip(to).for_each(|(from, to)| *to = S::load(*from).odd());
}

/// The floats of halves; at most a block.
pub(super) fn from_float16(from: &[u8], to: &mut [f32]) {
    let mut halves = [f16::ZERO; BLOCK];
    let from = from.as_chunks::<2>().0;
    halves.iter_mut().zip(from).for_each(|(half, from)| *half = f16::from_ne_bytes(*from));
    halves[..from.len()].convert_to_f32_slice(to);
}

/// The floats of bfloat16; at most a block.
pub(super) fn from_bfloat16(from: &[u8], to: &mut [f32]) {
    let from = from.as_chunks::<2>().0;
    from.iter().zip(to).for_each(|(from, to)| *to = f32::from_bits(u32::from(u16::from_ne_bytes(*from)) << 16));
}

/// The halves nearest to floats; at most a block.
pub(super) fn to_float16(from: &[f32], to: &mut [u8], policy: Policy) -> Result<(), Misfit> {
    let mut halves = [f16::ZERO; BLOCK];
    let halves = &mut halves[..from.len()];
    halves.convert_from_f32_slice(from);
    let to = to.as_chunks_mut::<2>().0;
    to.iter_mut().zip(&*halves).for_each(|(to, half)| *to = half.to_ne_bytes());
    judge_halves(from, f16::INFINITY.to_bits(), to, policy)
}

/// The numbers of type bfloat16 nearest to floats, which are the upper halves of these; at most a block.
pub(super) fn to_bfloat16(from: &[f32], to: &mut [u8], policy: Policy) -> Result<(), Misfit> {
    let to = to.as_chunks_mut::<2>().0;
    for (from, to) in from.iter().zip(&mut *to) {
        let bits = from.to_bits();
        let near = bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16;
        // A quiet NaN with its payload.
        let half = if from.is_nan() { bits >> 16 | 0x40 } else { near };
        *to = (half as u16).to_ne_bytes();
    }
    judge_halves(from, bf16::INFINITY.to_bits(), to, policy)
}

/// Applies the policy to numbers that became infinite: the number before that in the format is the largest one.
fn judge_halves(from: &[f32], infinity: u16, to: &mut [[u8; 2]], policy: Policy) -> Result<(), Misfit> {
    if matches!(policy, Policy::Wrap | Policy::All) {
        return Ok(());
    }
    let too_large =
        |(from, to): (&f32, &[u8; 2])| (u16::from_ne_bytes(*to) & 0x7fff == infinity) & (from.abs() < f32::INFINITY);
    if !from.iter().zip(&*to).fold(false, |any, pair| any | too_large(pair)) {
        return Ok(());
    }
    for (index, (from, to)) in from.iter().zip(to).enumerate() {
        if !too_large((from, to)) {
            continue;
        }
        if policy == Policy::Check {
            return Err(index);
        }
        *to = (u16::from_ne_bytes(*to) - 1).to_ne_bytes();
    }
    Ok(())
}

/// The floats of a format of a byte.
pub(super) fn from_small(format: &FloatFormat, from: &[u8], to: &mut [f32]) {
    // Every number of these formats is a float.
    from.iter().zip(to).for_each(|(from, to)| *to = format.value((*from).into()) as f32);
}

/// The numbers of a format of a byte nearest to floats.
pub(super) fn to_small(format: &FloatFormat, from: &[f32], to: &mut [u8], policy: Policy) -> Result<(), Misfit> {
    for (index, (from, to)) in from.iter().zip(to).enumerate() {
        let wide = f64::from(*from);
        let near = if wide.is_nan() { format.canonical_nan() } else { format.nearest_to(wide) };
        let lost = near.is_none_or(|bits| from.is_finite() && !format.value(bits).is_finite());
        *to = match (near, policy) {
            (Some(bits), _) if !lost => bits as u8,
            (_, Policy::Check) => return Err(index),
            (Some(bits), Policy::Wrap | Policy::All) => bits as u8,
            _ => format.closest(wide) as u8,
        };
    }
    Ok(())
}

/// Makes bytes numbers of a few bits.
pub(super) fn narrow(
    to: &mut [u8],
    (low, high): (i16, i16),
    value: fn(u8) -> i16,
    policy: Policy,
) -> Result<(), Misfit> {
    for (index, byte) in to.iter_mut().enumerate() {
        let number = value(*byte);
        if low <= number && number <= high {
            continue;
        }
        let wrapped = (number - low).rem_euclid(high - low + 1) + low;
        *byte = match policy {
            Policy::Check => return Err(index),
            Policy::Clamp => number.max(low).min(high) as u8,
            Policy::Wrap | Policy::All => wrapped as u8,
        };
    }
    Ok(())
}
