//! A user's socket: opened, kept open, and taken up again where it broke off.
//!
//! One task a socket; `events` looks at what comes. Buffers are small and the queue outwards is the session's, so that
//! an idle socket costs about 3 KB.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Message;

use super::events::{self, Taken};
use super::link::Link;
use super::poll;
use super::session::{Outgoing, Pane, Session};
use crate::net::dial::Socket;
use crate::results::noticed::Noticed;
use crate::tasks;

const RECONNECT: Duration = Duration::from_secs(3);
const RECONNECT_MAX: Duration = Duration::from_secs(300);
/// From this failure on, the wait grows with its square.
const PATIENT_FAILURES: u32 = 8;

/// Opens the socket of a session and keeps it open until [`disconnect`].
pub fn connect(session: &Arc<Session>) {
    let task = tasks::spawn("socket", run(session.clone()));
    if let Some(former) = session.socket.lock().replace(task.abort_handle()) {
        former.abort();
    }
}

/// Closes the socket for good.
pub fn disconnect(session: &Session) {
    if let Some(task) = session.socket.lock().take() {
        task.abort();
    }
    session.connected_us.store(0, Relaxed);
    session.lab.ledger.come_back(session.slot);
    session.outbox.lock().clear();
}

/// Why a socket is no more.
#[derive(PartialEq, Eq)]
enum End {
    /// An event is missing: ask for it at once.
    Gap,
    Lost,
}

/// Counts a socket as open while it is there, whatever ends it.
struct Open<'a>(&'a Session);

impl<'a> Open<'a> {
    fn new(session: &'a Session) -> Open<'a> {
        session.lab.meter.sockets.open.fetch_add(1, Relaxed);
        session.lab.meter.sockets.opened.fetch_add(1, Relaxed);
        Open(session)
    }
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.lab.meter.sockets.open.fetch_sub(1, Relaxed);
        self.0.connected_us.store(0, Relaxed);
    }
}

async fn run(session: Arc<Session>) {
    let mut link = Link::default();
    let mut failures: u32 = 0;
    let sockets = &session.lab.meter.sockets;
    loop {
        let Some(token) = session.socket_token() else { return };
        let query = format!("connection_id={}&sequence_number={}", link.connection_id, link.next_seq);
        match session.lab.dial.open(&query, token).await {
            Ok(socket) => {
                let open = Open::new(&session);
                let end = Box::pin(serve(&session, &mut link, socket)).await;
                drop(open);
                session.lab.ledger.go_away(session.slot);
                if end == End::Gap {
                    sockets.gaps.fetch_add(1, Relaxed);
                    continue;
                }
                sockets.lost.fetch_add(1, Relaxed);
                session.note(Noticed { lost: 1, ..Noticed::default() });
            }
            Err(error) => {
                sockets.failed.fetch_add(1, Relaxed);
                session.lab.meter.error("socket", &error);
            }
        }
        failures += 1;
        tokio::time::sleep(wait_after(failures)).await;
        session.outbox.lock().pop_front();
    }
}

fn wait_after(failures: u32) -> Duration {
    if failures < PATIENT_FAILURES { RECONNECT } else { (RECONNECT * failures.pow(2).min(1_000)).min(RECONNECT_MAX) }
}

async fn serve(session: &Arc<Session>, link: &mut Link, mut socket: Socket) -> End {
    let mut asked = 0;
    let mut poll_at = Instant::now() + poll::first(session);
    loop {
        tokio::select! {
            message = socket.next() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return End::Lost,
                Some(Ok(message)) => {
                    session.heard_us.store(session.lab.now_us(), Relaxed);
                    match message {
                        Message::Text(text) => if events::take(session, link, &text) == Taken::Gap {
                            return End::Gap;
                        },
                        // The library answers pings by itself when it is next flushed.
                        _ => if socket.flush().await.is_err() { return End::Lost },
                    }
                }
            },
            () = session.wake_socket.notified() => {
                while let Some(what) = { session.outbox.lock().pop_front() } {
                    asked += 1;
                    if socket.send(Message::Text(frame(asked, &what).into())).await.is_err() {
                        return End::Lost;
                    }
                }
            }
            () = tokio::time::sleep_until(poll_at) => {
                poll_at = Instant::now() + poll::PERIOD;
                poll::start(session);
            }
        }
    }
}

/// What goes over the wire for it.
fn frame(seq: i64, what: &Outgoing) -> String {
    let (action, data) = match what {
        Outgoing::Typing(channel) => ("user_typing", json!({"channel_id": channel, "parent_id": ""})),
        Outgoing::InChannel(channel) => ("presence", json!({"channel_id": channel})),
        Outgoing::InTeam(team) => ("presence", json!({"team_id": team})),
        Outgoing::InThread(pane, channel) => {
            ("presence", json!({"thread_channel_id": channel, "is_thread_view": *pane == Pane::Threads}))
        }
        Outgoing::Acknowledge(post) => (
            "posted_notify_ack",
            json!({"post_id": post, "user_agent": "LoadTest", "status": "success", "reason": "", "data": ""}),
        ),
    };
    json!({"seq": seq, "action": action, "data": data}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_after_the_eighth_failure_and_are_bounded() {
        assert_eq!(wait_after(1), Duration::from_secs(3));
        assert_eq!(wait_after(7), Duration::from_secs(3));
        assert_eq!(wait_after(8), Duration::from_secs(3 * 64));
        assert_eq!(wait_after(u32::from(u16::MAX)), RECONNECT_MAX);
    }

    #[test]
    fn what_is_said_reads_as_published() {
        let said = frame(1, &Outgoing::Typing(base::Id::NONE));
        assert_eq!(said, r#"{"seq":1,"action":"user_typing","data":{"channel_id":"","parent_id":""}}"#);
    }
}
