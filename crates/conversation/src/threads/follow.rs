//! Following a thread, and no longer following it.

use base::ids::{PostId, TeamId};
use node::error::Result;
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use store::threads::Follow;
use wire::events::{Broadcast, EventName, ThreadFollowChanged};

use crate::access::must_find;

/// Makes the user follow a thread. What is there counts as read.
pub async fn follow(call: Call) -> Answer {
    set(&call, Following::Yes).await?;
    Ok(Reply::ok())
}

/// Replies no longer concern the user, until one mentions the user.
pub async fn unfollow(call: Call) -> Answer {
    set(&call, Following::No).await?;
    Ok(Reply::ok())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Following {
    Yes,
    No,
}

async fn set(call: &Call, following: Following) -> Result<()> {
    let user = call.must_act_on(Part::Reading).await?;
    let team: TeamId = call.id("team_id")?;
    let place = must_find(call, call.id("thread_id")?).await?;
    let root = root_of(&place.post);
    let now = call.app.clock.now();
    let mut change = call.app.change();
    change.write(match following {
        Following::Yes => store::threads::follow(root, &[user], Follow::Wrote, now, now),
        Following::No => store::threads::unfollow(root, user, now),
    });
    let told = ThreadFollowChanged {
        thread_id: root,
        state: following == Following::Yes,
        reply_count: place.post.reply_count,
    };
    let broadcast = Broadcast { team_id: team, ..Broadcast::to_user(user) };
    change.announce(EventName::ThreadFollowChanged, &told, broadcast);
    change.posts_changed(place.channel.id);
    change.commit().await?;
    Ok(())
}

/// The post that began the thread of a post.
pub(super) fn root_of(post: &wire::posts::Post) -> PostId {
    if post.is_root() { post.id } else { post.root_id }
}
