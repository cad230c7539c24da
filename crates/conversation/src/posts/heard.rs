//! The port by which programs hear of a new post: outgoing webhooks plug in here.

use std::pin::Pin;
use std::sync::Arc;

use node::error::Result;
use request::App;
use wire::channels::Channel;
use wire::posts::Post;
use wire::users::User;

/// Is told of a durable post by its author, in its channel.
pub type Hears = for<'a> fn(
    &'a Arc<App>,
    &'a Arc<User>,
    &'a Arc<Channel>,
    &'a Post,
) -> Pin<Box<dyn Future<Output = Result<()>> + Send + 'a>>;

/// Who hears of every new post.
pub struct Heard(pub Hears);
