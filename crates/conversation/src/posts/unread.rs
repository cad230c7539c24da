//! Marking a channel as unread from a post on.

use std::sync::Arc;

use base::ids::UserId;
use node::error::{ApiError, Result};
use notification::phones;
use notification::phones::read::Read;
use people::groups;
use request::App;
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use store::channel_members::UnreadFrom;
use store::post_pages::{Edge, Page, Show};
use store::threads::Follow;
use wire::channels::{Channel, ChannelMember, ChannelUnreadAt};
use wire::errors::ids;
use wire::events::{Broadcast, EventName, PostUnread};
use wire::posts::{JOIN_LEAVE, Post, SetUnreadForm, URGENT};

use crate::access::{Place, must_find};
use crate::named::Words;
use crate::seen;
use crate::threads;
use crate::threads::updated::Unread;

/// Posts that are searched for mentions; further ones count as unread but not as mentions.
const MENTIONS_LOOKED_AT_MAX: usize = 1_000;

/// Makes a post the first that the user has not read.
pub async fn set_post_unread(mut call: Call) -> Answer {
    let user = call.must_act_on(Part::Reading).await?;
    let form: SetUnreadForm = call.json_or_default("body").await?;
    let place = must_find(&call, call.id("post_id")?).await?;
    let (post, channel) = (place.post, place.channel);
    let missing = || ApiError::not_found(ids::APP_CHANNEL_GET_MEMBER_MISSING, "The user is no member of the channel.");
    let app = &call.app;
    let member = app.store.channel_member(channel.id, user).await?.ok_or_else(missing)?;
    // The record in memory has old counters.
    let totals = app.store.channel(channel.id).await?.ok_or_else(missing)?;
    let from = unread_from(app, &channel, &member, &post).await?;

    let now = app.clock.now();
    let told = PostUnread {
        msg_count: totals.total_msg_count - from.posts,
        msg_count_root: totals.total_msg_count_root - from.root_posts,
        mention_count: from.mentions,
        mention_count_root: from.root_mentions,
        urgent_mention_count: from.urgent_mentions,
        last_viewed_at: from.last_viewed_at,
        post_id: post.id,
    };
    let mut change = app.change();
    change.write(store::channel_members::unread_from(channel.id, user, from, now));
    let broadcast = Broadcast { channel_id: channel.id, team_id: channel.team_id, ..Broadcast::to_user(user) };
    change.announce(EventName::PostUnread, &told, broadcast);
    seen::announce(app, &mut change, user, [(channel.id, from.last_viewed_at)]).await?;
    change.member_changed(user, channel.id);
    change.commit().await?;
    if !form.collapsed_threads_supported && !post.is_root() {
        follow_along(app, user, &post, channel.clone()).await?;
    }
    phones::read::tell_later(app, user, call.session().id, Read::Other);
    Ok(Reply::json(&answer(&channel, user, &told)))
}

fn answer(channel: &Channel, user: UserId, told: &PostUnread) -> ChannelUnreadAt {
    ChannelUnreadAt {
        team_id: channel.team_id,
        user_id: user,
        channel_id: channel.id,
        msg_count: told.msg_count,
        mention_count: told.mention_count,
        mention_count_root: told.mention_count_root,
        urgent_mention_count: told.urgent_mention_count,
        msg_count_root: told.msg_count_root,
        last_viewed_at: told.last_viewed_at,
    }
}

/// What is unread when `first` is the first post that is.
async fn unread_from(app: &App, channel: &Channel, member: &ChannelMember, first: &Post) -> Result<UnreadFrom> {
    let uncounted: Vec<String> = JOIN_LEAVE.iter().map(|kind| (*kind).to_owned()).collect();
    let count = app.store.posts_count_from(channel.id, first.create_at, &uncounted).await?;
    let mut from = UnreadFrom {
        last_viewed_at: first.create_at - 1,
        posts: count.posts,
        root_posts: count.root_posts,
        ..UnreadFrom::default()
    };
    let user = app.must_user(member.user_id).await?;
    let words = Words::of(&user, member, &groups::names_of(app, user.id).await?);
    let edge = Edge::behind(first.create_at - 1);
    let posts = app.store.posts_after(channel.id, edge, Show::All, Page::first(MENTIONS_LOOKED_AT_MAX)).await?;
    let mut calling = Vec::new();
    for post in posts {
        let counts = match channel.is_direct_or_group() {
            true => post.user_id != user.id && !post.is_join_leave(),
            false => words.call_in(&post),
        };
        from.mentions += i64::from(counts);
        from.root_mentions += i64::from(counts && post.is_root());
        if counts && post.is_root() {
            calling.push(post.id);
        }
    }
    if !calling.is_empty() {
        let labels = app.store.priorities_of_posts(&calling).await?;
        let urgent = labels.iter().filter(|one| one.label.priority.as_deref() == Some(URGENT)).count();
        from.urgent_mentions = i64::try_from(urgent).unwrap_or(i64::MAX);
    }
    Ok(from)
}

/// A client that does not collapse threads sees the reply in the channel: its thread becomes unread with it, and is
/// followed from now on.
async fn follow_along(app: &Arc<App>, user: UserId, reply: &Post, channel: Arc<Channel>) -> Result<()> {
    let Some(root) = app.live_post(reply.root_id).await? else { return Ok(()) };
    let followed = app.store.thread_of(user, root.id).await?;
    if followed.is_none() && !app.config().threads.auto_follow {
        return Ok(());
    }
    let place = Place { post: root, channel };
    let unread = threads::read::unread_after(app, user, &place, reply.create_at - 1).await?;
    let (root, now) = (place.post.id, app.clock.now());
    let mut change = app.change();
    if followed.is_none() {
        change.write(store::threads::follow(root, &[user], Follow::Asked, unread.timestamp, now));
        change.posts_changed(place.channel.id);
    }
    change.write(store::threads::read(root, user, unread.timestamp, unread.unread_mentions, now));
    change.commit().await?;
    let before = followed.map_or(Unread::NOTHING, |followed| Unread {
        replies: followed.unread_replies,
        mentions: followed.membership.unread_mentions,
    });
    threads::updated::tell(app, user, root, |_| before).await
}
