//! What a batch of talk writes: rows that are new, each kind at once, and behind them what is done to rows that are there.

use base::Millis;
use node::change::Change;
use store::Write;
use store::threads::{Membership, Thread};
use wire::posts::Post;
use wire::reactions::Reaction;

#[derive(Default)]
pub struct Rows {
    pub posts: Vec<Post>,
    pub threads: Vec<Thread>,
    /// Who follows the new threads, each of them once.
    pub followers: Vec<Membership>,
    /// Those of new posts.
    pub reactions: Vec<Reaction>,
    pub then: Vec<Write>,
}

impl Rows {
    /// Adds them to a change.
    pub fn write(self, change: &mut Change, now: Millis) {
        let Rows { posts, threads, followers, reactions, then } = self;
        let new = [
            (posts.len(), store::posts::insert_all(&posts, now)),
            (threads.len(), store::imports::threads(&threads)),
            (followers.len(), store::imports::follow_new(&followers)),
            (reactions.len(), store::imports::react(&reactions)),
        ];
        for (len, write) in new {
            if len > 0 {
                change.write(write);
            }
        }
        for write in then {
            change.write(write);
        }
    }
}
