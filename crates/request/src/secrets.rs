//! Secrets that have to be read again: sealed in the database, open only while they are used.
//!
//! Rows carry them as they are kept; [`Secrets::open`] stands where one is used or told to its owner. What is only
//! compared (passwords, tokens) is kept as a hash and never comes here. Why so: `docs/decisions/0030-secrets-at-rest.md`.

use std::fmt::Display;
use std::sync::Arc;

use auth::{Keyring, Unopened};
use base::Id;
use node::error::{ApiError, Result};
use store::secrets::{Column, Kept, replace};
use store::{Store, Write};

use crate::App;

/// Under this name the store remembers which key sealed last.
const KEY_ID: &str = "SecretsKeyId";
/// The server's own secrets, by their names in the store.
pub const OWN: [&str; 5] = ["IntegrationKey", "WebPushKey", "PublicLinkSalt", "SignInKey", "SamlPrivateKey"];
/// Secrets that are sealed anew in one transaction.
const PAGE: usize = 200;

/// Seals and opens secrets.
pub struct Secrets {
    keyring: Keyring,
}

impl Secrets {
    /// # Errors
    /// When the database was sealed with a key that is not here, unless that `key_is_lost`; and when the store does not
    /// answer.
    pub async fn start(store: &Store, keyring: Keyring, config: &config::Secrets) -> Result<Secrets> {
        let secrets = Secrets { keyring };
        if let Some(key) = secrets.keyring.current() {
            // Of nodes that start together, the first one's key stays.
            store.write(store::systems::save_new(KEY_ID, key.id())).await?;
        }
        let Some(kept) = store.system(KEY_ID).await? else { return Ok(secrets) };
        if !secrets.keyring.knows(&kept) {
            if !config.key_is_lost {
                return Err(unknown_key(&kept));
            }
            tracing::error!(key.id = kept, "the key is lost: secrets sealed with it cannot be read");
            secrets.forget_closed(store).await?;
        }
        match secrets.keyring.current() {
            Some(key) if key.id() != kept => drop(store.write(store::systems::save(KEY_ID, key.id())).await?),
            None if config.key_is_lost => drop(store.write(store::systems::remove(KEY_ID)).await?),
            _ => {}
        }
        Ok(secrets)
    }

    /// Removes those of the server's own secrets that cannot be opened: they are made anew.
    async fn forget_closed(&self, store: &Store) -> Result<()> {
        for name in OWN {
            let kept = store.system(name).await?;
            if kept.is_some_and(|kept| self.keyring.open(&place_of_own(name), &kept).is_err()) {
                store.write(store::systems::remove(name)).await?;
            }
        }
        Ok(())
    }

    /// What to keep of a secret.
    pub fn seal(&self, column: Column, id: impl Display, secret: &str) -> String {
        self.keyring.seal(&place(column, id), secret)
    }

    /// The secret of a kept text.
    ///
    /// # Errors
    /// 500 when its key is not here, or when it was made for another row.
    pub fn open(&self, column: Column, id: impl Display, kept: &str) -> Result<String> {
        self.keyring.open(&place(column, &id), kept).map_err(|why| closed(column.name(), &id, &why))
    }

    /// The secret, as its owner is told; empty when it cannot be opened: the rest of the answer is worth having.
    pub fn told(&self, column: Column, id: impl Display, kept: &str) -> String {
        self.open(column, id, kept).unwrap_or_default()
    }

    /// One of the server's [`OWN`] secrets, made when there is none.
    ///
    /// # Errors
    /// When the store does not answer, and as [`Secrets::open`].
    pub async fn own(&self, store: &Store, name: &'static str, make: impl FnOnce() -> String) -> Result<String> {
        let place = place_of_own(name);
        let kept = match store.system(name).await? {
            Some(kept) => kept,
            None => {
                // Another node may have made one meanwhile: the first stays.
                store.write(store::systems::save_new(name, &self.keyring.seal(&place, &make()))).await?;
                store.system(name).await?.unwrap_or_default()
            }
        };
        self.keyring.open(&place, &kept).map_err(|why| closed("systems.value", name, &why))
    }

    /// One of the server's [`OWN`] secrets that an administrator brings; nothing when nobody did.
    ///
    /// # Errors
    /// When the store does not answer, and as [`Secrets::open`].
    pub async fn brought(&self, store: &Store, name: &'static str) -> Result<Option<String>> {
        let Some(kept) = store.system(name).await? else { return Ok(None) };
        self.keyring.open(&place_of_own(name), &kept).map(Some).map_err(|why| closed("systems.value", name, &why))
    }

    /// Keeps one of the server's [`OWN`] secrets, in place of the one before.
    pub fn bring(&self, name: &'static str, secret: &str) -> Write {
        store::systems::save(name, &self.keyring.seal(&place_of_own(name), secret))
    }

    async fn seal_own(&self, store: &Store, mark: &str) -> Result<()> {
        for name in OWN {
            let place = place_of_own(name);
            let Some(kept) = store.system(name).await?.filter(|kept| !kept.starts_with(mark)) else { continue };
            let secret = self.keyring.open(&place, &kept).map_err(|why| closed("systems.value", name, &why))?;
            match store.write(store::systems::swap(name, &kept, &self.keyring.seal(&place, &secret))).await {
                // Another node sealed it at the same moment.
                Ok(_) | Err(store::Error::Unmet { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// The same secret under the present key; nothing when it cannot be opened.
    fn anew(&self, column: Column, kept: &Kept) -> Option<Write> {
        let secret = self.open(column, kept.id, &kept.text).ok()?;
        Some(replace(column, kept, &self.seal(column, kept.id, &secret)))
    }
}

/// Seals what is plain or under a previous key, page by page.
///
/// # Errors
/// When the store does not answer.
pub async fn seal_all(app: Arc<App>) -> Result<()> {
    let Some(mark) = app.secrets.keyring.mark() else { return Ok(()) };
    app.secrets.seal_own(&app.store, &mark).await?;
    node::settings::seal_stored(&app).await?;
    let mut sealed = 0;
    for column in Column::ALL {
        let mut after = Id::NONE;
        loop {
            let page = app.store.secrets_without(column, &mark, after, PAGE).await?;
            let writes: Vec<Write> = page.iter().filter_map(|kept| app.secrets.anew(column, kept)).collect();
            sealed += writes.len();
            if !writes.is_empty() {
                app.store.commit(writes, None).await?;
            }
            match page.last() {
                Some(last) if page.len() == PAGE => after = last.id,
                _ => break,
            }
        }
    }
    if sealed > 0 {
        tracing::info!(sealed, "secrets that were plain, or under a previous key, are sealed");
    }
    Ok(())
}

fn place(column: Column, id: impl Display) -> String {
    format!("{}/{id}", column.name())
}

fn place_of_own(name: &str) -> String {
    format!("systems.value/{name}")
}

fn unknown_key(id: &str) -> ApiError {
    let text = format!(
        "The secrets in this database are sealed with the key {id}, which is not here. Set secrets.key, or put the file \
         secrets.key of the old data folder beside the database. If it is lost for good: secrets.key_is_lost."
    );
    ApiError::internal("app.secrets.unknown_key.app_error", text)
}

fn closed(column: &str, id: impl Display, why: &Unopened) -> ApiError {
    tracing::error!(column, row.id = %id, cause = %why, "a secret cannot be opened: see secrets.previous_keys");
    let text = "The server cannot read a secret that it keeps. Please tell an administrator.";
    ApiError::internal("app.secrets.closed.app_error", text).because(why)
}
