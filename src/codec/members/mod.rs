//! The members of the configuration of each codec, as data: `docs/codecs.md` is made of it, messages name it, and a
//! test tries every row on the reader of its codec.

mod bytes;
mod numbers;
mod texts;

/// The purpose and the members of a codec.
#[derive(Debug)]
pub struct Configuration {
    /// The neutral name.
    pub name: &'static str,
    /// Its purpose, in a sentence.
    pub about: &'static str,
    /// In the order in which they are written.
    pub members: &'static [ConfigMember],
}

/// A member of a configuration.
#[derive(Debug)]
pub struct ConfigMember {
    /// Its name in documents.
    pub name: &'static str,
    /// The values that it takes.
    pub takes: Takes,
    /// The value where it is absent.
    pub absent: Absent,
    /// Where the row holds.
    pub spelling: MemberSpelling,
    /// Its purpose.
    pub note: &'static str,
}

/// The values that a member takes.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// Integers, the ends included.
    Integer(i64, i64),
    /// `true` and `false`.
    Boolean,
    /// One of these strings.
    Words(&'static [&'static str]),
    /// Something else, in words.
    Other(&'static str),
}

/// The value of a member that is absent.
#[derive(Clone, Copy, Debug)]
pub enum Absent {
    /// It must be there. With a value that works, as JSON.
    Refused(&'static str),
    /// This value, as JSON.
    Default(&'static str),
    /// Something that depends on the array or on other members, in words.
    Derived(&'static str),
}

/// The spelling of a codec that has a member: v2 and the formats of its time, with `numcodecs.*` in final v3, or the
/// name that a codec has of its own in final v3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberSpelling {
    /// Both.
    Any,
    /// That of v2.
    V2,
    /// That of final v3.
    V3,
}

/// The tables, each of codecs of one kind.
const TABLES: [&[Configuration]; 3] = [bytes::CONFIGURATIONS, numbers::CONFIGURATIONS, texts::CONFIGURATIONS];

const fn of(name: &'static str, about: &'static str, members: &'static [ConfigMember]) -> Configuration {
    Configuration { name, about, members }
}

const fn member(name: &'static str, takes: Takes, absent: Absent, note: &'static str) -> ConfigMember {
    ConfigMember { name, takes, absent, spelling: MemberSpelling::Any, note }
}

impl ConfigMember {
    const fn v2(self) -> Self {
        Self { spelling: MemberSpelling::V2, ..self }
    }

    const fn v3(self) -> Self {
        Self { spelling: MemberSpelling::V3, ..self }
    }
}

/// The configuration of a codec, by its neutral name; None: it has no row yet.
pub fn configuration(name: &str) -> Option<&'static Configuration> {
    TABLES.iter().copied().flatten().find(|configuration| configuration.name == name)
}

/// Members that other software writes and that have no effect: the codec, the member.
const PASSED_OVER: &[(&str, &str)] = &[("blosc", "level")];

/// True if the table has a row for the codec and the member is in it, or the codec has no row.
pub(super) fn has(codec: &str, member: &str) -> bool {
    if PASSED_OVER.contains(&(codec, member)) {
        return true;
    }
    configuration(codec).is_none_or(|configuration| configuration.members.iter().any(|known| known.name == member))
}

/// The members of a codec, for messages: `it has level, checksum`.
pub(super) fn known(codec: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for member in configuration(codec).map_or(&[][..], |configuration| configuration.members) {
        if !names.contains(&member.name) {
            names.push(member.name);
        }
    }
    if names.is_empty() { "it has none".to_owned() } else { format!("it has {}", names.join(", ")) }
}

/// How numbers are named.
const NUMBERS: &str = "a type string of NumPy: `\"<i4\"`, or a name of final v3";
