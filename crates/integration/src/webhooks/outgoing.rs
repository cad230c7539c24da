//! Outgoing webhooks: who may have one, and to what it listens.

use base::ids::{ChannelId, HookId, TeamId};
use base::tokens;
use memory::OUTGOING_HOOKS_PER_TEAM_MAX as PER_TEAM_MAX;
use node::change::Change;
use node::consequence::Fact;
use node::error::{ApiError, Result};
use permissions::Permission;
use store::outgoing_webhooks::Filter;
use store::secrets::Column;
use wire::errors::ids;
use wire::webhooks::OutgoingHook;

use crate::webhooks;
use organisation::channels;
use people::audits;
use request::permit::allowed;
use request::{Answer, Call, Reply};

/// `POST /hooks/outgoing`
pub async fn create(mut call: Call) -> Answer {
    must_be_enabled(&call)?;
    let form: OutgoingHook = call.json("outgoing_webhook").await?;
    must_own(&call, form.team_id).await?;
    let mut creator_id = call.my_id();
    if !form.creator_id.is_none() && form.creator_id != creator_id {
        call.must_in_team(form.team_id, Permission::ManageOthersOutgoingWebhooks).await?;
        allowed(call.app.world.memberships(form.creator_id).await?.teams.contains_key(&form.team_id))?;
        let creator = call.app.must_user(form.creator_id).await?;
        call.must_cover(&creator)?;
        creator_id = creator.id;
    }
    let now = call.app.clock.now();
    let hook = OutgoingHook {
        id: call.app.ids.next(),
        token: tokens::secret(),
        create_at: now,
        update_at: now,
        delete_at: 0,
        creator_id,
        ..form
    };
    must_listen_in_public(&call, &hook).await?;
    must_be_valid(&hook)?;
    must_differ(&call, &hook).await?;
    let mut change = call.app.change();
    change.write(store::outgoing_webhooks::insert(&kept(&call, &hook)));
    changed(&mut change, hook.team_id);
    audits::note(&mut change, &call, &format!("hook_id={} team_id={}", hook.id, hook.team_id));
    change.commit().await?;
    Ok(Reply::created(&hook))
}

/// `PUT /hooks/outgoing/{hook_id}`: replaces the webhook, its token included.
pub async fn update(mut call: Call) -> Answer {
    must_be_enabled(&call)?;
    let id: HookId = call.id("hook_id")?;
    let form: OutgoingHook = call.json("outgoing_webhook").await?;
    if form.id != id {
        return Err(ApiError::body_param("hook_id"));
    }
    let old = must_manage(&call, id).await?;
    let hook = OutgoingHook {
        id,
        create_at: old.create_at,
        update_at: call.app.clock.now().max(old.update_at + 1),
        delete_at: 0,
        creator_id: webhooks::speaker(&call, old.creator_id).await?,
        team_id: old.team_id,
        ..form
    };
    must_listen_in_public(&call, &hook).await?;
    must_be_valid(&hook)?;
    must_differ(&call, &hook).await?;
    save(&call, hook).await
}

/// `POST /hooks/outgoing/{hook_id}/regen_token`
pub async fn regenerate_token(call: Call) -> Answer {
    must_be_enabled(&call)?;
    let old = must_manage(&call, call.id("hook_id")?).await?;
    let update_at = call.app.clock.now().max(old.update_at + 1);
    save(&call, OutgoingHook { token: tokens::secret(), update_at, ..old }).await
}

/// `GET /hooks/outgoing/{hook_id}`
pub async fn get(call: Call) -> Answer {
    must_be_enabled(&call)?;
    let hook = must_manage(&call, call.id("hook_id")?).await?;
    Ok(Reply::json(&told(&call, hook)))
}

/// `GET /hooks/outgoing`: answers with the webhooks of a channel, a team, or the server.
pub async fn list(call: Call) -> Answer {
    must_be_enabled(&call)?;
    let query = call.query();
    let (team, channel): (Option<TeamId>, Option<ChannelId>) = (query.place("team_id"), query.place("channel_id"));
    let rights = match (channel, team) {
        (Some(channel), _) => call.app.channel_rights(call.me(), channel).await?,
        (None, Some(team)) => call.app.team_rights(call.me(), team).await?,
        (None, None) => call.app.system_rights(call.me()),
    };
    allowed(rights.contains(Permission::ManageOwnOutgoingWebhooks))?;
    let others = rights.contains(Permission::ManageOthersOutgoingWebhooks);
    let filter = Filter { team: team.filter(|_| channel.is_none()), channel, creator: (!others).then(|| call.my_id()) };
    let (limit, offset) = (query.per_page(), query.page().saturating_mul(query.per_page()));
    let hooks = call.app.store.outgoing_webhooks(filter, limit, offset).await?;
    Ok(Reply::json(&hooks.into_iter().map(|hook| told(&call, hook)).collect::<Vec<_>>()))
}

/// `DELETE /hooks/outgoing/{hook_id}`
pub async fn delete(call: Call) -> Answer {
    must_be_enabled(&call)?;
    let hook = must_manage(&call, call.id("hook_id")?).await?;
    let mut change = call.app.change();
    change.write(store::outgoing_webhooks::delete(hook.id, call.app.clock.now()));
    changed(&mut change, hook.team_id);
    audits::note(&mut change, &call, &format!("hook_id={}", hook.id));
    change.commit().await.map_err(gone)?;
    Ok(Reply::ok())
}

async fn save(call: &Call, hook: OutgoingHook) -> Answer {
    let mut change = call.app.change();
    change.write(store::outgoing_webhooks::update(&kept(call, &hook)));
    changed(&mut change, hook.team_id);
    audits::note(&mut change, call, &format!("hook_id={}", hook.id));
    change.commit().await.map_err(gone)?;
    Ok(Reply::json(&hook))
}

/// The webhook as the store keeps it.
fn kept(call: &Call, hook: &OutgoingHook) -> OutgoingHook {
    let token = call.app.secrets.seal(Column::OutgoingWebhook, hook.id, &hook.token);
    OutgoingHook { token, ..hook.clone() }
}

/// The webhook with its token, for those who manage it.
fn told(call: &Call, kept: OutgoingHook) -> OutgoingHook {
    OutgoingHook { token: call.app.secrets.told(Column::OutgoingWebhook, kept.id, &kept.token), ..kept }
}

/// What posts of the team trigger is no longer what memory holds.
fn changed(change: &mut Change, team: TeamId) {
    change.fact(Fact::OutgoingWebhooks(team));
}

fn must_be_enabled(call: &Call) -> Result<()> {
    if call.app.config().integrations.enable_outgoing_webhooks {
        return Ok(());
    }
    let text = "Outgoing webhooks are turned off.";
    Err(ApiError::new(http::StatusCode::NOT_IMPLEMENTED, ids::API_OUTGOING_WEBHOOK_DISABLED, text))
}

async fn must_own(call: &Call, team: TeamId) -> Result<()> {
    call.must_in_team(team, Permission::ManageOwnOutgoingWebhooks).await
}

/// The webhook, for those who may manage it.
async fn must_manage(call: &Call, id: HookId) -> Result<OutgoingHook> {
    let hook = call.app.store.outgoing_webhook(id).await?.ok_or_else(missing)?;
    must_own(call, hook.team_id).await?;
    if hook.creator_id != call.my_id() {
        call.must_in_team(hook.team_id, Permission::ManageOthersOutgoingWebhooks).await?;
    }
    Ok(hook)
}

/// Only what is public may be told to programs elsewhere.
async fn must_listen_in_public(call: &Call, hook: &OutgoingHook) -> Result<()> {
    if hook.channel_id.is_none() {
        return Ok(());
    }
    let channel = channels::find(&call.app, hook.channel_id).await?;
    if !channel.is_open() {
        let text = "Outgoing webhooks listen in public channels only.";
        return Err(ApiError::forbidden(ids::API_OUTGOING_WEBHOOK_DISABLED, text));
    }
    allowed(channel.team_id == hook.team_id)
}

fn must_be_valid(hook: &OutgoingHook) -> Result<()> {
    let texts = rules::hooks::OutgoingHook {
        channel_id: &hook.channel_id.to_string(),
        trigger_words: &hook.trigger_words,
        callback_urls: &hook.callback_urls,
        trigger_when: hook.trigger_when,
        display_name: &hook.display_name,
        description: &hook.description,
        content_type: &hook.content_type,
        username: &hook.username,
        icon_url: &hook.icon_url,
    };
    Ok(texts.must_be_valid()?)
}

/// Two webhooks that call one address for one word of one channel would call it twice.
async fn must_differ(call: &Call, hook: &OutgoingHook) -> Result<()> {
    let others = call.app.store.outgoing_webhooks_of_team(hook.team_id, PER_TEAM_MAX).await?;
    if others.len() == PER_TEAM_MAX && !others.iter().any(|other| other.id == hook.id) {
        let text = "The team has as many outgoing webhooks as it may have.";
        return Err(ApiError::bad_request("api.webhook.create_outgoing.limit.app_error", text));
    }
    let meet = |one: &[String], other: &[String]| one.iter().any(|word| other.contains(word));
    let same = others.iter().filter(|other| other.id != hook.id && other.channel_id == hook.channel_id).any(|other| {
        let words = hook.trigger_words.is_empty() && other.trigger_words.is_empty();
        (words || meet(&hook.trigger_words, &other.trigger_words)) && meet(&hook.callback_urls, &other.callback_urls)
    });
    if same {
        let text = "Another webhook of the channel calls the same address for the same word.";
        return Err(ApiError::bad_request(ids::API_WEBHOOK_CREATE_OUTGOING_INTERSECT, text));
    }
    Ok(())
}

fn missing() -> ApiError {
    ApiError::not_found(ids::APP_WEBHOOKS_GET_OUTGOING, "There is no such webhook.")
}

/// A webhook that was deleted meanwhile is missing.
fn gone(error: store::Error) -> ApiError {
    match error {
        store::Error::Unmet { .. } => missing(),
        error => error.into(),
    }
}
