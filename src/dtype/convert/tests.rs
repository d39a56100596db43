//! Every pair of types against exact arithmetic: all values of 8 and 16 bits, and the edges and random values of
//! others.

mod all;

use super::*;
use crate::dtype::samples;

/// A number as exact arithmetic knows it: a double, or an integer that a double has no room for.
#[derive(Clone, Copy, Debug)]
enum Exact {
    Integer(i128),
    Float(f64),
}

/// The real and imaginary part of an element.
fn read(code: TypeCode, element: &[u8]) -> [Exact; 2] {
    use TypeCode as T;
    let (part, complex) = parts(code).unwrap();
    let half = if complex { element.len() / 2 } else { element.len() };
    let one = |bytes: &[u8]| match part {
        Component::Native(native) => match native {
            NativeType::Bool => Exact::Integer((bytes[0] != 0).into()),
            NativeType::Int8 => Exact::Integer((bytes[0] as i8).into()),
            NativeType::Int16 => Exact::Integer(i16::from_ne_bytes(bytes.try_into().unwrap()).into()),
            NativeType::Int32 => Exact::Integer(i32::from_ne_bytes(bytes.try_into().unwrap()).into()),
            NativeType::Int64 => Exact::Integer(i64::from_ne_bytes(bytes.try_into().unwrap()).into()),
            NativeType::UInt8 => Exact::Integer(bytes[0].into()),
            NativeType::UInt16 => Exact::Integer(u16::from_ne_bytes(bytes.try_into().unwrap()).into()),
            NativeType::UInt32 => Exact::Integer(u32::from_ne_bytes(bytes.try_into().unwrap()).into()),
            NativeType::UInt64 => Exact::Integer(u64::from_ne_bytes(bytes.try_into().unwrap()).into()),
            NativeType::Float32 => Exact::Float(f32::from_ne_bytes(bytes.try_into().unwrap()).into()),
            NativeType::Float64 => Exact::Float(f64::from_ne_bytes(bytes.try_into().unwrap())),
        },
        Component::Narrow(_, _, value) => Exact::Integer(value(bytes[0]).into()),
        Component::Float16 | Component::BFloat16 => {
            let wanted = if matches!(code, T::Float16 | T::ComplexFloat16) { T::Float16 } else { T::BFloat16 };
            let format = FORMATS.iter().find(|format| format.code == wanted).unwrap();
            Exact::Float(format.value(u16::from_ne_bytes(bytes.try_into().unwrap()).into()))
        }
        Component::Small(format) => Exact::Float(format.value(bytes[0].into())),
    };
    [one(&element[..half]), if complex { one(&element[half..]) } else { Exact::Integer(0) }]
}

/// The expected result of converting one real number; None for a misfit under `Check`.
fn wanted_integer(value: Exact, (low, high): (i128, i128), policy: Policy) -> Option<i128> {
    let whole = match value {
        Exact::Integer(value) => value,
        Exact::Float(value) if value.is_nan() => return (policy != Policy::Check).then_some(0),
        Exact::Float(value) if value.abs() >= 1e36 => match policy {
            Policy::Check => return None,
            Policy::Clamp => return Some(if value > 0.0 { high } else { low }),
            // A multiple of 2^64, or no number.
            Policy::Wrap | Policy::All => return Some(0),
        },
        Exact::Float(value) => value.trunc() as i128,
    };
    match policy {
        _ if low <= whole && whole <= high => Some(whole),
        Policy::Check => None,
        Policy::Clamp => Some(whole.clamp(low, high)),
        Policy::Wrap | Policy::All => Some((whole - low).rem_euclid(high - low + 1) + low),
    }
}

/// True if `bits` of a float format are right for a value: no other finite number of it is nearer, and ties are even.
fn is_nearest(format: &FloatFormat, bits: u64, value: Exact) -> bool {
    let got = format.value(bits);
    if let Exact::Float(value) = value
        && (value == got || value.is_nan() && got.is_nan())
    {
        return true;
    }
    // As text the value is exact as far as a tie goes; `nearest` is proven against decimal arithmetic.
    let text = match value {
        Exact::Integer(value) => value.to_string(),
        Exact::Float(value) => format!("{value:.150}"),
    };
    format.nearest(&text).is_some_and(|nearest| nearest == bits || format.value(nearest) == got)
}

fn range(code: TypeCode) -> Option<(i128, i128)> {
    match parts(code)?.0 {
        Component::Narrow(_, (low, high), _) => Some((low.into(), high.into())),
        Component::Native(native) => match native {
            NativeType::Bool | NativeType::Float32 | NativeType::Float64 => None,
            NativeType::Int8 => Some((i8::MIN.into(), i8::MAX.into())),
            NativeType::Int16 => Some((i16::MIN.into(), i16::MAX.into())),
            NativeType::Int32 => Some((i32::MIN.into(), i32::MAX.into())),
            NativeType::Int64 => Some((i64::MIN.into(), i64::MAX.into())),
            NativeType::UInt8 => Some((0, u8::MAX.into())),
            NativeType::UInt16 => Some((0, u16::MAX.into())),
            NativeType::UInt32 => Some((0, u32::MAX.into())),
            NativeType::UInt64 => Some((0, u64::MAX.into())),
        },
        _ => None,
    }
}

/// All elements of small types; of others the edges, their neighbours, and random bits.
fn elements(data_type: &DataType) -> Vec<Vec<u8>> {
    let size = data_type.size();
    let code = data_type.code();
    if let Some((low, high)) = range(code).filter(|_| size == 1) {
        return (low..=high).map(|value| vec![value as u8]).collect();
    }
    match (size, parts(code).unwrap()) {
        (1, (Component::Small(format), _)) => return (0..=format.mask()).map(|bits| vec![bits as u8]).collect(),
        (1, _) => return vec![vec![0], vec![1]],
        (2, (_, false)) => return (0..=u16::MAX).map(|bits| bits.to_ne_bytes().to_vec()).collect(),
        (2, _) => return (0..=u16::MAX).step_by(97).map(|bits| (bits & 0x3f3f).to_ne_bytes().to_vec()).collect(),
        _ => {}
    }
    let (part, complex) = parts(code).unwrap();
    let mut numbers: Vec<Vec<u8>> = Vec::new();
    let width = if complex { size / 2 } else { size };
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..300 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        numbers.push((random >> 8 >> (random % 40)).to_ne_bytes()[..width].to_vec());
        numbers.push(random.rotate_left(29).to_ne_bytes()[..width].to_vec());
    }
    for power in 0..64 {
        for near in [-1_i128, 0, 1] {
            for value in [(1_i128 << power) + near, -(1_i128 << power) + near, (3_i128 << power) + near] {
                let float = value as f64;
                numbers.push(match part {
                    Component::Native(NativeType::Float64) => float.to_ne_bytes().to_vec(),
                    Component::Native(NativeType::Float32) => (float as f32).to_ne_bytes().to_vec(),
                    _ => (value as u64).to_ne_bytes()[..width].to_vec(),
                });
                if let Component::Native(NativeType::Float64) = part {
                    numbers.extend(
                        [float.next_up(), float.next_down(), float + 0.5].map(|value| value.to_ne_bytes().to_vec()),
                    );
                    numbers.push(2f64.powi(power * 16).to_ne_bytes().to_vec());
                    numbers.push((1.5 * 2f64.powi(-power * 3 - 100)).next_up().to_ne_bytes().to_vec());
                }
            }
        }
    }
    for value in
        [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0, 0.5, -0.5, -0.999, 65519.999, 65520.0, 3.4e38, 1e300]
    {
        match part {
            Component::Native(NativeType::Float64) => numbers.push(value.to_ne_bytes().to_vec()),
            Component::Native(NativeType::Float32) => numbers.push((value as f32).to_ne_bytes().to_vec()),
            _ => {}
        }
    }
    if !complex {
        return numbers;
    }
    let zero = vec![0; width];
    let shifted = numbers.iter().cycle().skip(5);
    let pairs = numbers.iter().zip(shifted).map(|(real, imaginary)| [real.as_slice(), imaginary].concat());
    pairs.chain(numbers.iter().map(|real| [real.as_slice(), &zero].concat())).collect()
}

/// One conversion agrees with exact arithmetic.
fn check(conversion: &Conversion, element: &[u8], got: std::result::Result<(), Misfit>, to: &[u8]) {
    let [from, target] = &conversion.types;
    let reports = conversion.policy == Policy::All;
    let policy = if reports { Policy::Wrap } else { conversion.policy };
    let (source, complex) = (read(from.code(), element), conversion.to.1);
    let context = || format!("{from} {source:?} to {target} ({policy:?}): {got:?} {to:?}");
    let nonzero = |value: Exact| match value {
        Exact::Integer(value) => value != 0,
        Exact::Float(value) => value != 0.0,
    };
    if target.code() == TypeCode::Bool {
        assert!(got.is_ok() && to == [u8::from(source.into_iter().any(nonzero))], "{}", context());
        return;
    }
    let lost = !complex && policy == Policy::Check && nonzero(source[1]);
    let width = if complex { to.len() / 2 } else { to.len() };
    let mut misfit = lost;
    let mut right = true;
    for (value, bytes) in source.into_iter().zip(to.chunks(width)) {
        if let Some(range) = range(target.code()) {
            let wanted = wanted_integer(value, range, policy);
            misfit |= wanted.is_none();
            let [Exact::Integer(real), _] = read(target.code(), bytes) else { panic!() };
            right &= wanted == Some(real);
            continue;
        }
        let part = match conversion.to.0 {
            Component::Native(NativeType::Float32) => TypeCode::Float32,
            Component::Native(_) => TypeCode::Float64,
            Component::Float16 => TypeCode::Float16,
            Component::BFloat16 => TypeCode::BFloat16,
            Component::Small(format) => format.code,
            Component::Narrow(..) => unreachable!(),
        };
        let format = FORMATS.iter().find(|format| format.code == part).unwrap();
        let mut wide = [0; 8];
        wide[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(wide);
        let same = match value {
            Exact::Integer(value) => value.abs() < 1 << 53 && format.value(bits) == value as f64,
            Exact::Float(value) => value.is_finite() && format.value(bits) == value,
        };
        if same {
            continue;
        }
        let finite = !matches!(value, Exact::Float(value) if !value.is_finite());
        let text = match value {
            Exact::Integer(value) => value.to_string(),
            Exact::Float(value) if finite => format!("{value:.150}"),
            Exact::Float(_) => String::new(),
        };
        let near = match value {
            Exact::Float(value) if value.is_nan() => format.canonical_nan(),
            Exact::Float(value) if value == f64::INFINITY => format.infinity(),
            Exact::Float(value) if value == f64::NEG_INFINITY => format.negative_infinity(),
            _ => format.nearest(&text),
        };
        let fits = near.is_some_and(|bits| !finite || format.value(bits).is_finite());
        misfit |= !fits && policy == Policy::Check;
        right &= match (fits, policy) {
            (true, _) if finite => is_nearest(format, bits, value),
            (true, _) => {
                format.value(bits).total_cmp(&format.value(near.unwrap())).is_eq() || format.value(bits).is_nan()
            }
            (false, Policy::Wrap) if near.is_some() => format.value(bits) == format.value(near.unwrap()),
            // The number of the format that nothing is nearer than.
            (false, _) => {
                bits == format.closest(match value {
                    Exact::Integer(value) => value as f64,
                    Exact::Float(value) => value,
                })
            }
        };
    }
    if reports {
        misfit = all::is_reported(conversion, element, source);
    }
    assert_eq!(got.is_err(), misfit, "{}", context());
    assert!((misfit && !reports) || right, "{}", context());
}

#[test]
fn every_pair_of_types_is_exact() {
    let types: Vec<DataType> =
        samples().map(|(_, data_type)| data_type).filter(|data_type| parts(data_type.code()).is_some()).collect();
    assert_eq!(types.len(), 42);
    for from in &types {
        let elements = elements(from);
        let all = elements.concat();
        for to in &types {
            for policy in [Policy::Check, Policy::Clamp, Policy::Wrap, Policy::All] {
                let conversion = match Conversion::new(from, to, policy) {
                    Ok(Some(conversion)) => conversion,
                    Ok(None) => {
                        assert_eq!(from, to);
                        continue;
                    }
                    Err(error) => {
                        assert_eq!(error.kind(), crate::ErrorKind::TypeMismatch);
                        assert_eq!(to.code(), TypeCode::ComplexFloat8E8M0Fnu);
                        continue;
                    }
                };
                let size = to.size();
                // All together, as far as nothing is in the way; then one by one, where there are not too many.
                let mut together = vec![0; elements.len() * size];
                let misfit = conversion.apply(&all, &mut together);
                // All values where it is quickly proven; where it takes decimal arithmetic, some.
                let wide = matches!(conversion.to.0, Component::Native(_) | Component::Narrow(..));
                let some = match from.size() {
                    // The numbers of `Wrap`, which are proven there.
                    _ if policy == Policy::All => 23,
                    1 => 1,
                    _ if !wide => 211,
                    2 if policy != Policy::Clamp => 29,
                    _ => 1,
                };
                for (index, element) in elements.iter().enumerate().step_by(some) {
                    let mut one = together[index * size..][..size].to_vec();
                    let mut got = misfit;
                    if misfit.is_err() {
                        got = conversion.apply(element, &mut one);
                        let other = &together[index * size..][..size];
                        assert!(policy != Policy::All || one == other, "{from} to {to}: element {index} {other:?}");
                    }
                    check(&conversion, element, got, &one);
                }
                if let Err(misfit) = misfit {
                    assert!(
                        conversion.apply(&elements[misfit], &mut vec![0; size]).is_err(),
                        "{from} to {to} {misfit}"
                    );
                }
            }
        }
    }
}

#[test]
fn what_is_no_number_is_not_converted() {
    let text = DataType::from_any_json(&"<U4".into(), &mut Warnings::default()).unwrap().0;
    let number = DataType::from_code(TypeCode::Int32 as i32).unwrap();
    for (from, to) in [(&text, &number), (&number, &text)] {
        let refused = Conversion::new(from, to, Policy::Wrap).unwrap_err();
        assert_eq!(refused.kind(), crate::ErrorKind::TypeMismatch);
    }
    assert!(Conversion::new(&text, &text, Policy::Check).unwrap().is_none());
}

#[test]
fn a_misfit_is_told_with_its_value() {
    let types = [TypeCode::Int16, TypeCode::UInt8].map(|code| DataType::from_code(code as i32).unwrap());
    let conversion = Conversion::new(&types[0], &types[1], Policy::Check).unwrap().unwrap();
    let error = conversion.misfit(&300_i16.to_ne_bytes());
    assert_eq!((error.kind(), error.message()), (crate::ErrorKind::Range, "300 does not fit uint8"));
}
