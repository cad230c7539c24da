//! An event on its way to connections: encoded once, with what only some are told. A [`Shard`](crate::shard) offers it
//! to the connections of its users.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use base::hashing::IdSet;
use base::ids::{ChannelId, UserId};
use bytes::Bytes;
use serde::Serialize;
use wire::events::{Broadcast, EncodedEvent, EventName, Extra, ForRecipient};

use crate::connection::Connection;

/// An event on its way to connections.
#[derive(Debug)]
pub struct Event {
    pub encoded: EncodedEvent,
    /// What some users are told beyond the others.
    pub personal: HashMap<UserId, Personal>,
    /// The same event with what only some may see.
    pub private: Option<Private>,
    /// Users who are to confirm that they show the post, though nothing in it concerns them.
    pub shown_to: Option<Arc<HashSet<UserId>>>,
    /// Whom the event tells of, where guests hear of those alone whom they know.
    pub about: Option<Arc<About>>,
    /// The channel that only some of the audience may read, and who they are: the others do not hear the event.
    pub within: Option<Within>,
    /// Tells it from all other events of a cluster; none where there is no cluster.
    pub stamp: Stamp,
}

/// Which node an event is from and which of its events it is; 0 for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Stamp(pub u128);

/// A user that an event tells of, and where guests know that user from.
#[derive(Debug)]
pub struct About {
    pub user: UserId,
    pub channels: IdSet<ChannelId>,
}

/// A fuller version of an event, for administrators or for those alone who may read another channel.
#[derive(Debug)]
pub struct Private {
    pub channel: ChannelId,
    pub readers: Readers,
    pub fuller: Arc<Event>,
}

impl Private {
    pub fn within(&self) -> Within {
        Within { channel: self.channel, readers: self.readers }
    }
}

/// A channel, and who of an audience may read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Within {
    pub channel: ChannelId,
    pub readers: Readers,
}

/// Who may read a channel that an event shows something of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readers {
    Members,
    /// The channel is public, and everybody who hears the event belongs to its team: guests alone must be members.
    AllButGuests,
    /// The channel is archived, and only administrators look into such channels.
    Administrators,
}

/// What one user is told beyond the others.
#[derive(Debug, Clone, Default)]
pub struct Personal {
    pub extra: Extra,
    /// The same, for connections that report which posts they have shown.
    pub extra_to_ack: Extra,
}

impl Event {
    pub fn plain(encoded: EncodedEvent) -> Event {
        Event {
            encoded,
            personal: HashMap::new(),
            private: None,
            shown_to: None,
            about: None,
            within: None,
            stamp: Stamp::default(),
        }
    }

    /// An event of which administrators are told one version and the others another. Both travel as one event, so that
    /// whoever's rank changes meanwhile is told one of them.
    pub fn by_rank<T: Serialize>(name: EventName, to: Broadcast, others: &T, administrators: &T) -> Event {
        let sensitive = Broadcast { contains_sensitive_data: true, ..to.clone() };
        let fuller = Arc::new(Event::plain(EncodedEvent::new(name, administrators, sensitive)));
        let private = Private { channel: to.channel_id, readers: Readers::Administrators, fuller };
        let sanitized = Broadcast { contains_sanitized_data: true, ..to };
        Event { private: Some(private), ..Event::plain(EncodedEvent::new(name, others, sanitized)) }
    }

    /// For everybody, and it may come some seconds late.
    pub fn may_wait(&self) -> bool {
        let to = &self.encoded.broadcast;
        let is_for_all = to.user_id.is_none() && to.channel_id.is_none() && to.team_id.is_none();
        is_for_all && to.connection_id.is_empty() && self.encoded.name.may_wait()
    }

    fn is_shown_to(&self, user: UserId) -> bool {
        self.shown_to.as_ref().is_some_and(|users| users.contains(&user))
    }

    /// The event as the client of one connection is told it, for another node.
    pub fn for_one(&self, connection: &Connection) -> Arc<Event> {
        let encoded = match self.extra(connection) {
            None => self.encoded.clone(),
            Some(extra) => self.encoded.with(&extra),
        };
        Arc::new(Event { stamp: self.stamp, ..Event::plain(encoded) })
    }

    /// The frame for one connection.
    pub fn frame(&self, connection: &Connection, seq: i64) -> Bytes {
        match self.extra(connection) {
            None => self.encoded.frame(seq),
            Some(extra) => self.encoded.frame_with(&extra, seq),
        }
    }

    /// What the client of a connection is told beyond the others.
    fn extra(&self, connection: &Connection) -> Option<Extra> {
        match self.personal.get(&connection.user) {
            None if connection.posted_ack && self.is_shown_to(connection.user) => {
                Some(Extra::of(&ForRecipient { should_ack: true, ..ForRecipient::default() }))
            }
            None => None,
            Some(personal) if connection.posted_ack => Some(personal.extra_to_ack.clone()),
            Some(personal) => Some(personal.extra.clone()),
        }
    }
}
