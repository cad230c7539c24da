//! To what accounts that are brought along belong: teams, channels, with what they have read and how they want to be
//! told.

use std::collections::HashSet;

use base::Millis;
use base::ids::{ChannelId, TeamId, UserId};
use node::change::Change;
use node::error::{ApiError, Result};
use organisation::categories;
use organisation::categories::sidebar;
use organisation::teams::welcome;
use wire::channels::{ChannelMember, TOWN_SQUARE};
use wire::preferences::{FAVORITE_CHANNEL, Preference, THEME};
use wire::sidebar::FAVORITES;
use wire::teams::{SchemeRoles, TeamMember};
use wire::users::User;

use crate::bulk::Failed;
use crate::bulk::line;
use crate::bulk::line::Seen;
use crate::bulk::settings::ChannelNotices;
use crate::imports::{Import, places};

/// Somebody whose memberships are written.
pub struct Member {
    pub id: UserId,
    pub is_guest: bool,
    pub account: User,
    /// Where he or she belongs already; nothing for new accounts.
    pub teams: HashSet<TeamId>,
    pub channels: HashSet<ChannelId>,
}

impl Member {
    /// # Errors
    /// When the store does not answer.
    pub async fn of(import: &Import, account: &User, is_new: bool) -> Result<Member> {
        let (id, is_guest, account) = (account.id, account.is_guest(), account.clone());
        let mut member = Member { id, is_guest, account, teams: HashSet::new(), channels: HashSet::new() };
        if !is_new {
            let store = &import.app.store;
            member.teams = store.team_standings(id).await?.into_iter().map(|standing| standing.place).collect();
            member.channels = store.channel_standings(id).await?.into_iter().map(|standing| standing.place).collect();
        }
        Ok(member)
    }
}

/// Loads all teams and channels that memberships name.
///
/// # Errors
/// When a team does not exist, and when the store does not answer.
pub async fn load(import: &mut Import, number: u64, teams: &[line::TeamMember]) -> Result<(), Failed> {
    for team in teams {
        let id = places::must_team(import, number, &team.name).await?;
        let channels = team.channels.iter().map(|channel| channel.name.clone());
        let names: HashSet<String> = channels.chain([TOWN_SQUARE.to_owned()]).collect();
        import.names.load_channels(&import.app.store, id, names).await?;
    }
    Ok(())
}

/// Adds what makes somebody a member of teams and their channels.
///
/// # Errors
/// When a team or channel does not exist.
pub async fn join(
    import: &mut Import,
    change: &mut Change,
    number: u64,
    member: &mut Member,
    teams: &[line::TeamMember],
) -> Result<(), Failed> {
    for line in teams {
        let team = places::must_team(import, number, &line.name).await?;
        if !member.teams.contains(&team) && !takes(import, number, team, &member.account).await? {
            continue;
        }
        join_team(import, change, member, team, line);
        let named_town_square = line.channels.iter().any(|channel| channel.name == TOWN_SQUARE);
        if !member.is_guest && !named_town_square {
            let town_square = line::ChannelMember { name: TOWN_SQUARE.to_owned(), ..Default::default() };
            let admin = roles(import, "team", line.roles.as_deref(), false).0.scheme_admin;
            let as_admin = admin.then(|| "channel_user channel_admin".to_owned());
            let town_square = line::ChannelMember { roles: as_admin, ..town_square };
            // A team may have lost it.
            if import.names.channel(&(team, TOWN_SQUARE.to_owned())).is_some() {
                join_channel(import, change, number, member, team, &town_square)?;
            }
        }
        for channel in &line.channels {
            join_channel(import, change, number, member, team, channel)?;
        }
    }
    Ok(())
}

/// Whether the team takes the account; the report says when it does not, and why.
async fn takes(import: &mut Import, number: u64, team: TeamId, account: &User) -> Result<bool, Failed> {
    let Some(team) = import.app.world.team(team).await? else { return Ok(true) };
    let Err(refused) = welcome::must_take(&import.app, &team, account).await else { return Ok(true) };
    let (user, name) = (&account.username, &team.name);
    import.warn(number, format_args!("{user} is not made a member of the team {name}: {}", refused.message));
    Ok(false)
}

fn join_team(import: &Import, change: &mut Change, member: &mut Member, team: TeamId, line: &line::TeamMember) {
    let (scheme, explicit_roles) = roles(import, "team", line.roles.as_deref(), member.is_guest);
    if member.teams.insert(team) {
        let joined = TeamMember {
            team_id: team,
            user_id: member.id,
            scheme_guest: scheme.scheme_guest,
            scheme_user: scheme.scheme_user,
            scheme_admin: scheme.scheme_admin,
            explicit_roles,
            create_at: import.app.clock.now(),
            ..TeamMember::default()
        };
        change.write(store::team_members::join(&joined));
        change.joins_team(member.id, team);
    } else if line.roles.is_some() {
        change.write(store::team_members::set_roles(team, member.id, &explicit_roles, &scheme));
        change.team_member_changed(member.id);
    }
    if let Some(theme) = &line.theme {
        change.write(store::preferences::save(&preference(member.id, THEME, &team.to_string(), theme)));
    }
}

fn join_channel(
    import: &mut Import,
    change: &mut Change,
    number: u64,
    member: &mut Member,
    team: TeamId,
    line: &line::ChannelMember,
) -> Result<(), Failed> {
    let place = import.names.channel(&(team, line.name.clone())).ok_or_else(|| {
        let text = format!("There is no channel {:?} in the team.", line.name);
        let id = "app.import.import_user_channels.channel_not_found.error";
        Failed { line: number, error: ApiError::bad_request(id, text) }
    })?;
    let (channel, now) = (place.id, import.app.clock.now());
    let (scheme, explicit_roles) = roles(import, "channel", line.roles.as_deref(), member.is_guest);
    let mut joined = in_channel(channel, member.id, &line.seen, now);
    joined.scheme_guest = scheme.scheme_guest;
    joined.scheme_user = scheme.scheme_user;
    joined.scheme_admin = scheme.scheme_admin;
    joined.explicit_roles = explicit_roles;
    if let Some(notices) = &line.notify_props {
        ChannelNotices::over(notices, &mut joined.notify_props);
    }
    if member.channels.insert(channel) {
        change.write(store::channel_members::join(&joined));
        change.write(store::channel_history::joined(channel, member.id, now));
        change.joins_channel(member.id, channel);
    } else {
        // What was read since is not taken back.
        if line.seen.last_viewed_at > 0 {
            change.write(store::imports::seen(&joined));
            change.member_changed(member.id, channel);
        }
        if line.roles.is_some() {
            let explicit = &joined.explicit_roles;
            change.write(store::channel_members::set_roles(channel, member.id, explicit, &scheme, now));
            change.member_changed(member.id, channel);
        }
        if line.notify_props.is_some() {
            change.write(store::channel_members::set_notify_props(&joined, now));
            change.member_changed(member.id, channel);
        }
    }
    if line.favorite {
        favor(change, member.id, channel, &[team]);
    }
    Ok(())
}

/// A plain member who has read so much.
pub fn in_channel(channel: ChannelId, user: UserId, seen: &Seen, now: Millis) -> ChannelMember {
    ChannelMember {
        channel_id: channel,
        user_id: user,
        last_viewed_at: seen.last_viewed_at,
        msg_count: seen.msg_count,
        msg_count_root: seen.msg_count_root,
        mention_count: seen.mention_count,
        mention_count_root: seen.mention_count_root,
        urgent_mention_count: seen.urgent_mention_count,
        notify_props: ChannelMember::default_notify_props(),
        last_update_at: now,
        scheme_user: true,
        ..ChannelMember::default()
    }
}

/// Puts a channel among somebody's favourites, in the sidebars of some teams.
pub fn favor(change: &mut Change, user: UserId, channel: ChannelId, teams: &[TeamId]) {
    change.write(store::preferences::save(&preference(user, FAVORITE_CHANNEL, &channel.to_string(), "true")));
    for &team in teams {
        let categories = sidebar::initial(user, team);
        categories::create_initial(change, user, team);
        if let Some(favorites) = categories.iter().find(|category| category.kind == FAVORITES) {
            change.write(store::sidebar::place(favorites, channel, 0));
        }
    }
}

pub fn preference(user: UserId, category: &str, name: &str, value: &str) -> Preference {
    Preference { user_id: user, category: category.to_owned(), name: name.to_owned(), value: value.to_owned() }
}

/// The flags and the other roles that names stand for; `scope` is `team` or `channel`. Names that mean nothing here are
/// passed over: a member without any other is a plain one, or a guest.
fn roles(import: &Import, scope: &str, names: Option<&str>, is_guest: bool) -> (SchemeRoles, String) {
    let table = import.app.roles.load();
    let mut scheme = SchemeRoles { scheme_guest: is_guest, scheme_user: !is_guest, scheme_admin: false };
    let mut explicit: Vec<&str> = Vec::new();
    for name in names.unwrap_or_default().split_ascii_whitespace() {
        match name.strip_prefix(scope) {
            Some("_admin") => scheme.scheme_admin = !is_guest,
            Some("_user" | "_guest") | None => {}
            Some(_) if table.get(name).is_some_and(|role| !role.scheme_managed) => explicit.push(name),
            Some(_) => {}
        }
    }
    (scheme, explicit.join(" "))
}
