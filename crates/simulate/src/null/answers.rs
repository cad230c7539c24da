//! What the null server answers.

use base::Id;
use bytes::Bytes;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use http_body_util::Full;
use serde_json::{Value, json};

use super::{NullServer, Reply, Size, Stage};

/// Channels that a user is in.
const MEMBERSHIPS: u64 = 8;
const TEAMS: u64 = 2;
const POSTS_SHOWN: u64 = 20;
const AUTHORS: u64 = 10;
const NO_PERMISSION: &str = "You do not have the appropriate permissions.";

/// The first of the users who have no account yet: above the numbers of all others.
const NEWCOMER: u64 = 1_000_000;
/// Rows of a page of the administrator's report; the second page is the last.
const REPORT_ROWS: u64 = 50;
const PAGE: &str = r#"<html><link rel="icon" href="/favicon.ico"><script src="/main.js"></script></html>"#;

/// An id that says what it names: `u` a user, `t` a team, `c` a channel, `p` a post (a thousand for each channel), `x`
/// anything else.
pub fn id(kind: u8, number: u64) -> Id {
    let mut bytes = [kind; 16];
    bytes[8..].copy_from_slice(&number.to_be_bytes());
    Id(bytes)
}

pub fn number(kind: u8, text: &str) -> Option<u64> {
    let id = Id::parse(text)?;
    (id.0[..8] == [kind; 8]).then(|| u64::from_be_bytes([8, 9, 10, 11, 12, 13, 14, 15].map(|at| id.0[at])))
}

/// The user of a request's token.
pub fn caller(headers: &HeaderMap) -> Option<u64> {
    let token = headers.get("authorization")?.to_str().ok()?;
    token.split(' ').nth(1)?.strip_prefix("user")?.parse().ok()
}

pub fn answer(server: &NullServer, parts: &Parts, body: &Bytes) -> Reply {
    let path = parts.uri.path().strip_prefix("/api/v4/").unwrap_or("-");
    let segments: Vec<&str> = path.split('/').collect();
    let me = caller(&parts.headers).unwrap_or(1);
    let query = parts.uri.query().unwrap_or_default();
    if let ["users", _, "image"] = segments[..] {
        return image(&parts.headers);
    }
    if me >= NEWCOMER
        && let Some(value) = newcomer(server, me, &parts.method, &segments)
    {
        return reply(&value);
    }
    let value = match (parts.method.as_str(), segments.as_slice()) {
        (_, ["-"]) => return page(parts.uri.path()),
        ("GET", ["system", "ping"]) => return versioned(),
        ("POST", ["users", "login"]) => return login(server, body),
        ("POST", ["users"]) => return sign_up(server, body),
        ("GET", ["channels", channel, "members", user]) if is_closed(server.size, me, channel, user) => {
            return refusal(StatusCode::FORBIDDEN, "api.context.permissions.app_error", NO_PERMISSION);
        }
        ("GET", ["config", "client"]) => client_config(),
        ("POST", ["users", "ids"]) => echo(body, |user| user_of(number(b'u', user).unwrap_or(0))),
        ("POST", ["users", "status", "ids"]) => echo(body, |user| json!({"user_id": user, "status": "online"})),
        ("POST", ["posts"]) => return post(server, me, body),
        ("GET" | "POST", _) => read(server.size, me, &segments, query),
        _ => json!({"status": "OK"}),
    };
    reply(&value)
}

fn read(size: Size, me: u64, segments: &[&str], query: &str) -> Value {
    match segments {
        ["users"] => users(size, query),
        ["users", "autocomplete"] => json!({"users": [user_of(2)], "out_of_channel": []}),
        ["users", "me"] => user_of(me),
        ["users", "search" | "usernames"] => json!([user_of(2)]),
        ["teams"] | ["users", _, "teams"] => (1..=TEAMS).map(team_of).collect(),
        ["users", _, "teams", "members"] => (1..=TEAMS).map(|team| json!({"team_id": id(b't', team)})).collect(),
        ["users", _, "teams", team, "channels"] => of_team(size, me, team).map(|one| channel_of(size, one)).collect(),
        ["users", _, "teams", team, "channels", "members"] => {
            let member = |one| json!({"channel_id": id(b'c', one), "user_id": id(b'u', me)});
            of_team(size, me, team).map(member).collect()
        }
        ["users", _, "teams", _, "channels", "categories"] => json!({"categories": categories(size, me)}),
        ["users", _, "teams", _, "threads"] => threads(size, query),
        ["users", _, "channels"] => (0..MEMBERSHIPS).map(|at| channel_of(size, channel_at(size, me, at))).collect(),
        ["users", _, "channel_members"] => {
            let member = |at| json!({"channel_id": id(b'c', channel_at(size, me, at)), "user_id": id(b'u', me)});
            (0..MEMBERSHIPS).map(member).collect()
        }
        ["users", _, "channels", channel, "posts", "unread"] | ["channels", channel, "posts"] => {
            posts(size, channel, query)
        }
        ["posts", post, "thread"] => thread(size, post),
        ["channels", "direct" | "group"] => json!({"id": id(b'c', size.channels + 1), "type": "D", "name": "direct"}),
        ["channels"] => json!({"id": id(b'c', size.channels + 2), "team_id": id(b't', 1), "type": "O", "name": "new"}),
        ["channels", channel] => channel_of(size, number(b'c', channel).unwrap_or(1)),
        ["channels", _, "stats"] => json!({"member_count": 50}),
        ["channels", channel, "members", user] => json!({"channel_id": channel, "user_id": user}),
        ["channels", channel, "members"] => {
            (1..=5).map(|user| json!({"channel_id": channel, "user_id": id(b'u', user)})).collect()
        }
        ["reports", "users"] => report(query),
        ["channels", _, "bookmarks"] | ["posts", "schedule"] => json!({"id": id(b'x', 1)}),
        ["files"] => json!({"file_infos": [{"id": id(b'x', 2)}]}),
        ["custom_profile_attributes", "fields"] => json!([{"id": id(b'x', 3)}]),
        ["users", _, "preferences"] | ["plugins", "webapp"] | ["users", _, "teams", "unread"] => json!([]),
        ["teams", _, "channels"] => (1..=size.channels.min(100)).map(|one| channel_of(size, one)).collect(),
        ["teams", _, "posts", "search"] | ["posts", "search"] => json!({"order": [], "posts": {}}),
        ["channels" | "teams", .., "search" | "search_autocomplete"] | ["users", _, "teams", _, "drafts"] => json!([]),
        _ => json!({"status": "OK"}),
    }
}

fn reply(value: &Value) -> Reply {
    Response::new(Full::new(value.to_string().into()))
}

fn status(status: StatusCode) -> Reply {
    let mut reply = Response::new(Full::default());
    *reply.status_mut() = status;
    reply
}

/// The web client: a page and the two files it names.
fn page(path: &str) -> Reply {
    match path {
        "/" => Response::new(Full::new(PAGE.into())),
        "/favicon.ico" | "/main.js" => status(StatusCode::OK),
        _ => status(StatusCode::NOT_FOUND),
    }
}

fn versioned() -> Reply {
    let mut reply = reply(&json!({"status": "OK"}));
    reply.headers_mut().insert("x-version-id", HeaderValue::from_static("11.5.0.11.5.0.null.false"));
    reply
}

/// Who somebody is by the text of `key`: `lt0-7@example.com` is user 7, `new0-7` a newcomer, and the administrator 0.
fn named_in(body: &Bytes, key: &str) -> u64 {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let name = body[key].as_str().unwrap_or_default();
    let digits = name.split('@').next().unwrap_or_default().rsplit('-').next().unwrap_or_default();
    let number = digits.parse().unwrap_or(0_u64);
    if name.starts_with("new") { NEWCOMER + number } else { number }
}

fn login(server: &NullServer, body: &Bytes) -> Reply {
    let user = named_in(body, "login_id");
    if user >= NEWCOMER && !server.newcomers.lock().contains_key(&user) {
        let id = "api.user.login.invalid_credentials_email_username";
        return refusal(StatusCode::UNAUTHORIZED, id, "Enter a valid email or username and password.");
    }
    let mut reply = reply(&user_of(user));
    let token = HeaderValue::from_str(&format!("user{user}")).expect("digits are a header");
    reply.headers_mut().insert("token", token);
    reply
}

fn sign_up(server: &NullServer, body: &Bytes) -> Reply {
    let user = named_in(body, "email");
    if user >= NEWCOMER {
        server.newcomers.lock().insert(user, Stage::SignedUp);
    }
    reply(&user_of(user))
}

/// What somebody who is in no team yet is told otherwise than others.
fn newcomer(server: &NullServer, me: u64, method: &Method, segments: &[&str]) -> Option<Value> {
    let mut newcomers = server.newcomers.lock();
    match (method.as_str(), segments) {
        ("POST", ["teams", _, "members"]) => {
            newcomers.insert(me, Stage::InTeams);
            None
        }
        ("GET", ["users", _, "teams" | "channels" | "channel_members"] | ["users", _, "teams", "members"])
            if newcomers.get(&me) != Some(&Stage::InTeams) =>
        {
            Some(json!([]))
        }
        _ => None,
    }
}

/// Users may not look into channels that they are in by no arithmetic.
fn is_closed(size: Size, me: u64, channel: &str, user: &str) -> bool {
    let channel = number(b'c', channel).unwrap_or(0);
    number(b'u', user) == Some(me) && channel <= size.channels && !is_in(size, me, channel)
}

fn is_in(size: Size, user: u64, channel: u64) -> bool {
    (0..MEMBERSHIPS).any(|at| channel_at(size, user, at) == channel)
}

fn refusal(code: StatusCode, id: &str, message: &str) -> Reply {
    let mut reply = reply(&json!({"id": id, "message": message, "status_code": code.as_u16()}));
    *reply.status_mut() = code;
    reply
}

fn report(query: &str) -> Value {
    let rows = if query.contains("from_id") { 1 } else { REPORT_ROWS };
    (1..=rows).map(user_of).collect()
}

fn image(headers: &HeaderMap) -> Reply {
    let is_known = headers.get("if-none-match").is_some_and(|etag| etag == "1");
    let mut reply = status(if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::OK });
    reply.headers_mut().insert("etag", HeaderValue::from_static("1"));
    reply
}

fn client_config() -> Value {
    json!({"CollapsedThreads": "always_on", "MaxNotificationsPerChannel": "1000", "EnableUserTypingMessages": "true",
        "UniqueEmojiReactionLimitPerPost": "50", "SiteURL": "http://null", "AllowSyncedDrafts": "true",
        "ScheduledPosts": "true", "FeatureFlagChannelBookmarks": "true",
        "FeatureFlagCustomProfileAttributes": "true", "FeatureFlagWebSocketEventScope": "true"})
}

fn echo(body: &Bytes, answer: impl Fn(&str) -> Value) -> Value {
    let ids: Vec<String> = serde_json::from_slice(body).unwrap_or_default();
    ids.iter().map(|id| answer(id)).collect()
}

fn user_of(user: u64) -> Value {
    let roles = if user == 0 { "system_user system_admin" } else { "system_user" };
    json!({"id": id(b'u', user), "username": format!("lt0-{user}"), "roles": roles})
}

fn team_of(team: u64) -> Value {
    json!({"id": id(b't', team), "name": format!("team-{team}")})
}

fn users(size: Size, query: &str) -> Value {
    let count = if query.contains("in_channel") { 5 } else { 100 };
    (1..=size.users.min(count)).map(user_of).collect()
}

fn channel_at(size: Size, user: u64, at: u64) -> u64 {
    1 + (user + at) % size.channels
}

/// Odd channels are of the first team, even ones of the second.
fn of_team(size: Size, user: u64, team: &str) -> impl Iterator<Item = u64> {
    let team = number(b't', team).unwrap_or(1);
    (0..MEMBERSHIPS).map(move |at| channel_at(size, user, at)).filter(move |channel| channel % TEAMS == team % TEAMS)
}

fn channel_of(size: Size, channel: u64) -> Value {
    if channel == size.channels + 1 {
        return json!({"id": id(b'c', channel), "type": "D", "name": "direct"});
    }
    let team = if channel % TEAMS == 1 { 1 } else { 2 };
    json!({"id": id(b'c', channel), "team_id": id(b't', team), "type": "O", "name": format!("channel-{channel}")})
}

fn categories(size: Size, me: u64) -> Value {
    let channels: Vec<Id> = (0..3).map(|at| id(b'c', channel_at(size, me, at))).collect();
    json!([{"id": "favorites", "type": "favorites", "channel_ids": []},
        {"id": "channels", "type": "channels", "channel_ids": channels}])
}

fn post_of(channel: u64, at: u64) -> Value {
    let user = 1 + (channel + at) % AUTHORS;
    let channel_id = id(b'c', channel);
    json!({"id": id(b'p', channel * 1_000 + at), "channel_id": channel_id, "user_id": id(b'u', user), "root_id": "",
        "create_at": 1_700_000_000_000_u64 + at, "message": "A few words of a colleague.", "type": "",
        "metadata": {}})
}

fn posts(size: Size, channel: &str, query: &str) -> Value {
    let channel = number(b'c', channel).unwrap_or(1);
    // What came since a channel was opened: nothing. A user who scrolls always finds a page.
    if query.contains("since=") || channel > size.channels {
        return json!({"order": [], "posts": {}});
    }
    listed((0..POSTS_SHOWN).map(|at| post_of(channel, at)).collect())
}

fn listed(posts: Vec<Value>) -> Value {
    let order: Vec<&Value> = posts.iter().rev().map(|post| &post["id"]).collect();
    let posts: serde_json::Map<String, Value> =
        posts.iter().map(|post| (post["id"].as_str().unwrap_or_default().to_owned(), post.clone())).collect();
    json!({"order": order, "posts": posts})
}

fn thread(size: Size, post: &str) -> Value {
    let post = number(b'p', post).unwrap_or(1_000);
    listed(vec![post_of((post / 1_000).min(size.channels), post % 1_000)])
}

fn threads(size: Size, query: &str) -> Value {
    if query.contains("before=") || query.contains("totalsOnly") {
        return json!({"threads": []});
    }
    let thread = |channel: u64| {
        let post = post_of(channel, 0);
        json!({"id": post["id"], "last_reply_at": 1_700_000_000_100_u64, "unread_replies": 1, "post": post})
    };
    json!({"threads": (1..=size.channels.min(3)).map(thread).collect::<Vec<_>>()})
}

/// Echoes a post as stored, and tells its channel's members.
fn post(server: &NullServer, me: u64, body: &Bytes) -> Reply {
    let mut post: Value = serde_json::from_slice(body).unwrap_or_default();
    let at = server.posts.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let channel = number(b'c', post["channel_id"].as_str().unwrap_or_default()).unwrap_or(1);
    let mut stored = json!({"id": id(b'p', 1_000_000_000 + at)});
    if let (Some(stored), Some(post)) = (stored.as_object_mut(), post.as_object_mut()) {
        stored.append(post);
        stored.entry("metadata").or_insert_with(|| json!({}));
    }
    let data = json!({"channel_type": "O", "channel_name": "channel", "sender_name": format!("@lt0-{me}"),
        "team_id": id(b't', 1), "post": stored.to_string()});
    let event =
        format!("{{\"event\":\"posted\",\"data\":{data},\"broadcast\":{{\"channel_id\":\"{}\"}}", id(b'c', channel));
    let size = server.size;
    server.sockets.send(&event, |user| is_in(size, user, channel));
    reply(&stored)
}
