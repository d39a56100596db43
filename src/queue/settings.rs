//! The options of a queue.

use crate::engine;
use crate::error::{Error, Result};
use crate::hierarchy::options;

/// How a queue works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueSettings {
    /// Limit for the memory of all operations.
    pub bytes: u64,
    /// The threads that work on its operations; 0: as many as the library uses for a call.
    pub threads: usize,
    /// True if a call is refused, instead of waiting for room.
    pub refuses: bool,
}

impl Default for QueueSettings {
    fn default() -> Self {
        Self { bytes: 256 << 20, threads: 0, refuses: false }
    }
}

impl QueueSettings {
    /// The settings in a text of options.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] for an unknown name or an invalid value.
    pub fn parse(text: Option<&str>) -> Result<Self> {
        let mut settings = Self::default();
        options::each(text, &["bytes", "threads", "full"], |name, value| match name {
            "bytes" => options::integer(value).map(|bytes| settings.bytes = bytes),
            "threads" => options::integer(value).and_then(|threads| {
                settings.threads = usize::try_from(threads).map_err(|_| Error::invalid_argument("too large"))?;
                Ok(())
            }),
            "full" => read_full(options::word(value)?).map(|refuses| settings.refuses = refuses),
            _ => Err(options::no_reader(name)),
        })?;
        Ok(settings)
    }

    /// The threads, as a number.
    pub(super) fn threads(&self) -> usize {
        if self.threads == 0 { engine::threads() } else { self.threads }
    }
}

fn read_full(word: &str) -> Result<bool> {
    match word {
        "wait" => Ok(false),
        "refuse" => Ok(true),
        other => Err(Error::invalid_argument(format!("{other:?} is not one of \"wait\", \"refuse\""))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_unknown_ones_refused() {
        assert_eq!(QueueSettings::parse(None), Ok(QueueSettings { bytes: 268_435_456, threads: 0, refuses: false }));
        let text = r#"{"bytes": 5, "threads": 3, "full": "refuse"}"#;
        assert_eq!(QueueSettings::parse(Some(text)), Ok(QueueSettings { bytes: 5, threads: 3, refuses: true }));
        for wrong in [r#"{"bytes": -1}"#, r#"{"full": "drop"}"#, r#"{"threads": "all"}"#, r#"{"size": 1}"#, "[]"] {
            assert_eq!(
                QueueSettings::parse(Some(wrong)).unwrap_err().kind(),
                crate::ErrorKind::InvalidArgument,
                "{wrong}"
            );
        }
    }
}
