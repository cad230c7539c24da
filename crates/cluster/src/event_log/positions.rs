//! Positions: how far each other node's log was certainly heard. Pure: callers pass the time.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use bus::NodeId;
use store::nodes::Listed;

/// Messages from so long before the last proof of the cache lease were heard, or their loss would have been noticed: twice
/// the time after which a silent node is gone.
const HEARD_AFTER: Duration = Duration::from_millis(2 * bus::GONE_MS);
/// A mark may be older than its time by this much: nodes publish it each second, and it is read each second.
const MARK_AGE: Duration = Duration::from_secs(2);
/// Messages from so long before were also served to clients, even those that had to be read from the log.
const SERVED_AFTER: Duration = Duration::from_millis(3 * bus::GONE_MS);
/// A node without an entry for so long has ended, and all nodes noticed its end.
const OVER_AFTER: Duration = Duration::from_millis(2 * bus::GONE_MS);
/// A node is named in the floors of a node that lives for so long beside it: the list of nodes is a second old, and the
/// floors that a keeper chooses are up to 19 s old ([`crate::records`]).
const NAMED_AFTER: Duration = Duration::from_secs(25);
/// How long marks are kept.
const KEPT: Duration = Duration::from_secs(60);
/// How long a node without an entry is remembered: as long as it may have rows.
const PEERS_KEPT: Duration = Duration::from_secs(6 * 60);

/// What this node knows of the other nodes' logs.
#[derive(Default)]
pub struct Positions {
    peers: HashMap<NodeId, Peer>,
    /// Identifies this log; one that begins after a restart of the database has another mark.
    mark: Option<Vec<u8>>,
    began: Option<Instant>,
    /// When this node renewed its own entry last.
    pub listed_at: Option<Instant>,
    trusted_at: Option<Instant>,
    /// Rows may be missing.
    pub is_behind: bool,
    /// A loss left the caches as they were: rows must invalidate them first.
    pub is_uncleared: bool,
    /// How many losses there were.
    pub losses: u64,
    /// When the last complete reading began.
    pub read_at: Option<Instant>,
    /// When the database last answered a reading, complete or not.
    pub answered_at: Option<Instant>,
}

struct Peer {
    /// Positions of the log by time, ascending.
    marks: VecDeque<(Instant, i64)>,
    /// It joined after this node, so all its rows are new.
    is_new: bool,
    read: i64,
    /// When it was listed first, and last.
    since: Instant,
    seen: Instant,
}

impl Peer {
    fn is_over(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.seen) > OVER_AFTER
    }
}

/// The rows to read of one node.
#[derive(Debug, PartialEq, Eq)]
pub struct Wanted {
    pub node: NodeId,
    /// False for a node of an older version, which keeps no log.
    pub logs: bool,
    pub from: i64,
    /// The position that the log has reached at least.
    pub until: i64,
}

impl Positions {
    pub fn listed(&mut self, others: &[Listed], now: Instant) {
        self.listed_at = Some(now);
        let began = *self.began.get_or_insert(now);
        for other in others {
            let peer = self.peers.entry(NodeId(other.node)).or_insert_with(|| Peer {
                marks: VecDeque::new(),
                is_new: now > began,
                read: 0,
                since: now,
                seen: now,
            });
            peer.seen = peer.seen.max(now);
            if peer.marks.back().is_none_or(|(at, number)| *at < now && *number <= other.logged) {
                peer.marks.push_back((now, other.logged));
            }
            // One mark that old stays, so that there always is one.
            while peer.marks.get(1).is_some_and(|(at, _)| now - *at > KEPT) {
                peer.marks.pop_front();
            }
        }
        self.peers.retain(|_, peer| now - peer.seen < PEERS_KEPT);
    }

    pub fn trusts(&mut self, now: Instant) {
        if !self.is_behind {
            self.trusted_at = Some(now);
        }
    }

    pub fn lose(&mut self) {
        self.is_behind = true;
        self.losses += 1;
    }

    /// Notes the mark of the log; true if it is the log that was read before.
    pub fn is_of(&mut self, mark: Vec<u8>) -> bool {
        let before = self.mark.replace(mark);
        before.is_none() || before == self.mark
    }

    /// The last mark of a peer up to which everything was certainly heard. A new peer may have none.
    fn heard<'p>(&self, peer: &'p Peer, now: Instant, after: Duration) -> Option<&'p (Instant, i64)> {
        let heard_until = self.trusted_at.unwrap_or(now).checked_sub(after);
        let heard = peer.marks.iter().rev().find(|(at, _)| heard_until.is_some_and(|until| *at <= until));
        heard.or(peer.marks.front().filter(|_| !peer.is_new))
    }

    /// The positions up to which the logs of live nodes were certainly heard, and the greatest age of the first event after
    /// them. `None` while events may be missing, or while a node keeps no log.
    pub fn floors(&self, now: Instant) -> Option<(Vec<(NodeId, i64)>, Duration)> {
        let mut wanted = self.behind(now, SERVED_AFTER);
        wanted.retain(|wanted| self.peers.get(&wanted.node).is_some_and(|peer| !peer.is_over(now)));
        if self.is_behind || wanted.iter().any(|peer| !peer.logs) {
            return None;
        }
        let first = |peer: &Peer| self.heard(peer, now, SERVED_AFTER).or(peer.marks.front()).map_or(now, |(at, _)| *at);
        let living = self.peers.values().filter(|peer| !peer.is_over(now));
        let oldest = living.map(first).min().unwrap_or(now);
        let logs = wanted.into_iter().map(|peer| (peer.node, peer.from)).collect();
        Some((logs, now.saturating_duration_since(oldest) + MARK_AGE))
    }

    /// Nodes that ended and may still have rows. All of these were heard, unless events may be missing.
    pub fn over(&self, now: Instant) -> Vec<NodeId> {
        self.peers.iter().filter(|(_, peer)| peer.is_over(now)).map(|(node, _)| *node).collect()
    }

    /// The rows that may be missing now.
    pub fn wanted(&self, now: Instant) -> Vec<Wanted> {
        self.behind(now, HEARD_AFTER)
    }

    /// The rows after the positions that were heard by `after` before the last proof of the lease.
    fn behind(&self, now: Instant, after: Duration) -> Vec<Wanted> {
        let wanted = |(node, peer): (&NodeId, &Peer)| {
            let from = self.heard(peer, now, after).map_or(0, |(_, number)| *number);
            let until = peer.marks.back().map_or(0, |(_, number)| *number);
            Wanted { node: *node, logs: until >= 0, from: from.max(peer.read).max(0), until }
        };
        self.peers.iter().map(wanted).collect()
    }

    /// Whether a node was listed and keeps a log.
    pub fn has_log_of(&self, node: NodeId) -> bool {
        self.peers.get(&node).and_then(|peer| peer.marks.back()).is_some_and(|(_, number)| *number >= 0)
    }

    /// The nodes that may have rows which a node had not heard when it died. Those that ended before it began have none:
    /// it names neither them nor, like every node, those that joined after its last floors.
    pub fn writers(&self, dead: NodeId, named: &[(NodeId, i64)]) -> Vec<NodeId> {
        let died = self.peers.get(&dead).map(|peer| peer.seen);
        let was_beside = |peer: &Peer| died.is_some_and(|died| peer.since + NAMED_AFTER < died);
        let is_named = |node: NodeId| named.iter().any(|(named, _)| *named == node);
        let may = self.peers.iter().filter(|(node, peer)| is_named(**node) || !was_beside(peer));
        may.map(|(node, _)| *node).collect()
    }

    /// Notes that the log of a node was read up to a number.
    pub fn read(&mut self, node: NodeId, number: i64) {
        if let Some(peer) = self.peers.get_mut(&node) {
            peer.read = peer.read.max(number);
        }
    }

    /// Skips all rows until now: the clients that may have missed events resync.
    pub fn skip(&mut self) {
        for peer in self.peers.values_mut() {
            peer.read = peer.read.max(peer.marks.back().map_or(0, |(_, number)| *number));
        }
    }
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;

    const OTHER: NodeId = NodeId(Id([7; 16]));

    fn listed(logged: i64) -> [Listed; 1] {
        [Listed { node: OTHER.0, logged }]
    }

    fn wanted(positions: &Positions, now: Instant) -> (i64, i64) {
        let wanted = positions.wanted(now);
        assert_eq!(wanted.len(), 1);
        (wanted[0].from, wanted[0].until)
    }

    #[test]
    fn what_was_told_long_before_memory_was_trusted_last_was_heard() {
        let (mut positions, began) = (Positions::default(), Instant::now());
        let after = |seconds| began + Duration::from_secs(seconds);
        for second in 0..20 {
            positions.listed(&listed(100 + second as i64), after(second));
            positions.trusts(after(second));
        }
        assert_eq!(wanted(&positions, after(19)), (114, 119));
        // Silent since: the time in which nothing was trusted does not count.
        positions.lose();
        positions.trusts(after(40));
        assert_eq!(wanted(&positions, after(40)), (114, 119));
        positions.read(OTHER, 130);
        assert_eq!(wanted(&positions, after(41)), (130, 119));
    }

    #[test]
    fn floors_are_what_was_heard_for_sure_and_no_older_than_that() {
        let (mut positions, began) = (Positions::default(), Instant::now());
        let after = |seconds| began + Duration::from_secs(seconds);
        for second in 0..20 {
            positions.listed(&listed(100 + second as i64), after(second));
            positions.trusts(after(second));
        }
        assert_eq!(positions.floors(after(19)), Some((vec![(OTHER, 111)], Duration::from_secs(10))));
        assert!(positions.over(after(19)).is_empty());
        assert_eq!(positions.floors(after(25)), Some((vec![], MARK_AGE)), "it has ended");
        assert_eq!(positions.over(after(25)), [OTHER]);
        positions.lose();
        assert_eq!(positions.floors(after(19)), None);
        let mut positions = Positions::default();
        positions.listed(&listed(-1), began);
        assert_eq!(positions.floors(began), None, "an older program keeps no log");
    }

    #[test]
    fn nodes_that_a_dead_one_does_not_name_ended_before_it_or_joined_after_it() {
        let [before, dead, after] = [1, 2, 3].map(|one| NodeId(Id([one; 16])));
        let (mut positions, began) = (Positions::default(), Instant::now());
        let times = [(before, 0..20), (dead, 30..60), (after, 58..70)];
        for second in 0..70 {
            let there = times.iter().filter(|(_, lives)| lives.contains(&second));
            let there: Vec<Listed> = there.map(|(node, _)| Listed { node: node.0, logged: 1 }).collect();
            positions.listed(&there, began + Duration::from_secs(second));
        }
        let writers = |named: &[(NodeId, i64)]| {
            let mut writers = positions.writers(dead, named);
            writers.sort_unstable();
            writers
        };
        assert_eq!(writers(&[]), [after]);
        assert_eq!(writers(&[(before, 9), (dead, 5)]), [before, dead, after]);
    }

    #[test]
    fn of_a_node_that_was_there_before_nothing_is_read_that_it_told_before() {
        let (mut positions, began) = (Positions::default(), Instant::now());
        positions.listed(&listed(5_000), began);
        positions.listed(&listed(5_001), began + Duration::from_secs(1));
        assert_eq!(wanted(&positions, began + Duration::from_secs(1)), (5_000, 5_001));
    }

    #[test]
    fn of_a_node_that_came_later_all_is_new() {
        let (mut positions, began) = (Positions::default(), Instant::now());
        positions.listed(&[], began);
        positions.listed(&listed(3), began + Duration::from_secs(1));
        positions.trusts(began + Duration::from_secs(2));
        assert_eq!(wanted(&positions, began + Duration::from_secs(2)), (0, 3));
    }

    #[test]
    fn an_older_program_and_another_log_are_told() {
        let (mut positions, began) = (Positions::default(), Instant::now());
        positions.listed(&listed(-1), began);
        assert!(!positions.wanted(began)[0].logs);
        assert!(positions.is_of(vec![1]) && positions.is_of(vec![1]) && !positions.is_of(vec![2]));
        assert!(positions.is_of(vec![2]), "once");
    }

    #[test]
    fn a_reading_that_began_before_a_loss_does_not_end_it() {
        let mut positions = Positions::default();
        positions.lose();
        let losses = positions.losses;
        positions.lose();
        positions.is_behind &= positions.losses != losses;
        assert!(positions.is_behind);
    }
}
