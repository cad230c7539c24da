//! Sessions of phones that ended by themselves: who finds out by silence misses what comes, so the phone says it once.

use std::sync::Arc;

use base::Millis;
use node::error::Result;
use request::App;
use wire::push::PushNotification;

use crate::client_settings;
use crate::delivery_queue::deliver_later;
use crate::phones::deliver::Parcel;
use crate::phones::{is_on, message};

/// Sessions that ended longer ago, while no server ran, are not told of.
const ENDED_MS_MAX: Millis = 60 * 60 * 1000;
/// Phones told at a time; the rest waits for the next run of the job.
const PHONES_MAX: usize = 500;

/// Tells phones whose sessions just ended. Called now and then.
///
/// # Errors
/// When the store does not answer.
pub async fn tell(app: Arc<App>) -> Result<()> {
    if !is_on(&app.config()) {
        return Ok(());
    }
    let now = app.clock.now();
    let ended = app.store.phones_expired(now - ENDED_MS_MAX, now, PHONES_MAX).await?;
    if ended.is_empty() {
        return Ok(());
    }
    // Noted first: to be told twice is worse than not to be told.
    let mut change = app.change();
    for session in &ended {
        change.write(store::sessions::set_notified(session.id));
    }
    change.commit().await?;
    let server_id = client_settings::identity(&app).await?;
    for session in ended {
        let Some(user) = app.world.user(session.user_id).await?.filter(|user| user.is_active()) else { continue };
        let message = message::of_end(&user.locale, &app.config().team.site_name);
        let message = PushNotification { server_id: server_id.clone(), ..message };
        let (session, device) = (session.id, session.device_id);
        deliver_later(&app, Parcel { session, device, user: user.id, message });
    }
    Ok(())
}
