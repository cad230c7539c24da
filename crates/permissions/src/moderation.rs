//! Moderation: a channel's own roles, which take rights away from its team's roles.
//!
//! A moderated channel has a scheme whose user and guest roles stand in for those of the team (or
//! the server). They decide only about the permissions listed here; everything else still comes
//! from the wider role, so that a later change there reaches moderated channels, too.

use crate::permission::Permission::{self, *};
use crate::set::PermissionSet;

/// A switch on the moderation page, by the name clients use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moderated {
    pub name: &'static str,
    pub public: &'static [Permission],
    pub private: &'static [Permission],
    /// Whether guests have this switch; they never manage members or bookmarks.
    pub guests: bool,
}

pub const MODERATED: &[Moderated] = &[
    Moderated { name: "create_post", public: &[CreatePost], private: &[CreatePost], guests: true },
    Moderated {
        name: "create_reactions",
        public: &[AddReaction, RemoveReaction],
        private: &[AddReaction, RemoveReaction],
        guests: true,
    },
    Moderated {
        name: "manage_members",
        public: &[ManagePublicChannelMembers],
        private: &[ManagePrivateChannelMembers],
        guests: false,
    },
    Moderated {
        name: "use_channel_mentions",
        public: &[UseChannelMentions],
        private: &[UseChannelMentions],
        guests: true,
    },
    Moderated {
        name: "manage_bookmarks",
        public: &[
            AddBookmarkPublicChannel,
            EditBookmarkPublicChannel,
            DeleteBookmarkPublicChannel,
            OrderBookmarkPublicChannel,
        ],
        private: &[
            AddBookmarkPrivateChannel,
            EditBookmarkPrivateChannel,
            DeleteBookmarkPrivateChannel,
            OrderBookmarkPrivateChannel,
        ],
        guests: false,
    },
];

/// All permissions that some switch governs.
pub const MODERATED_PERMISSIONS: PermissionSet = {
    let mut set = PermissionSet::EMPTY;
    let mut at = 0;
    while at < MODERATED.len() {
        set = set.with(MODERATED[at].public).with(MODERATED[at].private);
        at += 1;
    }
    set
};

/// What a moderated channel's role grants: the moderated permissions that both roles hold, and
/// the others as the wider role has them.
pub fn moderate(wider: PermissionSet, channel: PermissionSet) -> PermissionSet {
    (wider - MODERATED_PERMISSIONS) | (wider & channel & MODERATED_PERMISSIONS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::built_in;

    #[test]
    fn a_channel_takes_moderated_rights_away_and_gives_none() {
        let member = built_in("channel_user").expect("built in").permissions;
        let silent = member - PermissionSet::of(&[CreatePost, DeletePost]);
        let got = moderate(member, silent);
        assert_eq!(member - got, PermissionSet::of(&[CreatePost]), "deleting is not moderated");

        let guest = built_in("channel_guest").expect("built in").permissions;
        assert_eq!(moderate(guest, PermissionSet::ALL), guest);
    }
}
