//! An organisation of Zulip, from its export: the tarball, or a folder of what is in it.
//!
//! ```text
//!  realm.json ─▶ realm: people, channels, groups, reactions, topics ─┐
//!  messages-000001.json … ─▶ flags, talk: message ─▶ markup ─▶ lines ─┘
//! ```
//!
//! People, channels and reactions are in memory, messages a few megabytes at a time. Memberships come last, when it is known
//! what everybody has read.

mod files;
mod flags;
pub mod markup;
mod message;
mod names;
mod people;
mod realm;
mod rooms;
mod tables;
mod talk;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::ops::ControlFlow::Continue;
use std::path::Path;
use std::sync::Arc;

use base::Id;
use parking_lot::RwLock;
use transfer::bulk::Failed;
use transfer::bulk::gather::{Gather, Spot};
use transfer::bulk::line::{Channel, ChannelMember, Emoji, Line, TeamMember, User};
use transfer::bulk::settings::{ChannelNotices, Loose};
use transfer::bulk::source::{Ask, AskChannels, Origin, Source};

use crate::accounts;
use crate::channels;
use crate::channels::Called;
use crate::ids;
use crate::lines;
use crate::lines::Options;
use crate::tree::Tree;
use files::Files;
use people::Person;
use realm::{Joined, Realm};
use rooms::Room;
use talk::Talk;

const REALM: &str = "realm.json";
/// What names of files of messages begin with.
const MESSAGES: &str = "messages-";
/// A name under which nothing can be reached.
const NOWHERE: &str = "zulip.invalid";
const NAME_LEN_MAX: usize = 64;

/// An export as lines.
struct Zulip {
    tree: Tree,
    realm: RwLock<Realm>,
    files: Files,
    options: Options,
}

/// Opens an export.
///
/// # Errors
/// When it is none, or cannot be read; the text says what to do.
pub fn open(path: &Path, options: Options) -> Result<Source, String> {
    let tree = Tree::open(path)?;
    let shown = path.display();
    if !tree.has(REALM) {
        return Err(format!("{shown} is no export of an organisation: there is no {REALM} at its root"));
    }
    let names = talk::files(&tree);
    if names.is_empty() {
        return Err(format!("{shown} has no messages: there is no {MESSAGES}000001.json at its root"));
    }
    let size = names.iter().map(|name| tree.size(name)).sum();
    let realm = Realm::read(&tree, &options)?;
    let files = Files::of(&tree, &realm);
    let fingerprint = format!("{}-{}", tree.fingerprint, options.team);
    Ok(Source::of(Arc::new(Zulip { tree, realm: RwLock::new(realm), files, options }), size, fingerprint))
}

/// The id that a channel of an export has in a team.
fn channel_id(scope: &str, team: &str, own: &str) -> Id {
    ids::named(&format!("channel of {team}"), scope, own)
}

impl Origin for Zulip {
    fn send(&self, to: &mut Gather) -> Result<(), Failed> {
        // Whoever does not listen any more has ended the import.
        let _ended = self.lines(&self.realm.read(), to);
        Ok(())
    }

    fn data(&self, path: &str, len_max: u64) -> Result<Vec<u8>, String> {
        Files::data(&self.tree, path, len_max)
    }

    fn settle(&self, ask: &mut Ask<'_, Failed>) -> Result<(), Failed> {
        accounts::settle(self.realm.write().people.iter_mut().map(|person| &mut person.called), ask)
    }

    fn settle_channels(&self, ask: &mut AskChannels<'_, Failed>) -> Result<(), Failed> {
        let (team, realm) = (&self.options.team, &mut *self.realm.write());
        let scope = &realm.scope;
        let called = realm.rooms.iter_mut().map(|room| Called {
            id: channel_id(scope, team, &room.own),
            own: &room.own,
            name: &mut room.name,
            is_open: !room.is_private,
            is_there: &mut room.is_there,
        });
        channels::settle(team, called, ask)
    }
}

impl Zulip {
    fn lines(&self, realm: &Realm, to: &mut Gather) -> ControlFlow<()> {
        self.beside(realm, to);
        line(to, lines::team(&realm.scope, &self.options), "the team", 0)?;
        for room in &realm.rooms {
            line(to, self.channel(realm, room), &room.own, 0)?;
        }
        for person in &realm.people {
            line(to, account(person), &person.called.own, 0)?;
        }
        for (name, path) in &self.files.emoji {
            if rules::emoji::is_system_name(name) {
                to.left_out.add("An emoji whose name every server has. It is left out.", path);
                continue;
            }
            let emoji = Emoji { name: name.clone(), image: path.clone() };
            line(to, Line { kind: "emoji".to_owned(), emoji: Some(emoji), ..Line::default() }, path, 0)?;
        }
        let mut talk = Talk::new((realm, &self.tree, &self.options), to);
        talk.send()?;
        for (at, person) in (0..).zip(&realm.people).filter(|(_, person)| !person.is_bot) {
            if let Some(member) = self.member(&talk, at, person) {
                let read = talk.read;
                line(talk.to, member, &person.called.own, read)?;
            }
        }
        for (place, people) in (realm.rooms.len()..).zip(talk.people_of.clone()) {
            let place = u32::try_from(place).unwrap_or(u32::MAX);
            let seen = people.iter().filter_map(|id| {
                let username = talk.known(*id)?;
                Some((username, talk.seen(realm.person_by_id.get(id).copied(), place)))
            });
            let conversation = lines::conversation(seen);
            let read = talk.read;
            line(talk.to, conversation, "a conversation", read)?;
        }
        Continue(())
    }

    /// Says what has no place here.
    fn beside(&self, realm: &Realm, to: &mut Gather) {
        for name in &self.tree.passed_over {
            let reason =
                "A file whose name leads elsewhere, that is none, or unpacks to far more than it is. It is left out.";
            to.left_out.add(reason, name);
        }
        to.left_out.extend(realm.left_out.clone());
    }

    fn channel(&self, realm: &Realm, room: &Room) -> Line {
        let is_new = !room.is_there;
        let channel = Channel {
            id: Some(channel_id(&realm.scope, &self.options.team, &room.own)),
            create_at: room.created,
            team: self.options.team.clone(),
            name: room.name.to_string(),
            display_name: is_new.then(|| room.display_name.clone()),
            kind: if room.is_private { "P" } else { "O" }.to_owned(),
            purpose: (is_new && !room.purpose.is_empty()).then(|| room.purpose.clone()),
            // When is not said.
            deleted_at: (is_new && room.is_archived).then(|| room.created.unwrap_or(1).max(1)),
            ..Channel::default()
        };
        Line { kind: "channel".to_owned(), channel: Some(channel), ..Line::default() }
    }

    /// Somebody with what he or she belongs to; nothing for who left and belongs nowhere.
    fn member(&self, talk: &Talk<'_>, at: u32, person: &Person) -> Option<Line> {
        let realm = talk.realm;
        let joined = &realm.joined[at as usize];
        if joined.is_empty() && !person.is_active {
            return None;
        }
        let channel = |joined: &Joined| ChannelMember {
            name: realm.rooms[joined.room as usize].name.to_string(),
            favorite: joined.is_favorite,
            notify_props: joined.is_muted.then(|| ChannelNotices {
                mark_unread: Some(Loose("mention".to_owned())),
                ..ChannelNotices::default()
            }),
            seen: talk.seen(Some(at), joined.room),
            ..ChannelMember::default()
        };
        let roles = lines::team_roles(&person.called, person.is_guest, person.is_admin);
        let team = TeamMember {
            name: self.options.team.clone(),
            roles,
            channels: joined.iter().map(channel).collect(),
            ..TeamMember::default()
        };
        let id = person.called.own.trim_start_matches("user").parse().unwrap_or_default();
        Some(lines::user(User { teams: vec![team], profile_image: self.files.picture(id), ..plain(person) }))
    }
}

fn line(to: &mut Gather, line: Line, place: &str, read: u64) -> ControlFlow<()> {
    to.line(line, Spot { file: place.into(), row: 0 }, 1_000, read)
}

/// What every line of an account has.
fn plain(person: &Person) -> User {
    let called = &person.called;
    User {
        id: Some(called.id),
        username: called.username.to_string(),
        email: called.email.to_string(),
        roles: (person.is_guest && !called.is_there).then(|| "system_guest".to_owned()),
        ..User::default()
    }
}

/// The line of an account or program, without what it belongs to.
fn account(person: &Person) -> Line {
    let called = &person.called;
    // When is not said.
    let delete_at = (!person.is_active).then(|| person.joined.unwrap_or(1).max(1));
    if person.is_bot {
        return lines::bot(called.id, &called.username, &person.name, delete_at);
    }
    if called.is_there {
        // What people keep here is theirs; who leaves there since leaves here, too.
        return lines::user(User { delete_at: delete_at.filter(|_| called.is_own), roles: None, ..plain(person) });
    }
    let (first, last) = person.name.split_once(' ').unwrap_or((&*person.name, ""));
    let some = |text: &str| (!text.is_empty()).then(|| crate::names::cut(text, NAME_LEN_MAX));
    lines::user(User {
        create_at: person.joined,
        first_name: some(first),
        last_name: some(last),
        delete_at,
        ..plain(person)
    })
}

/// What makes topics of a channel the same: letters count, not their case.
fn topic_key(topic: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    topic.trim().to_lowercase().hash(&mut hasher);
    hasher.finish()
}
