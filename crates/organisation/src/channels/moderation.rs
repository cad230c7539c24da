//! Moderation: what members and guests of one channel may not, though the team lets them.
//!
//! A moderated channel has a scheme of its own that is made by the first switch that is turned off and removed with the
//! last (see [`permissions::moderation`] for what such a scheme can do).

use base::ids::{ChannelId, SchemeId};
use memory::schemes::Names;
use node::change::Change;
use node::error::{ApiError, Result};
use permissions::moderation::{MODERATED, Moderated};
use permissions::{Permission, PermissionSet, RoleTable};
use wire::channels::Channel;
use wire::events::{Broadcast, ChannelData, EventName, NoData, RoleData};
use wire::roles::Role;
use wire::schemes::{ModeratedRole, ModeratedRoles, Moderation, ModerationPatch, Scheme};

use people::schemes::{CHANNEL, manage};
use people::{audits, users};
use request::App;
use request::{Answer, Call, Reply};

/// Switches in one request; there are five.
const PATCHES_MAX: usize = 50;

/// `GET /channels/{channel_id}/moderations`
pub async fn get(call: Call) -> Answer {
    call.must(Permission::ReadConsoleUserManagementChannels)?;
    let channel = must_moderatable(&call).await?;
    Ok(Reply::json(&shown(&call.app, &channel).await?))
}

async fn must_moderatable(call: &Call) -> Result<Channel> {
    let channel = crate::channels::find_fresh(&call.app, call.id::<ChannelId>("channel_id")?).await?;
    if channel.is_direct_or_group() {
        return Err(ApiError::body_param("channel_id"));
    }
    Ok(channel)
}

/// The permissions of a switch in this channel.
fn governed(switch: &Moderated, channel: &Channel) -> &'static [Permission] {
    if channel.is_open() { switch.public } else { switch.private }
}

/// The permissions that a switch changes, for public and private channels alike: a conversion keeps the moderation.
fn turned(switch: &Moderated) -> Vec<&'static str> {
    switch.public.iter().chain(switch.private).map(|permission| permission.as_str()).collect()
}

/// What a role allows.
fn set_of(table: &RoleTable, name: &str) -> PermissionSet {
    table.get(name).map(|role| role.set).unwrap_or_default()
}

async fn shown(app: &App, channel: &Channel) -> Result<Vec<Moderation>> {
    let wider = app.team_names(channel.team_id).await?;
    let own = match app.own_names(channel) {
        Names(None) => wider.clone(),
        own => own,
    };
    let table = app.roles.load();
    let switch = |governed: &[Permission], wider: &str, own: &str| {
        let (wider, own) = (set_of(&table, wider), set_of(&table, own));
        let enabled = governed.iter().all(|permission| wider.contains(*permission));
        ModeratedRole { value: enabled && governed.iter().all(|permission| own.contains(*permission)), enabled }
    };
    let line = |one: &Moderated| {
        let governed = governed(one, channel);
        let guests = switch(governed, wider.channel().guest, own.channel().guest);
        let members = switch(governed, wider.channel().user, own.channel().user);
        let roles = ModeratedRoles { guests: one.guests.then_some(guests), members };
        Moderation { name: one.name.to_owned(), roles }
    };
    Ok(MODERATED.iter().map(line).collect())
}

/// `PUT /channels/{channel_id}/moderations/patch`
pub async fn patch(mut call: Call) -> Answer {
    let patches: Vec<ModerationPatch> = call.json("patch").await?;
    call.must(Permission::WriteConsoleUserManagementChannels)?;
    if patches.len() > PATCHES_MAX {
        return Err(ApiError::body_param("patch"));
    }
    let mut channel = must_moderatable(&call).await?;
    let read_at = channel.update_at;
    channel.update_at = users::later(&call.app, read_at);
    let mut change = call.app.change();
    apply(&call.app, &mut change, &mut channel, &patches).await?;
    change.write(store::channels::update(&channel, read_at));
    change.channel_changed(channel.id);
    let audience = || Broadcast::to_channel(channel.id);
    change.announce(EventName::ChannelUpdated, &ChannelData::new(&channel), audience());
    change.announce(EventName::ChannelSchemeUpdated, &NoData {}, audience());
    audits::note(&mut change, &call, &format!("channel={}", channel.id));
    match change.commit().await {
        Ok(_) => Ok(Reply::json(&shown(&call.app, &channel).await?)),
        // Somebody else changed the channel or its roles at the same moment.
        Err(store::Error::Unmet { .. }) => Err(ApiError::busy()),
        Err(error) => Err(error.into()),
    }
}

/// The roles that switches change.
struct Pair {
    user: Role,
    guest: Role,
}

impl Pair {
    async fn read(app: &App, names: &Names) -> Result<Pair> {
        let of = names.channel();
        let found = app.store.roles_by_names(&[of.user.to_owned(), of.guest.to_owned()]).await?;
        let one = |name: &str| found.iter().find(|role| role.name == name).cloned().unwrap_or_default();
        Ok(Pair { user: one(of.user), guest: one(of.guest) })
    }

    /// Sets the switches; none gives what the wider role lacks.
    fn set(&mut self, wider: &Pair, patches: &[ModerationPatch]) {
        for patch in patches {
            let Some(switch) = MODERATED.iter().find(|switch| switch.name == patch.name) else { continue };
            if let Some(on) = patch.roles.members {
                turn(&mut self.user, &wider.user, &turned(switch), on.into());
            }
            if let Some(on) = patch.roles.guests.filter(|_| switch.guests) {
                turn(&mut self.guest, &wider.guest, &turned(switch), on.into());
            }
        }
    }

    /// Whether some switch is off that is on in `wider`.
    fn moderates(&self, channel: &Channel, wider: &Pair) -> bool {
        let lacks = |own: &Role, wider: &Role| {
            MODERATED.iter().flat_map(|switch| governed(switch, channel)).any(|permission| {
                let id = permission.as_str();
                wider.permissions.iter().any(|one| one == id) && !own.permissions.iter().any(|one| one == id)
            })
        };
        lacks(&self.user, &wider.user) || lacks(&self.guest, &wider.guest)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    On,
    Off,
}

impl From<bool> for Turn {
    fn from(on: bool) -> Turn {
        if on { Turn::On } else { Turn::Off }
    }
}

fn turn(role: &mut Role, wider: &Role, ids: &[&str], to: Turn) {
    role.permissions.retain(|id| !ids.contains(&id.as_str()));
    if to == Turn::On {
        role.permissions.extend(wider.permissions.iter().filter(|id| ids.contains(&id.as_str())).cloned());
    }
}

/// Adds to a change what the switches do to the channel's scheme.
async fn apply(app: &App, change: &mut Change, channel: &mut Channel, patches: &[ModerationPatch]) -> Result<()> {
    let names = app.team_names(channel.team_id).await?;
    let wider = Pair::read(app, &names).await?;
    let Some(scheme) = app.own_names(channel).0 else {
        return begin(app, change, channel, (&names, &wider), patches).await;
    };
    let old = Pair::read(app, &Names(Some(scheme.clone()))).await?;
    let mut new = Pair { user: old.user.clone(), guest: old.guest.clone() };
    new.set(&wider, patches);
    if !new.moderates(channel, &wider) {
        end(app, change, channel);
        channel.scheme_id = None;
        return Ok(());
    }
    for (old, mut new) in [(old.user, new.user), (old.guest, new.guest)] {
        if old.permissions != new.permissions {
            new.update_at = users::later(app, old.update_at);
            change.write(store::roles::update(&new, old.update_at));
            change.role_changed(&new);
            change.announce(EventName::RoleUpdated, &RoleData::new(&new), Broadcast::to_channel(channel.id));
        }
    }
    Ok(())
}

/// Adds to a change that the scheme of a channel's moderation goes, if the channel has one. A scheme that other channels
/// may have, too, stays.
pub fn end(app: &App, change: &mut Change, channel: &Channel) {
    if let Some(scheme) = app.own_names(channel).0
        && scheme.name.starts_with(&scheme_prefix(channel))
    {
        manage::remove(change, &scheme);
    }
}

/// What the name of the scheme of a channel's moderation begins with: nobody else calls one so.
fn scheme_prefix(channel: &Channel) -> String {
    format!("moderation_{}_", channel.id)
}

async fn begin(
    app: &App,
    change: &mut Change,
    channel: &mut Channel,
    (names, wider): (&Names, &Pair),
    patches: &[ModerationPatch],
) -> Result<()> {
    let mut wanted = Pair { user: wider.user.clone(), guest: wider.guest.clone() };
    wanted.set(wider, patches);
    if !wanted.moderates(channel, wider) {
        return Ok(());
    }
    let now = app.clock.now();
    let id: SchemeId = app.ids.next();
    let scheme = Scheme {
        id,
        // A channel may be moderated again after it was not, and names of removed schemes stay taken.
        name: format!("{}{id}", scheme_prefix(channel)),
        display_name: format!("Moderation of {}", channel.name),
        scope: CHANNEL.to_owned(),
        create_at: now,
        update_at: now,
        ..Scheme::default()
    };
    let of = names.channel();
    let template = |name: &'static str| {
        let name = match name {
            "channel_admin" => of.admin,
            "channel_user" => of.user,
            _ => of.guest,
        };
        name.to_owned()
    };
    let (scheme, mut made) = manage::make(app, change, scheme, template).await?;
    for role in &mut made {
        if role.name == scheme.default_channel_user_role {
            role.permissions.clone_from(&wanted.user.permissions);
        } else if role.name == scheme.default_channel_guest_role {
            role.permissions.clone_from(&wanted.guest.permissions);
        }
    }
    manage::add_roles(change, &made);
    channel.scheme_id = Some(scheme.id);
    Ok(())
}
