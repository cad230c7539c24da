//! What lies about in a place: posts, files, webhooks … each with a secret of its kind in it.

use base::ids::{PostId, UserId};
use base::{Id, Millis};
use files::ObjectPath;
use request::App;
use store::threads::Follow;
use wire::audits::Audit;
use wire::bookmarks::Bookmark;
use wire::bots::Bot;
use wire::channels::Channel;
use wire::commands::Command;
use wire::drafts::Draft;
use wire::emoji::Emoji;
use wire::files::{FileInfo, UploadSession};
use wire::oauth::OAuthApp;
use wire::posts::{Acknowledgement, Post};
use wire::preferences::Preference;
use wire::reactions::Reaction;
use wire::scheduled_posts::ScheduledPost;
use wire::sessions::AccessToken;
use wire::sidebar::{self, Category};
use wire::teams::Team;
use wire::webhooks::{IncomingHook, OutgoingHook};

use crate::world::{Making, Place, Scene, World, secret};

/// Where the content of every file lies.
pub const FILE_PATH: &str = "matrix/file";

/// Variables whose values are ids of single things.
const IDS: &[&str] = &[
    "team_id",
    "channel_id",
    "post_id",
    "reply_id",
    "file_id",
    "upload_id",
    "bookmark_id",
    "in_hook_id",
    "out_hook_id",
    "command_id",
    "scheduled_post_id",
    "emoji_id",
    "bot_user_id",
    "app_id",
    "token_id",
    "session_id",
    "category_id",
];

/// Ids that nothing has.
pub fn nowhere(making: &Making) -> Scene {
    let mut values: Vec<(&str, String)> = IDS.iter().map(|name| (*name, making.id::<Id>().to_string())).collect();
    for name in ["team_name", "channel_name", "emoji_name", "invite_id", "preference"] {
        values.push((name, format!("no-such-{name}").replace('_', "-")));
    }
    Scene { place: Place::Nowhere, values }
}

pub fn bot(user: UserId, name: &str, owner: UserId, now: Millis) -> Bot {
    Bot { user_id: user, username: name.into(), owner_id: owner, create_at: now, update_at: now, ..Bot::default() }
}

/// Puts where it is read from what pictures of a world are made of, and the result of its job.
pub async fn put_files(app: &App, world: &World) {
    let value = |values: &Values, name: &str| values.iter().find(|(key, _)| *key == name).map(|(_, id)| id.clone());
    let mut paths = vec![FILE_PATH.to_owned(), "brand/image.png".to_owned()];
    paths.extend(value(&world.belongings, "done_job_id").map(|id| format!("export/{id}.csv.gz")));
    paths.extend(value(&world.belongings, "export_name").map(|name| format!("export/{name}")));
    for scene in world.scenes.iter().filter(|scene| scene.place != Place::Nowhere) {
        paths.extend(value(&scene.values, "emoji_id").map(|id| format!("emoji/{id}/image")));
        paths.extend(value(&scene.values, "team_id").map(|id| format!("teams/{id}/icon.png")));
    }
    for path in paths {
        let path = ObjectPath::parse(&path).expect("a path");
        app.files.put(&path, testkit::PICTURE.into()).await.expect("a file");
    }
}

/// Fills a place; the values name what is in it.
pub fn fill(
    making: &mut Making,
    world: &World,
    place: Place,
    team: &Team,
    channel: &Channel,
) -> Vec<(&'static str, String)> {
    let mut values = vec![
        ("team_id", team.id.to_string()),
        ("team_name", team.name.clone()),
        ("invite_id", team.invite_id.clone()),
        ("channel_id", channel.id.to_string()),
        ("channel_name", channel.name.clone()),
    ];
    talk(making, world, place, team, channel, &mut values);
    private(making, world, place, team, channel, &mut values);
    integrations(making, world, place, team, channel, &mut values);
    values
}

type Values = Vec<(&'static str, String)>;

/// What those who read the channel read.
fn talk(making: &mut Making, world: &World, place: Place, team: &Team, channel: &Channel, values: &mut Values) {
    let (now, owner) = (making.now, world.owner);
    let content = secret(&world.tag, "content", place);
    let post = making.post(channel.id, owner, PostId::default(), &content);
    let reply = making.post(channel.id, world.friend, post.id, &content);
    making.writes.push(store::threads::reply(&reply, if channel.is_direct() { channel.team_id } else { team.id }));
    let file = FileInfo {
        id: making.id(),
        user_id: owner,
        post_id: post.id,
        channel_id: channel.id,
        create_at: now,
        update_at: now,
        path: FILE_PATH.into(),
        thumbnail_path: FILE_PATH.into(),
        preview_path: FILE_PATH.into(),
        has_preview_image: true,
        name: format!("{content}.png"),
        extension: "png".into(),
        size: 4,
        mime_type: "image/png".into(),
        ..FileInfo::default()
    };
    let bookmark = Bookmark {
        id: making.id(),
        create_at: now,
        update_at: now,
        channel_id: channel.id,
        owner_id: owner,
        display_name: content,
        link_url: "https://example.test".into(),
        kind: "link".into(),
        ..Bookmark::default()
    };
    let emoji = Emoji {
        id: making.id(),
        create_at: now,
        update_at: now,
        creator_id: owner,
        name: format!("emoji-{}-{place:?}", world.tag).to_lowercase(),
        ..Emoji::default()
    };
    attention(making, world, place, &post, &emoji.name);
    making.writes.push(store::files::insert(&file, now));
    making.writes.push(store::bookmarks::insert(&bookmark));
    making.writes.push(store::emoji::insert(&emoji));
    values.push(("post_id", post.id.to_string()));
    values.push(("reply_id", reply.id.to_string()));
    values.push(("file_id", file.id.to_string()));
    values.push(("bookmark_id", bookmark.id.to_string()));
    values.push(("emoji_id", emoji.id.to_string()));
    values.push(("emoji_name", emoji.name));
}

/// Those who read the channel follow, react and acknowledge.
fn attention(making: &mut Making, world: &World, place: Place, post: &Post, emoji: &str) {
    let now = making.now;
    let readers: Vec<UserId> = world.callers.iter().filter(|one| one.who.is_in(place)).map(|one| one.id).collect();
    let readers = [&[world.owner, world.friend][..], &readers].concat();
    making.writes.push(store::threads::follow(post.id, &readers, Follow::Asked, now, now));
    for user in readers {
        let reaction = Reaction {
            user_id: user,
            post_id: post.id,
            emoji_name: emoji.to_owned(),
            create_at: now,
            update_at: now,
            channel_id: post.channel_id,
            ..Reaction::default()
        };
        making.writes.push(store::reactions::insert(&reaction));
        making.writes.push(store::post_priorities::acknowledge(&Acknowledgement {
            user_id: user,
            post_id: post.id,
            acknowledged_at: now,
            ..Acknowledgement::default()
        }));
    }
}

/// What the owner alone reads.
fn private(making: &mut Making, world: &World, place: Place, team: &Team, channel: &Channel, values: &mut Values) {
    let (now, owner) = (making.now, world.owner);
    let own = secret(&world.tag, "own", place);
    let upload = UploadSession {
        id: making.id(),
        kind: "attachment".into(),
        create_at: now,
        user_id: owner,
        channel_id: channel.id,
        filename: own.clone(),
        path: "matrix/upload".into(),
        file_size: 4,
        ..UploadSession::default()
    };
    let draft = Draft {
        create_at: now,
        update_at: now,
        user_id: owner,
        channel_id: channel.id,
        message: own.clone(),
        ..Draft::default()
    };
    let scheduled = ScheduledPost {
        id: making.id(),
        create_at: now,
        update_at: now,
        user_id: owner,
        channel_id: channel.id,
        message: own.clone(),
        scheduled_at: now + 86_400_000,
        ..ScheduledPost::default()
    };
    let preference =
        Preference { user_id: owner, category: "matrix".into(), name: format!("{place:?}"), value: own.clone() };
    let category = Category {
        id: making.id::<Id>().to_string(),
        user_id: owner,
        team_id: team.id,
        sort_order: 100,
        kind: sidebar::CUSTOM.into(),
        display_name: own.clone(),
        ..Category::default()
    };
    let mut session = making.session(owner, "system_user", making.id::<Id>().0.repeat(2).try_into().expect("32 bytes"));
    session.props.insert("os".into(), own.clone());
    let token = AccessToken {
        id: making.id(),
        token_hash: making.id::<Id>().0.repeat(2).try_into().expect("32 bytes"),
        user_id: owner,
        description: own.clone(),
        is_active: true,
        ..AccessToken::default()
    };
    let audit = Audit { id: making.id(), create_at: now, user_id: owner, extra_info: own, ..Audit::default() };
    values.push(("upload_id", upload.id.to_string()));
    values.push(("scheduled_post_id", scheduled.id.to_string()));
    values.push(("preference", preference.name.clone()));
    values.push(("category_id", category.id.clone()));
    values.push(("session_id", session.id.to_string()));
    values.push(("token_id", token.id.to_string()));
    making.writes.extend([
        store::uploads::insert(&upload),
        store::drafts::save(&draft),
        store::scheduled_posts::insert(&scheduled, None),
        store::preferences::save(&preference),
        store::sidebar::insert(&category),
        store::sessions::insert(&session),
        store::access_tokens::insert(&token),
        store::audits::insert(&audit),
    ]);
}

/// What those read who manage integrations.
fn integrations(making: &mut Making, world: &World, place: Place, team: &Team, channel: &Channel, values: &mut Values) {
    let (now, owner) = (making.now, world.owner);
    let key = secret(&world.tag, "key", place);
    let incoming = IncomingHook {
        id: making.id(),
        create_at: now,
        update_at: now,
        user_id: owner,
        channel_id: channel.id,
        team_id: team.id,
        display_name: key.clone(),
        ..IncomingHook::default()
    };
    let outgoing = OutgoingHook {
        id: making.id(),
        token: key.clone(),
        create_at: now,
        update_at: now,
        creator_id: owner,
        channel_id: if channel.is_open() { channel.id } else { Default::default() },
        team_id: team.id,
        trigger_words: vec!["zzz".into()],
        callback_urls: vec!["http://127.0.0.1:1/".into()],
        display_name: key.clone(),
        ..OutgoingHook::default()
    };
    let command = Command {
        id: making.id(),
        token: key.clone(),
        create_at: now,
        update_at: now,
        creator_id: owner,
        team_id: team.id,
        trigger: format!("cmd{}{place:?}", world.tag).to_lowercase(),
        method: "P".into(),
        url: "http://127.0.0.1:1/".into(),
        ..Command::default()
    };
    let bot_user = making.user(&format!("bot-{place:?}-{}", world.tag).to_lowercase(), "system_user");
    let oauth = OAuthApp {
        id: making.id(),
        creator_id: owner,
        create_at: now,
        update_at: now,
        client_secret: secret(&world.tag, "own", place),
        name: format!("app {}", world.tag),
        callback_urls: vec!["https://example.test/back".into()],
        homepage: "https://example.test".into(),
        ..OAuthApp::default()
    };
    values.push(("in_hook_id", incoming.id.to_string()));
    values.push(("out_hook_id", outgoing.id.to_string()));
    values.push(("command_id", command.id.to_string()));
    values.push(("bot_user_id", bot_user.id.to_string()));
    values.push(("app_id", oauth.id.to_string()));
    making.writes.extend([
        store::incoming_webhooks::insert(&incoming),
        store::outgoing_webhooks::insert(&outgoing),
        store::commands::insert(&command),
        store::bots::insert(&bot(bot_user.id, &bot_user.username, owner, now)),
        store::oauth::insert(&oauth, store::oauth::Client::Confidential),
    ]);
}
