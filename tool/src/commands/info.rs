//! `info`: what a node is.

use super::headers;
use crate::address::{Address, Mode};
use crate::cf;
use crate::describe::{self, StoredSizes};
use crate::element;
use crate::failure::Result;
use crate::numbers::{self, Number, Reading};
use crate::output::{self, lengths, pairs, printable, shape, size};
use crate::session::Session;
use crate::tops;
use clap::Args;
use std::sync::Arc;
use zarr::json::{self, Json, Object, ParseOptions};
use zarr::{Array, ByteRange, DataType, Error, Group, Hierarchy, Node};

/// The longest line of a value that is shown to people.
const BRIEF: usize = 100;

#[derive(Args, Clone, Debug)]
pub struct Info {
    /// A node: STORE or STORE::PATH
    address: Address,
    /// Do not look at what is stored, which takes a listing and a question for each chunk
    #[arg(long)]
    no_scan: bool,
    /// Print the document of the node, as it is stored
    #[arg(long)]
    document: bool,
    /// Show every node below with all its attributes, as `ncdump -h` does; nothing but documents is read
    #[arg(long, short, conflicts_with = "document")]
    recursive: bool,
}

impl Info {
    pub fn run(&self, session: &Session) -> Result<()> {
        let hierarchy = session.open(&self.address, Mode::Read)?;
        let node = hierarchy.open_node(&self.address.inside, None);
        match node.map_err(|error| tops::with_hint(error, &hierarchy, &self.address.inside))? {
            Node::Array(array) if self.document => {
                say!("{}", array.metadata()?);
                Ok(())
            }
            Node::Group(group) if self.document => document(&hierarchy, &group),
            Node::Array(array) if self.recursive => headers::print(session, vec![headers::array(&array)?]),
            Node::Group(group) if self.recursive => headers::print(session, headers::below(&hierarchy, &group)?),
            Node::Array(array) => self.array(session, &array),
            Node::Group(group) => self.group(session, &hierarchy, &group),
        }
    }

    fn array(&self, session: &Session, array: &Array) -> Result<()> {
        let metadata = array.description()?;
        let stored = if self.no_scan { None } else { Some(describe::stored(array)?) };
        let item = metadata.data_type.size() as u64;
        let raw = (item > 0).then(|| describe::elements(&metadata.shape).saturating_mul(item));
        let (fill, defined) = array.fill_value()?;
        let neutral = describe::neutral(&metadata);
        let fill = if defined { neutral.get("fill_value").cloned().unwrap_or_else(|| hex(&fill)) } else { Json::Null };
        let codecs = neutral.get("codecs").cloned().unwrap_or(Json::Null);
        let (chunks, shards) = (array.chunk_shape().ok(), array.shard_shape().ok());
        let names = metadata.dimension_names.clone();
        if session.json {
            let or_null = |shape: &Option<Vec<u64>>| shape.as_deref().map_or(Json::Null, lengths);
            let mut report = Object::new()
                .with("path", array.origin().path.to_string())
                .with("kind", "array")
                .with("format", array.format().name())
                .with("data_type", array.data_type().to_json())
                .with("item_size", item)
                .with("shape", lengths(&metadata.shape))
                .with("chunk_shape", or_null(&chunks))
                .with("shard_shape", or_null(&shards))
                .with("dimension_names", names.map_or(Json::Null, |names| output::names(&names)))
                .with("fill_value", fill)
                .with("codecs", codecs)
                .with("attributes", metadata.attributes.clone())
                .with("bytes", raw.map_or(Json::Null, Json::from));
            if let Some(stored) = stored {
                report.set("chunks", stored.places);
                report.set("stored_chunks", stored.stored);
                report.set("stored_bytes", stored.bytes);
                report.set("ratio", ratio(&stored, raw).map_or(Json::Null, Json::from));
            }
            report.set("warnings", array.warnings());
            return output::json(&report.into());
        }
        let mut lines = vec![
            ("node", printable(&array.origin().path.to_string())),
            ("kind", "array".into()),
            ("format", array.format().name().into()),
            (
                "data type",
                format!(
                    "{}{}",
                    describe::data_type(array),
                    if item > 0 { format!(", {}", output::count(item, "byte")) } else { String::new() }
                ),
            ),
            ("shape", shape(&metadata.shape)),
        ];
        if let Some(names) = names {
            let names = names.iter().map(|name| name.as_deref().map_or_else(|| "-".into(), printable));
            lines.push(("dimensions", names.collect::<Vec<_>>().join(", ")));
        }
        let irregular = || "of several lengths".to_owned();
        lines.push(("chunks", chunks.as_deref().map_or_else(irregular, shape)));
        if shards != chunks {
            lines.push(("shards", shards.as_deref().map_or_else(irregular, shape)));
        }
        lines.push(("codecs", printable(&describe::codecs_line(&codecs))));
        lines.push(("fill value", if defined { brief(&fill, &array.data_type()) } else { "not defined".into() }));
        if let Some(span) = if self.no_scan { None } else { span(array)? } {
            lines.push(("dates", span));
        }
        if let Some(raw) = raw {
            lines.push(("elements", format!("{}, {}", describe::elements(&metadata.shape), size(raw))));
        }
        if let Some(stored) = &stored {
            let percent = 100.0 * stored.stored as f64 / (stored.places.max(1)) as f64;
            lines.push((
                "stored",
                format!(
                    "{} of {} ({percent:.0} %), {}",
                    stored.stored,
                    output::count(stored.places, if shards == chunks { "chunk" } else { "shard" }),
                    size(stored.bytes)
                ),
            ));
            if let Some(ratio) = ratio(stored, raw) {
                lines.push(("ratio", format!("{ratio:.2}")));
            }
        }
        pairs(&lines)?;
        attributes(&metadata.attributes)?;
        warnings(&array.warnings())
    }

    fn group(&self, session: &Session, hierarchy: &Arc<Hierarchy>, group: &Group) -> Result<()> {
        let (attributes_json, _) = json::parse(group.attributes()?.as_bytes(), ParseOptions { bare_tokens: true })?;
        let children = hierarchy.children(&self.address.inside)?;
        if session.json {
            let report = Object::new()
                .with("path", group.path().to_string())
                .with("kind", "group")
                .with("format", group.format().name())
                .with("children", children)
                .with("attributes", attributes_json)
                .with("warnings", group.warnings().to_vec());
            return output::json(&report.into());
        }
        let names: Vec<String> = children.iter().map(|name| printable(name)).collect();
        pairs(&[
            ("node", printable(&group.path().to_string())),
            ("kind", "group".into()),
            ("format", group.format().name().into()),
            ("children", if names.is_empty() { "none".into() } else { names.join(", ") }),
        ])?;
        if let Json::Object(members) = &attributes_json {
            attributes(members)?;
        }
        warnings(group.warnings())
    }
}

/// The first and the last date of an array of times with one dimension.
fn span(array: &Array) -> Result<Option<String>> {
    let (shape, dates) = (array.shape(), cf::dates(array)?);
    let (&[length], Some(dates)) = (shape.as_slice(), dates) else { return Ok(None) };
    let reading = Reading::required(&array.data_type())?;
    let mut texts = Vec::new();
    for at in [0, length.saturating_sub(1)].into_iter().filter(|at| *at < length) {
        numbers::read(array, &reading, (&[at], &[1], &[1]), |number| {
            texts.extend(match number {
                Number::Integer(count) => Some(dates.text(count)),
                Number::Real(number) => dates.text_of(number),
                Number::Missing => None,
            });
        })?;
    }
    Ok(match texts.as_slice() {
        [first, last] if length > 1 => Some(format!("{first} to {last}")),
        [only, ..] if length == 1 => Some(only.clone()),
        _ => None,
    })
}

/// Prints the document of a group.
fn document(hierarchy: &Hierarchy, group: &Group) -> Result<()> {
    let key = group.format().format().keys(group.path()).group;
    let document = hierarchy.store().get(&key, ByteRange::ALL)?;
    let document = document.ok_or_else(|| Error::not_found(format!("the group has no document {key:?}")))?;
    say!("{}", String::from_utf8_lossy(&document).trim_end());
    Ok(())
}

/// How many times smaller what is stored is than the elements of it; None where nothing is stored, or elements have no
/// size.
fn ratio(stored: &StoredSizes, raw: Option<u64>) -> Option<f64> {
    let share = stored.stored as f64 / stored.places.max(1) as f64;
    raw.filter(|_| stored.bytes > 0).map(|raw| raw as f64 * share / stored.bytes as f64)
}

fn hex(bytes: &[u8]) -> Json {
    Json::from(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
}

/// A value on a part of a line. What stands for a number, as "NaN" does, has no quotes.
pub fn brief(value: &Json, data_type: &DataType) -> String {
    let text = match value.as_str() {
        Some(number) if !element::is_text(data_type) => printable(number),
        _ => printable(&value.to_string()),
    };
    shortened(text)
}

fn shortened(text: String) -> String {
    match text.char_indices().nth(BRIEF) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn attributes(attributes: &Object) -> Result<()> {
    if !attributes.is_empty() {
        say!("attributes");
    }
    let width = attributes.iter().map(|(name, _)| printable(name).chars().count()).max().unwrap_or(0);
    for (name, value) in attributes.iter() {
        say!("  {:width$}  {}", printable(name), shortened(printable(&value.to_string())));
    }
    Ok(())
}

fn warnings(warnings: &[String]) -> Result<()> {
    for warning in warnings {
        say!("warning: {}", printable(warning));
    }
    Ok(())
}
