//! What was said: posts, replies, reactions, who saved them and who follows.
//!
//! A batch of threads is one transaction. Nothing is read for threads that begin later than all of their channel, which is
//! nearly every one of a first import whose file is in order; others are looked up by the time they were written.
//! Counters of a channel are moved once a batch, a new thread is one row whatever its length.

use std::collections::{BTreeMap, HashSet};

use base::Millis;
use base::ids::{ChannelId, PostId, TeamId, UserId};
use conversation::source;
use node::error::ApiError;
use store::imports::Added;
use store::threads::{Membership, Thread as Counted};
use wire::posts::Post;
use wire::preferences::FLAGGED_POST;
use wire::reactions::Reaction;

use crate::bulk::Failed;
use crate::bulk::line;
use crate::bulk::line::Thread;
use crate::imports::held::{Held, may_bring};
use crate::imports::known::{Key, Known, There};
use crate::imports::members::preference;
use crate::imports::names::Person;
use crate::imports::resolve;
use crate::imports::resolve::Resolved;
use crate::imports::rows::Rows;
use crate::imports::{Import, attached, under_way};

/// What a batch adds.
struct Writing<'a> {
    import: &'a mut Import,
    rows: Rows,
    now: Millis,
    known: Known,
    added: BTreeMap<ChannelId, Added>,
    /// Reactions that posts have which were there before.
    reacted: HashSet<(PostId, UserId, String)>,
    held: Held,
}

/// Writes a batch of threads, and in the same change that the lines up to `last` are done.
pub async fn write(import: &mut Import, lines: Vec<(u64, Box<Thread>)>, last: u64) -> Result<(), Failed> {
    resolve::load_people(import, &lines).await?;
    let lines = resolve::places(import, lines).await?;
    let known = resolve::known(import, &lines).await?;
    let (rows, now) = (Rows::default(), import.app.clock.now());
    let (added, reacted, held) = (BTreeMap::new(), HashSet::new(), Held::default());
    let mut writing = Writing { import, rows, now, known, added, reacted, held };
    writing.load(&lines).await?;
    for line in &lines {
        writing.thread(line).await?;
    }
    let Writing { import, rows, added, held, .. } = writing;
    let mut change = import.app.change();
    rows.write(&mut change, now);
    for channel in held.channels {
        change.posts_changed(channel);
    }
    for (channel, added) in added {
        change.write(store::imports::count_posts(channel, added));
        change.posts_changed(channel);
        change.channel_changed(channel);
    }
    import.mark(&mut change, last);
    under_way::begin(import, change, last).await?;
    for line in &lines {
        let said = line.line.posts().map(|post| post.create_at).max().unwrap_or_default();
        import.names.said(&line.key, said);
        if line.line.root_id.is_none()
            && let Some(user) = import.names.user(&line.line.post.user)
        {
            let root = &line.line.post;
            let key = Key::new(line.place.id, root.create_at, user.id, PostId::NONE, root.text());
            import.names.begun(&line.key, key);
        }
    }
    Ok(())
}

impl Writing<'_> {
    /// Reads of those posts that are there what their lines may change.
    async fn load(&mut self, lines: &[Resolved]) -> Result<(), Failed> {
        let (mut reacted, mut brought) = (Vec::new(), Vec::new());
        let mut note = |id: PostId, post: &line::Post| {
            reacted.extend((!post.reactions.is_empty()).then_some(id));
            brought.extend(may_bring(post).then_some(id));
        };
        for line in lines {
            let root = match line.line.root_id {
                Some(root) => self.known.by_id(PostId(root)),
                None => self.there(line, &line.line.post, PostId::NONE),
            };
            let There::Live(root) = root else { continue };
            if line.line.root_id.is_none() {
                note(root, &line.line.post);
            }
            for reply in &line.line.replies {
                if let There::Live(id) = self.there(line, reply, root) {
                    note(id, reply);
                }
            }
        }
        self.held.load(self.import, &brought).await?;
        if reacted.is_empty() {
            return Ok(());
        }
        for reaction in self.import.app.store.reactions_of_posts(&reacted).await? {
            self.reacted.insert((reaction.post_id, reaction.user_id, reaction.emoji_name));
        }
        Ok(())
    }

    /// The stored post that a line's post is.
    fn there(&mut self, line: &Resolved, post: &line::Post, root: PostId) -> There {
        if let Some(id) = post.id {
            return self.known.by_id(PostId(id));
        }
        let Some(user) = self.import.names.user(&post.user) else { return There::No };
        self.known.by_key(&Key::new(line.place.id, post.create_at, user.id, root, post.text()))
    }

    /// The root of a line; nothing when it was deleted here, or is not here at all.
    async fn root(&mut self, line: &Resolved) -> Result<Option<Said>, Failed> {
        let posts = &line.line;
        let Some(root) = posts.root_id.map(PostId) else {
            let last = posts.posts().map(|post| post.create_at).max().unwrap_or_default();
            let said = self.post(line, &posts.post, PostId::NONE, last).await?;
            return Ok(said.map(|said| Said { id: self.known.root_of(said.id), ..said }));
        };
        match self.known.by_id(root) {
            There::Live(id) => {
                let id = self.known.root_of(id);
                Ok(Some(Said { id, user: UserId::NONE, create_at: 0, is_new: false, is_from_webhook: false }))
            }
            There::Deleted => Ok(None),
            There::No => {
                self.import.warn(
                    line.number,
                    format_args!("{} replies are left out: their root is not here", posts.replies.len()),
                );
                Ok(None)
            }
        }
    }

    fn person(&mut self, number: u64, name: &str) -> Result<Person, Failed> {
        let found = self.import.names.user(name);
        found.ok_or_else(|| {
            let text = format!("There is no account {name:?}.");
            Failed { line: number, error: ApiError::bad_request("app.import.import_post.user_not_found.error", text) }
        })
    }

    async fn thread(&mut self, line: &Resolved) -> Result<(), Failed> {
        let (posts, number) = (&line.line, line.number);
        let last = posts.posts().map(|post| post.create_at).max().unwrap_or_default();
        // Nobody answers to what is gone.
        let Some(root) = self.root(line).await? else { return Ok(()) };
        let mut new = Vec::new();
        for reply in &posts.replies {
            let said = self.post(line, reply, root.id, reply.create_at).await?;
            new.extend(said.filter(|said| said.is_new));
        }
        let team = line.place.team;
        if !new.is_empty() {
            if root.is_new {
                self.rows.threads.push(counted(line.place.id, team, &root, &new));
            } else {
                for reply in &new {
                    let post = Post {
                        root_id: root.id,
                        channel_id: line.place.id,
                        user_id: reply.user,
                        create_at: reply.create_at,
                        ..Post::default()
                    };
                    self.rows.then.push(store::threads::reply(&post, team));
                }
                self.rows.then.push(store::posts::touch(root.id, last));
            }
        }
        let last_reply_at = posts.replies.iter().map(|reply| reply.create_at).max().unwrap_or_default();
        let mut seen = HashSet::new();
        for follower in self.followers(number, line, &root, &new)? {
            let thread = Membership { post_id: root.id, channel_id: line.place.id, team_id: team, ..follower };
            let followed = Membership { following: true, last_reply_at, last_update_at: self.now, ..thread };
            match root.is_new && seen.insert(followed.user_id) {
                true => self.rows.followers.push(followed),
                false => self.rows.then.push(store::imports::follow(&followed)),
            }
        }
        if !root.is_new && !new.is_empty() {
            self.rows.then.push(store::threads::advance(root.id, last_reply_at));
        }
        Ok(())
    }

    /// Who follows: those whom the file names; else who wrote, as if it had been said here.
    fn followers(
        &mut self,
        number: u64,
        line: &Resolved,
        root: &Said,
        replies: &[Said],
    ) -> Result<Vec<Membership>, Failed> {
        let Some(named) = &line.line.thread_followers else {
            if replies.is_empty() || !self.import.app.config().threads.auto_follow {
                return Ok(Vec::new());
            }
            let mut seen: BTreeMap<UserId, Millis> = BTreeMap::new();
            if root.is_new && !root.is_from_webhook {
                seen.insert(root.user, 0);
            }
            for reply in replies.iter().filter(|reply| !reply.is_from_webhook) {
                let seen = seen.entry(reply.user).or_default();
                *seen = reply.create_at.max(*seen);
            }
            let follower = |(user_id, last_view_at)| Membership { user_id, last_view_at, ..Membership::default() };
            return Ok(seen.into_iter().map(follower).collect());
        };
        let mut followers = Vec::with_capacity(named.len());
        for follower in named {
            followers.push(Membership {
                user_id: self.person(number, &follower.user)?.id,
                last_view_at: follower.last_viewed,
                unread_mentions: follower.unread_mentions,
                ..Membership::default()
            });
        }
        Ok(followers)
    }

    /// Adds a post unless it is there, and what hangs on it; nothing when somebody deleted it here. `touched_at` is when
    /// its thread last changed.
    async fn post(
        &mut self,
        line: &Resolved,
        post: &line::Post,
        root: PostId,
        touched_at: Millis,
    ) -> Result<Option<Said>, Failed> {
        let (number, channel) = (line.number, line.place.id);
        let author = self.person(number, &post.user)?;
        let key = Key::new(channel, post.create_at, author.id, root, post.text());
        let (id, is_new) = match self.there(line, post, root) {
            There::Live(id) => (id, false),
            There::No => (post.id.map_or_else(|| self.import.next_post(), PostId), true),
            There::Deleted => {
                self.import.report.posts_known += 1;
                return Ok(None);
            }
        };
        let is_from_webhook =
            post.props.as_ref().is_some_and(|props| props.contains_key(wire::posts::PROP_FROM_WEBHOOK));
        let said = Said { id, user: author.id, create_at: post.create_at, is_new, is_from_webhook };
        let reactions = self.reactions(number, post, id, channel)?;
        let mut new = new_post(post, &said, channel, root);
        if said.is_new {
            self.known.put(key, id);
            let reacted_at = reactions.iter().map(|reaction| reaction.create_at).max().unwrap_or_default();
            new.update_at = touched_at.max(new.edit_at).max(reacted_at).max(post.create_at);
            new.has_reactions = !reactions.is_empty();
            if author.is_bot {
                new.remote_id = None;
            }
            self.insert(number, new, post).await?;
            self.import.report.posts += 1;
        } else {
            self.import.report.posts_known += 1;
            if may_bring(post) {
                // The same post may stand in the batch once more, with more to it.
                self.held.hold(id, &self.rows.posts);
            }
            self.held.bring((self.import, &mut self.rows.then), number, &new, post).await?;
        }
        if said.is_new {
            self.rows.reactions.extend(reactions);
        } else if !reactions.is_empty() {
            self.rows.then.extend(reactions.iter().map(store::reactions::insert));
            // Only behind the reactions does the post know that it has some.
            self.rows.then.push(store::posts::reacted(id, self.now));
            self.held.channels.insert(channel);
        }
        for name in &post.flagged_by {
            let user = self.person(number, name)?.id;
            self.rows.then.push(store::preferences::save(&preference(user, FLAGGED_POST, &id.to_string(), "true")));
        }
        Ok(Some(said))
    }

    async fn insert(&mut self, number: u64, mut new: Post, post: &line::Post) -> Result<(), Failed> {
        let mut files = Vec::new();
        if !post.attachments.is_empty() {
            files = attached::store(self.import, number, &new, &post.attachments).await?;
            new.file_ids = Some(files.iter().map(|file| file.id).collect());
            for file in &files {
                // A post that was deleted and comes again has the same files.
                self.rows.then.push(store::files::insert_again(file, self.now));
            }
        }
        if !files.is_empty() {
            self.held.put(&new, files);
        }
        let added = self.added.entry(new.channel_id).or_default();
        let counts = i64::from(!new.is_join_leave());
        added.posts += counts;
        added.last_post_at = added.last_post_at.max(new.create_at);
        if new.is_root() {
            added.roots += counts;
            added.last_root_post_at = added.last_root_post_at.max(new.create_at);
        }
        self.rows.posts.push(new);
        Ok(())
    }

    /// The reactions that a post does not have yet.
    fn reactions(
        &mut self,
        number: u64,
        post: &line::Post,
        id: PostId,
        channel: ChannelId,
    ) -> Result<Vec<Reaction>, Failed> {
        let mut new = Vec::with_capacity(post.reactions.len());
        for reaction in &post.reactions {
            let user = self.person(number, &reaction.user)?.id;
            if self.reacted.insert((id, user, reaction.emoji_name.clone())) {
                new.push(Reaction {
                    user_id: user,
                    post_id: id,
                    emoji_name: reaction.emoji_name.clone(),
                    create_at: reaction.create_at,
                    update_at: reaction.create_at,
                    channel_id: channel,
                    ..Reaction::default()
                });
            }
        }
        Ok(new)
    }
}

/// A post of the file, here.
struct Said {
    id: PostId,
    user: UserId,
    create_at: Millis,
    is_new: bool,
    is_from_webhook: bool,
}

fn new_post(post: &line::Post, said: &Said, channel: ChannelId, root: PostId) -> Post {
    let edit_at = post.edit_at.unwrap_or_default();
    let mut props = post.props.clone().unwrap_or_default();
    source::strip_imported(&mut props);
    Post {
        id: said.id,
        create_at: post.create_at,
        edit_at,
        is_pinned: post.is_pinned.unwrap_or_default(),
        user_id: said.user,
        channel_id: channel,
        root_id: root,
        message: post.text().to_owned(),
        kind: post.kind.clone().unwrap_or_default(),
        props,
        hashtags: text::hashtags::hashtags(post.text()),
        file_ids: Some(Vec::new()),
        remote_id: Some(String::new()),
        ..Post::default()
    }
}

/// A thread as it is when all of its replies are new.
fn counted(channel: ChannelId, team: TeamId, root: &Said, replies: &[Said]) -> Counted {
    let mut order: Vec<&Said> = replies.iter().collect();
    order.sort_by_key(|reply| reply.create_at);
    let mut participants: Vec<UserId> = Vec::new();
    for reply in order.iter().rev() {
        if !participants.contains(&reply.user) {
            participants.push(reply.user);
        }
    }
    participants.reverse();
    Counted {
        post_id: root.id,
        channel_id: channel,
        team_id: team,
        reply_count: i64::try_from(replies.len()).unwrap_or(i64::MAX),
        last_reply_at: order.last().map_or(0, |reply| reply.create_at),
        participants,
        delete_at: 0,
    }
}
