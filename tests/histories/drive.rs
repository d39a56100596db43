//! Carries a plan out: starts the processes, lets their threads begin together, kills what is to be killed, and gathers
//! what they wrote down.

use crate::history::{Op, Record, Step, read_journals};
use crate::object_server::Server;
use crate::program::{Plan, Worker};
use crate::programs;
use crate::stores::{self, Kind};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// After so long a history that goes on is taken for one that never ends.
pub const LONGEST: Duration = Duration::from_secs(60);

/// The results of a plan.
pub struct Ran {
    pub records: Vec<Record>,
    /// Processes that ended otherwise than they should.
    pub failures: Vec<String>,
    pub kills: usize,
    pub forks: usize,
}

/// The worker, compiled, and what it needs.
pub struct Driver {
    directory: TempDir,
    server: Option<Server>,
    kind: Kind,
    histories: usize,
    /// Programs that wait for the next history.
    programs: Vec<programs::Running>,
}

impl Driver {
    pub fn new(kind: Kind) -> Self {
        let directory = TempDir::new().unwrap();
        compile(directory.path());
        Self {
            directory,
            server: (kind == Kind::Objects).then(Server::start),
            kind,
            histories: 0,
            programs: Vec::new(),
        }
    }

    pub fn run(&mut self, plan: &Plan) -> Ran {
        self.histories += 1;
        let scratch = TempDir::new_in(self.directory.path()).unwrap();
        let (url, options) = self.kind.address(self.histories, scratch.path(), self.server.as_ref());
        let binary = self.directory.path().join("worker");
        let mut program = self.program(plan);
        let server = self.server.as_ref();
        let mut run =
            Run { plan, server, binary, scratch: scratch.path(), url, options, failures: Vec::new(), started: 0 };
        let kills = run.carry_out(program.as_mut());
        // A program that failed is started anew.
        self.programs.extend(program.filter(|_| run.failures.is_empty()));
        let journals: Vec<String> =
            (0..run.started).filter_map(|of| std::fs::read_to_string(run.journal(of)).ok()).collect();
        let failures = run.failures;
        let records = read_journals(plan.steps(), &journals);
        let forks = records.iter().filter(|record| matches!(record.step.op, Op::Fork { .. })).count();
        Ran { records, failures, kills, forks }
    }

    /// The program of a history, which runs already or is started.
    fn program(&mut self, plan: &Plan) -> Option<programs::Running> {
        let (wanted, _) = plan.guest.as_ref()?;
        let waiting = self.programs.iter().position(|running| running.program == *wanted);
        Some(waiting.map_or_else(
            || programs::Running::start(*wanted, self.directory.path()),
            |at| self.programs.swap_remove(at),
        ))
    }
}

/// `zarrtool`: what `ZARR_HISTORIES_TOOL` names, or what cargo has built of these sources.
pub fn tool() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("ZARR_HISTORIES_TOOL") {
        return Some(named.into());
    }
    let beside = std::env::current_exe().ok()?.parent()?.to_owned();
    let (library, tool) =
        (beside.join(format!("libzarr{}", std::env::consts::DLL_SUFFIX)), beside.with_file_name("zarrtool"));
    let made = |path: &Path| std::fs::metadata(path).and_then(|file| file.modified()).ok();
    (made(&tool)? >= made(&library)?).then_some(tool)
}

/// Compiles the worker against the library that cargo has built for this test.
fn compile(directory: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let beside = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    let library = beside.join(format!("libzarr{}", std::env::consts::DLL_SUFFIX));
    assert!(library.is_file(), "{}: the shared library is not there", library.display());
    for name in ["libzarr.so", "libzarr.so.0", "libzarr.dylib", "libzarr.0.dylib"] {
        std::os::unix::fs::symlink(&library, directory.join(name)).unwrap();
    }
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    let sources = [
        "tests/histories/worker.c",
        "tests/histories/operations.c",
        "tests/histories/participants.c",
        "tests/c/callback_store.c",
        "tests/c/check.c",
    ];
    let mut command = Command::new(compiler);
    command.args(["-std=c99", "-O1", "-g", "-pthread", "-o"]).arg(directory.join("worker"));
    command.arg("-I").arg(root.join("include")).arg("-I").arg(root.join("tests/c"));
    command.args(sources.map(|source| root.join(source)));
    command.arg("-L").arg(directory).arg("-lzarr").arg(format!("-Wl,-rpath,{}", directory.display()));
    assert!(command.status().unwrap().success(), "{command:?}");
}

/// A process that was started.
struct Running<'a> {
    child: Child,
    worker: Option<&'a Worker>,
    /// When it is to be killed.
    kill_at: Option<Instant>,
}

/// One history on its way.
struct Run<'a> {
    plan: &'a Plan,
    server: Option<&'a Server>,
    binary: PathBuf,
    scratch: &'a Path,
    url: String,
    options: String,
    failures: Vec<String>,
    /// Processes started so far.
    started: usize,
}

impl<'a> Run<'a> {
    fn journal(&self, process: usize) -> PathBuf {
        self.scratch.join(format!("journal.{process}"))
    }

    /// Runs all processes to their ends; how many it killed.
    fn carry_out(&mut self, mut program: Option<&mut programs::Running>) -> usize {
        let plan = self.plan;
        if !self.plan.kind.persists() {
            let worker = &plan.workers[0];
            let phases = [vec![&plan.setup[..]], vec![&worker.prelude[..]], threads(worker), vec![&plan.last_look[..]]];
            let only = self.start(&plan.program(&phases, None), None);
            return self.wait_for(vec![only]);
        }
        let setup = self.start(&plan.program(&[vec![&plan.setup[..]]], None), None);
        self.wait_for(vec![setup]);
        // A creation that is made again finds what it has created itself, so the nodes are there before answers are
        // lost.
        self.lose_answers(plan.loses_answers);
        let mut workers = Vec::new();
        for worker in &plan.workers {
            let phases = [vec![&worker.prelude[..]], threads(worker)];
            workers.push(self.start(&plan.program(&phases, Some(1)), Some(worker)));
        }
        if let Some(program) = program.as_deref_mut() {
            self.ask(program);
        }
        for running in &mut workers {
            let output = running.child.stdout.take().expect("a pipe");
            // One that ends before it is ready is met below.
            let _ = BufReader::new(output).read_line(&mut String::new());
        }
        if let Some(program) = program.as_deref_mut() {
            self.hear(program, "ready");
            program.ask("go");
        }
        for running in &mut workers {
            drop(running.child.stdin.take());
            running.kill_at = running.worker.and_then(kill_at);
        }
        let kills = self.wait_for(workers);
        if let Some(program) = program {
            self.hear(program, "done");
        }
        self.lose_answers(false);
        let last = self.start(&plan.program(&[vec![&plan.last_look[..]]], None), None);
        self.wait_for(vec![last]);
        kills
    }

    fn lose_answers(&self, loses: bool) {
        if let Some(server) = self.server {
            stores::lose_answers(server, loses);
        }
    }

    /// Has the program of the history carry out its part up to the gate.
    fn ask(&mut self, program: &mut programs::Running) {
        let (_, worker) = self.plan.guest.as_ref().expect("a program");
        let operations = self.operations(&self.plan.program(&[vec![&worker.prelude[..]], threads(worker)], Some(1)));
        let (journal, url, options, pauses) = (self.journal(self.started), &self.url, &self.options, self.plan.pauses);
        program.ask(&format!("{}\t{}\t{url}\t{options}\t{pauses}", operations.display(), journal.display()));
        self.started += 1;
    }

    fn hear(&mut self, program: &programs::Running, answer: &str) {
        // A program says nothing after it has failed.
        if self.failures.is_empty()
            && let Err(failure) = program.wait_for(answer)
        {
            self.failures.push(failure);
        }
    }

    /// The file of a process that has its operations.
    fn operations(&self, program: &str) -> PathBuf {
        let path = self.scratch.join(format!("program.{}", self.started));
        std::fs::write(&path, program).unwrap();
        path
    }

    fn start(&mut self, program: &str, worker: Option<&'a Worker>) -> Running<'a> {
        let path = self.operations(program);
        let mut command = Command::new(&self.binary);
        command.arg(path).arg(self.journal(self.started)).arg(&self.url).arg(&self.options);
        for (name, _) in std::env::vars_os() {
            let lower = name.to_string_lossy().to_ascii_lowercase();
            if lower.starts_with("aws_") || lower.ends_with("_proxy") {
                command.env_remove(name);
            }
        }
        command.env("ZARR_TEST_PAUSES", self.plan.pauses).stdin(Stdio::piped()).stdout(Stdio::piped());
        if let Some(tool) = tool() {
            command.env("ZARR_HISTORIES_TOOL", tool);
        }
        if self.plan.pauses.is_empty() {
            command.env_remove("ZARR_TEST_PAUSES");
        }
        self.started += 1;
        Running { child: command.spawn().unwrap(), worker, kill_at: None }
    }

    /// Waits until all have ended, kills what is due, and starts the successors of what was killed.
    fn wait_for(&mut self, mut processes: Vec<Running<'a>>) -> usize {
        let (begin, mut kills) = (Instant::now(), 0);
        while let Some(mut running) = processes.pop() {
            if let Some(status) = running.child.try_wait().unwrap() {
                if !status.success() {
                    self.failures.push(format!("a process ended with {status}"));
                }
                continue;
            }
            if running.kill_at.is_some_and(|at| at <= Instant::now()) {
                kill(&mut running.child);
                kills += 1;
                if let Some(successor) = running.worker.and_then(|worker| worker.successor.as_deref()) {
                    let phases = [vec![&successor.prelude[..]], threads(successor)];
                    processes.push(self.start(&self.plan.program(&phases, None), Some(successor)));
                }
                continue;
            }
            if begin.elapsed() > LONGEST {
                kill(&mut running.child);
                self.failures.push(format!("a process had not ended after {} s", LONGEST.as_secs()));
                continue;
            }
            processes.insert(0, running);
            std::thread::sleep(Duration::from_micros(500));
        }
        kills
    }
}

fn threads(worker: &Worker) -> Vec<&[Step]> {
    worker.threads.iter().map(Vec::as_slice).collect()
}

fn kill_at(worker: &Worker) -> Option<Instant> {
    worker.killed_after.map(|after| Instant::now() + Duration::from_micros(after))
}

fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}
