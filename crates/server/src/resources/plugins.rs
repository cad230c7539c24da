//! Plugins: there are none, and none can be put in.
//!
//! What asks which plugins are there is answered with the empty list, so that clients go on; what would install or
//! configure one is refused as by a server on which plugins are turned off (see [`people::not_implemented`]).

use permissions::Permission;
use wire::events::{Broadcast, EventName, MarketplaceVisited};
use wire::system::SystemValue;

use request::{Answer, Call, Reply};

/// Whether an administrator looked for plugins yet; clients say so once.
const VISITED: &str = "FirstAdminVisitMarketplace";

/// `GET /plugins/webapp`: answers with the plugins that browsers load.
pub async fn of_webapp(_: Call) -> Answer {
    Ok(Reply::json::<[(); 0]>(&[]))
}

/// `GET /plugins/statuses`
pub async fn statuses(call: Call) -> Answer {
    call.must(Permission::ReadConsolePlugins)?;
    Ok(Reply::json::<[(); 0]>(&[]))
}

/// `GET /plugins/marketplace/first_admin_visit`
pub async fn first_visit(call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let value = call.app.store.system(VISITED).await?.unwrap_or_else(|| "false".into());
    Ok(Reply::json(&SystemValue { name: VISITED.into(), value }))
}

/// `POST /plugins/marketplace/first_admin_visit`
pub async fn visit(call: Call) -> Answer {
    // The contract lets anybody ask here, so the session is asked for by hand.
    if call.identity.is_none() {
        return Err(node::error::ApiError::session_expired());
    }
    call.must(Permission::ManageSystem)?;
    let mut change = call.app.change();
    change.write(store::systems::save(VISITED, "true"));
    let data = MarketplaceVisited { status: "true".into() };
    let broadcast = Broadcast { contains_sensitive_data: true, ..Broadcast::everyone() };
    change.announce(EventName::FirstAdminVisitMarketplaceStatusReceived, &data, broadcast);
    change.commit().await?;
    Ok(Reply::ok())
}
