//! What accounts are called here that a source names by itself: those of an earlier run by their ids, those of the same
//! people by their addresses, others by names that are free.

use std::collections::HashMap;

use base::ids::UserId;
use node::error::ApiError;
use request::App;
use store::Store;
use tokio::runtime::Handle;
use wire::users::User;

use crate::bulk::Failed;
use crate::bulk::source::{Account, Named, Source};

/// Lets a source call its accounts as they are called here.
///
/// # Errors
/// When the store does not answer.
pub async fn settle(app: &App, source: Source) -> Result<(), Failed> {
    let (store, handle) = (app.store.clone(), Handle::current());
    let settled = tokio::task::spawn_blocking(move || {
        source.origin().settle(&mut |accounts| handle.block_on(named(&store, accounts)))
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
