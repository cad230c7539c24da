//! What a follower has read of a thread: up to a time, not from a post on, or all of it.

use std::sync::Arc;

use base::Millis;
use base::ids::{PostId, TeamId, UserId};
use node::change::Change;
use node::error::{ApiError, Result};
use notification::phones;
use notification::phones::read::Read;
use people::groups;
use permissions::Permission;
use request::App;
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use store::post_pages::Edge;
use store::thread_pages::Followed;
use store::threads::Follow;
use wire::events::{Broadcast, EventName, NoData, ThreadFollowChanged, ThreadReadChanged};

use crate::access::{Place, must_find};
use crate::named::Words;
use crate::shown::list::Participants;
use crate::threads::follow::root_of;
use crate::threads::pages::not_followed;
use crate::threads::view;

/// Replies that are searched for mentions; further ones count as unread but not as mentions.
const MENTIONS_LOOKED_AT_MAX: usize = 1_000;

/// Marks all threads of a team, and those of direct and group channels, as read.
pub async fn read_all(call: Call) -> Answer {
    let user = call.must_act_on(Part::Reading).await?;
    let team: TeamId = call.id("team_id")?;
    call.must_in_team(team, Permission::ViewTeam).await?;
    let mut change = call.app.change();
    change.write(store::threads::read_team(user, team, call.app.clock.now()));
    let broadcast = Broadcast { team_id: team, ..Broadcast::to_user(user) };
    change.announce(EventName::ThreadReadChanged, &NoData {}, broadcast);
    change.commit().await?;
    phones::read::tell_later(&call.app, user, call.session().id, Read::Other);
    Ok(Reply::ok())
}

/// Marks a thread as read up to a time, which may lie before what was read already.
pub async fn read_until(call: Call) -> Answer {
    let user = call.must_act_on(Part::Reading).await?;
    let team: TeamId = call.id("team_id")?;
    let time: Millis = call.text("timestamp").parse().map_err(|_| ApiError::url_param("timestamp"))?;
    let place = must_find(&call, call.id("thread_id")?).await?;
    let before = call.app.store.thread_of(user, place.post.id).await?.ok_or_else(not_followed)?;
    // A time to come would keep replies from ever being unread.
    let time = time.min(call.app.clock.now());
    let mut told = unread_after(&call.app, user, &place, time).await?;
    told.previous_unread_replies = before.unread_replies;
    told.previous_unread_mentions = before.membership.unread_mentions;
    let mut change = call.app.change();
    write(&call.app, &mut change, user, team, &told);
    change.commit().await?;
    let read = Read::Thread(told.channel_id, told.thread_id);
    phones::read::tell_later(&call.app, user, call.session().id, read);
    answer(&call, before, &told).await
}

/// Makes a post of a thread the first that the user has not read. Who did not follow the thread does from now on.
pub async fn set_unread(call: Call) -> Answer {
    let user = call.must_act_on(Part::Reading).await?;
    let team: TeamId = call.id("team_id")?;
    let place = must_find(&call, call.id("thread_id")?).await?;
    let first = must_find(&call, call.id("post_id")?).await?.post;
    let root = &place.post;
    if root_of(&first) != root.id {
        return Err(ApiError::url_param("post_id"));
    }
    let told = unread_after(&call.app, user, &place, first.create_at - 1).await?;
    let now = call.app.clock.now();
    let mut change = call.app.change();
    change.write(store::threads::follow(root.id, &[user], Follow::Wrote, now, now));
    let followed = ThreadFollowChanged { thread_id: root.id, state: true, reply_count: root.reply_count };
    let broadcast = Broadcast { team_id: team, ..Broadcast::to_user(user) };
    change.announce(EventName::ThreadFollowChanged, &followed, broadcast);
    change.posts_changed(root.channel_id);
    write(&call.app, &mut change, user, team, &told);
    change.commit().await?;
    phones::read::tell_later(&call.app, user, call.session().id, Read::Other);
    let after = call.app.store.thread_of(user, root.id).await?.ok_or_else(not_followed)?;
    answer(&call, after, &told).await
}

/// What of a thread is unread behind a time, as clients are told it.
///
/// # Errors
/// When the store does not answer.
pub async fn unread_after(app: &App, user: UserId, thread: &Place, time: Millis) -> Result<ThreadReadChanged> {
    let root = &thread.post;
    let user = app.must_user(user).await?;
    let member = app.store.channel_member(root.channel_id, user.id).await?.unwrap_or_default();
    let words = Words::of(&user, &member, &groups::names_of(app, user.id).await?);
    let edge = Edge::behind(time);
    let replies = app.store.replies_after(root.channel_id, root.id, edge, MENTIONS_LOOKED_AT_MAX).await?;
    let mentions = replies.iter().filter(|reply| words.call_in_thread(&thread.channel, reply)).count();
    let unread_replies = match replies.len() {
        MENTIONS_LOOKED_AT_MAX => app.store.thread_unread_replies(root.channel_id, root.id, time).await?,
        len => i64::try_from(len).unwrap_or_default(),
    };
    Ok(ThreadReadChanged {
        thread_id: root.id,
        timestamp: time,
        unread_mentions: i64::try_from(mentions).unwrap_or_default(),
        unread_replies,
        channel_id: root.channel_id,
        ..ThreadReadChanged::default()
    })
}

fn write(app: &Arc<App>, change: &mut Change, user: UserId, team: TeamId, told: &ThreadReadChanged) {
    let now = app.clock.now();
    let root: PostId = told.thread_id;
    change.write(store::threads::read(root, user, told.timestamp, told.unread_mentions, now));
    let broadcast = Broadcast { team_id: team, ..Broadcast::to_user(user) };
    change.announce(EventName::ThreadReadChanged, told, broadcast);
}

async fn answer(call: &Call, mut followed: Followed, told: &ThreadReadChanged) -> Answer {
    followed.membership.last_view_at = told.timestamp;
    followed.membership.unread_mentions = told.unread_mentions;
    followed.unread_replies = told.unread_replies;
    let thread = view::thread(&call.app, followed, Participants::Ids).await?.ok_or_else(not_followed)?;
    Ok(Reply::json(&thread))
}
