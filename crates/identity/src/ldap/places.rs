//! Teams and channels that take their members from groups of the directory: who is in a group comes in, and who is in none
//! goes out of what is limited to groups.

use std::collections::HashSet;
use std::sync::Arc;

use base::Id;
use base::ids::UserId;
use organisation::groups::{bring, is_limited, promote, take_out};
use request::App;
use store::syncables::Leavers;
use wire::groups::{Syncable, SyncableKind};

use crate::ldap::fault::Fault;
use crate::ldap::report::{Count, Stage};

/// Links that are looked at.
const LINKS_MAX: usize = 10_000;
/// People of one place that are looked at at a time.
const PAGE_LEN: usize = 500;

/// Brings everybody in and out. One who is in the way of a rule is passed over, and named.
///
/// # Errors
/// When the store does not answer.
pub async fn follow(app: &Arc<App>, leavers: Leavers, stage: &mut Stage<'_>) -> Result<(), Fault> {
    let links = app.store.live_syncables(LINKS_MAX).await?;
    let count = links.len().max(1);
    for (at, link) in links.iter().enumerate() {
        if link.auto_add {
            fill(app, link, leavers, stage).await?;
        }
        if link.scheme_admin {
            raise(app, link, stage).await?;
        }
        stage.reached(at * 100 / count).await?;
    }
    // Channels first: who leaves a team leaves its channels.
    let places: HashSet<(bool, Id)> =
        links.iter().map(|link| (link.kind == SyncableKind::Team, link.place_id)).collect();
    let mut places: Vec<(bool, Id)> = places.into_iter().collect();
    places.sort_unstable();
    for (is_team, place) in places {
        let kind = if is_team { SyncableKind::Team } else { SyncableKind::Channel };
        if is_limited(app, kind, place).await? {
            clear(app, kind, place, stage).await?;
        }
    }
    Ok(())
}

async fn fill(app: &Arc<App>, link: &Syncable, leavers: Leavers, stage: &mut Stage<'_>) -> Result<(), Fault> {
    let mut after = UserId::NONE;
    loop {
        let page = app.store.missing_in(link, leavers, after, PAGE_LEN).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = *last;
        for user in page {
            let what = || format!("bring {user} into {} {}", link.kind.name(), link.place_id);
            if stage.report.would(Count::Brought, what)
                && let Err(error) = bring(app, link, user).await
            {
                stage.report.passed_over(&what(), &error.message);
            }
        }
        stage.beat().await?;
    }
}

async fn raise(app: &Arc<App>, link: &Syncable, stage: &mut Stage<'_>) -> Result<(), Fault> {
    let mut after = UserId::NONE;
    loop {
        let page = app.store.plain_in(link, after, PAGE_LEN).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = *last;
        for user in page {
            let what = || format!("make {user} an administrator of {} {}", link.kind.name(), link.place_id);
            if stage.report.would(Count::Promoted, what)
                && let Err(error) = promote(app, link, user).await
            {
                stage.report.passed_over(&what(), &error.message);
            }
        }
        stage.beat().await?;
    }
}

async fn clear(app: &Arc<App>, kind: SyncableKind, place: Id, stage: &mut Stage<'_>) -> Result<(), Fault> {
    let mut after = UserId::NONE;
    loop {
        let page = app.store.strangers_in(kind, place, after, PAGE_LEN).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = *last;
        for user in page {
            let what = || format!("take {user} out of {} {place}", kind.name());
            if stage.report.would(Count::TakenOut, what)
                && let Err(error) = take_out(app, kind, place, user).await
            {
                stage.report.passed_over(&what(), &error.message);
            }
        }
        stage.beat().await?;
    }
}

/// Brings one person into the places of the groups that have him or her, also where the person left.
///
/// # Errors
/// When the store does not answer, and as the rules of a place say.
pub async fn bring_one(app: &Arc<App>, user: UserId) -> node::error::Result<()> {
    for link in app.store.live_syncables(LINKS_MAX).await?.iter().filter(|link| link.auto_add) {
        if app.store.group_member_ids(link.group_id).await?.binary_search(&user).is_ok() {
            bring(app, link, user).await?;
        }
    }
    Ok(())
}
