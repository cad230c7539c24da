//! What a member may do in a channel, and what the member wants to hear of it.

use std::sync::Arc;

use base::ids::{ChannelId, UserId};
use node::change::Change;
use node::error::{ApiError, Result};
use people::schemes;
use permissions::{Permission, SchemeRoles as Behind};
use request::App;
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use wire::channels::{
    ChannelMember, NOTIFY_AUTO_FOLLOW_THREADS, NOTIFY_DESKTOP, NOTIFY_EMAIL, NOTIFY_IGNORE_CHANNEL_MENTIONS,
    NOTIFY_MARK_UNREAD, NOTIFY_PUSH,
};
use wire::errors::ids;
use wire::events::{Broadcast, ChannelMemberData, EventName};
use wire::omit::StringMap;
use wire::teams::SchemeRoles;

use crate::channels::members::no_member;

/// The settings that are kept; others of the body are passed over.
const NOTIFY_PROPS: [&str; 10] = [
    NOTIFY_DESKTOP,
    NOTIFY_PUSH,
    NOTIFY_EMAIL,
    NOTIFY_MARK_UNREAD,
    NOTIFY_IGNORE_CHANNEL_MENTIONS,
    NOTIFY_AUTO_FOLLOW_THREADS,
    "desktop_sound",
    "desktop_notification_sound",
    "desktop_threads",
    "push_threads",
];

/// Body of `PUT .../roles`.
#[derive(serde::Deserialize)]
struct RolesForm {
    roles: String,
}

/// Changes what a member wants to hear of a channel.
pub async fn update_notify_props(mut call: Call) -> Answer {
    let form: StringMap = call.json("notify_props").await?;
    let user = call.must_act_on(Part::Channels).await?;
    let mut member = find(&call.app, call.id("channel_id")?, user).await?;
    for (name, value) in form {
        if NOTIFY_PROPS.contains(&name.as_str()) {
            member.notify_props.insert(name, value);
        }
    }
    let encoded = serde_json::to_string(&member.notify_props).expect("wire types are JSON");
    rules::channels::must_fit_notify_props(&encoded)?;
    let mut change = call.app.change();
    set_notify_props(&call.app, &mut change, member);
    change.commit().await?;
    Ok(Reply::ok())
}

/// Adds the new settings of a member to a change, and tells the member's connections.
pub fn set_notify_props(app: &App, change: &mut Change, mut member: ChannelMember) {
    member.last_update_at = app.clock.now();
    change.write(store::channel_members::set_notify_props(&member, member.last_update_at));
    tell(change, &member);
}

fn tell(change: &mut Change, member: &ChannelMember) {
    change.member_changed(member.user_id, member.channel_id);
    let data = ChannelMemberData::new(member);
    change.announce(EventName::ChannelMemberUpdated, &data, Broadcast::to_user(member.user_id));
}

async fn find(app: &App, channel: ChannelId, user: UserId) -> Result<ChannelMember> {
    let mut member = app.store.channel_member(channel, user).await?.ok_or_else(no_member)?;
    schemes::name_in_channels(app, std::slice::from_mut(&mut member)).await?;
    Ok(member)
}

/// Sets a member's roles by name: those of the scheme become flags, the others stay names.
pub async fn update_roles(mut call: Call) -> Answer {
    let form: RolesForm = call.json("roles").await?;
    let (channel, user) = (call.id::<ChannelId>("channel_id")?, call.user_id()?);
    call.must_in_channel(channel, Permission::ManageChannelRoles).await?;
    let member = find(&call.app, channel, user).await?;
    let names = schemes::of_channel(&call.app, channel).await?;
    let (scheme, explicit) = parse_roles(&call.app, names.channel(), &form.roles)?;
    set_roles(&call.app, member, scheme, explicit).await
}

/// `behind` are the roles that the channel's flags stand for, which clients send back as they were told.
fn parse_roles(app: &App, behind: Behind, text: &str) -> Result<(SchemeRoles, String)> {
    let mut scheme = SchemeRoles::default();
    let mut explicit: Vec<&str> = Vec::new();
    let table = app.roles.load();
    for name in text.split_ascii_whitespace() {
        match name {
            name if name == behind.guest || name == Behind::CHANNEL.guest => scheme.scheme_guest = true,
            name if name == behind.user || name == Behind::CHANNEL.user => scheme.scheme_user = true,
            name if name == behind.admin || name == Behind::CHANNEL.admin => scheme.scheme_admin = true,
            name => match table.get(name) {
                Some(role) if !role.scheme_managed && !name.starts_with("system_") && !name.starts_with("team_") => {
                    explicit.push(name);
                }
                Some(_) => {
                    let text = format!("The role {name} cannot be given in a channel.");
                    let id = "api.channel.update_channel_member_roles.scheme_role.app_error";
                    return Err(ApiError::bad_request(id, text));
                }
                None => return Err(ApiError::bad_request(ids::APP_ROLE_GET_BY_NAME, "There is no such role.")),
            },
        }
    }
    Ok((scheme, explicit.join(" ")))
}

/// Sets the flags of a member.
pub async fn update_scheme_roles(mut call: Call) -> Answer {
    let form: SchemeRoles = call.json("scheme_roles").await?;
    let (channel, user) = (call.id::<ChannelId>("channel_id")?, call.user_id()?);
    call.must_in_channel(channel, Permission::ManageChannelRoles).await?;
    let member = find(&call.app, channel, user).await?;
    if member.scheme_guest {
        let text = "A guest's roles in a channel cannot be changed by flags.";
        return Err(ApiError::bad_request("api.channel.update_channel_member_roles.guest.app_error", text));
    }
    if form.scheme_guest {
        let text = "A member of a channel is a guest or a user.";
        return Err(ApiError::bad_request("api.channel.update_channel_member_roles.user_and_guest.app_error", text));
    }
    let explicit = member.explicit_roles.clone();
    set_roles(&call.app, member, form, explicit).await
}

/// Makes a member an administrator of the channel, with nobody's session.
///
/// # Errors
/// 404 when the user is no member any more, 400 for a guest.
pub async fn promote(app: &Arc<App>, member: ChannelMember) -> Result<()> {
    let scheme = SchemeRoles { scheme_guest: false, scheme_user: true, scheme_admin: true };
    let explicit = member.explicit_roles.clone();
    set_roles(app, member, scheme, explicit).await.map(drop)
}

async fn set_roles(app: &Arc<App>, mut member: ChannelMember, scheme: SchemeRoles, explicit: String) -> Answer {
    if scheme.scheme_guest != member.scheme_guest {
        let text = "Guest status belongs to the account and cannot be changed in a channel.";
        let id = "api.channel.update_channel_member_roles.changing_guest_role.app_error";
        return Err(ApiError::bad_request(id, text));
    }
    if scheme.scheme_guest && (scheme.scheme_user || scheme.scheme_admin) {
        let text = "A guest is neither member nor administrator.";
        let id = "api.channel.update_channel_member_roles.guest_and_user.app_error";
        return Err(ApiError::bad_request(id, text));
    }
    if !scheme.scheme_guest && !scheme.scheme_user {
        let text = "A member of a channel has at least the rights of a member.";
        let id = "api.channel.update_channel_member_roles.unset_user_scheme.app_error";
        return Err(ApiError::bad_request(id, text));
    }
    member.last_update_at = app.clock.now();
    let mut names: Vec<&str> = explicit.split_ascii_whitespace().collect();
    let flags = [
        (scheme.scheme_guest, "channel_guest"),
        (scheme.scheme_user, "channel_user"),
        (scheme.scheme_admin, "channel_admin"),
    ];
    names.extend(flags.iter().filter(|(set, _)| *set).map(|(_, name)| *name));
    member.roles = names.join(" ");
    member.scheme_guest = scheme.scheme_guest;
    member.scheme_user = scheme.scheme_user;
    member.scheme_admin = scheme.scheme_admin;
    let mut change = app.change();
    let (channel, user, at) = (member.channel_id, member.user_id, member.last_update_at);
    change.write(store::channel_members::set_roles(channel, user, &explicit, &scheme, at));
    member.explicit_roles = explicit;
    schemes::name_in_channels(app, std::slice::from_mut(&mut member)).await?;
    tell(&mut change, &member);
    match change.commit().await {
        Ok(_) => Ok(Reply::ok()),
        Err(store::Error::Unmet { .. }) => Err(no_member()),
        Err(error) => Err(error.into()),
    }
}
