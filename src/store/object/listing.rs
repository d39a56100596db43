//! Listings, page by page. A server that never ends its listing gets an error instead of the memory of the caller.

use super::failure::{Cause, RequestFailure};
use super::request::Client;
use object_store::list::PaginatedListOptions;
use object_store::path::Path;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Most names that one listing may bring.
const MOST: usize = 1 << 26;

/// Most pages in a row that bring no new name; servers may send some where many objects were erased.
const EMPTY: usize = 10_000;

/// The names below a prefix.
#[derive(Default)]
pub(super) struct ListedNames {
    pub(super) objects: BTreeSet<Path>,
    /// With a delimiter: what the names of other objects begin with, up to the next `/`.
    pub(super) prefixes: BTreeSet<Path>,
}

/// Lists objects below a prefix: all, or only those `directly` below it.
pub(super) async fn list(
    client: &Client,
    prefix: Option<&Path>,
    directly: bool,
) -> Result<ListedNames, RequestFailure> {
    let refuse = |why: String| Err(RequestFailure::new(Cause::Other, why));
    let Some(lister) = &client.lister else { return refuse("a web server can't list".to_owned()) };
    let prefix = prefix.map(|path| format!("{path}/"));
    let mut found = ListedNames::default();
    let mut cycle = Cycle::default();
    let (mut token, mut empty) = (None, 0);
    loop {
        let delimiter = directly.then_some(Cow::Borrowed("/"));
        let options = PaginatedListOptions { delimiter, page_token: token, ..PaginatedListOptions::default() };
        let page =
            lister.list_paginated(prefix.as_deref(), options).await.map_err(|error| RequestFailure::from(&error))?;
        let before = found.objects.len() + found.prefixes.len();
        found.objects.extend(page.result.objects.into_iter().map(|meta| meta.location));
        found.prefixes.extend(page.result.common_prefixes);
        let after = found.objects.len() + found.prefixes.len();
        let Some(next) = page.page_token.filter(|token| !token.is_empty()) else { return Ok(found) };
        empty = if after > before { 0 } else { empty + 1 };
        if cycle.repeats(&next) {
            return refuse("the server does not end its listing: a continuation token came a second time".to_owned());
        }
        if after > MOST || empty > EMPTY {
            return refuse(format!(
                "the server does not end its listing: a listing must have at most {MOST} names, and at most {EMPTY} pages \
                 in a row without a new one"
            ));
        }
        token = Some(next);
    }
}

/// Finds a cycle in a sequence of tokens with memory for one of them (Brent): the token at each power of two is
/// compared with those that follow it.
#[derive(Default)]
struct Cycle {
    kept: Option<String>,
    count: u64,
}

impl Cycle {
    fn repeats(&mut self, token: &str) -> bool {
        if self.kept.as_deref() == Some(token) {
            return true;
        }
        self.count += 1;
        if self.count.is_power_of_two() {
            self.kept = Some(token.to_owned());
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_of_any_length_is_found() {
        for (tail, length) in [(0, 1), (0, 2), (1, 1), (5, 7), (100, 33)] {
            let mut cycle = Cycle::default();
            let found = (0..).position(|i: usize| {
                let token = if i < tail { i } else { tail + (i - tail) % length };
                cycle.repeats(&token.to_string())
            });
            assert!(found.unwrap() <= 4 * (tail + length), "{tail} {length}: {found:?}");
        }
        let mut cycle = Cycle::default();
        assert!(!(0..1000).any(|i| cycle.repeats(&i.to_string())));
    }
}
