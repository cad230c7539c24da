//! Numbers what this node says.
//!
//! Everything to everyone is one chain: 1, 2, 3 … Whatever is said on another subject is counted from heartbeat to
//! heartbeat, and the heartbeat, itself in the chain, tells the counts. So a receiver that misses anything learns of it
//! from the next heartbeat, or misses the heartbeat and learns of it from the chain, or hears no more and takes this
//! node for gone. Nothing has to be remembered for longer than one interval, on either side.

use std::collections::BTreeMap;

use crate::frame::{TOLD_MAX, Told};
use crate::subject::Subject;

#[derive(Default)]
pub(super) struct Speaker {
    /// Last number of the chain.
    number: u64,
    /// The last heartbeat.
    interval: u64,
    said: BTreeMap<Subject, Said>,
    skip: bool,
}

struct Said {
    count: u32,
    last_ms: u64,
}

/// Numbers of a message that is not for everyone.
pub(super) struct Place {
    pub interval: u64,
    pub index: u32,
    pub gap_ms: u16,
}

/// Numbers of a heartbeat.
pub(super) struct Interval {
    pub number: u64,
    pub ends: u64,
    pub told: Vec<Told>,
}

impl Speaker {
    /// The number of the next link of the chain.
    pub fn next(&mut self) -> u64 {
        self.number += 1 + u64::from(std::mem::take(&mut self.skip));
        self.number
    }

    /// The last number given.
    pub fn number(&self) -> u64 {
        self.number
    }

    pub fn say(&mut self, to: Subject, now_ms: u64) -> Place {
        let said = self.said.entry(to).or_insert(Said { count: 0, last_ms: now_ms });
        let gap_ms = age(said.last_ms, now_ms);
        said.count += 1;
        said.last_ms = now_ms;
        Place { interval: self.interval, index: said.count, gap_ms }
    }

    /// Whether a heartbeat is due because no further subject fits into it.
    pub fn is_full(&self) -> bool {
        self.said.len() >= TOLD_MAX
    }

    /// Ends the interval.
    pub fn heartbeat(&mut self, now_ms: u64) -> Interval {
        let ends = self.interval;
        self.interval = self.next();
        let told = std::mem::take(&mut self.said);
        let told = told
            .into_iter()
            .map(|(subject, said)| Told { subject, count: said.count, age_ms: age(said.last_ms, now_ms) })
            .collect();
        Interval { number: self.interval, ends, told }
    }

    /// Something was not sent. A number is skipped, from which everyone sees it.
    pub fn drop_some(&mut self) {
        self.skip = true;
    }

    /// The connection was lost, and with it perhaps anything that was said.
    pub fn lose_all(&mut self) {
        self.skip |= self.number > 0;
        self.said.clear();
    }
}

/// Milliseconds that passed at least: both readings were cut to whole ones.
fn age(since_ms: u64, now_ms: u64) -> u16 {
    now_ms.saturating_sub(since_ms).saturating_sub(1).min(u64::from(u16::MAX)) as u16
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;

    fn channel(id: u8) -> Subject {
        Subject::Channel(Id([id; 16]).into())
    }

    #[test]
    fn a_heartbeat_tells_what_was_said_since_the_one_before() {
        let mut speaker = Speaker::default();
        assert_eq!(speaker.next(), 1);
        speaker.say(channel(1), 10);
        let place = speaker.say(channel(1), 30);
        assert_eq!((place.interval, place.index, place.gap_ms), (0, 2, 19));
        let interval = speaker.heartbeat(100);
        assert_eq!((interval.ends, interval.number), (0, 2));
        assert_eq!(interval.told, [Told { subject: channel(1), count: 2, age_ms: 69 }]);
        assert!(speaker.heartbeat(200).told.is_empty());
        assert_eq!(speaker.say(channel(1), 210).interval, 3);
    }

    #[test]
    fn what_was_dropped_leaves_a_hole_in_the_chain() {
        let mut speaker = Speaker::default();
        speaker.lose_all();
        assert_eq!(speaker.next(), 1, "nothing was said before, so nothing was lost");
        speaker.drop_some();
        speaker.drop_some();
        assert_eq!((speaker.next(), speaker.next()), (3, 4));
        speaker.lose_all();
        assert_eq!(speaker.next(), 6);
    }
}
