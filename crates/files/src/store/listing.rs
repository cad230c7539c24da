//! All objects of a store one after the other, a page in memory at a time.

use std::vec;

use super::{FileStore, Listed};
use crate::{FileError, ObjectPath};

/// Walks a store in the order of its objects' names.
pub struct Listing<'a> {
    store: &'a FileStore,
    page: vec::IntoIter<Listed>,
    last: Option<ObjectPath>,
    ended: bool,
}

impl<'a> Listing<'a> {
    pub fn of(store: &'a FileStore) -> Self {
        Listing { store, page: Vec::new().into_iter(), last: None, ended: false }
    }

    /// The next object; `None` behind the last.
    ///
    /// # Errors
    /// When the store does not answer; the walk can go on with another call.
    pub async fn next(&mut self) -> Result<Option<Listed>, FileError> {
        if self.page.len() == 0 && !self.ended {
            let page = self.store.list(self.last.as_ref()).await?;
            self.ended = page.is_empty();
            self.page = page.into_iter();
        }
        let next = self.page.next();
        if let Some(listed) = &next {
            self.last = Some(listed.path.clone());
        }
        Ok(next)
    }
}
