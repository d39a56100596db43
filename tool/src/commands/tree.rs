//! `tree`: a hierarchy at a glance.

use crate::address::{Address, Mode};
use crate::describe;
use crate::failure::Result;
use crate::output::{self, lengths, printable, shape};
use crate::session::Session;
use clap::Args;
use std::io::Write;
use zarr::format::NodeKind;
use zarr::hierarchy::{Node, Visited};
use zarr::json::{Json, Object};

#[derive(Args, Clone, Debug)]
pub struct Tree {
    /// A group or an array: STORE or STORE::PATH
    address: Address,
    /// How far down to go
    #[arg(long, short, value_name = "LEVELS")]
    depth: Option<usize>,
}

/// One node, as it is going to be printed.
struct Line {
    /// Its names from the group that the tree begins at.
    names: Vec<String>,
    /// What stands behind its name.
    text: String,
}

impl Tree {
    pub fn run(&self, session: &Session) -> Result<()> {
        let hierarchy = session.open(&self.address, Mode::Read)?;
        let root = hierarchy.open_node(&self.address.inside, None)?;
        let top = match &root {
            Node::Array(array) => {
                visited(&Visited::Array(Box::new(hierarchy.open_array(&array.origin().path.joined(), None)?)))
            }
            Node::Group(group) => Object::new().with("kind", "group").with("format", group.format().name()),
        };
        let mut nodes = vec![(Vec::new(), top)];
        if let Node::Group(group) = &root {
            let above = group.path().names().len();
            hierarchy.open_below(&self.address.inside, self.depth.unwrap_or(usize::MAX), None, &mut |path, node| {
                nodes.push((path.names()[above..].to_vec(), visited(&node)));
                Ok(())
            })?;
        }
        if session.json {
            let node = |(names, about): (Vec<String>, Object)| {
                let mut node = Object::new().with("path", names.join("/"));
                about.iter().for_each(|(name, value)| node.set(name, value.clone()));
                Json::from(node)
            };
            return output::json(&nodes.into_iter().map(node).collect::<Vec<_>>().into());
        }
        let lines: Vec<Line> = nodes.into_iter().map(|(names, about)| Line { names, text: summary(&about) }).collect();
        self.print(&lines)
    }

    fn print(&self, lines: &[Line]) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let top = lines.first().map_or("", |line| line.text.as_str());
        writeln!(out, "{}{top}", printable(&self.address.to_string()))?;
        for (index, line) in lines.iter().enumerate().skip(1) {
            // Of each ancestor, whether siblings of it follow.
            let mut prefix = String::new();
            for depth in 1..=line.names.len() {
                let more = follows(&lines[index + 1..], &line.names[..depth]);
                prefix.push_str(match (depth == line.names.len(), more) {
                    (true, true) => "├─ ",
                    (true, false) => "└─ ",
                    (false, true) => "│  ",
                    (false, false) => "   ",
                });
            }
            let name = line.names.last().map_or("", String::as_str);
            writeln!(out, "{prefix}{}{}", printable(name), line.text)?;
        }
        Ok(out.flush()?)
    }
}

/// Whether a node of the same parent follows.
fn follows(lines: &[Line], names: &[String]) -> bool {
    let parent = &names[..names.len() - 1];
    lines.iter().take_while(|line| line.names.starts_with(parent)).any(|line| !line.names.starts_with(names))
}

/// What is told of a node.
fn visited(node: &Visited) -> Object {
    match node {
        Visited::Array(array) => {
            let about = Object::new()
                .with("kind", "array")
                .with("format", array.format().name())
                .with("data_type", array.data_type().to_json())
                .with("shape", lengths(&array.shape()));
            about.with("chunk_shape", array.chunk_shape().map_or(Json::Null, |shape| lengths(&shape)))
        }
        Visited::Group(NodeKind::ImplicitGroup) => Object::new().with("kind", "implicit group"),
        Visited::Group(_) => Object::new().with("kind", "group"),
        Visited::Damaged(error) => Object::new().with("kind", "damaged").with("error", error.message()),
    }
}

/// The same on the rest of a line.
fn summary(about: &Object) -> String {
    let text = |name: &str| about.get(name).and_then(Json::as_str).unwrap_or_default();
    match text("kind") {
        "array" => {
            let data_type = about.get("data_type").map(describe::type_text).unwrap_or_default();
            let lengths: Vec<u64> =
                about.get("shape").and_then(Json::as_array).unwrap_or(&[]).iter().filter_map(Json::as_u64).collect();
            format!("  {} ({})", printable(&data_type), shape(&lengths))
        }
        "damaged" => format!("  damaged: {}", printable(text("error"))),
        "group" if about.get("format").is_some() => format!("  {}", text("format")),
        "group" => "/".into(),
        kind => format!("/  {kind}"),
    }
}
