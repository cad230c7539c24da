//! Threads of a plan: where, by whom, with which words, replies and reactions.

use std::collections::BTreeSet;

use super::{Members, Place, Plan, Who};
use crate::mix::{Random, words};

/// Posts of teams in the channel that everybody is in. No published figure either: the published tool writes in any
/// channel of a user, of which there are about five, this one among them.
const COMMON_POSTS: f64 = 0.2;
/// People who write in a thread there, at most.
const COMMON_WRITERS: u64 = 4;
/// One root in so many begins a long thread, and all of those hold the asked share of the replies.
const LONG_THREAD_EVERY: u64 = 1_000;
/// An import takes lines of 16 MiB; this many replies are far below.
const REPLIES_MAX: u64 = 5_000;
/// People whom the beginning of a thread names, at most.
const NAMED_MAX: usize = 8;
const EMOJI: [&str; 4] = ["+1", "tada", "point_up", "raised_hands"];
/// Words of a post, at most, and of a reply.
const ROOT_WORDS: u64 = 66;
const REPLY_WORDS: u64 = 46;

/// A post with its replies and reactions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    pub place: Place,
    pub author: u64,
    pub text: String,
    pub urgent: bool,
    pub replies: Vec<Reply>,
    pub reactions: Vec<Reaction>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    pub author: u64,
    pub text: String,
}

/// No two of a thread are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reaction {
    /// To which post of the thread; 0 is the first.
    pub to: usize,
    pub user: u64,
    pub emoji: &'static str,
}

impl Thread {
    pub fn posts(&self) -> u64 {
        1 + self.replies.len() as u64
    }
}

impl Plan<'_> {
    /// A thread in a channel of a team, with at most `room` posts. `before` posts of all are there already.
    pub fn thread(&self, number: u64, before: u64, room: u64) -> Thread {
        let mut random = Random::of(self.size.seed ^ 4, number);
        let (teams, channels) = (self.size.teams, self.size.channels.of_team());
        let team = number % teams;
        // Team by team, so that none is busier than another.
        let of_team = channels / teams + u64::from(team < channels % teams);
        if of_team == 0 || random.chance(COMMON_POSTS) {
            let writers: BTreeSet<u64> =
                (0..COMMON_WRITERS).map(|_| self.draw(&mut random, team, Who::Writers)).collect();
            let others: BTreeSet<u64> = (0..NAMED_MAX).map(|_| self.draw(&mut random, team, Who::All)).collect();
            let others = match self.size.writers_per_team {
                Some(_) => others.difference(&writers).copied().collect(),
                None => Vec::new(),
            };
            let members = Members { writers: writers.into_iter().collect(), others };
            return self.talk(&mut random, Place::Common(team), &members, before, room);
        }
        let channel = team + teams * busy(&mut random, of_team);
        self.talk(&mut random, Place::Channel(channel), &self.members(channel), before, room)
    }

    /// A thread in a direct or group channel, with at most `room` posts. `before` posts of all are there already.
    pub fn direct_thread(&self, number: u64, before: u64, room: u64) -> Thread {
        let mut random = Random::of(self.size.seed ^ 6, number);
        let kinds = self.size.channels;
        // In the even world circle by circle; a small one may have none of them.
        let circle = self.circle(number % self.circles());
        let place = busy(&mut random, circle.direct.1 + circle.groups.1);
        let channel = match place.checked_sub(circle.direct.1) {
            _ if circle.direct.1 + circle.groups.1 == 0 => 0,
            None => circle.direct.0 + place,
            Some(group) => kinds.direct + circle.groups.0 + group,
        };
        self.talk(&mut random, Place::Direct(channel), &self.people(channel), before, room)
    }

    fn talk(&self, random: &mut Random, place: Place, members: &Members, before: u64, room: u64) -> Thread {
        let writer = |random: &mut Random| *random.one_of(&members.writers).expect("a channel has a member who writes");
        let author = writer(random);
        let urgent = random.chance(self.size.shares.urgent);
        let mut text = String::new();
        let count = self.replies(random).min(room.saturating_sub(1));
        if count > 0 && !members.others.is_empty() {
            let first = random.below(members.others.len() as u64) as usize;
            let others = members.others.iter().cycle().skip(first);
            for user in others.take(members.others.len().min(NAMED_MAX)) {
                text.push_str(&format!("@{} ", self.user_name(*user)));
            }
        }
        sentence(random, ROOT_WORDS, &mut text);
        let mut replies = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let (author, mut text) = (writer(random), String::new());
            sentence(random, REPLY_WORDS, &mut text);
            replies.push(Reply { author, text });
        }
        let reactions = self.reactions(random, &members.writers, before, 1 + count);
        Thread { place, author, text, urgent, replies, reactions }
    }

    /// The reactions that fall to the posts from `before` on: as many in all as the size says, or as four emoji allow.
    fn reactions(&self, random: &mut Random, writers: &[u64], before: u64, posts: u64) -> Vec<Reaction> {
        let upto = |posts: u64| {
            (u128::from(self.size.reactions) * u128::from(posts) / u128::from(self.size.posts.max(1))) as u64
        };
        let (kinds, people) = (EMOJI.len() as u64, writers.len() as u64);
        let count = (upto(before + posts) - upto(before)).min(posts * kinds * people);
        let first = random.next() % (posts * kinds * people);
        let reaction = |at: u64| {
            let at = (first + at) % (posts * kinds * people);
            let (to, rest) = ((at % posts) as usize, at / posts);
            Reaction { to, emoji: EMOJI[(rest % kinds) as usize], user: writers[(rest / kinds) as usize] }
        };
        (0..count).map(reaction).collect()
    }

    /// How many replies a root has: on average as many as make the share of replies, in long threads as many as asked.
    fn replies(&self, random: &mut Random) -> u64 {
        let share = self.size.shares.replies.clamp(0.0, 0.99);
        let (mean, in_long) = (share / (1.0 - share), self.size.shares.in_long_threads.clamp(0.0, 1.0));
        if random.below(LONG_THREAD_EVERY) == 0 {
            let most = 2.0 * mean * in_long * LONG_THREAD_EVERY as f64;
            return random.below(most as u64 + 1).min(REPLIES_MAX);
        }
        // Each reply may have one more: short threads are frequent, longer ones rarer and rarer.
        let rest = mean * (1.0 - in_long);
        let again = rest / (1.0 + rest);
        let mut count = 0;
        while count < REPLIES_MAX && random.chance(again) {
            count += 1;
        }
        count
    }
}

/// A few channels are busy and most are quiet: the square of an even draw.
pub(super) fn busy(random: &mut Random, channels: u64) -> u64 {
    let unit = random.unit();
    ((unit * unit * channels as f64) as u64).min(channels.saturating_sub(1))
}

fn sentence(random: &mut Random, words_max: u64, text: &mut String) {
    let count = random.within(1, words_max);
    words::sentence(random, count, text);
}
