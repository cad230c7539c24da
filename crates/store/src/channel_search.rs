//! Finding channels by what people type. Terms are folded, and match anywhere in a name.
//!
//! A team's channels are read through their key; lists over all teams are for administrators.

use base::ids::{ChannelId, TeamId, UserId};
use wire::channels::Channel;

use crate::channels::columns;
use crate::error::Result;
use crate::users_list::Fields;
use crate::{Statement, Store, Value, params};

macro_rules! select {
    ($rest:literal) => {
        concat!("SELECT ", columns!(), " FROM channels c ", $rest)
    };
}

crate::statements! {
    IN_TEAM = "ChannelStore.SearchInTeam" =>
        select!("WHERE c.team_id = $1 AND c.delete_at = 0 AND (c.kind = 'O' OR EXISTS (SELECT 1 \
                    FROM channel_members m WHERE m.channel_id = c.id AND m.user_id = $2)) \
                 AND (folded(c.display_name) LIKE $3 ESCAPE '\\' OR c.name LIKE $3 ESCAPE '\\' \
                    OR folded(c.purpose) LIKE $3 ESCAPE '\\') \
                 ORDER BY c.display_name, c.id LIMIT $4");
    OPEN_IN_TEAM = "ChannelStore.SearchOpenInTeam" =>
        select!("WHERE c.team_id = $1 AND c.delete_at = 0 AND c.kind = 'O' ORDER BY c.display_name, c.id LIMIT $2");
    OWN_IN_TEAM = "ChannelStore.SearchForUserInTeam" =>
        select!("JOIN channel_members m ON m.channel_id = c.id AND m.user_id = $2 \
                 WHERE c.team_id = $1 AND c.delete_at = 0 \
                 AND (folded(c.display_name) LIKE $3 ESCAPE '\\' OR c.name LIKE $3 ESCAPE '\\' \
                    OR folded(c.purpose) LIKE $3 ESCAPE '\\') \
                 ORDER BY c.display_name, c.id LIMIT $4");
    /// Direct channels are found by whom they are with.
    OWN = "ChannelStore.AutocompleteInTeamForSearch" =>
        select!("JOIN channel_members m ON m.channel_id = c.id AND m.user_id = $2 \
                 WHERE (c.team_id = $1 OR c.team_id = $5) AND c.delete_at = 0 \
                 AND ((c.kind <> 'D' AND (folded(c.display_name) LIKE $3 ESCAPE '\\' OR c.name LIKE $3 ESCAPE '\\')) \
                    OR (c.kind = 'D' AND EXISTS (SELECT 1 FROM channel_members o JOIN users u ON u.id = o.user_id \
                        WHERE o.channel_id = c.id AND o.user_id <> $2 AND u.username LIKE $3 ESCAPE '\\'))) \
                 ORDER BY c.display_name, c.id LIMIT $4");
    GROUPS = "ChannelStore.SearchGroupChannels" =>
        select!("JOIN channel_members m ON m.channel_id = c.id AND m.user_id = $1 \
                 WHERE c.kind = 'G' AND c.delete_at = 0 AND EXISTS (SELECT 1 \
                    FROM channel_members o JOIN users u ON u.id = o.user_id \
                    WHERE o.channel_id = c.id AND (u.username LIKE $2 ESCAPE '\\' \
                        OR u.nickname_folded LIKE $2 ESCAPE '\\' \
                        OR u.first_name_folded || ' ' || u.last_name_folded LIKE $4 ESCAPE '\\')) \
                 ORDER BY c.display_name, c.id LIMIT $3");
}

/// Filters of lists that span teams.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Part of a name; empty for all.
    pub term: String,
    /// A channel found by its id, whatever the term.
    pub id: Option<ChannelId>,
    /// `O`, `P` or both.
    pub kinds: Vec<String>,
    /// Empty for all teams.
    pub teams: Vec<TeamId>,
    /// Only what this user may know of.
    pub seen_by: Option<Seen>,
    /// Names of channels that are left out.
    pub without_names: Vec<String>,
    pub lives: Lives,
}

/// The channels that a user may know of: those with the user, and the public ones of some teams.
#[derive(Clone, Debug)]
pub struct Seen {
    pub user: UserId,
    /// Teams whose public channels are listed for the user; for guests there are none.
    pub listed: Vec<TeamId>,
}

/// Which channels a list shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lives {
    #[default]
    Live,
    Archived,
    Both,
}

/// The pattern that finds `term` anywhere.
pub fn pattern(term: &str) -> String {
    let mut pattern = String::with_capacity(term.len() + 2);
    pattern.push('%');
    for c in term.to_lowercase().chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

impl Filter {
    /// The conditions, and the values that stand for `$1` and on.
    fn conditions(&self) -> (String, Vec<Value>) {
        let mut params = params![self.kinds.clone()];
        let mut sql = String::from("c.kind = ANY($1)");
        let mut next = |value: Value| {
            params.push(value);
            params.len()
        };
        if !self.term.is_empty() {
            let at = next(Value::from(pattern(&self.term)));
            let names = format!("folded(c.display_name) LIKE ${at} ESCAPE '\\' OR c.name LIKE ${at} ESCAPE '\\'");
            match self.id {
                Some(id) => {
                    let at = next(Value::from(id));
                    sql.push_str(&format!(" AND ({names} OR c.id = ${at})"));
                }
                None => sql.push_str(&format!(" AND ({names})")),
            }
        }
        if !self.teams.is_empty() {
            let at = next(Value::from(self.teams.as_slice()));
            sql.push_str(&format!(" AND c.team_id = ANY(${at})"));
        }
        if let Some(seen) = &self.seen_by {
            let (user, listed) = (next(Value::from(seen.user)), next(Value::from(seen.listed.as_slice())));
            sql.push_str(&format!(
                " AND (c.kind = 'O' AND c.team_id = ANY(${listed}) OR EXISTS (SELECT 1 FROM channel_members m \
                 WHERE m.channel_id = c.id AND m.user_id = ${user}))"
            ));
        }
        if !self.without_names.is_empty() {
            let at = next(Value::from(self.without_names.clone()));
            sql.push_str(&format!(" AND NOT (c.name = ANY(${at}))"));
        }
        match self.lives {
            Lives::Live => sql.push_str(" AND c.delete_at = 0"),
            Lives::Archived => sql.push_str(" AND c.delete_at > 0"),
            Lives::Both => {}
        }
        (sql, params)
    }

    /// The statement for a page and the one for the total, with what they have in common.
    pub fn statements(&self) -> (Statement, Statement, Vec<Value>) {
        let (conditions, params) = self.conditions();
        let (limit, offset) = (params.len() + 1, params.len() + 2);
        let page = format!(
            "SELECT {} FROM channels c WHERE {conditions} ORDER BY c.display_name, c.id LIMIT ${limit} OFFSET ${offset}",
            columns!()
        );
        let total = format!("SELECT COUNT(*) FROM channels c WHERE {conditions}");
        let page = Statement::composed("ChannelStore.SearchAllChannels", page);
        let total = Statement::composed("ChannelStore.CountAllChannels", total);
        (page, total, params)
    }
}

impl Store {
    /// Live channels of a team that the user may know, by display name: public ones, and those with the user in them.
    pub async fn channels_search(&self, team: TeamId, user: UserId, term: &str, limit: usize) -> Result<Vec<Channel>> {
        self.all(&IN_TEAM, params![team, user, pattern(term), limit]).await
    }

    /// The first live public channels of a team, by display name.
    pub async fn channels_open(&self, team: TeamId, limit: usize) -> Result<Vec<Channel>> {
        self.all(&OPEN_IN_TEAM, params![team, limit]).await
    }

    /// As [`Store::channels_search`], only those with the user in them.
    pub async fn channels_search_own(
        &self,
        team: TeamId,
        user: UserId,
        term: &str,
        limit: usize,
    ) -> Result<Vec<Channel>> {
        self.all(&OWN_IN_TEAM, params![team, user, pattern(term), limit]).await
    }

    /// The user's channels of a team, and direct and group channels.
    pub async fn channels_complete(
        &self,
        team: TeamId,
        user: UserId,
        term: &str,
        limit: usize,
    ) -> Result<Vec<Channel>> {
        self.all(&OWN, params![team, user, pattern(term), limit, TeamId::NONE]).await
    }

    /// The user's group channels with somebody in them whose name has the term: a username, a nickname, or a full name
    /// where `fields` says so.
    pub async fn group_channels_search(
        &self,
        user: UserId,
        term: &str,
        fields: Fields,
        limit: usize,
    ) -> Result<Vec<Channel>> {
        // No full name is the empty text: a space is between its parts.
        let full_name = if fields.full_name { pattern(term) } else { String::new() };
        self.all(&GROUPS, params![user, pattern(term), limit, full_name]).await
    }

    /// A page of channels of many teams, by display name.
    pub async fn channels_filtered(&self, filter: &Filter, limit: usize, offset: usize) -> Result<Vec<Channel>> {
        let (page, _, mut params) = filter.statements();
        params.extend(params![limit, offset]);
        self.all(&page, params).await
    }

    /// How many channels the filter lets through.
    pub async fn channels_filtered_count(&self, filter: &Filter) -> Result<i64> {
        let (_, total, params) = filter.statements();
        Ok(self.one(&total, params).await?.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_type_is_no_pattern() {
        assert_eq!(pattern("Off_%\\"), "%off\\_\\%\\\\%");
    }

    #[test]
    fn each_filter_has_a_number_of_its_own() {
        let filter = Filter {
            term: "a".into(),
            id: Some(ChannelId::UNKNOWN),
            kinds: vec!["O".into()],
            teams: vec![TeamId::UNKNOWN],
            seen_by: Some(Seen { user: UserId::UNKNOWN, listed: Vec::new() }),
            without_names: vec!["town-square".into()],
            lives: Lives::Archived,
        };
        let (page, _, params) = filter.statements();
        assert_eq!(params.len(), 7);
        assert!(page.sql.ends_with("c.delete_at > 0 ORDER BY c.display_name, c.id LIMIT $8 OFFSET $9"), "{}", page.sql);
    }
}
