//! `consolidate`: all documents of a hierarchy in one place, for stores that are slow or can't list.

use crate::address::{Address, Mode};
use crate::failure::Result;
use crate::output;
use crate::session::Session;
use clap::Args;
use zarr::json::Object;

#[derive(Args, Clone, Debug)]
pub struct Consolidate {
    /// A group: STORE or STORE::PATH
    address: Address,
}

impl Consolidate {
    pub fn run(&self, session: &Session) -> Result<()> {
        let hierarchy = session.open(&self.address, Mode::Update)?;
        hierarchy.consolidate(&self.address.inside)?;
        hierarchy.store().flush()?;
        let nodes = hierarchy.walk(&self.address.inside, usize::MAX)?.len() as u64;
        if session.json {
            return output::json(&Object::new().with("nodes", nodes).into());
        }
        say!("{} below {}", output::count(nodes, "node"), output::printable(&self.address.to_string()));
        Ok(())
    }
}
