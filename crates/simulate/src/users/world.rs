//! What all users of one agent know together, kept once: users, teams, channels and posts, each under a short number.
//!
//! A simulated user then keeps four bytes for a channel it knows instead of the channel. Entries are never removed but
//! for posts, which go when no user remembers them.

use std::collections::HashMap;
use std::sync::Arc;

use base::Id;
use parking_lot::{Mutex, RwLock};

use crate::answers::PostAnswer;
use crate::delivery_check::tag;
pub use crate::number::No;

/// Posts are spread over this many locks.
const SHARDS: usize = 64;
/// A shard is swept when it has grown to this many posts, and again when it has doubled.
const SWEEP_AT: usize = 1_024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Public,
    Private,
    Direct,
    Group,
}

impl Kind {
    pub fn of(letter: &str) -> Kind {
        match letter {
            "P" => Kind::Private,
            "D" => Kind::Direct,
            "G" => Kind::Group,
            _ => Kind::Public,
        }
    }

    pub fn is_of_team(self) -> bool {
        matches!(self, Kind::Public | Kind::Private)
    }
}

#[derive(Clone, Debug)]
pub struct UserFact {
    pub id: Id,
    /// Empty until somebody was told.
    pub name: Arc<str>,
}

#[derive(Clone, Debug)]
pub struct ChannelFact {
    pub id: Id,
    /// `None` for direct and group channels.
    pub team: Option<No>,
    pub kind: Kind,
    pub name: Arc<str>,
}

#[derive(Clone, Debug)]
pub struct TeamFact {
    pub id: Id,
    pub name: Arc<str>,
}

/// A post as simulated users remember it. Its text is not kept.
#[derive(Debug)]
pub struct Post {
    pub id: Id,
    pub channel: No,
    pub author: No,
    pub root: Id,
    pub create_at: i64,
    pub is_system: bool,
    pub wants_ack: bool,
    text: Mutex<Text>,
    /// The mark that the lab put on it; 0 for all other posts.
    pub tag: u64,
}

/// What is kept of a post's text, and when it was written.
#[derive(Clone, Copy, Debug)]
struct Text {
    update_at: i64,
    permalink: Id,
}

impl Post {
    /// What a permalink in it leads to.
    pub fn permalink(&self) -> Id {
        self.text.lock().permalink
    }

    /// Takes another text, unless a newer one is known.
    fn edit(&self, answer: &PostAnswer) {
        let mut text = self.text.lock();
        if answer.update_at > text.update_at {
            *text = Text { update_at: answer.update_at, permalink: permalink(&answer.message) };
        }
    }

    /// The post that begins its thread.
    pub fn thread(&self) -> Id {
        if self.root.is_none() { self.id } else { self.root }
    }
}

/// Things of one kind by id and by number.
#[derive(Debug)]
pub struct Table<T> {
    by_id: HashMap<Id, No>,
    rows: Vec<T>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table { by_id: HashMap::new(), rows: Vec::new() }
    }
}

impl<T> Table<T> {
    pub fn no(&self, id: Id) -> Option<No> {
        self.by_id.get(&id).copied()
    }

    pub fn row(&self, no: No) -> &T {
        &self.rows[no as usize]
    }

    fn put(&mut self, id: Id, row: T) -> No {
        let no = self.rows.len() as No;
        self.rows.push(row);
        self.by_id.insert(id, no);
        no
    }
}

#[derive(Default)]
pub struct World {
    pub users: RwLock<Table<UserFact>>,
    pub teams: RwLock<Table<TeamFact>>,
    pub channels: RwLock<Table<ChannelFact>>,
    posts: Vec<Mutex<Shard>>,
}

struct Shard {
    posts: HashMap<Id, Arc<Post>>,
    sweep_at: usize,
}

impl World {
    pub fn new() -> World {
        let shard = || Mutex::new(Shard { posts: HashMap::new(), sweep_at: SWEEP_AT });
        World { posts: (0..SHARDS).map(|_| shard()).collect(), ..World::default() }
    }

    /// The number of a user; an empty name tells nothing new.
    pub fn user(&self, id: Id, name: &str) -> No {
        {
            let users = self.users.read();
            if let Some(no) = users.no(id)
                && (name.is_empty() || !users.row(no).name.is_empty())
            {
                return no;
            }
        }
        let mut users = self.users.write();
        match users.no(id) {
            Some(no) => {
                users.rows[no as usize].name = name.into();
                no
            }
            None => users.put(id, UserFact { id, name: name.into() }),
        }
    }

    pub fn user_fact(&self, no: No) -> UserFact {
        self.users.read().row(no).clone()
    }

    pub fn user_ids(&self, numbers: &[No]) -> Vec<Id> {
        let users = self.users.read();
        numbers.iter().map(|no| users.row(*no).id).collect()
    }

    pub fn team(&self, id: Id, name: &str) -> No {
        if let Some(no) = self.teams.read().no(id) {
            return no;
        }
        let mut teams = self.teams.write();
        teams.no(id).unwrap_or_else(|| teams.put(id, TeamFact { id, name: name.into() }))
    }

    pub fn team_id(&self, no: No) -> Id {
        self.teams.read().row(no).id
    }

    /// The number of a channel with what was told of it.
    pub fn channel(&self, id: Id, team: Id, kind: Kind, name: &str) -> No {
        if let Some(no) = self.channels.read().no(id) {
            return no;
        }
        let team = (!team.is_none()).then(|| self.team(team, ""));
        let mut channels = self.channels.write();
        channels.no(id).unwrap_or_else(|| channels.put(id, ChannelFact { id, team, kind, name: name.into() }))
    }

    pub fn channel_no(&self, id: Id) -> Option<No> {
        self.channels.read().no(id)
    }

    pub fn channel_fact(&self, no: No) -> ChannelFact {
        self.channels.read().row(no).clone()
    }

    pub fn channel_id(&self, no: No) -> Id {
        self.channels.read().row(no).id
    }

    /// A post that some user remembers.
    pub fn known_post(&self, id: Id) -> Option<Arc<Post>> {
        self.shard(id).lock().posts.get(&id).cloned()
    }

    /// The post of an answer, kept once for all who see it; an edited one is edited for all, and keeps its mark. `None` in
    /// a channel that nobody was told of, or deleted.
    pub fn post(&self, answer: &PostAnswer) -> Option<Arc<Post>> {
        if answer.delete_at != 0 {
            return None;
        }
        if let Some(known) = self.known_post(answer.id) {
            known.edit(answer);
            return Some(known);
        }
        let channel = self.channel_no(answer.channel_id)?;
        let post = Arc::new(Post {
            id: answer.id,
            channel,
            author: self.user(answer.user_id, ""),
            root: answer.root_id,
            create_at: answer.create_at,
            is_system: !answer.r#type.is_empty(),
            wants_ack: answer.metadata.priority.requested_ack,
            text: Mutex::new(Text { update_at: answer.update_at, permalink: permalink(&answer.message) }),
            tag: tag::find(&answer.message).unwrap_or(0),
        });
        let mut shard = self.shard(answer.id).lock();
        if shard.posts.len() >= shard.sweep_at {
            shard.posts.retain(|_, post| Arc::strong_count(post) > 1);
            shard.sweep_at = (2 * shard.posts.len()).max(SWEEP_AT);
        }
        Some(shard.posts.entry(answer.id).or_insert(post).clone())
    }

    fn shard(&self, id: Id) -> &Mutex<Shard> {
        &self.posts[usize::from(id.0[15]) % SHARDS]
    }
}

/// What the first permalink of a text leads to.
fn permalink(text: &str) -> Id {
    let Some((_, rest)) = text.split_once("/pl/") else { return Id::NONE };
    rest.get(..base::ids::ID_LEN).and_then(Id::parse).filter(|id| id.is_some()).unwrap_or(Id::NONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(id: u8) -> PostAnswer<'static> {
        PostAnswer { id: Id([id; 16]), channel_id: Id([9; 16]), user_id: Id([8; 16]), ..PostAnswer::default() }
    }

    #[test]
    fn a_post_is_kept_once() {
        let world = World::new();
        assert!(world.post(&answer(1)).is_none(), "nobody was told of its channel");
        world.channel(Id([9; 16]), Id::NONE, Kind::Direct, "");
        let (one, two) = (world.post(&answer(1)).expect("kept"), world.post(&answer(1)).expect("kept"));
        assert!(Arc::ptr_eq(&one, &two));
    }

    #[test]
    fn posts_that_nobody_remembers_are_swept() {
        let world = World::new();
        world.channel(Id([9; 16]), Id::NONE, Kind::Direct, "");
        for number in 0..20_000_u16 {
            let mut id = [1; 16];
            id[..2].copy_from_slice(&number.to_be_bytes());
            drop(world.post(&PostAnswer { id: Id(id), ..answer(1) }));
        }
        let kept: usize = world.posts.iter().map(|shard| shard.lock().posts.len()).sum();
        assert!(kept <= SWEEP_AT, "all went to one shard, {kept} stayed");
    }

    #[test]
    fn an_edited_post_is_edited_for_all_and_never_back() {
        let (world, target) = (World::new(), Id([7; 16]));
        world.channel(Id([9; 16]), Id::NONE, Kind::Direct, "");
        let post = world.post(&answer(1)).expect("kept");
        let edited = PostAnswer { update_at: 2, message: format!("/pl/{target}").into(), ..answer(1) };
        assert!(Arc::ptr_eq(&post, &world.post(&edited).expect("kept")));
        assert_eq!(post.permalink(), target);
        world.post(&PostAnswer { update_at: 1, ..answer(1) });
        assert_eq!(post.permalink(), target, "an older text came later");
    }

    #[test]
    fn a_permalink_is_found_in_a_text() {
        let id = Id([7; 16]);
        assert_eq!(permalink(&format!("see http://chat/team/pl/{id} there")), id);
        assert_eq!(permalink("see /pl/short"), Id::NONE);
    }
}
