//! A workspace of Slack, from its export: a zip or a folder, as Slack makes it or a program that downloads it.
//!
//! ```text
//!  users.json ─▶ people ─┐
//!  channels, groups, mpims, dms ─▶ rooms ─┤
//!  ROOM/2024-01-31.json ─▶ talk: message ─▶ content (blocks, names, files) ─▶ lines
//! ```
//!
//! People and rooms are in memory, some hundred bytes each; messages a few megabytes at a time. Memberships come last, when it
//! is known how much there is to have read: nobody finds years of history unread.

mod blocks;
mod content;
mod files;
mod message;
mod names;
mod people;
mod rooms;
mod talk;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;
use std::ops::ControlFlow::Continue;
use std::path::Path;
use std::sync::Arc;

use parking_lot::RwLock;
use serde::de::DeserializeOwned;
use transfer::bulk::Failed;
use transfer::bulk::gather::{Gather, Spot};
use transfer::bulk::line::{ChannelMember, Emoji, Line, TeamMember};
use transfer::bulk::source::{Ask, AskChannels, Origin, Source};

use crate::channels;
use crate::items::{Items, Next};
use crate::lines;
use crate::lines::Options;
use crate::posts::Counted;
use crate::tree::Tree;
use files::Files;
use people::{People, Strangers};
use rooms::{Kind, Rooms};
use talk::Talk;

/// Among whose ids those of accounts are.
const SCOPE: &str = "slack";
const USERS: &str = "users.json";
const GROUPS: &str = "usergroups.json";
/// Lists at the root that are read.
const READ: [&str; 6] = [USERS, "channels.json", "groups.json", "mpims.json", "dms.json", GROUPS];
/// Lists at the root that have no place here, and what they are.
const BESIDE: [(&str, &str); 6] = [
    ("integration_logs.json", "The log of applications"),
    ("canvases.json", "The list of canvases"),
    ("lists.json", "The list of lists"),
    ("content_flags.json", "The list of flagged content"),
    ("file_conversations.json", "The list of talks about files"),
    ("huddle_transcripts.json", "The transcripts of huddles"),
];

/// The files of an export.
struct Export {
    tree: Tree,
}

/// How far a file is read.
struct Bytes {
    read: u64,
    of_row: usize,
}

impl Export {
    /// Reads the items of a list that are of a kind; others are passed over.
    ///
    /// # Errors
    /// When the list breaks off or is none.
    fn items<T: DeserializeOwned>(
        &self,
        name: &str,
        mut each: impl FnMut(u64, T) -> ControlFlow<()>,
    ) -> Result<(), String> {
        self.rows(name, |row, _, read: Result<T, String>| match read {
            Ok(item) => each(row, item),
            Err(_) => Continue(()),
        })
    }

    /// Reads the items of a list, whatever they are.
    ///
    /// # Errors
    /// When the list breaks off or is none.
    fn rows<T: DeserializeOwned>(
        &self,
        name: &str,
        mut each: impl FnMut(u64, Bytes, Result<T, String>) -> ControlFlow<()>,
    ) -> Result<(), String> {
        self.tree.read(name, |from| {
            let (mut items, mut item, mut row) = (Items::new(from), Vec::new(), 0);
            loop {
                let next = items.next(&mut item).map_err(|error| error.to_string())?;
                row += 1;
                let read = match next {
                    Next::Item => serde_json::from_slice(&item).map_err(|error| error.to_string()),
                    Next::TooLong => Err("it is too long".to_owned()),
                    Next::End => return Ok(()),
                    Next::Table | Next::Broken => {
                        return Err(format!("{name} is no list, or it breaks off at row {row}"));
                    }
                };
                let bytes = Bytes { read: items.read, of_row: item.len() };
                if each(row, bytes, read).is_break() {
                    return Ok(());
                }
            }
        })?
    }
}

/// What is known of an export before its messages are read.
struct Known {
    export: Export,
    people: People,
    rooms: Rooms,
    groups: HashMap<Box<str>, Box<str>>,
    files: Files,
}

/// An export as lines.
struct Slack {
    known: RwLock<Known>,
    options: Options,
}

/// Opens an export.
///
/// # Errors
/// When it is none, or cannot be read; the text says what to do.
pub fn open(path: &Path, options: Options) -> Result<Source, String> {
    let export = Export { tree: Tree::open(path)? };
    if !export.tree.has(USERS) {
        let shown = path.display();
        let text = match export.tree.has("org_users.json") {
            true => "it is one of a whole organisation: export its workspaces one by one",
            false => "there is no users.json at its root",
        };
        return Err(format!("{shown} is no export of a workspace: {text}"));
    }
    let people = People::read(&export)?;
    let rooms = Rooms::read(&export, &people, &options);
    let files = Files::of(&export.tree);
    let mut groups = HashMap::new();
    if export.tree.has(GROUPS) {
        export.items(GROUPS, |_, group: message::Group| {
            let handle = if group.handle.is_empty() { group.name } else { group.handle };
            groups.insert(group.id.into(), handle.into());
            Continue(())
        })?;
    }
    let is_talk = |name: &&str| name.contains('/') && name.ends_with(".json");
    let size = export.tree.names().filter(is_talk).map(|name| export.tree.size(name)).sum();
    let fingerprint = format!("{}-{}", export.tree.fingerprint, options.team);
    let known = RwLock::new(Known { export, people, rooms, groups, files });
    Ok(Source::of(Arc::new(Slack { known, options }), size, fingerprint))
}

impl Origin for Slack {
    fn send(&self, to: &mut Gather) -> Result<(), Failed> {
        // Whoever does not listen any more has ended the import.
        let _ended = Sending { known: &self.known.read(), options: &self.options, to, read: 0 }.all();
        Ok(())
    }

    fn data(&self, path: &str, len_max: u64) -> Result<Vec<u8>, String> {
        let known = self.known.read();
        known.files.data(&known.export.tree, path, len_max)
    }

    fn settle(&self, ask: &mut Ask<'_, Failed>) -> Result<(), Failed> {
        self.known.write().people.settle(ask)
    }

    fn settle_channels(&self, ask: &mut AskChannels<'_, Failed>) -> Result<(), Failed> {
        let team = &self.options.team;
        channels::settle(team, self.known.write().rooms.called(team), ask)
    }
}

struct Sending<'a> {
    known: &'a Known,
    options: &'a Options,
    to: &'a mut Gather,
    read: u64,
}

impl Sending<'_> {
    fn all(&mut self) -> ControlFlow<()> {
        let known = self.known;
        let mut strangers = Strangers::default();
        self.beside();
        self.line(lines::team(SCOPE, self.options), "the team")?;
        for room in known.rooms.all.iter().filter(|room| room.kind != Kind::Few) {
            let names = (&known.people, &known.rooms, &strangers);
            let line =
                names::Own::of(names, &known.groups, |own| room.channel(self.options, &|inside| own.inside(inside)));
            self.line(line, &room.id)?;
        }
        people::send(&known.export, &known.people, self.to, self.read)?;
        self.emoji()?;
        for room in known.rooms.all.iter() {
            let spot = Spot { file: (&*room.id).into(), row: 0 };
            for stranger in &room.strangers {
                strangers.person(stranger, "", (&mut *self.to, &spot, self.read))?;
            }
        }
        for room in known.rooms.all.iter().filter(|room| room.kind == Kind::Few) {
            self.line(room.conversation(&known.people, &strangers, None), &room.id)?;
        }
        let mut counted = Vec::with_capacity(known.rooms.all.len());
        for room in &known.rooms.all {
            let mut talk = Talk::new((known, self.options, room), &mut strangers, (&mut *self.to, &mut self.read));
            talk.send()?;
            counted.push(talk.counted);
        }
        self.members(&counted)?;
        for (room, counted) in known.rooms.all.iter().zip(&counted).filter(|(room, _)| room.kind == Kind::Few) {
            self.line(room.conversation(&known.people, &strangers, Some(counted.all())), &room.id)?;
        }
        Continue(())
    }

    fn line(&mut self, line: Line, file: &str) -> ControlFlow<()> {
        self.to.line(line, Spot { file: file.into(), row: 0 }, 500, self.read)
    }

    /// Says what has no place here.
    fn beside(&mut self) {
        let tree = &self.known.export.tree;
        for name in tree.passed_over.iter() {
            let reason =
                "A file whose name leads elsewhere, that is none, or unpacks to far more than it is. It is left out.";
            self.to.left_out.add(reason, name);
        }
        for name in tree.names().filter(|name| !name.contains('/') && name.ends_with(".json") && !READ.contains(name)) {
            let what =
                BESIDE.iter().find(|(beside, _)| *beside == name).map_or("A list that is not known", |(_, what)| what);
            self.to.left_out.add(format!("{what} has no place here. Keep the export."), name);
        }
        let mut lost: BTreeMap<&str, u64> = BTreeMap::new();
        for folder in
            tree.names().filter(|name| name.ends_with(".json")).filter_map(|name| Some(name.split_once('/')?.0))
        {
            *lost.entry(folder).or_default() += 1;
        }
        let taken: HashSet<&str> =
            self.known.rooms.all.iter().flat_map(|room| &room.folders).map(|name| &**name).collect();
        lost.retain(|folder, _| !taken.contains(folder));
        for (folder, files) in lost {
            let reason = "A folder of messages whose channel is in no list, or is not wanted. It is left out.";
            self.to.left_out.add(reason, format_args!("{folder} ({files} files)"));
        }
        rooms::note_lists(&self.known.export, self.to);
    }

    fn emoji(&mut self) -> ControlFlow<()> {
        let known = self.known;
        for (name, entry) in &known.files.emoji {
            if rules::emoji::is_system_name(name) {
                self.to.left_out.add("An emoji whose name every server has. It is left out.", entry);
                continue;
            }
            let emoji = Emoji { name: name.to_string(), image: Files::emoji_path(name) };
            self.line(Line { kind: "emoji".to_owned(), emoji: Some(emoji), ..Line::default() }, entry)?;
        }
        Continue(())
    }

    /// Who belongs where, and has read everything.
    fn members(&mut self, counted: &[Counted]) -> ControlFlow<()> {
        let known = self.known;
        let mut rooms: Vec<Vec<u32>> = vec![Vec::new(); known.people.all().len()];
        for (at, room) in (0..).zip(&known.rooms.all).filter(|(_, room)| room.kind != Kind::Few) {
            room.members.iter().for_each(|member| rooms[*member as usize].push(at));
        }
        let mut seen_of = vec![false; rooms.len()];
        let mut flow = Continue(());
        let read = self.read;
        let sent = known.export.items(USERS, |row, user: message::User| {
            let Some(at) = known.people.index(&user.id) else { return Continue(()) };
            if std::mem::replace(&mut seen_of[at as usize], true) {
                return Continue(());
            }
            let person = &known.people.all()[at as usize];
            let channels = std::mem::take(&mut rooms[at as usize]);
            if channels.is_empty() && user.deleted || person.is_bot {
                return Continue(());
            }
            let member = |at: &u32| ChannelMember {
                name: known.rooms.all[*at as usize].name.to_string(),
                seen: counted[*at as usize].all(),
                ..ChannelMember::default()
            };
            let roles = lines::team_roles(&person.called, person.is_guest, person.is_admin);
            let team = TeamMember {
                name: self.options.team.clone(),
                roles,
                channels: channels.iter().map(member).collect(),
                ..TeamMember::default()
            };
            let mut line = people::member(person);
            line.teams = vec![team];
            line.profile_image = known.files.picture(&user.id);
            let line = Line { kind: "user".to_owned(), user: Some(Box::new(line)), ..Line::default() };
            flow = self.to.line(line, Spot { file: USERS.into(), row }, 500 + 100 * channels.len(), read);
            flow
        });
        // It was read before, and what breaks off was said.
        drop(sent);
        flow
    }
}
