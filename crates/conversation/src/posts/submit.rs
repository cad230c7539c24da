//! What clients submit: the right to post is checked here, then [`crate::posts::create`] takes over.

use base::ids::PostId;
use node::error::{ApiError, Result};
use people::presence;
use permissions::Permission;
use request::permit::allowed;
use request::reply::parse;
use request::{Answer, Call, Reply};
use wire::errors::ids;
use wire::posts::Post;

use crate::posts::create;
use crate::posts::new::{NewPost, SetOnline};
use crate::posts::pending::Claim;
use crate::posts::pending::Pending;
use crate::shown::list;
use crate::source::{Source, Submitted};

/// Posts what the caller wrote.
pub async fn create_post(mut call: Call) -> Answer {
    let body = call.bytes().await?;
    // A list would be read as a post whose fields stand in order. Null is a post without any, as with other objects.
    let text = body.trim_ascii();
    if !text.starts_with(b"{") && text != b"null" {
        return Err(ApiError::body_param("post"));
    }
    let mut post: Post = parse(&body, "post")?;
    if !post.id.is_none() {
        // Its sender means a post that exists, and would get a second one.
        return Err(ApiError::body_param("id"));
    }
    must_be_able_to_post(&call, &post).await?;
    if !post.files().is_empty() {
        call.must_in_channel(post.channel_id, Permission::UploadFile).await?;
    }
    let set_online = match call.query().get("set_online") {
        None => SetOnline::Yes,
        Some(_) => SetOnline::from(call.query().flag("set_online")),
    };
    let pending = std::mem::take(&mut post.pending_post_id);
    let claim = match call.app.of::<Pending>().claim(call.my_id(), &pending, call.app.clock.now()) {
        Claim::New(claim) => claim,
        Claim::Posted(id) => return Box::pin(posted_before(&call, id)).await,
        Claim::UnderWay => {
            let text = "The same post is being created by another request.";
            return Err(ApiError::new(http::StatusCode::CONFLICT, ids::API_POST_DEDUPLICATE_CREATE_POST_PENDING, text));
        }
    };
    let source = Source::Client(Submitted { pending: pending.clone(), ..Submitted::by(&call) });
    let new = NewPost { author: call.me().clone(), post, source, set_online };
    let app = call.app.clone();
    // On a task of its own: a client that hangs up does not end what it began, and finds its post when it comes back.
    let work = base::tasks::spawn("create-post", async move {
        let written = create::write_if(&app, new, Vec::new()).await?;
        if let Some(written) = &written {
            claim.fulfil(written.post.id, app.clock.now());
        }
        Ok::<_, ApiError>(written)
    });
    let written = work.await.map_err(|error| {
        ApiError::internal("api.internal.app_error", "Something went wrong inside the server.").because(error)
    })??;
    let Some(written) = written else {
        // Another node created it.
        let id = call.app.store.pending_post(call.my_id(), &pending).await?;
        return Box::pin(posted_before(&call, id.ok_or_else(ApiError::busy)?)).await;
    };
    if set_online == SetOnline::Yes {
        presence::active(&call.app, call.my_id()).await?;
    }
    Ok(Reply::json_bytes(written.json).with_status(http::StatusCode::CREATED))
}

async fn must_be_able_to_post(call: &Call, post: &Post) -> Result<()> {
    let rights = call.app.channel_rights(call.me(), post.channel_id).await?;
    if rights.contains(Permission::CreatePost) {
        return Ok(());
    }
    let channel = call.app.world.channel(post.channel_id).await?;
    allowed(channel.is_some_and(|channel| channel.is_open()) && rights.contains(Permission::CreatePostPublic))
}

/// Answers a request that comes a second time, as after a lost answer.
async fn posted_before(call: &Call, id: PostId) -> Answer {
    let Some(post) = call.app.store.post(id).await? else {
        return Err(ApiError::not_found(ids::APP_POST_GET, "The post is gone."));
    };
    call.must_in_channel(post.channel_id, Permission::ReadChannelContent).await?;
    let mut posts = [post];
    list::show(&call.app, call.me(), &mut posts).await?;
    Ok(Reply::created(&posts[0]))
}
