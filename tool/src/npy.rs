//! The header of a file of NumPy, as its format description has it (version 1.0; 2.0 where a struct makes it long).

use crate::failure::{Result, usage};
use zarr::json::Json;
use zarr::{ByteOrder, DataType};

/// The bytes before the elements, which follow in C order and native byte order.
pub fn header(data_type: &DataType, shape: &[u64]) -> Result<Vec<u8>> {
    let described = data_type.to_numpy_json(&ByteOrder::NATIVE.into()).filter(|_| !data_type.is_variable());
    let described = described.ok_or_else(|| usage(format!("NumPy has no data type {data_type}; --as converts it")))?;
    let lengths: String = shape.iter().map(|length| format!("{length}, ")).collect();
    // A tuple of one keeps its comma.
    let lengths =
        if shape.len() == 1 { lengths.trim_end().to_owned() } else { lengths.trim_end_matches(", ").to_owned() };
    let text = format!("{{'descr': {}, 'fortran_order': False, 'shape': ({lengths}), }}", python(&described, false));
    // Elements begin at a multiple of 64 bytes, and the header ends with the line.
    let wide = text.len() + 1 + 10 + 63 > usize::from(u16::MAX);
    let before = if wide { 12 } else { 10 };
    let length = (before + text.len() + 1).next_multiple_of(64) - before;
    let mut bytes = b"\x93NUMPY".to_vec();
    if wide {
        bytes.extend([2, 0]);
        bytes.extend((length as u32).to_le_bytes());
    } else {
        bytes.extend([1, 0]);
        bytes.extend((length as u16).to_le_bytes());
    }
    bytes.extend(text.as_bytes());
    bytes.resize(before + length - 1, b' ');
    bytes.push(b'\n');
    Ok(bytes)
}

/// A type string, or a list of fields, as Python spells it: a field is a tuple, and so is the shape in it.
fn python(value: &Json, field: bool) -> String {
    match value {
        Json::String(text) => format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'")),
        Json::Array(items) => {
            let inner: Vec<String> = items.iter().map(|item| python(item, !field)).collect();
            let tuple = field || items.iter().all(|item| matches!(item, Json::Number(_)));
            if tuple {
                format!("({})", inner.join(", ") + if inner.len() == 1 { "," } else { "" })
            } else {
                format!("[{}]", inner.join(", "))
            }
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zarr::json::{ParseOptions, parse};

    #[test]
    fn as_numpy_writes_it() {
        let data_type = DataType::from_name("float64", None).unwrap();
        let header = header(&data_type, &[3]).unwrap();
        assert_eq!(header.len() % 64, 0);
        let text = String::from_utf8_lossy(&header[10..]).into_owned();
        assert!(text.starts_with("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }"), "{text}");
        let list = parse(br#"[["a", "<i2"], ["b", "<f4", [2]]]"#, ParseOptions::default()).unwrap().0;
        assert_eq!(python(&list, false), "[('a', '<i2'), ('b', '<f4', (2,))]");
    }
}
