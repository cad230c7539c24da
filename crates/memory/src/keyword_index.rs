//! The index of mention keywords: which words mention which users.
//!
//! Most users are mentioned by their name alone; names are looked up when a post has one. The index holds the users whose
//! settings say more: keywords, first names, no `@channel`, every post. It is read at the start. A user whose record
//! changes is read again before the next post is scanned. Membership is checked for the users that a text mentions, so
//! joins and leaves do not change the index. A user in it takes some 200 bytes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use base::ids::UserId;
use parking_lot::{Mutex, RwLock};
use store::Store;
use store::users::Notified;
use text::mentions::{KeywordTable, Mentions, scan};
use wire::omit::StringMap;
use wire::users::User;

use crate::world::World;

/// Keywords of one user in the index. A user's settings hold some hundred at most anyway.
const WORDS_PER_USER_MAX: usize = 100;
/// Users in the index. Beyond this bound the newest are mentioned by name alone.
const USERS_MAX: usize = 1_000_000;
/// Changed users that wait to be read. Beyond this bound the whole index is read again.
const CHANGED_MAX: usize = 10_000;

/// The index of this node.
#[derive(Default)]
pub struct KeywordIndex {
    table: RwLock<Table>,
    changed: Mutex<Changed>,
}

#[derive(Default)]
enum Changed {
    /// Whether the whole index has to be read.
    #[default]
    Everything,
    Some(HashSet<UserId>),
}

#[derive(Default)]
struct Table {
    people: HashMap<UserId, Vec<String>>,
    words: HashMap<String, Vec<UserId>>,
    /// Those of the words that have letters beyond ASCII.
    multibyte: HashSet<String>,
    /// Users who want a notification of every post. Shared with events, which outlive a change.
    want_all: Arc<HashSet<UserId>>,
}

impl KeywordIndex {
    /// Notes that a user's record changed. Called on the writer: takes a lock, never waits for the store.
    pub fn forget(&self, user: UserId) {
        let mut changed = self.changed.lock();
        if let Changed::Some(users) = &mut *changed {
            users.insert(user);
            if users.len() > CHANGED_MAX {
                *changed = Changed::Everything;
            }
        }
    }

    pub fn forget_all(&self) {
        *self.changed.lock() = Changed::Everything;
    }

    /// Reads the changed users again. Without changes it costs one look at a lock.
    ///
    /// # Errors
    /// When the store does not answer. The next call then reads the changed users.
    pub(crate) async fn refresh(&self, world: &World, store: &Store) -> store::Result<()> {
        let changed = {
            let mut changed = self.changed.lock();
            match &*changed {
                Changed::Some(users) if users.is_empty() => return Ok(()),
                _ => std::mem::replace(&mut *changed, Changed::Some(HashSet::new())),
            }
        };
        let read = match &changed {
            Changed::Everything => store.users_notified(USERS_MAX).await,
            Changed::Some(users) => self.read(world, users).await,
        };
        let read = match read {
            Ok(read) => read,
            Err(error) => {
                self.forget_all();
                return Err(error);
            }
        };
        let mut table = self.table.write();
        match &changed {
            Changed::Everything => *table = Table::default(),
            Changed::Some(users) => users.iter().for_each(|user| table.remove(*user)),
        }
        for one in &read {
            table.add(one);
        }
        Ok(())
    }

    async fn read(&self, world: &World, users: &HashSet<UserId>) -> store::Result<Vec<Notified>> {
        let mut read = Vec::with_capacity(users.len());
        for &user in users {
            if let Some(user) = world.user(user).await?
                && user.is_active()
                && !user.is_bot
            {
                read.push(of(&user));
            }
        }
        Ok(read)
    }

    /// Scans a text for keywords, and for the names of `members`.
    pub fn scan(&self, text: &str, members: &HashMap<String, [UserId; 1]>) -> Mentions {
        let table = self.table.read();
        scan(text, &Words { table: &table, members })
    }

    /// Whether the index is empty.
    pub fn is_empty(&self) -> bool {
        self.table.read().words.is_empty()
    }

    /// Users who want a notification of every post.
    pub fn want_all(&self) -> Arc<HashSet<UserId>> {
        self.table.read().want_all.clone()
    }
}

fn of(user: &User) -> Notified {
    Notified { user: user.id, first_name: user.first_name.clone(), props: user.notify_props.clone() }
}

/// The words, besides the name, that mention a user.
fn words(one: &Notified) -> Vec<String> {
    let setting = |name: &str| setting(&one.props, name);
    let keywords = setting("mention_keys").split(',').map(str::trim).filter(|word| !word.is_empty());
    // The name is looked up anyway, and older clients put it among the keywords.
    let mut words: Vec<String> = keywords.take(WORDS_PER_USER_MAX).map(str::to_lowercase).collect();
    if setting("first_name") == "true" && !one.first_name.is_empty() {
        words.push(one.first_name.clone());
    }
    words.sort_unstable();
    words.dedup();
    words
}

fn setting<'p>(props: &'p StringMap, name: &str) -> &'p str {
    props.get(name).map_or("", String::as_str)
}

impl Table {
    fn add(&mut self, one: &Notified) {
        if setting(&one.props, "desktop") == "all" {
            Arc::make_mut(&mut self.want_all).insert(one.user);
        }
        let words = words(one);
        if words.is_empty() || self.people.len() >= USERS_MAX {
            return;
        }
        for word in &words {
            self.words.entry(word.clone()).or_default().push(one.user);
            if !word.is_ascii() {
                self.multibyte.insert(word.clone());
            }
        }
        self.people.insert(one.user, words);
    }

    fn remove(&mut self, user: UserId) {
        if self.want_all.contains(&user) {
            Arc::make_mut(&mut self.want_all).remove(&user);
        }
        for word in self.people.remove(&user).unwrap_or_default() {
            if let Some(users) = self.words.get_mut(&word) {
                users.retain(|one| *one != user);
                if users.is_empty() {
                    self.words.remove(&word);
                    self.multibyte.remove(&word);
                }
            }
        }
    }
}

/// Members by `@name`, and everybody by word.
struct Words<'t> {
    table: &'t Table,
    members: &'t HashMap<String, [UserId; 1]>,
}

impl KeywordTable for Words<'_> {
    fn lookup(&self, word: &str) -> Option<&[UserId]> {
        if let Some(member) = self.members.get(word) {
            return Some(member);
        }
        self.table.words.get(word).map(Vec::as_slice)
    }

    fn multibyte(&self) -> impl Iterator<Item = (&str, &[UserId])> {
        let words = self.table.multibyte.iter();
        words.filter_map(|word| Some((word.as_str(), self.table.words.get(word)?.as_slice())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Id;

    const ANN: UserId = UserId(Id([1; 16]));
    const BOB: UserId = UserId(Id([2; 16]));

    fn notified(user: UserId, props: &[(&str, &str)]) -> Notified {
        let props = props.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Notified { user, first_name: "Caroline".into(), props }
    }

    fn called(table: &Table, text: &str) -> Vec<UserId> {
        scan(text, &Words { table, members: &HashMap::from([("@bob".to_owned(), [BOB])]) }).users
    }

    #[test]
    fn words_first_names_and_members_call() {
        let mut table = Table::default();
        table.add(&notified(ANN, &[("mention_keys", "Bananas, 寿司,,split pea"), ("first_name", "true")]));
        assert_eq!(called(&table, "who likes bananas"), [ANN]);
        assert_eq!(called(&table, "今日は寿司を食べる"), [ANN]);
        assert_eq!(called(&table, "good day Caroline, @bob"), [ANN, BOB]);
        assert!(called(&table, "good day caroline, bananasplit").is_empty());
    }

    #[test]
    fn who_changes_is_called_by_the_new_words_alone() {
        let mut table = Table::default();
        table.add(&notified(ANN, &[("mention_keys", "deck,mast"), ("desktop", "all")]));
        table.add(&notified(BOB, &[("mention_keys", "mast")]));
        table.remove(ANN);
        assert!(called(&table, "on deck").is_empty());
        assert_eq!(called(&table, "before the mast"), [BOB]);
        assert!(table.want_all.is_empty() && !table.words.contains_key("deck"));
    }
}
