//! Where people talk: channels, private channels, and conversations of two and of a few.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use base::Id;
use transfer::bulk::gather::{Gather, Spot};
use transfer::bulk::line::{Channel, Conversation, Line, Participant, Seen};

use super::Export;
use super::message::{Room as Read, Stamp};
use super::people::{People, Strangers};
use crate::channels::{Called, TOWN_SQUARE};
use crate::ids;
use crate::lines::Options;
use crate::names::{Names, cut};

/// Lists of an export, and what kind of places they have.
const LISTS: [(&str, Kind); 4] =
    [("channels.json", Kind::Open), ("groups.json", Kind::Private), ("mpims.json", Kind::Few), ("dms.json", Kind::Few)];
const DISPLAY_NAME_LEN_MAX: usize = 64;
const HEADER_LEN_MAX: usize = 1_024;
const PURPOSE_LEN_MAX: usize = 250;
/// People of a conversation; of more it becomes a private channel.
const PEOPLE_MAX: usize = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Open,
    Private,
    /// A conversation of one, two or a few.
    Few,
}

/// A place where people talk.
pub struct Room {
    pub id: Box<str>,
    pub kind: Kind,
    /// Of a channel.
    pub name: Box<str>,
    /// Folders in which its messages may be.
    pub folders: Vec<Box<str>>,
    pub members: Vec<u32>,
    /// Members who are not in the list of people.
    pub strangers: Vec<Box<str>>,
    pub pins: HashSet<Stamp>,
    display_name: String,
    header: String,
    purpose: String,
    created: i64,
    is_archived: bool,
    /// A channel of this name was here before: it keeps what it has.
    is_there: bool,
}

/// All of them.
#[derive(Default)]
pub struct Rooms {
    pub all: Vec<Room>,
    by_id: HashMap<Box<str>, u32>,
}

impl Rooms {
    /// Reads the lists.
    pub fn read(export: &Export, people: &People, options: &Options) -> Rooms {
        let (mut rooms, mut names) = (Rooms::default(), Names::default());
        // New teams have it.
        let reserved = names.give(TOWN_SQUARE, TOWN_SQUARE, rules::channels::is_name);
        for (list, kind) in LISTS {
            if !export.tree.has(list) {
                continue;
            }
            let read = export.items(list, |_, read: Read| {
                if !read.id.is_empty() && !rooms.by_id.contains_key(read.id.as_str()) {
                    let room = room(read, kind, people, &mut names, &reserved);
                    rooms.by_id.insert(room.id.clone(), u32::try_from(rooms.all.len()).unwrap_or(u32::MAX));
                    rooms.all.push(room);
                }
                ControlFlow::Continue(())
            });
            // It is said when lines are sent.
            drop(read);
        }
        rooms.all.retain(|room| options.conversations || room.kind != Kind::Few);
        rooms.by_id = (0..).zip(&rooms.all).map(|(at, room)| (room.id.clone(), at)).collect();
        rooms
    }

    pub fn of(&self, id: &str) -> Option<&Room> {
        self.by_id.get(id).map(|at| &self.all[*at as usize])
    }

    /// Channels by their names, to be [settled](crate::channels::settle).
    pub fn called<'a>(&'a mut self, team: &'a str) -> impl Iterator<Item = Called<'a>> {
        self.all.iter_mut().filter(|room| room.kind != Kind::Few).map(move |room| Called {
            id: room.id_in(team),
            own: &room.id,
            name: &mut room.name,
            is_open: room.kind == Kind::Open,
            is_there: &mut room.is_there,
        })
    }
}

fn room(read: Read, kind: Kind, people: &People, names: &mut Names, reserved: &str) -> Room {
    let mut members: Vec<u32> = Vec::new();
    let mut strangers = Vec::new();
    let mut seen = HashSet::new();
    for member in read.members.iter().filter(|member| seen.insert(member.as_str())) {
        match people.index(member) {
            Some(at) => members.push(at),
            None => strangers.push(member.as_str().into()),
        }
    }
    let is_crowd = kind == Kind::Few && members.len() + strangers.len() > PEOPLE_MAX;
    let kind =
        if is_crowd || members.is_empty() && strangers.is_empty() && kind == Kind::Few { Kind::Private } else { kind };
    let fits = |name: &str| {
        rules::channels::is_name(name)
            && !rules::channels::is_direct_name(name)
            && !rules::channels::is_group_name(name)
    };
    let name = match kind {
        Kind::Few => String::new(),
        Kind::Open if read.is_general => reserved.to_owned(),
        _ => names.give(&read.name, &read.id, fits),
    };
    let display_name = cut(if read.name.is_empty() { &name } else { &read.name }, DISPLAY_NAME_LEN_MAX);
    let pins = read.pins.iter().filter_map(|pin| Stamp::parse(&pin.id)).collect();
    let mut folders: Vec<Box<str>> = vec![read.name.as_str().into(), read.id.as_str().into()];
    folders.retain(|folder| !folder.is_empty() && !folder.contains('/'));
    folders.dedup();
    Room {
        id: read.id.into(),
        kind,
        name: name.into(),
        folders,
        members,
        strangers,
        pins,
        display_name,
        header: cut(&read.topic.value, HEADER_LEN_MAX),
        purpose: cut(&read.purpose.value, PURPOSE_LEN_MAX),
        created: read.created,
        is_archived: read.is_archived,
        is_there: false,
    }
}

impl Room {
    /// The line of a channel, without who is in it.
    pub fn channel(&self, options: &Options, own: &impl Fn(&str) -> Option<String>) -> Line {
        let is_new = !self.is_there;
        let some = |text: &str| (is_new && !text.is_empty()).then(|| text::mrkdwn::to_markdown(text, own));
        let channel = Channel {
            id: (&*self.name != TOWN_SQUARE).then(|| self.id_in(&options.team)),
            create_at: (self.created > 0).then(|| self.created.saturating_mul(1_000)),
            team: options.team.clone(),
            name: self.name.to_string(),
            display_name: is_new.then(|| self.display_name.clone()),
            kind: if self.kind == Kind::Open { "O" } else { "P" }.to_owned(),
            header: some(&self.header).map(|text| cut(&text, HEADER_LEN_MAX)),
            purpose: some(&self.purpose).map(|text| cut(&text, PURPOSE_LEN_MAX)),
            deleted_at: (is_new && self.is_archived).then(|| self.created.saturating_mul(1_000).max(1)),
        };
        Line { kind: "channel".to_owned(), channel: Some(channel), ..Line::default() }
    }

    fn id_in(&self, team: &str) -> Id {
        ids::named("channel", team, &self.id)
    }

    /// The usernames of those who talk here; two at least, as lines want it.
    pub fn usernames(&self, people: &People, strangers: &Strangers) -> Vec<String> {
        let known = self.members.iter().map(|at| people.all()[*at as usize].called.username.to_string());
        let mut names: Vec<String> =
            known.chain(self.strangers.iter().filter_map(|id| strangers.of(id).map(str::to_owned))).collect();
        if let [one] = names.as_slice() {
            names.push(one.clone());
        }
        names
    }

    /// The line of a conversation; with what everybody has seen, which is everything, once that is known.
    pub fn conversation(&self, people: &People, strangers: &Strangers, seen: Option<Seen>) -> Line {
        let names = self.usernames(people, strangers);
        let mut conversation = Conversation { header: Some(self.header.clone()), ..Conversation::default() };
        match seen {
            None => conversation.members = names,
            Some(seen) => {
                let one = |username| Participant { username, seen, ..Participant::default() };
                conversation.participants = names.into_iter().map(one).collect();
            }
        }
        Line { kind: "direct_channel".to_owned(), direct_channel: Some(conversation), ..Line::default() }
    }
}

/// Notes which lists are missing or broken.
pub fn note_lists(export: &Export, to: &mut Gather) {
    for (list, _) in LISTS {
        if !export.tree.has(list) {
            continue;
        }
        let read = export.items(list, |row, read: Read| {
            if read.id.is_empty() {
                to.left_out.add("A channel without an id. It is left out.", Spot { file: list.into(), row });
            }
            ControlFlow::Continue(())
        });
        if let Err(why) = read {
            to.left_out.add(format!("The list breaks off ({why}). What stands before comes."), list);
        }
    }
}
