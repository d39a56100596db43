//! The keys and the region that the files of the AWS tools hold (`~/.aws/credentials`, `~/.aws/config`), which the
//! client does not read. Only keys that stand there: roles, single sign-on and programs that print keys are left to
//! those tools.

use crate::error::{Error, ErrorKind, Result};
use std::path::PathBuf;

/// A key of S3.
#[derive(Clone, Default)]
pub(super) struct Keys {
    pub(super) id: Option<String>,
    pub(super) secret: Option<String>,
    pub(super) token: Option<String>,
}

impl Keys {
    /// True if there is neither an id nor a secret.
    pub(super) fn is_none(&self) -> bool {
        self.id.is_none() && self.secret.is_none()
    }
}

/// The settings of one profile in the files.
#[derive(Default)]
pub(super) struct Profile {
    pub(super) keys: Keys,
    pub(super) region: Option<String>,
}

/// Reads a profile: the one that is named, or else that of the environment (`AWS_PROFILE`), or the default one.
///
/// # Errors
/// [`ErrorKind::NotFound`] where a profile was named and there is none, [`ErrorKind::Unsupported`] where it has no keys
/// of its own.
pub(super) fn read(named: Option<&str>) -> Result<Profile> {
    let chosen = named.map(str::to_owned).or_else(|| std::env::var("AWS_PROFILE").ok().filter(|name| !name.is_empty()));
    let name = chosen.as_deref().unwrap_or("default");
    let (mut profile, mut found) = (Profile::default(), false);
    for (variable, file) in [("AWS_CONFIG_FILE", "config"), ("AWS_SHARED_CREDENTIALS_FILE", "credentials")] {
        let text = path(variable, file).and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        found |= profile.take(&text, name);
    }
    match chosen {
        Some(name) if !found => {
            Err(Error::not_found(format!("profile {name:?}: the configuration files of AWS have none of this name")))
        }
        Some(name) if profile.keys.is_none() => Err(Error::new(
            ErrorKind::Unsupported,
            format!(
                "profile {name:?}: it has no aws_access_key_id; roles, single sign-on and credential_process are not \
                 read: `aws configure export-credentials` makes variables of the environment of them"
            ),
        )),
        _ => Ok(profile),
    }
}

fn path(variable: &str, file: &str) -> Option<PathBuf> {
    match std::env::var_os(variable).filter(|path| !path.is_empty()) {
        Some(path) => Some(path.into()),
        None => Some(PathBuf::from(std::env::var_os("HOME")?).join(".aws").join(file)),
    }
}

impl Profile {
    /// Takes over the settings of a file; tells whether it has the profile.
    fn take(&mut self, text: &str, name: &str) -> bool {
        let (mut inside, mut found) = (false, false);
        for line in text.lines() {
            // An indented line belongs to the line before.
            if line.starts_with([' ', '\t', '#', ';']) {
                continue;
            }
            if let Some(section) = line.trim().strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                let section = section.trim();
                inside = section.strip_prefix("profile ").map_or(section, str::trim) == name;
                found |= inside;
                continue;
            }
            let Some((key, value)) = line.split_once('=').filter(|_| inside) else { continue };
            let value = Some(value.trim().to_owned()).filter(|value| !value.is_empty());
            match key.trim() {
                "aws_access_key_id" => self.keys.id = value,
                "aws_secret_access_key" => self.keys.secret = value,
                "aws_session_token" => self.keys.token = value,
                "region" => self.region = value,
                _ => {}
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_its_own_section() {
        let config = "[default]\nregion = eu-west-1\n[profile other]\nregion=us-west-2\ns3 =\n  region = no\n";
        let credentials = "# mine\n[other]\naws_access_key_id = AKIA\naws_secret_access_key=a/b=c\n[default]\n";
        let mut profile = Profile::default();
        assert!(profile.take(config, "other") && profile.take(credentials, "other"));
        assert_eq!(profile.region.as_deref(), Some("us-west-2"));
        assert_eq!(profile.keys.id.as_deref(), Some("AKIA"));
        assert_eq!(profile.keys.secret.as_deref(), Some("a/b=c"));
        assert!(profile.keys.token.is_none());
        assert!(!Profile::default().take(config, "third"));
    }
}
