//! The floor: what the bare minimum of such a server does on this machine, measured by the same load in the same run.
//!
//! Machines differ by a factor of two, and so do two days on a shared one; a figure divided by the floor's of its own run
//! says more. It is axum with handlers that check nobody: a post goes as JSON into one SQLite table, durable by group
//! commit at full sync; a page is bytes that lie ready; whoever names an ETag has nothing new to read.

use std::path::Path;
use std::sync::mpsc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Json, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use base::{Clock, Id, IdMaker};
use rusqlite::Connection as Database;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::connection::request;
use crate::problem::Problem;
use crate::process::Server;
use crate::report::Report;
use crate::{cases, load};

const POSTS: &str = "/posts";
const PAGE: &str = "/page";
const PAGE_POSTS: usize = 60;
/// Posts of one commit and posts that wait for theirs, at most; each connection of a load has one under way.
const GROUP_MAX: usize = 512;

#[derive(Deserialize)]
struct Draft {
    channel_id: String,
    message: String,
}

/// As many bytes as a post of the API has, and no meaning.
#[derive(Serialize)]
struct Post {
    id: String,
    create_at: i64,
    update_at: i64,
    user_id: String,
    channel_id: String,
    root_id: String,
    message: String,
    r#type: String,
    props: serde_json::Map<String, serde_json::Value>,
    hashtags: String,
    reply_count: i64,
    metadata: serde_json::Map<String, serde_json::Value>,
}

struct Waiting {
    id: Id,
    channel: String,
    message: String,
    durable: oneshot::Sender<()>,
}

#[derive(Clone)]
struct Bare {
    ids: IdMaker,
    writer: mpsc::SyncSender<Waiting>,
    page: Bytes,
}

/// Answers until it is killed.
///
/// # Errors
/// When the port is taken or the folder cannot be written.
pub async fn serve(address: &str, data: &Path) -> Result<(), Problem> {
    let database = Database::open(data.join("floor.db"))?;
    database.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
         CREATE TABLE IF NOT EXISTS posts (id BLOB PRIMARY KEY, channel TEXT, message TEXT) WITHOUT ROWID;",
    )?;
    let (writer, waiting) = mpsc::sync_channel(GROUP_MAX);
    std::thread::spawn(move || write(database, &waiting));
    let page =
        serde_json::to_vec(&(0..PAGE_POSTS).map(|_| made(Id::UNKNOWN, "", &cases::message(0, 0))).collect::<Vec<_>>())?;
    let bare = Bare { ids: IdMaker::new(Clock::system()), writer, page: page.into() };
    let routes = Router::new().route("/api/v4/system/ping", get(|| async { "{}" }));
    let routes = routes.route(POSTS, post(create)).route(PAGE, get(read)).with_state(bare);
    Ok(axum::serve(TcpListener::bind(address).await?, routes).await?)
}

async fn create(State(bare): State<Bare>, Json(draft): Json<Draft>) -> Response {
    let (durable, done) = oneshot::channel();
    let id: Id = bare.ids.next();
    let answer = Json(made(id, &draft.channel_id, &draft.message));
    let sent = bare.writer.try_send(Waiting { id, channel: draft.channel_id, message: draft.message, durable });
    match (sent, done.await) {
        (Ok(()), Ok(())) => (StatusCode::CREATED, answer).into_response(),
        _ => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn read(State(bare): State<Bare>, headers: HeaderMap) -> Response {
    if headers.contains_key(header::IF_NONE_MATCH) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    ([(header::CONTENT_TYPE, "application/json")], bare.page).into_response()
}

fn made(id: Id, channel: &str, message: &str) -> Post {
    Post {
        id: id.to_string(),
        create_at: 1,
        update_at: 1,
        user_id: id.to_string(),
        channel_id: channel.to_owned(),
        root_id: String::new(),
        message: message.to_owned(),
        r#type: String::new(),
        props: serde_json::Map::new(),
        hashtags: String::new(),
        reply_count: 0,
        metadata: serde_json::Map::new(),
    }
}

/// Writes whatever waits as one commit; a commit that fails drops its posts, and whoever waits for them is told.
fn write(mut database: Database, waiting: &mpsc::Receiver<Waiting>) {
    while let Ok(first) = waiting.recv() {
        let group: Vec<Waiting> = std::iter::once(first).chain(waiting.try_iter()).take(GROUP_MAX).collect();
        if let Err(error) = commit(&mut database, &group) {
            eprintln!("bench: the floor could not write: {error}");
            continue;
        }
        for one in group {
            // Who no longer waits needs no word.
            one.durable.send(()).ok();
        }
    }
}

fn commit(database: &mut Database, group: &[Waiting]) -> rusqlite::Result<()> {
    let change = database.transaction()?;
    {
        let mut insert = change.prepare_cached("INSERT INTO posts (id, channel, message) VALUES (?1, ?2, ?3)")?;
        for one in group {
            insert.execute((&one.id.0[..], &one.channel, &one.message))?;
        }
    }
    change.commit()
}

/// Measures it: posts, pages, and answers of 304.
pub async fn measure(plan: &cases::Plan, core: usize, data: &Path, report: &mut Report) -> Result<(), Problem> {
    let server = Server::start_floor(core, data).await?;
    let body = |connection, number| {
        json!({"channel_id": Id::UNKNOWN.to_string(), "message": cases::message(connection, number)}).to_string()
    };
    let create = |connection, number| request("POST", POSTS, "", "", &body(connection, number));
    let outcome = load::run(&server, plan.connections, plan.seconds, 201, create).await?;
    report.add("floor: create posts", outcome.text());
    for (name, status, headers) in [("page of 60 posts", 200, ""), ("answered 304", 304, "If-None-Match: x\r\n")] {
        let read = request("GET", PAGE, "", headers, "");
        let outcome = load::run(&server, plan.connections, plan.seconds, status, |_, _| read.clone()).await?;
        report.add(&format!("floor: {name}"), outcome.text());
    }
    server.stop().await
}
