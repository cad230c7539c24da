//! Exports: everything that is written down here, in the bulk format ([`crate::bulk`]), so that another server can have
//! it, or this one again. The inverse of [`crate::imports`].
//!
//! Walked in pages by keys that do not move, teams and people first, so that memory does not grow with history. People
//! may write meanwhile: what they write behind the place that is being walked is in, what they write before it is not.
//! Names stand for ids, which mean nothing elsewhere; deleted posts, old versions, passwords and sessions stay here.

mod conversations;
mod data;
pub mod manage;
mod people;
mod places;
mod selection;
mod talk;

pub use selection::{Selection, conversation};

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use base::Id;
use base::ids::{ChannelId, TeamId, UserId};
use futures_util::future::BoxFuture;
use node::error::Result;
use request::App;
use serde_json::json;
use store::exports::Counted;
use store::figures::Figure;
use wire::channels::{Channel, ChannelMember};

use crate::bulk::VERSION;
use crate::bulk::line::{Line, Seen};
use crate::bulk::target::{Form, Target};

/// Rows that are read at a time.
const PAGE_LEN: usize = 500;

/// What is taken along beyond what was written.
#[derive(Debug, Clone, Default)]
pub struct Options {
    pub attachments: bool,
    pub archived_channels: bool,
    pub profile_pictures: bool,
    /// Our own ids: links to posts stay good where the file is brought along. Other programs pass over them.
    pub ids: bool,
    pub only: Selection,
}

/// How far an export is; whoever waits for it may look.
#[derive(Debug, Default)]
pub struct Progress {
    pub posts: AtomicU64,
    pub posts_total: AtomicU64,
    pub lines: AtomicU64,
    pub files: AtomicU64,
    /// What could not be taken along: files that are missing, say.
    pub warnings: AtomicU64,
}

impl Progress {
    /// In percent, by the posts.
    pub fn percent(&self) -> i64 {
        let (done, total) = (self.posts.load(Ordering::Relaxed), self.posts_total.load(Ordering::Relaxed).max(1));
        i64::try_from(100 * done / total).unwrap_or(100).min(100)
    }
}

/// An export under way.
struct Export<'a> {
    app: &'a Arc<App>,
    target: Target,
    form: Form,
    options: Options,
    progress: &'a Progress,
    /// Live teams by id: there are few.
    teams: BTreeMap<TeamId, String>,
    /// Posts of channels as an import counts them: some 50 bytes a channel.
    counted: HashMap<ChannelId, Counted>,
    /// Channels whose posts are in, for their files.
    walked: HashSet<ChannelId>,
}

/// Writes everything to `target`. In a box, so that it is compiled here, and not in each crate that exports.
///
/// # Errors
/// When the store or the files do not answer, or the target takes no more.
pub fn run<'a>(
    app: &'a Arc<App>,
    target: Target,
    form: Form,
    options: Options,
    progress: &'a Progress,
) -> BoxFuture<'a, Result<()>> {
    Box::pin(write(app, target, form, options, progress))
}

async fn write(app: &Arc<App>, target: Target, form: Form, options: Options, progress: &Progress) -> Result<()> {
    let total = app.store.figure(Figure::Posts, app.clock.now()).await?;
    progress.posts_total.store(u64::try_from(total).unwrap_or_default(), Ordering::Relaxed);
    let (teams, counted, walked) = (BTreeMap::new(), HashMap::new(), HashSet::new());
    let mut export = Export { app, target, form, options, progress, teams, counted, walked };
    let done = export.all().await;
    // Why the target takes no more stands in its end.
    let finished = export.target.finish().await;
    finished.and(done)
}

impl Export<'_> {
    async fn all(&mut self) -> Result<()> {
        self.head().await?;
        places::teams(self).await?;
        places::channels(self).await?;
        people::users(self).await?;
        people::bots(self).await?;
        talk::of_teams(self).await?;
        if self.form == Form::Zip {
            places::emoji(self).await?;
        }
        conversations::channels(self).await?;
        conversations::posts(self).await?;
        match self.form {
            Form::Zip => data::all(self).await,
            Form::Lines => Ok(()),
        }
    }

    async fn head(&mut self) -> Result<()> {
        let created = jiff::Timestamp::from_millisecond(self.app.clock.now()).unwrap_or_default().to_string();
        let info = json!({"generator": "muster", "version": env!("CARGO_PKG_VERSION"), "created": created});
        let line = Line { kind: "version".to_owned(), version: Some(VERSION), info: Some(info), ..Line::default() };
        self.line(line).await
    }

    async fn line(&mut self, line: Line) -> Result<()> {
        self.progress.lines.fetch_add(1, Ordering::Relaxed);
        self.target.line(&line).await
    }

    /// An id, if ids are taken along.
    fn id(&self, id: impl Into<Id>) -> Option<Id> {
        self.options.ids.then(|| id.into())
    }

    /// The username of somebody; nothing for accounts that were removed.
    async fn name(&self, id: UserId) -> Result<Option<String>> {
        Ok(self.app.world.user(id).await?.map(|user| user.username.clone()))
    }

    /// Whether a channel of a team is taken along.
    fn takes(&self, team: &str, channel: &Channel) -> bool {
        let is_live = self.options.archived_channels || !channel.is_archived();
        is_live && self.options.only.takes_channel(team, channel)
    }

    /// What a member has read, counted as an import counts: of what was deleted nothing is left to be read.
    async fn seen(&mut self, channel: &Channel, member: &ChannelMember) -> Result<Seen> {
        let counted = match self.counted.get(&channel.id) {
            Some(counted) => *counted,
            None => {
                let counted = self.app.store.export_count(channel.id).await?;
                self.counted.insert(channel.id, counted);
                counted
            }
        };
        let read = |there: i64, total: i64, read: i64| (there - (total - read).max(0)).max(0);
        Ok(Seen {
            mention_count: member.mention_count,
            mention_count_root: member.mention_count_root,
            urgent_mention_count: member.urgent_mention_count,
            msg_count: read(counted.posts, channel.total_msg_count, member.msg_count),
            msg_count_root: read(counted.roots, channel.total_msg_count_root, member.msg_count_root),
            last_viewed_at: member.last_viewed_at,
        })
    }

    fn warn(&self) {
        self.progress.warnings.fetch_add(1, Ordering::Relaxed);
    }
}

/// A text, unless it is empty.
fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}
