//! One cell: something is begun, something becomes of its author, the time comes.

use std::sync::Arc;
use std::time::Duration;

use base::ids::{CommandId, HookId, OAuthAppId};
use client::{Answer, Rest, Socket};
use conversation::interactive::trigger;
use conversation::posts::system_bot;
use conversation::scheduled_posts::due::send_due;
use delivery::hub;
use http::Method;
use integration::commands::builtin::speech::sound;
use organisation::due;
use request::App;
use request::permit::Begun;
use serde_json::{Value, json};
use store::commands::ResponseHook;
use testkit::{Person, TestApp};
use wire::channels::Channel;
use wire::commands::Command;
use wire::events::{Broadcast, EncodedEvent, EventName, NoData};
use wire::posts::Post;
use wire::webhooks::IncomingHook;

use super::{By, Fate, Way};

/// Time in which an event comes that is certain to come.
const PATIENCE: Duration = Duration::from_secs(20);
/// What ends a look at a socket.
const MARK: EventName = EventName::PluginStatusesChanged;
const BACK: &str = "http://127.0.0.1:9/back";
/// When what is begun is due.
const LATER_MS: i64 = 60_000;
/// Until an urgent post calls again, and a little longer.
const AGAIN_MS: i64 = 6 * 60_000;

/// Something that was begun.
pub struct Cell<'a> {
    app: &'a TestApp,
    way: Way,
    text: String,
    author: Person,
    /// As whom the author began it.
    rest: Rest,
    application: Option<String>,
    /// Somebody else in the channel.
    other: Person,
    channel: Channel,
    /// What the time comes for: an id, or a trigger.
    begun: String,
}

async fn ask(rest: &Rest, method: Method, path: &str, body: Value) -> Answer {
    let (path, kind) = (format!("/api/v4{path}"), Some("application/json"));
    rest.request(&method, &path, body.to_string().into(), kind).await.expect("an answer")
}

async fn must(rest: &Rest, method: Method, path: &str, body: Value) -> Value {
    let answer = ask(rest, method.clone(), path, body).await;
    assert!(answer.status.is_success(), "{method} {path}: {}", String::from_utf8_lossy(&answer.body));
    answer.json().unwrap_or_default()
}

/// A token of an application that somebody lets in, and the id of the application.
async fn let_in(app: &TestApp, person: &Person, scope: &str) -> (Rest, Option<String>) {
    let form = json!({
        "name": "tides", "description": "x", "callback_urls": [BACK], "homepage": "http://x.test", "is_trusted": true,
    });
    let made = must(&app.admin.rest, Method::POST, "/oauth/apps", form).await;
    let text = |name: &str| made[name].as_str().expect("a text").to_owned();
    let (id, secret) = (text("id"), text("client_secret"));
    let form = json!({
        "response_type": "code", "client_id": id, "redirect_uri": BACK, "state": "", "scope": scope,
    });
    let kind = Some("application/json");
    let answer = person.rest.request(&Method::POST, "/oauth/authorize", form.to_string().into(), kind).await;
    let answer: Value = answer.expect("an answer").json().expect("a redirect");
    let code = answer["redirect"].as_str().and_then(|to| to.split_once("code=")).expect("a code").1.to_owned();
    let form =
        format!("client_id={id}&client_secret={secret}&redirect_uri={BACK}&grant_type=authorization_code&code={code}");
    let kind = Some("application/x-www-form-urlencoded");
    let answer = Rest::new(&app.base).request(&Method::POST, "/oauth/access_token", form.into(), kind).await;
    let tokens: Value = answer.expect("an answer").json().expect("tokens");
    (Rest::new(&app.base).with_token(tokens["access_token"].as_str().expect("a token")), Some(id))
}

fn id_of(made: &Value) -> String {
    made["id"].as_str().expect("an id").to_owned()
}

fn enforce(app: &App, change: impl FnOnce(&mut config::Config)) {
    let mut config = config::Config::clone(&app.config());
    change(&mut config);
    app.set_config(config);
}

/// Whether a socket is told an event before what is published now.
async fn hears(app: &App, socket: &mut Socket, person: &Person, name: &str) -> bool {
    let mark = EncodedEvent::new(MARK, &NoData {}, Broadcast::to_user(person.user.id));
    app.hub.publish(Arc::new(hub::Event::plain(mark)));
    let mut hears = false;
    while let Ok(event) = socket.event(PATIENCE).await {
        if event.name() == Some(MARK) {
            break;
        }
        hears |= event.event == name;
    }
    hears
}

impl Cell<'_> {
    pub async fn begin(app: &TestApp, way: Way, by: By, number: usize) -> Cell<'_> {
        let author = app.member(&format!("author{number}")).await;
        if by != By::Member {
            let roles = json!({"roles": "system_user system_admin"});
            must(&app.admin.rest, Method::PUT, &format!("/users/{}/roles", author.user.id), roles).await;
        }
        let other = app.member(&format!("other{number}")).await;
        let channel = other.channel(&app.team, &format!("deck{number}")).await;
        // A private channel: who left it reads nothing of it.
        must(&app.admin.rest, Method::PUT, &format!("/channels/{}/privacy", channel.id), json!({"privacy": "P"})).await;
        other.let_in(&channel, &author).await;
        let (rest, application) = match by {
            By::Member | By::Administrator => (author.rest.clone(), None),
            By::Application => let_in(app, &author, "user").await,
            By::TrustedApplication => let_in(app, &author, "user admin").await,
        };
        let text = format!("later {number}");
        let mut cell = Cell { app, way, text, author, rest, application, other, channel, begun: String::new() };
        cell.begun = cell.start().await;
        cell
    }

    async fn start(&self) -> String {
        let (channel, name) = (self.channel.id, self.other.user.username.clone());
        let post = || json!({"channel_id": channel, "message": self.text});
        match self.way {
            Way::ScheduledPost => {
                let mut form = post();
                form["scheduled_at"] = json!(self.app.app.clock.now() + LATER_MS);
                id_of(&must(&self.rest, Method::POST, "/posts/schedule", form).await)
            }
            Way::LateAnswer | Way::LateWord => self.run_command().await,
            // What waits for its time is handed on in `happen`, so that nobody waits for it here.
            Way::Echo => String::new(),
            Way::Form => trigger::new(&self.app.app, self.author.user.id, channel).text,
            Way::Reminder => {
                let post = id_of(&must(&self.other.rest, Method::POST, "/posts", post()).await);
                let form = json!({"target_time": (self.app.app.clock.now() + LATER_MS) / 1000});
                must(&self.rest, Method::POST, &format!("/users/me/posts/{post}/reminder"), form).await;
                post
            }
            Way::RepeatedCall => {
                let priority = json!({"priority": "urgent", "requested_ack": false, "persistent_notifications": true});
                let form = json!({
                    "channel_id": channel, "message": format!("@{name} {}", self.text),
                    "metadata": {"priority": priority},
                });
                id_of(&must(&self.rest, Method::POST, "/posts", form).await)
            }
            Way::IncomingWebhook => {
                let app = &self.app.app;
                let hook = IncomingHook {
                    id: app.ids.next(),
                    user_id: self.author.user.id,
                    channel_id: channel,
                    team_id: self.app.team.id,
                    display_name: "tide".into(),
                    ..IncomingHook::default()
                };
                app.store.write(store::incoming_webhooks::insert(&hook)).await.expect("a webhook");
                hook.id.to_string()
            }
        }
    }

    /// What running a command leaves behind: the address at which its program may answer.
    async fn run_command(&self) -> String {
        let app = &self.app.app;
        let command = Command {
            id: app.ids.next::<CommandId>(),
            team_id: self.app.team.id,
            creator_id: self.app.admin.user.id,
            trigger: self.author.user.username.clone(),
            url: BACK.into(),
            method: "P".into(),
            ..Command::default()
        };
        let hook = ResponseHook {
            id: app.ids.next::<HookId>(),
            create_at: app.clock.now(),
            command_id: command.id,
            user_id: self.author.user.id,
            channel_id: self.channel.id,
            root_id: Default::default(),
            oauth_app_id: self.application.as_ref().and_then(|id| OAuthAppId::parse(id)),
        };
        app.store.write(store::commands::insert(&command)).await.expect("a command");
        app.store.write(store::commands::insert_hook(&hook)).await.expect("an address");
        hook.id.to_string()
    }

    /// Whether a request would be answered after what became of the author, and whether it happened.
    pub async fn end(self, fate: Fate) -> (bool, bool) {
        let listener = if self.way == Way::RepeatedCall { &self.other.rest } else { &self.author.rest };
        let mut socket = Socket::open(listener).await.expect("a socket");
        self.suffer(fate).await;
        let would = self.would().await;
        let did = self.happen(&mut socket).await;
        if fate == Fate::LacksMfa {
            enforce(&self.app.app, |config| config.accounts.enforce_mfa = false);
        }
        (would, did)
    }

    async fn suffer(&self, fate: Fate) {
        let (admin, user, channel) = (&self.app.admin.rest, self.author.user.id, self.channel.id);
        let (method, path, form) = match fate {
            Fate::Nothing => return,
            Fate::LeavesChannel => (Method::DELETE, format!("/channels/{channel}/members/{user}"), Value::Null),
            Fate::LeavesTeam => (Method::DELETE, format!("/teams/{}/members/{user}", self.app.team.id), Value::Null),
            Fate::IsDeactivated => (Method::PUT, format!("/users/{user}/active"), json!({"active": false})),
            Fate::LacksMfa => return enforce(&self.app.app, |config| config.accounts.enforce_mfa = true),
            Fate::IsSilenced => {
                let form = json!([{"name": "create_post", "roles": {"members": false, "guests": false}}]);
                (Method::PUT, format!("/channels/{channel}/moderations/patch"), form)
            }
            Fate::ChannelIsArchived => (Method::DELETE, format!("/channels/{channel}"), Value::Null),
            Fate::ApplicationIsRemoved => {
                let id = self.application.as_ref().expect("an application");
                (Method::DELETE, format!("/oauth/apps/{id}"), Value::Null)
            }
        };
        must(admin, method, &path, form).await;
    }

    /// What a request of the same author, with the same token, is answered now.
    async fn would(&self) -> bool {
        let channel = self.channel.id;
        let answer = match self.way {
            Way::ScheduledPost
            | Way::LateAnswer
            | Way::LateWord
            | Way::Echo
            | Way::RepeatedCall
            | Way::IncomingWebhook => {
                let form = json!({"channel_id": channel, "message": "now"});
                ask(&self.rest, Method::POST, "/posts", form).await
            }
            Way::Form => ask(&self.rest, Method::GET, &format!("/channels/{channel}/posts"), Value::Null).await,
            Way::Reminder => ask(&self.rest, Method::GET, &format!("/posts/{}", self.begun), Value::Null).await,
        };
        answer.status.is_success()
    }

    /// Lets the time come; whether it happened.
    async fn happen(&self, socket: &mut Socket) -> bool {
        let app = &self.app.app;
        match self.way {
            Way::ScheduledPost => {
                app.clock.advance(2 * LATER_MS);
                send_due(app.clone()).await.unwrap_or_else(|error| panic!("{}", error.message));
                self.is_posted().await
            }
            Way::LateAnswer => {
                self.call("hooks/commands", json!({"text": self.text, "response_type": "in_channel"})).await;
                self.is_posted().await
            }
            Way::LateWord => {
                self.call("hooks/commands", json!({"text": self.text})).await;
                hears(app, socket, &self.author, "ephemeral_message").await
            }
            Way::Echo => {
                let by = self.application.as_ref().and_then(|id| OAuthAppId::parse(id));
                let post = Post { channel_id: self.channel.id, message: self.text.clone(), ..Post::default() };
                // A refusal is how it does not happen.
                drop(sound(app, Begun { user: self.author.user.id, by }, post).await);
                self.is_posted().await
            }
            Way::Form => {
                let form = json!({
                    "trigger_id": self.begun, "url": BACK, "dialog": {"title": "Tide", "elements": []},
                });
                ask(&self.rest, Method::POST, "/actions/dialogs/open", form).await;
                hears(app, socket, &self.author, "open_dialog").await
            }
            Way::Reminder => {
                app.clock.advance(2 * LATER_MS);
                due::look(app.clone()).await.unwrap_or_else(|error| panic!("{}", error.message));
                self.is_reminded().await
            }
            Way::RepeatedCall => {
                app.clock.advance(AGAIN_MS);
                due::look(app.clone()).await.unwrap_or_else(|error| panic!("{}", error.message));
                hears(app, socket, &self.other, "persistent_notification_triggered").await
            }
            Way::IncomingWebhook => {
                self.call("hooks", json!({"text": self.text})).await;
                self.is_posted().await
            }
        }
    }

    /// A program calls an address.
    async fn call(&self, place: &str, form: Value) {
        let path = format!("/{place}/{}", self.begun);
        let anyone = Rest::new(&self.app.base);
        anyone
            .request(&Method::POST, &path, form.to_string().into(), Some("application/json"))
            .await
            .expect("an answer");
    }

    async fn is_posted(&self) -> bool {
        let newest = self.app.app.store.posts_since(self.channel.id, 0, 1_000).await.expect("the store answers");
        newest.iter().any(|post| post.message == self.text)
    }

    /// Whether the system's account wrote of the post to the author.
    async fn is_reminded(&self) -> bool {
        let app = &self.app.app;
        let bot = system_bot::find(app).await.expect("the system's account");
        let name = wire::channels::direct_name(bot.id, self.author.user.id);
        let Ok(Some(channel)) = app.store.channel_by_name(Default::default(), &name).await else { return false };
        let posts = app.store.posts_since(channel.id, 0, 1_000).await.expect("the store answers");
        posts.iter().any(|post| post.message.contains(&self.begun))
    }
}
