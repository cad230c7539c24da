//! Incoming webhooks: who may have one, and where it may post.

use std::sync::Arc;

use base::ids::{HookId, TeamId, UserId};
use node::change::Change;
use node::error::{ApiError, Result};
use permissions::Permission;
use store::incoming_webhooks::Filter;
use wire::channels::Channel;
use wire::errors::ids;
use wire::webhooks::{IncomingHook, IncomingHooksWithCount};

use crate::webhooks;
use organisation::channels;
use people::audits;
use request::permit::allowed;
use request::{Answer, Call, Reply};

const DISABLED: &str = "api.incoming_webhook.disabled.app_error";

/// `POST /hooks/incoming`
pub async fn create(mut call: Call) -> Answer {
    must_be_enabled(&call)?;
    let form: IncomingHook = call.json("incoming_webhook").await?;
    let channel = channels::find(&call.app, form.channel_id).await?;
    must_own(&call, channel.team_id).await?;
    let user_id = owner(&call, &form, channel.team_id).await?;
    must_reach(&call, &channel, user_id).await?;
    let now = call.app.clock.now();
    let hook = IncomingHook {
        id: crate::webhooks::secret_id(),
        create_at: now,
        update_at: now,
        delete_at: 0,
        user_id,
        channel_id: channel.id,
        team_id: channel.team_id,
        channel_locked: is_held(&call, user_id) || locked(&call, &form, channel.team_id).await?,
        ..form
    };
    must_be_valid(&hook)?;
    let mut change = call.app.change();
    change.write(store::incoming_webhooks::insert(&hook));
    note(&mut change, &call, &hook);
    change.commit().await?;
    Ok(Reply::created(&hook))
}

/// `PUT /hooks/incoming/{hook_id}`
pub async fn update(mut call: Call) -> Answer {
    must_be_enabled(&call)?;
    let id: HookId = call.id("hook_id")?;
    let form: IncomingHook = call.json("incoming_webhook").await?;
    if form.id != id {
        return Err(ApiError::body_param("hook_id"));
    }
    let old = must_manage(&call, id).await?;
    let channel = channels::find(&call.app, form.channel_id).await?;
    // A webhook never leaves its team: other people manage it there.
    allowed(channel.team_id == old.team_id)?;
    must_reach(&call, &channel, old.user_id).await?;
    let hook = IncomingHook {
        id,
        create_at: old.create_at,
        update_at: call.app.clock.now().max(old.update_at + 1),
        delete_at: 0,
        user_id: old.user_id,
        team_id: old.team_id,
        channel_id: channel.id,
        channel_locked: (old.channel_locked && is_held(&call, old.user_id))
            || locked(&call, &form, channel.team_id).await?,
        ..form
    };
    must_be_valid(&hook)?;
    let mut change = call.app.change();
    change.write(store::incoming_webhooks::update(&hook));
    note(&mut change, &call, &hook);
    change.commit().await.map_err(gone)?;
    Ok(Reply::created(&hook))
}

/// `GET /hooks/incoming/{hook_id}`
pub async fn get(call: Call) -> Answer {
    must_be_enabled(&call)?;
    let hook = must_manage(&call, call.id("hook_id")?).await?;
    Ok(Reply::json(&hook))
}

/// `GET /hooks/incoming`: answers with the webhooks of a team or the server; without the right to others', with the
/// caller's own. Webhooks that roam in the name of somebody with more rights than the caller are left out: whoever knows
/// one's id speaks as that person, also in direct messages.
pub async fn list(call: Call) -> Answer {
    must_be_enabled(&call)?;
    let query = call.query();
    let team: Option<TeamId> = query.place("team_id");
    let rights = match team {
        Some(team) => call.app.team_rights(call.me(), team).await?,
        None => call.app.system_rights(call.me()),
    };
    allowed(rights.contains(Permission::ManageOwnIncomingWebhooks))?;
    let others = rights.contains(Permission::ManageOthersIncomingWebhooks);
    let filter = Filter { team, user: (!others).then(|| call.my_id()) };
    let (limit, offset) = (query.per_page(), query.page().saturating_mul(query.per_page()));
    let mut incoming_webhooks = Vec::new();
    for hook in call.app.store.incoming_webhooks(filter, limit, offset).await? {
        if hook.channel_locked || webhooks::may_speak_as(&call, hook.user_id).await? {
            incoming_webhooks.push(hook);
        }
    }
    if !query.flag("include_total_count") {
        return Ok(Reply::json(&incoming_webhooks));
    }
    let total_count = call.app.store.incoming_webhooks_count(filter).await?;
    Ok(Reply::json(&IncomingHooksWithCount { incoming_webhooks, total_count }))
}

/// `DELETE /hooks/incoming/{hook_id}`
pub async fn delete(call: Call) -> Answer {
    must_be_enabled(&call)?;
    let hook = must_manage(&call, call.id("hook_id")?).await?;
    let mut change = call.app.change();
    change.write(store::incoming_webhooks::delete(hook.id, call.app.clock.now()));
    note(&mut change, &call, &hook);
    change.commit().await.map_err(gone)?;
    Ok(Reply::ok())
}

/// The id of a webhook is all that a program needs to post, so the audit trail does not have it whole.
fn note(change: &mut Change, call: &Call, hook: &IncomingHook) {
    let told = format!("hook_id={} channel_id={} display_name={}", hook.id, hook.channel_id, hook.display_name);
    audits::note_masking(change, call, &hook.id.to_string(), &told);
}

fn must_be_enabled(call: &Call) -> Result<()> {
    if call.app.config().integrations.enable_incoming_webhooks {
        return Ok(());
    }
    let text = "Incoming webhooks are turned off.";
    Err(ApiError::new(http::StatusCode::NOT_IMPLEMENTED, DISABLED, text))
}

async fn must_own(call: &Call, team: TeamId) -> Result<()> {
    call.must_in_team(team, Permission::ManageOwnIncomingWebhooks).await
}

/// The webhook, for those who may manage it.
async fn must_manage(call: &Call, id: HookId) -> Result<IncomingHook> {
    let hook = call.app.store.incoming_webhook(id).await?.ok_or_else(missing)?;
    must_own(call, hook.team_id).await?;
    if hook.user_id != call.my_id() {
        call.must_in_team(hook.team_id, Permission::ManageOthersIncomingWebhooks).await?;
    }
    Ok(hook)
}

/// In whose name the webhook posts: the caller's, unless the caller may manage others'.
async fn owner(call: &Call, form: &IncomingHook, team: TeamId) -> Result<UserId> {
    if form.user_id.is_none() || form.user_id == call.my_id() {
        return Ok(call.my_id());
    }
    call.must_in_team(team, Permission::ManageOthersIncomingWebhooks).await?;
    let user = call.app.must_user(form.user_id).await?;
    // Otherwise a team's administrator could speak as people elsewhere.
    allowed(call.app.world.memberships(user.id).await?.teams.contains_key(&team))?;
    call.must_cover(&user)?;
    Ok(user.id)
}

/// Whether the caller may not let a webhook of this owner out of its channel: it would speak in the owner's name in private
/// channels of the owner and in direct messages.
fn is_held(call: &Call, owner: UserId) -> bool {
    owner != call.my_id() && !call.can(Permission::ManageSystem)
}

/// Caller and owner must be able to read where the webhook posts.
async fn must_reach(call: &Call, channel: &Arc<Channel>, owner: UserId) -> Result<()> {
    if !channel.is_open() {
        call.must_in_channel(channel.id, Permission::ReadChannelContent).await?;
        let owner = call.app.must_user(owner).await?;
        let rights = call.app.channel_rights(&owner, channel.id).await?;
        allowed(rights.contains(Permission::ReadChannelContent))?;
    }
    Ok(())
}

/// Whether the webhook is held to its channel: as asked, but always for those who may not let it roam.
async fn locked(call: &Call, form: &IncomingHook, team: TeamId) -> Result<bool> {
    let may_roam = call.can_in_team(team, Permission::BypassIncomingWebhookChannelLock).await?;
    Ok(form.channel_locked || !may_roam)
}

fn must_be_valid(hook: &IncomingHook) -> Result<()> {
    let texts = rules::hooks::IncomingHook {
        display_name: &hook.display_name,
        description: &hook.description,
        username: &hook.username,
        icon_url: &hook.icon_url,
    };
    Ok(texts.must_be_valid()?)
}

fn missing() -> ApiError {
    ApiError::not_found(ids::APP_WEBHOOKS_GET_INCOMING, "There is no such webhook.")
}

/// A webhook that was deleted meanwhile is missing.
fn gone(error: store::Error) -> ApiError {
    match error {
        store::Error::Unmet { .. } => missing(),
        error => error.into(),
    }
}
