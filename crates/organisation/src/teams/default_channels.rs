//! The channels that everybody in a team is in: made with the team, joined with it.

use std::sync::Arc;

use base::ids::UserId;
use conversation::posts;
use node::change::Change;
use node::error::Result;
use request::App;
use wire::channels::{Channel, ChannelMember, OFF_TOPIC, OPEN, TOWN_SQUARE};
use wire::events::{Broadcast, EventName, UserInTeam};
use wire::omit::JsonMap;
use wire::posts::{ADD_TO_CHANNEL, ADD_TO_TEAM, JOIN_CHANNEL, JOIN_TEAM};
use wire::teams::{Team, TeamMember};
use wire::users::User;

use crate::channels;

/// The two channels that a new team starts with; nobody is in them yet.
pub fn of_new_team(app: &App, team: &Team) -> Vec<Channel> {
    let channel = |name: &str, display_name: &str| Channel {
        id: app.ids.next(),
        create_at: team.create_at,
        update_at: team.create_at,
        last_post_at: team.create_at,
        last_root_post_at: team.create_at,
        team_id: team.id,
        kind: OPEN.to_owned(),
        name: name.to_owned(),
        display_name: display_name.to_owned(),
        ..Channel::default()
    };
    vec![channel(TOWN_SQUARE, "Town Square"), channel(OFF_TOPIC, "Off-Topic")]
}

/// The live default channels of a team, town-square first.
///
/// # Errors
/// When the store does not answer.
pub async fn of_team(app: &App, team: &Team) -> Result<Vec<Channel>> {
    let mut names = vec![TOWN_SQUARE.to_owned()];
    let configured = app.config().team.default_channels.clone();
    if configured.is_empty() {
        names.push(OFF_TOPIC.to_owned());
    }
    names.extend(configured.into_iter().filter(|name| name != TOWN_SQUARE));
    let mut channels = app.store.channels_by_names(team.id, &names).await?;
    channels.retain(|channel| channel.is_open() && !channel.is_archived());
    channels.sort_by_key(|channel| names.iter().position(|name| *name == channel.name));
    Ok(channels)
}

/// Adds what makes a new member of the team a member of its default channels.
pub fn join(change: &mut Change, defaults: &[Channel], member: &TeamMember, user: &User) {
    for channel in defaults {
        let joined = ChannelMember {
            scheme_admin: member.scheme_admin,
            ..channels::members::new_member(channel, user, member.create_at)
        };
        change.write(store::channel_members::join(&joined));
        change.write(store::channel_history::joined(channel.id, member.user_id, member.create_at));
        change.joins_channel(member.user_id, channel.id);
        let data = UserInTeam { user_id: member.user_id, team_id: member.team_id };
        change.announce(EventName::UserAdded, &data, Broadcast::to_channel(channel.id));
    }
}

/// Says in the default channels who came, unless the server is set not to.
///
/// # Errors
/// When a post could not be written.
pub async fn tell(app: &Arc<App>, channels: &[Channel], user: &User, by: Option<&User>) -> Result<()> {
    if !app.config().team.default_channel_join_leave_messages {
        return Ok(());
    }
    for channel in channels {
        let is_town_square = channel.name == TOWN_SQUARE;
        match by.filter(|by| by.id != user.id) {
            Some(by) => {
                let kind = if is_town_square { ADD_TO_TEAM } else { ADD_TO_CHANNEL };
                let place = if is_town_square { "team" } else { "channel" };
                let text = format!("{} added to the {place} by {}.", user.username, by.username);
                posts::system::post(app, channel, by, kind, text, added(by, user)).await?;
            }
            None => {
                let kind = if is_town_square { JOIN_TEAM } else { JOIN_CHANNEL };
                let place = if is_town_square { "team" } else { "channel" };
                let text = format!("{} joined the {place}.", user.username);
                posts::system::post(app, channel, user, kind, text, named(user)).await?;
            }
        }
    }
    Ok(())
}

/// The properties of a post about one user.
pub fn named(user: &User) -> JsonMap {
    [("username".to_owned(), user.username.clone().into())].into_iter().collect()
}

fn added(by: &User, user: &User) -> JsonMap {
    let id = |id: UserId| id.to_string().into();
    [
        ("userId".to_owned(), id(by.id)),
        ("username".to_owned(), by.username.clone().into()),
        ("addedUserId".to_owned(), id(user.id)),
        ("addedUsername".to_owned(), user.username.clone().into()),
    ]
    .into_iter()
    .collect()
}
