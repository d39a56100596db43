//! Processes that an MPI launcher has started together. They find their ranks in the launcher's environment variables,
//! so that the program needs no MPI, and communicate by files in a folder that all of them see.

use crate::failure::{Failure, Result};
use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use zarr::{Error, ErrorKind as Kind, FileSystem, Lock};

/// The place of this process among those that were started together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranks {
    pub rank: usize,
    pub size: usize,
}

/// The answers of other processes that have tried a lock which this one held.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// On this node, and on others: how many found it held, and how many got it.
    pub here: (usize, usize),
    pub elsewhere: (usize, usize),
    /// The system's message to ranks that were refused.
    pub refused: Option<String>,
}

/// The joint findings of all ranks.
#[derive(Clone, Debug)]
pub struct Together {
    pub ranks: usize,
    pub nodes: usize,
    /// `flock` of a folder, then `fcntl` of a file; None: rank 0 was refused it.
    pub flock: Option<Answers>,
    pub fcntl: Option<Answers>,
}

impl Ranks {
    /// As MPICH, Intel MPI, Open MPI and Slurm tell; None: this process was started alone.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let number = |name: &str| variable(name)?.trim().parse::<usize>().ok();
        // Slurm gives a batch script a rank as well, but a number of tasks to steps only.
        let pairs = [
            ("PMI_RANK", "PMI_SIZE"),
            ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
            ("SLURM_PROCID", "SLURM_STEP_NUM_TASKS"),
        ];
        let found = pairs.iter().find_map(|(rank, size)| number(rank).zip(number(size)));
        found.map(|(rank, size)| Self { rank, size }).filter(|ranks| ranks.size > 1 && ranks.rank < ranks.size)
    }
}

/// Where ranks meet. Rank 0 makes the folder, and takes it away.
pub struct Meeting {
    folder: PathBuf,
    ranks: Ranks,
    node: String,
    limit: Duration,
    deadline: Instant,
}

/// The file with the task of rank 0: the request, and the ranks that it goes to.
const TASK: &str = "task";

impl Meeting {
    /// In a folder that all ranks see.
    pub fn new(folder: &Path, ranks: Ranks, node: &str, limit: Duration) -> Self {
        let folder = folder.join(".zarrtool-doctor-ranks");
        Self { folder, ranks, node: node.to_owned(), limit, deadline: Instant::now() + limit }
    }

    /// Runs rank 0: it waits for all ranks, then holds each lock while one process of each node tries it.
    pub fn lead(&self) -> Result<Together> {
        let led = self.ask_all();
        // After a failure too: the other ranks stop when the folder is gone.
        let _ = fs::remove_dir_all(&self.folder);
        led
    }

    fn ask_all(&self) -> Result<Together> {
        let run = format!("{}-{:x}", std::process::id(), nanoseconds());
        let place = self.folder.join("lock");
        // A folder that a killed run has left stays, since other ranks take a missing folder for the end. The files in
        // it are those of another run.
        fs::create_dir_all(&place).map_err(|error| self.failed(error))?;
        self.say(TASK, &format!("{run} wait"))?;
        let nodes = self.wait_for(&run, "here", &(1..self.ranks.size).collect::<Vec<_>>())?;
        let mut by_node: BTreeMap<&str, usize> = BTreeMap::new();
        for (rank, node) in &nodes {
            by_node.entry(node.as_str()).or_insert(*rank);
        }
        let try_all = |lock: Lock, word: &str| -> Result<Option<Answers>> {
            let Ok(Some(held)) = FileSystem::try_lock(&place, lock) else { return Ok(None) };
            let asked: Vec<usize> = by_node.values().copied().collect();
            let list = asked.iter().map(|rank| format!(" {rank}")).collect::<String>();
            self.say(TASK, &format!("{run} {word}{list}"))?;
            let answers = self.wait_for(&run, word, &asked)?;
            drop(held);
            let mut all = Answers::default();
            for (rank, answer) in answers {
                let counts = if nodes[&rank] == self.node { &mut all.here } else { &mut all.elsewhere };
                match answer.as_str() {
                    "held" => counts.0 += 1,
                    "free" => counts.1 += 1,
                    why => all.refused = Some(why.to_owned()),
                }
            }
            Ok(Some(all))
        };
        let (flock, fcntl) = (try_all(Lock::Flock, "flock")?, try_all(Lock::Fcntl, "fcntl")?);
        let others = by_node.keys().filter(|node| **node != self.node).count();
        Ok(Together { ranks: self.ranks.size, nodes: 1 + others, flock, fcntl })
    }

    /// Runs the other ranks, until rank 0 removes the folder.
    pub fn follow(&self) -> Result<()> {
        let (rank, mut known, mut done) = (self.ranks.rank, String::new(), String::new());
        while Instant::now() < self.deadline {
            let task = fs::read_to_string(self.folder.join(TASK)).unwrap_or_default();
            let mut words = task.split_whitespace();
            match (words.next(), words.next()) {
                (Some(run), Some(word)) => {
                    if run != known {
                        // Also where the first run that was met had been left by a killed one.
                        self.answer("here", run, &self.node)?;
                        (known, done) = (run.to_owned(), String::new());
                    }
                    let lock = if word == "flock" { Lock::Flock } else { Lock::Fcntl };
                    let is_meant = words.any(|word| word == rank.to_string());
                    if is_meant && done != word {
                        self.answer(word, run, &tried(&self.folder.join("lock"), lock))?;
                        word.clone_into(&mut done);
                    }
                }
                _ if !known.is_empty() && !self.folder.exists() => return Ok(()),
                _ => {}
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Err(self.late(&format!("rank {rank} has waited in vain for rank 0")))
    }

    fn answer(&self, word: &str, run: &str, text: &str) -> Result<()> {
        match self.say(&format!("{word}.{}", self.ranks.rank), &format!("{run} {text}")) {
            // Rank 0 has gone meanwhile.
            Err(Failure::File(_, error)) if error.kind() == ErrorKind::NotFound => Ok(()),
            said => said,
        }
    }

    /// Waits until these ranks have answered.
    fn wait_for(&self, run: &str, word: &str, ranks: &[usize]) -> Result<BTreeMap<usize, String>> {
        let mut answers = BTreeMap::new();
        loop {
            for rank in ranks.iter().filter(|rank| !answers.contains_key(*rank)).copied().collect::<Vec<_>>() {
                let text = fs::read_to_string(self.folder.join(format!("{word}.{rank}"))).unwrap_or_default();
                if let Some((of, answer)) = text.split_once(' ')
                    && of == run
                {
                    answers.insert(rank, answer.to_owned());
                }
            }
            if answers.len() == ranks.len() {
                return Ok(answers);
            }
            if Instant::now() > self.deadline {
                let (came, all) = (answers.len(), ranks.len());
                return Err(self.late(&format!("{came} of {all} ranks have answered, all that see this folder")));
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Writes a file that others find whole or not at all.
    fn say(&self, name: &str, text: &str) -> Result<()> {
        let (draft, place) = (self.folder.join(format!(".{name}")), self.folder.join(name));
        fs::write(&draft, text).and_then(|()| fs::rename(&draft, &place)).map_err(|error| self.failed(error))
    }

    fn failed(&self, error: std::io::Error) -> Failure {
        Failure::File(self.folder.display().to_string(), error)
    }

    fn late(&self, what: &str) -> Failure {
        let seconds = self.limit.as_secs();
        Failure::Zarr(Error::new(Kind::Timeout, format!("{}: after {seconds} s {what}", self.folder.display())))
    }
}

/// Tries a lock that another process may have: `held`, `free`, or what the system says.
pub fn tried(folder: &Path, lock: Lock) -> String {
    match FileSystem::try_lock(folder, lock) {
        Ok(None) => "held".into(),
        Ok(Some(_)) => "free".into(),
        Err(error) => error.to_string(),
    }
}

fn nanoseconds() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(variables: &[(&str, &str)]) -> Option<(usize, usize)> {
        let found =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        Ranks::of_environment(found).map(|ranks| (ranks.rank, ranks.size))
    }

    /// A process that takes itself for one of many would wait for the others until its time is up.
    #[test]
    fn launchers_are_told_by_their_variables() {
        assert_eq!(told(&[("PMI_RANK", "3"), ("PMI_SIZE", "4")]), Some((3, 4)));
        assert_eq!(told(&[("OMPI_COMM_WORLD_RANK", "0"), ("OMPI_COMM_WORLD_SIZE", "2")]), Some((0, 2)));
        assert_eq!(told(&[("SLURM_PROCID", "1"), ("SLURM_STEP_NUM_TASKS", "2"), ("SLURM_NTASKS", "2")]), Some((1, 2)));
        // The script of a batch job, beside which no other rank runs.
        assert_eq!(told(&[("SLURM_PROCID", "0"), ("SLURM_NTASKS", "64")]), None);
        assert_eq!(told(&[("PMI_RANK", "0"), ("PMI_SIZE", "1")]), None);
        assert_eq!(told(&[("PMI_RANK", "7"), ("PMI_SIZE", "4")]), None);
        assert_eq!(told(&[]), None);
    }
}
