//! What is the server's rather than a place's: a scheme, groups, jobs, a field of profiles.

use crate::world::{Making, Who, World};
use base::Id;
use request::App;
use wire::groups::Group;
use wire::jobs::{self, Job};
use wire::oauth::OAuthApp;
use wire::omit::StringMap;
use wire::profile_attributes::AttributeField;
use wire::schemes::Scheme;
use wire::sessions::AccessToken;

use crate::things;

/// Fields of profiles that are looked through; there are far fewer.
const FIELDS_MAX: usize = 100;

/// Adds the belongings of one world; the values name them.
pub fn add(making: &mut Making, world: &World) -> Vec<(&'static str, String)> {
    let (of_team, of_channel) = (scheme(making, world, "team"), scheme(making, world, "channel"));
    let (group, archived) = (group(making, world, "grp", 0), group(making, world, "old", making.now));
    let terms =
        store::terms::Terms { id: making.id(), create_at: making.now, user_id: world.owner, text: "be kind".into() };
    making.writes.push(store::terms::insert(&terms));
    let accepted = store::terms::Accepted { terms: terms.id, at: making.now };
    making.writes.extend(world.callers.iter().map(|caller| store::terms::accept(caller.id, accepted)));
    let running = job(making, "data_retention", jobs::IN_PROGRESS, None);
    let done = StringMap::from([("is_downloadable".to_owned(), "true".to_owned())]);
    let done = job(making, "message_export", jobs::SUCCESS, Some(done));
    let mut values = higher(making, world);
    values.extend([
        ("scheme_id", of_team),
        ("channel_scheme_id", of_channel),
        ("terms_id", terms.id.to_string()),
        ("group_id", group.id.to_string()),
        ("group_name", group.name.unwrap_or_default()),
        ("archived_group_id", archived.id.to_string()),
        ("job_id", running.id.to_string()),
        ("done_job_id", done.id.to_string()),
        ("export_name", format!("{}.zip", world.tag)),
        ("import_name", format!("{}.zip", world.tag)),
    ]);
    values
}

/// What stands for an administrator: each is a way to act as one.
fn higher(making: &mut Making, world: &World) -> Vec<(&'static str, String)> {
    let (admin, now) = (world.admin().id, making.now);
    let hash = |making: &mut Making| making.id::<Id>().0.repeat(2).try_into().expect("32 bytes");
    let token_hash = hash(making);
    let session = making.session(admin, Who::SystemAdmin.roles(), token_hash);
    let token_hash = hash(making);
    let token = AccessToken {
        id: making.id(),
        token_hash,
        user_id: admin,
        description: "higher".into(),
        is_active: true,
        ..AccessToken::default()
    };
    let bot = making.user(&format!("higher-bot-{}", world.tag), Who::SystemAdmin.roles());
    let app = OAuthApp {
        id: making.id(),
        creator_id: admin,
        create_at: now,
        update_at: now,
        client_secret: "higher".into(),
        name: "higher".into(),
        callback_urls: vec!["https://example.test/back".into()],
        homepage: "https://example.test".into(),
        ..OAuthApp::default()
    };
    making.writes.extend([
        store::sessions::insert(&session),
        store::access_tokens::insert(&token),
        store::bots::insert(&things::bot(bot.id, &bot.username, world.owner, now)),
        store::oauth::insert(&app, store::oauth::Client::Confidential),
    ]);
    vec![
        ("higher_session_id", session.id.to_string()),
        ("higher_token_id", token.id.to_string()),
        ("higher_bot_user_id", bot.id.to_string()),
        ("higher_app_id", app.id.to_string()),
    ]
}

/// The id of a scheme for a kind of place.
fn scheme(making: &mut Making, world: &World, scope: &str) -> String {
    let scheme = Scheme {
        id: making.id(),
        name: format!("{scope}_{}", world.tag),
        display_name: "Scheme".into(),
        create_at: making.now,
        update_at: making.now,
        scope: scope.into(),
        ..Scheme::default()
    };
    making.writes.push(store::schemes::insert(&scheme));
    let id = scheme.id.to_string();
    making.schemes.push(scheme);
    id
}

fn group(making: &mut Making, world: &World, name: &str, delete_at: base::Millis) -> Group {
    let group = Group {
        id: making.id(),
        name: Some(format!("{name}-{}", world.tag)),
        display_name: "Group".into(),
        source: "custom".into(),
        create_at: making.now,
        update_at: making.now,
        delete_at,
        allow_reference: true,
        ..Group::default()
    };
    making.writes.push(store::groups::insert(&group));
    making.writes.push(store::groups::join(group.id, world.owner, making.now));
    group
}

fn job(making: &mut Making, kind: &str, status: &str, data: Option<StringMap>) -> Job {
    let job = Job {
        id: making.id(),
        kind: kind.into(),
        create_at: making.now,
        // Nobody does it here, and it is not to be put back in the queue for that.
        last_activity_at: making.now + 3_600_000,
        status: status.into(),
        data,
        ..Job::default()
    };
    making.writes.push(store::jobs::insert(&job));
    job
}

/// The field of profiles; there may be few of them, so that all worlds share it. A new one when it was removed.
pub async fn field(app: &App) -> Id {
    loop {
        let fields = app.store.attribute_fields(FIELDS_MAX).await.expect("the fields can be read");
        if let Some(field) = fields.first() {
            return field.id;
        }
        let now = app.clock.now();
        let field = AttributeField {
            id: app.ids.next(),
            name: "Watch".into(),
            kind: "text".into(),
            create_at: now,
            update_at: now,
            ..AttributeField::default()
        };
        // Of several worlds that are made at once, one makes it.
        drop(app.store.write(store::profile_attributes::insert_field(&field)).await);
    }
}
