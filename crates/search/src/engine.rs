//! What answers searches, whichever it is.

use base::ids::{FileId, PostId};
use base::{Id, Millis};
use text::search_query::SearchQuery;

use crate::changes::{Change, FileDoc, PostDoc};
use crate::cursor::Kind;
use crate::index::{Behind, Index, Page};
use crate::query::SearchScope;
use crate::shared::Shared;
use crate::{Error, Result};

/// The embedded index of one node, which is told each change, or one that nodes share, which reads them from the store.
pub enum Engine {
    Embedded(Box<Index>),
    Shared(Box<Shared>),
}

impl Engine {
    /// The embedded index; nothing when nodes share one.
    pub fn embedded(&self) -> Option<&Index> {
        match self {
            Engine::Embedded(index) => Some(index),
            Engine::Shared(_) => None,
        }
    }

    pub fn shared(&self) -> Option<&Shared> {
        match self {
            Engine::Embedded(_) => None,
            Engine::Shared(shared) => Some(shared),
        }
    }

    /// Tells of a post that was just created, once. Never waits.
    pub fn add_new_post(&self, post: PostDoc) -> Behind {
        self.tell(|index| index.add_new_post(post))
    }

    /// Tells of a post that was edited. Never waits.
    pub fn add_post(&self, post: PostDoc) -> Behind {
        self.tell(|index| index.add_post(post))
    }

    /// Tells of a file that was attached. Never waits.
    pub fn add_file(&self, file: FileDoc) -> Behind {
        self.tell(|index| index.add_file(file))
    }

    pub fn remove_post(&self, id: PostId) -> Behind {
        self.remove(Kind::Posts, Change::PostGone(id), |index| index.remove_post(id))
    }

    pub fn remove_file(&self, id: FileId) -> Behind {
        self.remove(Kind::Files, Change::FileGone(id), |index| index.remove_file(id))
    }

    fn tell(&self, add: impl FnOnce(&Index) -> Behind) -> Behind {
        match self {
            Engine::Embedded(index) => add(index),
            Engine::Shared(shared) => {
                shared.changed();
                Behind::No
            }
        }
    }

    fn remove(&self, kind: Kind, change: Change, remove: impl FnOnce(&Index) -> Behind) -> Behind {
        match self {
            Engine::Embedded(index) => remove(index),
            Engine::Shared(shared) => {
                shared.remove(kind, change);
                Behind::No
            }
        }
    }

    /// Says that something of this kind changed and was not told: it has to be read from the store.
    pub fn miss(&self, kind: Kind) {
        match self {
            Engine::Embedded(index) => index.miss(kind),
            Engine::Shared(shared) => shared.changed(),
        }
    }

    /// Changes of this node that cannot be found yet.
    pub fn waiting(&self) -> usize {
        match self {
            Engine::Embedded(index) => index.waiting(),
            Engine::Shared(shared) => shared.waiting(),
        }
    }

    /// Waits until what was told before is searchable.
    ///
    /// # Errors
    /// When it is not, and will be fed again.
    pub async fn flush(&self) -> Result<()> {
        match self {
            Engine::Embedded(index) => index.flush().await,
            Engine::Shared(shared) => shared.flush().await,
        }
    }

    /// Indexes again what may be in the index already.
    ///
    /// # Errors
    /// When it could not be written.
    pub async fn again(&self, kind: Kind, changes: Vec<Change>) -> Result<()> {
        match self {
            Engine::Embedded(index) => index.again(kind, changes).await,
            Engine::Shared(shared) => shared.again(kind, changes).await,
        }
    }

    /// Ids of a kind in the index, the smallest ones behind `after`. Those just removed may be among them.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub async fn ids(&self, kind: Kind, after: Id, limit: usize) -> Result<Vec<Id>> {
        match self {
            Engine::Embedded(index) => index.ids(kind, after, limit).await,
            Engine::Shared(shared) => shared.ids(kind, after, limit).await,
        }
    }

    /// Posts that match, newest first, with the time they were written.
    ///
    /// # Errors
    /// [`Error::Unavailable`] when the search server does not answer and nothing else is to; when the index cannot be
    /// read.
    pub async fn search_posts(
        &self,
        query: &SearchQuery,
        scope: SearchScope,
        page: Page,
    ) -> Result<Vec<(PostId, Millis)>> {
        match self {
            Engine::Embedded(index) => index.search_posts(query, scope, page).await,
            Engine::Shared(shared) => {
                let hits = shared.search(Kind::Posts, query, &scope, page).await?;
                Ok(hits.into_iter().map(|hit| (hit.id.into(), hit.create_at)).collect())
            }
        }
    }

    /// Files that match by name or content; otherwise as [`Engine::search_posts`].
    ///
    /// # Errors
    /// As there.
    pub async fn search_files(
        &self,
        query: &SearchQuery,
        scope: SearchScope,
        page: Page,
    ) -> Result<Vec<(FileId, Millis)>> {
        match self {
            Engine::Embedded(index) => index.search_files(query, scope, page).await,
            Engine::Shared(shared) => {
                let hits = shared.search(Kind::Files, query, &scope, page).await?;
                Ok(hits.into_iter().map(|hit| (hit.id.into(), hit.create_at)).collect())
            }
        }
    }
}

impl Error {
    /// Whether it may work later without anybody doing anything.
    pub fn is_outage(&self) -> bool {
        matches!(self, Error::Unavailable(_))
    }
}
