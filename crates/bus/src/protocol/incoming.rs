//! What comes in from other nodes: frames are checked by their numbers, and answered.

use bytes::Bytes;

use super::core::Protocol;
use super::peer::{Peer, Verdict};
use super::{DEPARTED_MAX, NODES_MAX, Now, Output, speaker};
use crate::frame::{Address, Frame, Heartbeat};
use crate::listener::{Lost, NodeId, Why};
use crate::outcome::AskError;
use crate::subject::Subject;

impl Protocol {
    #[expect(clippy::collapsible_match, reason = "a guard that changes what is known would be easy to overlook")]
    pub(super) fn frame(&mut self, now: Now, bytes: Bytes, out: &mut Vec<Output>) {
        let Ok((from, frame)) = Frame::decode(bytes) else {
            out.push(Output::Unreadable);
            return;
        };
        if from == self.me || self.departed.contains(&from) {
            return;
        }
        match frame {
            Frame::Ask { id, question } => return out.push(Output::Asked { from, id, question }),
            Frame::Reply { id, answer } => {
                let answer = answer.ok_or(AskError::TooLarge);
                out.extend(self.asks.answered(id, from).map(|ticket| Output::Answered(ticket, answer)));
                return;
            }
            _ => {}
        }
        let Some(gap) = self.meet(now, from, out) else { return };
        match frame {
            Frame::ToAll { number, message } => {
                if self.link(from, number, gap, out) {
                    out.push(Output::Heard { from, to: Subject::Everyone, message });
                }
            }
            Frame::Whispered { to, message } if self.interest.wants(to) => {
                out.push(Output::Heard { from, to, message })
            }
            Frame::Said { to, interval, index, gap_ms, message } if self.interest.wants(to) => {
                let place = speaker::Place { interval, index, gap_ms };
                if self.said(from, to, &place, gap, out) {
                    out.push(Output::Heard { from, to, message });
                }
            }
            Frame::Nudge => self.nudged(now, out),
            Frame::Answer { stamp, applied, number } => self.answered(now, from, [stamp, applied, number]),
            Frame::Heartbeat(heartbeat) => self.heartbeat_of(from, heartbeat, gap, out),
            Frame::Goodbye { number } => {
                if self.link(from, number, gap, out) {
                    self.depart(from, out);
                }
            }
            _ => {}
        }
    }

    /// Notes that a node lives. The answer is how a gap in its numbers is to be called; `None` for one node too many.
    fn meet(&mut self, now: Now, from: NodeId, out: &mut Vec<Output>) -> Option<Why> {
        if let Some(peer) = self.peers.get_mut(&from) {
            peer.heard_ms = now.mono;
            return Some(Why::Gap(from));
        }
        if self.peers.len() >= NODES_MAX {
            return None;
        }
        self.peers.insert(from, Peer::met(now.mono, self.is_in_step(), &self.interest));
        out.push(Output::Met(from));
        // Its answer is the contact without which memory is not trusted.
        self.heartbeat(now, out);
        Some(Why::Met(from))
    }

    /// True for a link of a node's chain that was not heard before.
    fn link(&mut self, from: NodeId, number: u64, gap: Why, out: &mut Vec<Output>) -> bool {
        let Some(peer) = self.peers.get_mut(&from) else { return false };
        let verdict = peer.link(number);
        if verdict == Verdict::AfterGap {
            self.lose(Lost::Everything, gap, out);
        }
        verdict != Verdict::Old
    }

    /// True for a message that was not heard before.
    fn said(&mut self, from: NodeId, to: Subject, place: &speaker::Place, gap: Why, out: &mut Vec<Output>) -> bool {
        let Some(peer) = self.peers.get_mut(&from) else { return false };
        let verdict = peer.said(to, place, &self.interest);
        match verdict {
            Verdict::AfterGap => self.lose(Lost::Everything, gap, out),
            Verdict::AfterGapOnSubject => self.lose(Lost::Subject(to), gap, out),
            Verdict::Next | Verdict::Old => {}
        }
        verdict != Verdict::Old
    }

    fn heartbeat_of(&mut self, from: NodeId, heartbeat: Heartbeat, gap: Why, out: &mut Vec<Output>) {
        let in_step = self.is_in_step();
        let Some(peer) = self.peers.get_mut(&from) else { return };
        let mut missing = Vec::new();
        let verdict = peer.heartbeat(&heartbeat, &self.interest, &mut missing);
        if verdict == Verdict::Old {
            return;
        }
        let stamp = heartbeat.stamp;
        (peer.name, peer.about, peer.since) = (heartbeat.name, heartbeat.about, heartbeat.since);
        // On a new connection something may have been lost that is not reported yet. The other waits until it is, or until
        // nothing counts any more that this node knew before.
        let applied = if in_step { peer.heard_to() } else { 0 };
        let answer = Frame::Answer { stamp, applied, number: self.speaker.number() };
        if verdict == Verdict::AfterGap {
            self.lose(Lost::Everything, gap, out);
        }
        for subject in missing {
            self.lose(Lost::Subject(subject), gap, out);
        }
        // Behind the losses: what it says is applied is applied, or known to be missing.
        self.send(Address::Node(from), answer, out);
    }

    /// Another node waits for the next interval. Many may within a moment, as when a proxy ends: they share a
    /// heartbeat.
    fn nudged(&mut self, now: Now, out: &mut Vec<Output>) {
        self.is_nudged = true;
        self.hurry(now, out);
    }

    fn answered(&mut self, now: Now, from: NodeId, [stamp, applied, number]: [u64; 3]) {
        let Some(peer) = self.peers.get_mut(&from) else { return };
        peer.applied = peer.applied.max(applied);
        // The answer is proof only of what it can follow: all that its sender told everyone before.
        if peer.has_heard(number) {
            self.lease.contact(peer, stamp, now.mono);
        }
    }

    fn depart(&mut self, node: NodeId, out: &mut Vec<Output>) {
        if self.departed.len() >= DEPARTED_MAX {
            self.departed.pop_front();
        }
        self.departed.push_back(node);
        self.settling.ended(node);
        self.part(node, out);
    }
}
