//! `tree`: a hierarchy at a glance.

use crate::address::Address;
use crate::describe;
use crate::failure::Result;
use crate::output::{self, lengths, names, printable};
use crate::session::Session;
use crate::tops::{Top, tops};
use clap::Args;
use std::io::Write;
use zarr::json::{Json, Object};
use zarr::{Node, NodeKind, Visited};

#[derive(Args, Clone, Debug)]
pub struct Tree {
    /// A group or an array: STORE or STORE::PATH
    address: Address,
    /// How far down to go
    #[arg(long, short, value_name = "LEVELS")]
    depth: Option<usize>,
}

/// One node, as it is going to be printed.
struct TreeLine {
    /// Its names from the group that the tree begins at.
    names: Vec<String>,
    /// The text after its name.
    text: String,
}

impl Tree {
    pub fn run(&self, session: &Session) -> Result<()> {
        let mut nodes = Vec::new();
        let tops = tops(session, &self.address)?;
        for (index, top) in tops.iter().enumerate() {
            // Folders that also contain the previous node are shown already.
            let before = index.checked_sub(1).map(|before| &tops[before].at);
            let shown = before.map_or(0, |before| 1 + before.iter().zip(&top.at).take_while(|(a, b)| a == b).count());
            self.top(top, shown, &mut nodes)?;
        }
        if session.json {
            let node = |(names, about): (Vec<String>, Object)| {
                let mut node = Object::new().with("path", names.join("/"));
                about.iter().for_each(|(name, value)| node.set(name, value.clone()));
                Json::from(node)
            };
            return output::json(&nodes.into_iter().map(node).collect::<Vec<_>>().into());
        }
        let lines: Vec<TreeLine> =
            nodes.into_iter().map(|(names, about)| TreeLine { names, text: summary(&about) }).collect();
        self.print(&lines)
    }

    /// Adds a node with all below it, after the folders that lead to it.
    fn top(&self, top: &Top, shown: usize, nodes: &mut Vec<(Vec<String>, Object)>) -> Result<()> {
        let depth = self.depth.unwrap_or(usize::MAX);
        for levels in shown..top.at.len().min(depth.saturating_add(1)) {
            nodes.push((top.at[..levels].to_vec(), Object::new().with("kind", "folder")));
        }
        let Some(depth) = depth.checked_sub(top.at.len()) else { return Ok(()) };
        let group = match top.hierarchy.open_node(&top.inside, None) {
            Ok(Node::Array(array)) => {
                nodes.push((top.at.clone(), visited(&Visited::Array(Box::new(array)))));
                return Ok(());
            }
            Ok(Node::Group(group)) => group,
            // One of several: the others are shown all the same.
            Err(error) if !top.at.is_empty() => {
                nodes.push((top.at.clone(), visited(&Visited::Damaged(error))));
                return Ok(());
            }
            Err(error) => return Err(error.into()),
        };
        nodes.push((top.at.clone(), Object::new().with("kind", "group").with("format", group.format().name())));
        let above = group.path().depth();
        top.hierarchy.open_below(&top.inside, depth, None, &mut |path, node| {
            let below = path.names().skip(above).map(str::to_owned);
            let names = top.at.iter().cloned().chain(below).collect();
            nodes.push((names, visited(&node)));
            Ok(())
        })?;
        Ok(())
    }

    fn print(&self, lines: &[TreeLine]) -> Result<()> {
        let mut out = std::io::stdout().lock();
        let top = lines.first().map_or("", |line| line.text.as_str());
        let address = self.address.to_string();
        let name = if top.starts_with('/') { address.trim_end_matches('/') } else { &address };
        writeln!(out, "{}{top}", printable(name))?;
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

/// True if a node of the same parent follows.
fn follows(lines: &[TreeLine], names: &[String]) -> bool {
    let parent = &names[..names.len() - 1];
    lines.iter().take_while(|line| line.names.starts_with(parent)).any(|line| !line.names.starts_with(names))
}

/// The description of a node.
fn visited(node: &Visited) -> Object {
    match node {
        Visited::Array(array) => {
            let about = Object::new()
                .with("kind", "array")
                .with("format", array.format().name())
                .with("data_type", array.data_type().to_json())
                .with("shape", lengths(&array.shape()))
                .with("dimension_names", array.dimension_names().map_or(Json::Null, |dimensions| names(&dimensions)));
            about.with("chunk_shape", array.chunk_shape().map_or(Json::Null, |shape| lengths(&shape)))
        }
        Visited::Group(NodeKind::ImplicitGroup) => Object::new().with("kind", "implicit group"),
        Visited::Group(_) => Object::new().with("kind", "group"),
        Visited::Damaged(error) => Object::new().with("kind", "damaged").with("error", error.message()),
    }
}

/// The description of a node as the rest of a line.
fn summary(about: &Object) -> String {
    let text = |name: &str| about.get(name).and_then(Json::as_str).unwrap_or_default();
    match text("kind") {
        "array" => {
            let data_type = about.get("data_type").map(describe::type_text).unwrap_or_default();
            let lengths: Vec<u64> =
                about.get("shape").and_then(Json::as_array).unwrap_or(&[]).iter().filter_map(Json::as_u64).collect();
            let names = about.get("dimension_names").and_then(Json::as_array);
            let names: Option<Vec<Option<&str>>> = names.map(|names| names.iter().map(Json::as_str).collect());
            format!("  ({}) {}", output::dimensions(&lengths, names.as_deref()), printable(&data_type))
        }
        "damaged" => format!("  damaged: {}", printable(text("error"))),
        "group" if about.get("format").is_some() => format!("/  {}", text("format")),
        "group" | "folder" => "/".into(),
        kind => format!("/  {kind}"),
    }
}
