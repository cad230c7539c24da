//! A small world for the matrix: two teams, the kinds of places in them, and everybody who may come along.
//!
//! It is written into the store in one change, with names and ids of its own, so that a new one for
//! every call that changes something costs a few milliseconds, and no cache knows anything of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use base::ids::{ChannelId, PostId, TeamId, UserId};
use base::{Id, Millis};
use node::indexing::Version;
use request::App;
use store::Write;
use wire::channels::{self, Channel, ChannelMember};
use wire::posts::Post;
use wire::schemes::Scheme;
use wire::sessions::{AccessToken, Session};
use wire::teams::{self, Team, TeamMember};
use wire::users::User;

use crate::belongings;
use crate::things;
pub use crate::who::{BY_OTHER_WAYS, EVERYBODY, EVERYWHERE, Place, Who};

/// One caller with an account.
pub struct Caller {
    pub who: Who,
    pub id: UserId,
    pub name: String,
    pub token: String,
}

/// What there is in a place: names to put into paths and bodies, by the names of the variables.
pub struct Scene {
    pub place: Place,
    pub values: Vec<(&'static str, String)>,
}

pub struct World {
    /// Makes names unique.
    pub tag: String,
    pub now: Millis,
    /// Where links of the server begin.
    pub site: String,
    /// Member of everything, author and owner of everything.
    pub owner: UserId,
    /// The other one of the direct channel.
    pub friend: UserId,
    pub callers: Vec<Caller>,
    pub scenes: Vec<Scene>,
    /// A role that nobody has.
    pub role: base::ids::RoleId,
    /// What is in no place, by the names of the variables.
    pub belongings: Vec<(&'static str, String)>,
}

impl World {
    pub async fn make(app: &Arc<App>) -> World {
        static TAGS: AtomicU32 = AtomicU32::new(0);
        let tag = format!("w{}", TAGS.fetch_add(1, Ordering::Relaxed));
        let mut making = Making::new(app);
        let mut world = World {
            owner: making.user(&format!("owner-{tag}"), "system_user").id,
            friend: making.user(&format!("friend-{tag}"), "system_user").id,
            now: making.now,
            callers: Vec::new(),
            scenes: Vec::new(),
            role: role(app).await,
            belongings: Vec::new(),
            site: app.config().service.site_url.clone(),
            tag,
        };
        for who in EVERYBODY.into_iter().chain(BY_OTHER_WAYS).filter(|who| *who != Who::Anonymous) {
            world.callers.push(making.caller(&world, who));
        }
        let (home, abroad) = (making.team(&world, Place::Deck), making.team(&world, Place::Island));
        for place in EVERYWHERE {
            let team = if place == Place::Island { &abroad } else { &home };
            let scene = making.scene(&world, place, team);
            world.scenes.push(scene);
        }
        world.belongings = belongings::add(&mut making, &world);
        world.belongings.push(("field_id", belongings::field(app).await.to_string()));
        let mut change = app.change();
        making.schemes.iter().for_each(|scheme| change.scheme_changed(scheme));
        making.posts.iter().for_each(|post| change.index_post(post, Version::First, making.now));
        for write in making.writes {
            change.write(write);
        }
        change.commit().await.expect("the world can be made");
        world
    }

    pub fn scene(&self, place: Place) -> &Scene {
        self.scenes.iter().find(|scene| scene.place == place).expect("every place is there")
    }

    pub fn caller(&self, who: Who) -> Option<&Caller> {
        self.callers.iter().find(|caller| caller.who == who)
    }

    /// Who holds every right.
    pub fn admin(&self) -> &Caller {
        self.caller(Who::SystemAdmin).expect("somebody administers")
    }

    /// The user of another team, whom the guest does not know.
    pub fn far(&self) -> &Caller {
        self.caller(Who::Abroad).expect("somebody is abroad")
    }
}

async fn role(app: &App) -> base::ids::RoleId {
    let roles = app.store.roles_by_names(&["run_member".to_owned()]).await.expect("the roles can be read");
    roles.first().expect("the roles are there").id
}

/// A text that only those may read who may read what `what` stands for there.
pub fn secret(tag: &str, what: &str, place: Place) -> String {
    format!("secret{what}{tag}{place:?}").to_lowercase()
}

/// Writes of a world in the making.
pub struct Making<'a> {
    pub app: &'a App,
    pub now: Millis,
    pub writes: Vec<Write>,
    posts: Vec<Post>,
    pub schemes: Vec<Scheme>,
}

impl Making<'_> {
    pub fn new(app: &App) -> Making<'_> {
        let writes = Vec::with_capacity(400);
        Making { app, now: app.clock.now(), writes, posts: Vec::new(), schemes: Vec::new() }
    }

    pub fn id<T: From<Id>>(&self) -> T {
        self.app.ids.next()
    }

    pub fn user(&mut self, name: &str, roles: &str) -> User {
        let user = User {
            id: self.id(),
            create_at: self.now,
            update_at: self.now,
            username: name.into(),
            email: format!("{name}@example.test"),
            email_verified: true,
            roles: roles.into(),
            locale: "en".into(),
            ..User::default()
        };
        self.writes.push(store::users::insert(&user));
        user
    }

    fn caller(&mut self, world: &World, who: Who) -> Caller {
        let name = format!("{who:?}-{}", world.tag).to_lowercase();
        let token = base::tokens::secret();
        let user = self.user(&name, who.account_roles());
        let token_hash = request::token::hash(&token);
        match who {
            Who::Bot => {
                self.writes.push(store::bots::insert(&things::bot(user.id, &name, world.owner, self.now)));
                self.writes.push(store::access_tokens::insert(&AccessToken {
                    id: self.id(),
                    token_hash,
                    user_id: user.id,
                    description: "bot".into(),
                    is_active: true,
                    ..AccessToken::default()
                }));
            }
            Who::Revoked => {}
            _ => {
                let session = self.session(user.id, who.account_roles(), token_hash);
                let session = Session { is_oauth: who.is_application(), ..session };
                self.writes.push(store::sessions::insert(&session));
            }
        }
        if who == Who::Deactivated {
            self.writes.push(store::users::set_deleted(user.id, self.now, self.now));
        }
        Caller { who, id: user.id, name, token }
    }

    pub fn session(&self, user: UserId, roles: &str, token_hash: [u8; 32]) -> Session {
        Session {
            id: self.id(),
            token_hash,
            create_at: self.now,
            expires_at: self.now + 3_600_000,
            last_activity_at: self.now,
            user_id: user,
            roles: roles.into(),
            ..Session::default()
        }
    }

    /// The team around a place, with its members.
    fn team(&mut self, world: &World, place: Place) -> Team {
        let name = format!("{place:?}-{}", world.tag).to_lowercase();
        let team = Team {
            id: self.id(),
            create_at: self.now,
            update_at: self.now,
            display_name: secret(&world.tag, "team", place),
            description: secret(&world.tag, "team", place),
            kind: teams::INVITE_ONLY.into(),
            last_team_icon_update: self.now,
            invite_id: secret(&world.tag, "invite", place),
            name,
            ..Team::default()
        };
        self.writes.push(store::teams::insert(&team));
        for user in [world.owner, world.friend] {
            self.writes.push(store::team_members::join(&team_member(team.id, user, Who::Member)));
        }
        for caller in world.callers.iter().filter(|caller| caller.who.is_in(place)) {
            self.writes.push(store::team_members::join(&team_member(team.id, caller.id, caller.who)));
        }
        team
    }

    fn scene(&mut self, world: &World, place: Place, team: &Team) -> Scene {
        if place == Place::Nowhere {
            return things::nowhere(self);
        }
        let is_direct = place == Place::Direct;
        let label = secret(&world.tag, "label", place);
        let channel = Channel {
            id: self.id(),
            create_at: self.now,
            update_at: self.now,
            team_id: if is_direct { TeamId::default() } else { team.id },
            kind: place.kind().into(),
            name: match is_direct {
                true => channels::direct_name(world.owner, world.friend),
                false => format!("{place:?}-{}", world.tag).to_lowercase(),
            },
            header: label.clone(),
            purpose: label.clone(),
            display_name: if is_direct { String::new() } else { label },
            creator_id: world.owner,
            ..Channel::default()
        };
        self.writes.push(store::channels::insert(&channel));
        for user in [world.owner, world.friend] {
            self.writes.push(store::channel_members::join(&channel_member(channel.id, user, Who::Member)));
        }
        for caller in world.callers.iter().filter(|caller| caller.who.is_in(place)) {
            self.writes.push(store::channel_members::join(&channel_member(channel.id, caller.id, caller.who)));
        }
        let mut values = things::fill(self, world, place, team, &channel);
        if !is_direct {
            let archived = Channel {
                id: self.id(),
                name: format!("old-{}", channel.name),
                display_name: "Old".into(),
                header: String::new(),
                purpose: String::new(),
                delete_at: self.now,
                ..channel
            };
            self.writes.push(store::channels::insert(&archived));
            values.push(("archived_channel_id", archived.id.to_string()));
        }
        Scene { place, values }
    }

    /// A stored and counted post of the owner.
    pub fn post(&mut self, channel: ChannelId, user: UserId, root: PostId, message: &str) -> Post {
        let is_root = if root.is_none() { store::channels::Root::Yes } else { store::channels::Root::No };
        let post = Post {
            id: self.id(),
            create_at: self.now,
            update_at: self.now,
            user_id: user,
            channel_id: channel,
            root_id: root,
            message: message.into(),
            file_ids: Some(Vec::new()),
            ..Post::default()
        };
        self.writes.push(store::posts::insert(&post, self.now));
        self.writes.push(store::channels::count_post(channel, self.now, is_root));
        self.posts.push(post.clone());
        post
    }
}

pub fn team_member(team: TeamId, user: UserId, who: Who) -> TeamMember {
    TeamMember {
        team_id: team,
        user_id: user,
        scheme_guest: who == Who::Guest,
        scheme_user: who != Who::Guest,
        scheme_admin: who == Who::TeamAdmin,
        ..TeamMember::default()
    }
}

pub fn channel_member(channel: ChannelId, user: UserId, who: Who) -> ChannelMember {
    ChannelMember {
        channel_id: channel,
        user_id: user,
        notify_props: ChannelMember::default_notify_props(),
        scheme_guest: who == Who::Guest,
        scheme_user: who != Who::Guest,
        scheme_admin: who == Who::ChannelAdmin,
        ..ChannelMember::default()
    }
}
