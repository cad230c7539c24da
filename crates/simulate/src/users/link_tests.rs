//! What a server that is written down here makes a user notice.

use std::collections::VecDeque;

use futures_util::SinkExt;
use serde_json::json;
use tokio::net::TcpListener;
use tokio_tungstenite::tungstenite::Message;

use super::*;
use crate::agent::Agent;
use crate::agent::control::Create;
use crate::results::noticed;
use crate::tasks;
use crate::users::socket;

/// What a server says over one socket before it closes it.
type Script = Vec<(i64, &'static str)>;

/// Serves sockets one after the other, each by its script; the last one stays open. Returns the queries that it was asked.
async fn scripted(scripts: Vec<Script>) -> (String, Arc<parking_lot::Mutex<Vec<String>>>) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    let asked = Arc::new(parking_lot::Mutex::new(Vec::new()));
    let seen = asked.clone();
    tasks::spawn("scripted server", async move {
        let mut scripts = VecDeque::from(scripts);
        let mut open = Vec::new();
        while let Some(script) = scripts.pop_front() {
            let Ok((stream, _)) = listener.accept().await else { return };
            #[expect(clippy::result_large_err, reason = "a refusal of the library is that large")]
            let note = |request: &http::Request<()>, response| {
                seen.lock().push(request.uri().query().unwrap_or_default().to_owned());
                Ok(response)
            };
            let Ok(mut socket) = tokio_tungstenite::accept_hdr_async(stream, note).await else { return };
            for (seq, connection) in script {
                let event = if connection.is_empty() { "typing" } else { "hello" };
                let text = json!({"event": event, "data": {"connection_id": connection}, "seq": seq}).to_string();
                if socket.send(Message::Text(text.into())).await.is_err() {
                    return;
                }
            }
            if scripts.is_empty() {
                open.push(socket);
            }
        }
        std::future::pending::<()>().await;
    });
    (format!("http://{address}"), asked)
}

/// A user whose server follows the scripts, once it has been asked so often.
async fn user_of(scripts: Vec<Script>) -> (Arc<Session>, Vec<String>) {
    let sockets = scripts.len();
    let (url, asked) = scripted(scripts).await;
    let mut create = Create::default();
    create.load_test_config.connection_configuration.server_url = url;
    let session = Agent::session_without_pauses("lt0", create).expect("it holds together");
    session.set_token(Some("token"));
    socket::connect(&session);
    let is_done = || asked.lock().len() == sockets && session.connected().is_some();
    for _ in 0..200 {
        if is_done() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert!(is_done(), "{:?}", asked.lock());
    let asked = asked.lock().clone();
    (session, asked)
}

fn noticed_by(session: &Session) -> Noticed {
    noticed::between(&session.lab.meter.noticed.by_second(), 0, base::Millis::MAX)
}

#[tokio::test]
async fn a_connection_that_goes_on_is_resumed() {
    let scripts = vec![vec![(0, "one"), (1, "")], vec![(2, ""), (3, "")]];
    let (session, asked) = user_of(scripts).await;
    assert_eq!(asked, ["connection_id=&sequence_number=0", "connection_id=one&sequence_number=2"]);
    let expected = Noticed { lost: 1, resumed: 1, ..Noticed::default() };
    assert_eq!(noticed_by(&session), expected);
}

#[tokio::test]
async fn another_id_after_a_break_is_new_and_fetched_for() {
    let (session, _) = user_of(vec![vec![(0, "one"), (1, "")], vec![(0, "two")]]).await;
    for _ in 0..100 {
        if noticed_by(&session).refetches > 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let found = noticed_by(&session);
    assert_eq!((found.lost, found.new_ids, found.resumed, found.refetches), (1, 1, 0, 1));
    assert_eq!(session.lab.meter.sockets.renewed.load(Relaxed), 1);
}

#[tokio::test]
async fn a_number_that_is_passed_over_is_asked_for_and_counted() {
    // Three and four are passed over; the server has them when it is asked.
    let scripts = vec![vec![(0, "one"), (1, ""), (2, ""), (5, "")], vec![(3, ""), (4, ""), (5, "")]];
    let (session, asked) = user_of(scripts).await;
    assert_eq!(asked[1], "connection_id=one&sequence_number=3");
    let expected = Noticed { missing: 2, resumed: 1, ..Noticed::default() };
    assert_eq!(noticed_by(&session), expected);
}

#[tokio::test]
async fn the_first_id_of_a_user_is_no_new_one() {
    let (session, _) = user_of(vec![vec![(0, "one")]]).await;
    assert_eq!(noticed_by(&session), Noticed::default());
}
