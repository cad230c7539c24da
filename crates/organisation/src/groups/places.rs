//! Who comes into the teams and channels of a group, and who goes.

use std::sync::Arc;

use base::Id;
use base::ids::{GroupId, UserId};
use futures_util::{StreamExt, stream};
use node::error::Result;
use people::users;
use request::App;
use store::syncables::Leavers;
use wire::groups::{Syncable, SyncableKind};

use crate::{channels, teams};

/// Links that are looked at.
const LINKS_MAX: usize = 10_000;
/// People who are brought in or out at a time: their writes share a transaction.
const AT_A_TIME: usize = 16;
/// People who are read at a time.
const PAGE_LEN: usize = 500;

/// Brings those who came into a group into its places, and takes those who left it out of places that are limited to groups
/// which have them no more. One who is in the way of a rule is passed over.
///
/// # Errors
/// When the store does not answer.
pub async fn settle(app: &Arc<App>, group: GroupId, joined: &[UserId], left: &[UserId]) -> Result<()> {
    let links = app.store.live_syncables(LINKS_MAX).await?;
    for link in links.iter().filter(|link| link.group_id == group) {
        if link.auto_add {
            bring_all(app, link, joined).await;
        }
        if link.scheme_admin {
            each(joined, |user| promote(app, link, user)).await;
        }
    }
    for link in links.iter().filter(|link| link.group_id == group) {
        if !is_limited(app, link.kind, link.place_id).await? {
            continue;
        }
        each(left, |user| leave(app, link, user)).await;
    }
    Ok(())
}

async fn leave(app: &Arc<App>, link: &Syncable, user: UserId) -> Result<()> {
    if app.store.is_of_linked_group(link.place_id, user).await? {
        return Ok(());
    }
    take_out(app, link.kind, link.place_id, user).await
}

/// Brings everybody whom a group has into a place, beside the call that links them. Who left stays away.
pub(super) fn fill(app: &Arc<App>, link: &Syncable) {
    let (app, link) = (app.clone(), link.clone());
    base::tasks::spawn("group-places", async move {
        if let Err(error) = fill_all(&app, &link).await {
            tracing::warn!(group.id = %link.group_id, cause = %error.message, "the people of a group could not be brought in");
        }
    });
}

async fn fill_all(app: &Arc<App>, link: &Syncable) -> Result<()> {
    if link.auto_add {
        bring_missing(app, link).await?;
    }
    if link.scheme_admin {
        let members = app.store.group_member_ids(link.group_id).await?;
        each(&members, |user| promote(app, link, user)).await;
    }
    Ok(())
}

async fn bring_missing(app: &Arc<App>, link: &Syncable) -> Result<()> {
    let mut after = UserId::NONE;
    loop {
        let page = app.store.missing_in(link, Leavers::StayAway, after, PAGE_LEN).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = *last;
        bring_all(app, link, &page).await;
    }
}

async fn bring_all(app: &Arc<App>, link: &Syncable, users: &[UserId]) {
    each(users, |user| bring(app, link, user)).await;
}

async fn each<F: Future<Output = Result<()>>>(users: &[UserId], act: impl Fn(UserId) -> F) {
    let mut done = stream::iter(users.to_vec()).map(act).buffer_unordered(AT_A_TIME);
    while let Some(outcome) = done.next().await {
        if let Err(error) = outcome {
            tracing::info!(cause = %error.message, "somebody of a group was passed over");
        }
    }
}

/// Brings somebody whom a group has into a place, with nobody's session.
///
/// # Errors
/// As the rules of the place say.
pub async fn bring(app: &Arc<App>, link: &Syncable, user: UserId) -> Result<()> {
    let user = users::must_stored(app, user).await?;
    match link.kind {
        SyncableKind::Team => {
            let team = teams::must_stored(app, link.place_id.into()).await?;
            if !team.is_archived() {
                teams::members::join(app, &team, &user, None).await?;
            }
        }
        SyncableKind::Channel => {
            let channel = channels::find(app, link.place_id.into()).await?;
            if channel.is_archived() {
                return Ok(());
            }
            // Who is in a channel is in its team.
            let team = teams::must_stored(app, channel.team_id).await?;
            teams::members::join(app, &team, &user, None).await?;
            channels::members::add(app, &channel, &user, None, channels::members::Announce::Quietly).await?;
        }
    }
    Ok(())
}

/// Makes somebody whom a group has an administrator of a place, where he or she is a member.
///
/// # Errors
/// As the rules of the place say.
pub async fn promote(app: &Arc<App>, link: &Syncable, user: UserId) -> Result<()> {
    match link.kind {
        SyncableKind::Team => match app.store.team_member(link.place_id.into(), user).await? {
            Some(member) if member.delete_at == 0 => teams::member_roles::promote(app, member).await,
            _ => Ok(()),
        },
        SyncableKind::Channel => match app.store.channel_member(link.place_id.into(), user).await? {
            Some(member) => channels::member_settings::promote(app, member).await,
            None => Ok(()),
        },
    }
}

/// Takes somebody out of a place that is limited to groups which have the person no more.
///
/// # Errors
/// As the rules of the place say.
pub async fn take_out(app: &Arc<App>, kind: SyncableKind, place: Id, user: UserId) -> Result<()> {
    let user = users::must_stored(app, user).await?;
    match kind {
        SyncableKind::Team => {
            let team = teams::must_stored(app, place.into()).await?;
            teams::members::leave(app, &team, &user, None).await
        }
        SyncableKind::Channel => {
            let channel = channels::find(app, place.into()).await?;
            channels::members::remove(app, &channel, &user, None).await
        }
    }
}

/// Whether a place is limited to the people of its groups, and in use.
///
/// # Errors
/// When the store does not answer.
pub async fn is_limited(app: &App, kind: SyncableKind, place: Id) -> Result<bool> {
    Ok(match kind {
        SyncableKind::Team => app
            .store
            .team(place.into())
            .await?
            .is_some_and(|team| team.group_constrained == Some(true) && !team.is_archived()),
        SyncableKind::Channel => app
            .store
            .channel(place.into())
            .await?
            .is_some_and(|channel| channel.group_constrained == Some(true) && !channel.is_archived()),
    })
}
