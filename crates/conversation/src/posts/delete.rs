//! Deleting: a post goes, and with a root its replies. The rows stay, without being shown, until they are removed.
//!
//! The event has two versions: administrators are told who deleted, everybody else is not.

use std::sync::Arc;

use base::ids::{PostId, UserId};
use delivery::hub::Event;
use node::change::Change;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::{Answer, Call, Reply};
use store::Returned;
use store::post_pages::Edge;
use wire::events::{Broadcast, EventName, PostDeleted};
use wire::posts::Post;

use crate::access::{Place, must_be_live, must_see, no_post};
use crate::mention_counters;
use crate::threads::gone::Shortened;
use crate::{drafts, interactive, removal, threads};

const ARCHIVED: &str = "api.post.delete_post.can_not_delete_post_in_deleted.error";
const PERMANENT_DISABLED: &str = "api.post.delete_post.not_enabled.app_error";

/// Old versions that one permanent deletion takes along: more than anybody makes.
const VERSIONS_MAX: usize = 10_000;

/// Replies whose mentions are taken back with their root; those of further ones count until the channel is read.
const REPLIES_MAX: usize = 200;

/// Replies that one write takes off the lists of saved posts.
const UNFLAGGED_LEN: usize = 1_000;

/// Deletes a post; with `permanent=true` nothing of it stays.
pub async fn delete_post(call: Call) -> Answer {
    let permanent = call.query().flag("permanent");
    let id: PostId = call.id("post_id")?;
    let post = match permanent {
        true => call.app.store.post(id).await?,
        false => call.app.live_post(id).await?,
    };
    let place = must_see(&call, post.ok_or_else(no_post)?).await?;
    let needed = match place.post.user_id == call.my_id() {
        true => Permission::DeletePost,
        false => Permission::DeleteOthersPosts,
    };
    call.must_in_channel(place.channel.id, needed).await?;
    must_be_live(&place.channel, ARCHIVED)?;
    if permanent {
        call.must(Permission::ManageSystem)?;
        if !call.app.config().posts.enable_permanent_deletion {
            let text = "This server is set not to delete posts for good.";
            return Err(ApiError::new(http::StatusCode::NOT_IMPLEMENTED, PERMANENT_DISABLED, text));
        }
        remove(&call, &place.post).await?;
    } else {
        delete(&call.app, place, call.my_id()).await?;
    }
    Ok(Reply::ok())
}

/// Marks a post, and with a root its replies, as deleted.
async fn delete(app: &Arc<App>, place: Place, by: UserId) -> Result<()> {
    let Place { post, channel } = place;
    let now = app.clock.now();
    let mut change = app.change();
    change.write(store::posts::delete(post.id, by, now));
    change.write(store::files::delete_of_post(post.id, now));
    change.write(store::preferences::unflag(&[post.id]));
    change.unindex_posts(vec![post.id]);
    let mut shortened = Vec::new();
    let mut replies_at = None;
    if post.is_root() {
        change.write(store::files::delete_of_replies(channel.id, post.id, now));
        let replies = change.write(store::posts::delete_replies(channel.id, post.id, by, now));
        change.unindex_returned_posts(replies);
        replies_at = Some(replies);
        for write in store::threads::delete(post.id, now) {
            change.write(write);
        }
    } else {
        shortened = threads::gone::add(app, &mut change, std::slice::from_ref(&post)).await?;
        change.write(store::posts::touch(post.root_id, now));
    }
    announce(&mut change, &post, by);
    mention_counters::gone(app, &mut change, &going(app, &post).await?).await?;
    drafts::end_of(&mut change, std::slice::from_ref(&post));
    let outcome = change.commit().await.map_err(|error| match error {
        store::Error::Unmet { .. } => no_post(),
        error => error.into(),
    })?;
    if let Some(at) = replies_at {
        unflag(app, &outcome.rows::<PostId>(at)?).await?;
    }
    tell(app, shortened);
    Ok(())
}

/// Tells the followers of a thread that lost a reply, be it the last one.
fn tell(app: &Arc<App>, shortened: Vec<Shortened>) {
    for thread in shortened {
        threads::updated::tell_followers(app, thread);
    }
}

/// A post with the replies that go with it, as far as they are looked at.
async fn going(app: &App, post: &Post) -> Result<Vec<Post>> {
    let mut going = match post.is_root() && post.reply_count > 0 {
        true => app.store.replies_after(post.channel_id, post.id, Edge::START, REPLIES_MAX).await?,
        false => Vec::new(),
    };
    going.push(post.clone());
    Ok(going)
}

/// Takes replies that went with their root off everybody's saved posts.
async fn unflag(app: &App, replies: &[PostId]) -> Result<()> {
    for some in replies.chunks(UNFLAGGED_LEN) {
        app.store.write(store::preferences::unflag(some)).await?;
    }
    Ok(())
}

fn announce(change: &mut Change, post: &Post, by: UserId) {
    let told = |delete_by: UserId| PostDeleted { post: interactive::told(post), delete_by };
    let to = Broadcast::to_channel(post.channel_id);
    change.announce_event(Event::by_rank(EventName::PostDeleted, to, &told(UserId::NONE), &told(by)));
}

/// Removes the rows of a post, of its versions, and of its replies with theirs.
async fn remove(call: &Call, post: &Post) -> Result<()> {
    let app = &call.app;
    let mut gone = vec![post.id];
    gone.extend(app.store.post_versions(post.id, VERSIONS_MAX).await?.iter().map(|version| version.id));
    let mut going = removal::Going::begin(app, &gone).await?;
    let shortened = threads::gone::add(app, &mut going.change, std::slice::from_ref(post)).await?;
    announce(&mut going.change, post, call.my_id());
    mention_counters::gone(app, &mut going.change, &going.posts).await?;
    drafts::end_of(&mut going.change, &going.posts);
    going.finish(app).await?;
    tell(app, shortened);
    Ok(())
}
