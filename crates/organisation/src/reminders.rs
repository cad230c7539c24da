//! Reminders: a post comes back to who asked for it, at the time asked for.

use std::sync::Arc;

use base::ids::PostId;
use conversation::access;
use conversation::posts::create;
use conversation::posts::new::{NewPost, SetOnline};
use conversation::posts::{ephemeral, system_bot};
use conversation::shown::permalinks;
use conversation::source::Source;
use node::error::{ApiError, Result};
use request::App;
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use store::reminders::Reminder;
use wire::omit::JsonMap;
use wire::posts::{Post, REMINDER, ReminderForm};

use crate::channels;

/// Reminders that one round delivers; the rest waits for the next.
const ROUND_LEN_MAX: usize = 100;

/// Sets a reminder and confirms it to the caller.
pub async fn set(mut call: Call) -> Answer {
    let form: ReminderForm = call.json("target_time").await?;
    let user = call.must_act_on(Part::Reading).await?;
    let id: PostId = call.id("post_id")?;
    let post = access::must_find(&call, id).await?.post;
    if form.target_time.saturating_mul(1000) <= call.app.clock.now() {
        return Err(ApiError::body_param("target_time"));
    }
    let reminder = Reminder { post: post.id, user, target_time_s: form.target_time };
    call.app.store.write(store::reminders::save(&reminder)).await?;
    let confirmation = confirmation(&call.app, &post, &reminder).await?;
    ephemeral::send_with_preview(&call.app, user, confirmation, post.id).await?;
    Ok(Reply::ok())
}

async fn confirmation(app: &Arc<App>, post: &Post, reminder: &Reminder) -> Result<Post> {
    let mut props = about(app, post).await?;
    let author = props.get("username").and_then(|name| name.as_str()).unwrap_or_default().to_owned();
    props.insert("target_time".into(), reminder.target_time_s.into());
    props.insert("type".into(), REMINDER.into());
    Ok(Post {
        user_id: reminder.user,
        channel_id: post.channel_id,
        root_id: if post.is_root() { post.id } else { post.root_id },
        message: format!("You will be reminded of this message by @{author}."),
        props,
        ..Post::default()
    })
}

/// Where the post stands and who wrote it, for the sentence that clients make of it.
async fn about(app: &App, post: &Post) -> Result<JsonMap> {
    let channel = app.world.channel(post.channel_id).await?;
    let team = match channel {
        Some(channel) if channel.team_id.is_some() => app.world.team(channel.team_id).await?,
        _ => None,
    };
    let author = app.world.user(post.user_id).await?;
    let mut props = JsonMap::new();
    props.insert("post_id".into(), post.id.to_string().into());
    props.insert("team_name".into(), team.map(|team| team.name.clone()).unwrap_or_default().into());
    props.insert("username".into(), author.map(|user| user.username.clone()).unwrap_or_default().into());
    Ok(props)
}

/// Delivers what is due. The reminder goes in the change that writes its post, so each is delivered once, whatever
/// ends the server in between.
///
/// # Errors
/// When the store does not answer.
pub async fn deliver_due(app: &Arc<App>) -> Result<()> {
    for due in app.store.reminders_due(app.clock.now() / 1000, ROUND_LEN_MAX).await? {
        let delivered = match told(app, &due).await? {
            Some(new) => create::write_if(app, new, vec![store::reminders::take(&due)]).await.map(drop),
            None => drop_reminder(app, &due).await,
        };
        match delivered {
            Err(error) if error.status.is_client_error() => {
                tracing::warn!(post.id = %due.post, error = %error.message, "a reminder cannot be delivered");
                drop_reminder(app, &due).await?;
            }
            delivered => delivered?,
        }
    }
    Ok(())
}

async fn drop_reminder(app: &App, due: &Reminder) -> Result<()> {
    match app.store.write(store::reminders::take(due)).await {
        // Another node was faster.
        Ok(_) | Err(store::Error::Unmet { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// What the system's account writes to the user; nothing when the post is gone or the user may not read it any more.
async fn told(app: &Arc<App>, due: &Reminder) -> Result<Option<NewPost>> {
    let (post, user) = (app.store.post(due.post).await?, app.world.user(due.user).await?);
    let Some(user) = user.filter(|user| user.is_active()) else { return Ok(None) };
    let Some(post) = post.filter(|post| !post.is_deleted()) else { return Ok(None) };
    if permalinks::preview(app, Some(&user), post.id).await?.is_none() {
        return Ok(None);
    }
    let props = about(app, &post).await?;
    let text = |name: &str| props.get(name).and_then(|value| value.as_str()).unwrap_or_default().to_owned();
    let team = Some(text("team_name")).filter(|name| !name.is_empty()).unwrap_or_else(|| "_redirect".into());
    let link = format!("{}/{team}/pl/{}", app.config().service.site_url, post.id);
    let message = format!("Hi there, here is your reminder about this message from @{}: {link}", text("username"));
    let bot = system_bot::find(app).await?;
    let channel = channels::direct::open(app, bot.id, user.id).await?;
    let reminder = Post { channel_id: channel.id, kind: REMINDER.into(), message, props, ..Post::default() };
    Ok(Some(NewPost { author: bot, post: reminder, source: Source::Server, set_online: SetOnline::No }))
}
