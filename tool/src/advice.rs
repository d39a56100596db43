//! The options of the library that suit a file system, with reasons.

use crate::checkup::{Findings, Tested};
use crate::ranks::{Answers, Together};
use crate::stripes::Stripes;
use zarr::{FileSystem, Holds, Lock};

/// How far a lock reaches, by the table and by what was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockReach {
    /// Processes of other nodes were kept out, or only one node can have the file system, or the table says so.
    All,
    Node,
    None,
    Unknown,
}

/// An option with its value; None: nothing need be set. Then why.
pub type Advice = (Option<String>, String);

/// How far a lock reaches. What was tried counts for more than what is known.
pub fn reach(known: Holds, tested: &Tested, answers: Option<&Answers>) -> LockReach {
    if *tested != Tested::Works {
        return LockReach::None;
    }
    match (answers.map(|answers| answers.elsewhere), known) {
        (Some((_, 1..)), _) => LockReach::Node,
        (Some((1.., 0)), _) => LockReach::All,
        (_, Holds::ForAll) => LockReach::All,
        (_, Holds::ThisNode) => LockReach::Node,
        // It is known to be refused, and was not: the mount has changed.
        (_, Holds::NotKnown | Holds::Refused) => LockReach::Unknown,
    }
}

/// How far both locks reach.
pub fn reaches(system: &FileSystem, found: &Findings, together: Option<&Together>) -> (LockReach, LockReach) {
    let known = |lock| system.holds(lock).unwrap_or(Holds::NotKnown);
    (
        reach(known(Lock::Flock), &found.flock, together.and_then(|together| together.flock.as_ref())),
        reach(known(Lock::Fcntl), &found.fcntl, together.and_then(|together| together.fcntl.as_ref())),
    )
}

/// A lock by its name, with its reach.
type NamedReach = (&'static str, LockReach);

/// The lock that the default takes, then the other one. The default goes on to fcntl where flock is refused.
fn in_order(default: Lock, (flock, fcntl): (LockReach, LockReach)) -> (NamedReach, NamedReach) {
    match default {
        Lock::Flock if flock != LockReach::None => (("flock", flock), ("fcntl", fcntl)),
        _ => (("fcntl", fcntl), ("flock", flock)),
    }
}

/// How far the lock reaches that the default takes.
pub fn default_reach(system: &FileSystem, reaches: (LockReach, LockReach)) -> LockReach {
    let ((_, own), _) = in_order(system.lock(Lock::Auto), reaches);
    own
}

fn lock(name: &str, default: Lock, reaches: (LockReach, LockReach)) -> Advice {
    let set = |word: &str| Some(format!("\"lock\": \"{word}\""));
    let ((own_word, own), (other_word, other)) = in_order(default, reaches);
    let one_writer = "let each chunk (with shards: each shard), and each document, be written by one";
    match (own, other) {
        (LockReach::All, _) => (None, format!("the default takes {own_word} locks here, which keep out all processes")),
        (_, LockReach::All) => (
            set(other_word),
            format!("{other_word} locks keep out all processes on {name}, those of the default do not"),
        ),
        (LockReach::None, LockReach::None) => (
            set("none"),
            format!("no lock is to be had: {one_writer} process at a time, under MPI by collective calls"),
        ),
        (LockReach::Unknown, _) => {
            let how = "run this command under mpiexec on two nodes to learn whether it keeps out those of other nodes";
            (None, format!("the default takes {own_word} locks here, which keep out processes of this node; {how}"))
        }
        (LockReach::Node, _) => (
            None,
            format!(
                "the default takes {own_word} locks here, of which other nodes don't know: {one_writer} node at a time"
            ),
        ),
        (LockReach::None, _) => {
            let reach = "which keep out processes of this node only";
            (
                set(other_word),
                format!("{own_word} locks are refused; {other_word} locks work, {reach}: {one_writer} node at a time"),
            )
        }
    }
}

/// All advice for a place.
pub fn advise(
    system: &FileSystem,
    found: &Findings,
    together: Option<&Together>,
    stripes: Option<Stripes>,
) -> Vec<Advice> {
    let name = system.name();
    let mut advice = vec![lock(&name, system.lock(Lock::Auto), reaches(system, found, together))];
    let mut say = |option: Option<&str>, why: String| advice.push((option.map(String::from), why));
    if let Err(why) = &found.sync_folder {
        say(Some("\"sync\": \"file\""), format!("names can't be synchronised ({why}), so \"full\" would fail"));
    }
    if let Err(why) = &found.rename {
        say(None, format!("a rename is not one step here ({why}): let nothing read what is being written"));
    }
    let (half, most) = found.create_and_rename;
    if half >= 1000 {
        let ms = half as f64 / 1000.0;
        say(
            None,
            format!(
                "a new file takes {ms:.1} ms (19 of 20 less than {:.1} ms): few and large chunks, or shards; \"atomic\": false \
                 writes over files that are there, where no program reads meanwhile",
                most as f64 / 1000.0
            ),
        );
    }
    if !found.case_sensitive {
        say(None, "names that differ in case only are one: give nodes names that differ in more".into());
    }
    let has = |option: &str| system.options().is_some_and(|options| options.iter().any(|known| known == option));
    if name == "NFS" && !has("noac") && !has("lookupcache=none") {
        say(
            None,
            "names and attributes are cached: what another node has written may be seen up to 60 s later; mount with noac or \
             short ac* times, or have one rank tell the others"
                .into(),
        );
    }
    if let Some(Stripes { count, .. }) = stripes
        && count != Some(1)
    {
        let count = count.map_or("all".into(), |count| count.to_string());
        say(
            None,
            format!(
                "new files are spread over {count} servers: `lfs setstripe -c 1` on the folder makes files of chunks dearer on \
                 none but one"
            ),
        );
    }
    advice
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(elsewhere: (usize, usize)) -> Answers {
        Answers { elsewhere, ..Answers::default() }
    }

    /// Advice that trusts a lock which other nodes do not see costs data.
    #[test]
    fn what_was_tried_counts_for_more_than_what_is_known() {
        use Tested::{KeepsOutNone, Works};
        let refused = Tested::Refused("no".into());
        assert_eq!(reach(Holds::ForAll, &Works, None), LockReach::All);
        assert_eq!(reach(Holds::ForAll, &Works, Some(&answers((3, 1)))), LockReach::Node);
        assert_eq!(reach(Holds::ThisNode, &Works, Some(&answers((0, 0)))), LockReach::Node, "all ranks on one node");
        assert_eq!(reach(Holds::ThisNode, &Works, Some(&answers((2, 0)))), LockReach::All);
        assert_eq!(reach(Holds::NotKnown, &Works, None), LockReach::Unknown);
        assert_eq!(reach(Holds::ForAll, &refused, None), LockReach::None);
        assert_eq!(reach(Holds::ForAll, &KeepsOutNone, None), LockReach::None);
    }

    #[test]
    fn the_option_is_named_where_the_default_does_not_do() {
        let option = |default, reaches| lock("it", default, reaches).0;
        assert_eq!(option(Lock::Flock, (LockReach::All, LockReach::All)), None);
        assert_eq!(option(Lock::Fcntl, (LockReach::Node, LockReach::All)), None);
        assert_eq!(option(Lock::Flock, (LockReach::Node, LockReach::All)).as_deref(), Some("\"lock\": \"fcntl\""));
        assert_eq!(option(Lock::Fcntl, (LockReach::Node, LockReach::None)).as_deref(), Some("\"lock\": \"flock\""));
        assert_eq!(option(Lock::Flock, (LockReach::None, LockReach::None)).as_deref(), Some("\"lock\": \"none\""));
        assert_eq!(option(Lock::Flock, (LockReach::Node, LockReach::Node)), None);
        assert_eq!(option(Lock::Flock, (LockReach::None, LockReach::Unknown)), None);
        assert_eq!(option(Lock::Flock, (LockReach::None, LockReach::All)), None, "the default goes on to fcntl");
        let said = lock("it", Lock::Flock, (LockReach::Node, LockReach::Unknown)).1;
        assert!(said.contains("one node at a time"), "{said}");
    }
}
