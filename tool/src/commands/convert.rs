//! `copy`, `convert` and `rechunk`: the same nodes elsewhere, in another format, other chunks, other codecs.
//!
//! Chunks that keep their encoding are copied without decoding. `--resume` continues an interrupted run.

use crate::address::{Address, Mode};
use crate::failure::{Failure, Result, usage};
use crate::moving::{Move, Moved};
use crate::output::{self, parse_size, printable, size};
use crate::plan::EncodingChoice;
use crate::progress::ProgressUnit;
use crate::session::Session;
use clap::Args;
use std::sync::Arc;
use zarr::json::{Json, Object};
use zarr::{
    Array, ArrayBuilder, Attributes, ErrorKind, FormatId, Group, Hierarchy, Node, NodePath, Visited, open_store,
};

#[derive(Args, Clone, Debug)]
pub struct Copy {
    /// A node, copied with everything below it: STORE or STORE::PATH
    from: Address,
    /// Where it goes, where nothing is yet: STORE or STORE::PATH
    to: Address,
    /// The format of the copy: v1, v2, v3, v3-2019a, v3-2019b, v3-2020, v3-2022, n5; without it, that of the target,
    /// and v3 in a new store
    #[arg(long, short, value_name = "FORMAT")]
    format: Option<String>,
    /// Go on where an earlier run was ended
    #[arg(long)]
    resume: bool,
    /// Options of the target store; without it, those of --options
    #[arg(long, value_name = "JSON")]
    to_options: Option<String>,
}

#[derive(Args, Clone, Debug)]
pub struct Convert {
    #[command(flatten)]
    copy: Copy,
    #[command(flatten)]
    encoding: EncodingChoice,
    /// The memory to be used: 256MiB
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "512MiB")]
    memory: u64,
}

#[derive(Args, Clone, Debug)]
pub struct Rechunk {
    #[command(flatten)]
    copy: Copy,
    /// Elements of a chunk along each axis: 100,100; 0: the whole axis
    #[arg(long, value_name = "LENGTHS", value_delimiter = ',', required = true)]
    chunks: Vec<u64>,
    /// Elements of a shard along each axis
    #[arg(long, value_name = "LENGTHS", value_delimiter = ',')]
    shards: Option<Vec<u64>>,
    /// The memory to be used
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "256MiB")]
    memory: u64,
}

/// The result of a conversion.
#[derive(Debug, Default)]
struct ConvertSummary {
    /// Chunks that went over as they are stored.
    copied: u64,
    moved: Vec<(String, Moved)>,
}

impl Copy {
    pub fn run(&self, session: &Session) -> Result<()> {
        self.transfer(session, &EncodingChoice::default(), 0)
    }

    fn transfer(&self, session: &Session, encoding: &EncodingChoice, memory: u64) -> Result<()> {
        let format = self.format.as_deref().map(|name| {
            FormatId::from_name(name).ok_or_else(|| {
                let names: Vec<&str> = FormatId::all().map(FormatId::name).collect();
                usage(format!("there is no format {name:?}, but {}", names.join(", ")))
            })
        });
        let format = format.transpose()?;
        let from = session.open(&self.from, Mode::Read)?;
        let to = session.open_with(&self.to, self.to_options.as_deref(), Mode::Write)?;
        let begun = std::time::Instant::now();
        let work = ConvertRun { session, from: &from, to: &to, copy: self, format, encoding, memory };
        let summary = if encoding.is_same() { work.copy_all() } else { work.encode_all() };
        let summary = summary.map_err(|failure| self.with_hint(failure))?;
        to.store().flush()?;
        summary.print(session, begun.elapsed().as_secs_f64())
    }
}

impl Copy {
    /// Adds a hint to `--resume`, because an existing target may be the work of an interrupted run.
    fn with_hint(&self, failure: Failure) -> Failure {
        match failure {
            Failure::Zarr(error) if error.kind() == ErrorKind::AlreadyExists && !self.resume => {
                Failure::Zarr(error.context("--resume goes on where an earlier run of the command was ended"))
            }
            failure => failure,
        }
    }
}

impl Convert {
    pub fn run(&self, session: &Session) -> Result<()> {
        self.copy.transfer(session, &self.encoding, self.memory)
    }
}

impl Rechunk {
    pub fn run(&self, session: &Session) -> Result<()> {
        let (chunks, shards) = (Some(self.chunks.clone()), self.shards.clone());
        self.copy.transfer(session, &EncodingChoice { chunks, shards, ..EncodingChoice::default() }, self.memory)
    }
}

/// One run.
struct ConvertRun<'a> {
    session: &'a Session,
    from: &'a Arc<Hierarchy>,
    to: &'a Arc<Hierarchy>,
    copy: &'a Copy,
    format: Option<FormatId>,
    encoding: &'a EncodingChoice,
    memory: u64,
}

impl ConvertRun<'_> {
    /// Chunks go over as they are.
    fn copy_all(&self) -> Result<ConvertSummary> {
        let copied = self.copy_node(&self.copy.from.inside, &self.copy.to.inside)?;
        Ok(ConvertSummary { copied, moved: Vec::new() })
    }

    fn copy_node(&self, from: &str, to: &str) -> Result<u64> {
        let bar = self.session.bar(ProgressUnit::Chunks);
        bar.say("copying");
        let copied = std::sync::atomic::AtomicU64::new(0);
        let progress = |done, total| {
            bar.set(done, total);
            copied.store(total, std::sync::atomic::Ordering::Relaxed);
            true
        };
        if self.copy.resume {
            self.from.resume_copy(from, self.to, to, self.format, &progress)?;
        } else {
            self.from.copy(from, self.to, to, self.format, &progress)?;
        }
        bar.finish();
        Ok(copied.into_inner())
    }

    /// Elements are read and written, array by array.
    fn encode_all(&self) -> Result<ConvertSummary> {
        let mut summary = ConvertSummary::default();
        let source = &self.copy.from.inside;
        let (mut arrays, mut groups) = (Vec::new(), Vec::new());
        match self.from.open_node(source, None)? {
            Node::Array(array) => {
                if !self.encoding.fits(array.ndim()) {
                    let (rank, lengths) = (array.ndim(), "--chunks and --shards");
                    return Err(usage(format!("{lengths} need {rank} lengths, one for each dimension of the array")));
                }
                arrays.push((array, self.copy.to.inside.clone()));
            }
            Node::Group(group) => {
                groups.push((source.clone(), self.copy.to.inside.clone()));
                self.from.open_below(source, usize::MAX, None, &mut |path, node| {
                    let below = path.below(group.path());
                    let target = match self.copy.to.inside.as_str() {
                        "" => below.to_owned(),
                        inside => format!("{}/{below}", inside.trim_end_matches('/')),
                    };
                    match node {
                        Visited::Array(array) => arrays.push((*array, target)),
                        Visited::Group(_) => groups.push((path.joined(), target)),
                        Visited::Damaged(error) => return Err(error),
                    }
                    Ok(())
                })?;
            }
        }
        // Check the codecs before anything is written: an unknown one would leave a partial copy, which a second run
        // would meet.
        for (array, _) in arrays.iter().filter(|(array, _)| self.encoding.fits(array.ndim())) {
            let builder = self.encoding.builder(array, self.format)?;
            if self.format.is_some() {
                self.in_memory(builder, self.format)?;
            }
        }
        for (path, target) in groups {
            self.group(&target, &self.from.open_group(&path, None)?)?;
        }
        for (array, target) in arrays {
            let path = array.origin().path.joined();
            if self.encoding.fits(array.ndim()) {
                let moved = self.array(&array, &target)?;
                summary.moved.push((array.origin().path.to_string(), moved));
            } else {
                // Lengths for another number of dimensions are not for this one.
                summary.copied += self.copy_node(&path, &target)?;
            }
        }
        Ok(summary)
    }

    fn group(&self, path: &str, from: &Group) -> Result<()> {
        match self.to.create_group(path, self.format, Some(&from.attributes()?)) {
            Err(error) if self.copy.resume && error.kind() == ErrorKind::AlreadyExists => {
                let there = self.to.open_group(path, None)?;
                if has_or_gets(&there, there.format(), &from.all()?)? {
                    return Ok(());
                }
                Err(Failure::Zarr(error.context("with other attributes")))
            }
            created => Ok(created.map(drop)?),
        }
    }

    /// The array that would be created, in memory, to be looked at.
    fn in_memory(&self, mut builder: ArrayBuilder, format: Option<FormatId>) -> Result<Array> {
        builder.format(format);
        Ok(open_store("memory://", None)?.create_array("a", &builder)?)
    }

    fn array(&self, from: &Array, target: &str) -> Result<Moved> {
        let builder = self.encoding.builder(from, self.format)?;
        match self.to.create_array(target, &builder) {
            Err(error) if self.copy.resume && error.kind() == ErrorKind::AlreadyExists => {
                let there = self.to.open_array(target, None)?;
                let wanted = self.in_memory(builder, Some(there.format()))?;
                let is_one = there.metadata()? == wanted.metadata()?;
                if !is_one || !has_or_gets(&there, there.format(), &wanted.all()?)? {
                    return Err(Failure::Zarr(error.context("with another description, or other attributes")));
                }
            }
            created => drop(created?),
        }
        // Where the source leaves chunks out, the target does.
        let sparse = {
            let stored = from.stored_chunks(zarr::Unit::Shard)?.len() as u64;
            stored < crate::describe::elements(&from.grid(zarr::Unit::Shard)?.shape())
        };
        let to = self.to.open_array(target, sparse.then_some(r#"{"write_empty_chunks": false}"#))?;
        let work = Move { from, to: &to, memory: self.memory, threads: self.session.threads() };
        let bar = self.session.bar(ProgressUnit::Bytes);
        bar.say(printable(&from.origin().path.to_string()));
        let total = work.total();
        bar.set(0, total);
        let moved = work.run(self.copy.resume, &bar, 0, total)?;
        bar.finish();
        Ok(moved)
    }
}

/// True if a node has these attributes, in any order of members, or was left without the document that holds them, and
/// gets it now. False: it is another node.
fn has_or_gets(node: &dyn Attributes, format: FormatId, attributes: &Object) -> Result<bool> {
    let there = node.all()?;
    let is_begun = format.format().keys(&NodePath::root()).attributes.is_some() && there.is_empty();
    let has = there.sorted() == Object::clone(attributes).sorted();
    if is_begun && !has {
        node.replace_all(&Object::new(), attributes)?;
    }
    Ok(has || is_begun)
}

impl ConvertSummary {
    fn print(&self, session: &Session, seconds: f64) -> Result<()> {
        let sum = |count: fn(&Moved) -> u64| self.moved.iter().map(|(_, moved)| count(moved)).sum::<u64>();
        let (bytes, resumed) = (sum(|moved| moved.bytes), sum(|moved| moved.resumed));
        if session.json {
            let moved = |(path, moved): &(String, Moved)| {
                let entry = Object::new().with("path", path.as_str()).with("bytes", moved.bytes);
                Json::from(
                    entry.with("resumed_bytes", moved.resumed).with("source_reads", output::number(moved.passes)),
                )
            };
            let report = Object::new()
                .with("copied_chunks", self.copied)
                .with("encoded_bytes", bytes)
                .with("resumed_bytes", resumed)
                .with("seconds", output::number(seconds))
                .with("peak_memory", output::peak_memory().map_or(Json::Null, Json::from))
                .with("encoded", self.moved.iter().map(moved).collect::<Vec<_>>());
            return output::json(&report.into());
        }
        let mut parts = Vec::new();
        if self.copied > 0 || self.moved.is_empty() {
            parts.push(format!("{} copied undecoded", output::count(self.copied, "chunk")));
        }
        if !self.moved.is_empty() {
            let rate = size((bytes as f64 / seconds.max(1e-3)) as u64);
            let arrays = output::count(self.moved.len() as u64, "array");
            parts.push(format!("{arrays} encoded anew, {}, {rate}/s", size(bytes)));
        }
        if resumed > 0 {
            parts.push(format!("{} were there already", size(resumed)));
        }
        say!("{}", parts.join("; "));
        for (path, moved) in self.moved.iter().filter(|(_, moved)| moved.passes >= 2.0) {
            let times = format!("each chunk of it was read {:.0} times", moved.passes);
            say!("{}: {times}, with more --memory it is less often", printable(path));
        }
        Ok(())
    }
}
