//! `zarrtool`: looks into Zarr hierarchies of every format, checks them, and converts them.
//!
//! It is a user of the library like any other: all that it knows of formats, codecs and stores it asks the public API.
//! One file for each command in `commands`; shared code is beside that folder.

#[macro_use]
mod output;
mod address;
mod advice;
mod blocks;
mod cf;
mod checkup;
mod cli;
mod colours;
mod commands;
mod date;
mod describe;
mod element;
mod failure;
mod figure;
mod font;
mod histogram;
mod moving;
mod npy;
mod numbers;
mod owners;
mod picture;
mod plan;
mod progress;
mod ranks;
mod report;
mod selection;
mod session;
mod stripes;
mod tops;

use clap::Parser;
use failure::{Failure, Outcome};
use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    match commands::run(&cli) {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Findings) => ExitCode::from(failure::FINDINGS),
        // The reader of the output has closed it.
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            // Where it can't be printed, the exit code says it.
            let _ = writeln!(std::io::stderr(), "zarrtool: {failure}");
            ExitCode::from(failure.code())
        }
    }
}
