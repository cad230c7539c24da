//! What carries frames: NATS, or an exchange within the process. The protocol knows links by this trait alone.

use std::future::Future;

use bytes::Bytes;

use crate::frame::Address;

/// What a link tells.
#[derive(Debug)]
pub(crate) enum Event {
    /// Connected; nothing is subscribed.
    Up,
    Down,
    Frame(Bytes),
    /// The probe came back.
    Echo,
    /// [`Link::has_room`] again.
    Room,
}

/// Sends and receives. What it has not sent yet it keeps in a buffer that [`Link::has_room`] bounds.
pub(crate) trait Link: Send + 'static {
    /// The next event. Also writes what was sent, so it is to be waited on all the time; dropping the wait loses
    /// nothing.
    fn next(&mut self) -> impl Future<Output = Event> + Send;

    /// Puts a frame into the buffer.
    fn send(&mut self, to: Address, head: &[u8], body: &[u8]);

    fn subscribe(&mut self, to: Address);

    fn unsubscribe(&mut self, to: Address);

    /// Asks for an [`Event::Echo`], behind what is sent to this node until the far side hears of it.
    fn probe(&mut self);

    /// Ends the connection, to have another.
    fn hang_up(&mut self);

    /// Whether more may be sent before [`Link::next`] has written.
    fn has_room(&self) -> bool;

    /// Writes what is left, before the link is dropped.
    fn finish(&mut self) -> impl Future<Output = ()> + Send;
}
