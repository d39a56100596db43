//! An object of the library in the form of a parsed document, for code that reads both.

use super::flat::Flat;
use super::flat::Members;
use super::nodes::{JsonNode, JsonNodeKind, JsonNodes};
use super::parse::MAX_NODES;
use super::parse::{MAX_LENGTH, no_memory};
use super::text::Text;
use super::tree::{Json, Object};
use crate::error::{Error, Result};
use std::borrow::Cow;

impl Object {
    /// The object in the form of a document.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Limit`] for more than a document may hold; [`crate::ErrorKind::NoMemory`].
    pub fn flat(&self) -> Result<Flat<'static>> {
        let mut maker = Maker { text: String::new(), nodes: JsonNodes::with_room(16), bare_tokens: false };
        maker.object(self)?;
        Ok(Flat { text: Cow::Owned(maker.text), nodes: maker.nodes, bare_tokens: maker.bare_tokens })
    }
}

impl Flat<'_> {
    /// The members of a document that is an object.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for anything else.
    pub fn members(&self) -> Result<Members<'_>> {
        self.root().expect_object("it")
    }
}

struct Maker {
    text: String,
    nodes: JsonNodes,
    bare_tokens: bool,
}

impl Maker {
    fn push(&mut self, node: JsonNode) -> Result<()> {
        if self.nodes.len() == MAX_NODES {
            return Err(Error::limit(format!("a JSON value of more than {MAX_NODES} values and names")));
        }
        self.nodes.try_reserve(1).map_err(|_| no_memory(self.text.len()))?;
        self.nodes.push(node);
        Ok(())
    }

    fn text(&mut self, kind: JsonNodeKind, text: &str) -> Result<()> {
        let start = self.text.len();
        if text.len() > MAX_LENGTH - start {
            return Err(Error::limit(format!("a JSON value of more than {MAX_LENGTH} bytes of text")));
        }
        self.text.try_reserve(text.len()).map_err(|_| no_memory(start))?;
        self.text.push_str(text);
        self.push(JsonNode::with_text(kind, start, text.len()))
    }

    fn string(&mut self, text: &Text) -> Result<()> {
        self.text(if text.is_escaped() { JsonNodeKind::Escaped } else { JsonNodeKind::String }, text)
    }

    fn value(&mut self, value: &Json) -> Result<()> {
        match value {
            Json::Null => self.push(JsonNode::new(JsonNodeKind::Null)),
            Json::Bool(value) => {
                self.push(JsonNode::new(if *value { JsonNodeKind::True } else { JsonNodeKind::False }))
            }
            Json::Number(number) => match number.short() {
                Some(content) => self.push(JsonNode { content, ..JsonNode::new(JsonNodeKind::Integer) }),
                None => {
                    self.bare_tokens |= number.is_bare_token();
                    self.text(JsonNodeKind::Number, &number.text())
                }
            },
            Json::String(text) | Json::Escaped(text) => self.string(text),
            Json::Array(items) => {
                let array = self.open(JsonNodeKind::Array)?;
                items.iter().try_for_each(|item| self.value(item))?;
                self.close(array);
                Ok(())
            }
            Json::Object(object) => self.object(object),
        }
    }

    fn object(&mut self, members: &Object) -> Result<()> {
        let object = self.open(JsonNodeKind::Object)?;
        members.members.iter().try_for_each(|(name, value)| {
            self.string(name)?;
            self.value(value)
        })?;
        self.close(object);
        Ok(())
    }

    fn open(&mut self, kind: JsonNodeKind) -> Result<usize> {
        self.push(JsonNode::new(kind))?;
        Ok(self.nodes.len() - 1)
    }

    fn close(&mut self, node: usize) {
        self.nodes[node].inside = (self.nodes.len() - node - 1) as u32;
    }
}
