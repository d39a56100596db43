//! The progress bar of long commands: what is done, how fast, and how long the rest takes. On the error output, and
//! only where that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// The unit that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgressUnit {
    /// Bytes of elements.
    Bytes,
    /// Chunks.
    Chunks,
}

/// A progress bar.
#[derive(Clone, Debug)]
pub struct Bar(ProgressBar);

impl Bar {
    /// A bar, or one that is never drawn.
    pub fn new(unit: ProgressUnit, hidden: bool) -> Self {
        let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(10) };
        let bar = ProgressBar::with_draw_target(Some(0), target);
        let template = match unit {
            ProgressUnit::Bytes => {
                "{msg} {bar:30} {percent:>3} % · {binary_bytes} of {binary_total_bytes} · {binary_bytes_per_sec} · {eta} left"
            }
            ProgressUnit::Chunks => {
                "{msg} {bar:30} {percent:>3} % · {human_pos} of {human_len} chunks · {per_sec} · {eta} left"
            }
        };
        // A template that can't be read, which a test would see, leaves the usual one.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
        }
        Self(bar)
    }

    /// Shows the subject of the work.
    pub fn say(&self, text: impl Into<String>) {
        self.0.set_message(text.into());
    }

    /// How far it is.
    pub fn set(&self, done: u64, total: u64) {
        self.0.set_length(total);
        self.0.set_position(done);
    }

    /// So much more is done, which took no time: a resumed run begins there.
    pub fn skip(&self, done: u64) {
        self.0.set_position(self.0.position() + done);
        self.0.reset_eta();
    }

    /// Takes the bar away; gives the time that it was there.
    pub fn finish(&self) -> Duration {
        let elapsed = self.0.elapsed();
        self.0.finish_and_clear();
        elapsed
    }
}
