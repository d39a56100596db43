//! The kinds of stores that histories happen in.

use crate::object_server::{Fault, Server};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Mutex;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A directory that several processes share.
    Files,
    /// Such a directory, in which folders are locked by files in them.
    LockedFiles,
    /// A named store in the memory of one process.
    Memory,
    /// A server of objects with conditional writes, several processes.
    Objects,
    /// A program's own store with `set_if`, which threads of one process open several times.
    Callbacks,
    /// A zip file, which one handle writes.
    Zip,
}

pub const KINDS: [Kind; 6] = [Kind::Files, Kind::LockedFiles, Kind::Memory, Kind::Objects, Kind::Callbacks, Kind::Zip];

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Self::Files => "file system",
            Self::LockedFiles => "file system with lock files",
            Self::Memory => "memory",
            Self::Objects => "objects",
            Self::Callbacks => "callbacks",
            Self::Zip => "zip",
        }
    }

    /// True for directories.
    pub fn is_directory(self) -> bool {
        matches!(self, Self::Files | Self::LockedFiles)
    }

    /// True when several processes use one store, and any of them may be killed.
    pub fn is_shared(self) -> bool {
        self.is_directory() || self == Self::Objects
    }

    /// True when a store outlives the process that made it.
    pub fn persists(self) -> bool {
        !matches!(self, Self::Memory | Self::Callbacks)
    }

    pub fn processes(self) -> usize {
        if self.is_shared() { 2 } else { 1 }
    }

    /// True when a change may end undone because others were faster each time, or with an answer that was lost.
    pub fn may_be_in_doubt(self) -> bool {
        matches!(self, Self::Objects | Self::Callbacks)
    }

    /// The URL and the options, without braces, of the store of one history.
    pub fn address(self, number: usize, directory: &Path, server: Option<&Server>) -> (String, String) {
        let options = server.map_or_else(String::new, |server| {
            format!(
                "\"endpoint\": {:?}, \"allow_http\": true, \"region\": \"here\", \"access_key\": \"id\", \"secret_key\": \"key\"",
                server.url()
            )
        });
        let options = if self == Self::LockedFiles { r#""lock": "fcntl""#.to_owned() } else { options };
        let url = match self {
            Self::Files | Self::LockedFiles => directory.join("store").display().to_string(),
            Self::Memory => "memory://history".to_owned(),
            Self::Objects => format!("s3://bucket/{number}"),
            Self::Callbacks => "callbacks:".to_owned(),
            Self::Zip => directory.join("store.zip").display().to_string(),
        };
        (url, options)
    }
}

/// Has the server lose the answers to some of the writes that it carries out, or to none. Not to the same write twice:
/// the models know of one that is repeated once.
pub fn lose_answers(server: &Server, loses: bool) {
    let lost = Mutex::new(HashSet::new());
    server.misbehave(move |asked, count| {
        let write = || (asked.path.clone(), asked.headers.get("x-amz-content-sha256").cloned());
        let is_due = loses && asked.method == "PUT" && count % 7 == 3;
        (is_due && lost.lock().unwrap().insert(write())).then_some(Fault::Lost)
    });
}
