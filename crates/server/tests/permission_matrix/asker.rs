//! What somebody may where, by the roles they were given: the measure that answers are compared with.

use base::ids::UserId;
use permissions::{Flags, Membership, Permission, PermissionSet, RoleTable, SchemeRoles};
use wire::endpoints::Endpoint;

use crate::world::{Place, Scene, Who, World, secret};

/// Whose the account in the path is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    Me,
    /// Who owns everything, and is in every place.
    Owner,
    /// Of the other team alone.
    Far,
    /// Who holds every right.
    Higher,
}

pub const TARGETS: [Target; 3] = [Target::Me, Target::Owner, Target::Far];

/// One question: who asks about what, and about whom.
#[derive(Clone, Copy)]
pub struct Asker<'a> {
    pub world: &'a World,
    pub roles: &'a RoleTable,
    pub who: Who,
    pub place: Place,
    pub target: Target,
}

impl Asker<'_> {
    pub fn scene(&self) -> &Scene {
        self.world.scene(self.place)
    }

    pub fn is_known(&self) -> bool {
        self.who.is_known()
    }

    /// Whether the caller holds a right everywhere.
    pub fn sys(&self, permission: Permission) -> bool {
        self.system().contains(permission)
    }

    /// Whether the caller holds a right in the team of the place.
    pub fn team(&self, permission: Permission) -> bool {
        self.team_set().contains(permission)
    }

    /// Whether the caller holds a right in the channel of the place.
    pub fn chan(&self, permission: Permission) -> bool {
        self.channel_set().contains(permission)
    }

    /// The one of two rights that counts here, in the channel.
    pub fn chan_by_kind(&self, open: Permission, private: Permission) -> bool {
        if self.is_open() { self.chan(open) } else { self.place != Place::Direct && self.chan(private) }
    }

    pub fn admin(&self) -> bool {
        self.sys(Permission::ManageSystem)
    }

    /// Whether the account of the path is the caller's own.
    pub fn me(&self) -> bool {
        self.is_known() && self.target == Target::Me
    }

    /// Whether the caller may handle the account of the path.
    pub fn mine(&self) -> bool {
        self.me() || self.edits()
    }

    /// Whether the account is the caller's own, or the caller may do everything: what is named by it are texts and
    /// private channels.
    pub fn private(&self) -> bool {
        self.me() || self.admin()
    }

    /// Whether the caller may handle other people's accounts.
    pub fn edits(&self) -> bool {
        self.sys(Permission::EditOtherUsers)
    }

    /// Whether the account is the owner's and the caller may handle it: what the owner has is nobody else's.
    pub fn owners(&self) -> bool {
        self.target == Target::Owner && self.edits()
    }

    pub fn is_open(&self) -> bool {
        matches!(self.place, Place::Deck | Place::Island)
    }

    pub fn is_there(&self) -> bool {
        self.place != Place::Nowhere
    }

    pub fn in_channel(&self) -> bool {
        self.is_known() && self.who.is_in(self.place)
    }

    /// Whether the channel itself may be read.
    pub fn sees(&self) -> bool {
        self.chan(Permission::ReadChannel) || self.is_open() && self.team(Permission::ReadPublicChannel)
    }

    /// Whether what is written in the channel may be read.
    pub fn reads(&self) -> bool {
        self.chan(Permission::ReadChannelContent) || self.is_open() && self.team(Permission::ReadPublicChannel)
    }

    /// Whether the caller may know of the account in the path.
    pub fn sees_user(&self) -> bool {
        let together = self.target == Target::Owner && (self.who.is_in(Place::Deck) || self.who.is_in(Place::Island));
        self.me() || self.sys(Permission::ViewMembers) || together
    }

    pub fn user_id(&self) -> UserId {
        match self.target {
            Target::Me => self.world.caller(self.who).map(|caller| caller.id).unwrap_or_default(),
            Target::Owner => self.world.owner,
            Target::Far => self.world.far().id,
            Target::Higher => self.world.admin().id,
        }
    }

    pub fn user_name(&self) -> String {
        match self.target {
            Target::Me => self.world.caller(self.who).map_or("nobody", |caller| &caller.name).to_owned(),
            Target::Owner => format!("owner-{}", self.world.tag),
            Target::Far => self.world.far().name.clone(),
            Target::Higher => self.world.admin().name.clone(),
        }
    }

    /// The secrets of the world that the caller may not read anywhere.
    pub fn hidden(&self) -> Vec<String> {
        let mut hidden = Vec::new();
        for scene in self.world.scenes.iter().filter(|scene| scene.place != Place::Nowhere) {
            let there = Asker { place: scene.place, ..*self };
            let joins = there.chan_by_kind(Permission::JoinPublicChannels, Permission::ManagePrivateChannelMembers);
            let keys = there.team(Permission::ManageOthersIncomingWebhooks);
            for (what, shown) in [
                ("team", there.team(Permission::ViewTeam)),
                ("invite", there.team(Permission::InviteUser)),
                ("label", there.sees() || joins),
                ("content", there.reads()),
                ("key", keys),
                ("own", there.edits()),
            ] {
                if !shown {
                    hidden.push(secret(&self.world.tag, what, scene.place));
                }
            }
        }
        hidden
    }

    fn system(&self) -> PermissionSet {
        if self.is_known() { self.roles.system_set(self.who.roles()) } else { PermissionSet::EMPTY }
    }

    fn team_set(&self) -> PermissionSet {
        let member = match self.place {
            Place::Island => self.who == Who::Abroad,
            Place::Nowhere => false,
            _ => self.who.is_in(Place::Deck),
        };
        if !member || !self.is_known() {
            return self.system();
        }
        let flags = self.flags(self.who == Who::TeamAdmin);
        self.roles.team_set(self.system(), Membership { flags, roles: "" }, SchemeRoles::TEAM)
    }

    fn channel_set(&self) -> PermissionSet {
        let outer = if self.place == Place::Direct { self.system() } else { self.team_set() };
        if !self.in_channel() {
            return outer;
        }
        let flags = self.flags(self.who == Who::ChannelAdmin);
        self.roles.channel_set(outer, Membership { flags, roles: "" }, SchemeRoles::CHANNEL)
    }

    fn flags(&self, admin: bool) -> Flags {
        let guest = self.who == Who::Guest;
        Flags { guest, user: !guest, admin }
    }
}

/// One line of the table: what to ask, and who may.
pub struct Row {
    pub endpoint: &'static Endpoint,
    /// The query, from its question mark to the first space, and the body; both with `$variables`.
    pub ask: &'static str,
    pub may: fn(&Asker) -> bool,
    pub success: Success,
    /// Whether a success concerns everybody, so that it has to wait for the other lines.
    pub last: bool,
}

/// For whom a line is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Success {
    /// One of the calls has to succeed, or the line proves nothing.
    Somebody,
    Nobody,
}

pub const fn row(endpoint: &'static Endpoint, ask: &'static str, may: fn(&Asker) -> bool) -> Row {
    Row { endpoint, ask, may, success: Success::Somebody, last: false }
}

/// A line whose calls lack something else than the right, whoever asks: nobody succeeds.
pub const fn never(endpoint: &'static Endpoint, ask: &'static str, may: fn(&Asker) -> bool) -> Row {
    Row { endpoint, ask, may, success: Success::Nobody, last: false }
}

/// A line whose success everybody notices.
pub const fn last(endpoint: &'static Endpoint, ask: &'static str, may: fn(&Asker) -> bool) -> Row {
    Row { endpoint, ask, may, success: Success::Somebody, last: true }
}

/// Whoever asks.
pub fn anyone(_: &Asker) -> bool {
    true
}

/// Whoever is signed in.
pub fn known(asker: &Asker) -> bool {
    asker.is_known()
}

pub fn nobody(_: &Asker) -> bool {
    false
}

pub fn mine(asker: &Asker) -> bool {
    asker.mine()
}

pub fn private(asker: &Asker) -> bool {
    asker.private()
}

pub fn admin(asker: &Asker) -> bool {
    asker.admin()
}
