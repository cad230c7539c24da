//! What is signed in where: listed, and ended.

use http::header;
use memory::subscribers::Kind;
use node::change::Change;
use node::consequence::Fact;
use node::error::{ApiError, Result};
use permissions::Permission;
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use wire::errors::ids;
use wire::sessions::{DeviceForm, PROP_DEVICE_NOTIFICATION_DISABLED, PROP_MOBILE_VERSION, Session, SessionForm};

use crate::audits;
use crate::sessions::activity::is_over;
use crate::sessions::opening::{take_device, token_cookie};
use crate::sessions::{DEVICE_LEN_MAX, HOUR_MS, ending};
use crate::subscriptions as subscription;
use crate::subscriptions::Subscription;

/// `GET /users/{user_id}/sessions`
pub async fn list(call: Call) -> Answer {
    let user = call.must_act_on(Part::SignIn).await?;
    let sessions = call.app.store.sessions_of(user).await?;
    let live: Vec<Session> =
        sessions.into_iter().filter(|session| !is_over(&call.app, session)).map(Session::listed).collect();
    Ok(Reply::json(&live))
}

/// `POST /users/{user_id}/sessions/revoke`
pub async fn revoke(mut call: Call) -> Answer {
    let user = call.must_act_on(Part::SignIn).await?;
    let form: SessionForm = call.json("session_id").await?;
    if form.session_id.is_none() {
        return Err(ApiError::body_param("session_id"));
    }
    let unknown = || ApiError::bad_request(ids::APP_SESSION_GET, "There is no such session.");
    let session = call.app.store.session(form.session_id).await?.ok_or_else(unknown)?;
    if session.user_id != user {
        return Err(ApiError::url_param("user_id"));
    }
    let mut change = call.app.change();
    ending::end(&mut change, &session);
    audits::note(&mut change, &call, &format!("session_id={}", session.id));
    match change.commit().await {
        Ok(_) => Ok(Reply::ok()),
        Err(store::Error::Unmet { .. }) => Err(unknown()),
        Err(error) => Err(error.into()),
    }
}

/// `POST /users/{user_id}/sessions/revoke/all`
pub async fn revoke_all(call: Call) -> Answer {
    let user = call.must_act_on(Part::SignIn).await?;
    let mut change = call.app.change();
    ending::end_all(&mut change, user);
    audits::note(&mut change, &call, &format!("user_id={user}"));
    change.commit().await?;
    Ok(Reply::ok())
}

/// `POST /users/sessions/revoke/all`
pub async fn revoke_everyone(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let mut change = call.app.change();
    change.write(store::sessions::remove_all());
    change.write(store::browsers::remove_all());
    for write in store::oauth::remove_all().into_iter().chain(ending::all_waiting()) {
        change.write(write);
    }
    audits::note(&mut change, &call, "");
    change.fact(Fact::AllSessionsEnded);
    change.commit().await?;
    Ok(Reply::ok())
}

/// `PUT /users/sessions/device`: registers the session's device for push: a phone, or a browser.
pub async fn attach_device(mut call: Call) -> Answer {
    let form: DeviceForm = call.json_or_default("device_id").await?;
    let texts = [&form.device_id, &form.device_notification_disabled, &form.mobile_version];
    if texts.iter().any(|text| text.len() > DEVICE_LEN_MAX) {
        return Err(ApiError::body_param("device_id"));
    }
    if !matches!(form.device_notification_disabled.as_str(), "" | "true" | "false") {
        return Err(ApiError::body_param("device_notification_disabled"));
    }
    if !form.mobile_version.is_empty() && !is_version(&form.mobile_version) {
        return Err(ApiError::body_param("mobile_version"));
    }
    let mut session = Session::clone(call.session());
    for (name, value) in [
        (PROP_DEVICE_NOTIFICATION_DISABLED, &form.device_notification_disabled),
        (PROP_MOBILE_VERSION, &form.mobile_version),
    ] {
        if !value.is_empty() {
            session.props.insert(name.to_owned(), value.clone());
        }
    }
    let mut change = call.app.change();
    change.write(store::sessions::set_props(&session));
    let browser = form.device_id.starts_with(subscription::PREFIX);
    let attached = !form.device_id.is_empty() && !browser;
    if browser {
        attach_browser(&mut change, &session, &form.device_id)?;
    }
    if attached {
        if !session.is_access_token() {
            let hours = i64::from(call.app.config().session.mobile_length_h);
            session.expires_at = call.app.clock.now() + hours * HOUR_MS;
        }
        take_device(&mut change, &form.device_id, &session);
        change.write(store::sessions::set_device(session.id, &form.device_id, session.expires_at));
        change.fact(Fact::Subscribed(session.user_id, Kind::Phone));
    }
    change.fact(Fact::SessionChanged(session.token_hash));
    change.commit().await?;
    Ok(if attached { with_cookie(&call, &session) } else { Reply::ok() })
}

/// Whether it is a version as apps have them: three numbers, then what tells two builds apart.
fn is_version(text: &str) -> bool {
    let (numbers, build) = text.split_once(['-', '+']).map_or((text, None), |(numbers, build)| (numbers, Some(build)));
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_build = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
    numbers.split('.').count() == 3
        && numbers.split('.').all(is_number)
        && build.is_none_or(|build| !build.is_empty() && build.chars().all(is_build))
}

/// The browser can be told while it is closed, or with the prefix alone no more. It stays a browser, so the session does
/// not last as long as a phone's.
fn attach_browser(change: &mut Change, session: &Session, device: &str) -> Result<()> {
    if device == subscription::PREFIX {
        change.write(store::sessions::set_device(session.id, "", session.expires_at));
        return Ok(());
    }
    Subscription::parse(device).ok_or_else(|| ApiError::body_param("device_id"))?;
    take_device(change, device, session);
    change.write(store::sessions::set_device(session.id, device, session.expires_at));
    change.fact(Fact::Subscribed(session.user_id, Kind::Browser));
    Ok(())
}

/// The token's cookie again, for the session lasts longer now.
fn with_cookie(call: &Call, session: &Session) -> Reply {
    match request::token::find_token(&call.parts) {
        Some((token, _)) => {
            let cookie = token_cookie(call, &Session { token, ..session.clone() });
            Reply::ok().with_text_header(header::SET_COOKIE, &cookie)
        }
        None => Reply::ok(),
    }
}
