//! Delivery records: which events a client was sent, kept at a second node. When the first node dies, any node can
//! compute what the client misses and send it from the event log ([`crate::client_failover`]).
//!
//! Each node sends its hub's records to the next node by the order of names ([`crate::keeper`]). A lost record loses no
//! event. Once a second the node adds its position in each log. The other node keeps the records of the last seconds
//! ([`kept`]).

mod kept;
mod sending;

use base::ids::{ChannelId, ConnectionId, TeamId, UserId};
use bus::{NodeId, Subject};
use bytes::{BufMut, Bytes, BytesMut};
use delivery::hub::Stamp;
use delivery::records::Record;

pub(crate) use kept::{Kept, Known, Served};
pub(crate) use sending::Sending;

use crate::message::Reader;

/// The subject of records for a node. No team has this id, and no other node subscribes to it.
pub(crate) fn subject(keeper: NodeId) -> Subject {
    Subject::Team(TeamId(keeper.0))
}

/// Records in one message, by the bus's limit of its size.
const RECORDS_LEN_MAX: usize = 8_192;

/// Questions that nodes ask each other about records, beside those of [`crate::resume`].
/// Asks for the records of a user's connection.
pub(crate) const RECORDED: u8 = 4;
/// Tells the keeper the position of the sender in each log.
pub(crate) const FLOORS: u8 = 5;
/// Asks for the last events that a shard of a third node had served.
pub(crate) const LATELY: u8 = 6;

/// The kinds of records.
const STANDS: u8 = 0;
const QUEUED: u8 = 1;
const SERVED: u8 = 2;
const ENDED: u8 = 3;
const OPENED: u8 = 4;

/// Records of one shard. `number` counts the batches from one node to another; 0 replaces all earlier ones.
#[derive(Debug, PartialEq, Eq)]
pub struct Batch {
    pub number: u64,
    pub shard: u16,
    pub records: Vec<Record>,
}

impl Batch {
    pub fn encode(&self) -> Bytes {
        let mut out = BytesMut::with_capacity(32 + 8 * self.records.len());
        out.put_u64(self.number);
        out.put_u16(self.shard);
        let mut records = self.records.iter().peekable();
        while let Some(record) = records.next() {
            match record {
                Record::Stands { place, id, user, next } => {
                    out.put_u8(STANDS);
                    out.put_u32(*place);
                    out.put_slice(&id.0.0);
                    out.put_slice(&user.0.0);
                    out.put_i64(*next);
                }
                Record::Queued { place } => {
                    let mut places = vec![*place];
                    while let Some(Record::Queued { place }) =
                        records.next_if(|next| matches!(next, Record::Queued { .. }))
                    {
                        places.push(*place);
                    }
                    out.put_u8(QUEUED);
                    put_len(&mut out, places.len());
                    places.into_iter().for_each(|place| out.put_u32(place));
                }
                Record::Served { stamp } => {
                    out.put_u8(SERVED);
                    out.put_u128(stamp.0);
                }
                Record::Ended { place } => {
                    out.put_u8(ENDED);
                    out.put_u32(*place);
                }
                Record::Opened { channel, number } => {
                    out.put_u8(OPENED);
                    out.put_slice(&channel.0.0);
                    out.put_i64(*number);
                }
            }
        }
        out.freeze()
    }

    /// The records that a message brings, unless it is damaged.
    pub fn decode(bytes: Bytes) -> Option<Batch> {
        let want_all = Default::default();
        let mut reader = Reader { bytes, want_all: &want_all };
        let number = reader.number().and_then(|number| u64::try_from(number).ok())?;
        let shard = reader.short()?;
        let mut records = Vec::new();
        while let Some(kind) = reader.byte() {
            match kind {
                STANDS => {
                    let place = reader.word()?;
                    let (id, user) = (ConnectionId(reader.id()?), UserId(reader.id()?));
                    records.push(Record::Stands { place, id, user, next: reader.number()? });
                }
                SERVED => records.push(Record::Served { stamp: reader.stamp()? }),
                QUEUED => {
                    let places = reader.list(|reader| reader.word())?;
                    records.extend(places.into_iter().map(|place| Record::Queued { place }));
                }
                ENDED => records.push(Record::Ended { place: reader.word()? }),
                OPENED => {
                    let channel = ChannelId(reader.id()?);
                    records.push(Record::Opened { channel, number: reader.number()? });
                }
                _ => return None,
            }
        }
        Some(Batch { number, shard, records })
    }
}

/// The position in each log up to which a node had certainly heard everything, and had recorded what it sent.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Floors {
    /// The number of the next batch.
    pub number: u64,
    /// Milliseconds since the first event after these positions was published.
    pub age_ms: u64,
    /// Identifies the database of these logs ([`store::Store::event_log_mark`]).
    pub mark: Vec<u8>,
    pub logs: Vec<(NodeId, i64)>,
}

impl Floors {
    pub fn encode(&self, out: &mut BytesMut) {
        out.put_u64(self.number);
        out.put_u64(self.age_ms);
        put_mark(out, &self.mark);
        put_logs(out, &self.logs);
    }

    pub fn decode(reader: &mut Reader) -> Option<Floors> {
        let number = u64::try_from(reader.number()?).ok()?;
        let age_ms = u64::try_from(reader.number()?).ok()?;
        Some(Floors { number, age_ms, mark: reader.slice()?.to_vec(), logs: logs(reader)? })
    }
}

fn put_len(out: &mut BytesMut, len: usize) {
    out.put_u32(u32::try_from(len).expect("what is recorded fits into memory"));
}

fn put_mark(out: &mut BytesMut, mark: &[u8]) {
    put_len(out, mark.len());
    out.put_slice(mark);
}

fn put_logs(out: &mut BytesMut, logs: &[(NodeId, i64)]) {
    put_len(out, logs.len());
    for (node, number) in logs {
        out.put_slice(&node.0.0);
        out.put_i64(*number);
    }
}

fn put_stamps(out: &mut BytesMut, stamps: &[Stamp]) {
    put_len(out, stamps.len());
    stamps.iter().for_each(|stamp| out.put_u128(stamp.0));
}

fn logs(reader: &mut Reader) -> Option<Vec<(NodeId, i64)>> {
    reader.list(|reader| Some((NodeId(reader.id()?), reader.number()?)))
}

impl Known {
    pub fn encode(&self) -> Bytes {
        let mut out = BytesMut::with_capacity(96 + 16 * self.unheard.len());
        out.put_slice(&self.node.0.0);
        out.put_u16(self.shard);
        out.put_u64(self.served);
        put_mark(&mut out, &self.mark);
        put_logs(&mut out, &self.logs);
        put_stamps(&mut out, &self.unheard);
        out.freeze()
    }

    pub fn decode(bytes: Bytes) -> Option<Known> {
        let want_all = Default::default();
        let mut reader = Reader { bytes, want_all: &want_all };
        let (node, shard) = (NodeId(reader.id()?), reader.short()?);
        let served = u64::try_from(reader.number()?).ok()?;
        let mark = reader.slice()?.to_vec();
        let logs = logs(&mut reader)?;
        let unheard = reader.list(|reader| reader.stamp())?;
        Some(Known { node, shard, served, mark, logs, unheard })
    }
}

impl Served {
    pub fn encode(&self) -> Bytes {
        let mut out = BytesMut::with_capacity(16 + 16 * self.stamps.len());
        out.put_u64(self.len);
        put_stamps(&mut out, &self.stamps);
        put_len(&mut out, self.opened.len());
        for (channel, number) in &self.opened {
            out.put_slice(&channel.0.0);
            out.put_i64(*number);
        }
        out.freeze()
    }

    pub fn decode(bytes: Bytes) -> Option<Served> {
        let want_all = Default::default();
        let mut reader = Reader { bytes, want_all: &want_all };
        let len = u64::try_from(reader.number()?).ok()?;
        let stamps = reader.list(|reader| reader.stamp())?;
        let opened = reader.list(|reader| Some((ChannelId(reader.id()?), reader.number()?)))?;
        Some(Served { len, stamps, opened })
    }
}

#[cfg(test)]
mod tests {
    use base::Id;

    use super::*;

    #[test]
    fn what_is_sent_is_read() {
        let (id, user) = (ConnectionId(Id([1; 16])), UserId(Id([2; 16])));
        let served = |stamp| Record::Served { stamp: Stamp(stamp) };
        let queued = |place| Record::Queued { place };
        let records = vec![
            queued(4),
            Record::Stands { place: 1, id, user, next: 7 },
            queued(1),
            queued(2),
            served(5),
            served(6),
            queued(1),
            served(7),
            Record::Ended { place: 2 },
            Record::Opened { channel: ChannelId(Id([6; 16])), number: 11 },
            queued(3),
        ];
        let batch = Batch { number: 9, shard: 3, records };
        let bytes = batch.encode();
        assert_eq!(Batch::decode(bytes.clone()), Some(batch));
        assert_eq!(Batch::decode(bytes.slice(..bytes.len() - 1)), None, "cut off");
        let logs = vec![(NodeId(Id([4; 16])), 12), (NodeId(Id([5; 16])), 0)];
        let (node, mark, unheard) = (logs[0].0, vec![3; 16], vec![Stamp(1), Stamp(2)]);
        let known = Known { node, shard: 1, served: 9, mark, logs, unheard };
        assert_eq!(Known::decode(known.encode()), Some(known));
        let served = Served { len: 70, stamps: vec![Stamp(8)], opened: vec![(ChannelId(Id([6; 16])), 11)] };
        assert_eq!(Served::decode(served.encode()), Some(served));
    }
}
