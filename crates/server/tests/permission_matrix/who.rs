//! Who may come along, and the kinds of places that are asked about.

use wire::channels;

/// Who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Who {
    Anonymous,
    /// Signed in and in no team.
    Stranger,
    /// Of the other team.
    Abroad,
    Member,
    Guest,
    TeamAdmin,
    ChannelAdmin,
    SystemAdmin,
    /// A bot with a personal access token, member of team and channel.
    Bot,
    /// Was a member; the account is deactivated and the session was left over.
    Deactivated,
    /// Was signed in; the session is revoked.
    Revoked,
    /// Holds rights of an administrator over accounts; see [`crate::ways`].
    Delegate,
    /// An application that a member let in.
    Application,
    /// An application that an administrator let in, without the scope for it.
    AdminsApplication,
}

/// Who comes by other ways than a sign-in with a role of the server's own.
pub const BY_OTHER_WAYS: [Who; 3] = [Who::Delegate, Who::Application, Who::AdminsApplication];

pub const EVERYBODY: [Who; 11] = [
    Who::Anonymous,
    Who::Stranger,
    Who::Abroad,
    Who::Member,
    Who::Guest,
    Who::TeamAdmin,
    Who::ChannelAdmin,
    Who::SystemAdmin,
    Who::Bot,
    Who::Deactivated,
    Who::Revoked,
];

impl Who {
    /// Whether the caller has a session that opens anything.
    pub fn is_known(self) -> bool {
        !matches!(self, Who::Anonymous | Who::Deactivated | Who::Revoked)
    }

    pub fn roles(self) -> &'static str {
        match self {
            Who::SystemAdmin => "system_user system_admin",
            Who::Guest => "system_guest",
            Who::Delegate => "system_user matrix_delegate",
            _ => "system_user",
        }
    }

    /// The roles of the account, where they are more than the caller acts with.
    pub fn account_roles(self) -> &'static str {
        if self == Who::AdminsApplication { Who::SystemAdmin.roles() } else { self.roles() }
    }

    pub fn is_application(self) -> bool {
        matches!(self, Who::Application | Who::AdminsApplication)
    }

    pub fn is_in(self, place: Place) -> bool {
        match place {
            Place::Deck => !matches!(
                self,
                Who::Anonymous
                    | Who::Stranger
                    | Who::Abroad
                    | Who::SystemAdmin
                    | Who::Delegate
                    | Who::AdminsApplication
            ),
            Place::Island => self == Who::Abroad,
            Place::Cabin | Place::Direct | Place::Nowhere => false,
        }
    }
}

/// What is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// An open channel of the home team, in which the members are.
    Deck,
    /// An open channel of the other team, which is closed to strangers.
    Island,
    /// A private channel of the home team, in which none of the callers is.
    Cabin,
    /// A direct channel of two others.
    Direct,
    /// Ids that nothing has.
    Nowhere,
}

pub const EVERYWHERE: [Place; 5] = [Place::Deck, Place::Island, Place::Cabin, Place::Direct, Place::Nowhere];

impl Place {
    pub fn kind(self) -> &'static str {
        match self {
            Place::Deck | Place::Island => channels::OPEN,
            Place::Cabin => channels::PRIVATE,
            Place::Direct => channels::DIRECT,
            Place::Nowhere => "",
        }
    }
}
