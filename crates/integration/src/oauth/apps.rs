//! Registered applications: who may manage them, and which of them a user let in.

use base::ids::OAuthAppId;
use base::tokens;
use node::change::Change;
use node::error::{ApiError, Result};
use people::audits;
use people::users::later;
use permissions::Permission;
use request::App;
use request::permit::accounts::Part;
use request::{Answer, Call, Reply};
use store::oauth::Client;
use store::secrets::Column;
use wire::oauth::OAuthApp;

use crate::oauth::{GRANTS_MAX, end, find, must_be_on};

/// `POST /oauth/apps`
pub async fn create(mut call: Call) -> Answer {
    let form: OAuthApp = call.json("oauth_app").await?;
    call.must(Permission::ManageOauth)?;
    must_be_on(&call.app)?;
    let now = call.app.clock.now();
    let id: OAuthAppId = call.app.ids.next();
    let secret = call.app.secrets.seal(Column::OAuthApp, id, &tokens::secret());
    let app = OAuthApp {
        id,
        creator_id: call.my_id(),
        create_at: now,
        update_at: now,
        client_secret: secret,
        is_trusted: form.is_trusted && call.can(Permission::ManageSystem),
        mattermost_app_id: String::new(),
        is_dynamically_registered: false,
        ..form
    };
    must_be_valid(&app)?;
    let mut change = call.app.change();
    change.write(store::oauth::insert(&app, Client::Confidential));
    audits::note(&mut change, &call, &format!("client_id={}", app.id));
    change.commit().await?;
    Ok(Reply::created(&told(&call.app, app)))
}

/// `PUT /oauth/apps/{app_id}`
pub async fn update(mut call: Call) -> Answer {
    let form: OAuthApp = call.json("oauth_app").await?;
    let old = must_manage(&call).await?;
    if form.id != old.id {
        return Err(ApiError::body_param("app_id"));
    }
    // Trust is in where the codes go: whoever sends them elsewhere is asked for again.
    let stays = form.callback_urls == old.callback_urls;
    let is_trusted = if call.can(Permission::ManageSystem) { form.is_trusted } else { old.is_trusted && stays };
    let app = OAuthApp {
        id: old.id,
        creator_id: old.creator_id,
        create_at: old.create_at,
        update_at: later(&call.app, old.update_at),
        client_secret: old.client_secret,
        is_trusted,
        mattermost_app_id: old.mattermost_app_id,
        is_dynamically_registered: old.is_dynamically_registered,
        ..form
    };
    must_be_valid(&app)?;
    // What it was given while it was trusted may have an administrator's rights.
    let change = if old.is_trusted && !app.is_trusted { end_all_of(&call, app.id).await? } else { call.app.change() };
    save(&call, change, app).await
}

/// `POST /oauth/apps/{app_id}/regen_secret`
pub async fn regenerate_secret(call: Call) -> Answer {
    let old = must_manage(&call).await?;
    let update_at = later(&call.app, old.update_at);
    let client_secret = call.app.secrets.seal(Column::OAuthApp, old.id, &tokens::secret());
    save(&call, call.app.change(), OAuthApp { client_secret, update_at, ..old }).await
}

/// `GET /oauth/apps/{app_id}`
pub async fn get(call: Call) -> Answer {
    Ok(Reply::json(&told(&call.app, must_manage(&call).await?)))
}

/// `GET /oauth/apps/{app_id}/info`: answers with what a user sees of an application before authorizing it.
pub async fn info(call: Call) -> Answer {
    must_be_on(&call.app)?;
    let app = find(&call.app, call.id("app_id")?).await?;
    Ok(Reply::json(&app.for_users()))
}

/// `GET /oauth/apps`: answers with all applications, or with the caller's own.
pub async fn list(call: Call) -> Answer {
    call.must(Permission::ManageOauth)?;
    must_be_on(&call.app)?;
    let query = call.query();
    let creator = (!call.can(Permission::ManageSystemWideOauth)).then(|| call.my_id());
    let (limit, offset) = (query.per_page(), query.page().saturating_mul(query.per_page()));
    let apps = call.app.store.oauth_apps(creator, limit, offset).await?;
    Ok(Reply::json(&apps.into_iter().map(|app| told(&call.app, app)).collect::<Vec<_>>()))
}

/// `GET /users/{user_id}/oauth/apps/authorized`
pub async fn authorized(call: Call) -> Answer {
    let user = call.must_act_on(Part::SignIn).await?;
    must_be_on(&call.app)?;
    let query = call.query();
    let (limit, offset) = (query.per_page(), query.page().saturating_mul(query.per_page()));
    let apps = call.app.store.oauth_apps_authorized(user, limit, offset).await?;
    let apps: Vec<OAuthApp> = apps.into_iter().map(OAuthApp::for_users).collect();
    Ok(Reply::json(&apps))
}

/// `DELETE /oauth/apps/{app_id}`: deletes the application, with its codes and sessions.
pub async fn delete(call: Call) -> Answer {
    let app = must_manage(&call).await?;
    let mut change = end_all_of(&call, app.id).await?;
    change.write(store::oauth::remove_codes_of_app(app.id));
    change.write(store::oauth::remove(app.id));
    audits::note(&mut change, &call, &format!("client_id={}", app.id));
    change.commit().await?;
    Ok(Reply::ok())
}

/// A change that ends all that an application was given. A change is bounded: of an application that holds more, the
/// first go before this returns.
async fn end_all_of(call: &Call, id: OAuthAppId) -> Result<Change> {
    loop {
        let grants = call.app.store.oauth_grants_of_app(id, GRANTS_MAX).await?;
        let mut change = call.app.change();
        end(&mut change, &grants);
        if grants.len() < GRANTS_MAX {
            return Ok(change);
        }
        change.commit().await?;
    }
}

async fn save(call: &Call, mut change: Change, app: OAuthApp) -> Answer {
    change.write(store::oauth::update(&app));
    audits::note(&mut change, call, &format!("client_id={}", app.id));
    change.commit().await?;
    Ok(Reply::json(&told(&call.app, app)))
}

/// The application with its secret, for those who manage it.
fn told(app: &App, kept: OAuthApp) -> OAuthApp {
    OAuthApp { client_secret: app.secrets.told(Column::OAuthApp, kept.id, &kept.client_secret), ..kept }
}

/// The application of the path, for its creator and for those who manage all.
async fn must_manage(call: &Call) -> Result<OAuthApp> {
    call.must(Permission::ManageOauth)?;
    must_be_on(&call.app)?;
    let app = find(&call.app, call.id("app_id")?).await?;
    if app.creator_id != call.my_id() {
        call.must(Permission::ManageSystemWideOauth)?;
        // Whoever manages the application of an administrator would get the tokens that it is given.
        if let Some(creator) = call.app.world.user(app.creator_id).await? {
            call.must_cover(&creator)?;
        }
    }
    Ok(app)
}

/// # Errors
/// The id of the first thing that is wrong with an application.
pub fn must_be_valid(app: &OAuthApp) -> Result<()> {
    let text = rules::oauth::AppText {
        name: &app.name,
        callback_urls: &app.callback_urls,
        homepage: &app.homepage,
        description: &app.description,
        icon_url: &app.icon_url,
    };
    Ok(text.must_be_valid()?)
}
