//! How a connection arrives: it begins, or goes on where the client was, at this node or another.

use std::sync::Arc;

use base::Id;
use base::ids::{ConnectionId, UserId};
use cluster::resume;
use delivery::connection::{Connection, Resumed, Told};
use delivery::hub::{Event, Rank};
use metrics::Reconnect;
use permissions::applications;
use request::App;
use request::call::Identity;
use wire::events::{Broadcast, EncodedEvent, EventName, Hello};

use crate::realtime::handshake::Opening;

/// Where a connection comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrival {
    /// Its client loads what was before, or an earlier process of this node kept it.
    New,
    /// Another node served it.
    FromElsewhere,
}

/// Resumes the connection that the client names, or begins one with a `hello`.
pub(super) async fn connect(
    app: &Arc<App>,
    identity: &Identity,
    opening: &Opening,
    number: u64,
) -> Option<Arc<Connection>> {
    if let Some((id, expected)) = opening.resume {
        match app.hub.resume(&identity.session, id, number, expected) {
            Some((connection, Resumed::Seamless)) => {
                app.metrics.realtime.reconnects.inc((Reconnect::Lossless, 0));
                return Some(connection);
            }
            Some((connection, Resumed::Lost)) => {
                app.metrics.realtime.reconnects.inc((Reconnect::Failure, 0));
                app.hub.remove(&connection);
            }
            None => match Box::pin(resume_from_elsewhere(app, identity, opening, (id, expected), number)).await {
                Some(connection) => {
                    app.metrics.realtime.reconnects.inc((Reconnect::Lossless, 0));
                    return Some(connection);
                }
                None => app.metrics.realtime.reconnects.inc((Reconnect::Failure, 0)),
            },
        }
    }
    let id = new_id(app);
    let connection = Arc::new(Connection::new(id, identity.session.clone(), opening.posted_ack, number));
    let hello = Hello {
        server_version: app.version_header().to_str().unwrap_or_default().to_owned(),
        connection_id: Id::from(id).to_string(),
        server_hostname: app.hostname.clone(),
    };
    let broadcast = Broadcast::to_user(identity.user.id);
    connection.offer(&Arc::new(Event::plain(EncodedEvent::new(EventName::Hello, &hello, broadcast))), Told::Now);
    if !join_hub(app, identity, &connection, Arrival::New).await {
        return None;
    }
    // What the client loads next, from whichever node, must not be older than what it is told from here on.
    if let Some(cluster) = &app.cluster {
        cluster.outlast_readings().await;
    }
    Some(connection)
}

fn new_id(app: &App) -> ConnectionId {
    let id = app.ids.next();
    app.cluster.as_ref().map_or(id, |cluster| resume::tagged(id, cluster.bus.node()))
}

/// Goes on with a connection that another node kept. What happens meanwhile gathers here.
async fn resume_from_elsewhere(
    app: &Arc<App>,
    identity: &Identity,
    opening: &Opening,
    (id, expected): (ConnectionId, i64),
    number: u64,
) -> Option<Arc<Connection>> {
    let cluster = app.cluster.as_ref()?;
    // What waits there may be for more than its scope lets it hear.
    if applications::is_narrow(&identity.session) {
        return None;
    }
    let connection = Arc::new(Connection::arriving(id, identity.session.clone(), opening.posted_ack, number));
    if !join_hub(app, identity, &connection, Arrival::FromElsewhere).await {
        return None;
    }
    let user = identity.user.id;
    let handed = match cluster.take_over(user, id, expected).await {
        Some(handed) => Some(handed),
        None => cluster.recover(&app.node, user, id, expected).await,
    };
    let resumed = handed.map_or(Resumed::Lost, |handed| connection.take_over(handed, expected));
    match resumed {
        Resumed::Seamless => Some(connection),
        Resumed::Lost => {
            app.hub.remove(&connection);
            None
        }
    }
}

/// Adds the connection to the hub with all places its user belongs to.
async fn join_hub(app: &Arc<App>, identity: &Identity, connection: &Arc<Connection>, arrival: Arrival) -> bool {
    let known = know_places(app, identity.user.id, connection, arrival).await;
    if let Err(error) = &known {
        tracing::warn!(%error, "where a connecting user belongs cannot be read");
        app.hub.remove(connection);
    }
    known.is_ok()
}

/// Tells the hub of a connection and of all places its user belongs to.
///
/// # Errors
/// When the store does not answer.
pub(super) async fn know_places(
    app: &Arc<App>,
    user: UserId,
    connection: &Arc<Connection>,
    arrival: Arrival,
) -> store::Result<()> {
    // What the other nodes tell of these places is heard before the hub knows that the user belongs there.
    let mut hold = Vec::new();
    if let Some(cluster) = &app.cluster {
        if !cluster.bus.cache_is_valid() {
            // Caches that rest on readings of the logs lag behind, and who belongs where must not.
            app.world.forget_memberships(user);
            app.world.forget_user(user);
        }
        hold.push(cluster.hold(&app.node, user, &*app.world.memberships(user).await?).await?);
        if arrival == Arrival::FromElsewhere {
            // The client has what was committed until now, or its old node hands it over: here it must not come again.
            cluster.has_caught_up(&app.node, user).await?;
            app.hub.served_to(user).await;
        }
    }
    let rank = async || -> store::Result<Rank> {
        let known = app.world.user(user).await?;
        Ok(known.map_or_else(Rank::default, |known| Rank::of(&app.roles.load(), &known.roles)))
    };
    let mut registered = app.hub.register(connection.clone(), rank().await?);
    // An application's socket is told what its scope lets it read: the shard looks at each connection's session.
    // It may have changed before the hub knew of the connection.
    app.hub.set_rank(user, rank().await?);
    loop {
        let memberships = app.world.memberships(user).await?;
        if let Some(cluster) = &app.cluster
            && !hold.iter().any(|hold| hold.covers(&memberships))
        {
            hold.push(cluster.hold(&app.node, user, &memberships).await?);
            continue;
        }
        match app.hub.know(user, registered, &memberships) {
            Ok(()) => return Ok(()),
            Err(newer) => registered = newer,
        }
    }
}
