//! What was said: messages in the order of the dump, a few megabytes at a time. Replies stand with their root, or, when that is
//! in an earlier part, in lines that name it. A reply that stands before its root waits for it.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::ops::ControlFlow::Continue;

use base::{Id, Millis};
use serde_json::json;
use transfer::bulk::gather::{Gather, Spot};
use transfer::bulk::line::{Attachment, Post, Reaction, Thread};
use wire::posts as kinds;

use super::content;
use super::markup::Own;
use super::people::{People, id_of};
use super::records::{Message, Whom};
use super::rooms::{Room, Since};
use super::{Known, MESSAGES, NOWHERE, SCOPE, take};
use crate::accounts::nowhere;
use crate::ids;
use crate::lines;
use crate::lines::Options;
use crate::names::{plain, with_id};
use crate::posts::divided;

/// Bytes of messages that are put together, and of replies that wait for their root.
const PART_BYTES: usize = 4 << 20;
const WAITING_BYTES: usize = 64 << 20;
const PEOPLE_OF_REACTION_MAX: usize = 10_000;
/// The latest moment that an id can have.
const LATEST: Millis = 1 << 46;

/// A message that waits for its part.
struct Read {
    message: Message,
    room: usize,
    spot: Spot,
    bytes: usize,
}

/// The message that a thread begins with.
#[derive(Clone, Copy)]
struct Root {
    id: Id,
    at: Millis,
}

/// The messages of a dump on their way.
pub struct Talk<'a> {
    known: &'a Known,
    options: &'a Options,
    pub to: &'a mut Gather,
    /// Bytes of messages that are read.
    pub read: u64,
    /// Usernames of those whom messages name and the list of users does not.
    strangers: HashMap<Box<str>, Box<str>>,
    /// By room.
    pub since: Vec<Since>,
    /// Messages that were answered to, by room and their id there.
    roots: HashMap<(usize, Box<str>), Root>,
    part: Vec<Read>,
    held: usize,
    waiting: Vec<Read>,
    waiting_bytes: usize,
}

/// A line on its way.
struct Open {
    spot: Spot,
    thread: Thread,
    bytes: usize,
}

impl<'a> Talk<'a> {
    pub fn new((known, options): (&'a Known, &'a Options), to: &'a mut Gather) -> Talk<'a> {
        Talk {
            known,
            options,
            to,
            read: 0,
            strangers: HashMap::new(),
            since: known.rooms.all.iter().map(Since::of).collect(),
            roots: HashMap::new(),
            part: Vec::new(),
            held: 0,
            waiting: Vec::new(),
            waiting_bytes: 0,
        }
    }

    /// Sends everything.
    pub fn send(&mut self) -> ControlFlow<()> {
        let known = self.known;
        let mut flow = Continue(());
        let done = known.dump.documents(MESSAGES, |document| {
            self.read = document.read;
            let (spot, bytes) = (Spot { file: MESSAGES.into(), row: document.row }, document.bytes);
            if let Some(message) = take::<Message>(MESSAGES, document, &mut self.to.left_out) {
                flow = self.take(message, spot, bytes);
            }
            flow
        });
        if let Err(why) = done {
            self.to.left_out.add("A collection breaks off. What stands before comes.", why);
        }
        flow?;
        self.flush(false)?;
        // Their roots did not come.
        self.part = std::mem::take(&mut self.waiting);
        self.flush(true)
    }

    fn take(&mut self, message: Message, spot: Spot, bytes: usize) -> ControlFlow<()> {
        if let Some(why) = content::says_nothing(&message) {
            self.to.left_out.add(why, spot);
            return Continue(());
        }
        if message._id.is_empty() || !(1..LATEST).contains(&message.ts) {
            self.to.left_out.add("A message without a time or an id. It is left out.", spot);
            return Continue(());
        }
        let Some(room) = self.known.rooms.index(&message.rid) else {
            // Of conversations that are not wanted it is said nowhere.
            if self.options.conversations {
                self.to.left_out.add("A message of a room that does not come. It is left out.", spot);
            }
            return Continue(());
        };
        self.held += bytes;
        self.part.push(Read { message, room, spot, bytes });
        if self.held > PART_BYTES { self.flush(false) } else { Continue(()) }
    }

    /// Sends what was taken. `is_last`: a reply whose root is not there begins a thread.
    fn flush(&mut self, is_last: bool) -> ControlFlow<()> {
        self.held = 0;
        let mut part = std::mem::take(&mut self.part);
        part.sort_by(|one, other| (one.message.ts, &one.message._id).cmp(&(other.message.ts, &other.message._id)));
        let (mut open, mut by_root): (Vec<Open>, HashMap<Id, usize>) = (Vec::new(), HashMap::new());
        let mut seen = HashSet::new();
        for read in part {
            if !seen.insert(self.id(&read, 0)) {
                self.to.left_out.add("A message that is there twice. It is left out.", &read.spot);
                continue;
            }
            let key = (read.room, Box::<str>::from(read.message.tmid.as_str()));
            let root = self.roots.get(&key).copied();
            match root {
                _ if read.message.tmid.is_empty() => self.begin_thread(read, &mut open, &mut by_root)?,
                Some(root) => self.reply(read, root, &mut open, &mut by_root)?,
                None if !is_last && self.waiting_bytes < WAITING_BYTES => {
                    self.waiting_bytes += read.bytes;
                    self.waiting.push(read);
                }
                None => {
                    let reason =
                        "A reply to what is not in the dump. The first such reply begins a thread, others follow it.";
                    self.to.left_out.add(reason, &read.spot);
                    let root = Root { id: self.id(&read, 0), at: read.message.ts };
                    self.roots.insert(key, root);
                    self.begin_thread(read, &mut open, &mut by_root)?;
                }
            }
        }
        for Open { spot, thread, bytes } in open {
            self.to.line(lines::thread(thread), spot, bytes, self.read)?;
        }
        if !is_last && !self.waiting.is_empty() {
            self.waiting_come()?;
        }
        Continue(())
    }

    /// Sends replies whose root came meanwhile.
    fn waiting_come(&mut self) -> ControlFlow<()> {
        let roots = &self.roots;
        let has_root = |read: &Read| roots.contains_key(&(read.room, Box::<str>::from(read.message.tmid.as_str())));
        let (come, wait): (Vec<Read>, Vec<Read>) = std::mem::take(&mut self.waiting).into_iter().partition(has_root);
        self.waiting = wait;
        self.waiting_bytes = self.waiting.iter().map(|read| read.bytes).sum();
        if come.is_empty() {
            return Continue(());
        }
        self.part = come;
        self.flush(false)
    }

    fn begin_thread(&mut self, read: Read, open: &mut Vec<Open>, by_root: &mut HashMap<Id, usize>) -> ControlFlow<()> {
        let posts = self.posts(&read, 0)?;
        self.count(&read, &posts, true);
        for (number, post) in posts.into_iter().enumerate() {
            if let (0, Some(id)) = (number, post.id) {
                by_root.insert(id, open.len());
                if read.message.tcount > 0 {
                    let key = (read.room, read.message._id.as_str().into());
                    self.roots.insert(key, Root { id, at: post.create_at });
                }
            }
            let thread = Thread { post, ..self.begin(read.room) };
            open.push(Open { spot: read.spot.clone(), thread, bytes: read.bytes });
        }
        Continue(())
    }

    fn reply(
        &mut self,
        read: Read,
        root: Root,
        open: &mut Vec<Open>,
        by_root: &mut HashMap<Id, usize>,
    ) -> ControlFlow<()> {
        let posts = self.posts(&read, root.at)?;
        self.count(&read, &posts, false);
        let at = *by_root.entry(root.id).or_insert(open.len());
        if at == open.len() {
            let thread = Thread { root_id: Some(root.id), ..self.begin(read.room) };
            open.push(Open { spot: read.spot, thread, bytes: 0 });
        }
        open[at].thread.replies.extend(posts);
        open[at].bytes += read.bytes;
        Continue(())
    }

    /// Where threads of a room belong.
    fn begin(&self, room: usize) -> Thread {
        let room = &self.known.rooms.all[room];
        match room.is_conversation() {
            true => Thread { channel_members: self.usernames(room), ..Thread::default() },
            false => Thread { team: self.options.team.clone(), channel: room.name.to_string(), ..Thread::default() },
        }
    }

    /// The people of a conversation; two at least, as lines want it.
    fn usernames(&self, room: &Room) -> Vec<String> {
        let known = room.members.iter().map(|member| &*self.known.people.all[member.person as usize].called.username);
        let strangers = room.strangers.iter().filter_map(|id| self.strangers.get(id).map(|name| &**name));
        let mut names: Vec<String> = known.chain(strangers).map(str::to_owned).collect();
        if let [one] = names.as_slice() {
            names.push(one.clone());
        }
        names
    }

    fn count(&mut self, read: &Read, posts: &[Post], is_root: bool) {
        let counts = |post: &&Post| !kinds::JOIN_LEAVE.contains(&post.kind.as_deref().unwrap_or_default());
        let more = i64::try_from(posts.iter().filter(counts).count()).unwrap_or_default();
        self.since[read.room].add(read.message.ts, more, is_root);
    }

    /// What somebody is called here whom a dump names; who is not in the list of users gets an account first.
    pub fn username(&mut self, whom: &Whom, spot: &Spot) -> ControlFlow<(), String> {
        if let Some(person) = self.known.people.of(&whom._id) {
            return Continue(person.called.username.to_string());
        }
        if let Some(known) = self.strangers.get(whom._id.as_str()) {
            return Continue(known.to_string());
        }
        let username = with_id(&plain(&whom.username), &whom._id);
        self.strangers.insert(whom._id.as_str().into(), username.as_str().into());
        self.to
            .left_out
            .add("Somebody who is not in the users. An account that is deactivated stands for him or her.", spot);
        let name = if whom.name.is_empty() { &whom.username } else { &whom.name };
        let line = lines::stranger(id_of(&whom._id), &username, nowhere(&whom._id, NOWHERE), name);
        self.to.line(line, spot.clone(), 500, self.read)?;
        Continue(username)
    }

    /// What a message becomes: one post, or more where it says too much for one; none before `root_at`.
    fn posts(&mut self, read: &Read, root_at: Millis) -> ControlFlow<(), Vec<Post>> {
        let (message, create_at) = (&read.message, read.message.ts.max(root_at));
        let user = self.username(&message.u, &read.spot)?;
        let names = Names { people: &self.known.people, known: self.known };
        let content = content::of(message, &user, &names, &self.known.files);
        for why in &content.otherwise {
            self.to.left_out.add(*why, &read.spot);
        }
        let mut props = content.props;
        if !message.alias.is_empty() && self.known.people.of(&message.u._id).is_some_and(|person| person.is_bot) {
            props.insert(kinds::PROP_FROM_WEBHOOK.to_owned(), json!("true"));
            props.insert(kinds::PROP_OVERRIDE_USERNAME.to_owned(), json!(message.alias));
        }
        let mut posts = Vec::new();
        for (number, (text, files)) in (0u16..).zip(divided(&content.text, &content.files)) {
            posts.push(Post {
                id: Some(self.id(read, number)),
                user: user.clone(),
                kind: (!content.kind.is_empty()).then(|| content.kind.clone()),
                message: Some(text),
                create_at,
                edit_at: (message.edited_at > 0).then_some(message.edited_at),
                attachments: files.into_iter().map(|path| Attachment { path }).collect(),
                ..Post::default()
            });
        }
        posts[0].props = (!props.is_empty()).then_some(props);
        posts[0].is_pinned = message.pinned.then_some(true);
        posts[0].reactions = self.reactions(read, create_at);
        posts[0].flagged_by = self.flagged_by(read);
        Continue(posts)
    }

    fn id(&self, read: &Read, part: u16) -> Id {
        let name = format!("{} {} {part}", self.options.team, read.message._id);
        ids::timed(read.message.ts, part, SCOPE, &name)
    }

    fn reactions(&mut self, read: &Read, create_at: Millis) -> Vec<Reaction> {
        let mut reactions = Vec::new();
        for (name, reacted) in &read.message.reactions {
            let Some(emoji_name) = content::emoji(name) else {
                self.to.left_out.add("A reaction whose name can be none here. It is left out.", &read.spot);
                continue;
            };
            let mut seen = HashSet::new();
            for user in reacted.usernames.iter().take(PEOPLE_OF_REACTION_MAX) {
                match self.known.people.named(user) {
                    Some(person) if seen.insert(user) => {
                        let user = person.called.username.to_string();
                        // When is not said.
                        reactions.push(Reaction { user, emoji_name: emoji_name.clone(), create_at });
                    }
                    Some(_) => {}
                    None => {
                        let reason = "A reaction of somebody who is not in the users. It is left out.";
                        self.to.left_out.add(reason, &read.spot);
                    }
                }
            }
        }
        reactions
    }

    /// Who saved a message. In a conversation only its people can.
    fn flagged_by(&self, read: &Read) -> Vec<String> {
        let saved = read.message.starred.iter().filter_map(|whom| self.known.people.of(&whom._id));
        let mut names: Vec<String> = saved.map(|person| person.called.username.to_string()).collect();
        names.sort_unstable();
        names.dedup();
        let room = &self.known.rooms.all[read.room];
        if room.is_conversation() {
            let people = self.usernames(room);
            names.retain(|name| people.contains(name));
        }
        names
    }
}

/// Names of a dump.
struct Names<'a> {
    people: &'a People,
    known: &'a Known,
}

impl Own for Names<'_> {
    fn user(&self, name: &str) -> Option<String> {
        self.people.named(name).map(|person| person.called.username.to_string())
    }

    fn channel(&self, name: &str) -> Option<String> {
        self.known.rooms.named(name).map(str::to_owned)
    }
}
