//! What nodes of a cluster tell each other.

use std::sync::Arc;

use bytes::Bytes;
use cluster::message::Message;
use cluster::records::Batch;
use cluster::resume;

/// What is read is written, and read as the same.
pub fn message(bytes: &[u8]) {
    let want_all = Arc::default();
    let Some(message) = Message::decode(Bytes::copy_from_slice(bytes), &want_all) else { return };
    let written = message.encode();
    let again = Message::decode(written.clone(), &want_all).expect("what was written is read");
    assert_eq!(format!("{again:?}"), format!("{message:?}"));
}

/// A connection that is handed over arrives as it was.
pub fn handed(bytes: &[u8]) {
    let Some(handed) = resume::decode(Bytes::copy_from_slice(bytes)) else { return };
    let (next, sent, queue) = (handed.next_seq, handed.sent.len(), handed.queue.len());
    let served = handed.served.clone();
    let again = resume::decode(resume::encode(handed)).expect("what was written is read");
    assert_eq!((again.next_seq, again.sent.len(), again.queue.len()), (next, sent, queue));
    assert_eq!(again.served, served);
}

/// What a node records for another is read as it was written.
pub fn records(bytes: &[u8]) {
    let Some(batch) = Batch::decode(Bytes::copy_from_slice(bytes)) else { return };
    assert_eq!(Batch::decode(batch.encode()).expect("what was written is read"), batch);
}
