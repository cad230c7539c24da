//! What was said: the files of messages in their order, a few megabytes at a time. The first message of a topic begins a thread,
//! the others are its replies.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use base::{Id, Millis};
use transfer::bulk::gather::{Gather, Spot};
use transfer::bulk::line::{Attachment, Follower, Post, Reaction, Seen, Thread};
use wire::posts as kinds;

use super::files::Files;
use super::flags::Flags;
use super::names::Names;
use super::people::Person;
use super::realm::{Realm, To};
use super::tables::{Message, Row, micros, rows};
use super::{MESSAGES, NOWHERE, topic_key};
use crate::accounts::nowhere;
use crate::ids;
use crate::lines;
use crate::lines::Options;
use crate::names::with_id;
use crate::posts::{Counted, divided};
use crate::tree::Tree;

/// Bytes of messages that are put together.
const PART_BYTES: usize = 4 << 20;
/// What messages without a topic have as one.
const NO_TOPIC: [&str; 2] = ["", "(no topic)"];
const TOPIC_LEN_MAX: usize = 200;

/// A message that waits for its part.
struct Read {
    message: Message,
    /// When it was sent, in microseconds.
    at: u64,
    place: u32,
    spot: Spot,
    bytes: usize,
}

/// The first message of a topic.
struct Root {
    id: Id,
    at: Millis,
    /// Whether a line named who follows it.
    is_followed: bool,
}

/// What somebody has not read of a place.
#[derive(Clone, Copy, Default)]
struct Unread {
    posts: i64,
    roots: i64,
    mentions: i64,
    mentions_of_roots: i64,
    first: Millis,
}

/// A line on its way.
struct Open {
    spot: Spot,
    thread: Thread,
    bytes: usize,
    /// The topic of its channel.
    topic: Option<(u32, u64)>,
}

/// The messages of an export on their way.
pub struct Talk<'a> {
    pub realm: &'a Realm,
    pub tree: &'a Tree,
    pub options: &'a Options,
    pub to: &'a mut Gather,
    /// Bytes of messages that are read.
    pub read: u64,
    /// Who is named and not in the list of people.
    strangers: HashMap<u64, String>,
    /// Conversations by their people; their places come behind those of channels.
    conversations: HashMap<Box<[u64]>, u32>,
    pub people_of: Vec<Box<[u64]>>,
    pub counted: HashMap<u32, Counted>,
    unread: HashMap<(u32, u32), Unread>,
    roots: HashMap<(u32, u64), Root>,
    flags: Flags,
    part: Vec<Read>,
    held: usize,
}

impl<'a> Talk<'a> {
    pub fn new((realm, tree, options): (&'a Realm, &'a Tree, &'a Options), to: &'a mut Gather) -> Talk<'a> {
        Talk {
            realm,
            tree,
            options,
            to,
            read: 0,
            strangers: HashMap::new(),
            conversations: HashMap::new(),
            people_of: Vec::new(),
            counted: HashMap::new(),
            unread: HashMap::new(),
            roots: HashMap::new(),
            flags: Flags::default(),
            part: Vec::new(),
            held: 0,
        }
    }

    /// Sends everything.
    pub fn send(&mut self) -> ControlFlow<()> {
        for name in files(self.tree) {
            let file: Arc<str> = name.into();
            self.flags = Flags::read(self.tree, name, self.realm, &mut self.to.left_out);
            let (mut flow, before) = (Continue(()), self.read);
            let done = rows(self.tree, name, |row| {
                self.read = before + row.read;
                if row.table == "zerver_message" {
                    flow = self.take(row, Spot { file: file.clone(), row: row.number });
                }
                flow
            });
            if let Err(why) = done {
                self.to.left_out.add(format!("The file breaks off ({why}). What stands before comes."), name);
            }
            flow?;
            self.read = before + self.tree.size(name);
            self.flush()?;
        }
        Continue(())
    }

    fn take(&mut self, row: &Row<'_>, spot: Spot) -> ControlFlow<()> {
        let message: Message = match row.get() {
            Ok(message) => message,
            Err(why) => {
                self.to.left_out.add(format!("What is no message ({why}). It is left out."), spot);
                return Continue(());
            }
        };
        let Some(at) = micros(message.date_sent).filter(|_| message.id > 0) else {
            self.to.left_out.add("A message without a time or an id. It is left out.", spot);
            return Continue(());
        };
        let place = match self.realm.to.get(&message.recipient) {
            Some(To::Room(room)) => *room,
            Some(_) if !self.options.conversations => return Continue(()),
            Some(To::Person(other)) => self.conversation(vec![*other, message.sender], &spot)?,
            Some(To::Group(people)) => self.conversation([&people[..], &[message.sender]].concat(), &spot)?,
            None => {
                self.to.left_out.add("A message to whom the export does not have. It is left out.", spot);
                return Continue(());
            }
        };
        self.held += row.len();
        self.part.push(Read { message, at, place, spot, bytes: row.len() });
        if self.held > PART_BYTES { self.flush() } else { Continue(()) }
    }

    /// The place of the conversation of some people.
    fn conversation(&mut self, mut people: Vec<u64>, spot: &Spot) -> ControlFlow<(), u32> {
        people.sort_unstable();
        people.dedup();
        let people: Box<[u64]> = people.into();
        if let Some(known) = self.conversations.get(&people) {
            return Continue(*known);
        }
        for person in people.iter() {
            self.username(*person, spot)?;
        }
        let place = u32::try_from(self.realm.rooms.len() + self.people_of.len()).unwrap_or(u32::MAX);
        self.conversations.insert(people.clone(), place);
        self.people_of.push(people);
        Continue(place)
    }

    /// What somebody is called here; who is not in the list of people gets an account first.
    fn username(&mut self, id: u64, spot: &Spot) -> ControlFlow<(), String> {
        if let Some(known) = self.known(id) {
            return Continue(known);
        }
        let own = format!("user{id}");
        let username = with_id("", &own);
        self.strangers.insert(id, username.clone());
        self.to
            .left_out
            .add("Somebody who is not in realm.json. An account that is deactivated stands for him or her.", spot);
        let line = lines::stranger(self.realm.id("user", &own), &username, nowhere(&own, NOWHERE), "");
        self.to.line(line, spot.clone(), 500, self.read)?;
        Continue(username)
    }

    /// What somebody is called here who was named before.
    pub fn known(&self, id: u64) -> Option<String> {
        let known = self.realm.person(id).map(|person| person.called.username.to_string());
        known.or_else(|| self.strangers.get(&id).cloned())
    }

    /// Sends what was taken.
    fn flush(&mut self) -> ControlFlow<()> {
        self.held = 0;
        let (mut open, mut by_topic): (Vec<Open>, HashMap<(u32, u64), usize>) = (Vec::new(), HashMap::new());
        let mut seen = HashSet::new();
        for read in std::mem::take(&mut self.part) {
            if !seen.insert(self.id(&read, 0)) {
                self.to.left_out.add("A message that is there twice. It is left out.", &read.spot);
                continue;
            }
            let topic = self.topic(&read);
            let root = topic.and_then(|topic| self.roots.get(&topic)).map(|root| (root.id, root.at));
            let posts = self.posts(&read, root.map(|root| root.1), topic.is_some())?;
            self.count(&read, &posts, root.is_none());
            let begun = topic.and_then(|topic| by_topic.get(&topic).copied());
            if let (Some(topic), Some((root, _))) = (topic, root) {
                let at = begun.unwrap_or(open.len());
                if begun.is_none() {
                    let thread = Thread { root_id: Some(root), ..self.begin(read.place) };
                    open.push(Open { spot: read.spot, thread, bytes: 0, topic: Some(topic) });
                    by_topic.insert(topic, at);
                }
                open[at].thread.replies.extend(posts);
                open[at].bytes += read.bytes;
                continue;
            }
            for (number, post) in posts.into_iter().enumerate() {
                if let (Some(topic), 0, Some(id)) = (topic, number, post.id) {
                    self.roots.insert(topic, Root { id, at: post.create_at, is_followed: false });
                    by_topic.insert(topic, open.len());
                }
                let thread = Thread { post, ..self.begin(read.place) };
                let topic = topic.filter(|_| number == 0);
                open.push(Open { spot: read.spot.clone(), thread, bytes: read.bytes, topic });
            }
        }
        for Open { spot, mut thread, bytes, topic } in open {
            thread.thread_followers = topic.and_then(|topic| self.followers(topic, &thread));
            self.to.line(lines::thread(thread), spot, bytes, self.read)?;
        }
        Continue(())
    }

    /// The topic of a message, in a channel that has some.
    fn topic(&self, read: &Read) -> Option<(u32, u64)> {
        let has_topics = self.realm.rooms.get(read.place as usize).is_some_and(|room| room.has_topics);
        let subject = read.message.subject.trim();
        (has_topics && !NO_TOPIC.contains(&subject)).then(|| (read.place, topic_key(subject)))
    }

    /// Where threads of a place belong.
    fn begin(&self, place: u32) -> Thread {
        match self.realm.rooms.get(place as usize) {
            Some(room) => {
                Thread { team: self.options.team.clone(), channel: room.name.to_string(), ..Thread::default() }
            }
            None => Thread { channel_members: self.usernames(place), ..Thread::default() },
        }
    }

    /// The people of a conversation; two at least, as lines want it.
    fn usernames(&self, place: u32) -> Vec<String> {
        let people = &self.people_of[place as usize - self.realm.rooms.len()];
        let mut names: Vec<String> = people.iter().filter_map(|id| self.known(*id)).collect();
        if let [one] = names.as_slice() {
            names.push(one.clone());
        }
        names
    }

    /// Who follows a thread, where somebody said so of its topic: who wrote, and who follows, without whom it is muted for.
    fn followers(&mut self, topic: (u32, u64), thread: &Thread) -> Option<Vec<Follower>> {
        let said = self.realm.topics.get(&topic).filter(|_| !thread.replies.is_empty())?;
        let is_first = self.roots.get_mut(&topic).is_none_or(|root| !std::mem::replace(&mut root.is_followed, true));
        let username = |person: &u32| &*self.realm.people[*person as usize].called.username;
        let muted: HashSet<&str> =
            said.iter().filter(|(_, follows)| !follows).map(|(person, _)| username(person)).collect();
        let follow = said.iter().filter(|(_, follows)| *follows && is_first).map(|(person, _)| username(person));
        let last_viewed = thread.replies.iter().map(|reply| reply.create_at).max().unwrap_or_default();
        let mut seen = HashSet::new();
        let names = thread.posts().map(|post| post.user.as_str()).chain(follow);
        let names = names.filter(|name| !muted.contains(name) && seen.insert(*name));
        Some(names.map(|name| Follower { user: name.to_owned(), last_viewed, unread_mentions: 0 }).collect())
    }

    fn count(&mut self, read: &Read, posts: &[Post], is_root: bool) {
        let more = i64::try_from(posts.len()).unwrap_or_default();
        let roots = if is_root { more } else { 0 };
        let at = (read.at / 1_000).cast_signed();
        let counted = self.counted.entry(read.place).or_default();
        counted.posts += more;
        counted.roots += roots;
        counted.last = counted.last.max(at);
        for (person, is_mentioned) in self.flags.unread(read.message.id) {
            let unread = self.unread.entry((person, read.place)).or_default();
            unread.first = if unread.posts == 0 { at } else { unread.first.min(at) };
            unread.posts += more;
            unread.roots += roots;
            // Everything that is said in a conversation calls its people.
            let calls = i64::from(is_mentioned || read.place as usize >= self.realm.rooms.len());
            unread.mentions += calls;
            unread.mentions_of_roots += calls * i64::from(is_root);
        }
    }

    /// What somebody has read of a place; all of it, where nothing else is said.
    pub fn seen(&self, person: Option<u32>, place: u32) -> Seen {
        let counted = self.counted.get(&place).copied().unwrap_or_default();
        let unread = person.and_then(|person| self.unread.get(&(person, place))).copied().unwrap_or_default();
        let last = if unread.posts > 0 { unread.first - 1 } else { counted.last };
        Seen {
            msg_count: counted.posts - unread.posts,
            msg_count_root: counted.roots - unread.roots,
            mention_count: unread.mentions,
            mention_count_root: unread.mentions_of_roots,
            last_viewed_at: last,
            ..Seen::default()
        }
    }

    /// What a message becomes: one post, or more where it says too much for one. `root_at` is when its thread began.
    fn posts(&mut self, read: &Read, root_at: Option<Millis>, has_topic: bool) -> ControlFlow<(), Vec<Post>> {
        let (message, create_at) = (&read.message, (read.at / 1_000).cast_signed().max(root_at.unwrap_or_default()));
        let user = self.username(message.sender, &read.spot)?;
        let names = Names { realm: self.realm, tree: self.tree };
        let mut content = super::message::read(&message.content, &names);
        if content.lacks_file {
            self.to.left_out.add("A file whose bytes are not in the export. The message has its name.", &read.spot);
        }
        if content.is_widget {
            self.to.left_out.add("A poll or a list of tasks. It comes as a list, without votes.", &read.spot);
        }
        if root_at.is_none() && has_topic {
            let topic: String =
                message.subject.trim().chars().filter(|one| !one.is_control()).take(TOPIC_LEN_MAX).collect();
            content.text = format!("#### {topic}\n{}", content.text);
        }
        let mut posts = Vec::new();
        for (number, (text, files)) in (0u16..).zip(divided(&content.text, &content.files)) {
            posts.push(Post {
                id: Some(self.id(read, number)),
                user: user.clone(),
                kind: content.is_action.then(|| kinds::ME.to_owned()),
                message: Some(text),
                create_at,
                edit_at: micros(message.last_edit_time).map(|at| (at / 1_000).cast_signed()),
                attachments: files.iter().map(|path| Attachment { path: Files::path(path) }).collect(),
                ..Post::default()
            });
        }
        posts[0].reactions = self.reactions(message.id, create_at);
        posts[0].flagged_by = self.flagged_by(read);
        Continue(posts)
    }

    fn id(&self, read: &Read, part: u16) -> Id {
        let within = u16::try_from(read.at % 1_000).unwrap_or_default().saturating_add(part);
        let name = format!("{} {} {part}", self.options.team, read.message.id);
        ids::timed((read.at / 1_000).cast_signed(), within, &self.realm.scope, &name)
    }

    fn reactions(&self, message: u64, create_at: Millis) -> Vec<Reaction> {
        let one = |reacted: &super::realm::Reacted| Reaction {
            user: self.realm.people[reacted.user as usize].called.username.to_string(),
            emoji_name: self.realm.emoji_names[reacted.emoji as usize].clone(),
            // When is not said.
            create_at,
        };
        self.realm.reactions_to(message).map(one).collect()
    }

    /// Who saved a message. In a conversation only its people can.
    fn flagged_by(&self, read: &Read) -> Vec<String> {
        let saved = self.flags.starred(read.message.id).map(|person| &self.realm.people[person as usize]);
        let username = |person: &Person| person.called.username.to_string();
        match self.realm.rooms.get(read.place as usize) {
            Some(_) => saved.map(username).collect(),
            None => {
                let people = self.usernames(read.place);
                saved.map(username).filter(|name| people.contains(name)).collect()
            }
        }
    }
}

/// The files of messages, in the order of their numbers.
pub fn files(tree: &Tree) -> Vec<&str> {
    let mut files: Vec<&str> =
        tree.names().filter(|name| name.starts_with(MESSAGES) && name.ends_with(".json")).collect();
    files.sort_by_key(|name| (name.len(), *name));
    files
}
