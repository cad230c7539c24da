//! Who may still: rights are asked again when something happens that was begun earlier.
//!
//! A scheduled post is sent, a program answers late, an urgent post calls again: nobody calls then, so there is no
//! session to ask. [`Node::acting`] says as whom it may happen now. It is never more than what a request of the same
//! user, by the same application, would be at this moment; what that account may in the place is the caller's question.

use std::sync::Arc;

use base::ids::{ChannelId, OAuthAppId, UserId};
use permissions::applications;
use wire::users::User;

use crate::error::{ApiError, Result};
use crate::node::Node;

/// Tokens of one application that are looked at; it holds one for each place it runs in.
const GRANTS_MAX: usize = 100;

/// Who began something, and with whose token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Begun {
    pub user: UserId,
    /// The application that the user had let in; none where the user acted.
    pub by: Option<OAuthAppId>,
}

/// Why nothing happens any more in the name of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Barred {
    Missing,
    Deactivated,
    /// The server asks for a second factor that is not set up.
    SecondFactor,
    /// The application was removed, or is not let in any more.
    Application,
}

impl Node {
    /// The account as which something that was begun earlier happens now: with the roles that the application's scope
    /// leaves, where one began it.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn acting(&self, begun: Begun) -> Result<std::result::Result<Arc<User>, Barred>> {
        let Some(user) = self.world.user(begun.user).await? else { return Ok(Err(Barred::Missing)) };
        if !user.is_active() {
            return Ok(Err(Barred::Deactivated));
        }
        if self.owes_mfa(&user) {
            return Ok(Err(Barred::SecondFactor));
        }
        let Some(application) = begun.by else { return Ok(Ok(user)) };
        let grants = self.store.oauth_grants(begun.user, application, GRANTS_MAX).await?;
        if grants.is_empty() {
            return Ok(Err(Barred::Application));
        }
        let is_wide = grants.iter().all(|grant| applications::is_admins(&grant.scope));
        Ok(Ok(if is_wide { user } else { applications::narrowed(user) }))
    }

    /// As [`Node::acting`], for what is refused like a request without the right.
    ///
    /// # Errors
    /// 403 when nothing happens any more in the name of the account.
    pub async fn must_act(&self, begun: Begun) -> Result<Arc<User>> {
        self.acting(begun).await?.map_err(|_| ApiError::permissions())
    }

    /// Whether an account in use may read what is written in a channel, by a person or a program who asks for nothing now.
    /// What a second factor opens is asked where somebody signs in, and of mail and devices.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn would_read(&self, user: UserId, channel: ChannelId) -> Result<bool> {
        let (Some(user), Some(channel)) = (self.world.user(user).await?, self.world.channel(channel).await?) else {
            return Ok(false);
        };
        Ok(user.is_active() && self.can_read(&user, &channel).await?)
    }

    /// Whether no sign-in of the user opens anything before the second factor is set up that the server asks for.
    pub fn owes_mfa(&self, user: &User) -> bool {
        let config = self.config();
        let is_asked = config.accounts.enforce_mfa || config.guests.enforce_mfa && user.is_guest();
        let signs_in = !user.is_bot && user.auth_service.is_empty();
        config.accounts.enable_mfa && is_asked && signs_in && !user.has_second_factor()
    }
}
