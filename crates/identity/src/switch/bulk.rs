//! Moving all accounts of one way to another, on an administrator's word, with a report.
//!
//! - To the directory: each account moves to the one person there who has the same address or username.
//! - To a provider: nobody knows yet what it calls the people. An account waits for the first sign-in of somebody with its
//!   address, which the provider must vouch for.
//! - To passwords: an account has none until its owner sets one by mail.
//!
//! Whoever cannot move is passed over and named. Each account is one change, so a run that ends in the middle is begun
//! again and goes on.

use std::collections::HashMap;
use std::sync::Arc;

use node::error::{ApiError, Result};
use people::users::{later, must_stored};
use permissions::Permission;
use request::{Answer, App, Call, Reply};
use serde::{Deserialize, Serialize};

use crate::ldap::report::How;
use crate::link::{link, named};
use crate::refusal::Refusal;
use crate::saml;
use crate::switch::plan::{Key, Move, Plan, Wanted};
use crate::switch::{Way, leave};

/// Lines that a report keeps; the numbers count all.
const LINES_MAX: usize = 1_000;

/// What a run did, or would do.
#[derive(Debug, Default, Serialize, PartialEq, Eq)]
pub struct Report {
    pub dry_run: bool,
    pub moved: usize,
    pub passed_over: usize,
    pub lines: Vec<String>,
    /// Nothing is moved, unless that is forced: it is not certain for some accounts whose they are.
    pub is_refused: bool,
}

impl Report {
    fn line(&mut self, line: String) {
        if self.lines.len() < LINES_MAX {
            self.lines.push(line);
        }
    }

    fn pass_over(&mut self, username: &str, why: &dyn std::fmt::Display) {
        self.passed_over += 1;
        self.line(format!("passed over: {username}: {why}"));
    }
}

/// Moves everybody who can move.
///
/// # Errors
/// 400 where accounts cannot move from one way to the other, and when the store or the directory does not answer.
pub async fn run(app: &Arc<App>, wanted: &Wanted) -> Result<Report> {
    must_fit(app, wanted)?;
    let plan = Plan::make(app, wanted).await?;
    let mut report = Report { dry_run: wanted.how == How::Say, ..Report::default() };
    for (username, obstacle) in &plan.left {
        report.pass_over(username, obstacle);
    }
    report.is_refused = plan.is_ambiguous() && !wanted.force;
    if report.is_refused && wanted.how == How::Do {
        return Ok(report);
    }
    for one in &plan.moves {
        match wanted.how {
            How::Say => report.moved += 1,
            How::Do => match carry(app, wanted, one).await {
                Ok(()) => report.moved += 1,
                Err(refusal) => {
                    report.pass_over(&one.username, &refusal.detail);
                    continue;
                }
            },
        }
        report.line(format!("{} {}", one.username, destination(&wanted.to, one)));
    }
    tracing::info!(
        from = wanted.from.service(),
        to = wanted.to.service(),
        dry_run = report.dry_run,
        moved = report.moved,
        passed_over = report.passed_over,
        "accounts were moved to another way to sign in"
    );
    Ok(report)
}

fn must_fit(app: &App, wanted: &Wanted) -> Result<()> {
    let refuse = |text: String| Err(ApiError::bad_request("api.user.migrate_auth.ways.app_error", text));
    if wanted.from == wanted.to {
        return refuse("The accounts sign in that way already.".into());
    }
    if !wanted.to.is_there(app) {
        return refuse(format!("The configuration has no {:?} to sign in by.", wanted.to.service()));
    }
    if matches!(wanted.to, Way::Provider(_)) && wanted.key == Key::Username {
        return refuse("Providers vouch for addresses and not for usernames.".into());
    }
    Ok(())
}

fn destination(to: &Way, one: &Move) -> String {
    match (to, &one.data) {
        (Way::Password, _) => "sets a password by mail".to_owned(),
        (_, Some(data)) => format!("is {data}"),
        (_, None) => "waits for the first sign-in with its address".to_owned(),
    }
}

async fn carry(app: &Arc<App>, wanted: &Wanted, one: &Move) -> std::result::Result<(), Refusal> {
    let user = must_stored(app, one.user).await?;
    if user.auth_service != wanted.from.service() {
        return Err(ApiError::bad_request("api.user.switch.changed.app_error", "It changed meanwhile.").into());
    }
    match &wanted.to {
        Way::Password => leave(app, &user, "", later(app, user.update_at), "moved by an administrator").await?,
        to => drop(link(app, to.service(), &user, one.data.as_deref(), one.by).await?),
    }
    Ok(())
}

/// Body of `POST /users/migrate_auth/ldap`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct DirectoryForm {
    from: String,
    match_field: String,
    force: bool,
    /// Of our own: says what would move, and moves nobody.
    dry_run: bool,
}

/// Body of `POST /users/migrate_auth/saml`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct SamlForm {
    from: String,
    /// The accounts that move, by their addresses, with the usernames there: those here stay as they are.
    matches: HashMap<String, String>,
    /// All accounts move.
    auto: bool,
    /// Of our own: says what would move, and moves nobody.
    dry_run: bool,
}

/// Answer of both.
#[derive(Serialize)]
struct Told {
    status: &'static str,
    #[serde(flatten)]
    report: Report,
}

/// `POST /users/migrate_auth/ldap`
pub async fn to_directory(mut call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let form: DirectoryForm = call.json("from").await?;
    crate::ldap::settings(&call.app)?;
    let from = must_be_way(&call, &form.from)?;
    let key = Key::of(&form.match_field).ok_or_else(|| ApiError::body_param("match_field"))?;
    let how = how(form.dry_run);
    told(&call, &Wanted { from, to: Way::Directory, key, only: None, how, force: form.force }).await
}

/// `POST /users/migrate_auth/saml`
pub async fn to_saml(mut call: Call) -> Answer {
    call.must(Permission::ManageSystem)?;
    let form: SamlForm = call.json("from").await?;
    let from = must_be_way(&call, &form.from)?;
    if form.matches.is_empty() && !form.auto {
        return Err(ApiError::body_param("matches"));
    }
    let addresses = form.matches.keys().map(|address| address.trim().to_lowercase());
    let only = (!form.auto).then(|| addresses.collect());
    let (to, how) = (Way::Provider(saml::SERVICE.to_owned()), how(form.dry_run));
    told(&call, &Wanted { from, to, key: Key::Email, only, how, force: false }).await
}

fn must_be_way(call: &Call, from: &str) -> Result<Way> {
    let way = Way::of(&call.app, from).filter(|_| !from.is_empty());
    way.ok_or_else(|| ApiError::body_param("from"))
}

fn how(dry_run: bool) -> How {
    if dry_run { How::Say } else { How::Do }
}

async fn told(call: &Call, wanted: &Wanted) -> Answer {
    let report = run(&call.app, wanted).await?;
    let mut change = call.app.change();
    let (from, to) = (named(wanted.from.service()), wanted.to.service());
    let note = format!("from={from} to={to} moved={} dry_run={}", report.moved, report.dry_run);
    people::audits::note(&mut change, call, &note);
    change.commit().await?;
    if report.is_refused && wanted.how == How::Do {
        let text = "Several people of the directory fit some accounts. Nobody was moved.";
        let id = "api.user.migrate_auth.ambiguous.app_error";
        return Err(ApiError::bad_request(id, text).because(report.lines.join("; ")));
    }
    Ok(Reply::json(&Told { status: "OK", report }))
}
