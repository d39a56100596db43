//! `attrs`: attributes of groups and arrays.

use crate::address::{Address, Mode};
use crate::failure::{Failure, Result, usage};
use crate::output;
use crate::session::Session;
use clap::{Args, Subcommand};
use std::fs::OpenOptions;
use std::io::ErrorKind::{AlreadyExists, NotFound};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use zarr::json::{self, Json, Object, ParseOptions, Style};
use zarr::{Attributes, Error, Hierarchy, Node};

#[derive(Args, Clone, Debug)]
pub struct Attrs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Clone, Debug, Subcommand)]
enum Action {
    /// Print all attributes, or one of them
    Get {
        /// A node: STORE or STORE::PATH
        address: Address,
        /// The attribute
        name: Option<String>,
    },
    /// Set an attribute
    Set {
        /// A node: STORE or STORE::PATH
        address: Address,
        /// The attribute
        name: String,
        /// Its value: JSON, or else a text
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// Take an attribute away
    Rm {
        /// A node: STORE or STORE::PATH
        address: Address,
        /// The attribute
        name: String,
    },
    /// Replace all attributes by a JSON object
    Replace {
        /// A node: STORE or STORE::PATH
        address: Address,
        /// A JSON object; - reads it from the input
        value: String,
    },
    /// Change all attributes in an editor, that of VISUAL or EDITOR
    Edit {
        /// A node: STORE or STORE::PATH
        address: Address,
    },
}

/// A node of either kind, with its attributes.
struct OpenNode {
    hierarchy: Arc<Hierarchy>,
    node: Node,
}

impl OpenNode {
    fn new(session: &Session, address: &Address, mode: Mode) -> Result<Self> {
        let hierarchy = session.open(address, mode)?;
        let node = hierarchy.open_node(&address.inside, None)?;
        Ok(Self { hierarchy, node })
    }

    fn attributes(&self) -> &dyn Attributes {
        match &self.node {
            Node::Array(array) => array,
            Node::Group(group) => group,
        }
    }

    fn replace(&self, new: Object) -> Result<()> {
        self.attributes().edit(&mut |attributes| {
            *attributes = new.clone();
            Ok(())
        })?;
        Ok(())
    }

    /// Completes a change; with `--json`, prints the new attributes.
    fn changed(&self, session: &Session) -> Result<()> {
        self.hierarchy.store().flush()?;
        if session.json { output::json(&self.attributes().all()?.into()) } else { Ok(()) }
    }
}

impl Attrs {
    pub fn run(&self, session: &Session) -> Result<()> {
        match &self.action {
            Action::Get { address, name } => {
                get(&OpenNode::new(session, address, Mode::Read)?, name.as_deref(), session)
            }
            Action::Set { address, name, value } => {
                let open = OpenNode::new(session, address, Mode::Update)?;
                let parsed = json::parse(value.as_bytes(), ParseOptions { bare_tokens: true });
                let value = parsed.map_or_else(|_| Json::from(value.as_str()), |(value, _)| value);
                open.attributes().set(name, value)?;
                open.changed(session)
            }
            Action::Rm { address, name } => {
                let open = OpenNode::new(session, address, Mode::Update)?;
                open.attributes().erase(name)?;
                open.changed(session)
            }
            Action::Replace { address, value } => {
                let text = match value.as_str() {
                    "-" => {
                        let read = std::io::read_to_string(std::io::stdin().lock());
                        read.map_err(|error| Failure::File("the input".into(), error))?
                    }
                    value => value.to_owned(),
                };
                let open = OpenNode::new(session, address, Mode::Update)?;
                open.replace(object(&text)?)?;
                open.changed(session)
            }
            Action::Edit { address } => {
                let open = OpenNode::new(session, address, Mode::Update)?;
                edit(&open)?;
                open.changed(session)
            }
        }
    }
}

fn get(open: &OpenNode, name: Option<&str>, session: &Session) -> Result<()> {
    let all = open.attributes().all()?;
    let Some(name) = name else { return output::json(&all.into()) };
    let value = all.get(name).ok_or_else(|| Error::not_found(format!("there is no attribute {name:?}")))?;
    match value.as_str() {
        Some(text) if !session.json => say!("{}", output::printable(text)),
        _ => output::json(value)?,
    }
    Ok(())
}

fn object(text: &str) -> Result<Object> {
    let wrong = |error: Error| usage(format!("the attributes: {error}"));
    let (value, duplicates) = json::parse(text.as_bytes(), ParseOptions { bare_tokens: true }).map_err(wrong)?;
    match duplicates.first() {
        Some(name) => Err(usage(format!("the attributes: {name:?} stands twice"))),
        None => Ok(value.expect_object("they").map_err(wrong)?.clone()),
    }
}

/// Lets the user change the attributes in an editor. Changes nothing if the text is not a JSON object, or if another
/// program has changed the attributes meanwhile; a text that is not stored stays in its file.
fn edit(open: &OpenNode) -> Result<()> {
    let shown = open.attributes().all()?;
    let old = Json::Object(shown.clone()).to_text(Style { indent: 2, ascii: false }) + "\n";
    let path = write_new(&old)?;
    let stored = edit_file(&path).and_then(|new| {
        if new != old {
            open.attributes().replace_all(&shown, &object(&new)?)?;
            open.hierarchy.store().flush()?;
        }
        Ok(())
    });
    let is_wanted =
        || std::fs::read(&path).map_or_else(|error| error.kind() != NotFound, |text| text != old.as_bytes());
    if stored.is_err() && is_wanted() {
        return stored.map_err(|failure| failure.context(&format!("what you wrote is in {}", path.display())));
    }
    // A temporary file that can't be removed is not an error.
    let _ = std::fs::remove_file(&path);
    stored
}

/// Writes a text to a new temporary file, which other users can't read. A name that is taken, also by a link, is passed
/// over.
fn write_new(text: &str) -> Result<PathBuf> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut number = 0;
    loop {
        let name = format!("zarrtool-attributes-{}-{number}.json", std::process::id());
        let path = std::env::temp_dir().join(name);
        let failed = |error| Failure::File(path.display().to_string(), error);
        match options.open(&path) {
            Ok(mut file) => return file.write_all(text.as_bytes()).map_err(failed).map(|()| path),
            Err(error) if error.kind() == AlreadyExists && number < 1000 => number += 1,
            Err(error) => return Err(failed(error)),
        }
    }
}

/// Runs the user's editor on a file, and gives its text then.
fn edit_file(path: &Path) -> Result<String> {
    let variable = |name| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let editor = variable("VISUAL").or_else(|| variable("EDITOR")).unwrap_or_else(|| "vi".into());
    // The variables hold a command line, such as `code --wait`.
    let status = Command::new("sh").arg("-c").arg(format!("{editor} \"$1\"")).arg("sh").arg(path).status();
    let status = status.map_err(|error| Failure::File(editor.clone(), error))?;
    if !status.success() {
        return Err(usage(format!("{editor}: {status}; nothing was changed")));
    }
    std::fs::read_to_string(path).map_err(|error| Failure::File(path.display().to_string(), error))
}
