//! Recorded event logs: what was known before, taken through the events, is what a fresh load gave after them.
//!
//! The same files test the reducer of the web client (`web/src/state/logs.test.ts`); `web/tests/record.mjs` makes them
//! anew from a running server.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use base::ids::{ChannelId, TeamId};
use muster_client::state::{Need, State};
use serde::Deserialize;
use serde_json::Value;
use wire::channels::{Channel, ChannelMember};
use wire::drafts::Draft;
use wire::events::Event;
use wire::posts::Post;
use wire::preferences::Preference;
use wire::sidebar::Categories;
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

#[derive(Deserialize)]
struct Log {
    watched: ChannelId,
    team: TeamId,
    before: World,
    events: Vec<Event>,
    after: World,
}

#[derive(Deserialize)]
struct World {
    me: User,
    channels: Vec<Channel>,
    members: Vec<ChannelMember>,
    preferences: Vec<Preference>,
    categories: Categories,
    drafts: Vec<Draft>,
    posts: Vec<Post>,
}

impl World {
    fn state(&self, log: &Log) -> State {
        State {
            me: self.me.clone(),
            channels: self.channels.iter().map(|one| (one.id, one.clone())).collect(),
            members: self.members.iter().map(|one| (one.channel_id, one.clone())).collect(),
            posts: self.posts.iter().map(|one| (one.id, one.clone())).collect(),
            watched: [log.watched].into(),
            preferences: self
                .preferences
                .iter()
                .map(|one| ((one.category.clone(), one.name.clone()), one.clone()))
                .collect(),
            categories: [(log.team, self.categories.clone())].into(),
            drafts: self.drafts.iter().map(|one| ((one.channel_id, one.root_id), one.clone())).collect(),
            ..State::default()
        }
    }

    /// What a load would answer to an event that only names what changed.
    fn fill(&self, state: &mut State, need: &Need, log: &Log) {
        match need {
            Need::Channel(id) => {
                state.channels.remove(id);
                state.members.remove(id);
                state.channels.extend(self.channels.iter().filter(|one| one.id == *id).map(|one| (*id, one.clone())));
                state
                    .members
                    .extend(self.members.iter().filter(|one| one.channel_id == *id).map(|one| (*id, one.clone())));
                state.categories.insert(log.team, self.categories.clone());
            }
            Need::Categories(_) => {
                state.categories.insert(log.team, self.categories.clone());
            }
            Need::User(id) if *id == self.me.id => state.me = self.me.clone(),
            Need::Team(id) => {
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
fn told(state: &State) -> BTreeMap<String, Value> {
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
    for (id, row) in &state.posts {
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
    let (mut read, mut wrong) = (0, Vec::new());
    for entry in fs::read_dir(folder).expect("the logs are here") {
        let path = entry.expect("a log").path();
        let log: Log = serde_json::from_slice(&fs::read(&path).expect("a log")).expect("a log is as it was recorded");
        let mut state = log.before.state(&log);
        let needs: Vec<_> = log
            .events
            .iter()
            .flat_map(|event| state.apply(event).expect("an event is what its name promises"))
            .collect();
        for need in &needs {
            log.after.fill(&mut state, need, &log);
        }
        let (by_events, loaded) = (told(&state), told(&log.after.state(&log)));
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
    assert!(read >= 55, "only {read} logs");
}
