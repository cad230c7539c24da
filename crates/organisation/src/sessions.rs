//! Ways to sign in beside the password: by another service.

use http::StatusCode;
use node::error::ApiError;
use permissions::Permission;
use serde::Deserialize;
use wire::errors::ids;
use wire::users::AuthForm;

use people::sessions::ending;
use people::users::administrators::must_leave_one;
use people::{audits, users};
use request::permit::allowed;
use request::{Answer, App, Call, Reply};

/// Services whose accounts can exist here, as imports and directories bring them.
const SERVICES: &[&str] = &["gitlab", "google", "office365", "openid", "saml", "ldap"];
/// Characters of the name that a service knows somebody by (facts: user).
const AUTH_DATA_LEN_MAX: usize = 128;

/// Whether accounts of this service can exist here.
fn is_service(app: &App, name: &str) -> bool {
    SERVICES.contains(&name) || app.config().sign_in.providers.iter().any(|provider| provider.name == name)
}

/// A body that names a service, if only the password. `{}` takes nobody's service away.
#[derive(Deserialize)]
struct Named {
    #[expect(dead_code, reason = "only that it is there counts")]
    auth_service: String,
}

/// `PUT /users/{user_id}/auth`: how an account signs in from now on. Its sessions end.
pub async fn set_service(mut call: Call) -> Answer {
    let id = call.user_id()?;
    let form: AuthForm = call.json_part::<Named, _>("user").await?;
    call.must(Permission::EditOtherUsers)?;
    let by_password = matches!(form.auth_service.as_str(), "" | "email");
    let data = form.auth_data.filter(|data| !data.is_empty());
    let fits = data.as_ref().is_none_or(|data| data.len() <= AUTH_DATA_LEN_MAX);
    if !(by_password || is_service(&call.app, &form.auth_service)) || by_password == data.is_some() || !fits {
        return Err(ApiError::body_param("user"));
    }
    let old = users::must_stored(&call.app, id).await?;
    allowed(!old.is_bot)?;
    call.must_cover(&old)?;
    let mut user = old.clone();
    user.auth_service = if by_password { String::new() } else { form.auth_service };
    user.auth_data = data;
    user.update_at = users::later(&call.app, old.update_at);
    let mut change = call.app.change();
    if !by_password {
        must_leave_one(&mut change, &old);
    }
    change.write(store::users::update(&user, old.update_at));
    ending::end_all(&mut change, id);
    change.user_changed(id);
    audits::note(&mut change, &call, &format!("user_id={id} service={}", user.auth_service));
    match change.commit().await {
        Ok(_) => Ok(Reply::json(&AuthForm {
            auth_data: user.auth_data,
            auth_service: user.auth_service,
            password: String::new(),
        })),
        Err(error) if error.is_conflict_on("users.auth_data+auth_service") => {
            let text = "Another account is known to the service by this name.";
            Err(ApiError::bad_request("app.user.update_auth_data.email_exists.app_error", text))
        }
        Err(error) if store::users::was_last_administrator(&error) => Err(error.into()),
        Err(store::Error::Unmet { .. }) => {
            Err(ApiError::new(StatusCode::CONFLICT, ids::APP_USER_MISSING_ACCOUNT_CONST, "Please try again."))
        }
        Err(error) => Err(error.into()),
    }
}
