//! The operator's own way in: the server without a port for others, asked over its API.
//!
//! Subcommands change data through the same handlers as clients do, so that nothing is made here
//! that a client could not have made, and events, counters and indexes are right.

use std::time::Duration;

use base::{Millis, tokens};
use client::Rest;
use server::http::connection_limit::ConnectionLimit;
use store::users_list::{Activity, Filter};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use wire::sessions::Session;
use wire::users::SYSTEM_ADMIN;

use crate::place::{Opened, Place, Problem};

/// The operator's session lasts as long as the longest subcommand may take.
const SESSION_MS: Millis = 6 * 60 * 60 * 1000;

/// A server that only this process reaches.
pub struct Local {
    pub opened: Opened,
    /// Asks as a system administrator; as nobody while there is none.
    pub rest: Rest,
    session: Option<Session>,
    stop: watch::Sender<bool>,
    serving: JoinHandle<()>,
}

impl Local {
    /// Opens the place and starts the server on a port of the loopback that the system chooses.
    ///
    /// # Errors
    /// When the place cannot be opened, as when a server runs on it.
    pub async fn open(place: &Place) -> Result<Local, Problem> {
        // Quiet unless something is wrong: the subcommand itself says what it does.
        let flags = vec![
            ("log.level".to_owned(), "warn".to_owned()),
            ("rate_limit.enable".to_owned(), "false".to_owned()),
            ("accounts.enforce_mfa".to_owned(), "false".to_owned()),
        ];
        let loaded = place.load(flags)?;
        crate::log::start(&loaded.config)?;
        let opened = place.open(loaded.config).await?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let base = format!("http://{}", listener.local_addr()?);
        let (stop, stopped) = watch::channel(false);
        let (app, limit) = (opened.app.clone(), ConnectionLimit::of_process());
        let listening = server::listen::serve(app, listener, None, limit, stopped, Duration::from_secs(5));
        let serving = base::tasks::spawn("local-listener", listening);
        let rest = Rest::new(&base);
        let mut local = Local { opened, rest, session: None, stop, serving };
        local.sign_in().await?;
        Ok(local)
    }

    /// Opens a session of an administrator, if there is one by now.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn sign_in(&mut self) -> Result<(), Problem> {
        let store = &self.opened.store;
        let admins = Filter { roles: vec![SYSTEM_ADMIN.into()], activity: Activity::Active, ..Filter::default() };
        let Some(admin) = store.users_list(&admins, store::post_pages::Page::first(1)).await?.into_iter().next() else {
            return Ok(());
        };
        let (app, token) = (&self.opened.app, tokens::secret());
        let now = app.clock.now();
        let session = Session {
            id: app.ids.next(),
            token_hash: request::token::hash(&token),
            create_at: now,
            expires_at: now + SESSION_MS,
            last_activity_at: now,
            user_id: admin.id,
            roles: admin.roles.clone(),
            ..Session::default()
        };
        store.write(store::sessions::insert(&session)).await?;
        self.rest = self.rest.with_token(&token);
        self.session = Some(session);
        Ok(())
    }

    /// Ends the session and the server, and closes the store.
    ///
    /// # Errors
    /// When the session cannot be ended.
    pub async fn close(self) -> Result<(), Problem> {
        if let Some(session) = &self.session {
            self.opened.store.write(store::sessions::remove(session.id)).await?;
        }
        self.stop.send_replace(true);
        self.serving.await?;
        if let Some(cluster) = &self.opened.app.cluster {
            cluster.leave(&self.opened.store).await;
        }
        self.opened.store.close().await;
        Ok(())
    }
}
