//! A document as it was read: its text, and one node for each value in it, in the order of the text.
//!
//! Most documents are read once, for a few of their members, so nothing is copied: a node has the place of its string
//! or number in the text, or the number of nodes of its members, and [`Value`] goes from one to the next. A value that
//! is to be changed becomes a [`Json`].

use super::nodes::{JsonNode, JsonNodeKind, JsonNodes};
use super::number::Number;
use super::parse::no_memory;
use super::text::Text;
use super::tree::{Json, Object};
use crate::error::{Error, Result};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display};

/// A document as it was read.
#[derive(Clone, Debug)]
pub struct Flat<'t> {
    /// The text of the document, followed by the unescaped form of those strings that have escapes.
    pub(super) text: Cow<'t, str>,
    /// The document itself is the first.
    pub(super) nodes: JsonNodes,
    /// True if there is a `NaN` or an `Infinity` in it that no string holds.
    pub(super) bare_tokens: bool,
}

impl Flat<'_> {
    /// The value that the document is.
    pub fn root(&self) -> Value<'_> {
        Value { flat: self, at: 0 }
    }

    /// True if there is a `NaN` or an `Infinity` in it that no string holds.
    pub fn has_bare_tokens(&self) -> bool {
        self.bare_tokens
    }

    /// Adds the names that stand more than once in the object at a node, as often as they do so again, up to a number
    /// of them that a person may look through.
    pub(super) fn repeated_in(&self, object: usize, names: &mut Vec<String>) -> Result<()> {
        let Some(members) = (Value { flat: self, at: object }).as_object() else { return Ok(()) };
        let mut known = HashSet::new();
        for (name, _) in members.iter() {
            known.try_reserve(1).map_err(|_| no_memory(self.text.len()))?;
            if !known.insert(name) && names.len() < MAX_REPEATED {
                names.push(name.to_owned());
            }
        }
        Ok(())
    }

    fn node(&self, at: usize) -> JsonNode {
        self.nodes[at]
    }

    /// The text of a string or a name, on its own.
    fn own_text_of(&self, node: JsonNode) -> Text {
        let text = self.text_of(node);
        if node.kind == JsonNodeKind::Escaped { Text::escaped(text) } else { text.into() }
    }

    #[inline]
    pub(super) fn text_of(&self, node: JsonNode) -> &str {
        let start = (node.content & 0xffff_ffff) as usize;
        &self.text[start..start + node.text_length()]
    }

    /// The node after a value and everything in it.
    #[inline]
    fn behind(&self, at: usize) -> usize {
        at + 1 + self.nodes[at].inside as usize
    }
}

/// The most names that a document is said to have twice.
const MAX_REPEATED: usize = 1000;

/// A value in a document that was read.
#[derive(Clone, Copy)]
pub struct Value<'d> {
    flat: &'d Flat<'d>,
    at: usize,
}

impl<'d> Value<'d> {
    #[inline]
    fn node(self) -> JsonNode {
        self.flat.node(self.at)
    }

    fn is(self, kind: JsonNodeKind) -> bool {
        self.node().kind == kind
    }

    /// The boolean, if it is one.
    pub fn as_bool(self) -> Option<bool> {
        match self.node().kind {
            JsonNodeKind::False => Some(false),
            JsonNodeKind::True => Some(true),
            _ => None,
        }
    }

    /// The text of a string, if it is one.
    #[inline]
    pub fn as_str(self) -> Option<&'d str> {
        let node = self.node();
        (node.kind == JsonNodeKind::String).then(|| self.flat.text_of(node))
    }

    /// The number, if it is one.
    pub fn as_number(self) -> Option<Number> {
        let node = self.node();
        match node.kind {
            JsonNodeKind::Integer => Some(Number::of_integer(node.content)),
            JsonNodeKind::Number => Some(Number::from_text(self.flat.text_of(node))),
            _ => None,
        }
    }

    /// The exact integer, written without fraction and exponent, if it is one that fits.
    #[inline]
    pub fn as_u64(self) -> Option<u64> {
        let node = self.node();
        if node.kind == JsonNodeKind::Integer { Some(node.content) } else { self.as_number()?.integer() }
    }

    /// The exact integer, written without fraction and exponent, if it is one that fits.
    #[inline]
    pub fn as_i64(self) -> Option<i64> {
        let node = self.node();
        if node.kind == JsonNodeKind::Integer { node.content.try_into().ok() } else { self.as_number()?.integer() }
    }

    /// The nearest double, if it is a number.
    pub fn as_f64(self) -> Option<f64> {
        self.as_number().map(|number| number.as_f64())
    }

    /// The elements, if it is an array.
    #[inline]
    pub fn as_array(self) -> Option<Items<'d>> {
        self.is(JsonNodeKind::Array).then(|| Items { flat: self.flat, at: self.at + 1, end: self.flat.behind(self.at) })
    }

    /// The members, if it is an object.
    #[inline]
    pub fn as_object(self) -> Option<Members<'d>> {
        let is_object = self.is(JsonNodeKind::Object);
        is_object.then(|| Members(Items { flat: self.flat, at: self.at + 1, end: self.flat.behind(self.at) }))
    }

    /// True if it is `null`.
    pub fn is_null(self) -> bool {
        self.is(JsonNodeKind::Null)
    }

    /// The value on one line, cut to a length that a message can carry.
    pub fn brief(self) -> String {
        self.to_json().brief()
    }

    /// The members, or an error that says what stands there instead.
    pub fn expect_object(self, what: impl Display) -> Result<Members<'d>> {
        self.as_object().ok_or_else(|| Error::metadata(format!("{what} must be an object, not {}", self.brief())))
    }

    /// The elements, or an error that says what stands there instead.
    pub fn expect_array(self, what: impl Display) -> Result<Items<'d>> {
        self.as_array().ok_or_else(|| Error::metadata(format!("{what} must be an array, not {}", self.brief())))
    }

    /// The text, or an error that says what stands there instead.
    pub fn expect_str(self, what: impl Display) -> Result<&'d str> {
        self.as_str().ok_or_else(|| Error::metadata(format!("{what} must be a string, not {}", self.brief())))
    }

    /// An owned copy of the value.
    pub fn to_json(self) -> Json {
        match self.node().kind {
            JsonNodeKind::Null => Json::Null,
            JsonNodeKind::False => Json::Bool(false),
            JsonNodeKind::True => Json::Bool(true),
            JsonNodeKind::String => Json::String(self.flat.own_text_of(self.node())),
            JsonNodeKind::Escaped => Json::Escaped(self.flat.own_text_of(self.node())),
            JsonNodeKind::Integer | JsonNodeKind::Number => self.as_number().map_or(Json::Null, Json::Number),
            JsonNodeKind::Array => {
                let items = Items { flat: self.flat, at: self.at + 1, end: self.flat.behind(self.at) };
                let mut array = Vec::with_capacity(items.len());
                array.extend(items.map(Self::to_json));
                Json::Array(array)
            }
            JsonNodeKind::Object => {
                let members = Items { flat: self.flat, at: self.at + 1, end: self.flat.behind(self.at) };
                Json::Object(Members(members).to_object())
            }
        }
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_json(), formatter)
    }
}

/// The elements of an array that are left, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Items<'d> {
    flat: &'d Flat<'d>,
    at: usize,
    end: usize,
}

/// A document without members or elements.
static NOTHING: Flat<'static> = Flat { text: Cow::Borrowed(""), nodes: JsonNodes::none(), bare_tokens: false };

impl Items<'_> {
    /// No elements.
    pub const fn none() -> Items<'static> {
        Items { flat: &NOTHING, at: 0, end: 0 }
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.count()
    }

    /// True without items.
    pub fn is_empty(self) -> bool {
        self.at == self.end
    }
}

impl<'d> Iterator for Items<'d> {
    type Item = Value<'d>;

    #[inline]
    fn next(&mut self) -> Option<Value<'d>> {
        if self.at == self.end {
            return None;
        }
        let value = Value { flat: self.flat, at: self.at };
        self.at = self.flat.behind(self.at);
        Some(value)
    }
}

/// The members of an object, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Members<'d>(Items<'d>);

impl<'d> Members<'d> {
    /// An object without members.
    pub const fn none() -> Members<'static> {
        Members(Items::none())
    }

    /// True without members.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The value of a member.
    #[inline]
    pub fn get(self, name: &str) -> Option<Value<'d>> {
        self.find(name).map(|(_, value)| value)
    }

    /// The value of a member, and how many members stand before it.
    #[inline]
    pub fn find(self, name: &str) -> Option<(usize, Value<'d>)> {
        let Items { flat, mut at, end } = self.0;
        let mut index = 0;
        while at < end {
            // Most names differ in length already.
            let known = flat.nodes[at];
            if known.text_length() == name.len() && flat.text_of(known) == name {
                return Some((index, Value { flat, at: at + 1 }));
            }
            at = flat.behind(at + 1);
            index += 1;
        }
        None
    }

    /// Name and value of each member, in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (&'d str, Value<'d>)> {
        let mut names = self.0;
        std::iter::from_fn(move || {
            let name = names.next()?;
            let value = names.next()?;
            Some((name.flat.text_of(name.node()), value))
        })
    }

    /// The members but one, as a document that shares the text of this one.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`].
    pub fn without(self, name: &str) -> Result<Flat<'d>> {
        let Items { flat, mut at, end } = self.0;
        let mut nodes = JsonNodes::with_room(end - at + 1);
        nodes.try_reserve(end - at + 1).map_err(|_| no_memory(flat.text.len()))?;
        nodes.push(JsonNode::new(JsonNodeKind::Object));
        while at < end {
            let behind = flat.behind(at + 1);
            if flat.text_of(flat.nodes[at]) != name {
                nodes.extend_from_slice(&flat.nodes[at..behind]);
            }
            at = behind;
        }
        nodes[0].inside = (nodes.len() - 1) as u32;
        Ok(Flat { text: Cow::Borrowed(&flat.text), nodes, bare_tokens: flat.bare_tokens })
    }

    /// The name of each member on its own, and its value, in order.
    fn named(self) -> impl Iterator<Item = (Text, Value<'d>)> {
        let mut names = self.0;
        std::iter::from_fn(move || {
            let name = names.next()?;
            Some((name.flat.own_text_of(name.node()), names.next()?))
        })
    }

    /// An owned copy of the members.
    pub fn to_object(self) -> Object {
        let mut members = Vec::with_capacity(self.0.len() / 2);
        members.extend(self.named().map(|(name, value)| (name, value.to_json())));
        Object { members }
    }

    /// An owned copy of the members, each name once: in its first place, with its last value.
    fn distinct(self) -> Object {
        let mut places = HashMap::new();
        let mut members: Vec<_> = Vec::new();
        for ((name, value), (own, _)) in self.iter().zip(self.named()) {
            let place = *places.entry(name).or_insert(members.len());
            match members.get_mut(place) {
                Some((_, old)) => *old = value.distinct(),
                None => members.push((own, value.distinct())),
            }
        }
        Object { members }
    }
}

impl Value<'_> {
    /// An owned copy of the value, of which every object has each name once.
    pub(super) fn distinct(self) -> Json {
        match (self.as_array(), self.as_object()) {
            (Some(items), _) => Json::Array(items.map(Self::distinct).collect()),
            (_, Some(members)) => Json::Object(members.distinct()),
            _ => self.to_json(),
        }
    }
}
