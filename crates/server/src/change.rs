//! A change: writes that belong together, and what follows once they are durable.
//!
//! A handler begins a change, adds writes from the store's nouns and events for clients, and
//! commits. The store makes the writes durable all at once; then, on the writer and in commit
//! order, caches forget what is no longer true and events go to the hub; then the handler
//! goes on. Nothing else publishes what is stored.

use std::sync::{Arc, OnceLock};

use base::ids::{ChannelId, TeamId, UserId};
use serde::Serialize;
use store::{Outcome, Write};
use wire::events::{Broadcast, EncodedEvent, EventName};
use wire::sessions::Session;

use crate::app::App;
use crate::realtime::hub::{About, Event};

type Effect = Box<dyn FnOnce(&App, &Outcome) + Send>;

/// Writes and their consequences, not yet done.
#[must_use = "a change does nothing until it is committed"]
pub struct Change {
    app: Arc<App>,
    writes: Vec<Write>,
    effects: Vec<Effect>,
    /// Users that events of this change tell of; where guests know them from is found at the commit.
    subjects: Vec<(UserId, Arc<OnceLock<Arc<About>>>)>,
}

impl Change {
    pub fn new(app: &Arc<App>) -> Change {
        Change { app: app.clone(), writes: Vec::with_capacity(4), effects: Vec::with_capacity(4), subjects: Vec::new() }
    }

    pub fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Adds a write; the number is its place in the [`Outcome`].
    pub fn write(&mut self, write: Write) -> usize {
        self.writes.push(write);
        self.writes.len() - 1
    }

    /// Adds something that happens once the writes are durable. It runs on the writer: it must not block.
    pub fn then(&mut self, effect: impl FnOnce(&App, &Outcome) + Send + 'static) {
        self.effects.push(Box::new(effect));
    }

    /// Adds an event. It is encoded here, on the caller's time.
    pub fn announce<T: Serialize>(&mut self, name: EventName, data: &T, broadcast: Broadcast) {
        self.announce_event(Event::plain(EncodedEvent::new(name, data, broadcast)));
    }

    /// Adds an event that tells of a user; guests hear it when they share a channel with that user.
    pub fn announce_about<T: Serialize>(&mut self, user: UserId, name: EventName, data: &T, broadcast: Broadcast) {
        let about = match self.subjects.iter().find(|(one, _)| *one == user) {
            Some((_, about)) => about.clone(),
            None => {
                let about = Arc::<OnceLock<Arc<About>>>::default();
                self.subjects.push((user, about.clone()));
                about
            }
        };
        let event = Event::plain(EncodedEvent::new(name, data, broadcast));
        self.then(move |app, _| app.hub.publish(Event { about: about.get().cloned(), ..event }));
    }

    /// Adds an event that tells some of its recipients more than the others. What memory holds of a channel's posts is
    /// forgotten by the same events that go to clients.
    pub fn announce_event(&mut self, event: Event) {
        if event.encoded.name.changes_posts() {
            self.posts_changed(event.encoded.broadcast.channel_id);
        }
        self.then(move |app, _| app.hub.publish(event));
    }

    /// Adds a write that ends sessions and returns them: they are unknown, and their sockets closed, when the change
    /// is done.
    pub fn end_sessions(&mut self, write: Write) {
        let at = self.write(write);
        self.then(move |app, outcome| match outcome.rows::<Session>(at) {
            Ok(ended) => ended.iter().for_each(|session| forget_session(app, session)),
            Err(error) => {
                tracing::error!(%error, "ended sessions cannot be read: all are forgotten");
                app.world.sessions.forget_all();
                app.hub.close_everything();
            }
        });
    }

    /// Adds a write that changes sessions and returns them: they are read anew.
    pub fn sessions_changed(&mut self, write: Write) {
        let at = self.write(write);
        self.then(move |app, outcome| match outcome.rows::<Session>(at) {
            Ok(changed) => changed.iter().for_each(|session| app.world.forget_session(&session.token_hash)),
            Err(error) => {
                tracing::error!(%error, "changed sessions cannot be read: all are forgotten");
                app.world.sessions.forget_all();
            }
        });
    }

    /// The user's record is no longer what memory holds.
    pub fn user_changed(&mut self, user: UserId) {
        self.then(move |app, _| app.world.forget_user(user));
    }

    /// The channel's record is no longer what memory holds. Counters do not matter here.
    pub fn channel_changed(&mut self, channel: ChannelId) {
        self.then(move |app, _| app.world.forget_channel(channel));
    }

    /// What is written in the channel is no longer what memory holds.
    pub fn posts_changed(&mut self, channel: ChannelId) {
        self.then(move |app, _| app.windows.forget(channel));
    }

    /// The team's record is no longer what memory holds.
    pub fn team_changed(&mut self, team: TeamId) {
        self.then(move |app, _| app.world.forget_team(team));
    }

    /// From here on the user hears what is said in the channel.
    pub fn joins_channel(&mut self, user: UserId, channel: ChannelId) {
        self.then(move |app, _| {
            app.world.forget_membership(user, channel);
            app.hub.join_channel(user, channel);
        });
    }

    /// From here on the user hears nothing of the channel.
    pub fn leaves_channel(&mut self, user: UserId, channel: ChannelId) {
        self.then(move |app, _| {
            app.world.forget_membership(user, channel);
            app.hub.leave_channel(user, channel);
        });
    }

    /// Roles or settings of a member changed.
    pub fn member_changed(&mut self, user: UserId, channel: ChannelId) {
        self.then(move |app, _| {
            app.world.forget_membership(user, channel);
            app.world.forget_member_settings(channel);
        });
    }

    pub fn joins_team(&mut self, user: UserId, team: TeamId) {
        self.then(move |app, _| {
            app.world.forget_memberships(user);
            app.hub.join_team(user, team);
        });
    }

    pub fn leaves_team(&mut self, user: UserId, team: TeamId) {
        self.then(move |app, _| {
            app.world.forget_memberships(user);
            app.hub.leave_team(user, team);
        });
    }

    /// Roles of a team member changed.
    pub fn team_member_changed(&mut self, user: UserId) {
        self.then(move |app, _| app.world.forget_memberships(user));
    }

    /// From here on the role allows what `role` says.
    pub fn role_changed(&mut self, role: permissions::Role) {
        self.then(move |app, _| {
            app.roles.rcu(|table| {
                let others = table.iter().filter(|one| one.name != role.name).map(|one| permissions::Role::clone(one));
                permissions::RoleTable::new(others.chain([role.clone()]))
            });
        });
    }

    /// From here on nothing is allowed by these roles.
    pub fn roles_removed(&mut self, names: Vec<String>) {
        self.then(move |app, _| {
            app.roles.rcu(|table| {
                let others = table.iter().filter(|one| !names.iter().any(|name| **name == *one.name));
                permissions::RoleTable::new(others.map(|one| permissions::Role::clone(one)))
            });
        });
    }

    /// From here on the scheme is what `scheme` says.
    pub fn scheme_changed(&mut self, scheme: &wire::schemes::Scheme) {
        let scheme = scheme.clone();
        self.then(move |app, _| {
            app.schemes.rcu(|schemes| schemes.with(&scheme));
        });
    }

    /// From here on there is no such scheme.
    pub fn scheme_removed(&mut self, id: base::ids::SchemeId) {
        self.then(move |app, _| {
            app.schemes.rcu(|schemes| schemes.without(id));
        });
    }

    /// Makes the change durable, lets its consequences happen, and tells what each write did.
    ///
    /// # Errors
    /// As [`store::Store::commit`]; then nothing of the change has happened.
    pub async fn commit(self) -> store::Result<Outcome> {
        let Change { app, writes, effects, subjects } = self;
        for (user, about) in subjects {
            let channels = app.world.memberships(user).await?.channels.keys().copied().collect();
            about.get_or_init(|| Arc::new(About { user, channels }));
        }
        let store = app.store.clone();
        let then = Box::new(move |outcome: &Outcome| {
            for effect in effects {
                effect(&app, outcome);
            }
        });
        store.commit(writes, Some(then)).await
    }
}

fn forget_session(app: &App, session: &Session) {
    app.world.forget_session(&session.token_hash);
    app.hub.close_session(session.user_id, session.id);
}
