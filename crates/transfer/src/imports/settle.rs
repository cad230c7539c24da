//! What accounts and channels are called here that a source names by itself: those of an earlier run by their ids, accounts of
//! the same people by their addresses, open channels by their names, others by names that are free.

use std::collections::HashMap;

use base::ids::{ChannelId, UserId};
use node::error::ApiError;
use request::App;
use store::Store;
use tokio::runtime::Handle;
use wire::channels::{Channel, OPEN};
use wire::users::User;

use crate::bulk::Failed;
use crate::bulk::source::{Account, Named, Place, Source};

/// Lets a source call its accounts and channels as they are called here.
///
/// # Errors
/// When the store does not answer.
pub async fn settle(app: &App, source: Source) -> Result<(), Failed> {
    let (store, handle) = (app.store.clone(), Handle::current());
    let settled = tokio::task::spawn_blocking(move || {
        source.origin().settle(&mut |accounts| handle.block_on(named(&store, accounts)))?;
        source.origin().settle_channels(&mut |places| handle.block_on(places_named(&store, places)))
    });
    settled.await.map_err(|error| {
        ApiError::internal("app.import.settle.error", "The source could not be read.").because(error)
    })?
}

async fn named(store: &Store, accounts: &[Account]) -> Result<Vec<Named>, Failed> {
    if accounts.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<UserId> = accounts.iter().map(|account| UserId(account.id)).collect();
    let names: Vec<String> = accounts.iter().map(|account| account.username.clone()).collect();
    let emails: Vec<String> = accounts.iter().map(|account| account.email.clone()).collect();
    let by_id: HashMap<UserId, User> = store.users(&ids).await?.into_iter().map(|user| (user.id, user)).collect();
    let by_email = store.users_by_emails(&emails).await?;
    let by_email: HashMap<String, String> = by_email.into_iter().map(|user| (user.email, user.username)).collect();
    let taken = store.users_by_usernames(&names).await?;
    let taken: HashMap<String, UserId> = taken.into_iter().map(|user| (user.username, user.id)).collect();
    let named = |account: &Account| match by_id.get(&UserId(account.id)) {
        Some(user) => Named::Own(user.username.clone()),
        None => match (by_email.get(&account.email), taken.get(&account.username)) {
            (Some(name), _) => Named::There(name.clone()),
            (None, Some(_)) => Named::Taken,
            (None, None) => Named::Free,
        },
    };
    Ok(accounts.iter().map(named).collect())
}

async fn places_named(store: &Store, places: &[Place]) -> Result<Vec<Named>, Failed> {
    let Some(first) = places.first() else { return Ok(Vec::new()) };
    let Some(team) = store.team_by_name(&first.team).await? else {
        return Ok(places.iter().map(|_| Named::Free).collect());
    };
    let ids: Vec<ChannelId> = places.iter().map(|place| ChannelId(place.id)).collect();
    let names: Vec<String> = places.iter().map(|place| place.name.clone()).collect();
    let by_id = store.channels(&ids).await?.into_iter().filter(|channel| channel.team_id == team.id);
    let by_id: HashMap<ChannelId, Channel> = by_id.map(|channel| (channel.id, channel)).collect();
    let by_name = store.channels_by_names(team.id, &names).await?;
    let by_name: HashMap<String, Channel> =
        by_name.into_iter().map(|channel| (channel.name.clone(), channel)).collect();
    let named = |place: &Place| match (by_id.get(&ChannelId(place.id)), by_name.get(&place.name)) {
        (Some(channel), _) => Named::Own(channel.name.clone()),
        (None, None) => Named::Free,
        (None, Some(channel)) if place.is_open && channel.kind == OPEN => Named::There(channel.name.clone()),
        (None, Some(_)) => Named::Taken,
    };
    Ok(places.iter().map(named).collect())
}
