//! Feeding an index that nodes share: one node follows the store's changes and writes them into it, however they came
//! about and on whichever node.
//!
//! How far it is stands beside the documents, so a node that takes over, or comes back after the index was away for
//! an hour, goes on where the last one stopped. Changes become visible in the store slightly out of their order, so
//! the last minute is looked at again now and then; what is in already is remembered and not written twice.

use std::collections::HashMap;

use base::{Clock, Id, Millis};
use tokio::time::{Duration, Instant};
use tracing::info;

use crate::Result;
use crate::changes::Change;
use crate::cursor::{Kind, Mark};
use crate::shared::Shared;
use crate::source::page;
use crate::target::Target;

/// How often the last minute is looked at again, and where the index is now.
const LOOK_BACK_EVERY: Duration = Duration::from_secs(15);

/// Changes of the last minute that are remembered: 16 bytes and a time each. When there are more, some are written
/// twice, which changes nothing.
const REMEMBERED_MAX: usize = 100_000;

/// Pages that one pass reads of each kind, so that it ends within seconds and whoever feeds may be another one then.
const PAGES_MAX: usize = 20;

/// A change on its way to an index that nodes share.
#[derive(Debug, Clone)]
pub struct Fed {
    /// When it happened: an older change never replaces a newer one.
    pub at: Millis,
    pub change: Change,
}

/// Follows one kind of changes.
struct Follower {
    kind: Kind,
    place: Option<Place>,
}

/// Where a follower is.
struct Place {
    /// The index that is written.
    home: String,
    /// How far the store was read.
    read: Mark,
    /// The furthest change that is in; what stands beside the documents.
    reached: Mark,
    /// When what is in of the last minute changed.
    remembered: HashMap<Id, Millis>,
    look_back_at: Instant,
}

/// What one node does to feed an index.
pub struct Feeder {
    followers: [Follower; 2],
}

impl Default for Feeder {
    fn default() -> Feeder {
        Feeder { followers: Kind::ALL.map(|kind| Follower { kind, place: None }) }
    }
}

impl Feeder {
    /// Forgets where it is, because another node feeds the index.
    pub fn rest(&mut self) {
        self.followers.iter_mut().for_each(|follower| follower.place = None);
    }

    /// Writes into the index what changed since the last pass, or some of it.
    ///
    /// # Errors
    /// When the store or the index does not answer; the next pass begins where this one failed.
    pub async fn pass(&mut self, shared: &Shared) -> Result<Progress> {
        let mut progress = Progress::Done;
        for follower in &mut self.followers {
            // A follower that fails forgets its place: the index may be another one when it comes back.
            if follower.pass(shared).await? == Progress::More {
                progress = Progress::More;
            }
        }
        Ok(progress)
    }
}

/// What a pass came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// The index has what the store had a moment ago.
    Done,
    More,
}

impl Follower {
    async fn pass(&mut self, shared: &Shared) -> Result<Progress> {
        let (target, store) = (&shared.target, &shared.store);
        let mut place = self.placed(target).await?;
        for _ in 0..PAGES_MAX {
            let changes = page(store, self.kind, place.read).await?;
            let Some((last, _)) = changes.last() else {
                shared.metrics.content.index_lag.set(0);
                self.place = Some(place);
                return Ok(Progress::Done);
            };
            place.read = *last;
            let news: Vec<(Mark, Change)> = changes.into_iter().filter(|(mark, _)| place.is_new(*mark)).collect();
            let Some(furthest) = news.iter().map(|(mark, _)| *mark).max() else { continue };
            shared.metrics.content.index_lag.set(lag(&shared.clock, furthest));
            let reached = (furthest > place.reached).then_some(furthest);
            let marks: Vec<Mark> = news.iter().map(|(mark, _)| *mark).collect();
            let news: Vec<Fed> = news.into_iter().map(|(mark, change)| Fed { at: mark.update_at, change }).collect();
            target.put(&place.home, self.kind, &news, reached).await?;
            place.remember(&marks, reached);
            shared.metrics.content.index_fed.add(marks.len() as u64);
        }
        self.place = Some(place);
        Ok(Progress::More)
    }

    /// Where to go on. An index that was replaced is found at its own place.
    async fn placed(&mut self, target: &Target) -> Result<Place> {
        let place = match self.place.take() {
            Some(place) if Instant::now() < place.look_back_at => return Ok(place),
            other => other,
        };
        let home = target.home(self.kind).await?;
        let look_back_at = Instant::now() + LOOK_BACK_EVERY;
        if let Some(place) = place.filter(|place| place.home == home) {
            return Ok(Place { read: place.reached.with_overlap(), look_back_at, ..place });
        }
        let reached = target.mark(&home, self.kind).await?;
        info!(search.index = home, kind = ?self.kind, from = reached.update_at, "search index is fed from here");
        Ok(Place { home, read: reached.with_overlap(), reached, remembered: HashMap::new(), look_back_at })
    }
}

impl Place {
    fn is_new(&self, mark: Mark) -> bool {
        self.remembered.get(&mark.id) != Some(&mark.update_at)
    }

    fn remember(&mut self, marks: &[Mark], reached: Option<Mark>) {
        self.reached = reached.unwrap_or(self.reached);
        self.remembered.extend(marks.iter().map(|mark| (mark.id, mark.update_at)));
        if self.remembered.len() > REMEMBERED_MAX {
            let since = self.reached.with_overlap().update_at;
            self.remembered.retain(|_, at| *at >= since);
        }
        if self.remembered.len() > REMEMBERED_MAX {
            self.remembered.clear();
        }
    }
}

fn lag(clock: &Clock, mark: Mark) -> i64 {
    (clock.now() - mark.update_at).max(0)
}

/// A new version of the indexes, filled beside those in use. What changes meanwhile is in the store, so it is read here
/// too, and both have it.
pub struct Build {
    homes: [String; 2],
}

impl Build {
    pub(crate) async fn begin(target: &Target) -> Result<Option<Build>> {
        let Target::Server(server) = target else { return Ok(None) };
        Ok(Some(Build { homes: [server.begin(Kind::Posts).await?, server.begin(Kind::Files).await?] }))
    }

    /// Writes a page of the store, whose last row is `reached`.
    ///
    /// # Errors
    /// When the index does not answer.
    pub async fn put(&self, shared: &Shared, kind: Kind, changes: Vec<(Mark, Change)>, reached: Mark) -> Result<()> {
        let fed: Vec<Fed> = changes.into_iter().map(|(mark, change)| Fed { at: mark.update_at, change }).collect();
        shared.target.put(&self.homes[kind as usize], kind, &fed, Some(reached)).await
    }

    /// Lets searches ask the new version, which has to have all that the store had a moment ago.
    ///
    /// # Errors
    /// When the index does not answer; the old version stays then.
    pub async fn take_over(self, shared: &Shared) -> Result<()> {
        let Target::Server(server) = &shared.target else { return Ok(()) };
        for kind in Kind::ALL {
            server.take_over(kind, &self.homes[kind as usize]).await?;
        }
        Ok(())
    }
}
