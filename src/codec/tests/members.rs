//! The tables of members, each row tried on the reader of its codec: what a page or a message says of a configuration
//! is what is taken.

use crate::codec::{
    Absent, ConfigMember, Input, MemberSpelling, SHARDING, Takes, configuration_of, names, parse_request, spellings_of,
};
use crate::dtype::{DataType, Dialect};
use crate::json::{Json, Object, ParseOptions};
use std::borrow::Cow;

/// Data types of which every codec takes one.
const TYPES: [&str; 6] = [r#""int32""#, r#""float64""#, r#""bool""#, r#""string""#, r#""bytes""#, r#""<U1""#];

fn json(text: &str) -> Json {
    crate::json::parse(text.as_bytes(), ParseOptions::default()).unwrap().0
}

/// A codec under one of its names, at a place where it can stand.
struct Trial {
    name: &'static str,
    dialect: Dialect,
    data_type: Option<DataType>,
    /// The members that must be there.
    least: Object,
    members: Vec<&'static ConfigMember>,
}

impl Trial {
    /// The configuration that is written of what a caller asks for.
    fn ask(&self, configuration: &Object) -> Result<Object, String> {
        let data_type = self.data_type.as_ref();
        let input = Input { data_type, rank: 2, chunk_shape: Some(Cow::Borrowed(&[4, 4])) };
        let flat = configuration.clone().flat().unwrap();
        let codec = parse_request(self.name, flat.members().unwrap(), self.dialect, input);
        let codec = codec.map_err(|error| error.message().to_owned())?;
        Ok(codec.info().unwrap().configuration(self.dialect).unwrap())
    }

    fn ask_with(&self, member: &str, value: impl Into<Json>) -> Result<Object, String> {
        self.ask(&self.least.clone().with(member, value))
    }
}

/// Every codec under each of its names whose members have a table of their own.
fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for listed in names().filter(|name| *name != SHARDING) {
        let table = configuration_of(listed).unwrap_or_else(|| panic!("{listed} has no table in codec::members"));
        let (v2, v3) = spellings_of(listed);
        // `numcodecs.*` in final v3 has the members of v2.
        let v3 = v3.filter(|name| v2.is_none() || !name.starts_with("numcodecs."));
        for (name, dialect, own) in [(v2, Dialect::V2, MemberSpelling::V2), (v3, Dialect::V3, MemberSpelling::V3)] {
            let Some(name) = name else { continue };
            let has = |member: &&ConfigMember| member.spelling == MemberSpelling::Any || member.spelling == own;
            let members: Vec<_> = table.members.iter().filter(has).collect();
            let mut least = Object::new();
            for member in &members {
                if let Absent::Refused(sample) = member.absent {
                    least.set(member.name, json(sample));
                }
            }
            let mut trial = Trial { name, dialect, data_type: None, least, members };
            let types = TYPES.iter().map(|text| DataType::from_v3_json(&json(text)).ok());
            let fits = types.chain([None]).find(|data_type| {
                trial.data_type.clone_from(data_type);
                trial.ask(&trial.least).is_ok()
            });
            trial.data_type = fits.unwrap_or_else(|| panic!("{name} in {dialect:?}: {:?}", trial.ask(&trial.least)));
            trials.push(trial);
        }
    }
    trials
}

#[test]
fn every_row_is_what_the_reader_takes() {
    for trial in trials() {
        for member in &trial.members {
            let about = format!("{} in {:?}: {}", trial.name, trial.dialect, member.name);
            let taken = |value: Json| {
                let text = value.to_string();
                trial.ask_with(member.name, value).unwrap_or_else(|error| panic!("{about}: {text}: {error}"))
            };
            let refused = |value: Json| {
                let text = value.to_string();
                assert!(trial.ask_with(member.name, value).is_err(), "{about}: {text} is taken");
            };
            match member.takes {
                Takes::Integer(least, most) => {
                    taken(least.into());
                    taken(most.into());
                    refused((least - 1).into());
                    refused((most + 1).into());
                    refused("1".into());
                }
                Takes::Boolean => {
                    taken(true.into());
                    taken(false.into());
                    refused(1.into());
                }
                Takes::Words(words) => {
                    words.iter().for_each(|word| drop(taken((*word).into())));
                    refused("no such word".into());
                }
                Takes::Other(_) => {}
            }
            match member.absent {
                Absent::Refused(_) => {
                    let without = trial.least.iter().filter(|(name, _)| *name != member.name);
                    let without = without.fold(Object::new(), |rest, (name, value)| rest.with(name, value.clone()));
                    assert!(trial.ask(&without).is_err(), "{about}: it may be absent");
                }
                Absent::Default(value) => {
                    taken(json(value));
                    let written = trial.ask(&trial.least).unwrap();
                    if let Some(written) = written.get(member.name) {
                        assert_eq!(written, &json(value), "{about}: another default");
                    }
                }
                Absent::Derived(_) => {}
            }
        }
    }
}

#[test]
fn an_unknown_member_is_told_the_known_ones() {
    for trial in trials() {
        let error = trial.ask_with("no such member", 1).unwrap_err();
        for member in &trial.members {
            assert!(error.contains(member.name), "{}: {error}", trial.name);
        }
    }
}
