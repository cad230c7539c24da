//! What clients send over the WebSocket.

use std::io::{self, Read, Write};

use server::realtime::socket::bounds;
use tokio_tungstenite::tungstenite::WebSocket;
use tokio_tungstenite::tungstenite::protocol::Role;
use wire::events::{ActiveStatus, AuthenticationChallenge, ClientRequest, PostedAck, Presence, StatusIds};
use wire::users::TypingForm;

/// Bytes that come, and nobody who reads what is answered.
struct OneWay<'a>(&'a [u8]);

impl Read for OneWay<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for OneWay<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Frames are messages of bounded length, or the connection ends.
pub fn frames(bytes: &[u8]) {
    let bounds = bounds();
    let most = bounds.max_message_size.expect("messages have a bound");
    let mut socket = WebSocket::from_raw_socket(OneWay(bytes), Role::Server, Some(bounds));
    while let Ok(message) = socket.read() {
        assert!(message.len() <= most);
        if message.is_text() {
            request(&message.into_data());
        }
    }
}

/// A request is read with the data of each action; none of them is another's concern.
pub fn request(bytes: &[u8]) {
    let Ok(request) = wire::json::read::<ClientRequest>(bytes) else { return };
    drop((request.read::<AuthenticationChallenge>(), request.read::<ActiveStatus>(), request.read::<StatusIds>()));
    drop((request.read::<Presence>(), request.read::<PostedAck>(), request.read::<TypingForm>()));
    let again = serde_json::to_vec(&request).expect("wire types are JSON");
    assert!(wire::json::read::<ClientRequest>(&again).is_ok(), "a request is read back");
}
