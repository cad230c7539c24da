//! Scheduled posts: written now, sent later. [`due`] sends them.

pub mod due;

use std::collections::BTreeMap;

use base::ids::{ScheduledPostId, TeamId};
use node::change::Change;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::permit::allowed;
use request::permit::application;
use request::{Answer, Call, Reply};
use rules::drafts::DraftText;
use wire::events::{Broadcast, EventName, ScheduledPostData};
use wire::posts::{Post, PostMetadata, Priority};
use wire::scheduled_posts::{DIRECT_CHANNELS, ScheduledPost};

use crate::source::{Source, Submitted};
use crate::unsent::{ids_of, must_be_able_to_write, must_be_root, show_files};

/// Scheduled posts that a user may have waiting.
const PER_USER_MAX: usize = 1_000;

fn must_be_enabled(app: &App) -> Result<()> {
    if app.config().posts.enable_scheduled {
        return Ok(());
    }
    let text = "Posts cannot be scheduled on this server.";
    Err(ApiError::bad_request("api.scheduled_posts.feature_disabled", text))
}

fn missing() -> ApiError {
    ApiError::not_found("app.scheduled_post.get.app_error", "There is no such scheduled post.")
}

/// Takes a post to be sent at its time.
pub async fn create(mut call: Call) -> Answer {
    must_be_enabled(&call.app)?;
    let form: ScheduledPost = call.json("schedule_post").await?;
    must_be_able_to_write(&call, form.channel_id).await?;
    must_be_root(&call.app, form.channel_id, form.root_id).await?;
    let now = call.app.clock.now();
    let mut post = ScheduledPost {
        id: call.app.ids.next(),
        user_id: call.my_id(),
        create_at: now,
        update_at: now,
        delete_at: 0,
        processed_at: 0,
        error_code: String::new(),
        metadata: None,
        ..form
    };
    must_be_valid(&call, &mut post).await?;
    if call.app.store.scheduled_posts_count(call.my_id()).await? >= PER_USER_MAX as i64 {
        let text = "There are as many scheduled posts as there may be.";
        return Err(ApiError::bad_request("app.save_scheduled_post.save.app_error", text));
    }
    let mut change = call.app.change();
    change.write(store::scheduled_posts::insert(&post, application(&call)));
    show_files(&call.app, std::slice::from_mut(&mut post)).await?;
    tell(&mut change, EventName::ScheduledPostCreated, &post, call.connection_id());
    change.commit().await?;
    Ok(Reply::created(&post))
}

/// Refuses what could not be posted now either, and leaves of the properties what a client may bring.
async fn must_be_valid(call: &Call, scheduled: &mut ScheduledPost) -> Result<()> {
    if !scheduled.file_ids.is_empty() {
        call.must_in_channel(scheduled.channel_id, Permission::UploadFile).await?;
    }
    let props = serde_json::to_string(&scheduled.props).expect("wire types are JSON");
    let (message, file_ids) = (&scheduled.message, &scheduled.file_ids);
    let text = DraftText { message, root_id: "", props: &props, file_ids };
    text.must_be_sendable_at(scheduled.scheduled_at, call.app.clock.now())?;
    let mut post = post_of(scheduled)?;
    Source::Client(Submitted::by(call)).admit(&call.app, call.me(), &mut post)?;
    rules::posts::must_be_known_type(&post.kind)?;
    scheduled.props = post.props;
    Ok(())
}

/// The post that is sent when the time has come.
fn post_of(scheduled: &ScheduledPost) -> Result<Post> {
    Ok(Post {
        channel_id: scheduled.channel_id,
        root_id: scheduled.root_id,
        message: scheduled.message.clone(),
        kind: scheduled.kind.clone(),
        props: scheduled.props.clone(),
        file_ids: Some(ids_of(&scheduled.file_ids).collect()),
        metadata: Some(Box::new(PostMetadata { priority: priority_of(scheduled)?, ..PostMetadata::default() })),
        ..Post::default()
    })
}

/// The label that the post will carry.
fn priority_of(post: &ScheduledPost) -> Result<Option<Priority>> {
    let Some(priority) = post.priority.clone().filter(|priority| !priority.is_empty()) else { return Ok(None) };
    let label = serde_json::from_value(serde_json::Value::Object(priority));
    label.map(Some).map_err(|error| ApiError::body_param("priority").because(error))
}

fn tell(change: &mut Change, name: EventName, post: &ScheduledPost, without: &str) {
    let broadcast = Broadcast::to_user(post.user_id).without_connection(without);
    change.announce(name, &ScheduledPostData::new(post), broadcast);
}

/// The scheduled post of the path, which must be the caller's.
async fn must_find(call: &Call) -> Result<ScheduledPost> {
    let id: ScheduledPostId = call.id("scheduled_post_id")?;
    let post = call.app.store.scheduled_post(id).await?.ok_or_else(missing)?;
    allowed(post.user_id == call.my_id())?;
    Ok(post)
}

/// Changes what is sent, and when. One that could not be sent is tried anew.
pub async fn update(mut call: Call) -> Answer {
    must_be_enabled(&call.app)?;
    let form: ScheduledPost = call.json("schedule_post").await?;
    if !form.id.is_none() && form.id != call.id::<ScheduledPostId>("scheduled_post_id")? {
        return Err(ApiError::body_param("id"));
    }
    let old = must_find(&call).await?;
    must_be_able_to_write(&call, old.channel_id).await?;
    let read_processed_at = old.processed_at;
    let mut post = ScheduledPost {
        message: form.message,
        kind: form.kind,
        props: form.props,
        file_ids: form.file_ids,
        priority: form.priority,
        scheduled_at: form.scheduled_at,
        update_at: call.app.clock.now(),
        processed_at: 0,
        error_code: String::new(),
        ..old
    };
    must_be_valid(&call, &mut post).await?;
    let mut change = call.app.change();
    change.write(store::scheduled_posts::update(&post, read_processed_at, application(&call)));
    show_files(&call.app, std::slice::from_mut(&mut post)).await?;
    tell(&mut change, EventName::ScheduledPostUpdated, &post, call.connection_id());
    match change.commit().await {
        Ok(_) => Ok(Reply::created(&post)),
        Err(store::Error::Unmet { .. }) => Err(missing()),
        Err(error) => Err(error.into()),
    }
}

/// Takes a scheduled post back.
pub async fn delete(call: Call) -> Answer {
    must_be_enabled(&call.app)?;
    let mut post = must_find(&call).await?;
    show_files(&call.app, std::slice::from_mut(&mut post)).await?;
    let mut change = call.app.change();
    change.write(store::scheduled_posts::remove(post.id));
    tell(&mut change, EventName::ScheduledPostDeleted, &post, call.connection_id());
    match change.commit().await {
        Ok(_) => Ok(Reply::created(&post)),
        Err(store::Error::Unmet { .. }) => Err(missing()),
        Err(error) => Err(error.into()),
    }
}

/// Answers with the caller's scheduled posts of a team and, when asked for, of conversations.
pub async fn of_team(call: Call) -> Answer {
    must_be_enabled(&call.app)?;
    let team: TeamId = call.id("team_id")?;
    call.must_in_team(team, Permission::ViewTeam).await?;
    let mut lists = BTreeMap::new();
    lists.insert(team.to_string(), list(&call, team).await?);
    if call.query().flag("includeDirectChannels") {
        lists.insert(DIRECT_CHANNELS.to_owned(), list(&call, TeamId::NONE).await?);
    }
    Ok(Reply::json(&lists))
}

async fn list(call: &Call, team: TeamId) -> Result<Vec<ScheduledPost>> {
    let mut posts = call.app.store.scheduled_posts(call.my_id(), team, PER_USER_MAX).await?;
    show_files(&call.app, &mut posts).await?;
    Ok(posts)
}
