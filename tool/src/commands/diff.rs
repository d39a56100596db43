//! `diff`: whether two arrays, or the arrays of two hierarchies, hold the same.

use crate::address::Address;
use crate::blocks::{Blocks, MEMORY};
use crate::describe;
use crate::element;
use crate::failure::{Outcome, Result};
use crate::numbers::{self, Reading};
use crate::output::{self, lengths, number, printable};
use crate::progress::{Bar, ProgressUnit};
use crate::session::Session;
use crate::tops::tops;
use clap::Args;
use std::collections::BTreeMap;
use zarr::json::{Json, Object};
use zarr::{Array, Node, Visited};

#[derive(Args, Clone, Debug)]
pub struct Diff {
    /// An array or a group: STORE or STORE::PATH
    one: Address,
    /// The array or group to compare it with
    other: Address,
    /// Numbers may differ by so much
    #[arg(long, value_name = "NUMBER")]
    tolerance: Option<f64>,
    /// Only elements: neither attributes, nor fill values, nor names of dimensions
    #[arg(long)]
    elements: bool,
    /// Formats, chunks and codecs as well
    #[arg(long, conflicts_with = "elements")]
    layout: bool,
}

/// The nodes below an address, by their paths from there.
type NodesByPath = BTreeMap<String, Option<Array>>;

/// The differences between the elements of two arrays.
#[derive(Debug, Default)]
struct ElementDifferences {
    different: u64,
    /// Where, and both elements.
    first: Option<(Vec<u64>, Json, Json)>,
    /// Between numbers.
    largest: f64,
}

impl Diff {
    pub fn run(&self, session: &Session) -> Result<Outcome> {
        let (one, other) = (nodes(session, &self.one)?, nodes(session, &self.other)?);
        let bar = session.bar(ProgressUnit::Bytes);
        let mut found = Vec::new();
        for (path, array) in &one {
            let differences = match (array, other.get(path)) {
                (_, None) => Object::new().with("missing", self.other.to_string()),
                (Some(one), Some(Some(other))) => {
                    bar.say(printable(path));
                    self.compare(one, other, &bar)?
                }
                (None, Some(None)) => Object::new(),
                (Some(_), Some(None)) => kinds("array", "group"),
                (None, Some(Some(_))) => kinds("group", "array"),
            };
            if !differences.is_empty() {
                found.push((path.clone(), differences));
            }
        }
        bar.finish();
        let missing = other.keys().filter(|path| !one.contains_key(*path));
        found.extend(missing.map(|path| (path.clone(), Object::new().with("missing", self.one.to_string()))));
        output::unread(self.print(session, &found, one.len()))?;
        Ok(if found.is_empty() { Outcome::Fine } else { Outcome::Findings })
    }

    fn print(&self, session: &Session, found: &[(String, Object)], nodes: usize) -> Result<()> {
        if session.json {
            let difference = |(path, differences): &(String, Object)| {
                let mut entry = Object::new().with("path", path.as_str());
                differences.iter().for_each(|(name, value)| entry.set(name, value.clone()));
                Json::from(entry)
            };
            let report = Object::new().with("same", found.is_empty()).with("nodes", nodes as u64);
            return output::json(&report.with("differences", found.iter().map(difference).collect::<Vec<_>>()).into());
        }
        for (path, differences) in found {
            for (name, value) in differences.iter() {
                say!("/{}: {name}: {}", printable(path), printable(&text(value)));
            }
        }
        Ok(())
    }

    fn compare(&self, one: &Array, other: &Array, bar: &Bar) -> Result<Object> {
        let (left, right) = (one.description()?, other.description()?);
        let mut found = Object::new();
        let mut differ = |name: &str, one: Json, other: Json| {
            if one != other {
                found.set(name, Json::Array(vec![one, other]));
            }
        };
        differ("data_type", left.data_type.to_json(), right.data_type.to_json());
        differ("shape", lengths(&left.shape), lengths(&right.shape));
        if !self.elements {
            let names = |names: &Option<Vec<Option<String>>>| {
                let name = |name: &Option<String>| name.as_deref().map_or(Json::Null, Json::from);
                names.as_ref().map_or(Json::Null, |names| Json::Array(names.iter().map(name).collect()))
            };
            differ("dimension_names", names(&left.dimension_names), names(&right.dimension_names));
            let sorted = |attributes: &Object| Json::Object(attributes.clone()).sorted();
            differ("attributes", sorted(&left.attributes), sorted(&right.attributes));
            if left.data_type == right.data_type && !left.data_type.is_variable() {
                let fill = |metadata: &zarr::ArrayMetadata| match &metadata.fill_value {
                    fill if fill.defined => Ok(element::json(&metadata.data_type, fill.element.bytes()?)),
                    _ => zarr::Result::Ok(Json::Null),
                };
                differ("fill_value", fill(&left)?, fill(&right)?);
            }
        }
        if self.layout {
            differ("format", one.format().name().into(), other.format().name().into());
            let shape = |shape: zarr::Result<Vec<u64>>| shape.map_or(Json::Null, |shape| lengths(&shape));
            differ("chunk_shape", shape(one.chunk_shape()), shape(other.chunk_shape()));
            differ("shard_shape", shape(one.shard_shape()), shape(other.shard_shape()));
            differ("codecs", describe::codecs(&left), describe::codecs(&right));
        }
        if left.shape != right.shape {
            return Ok(found);
        }
        if let Some(elements) = self.elements(one, other, bar)?.filter(|elements| elements.different > 0) {
            let mut about = Object::new().with("different", elements.different);
            if let Some((position, one, other)) = elements.first {
                about.set("first", lengths(&position));
                about.set("values", Json::Array(vec![one, other]));
            }
            if elements.largest > 0.0 {
                about.set("largest", number(elements.largest));
            }
            found.set("elements", about);
        }
        Ok(found)
    }

    /// Compares the elements; None where the types have nothing in common.
    fn elements(&self, one: &Array, other: &Array, bar: &Bar) -> Result<Option<ElementDifferences>> {
        let (left, right) = (one.data_type(), other.data_type());
        let shape = one.shape();
        let readings = Reading::of(&left).zip(Reading::of(&right)).filter(|_| left.fields().is_none());
        let item = left.size().max(right.size()).max(8) as u64;
        let unit = one.shard_shape().unwrap_or_else(|_| vec![1; shape.len()]);
        let total = describe::elements(&shape).saturating_mul(item);
        let mut found = ElementDifferences::default();
        let mut done = 0;
        for (start, count) in Blocks::new(&shape, &unit, item, MEMORY / 4) {
            let part = PartPair { start: &start, count: &count };
            if left == right && !left.is_variable() && part.same_bytes(one, other)? {
                // Nothing more to be seen here.
            } else if left.is_variable() && right.is_variable() {
                let (a, b) = (one.read_values(&start, &count)?, other.read_values(&start, &count)?);
                for (index, (a, b)) in a.iter().zip(b.iter()).enumerate() {
                    if a != b {
                        found.add(
                            part.place(index),
                            || (element::value_json(&left, a), element::value_json(&right, b)),
                            0.0,
                        );
                    }
                }
            } else if let Some((one_reading, other_reading)) = &readings {
                let step = vec![1; shape.len()];
                let (mut a, mut b) = (Vec::new(), Vec::new());
                numbers::read(one, one_reading, (&start, &count, &step), |value| a.push(value))?;
                numbers::read(other, other_reading, (&start, &count, &step), |value| b.push(value))?;
                for (index, (a, b)) in a.iter().zip(&b).enumerate() {
                    let (x, y) = (a.as_f64(), b.as_f64());
                    let apart = (x - y).abs();
                    let near = self.tolerance.is_some_and(|tolerance| apart <= tolerance);
                    if a != b && !(x.is_nan() && y.is_nan()) && !near {
                        found.add(part.place(index), || (number(x), number(y)), apart);
                    }
                }
            } else if left == right {
                let (a, b, size) = (part.bytes(one)?, part.bytes(other)?, left.size().max(1));
                for (index, (a, b)) in a.chunks_exact(size).zip(b.chunks_exact(size)).enumerate() {
                    if a != b {
                        found.add(part.place(index), || (element::json(&left, a), element::json(&right, b)), 0.0);
                    }
                }
            } else {
                return Ok(None);
            }
            done += describe::elements(&count) * item;
            bar.set(done, total);
        }
        Ok(Some(found))
    }
}

impl ElementDifferences {
    fn add(&mut self, place: Vec<u64>, values: impl FnOnce() -> (Json, Json), apart: f64) {
        self.different += 1;
        // NaN on one side is as far away as can be.
        self.largest = if apart.is_nan() { f64::INFINITY } else { self.largest.max(apart) };
        self.first.get_or_insert_with(|| {
            let (one, other) = values();
            (place, one, other)
        });
    }
}

/// A part of both arrays.
struct PartPair<'a> {
    start: &'a [u64],
    count: &'a [u64],
}

impl PartPair<'_> {
    fn bytes(&self, array: &Array) -> Result<Vec<u8>> {
        let mut bytes = vec![0; describe::elements(self.count) as usize * array.data_type().size()];
        array.read_region(self.start, self.count, &mut bytes)?;
        Ok(bytes)
    }

    fn same_bytes(&self, one: &Array, other: &Array) -> Result<bool> {
        Ok(self.bytes(one)? == self.bytes(other)?)
    }

    /// The position of an element of the array, by its number in the part.
    fn place(&self, index: usize) -> Vec<u64> {
        let mut rest = index as u64;
        let mut place = self.start.to_vec();
        for axis in (0..place.len()).rev() {
            place[axis] += rest % self.count[axis];
            rest /= self.count[axis];
        }
        place
    }
}

fn kinds(one: &str, other: &str) -> Object {
    Object::new().with("kind", Json::Array(vec![one.into(), other.into()]))
}

/// Two values side by side, or the differences of elements.
fn text(value: &Json) -> String {
    match value {
        Json::Array(both) if both.len() == 2 => format!("{} and {}", both[0], both[1]),
        Json::Object(members) => {
            let member = |(name, value): (&str, &Json)| format!("{name} {}", text(value));
            members.iter().map(member).collect::<Vec<_>>().join(", ")
        }
        Json::String(text) => text.to_string(),
        other => other.to_string(),
    }
}

fn nodes(session: &Session, address: &Address) -> Result<NodesByPath> {
    let mut nodes = NodesByPath::new();
    for top in tops(session, address)? {
        let group = match top.hierarchy.open_node(&top.inside, None)? {
            Node::Array(array) => {
                nodes.insert(top.at.join("/"), Some(array));
                continue;
            }
            Node::Group(group) => group,
        };
        let above = group.path().depth();
        nodes.insert(top.at.join("/"), None);
        top.hierarchy.open_below(&top.inside, usize::MAX, None, &mut |path, node| {
            let below: Vec<&str> = top.at.iter().map(String::as_str).chain(path.names().skip(above)).collect();
            match node {
                Visited::Array(array) => nodes.insert(below.join("/"), Some(*array)),
                Visited::Group(_) => nodes.insert(below.join("/"), None),
                Visited::Damaged(error) => return Err(error),
            };
            Ok(())
        })?;
    }
    Ok(nodes)
}
