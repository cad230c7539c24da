//! A server of Rocket.Chat, from a dump of its database: as `mongodump` makes it, a folder or an archive, or the JSON of
//! `mongoexport`; with the files of the database, or those of a folder beside it.
//!
//! ```text
//!  dump: archive, document ─▶ people, rooms, files ─┐
//!  rocketchat_message ─▶ talk: content, markup ─▶ lines ─┘
//! ```
//!
//! People, rooms and who is in them are in memory, messages a few megabytes at a time. Memberships come last, when it is known
//! what everybody has read.

mod archive;
mod content;
mod document;
mod dump;
mod files;
pub mod markup;
mod people;
mod records;
mod rooms;
mod talk;

use std::ops::ControlFlow;
use std::ops::ControlFlow::Continue;
use std::path::Path;
use std::sync::Arc;

use parking_lot::RwLock;
use serde::de::DeserializeOwned;
use transfer::bulk::Failed;
use transfer::bulk::gather::{Gather, Spot};
use transfer::bulk::left_out::LeftOut;
use transfer::bulk::line::{ChannelMember, Emoji, Line, TeamMember, User};
use transfer::bulk::settings::{ChannelNotices, Loose};
use transfer::bulk::source::{Ask, AskChannels, Origin, Source};

use crate::accounts;
use crate::channels;
use crate::lines;
use crate::lines::Options;
use dump::{Document, Dump};
use files::Files;
use people::People;
use records::Whom;
use rooms::{Member, Rooms};
use talk::Talk;

/// Among whose ids those of accounts are.
const SCOPE: &str = "rocketchat";
/// A name under which nothing can be reached.
const NOWHERE: &str = "rocketchat.invalid";
const MESSAGES: &str = "rocketchat_message";
/// Collections that have no place here, and what they are.
const BESIDE: [(&str, &str); 10] = [
    ("rocketchat_integrations", "Webhooks"),
    ("rocketchat_oauth_apps", "Applications"),
    ("rocketchat_settings", "Settings"),
    ("rocketchat_permissions", "Permissions"),
    ("rocketchat_roles", "Roles of one's own"),
    ("rocketchat_livechat_inquiry", "Chats with visitors"),
    ("rocketchat_livechat_visitor", "Visitors"),
    ("rocketchat_custom_sounds", "Sounds"),
    ("rocketchat_apps", "Apps"),
    ("rocketchat_calendar_event", "Events of a calendar"),
];

/// What is known of a dump before its messages are read.
struct Known {
    dump: Dump,
    people: People,
    rooms: Rooms,
    files: Files,
    left_out: LeftOut,
}

/// A dump as lines.
struct RocketChat {
    known: RwLock<Known>,
    options: Options,
}

/// Opens a dump.
///
/// # Errors
/// When it is none, or cannot be read; the text says what to do.
pub fn open(path: &Path, options: Options) -> Result<Source, String> {
    let dump = Dump::open(path)?;
    let mut left_out = LeftOut::default();
    let people = People::read(&dump, &mut left_out)?;
    let rooms = Rooms::read(&dump, &people, &options, &mut left_out)?;
    let files = Files::of(&dump, &mut left_out);
    let size = dump.size(MESSAGES);
    let fingerprint = format!("{}-{}", dump.tree.fingerprint, options.team);
    let known = RwLock::new(Known { dump, people, rooms, files, left_out });
    Ok(Source::of(Arc::new(RocketChat { known, options }), size, fingerprint))
}

impl Origin for RocketChat {
    fn send(&self, to: &mut Gather) -> Result<(), Failed> {
        // Whoever does not listen any more has ended the import.
        let _ended = self.lines(&self.known.read(), to);
        Ok(())
    }

    fn data(&self, path: &str, len_max: u64) -> Result<Vec<u8>, String> {
        let known = self.known.read();
        known.files.data(&known.dump, path, len_max)
    }

    fn settle(&self, ask: &mut Ask<'_, Failed>) -> Result<(), Failed> {
        accounts::settle(self.known.write().people.all.iter_mut().map(|person| &mut person.called), ask)
    }

    fn settle_channels(&self, ask: &mut AskChannels<'_, Failed>) -> Result<(), Failed> {
        let team = &self.options.team;
        channels::settle(team, self.known.write().rooms.called(team), ask)
    }
}

impl RocketChat {
    fn lines(&self, known: &Known, to: &mut Gather) -> ControlFlow<()> {
        beside(known, to);
        line(to, lines::team(SCOPE, &self.options), "the team", 0)?;
        for room in known.rooms.all.iter().filter(|room| !room.is_conversation()) {
            line(to, room.line(&self.options), &room.id, 0)?;
        }
        for person in &known.people.all {
            line(to, person.line(), &person.called.own, 0)?;
        }
        for (name, id) in &known.files.emoji {
            if rules::emoji::is_system_name(name) {
                to.left_out.add("An emoji whose name every server has. It is left out.", name);
                continue;
            }
            let emoji = Emoji { name: name.clone(), image: Files::emoji_path(id) };
            line(to, Line { kind: "emoji".to_owned(), emoji: Some(emoji), ..Line::default() }, name, 0)?;
        }
        let mut talk = Talk::new((known, &self.options), to);
        let mut strangers: Vec<Vec<String>> = Vec::with_capacity(known.rooms.all.len());
        for room in &known.rooms.all {
            let spot = Spot { file: (&*room.id).into(), row: 0 };
            let mut names = Vec::new();
            for id in &room.strangers {
                names.push(talk.username(&Whom { _id: id.to_string(), ..Whom::default() }, &spot)?);
            }
            strangers.push(names);
        }
        talk.send()?;
        self.members(known, &mut talk)?;
        for (at, room) in known.rooms.all.iter().enumerate().filter(|(_, room)| room.is_conversation()) {
            let since = &talk.since[at];
            let username = |member: &Member| known.people.all[member.person as usize].called.username.to_string();
            let people = room.members.iter().map(|member| (username(member), since.seen(member, true)));
            let strangers = strangers[at].iter().map(|name| (name.clone(), since.counted.all()));
            let conversation = lines::conversation(people.chain(strangers));
            let read = talk.read;
            line(talk.to, conversation, &room.id, read)?;
        }
        Continue(())
    }

    /// Who belongs where, and has read how much.
    fn members(&self, known: &Known, talk: &mut Talk<'_>) -> ControlFlow<()> {
        let mut channels: Vec<Vec<ChannelMember>> = vec![Vec::new(); known.people.all.len()];
        for (room, since) in known.rooms.all.iter().zip(&talk.since).filter(|(room, _)| !room.is_conversation()) {
            for member in &room.members {
                let person = &known.people.all[member.person as usize];
                channels[member.person as usize].push(ChannelMember {
                    name: room.name.to_string(),
                    roles: (member.is_admin && !person.is_guest).then(|| "channel_user channel_admin".to_owned()),
                    favorite: member.is_favorite,
                    notify_props: member.is_muted.then(|| ChannelNotices {
                        mark_unread: Some(Loose("mention".to_owned())),
                        ..ChannelNotices::default()
                    }),
                    seen: since.seen(member, false),
                });
            }
        }
        for (person, channels) in known.people.all.iter().zip(channels).filter(|(person, _)| !person.is_bot) {
            if channels.is_empty() && !person.is_active {
                continue;
            }
            let roles = lines::team_roles(&person.called, person.is_guest, person.is_admin);
            let name = self.options.team.clone();
            let team = TeamMember { name, roles, channels, ..TeamMember::default() };
            let profile_image = known.files.picture(&person.called.own);
            let member = lines::user(User { teams: vec![team], profile_image, ..person.plain() });
            let read = talk.read;
            line(talk.to, member, &person.called.own, read)?;
        }
        Continue(())
    }
}

/// Says what has no place here.
fn beside(known: &Known, to: &mut Gather) {
    for name in &known.dump.tree.passed_over {
        let reason =
            "A file whose name leads elsewhere, that is none, or unpacks to far more than it is. It is left out.";
        to.left_out.add(reason, name);
    }
    for (collection, what) in BESIDE {
        if known.dump.size(collection) > 0 {
            to.left_out.add(format!("{what} have no place here. Keep the dump."), collection);
        }
    }
    to.left_out.extend(known.left_out.clone());
}

fn line(to: &mut Gather, line: Line, place: &str, read: u64) -> ControlFlow<()> {
    to.line(line, Spot { file: place.into(), row: 0 }, 1_000, read)
}

/// A document of a kind; nothing when it is none, which is said.
fn take<T: DeserializeOwned>(collection: &str, document: Document, left_out: &mut LeftOut) -> Option<T> {
    let row = document.row;
    match document.value.and_then(|value| serde_json::from_value(value).map_err(|error| error.to_string())) {
        Ok(read) => Some(read),
        Err(why) => {
            left_out.add(
                format!("A document that cannot be read ({why}). It is left out."),
                format_args!("{collection} row {row}"),
            );
            None
        }
    }
}
