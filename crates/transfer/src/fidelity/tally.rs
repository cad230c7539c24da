//! Lines counted: what there is of each kind, and for each channel how many posts and a hash of what they say.
//!
//! The hash of a channel is the sum of the hashes of its posts, so that their order does not count. What changes by being
//! brought along does not count either: times of reactions, who follows, where files are kept.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;

use base::{Id, Millis};
use conversation::files::save::plain_name;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::bulk::line::{Of, Post, Thread};
use crate::exports::conversation;

/// Posts that are compared field by field.
const SAMPLE_LEN: usize = 20;

/// A set of things of a kind, by a hash of what they are called.
pub type Set = HashSet<u64>;

/// A channel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Place {
    pub posts: u64,
    pub replies: u64,
    pub reactions: u64,
    pub files: u64,
    pub hash: u128,
}

/// A post of a channel that is looked at closer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Told {
    pub content: u64,
    pub id: Option<Id>,
    pub create_at: Millis,
}

impl fmt::Display for Told {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = jiff::Timestamp::from_millisecond(self.create_at).unwrap_or_default();
        match self.id {
            Some(id) => write!(out, "{at} ({id})"),
            None => write!(out, "{at}"),
        }
    }
}

/// Of which channels each post is kept.
#[derive(Debug, Clone, Default)]
pub enum Detail {
    #[default]
    None,
    Of(BTreeSet<String>),
}

/// Which posts are kept whole.
#[derive(Debug, Clone, Default)]
pub enum Lot {
    /// Those that a lot draws.
    #[default]
    Drawn,
    /// Those that it drew on the other side.
    Given(BTreeSet<u64>),
}

/// What was counted.
#[derive(Debug, Default)]
pub struct Tally {
    teams: Set,
    channels: Set,
    conversations: Set,
    users: Set,
    bots: Set,
    emoji: Set,
    team_members: Set,
    channel_members: Set,
    pub places: BTreeMap<String, Place>,
    pub details: HashMap<String, HashMap<u64, Told>>,
    /// By the hash of what makes a post the same.
    pub sample: BTreeMap<u64, (String, Value)>,
    /// Whether posts have ids: the other side is read with them.
    pub has_ids: bool,
    detail: Detail,
    lot: Lot,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new(detail: Detail, lot: Lot) -> Tally {
        Tally { detail, lot, ..Tally::default() }
    }

    /// Kinds with what there is of them.
    pub fn sets(&self) -> [(&'static str, &Set); 8] {
        [
            ("teams", &self.teams),
            ("channels", &self.channels),
            ("conversations", &self.conversations),
            ("accounts", &self.users),
            ("bots", &self.bots),
            ("emoji", &self.emoji),
            ("members of teams", &self.team_members),
            ("members of channels", &self.channel_members),
        ]
    }

    /// What channels have together.
    pub fn sums(&self) -> [(&'static str, u64); 4] {
        let sum = |of: fn(&Place) -> u64| self.places.values().map(of).sum();
        [
            ("posts", sum(|place| place.posts)),
            ("replies among them", sum(|place| place.replies)),
            ("reactions", sum(|place| place.reactions)),
            ("files", sum(|place| place.files)),
        ]
    }

    /// Counts a line.
    pub fn add(&mut self, of: &Of) {
        match of {
            Of::Team(team) => drop(self.teams.insert(key(&[&team.name]))),
            Of::Channel(channel) => {
                self.channels.insert(key(&[&channel.team, &channel.name]));
                self.places.entry(format!("{}/{}", channel.team, channel.name)).or_default();
            }
            Of::Bot(bot) => drop(self.bots.insert(key(&[&bot.username]))),
            Of::Emoji(emoji) => drop(self.emoji.insert(key(&[&emoji.name]))),
            Of::Conversation(line) => {
                self.conversations.insert(key(&line.people()));
                self.places.entry(conversation(line.people().into_iter().collect())).or_default();
            }
            Of::User(user) => {
                self.users.insert(key(&[&user.username]));
                for team in &user.teams {
                    self.team_members.insert(key(&[&team.name, &user.username]));
                    for channel in &team.channels {
                        self.channel_members.insert(key(&[&team.name, &channel.name, &user.username]));
                    }
                }
            }
            Of::Thread(thread) => self.thread(thread),
            // Records are compared by themselves.
            Of::Record(_) | Of::PassedOver => {}
        }
    }

    fn thread(&mut self, thread: &Thread) {
        let name = place_of(thread);
        let root = match thread.root_id.or(thread.post.id) {
            Some(id) => id.to_string(),
            None => format!("{} {} {}", thread.post.user, thread.post.create_at, thread.post.text()),
        };
        let mut place = self.places.get(&name).copied().unwrap_or_default();
        if thread.root_id.is_none() {
            self.post(&name, &mut place, &thread.post, "");
        }
        for reply in &thread.replies {
            place.replies += 1;
            self.post(&name, &mut place, reply, &root);
        }
        self.places.insert(name, place);
    }

    fn post(&mut self, name: &str, place: &mut Place, post: &Post, root: &str) {
        self.has_ids |= post.id.is_some();
        let content = content(post, root);
        let bytes = serde_json::to_vec(&content).expect("plain data is JSON");
        let digest: [u8; 32] = Sha256::digest(&bytes).into();
        let (hash, _) = digest.split_at(16);
        let hash = u128::from_be_bytes(hash.try_into().expect("half of it"));
        place.posts += 1;
        place.reactions += content["reactions"].as_array().map_or(0, |list| list.len() as u64);
        place.files += content["files"].as_array().map_or(0, |list| list.len() as u64);
        place.hash = place.hash.wrapping_add(hash);
        let same = match post.id {
            Some(id) => key(&[&id.to_string()]),
            None => key(&[name, &post.user, &post.create_at.to_string(), root, post.text()]),
        };
        self.draw(same, name, content);
        if let Detail::Of(wanted) = &self.detail
            && wanted.contains(name)
        {
            let told = Told { content: hash as u64, id: post.id, create_at: post.create_at };
            self.details.entry(name.to_owned()).or_default().insert(same, told);
        }
    }

    /// Keeps a post if the lot falls on it: the same posts on both sides.
    fn draw(&mut self, same: u64, name: &str, content: Value) {
        match &self.lot {
            Lot::Given(keys) if !keys.contains(&same) => return,
            Lot::Given(_) => {}
            Lot::Drawn if self.sample.len() < SAMPLE_LEN => {}
            Lot::Drawn if self.sample.last_key_value().is_some_and(|(last, _)| *last <= same) => return,
            Lot::Drawn => drop(self.sample.pop_last()),
        }
        self.sample.insert(same, (name.to_owned(), content));
    }
}

/// What a channel is called: its team and name, or who talks there.
pub fn place_of(thread: &Thread) -> String {
    if thread.channel_members.is_empty() {
        return format!("{}/{}", thread.team, thread.channel);
    }
    conversation(thread.channel_members.iter().map(String::as_str).collect())
}

/// What of a post counts.
fn content(post: &Post, root: &str) -> Value {
    let reactions: BTreeSet<String> =
        post.reactions.iter().map(|one| format!("{} by {}", one.emoji_name, one.user)).collect();
    let mut files: Vec<String> = post.attachments.iter().map(|one| name_of(&one.path)).collect();
    files.sort_unstable();
    json!({
        "user": post.user,
        "create_at": post.create_at,
        "edit_at": post.edit_at.unwrap_or_default(),
        "type": post.kind.as_deref().unwrap_or_default(),
        "message": post.text(),
        "reply_to": root,
        "is_pinned": post.is_pinned.unwrap_or_default(),
        "reactions": reactions,
        "files": files,
    })
}

/// The name that a file has here.
fn name_of(path: &str) -> String {
    plain_name(path).trim_start_matches('.').to_owned()
}

/// A hash that is the same on both sides.
fn key(parts: &[&str]) -> u64 {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    let digest: [u8; 32] = digest.finalize().into();
    let (key, _) = digest.split_at(8);
    u64::from_be_bytes(key.try_into().expect("a quarter of it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thread(message: &str, at: Millis) -> Thread {
        let post = Post { user: "ann".into(), message: Some(message.into()), create_at: at, ..Post::default() };
        Thread { team: "crew".into(), channel: "deck".into(), post, ..Thread::default() }
    }

    fn tally(threads: &[Thread]) -> Tally {
        let mut tally = Tally::default();
        threads.iter().for_each(|thread| tally.thread(thread));
        tally
    }

    #[test]
    fn the_order_does_not_count_and_every_letter_does() {
        let (one, other) = (thread("one", 1), thread("other", 2));
        let ahead = tally(&[one.clone(), other.clone()]).places;
        assert_eq!(ahead, tally(&[other, one.clone()]).places);
        assert_ne!(ahead, tally(&[one, thread("othet", 2)]).places);
    }

    #[test]
    fn the_lot_falls_on_the_same_posts_on_both_sides() {
        let threads: Vec<Thread> = (1..200).map(|at| thread("hi", at)).collect();
        let backwards: Vec<Thread> = threads.iter().rev().cloned().collect();
        let (one, other) = (tally(&threads), tally(&backwards));
        assert_eq!((one.sample.len(), &one.sample), (SAMPLE_LEN, &other.sample));
    }
}
