//! The commands, one file each.

pub mod attrs;
pub mod bench;
pub mod consolidate;
pub mod convert;
pub mod diff;
pub mod doctor;
pub mod dump;
mod headers;
pub mod info;
pub mod keys;
pub mod manual;
pub mod plot;
pub mod repair;
pub mod stats;
pub mod tree;
pub mod verify;

use crate::cli::{Cli, Command};
use crate::failure::{Outcome, Result};
use crate::session::Session;

/// Does what the command line says.
pub fn run(cli: &Cli) -> Result<Outcome> {
    let session = Session::new(&cli.common);
    let done = |result: Result<()>| result.map(|()| Outcome::Fine);
    match &cli.command {
        Command::Info(command) => done(command.run(&session)),
        Command::Tree(command) => done(command.run(&session)),
        Command::Dump(command) => command.run(&session),
        Command::Stats(command) => done(command.run(&session)),
        Command::Plot(command) => done(command.run(&session)),
        Command::Copy(command) => done(command.run(&session)),
        Command::Convert(command) => done(command.run(&session)),
        Command::Rechunk(command) => done(command.run(&session)),
        Command::Verify(command) => command.run(&session),
        Command::Repair(command) => command.run(&session),
        Command::Diff(command) => command.run(&session),
        Command::Bench(command) => done(command.run(&session)),
        Command::Doctor(command) => done(command.run(&session)),
        Command::Ls(command) => done(command.run(&session)),
        Command::Cat(command) => done(command.run(&session)),
        Command::Rm(command) => done(command.run(&session)),
        Command::Attrs(command) => done(command.run(&session)),
        Command::Consolidate(command) => done(command.run(&session)),
        Command::Completions(command) => done(command.run()),
        Command::Man(command) => done(command.run()),
    }
}
