//! Direct and group channels that are brought along: named by their people, so that each is there once.

use std::collections::{HashMap, HashSet};

use base::ids::{ChannelId, TeamId, UserId};
use node::change::Change;
use node::error::{ApiError, Result};
use organisation::channels::direct::group_name;
use wire::channels::{Channel, ChannelMember, DIRECT, GROUP, direct_name};
use wire::preferences::{DIRECT_CHANNEL_SHOW, GROUP_CHANNEL_SHOW};

use crate::bulk::Failed;
use crate::bulk::line::{Conversation, Participant, Seen};
use crate::imports::members::{favor, in_channel, preference};
use crate::imports::names::Person;
use crate::imports::{Import, apart};

const SHOWN: &str = "true";
const TITLE_LEN_MAX: usize = rules::channels::DISPLAY_NAME_LEN_MAX;

pub async fn open(import: &mut Import, lines: Vec<(u64, Conversation)>) -> Result<(), Failed> {
    for part in apart(lines, |line| line.people().into_iter().map(str::to_lowercase).collect::<Vec<_>>()) {
        write(import, &part).await?;
    }
    Ok(())
}

async fn write(import: &mut Import, lines: &[(u64, Conversation)]) -> Result<(), Failed> {
    let names: Vec<String> = lines.iter().flat_map(|(_, line)| line.people()).map(str::to_lowercase).collect();
    import.names.load_users(&import.app.store, names.iter().map(String::as_str).collect()).await?;
    let mut wanted = Vec::with_capacity(lines.len());
    for (number, line) in lines {
        wanted.push(people(import, *number, &line.people())?);
    }
    let called: Vec<String> = wanted.iter().map(|people| name(people)).collect();
    let there = import.app.store.channels_by_names(TeamId::NONE, &called).await?;
    let mut there: HashMap<String, Channel> = there.into_iter().map(|one| (one.name.clone(), one)).collect();
    let mut change = import.app.change();
    for (((_, line), people), called) in lines.iter().zip(&wanted).zip(called) {
        let channel = match there.remove(&called) {
            Some(old) => update(import, &mut change, line, people, old),
            None => insert(import, &mut change, line, people, called),
        };
        show(import, &mut change, line, people, &channel).await?;
        import.names.note_channel(&channel);
    }
    let last = lines.last().map_or(0, |(number, _)| *number);
    import.commit(change, last).await
}

/// The name of the conversation of some people.
pub fn name(people: &[(String, Person)]) -> String {
    let ids: Vec<UserId> = people.iter().map(|(_, person)| person.id).collect();
    match *ids {
        [one] => direct_name(one, one),
        [one, other] => direct_name(one, other),
        _ => group_name(&ids),
    }
}

/// Who some usernames are, each once; they are loaded already.
///
/// # Errors
/// When there is no such account.
pub fn people(import: &mut Import, number: u64, names: &[&str]) -> Result<Vec<(String, Person)>, Failed> {
    let mut people = Vec::with_capacity(names.len());
    for name in names {
        let name = name.to_lowercase();
        let person = import.names.user(&name).ok_or_else(|| {
            let text = format!("There is no account {name:?}.");
            let id = "app.import.import_direct_channel.member_not_found.error";
            Failed { line: number, error: ApiError::bad_request(id, text) }
        })?;
        people.push((name, person));
    }
    people.sort_by_key(|(_, person)| person.id);
    people.dedup_by_key(|(_, person)| person.id);
    Ok(people)
}

fn insert(
    import: &mut Import,
    change: &mut Change,
    line: &Conversation,
    people: &[(String, Person)],
    called: String,
) -> Channel {
    let now = import.app.clock.now();
    let is_group = people.len() > 2;
    let mut titles: Vec<&str> = people.iter().map(|(name, _)| name.as_str()).collect();
    titles.sort_unstable();
    let title: String = titles.join(", ").chars().take(TITLE_LEN_MAX).collect();
    let channel = Channel {
        id: import.app.ids.next(),
        create_at: now,
        update_at: now,
        kind: if is_group { GROUP } else { DIRECT }.to_owned(),
        name: called,
        display_name: if is_group { title } else { String::new() },
        header: line.header.clone().unwrap_or_default(),
        creator_id: if is_group { UserId::NONE } else { people[0].1.id },
        shared: Some(false),
        ..Channel::default()
    };
    change.write(store::channels::insert(&channel));
    for (member, _) in members(line, people, channel.id, now) {
        join(change, &member, now);
    }
    import.report.channels += 1;
    channel
}

/// Its people as members, as the line has them, and what it says of each.
fn members<'a>(
    line: &'a Conversation,
    people: &[(String, Person)],
    channel: ChannelId,
    now: base::Millis,
) -> Vec<(ChannelMember, Option<&'a Participant>)> {
    let said: HashMap<&str, &Participant> = line.participants.iter().map(|one| (one.username.as_str(), one)).collect();
    let member = |(name, person): &(String, Person)| {
        let own = said.get(name.as_str()).copied();
        let seen = own.map_or(Seen::default(), |own| own.seen);
        let mut member = in_channel(channel, person.id, &seen, now);
        (member.scheme_user, member.scheme_guest) = (!person.is_guest, person.is_guest);
        if let Some(props) = own.and_then(|own| own.notify_props.as_ref()) {
            member.notify_props.extend(props.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        (member, own)
    };
    people.iter().map(member).collect()
}

fn join(change: &mut Change, member: &ChannelMember, now: base::Millis) {
    change.write(store::channel_members::join(member));
    change.write(store::channel_history::joined(member.channel_id, member.user_id, now));
    change.joins_channel(member.user_id, member.channel_id);
}

fn update(
    import: &Import,
    change: &mut Change,
    line: &Conversation,
    people: &[(String, Person)],
    old: Channel,
) -> Channel {
    let now = import.app.clock.now();
    for (member, said) in members(line, people, old.id, now) {
        let wants = said.is_some_and(|said| said.notify_props.is_some());
        if wants {
            change.write(store::channel_members::set_notify_props(&member, now));
        }
        if member.last_viewed_at > 0 {
            change.write(store::imports::seen(&member));
        }
        if wants || member.last_viewed_at > 0 {
            change.member_changed(member.user_id, old.id);
        }
    }
    let Some(header) = line.header.as_ref().filter(|header| **header != old.header) else { return old };
    let update_at = now.max(old.update_at + 1);
    let channel = Channel { header: header.clone(), update_at, ..old.clone() };
    change.write(store::channels::update(&channel, old.update_at));
    change.channel_changed(channel.id);
    channel
}

/// Lets sidebars show the conversation, and favourites hold it.
async fn show(
    import: &mut Import,
    change: &mut Change,
    line: &Conversation,
    people: &[(String, Person)],
    channel: &Channel,
) -> Result<(), Failed> {
    let shown: Option<HashSet<&str>> = line.shown_by.as_ref().map(|names| names.iter().map(String::as_str).collect());
    for (name, person) in people {
        if shown.as_ref().is_none_or(|shown| shown.contains(name.as_str())) {
            let (category, of) = match channel.other_user(person.id) {
                Some(other) => (DIRECT_CHANNEL_SHOW, other.to_string()),
                None => (GROUP_CHANNEL_SHOW, channel.id.to_string()),
            };
            change.write(store::preferences::save(&preference(person.id, category, &of, SHOWN)));
        }
        if line.favorited_by.iter().any(|one| one == name) {
            let teams = import.app.store.team_standings(person.id).await?;
            let teams: Vec<TeamId> = teams.into_iter().map(|standing| standing.place).collect();
            favor(change, person.id, channel.id, &teams);
        }
    }
    Ok(())
}
