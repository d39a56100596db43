//! Single attributes by name, with their types: for callers that have no JSON parser.
//!
//! Reading gives one value, setting changes one and leaves the others as they stand in the document: their order, large
//! numbers digit by digit, NaN. A change reads the document as it is now and writes it back under the lock of the
//! document, so that changes by several handles and threads are all kept.

use super::group::Group;
use crate::array::Array;
use crate::error::{Error, Result, ResultExt, Term};
use crate::json::{Json, Number, Object};
use crate::suggestion;

/// The type of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum AttributeKind {
    /// The node has no attribute of this name.
    Missing = 0,
    /// `null`.
    Null = 1,
    /// `true` or `false`.
    Bool = 2,
    /// A number without fraction and exponent.
    Integer = 3,
    /// Any other number, NaN and the infinities among them.
    Number = 4,
    /// A text.
    String = 5,
    /// A list of integers only.
    Integers = 6,
    /// A list of numbers, not all of them integers.
    Numbers = 7,
    /// A list of texts only.
    Strings = 8,
    /// Any other list; also one of nothing.
    List = 9,
    /// An object.
    Object = 10,
}

/// A node with attributes.
pub trait Attributes {
    /// All of them, as they are now.
    ///
    /// # Errors
    /// Errors of reading documents.
    fn all(&self) -> Result<Object>;

    /// Changes them, as the store holds them now.
    ///
    /// # Errors
    /// Errors of `edit`: then nothing is changed; errors of reading and writing documents.
    fn edit(&self, edit: &mut dyn FnMut(&mut Object) -> Result<()>) -> Result<()>;

    /// How messages call the node.
    fn name(&self) -> String;

    /// The names, in the order of the document.
    ///
    /// # Errors
    /// As [`Attributes::all`].
    fn names(&self) -> Result<Vec<String>> {
        Ok(self.all()?.iter().map(|(name, _)| name.to_owned()).collect())
    }

    /// The type of an attribute, and its number of elements or members; 1 for single values, 0 where it is missing.
    ///
    /// # Errors
    /// As [`Attributes::all`].
    fn kind(&self, name: &str) -> Result<(AttributeKind, usize)> {
        Ok(find(&self.all()?, name).map_or((AttributeKind::Missing, 0), kind))
    }

    /// Sets an attribute, in its old position or as the last one.
    ///
    /// # Errors
    /// As [`Attributes::edit`].
    fn set(&self, name: &str, value: Json) -> Result<()> {
        self.edit(&mut |attributes| {
            attributes.set(name, value.clone());
            Ok(())
        })
    }

    /// Sets an attribute, or takes it away, where it is `old` in the store: no change of another writer is lost.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Conflict`] where it is another one; as [`Attributes::edit`].
    fn replace(&self, name: &str, old: Option<&Json>, new: Option<&Json>) -> Result<()> {
        self.edit(&mut |attributes| {
            if attributes.get(name) != old {
                return Err(Error::conflict(format!("attribute {name:?} is another one by now: read it again")));
            }
            match new {
                Some(value) => attributes.set(name, value.clone()),
                None => drop(attributes.remove(name)),
            }
            Ok(())
        })
    }

    /// Replaces all attributes, where they are `old` in the store: no change of another writer is lost.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Conflict`] where they are others; as [`Attributes::edit`].
    fn replace_all(&self, old: &Object, new: &Object) -> Result<()> {
        self.edit(&mut |attributes| {
            if attributes != old {
                return Err(Error::conflict("the attributes are others by now: read them again"));
            }
            attributes.clone_from(new);
            Ok(())
        })
    }

    /// Takes an attribute away.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFound`] for a missing attribute; as [`Attributes::edit`].
    fn erase(&self, name: &str) -> Result<()> {
        self.edit(&mut |attributes| match attributes.remove(name) {
            Some(_) => Ok(()),
            None => Err(missing(attributes, name)),
        })
    }
}

impl Attributes for Array {
    fn all(&self) -> Result<Object> {
        Ok(self.description()?.attributes)
    }

    fn edit(&self, edit: &mut dyn FnMut(&mut Object) -> Result<()>) -> Result<()> {
        self.edit_attributes(edit)
    }

    fn name(&self) -> String {
        format!("array \"{}\"", self.origin().path)
    }
}

impl Attributes for Group {
    fn all(&self) -> Result<Object> {
        Group::all_attributes(self)
    }

    fn edit(&self, edit: &mut dyn FnMut(&mut Object) -> Result<()>) -> Result<()> {
        self.edit_attributes(edit)
    }

    fn name(&self) -> String {
        super::find::node(self.path())
    }
}

/// Reads one attribute with `read`, and names both in the error.
///
/// # Errors
/// [`crate::ErrorKind::NotFound`] for a missing attribute; errors of `read` and reading documents.
pub fn read<T>(node: &dyn Attributes, name: &str, read: impl FnOnce(&Json) -> Result<T>) -> Result<T> {
    let all = node.all()?;
    let value = find(&all, name).ok_or_else(|| missing(&all, name));
    value.and_then(|value| read(value).context(|| format!("attribute {name:?}"))).context(|| node.name())
}

/// The attribute of a name; otherwise the value that the name refers to as a JSON pointer (RFC 6901).
fn find<'a>(all: &'a Object, name: &str) -> Option<&'a Json> {
    if let Some(value) = all.get(name) {
        return Some(value);
    }
    let mut steps = name.strip_prefix('/')?.split('/').map(|step| step.replace("~1", "/").replace("~0", "~"));
    let first = all.get(&steps.next()?)?;
    steps.try_fold(first, |value, step| match value {
        Json::Object(object) => object.get(&step),
        Json::Array(items) => {
            let is_index = step.bytes().all(|byte| byte.is_ascii_digit()) && (step == "0" || !step.starts_with('0'));
            items.get(step.parse::<usize>().ok().filter(|_| is_index)?)
        }
        _ => None,
    })
}

fn missing(all: &Object, name: &str) -> Error {
    let hint = suggestion::hint(name, all.iter().map(|(name, _)| name));
    Error::not_found(format!("there is no attribute {name:?}{hint}"))
}

fn kind(value: &Json) -> (AttributeKind, usize) {
    match value {
        Json::Null => (AttributeKind::Null, 1),
        Json::Bool(_) => (AttributeKind::Bool, 1),
        Json::Number(number) if number.is_integer() => (AttributeKind::Integer, 1),
        Json::Number(_) => (AttributeKind::Number, 1),
        Json::String(_) | Json::Escaped(_) => (AttributeKind::String, 1),
        Json::Object(object) => (AttributeKind::Object, object.len()),
        Json::Array(items) => {
            let all = |test: fn(&Json) -> bool| !items.is_empty() && items.iter().all(test);
            let kind = if all(|item| item.as_number().is_some_and(Number::is_integer)) {
                AttributeKind::Integers
            } else if all(|item| item.as_number().is_some()) {
                AttributeKind::Numbers
            } else if all(|item| item.as_text().is_some()) {
                AttributeKind::Strings
            } else {
                AttributeKind::List
            };
            (kind, items.len())
        }
    }
}

/// A truth value.
///
/// # Errors
/// [`crate::ErrorKind::TypeMismatch`] for anything else.
pub fn boolean(value: &Json) -> Result<bool> {
    value.as_bool().ok_or_else(|| mismatch(value, "true or false"))
}

/// A text; a string with half of a surrogate pair is returned with its escapes.
///
/// # Errors
/// [`crate::ErrorKind::TypeMismatch`] for anything else.
pub fn string(value: &Json) -> Result<&str> {
    value.as_text().ok_or_else(|| mismatch(value, "a string"))
}

/// An exact integer of a type, however it is written: `3`, `3.0`, `3e0`.
///
/// # Errors
/// [`crate::ErrorKind::TypeMismatch`] for other values, [`crate::ErrorKind::Range`] for an integer that does not fit.
pub fn integer<T: TryFrom<i128>>(value: &Json) -> Result<T> {
    let number = value.as_number().ok_or_else(|| mismatch(value, "an integer"))?;
    let range = || {
        // The names of final v3, as the rest of the library has them: int64, uint64.
        let name = std::any::type_name::<T>();
        let (article, kind) = if name.starts_with('u') { ("a", "uint") } else { ("an", "int") };
        Error::range(format!("{} does not fit {article} {kind}{}", value.brief(), name.trim_start_matches(['u', 'i'])))
    };
    match number.as_i128() {
        Some(integer) => T::try_from(integer).map_err(|_| range()),
        // More digits than any integer, or an exponent so large that the digits are lost.
        None if number.is_integer() || (number.as_f64() % 1.0 == 0.0) => Err(range()),
        None if number.as_f64().is_infinite() && !number.is_bare_token() => Err(range()),
        None => Err(mismatch(value, "an integer")),
    }
}

/// The double that is nearest to a number; NaN and the infinities where they are written so.
///
/// # Errors
/// [`crate::ErrorKind::TypeMismatch`] for other values, [`crate::ErrorKind::Range`] for a number beyond all doubles.
pub fn double(value: &Json) -> Result<f64> {
    let number = value.as_number().ok_or_else(|| mismatch(value, "a number"))?;
    let double = number.as_f64();
    if double.is_finite() || number.is_bare_token() {
        return Ok(double);
    }
    Err(Error::range(format!("{} does not fit a double", value.brief())))
}

/// A list, each element read by `read`. A single value that can be read is a list of one.
///
/// # Errors
/// [`crate::ErrorKind::TypeMismatch`] for anything else, errors of `read` with the index of the element.
pub fn list<'v, T>(value: &'v Json, read: impl Fn(&'v Json) -> Result<T>) -> Result<Vec<T>> {
    match value {
        Json::Array(items) => {
            let item = |(index, item)| read(item).context(|| format!("element {}", Term::number(index)));
            items.iter().enumerate().map(item).collect()
        }
        single => Ok(vec![read(single)?]),
    }
}

fn mismatch(value: &Json, wanted: &str) -> Error {
    Error::type_mismatch(format!("it is {}, not {wanted}: {}", value.kind(), value.brief()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorKind;
    use crate::json::{ParseOptions, parse};

    fn json(text: &str) -> Json {
        parse(text.as_bytes(), ParseOptions { bare_tokens: true }).unwrap().0
    }

    #[test]
    fn every_value_has_a_kind() {
        for (text, wanted) in [
            ("null", (AttributeKind::Null, 1)),
            ("false", (AttributeKind::Bool, 1)),
            ("18446744073709551616", (AttributeKind::Integer, 1)),
            ("1e3", (AttributeKind::Number, 1)),
            ("NaN", (AttributeKind::Number, 1)),
            ("\"\"", (AttributeKind::String, 1)),
            ("[1, -2]", (AttributeKind::Integers, 2)),
            ("[1, Infinity]", (AttributeKind::Numbers, 2)),
            ("[\"a\", \"b\", \"c\"]", (AttributeKind::Strings, 3)),
            ("[1, \"b\"]", (AttributeKind::List, 2)),
            ("[[1]]", (AttributeKind::List, 1)),
            ("[]", (AttributeKind::List, 0)),
            ("{\"a\": 1, \"b\": 2}", (AttributeKind::Object, 2)),
        ] {
            assert_eq!(kind(&json(text)), wanted, "{text}");
        }
    }

    #[test]
    fn a_pointer_leads_to_what_has_no_name_of_its_own() {
        let json = json(r#"{"/a/0": 1, "a": [{"b/c": {"~": "x"}}, [2, 3]], "": {"": 4}}"#);
        let Json::Object(all) = json else { panic!() };
        let found = |name| find(&all, name).map(|value| value.brief());
        assert_eq!(found("/a/0").as_deref(), Some("1"), "a name goes first");
        assert_eq!(found("/a/0/b~1c/~0").as_deref(), Some("\"x\""));
        assert_eq!(found("/a/1/1").as_deref(), Some("3"));
        assert_eq!(found("//").as_deref(), Some("4"));
        for none in ["/a/2", "/a/01", "/a/-1", "/a/1/1/0", "a/1", "/b", "/a/0/b/c", "b"] {
            assert_eq!(found(none), None, "{none}");
        }
    }

    #[test]
    fn numbers_are_exact_or_refused() {
        assert_eq!(integer::<i64>(&json("-9223372036854775808")), Ok(i64::MIN));
        assert_eq!(integer::<u64>(&json("18446744073709551615")), Ok(u64::MAX));
        assert_eq!(integer::<i64>(&json("3.0")), Ok(3));
        assert_eq!(integer::<i64>(&json("1e2")), Ok(100));
        let kind = |text: &str| integer::<i64>(&json(text)).unwrap_err().kind();
        for range in ["9223372036854775808", "1e30", "1e400", &"9".repeat(60)] {
            assert_eq!(kind(range), ErrorKind::Range, "{range}");
        }
        for mismatch in ["1.5", "NaN", "Infinity", "true", "\"1\"", "[1]", "null"] {
            assert_eq!(kind(mismatch), ErrorKind::TypeMismatch, "{mismatch}");
        }
        assert_eq!(integer::<u64>(&json("-1")).unwrap_err().kind(), ErrorKind::Range);
        assert!(integer::<u64>(&json("-1")).unwrap_err().message().ends_with("does not fit a uint64"));
        assert!(integer::<i64>(&json("1e30")).unwrap_err().message().ends_with("does not fit an int64"));
        assert_eq!(double(&json("12345678901234567890")), Ok(12345678901234567890.0));
        assert_eq!(double(&json("-Infinity")), Ok(f64::NEG_INFINITY));
        assert_eq!(double(&json("1e999")).unwrap_err().kind(), ErrorKind::Range);
        assert_eq!(double(&json("\"NaN\"")).unwrap_err().kind(), ErrorKind::TypeMismatch);
    }

    #[test]
    fn a_single_value_is_a_list_of_one_and_errors_name_the_element() {
        assert_eq!(list(&json("7"), integer::<i64>), Ok(vec![7]));
        assert_eq!(list(&json("[]"), double), Ok(vec![]));
        let error = list(&json("[\"a\", 1]"), string).unwrap_err();
        assert!(error.message().starts_with("element 1: it is a number, not a string"), "{error}");
    }
}
