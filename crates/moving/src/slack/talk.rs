//! What was said: the files of each room in the order of their days, a few megabytes at a time. Replies stand with their
//! root, or, when that is in an earlier part, in lines that name it.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use base::Id;
use serde_json::json;
use transfer::bulk::gather::{Gather, Spot};
use transfer::bulk::line::{Attachment, Line, Post, Reaction, Thread};
use wire::posts as kinds;

use super::Known;
use super::content;
use super::message::{Message, Stamp};
use super::names::Own;
use super::people::{Author, Strangers};
use super::rooms::{Kind, Room};
use crate::ids;
use crate::lines::Options;
use crate::posts::{Counted, divided};

/// Bytes of messages that are put together.
const PART_BYTES: usize = 4 << 20;
/// Moments of a room's messages that are kept, so that a late reply finds its root; 16 bytes each.
const ROOTS_MAX: usize = 4_000_000;
const PEOPLE_OF_REACTION_MAX: usize = 10_000;

/// A message that waits for its part.
struct Read {
    stamp: Stamp,
    thread: Option<Stamp>,
    spot: Spot,
    bytes: usize,
    /// It says what another one says since.
    is_change: bool,
    message: Message,
}

/// The messages of a room on their way.
pub struct Talk<'a> {
    pub known: &'a Known,
    pub options: &'a Options,
    pub room: &'a Room,
    pub strangers: &'a mut Strangers,
    pub to: &'a mut Gather,
    /// Bytes of messages that are read, of all rooms.
    pub read: &'a mut u64,
    /// Usernames, where the room is a conversation.
    pub people: Vec<String>,
    pub counted: Counted,
    part: Vec<Read>,
    held: usize,
    /// What can be answered to.
    roots: HashSet<Stamp>,
    /// Replies that stand for their root, which the export does not have.
    stand_ins: HashMap<Stamp, Stamp>,
}

impl<'a> Talk<'a> {
    pub fn new(
        (known, options, room): (&'a Known, &'a Options, &'a Room),
        strangers: &'a mut Strangers,
        (to, read): (&'a mut Gather, &'a mut u64),
    ) -> Talk<'a> {
        let people = if room.kind == Kind::Few { room.usernames(&known.people, strangers) } else { Vec::new() };
        let (counted, part, roots, stand_ins) = (Counted::default(), Vec::new(), HashSet::new(), HashMap::new());
        Talk { known, options, room, strangers, to, read, people, counted, part, held: 0, roots, stand_ins }
    }

    /// Sends everything of the room.
    pub fn send(&mut self) -> ControlFlow<()> {
        for name in files(self.known, self.room) {
            let file: Arc<str> = name.into();
            let mut flow = Continue(());
            let before = *self.read;
            let done = self.known.export.rows(name, |row, bytes, read: Result<Message, String>| {
                *self.read = before + bytes.read;
                let spot = Spot { file: file.clone(), row };
                match read {
                    Ok(message) => self.take(message, spot, bytes.of_row),
                    Err(why) => self.to.left_out.add(format!("What is no message ({why}). It is left out."), spot),
                }
                if self.held > PART_BYTES {
                    flow = self.flush();
                }
                flow
            });
            if let Err(why) = done {
                self.to.left_out.add(format!("The file breaks off ({why}). What stands before comes."), name);
            }
            *self.read = before + self.known.export.tree.size(name);
            flow?;
            self.flush()?;
        }
        Continue(())
    }

    fn take(&mut self, mut message: Message, spot: Spot, bytes: usize) {
        let mut is_change = false;
        match message.subtype.as_str() {
            "message_changed" => match message.message.take().map(serde_json::from_value) {
                Some(Ok(changed)) => (message, is_change) = (changed, true),
                _ => return self.to.left_out.add("A change that does not say what of. It is left out.", spot),
            },
            "message_deleted" => return self.to.left_out.add("A message that was deleted. It is left out.", spot),
            "message_replied" | "ekm_access_denied" => {
                return self.to.left_out.add("A note of Slack that says nothing. It is left out.", spot);
            }
            _ => {}
        }
        if !matches!(message.kind.as_str(), "message" | "") {
            return self.to.left_out.add(format!("Something of the kind {:?}. It is left out.", message.kind), spot);
        }
        let Some(stamp) = Stamp::parse(&message.ts) else {
            return self.to.left_out.add("A message without a time. It is left out.", spot);
        };
        let thread = Stamp::parse(&message.thread_ts).filter(|thread| *thread != stamp);
        self.held += bytes;
        self.part.push(Read { stamp, thread, spot, bytes, is_change, message });
    }

    /// Sends what was taken.
    fn flush(&mut self) -> ControlFlow<()> {
        self.held = 0;
        let mut part = std::mem::take(&mut self.part);
        part.sort_by_key(|read| (read.stamp, read.is_change));
        let mut seen = HashSet::new();
        part.retain(|read| {
            let is_new = read.is_change || seen.insert(read.stamp);
            if !is_new {
                self.to.left_out.add("A message of the same moment as another one. It is left out.", &read.spot);
            }
            is_new
        });
        let (replies, roots): (Vec<Read>, Vec<Read>) = part.into_iter().partition(|read| read.thread.is_some());
        let mut lines: Vec<(Spot, Thread, usize)> = Vec::new();
        let mut by_root: HashMap<Stamp, usize> = HashMap::new();
        for read in roots {
            self.root(read, &mut lines, &mut by_root)?;
        }
        for read in replies {
            self.reply(read, &mut lines, &mut by_root)?;
        }
        for (spot, thread, bytes) in lines {
            let line = match self.room.kind {
                Kind::Few => Line { kind: "direct_post".to_owned(), direct_post: Some(thread), ..Line::default() },
                _ => Line { kind: "post".to_owned(), post: Some(thread), ..Line::default() },
            };
            self.to.line(line, spot, bytes, *self.read)?;
        }
        Continue(())
    }

    fn root(
        &mut self,
        read: Read,
        lines: &mut Vec<(Spot, Thread, usize)>,
        by_root: &mut HashMap<Stamp, usize>,
    ) -> ControlFlow<()> {
        let posts = self.posts(&read)?;
        self.count(&read, &posts, true);
        if self.roots.len() < ROOTS_MAX || read.message.reply_count > 0 {
            self.roots.insert(read.stamp);
        }
        for (at, post) in posts.into_iter().enumerate() {
            if at == 0 && !read.is_change {
                by_root.insert(read.stamp, lines.len());
            }
            lines.push((read.spot.clone(), Thread { post, ..self.begin() }, read.bytes));
        }
        Continue(())
    }

    fn reply(
        &mut self,
        read: Read,
        lines: &mut Vec<(Spot, Thread, usize)>,
        by_root: &mut HashMap<Stamp, usize>,
    ) -> ControlFlow<()> {
        let named = read.thread.unwrap_or(read.stamp);
        let root = self.stand_ins.get(&named).copied().unwrap_or(named);
        if !by_root.contains_key(&root) && !self.roots.contains(&root) {
            let reason =
                "A reply to what is not in the export. The first such reply begins a thread, others follow it.";
            self.to.left_out.add(reason, &read.spot);
            if self.stand_ins.len() < ROOTS_MAX {
                self.stand_ins.insert(named, read.stamp);
            }
            return self.root(read, lines, by_root);
        }
        let posts = self.posts(&read)?;
        self.count(&read, &posts, false);
        let at = *by_root.entry(root).or_insert_with(|| {
            let thread = Thread { root_id: Some(self.id(root, 0)), ..self.begin() };
            lines.push((read.spot.clone(), thread, 0));
            lines.len() - 1
        });
        lines[at].1.replies.extend(posts);
        lines[at].2 += read.bytes;
        Continue(())
    }

    /// Where threads of this room belong.
    fn begin(&self) -> Thread {
        match self.room.kind {
            Kind::Few => Thread { channel_members: self.people.clone(), ..Thread::default() },
            _ => Thread { team: self.options.team.clone(), channel: self.room.name.to_string(), ..Thread::default() },
        }
    }

    fn id(&self, stamp: Stamp, part: u16) -> Id {
        let name = format!("{} {} {part}", self.room.id, stamp.text());
        ids::timed(stamp.millis(), stamp.within().saturating_add(part), &self.options.team, &name)
    }

    fn count(&mut self, read: &Read, posts: &[Post], is_root: bool) {
        let counts = |post: &&Post| !kinds::JOIN_LEAVE.contains(&post.kind.as_deref().unwrap_or_default());
        let more = i64::try_from(posts.iter().filter(counts).count()).unwrap_or_default();
        if !read.is_change {
            self.counted.posts += more;
            self.counted.roots += if is_root { more } else { 0 };
        }
        self.counted.last = self.counted.last.max(read.stamp.millis());
    }

    /// What a message becomes: one post, or more where it says too much for one.
    fn posts(&mut self, read: &Read) -> ControlFlow<(), Vec<Post>> {
        let message = &read.message;
        let from = (&mut *self.to, &read.spot, *self.read);
        let Author { username, is_bot } = self.strangers.author(&self.known.people, message, from)?;
        let known = self.known;
        let names = (&known.people, &known.rooms, &*self.strangers);
        let content = Own::of(names, &known.groups, |own| content::of(message, &username, own, &known.files));
        for why in &content.otherwise {
            self.to.left_out.add(*why, &read.spot);
        }
        let mut props = content.props;
        if is_bot && !message.username.is_empty() {
            let named =
                [(kinds::PROP_FROM_WEBHOOK, json!("true")), (kinds::PROP_OVERRIDE_USERNAME, json!(message.username))];
            props.extend(named.map(|(name, value)| (name.to_owned(), value)));
            if !message.icons.emoji.is_empty() {
                props.insert(kinds::PROP_OVERRIDE_ICON_EMOJI.to_owned(), json!(message.icons.emoji.trim_matches(':')));
            }
        }
        let reactions = self.reactions(read)?;
        let mut posts = Vec::new();
        for (number, (text, files)) in (0u16..).zip(divided(&content.text, &content.files)) {
            posts.push(Post {
                id: Some(self.id(read.stamp, number)),
                user: username.clone(),
                kind: (!content.kind.is_empty()).then(|| content.kind.clone()),
                message: Some(text),
                create_at: read.stamp.millis(),
                edit_at: content::edited(message).map(Stamp::millis),
                attachments: files.into_iter().map(|path| Attachment { path }).collect(),
                ..Post::default()
            });
        }
        posts[0].props = (!props.is_empty()).then_some(props);
        posts[0].is_pinned = self.room.pins.contains(&read.stamp).then_some(true);
        posts[0].reactions = reactions;
        Continue(posts)
    }

    fn reactions(&mut self, read: &Read) -> ControlFlow<(), Vec<Reaction>> {
        let mut reactions = Vec::new();
        for one in &read.message.reactions {
            let Some(name) = content::emoji(&one.name) else {
                self.to.left_out.add("A reaction whose name can be none here. It is left out.", &read.spot);
                continue;
            };
            let mut seen = HashSet::new();
            let users = one.users.iter().take(PEOPLE_OF_REACTION_MAX).filter(|user| !user.is_empty());
            for user in users.filter(|user| seen.insert(user.as_str())) {
                let user = match self.known.people.of(user) {
                    Some(person) => person.called.username.to_string(),
                    None => self.strangers.person(user, "", (&mut *self.to, &read.spot, *self.read))?,
                };
                // When is not said.
                reactions.push(Reaction { user, emoji_name: name.clone(), create_at: read.stamp.millis() });
            }
        }
        Continue(reactions)
    }
}

/// The files of a room, in the order of their days.
fn files<'k>(known: &'k Known, room: &Room) -> Vec<&'k str> {
    let mut files = Vec::new();
    for folder in &room.folders {
        let is_own = |name: &&str| name.ends_with(".json") && !name[folder.len() + 1..].contains('/');
        files.extend(known.export.tree.below(folder).filter(is_own));
    }
    files.sort_by_key(|name| name.rsplit('/').next());
    files.dedup();
    files
}
