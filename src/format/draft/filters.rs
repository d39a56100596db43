//! The filters that zarr-python kept in an attribute when the drafts had no place for them.

use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::{Json, Object};

/// The attribute.
const FILTERS: &str = "filters";

/// How the filters are spelled.
pub(super) const FILTER_DIALECT: Dialect = Dialect::V2;

/// The filters in the attributes: a list of objects of v2. None: the attribute is the user's own.
pub(super) fn read(attributes: &Object) -> Option<Vec<(&str, Object)>> {
    let items = attributes.get(FILTERS)?.as_array().filter(|items| !items.is_empty())?;
    items
        .iter()
        .map(|item| {
            let filter = item.as_object()?;
            let mut parameters = filter.clone();
            parameters.remove("id");
            Some((filter.get("id")?.as_str()?, parameters))
        })
        .collect()
}

/// Refuses attributes of a user that would be taken for filters.
fn check(attributes: &Object) -> Result<()> {
    match read(attributes) {
        None => Ok(()),
        Some(_) => {
            Err(Error::unsupported("an attribute \"filters\" of this form would be taken for codecs (format v3-2020)"))
        }
    }
}

/// Puts filters beside the attributes of a user.
pub(super) fn add(attributes: &mut Object, filters: Vec<Json>) -> Result<()> {
    check(attributes)?;
    if filters.is_empty() {
        return Ok(());
    }
    if attributes.get(FILTERS).is_some() {
        return Err(Error::unsupported("format v3-2020 keeps filters in the attribute \"filters\""));
    }
    attributes.set(FILTERS, filters);
    Ok(())
}

/// Puts the filters of a document into other attributes: without them the array could not be read any more.
pub(super) fn keep(node: &Object, attributes: &mut Object) -> Result<()> {
    let old = node.get("attributes").filter(|old| !matches!(old, Json::Null));
    let old = old.map(|old| old.expect_object("member \"attributes\"")).transpose()?;
    match old.filter(|old| read(old).is_some()).and_then(|old| old.get(FILTERS)) {
        Some(filters) => attributes.set(FILTERS, filters.clone()),
        None => check(attributes)?,
    }
    Ok(())
}

/// Takes the filters out of attributes.
pub(super) fn remove(attributes: &mut Object) {
    if read(attributes).is_some() {
        attributes.remove(FILTERS);
    }
}
