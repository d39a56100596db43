//! `verify`: whether everything can be read, and is as its format has it.

use crate::address::Address;
use crate::blocks::Blocks;
use crate::commands::repair;
use crate::failure::{Outcome, Result};
use crate::owners::Owners;
use crate::progress::{Bar, ProgressUnit as Counted};
use crate::report::{Problem, Report, Severity};
use crate::session::Session;
use crate::tops::{Top, tops};
use clap::Args;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use zarr::{Array, ErrorKind, Hierarchy, Node, ReadOptions, StoreExt, Unit, Visited, Warnings, in_parallel};

/// Maximum number of bytes that one thread decodes at once, for chunks in shards.
const PIECE: u64 = 32 << 20;

#[derive(Args, Clone, Debug)]
pub struct Verify {
    /// A node: STORE or STORE::PATH
    address: Address,
    /// Only documents and keys: no chunk is read
    #[arg(long)]
    no_chunks: bool,
    /// Let warnings and strays count as errors
    #[arg(long)]
    strict: bool,
}

impl Verify {
    pub fn run(&self, session: &Session) -> Result<Outcome> {
        let mut report = Report::default();
        for top in tops(session, &self.address)? {
            report.add(&top.at, self.top(session, &top)?);
        }
        report.print(session.json, self.strict)
    }

    /// Checks a node with all below it.
    fn top(&self, session: &Session, top: &Top) -> Result<Report> {
        let mut check =
            Check { hierarchy: &top.hierarchy, report: Report::default(), owners: Owners::default(), said: Vec::new() };
        // The keys of a node that can't be read are not known.
        let Some(arrays) = check.nodes(&top.inside)? else { return Ok(check.report) };
        check.strays(&top.inside, &arrays)?;
        if !self.no_chunks {
            let bar = session.bar(Counted::Chunks);
            check.chunks(&arrays, &bar)?;
            bar.finish();
        }
        Ok(check.report)
    }
}

/// The object that is being checked.
struct Check<'a> {
    hierarchy: &'a Arc<Hierarchy>,
    report: Report,
    owners: Owners,
    /// The findings on the hierarchy as a whole, which are not repeated for each array.
    said: Vec<String>,
}

impl Check<'_> {
    fn problem(&mut self, severity: Severity, path: &str, message: &str) {
        self.report.problems.push(Problem {
            severity,
            path: path.into(),
            chunk: None,
            key: None,
            message: message.into(),
        });
    }

    /// Opens all nodes; gives the arrays. None: not even the first can be followed.
    fn nodes(&mut self, inside: &str) -> Result<Option<Vec<Array>>> {
        let mut arrays = Vec::new();
        match self.hierarchy.open_node(inside, None) {
            Ok(Node::Array(array)) => self.array(array, &mut arrays),
            Ok(Node::Group(group)) => {
                self.report.nodes += 1;
                let path = group.path().to_string();
                group.warnings().iter().for_each(|warning| self.problem(Severity::Warning, &path, warning));
                self.said = group.warnings().to_vec();
                // An entry point says more than the name of a format.
                let entry =
                    zarr::entry_point(&**self.hierarchy.store(), &ReadOptions::default(), &mut Warnings::default());
                let format = entry.ok().flatten().unwrap_or_else(|| group.format().format());
                self.owners.add_node(&*format, group.path());
                let hierarchy = Arc::clone(self.hierarchy);
                hierarchy.open_below(inside, usize::MAX, None, &mut |path, node| {
                    match node {
                        Visited::Array(array) => self.array(*array, &mut arrays),
                        Visited::Group(_) => {
                            self.report.nodes += 1;
                            self.owners.add_node(&*format, path);
                        }
                        Visited::Damaged(error) => {
                            self.report.nodes += 1;
                            self.owners.add_unread(&*format, path);
                            self.problem(Severity::Error, &path.to_string(), error.message());
                        }
                    }
                    Ok(())
                })?;
            }
            // A document that can't be followed is what this command is for.
            Err(error) if matches!(error.kind(), ErrorKind::Metadata | ErrorKind::Unsupported | ErrorKind::Limit) => {
                self.report.nodes += 1;
                self.problem(Severity::Error, &format!("/{inside}"), error.message());
                return Ok(None);
            }
            Err(error) => return Err(error.into()),
        }
        Ok(Some(arrays))
    }

    fn array(&mut self, array: Array, arrays: &mut Vec<Array>) {
        self.report.nodes += 1;
        self.report.arrays += 1;
        let path = array.origin().path.to_string();
        for warning in array.warnings().iter().filter(|warning| !self.said.contains(warning)).collect::<Vec<_>>() {
            self.problem(Severity::Warning, &path, warning);
        }
        match self.owners.add_array(&array) {
            Ok(()) => arrays.push(array),
            Err(error) => self.problem(Severity::Error, &path, error.message()),
        }
    }

    /// Keys that belong to no node. Arrays may have become longer since they were opened: one with a stray is looked at
    /// again.
    fn strays(&mut self, inside: &str, arrays: &[Array]) -> Result<()> {
        let store = self.hierarchy.store();
        self.report.listed = store.capabilities().listable;
        // A draft has several prefixes for one node; strays are searched for where the format has a single one.
        let prefix = if inside.is_empty() { String::new() } else { format!("{}/", inside.trim_end_matches('/')) };
        if !self.report.listed {
            return Ok(());
        }
        let mut keys = store.list_prefix(&prefix)?;
        keys.retain(|key| self.owners.stray(key).is_some());
        if !keys.is_empty() {
            for array in arrays.iter().filter(|array| array.refresh().is_ok()) {
                self.owners.add_array(array)?;
            }
        }
        for key in keys {
            if let Some(message) = self.owners.stray(&key) {
                let (severity, path) = (Severity::Stray, String::new());
                self.report.problems.push(Problem { severity, path, chunk: None, key: Some(key), message });
            }
        }
        Ok(())
    }

    /// Decodes every chunk that is stored.
    fn chunks(&mut self, arrays: &[Array], bar: &Bar) -> Result<()> {
        let mut stored = Vec::new();
        for array in arrays {
            let path = array.origin().path.to_string();
            if let Some(unknown) = array.description()?.chain.unknown() {
                self.problem(Severity::Error, &path, unknown.error().message());
                continue;
            }
            match array.stored_chunks(Unit::Shard) {
                Ok(found) => stored.push((array, found)),
                Err(error) => self.problem(Severity::Error, &path, error.message()),
            }
        }
        let total: u64 = stored.iter().map(|(_, found)| found.len() as u64).sum();
        let mut before = 0;
        for (array, found) in &stored {
            let path = array.origin().path.to_string();
            bar.say(crate::output::printable(&path));
            let (problems, bytes) = (Mutex::new(Vec::new()), AtomicU64::new(0));
            let progress = |done, total| {
                bar.set(done, total);
                true
            };
            let origin = array.origin();
            in_parallel(&[&*origin.store], &origin.options, found.len(), (before, total, &progress), |index| {
                let position = &found[index];
                let size = array.encoded_chunk_size(Unit::Shard, position)?.unwrap_or(0);
                bytes.fetch_add(size, Ordering::Relaxed);
                if let Err(error) = decode(array, position) {
                    let mut problems = problems.lock().unwrap_or_else(PoisonError::into_inner);
                    let hint = match error.kind() {
                        ErrorKind::Data | ErrorKind::Limit if repair::would_cut(array, position) => {
                            "; it is as long as the whole variable, which `zarrtool repair` mends"
                        }
                        _ => "",
                    };
                    problems.push((position.clone(), format!("{}{hint}", error.message())));
                }
                Ok(())
            })?;
            before += found.len() as u64;
            self.report.chunks += found.len() as u64;
            self.report.bytes += bytes.into_inner();
            let mut problems = problems.into_inner().unwrap_or_else(PoisonError::into_inner);
            problems.sort();
            self.report.problems.extend(problems.into_iter().map(|(position, message)| Problem {
                severity: Severity::Error,
                path: path.clone(),
                chunk: Some(position),
                key: None,
                message,
            }));
        }
        Ok(())
    }
}

/// Decodes a chunk and its inner chunks, with all checksums.
pub fn decode(array: &Array, position: &[u64]) -> zarr::Result<()> {
    let metadata = array.description()?;
    let (start, count) = array.grid(Unit::Shard)?.chunk(position)?;
    let item = metadata.data_type.size() as u64;
    let buffer = |count: &[u64]| -> zarr::Result<Vec<u8>> {
        let size = count.iter().try_fold(item, |size, length| size.checked_mul(*length));
        let size = size.filter(|size| *size <= array.origin().options.limits.chunk_bytes);
        let size = size.and_then(|size| usize::try_from(size).ok());
        let size = size.ok_or_else(|| zarr::Error::limit("the chunk has more bytes than limits.chunk_bytes"))?;
        let mut buffer = Vec::new();
        let full = |_| zarr::Error::no_memory(format!("no memory for {size} bytes"));
        buffer.try_reserve_exact(size).map_err(full)?;
        buffer.resize(size, 0);
        Ok(buffer)
    };
    let variable = metadata.data_type.is_variable();
    if metadata.chain.sharding().is_none() && !variable {
        return array.read_chunk(Unit::Shard, position, &mut buffer(&count)?);
    }
    // A part of a shard at a time: shards may be as large as they like.
    let ends = start.iter().zip(&count).zip(&metadata.shape);
    let inside: Vec<u64> = ends.map(|((start, count), length)| (*count).min(length - start)).collect();
    let unit = array.chunk_shape().unwrap_or_else(|_| count.clone());
    for (first, count) in Blocks::new(&inside, &unit, item.max(1), PIECE) {
        let first: Vec<u64> = first.iter().zip(&start).map(|(first, start)| first + start).collect();
        if variable {
            array.read_values(&first, &count)?;
        } else {
            array.read_region(&first, &count, &mut buffer(&count)?)?;
        }
    }
    Ok(())
}
