//! Lists of users: pages, searches and completions, with any of the filters that clients know.
//!
//! The text is put together from constant parts, so there are as many statements as shapes of a
//! filter; values are always parameters. A list of the members of something small reads those
//! members; of something big it walks the usernames and meets them soon. A search looks at the
//! candidates of a rare term (see [`crate::users_search`]) and walks for a frequent one.

use base::Millis;
use base::ids::{ChannelId, GroupId, TeamId, UserId};
use wire::users::User;

use crate::error::Result;
use crate::post_pages::Page;
use crate::users::SELECT;
use crate::users_search::{escaped, narrow, narrow_to_beginnings};
use crate::{Statement, Store, Value, params};

/// Words of a search that are looked at; the rest of a longer text is ignored.
const TERMS_MAX: usize = 5;

/// Members up to which a channel, team or group is read whole: some milliseconds of index reads.
const SMALL_LEN_MAX: usize = 2_000;

crate::statements! {
    TEAM_SIZE = "TeamStore.IsSmall" =>
        "SELECT COUNT(*) FROM (SELECT 1 FROM team_members WHERE team_id = $1 LIMIT $2) few";
    CHANNEL_SIZE = "ChannelStore.IsSmall" =>
        "SELECT COUNT(*) FROM (SELECT 1 FROM channel_members WHERE channel_id = $1 LIMIT $2) few";
}

/// Whether deactivated accounts are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Activity {
    #[default]
    Any,
    Active,
    Inactive,
}

/// In which order users come; usernames decide between equals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    #[default]
    Username,
    /// Newest account first.
    Newest,
    /// Who was active last first.
    LastActivity,
    /// Online first, then away, then not to be disturbed, then all others.
    Status,
    /// Administrators of the channel first, or of the team when no channel is asked for.
    Admins,
    /// By nickname, or else by full name.
    DisplayName,
}

/// Which names a search looks at, beside usernames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    pub nickname: bool,
    pub full_name: bool,
    pub email: bool,
}

/// Where in a name a term is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meets {
    #[default]
    AnyPart,
    /// Only where the name begins.
    Beginning,
}

/// Which users to list. Filters that are not set let everyone through.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Parts of names, or ids, all of which must be met, each by any of the names.
    pub terms: Vec<String>,
    pub meets: Meets,
    pub fields: Fields,
    pub in_team: Option<TeamId>,
    pub not_in_team: Option<TeamId>,
    pub in_channel: Option<ChannelId>,
    pub not_in_channel: Option<ChannelId>,
    pub in_group: Option<GroupId>,
    /// Who is in none of these.
    pub not_in_groups: Vec<GroupId>,
    pub without_team: bool,
    pub activity: Activity,
    pub exclude_bots: bool,
    /// Any of these among the user's roles of the server.
    pub roles: Vec<String>,
    /// Any of `team_guest`, `team_user`, `team_admin` in the team of `in_team`.
    pub team_roles: Vec<String>,
    /// Any of `channel_guest`, `channel_user`, `channel_admin` in the channel of `in_channel`.
    pub channel_roles: Vec<String>,
    /// Only this user and those in a channel with this user: what a guest may see.
    pub seen_by: Option<UserId>,
    /// Only those behind this user, by username.
    pub after: Option<UserId>,
    /// Only accounts changed later than this.
    pub updated_after: Millis,
    pub order: Order,
}

/// A statement in the making. Each `?` of a part becomes the next parameter.
pub(crate) struct Query {
    pub(crate) sql: String,
    pub(crate) params: Vec<Value>,
}

impl Query {
    pub(crate) fn add(&mut self, part: &str, values: Vec<Value>) {
        let mut values = values.into_iter();
        for piece in part.split_inclusive('?') {
            match piece.strip_suffix('?') {
                Some(text) => {
                    self.params.push(values.next().expect("a value for each parameter"));
                    self.sql.push_str(text);
                    self.sql.push('$');
                    self.sql.push_str(&self.params.len().to_string());
                }
                None => self.sql.push_str(piece),
            }
        }
        assert!(values.next().is_none(), "a parameter for each value");
    }
}

/// Where the users of a filter are looked for.
pub(crate) struct Plan {
    size: Size,
    /// Nobody else has the terms.
    among: Option<Vec<UserId>>,
}

/// Whether a set of members is read whole or met on the way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Small,
    Big,
}

impl Store {
    /// The users that a filter lets through.
    pub async fn users_list(&self, filter: &Filter, page: Page) -> Result<Vec<User>> {
        let plan = self.users_plan(filter).await?;
        let mut query = Query { sql: SELECT.to_owned(), params: Vec::new() };
        join(&mut query, filter);
        restrict(&mut query, filter, &plan);
        order(&mut query, filter);
        query.add(" LIMIT ? OFFSET ?", params![page.limit, page.offset]);
        self.all(&Statement::composed("UserStore.GetProfiles", query.sql), query.params).await
    }

    /// How many users a filter lets through. Reads all of them.
    pub async fn users_count(&self, filter: &Filter) -> Result<i64> {
        let among = self.users_among(filter).await?;
        let mut query = Query { sql: "SELECT COUNT(*) FROM users u".to_owned(), params: Vec::new() };
        restrict(&mut query, filter, &Plan { size: Size::Small, among });
        let statement = Statement::composed("UserStore.Count", query.sql);
        Ok(self.one(&statement, query.params).await?.unwrap_or_default())
    }

    /// How to look for the users of a filter, one page of whom is wanted.
    pub(crate) async fn users_plan(&self, filter: &Filter) -> Result<Plan> {
        Ok(Plan { size: self.size(filter).await?, among: self.users_among(filter).await? })
    }

    async fn users_among(&self, filter: &Filter) -> Result<Option<Vec<UserId>>> {
        // Groups are small: their members are compared with the terms one by one. Beginnings have indexes of their own.
        if filter.terms.is_empty() || filter.in_group.is_some() || filter.meets == Meets::Beginning {
            return Ok(None);
        }
        self.users_candidates(&filter.terms[..filter.terms.len().min(TERMS_MAX)], filter.fields).await
    }

    async fn size(&self, filter: &Filter) -> Result<Size> {
        let reach = SMALL_LEN_MAX + 1;
        let members: Option<i64> = match (filter.in_channel, filter.in_team) {
            (Some(channel), _) => self.one(&CHANNEL_SIZE, params![channel, reach]).await?,
            (None, Some(team)) => self.one(&TEAM_SIZE, params![team, reach]).await?,
            // Groups are small: people are added to them one by one.
            (None, None) => None,
        };
        let is_small = members.is_none_or(|members| members <= SMALL_LEN_MAX as i64);
        Ok(if is_small { Size::Small } else { Size::Big })
    }
}

/// What some orders need to know of each user.
fn join(query: &mut Query, filter: &Filter) {
    match (filter.order, filter.in_channel, filter.in_team) {
        (Order::Status | Order::LastActivity, ..) => {
            query.add(" LEFT JOIN statuses s ON s.user_id = u.id", vec![]);
        }
        (Order::Admins, Some(channel), _) => {
            let part = " LEFT JOIN channel_members am ON am.channel_id = ? AND am.user_id = u.id";
            query.add(part, params![channel]);
        }
        (Order::Admins, None, Some(team)) => {
            query.add(" LEFT JOIN team_members am ON am.team_id = ? AND am.user_id = u.id", params![team]);
        }
        _ => {}
    }
}

pub(crate) fn restrict(query: &mut Query, filter: &Filter, plan: &Plan) {
    query.add(" WHERE 1 = 1", vec![]);
    if let Some(among) = &plan.among {
        query.add(" AND u.id = ANY(?)", params![among.as_slice()]);
    }
    for term in filter.terms.iter().take(TERMS_MAX) {
        match filter.meets {
            Meets::AnyPart => narrow(query, &term.to_lowercase(), filter.fields),
            Meets::Beginning => narrow_to_beginnings(query, &term.to_lowercase(), filter.fields),
        }
    }
    places(query, filter, plan.size);
    match filter.activity {
        Activity::Any => {}
        Activity::Active => query.add(" AND u.delete_at = 0", vec![]),
        Activity::Inactive => query.add(" AND u.delete_at > 0", vec![]),
    }
    if filter.exclude_bots {
        query.add(" AND NOT EXISTS (SELECT 1 FROM bots x WHERE x.user_id = u.id)", vec![]);
    }
    if !filter.roles.is_empty() {
        let roles: Vec<Value> =
            filter.roles.iter().take(TERMS_MAX).map(|role| format!("% {} %", escaped(role)).into()).collect();
        let parts = vec!["' ' || u.roles || ' ' LIKE ? ESCAPE '\\'"; roles.len()].join(" OR ");
        query.add(&format!(" AND ({parts})"), roles);
    }
    if let Some(viewer) = filter.seen_by {
        let part = " AND (u.id = ? OR EXISTS (SELECT 1 FROM channel_members v JOIN channel_members w \
            ON w.channel_id = v.channel_id WHERE v.user_id = ? AND w.user_id = u.id))";
        query.add(part, params![viewer, viewer]);
    }
    if let Some(after) = filter.after {
        query.add(" AND u.username > (SELECT c.username FROM users c WHERE c.id = ?)", params![after]);
    }
    if filter.updated_after > 0 {
        query.add(" AND GREATEST(u.update_at, u.last_login) > ?", params![filter.updated_after]);
    }
}

/// Teams, channels and groups that users are in, or are not in.
fn places(query: &mut Query, filter: &Filter, size: Size) {
    let mut inside = |rows: &str, value: Value, roles: &[String]| {
        let (before, link) = match size {
            Size::Small => (" AND u.id IN (SELECT m.user_id FROM ", ""),
            Size::Big => (" AND EXISTS (SELECT 1 FROM ", " AND m.user_id = u.id"),
        };
        query.add(&format!("{before}{rows}{link}"), vec![value]);
        let known: Vec<&str> = roles.iter().filter_map(|role| member_role(role)).collect();
        match (roles.is_empty(), known.is_empty()) {
            (true, _) => {}
            (false, true) => query.add(" AND 1 = 0", vec![]),
            (false, false) => query.add(&format!(" AND ({})", known.join(" OR ")), vec![]),
        }
        query.add(")", vec![]);
    };
    if let Some(team) = filter.in_team {
        inside("team_members m WHERE m.team_id = ? AND m.delete_at = 0", team.into(), &filter.team_roles);
    }
    if let Some(channel) = filter.in_channel {
        inside("channel_members m WHERE m.channel_id = ?", channel.into(), &filter.channel_roles);
    }
    if let Some(group) = filter.in_group {
        inside("group_members m WHERE m.group_id = ? AND m.delete_at = 0", group.into(), &[]);
    }
    let mut outside = |rows: &str, values: Vec<Value>| {
        query.add(&format!(" AND NOT EXISTS (SELECT 1 FROM {rows} AND m.user_id = u.id)"), values);
    };
    if let Some(team) = filter.not_in_team {
        outside("team_members m WHERE m.team_id = ? AND m.delete_at = 0", params![team]);
    }
    if let Some(channel) = filter.not_in_channel {
        outside("channel_members m WHERE m.channel_id = ?", params![channel]);
    }
    if !filter.not_in_groups.is_empty() {
        let groups = params![filter.not_in_groups.as_slice()];
        outside("group_members m WHERE m.group_id = ANY(?) AND m.delete_at = 0", groups);
    }
    if filter.without_team {
        outside("team_members m WHERE m.delete_at = 0", vec![]);
    }
}

/// What a member's flags must be; a user is one who is no administrator.
fn member_role(name: &str) -> Option<&'static str> {
    match name {
        "team_admin" | "channel_admin" => Some("m.scheme_admin = 1"),
        "team_user" | "channel_user" => Some("(m.scheme_user = 1 AND m.scheme_admin = 0)"),
        "team_guest" | "channel_guest" => Some("m.scheme_guest = 1"),
        _ => None,
    }
}

fn order(query: &mut Query, filter: &Filter) {
    let has_place = filter.in_channel.is_some() || filter.in_team.is_some();
    query.sql.push_str(match filter.order {
        Order::Newest => " ORDER BY u.create_at DESC, u.username",
        Order::LastActivity => " ORDER BY COALESCE(s.last_activity_at, 0) DESC, u.username",
        Order::Status => {
            " ORDER BY CASE s.status WHEN 'online' THEN 1 WHEN 'away' THEN 2 WHEN 'dnd' THEN 3 ELSE 4 END, u.username"
        }
        Order::Admins if has_place => " ORDER BY COALESCE(am.scheme_admin, 0) DESC, u.username",
        Order::DisplayName => {
            " ORDER BY CASE WHEN u.nickname_folded <> '' THEN u.nickname_folded \
             ELSE u.first_name_folded || ' ' || u.last_name_folded END, u.username"
        }
        Order::Username | Order::Admins => " ORDER BY u.username",
    });
}
