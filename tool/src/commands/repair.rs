//! `repair`: chunks that netCDF-Fortran has written as long as the whole variable.
//!
//! `nf90_def_var_chunking` passes NCZarr a chunk shape after the length of its buffers was chosen: each chunk is stored
//! with its own elements, followed by fill values up to the number of elements of the array. No reader accepts such
//! chunks.

use crate::address::{Address, Mode};
use crate::describe;
use crate::failure::{Outcome, Result, usage};
use crate::output::{self, pairs};
use crate::progress::ProgressUnit as BarUnit;
use crate::session::Session;
use clap::Args;
use std::sync::Arc;
use zarr::json::{self, Json, Object, ParseOptions};
use zarr::{Array, ErrorKind, FormatId, Hierarchy, Node, StoreExt, Unit, Visited, open_store};

#[derive(Args, Clone, Debug)]
pub struct Repair {
    /// An array or a hierarchy of v2: STORE or STORE::PATH
    address: Address,
    /// Change nothing, and say what would be changed
    #[arg(long)]
    dry_run: bool,
}

/// The result of checking an array.
#[derive(Debug, Default)]
struct ArrayReport {
    chunks: u64,
    repaired: u64,
    /// Damage that cutting does not repair.
    other: Vec<String>,
}

impl Repair {
    pub fn run(&self, session: &Session) -> Result<Outcome> {
        let hierarchy = session.open(&self.address, if self.dry_run { Mode::Read } else { Mode::Update })?;
        let mut found = ArrayReport::default();
        for array in arrays(&hierarchy, &self.address.inside)? {
            self.array(session, &array, &mut found)?;
        }
        if session.json {
            let report = Object::new()
                .with("chunks", found.chunks)
                .with("repaired", found.repaired)
                .with("dry_run", self.dry_run)
                .with("problems", found.other.clone());
            output::json(&report.into())?;
        } else {
            let done = if self.dry_run { "would be cut" } else { "cut" };
            pairs(&[("chunks", found.chunks.to_string()), (done, found.repaired.to_string())])?;
            for problem in &found.other {
                say!("not repaired: {}", output::printable(problem));
            }
        }
        Ok(if found.other.is_empty() { Outcome::Fine } else { Outcome::Findings })
    }

    /// Looks at every chunk that is stored, and cuts those that are as long as the array.
    fn array(&self, session: &Session, array: &Array, found: &mut ArrayReport) -> Result<()> {
        let path = array.origin().path.to_string();
        let Some(sizes) = Sizes::of(array)? else {
            return Err(usage(format!("{path}: chunks and array are too large for memory")));
        };
        let positions = array.stored_chunks(Unit::Chunk)?;
        let bar = session.bar(BarUnit::Chunks);
        bar.say(&path);
        let mut mender = None;
        for (number, position) in positions.iter().enumerate() {
            bar.set(number as u64, positions.len() as u64);
            found.chunks += 1;
            let mut elements = vec![0; sizes.chunk];
            let damage = match array.read_chunk(Unit::Chunk, position, &mut elements) {
                Ok(()) => continue,
                Err(error) if matches!(error.kind(), ErrorKind::Data | ErrorKind::Limit) => error,
                Err(error) => return Err(error.into()),
            };
            if sizes.whole <= sizes.chunk {
                found.other.push(format!("{path}: {}", damage.message()));
                continue;
            }
            let mender = match &mender {
                Some(mender) => mender,
                None => mender.insert(Mender::new(array, sizes)?),
            };
            match self.chunk(array, mender, position)? {
                // A program has written it since it was read.
                StoredChunk::Whole => {}
                StoredChunk::Long(_) => found.repaired += 1,
                StoredChunk::Other => found.other.push(format!("{path}: {}", damage.message())),
            }
        }
        bar.finish();
        Ok(())
    }

    /// Cuts a chunk that is stored as long as the array, if it is so still: a program may write to it meanwhile.
    fn chunk(&self, array: &Array, mender: &Mender, position: &[u64]) -> Result<StoredChunk> {
        if self.dry_run {
            let value = array.read_encoded_chunk(Unit::Chunk, position)?;
            return Ok(value.map_or(Ok(StoredChunk::Whole), |value| mender.look(&value))?);
        }
        let mut found = StoredChunk::Whole;
        array.update_encoded_chunk(position, &mut |value| {
            found = mender.look(value)?;
            Ok(if let StoredChunk::Long(cut) = &found { Some(cut.clone()) } else { None })
        })?;
        Ok(found)
    }
}

/// True if a chunk that can't be decoded is one of those that `repair` cuts.
pub fn would_cut(array: &Array, position: &[u64]) -> bool {
    let found = || -> Result<bool> {
        let Some(sizes) = Sizes::of(array)?.filter(|sizes| fits(array) && sizes.whole > sizes.chunk) else {
            return Ok(false);
        };
        let Some(value) = array.read_encoded_chunk(Unit::Chunk, position)? else { return Ok(false) };
        Ok(matches!(Mender::new(array, sizes)?.look(&value)?, StoredChunk::Long(_)))
    };
    // A chunk that can't be read has damage of another kind.
    matches!(found(), Ok(true))
}

/// How many bytes an array and a chunk of it have.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    whole: usize,
    chunk: usize,
}

impl Sizes {
    /// The sizes of an array; None if they exceed memory.
    fn of(array: &Array) -> Result<Option<Self>> {
        let item = array.data_type().size() as u64;
        let bytes = |shape: &[u64]| usize::try_from(describe::elements(shape).saturating_mul(item)).ok();
        let (whole, chunk) = (bytes(&array.shape()), bytes(&array.chunk_shape()?));
        Ok(whole.zip(chunk).map(|(whole, chunk)| Self { whole, chunk }))
    }
}

/// True if NCZarr can have written an array.
fn fits(array: &Array) -> bool {
    array.format() == FormatId::V2 && !array.data_type().is_variable()
}

/// All arrays at and below a node.
fn arrays(hierarchy: &Arc<Hierarchy>, inside: &str) -> Result<Vec<Array>> {
    let mut arrays = Vec::new();
    match hierarchy.open_node(inside, None)? {
        Node::Array(array) => arrays.push(array),
        Node::Group(_) => hierarchy.open_below(inside, usize::MAX, None, &mut |_, node| {
            match node {
                Visited::Array(array) => arrays.push(*array),
                Visited::Group(_) => {}
                Visited::Damaged(error) => return Err(error),
            }
            Ok(())
        })?,
    }
    arrays.retain(fits);
    if arrays.is_empty() {
        return Err(usage("there is no array of numbers in v2, which NCZarr writes"));
    }
    Ok(arrays)
}

/// A stored value, by what it decodes to.
enum StoredChunk {
    /// A chunk.
    Whole,
    /// As many elements as the array has; the chunk in front of them, encoded.
    Long(Vec<u8>),
    /// It is damaged in another way.
    Other,
}

/// Two arrays in memory for the chunks of another one: of the same document, and of one with a single chunk as large as
/// the whole.
struct Mender {
    same: Array,
    one_chunk: Array,
    sizes: Sizes,
    item: usize,
}

impl Mender {
    fn new(array: &Array, sizes: Sizes) -> Result<Self> {
        let (document, _) = json::parse(array.metadata()?.as_bytes(), ParseOptions { bare_tokens: true })?;
        let Json::Object(mut document) = document else { return Err(usage("the document is no object")) };
        let open = |document: &Object| -> Result<Array> {
            let hierarchy = open_store("memory://", None)?;
            hierarchy.store().set(".zarray", Json::Object(document.clone()).to_string().as_bytes())?;
            Ok(hierarchy.open_array("", Some(r#"{"write_empty_chunks": true}"#))?)
        };
        let same = open(&document)?;
        document.set("chunks", array.shape());
        Ok(Self { same, one_chunk: open(&document)?, sizes, item: array.data_type().size() })
    }

    /// The elements that a value decodes to as the first chunk of an array; None: it is damaged.
    fn decode(array: &Array, value: &[u8], size: usize) -> zarr::Result<Option<Vec<u8>>> {
        let (first, mut elements) = (vec![0; array.ndim()], vec![0; size]);
        array.write_encoded_chunk(Unit::Chunk, &first, value)?;
        match array.read_chunk(Unit::Chunk, &first, &mut elements) {
            Err(error) if matches!(error.kind(), ErrorKind::Data | ErrorKind::Limit) => Ok(None),
            read => read.map(|()| Some(elements)),
        }
    }

    fn look(&self, value: &[u8]) -> zarr::Result<StoredChunk> {
        if Self::decode(&self.same, value, self.sizes.chunk)?.is_some() {
            return Ok(StoredChunk::Whole);
        }
        let Some(mut elements) = Self::decode(&self.one_chunk, value, self.sizes.whole)? else {
            return Ok(StoredChunk::Other);
        };
        // Only the fill values that NCZarr has appended to the chunk may be cut off.
        let rest = elements.split_off(self.sizes.chunk);
        let items = rest.chunks_exact(self.item);
        if !items.clone().all(|item| Some(item) == items.clone().next()) {
            return Ok(StoredChunk::Other);
        }
        let first = vec![0; self.same.ndim()];
        self.same.write_chunk(Unit::Chunk, &first, &elements)?;
        let cut = self.same.read_encoded_chunk(Unit::Chunk, &first)?;
        cut.map(StoredChunk::Long).ok_or_else(|| zarr::Error::internal("a chunk that was written is there"))
    }
}
