//! Drafts: what a user began to write, kept so that all of the user's clients show it.
//!
//! Nobody else reads or changes them, administrators neither.

use std::sync::Arc;

use base::ids::{ChannelId, PostId, TeamId};
use node::change::Change;
use node::consequence::Consequence;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use rules::drafts::DraftText;
use store::Returned;
use wire::drafts::Draft;
use wire::errors::ids;
use wire::events::{Broadcast, DraftData, EncodedEvent, EventName};
use wire::posts::Post;

use crate::source;
use crate::unsent::{must_be_able_to_write, must_be_root, show_files};
use delivery::hub::Event;

/// Drafts that a list shows.
const LISTED_MAX: usize = 1_000;
/// Drafts that go with the posts of one change that they answer, and are told of; the others go within the hour.
const ENDED_MAX: usize = 1_000;
/// Bytes of a draft's priority, which clients write and read.
const PRIORITY_BYTES_MAX: usize = 1_000;

fn must_be_enabled(app: &App) -> Result<()> {
    if app.config().posts.enable_synced_drafts {
        return Ok(());
    }
    let text = "Drafts stay on their devices on this server.";
    Err(ApiError::new(http::StatusCode::NOT_IMPLEMENTED, ids::API_DRAFTS_DISABLED, text))
}

/// Keeps a draft in place of the one before. An empty one removes it, and is answered by `null`.
pub async fn upsert_draft(mut call: Call) -> Answer {
    must_be_enabled(&call.app)?;
    let form: Draft = call.json("draft").await?;
    must_be_able_to_write(&call, form.channel_id).await?;
    must_be_root(&call.app, form.channel_id, form.root_id).await?;
    let (me, now) = (call.my_id(), call.app.clock.now());
    if form.message.is_empty() && form.file_ids.is_empty() {
        call.app.store.write(store::drafts::remove(me, form.channel_id, form.root_id)).await?;
        return Ok(Reply::created(&None::<Draft>));
    }
    let mut draft = Draft { user_id: me, create_at: now, update_at: now, delete_at: 0, metadata: None, ..form };
    source::strip(&mut draft.props);
    must_be_valid(&draft)?;
    let mut change = call.app.change();
    change.write(store::drafts::save(&draft));
    show_files(&call.app, std::slice::from_mut(&mut draft)).await?;
    change.announce(EventName::DraftCreated, &DraftData::new(&draft), to_others(&call, draft.channel_id));
    change.commit().await?;
    Ok(Reply::created(&draft))
}

/// The caller's connections, without the one that knows already.
fn to_others(call: &Call, channel_id: ChannelId) -> Broadcast {
    let broadcast = Broadcast { channel_id, ..Broadcast::to_user(call.my_id()) };
    broadcast.without_connection(call.connection_id())
}

fn must_be_valid(draft: &Draft) -> Result<()> {
    let props = serde_json::to_string(&draft.props).expect("wire types are JSON");
    let text = DraftText { message: &draft.message, root_id: "", props: &props, file_ids: &draft.file_ids };
    text.must_be_valid()?;
    rules::posts::must_not_be_system_type(&draft.kind)?;
    // Nothing could come of it.
    rules::posts::must_be_known_type(&draft.kind)?;
    let priority = serde_json::to_string(&draft.priority).expect("wire types are JSON");
    if priority.len() > PRIORITY_BYTES_MAX {
        return Err(ApiError::body_param("draft"));
    }
    Ok(())
}

/// Answers with the caller's drafts in a team and in conversations; `null` when there are none.
pub async fn get_drafts(call: Call) -> Answer {
    must_be_enabled(&call.app)?;
    let team: TeamId = call.id("team_id")?;
    call.user_id()?;
    call.must_in_team(team, Permission::ViewTeam).await?;
    let mut drafts = call.app.store.drafts(call.my_id(), team, LISTED_MAX).await?;
    show_files(&call.app, &mut drafts).await?;
    Ok(Reply::json(&(!drafts.is_empty()).then_some(drafts)))
}

/// Removes the draft of a channel.
pub async fn delete_draft(call: Call) -> Answer {
    remove(&call, PostId::NONE).await
}

/// Removes the draft of a thread.
pub async fn delete_thread_draft(call: Call) -> Answer {
    let root = call.id("thread_id")?;
    remove(&call, root).await
}

/// Removes what people began to answer to those of `gone` that are live roots, and tells each person's clients. Belongs into
/// the change by which the roots go.
pub fn end_of(change: &mut Change, gone: &[Post]) {
    let roots: Vec<PostId> =
        gone.iter().filter(|post| post.is_root() && !post.is_deleted()).map(|root| root.id).collect();
    if roots.is_empty() {
        return;
    }
    let at = change.write(store::drafts::remove_of_roots(&roots, ENDED_MAX));
    change.then_told(move |outcome| match outcome.rows::<Draft>(at) {
        Ok(drafts) => drafts.iter().map(ended).collect(),
        Err(error) => {
            // The drafts are gone; clients see that with their next load.
            tracing::error!(%error, "whose drafts went with a post cannot be read");
            Vec::new()
        }
    });
}

fn ended(draft: &Draft) -> Consequence {
    let broadcast = Broadcast { channel_id: draft.channel_id, ..Broadcast::to_user(draft.user_id) };
    let encoded = EncodedEvent::new(EventName::DraftDeleted, &DraftData::new(draft), broadcast);
    Consequence::Event(Arc::new(Event::plain(encoded)))
}

async fn remove(call: &Call, root: PostId) -> Answer {
    let app: &Arc<App> = &call.app;
    must_be_enabled(app)?;
    let (me, channel) = (call.my_id(), call.id::<ChannelId>("channel_id")?);
    allowed(call.user_id()? == me)?;
    let Some(draft) = app.store.draft(me, channel, root).await? else { return Ok(Reply::ok()) };
    let mut change = app.change();
    change.write(store::drafts::remove(me, channel, root));
    change.announce(EventName::DraftDeleted, &DraftData::new(&draft), to_others(call, channel));
    change.commit().await?;
    Ok(Reply::ok())
}
