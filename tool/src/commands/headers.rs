//! `info --recursive`: what the documents of a hierarchy say, node by node.

use super::info::brief;
use crate::describe;
use crate::failure::Result;
use crate::output::{self, dimensions, lengths, printable, shape};
use crate::session::Session;
use std::io::Write;
use std::sync::Arc;
use zarr::json::{self, Json, Object, ParseOptions};
use zarr::{Array, Error, Group, Hierarchy, NodeKind, Visited};

/// A node: for programs, and the first lines for people.
pub struct Header {
    about: Object,
    lines: Vec<String>,
}

/// An array.
pub fn array(array: &Array) -> Result<Header> {
    let metadata = array.description()?;
    let neutral = describe::neutral(&metadata);
    let codecs = neutral.get("codecs").cloned().unwrap_or(Json::Null);
    let (chunks, shards) = (array.chunk_shape().ok(), array.shard_shape().ok());
    let (_, defined) = array.fill_value()?;
    let fill = neutral.get("fill_value").filter(|_| defined);
    let path = array.origin().path.to_string();
    let names = metadata.dimension_names.clone();
    let or_null = |shape: &Option<Vec<u64>>| shape.as_deref().map_or(Json::Null, lengths);
    let about = Object::new()
        .with("path", path.as_str())
        .with("kind", "array")
        .with("format", array.format().name())
        .with("data_type", array.data_type().to_json())
        .with("shape", lengths(&metadata.shape))
        .with("chunk_shape", or_null(&chunks))
        .with("shard_shape", or_null(&shards))
        .with("dimension_names", names.as_ref().map_or(Json::Null, |names| output::names(names)))
        .with("fill_value", fill.cloned().unwrap_or(Json::Null))
        .with("codecs", codecs.clone())
        .with("attributes", metadata.attributes.clone());
    let short: Option<Vec<Option<&str>>> = names.as_ref().map(|names| names.iter().map(Option::as_deref).collect());
    let along = dimensions(&metadata.shape, short.as_deref());
    let text = |lengths: &Option<Vec<u64>>| lengths.as_deref().map_or_else(|| "of several lengths".into(), shape);
    let mut stored = format!("chunks {}", text(&chunks));
    if shards != chunks {
        stored.push_str(&format!(", shards {}", text(&shards)));
    }
    stored.push_str(&format!("; {}", printable(&describe::codecs_line(&codecs))));
    if let Some(fill) = fill {
        stored.push_str(&format!("; fill value {}", brief(fill, &array.data_type())));
    }
    let first = format!("{}  {} ({along})", printable(&path), describe::data_type(array));
    Ok(Header { about, lines: vec![first, stored] })
}

fn group(path: &str, kind: &str, format: Option<&str>, attributes: &str) -> Result<Header> {
    let (attributes, _) = json::parse(attributes.as_bytes(), ParseOptions { bare_tokens: true })?;
    let about = Object::new().with("path", path).with("kind", kind);
    let about = format.map_or_else(|| about.clone(), |format| about.clone().with("format", format));
    let format = format.map_or_else(String::new, |format| format!(", {format}"));
    Ok(Header {
        about: about.with("attributes", attributes),
        lines: vec![format!("{}  {kind}{format}", printable(path))],
    })
}

fn damaged(path: &str, error: &Error) -> Header {
    let about = Object::new().with("path", path).with("kind", "damaged").with("error", error.message());
    Header { about, lines: vec![format!("{}  damaged: {}", printable(path), printable(error.message()))] }
}

/// A group with everything below it.
pub fn below(hierarchy: &Arc<Hierarchy>, top: &Group) -> Result<Vec<Header>> {
    let path = top.path().to_string();
    let mut headers = vec![group(&path, "group", Some(top.format().name()), &top.attributes()?)?];
    let mut failure = None;
    hierarchy.open_below(&path, usize::MAX, None, &mut |path, node| {
        let text = path.to_string();
        let header = match node {
            Visited::Array(found) => array(&found),
            Visited::Group(NodeKind::ImplicitGroup) => group(&text, "implicit group", None, "{}"),
            Visited::Group(_) => {
                let attributes = hierarchy.open_group(&path.joined(), None)?.attributes()?;
                group(&text, "group", None, &attributes)
            }
            Visited::Damaged(error) => Ok(damaged(&text, &error)),
        };
        match header {
            Ok(header) => headers.push(header),
            Err(error) => failure = failure.take().or(Some(error)),
        }
        Ok(())
    })?;
    failure.map_or(Ok(headers), Err)
}

/// Prints nodes with all their attributes.
pub fn print(session: &Session, headers: Vec<Header>) -> Result<()> {
    if session.json {
        return output::json(&headers.into_iter().map(|header| header.about.into()).collect::<Vec<Json>>().into());
    }
    let mut out = std::io::stdout().lock();
    for header in headers {
        for (number, line) in header.lines.iter().enumerate() {
            writeln!(out, "{}{line}", if number == 0 { "" } else { "    " })?;
        }
        let attributes = header.about.get("attributes").and_then(Json::as_object);
        for (name, value) in attributes.into_iter().flat_map(Object::iter) {
            writeln!(out, "    :{} = {}", printable(name), printable(&value.to_string()))?;
        }
    }
    Ok(out.flush()?)
}
