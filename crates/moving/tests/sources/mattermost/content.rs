//! What the old servers have, by table: rows with all columns that any version has.

use std::fs;
use std::path::Path;

use auth::Hasher;
use serde_json::{Value, json};

use super::programs::{beside, integrations};

pub const FILE_BYTES: &[u8] = b"the plan";

/// The id of something, the same in each run.
pub fn id(name: &str) -> String {
    moving::ids::named("test", "mattermost", name).to_string()
}

pub fn at(after: i64) -> i64 {
    1_700_000_000_000 + after
}

/// The name of the file in the file store.
fn path() -> String {
    format!("20231114/teams/noteam/channels/{}/users/{}/{}/plan.txt", id("deck"), id("ann"), id("plan"))
}

/// Puts the objects into a folder.
pub fn store(folder: &Path) {
    let file = folder.join(path());
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(file, FILE_BYTES).expect("a file");
    let emoji = folder.join(format!("emoji/{}/image", id("party")));
    fs::create_dir_all(emoji.parent().expect("a folder")).expect("a folder");
    fs::write(emoji, b"GIF89a").expect("a file");
}

fn merged(mut row: Value, more: Value) -> Value {
    if let (Value::Object(row), Value::Object(more)) = (&mut row, more) {
        row.extend(more);
    }
    row
}

fn user(name: &str, more: Value) -> (&'static str, Value) {
    let user = json!({
        "id": id(name), "createat": at(0), "updateat": at(0), "deleteat": 0, "username": name, "password": "",
        "authservice": "", "email": format!("{name}@example.test"), "emailverified": true, "nickname": "", "firstname": "",
        "lastname": "", "position": "", "roles": "system_user", "allowmarketing": false, "props": "{}",
        "notifyprops": json!({"desktop": "mention", "email": "true"}).to_string(), "lastpasswordupdate": at(0),
        "lastpictureupdate": 0, "failedattempts": 0, "locale": "en",
        "timezone": json!({"useAutomaticTimezone": "true"}).to_string(), "mfaactive": false, "mfasecret": "", "lastlogin": 0,
    });
    ("users", merged(user, more))
}

/// A post of somebody in a channel.
pub fn post(name: &str, (author, channel): (&str, &str), create_at: i64, message: &str, more: Value) -> Value {
    let post = json!({
        "id": id(name), "createat": create_at, "updateat": create_at, "editat": 0, "deleteat": 0, "ispinned": false,
        "userid": id(author), "channelid": id(channel), "rootid": "", "parentid": "", "originalid": "", "message": message,
        "type": "", "props": "{}", "hashtags": "", "filenames": "[]", "fileids": "[]", "hasreactions": false,
    });
    merged(post, more)
}

fn channel(name: &str, kind: &str, more: Value) -> (&'static str, Value) {
    let channel = json!({
        "id": id(name), "createat": at(0), "updateat": at(0), "deleteat": 0, "teamid": id("crew"), "type": kind,
        "displayname": name, "name": name, "header": "", "purpose": "", "lastpostat": at(9), "totalmsgcount": 1,
        "extraupdateat": 0, "creatorid": id("ann"), "totalmsgcountroot": 1, "lastrootpostat": at(1), "shared": false,
    });
    ("channels", merged(channel, more))
}

/// A member of a channel, with flags and, as versions before them, with roles.
fn member(channel: &str, user: &str, end: &str) -> (&'static str, Value) {
    let roles = if end == "admin" { "channel_user channel_admin".to_owned() } else { format!("channel_{end}") };
    let member = json!({
        "channelid": id(channel), "userid": id(user), "roles": roles, "lastviewedat": at(9), "msgcount": 1, "mentioncount": 0,
        "notifyprops": json!({"desktop": "default"}).to_string(), "lastupdateat": at(9), "mentioncountroot": 0,
        "msgcountroot": 1, "urgentmentioncount": 0,
    });
    ("channelmembers", member)
}

fn team_member(user: &str, end: &str) -> (&'static str, Value) {
    let roles = if end == "admin" { "team_user team_admin".to_owned() } else { format!("team_{end}") };
    ("teammembers", json!({"teamid": id("crew"), "userid": id(user), "roles": roles, "deleteat": 0, "createat": at(0)}))
}

fn role(name: &str, permissions: &str) -> (&'static str, Value) {
    let role = json!({
        "id": id(name), "name": name, "displayname": name, "description": "", "createat": at(0), "updateat": at(0),
        "deleteat": 0, "permissions": permissions, "schememanaged": true, "builtin": true,
    });
    ("roles", role)
}

/// Everything.
pub fn content() -> Vec<(&'static str, Value)> {
    let mut rows = people();
    rows.extend(places());
    rows.extend(settings());
    rows.extend(talk());
    rows.extend(attached());
    rows.extend(integrations());
    rows.extend(beside());
    rows
}

fn people() -> Vec<(&'static str, Value)> {
    let bcrypt = bcrypt::hash("secret-1", 4).expect("hashes");
    let pbkdf2 = Hasher::with_rounds(2).hash("secret-2").expect("a short password");
    let session = json!({
        "id": id("session"), "token": id("session token"), "createat": at(0), "expiresat": 0, "lastactivityat": at(0),
        "userid": id("ann"), "deviceid": "", "roles": "system_admin system_user", "isoauth": false, "expirednotify": false,
        "props": json!({"platform": "Linux"}).to_string(),
    });
    let access = json!({"id": id("access session"), "token": id("access token"), "props": json!({"type": "UserAccessToken",
        "user_access_token_id": id("access")}).to_string()});
    vec![
        user(
            "ann",
            json!({"password": bcrypt, "roles": "system_admin system_user", "lastpictureupdate": 0,
            "mfasecret": "", "props": json!({"customStatus": ""}).to_string()}),
        ),
        user("bob", json!({"password": pbkdf2})),
        user("carla", json!({"roles": "system_guest"})),
        user("robot", json!({"email": "robot@localhost"})),
        (
            "bots",
            json!({"userid": id("robot"), "description": "works", "ownerid": "some.plugin", "lasticonupdate": 0,
            "createat": at(0), "updateat": at(0), "deleteat": 0}),
        ),
        role("channel_user", "create_post add_reaction read_channel edit_post"),
        // What the old server knows, and so what was taken away from others.
        role("system_admin", "create_post add_reaction read_channel edit_post upload_file manage_system"),
        ("sessions", session.clone()),
        ("sessions", merged(session, access)),
        (
            "useraccesstokens",
            json!({"id": id("access"), "token": id("access token"), "userid": id("ann"),
            "description": "script", "isactive": true}),
        ),
    ]
}

/// What people set.
fn settings() -> Vec<(&'static str, Value)> {
    let category = format!("favorites_{}_{}", id("ann"), id("crew"));
    vec![
        (
            "status",
            json!({"userid": id("ann"), "status": "dnd", "manual": true, "lastactivityat": at(3), "dndendtime": 0,
            "prevstatus": "online"}),
        ),
        ("preferences", json!({"userid": id("ann"), "category": "flagged_post", "name": id("ahoy"), "value": "true"})),
        (
            "preferences",
            json!({"userid": id("ann"), "category": "display_settings", "name": "it's", "value": "\u{e9}"}),
        ),
        (
            "sidebarcategories",
            json!({"id": category, "userid": id("ann"), "teamid": id("crew"), "sortorder": 0,
            "sorting": "", "type": "favorites", "displayname": "Favorites", "muted": false, "collapsed": false}),
        ),
        (
            "sidebarchannels",
            json!({"channelid": id("deck"), "userid": id("ann"), "categoryid": category, "sortorder": 0}),
        ),
        ("termsofservice", json!({"id": id("terms"), "createat": at(0), "userid": id("ann"), "text": "Be kind"})),
        ("usertermsofservice", json!({"userid": id("bob"), "termsofserviceid": id("terms"), "createat": at(1)})),
        (
            "usergroups",
            json!({"id": id("sailors"), "name": "sailors", "displayname": "Sailors", "description": "",
            "source": "custom", "createat": at(0), "updateat": at(0), "deleteat": 0, "allowreference": true}),
        ),
        ("groupmembers", json!({"groupid": id("sailors"), "userid": id("bob"), "createat": at(0), "deleteat": 0})),
        (
            "groupteams",
            json!({"groupid": id("sailors"), "teamid": id("crew"), "autoadd": false, "schemeadmin": false,
            "createat": at(0), "updateat": at(0), "deleteat": 0}),
        ),
        (
            "groupchannels",
            json!({"groupid": id("sailors"), "channelid": id("deck"), "autoadd": false, "schemeadmin": false,
            "createat": at(0), "updateat": at(0), "deleteat": 0}),
        ),
        (
            "audits",
            json!({"id": id("audit"), "createat": at(0), "userid": id("ann"), "action": "/api/v4/users/login",
            "extrainfo": "ok", "ipaddress": "192.0.2.1", "sessionid": ""}),
        ),
    ]
}

fn places() -> Vec<(&'static str, Value)> {
    let (ann, bob) = (id("ann"), id("bob"));
    let direct = if ann < bob { format!("{ann}__{bob}") } else { format!("{bob}__{ann}") };
    let scheme = json!({
        "id": id("scheme"), "name": "quiet", "displayname": "Quiet", "description": "", "createat": at(0), "updateat": at(0),
        "deleteat": 0, "scope": "channel", "defaultteamadminrole": "", "defaultteamuserrole": "",
        "defaultteamguestrole": "", "defaultchanneladminrole": "quiet_admin", "defaultchanneluserrole": "quiet_user",
        "defaultchannelguestrole": "quiet_guest",
    });
    vec![
        ("schemes", scheme),
        role("quiet_user", "read_channel"),
        (
            "teams",
            json!({"id": id("crew"), "createat": at(0), "updateat": at(0), "deleteat": 0, "displayname": "Crew",
            "name": "crew", "description": "All of us", "email": "", "type": "O", "companyname": "", "alloweddomains": "",
            "inviteid": id("invite"), "allowopeninvite": true, "lastteamiconupdate": 0, "schemeid": "",
            "cloudlimitsarchived": false}),
        ),
        team_member("ann", "admin"),
        team_member("bob", "user"),
        team_member("carla", "guest"),
        channel(
            "town-square",
            "O",
            json!({"displayname": "Town Square", "totalmsgcount": 0, "totalmsgcountroot": 0,
            "lastrootpostat": 0, "lastpostat": 0}),
        ),
        channel(
            "deck",
            "P",
            json!({"header": "Sails", "totalmsgcount": 2, "defaultcategoryname": "Work",
            "bannerinfo": json!({"enabled": true, "text": "Storm", "background_color": "#ff0000"})}),
        ),
        channel("direct", "D", json!({"teamid": "", "name": direct, "displayname": ""})),
        member("town-square", "ann", "user"),
        member("town-square", "bob", "user"),
        member("deck", "ann", "admin"),
        member("deck", "bob", "user"),
        member("deck", "carla", "guest"),
        member("direct", "ann", "user"),
        member("direct", "bob", "user"),
        ("channelmemberhistory", json!({"channelid": id("deck"), "userid": id("bob"), "jointime": at(0)})),
        (
            "channelbookmarks",
            json!({"id": id("bookmark"), "ownerid": id("ann"), "channelid": id("deck"), "fileinfoid": "",
            "createat": at(0), "updateat": at(0), "deleteat": 0, "displayname": "Weather", "sortorder": 0,
            "linkurl": "https://example.test/", "imageurl": "", "emoji": "", "type": "link", "originalid": "",
            "parentid": ""}),
        ),
    ]
}

fn talk() -> Vec<(&'static str, Value)> {
    let file_ids = json!([id("plan")]).to_string();
    vec![
        (
            "posts",
            post(
                "ahoy",
                ("ann", "deck"),
                at(1),
                "Ahoy #sail",
                json!({"ispinned": true, "hashtags": "#sail",
            "fileids": file_ids, "hasreactions": true, "editat": at(4), "updateat": at(5)}),
            ),
        ),
        (
            "posts",
            post(
                "first",
                ("ann", "deck"),
                at(1),
                "Aho",
                json!({"originalid": id("ahoy"), "deleteat": at(4),
            "updateat": at(4)}),
            ),
        ),
        ("posts", post("reply", ("bob", "deck"), at(2), "Aye", json!({"rootid": id("ahoy"), "parentid": id("ahoy")}))),
        (
            "posts",
            post(
                "gone",
                ("bob", "deck"),
                at(3),
                "never mind",
                json!({"deleteat": at(4), "updateat": at(4),
            "props": json!({"deleteBy": id("bob")}).to_string()}),
            ),
        ),
        (
            "posts",
            post(
                "joined",
                ("bob", "deck"),
                at(0),
                "bob joined the channel.",
                json!({"type": "system_join_channel",
            "props": json!({"username": "bob"}).to_string()}),
            ),
        ),
        ("posts", post("whisper", ("bob", "direct"), at(4), "psst", json!({}))),
        (
            "reactions",
            json!({"userid": id("bob"), "postid": id("ahoy"), "emojiname": "tada", "createat": at(5),
            "updateat": at(5), "deleteat": 0, "channelid": id("deck")}),
        ),
        (
            "threads",
            json!({"postid": id("ahoy"), "channelid": id("deck"), "replycount": 1, "lastreplyat": at(2),
            "participants": json!([id("bob")]).to_string(), "threadteamid": id("crew")}),
        ),
        (
            "threadmemberships",
            json!({"postid": id("ahoy"), "userid": id("ann"), "following": true, "lastviewed": at(1),
            "lastupdated": at(2), "unreadmentions": 0}),
        ),
    ]
}

/// What hangs on posts, and what is not posted yet.
fn attached() -> Vec<(&'static str, Value)> {
    vec![
        (
            "fileinfo",
            json!({"id": id("plan"), "creatorid": id("ann"), "postid": id("ahoy"), "createat": at(1),
            "updateat": at(1), "deleteat": 0, "path": path(), "thumbnailpath": "", "previewpath": "", "name": "plan.txt",
            "extension": "txt", "size": FILE_BYTES.len(), "mimetype": "text/plain", "width": 0, "height": 0,
            "haspreviewimage": false, "minipreview": "\\x0102", "content": "the plan", "archived": false}),
        ),
        (
            "emoji",
            json!({"id": id("party"), "createat": at(0), "updateat": at(0), "deleteat": 0, "creatorid": id("ann"),
            "name": "party"}),
        ),
        (
            "drafts",
            json!({"createat": at(5), "updateat": at(5), "deleteat": 0, "userid": id("ann"),
            "channelid": id("deck"), "rootid": "", "message": "half a", "props": "{}", "fileids": "[]", "priority": "{}",
            "type": ""}),
        ),
        (
            "scheduledposts",
            json!({"id": id("scheduled"), "createat": at(5), "updateat": at(5), "userid": id("ann"),
            "channelid": id("deck"), "rootid": "", "message": "later", "props": "{}", "fileids": "[]", "priority": "{}",
            "scheduledat": 4_000_000_000_000_i64, "processedat": 0, "errorcode": "", "type": ""}),
        ),
        (
            "postspriority",
            json!({"postid": id("ahoy"), "channelid": id("deck"), "priority": "urgent", "requestedack": true,
            "persistentnotifications": false}),
        ),
        ("postacknowledgements", json!({"postid": id("ahoy"), "userid": id("bob"), "acknowledgedat": at(6)})),
        ("postreminders", json!({"postid": id("ahoy"), "userid": id("bob"), "targettime": 4_000_000_000_i64})),
    ]
}
