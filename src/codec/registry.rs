//! Finding a codec by the name that a dialect gives it, and reading its configuration strictly.

use super::{CODECS, Codec, Input, Registration, Unknown, user};
use crate::dtype::{Dialect, Warnings};
use crate::error::{Error, Result};
use crate::json::{Members, Value};

/// The configuration of one codec while it is read: members are taken out, what is left is unknown.
pub struct Config<'a> {
    /// The neutral name, for messages.
    pub name: &'static str,
    /// The dialect that it is spelled in.
    pub dialect: Dialect,
    /// Whether the document is one of final v3, also where a `numcodecs.*` name has it read in the dialect of v2.
    pub final_v3: bool,
    /// The data at its place in the chain.
    pub input: Input<'a>,
    /// Where to put what was accepted although it is not allowed.
    pub warnings: &'a mut Warnings,
    /// Whether a caller asks for it now, so that nothing has to be put up with.
    requested: bool,
    parameters: Members<'a>,
    /// A bit for each of the first members that was taken. Further ones count as unknown, which some of so many are.
    taken: u64,
}

impl<'a> Config<'a> {
    /// A member that stays; None where it is absent.
    pub fn get(&self, member: &str) -> Option<Value<'a>> {
        self.parameters.get(member)
    }

    /// Takes a member out; None where it is absent.
    pub fn take(&mut self, member: &str) -> Option<Value<'a>> {
        let (index, value) = self.parameters.find(member).filter(|(index, _)| self.taken & bit(*index) == 0)?;
        self.taken |= bit(index);
        Some(value)
    }

    /// An error in this configuration.
    pub fn error(&self, why: impl std::fmt::Display) -> Error {
        Error::metadata(format!("codec {:?}: {why}", self.name))
    }

    /// Puts up with what a document says although it is not allowed, but not with what a caller asks for.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] with `why` when a caller asks.
    pub fn tolerate(&mut self, why: String) -> Result<()> {
        if self.requested {
            return Err(Error::invalid_argument(why));
        }
        self.warnings.add(why);
        Ok(())
    }

    /// An integer in `allowed`, or `default` where it is absent.
    pub fn integer(&mut self, member: &str, allowed: std::ops::RangeInclusive<i64>, default: i64) -> Result<i64> {
        match self.take(member) {
            None => Ok(default),
            Some(value) => value.as_i64().filter(|value| allowed.contains(value)).ok_or_else(|| {
                let (low, high) = (allowed.start(), allowed.end());
                self.error(format!("{member} must be an integer from {low} to {high}, not {}", value.brief()))
            }),
        }
    }

    /// A boolean, or `default` where it is absent.
    pub fn boolean(&mut self, member: &str, default: bool) -> Result<bool> {
        match self.take(member) {
            None => Ok(default),
            Some(value) => value
                .as_bool()
                .ok_or_else(|| self.error(format!("{member} must be true or false, not {}", value.brief()))),
        }
    }

    /// Refuses (final v3, drafts) or warns of (v2) members that nobody took.
    fn finish(mut self) -> Result<()> {
        let left = self.parameters.iter().enumerate().find(|(index, _)| self.taken & bit(*index) == 0);
        let Some((_, (member, _))) = left else { return Ok(()) };
        let why = format!("codec {:?}: unknown member {member:?} in its configuration", self.name);
        match self.dialect {
            Dialect::V1 | Dialect::V2 | Dialect::Legacy => self.tolerate(why),
            Dialect::Draft2022 | Dialect::V3 => Err(Error::metadata(why)),
        }
    }
}

/// The bit of a member; none for those that are too many.
fn bit(index: usize) -> u64 {
    u32::try_from(index).ok().and_then(|index| 1_u64.checked_shl(index)).unwrap_or(0)
}

/// Reads one codec. A name that is not known gives [`Codec::Unknown`]; whether that is an error is for the format.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] for a configuration that makes no sense.
pub fn parse(
    name: &str,
    configuration: Members,
    dialect: Dialect,
    input: Input<'_>,
    warnings: &mut Warnings,
) -> Result<Codec> {
    read(name, configuration, dialect, input, warnings, false)
}

/// Reads a codec that a caller asks for: what may be missing is completed, what a document would be forgiven is not.
///
/// # Errors
/// As [`parse`]; [`crate::ErrorKind::InvalidArgument`].
pub fn parse_request(name: &str, configuration: Members, dialect: Dialect, input: Input<'_>) -> Result<Codec> {
    read(name, configuration, dialect, input, &mut Warnings::default(), true)
}

fn read(
    name: &str,
    configuration: Members<'_>,
    dialect: Dialect,
    input: Input<'_>,
    warnings: &mut Warnings,
    requested: bool,
) -> Result<Codec> {
    let Some(registration) = built_in(name, dialect) else {
        return match user::find(name, dialect) {
            Some(codec) => codec.configure(configuration.to_object(), &input),
            None => {
                let configuration = configuration.to_object();
                Ok(Codec::Unknown(Unknown { kind: "codec", name: name.to_owned(), configuration }))
            }
        };
    };
    // `numcodecs.*` in final v3 carries the parameters of v2.
    let final_v3 = dialect == Dialect::V3;
    let dialect = if name.starts_with("numcodecs.") { Dialect::V2 } else { dialect };
    let mut config = Config {
        name: registration.name,
        dialect,
        final_v3,
        input,
        warnings,
        requested,
        parameters: configuration,
        taken: 0,
    };
    let codec = (registration.parse)(&mut config)?;
    config.finish()?;
    Ok(codec)
}

/// The codec of the library that has this name in a dialect.
pub(super) fn built_in(name: &str, dialect: Dialect) -> Option<&'static Registration> {
    CODECS.iter().find(|codec| codec.answers_to(name, dialect)).copied()
}

/// The names under which a builder takes the codecs of the library: that of final v3, or the id in v2.
pub fn names() -> impl Iterator<Item = &'static str> {
    let listed = CODECS.iter().filter(|codec| codec.v3_name.or(codec.v2_id).is_some()).map(|codec| codec.listed());
    listed.chain([super::sharding::NAME])
}

/// Whether the codec that [`names`] lists by `listed` has this neutral name.
pub fn is_called(listed: &str, name: &str) -> bool {
    CODECS.iter().any(|codec| codec.listed() == listed && codec.name == name)
}

/// Whether documents of a dialect can name the codec that [`names`] lists by `listed`.
pub fn is_read(listed: &str, dialect: Dialect) -> bool {
    CODECS.iter().any(|codec| codec.listed() == listed && codec.is_named_in(dialect))
}

/// The name, id or URI that a dialect gives to a codec of this neutral name ([`super::CodecInfo::name`]).
///
/// # Errors
/// [`crate::ErrorKind::Unsupported`] when the dialect has no such codec.
pub(super) fn spelling(name: &str, dialect: Dialect) -> Result<String> {
    let written = CODECS.iter().find(|codec| codec.name == name).and_then(|codec| codec.spelling(dialect));
    written.ok_or_else(|| Error::unsupported(format!("codec {name:?} is not known to this format")))
}

impl Registration {
    fn listed(&self) -> &'static str {
        self.v3_name.or(self.v2_id).unwrap_or(self.name)
    }

    fn is_named_in(&self, dialect: Dialect) -> bool {
        match dialect {
            Dialect::V1 | Dialect::V2 => self.v2_id.is_some(),
            Dialect::Legacy | Dialect::Draft2022 => self.draft.is_some() || self.v2_id.is_some(),
            Dialect::V3 => self.v3_name.is_some() || !self.aliases.is_empty(),
        }
    }

    fn spelling(&self, dialect: Dialect) -> Option<String> {
        match dialect {
            Dialect::V1 | Dialect::V2 => self.v2_id.map(str::to_owned),
            Dialect::Legacy => self.v2_id.map(|id| format!("https://purl.org/zarr/spec/codec/{id}/1.0")),
            // What the draft does not specify is read under its id in v2, but not written: no reader must know it.
            Dialect::Draft2022 => self.draft.map(|name| format!("https://purl.org/zarr/spec/codecs/{name}/1.0")),
            Dialect::V3 => self.v3_name.map(str::to_owned),
        }
    }

    fn answers_to(&self, name: &str, dialect: Dialect) -> bool {
        match dialect {
            Dialect::V1 | Dialect::V2 => self.v2_id == Some(name),
            Dialect::Legacy | Dialect::Draft2022 => {
                uri_name(name).is_some_and(|name| self.draft == Some(name) || self.v2_id == Some(name))
            }
            Dialect::V3 => {
                self.v3_name == Some(name)
                    || self.aliases.contains(&name)
                    || name.strip_prefix("numcodecs.").is_some_and(|id| self.v2_id == Some(id))
            }
        }
    }
}

/// The codec's name in a URI of the drafts (`https://purl.org/zarr/spec/codecs/gzip/1.0`), or a bare name.
pub(super) fn uri_name(uri: &str) -> Option<&str> {
    let rest = uri.strip_prefix("https:").or_else(|| uri.strip_prefix("http:"));
    let Some(rest) = rest else {
        return (!uri.contains('/')).then_some(uri);
    };
    let rest = rest.strip_prefix("//purl.org/zarr/spec/codec")?;
    let rest = rest.strip_prefix('s').unwrap_or(rest).strip_prefix('/')?;
    let (name, version) = rest.split_once('/').unwrap_or((rest, "1.0"));
    // Another major version is another codec.
    (!name.is_empty() && version.split('.').next() == Some("1")).then_some(name)
}
