//! The older versions of a post, which its author may read.

use permissions::Permission;
use request::permit::allowed;
use request::{Answer, Call, Reply};

use crate::access::must_find;
use crate::shown::metadata;

/// Versions in one answer, the newest.
const VERSIONS_MAX: usize = 500;

/// The versions of the caller's post, newest first, without the present one.
pub async fn get_edit_history(call: Call) -> Answer {
    let place = must_find(&call, call.id("post_id")?).await?;
    call.must_in_channel(place.channel.id, Permission::EditPost).await?;
    allowed(place.post.user_id == call.my_id())?;
    let mut versions = call.app.store.post_versions(place.post.id, VERSIONS_MAX).await?;
    metadata::fill(&call.app, Some(call.me()), &mut versions).await?;
    Ok(Reply::json(&versions))
}
