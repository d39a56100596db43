//! The form that every extension has in final v3: a name and a configuration.

use crate::error::{Error, Result};
use crate::json::{Members, Object, Value};

/// An extension object, or the plain string that 3.1 allows in its place.
pub(super) struct Extension<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its configuration, empty where there is none.
    pub configuration: Members<'a>,
    /// True if software that does not know it must give up.
    pub must_understand: bool,
}

impl<'a> Extension<'a> {
    /// Reads one; `what` it is, for messages.
    pub fn read(value: Value<'a>, what: &str) -> Result<Self> {
        if let Some(name) = value.as_str() {
            return Ok(Self { name, configuration: Members::none(), must_understand: true });
        }
        let object = value.expect_object(what)?;
        let (mut name, mut old_name, mut configuration, mut must_understand) = (None, None, None, None);
        let mut unknown = None;
        for (member, value) in object.iter() {
            match member {
                "name" => name = Some(value),
                // Drafts of 2023 say `type` for `name`.
                "type" => old_name = Some(value),
                "configuration" => configuration = Some(value),
                "must_understand" => must_understand = Some(value),
                other => unknown = unknown.or(Some(other)),
            }
        }
        let name =
            name.or(old_name).ok_or_else(|| Error::metadata(format!("{what} has no name: {}", value.brief())))?;
        if let Some(member) = unknown {
            return Err(Error::metadata(format!("{what} has an unknown member {member:?}")));
        }
        let must_understand = match must_understand {
            None => true,
            Some(value) => value.as_bool().ok_or_else(|| {
                Error::metadata(format!("must_understand must be true or false, not {}", value.brief()))
            })?,
        };
        let name = name.expect_str(format_args!("the name of {what}"))?;
        let configuration = match configuration {
            None => Members::none(),
            Some(value) => value.expect_object(format_args!("the configuration of {what}"))?,
        };
        Ok(Self { name, configuration, must_understand })
    }

    /// Refuses members of the configuration beside these.
    pub fn only(&self, members: &[&str]) -> Result<()> {
        match self.configuration.iter().find(|(member, _)| !members.contains(member)) {
            Some((member, _)) => {
                Err(Error::metadata(format!("{:?} has an unknown member {member:?} in its configuration", self.name)))
            }
            None => Ok(()),
        }
    }
}

/// The object of an extension with this name.
pub(super) fn extension(name: &str, configuration: Object) -> Object {
    let object = Object::new().with("name", name);
    if configuration.is_empty() { object } else { object.with("configuration", configuration) }
}
