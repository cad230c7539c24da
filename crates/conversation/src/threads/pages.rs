//! Lists of the threads that a user follows, with totals.

use std::sync::Arc;

use base::Millis;
use base::ids::{ChannelId, PostId, TeamId, UserId};
use node::error::{ApiError, Result};
use permissions::Permission;
use request::App;
use request::permit::accounts::Part;
use request::{Answer, Call, Query, Reply};
use store::thread_pages::{Edge, Filter, Side};
use wire::errors::ids;
use wire::threads::Threads;

use crate::access::must_find;
use crate::shown::list::Participants;
use crate::threads::readers;
use crate::threads::view;
use crate::threads::view::Deleted;

/// What a request for threads says.
#[derive(Debug)]
struct Asked {
    filter: Filter,
    side: AskedSide,
    per_page: usize,
    participants: Participants,
    parts: Parts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AskedSide {
    Newest,
    Before(PostId),
    After(PostId),
}

/// Which parts of the answer are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parts {
    All,
    Totals,
    Threads,
}

impl Asked {
    fn read(query: &Query, team: TeamId) -> Result<Asked> {
        let id = |name: &str| PostId::parse(query.text(name)).ok_or_else(|| ApiError::body_param(name));
        let side = match (id("before")?, id("after")?) {
            (before, after) if !before.is_none() && !after.is_none() => {
                let text = "A page lies before or after a thread, not both.";
                return Err(ApiError::bad_request(ids::API_GET_THREADS_FOR_USER_BAD_PARAMS, text));
            }
            (before, _) if !before.is_none() => AskedSide::Before(before),
            (_, after) if !after.is_none() => AskedSide::After(after),
            _ => AskedSide::Newest,
        };
        let parts = match (query.flag("totalsOnly"), query.flag("threadsOnly")) {
            (true, true) => {
                let text = "Only totals and only threads is nothing.";
                return Err(ApiError::bad_request(ids::API_GET_THREADS_FOR_USER_BAD_ONLY_PARAMS, text));
            }
            (true, false) => Parts::Totals,
            (false, true) => Parts::Threads,
            (false, false) => Parts::All,
        };
        let since = match query.text("since") {
            "" => 0,
            text => text.parse::<Millis>().map_err(|_| ApiError::body_param("since"))?,
        };
        let filter = Filter {
            team,
            exclude_direct: query.flag("excludeDirect"),
            unread_only: query.flag("unread"),
            include_deleted: query.flag("deleted"),
            since,
        };
        let participants = if query.flag("extended") { Participants::Users } else { Participants::Ids };
        Ok(Asked { filter, side, per_page: query.per_page(), participants, parts })
    }
}

/// A page of the threads that a user follows in a team and in direct and group channels.
pub async fn get_threads(call: Call) -> Answer {
    let user = call.must_act_on(Part::Reading).await?;
    let team: TeamId = call.id("team_id")?;
    let asked = Asked::read(&call.query(), team)?;
    call.must_in_team(team, Permission::ViewTeam).await?;
    let mut answer = Threads::default();
    if asked.parts != Parts::Threads {
        answer.total = readers::total(&call.app, user, asked.filter).await?;
        for (of, unread) in readers::unread_totals(&call.app, user).await? {
            let is_direct = of.is_none() && !asked.filter.exclude_direct;
            if of == team || is_direct {
                answer.total_unread_threads += unread.threads;
                answer.total_unread_mentions += unread.mentions;
                answer.total_unread_urgent_mentions += unread.urgent_mentions;
            }
        }
    }
    if asked.parts != Parts::Totals {
        answer.threads = Some(shown(&call, user, page(&call.app, user, &asked).await?).await?);
    }
    Ok(Reply::json(&answer))
}

async fn page(app: &Arc<App>, user: UserId, asked: &Asked) -> Result<Vec<wire::threads::Thread>> {
    let side = match asked.side {
        AskedSide::Newest => Some(Side::Before(Edge::END)),
        AskedSide::Before(post) => edge(app, user, post).await?.map(Side::Before),
        AskedSide::After(post) => edge(app, user, post).await?.map(Side::After),
    };
    let Some(side) = side else { return Ok(Vec::new()) };
    let followed = app.store.threads_of(user, asked.filter, side, asked.per_page).await?;
    let deleted = if asked.filter.include_deleted { Deleted::Shown } else { Deleted::Hidden };
    view::threads(app, followed, asked.participants, deleted).await
}

/// Those of the threads that both the follower and the caller may read; the page is shorter by the others.
async fn shown(
    call: &Call,
    follower: UserId,
    threads: Vec<wire::threads::Thread>,
) -> Result<Vec<wire::threads::Thread>> {
    let mut shown = Vec::with_capacity(threads.len());
    for thread in threads {
        if is_shown(call, follower, thread.post.channel_id).await? {
            shown.push(thread);
        }
    }
    Ok(shown)
}

async fn is_shown(call: &Call, follower: UserId, channel: ChannelId) -> Result<bool> {
    let (app, me) = (&call.app, call.my_id());
    Ok(readers::may_read(app, follower, channel).await?
        && (me == follower || readers::may_read(app, me, channel).await?))
}

/// Where a thread stands in the user's list; `None` when it does not.
async fn edge(app: &App, user: UserId, post: PostId) -> Result<Option<Edge>> {
    let membership = app.store.thread_memberships(&[post], user).await?.pop();
    Ok(membership.map(|one| Edge { last_reply_at: one.last_reply_at, post_id: post }))
}

/// One thread that a user follows.
pub async fn get_thread(call: Call) -> Answer {
    let user = call.must_act_on(Part::Reading).await?;
    let participants = if call.query().flag("extended") { Participants::Users } else { Participants::Ids };
    let place = must_find(&call, call.id("thread_id")?).await?;
    if !is_shown(&call, user, place.channel.id).await? {
        return Err(not_followed());
    }
    let followed = call.app.store.thread_of(user, place.post.id).await?.ok_or_else(not_followed)?;
    let thread = view::thread(&call.app, followed, participants).await?.ok_or_else(not_followed)?;
    Ok(Reply::json(&thread))
}

pub(super) fn not_followed() -> ApiError {
    ApiError::not_found(ids::APP_USER_GET_THREAD_MEMBERSHIP_FOR_USER_NOT_FOUND, "The user does not follow the thread.")
}

#[cfg(test)]
mod tests {
    use super::*;

    const POST: &str = "xbtrekzzpbb1jpbbdo4rqjoiay";

    fn refusal(query: &str) -> Option<String> {
        Asked::read(&Query::new(Some(query)), TeamId::NONE).err().map(|error| error.id.into_owned())
    }

    #[test]
    fn contradictions_have_their_own_refusals() {
        let both = format!("before={POST}&after={POST}");
        assert_eq!(refusal(&both).as_deref(), Some(ids::API_GET_THREADS_FOR_USER_BAD_PARAMS));
        let nothing = "totalsOnly=true&threadsOnly=true";
        assert_eq!(refusal(nothing).as_deref(), Some(ids::API_GET_THREADS_FOR_USER_BAD_ONLY_PARAMS));
        assert_eq!(refusal("since=x").as_deref(), Some(ids::API_CONTEXT_INVALID_BODY_PARAM));
        assert_eq!(refusal(&format!("after={POST}&unread=true&since=5")), None);
    }
}
