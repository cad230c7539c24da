//! Authorization of delayed actions: rights are checked again when an action happens that was begun earlier.
//!
//! A scheduled post is sent, a program answers late, an urgent post repeats its notification. There is no request, and so
//! no session. [`Node::acting`] returns the account that the action uses now. Its rights never exceed those of a request
//! by the same user and application at this moment. The caller then checks what that account may do in the place.

use std::sync::Arc;

use base::ids::{ChannelId, OAuthAppId, UserId};
use permissions::applications;
use wire::users::{MAGIC_LINK, User};

use crate::error::{ApiError, Result};
use crate::node::Node;

/// Tokens of one application that are checked; an application has one for each place where it runs.
const GRANTS_MAX: usize = 100;

/// Who began an action, and with which token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Begun {
    pub user: UserId,
    /// The application that the user authorized; none where the user acted.
    pub by: Option<OAuthAppId>,
}

/// Why no action happens in an account's name any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Barred {
    Missing,
    /// The account was deactivated, or guests were turned off.
    Deactivated,
    /// The account lacks a required second factor.
    SecondFactor,
    /// The application was removed, or lost its authorization.
    Application,
}

impl Node {
    /// The account for a delayed action. If an application began the action, the account has only the roles within the
    /// application's scope.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn acting(&self, begun: Begun) -> Result<std::result::Result<Arc<User>, Barred>> {
        let Some(user) = self.world.user(begun.user).await? else { return Ok(Err(Barred::Missing)) };
        if !self.lets_in(&user) {
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

    /// As [`Node::acting`], for actions that are refused like a request without the right.
    ///
    /// # Errors
    /// 403 when no action happens in the account's name any more.
    pub async fn must_act(&self, begun: Begun) -> Result<Arc<User>> {
        self.acting(begun).await?.map_err(|_| ApiError::permissions())
    }

    /// Whether the account may act: it is active, and guests are turned on if it is a guest's.
    pub fn lets_in(&self, user: &User) -> bool {
        user.is_active() && (!user.is_guest() || self.config().guests.enable)
    }

    /// Whether an account in use may read a channel's posts, without a request. It does not check the second factor:
    /// sign-ins, mail and devices check that.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn would_read(&self, user: UserId, channel: ChannelId) -> Result<bool> {
        let (Some(user), Some(channel)) = (self.world.user(user).await?, self.world.channel(channel).await?) else {
            return Ok(false);
        };
        Ok(self.lets_in(&user) && self.can_read(&user, &channel).await?)
    }

    /// Whether the user has to set up a required second factor first.
    pub fn owes_mfa(&self, user: &User) -> bool {
        let config = self.config();
        let is_asked = config.accounts.enforce_mfa || config.guests.enforce_mfa && user.is_guest();
        let signs_in = !user.is_bot && matches!(user.auth_service.as_str(), "" | MAGIC_LINK);
        config.accounts.enable_mfa && is_asked && signs_in && !user.has_second_factor()
    }
}
