//! Invitations of guests: good as long as guests are let in, for addresses that guests may have.

use client::Rest;
use http::Method;
use people::one_time;
use people::one_time::{Kind, Subject};
use serde_json::{Value, json};
use testkit::{TestApp, both};
use wire::channels::Channel;

/// The secret of a mail that invites somebody.
async fn invited(app: &TestApp, email: &str, channel: &Channel) -> String {
    invited_until(app, email, channel, 0).await
}

/// The same, for an account that ends at a time.
async fn invited_until(app: &TestApp, email: &str, channel: &Channel, expires_at: i64) -> String {
    let (team_id, channel_ids) = (app.team.id, vec![channel.id]);
    let subject = Subject { email: email.into(), team_id, channel_ids, expires_at, ..Subject::default() };
    let mut change = app.app.change();
    let secret = one_time::make(&mut change, Kind::GuestInvitation, &subject);
    change.commit().await.expect("an invitation");
    secret
}

/// Signs up with it; the roles of the account, or the error.
async fn sign_up(app: &TestApp, email: &str, secret: &str) -> String {
    let form = json!({"username": email.split('@').next(), "email": email, "password": "battery staple"});
    let path = format!("/api/v4/users?t={secret}");
    let rest = Rest::new(&app.base);
    let answer = rest.request(&Method::POST, &path, form.to_string().into(), Some("application/json")).await;
    match answer.and_then(|answer| answer.json::<Value>()) {
        Ok(user) => user["roles"].as_str().unwrap_or_default().to_owned(),
        Err(client::Error::Refused(body)) => body.id,
        Err(error) => panic!("{error}"),
    }
}

both! {
    async fn an_invitation_lets_in_as_long_as_guests_are(db) {
        let app = TestApp::on_with(db, |config| config.guests.enable = true).await;
        let channel = app.admin.channel(&app.team, "deck").await;
        let (one, two) = (invited(&app, "gus@far.test", &channel).await, invited(&app, "ida@far.test", &channel).await);
        assert_eq!(sign_up(&app, "gus@far.test", &one).await, "system_guest");
        let mut config = config::Config::clone(&app.app.config());
        config.guests.enable = false;
        app.app.set_config(config);
        assert_eq!(sign_up(&app, "ida@far.test", &two).await, "api.user.create_user.signup_link_invalid.app_error");
    }

    async fn guests_have_addresses_of_domains_of_their_own(db) {
        let app = TestApp::on_with(db, |config| {
            config.guests.enable = true;
            config.guests.domains = "far.test".into();
            config.accounts.domains = "example.test".into();
        })
        .await;
        let channel = app.admin.channel(&app.team, "deck").await;
        let near = invited(&app, "gus@near.test", &channel).await;
        assert_eq!(sign_up(&app, "gus@near.test", &near).await, "api.user.create_user.accepted_domain.app_error");
        let far = invited(&app, "ida@far.test", &channel).await;
        assert_eq!(sign_up(&app, "ida@far.test", &far).await, "system_guest");
    }

    async fn the_account_of_a_guest_ends_when_the_invitation_says(db) {
        let app = TestApp::on_with(db, |config| config.guests.enable = true).await;
        let channel = app.admin.channel(&app.team, "deck").await;
        let secret = invited_until(&app, "gus@far.test", &channel, 4_000_000_000_000).await;
        assert_eq!(sign_up(&app, "gus@far.test", &secret).await, "system_guest");
        let store = &app.app.store;
        let gus = store.user_by_username("gus").await.expect("a read").expect("an account");
        assert_eq!(store.expiry_of(gus.id).await.expect("a read"), Some(4_000_000_000_000));
    }

    async fn an_invitation_opens_what_its_sender_could_open_by_now(db) {
        let app = TestApp::on_with(db, |config| config.guests.enable = true).await;
        let (ann, eve) = (app.member("ann").await, app.member("eve").await);
        let (kept, lost) = (ann.channel(&app.team, "deck").await, ann.channel(&app.team, "hold").await);
        for channel in [&kept, &lost] {
            ann.let_in(channel, &eve).await;
        }
        let team_id = app.team.id;
        let sent = async |name: &str| {
            let (email, inviter) = (format!("{name}@example.test"), eve.user.id);
            let subject = Subject { email, team_id, channel_ids: vec![kept.id, lost.id], inviter, ..Subject::default() };
            let mut change = app.app.change();
            let secret = one_time::make(&mut change, Kind::TeamInvitation, &subject);
            change.commit().await.expect("an invitation");
            secret
        };
        let (one, two) = (sent("new").await, sent("late").await);
        let path = format!("/api/v4/channels/{}/members/{}", lost.id, eve.user.id);
        let removed = ann.rest.request(&Method::DELETE, &path, Default::default(), None).await;
        ann.must::<Value>("removed", removed);
        assert_eq!(sign_up(&app, "new@example.test", &one).await, "system_user");
        let new = app.app.store.user_by_username("new").await.expect("a read").expect("an account");
        for (channel, is_in) in [(&kept, true), (&lost, false)] {
            assert_eq!(app.app.world.is_in_channel(new.id, channel.id).await.expect("a read"), is_in, "{}", channel.name);
        }
        let path = format!("/api/v4/users/{}/active", eve.user.id);
        let ended = app.admin.rest.request(&Method::PUT, &path, json!({"active": false}).to_string().into(), None).await;
        app.admin.must::<Value>("ended", ended);
        assert_eq!(sign_up(&app, "late@example.test", &two).await, "api.user.create_user.signup_link_invalid.app_error");
    }
}
