//! Who may act on somebody else's account: the one rule that every route asks which touches one.
//!
//! Two things are needed: the right for the part of the account that the call is about, and rights that cover those of
//! the account. The second keeps delegates away from administrators, and from each other where they hold different
//! rights: otherwise a new password or a secret of the second factor would be a way to rights that nobody gave.

use base::ids::UserId;
use node::error::Result;
use permissions::Permission;
use wire::users::User;

use crate::Call;
use crate::permit::allowed;

/// What of an account a call is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Names, address, picture, status, attributes: what delegates are there for.
    Profile,
    /// Password, second factor, sessions, tokens, applications that were let in, whether the account is in use.
    SignIn,
    /// Writing preferences. They are told to nobody but the user.
    Settings,
    /// Reading preferences. They name the people and the channels that the user talks with, and what he or she saved.
    Preferences,
    /// Channels, their memberships, and the sidebar. They name private channels.
    Channels,
    /// Posts, threads, and what is unread of them. They are texts of private channels.
    Reading,
    /// The audit trail. It tells when and from where somebody works.
    Audits,
}

impl Part {
    /// What somebody else needs to hold.
    pub fn right(self) -> Permission {
        match self {
            Part::Profile | Part::SignIn | Part::Settings => Permission::EditOtherUsers,
            Part::Preferences | Part::Channels | Part::Reading => Permission::ManageSystem,
            Part::Audits => Permission::ReadAudits,
        }
    }

    /// Whether the caller's rights must cover those of the account. Whoever reads audits reads everybody's by another
    /// route.
    fn needs_cover(self) -> bool {
        self != Part::Audits
    }
}

impl Call {
    /// # Errors
    /// 403 when the account holds rights that the caller does not.
    pub fn must_cover(&self, user: &User) -> Result<()> {
        allowed(self.app.covers(self.me(), user))
    }

    /// The user of the path, who is the caller, or somebody on whose account the caller may act. Of accounts that do not
    /// exist the right alone is asked.
    ///
    /// # Errors
    /// 400 when the path names no user, 403 without the right, and when the account holds rights that the caller does not.
    pub async fn must_act_on(&self, part: Part) -> Result<UserId> {
        let id = self.user_id()?;
        allowed(self.may_act_on(id, part).await?)?;
        Ok(id)
    }

    /// Whether the account is the caller's own, or one on which the caller may act.
    pub async fn may_act_on(&self, id: UserId, part: Part) -> Result<bool> {
        if id == self.my_id() {
            return Ok(true);
        }
        if !self.can(part.right()) || !part.needs_cover() {
            return Ok(self.can(part.right()));
        }
        let user = self.app.world.user(id).await?;
        Ok(user.is_none_or(|user| self.app.covers(self.me(), &user)))
    }
}
