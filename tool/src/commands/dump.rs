//! `dump`: the elements of an array, for people and for programs.

use crate::address::Address;
use crate::blocks::{Blocks, MEMORY};
use crate::cf::{self, Packing};
use crate::element::{self, ElementSpelling};
use crate::failure::{Failure, Outcome, Result, usage};
use crate::npy;
use crate::numbers::{self, Reading};
use crate::selection::AxisSelection;
use crate::session::Session;
use clap::{Args, ValueEnum};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use zarr::json::{Json, Style};
use zarr::{Array, DataType, MemoryOrder, Policy, Section, Transfer, TypeCode};

#[derive(Args, Clone, Debug)]
pub struct Dump {
    /// An array: STORE or STORE::PATH
    address: Address,
    /// The part that is wanted, as in NumPy: 0:10,:,3,::2
    #[arg(long, short, value_name = "INDEX", allow_hyphen_values = true)]
    select: Option<String>,
    /// How the elements are written
    #[arg(long, short, value_enum, default_value_t = OutputLayout::Text)]
    format: OutputLayout,
    /// Convert the elements to this data type; a value that it does not have is an error
    #[arg(long, value_name = "TYPE")]
    r#as: Option<String>,
    /// Elements as they are stored: without applying scale_factor, add_offset and _FillValue, and times as
    /// numbers
    #[arg(long)]
    raw: bool,
    /// Write to a file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How elements are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputLayout {
    /// Rows of the last axis, elements parted by blanks; texts in quotes, as in JSON
    Text,
    /// Rows of the last axis, elements parted by commas
    Csv,
    /// One line an element: its index along each axis, then the element, parted by commas
    Table,
    /// Their bytes in C order, in the byte order of this machine
    Raw,
    /// A file of NumPy
    Npy,
}

/// The elements of one slab in their memory format.
enum SlabElements {
    Fixed(Vec<u8>),
    Variable(Vec<Json>),
}

impl Dump {
    pub fn run(&self, session: &Session) -> Result<Outcome> {
        let array = session.array(&self.address)?;
        let selection = AxisSelection::parse(self.select.as_deref(), &array.shape())?;
        // Files of bytes are for programs, which know what the attributes say.
        let is_stored = self.raw || !session.json && matches!(self.format, OutputLayout::Raw | OutputLayout::Npy);
        let packing = Packing::of(&array, is_stored)?;
        let memory_type = self.memory_type(&array, &packing)?;
        let file =
            |path: &PathBuf| File::create(path).map_err(|error| Failure::File(path.display().to_string(), error));
        let mut out: Box<dyn Write> = match &self.output {
            Some(path) => Box::new(BufWriter::with_capacity(1 << 20, file(path)?)),
            None => Box::new(BufWriter::with_capacity(1 << 16, std::io::stdout().lock())),
        };
        let style = if session.json { None } else { Some(self.format) };
        if style == Some(OutputLayout::Npy) {
            out.write_all(&npy::header(&memory_type, &selection.shape())?)?;
        }
        let spelling = ElementSpelling::of(&memory_type);
        let spelling = match &self.r#as {
            _ if self.raw => spelling.with_dates(None),
            None => spelling.with_dates(cf::dates(&array)?),
            Some(_) => spelling,
        };
        let shape = selection.shape();
        let mut printer = Printer { style, spelling, packing: &packing, shape, done: 0, out: &mut out };
        let unit = array.chunk_shape().unwrap_or_else(|_| vec![1; selection.count.len()]);
        // Where elements have a length each, their memory can't be known.
        let item = if memory_type.is_variable() { 256 } else { memory_type.size() as u64 };
        for (start, count) in Blocks::slabs(&selection.count, &unit, item, MEMORY) {
            let part = selection.part(&start, &count);
            let elements = match packing.scale {
                Some(_) => SlabElements::Fixed(unpacked(&array, &part, &packing, &memory_type)?),
                None => read(&array, &part, self.r#as.is_some().then_some(&memory_type))?,
            };
            match elements {
                SlabElements::Fixed(bytes) if matches!(style, Some(OutputLayout::Raw | OutputLayout::Npy)) => {
                    printer.out.write_all(&bytes)?
                }
                SlabElements::Fixed(bytes) => {
                    let elements = bytes.chunks_exact(memory_type.size().max(1));
                    elements
                        .map(|bytes| element::json(&memory_type, bytes))
                        .try_for_each(|value| printer.put(&value))?;
                }
                SlabElements::Variable(_) if matches!(style, Some(OutputLayout::Raw | OutputLayout::Npy)) => {
                    return Err(usage(format!(
                        "elements of type {memory_type} have a length each: text, csv or table"
                    )));
                }
                SlabElements::Variable(values) => values.iter().try_for_each(|value| printer.put(value))?,
            }
        }
        printer.end()?;
        out.flush()?;
        Ok(Outcome::Fine)
    }

    fn memory_type(&self, array: &Array, packing: &Packing) -> Result<DataType> {
        let is_packed = packing.scale.is_some();
        let data_type = match &self.r#as {
            Some(name) => DataType::from_name(name, None)?,
            None if is_packed => DataType::from_name("float64", None)?,
            None => return Ok(array.data_type()),
        };
        if is_packed && !matches!(data_type.code(), TypeCode::Float32 | TypeCode::Float64) {
            return Err(usage(format!(
                "the numbers are packed by scale_factor and add_offset, and become float32 or float64, not {data_type}; \
                 --raw takes them as they are stored"
            )));
        }
        Ok(data_type)
    }
}

/// The numbers that packed ones mean, as doubles or floats; NaN for those that are missing.
fn unpacked(array: &Array, part: &AxisSelection, packing: &Packing, memory_type: &DataType) -> Result<Vec<u8>> {
    let (reading, mut bytes) = (Reading::required(&array.data_type())?, Vec::new());
    numbers::read(array, &reading, (&part.start, &part.count, &part.step), |stored| {
        let value = packing.unpack(stored).as_f64();
        match memory_type.code() {
            TypeCode::Float32 => bytes.extend((value as f32).to_ne_bytes()),
            _ => bytes.extend(value.to_ne_bytes()),
        }
    })?;
    Ok(bytes)
}

fn read(array: &Array, part: &AxisSelection, memory_type: Option<&DataType>) -> Result<SlabElements> {
    let own = array.data_type();
    if own.is_variable() {
        if part.step.iter().any(|step| *step != 1) {
            return Err(usage("elements that have a length each are read without steps"));
        }
        let values = array.read_values(&part.start, &part.count)?;
        return Ok(SlabElements::Variable(values.iter().map(|value| element::value_json(&own, value)).collect()));
    }
    let data_type = memory_type.unwrap_or(&own);
    let elements = part.count.iter().product::<u64>();
    let size = elements.checked_mul(data_type.size() as u64).and_then(|size| usize::try_from(size).ok());
    let mut bytes = vec![0; size.ok_or_else(|| usage("the part is too large"))?];
    let section = Section {
        start: part.start.clone(),
        count: part.count.clone(),
        step: part.step.clone(),
        offset: 0,
        memory: MemoryOrder::C,
    };
    let how = Transfer { memory_type: memory_type.map(|to| (to.clone(), Policy::Check)), ..Transfer::default() };
    array.read_section(&section, &mut bytes, &how)?;
    Ok(SlabElements::Fixed(bytes))
}

/// Prints one element after the other, in C order.
struct Printer<'a> {
    /// None for JSON.
    style: Option<OutputLayout>,
    spelling: ElementSpelling,
    packing: &'a Packing,
    /// Lengths of the axes that are printed.
    shape: Vec<u64>,
    done: u64,
    out: &'a mut dyn Write,
}

impl Printer<'_> {
    fn put(&mut self, value: &Json) -> Result<()> {
        let rank = self.shape.len();
        // How many axes begin, and end, with this element.
        let turns = |at: u64| {
            let mut volume = 1;
            self.shape
                .iter()
                .rev()
                .take_while(|length| {
                    volume *= **length;
                    at.is_multiple_of(volume)
                })
                .count()
        };
        let (begins, ends) = (turns(self.done), turns(self.done + 1));
        let mut line = String::new();
        match self.style {
            None => {
                if self.done > 0 {
                    line.push_str(if begins > 0 { ",\n" } else { "," });
                }
                line.extend(std::iter::repeat_n('[', begins));
                line.push_str(&finite(value).to_text(Style::default()));
                line.extend(std::iter::repeat_n(']', ends));
            }
            Some(OutputLayout::Table) => {
                let mut rest = self.done;
                let mut index = vec![0; rank];
                for axis in (0..rank).rev() {
                    (index[axis], rest) = (rest % self.shape[axis], rest / self.shape[axis]);
                }
                index.iter().for_each(|at| line.push_str(&format!("{at},")));
                self.cell(value, &mut line);
                line.push('\n');
            }
            Some(style) => {
                self.cell(value, &mut line);
                line.push(if ends > 0 || rank == 0 {
                    '\n'
                } else if style == OutputLayout::Csv {
                    ','
                } else {
                    ' '
                });
                // An empty line between planes.
                if ends > 1 && ends < rank {
                    line.push('\n');
                }
            }
        }
        self.out.write_all(line.as_bytes())?;
        self.done += 1;
        Ok(())
    }

    fn cell(&self, value: &Json, line: &mut String) {
        let is_text = matches!(value, Json::String(_)) && self.spelling.is_text;
        if self.style == Some(OutputLayout::Text) {
            let text = if is_text { value.to_text(Style::default()) } else { self.number(value) };
            return line.push_str(&crate::output::printable(&text));
        }
        // In CSV, a text that is empty has quotes, and what is absent has none.
        let text = if *value == Json::Null { String::new() } else { self.number(value) };
        if text.contains([',', '"', '\n', '\r']) || is_text && text.is_empty() {
            line.push_str(&format!("\"{}\"", text.replace('"', "\"\"")));
        } else {
            line.push_str(&text);
        }
    }

    /// A value that is not a text; `_` stands for a missing integer, as in ncdump.
    fn number(&self, value: &Json) -> String {
        if self.packing.is_missing(value) { "_".into() } else { self.spelling.text(&self.packing.readable(value)) }
    }

    fn end(&mut self) -> Result<()> {
        if self.style.is_none() {
            writeln!(self.out, "{}", if self.done == 0 { "[]" } else { "" })?;
        }
        Ok(())
    }
}

/// Numbers that JSON does not have, as a text.
fn finite(value: &Json) -> Json {
    match value {
        Json::Number(number) if number.is_bare_token() => number.text().to_string().into(),
        Json::Array(parts) => Json::Array(parts.iter().map(finite).collect()),
        other => other.clone(),
    }
}
