//! Kept: connections that outlive the process of a node that is alone.
//!
//! When it stops, what its clients wait for is written to a file beside the database; the next start takes it from there
//! before it listens, and a client that comes back goes on where it was. Nothing else may have changed the database
//! meanwhile: whatever opens it removes the file. A process that is killed writes none, and its clients begin anew.
//!
//! The file holds each event once, then the connections, whose events are numbers of those.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::Arc;

use base::Id;
use base::ids::{ConnectionId, UserId};
use bytes::{BufMut, Bytes, BytesMut};
use cluster::message::{Reader, put_events, put_open_views};
use delivery::connection::{Connection, Handed};
use delivery::hub::Event;
use futures_util::StreamExt;
use request::App;

use crate::realtime::arrival::{Arrival, know_places};

/// The name of the file in the data folder.
pub const FILE: &str = "connections";
/// The first byte; another one is of another release.
const VERSION: u8 = 1;
/// Of what was sent to a client, as much as may have been under way when its socket was closed.
const SENT_LEN_MAX: usize = 16;
/// Bytes of events that are kept; connections beyond it are left out and begin anew.
const EVENT_BYTES_MAX: usize = 256 << 20;
/// Events in one list of the file.
const LIST_LEN: usize = 10_000;
/// Connections whose places are read at a time.
const RESTORED_AT_A_TIME: usize = 16;

/// One connection as it is kept.
struct Kept {
    id: ConnectionId,
    user: UserId,
    token_hash: [u8; 32],
    posted_ack: bool,
    handed: Handed,
}

/// Writes what is kept for clients that wait.
///
/// # Errors
/// When the file cannot be written.
pub async fn save(app: &App, path: &Path) -> std::io::Result<usize> {
    app.hub.served().await;
    let all = app.hub.connections();
    let kept: Vec<Kept> = all.iter().filter_map(|connection| keep(connection)).collect();
    if kept.is_empty() {
        return Ok(0);
    }
    let (bytes, count) = encode(kept);
    let beside = path.with_extension("part");
    // It holds messages: for the server's own account alone, from its first byte.
    match std::fs::remove_file(&beside) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside)?.write_all(&bytes)?;
    std::fs::rename(&beside, path)?;
    Ok(count)
}

fn keep(connection: &Connection) -> Option<Kept> {
    let handed = connection.kept(SENT_LEN_MAX)?;
    let (id, user, posted_ack) = (connection.id, connection.user, connection.posted_ack);
    Some(Kept { id, user, token_hash: connection.session().token_hash, posted_ack, handed })
}

/// Takes the connections that the process before kept. Nothing may have been told since the start.
pub async fn restore(app: &Arc<App>, path: &Path) {
    let Ok(bytes) = std::fs::read(path) else { return };
    if let Err(error) = std::fs::remove_file(path) {
        tracing::warn!(%error, "saved connections are ignored, since the file could be taken twice: clients resync");
        return;
    }
    let Some(kept) = decode(bytes.into(), app) else {
        tracing::warn!("the file of saved connections cannot be read: clients resync");
        return;
    };
    let all = kept.len();
    let restoring = futures_util::stream::iter(kept).map(|one| restore_one(app, one));
    let restored: Vec<bool> = restoring.buffer_unordered(RESTORED_AT_A_TIME).collect().await;
    let restored = restored.into_iter().filter(|restored| *restored).count();
    tracing::info!(restored, ended = all - restored, "clients may go on where they were before the restart");
}

async fn restore_one(app: &Arc<App>, kept: Kept) -> bool {
    let now = app.clock.now();
    let session = match app.world.session(&kept.token_hash).await {
        Ok(Some(session)) if session.user_id == kept.user && !session.is_expired(now) => session,
        _ => return false,
    };
    let connection = Arc::new(Connection::restored(kept.id, session, kept.posted_ack, kept.handed, now));
    let known = know_places(app, kept.user, &connection, Arrival::New).await;
    if known.is_err() {
        app.hub.remove(&connection);
    }
    known.is_ok()
}

fn encode(kept: Vec<Kept>) -> (Bytes, usize) {
    let (mut numbers, mut events, mut bytes) = (HashMap::new(), Vec::<Arc<Event>>::new(), 0);
    let mut out = BytesMut::new();
    let mut count = 0_u32;
    for one in &kept {
        if bytes > EVENT_BYTES_MAX {
            break;
        }
        count += 1;
        out.put_slice(&one.id.0.0);
        out.put_slice(&one.user.0.0);
        out.put_slice(&one.token_hash);
        out.put_u8(u8::from(one.posted_ack));
        out.put_i64(one.handed.next_seq);
        put_open_views(&mut out, &one.handed.open_views);
        for some in [&one.handed.sent, &one.handed.queue] {
            out.put_u32(some.len() as u32);
            for event in some {
                let number = *numbers.entry(Arc::as_ptr(event)).or_insert_with(|| {
                    bytes += event.encoded.parts().0.len();
                    events.push(event.clone());
                    events.len() as u32 - 1
                });
                out.put_u32(number);
            }
        }
    }
    let mut whole = BytesMut::with_capacity(bytes * 2 + out.len());
    whole.put_u8(VERSION);
    whole.put_u32(events.len().div_ceil(LIST_LEN) as u32);
    events.chunks(LIST_LEN).for_each(|some| put_events(&mut whole, some));
    whole.put_u32(count);
    whole.put_slice(&out);
    (whole.freeze(), count as usize)
}

fn decode(bytes: Bytes, app: &App) -> Option<Vec<Kept>> {
    let want_all = app.world.keyword_index.want_all();
    let mut reader = Reader { bytes, want_all: &want_all };
    if reader.byte()? != VERSION {
        return None;
    }
    let mut events = Vec::new();
    for _ in 0..reader.count()? {
        events.extend(reader.list(|reader| reader.event())?);
    }
    let count = reader.count()?;
    (0..count).map(|_| one(&mut reader, &events)).collect()
}

fn one(reader: &mut Reader, events: &[Arc<Event>]) -> Option<Kept> {
    let (id, user) = (ConnectionId(reader.id()?), UserId(reader.id()?));
    let halves: [Id; 2] = [reader.id()?, reader.id()?];
    let mut token_hash = [0; 32];
    token_hash[..16].copy_from_slice(&halves[0].0);
    token_hash[16..].copy_from_slice(&halves[1].0);
    let posted_ack = reader.byte()? != 0;
    let (next_seq, open_views) = (reader.number()?, reader.open_views()?);
    let mut some = || reader.list(|reader| events.get(reader.count()?).cloned());
    let handed = Handed { next_seq, open_views, sent: some()?, queue: some()?, served: Arc::default() };
    Some(Kept { id, user, token_hash, posted_ack, handed })
}
