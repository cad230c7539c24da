//! Accounts as lists tell ordinary callers of them: the bytes are made once for an account, and lists are spliced of them.

use std::sync::Arc;

use base::ids::UserId;
use metrics::Metrics;
use wire::users::{Privacy, User};

use crate::cached::{CacheSize, Cached, Weigh};

/// 100,000 accounts of the usual size.
const BYTES_MAX: u64 = 96 << 20;
/// Bytes of an entry, about.
const ENTRY_BYTES: u64 = 900;

/// The bytes of accounts.
pub struct ListedUsers(Cached<UserId, Listed>);

/// One account's bytes, and of which state of it.
struct Listed {
    user: Arc<User>,
    privacy: Privacy,
    json: Box<[u8]>,
}

impl ListedUsers {
    pub fn new(metrics: &Arc<Metrics>) -> ListedUsers {
        ListedUsers(Cached::new("ListedUser", BYTES_MAX, ENTRY_BYTES, metrics))
    }

    /// The accounts as a JSON list, as an ordinary caller sees them.
    ///
    /// Bytes are of the very value in memory that they were made of: another state of an account is another value, so
    /// nothing must be forgotten here.
    pub fn json<'a>(&self, users: impl ExactSizeIterator<Item = &'a Arc<User>>, privacy: Privacy) -> Vec<u8> {
        let mut out = Vec::with_capacity(users.len() * 640 + 2);
        out.push(b'[');
        for user in users {
            if out.len() > 1 {
                out.push(b',');
            }
            out.extend_from_slice(&self.one(user, privacy).json);
        }
        out.push(b']');
        out
    }

    fn one(&self, user: &Arc<User>, privacy: Privacy) -> Arc<Listed> {
        if let Some(kept) = self.0.peek(&user.id)
            && Arc::ptr_eq(&kept.user, user)
            && kept.privacy == privacy
        {
            return kept;
        }
        let json = serde_json::to_vec(&User::clone(user).for_others(privacy)).expect("wire types are JSON");
        self.0.put(user.id, Listed { user: user.clone(), privacy, json: json.into() })
    }

    pub fn size(&self) -> CacheSize {
        self.0.size()
    }

    pub fn forget_all(&self) {
        self.0.forget_all();
    }
}

impl Weigh for Listed {
    fn weigh(&self) -> u64 {
        // The account may be in no other place any more.
        size_of::<Listed>() as u64 + self.json.len() as u64 + self.user.weigh()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Privacy = Privacy { show_email: true, show_full_name: true };
    const CLOSED: Privacy = Privacy { show_email: false, show_full_name: false };

    fn ann() -> User {
        let (username, email) = ("ann".to_owned(), "ann@example.test".to_owned());
        User { id: UserId::from(base::Id([7; 16])), username, email, password_hash: "secret".into(), ..User::default() }
    }

    fn told(lists: &ListedUsers, user: &Arc<User>, privacy: Privacy) -> String {
        String::from_utf8(lists.json([user].into_iter(), privacy)).expect("JSON is text")
    }

    fn encoded(user: &User, privacy: Privacy) -> String {
        serde_json::to_string(&[user.clone().for_others(privacy)]).expect("plain data")
    }

    #[test]
    fn a_list_is_what_its_accounts_would_be_encoded_as() {
        let lists = ListedUsers::new(&Metrics::new());
        let users = [Arc::new(ann()), Arc::new(User { id: UserId::from(base::Id([8; 16])), ..ann() })];
        for _ in 0..2 {
            let all: Vec<User> = users.iter().map(|user| User::clone(user).for_others(OPEN)).collect();
            assert_eq!(lists.json(users.iter(), OPEN), serde_json::to_vec(&all).expect("plain data"));
        }
        assert_eq!(lists.json([].iter(), OPEN), b"[]");
    }

    #[test]
    fn what_changed_is_told_as_it_is_now() {
        let lists = ListedUsers::new(&Metrics::new());
        let before = Arc::new(ann());
        assert_eq!(told(&lists, &before, OPEN), encoded(&before, OPEN));
        let after = Arc::new(User { nickname: "Captain".into(), ..ann() });
        assert_eq!(told(&lists, &after, OPEN), encoded(&after, OPEN));
        // Somebody who still holds the old state is told that one.
        assert_eq!(told(&lists, &before, OPEN), encoded(&before, OPEN));
    }

    #[test]
    fn privacy_holds_at_once() {
        let lists = ListedUsers::new(&Metrics::new());
        let user = Arc::new(ann());
        assert!(told(&lists, &user, OPEN).contains("ann@example.test"));
        assert!(!told(&lists, &user, CLOSED).contains("ann@example.test"));
        assert!(told(&lists, &user, OPEN).contains("ann@example.test"));
        assert_eq!(lists.size().entries, 1);
    }
}
