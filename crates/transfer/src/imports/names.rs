//! What names in a file stand for: kept for as many as fit, read again for the rest.
//!
//! Two generations of at most [`GENERATION_LEN`] names each: what is used moves to the younger one, and when that is
//! full between two batches, the older one goes. Some 100 MB at most, however many names the server has.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

use base::Millis;
use base::ids::{ChannelId, TeamId, UserId};
use store::Store;
use wire::channels::Channel;
use wire::teams::Team;
use wire::users::User;

use node::error::Result;

use crate::imports::known::Key;

const GENERATION_LEN: usize = 150_000;
/// Names of one query.
const ASKED_MAX: usize = 1_000;
/// Posts of one moment that are kept: programs write a few at once, and of more the store is asked.
const MOMENT_POSTS_MAX: usize = 32;

/// Who a username stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Person {
    pub id: UserId,
    pub is_guest: bool,
    pub is_bot: bool,
}

/// What the name of a channel stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub id: ChannelId,
    pub team: TeamId,
    /// No post of the channel is younger: what is written later than this is not there yet.
    pub latest: Millis,
    /// The same of those that begin a thread. It is `latest` unless this import fills the store.
    pub latest_root: Millis,
}

#[derive(Default)]
pub struct Names {
    /// There are few.
    teams: HashMap<String, Arc<Team>>,
    users: Recent<String, Person>,
    channels: Recent<(TeamId, String), Place>,
    /// What this import began threads with at the latest moment of a channel.
    moments: Recent<ChannelId, Moment>,
    /// Whether this import fills the store: no other one, or older server, has set the times of channels.
    is_filling: bool,
}

/// All posts that begin threads of one channel at one time.
#[derive(Debug, Clone)]
struct Moment {
    at: Millis,
    posts: Vec<Key>,
}

impl Names {
    pub fn new(is_filling: bool) -> Names {
        Names { is_filling, ..Names::default() }
    }

    /// Lets go of what was not used for long. Between two batches: what a batch loaded stays until its end.
    pub fn turn(&mut self) {
        self.users.turn();
        self.channels.turn();
        self.moments.turn();
    }

    /// The live team of this name.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn team(&mut self, store: &Store, name: &str) -> Result<Option<Arc<Team>>> {
        if let Some(team) = self.teams.get(name) {
            return Ok(Some(team.clone()));
        }
        let found = store.team_by_name(name).await?.map(Arc::new);
        if let Some(team) = &found {
            self.teams.insert(name.to_owned(), team.clone());
        }
        Ok(found)
    }

    pub fn forget_team(&mut self, name: &str) {
        self.teams.remove(name);
    }

    /// Loads the accounts of some usernames that are not known yet.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn load_users(&mut self, store: &Store, mut names: Vec<&str>) -> Result<()> {
        names.sort_unstable();
        names.dedup();
        names.retain(|name| self.users.get(*name).is_none());
        let missing: Vec<String> = names.into_iter().map(str::to_owned).collect();
        for asked in missing.chunks(ASKED_MAX) {
            for user in store.users_by_usernames(asked).await? {
                self.note_user(&user);
            }
        }
        Ok(())
    }

    pub fn note_user(&mut self, user: &User) {
        let person = Person { id: user.id, is_guest: user.is_guest(), is_bot: user.is_bot };
        self.users.put(user.username.clone(), person);
    }

    pub fn user(&mut self, name: &str) -> Option<Person> {
        self.users.get(name)
    }

    /// Loads channels of a team that are not known yet; of none for conversations.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn load_channels(&mut self, store: &Store, team: TeamId, names: HashSet<String>) -> Result<()> {
        let mut key = (team, String::new());
        let mut missing = Vec::new();
        for name in names {
            key.1 = name;
            if self.channels.get(&key).is_none() {
                missing.push(std::mem::take(&mut key.1));
            }
        }
        for asked in missing.chunks(ASKED_MAX) {
            for channel in store.channels_by_names(team, asked).await? {
                self.note_channel(&channel);
            }
        }
        Ok(())
    }

    pub fn note_channel(&mut self, channel: &Channel) {
        let latest = channel.last_post_at;
        let latest_root = if self.is_filling { channel.last_root_post_at } else { latest };
        let place = Place { id: channel.id, team: channel.team_id, latest, latest_root };
        self.channels.put((channel.team_id, channel.name.clone()), place);
    }

    pub fn channel(&mut self, key: &(TeamId, String)) -> Option<Place> {
        self.channels.get(key)
    }

    /// Something was said in a channel.
    pub fn said(&mut self, key: &(TeamId, String), at: Millis) {
        if let Some(place) = self.channels.get(key) {
            self.channels.put(key.clone(), Place { latest: place.latest.max(at), ..place });
        }
    }

    /// A thread was begun in a channel.
    pub fn begun(&mut self, key: &(TeamId, String), post: Key) {
        let Some(place) = self.channels.get(key) else { return };
        let at = post.create_at;
        match at.cmp(&place.latest_root) {
            Ordering::Less => {}
            Ordering::Equal => {
                // Without a moment there are others of that time that are not known here.
                match self.moments.get(&place.id).filter(|moment| moment.at == at) {
                    Some(moment) if moment.posts.len() == MOMENT_POSTS_MAX => self.moments.remove(&place.id),
                    Some(mut moment) => {
                        moment.posts.push(post);
                        self.moments.put(place.id, moment);
                    }
                    None => {}
                }
            }
            Ordering::Greater => {
                self.channels.put(key.clone(), Place { latest_root: at, ..place });
                self.moments.put(place.id, Moment { at, posts: vec![post] });
            }
        }
    }

    /// Whether a thread may have been begun with this post: surely not when it is younger than all others of its channel, or
    /// as young as the youngest and another one.
    pub fn may_have_begun(&mut self, place: Place, post: &Key) -> bool {
        match post.create_at.cmp(&place.latest_root) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => match self.moments.get(&place.id) {
                Some(moment) if moment.at == post.create_at => moment.posts.contains(post),
                _ => true,
            },
        }
    }
}

/// Values by key, the most recently used ones.
struct Recent<K, V> {
    young: HashMap<K, V>,
    old: HashMap<K, V>,
}

impl<K, V> Default for Recent<K, V> {
    fn default() -> Recent<K, V> {
        Recent { young: HashMap::new(), old: HashMap::new() }
    }
}

impl<K: Eq + Hash, V: Clone> Recent<K, V> {
    fn get<Q>(&mut self, key: &Q) -> Option<V>
    where
        K: std::borrow::Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        if let Some(value) = self.young.get(key) {
            return Some(value.clone());
        }
        let (key, value) = self.old.remove_entry(key)?;
        self.young.insert(key, value.clone());
        Some(value)
    }

    fn put(&mut self, key: K, value: V) {
        self.young.insert(key, value);
    }

    fn remove(&mut self, key: &K) {
        self.young.remove(key);
        self.old.remove(key);
    }

    fn turn(&mut self) {
        if self.young.len() > GENERATION_LEN {
            self.old = std::mem::take(&mut self.young);
        }
    }
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;

    fn names(is_filling: bool, channel: &Channel) -> (Names, (TeamId, String)) {
        let mut names = Names::new(is_filling);
        names.note_channel(channel);
        (names, (channel.team_id, channel.name.clone()))
    }

    fn post(channel: &Channel, at: Millis, text: &str) -> Key {
        Key::new(channel.id, at, UserId(Id([7; 16])), base::ids::PostId::NONE, text)
    }

    #[test]
    fn a_thread_may_be_there_unless_all_others_of_its_channel_are_older() {
        let channel = Channel { last_post_at: 900, last_root_post_at: 500, name: "deck".into(), ..Channel::default() };
        for (is_filling, at) in [(false, 900), (true, 500)] {
            let (mut names, key) = names(is_filling, &channel);
            let place = names.channel(&key).expect("a channel");
            let may = |names: &mut Names, at| names.may_have_begun(place, &post(&channel, at, "x"));
            assert_eq!([may(&mut names, at), may(&mut names, at + 1)], [true, false], "{is_filling}");
        }
    }

    #[test]
    fn posts_of_one_moment_are_told_apart_until_there_are_too_many() {
        let channel = Channel { name: "deck".into(), ..Channel::default() };
        let (mut names, key) = names(true, &channel);
        let mut may = Vec::new();
        for number in 0..MOMENT_POSTS_MAX + 2 {
            names.begun(&key, post(&channel, 5, &number.to_string()));
            let place = names.channel(&key).expect("a channel");
            may.push(["0", "new"].map(|text| names.may_have_begun(place, &post(&channel, 5, text))));
        }
        assert!(may[..MOMENT_POSTS_MAX].iter().all(|may| *may == [true, false]), "{may:?}");
        assert!(may[MOMENT_POSTS_MAX..].iter().all(|may| *may == [true, true]), "the store is asked: {may:?}");
    }
}
