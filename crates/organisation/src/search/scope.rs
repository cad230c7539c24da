//! The scope of a search: which channels the caller may read, and whom and what the names in the query mean.

use std::collections::HashMap;

use base::Millis;
use base::ids::{ChannelId, TeamId, UserId};
use node::error::Result;
use request::Call;
use search::SearchScope;
use store::channels::Searched;
use text::search_query::SearchQuery;
use wire::channels::direct_name;

use crate::channels::direct::group_name;
use crate::search::Place;

/// Users that one query names at most; each is looked up.
const NAMES_MAX: usize = 64;

/// Resolves the names of a query against the caller's channels in a place.
///
/// # Errors
/// When the store does not answer.
pub async fn resolve(call: &Call, place: Place, query: &SearchQuery, with_archived: bool) -> Result<SearchScope> {
    let mut channels = call.app.store.channels_searched(call.my_id()).await?;
    let with_archived = with_archived && call.app.sees_archived(call.me());
    channels.retain(|channel| is_searched(channel, place, with_archived));
    let users = users_of(call, query).await?;
    let people =
        |names: &[String]| -> Vec<UserId> { names.iter().filter_map(|name| users.get(bare(name)).copied()).collect() };
    let named = Named { channels: &channels, users: &users, me: call.my_id() };
    Ok(SearchScope {
        within: (!query.channels.is_empty()).then(|| named.all(&query.channels)),
        outside: named.all(&query.not_channels),
        from: (!query.from.is_empty()).then(|| people(&query.from)),
        not_from: people(&query.not_from),
        channels: channels.iter().map(|channel| channel.id).collect(),
    })
}

/// Direct and group channels are of every team.
fn is_searched(channel: &Searched, place: Place, with_archived: bool) -> bool {
    let here = match place {
        Place::Team(team) => channel.team == team || channel.team == TeamId::NONE,
        Place::Everywhere => true,
    };
    here && (with_archived || channel.delete_at == Millis::default())
}

async fn users_of(call: &Call, query: &SearchQuery) -> Result<HashMap<String, UserId>> {
    let directs = query.channels.iter().chain(&query.not_channels).filter(|name| name.starts_with('@'));
    let people = query.from.iter().chain(&query.not_from).chain(directs);
    let mut names: Vec<String> =
        people.flat_map(|names| names.split(',')).map(|name| bare(name).to_owned()).take(NAMES_MAX).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return Ok(HashMap::new());
    }
    let users = call.app.store.users_by_usernames(&names).await?;
    Ok(users.into_iter().map(|user| (user.username, user.id)).collect())
}

fn bare(name: &str) -> &str {
    name.trim().trim_start_matches('@')
}

/// What the channels of a query are called.
struct Named<'a> {
    channels: &'a [Searched],
    users: &'a HashMap<String, UserId>,
    me: UserId,
}

impl Named<'_> {
    fn all(&self, names: &[String]) -> Vec<ChannelId> {
        let wanted: Vec<String> = names.iter().filter_map(|name| self.channel_name(name)).collect();
        self.channels.iter().filter(|channel| wanted.contains(&channel.name)).map(|channel| channel.id).collect()
    }

    /// The name a channel is stored under; `None` when it names nobody.
    fn channel_name(&self, name: &str) -> Option<String> {
        let Some(people) = name.strip_prefix('@') else { return Some(name.to_owned()) };
        let others: Option<Vec<UserId>> =
            people.split(',').map(bare).filter(|one| !one.is_empty()).map(|one| self.users.get(one).copied()).collect();
        match others?.as_slice() {
            [] => None,
            [other] => Some(direct_name(self.me, *other)),
            others => {
                let mut people = others.to_vec();
                people.push(self.me);
                people.sort_unstable();
                people.dedup();
                Some(group_name(&people))
            }
        }
    }
}
