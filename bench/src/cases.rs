//! The cases: what each measures and with which requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use hdrhistogram::Histogram;
use serde_json::json;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::{Message, WebSocketConfig};

use crate::connection::{Connection, request};
use crate::load;
use crate::problem::Problem;
use crate::process::Server;
use crate::report::Report;
use crate::world::{World, must};

/// Channels that the posts of the write case are spread over.
pub const CHANNELS: usize = 20;
/// Sockets of one user: the server closes older ones beyond 200.
const SOCKETS_PER_USER: usize = 100;
/// Posts whose delivery to all sockets is measured.
const DELIVERIES: usize = 200;
/// Pause between them: the case measures delivery, not throughput.
const DELIVERY_PAUSE: Duration = Duration::from_millis(20);
/// An event that takes longer is lost.
const DELIVERY_WAIT: Duration = Duration::from_secs(10);

/// Seconds without work after which the server has done what posts leave behind: the search index is committed within ten,
/// and merges its segments then.
const QUIET_S: u32 = 12;
/// What it may do in a second of those: it looks at its clocks.
const QUIET_CPU_S: f64 = 0.05;
/// Reads are measured after so many seconds in any case.
const QUIET_WAIT: Duration = Duration::from_secs(120);

/// How much is measured.
pub struct Plan {
    pub seconds: u64,
    pub connections: usize,
    pub sockets: usize,
    pub posts: usize,
    pub only: String,
}

impl Plan {
    /// Whether a case is among those asked for.
    pub fn wants(&self, case: &str) -> bool {
        case.contains(&self.only)
    }
}

/// Runs the cases in order: memory first, while nothing else has grown it.
pub async fn run(plan: &Plan, server: &mut Server, report: &mut Report) -> Result<(), Problem> {
    let listeners = plan.sockets.div_ceil(SOCKETS_PER_USER);
    let world = World::make(&server.address(), CHANNELS, listeners).await?;
    if plan.wants("sockets") {
        sockets(plan, server, &world, report).await?;
    }
    if plan.wants("create posts") {
        let outcome = create_posts(plan, server, &world).await?;
        report.add(&format!("create posts, {} connections", plan.connections), outcome.text());
    }
    fill(plan, server, &world).await?;
    reads(plan, server, &world, report).await
}

async fn create_posts(plan: &Plan, server: &Server, world: &World) -> Result<load::Outcome, Problem> {
    let request = |connection, number| post(world, connection, number);
    load::run(server, plan.connections, plan.seconds, 201, request).await
}

/// The request for a post of its own.
pub fn post(world: &World, connection: usize, number: u64) -> Vec<u8> {
    let channel = &world.channels[(connection + number as usize) % world.channels.len()];
    let body = json!({"channel_id": channel, "message": message(connection, number)}).to_string();
    request("POST", "/api/v4/posts", &world.token, "", &body)
}

/// What a post says.
pub fn message(connection: usize, number: u64) -> String {
    format!("a message of the usual length, number {number} of connection {connection}, and no more")
}

/// Brings the last channel to the number of posts that the read cases are about.
async fn fill(plan: &Plan, server: &Server, world: &World) -> Result<(), Problem> {
    let channel = world.channels.last().ok_or("there are no channels")?;
    let left = Arc::new(AtomicUsize::new(plan.posts));
    let workers = (0..plan.connections).map(|_| {
        let (left, address) = (left.clone(), server.address());
        async move {
            let mut connection = Connection::open(&address).await?;
            while left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_ok() {
                let number = left.load(Ordering::Relaxed);
                let body = json!({"channel_id": channel, "message": format!("filling message {number}")}).to_string();
                connection.hit(&request("POST", "/api/v4/posts", &world.token, "", &body)).await?;
            }
            Ok::<_, Problem>(())
        }
    });
    futures_util::future::try_join_all(workers).await?;
    Ok(())
}

async fn reads(plan: &Plan, server: &Server, world: &World, report: &mut Report) -> Result<(), Problem> {
    let cases = read_cases(&server.address(), world).await?;
    if cases.iter().any(|case| plan.wants(case.name)) {
        quiet(server).await?;
    }
    for case in cases {
        if plan.wants(case.name) {
            let outcome =
                load::run(server, plan.connections, plan.seconds, case.status, |_, _| case.bytes.clone()).await?;
            report.add(&format!("{}, {} posts", case.name, plan.posts), outcome.text());
        }
    }
    Ok(())
}

/// Waits for a server that has nothing left to do.
async fn quiet(server: &Server) -> Result<(), Problem> {
    let until = Instant::now() + QUIET_WAIT;
    let mut seconds = 0;
    while seconds < QUIET_S && Instant::now() < until {
        let before = server.cpu_seconds()?;
        tokio::time::sleep(Duration::from_secs(1)).await;
        seconds = if server.cpu_seconds()? - before < QUIET_CPU_S { seconds + 1 } else { 0 };
    }
    Ok(())
}

/// A request that may be sent any number of times.
pub struct ReadCase {
    pub name: &'static str,
    pub status: u16,
    pub bytes: Vec<u8>,
}

/// What is read most: pages and windows of the last channel, and pictures.
pub async fn read_cases(address: &str, world: &World) -> Result<Vec<ReadCase>, Problem> {
    let channel = world.channels.last().ok_or("there are no channels")?;
    let page = format!("/api/v4/channels/{channel}/posts?page=0&per_page=60");
    let window = format!("/api/v4/users/me/channels/{channel}/posts/unread?limit_before=30&limit_after=30");
    let drawn = format!("/api/v4/users/{}/image", world.user);
    let mut connection = Connection::open(address).await?;
    let uploaded = world.upload_picture(&mut connection).await?;
    let page_etag = connection.get(&page, &world.token).await?.etag();
    let picture_etag = connection.get(&uploaded, &world.token).await?.etag();
    if page_etag.is_empty() || picture_etag.is_empty() {
        return Err("an answer that should have an ETag has none".into());
    }
    // A picture that was never set is drawn, and drawn ones carry no ETag: they are answered whole, from memory.
    let cases = [
        ("channel pages of 60 posts", 200, &page, ""),
        ("unread windows of 60 posts", 200, &window, ""),
        ("drawn profile images", 200, &drawn, ""),
        ("channel pages answered 304", 304, &page, &page_etag),
        ("uploaded profile images answered 304", 304, &uploaded, &picture_etag),
    ];
    let case = |(name, status, path, etag): (&'static str, u16, &String, &str)| {
        let known = if etag.is_empty() { String::new() } else { format!("If-None-Match: {etag}\r\n") };
        ReadCase { name, status, bytes: request("GET", path, &world.token, &known, "") }
    };
    Ok(cases.map(case).into())
}

/// Memory of idle sockets, then the time from a post to the last of them.
async fn sockets(plan: &Plan, server: &Server, world: &World, report: &mut Report) -> Result<(), Problem> {
    let before = server.rss_mb()?;
    let (seen, mut heard) = mpsc::channel::<Instant>(plan.sockets * 4);
    let mut tasks = Vec::with_capacity(plan.sockets);
    for number in 0..plan.sockets {
        let socket = open_socket(&server.address(), world.socket_token(number)).await?;
        let seen = seen.clone();
        tasks.push(listen(socket, seen));
    }
    let listening = tokio::task::LocalSet::new();
    for task in tasks {
        listening.spawn_local(task);
    }
    listening
        .run_until(async {
            tokio::time::sleep(Duration::from_secs(2)).await;
            let each = (server.rss_mb()? - before) * 1e6 / plan.sockets as f64 / 1024.0;
            report.add(&format!("memory per idle socket, {} sockets", plan.sockets), format!("{each:.1} KiB"));
            deliver(plan, server, world, &mut heard, report).await
        })
        .await
}

async fn deliver(
    plan: &Plan,
    server: &Server,
    world: &World,
    heard: &mut mpsc::Receiver<Instant>,
    report: &mut Report,
) -> Result<(), Problem> {
    let mut connection = Connection::open(&server.address()).await?;
    let mut times = Histogram::<u64>::new_with_max(60_000_000, 3)?;
    for number in 0..DELIVERIES {
        while heard.try_recv().is_ok() {}
        let began = Instant::now();
        let body = json!({"channel_id": world.channels[0], "message": format!("to all {number}")});
        must(&mut connection, &world.token, "/api/v4/posts", &body).await?;
        for _ in 0..plan.sockets {
            let at = tokio::time::timeout(DELIVERY_WAIT, heard.recv()).await?.ok_or("the sockets are gone")?;
            times.saturating_record(u64::try_from(at.duration_since(began).as_micros())?);
        }
        tokio::time::sleep(DELIVERY_PAUSE).await;
    }
    let quantile = |q: f64| times.value_at_quantile(q) as f64 / 1000.0;
    let figure = format!("p50 {:.2} ms, p99 {:.2} ms, max {:.2} ms", quantile(0.5), quantile(0.99), quantile(1.0));
    report.add(&format!("post to {} sockets, request sent to frame read", plan.sockets), figure);
    Ok(())
}

type Socket = tokio_tungstenite::WebSocketStream<tokio::net::TcpStream>;

async fn open_socket(address: &str, token: &str) -> Result<Socket, Problem> {
    let mut handshake = format!("ws://{address}/api/v4/websocket").into_client_request()?;
    handshake.headers_mut().insert("authorization", format!("Bearer {token}").parse()?);
    let stream = tokio::net::TcpStream::connect(address).await?;
    let config = WebSocketConfig::default().read_buffer_size(2048).write_buffer_size(0);
    let (socket, _) = tokio_tungstenite::client_async_with_config(handshake, stream, Some(config)).await?;
    Ok(socket)
}

async fn listen(mut socket: Socket, seen: mpsc::Sender<Instant>) {
    while let Some(Ok(message)) = socket.next().await {
        let open = match message {
            Message::Text(text) if text.contains("\"posted\"") => seen.send(Instant::now()).await.is_ok(),
            Message::Ping(bytes) => socket.send(Message::Pong(bytes)).await.is_ok(),
            _ => true,
        };
        if !open {
            return;
        }
    }
}
