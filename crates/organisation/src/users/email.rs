//! Proof that an address belongs to its account.

use node::error::ApiError;
use permissions::Permission;
use store::post_pages::Page;
use store::users_list::{Activity, Filter};
use wire::errors::ids;
use wire::users::{EmailForm, TokenForm, User};

use people::one_time;
use people::one_time::Kind;
use people::users::domains::{self, must_be_of_domain};
use people::users::{announce_update, later, listed, must_stored};
use request::{Answer, Call, Reply};

/// `POST /users/email/verify`
pub async fn verify(mut call: Call) -> Answer {
    let form: TokenForm = call.json("token").await?;
    let bad_link = || {
        let text = "The link to verify the email address is not valid, or not any more.";
        ApiError::bad_request(ids::API_USER_VERIFY_EMAIL_BAD_LINK, text)
    };
    let found = one_time::find(&call.app, Kind::VerifyEmail, &form.token).await?.ok_or_else(bad_link)?;
    let user = call.app.store.user(found.subject.user_id).await?.ok_or_else(bad_link)?;
    match mark(&call, user, &found.subject.email, Some(&found.hash)).await {
        Ok(_) => Ok(Reply::ok()),
        // The link was used already, or the account has another address by now.
        Err(store::Error::Unmet { .. }) => Err(bad_link()),
        Err(error) => Err(error.into()),
    }
}

async fn mark(call: &Call, mut user: User, email: &str, token: Option<&[u8; 32]>) -> store::Result<User> {
    user.update_at = later(&call.app, user.update_at);
    user.email_verified = true;
    let mut change = call.app.change();
    if let Some(hash) = token {
        change.write(store::tokens::remove(hash));
    }
    change.write(store::users::verify_email(user.id, email, user.update_at));
    change.user_changed(user.id);
    announce_update(&mut change, &user);
    change.commit().await?;
    Ok(user)
}

/// `POST /users/email/verify/send`: sends a link, if there is such an account. The answer does not tell.
pub async fn send_verification(mut call: Call) -> Answer {
    let form: EmailForm = call.json("email").await?;
    let email = form.email.trim().to_lowercase();
    if email.is_empty() {
        return Err(ApiError::body_param("email"));
    }
    let may = |user: &User| user.is_active() && !user.email_verified;
    one_time::send_to(&call.app, Kind::VerifyEmail, email, may)?;
    Ok(Reply::ok())
}

/// `POST /users/{user_id}/email/verify/member`: marks an address as verified, for administrators.
pub async fn verify_without_token(call: Call) -> Answer {
    let id = call.user_id()?;
    call.must(Permission::ManageSystem)?;
    let user = must_stored(&call.app, id).await?;
    let email = user.email.clone();
    let user = mark(&call, user, &email, None).await?;
    Ok(Reply::json(&user.for_admin()))
}

/// `GET /users/invalid_emails`: answers with accounts whose address is of a domain that is not allowed.
pub async fn with_invalid_email(call: Call) -> Answer {
    call.must(Permission::ReadConsoleUserManagementUsers)?;
    let (query, app) = (call.query(), &call.app);
    if call.app.config().accounts.open_signup {
        let text = "This server does not restrict who has an account.";
        return Err(ApiError::bad_request("api.user.get_users_with_invalid_emails.app_error", text));
    }
    let (page, limit) = (query.page(), query.per_page());
    let filter = Filter { activity: Activity::Active, exclude_bots: true, ..Filter::default() };
    let mut users = call.app.store.users_list(&filter, Page { limit, offset: page.saturating_mul(limit) }).await?;
    let [members, guests] = [domains::Kind::Member, domains::Kind::Guest].map(|kind| domains::domains(app, kind));
    users.retain(|user| must_be_of_domain(&user.email, if user.is_guest() { &guests } else { &members }).is_err());
    Ok(Reply::json(&listed(&call, users)))
}
