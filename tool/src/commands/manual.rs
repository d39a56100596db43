//! Completions for shells, and the manual: made of the description of the command line.

use crate::cli::Cli;
use crate::failure::{Failure, Result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::io::Write;
use std::path::PathBuf;

#[derive(Args, Clone, Debug)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

#[derive(Args, Clone, Debug)]
pub struct Man {
    /// A folder for the pages, one a command; without it, the page of the program is printed
    folder: Option<PathBuf>,
}

impl Completions {
    pub fn run(&self) -> Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "zarrtool", &mut script);
        Ok(std::io::stdout().write_all(&script)?)
    }
}

impl Man {
    pub fn run(&self) -> Result<()> {
        let Some(folder) = &self.folder else {
            return Ok(clap_mangen::Man::new(Cli::command()).render(&mut std::io::stdout().lock())?);
        };
        let failed = |error| Failure::File(folder.display().to_string(), error);
        std::fs::create_dir_all(folder).map_err(failed)?;
        clap_mangen::generate_to(Cli::command(), folder).map_err(failed)
    }
}
