//! The job that brings accounts, groups and memberships up to date with the directory.
//!
//! It reads everything and writes only what differs. A run that ends in the middle has done what it did, and the next one
//! finds that done: no state is kept but the accounts themselves. A dry run goes the same way and says what it would do.

use std::collections::HashSet;
use std::sync::Arc;

use base::Millis;
use base::ids::UserId;
use config::Ldap;
use futures_util::future::BoxFuture;
use permissions::Permission;
use request::App;
use store::post_pages::Page;
use store::syncables::Leavers;
use transfer::jobs::manage::enqueue;
use transfer::runner::{Kind, Running};
use wire::groups::Group;
use wire::jobs::Job;
use wire::omit::StringMap;

use crate::ldap::connection::Connection;
use crate::ldap::fault::Fault;
use crate::ldap::groups;
use crate::ldap::persons::{self, Known, Many};
use crate::ldap::report::{Count, How, Report, Stage, Steps};
use crate::ldap::{SERVICE, places, settings};

pub const KIND: &str = "ldap_sync";
/// The lease of who puts it in the queue.
pub const SCHEDULE: &str = "schedule-ldap-sync";
const MINUTE_MS: Millis = 60 * 1000;
/// Groups that follow the directory.
const GROUPS_MAX: usize = 10_000;
/// What an administrator says when the job is started.
pub const DRY_RUN: &str = "dry_run";
pub const ALLOW_MANY: &str = "allow_many";
pub const RE_ADD: &str = "re_add_removed_members";

/// The job of a directory.
pub static KINDS: &[Kind] = &[Kind {
    name: KIND,
    read: Permission::ReadLdapSyncJob,
    create: Permission::CreateLdapSyncJob,
    manage: Permission::ManageLdapSyncJob,
    work: |app, running| Box::pin(run(app, running)),
}];

/// What a run is told.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    pub how: How,
    pub many: Many,
    pub leavers: Leavers,
}

async fn run(app: Arc<App>, running: Running) -> node::error::Result<StringMap> {
    let says = |name: &str| running.text(name) == "true";
    let options = Options {
        how: if says(DRY_RUN) { How::Say } else { How::Do },
        many: if says(ALLOW_MANY) { Many::Allowed } else { Many::Refused },
        leavers: if says(RE_ADD) { Leavers::ComeBack } else { leavers(&app.config().ldap) },
    };
    let report = all(&app, options, Steps::Job(Box::new(running))).await?;
    Ok(report.told())
}

/// Whether people come back who left, as the configuration says.
pub fn leavers(settings: &Ldap) -> Leavers {
    if settings.re_add_removed_members { Leavers::ComeBack } else { Leavers::StayAway }
}

/// Brings everything up to date, or says what would change. In a box, so that it is compiled here, for the job and for the
/// command.
///
/// # Errors
/// As [`Fault`] says. What was done until then is done.
pub fn all(app: &Arc<App>, options: Options, steps: Steps) -> BoxFuture<'_, Result<Report, Fault>> {
    Box::pin(follow(app, options, steps))
}

async fn follow(app: &Arc<App>, options: Options, mut steps: Steps) -> Result<Report, Fault> {
    let config = settings(app)?;
    let settings = &config.ldap;
    let mut report = Report::new(options.how);
    let mut connection = Connection::open(settings).await?;
    let mut stage = Stage { report: &mut report, steps: &mut steps, from: 0, to: 50 };
    let mut known = persons::follow_all(app, &mut connection, settings, &mut stage).await?;
    (stage.from, stage.to) = (50, 55);
    persons::leave(app, &known, options.many, &mut stage).await?;
    (stage.from, stage.to) = (55, 85);
    follow_groups(app, &mut connection, settings, &mut known, &mut stage).await?;
    (stage.from, stage.to) = (85, 100);
    places::follow(app, options.leavers, &mut stage).await?;
    tracing::info!(told = ?report.told(), "the directory was read");
    Ok(report)
}

async fn follow_groups(
    app: &Arc<App>,
    connection: &mut Connection,
    settings: &Ldap,
    known: &mut Known,
    stage: &mut Stage<'_>,
) -> Result<(), Fault> {
    let linked = app.store.groups_of_source(SERVICE, GROUPS_MAX).await?;
    if linked.is_empty() {
        return Ok(());
    }
    let names = groups::names(connection, settings).await?;
    if names.is_empty() {
        return Err(Fault::Search("group_filter finds no group: nobody is taken out of one".into()));
    }
    let count = linked.len();
    for (at, group) in linked.into_iter().enumerate() {
        follow_group(app, connection, settings, group, &names, known, stage).await?;
        stage.reached((at + 1) * 100 / count).await?;
    }
    Ok(())
}

/// Makes a group here what it is in the directory. One that is gone there has nobody.
async fn follow_group(
    app: &Arc<App>,
    connection: &mut Connection,
    settings: &Ldap,
    mut group: Group,
    names: &HashSet<String>,
    known: &mut Known,
    stage: &mut Stage<'_>,
) -> Result<(), Fault> {
    let id = group.remote_id.clone().unwrap_or_default();
    let found = groups::of_id(connection, settings, &id).await?;
    stage.report.count(Count::GroupsRead, 1);
    let people = match found {
        Some((found, entry)) => {
            if found.name != group.display_name && stage.report.how == How::Do {
                group = rename(app, group, found.name).await?;
            }
            groups::people_in(connection, settings, entry, &known.everybody, names).await?
        }
        None => {
            stage.report.passed_over(&group.display_name, "the directory does not have this group any more");
            HashSet::new()
        }
    };
    persons::welcome(app, connection, settings, &people, known, stage).await?;
    let users: HashSet<UserId> =
        people.iter().filter_map(|dn| known.everybody.user(dn)).filter(|user| user.is_some()).collect();
    let before = app.store.group_member_ids(group.id).await?;
    let (joined, left) = groups::difference(&users, &before);
    stage.report.count(Count::Joined, joined.len() as u64);
    stage.report.count(Count::Left, left.len() as u64);
    match stage.report.how {
        How::Do => groups::follow(app, &group, &joined, &left).await,
        How::Say => Ok(()),
    }
}

async fn rename(app: &Arc<App>, group: Group, name: String) -> Result<Group, Fault> {
    let update_at = app.clock.now().max(group.update_at + 1);
    let renamed = Group { display_name: name, update_at, ..group.clone() };
    let mut change = app.change();
    change.write(store::groups::update(&renamed, group.update_at));
    people::groups::announce(&mut change, &renamed);
    match change.commit().await {
        Ok(_) => Ok(renamed),
        // An administrator changed it at the same moment.
        Err(store::Error::Unmet { .. }) => Ok(group),
        Err(error) => Err(error.into()),
    }
}

/// Puts the job in the queue once its time has come.
///
/// # Errors
/// When the store does not answer.
pub async fn schedule(app: Arc<App>) -> node::error::Result<()> {
    let config = app.config();
    if !config.jobs.schedule || !config.ldap.enable_sync {
        return Ok(());
    }
    let due = app.clock.now() - Millis::from(config.ldap.sync_interval_min) * MINUTE_MS;
    let newest = app.store.jobs_of_kinds(&[KIND.to_owned()], "", Page::first(1)).await?;
    if newest.first().is_some_and(|job: &Job| job.create_at > due || !job.is_over()) {
        return Ok(());
    }
    let Some(lease) = app.leases.hold(SCHEDULE).await? else { return Ok(()) };
    let mut change = app.change();
    enqueue(&mut change, app.of(), KIND, StringMap::default());
    if let Some(guard) = lease.guard() {
        change.write(guard);
    }
    match change.commit().await {
        Ok(_) | Err(store::Error::Unmet { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    }
}
