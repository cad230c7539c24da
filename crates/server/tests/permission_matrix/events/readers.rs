//! Who listens: the callers of the matrix, and those whose rights end while their sockets are open.

use std::sync::Arc;
use std::time::Duration;

use base::ids::{ChannelId, TeamId, UserId};
use client::{Answer, Rest, Socket};
use delivery::hub;
use http::Method;
use request::App;
use serde_json::{Value, json};
use wire::events::{Broadcast, EncodedEvent, Event, EventName};

use crate::world::{Making, Place, Who, World, channel_member, team_member};

/// Time in which an event comes that is certain to come.
const PATIENCE: Duration = Duration::from_secs(20);

/// The name of what ends each look.
const MARK: EventName = EventName::PluginStatusesChanged;

/// One who listens.
pub struct Reader {
    pub name: String,
    pub id: UserId,
    pub rest: Rest,
    /// None when the server opened none, or closed it.
    socket: Option<Socket>,
}

/// What becomes of a reader once the socket is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Stays,
    LeavesChannel,
    LeavesTeam,
    IsDeactivated,
    /// A guest without the second factor, which the server asks guests for.
    LacksMfa,
}

/// Those who are no callers of the matrix, and whether they are in the open channel of the home team.
const OTHERS: [(&str, Fate, Place); 6] = [
    ("Owner", Fate::Stays, Place::Nowhere),
    ("Colleague", Fate::Stays, Place::Nowhere),
    ("Former", Fate::LeavesChannel, Place::Deck),
    ("Departed", Fate::LeavesTeam, Place::Deck),
    ("Gone", Fate::IsDeactivated, Place::Deck),
    ("Unproven", Fate::LacksMfa, Place::Deck),
];

/// Opens everybody's sockets, and then ends what is to end.
pub async fn gather(app: &Arc<App>, anyone: &Rest, world: &World) -> Vec<Reader> {
    let mut making = Making::new(app);
    let mut all: Vec<(String, UserId, String, Fate)> = Vec::new();
    // A token that opens nothing opens no socket either.
    for caller in world.callers.iter().filter(|caller| caller.who.is_known()) {
        if caller.who == Who::Guest {
            let mfa = store::users::Mfa::Active;
            making.writes.push(store::users::set_mfa(caller.id, mfa, "secret", making.now));
        }
        all.push((format!("{:?}", caller.who), caller.id, caller.token.clone(), Fate::Stays));
    }
    for (name, fate, place) in OTHERS {
        let (id, token) = come(&mut making, world, name, fate, place);
        all.push((name.to_owned(), id, token, fate));
    }
    let mut change = app.change();
    for write in making.writes {
        change.write(write);
    }
    change.commit().await.expect("readers can be made");
    let mut readers = Vec::with_capacity(all.len());
    let mut fates = Vec::new();
    for (name, id, token, fate) in all {
        let rest = anyone.with_token(&token);
        let socket = Socket::open(&rest).await.ok();
        fates.push((id, fate));
        readers.push(Reader { name, id, rest, socket });
    }
    let admin = anyone.with_token(&world.admin().token);
    for (id, fate) in fates {
        end(&admin, world, id, fate).await;
    }
    readers
}

/// One more account, with a session; the owner of the world has an account.
fn come(making: &mut Making, world: &World, name: &str, fate: Fate, place: Place) -> (UserId, String) {
    let who = if fate == Fate::LacksMfa { Who::Guest } else { Who::Member };
    let token = base::tokens::secret();
    let id = match name {
        "Owner" => world.owner,
        _ => {
            let user = making.user(&format!("{}-{}", name.to_lowercase(), world.tag), who.roles());
            let (team, channel) = home(world);
            making.writes.push(store::team_members::join(&team_member(team, user.id, who)));
            if place == Place::Deck {
                making.writes.push(store::channel_members::join(&channel_member(channel, user.id, who)));
            }
            user.id
        }
    };
    let session = making.session(id, who.roles(), request::token::hash(&token));
    making.writes.push(store::sessions::insert(&session));
    (id, token)
}

fn home(world: &World) -> (TeamId, ChannelId) {
    let value = |name: &str| world.scene(Place::Deck).values.iter().find(|(key, _)| *key == name).map(|(_, id)| id);
    let team = value("team_id").and_then(|id| TeamId::parse(id)).expect("a team");
    (team, value("channel_id").and_then(|id| ChannelId::parse(id)).expect("a channel"))
}

async fn end(admin: &Rest, world: &World, id: UserId, fate: Fate) {
    let (team, channel) = home(world);
    let (method, path, body) = match fate {
        Fate::Stays | Fate::LacksMfa => return,
        Fate::LeavesChannel => (Method::DELETE, format!("/channels/{channel}/members/{id}"), Value::Null),
        Fate::LeavesTeam => (Method::DELETE, format!("/teams/{team}/members/{id}"), Value::Null),
        Fate::IsDeactivated => (Method::PUT, format!("/users/{id}/active"), json!({"active": false})),
    };
    let path = format!("/api/v4{path}");
    let answer = admin.request(&method, &path, body.to_string().into(), Some("application/json")).await;
    let status = answer.expect("an answer").status;
    assert!(status.is_success(), "{fate:?}: {status}");
}

/// Ends a look: whoever hears this has heard what was told before.
pub fn mark(app: &App, readers: &[Reader]) {
    for reader in readers {
        let encoded = EncodedEvent::new(MARK, &wire::events::NoData {}, Broadcast::to_user(reader.id));
        app.hub.publish(Arc::new(hub::Event::plain(encoded)));
    }
}

/// Ends the connections, which the hub would keep for clients that come back: each later event would be offered to them.
pub fn leave(app: &App, readers: &[Reader]) {
    for reader in readers {
        app.hub.close_user(reader.id);
    }
}

impl Reader {
    pub fn listens(&self) -> bool {
        self.socket.is_some()
    }

    /// What came until the mark.
    pub async fn heard(&mut self) -> Vec<Event> {
        let mut heard = Vec::new();
        let Some(socket) = &mut self.socket else { return heard };
        loop {
            match socket.event(PATIENCE).await {
                Ok(event) if event.name() == Some(MARK) => return heard,
                Ok(event) => heard.push(event),
                Err(_) => {
                    self.socket = None;
                    return heard;
                }
            }
        }
    }

    /// What a request of the reader is answered.
    pub async fn ask(&self, path: &str) -> Answer {
        let answer = self.rest.request(&Method::GET, &format!("/api/v4{path}"), bytes::Bytes::new(), None).await;
        answer.expect("an answer")
    }
}
