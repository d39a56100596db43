//! `doctor`: what a place for stores offers, and which options suit it.

use crate::address::{Address, Mode};
use crate::advice::{self, Advice, LockReach};
use crate::checkup::{self, Findings, TestFolder, Tested};
use crate::failure::{Result, usage};
use crate::output::{self, printable, size};
use crate::ranks::{Answers, Meeting, Ranks, Together};
use crate::session::Session;
use crate::stripes::{self, Stripes};
use clap::Args;
use std::path::Path;
use std::time::Duration;
use zarr::json::{Json, Object};
use zarr::{Error, ErrorKind, FileSystem, Holds, Lock, Store, StoreExt};

/// Describes the place for a store, and the options of the library that suit it.
///
/// Of a folder: the file system and how it is mounted, locks between processes (under `mpiexec` or `srun` also between
/// nodes), rename, fsync, names, space, and the time that a new file takes. Of a store behind a URL: whether it writes
/// on conditions. What is made to try that is taken away again.
#[derive(Args, Clone, Debug)]
pub struct Doctor {
    /// A folder that is there, or the URL of a store
    place: Address,
    /// How long ranks that were started together wait for one another, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    wait: u64,
    /// The name of this node, where hosts in containers have one name
    #[arg(long, value_name = "NAME")]
    node: Option<String>,
    /// Only try a lock, and say whether another process has it
    #[arg(long, hide = true, value_parser = ["flock", "fcntl"])]
    try_lock: Option<String>,
}

impl Doctor {
    pub fn run(&self, session: &Session) -> Result<()> {
        let url = self.place.url.as_str();
        if let Some(word) = &self.try_lock {
            say!("{}", checkup::try_lock(Path::new(url), word));
            return Ok(());
        }
        if !self.place.inside.is_empty() {
            return Err(usage("doctor looks at a folder or a store, not at what lies in it"));
        }
        let path = url.strip_prefix("file://").unwrap_or(url);
        if path.contains("://") { self.look_at_store(session) } else { self.look_at_folder(session, Path::new(path)) }
    }

    fn look_at_folder(&self, session: &Session, path: &Path) -> Result<()> {
        let system = FileSystem::at(path)?;
        let node = self.node.clone().unwrap_or_else(checkup::node);
        let ranks = Ranks::of_environment(|name| std::env::var(name).ok());
        let meet = |ranks| Meeting::new(path, ranks, &node, Duration::from_secs(self.wait));
        let together = match ranks {
            None => None,
            Some(ranks @ Ranks { rank: 0, .. }) => Some(meet(ranks).lead()?),
            // Rank 0 speaks for all.
            Some(ranks) => return meet(ranks).follow(),
        };
        let scratch = TestFolder::new(path, &node)?;
        let found = checkup::look(&scratch, system.longest_name())?;
        drop(scratch);
        let stripes = FileSystem::attribute(path, "lustre.lov")?.as_deref().and_then(stripes::read);
        let advice = advice::advise(&system, &found, together.as_ref(), stripes);
        let report =
            FolderReport { system: &system, found: &found, together: together.as_ref(), stripes, advice: &advice };
        if session.json { output::json(&report.json()) } else { report.print() }
    }

    /// Writes a small value on conditions, one of which does not hold.
    fn look_at_store(&self, session: &Session) -> Result<()> {
        let hierarchy = session.open(&self.place, Mode::Write)?;
        let store = &**hierarchy.store();
        let capabilities = store.capabilities();
        let key = format!(".zarrtool-doctor-{}", std::process::id());
        let tested = if capabilities.conditional { Some(conditions(store, &key)) } else { None };
        let cleared = if tested.is_some() && capabilities.erasable { store.erase(&key) } else { Ok(()) };
        let conditional = match tested {
            None => "no: one writer for each chunk, and each document".to_owned(),
            Some(Ok(true)) => "yes, as was tried: writers that meet lose nothing".to_owned(),
            Some(Ok(false)) => {
                "no, though the store says so: a write on a condition that does not hold was carried out".to_owned()
            }
            Some(Err(error)) => return Err(error.into()),
        };
        cleared?;
        let option = match conditional.starts_with("no, though") {
            true => Some("\"conditional\": false"),
            false => None,
        };
        if session.json {
            let report = Object::new()
                .with("place", self.place.url.as_str())
                .with("conditional", conditional.starts_with("yes"))
                .with("listable", capabilities.listable)
                .with("erasable", capabilities.erasable)
                .with("options", option.map_or(Json::Null, Json::from));
            return output::json(&report.into());
        }
        let word = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        output::pairs(&[
            ("place", printable(&self.place.url)),
            ("conditional writes", conditional),
            ("lists keys", word(capabilities.listable)),
            ("erases", word(capabilities.erasable)),
            ("options", option.unwrap_or("none need be set").to_owned()),
        ])
    }
}

/// True if the store writes a value only if it has not changed since it was read.
fn conditions(store: &dyn Store, key: &str) -> std::result::Result<bool, Error> {
    let (_, before) = store.get_versioned(key, 1024)?;
    store.set_if(key, &before, b"one")?;
    match store.set_if(key, &before, b"two") {
        Ok(()) => Ok(false),
        Err(error) if error.kind() == ErrorKind::Conflict => Ok(true),
        Err(error) => Err(error),
    }
}

/// All that was found of a folder.
struct FolderReport<'a> {
    system: &'a FileSystem,
    found: &'a Findings,
    together: Option<&'a Together>,
    stripes: Option<Stripes>,
    advice: &'a [Advice],
}

impl FolderReport<'_> {
    fn holds(&self, lock: Lock) -> Holds {
        self.system.holds(lock).unwrap_or(Holds::NotKnown)
    }

    fn print(&self) -> Result<()> {
        let (found, system) = (self.found, self.system);
        let mut lines = vec![("file system", printable(&self.kind()))];
        if let Some((point, source)) = system.mounted() {
            lines.push(("mounted", printable(&format!("{source} on {}", point.display()))));
        }
        if let Some(options) = system.options() {
            lines.push(("mount options", printable(&options.join(","))));
        }
        let lock = |tested: &Tested, lock, answers: Option<&Answers>| {
            let tested = match tested {
                Tested::Works => "keeps out another process".to_owned(),
                Tested::KeepsOutNone => "KEEPS OUT NONE, though the call succeeds".to_owned(),
                Tested::Refused(why) => format!("refused: {}", printable(why)),
            };
            let between = match answers {
                Some(Answers { elsewhere: (0, 0), .. }) => "; all ranks run on one node".to_owned(),
                Some(Answers { elsewhere: (held, 0), .. }) => format!("; kept out {held} of {held} other nodes"),
                Some(Answers { elsewhere: (held, free), .. }) => {
                    format!("; KEPT OUT {held} OF {} OTHER NODES", held + free)
                }
                None => String::new(),
            };
            format!("{tested}{between}; known of it: {}", self.holds(lock).name())
        };
        lines.push((
            "flock of a folder",
            lock(&found.flock, Lock::Flock, self.together.and_then(|all| all.flock.as_ref())),
        ));
        lines.push((
            "fcntl of a file",
            lock(&found.fcntl, Lock::Fcntl, self.together.and_then(|all| all.fcntl.as_ref())),
        ));
        if let Some(Together { ranks, nodes, .. }) = self.together {
            lines.push(("ranks", format!("{ranks} on {}", output::count(*nodes as u64, "node"))));
        }
        let or_why = |result: &std::result::Result<(), String>, good: &str| match result {
            Ok(()) => good.to_owned(),
            Err(why) => format!("no: {}", printable(why)),
        };
        lines.push(("rename", or_why(&found.rename, "one step, as a reader sees it")));
        lines.push(("fsync of a folder", or_why(&found.sync_folder, "yes")));
        lines.push(("hard links", if found.hard_links { "yes" } else { "no" }.into()));
        lines.push(("case", if found.case_sensitive { "counts" } else { "does not count" }.into()));
        lines.push(("longest name", format!("{} bytes", found.longest_name)));
        let files = system.free_files().map_or_else(|| "not counted".into(), |files| files.to_string());
        lines.push(("free", format!("{}, files: {files}", size(system.free_bytes()))));
        if let Some(Stripes { size: bytes, count }) = self.stripes {
            let count = count.map_or("all servers".into(), |count| output::count(count.into(), "server"));
            lines.push(("stripes", format!("{} on {count}", size(bytes.into()))));
        }
        let (half, most) = found.create_and_rename;
        lines.push(("new file", format!("{half} µs to make and rename a small one, 19 of 20 less than {most} µs")));
        for (index, (option, why)) in self.advice.iter().enumerate() {
            let option = option.as_ref().map_or_else(String::new, |option| format!("{option}: "));
            lines.push((if index == 0 { "advice" } else { "" }, printable(&format!("{option}{why}"))));
        }
        output::pairs(&lines)
    }

    fn kind(&self) -> String {
        let name = self.system.name();
        match self.system.mount_type() {
            Some(kind) if !kind.eq_ignore_ascii_case(&name) => format!("{name} ({kind})"),
            _ => name,
        }
    }

    fn json(&self) -> Json {
        let (found, system) = (self.found, self.system);
        let reaches = advice::reaches(system, found, self.together);
        let (flock, fcntl) = reaches;
        let word = |reach| match reach {
            LockReach::All => "all",
            LockReach::Node => "node",
            LockReach::None => "none",
            LockReach::Unknown => "not known",
        };
        let lock = |tested: &Tested, lock, reach, answers: Option<&Answers>| {
            let (result, why) = match tested {
                Tested::Works => ("works", Json::Null),
                Tested::KeepsOutNone => ("keeps out none", Json::Null),
                Tested::Refused(why) => ("refused", why.as_str().into()),
            };
            let known = self.holds(lock).name();
            let report =
                Object::new().with("tested", result).with("why", why).with("known", known).with("reach", word(reach));
            report.with(
                "nodes",
                answers.map_or(Json::Null, |answers| {
                    let (held, free) = answers.elsewhere;
                    Object::new().with("kept_out", held as u64).with("not_kept_out", free as u64).into()
                }),
            )
        };
        let result = |result: &std::result::Result<(), String>| {
            result.as_ref().err().map_or(Json::Null, |why| why.as_str().into())
        };
        let (half, most) = found.create_and_rename;
        let options = system.options().map_or(Json::Null, |options| options.to_vec().into());
        let advice = self.advice.iter().map(|(option, why)| {
            let option = option.as_deref().map_or(Json::Null, Json::from);
            Json::from(Object::new().with("option", option).with("why", why.as_str()))
        });
        let stripes = self.stripes.map_or(Json::Null, |Stripes { size, count }| {
            let count = count.map_or(Json::Null, |count| u64::from(count).into());
            Object::new().with("size", u64::from(size)).with("count", count).into()
        });
        Object::new()
            .with("file_system", system.name())
            .with("mount_type", system.mount_type().map_or(Json::Null, Json::from))
            .with("mount_options", options)
            .with("flock", lock(&found.flock, Lock::Flock, flock, self.together.and_then(|all| all.flock.as_ref())))
            .with("fcntl", lock(&found.fcntl, Lock::Fcntl, fcntl, self.together.and_then(|all| all.fcntl.as_ref())))
            .with("default_reach", word(advice::default_reach(system, reaches)))
            .with("ranks", self.together.map_or(1, |all| all.ranks as u64))
            .with("nodes", self.together.map_or(1, |all| all.nodes as u64))
            .with("rename", found.rename.is_ok())
            .with("rename_why", result(&found.rename))
            .with("sync_folder", found.sync_folder.is_ok())
            .with("sync_folder_why", result(&found.sync_folder))
            .with("hard_links", found.hard_links)
            .with("case_sensitive", found.case_sensitive)
            .with("longest_name", found.longest_name as u64)
            .with("free_bytes", system.free_bytes())
            .with("free_files", system.free_files().map_or(Json::Null, Json::from))
            .with("stripes", stripes)
            .with("create_and_rename_us", half)
            .with("create_and_rename_us_19_of_20", most)
            .with("advice", advice.collect::<Vec<_>>())
            .into()
    }
}
