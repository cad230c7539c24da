//! For whom replies are gathered in threads: the server's setting, and where it leaves the choice, each user's.

use std::collections::HashSet;

use base::ids::UserId;
use config::CollapsedThreads;
use node::error::Result;

use request::App;

const CATEGORY: &str = "display_settings";
const NAME: &str = "collapsed_reply_threads";

/// Those of some users who see replies gathered in threads.
#[derive(Debug, PartialEq, Eq)]
pub enum Collapsed {
    Everybody,
    Nobody,
    Only(HashSet<UserId>),
}

impl Collapsed {
    /// Asks for `users`; nothing is read while the server decides for all.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn of(app: &App, users: &[UserId]) -> Result<Collapsed> {
        let unless_chosen = match app.config().threads.collapsed {
            CollapsedThreads::AlwaysOn => return Ok(Collapsed::Everybody),
            CollapsedThreads::Disabled => return Ok(Collapsed::Nobody),
            CollapsedThreads::DefaultOn => true,
            CollapsedThreads::DefaultOff => false,
        };
        let mut with: HashSet<UserId> = if unless_chosen { users.iter().copied().collect() } else { HashSet::new() };
        for chosen in app.store.preference_of_users(users, CATEGORY, NAME).await? {
            match chosen.value.as_str() {
                "on" => drop(with.insert(chosen.user_id)),
                _ => drop(with.remove(&chosen.user_id)),
            }
        }
        Ok(Collapsed::Only(with))
    }

    pub fn has(&self, user: UserId) -> bool {
        match self {
            Collapsed::Everybody => true,
            Collapsed::Nobody => false,
            Collapsed::Only(users) => users.contains(&user),
        }
    }
}
