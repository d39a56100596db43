//! An object that was made in the form of a document that was read, for code that reads either.

use super::flat::Flat;
use super::flat::Members;
use super::nodes::{Node, NodeKind, Nodes};
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
        let mut maker = Maker { text: String::new(), nodes: Nodes::with_room(16), bare_tokens: false };
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
    nodes: Nodes,
    bare_tokens: bool,
}

impl Maker {
    fn push(&mut self, node: Node) -> Result<()> {
        if self.nodes.len() == MAX_NODES {
            return Err(Error::limit(format!("a JSON value of more than {MAX_NODES} values and names")));
        }
        self.nodes.try_reserve(1).map_err(|_| no_memory(self.text.len()))?;
        self.nodes.push(node);
        Ok(())
    }

    fn text(&mut self, kind: NodeKind, text: &str) -> Result<()> {
        let start = self.text.len();
        if text.len() > MAX_LENGTH - start {
            return Err(Error::limit(format!("a JSON value of more than {MAX_LENGTH} bytes of text")));
        }
        self.text.try_reserve(text.len()).map_err(|_| no_memory(start))?;
        self.text.push_str(text);
        self.push(Node::with_text(kind, start, text.len()))
    }

    fn string(&mut self, text: &Text) -> Result<()> {
        self.text(if text.is_escaped() { NodeKind::Escaped } else { NodeKind::String }, text)
    }

    fn value(&mut self, value: &Json) -> Result<()> {
        match value {
            Json::Null => self.push(Node::new(NodeKind::Null)),
            Json::Bool(value) => self.push(Node::new(if *value { NodeKind::True } else { NodeKind::False })),
            Json::Number(number) => match number.short() {
                Some(content) => self.push(Node { content, ..Node::new(NodeKind::Integer) }),
                None => {
                    self.bare_tokens |= number.is_bare_token();
                    self.text(NodeKind::Number, &number.text())
                }
            },
            Json::String(text) | Json::Escaped(text) => self.string(text),
            Json::Array(items) => {
                let array = self.open(NodeKind::Array)?;
                items.iter().try_for_each(|item| self.value(item))?;
                self.close(array);
                Ok(())
            }
            Json::Object(object) => self.object(object),
        }
    }

    fn object(&mut self, members: &Object) -> Result<()> {
        let object = self.open(NodeKind::Object)?;
        members.members.iter().try_for_each(|(name, value)| {
            self.string(name)?;
            self.value(value)
        })?;
        self.close(object);
        Ok(())
    }

    fn open(&mut self, kind: NodeKind) -> Result<usize> {
        self.push(Node::new(kind))?;
        Ok(self.nodes.len() - 1)
    }

    fn close(&mut self, node: usize) {
        self.nodes[node].inside = (self.nodes.len() - node - 1) as u32;
    }
}
