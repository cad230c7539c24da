//! Posts that the server writes: who came and went, what became of a channel.

use std::sync::Arc;

use node::error::Result;
use request::App;
use wire::channels::Channel;
use wire::omit::JsonMap;
use wire::posts::Post;
use wire::users::User;

use crate::posts::create;
use crate::posts::new::{NewPost, SetOnline};
use crate::source::Source;

/// Posts a message of the server's under the name of whoever caused it.
///
/// # Errors
/// As [`create::create`].
pub async fn post(
    app: &Arc<App>,
    channel: &Channel,
    author: &User,
    kind: &'static str,
    message: String,
    props: JsonMap,
) -> Result<()> {
    let post = Post { channel_id: channel.id, kind: kind.to_owned(), message, props, ..Post::default() };
    let new = NewPost { author: Arc::new(author.clone()), post, source: Source::Server, set_online: SetOnline::Yes };
    create::create(app, new).await?;
    Ok(())
}
