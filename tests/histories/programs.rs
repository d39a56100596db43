//! Programs of other software that take part in histories: long-lived processes which are asked to carry out a part of
//! each history, by the operations and the journal of the worker (`programs/program.h`). The environment says how to
//! start each.

use crate::drive::LONGEST;
use crate::history::{Op, Tree};
use crate::participants::{Participant, Sight};
use crate::stores::Kind;
use crate::themes::Theme;
use std::io::{BufRead, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A program, with the promises that `docs/consistency.md` makes for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// zarr-python with `libzarr.Pipeline`: reads and writes elements, whatever other programs do to the array.
    Pipeline,
    /// zarr-python by itself, which takes no locks: reads what is stored under one key, and changes documents that
    /// have no other writer.
    ZarrPython,
    /// A program of netCDF, with the plug-in: reads and writes elements and attributes.
    Netcdf,
    /// The ranks of an MPI program, with collective calls: read elements, write whole chunks, change documents.
    Mpi,
}

const PROGRAMS: [Program; 4] = [Program::Pipeline, Program::ZarrPython, Program::Netcdf, Program::Mpi];

/// The process of a history's program, which the numbers of workers and their successors do not reach.
pub const PROCESS: usize = 90;

impl Program {
    fn name(self) -> &'static str {
        match self {
            Self::Pipeline => "pipeline",
            Self::ZarrPython => "zarr",
            Self::Netcdf => "netcdf",
            Self::Mpi => "mpi",
        }
    }

    fn suits(self, theme: Theme) -> bool {
        use Theme::{Attributes, Border, Copies, Data, Resize, Shards};
        match self {
            Self::Pipeline => matches!(theme, Data | Shards | Border | Resize),
            Self::ZarrPython => matches!(theme, Data | Border | Attributes),
            Self::Netcdf => matches!(theme, Data | Shards | Border | Attributes | Copies),
            Self::Mpi => matches!(theme, Data | Shards | Resize | Attributes | Copies),
        }
    }

    /// True for an operation that the program is able to do, and that is promised something.
    pub fn does(self, theme: Theme, tree: &Tree, op: &Op) -> bool {
        match *op {
            Op::Open { .. } | Op::Pause { .. } => true,
            // The inner chunks of a shard are several reads.
            Op::Read { node, .. } => self != Self::ZarrPython || tree.array(node).shard == 0,
            Op::Write { .. } => self != Self::ZarrPython,
            Op::Set { .. } => {
                matches!(self, Self::Netcdf | Self::Mpi) || self == Self::ZarrPython && theme == Theme::Data
            }
            Op::Get { .. } => self != Self::Pipeline,
            Op::Resize { .. } | Op::Length { .. } => self == Self::Mpi,
            _ => false,
        }
    }

    /// An operation as the program does it: ranks write whole chunks.
    pub fn fit(self, theme: Theme, tree: &Tree, mut op: Op) -> Op {
        if let Op::Write { node, start, count, .. } = &mut op
            && self == Self::Mpi
        {
            let array = tree.array(*node);
            let (first, end) = (*start / array.stored(), (*start + *count + array.stored() - 1) / array.stored());
            *start = first * array.stored();
            *count = (end - first) * array.stored();
            // Where lengths change, other programs may have elements past the end that a handle knows.
            if theme != Theme::Resize {
                *count = (*count).min(array.length - *start);
            }
        }
        op
    }

    /// The program as a participant.
    pub fn participant(self) -> Participant {
        Participant {
            recipe: self.name().to_owned(),
            changes: true,
            is_whole: true,
            sight: Sight::Now,
            origin: PROCESS,
            is_plain: false,
            program: Some(self),
        }
    }
}

/// The programs that the environment asks for, and how to start each: `ZARR_HISTORIES_PROGRAMS` is a list of
/// `NAME=COMMAND`, separated by commas.
fn asked() -> Vec<(Program, String)> {
    let listed = std::env::var("ZARR_HISTORIES_PROGRAMS").unwrap_or_default();
    let program = |one: &str| {
        let (name, command) = one.split_once('=')?;
        let program = PROGRAMS.into_iter().find(|program| program.name() == name)?;
        Some((program, command.to_owned()))
    };
    let parsed = |one| program(one).unwrap_or_else(|| panic!("ZARR_HISTORIES_PROGRAMS: {one:?} is no NAME=COMMAND"));
    listed.split(',').filter(|one| !one.is_empty()).map(parsed).collect()
}

/// True where the environment asks for no programs, or for one that can take part.
pub fn allow(theme: Theme, kind: Kind) -> bool {
    asked().is_empty() || !for_theme(theme, kind).is_empty()
}

/// The programs that can take part in a history.
pub fn for_theme(theme: Theme, kind: Kind) -> Vec<Program> {
    let able = |program: &Program| kind.is_directory() && program.suits(theme);
    asked().into_iter().map(|(program, _)| program).filter(able).collect()
}

/// A program that runs.
pub struct Running {
    pub program: Program,
    child: Child,
    input: Option<ChildStdin>,
    answers: Receiver<String>,
}

impl Running {
    /// Starts a program, which loads the library that lies in a folder.
    pub fn start(program: Program, libraries: &Path) -> Self {
        let (_, command) = asked().into_iter().find(|(asked, _)| *asked == program).expect("a program to start");
        let mut paths = libraries.as_os_str().to_owned();
        if let Some(others) = std::env::var_os("LD_LIBRARY_PATH") {
            paths.push(":");
            paths.push(others);
        }
        let mut child = Command::new("sh")
            .arg("-c")
            .arg(format!("exec {command}"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("LIBZARR", libraries.join("libzarr.so"))
            .env("LD_LIBRARY_PATH", paths)
            .env("ZARR_TEST_PAUSES", "")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (tell, answers) = channel();
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let _ = tell.send(line);
            }
        });
        Self { program, input: child.stdin.take(), child, answers }
    }

    /// Gives the program a line. One that has ended is met when its answer is waited for.
    pub fn ask(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = writeln!(input, "{line}");
        }
    }

    /// Waits for an answer; why there is none otherwise.
    pub fn wait_for(&self, answer: &str) -> Result<(), String> {
        match self.answers.recv_timeout(2 * LONGEST) {
            Ok(line) if line == answer => Ok(()),
            other => Err(format!("the program {} did not answer {answer:?}: {other:?}", self.program.name())),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.input.take());
        for _ in 0..500 {
            if self.child.try_wait().unwrap().is_some() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
