//! Conversions that report a misfit when all numbers are converted.

use super::*;

/// True for an element that `All` reports: floats by comparison with the ends of the range, others as `Check`.
pub(super) fn is_reported(conversion: &Conversion, element: &[u8], source: [Exact; 2]) -> bool {
    let [from, to] = &conversion.types;
    let [Exact::Float(real), imaginary] = source else {
        return refused(from, to, element);
    };
    if conversion.from.1 && !conversion.to.1 {
        return refused(from, to, element);
    }
    let ends = |part| match part {
        Component::Native(NativeType::Float32) => Some((f32::MIN.into(), f32::MAX.into())),
        Component::Native(NativeType::Float64) => Some((f64::MIN, f64::MAX)),
        Component::Float16 => Some((-65504.0, 65504.0)),
        Component::BFloat16 => Some((f64::from_bits(0xc7ef_e000_0000_0000), f64::from_bits(0x47ef_e000_0000_0000))),
        Component::Small(format) => {
            let all = || (0..=format.mask()).map(|bits| format.value(bits)).filter(|value| value.is_finite());
            Some((all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max)))
        }
        _ => None,
    };
    let (low, high) = match (range(to.code()), ends(conversion.to.0)) {
        (Some((low, high)), _) => (low as f64, high as f64),
        (_, Some((low, high))) => {
            let own = ends(conversion.from.0).unwrap();
            if low <= own.0 && own.1 <= high {
                return false;
            }
            (low, high)
        }
        _ => return false,
    };
    let imaginary = match imaginary {
        Exact::Float(value) => value,
        Exact::Integer(_) => real,
    };
    [real, imaginary].into_iter().any(|value| value < low || value > high)
}

fn refused(from: &DataType, to: &DataType, element: &[u8]) -> bool {
    let check = Conversion::new(from, to, Policy::Check).unwrap().unwrap();
    check.apply(element, &mut vec![0; to.size()]).is_err()
}

/// Programs that were written for netCDF get the numbers of a loop of casts in C, and then an error for those out of
/// range.
#[test]
fn integers_are_cast_before_one_is_reported() {
    macro_rules! pairs {
        ($($from_code:ident $from:ty)*; $to:tt) => { $( pairs!(@ $from_code $from; $to); )* };
        (@ $from_code:ident $from:ty; ($($to_code:ident $to:ty)*)) => { $( {
            let types = [TypeCode::$from_code, TypeCode::$to_code];
            let types = types.map(|code| DataType::from_code(code as i32).unwrap());
            if let Some(conversion) = Conversion::new(&types[0], &types[1], Policy::All).unwrap() {
                let values = [0, 1, 100, 127, <$from>::MAX / 2, <$from>::MAX - 1, <$from>::MAX, <$from>::MIN];
                // Longer than a block, which is judged together.
                let many = || values.iter().cycle().take(values.len() * 100);
                let bytes: Vec<u8> = many().flat_map(|value| value.to_ne_bytes()).collect();
                let cast: Vec<u8> = many().flat_map(|value| (*value as $to).to_ne_bytes()).collect();
                let first = values.iter().position(|value| *value as i128 != (*value as $to) as i128);
                let mut got = vec![0; cast.len()];
                assert_eq!(conversion.apply(&bytes, &mut got).err(), first, "{} to {}", types[0], types[1]);
                assert_eq!(got, cast, "{} to {}", types[0], types[1]);
            }
        } )* };
    }
    pairs!(Int8 i8 Int16 i16 Int32 i32 Int64 i64 UInt8 u8 UInt16 u16 UInt32 u32 UInt64 u64;
        (Int8 i8 Int16 i16 Int32 i32 Int64 i64 UInt8 u8 UInt16 u16 UInt32 u32 UInt64 u64));
}

/// The edges as netCDF has them: a fraction counts, NaN does not, infinity is beyond smaller floats alone.
#[test]
fn a_float_is_out_of_range_by_comparison() {
    use TypeCode as T;
    let of = |code: TypeCode| DataType::from_code(code as i32).unwrap();
    let reported = |value: f64, to| {
        let conversion = Conversion::new(&of(T::Float64), &of(to), Policy::All).unwrap().unwrap();
        conversion.apply(&value.to_ne_bytes(), &mut vec![0; of(to).size()]).is_err()
    };
    for (value, to, wanted) in [
        (127.0, T::Int8, false),
        (127.5, T::Int8, true),
        (-0.5, T::UInt8, true),
        (f64::NAN, T::Int32, false),
        (f64::INFINITY, T::Int32, true),
        (9_223_372_036_854_775_808.0, T::Int64, false),
        (3.5e38, T::Float32, true),
        (f64::INFINITY, T::Float32, true),
        (f64::NAN, T::Float32, false),
        (65505.0, T::Float16, true),
        (1e300, T::Bool, false),
    ] {
        assert_eq!(reported(value, to), wanted, "{value} to {to:?}");
    }
    let wider = Conversion::new(&of(T::Float32), &of(T::Float64), Policy::All).unwrap().unwrap();
    assert!(wider.apply(&f32::INFINITY.to_ne_bytes(), &mut [0; 8]).is_ok());
}
