//! Accounts that end at a time, as those of guests may: nobody signs in by then, and a job puts the account out of use, with
//! its sessions.

use std::sync::Arc;

use base::ids::UserId;
use node::error::{ApiError, Result};
use people::audits;
use people::users::administrators::must_leave_one;
use people::users::{announce_update, must_stored};
use request::App;
use request::permit::accounts::Part;
use request::permit::allowed;
use request::{Answer, Call, Reply};
use wire::audits::Audit;
use wire::events::{Broadcast, EventName, NoData};
use wire::expiries::Expiry;

use crate::users::active::switch;
use crate::users::bots;

/// Accounts that are looked at at a time.
const PAGE_LEN: usize = 200;

/// `GET /users/{user_id}/expiry`
pub async fn get(call: Call) -> Answer {
    let id = call.must_act_on(Part::SignIn).await?;
    must_stored(&call.app, id).await?;
    let expires_at = call.app.store.expiry_of(id).await?.unwrap_or_default();
    Ok(Reply::json(&Expiry { expires_at }))
}

/// `PUT /users/{user_id}/expiry`: of somebody else. A time that has come ends the account with the next run of the job.
pub async fn set(mut call: Call) -> Answer {
    let id = call.must_act_on(Part::SignIn).await?;
    allowed(id != call.my_id())?;
    let form: Expiry = call.json("expires_at").await?;
    if form.expires_at < 0 {
        return Err(ApiError::body_param("expires_at"));
    }
    let user = must_stored(&call.app, id).await?;
    allowed(!user.is_bot)?;
    call.must_cover(&user)?;
    let mut change = call.app.change();
    change.write(match form.expires_at {
        0 => store::expiries::remove_of_user(id),
        at => store::expiries::save(id, at),
    });
    audits::note(&mut change, &call, &format!("user_id={id} expires_at={}", form.expires_at));
    change.commit().await?;
    Ok(Reply::json(&form))
}

/// Puts accounts out of use whose time has come, on all nodes. Called now and then. The last administrator stays.
///
/// # Errors
/// When the store does not answer.
pub async fn end_due(app: Arc<App>) -> Result<()> {
    let mut after = UserId::NONE;
    loop {
        let page = app.store.expired(app.clock.now(), after, PAGE_LEN).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = *last;
        for user in page {
            end(&app, user).await?;
        }
    }
}

async fn end(app: &Arc<App>, id: UserId) -> Result<()> {
    let user = must_stored(app, id).await?;
    let mut change = app.change();
    must_leave_one(&mut change, &user);
    let gone = switch(&mut change, app, user, false).await?;
    bots::follow(&mut change, app, &gone).await?;
    announce_update(&mut change, &gone);
    change.announce(EventName::UserActivationStatusChange, &NoData {}, Broadcast::everyone());
    let audit = Audit {
        id: app.ids.next(),
        create_at: app.clock.now(),
        user_id: id,
        action: "expiry".to_owned(),
        extra_info: "the account ended at its time".to_owned(),
        ..Audit::default()
    };
    change.write(store::audits::insert(&audit));
    match change.commit().await {
        Ok(_) => {
            tracing::info!(user.id = %id, "an account ended at its time");
            Ok(())
        }
        Err(error) if store::users::was_last_administrator(&error) => {
            tracing::warn!(user.id = %id, "the last administrator stays one, though the account should have ended");
            Ok(())
        }
        Err(error) => Err(error.into()),
    }
}
