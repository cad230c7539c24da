//! Commands about channels: their texts, who is in them, and whether they are heard.

use std::sync::Arc;

use base::ids::TeamId;
use node::error::Result;
use organisation::channels::members;
use organisation::channels::members::Announce;
use organisation::channels::{can_see, edit, member_settings};
use organisation::preferences;
use organisation::teams::invites;
use permissions::Permission;
use wire::channels::{Channel, ChannelPatch, NOTIFY_MARK_UNREAD, TOWN_SQUARE};
use wire::commands::{CommandResponse, EPHEMERAL};
use wire::events::EventName;
use wire::preferences::Preference;
use wire::users::User;

use crate::commands::builtin::privately;
use crate::commands::execute::Caller;

/// People that one `/invite` may add.
const INVITED_MAX: usize = 50;

/// `/header`, `/purpose`, `/rename`
pub async fn rewrite(caller: &Caller<'_>, what: &str, text: &str) -> Result<CommandResponse> {
    if text.is_empty() {
        return Ok(privately(format!("A text must follow /{what}.")));
    }
    let text = Some(text.to_owned());
    let patch = match what {
        "header" => ChannelPatch { header: text, ..ChannelPatch::default() },
        "purpose" => ChannelPatch { purpose: text, ..ChannelPatch::default() },
        _ => ChannelPatch { display_name: text, ..ChannelPatch::default() },
    };
    let done = edit::patch(caller.call, &caller.channel, &patch).await.map(drop);
    told(done, CommandResponse::default())
}

/// What the caller did wrong is told to the caller; what the world did wrong is an error.
fn told(done: Result<()>, answer: CommandResponse) -> Result<CommandResponse> {
    match done {
        Ok(()) => Ok(answer),
        Err(error) if error.status.is_client_error() => Ok(privately(error.message)),
        Err(error) => Err(error),
    }
}

/// `/join ~channel`
pub async fn join(caller: &Caller<'_>, args: &str) -> Result<CommandResponse> {
    let name = args.split_whitespace().next().unwrap_or_default();
    let Some(channel) = named(caller, name).await? else {
        return Ok(privately("There is no such channel, or you may not enter it."));
    };
    let app = &caller.call.app;
    if !app.world.is_in_channel(caller.call.my_id(), channel.id).await? {
        if !caller.call.can_in_team(channel.team_id, Permission::JoinPublicChannels).await? {
            return Ok(privately("There is no such channel, or you may not enter it."));
        }
        let me = caller.call.me();
        let done = members::add(app, &channel, me, None, Announce::Post).await.map(drop);
        if let Err(error) = done {
            return told(Err(error), CommandResponse::default());
        }
    }
    let goto_location = caller.page(&format!("channels/{}", channel.name));
    Ok(CommandResponse { goto_location, ..CommandResponse::default() })
}

/// The live channel of a name in the caller's team, if the caller may know of it.
async fn named(caller: &Caller<'_>, name: &str) -> Result<Option<Arc<Channel>>> {
    let Some(team) = &caller.team else { return Ok(None) };
    let name = name.trim_start_matches(['~', '#']).to_lowercase();
    let found = caller.call.app.store.channel_by_name(team.id, &name).await?;
    match found.filter(|channel| !channel.is_archived()) {
        Some(channel) if can_see(caller.call, &channel).await? => Ok(Some(Arc::new(channel))),
        _ => Ok(None),
    }
}

/// `/leave`: a conversation is hidden from the sidebar instead.
pub async fn leave(caller: &Caller<'_>) -> Result<CommandResponse> {
    let (app, me, channel) = (&caller.call.app, caller.call.me(), &caller.channel);
    let goto_location = caller.page(&format!("channels/{TOWN_SQUARE}"));
    let away = CommandResponse { goto_location, ..CommandResponse::default() };
    if !channel.is_direct_or_group() {
        return told(members::remove(app, channel, me, None).await, away);
    }
    let (category, name) = match channel.other_user(me.id).filter(|_| channel.is_direct()) {
        Some(other) => ("direct_channel_show", other.to_string()),
        None => ("group_channel_show", channel.id.to_string()),
    };
    let preference = Preference { user_id: me.id, category: category.into(), name, value: "false".into() };
    let mut change = app.change();
    change.write(store::preferences::save(&preference));
    preferences::announce(&mut change, EventName::PreferencesChanged, me.id, &[preference]);
    change.commit().await?;
    Ok(away)
}

/// `/invite @name ... ~channel`
pub async fn invite(caller: &Caller<'_>, args: &str) -> Result<CommandResponse> {
    let mut channel = caller.channel.clone();
    let mut names = Vec::new();
    for word in args.split_whitespace().take(INVITED_MAX) {
        match word.strip_prefix('~') {
            None => names.push(word.trim_start_matches('@').to_lowercase()),
            Some(name) => match named(caller, name).await? {
                Some(found) => channel = found,
                None => return Ok(privately(format!("There is no channel ~{name}."))),
            },
        }
    }
    if names.is_empty() {
        return Ok(privately("Names must follow /invite."));
    }
    if !may_manage(caller, &channel).await? {
        return Ok(privately("You may not add people to this channel."));
    }
    let found = caller.people(&names).await?;
    let is_here = channel.id == caller.channel.id;
    let mut lines = Vec::new();
    for name in &names {
        match found.get(name) {
            None => lines.push(format!("There is no user named {name}.")),
            Some(user) => match add(caller, &channel, user).await? {
                Some(text) => lines.push(format!("{name}: {text}")),
                // In this channel a post says so already.
                None if is_here => {}
                None => lines.push(format!("@{name} is in ~{} now.", channel.name)),
            },
        }
    }
    Ok(privately(lines.join("\n")))
}

/// Adds somebody; why not, if not.
async fn add(caller: &Caller<'_>, channel: &Channel, user: &User) -> Result<Option<String>> {
    let app = &caller.call.app;
    if app.world.is_in_channel(user.id, channel.id).await? {
        return Ok(Some("is a member already.".to_owned()));
    }
    match members::add(app, channel, user, Some(caller.call.me()), Announce::Post).await {
        Ok(_) => Ok(None),
        Err(error) if error.status.is_client_error() => Ok(Some(error.message)),
        Err(error) => Err(error),
    }
}

async fn may_manage(caller: &Caller<'_>, channel: &Channel) -> Result<bool> {
    let right = match channel.is_open() {
        true => Permission::ManagePublicChannelMembers,
        false => Permission::ManagePrivateChannelMembers,
    };
    caller.call.can_in_channel(channel.id, right).await
}

/// `/invite_people address ...`: mails invitations to the team.
pub async fn invite_people(caller: &Caller<'_>, args: &str) -> Result<CommandResponse> {
    let emails: Vec<String> = args.split_whitespace().filter(|word| word.contains('@')).map(str::to_owned).collect();
    if emails.is_empty() {
        return Ok(privately("Addresses must follow /invite_people."));
    }
    let config = caller.call.app.config();
    if !config.accounts.enable_email_invitations || !config.email.is_configured() {
        return Ok(privately("This server mails no invitations."));
    }
    let Some(team) = &caller.team else { return Ok(privately("Open the team first.")) };
    let done = invites::people(caller.call, team.id, emails).await;
    told(done, privately("The invitations are on their way."))
}

/// `/kick @name`
pub async fn kick(caller: &Caller<'_>, args: &str) -> Result<CommandResponse> {
    let name = args.split_whitespace().next().unwrap_or_default().trim_start_matches('@').to_lowercase();
    let Some(user) = caller.person(&name).await? else {
        return Ok(privately(format!("There is no user named {name}.")));
    };
    if user.id != caller.call.my_id() && !may_manage(caller, &caller.channel).await? {
        return Ok(privately("You may not remove people from this channel."));
    }
    let done = members::remove(&caller.call.app, &caller.channel, &user, Some(caller.call.me())).await;
    told(done, CommandResponse::default())
}

/// `/mute`, `/mute ~channel`: mutes, or ends it.
pub async fn mute(caller: &Caller<'_>, args: &str) -> Result<CommandResponse> {
    let app = &caller.call.app;
    let channel = match args.split_whitespace().next() {
        None => Some(caller.channel.clone()),
        Some(name) => named(caller, name).await?,
    };
    let member = match &channel {
        Some(channel) => app.store.channel_member(channel.id, caller.call.my_id()).await?,
        None => None,
    };
    let (Some(channel), Some(mut member)) = (channel, member) else {
        return Ok(privately("You are in no such channel."));
    };
    let mutes = !member.is_muted();
    let value = if mutes { "mention" } else { "all" };
    member.notify_props.insert(NOTIFY_MARK_UNREAD.to_owned(), value.to_owned());
    let mut change = app.change();
    member_settings::set_notify_props(app, &mut change, member);
    change.commit().await?;
    let name = if channel.team_id == TeamId::NONE { "This conversation" } else { &channel.display_name };
    let text = if mutes { format!("{name} is muted.") } else { format!("{name} is not muted any more.") };
    Ok(CommandResponse { response_type: EPHEMERAL.into(), text, ..CommandResponse::default() })
}
