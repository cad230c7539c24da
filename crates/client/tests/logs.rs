//! Recorded event logs: what was known before, taken through the events, is what a fresh load gave after them.
//!
//! The same files test the reducer of the web client (`web/src/state/logs.test.ts`); `web/tests/record.mjs` makes them
//! anew from a running server.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use base::ids::{ChannelId, PostId, TeamId};
use muster_client::state::{Need, State};
use serde::Deserialize;
use serde_json::Value;
use wire::channels::{Channel, ChannelMember};
use wire::drafts::Draft;
use wire::events::Event;
use wire::posts::PostList;
use wire::preferences::Preference;
use wire::sidebar::Categories;
use wire::teams::Team;
use wire::users::User;

/// Fields that events need not tell: a client never shows them, or asks when it does.
const UNTOLD: &[&str] = &[
    "update_at",
    "last_activity_at",
    "last_update_at",
    "extra_update_at",
    "reply_count",
    "last_reply_at",
    "participants",
    "is_following",
    "metadata",
];

type Answers = serde_json::Map<String, Value>;

/// A log as it was recorded: only the answers that are others than those known before.
#[derive(Deserialize)]
struct Recorded {
    watched: ChannelId,
    thread: PostId,
    before: Answers,
    events: Vec<Event>,
    after: Answers,
}

struct Log {
    /// The channel and the thread that are open.
    watched: ChannelId,
    thread: PostId,
    before: World,
    events: Vec<Event>,
    after: World,
}

impl Log {
    /// The log in `path`; `known` goes from the answers after the log before it to those after this one.
    fn read(path: &Path, known: &mut Answers) -> serde_json::Result<Log> {
        let recorded: Recorded = serde_json::from_slice(&fs::read(path).expect("a log"))?;
        known.extend(recorded.before);
        let before = serde_json::from_value(Value::Object(known.clone()))?;
        known.extend(recorded.after);
        let after = serde_json::from_value(Value::Object(known.clone()))?;
        Ok(Log { watched: recorded.watched, thread: recorded.thread, before, events: recorded.events, after })
    }
}

#[derive(Deserialize)]
struct World {
    me: User,
    channels: Vec<Channel>,
    members: Vec<ChannelMember>,
    teams: Vec<Team>,
    preferences: Vec<Preference>,
    categories: BTreeMap<TeamId, Categories>,
    drafts: BTreeMap<TeamId, Vec<Draft>>,
    /// The roots of the channel that is watched, and the replies of the thread that is open.
    page: PostList,
    replies: PostList,
}

impl World {
    fn state(&self, log: &Log) -> State {
        State {
            me: self.me.clone(),
            channels: self.channels.iter().map(|one| (one.id, one.clone())).collect(),
            members: self.members.iter().map(|one| (one.channel_id, one.clone())).collect(),
            posts: self.page.posts.iter().chain(&self.replies.posts).map(|(id, one)| (*id, one.clone())).collect(),
            watched: [log.watched].into(),
            preferences: self
                .preferences
                .iter()
                .map(|one| ((one.category.clone(), one.name.clone()), one.clone()))
                .collect(),
            categories: self.categories.clone(),
            drafts: self.drafts().collect(),
            ..State::default()
        }
    }

    fn drafts(&self) -> impl Iterator<Item = ((ChannelId, PostId), Draft)> + '_ {
        self.drafts.values().flatten().map(|one| ((one.channel_id, one.root_id), one.clone()))
    }

    /// What a load would answer to an event that only names what changed.
    fn fill(&self, state: &mut State, need: &Need) {
        match need {
            Need::Channel(id) => {
                state.channels.remove(id);
                state.members.remove(id);
                state.channels.extend(self.channels.iter().filter(|one| one.id == *id).map(|one| (*id, one.clone())));
                state
                    .members
                    .extend(self.members.iter().filter(|one| one.channel_id == *id).map(|one| (*id, one.clone())));
                state.categories.clone_from(&self.categories);
                // What was begun there before it was left waits there.
                state.drafts.extend(self.drafts());
            }
            Need::Categories(_) => state.categories.clone_from(&self.categories),
            Need::User(id) if *id == self.me.id => state.me = self.me.clone(),
            Need::Team(id) if !self.teams.iter().any(|one| one.id == *id && one.delete_at == 0) => {
                let State { categories, channels, drafts, .. } = state;
                categories.remove(id);
                drafts.retain(|(of, _), _| channels.get(of).is_none_or(|one| one.team_id != *id));
            }
            Need::Team(id) => {
                state.drafts.extend(self.drafts());
                let channels = self.channels.iter().filter(|one| one.team_id == *id);
                for channel in channels {
                    let member = self.members.iter().find(|one| one.channel_id == channel.id);
                    state.channels.insert(channel.id, channel.clone());
                    state.members.extend(member.map(|one| (channel.id, one.clone())));
                }
            }
            Need::User(_) | Need::Threads | Need::Roles | Need::MyGroups => {}
        }
    }
}

/// Every part of a state that logs tell, as paths with values.
fn told(state: &State, log: &Log) -> BTreeMap<String, Value> {
    let mut rows = BTreeMap::new();
    let mut add = |table: &str, key: String, row: Value| {
        let Value::Object(fields) = row else { panic!("{table}/{key} is no object") };
        for (field, value) in fields {
            if !UNTOLD.contains(&field.as_str()) {
                rows.insert(format!("{table}/{key}.{field}"), value);
            }
        }
    };
    let value = |row: serde_json::Result<Value>| row.expect("wire types are JSON");
    add("me", String::new(), value(serde_json::to_value(&state.me)));
    for (id, row) in &state.channels {
        add("channels", id.to_string(), value(serde_json::to_value(row)));
    }
    for (id, row) in &state.members {
        add("members", id.to_string(), value(serde_json::to_value(row)));
    }
    // Replies of other threads come with events, and not with a load.
    for (id, row) in state.posts.iter().filter(|(_, row)| row.root_id.is_none() || row.root_id == log.thread) {
        add("posts", id.to_string(), value(serde_json::to_value(row)));
        let reactions = row.metadata.as_ref().map_or(0, |metadata| metadata.reactions.len());
        add("reactions", id.to_string(), serde_json::json!({ "count": reactions }));
    }
    for ((category, name), row) in &state.preferences {
        add("preferences", format!("{category}/{name}"), value(serde_json::to_value(row)));
    }
    for (id, row) in &state.categories {
        add("categories", id.to_string(), value(serde_json::to_value(row)));
    }
    for ((channel, root), row) in &state.drafts {
        add("drafts", format!("{channel}/{root}"), value(serde_json::to_value(row)));
    }
    rows
}

#[test]
fn every_recorded_log_leads_to_what_was_loaded_after_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs");
    let (mut read, mut wrong, mut known) = (0, Vec::new(), Answers::new());
    let entries = fs::read_dir(folder).expect("the logs are here");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a log").path()).collect();
    // As they were recorded.
    paths.sort();
    for path in paths {
        let log = Log::read(&path, &mut known).expect("a log is as it was recorded");
        let mut state = log.before.state(&log);
        let needs: Vec<_> = log
            .events
            .iter()
            .flat_map(|event| state.apply(event).expect("an event is what its name promises"))
            .collect();
        for need in &needs {
            log.after.fill(&mut state, need);
        }
        let (by_events, loaded) = (told(&state, &log), told(&log.after.state(&log), &log));
        let differing: Vec<_> = by_events
            .keys()
            .chain(loaded.keys())
            .filter(|key| by_events.get(*key) != loaded.get(*key))
            .map(|key| format!("{key}: told {:?}, loaded {:?}", by_events.get(key), loaded.get(key)))
            .collect();
        if !differing.is_empty() {
            wrong.push(format!("{}:\n{}", path.display(), differing.join("\n")));
        }
        read += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(read >= 90, "only {read} logs");
}
