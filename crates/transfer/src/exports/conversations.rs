//! Direct and group channels, and what was said there, as lines.

use std::collections::BTreeMap;

use base::ids::{TeamId, UserId};
use node::error::Result;
use store::Store;
use wire::channels::Channel;
use wire::preferences::{DIRECT_CHANNEL_SHOW, FAVORITE_CHANNEL, GROUP_CHANNEL_SHOW};

use crate::bulk::line::{Conversation, Line, Participant};
use crate::exports::talk;
use crate::exports::talk::Where;
use crate::exports::{Export, PAGE_LEN, some};

/// People of a conversation, at most.
const PEOPLE_MAX: usize = rules::channels::GROUP_SIZE_MAX + 1;

pub async fn channels(export: &mut Export<'_>) -> Result<()> {
    if !export.options.only.takes_conversations() {
        return Ok(());
    }
    let mut after = String::new();
    loop {
        let channels = export.app.store.export_channels(TeamId::NONE, &after, PAGE_LEN).await?;
        let Some(last) = channels.last() else { return Ok(()) };
        after.clone_from(&last.name);
        for channel in channels {
            if let Some(line) = conversation(export, &channel).await? {
                let kind = "direct_channel".to_owned();
                export.line(Line { kind, direct_channel: Some(line), ..Line::default() }).await?;
            }
        }
    }
}

/// Posts of conversations, behind the lines of all of them.
pub async fn posts(export: &mut Export<'_>) -> Result<()> {
    if !export.options.only.takes_conversations() {
        return Ok(());
    }
    let mut after = String::new();
    loop {
        let channels = export.app.store.export_channels(TeamId::NONE, &after, PAGE_LEN).await?;
        let Some(last) = channels.last() else { return Ok(()) };
        after.clone_from(&last.name);
        for channel in channels {
            let Some(people) = people(export, &channel).await? else { continue };
            let names = people.into_iter().map(|(name, _)| name).collect();
            talk::of_channel(export, &channel, &Where { people: names, ..Where::default() }).await?;
        }
    }
}

/// Who takes part, by name, twice who talks to himself; nothing when somebody was removed or nobody is left.
async fn people(export: &Export<'_>, channel: &Channel) -> Result<Option<Vec<(String, UserId)>>> {
    let ids = match channel.direct_users() {
        Some((one, other)) => vec![one, other],
        None => export.app.store.channel_user_ids(channel.id).await?,
    };
    let mut people = Vec::with_capacity(ids.len());
    for id in ids {
        let Some(name) = export.name(id).await? else {
            export.warn();
            return Ok(None);
        };
        people.push((name, id));
    }
    people.sort();
    let is_taken = export.options.only.takes_conversation(people.iter().map(|(name, _)| name.as_str()));
    Ok((people.len() >= 2 && is_taken).then_some(people))
}

async fn conversation(export: &mut Export<'_>, channel: &Channel) -> Result<Option<Conversation>> {
    let Some(people) = people(export, channel).await? else { return Ok(None) };
    let store = export.app.store.clone();
    let members = store.channel_members_page(channel.id, PEOPLE_MAX, 0).await?;
    let members: BTreeMap<UserId, _> = members.into_iter().map(|member| (member.user_id, member)).collect();
    let mut line =
        Conversation { header: some(&channel.header), shown_by: Some(Vec::new()), ..Conversation::default() };
    for (username, id) in people {
        let mut participant = Participant { username: username.clone(), ..Participant::default() };
        if let Some(member) = members.get(&id) {
            participant.seen = export.seen(channel, member).await?;
            participant.notify_props =
                Some(member.notify_props.iter().map(|(name, value)| (name.clone(), value.clone())).collect());
        }
        let is_again = line.participants.iter().any(|one| one.username == username);
        line.participants.push(participant);
        if is_again {
            continue;
        }
        let (category, of) = match channel.other_user(id) {
            Some(other) => (DIRECT_CHANNEL_SHOW, other.to_string()),
            None => (GROUP_CHANNEL_SHOW, channel.id.to_string()),
        };
        if is_set(&store, id, category, &of).await? {
            line.shown_by.get_or_insert_default().push(username.clone());
        }
        if is_set(&store, id, FAVORITE_CHANNEL, &channel.id.to_string()).await? {
            line.favorited_by.push(username);
        }
    }
    Ok(Some(line))
}

async fn is_set(store: &Store, user: UserId, category: &str, name: &str) -> Result<bool> {
    let found = store.preference(user, category, name).await?;
    Ok(found.is_some_and(|preference| preference.value == "true"))
}
