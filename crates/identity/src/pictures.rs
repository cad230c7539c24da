//! The picture that a provider has of somebody: taken over once, when the account is made, and not waited for.

use std::sync::Arc;
use std::time::Duration;

use config::Provider;
use node::error::ApiError;
use organisation::profile_pictures;
use outward::outbound::Request;
use request::App;
use url::Url;
use wire::users::User;

use crate::asking::named;

const TIMEOUT: Duration = Duration::from_secs(10);
/// Bytes of a picture before it is made small.
const PICTURE_BYTES_MAX: usize = 4 << 20;
/// Many providers keep pictures elsewhere, and lead there.
const REDIRECTS_MAX: usize = 2;

/// Fetches the picture at `address` beside the sign-in. Without one the account has the letter that others have, too.
pub fn take_over(app: &Arc<App>, provider: &Provider, user: &User, address: &str) {
    let Some(url) = Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https")) else { return };
    let (app, named, user) = (app.clone(), named(provider), user.clone());
    base::tasks::spawn("provider-picture", async move {
        let bounds =
            Request { answer_bytes_max: PICTURE_BYTES_MAX, redirects_max: REDIRECTS_MAX, ..Request::get(url, TIMEOUT) };
        let done = match app.call_out(Request { named: Some(named), ..bounds }).await {
            Ok(answered) if answered.status.is_success() => profile_pictures::put(&app, &user, answered.body).await,
            Ok(answered) => Err(ApiError::bad_request("app.sign_in.picture.app_error", answered.status.to_string())),
            Err(error) => Err(ApiError::bad_request("app.sign_in.picture.app_error", error.to_string())),
        };
        if let Err(error) = done {
            tracing::info!(user.id = %user.id, cause = %error.message, "a picture of the provider was not taken over");
        }
    });
}
