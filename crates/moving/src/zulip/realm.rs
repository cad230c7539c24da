//! What an export says of an organisation beside its messages: people, channels, groups of people, who belongs where,
//! reactions and topics that somebody follows or does not want to see.

use std::collections::HashMap;
use std::ops::ControlFlow::Continue;

use base::Id;
use transfer::bulk::left_out::LeftOut;

use super::people::{Person, people};
use super::rooms::{DISPLAY_NAME_LEN_MAX, Room, room};
use super::tables::{
    Emoji, Reaction, Realm as RealmRow, Recipient, Row, Stream, Subscription, User, UserTopic, millis, rows,
};
use super::{REALM, topic_key};
use crate::ids;
use crate::lines::Options;
use crate::names::{Names, cut};
use crate::tree::Tree;

/// Reactions of all messages, 16 bytes each; more are left out.
const REACTIONS_MAX: usize = 30_000_000;
/// Who belongs where, 32 bytes each; more are left out.
const SUBSCRIPTIONS_MAX: usize = 20_000_000;
/// People of a conversation; of more it becomes a private channel.
const PEOPLE_MAX: usize = 8;

/// Tables that have no place here, and what is said of a row.
const BESIDE: [(&str, &str); 9] = [
    ("zerver_usergroup", "A group of people has no place here: mentions of it are text."),
    ("zerver_namedusergroup", "A group of people has no place here: mentions of it are text."),
    ("zerver_submessage", "A vote or a task in a message has no place here."),
    ("zerver_customprofilefieldvalue", "A field of somebody's profile has no place here."),
    ("zerver_realmfilter", "A rule for links has no place here."),
    ("zerver_scheduledmessage", "A message that was not sent yet has no place here."),
    ("zerver_draft", "A draft has no place here."),
    ("zerver_savedsnippet", "A snippet has no place here."),
    ("zerver_alertword", "A word that somebody watches has no place here."),
];

/// To whom a message goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum To {
    /// The number of a channel.
    Room(u32),
    /// Somebody, and the sender.
    Person(u64),
    /// People by their ids, in order.
    Group(Box<[u64]>),
}

/// A channel that somebody is in.
#[derive(Debug, Clone, Copy)]
pub struct Joined {
    pub room: u32,
    pub is_muted: bool,
    pub is_favorite: bool,
}

/// A reaction; `emoji` is a number in [`Realm::emoji_names`].
pub struct Reacted {
    pub message: u64,
    pub user: u32,
    pub emoji: u32,
}

/// An organisation.
pub struct Realm {
    /// Among whose ids those of this export are.
    pub scope: String,
    pub people: Vec<Person>,
    pub person_by_id: HashMap<u64, u32>,
    /// In small letters; the first of several.
    person_by_name: HashMap<String, u32>,
    pub rooms: Vec<Room>,
    pub room_by_name: HashMap<String, u32>,
    pub to: HashMap<u64, To>,
    /// By person.
    pub joined: Vec<Vec<Joined>>,
    /// In the order of messages.
    pub reactions: Vec<Reacted>,
    pub emoji_names: Vec<String>,
    /// Names of emoji that are others here.
    pub emoji_here: HashMap<String, String>,
    /// Custom emoji that are used, with their files.
    pub emoji: Vec<Emoji>,
    /// Who follows a topic of a channel, and who does not want to see it.
    pub topics: HashMap<(u32, u64), Vec<(u32, bool)>>,
    /// What cannot be, with its row.
    pub left_out: LeftOut,
}

/// Rows as they are read, before they are put together.
#[derive(Default)]
struct Raw {
    realm: Option<RealmRow>,
    users: Vec<(User, bool)>,
    streams: Vec<Stream>,
    recipients: Vec<Recipient>,
    subscriptions: Vec<Subscription>,
    reactions: Vec<(u64, u64, u32)>,
    topics: Vec<UserTopic>,
    emoji: Vec<Emoji>,
    emoji_names: Vec<String>,
    emoji_numbers: HashMap<String, u32>,
    emoji_here: HashMap<String, String>,
    left_out: LeftOut,
}

impl Realm {
    /// Reads it.
    ///
    /// # Errors
    /// When there is none, or it breaks off.
    pub fn read(tree: &Tree, options: &Options) -> Result<Realm, String> {
        let mut raw = Raw::default();
        rows(tree, REALM, |row| {
            if let Err(reason) = raw.take(row) {
                raw.left_out.add(reason, format_args!("{REALM} {} row {}", row.table, row.number));
            }
            Continue(())
        })?;
        raw.reactions.sort_unstable();
        raw.reactions.dedup();
        raw.together(options)
    }
}

impl Raw {
    fn take(&mut self, row: &Row<'_>) -> Result<(), &'static str> {
        let none = |_| "A row that cannot be read. It is left out.";
        match row.table {
            "zerver_realm" => self.realm = Some(row.get().map_err(none)?),
            "zerver_userprofile" => self.users.push((row.get().map_err(none)?, false)),
            "zerver_userprofile_mirrordummy" => self.users.push((row.get().map_err(none)?, false)),
            // Programs of all organisations of a server.
            "zerver_userprofile_crossrealm" => self.users.push((row.get().map_err(none)?, true)),
            "zerver_stream" => self.streams.push(row.get().map_err(none)?),
            "zerver_recipient" => self.recipients.push(row.get().map_err(none)?),
            "zerver_subscription" => {
                let one: Subscription = row.get().map_err(none)?;
                match self.subscriptions.len() < SUBSCRIPTIONS_MAX {
                    true if one.active != Some(false) => self.subscriptions.push(one),
                    true => {}
                    false => return Err("More memberships than are taken. It is left out."),
                }
            }
            "zerver_usertopic" | "zerver_mutedtopic" => self.topics.push(row.get().map_err(none)?),
            "zerver_realmemoji" => self.emoji.push(row.get().map_err(none)?),
            "zerver_reaction" => return self.reaction(&row.get().map_err(none)?),
            table => {
                if let Some((_, what)) = BESIDE.iter().find(|(beside, _)| *beside == table) {
                    return Err(*what);
                }
            }
        }
        Ok(())
    }

    fn reaction(&mut self, one: &Reaction) -> Result<(), &'static str> {
        let is_own = one.reaction_type != "unicode_emoji";
        let here = if is_own { None } else { rules::emoji::named(&one.emoji_code) };
        let name = here.unwrap_or_else(|| one.emoji_name.clone());
        if !rules::emoji::is_name(&name) {
            return Err("A reaction whose name can be none here. It is left out.");
        }
        if self.reactions.len() >= REACTIONS_MAX {
            return Err("More reactions than are taken. It is left out.");
        }
        if !is_own && name != one.emoji_name {
            self.emoji_here.entry(one.emoji_name.clone()).or_insert_with(|| name.clone());
        }
        let next = u32::try_from(self.emoji_names.len()).unwrap_or(u32::MAX);
        let number = *self.emoji_numbers.entry(name.clone()).or_insert(next);
        if number == next {
            self.emoji_names.push(name);
        }
        self.reactions.push((one.message, one.user_profile, number));
        Ok(())
    }

    fn together(mut self, options: &Options) -> Result<Realm, String> {
        let realm = self.realm.take().ok_or("the export does not say of which organisation it is")?;
        // When it was made tells organisations apart, also those of servers that were called anew.
        let scope = match millis(realm.date_created) {
            Some(_) => format!("zulip {:.6}", realm.date_created),
            None => format!("zulip {}", realm.string_id),
        };
        let (people, person_by_id) = people(std::mem::take(&mut self.users), &scope, &mut self.left_out);
        let mut names = Names::default();
        names.give("town-square", "town-square", rules::channels::is_name);
        let (mut rooms, mut room_by_name, mut by_stream) = (Vec::new(), HashMap::new(), HashMap::new());
        for stream in std::mem::take(&mut self.streams) {
            let room = room(&stream, &mut names);
            by_stream.insert(stream.id, u32::try_from(rooms.len()).unwrap_or(u32::MAX));
            room_by_name.insert(stream.name.to_lowercase(), by_stream[&stream.id]);
            rooms.push(room);
        }
        let mut person_by_name = HashMap::new();
        for (at, person) in (0..).zip(&people) {
            person_by_name.entry(person.name.to_lowercase()).or_insert(at);
        }
        let mut realm = Realm {
            person_by_name,
            joined: vec![Vec::new(); people.len()],
            scope,
            people,
            person_by_id,
            rooms,
            room_by_name,
            to: HashMap::new(),
            reactions: Vec::new(),
            emoji_names: std::mem::take(&mut self.emoji_names),
            emoji_here: std::mem::take(&mut self.emoji_here),
            emoji: std::mem::take(&mut self.emoji),
            topics: HashMap::new(),
            left_out: LeftOut::default(),
        };
        realm.belong(&mut self, &by_stream, &mut names, options);
        for (message, user, emoji) in std::mem::take(&mut self.reactions) {
            match realm.person_by_id.get(&user) {
                Some(user) => realm.reactions.push(Reacted { message, user: *user, emoji }),
                None => {
                    let reason = "A reaction of somebody who is not in the export. It is left out.";
                    self.left_out.add(reason, format_args!("message {message}"));
                }
            }
        }
        for topic in &self.topics {
            let (Some(To::Room(room)), Some(person)) =
                (realm.to.get(&topic.recipient), realm.person_by_id.get(&topic.user_profile))
            else {
                continue;
            };
            let follows = match topic.visibility_policy {
                Some(3) => true,
                Some(1) | None => false,
                _ => continue,
            };
            realm.topics.entry((*room, topic_key(&topic.topic_name))).or_default().push((*person, follows));
        }
        realm.left_out = self.left_out;
        Ok(realm)
    }
}

impl Realm {
    /// Puts people into channels and groups.
    fn belong(&mut self, raw: &mut Raw, by_stream: &HashMap<u64, u32>, names: &mut Names, options: &Options) {
        let mut groups: HashMap<u64, Vec<u64>> = HashMap::new();
        for one in &raw.recipients {
            match one.kind {
                1 => drop(self.to.insert(one.id, To::Person(one.type_id))),
                2 => drop(by_stream.get(&one.type_id).map(|room| self.to.insert(one.id, To::Room(*room)))),
                3 => drop(groups.insert(one.id, Vec::new())),
                _ => {}
            }
        }
        for one in std::mem::take(&mut raw.subscriptions) {
            if let Some(group) = groups.get_mut(&one.recipient) {
                group.push(one.user_profile);
            } else if let (Some(To::Room(room)), Some(person)) =
                (self.to.get(&one.recipient), self.person_by_id.get(&one.user_profile))
            {
                let joined = Joined { room: *room, is_muted: one.is_muted, is_favorite: one.pin_to_top };
                self.joined[*person as usize].push(joined);
            }
        }
        let mut groups: Vec<(u64, Vec<u64>)> = groups.into_iter().collect();
        groups.sort_unstable();
        for (recipient, mut people) in groups {
            people.sort_unstable();
            people.dedup();
            if people.len() <= PEOPLE_MAX {
                self.to.insert(recipient, To::Group(people.into()));
            } else if options.conversations {
                self.crowd(recipient, &people, names);
            }
        }
        for joined in &mut self.joined {
            joined.sort_by_key(|joined| joined.room);
            joined.dedup_by_key(|joined| joined.room);
        }
    }

    /// Makes a private channel of a group that is too large for a conversation.
    fn crowd(&mut self, recipient: u64, people: &[u64], names: &mut Names) {
        let at = u32::try_from(self.rooms.len()).unwrap_or(u32::MAX);
        let own = format!("group{recipient}");
        let known = people.iter().filter_map(|id| self.person_by_id.get(id));
        let shown: Vec<&str> = known.clone().map(|at| &*self.people[*at as usize].name).collect();
        let display_name = cut(&shown.join(", "), DISPLAY_NAME_LEN_MAX);
        let joined = Joined { room: at, is_muted: false, is_favorite: false };
        known.copied().collect::<Vec<u32>>().into_iter().for_each(|at| self.joined[at as usize].push(joined));
        self.rooms.push(Room {
            name: names.give(&own, &own, rules::channels::is_name).into(),
            own: own.into(),
            display_name,
            purpose: String::new(),
            is_there: false,
            is_private: true,
            is_archived: false,
            created: None,
            has_topics: false,
        });
        self.to.insert(recipient, To::Room(at));
    }

    pub fn person(&self, id: u64) -> Option<&Person> {
        self.person_by_id.get(&id).map(|at| &self.people[*at as usize])
    }

    /// The username of somebody whom a mention names, by `Full Name`, `Full Name|12` or `|12`.
    pub fn username_of(&self, named: &str) -> Option<String> {
        let by_id =
            named.rsplit_once('|').and_then(|(_, id)| id.parse::<u64>().ok()).and_then(|id| self.person_by_id.get(&id));
        let at = by_id.or_else(|| self.person_by_name.get(&named.to_lowercase()))?;
        Some(self.people[*at as usize].called.username.to_string())
    }

    /// The reactions to a message.
    pub fn reactions_to(&self, message: u64) -> impl Iterator<Item = &Reacted> {
        let from = self.reactions.partition_point(|one| one.message < message);
        self.reactions[from..].iter().take_while(move |one| one.message == message)
    }

    /// The id here of something of this export.
    pub fn id(&self, kind: &str, own: &str) -> Id {
        ids::named(kind, &self.scope, own)
    }
}
