//! What clients submit: rights and form are checked here, then [`super::create`] takes over.

use base::ids::PostId;
use permissions::Permission;
use wire::errors::ids;
use wire::posts::Post;

use super::create::{self, NewPost, Origin, SetOnline};
use super::pending::Claim;
use super::priority;
use crate::error::{ApiError, Result};
use crate::http::reply::parse;
use crate::http::{Answer, Call, Reply};
use crate::permit::allowed;
use crate::realtime::presence;

/// Properties that only the server may set.
const SERVER_PROPS: &[&str] = &[
    wire::posts::PROP_ADD_CHANNEL_MEMBER,
    wire::posts::PROP_DELETE_BY,
    wire::posts::PROP_FORCE_NOTIFICATION,
    wire::posts::PROP_PREVIEWED_POST,
    wire::posts::PROP_FROM_BOT,
    wire::posts::PROP_FROM_OAUTH_APP,
    wire::posts::PROP_FROM_PLUGIN,
];

/// Properties by which integrations speak under another name; hardened servers keep people from using them.
const INTEGRATION_PROPS: &[&str] = &[
    wire::posts::PROP_FROM_WEBHOOK,
    wire::posts::PROP_OVERRIDE_USERNAME,
    wire::posts::PROP_OVERRIDE_ICON_URL,
    wire::posts::PROP_OVERRIDE_ICON_EMOJI,
    wire::posts::PROP_WEBHOOK_DISPLAY_NAME,
];

/// Posts what the caller wrote.
pub async fn create_post(mut call: Call) -> Answer {
    let body = call.bytes().await?;
    // A list would be read as a post whose fields stand in order.
    if !body.trim_ascii_start().starts_with(b"{") {
        return Err(ApiError::body_param("post"));
    }
    let mut post: Post = parse(&body, "post")?;
    must_be_able_to_post(&call, &post).await?;
    rules::posts::must_not_be_system_type(&post.kind)?;
    priority::must_be_able_to_label(&call, &post)?;
    let set_online = match call.query().get("set_online") {
        None => SetOnline::Yes,
        Some(_) => SetOnline::from(call.query().flag("set_online")),
    };
    clean(&call, &mut post)?;
    let pending = std::mem::take(&mut post.pending_post_id);
    let claim = match call.app.pending.claim(call.my_id(), &pending, call.app.clock.now()) {
        Claim::New(claim) => claim,
        Claim::Posted(id) => return Box::pin(posted_before(&call, id)).await,
        Claim::UnderWay => {
            let text = "The same post is being created by another request.";
            return Err(ApiError::new(http::StatusCode::CONFLICT, ids::API_POST_DEDUPLICATE_CREATE_POST_PENDING, text));
        }
    };
    let origin = Origin::Client { pending: pending.clone() };
    let new = NewPost { author: call.me().clone(), post, origin, set_online };
    let app = call.app.clone();
    // On a task of its own: a client that hangs up does not end what it began, and finds its post when it comes back.
    let work = crate::tasks::spawn("create-post", async move {
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

/// Leaves of a submitted post only what its author decides.
fn clean(call: &Call, post: &mut Post) -> Result<()> {
    let priority = post.metadata.take().and_then(|metadata| metadata.priority);
    post.metadata = Some(Box::new(wire::posts::PostMetadata { priority, ..Default::default() }));
    if !call.can(Permission::ManageSystem) {
        post.create_at = 0;
    }
    for name in SERVER_PROPS {
        post.props.remove(*name);
    }
    if call.app.config().service.hardened_mode && !call.me().is_bot {
        for name in INTEGRATION_PROPS {
            if post.props.contains_key(*name) {
                return Err(ApiError::body_param("props"));
            }
        }
    }
    if call.session().is_oauth {
        post.props.insert(wire::posts::PROP_FROM_OAUTH_APP.into(), "true".into());
    }
    Ok(())
}

/// Answers a request that comes a second time, as after a lost answer.
async fn posted_before(call: &Call, id: PostId) -> Answer {
    let Some(post) = call.app.store.post(id).await? else {
        return Err(ApiError::not_found(ids::APP_POST_GET, "The post is gone."));
    };
    call.must_in_channel(post.channel_id, Permission::ReadChannelContent).await?;
    Ok(Reply::created(&post))
}
