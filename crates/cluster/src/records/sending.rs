//! Sends this node's delivery records to their keeper, in numbered batches.

use bus::{Bus, NodeId, Sheddable};
use delivery::records::Record;
use parking_lot::Mutex;

use super::{Batch, RECORDS_LEN_MAX, subject};

/// The keeper of this node's records, if there is another node.
#[derive(Default)]
pub struct Sending(Mutex<Option<To>>);

#[derive(Clone, Copy)]
struct To {
    keeper: NodeId,
    number: u64,
}

impl Sending {
    pub fn keeper(&self) -> Option<NodeId> {
        self.0.lock().map(|to| to.keeper)
    }

    /// The number of the next batch.
    pub fn number(&self) -> Option<u64> {
        self.0.lock().map(|to| to.number)
    }

    /// Sends all further records to `keeper`, which drops what it had of this node.
    pub fn begin(&self, bus: &Bus, keeper: NodeId) {
        let mut to = To { keeper, number: 0 };
        to.send(bus, 0, Vec::new());
        *self.0.lock() = Some(to);
    }

    pub fn end(&self) {
        *self.0.lock() = None;
    }

    /// Queues records after those of earlier calls. Never waits.
    pub fn send(&self, bus: &Bus, shard: u16, records: &[Record]) {
        if let Some(to) = self.0.lock().as_mut() {
            records.chunks(RECORDS_LEN_MAX).for_each(|some| to.send(bus, shard, some.to_vec()));
        }
    }
}

impl To {
    fn send(&mut self, bus: &Bus, shard: u16, records: Vec<Record>) {
        let batch = Batch { number: self.number, shard, records };
        self.number += 1;
        bus.publish(subject(self.keeper), Some(Sheddable::Records), batch.encode());
    }
}
