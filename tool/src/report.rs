//! The findings of `verify`, for people and for programs.

use crate::failure::{Outcome, Result};
use crate::output::{self, count, lengths, printable, size};
use std::io::Write;
use zarr::json::{Json, Object};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Something can't be read.
    Error,
    /// It is read, but breaks a rule of its format.
    Warning,
    /// A key that belongs to no node.
    Stray,
}

impl Severity {
    fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Stray => "stray",
        }
    }
}

/// One thing that is not as it should be.
#[derive(Clone, Debug)]
pub struct Problem {
    /// How bad it is.
    pub severity: Severity,
    /// The path of the node; empty for what belongs to none.
    pub path: String,
    /// The chunk, by its place in the grid of what is stored.
    pub chunk: Option<Vec<u64>>,
    /// The key, where it is one that is wrong.
    pub key: Option<String>,
    /// The finding.
    pub message: String,
}

/// Everything that was found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Nodes that were opened.
    pub nodes: u64,
    /// Those of them that are arrays.
    pub arrays: u64,
    /// Chunks, or shards, that were decoded.
    pub chunks: u64,
    /// Their bytes in the store.
    pub bytes: u64,
    /// True if strays were searched for, which needs a store that can list.
    pub listed: bool,
    /// The finding.
    pub problems: Vec<Problem>,
}

impl Report {
    fn count(&self, severity: Severity) -> usize {
        self.problems.iter().filter(|problem| problem.severity == severity).count()
    }

    /// Takes over what was found at a place below the address.
    pub fn add(&mut self, at: &[String], found: Self) {
        let place = at.join("/");
        let below = |path: String| match (place.as_str(), path.as_str()) {
            ("", _) | (_, "") => path,
            (_, "/") => format!("/{place}"),
            _ => format!("/{place}{path}"),
        };
        self.nodes += found.nodes;
        self.arrays += found.arrays;
        self.chunks += found.chunks;
        self.bytes += found.bytes;
        self.listed |= found.listed;
        self.problems.extend(found.problems.into_iter().map(|problem| Problem {
            path: below(problem.path),
            key: problem.key.map(|key| if place.is_empty() { key } else { format!("{place}/{key}") }),
            ..problem
        }));
    }

    /// Prints it; whether it is bad news is for the exit code.
    pub fn print(&self, json: bool, strict: bool) -> Result<Outcome> {
        let bad = self.count(Severity::Error) > 0 || (strict && !self.problems.is_empty());
        output::unread(if json { output::json(&self.json(!bad)) } else { self.lines() })?;
        Ok(if bad { Outcome::Findings } else { Outcome::Fine })
    }

    fn json(&self, ok: bool) -> Json {
        let problem = |problem: &Problem| {
            let chunk = problem.chunk.as_deref().map_or(Json::Null, lengths);
            let key = problem.key.as_deref().map_or(Json::Null, Json::from);
            Json::from(
                Object::new()
                    .with("severity", problem.severity.name())
                    .with("path", problem.path.as_str())
                    .with("chunk", chunk)
                    .with("key", key)
                    .with("message", problem.message.as_str()),
            )
        };
        let report = Object::new()
            .with("ok", ok)
            .with("nodes", self.nodes)
            .with("arrays", self.arrays)
            .with("chunks", self.chunks)
            .with("bytes", self.bytes)
            .with("listed", self.listed)
            .with("errors", self.count(Severity::Error) as u64)
            .with("warnings", self.count(Severity::Warning) as u64)
            .with("strays", self.count(Severity::Stray) as u64);
        report.with("problems", self.problems.iter().map(problem).collect::<Vec<_>>()).into()
    }

    fn lines(&self) -> Result<()> {
        let mut out = std::io::stdout().lock();
        for problem in &self.problems {
            let place = match (&problem.key, &problem.chunk) {
                (Some(key), _) => format!("key {key}"),
                (None, Some(chunk)) => format!("{} chunk {chunk:?}", problem.path),
                (None, None) => problem.path.clone(),
            };
            writeln!(out, "{}: {}: {}", problem.severity.name(), printable(&place), printable(&problem.message))?;
        }
        writeln!(
            out,
            "{}, {}, {}, {}: {}, {}, {}{}",
            count(self.nodes, "node"),
            count(self.arrays, "array"),
            count(self.chunks, "chunk"),
            size(self.bytes),
            count(self.count(Severity::Error) as u64, "error"),
            count(self.count(Severity::Warning) as u64, "warning"),
            count(self.count(Severity::Stray) as u64, "stray"),
            if self.listed { "" } else { " (not looked for)" }
        )?;
        Ok(out.flush()?)
    }
}
