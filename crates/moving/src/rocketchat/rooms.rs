//! Rooms: channels, private channels, discussions, and conversations of two and of a few; and who is in them.

use std::collections::HashMap;
use std::ops::ControlFlow::Continue;

use base::{Id, Millis};
use transfer::bulk::left_out::LeftOut;
use transfer::bulk::line::{Channel, Line, Seen};

use super::dump::Dump;
use super::people::People;
use super::records::{Room as Read, Subscription};
use super::take;
use crate::channels::{Called, TOWN_SQUARE};
use crate::ids;
use crate::lines::Options;
use crate::names::{Names, cut};
use crate::posts::Counted;

const ROOMS: &str = "rocketchat_room";
const SUBSCRIPTIONS: &str = "rocketchat_subscription";
/// The room that everybody is in.
const GENERAL: &str = "GENERAL";
/// People of a conversation; of more it becomes a private channel.
const PEOPLE_MAX: usize = 8;
const DISPLAY_NAME_LEN_MAX: usize = 64;
const HEADER_LEN_MAX: usize = 1_024;
const PURPOSE_LEN_MAX: usize = 250;

/// Somebody in a room.
pub struct Member {
    pub person: u32,
    pub is_admin: bool,
    pub is_favorite: bool,
    pub is_muted: bool,
    /// When he or she looked last, where something is unread since.
    pub looked: Option<Millis>,
    pub mentions: i64,
}

/// A place where people talk.
pub struct Room {
    pub id: Box<str>,
    /// Empty in a conversation.
    pub name: Box<str>,
    is_private: bool,
    /// A channel of this name was here before: it keeps what it has.
    is_there: bool,
    is_archived: bool,
    display_name: String,
    header: String,
    purpose: String,
    created: Option<Millis>,
    pub members: Vec<Member>,
    /// People of a conversation who are not in the list of users.
    pub strangers: Vec<Box<str>>,
}

/// All of them.
#[derive(Default)]
pub struct Rooms {
    pub all: Vec<Room>,
    by_id: HashMap<Box<str>, u32>,
    by_name: HashMap<Box<str>, u32>,
}

impl Rooms {
    /// Reads rooms, and who is in them.
    ///
    /// # Errors
    /// When a collection breaks off.
    pub fn read(dump: &Dump, people: &People, options: &Options, left_out: &mut LeftOut) -> Result<Rooms, String> {
        let (mut rooms, mut names) = (Rooms::default(), Names::default());
        names.give(TOWN_SQUARE, TOWN_SQUARE, rules::channels::is_name);
        dump.documents(ROOMS, |document| {
            let Some(read) = take::<Read>(ROOMS, document, left_out) else { return Continue(()) };
            let is_known = read._id.is_empty() || rooms.by_id.contains_key(read._id.as_str());
            match read.t.as_str() {
                _ if is_known => {
                    left_out.add("A room without an id, or with that of another. It is left out.", &read._id)
                }
                "d" if !options.conversations => {}
                "c" | "p" | "d" => rooms.add(&read, people, &mut names),
                kind => left_out.add(
                    format!("A room of the kind {kind:?}, such as a chat with a visitor. It is left out."),
                    &read._id,
                ),
            }
            Continue(())
        })?;
        dump.documents(SUBSCRIPTIONS, |document| {
            if let Some(read) = take::<Subscription>(SUBSCRIPTIONS, document, left_out) {
                rooms.join(&read, people);
            }
            Continue(())
        })?;
        rooms.all.iter_mut().for_each(|room| {
            room.members.sort_by_key(|member| member.person);
            room.members.dedup_by_key(|member| member.person);
        });
        Ok(rooms)
    }

    fn add(&mut self, read: &Read, people: &People, names: &mut Names) {
        let at = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let is_talk = read.t == "d";
        let mut members: Vec<Member> = Vec::new();
        let mut strangers: Vec<Box<str>> = Vec::new();
        if is_talk {
            let named = read.usernames.iter().filter(|_| read.uids.is_empty());
            let named = named.filter_map(|name| people.named(name)).map(|person| person.called.own.to_string());
            let mut ids: Vec<String> = read.uids.iter().cloned().chain(named).collect();
            ids.sort_unstable();
            ids.dedup();
            for id in ids.iter().filter(|id| !id.is_empty()) {
                match people.index(id) {
                    Some(person) => members.push(Member::plain(person)),
                    None => strangers.push(id.as_str().into()),
                }
            }
        }
        let is_crowd = members.len() + strangers.len() > PEOPLE_MAX || members.is_empty() && strangers.is_empty();
        let shown = if read.fname.is_empty() { &read.name } else { &read.fname };
        let fits = |name: &str| {
            rules::channels::is_name(name)
                && !rules::channels::is_direct_name(name)
                && !rules::channels::is_group_name(name)
        };
        let name = match (is_talk && !is_crowd, &*read._id) {
            (true, _) => String::new(),
            (_, GENERAL) => TOWN_SQUARE.to_owned(),
            // The name of a discussion is none that anybody knows it by.
            _ if !read.prid.is_empty() => names.give(shown, &read._id, fits),
            _ => names.give(&read.name, &read._id, fits),
        };
        let header = if read.topic.is_empty() { &read.announcement } else { &read.topic };
        self.by_id.insert(read._id.as_str().into(), at);
        if !read.name.is_empty() && !is_talk {
            self.by_name.entry(read.name.as_str().into()).or_insert(at);
        }
        self.all.push(Room {
            id: read._id.as_str().into(),
            display_name: cut(if shown.is_empty() { &name } else { shown }, DISPLAY_NAME_LEN_MAX),
            name: name.into(),
            is_private: read.t != "c",
            is_there: false,
            is_archived: read.archived,
            header: cut(header, HEADER_LEN_MAX),
            purpose: cut(&read.description, PURPOSE_LEN_MAX),
            created: (read.ts > 0).then_some(read.ts),
            members,
            strangers,
        });
    }

    fn join(&mut self, read: &Subscription, people: &People) {
        let (Some(at), Some(person)) = (self.by_id.get(read.rid.as_str()), people.index(&read.u._id)) else { return };
        let room = &mut self.all[*at as usize];
        let member = Member {
            person,
            is_admin: read.roles.iter().any(|role| matches!(role.as_str(), "owner" | "moderator" | "leader")),
            is_favorite: read.f,
            is_muted: read.is_silent,
            looked: (read.alert && read.ls > 0).then_some(read.ls),
            mentions: read.user_mentions.max(0).saturating_add(read.group_mentions.max(0)),
        };
        if !room.is_conversation() {
            room.members.push(member);
        } else if let Some(known) = room.members.iter_mut().find(|known| known.person == person) {
            // Who is in a conversation says the room.
            *known = member;
        }
    }

    pub fn index(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).map(|at| *at as usize)
    }

    /// Channels by their names, to be [settled](crate::channels::settle).
    pub fn called<'a>(&'a mut self, team: &'a str) -> impl Iterator<Item = Called<'a>> {
        self.all.iter_mut().filter(|room| !room.is_conversation()).map(move |room| Called {
            id: id_in(team, &room.id),
            own: &room.id,
            name: &mut room.name,
            is_open: !room.is_private,
            is_there: &mut room.is_there,
        })
    }

    /// The name here of a channel that messages name, where it is another.
    pub fn named(&self, name: &str) -> Option<&str> {
        let room = self.by_name.get(name).map(|at| &self.all[*at as usize])?;
        (!room.name.is_empty()).then_some(&*room.name)
    }
}

/// The id that a room has here as a channel of the team.
fn id_in(team: &str, own: &str) -> Id {
    ids::named("channel", team, own)
}

impl Member {
    fn plain(person: u32) -> Member {
        Member { person, is_admin: false, is_favorite: false, is_muted: false, looked: None, mentions: 0 }
    }
}

impl Room {
    pub fn is_conversation(&self) -> bool {
        self.name.is_empty()
    }

    /// The line of a channel, without who is in it.
    pub fn line(&self, options: &Options) -> Line {
        let (is_own, is_new) = (&*self.name != TOWN_SQUARE, !self.is_there);
        let some = |text: &String| (is_new && !text.is_empty()).then(|| text.clone());
        let channel = Channel {
            id: is_own.then(|| id_in(&options.team, &self.id)),
            create_at: self.created,
            team: options.team.clone(),
            name: self.name.to_string(),
            display_name: is_new.then(|| self.display_name.clone()),
            kind: if self.is_private { "P" } else { "O" }.to_owned(),
            header: some(&self.header),
            purpose: some(&self.purpose),
            // When is not said.
            deleted_at: (self.is_archived && is_own && is_new).then(|| self.created.unwrap_or(1).max(1)),
        };
        Line { kind: "channel".to_owned(), channel: Some(channel), ..Line::default() }
    }
}

/// How much was said in a room, and how much of it behind each of the moments at which somebody looked last.
pub struct Since {
    pub counted: Counted,
    /// In order; behind each its posts and roots up to the next one.
    moments: Vec<(Millis, i64, i64)>,
}

impl Since {
    pub fn of(room: &Room) -> Since {
        let mut moments: Vec<(Millis, i64, i64)> =
            room.members.iter().filter_map(|member| Some((member.looked?, 0, 0))).collect();
        moments.sort_unstable();
        moments.dedup();
        Since { counted: Counted::default(), moments }
    }

    /// Counts posts of a moment.
    pub fn add(&mut self, at: Millis, posts: i64, is_root: bool) {
        let roots = if is_root { posts } else { 0 };
        self.counted.posts += posts;
        self.counted.roots += roots;
        self.counted.last = self.counted.last.max(at);
        let next = self.moments.partition_point(|(moment, ..)| *moment < at);
        if let Some((_, more, more_roots)) = next.checked_sub(1).map(|before| &mut self.moments[before]) {
            *more += posts;
            *more_roots += roots;
        }
    }

    /// What a member has read.
    pub fn seen(&self, member: &Member, is_conversation: bool) -> Seen {
        let Some(looked) = member.looked else { return self.counted.all() };
        let from = self.moments.partition_point(|(moment, ..)| *moment < looked);
        let (posts, roots) =
            self.moments[from..].iter().fold((0, 0), |(posts, roots), one| (posts + one.1, roots + one.2));
        let mentions = if is_conversation { posts } else { member.mentions.min(posts) };
        Seen {
            msg_count: self.counted.posts - posts,
            msg_count_root: self.counted.roots - roots,
            mention_count: mentions,
            mention_count_root: mentions.min(roots),
            last_viewed_at: looked,
            ..Seen::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_since_somebody_looked_is_unread() {
        let mut since = Since { counted: Counted::default(), moments: vec![(10, 0, 0), (20, 0, 0)] };
        for (at, is_root) in [(5, true), (10, true), (15, true), (25, false), (30, true)] {
            since.add(at, 1, is_root);
        }
        let seen = |looked, mentions| {
            let member = Member { looked, mentions, ..Member::plain(0) };
            let seen = since.seen(&member, false);
            (seen.msg_count, seen.msg_count_root, seen.mention_count, seen.last_viewed_at)
        };
        assert_eq!(seen(Some(10), 1), (2, 2, 1, 10));
        assert_eq!(seen(Some(20), 9), (3, 3, 2, 20));
        assert_eq!(seen(None, 0), (5, 4, 0, 30));
    }
}
