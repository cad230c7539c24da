//! Sessions of the accounts that write: each signs in when it is first needed, once, and is kept.
//!
//! As many as the plan has writers: twenty for a team where a world is made through the API. A session costs a password
//! that is hashed, and here some hundred bytes.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::OnceCell;

use super::Caller;
use crate::config::PASSWORD;
use crate::meter::Meter;
use crate::net::{Failure, Net};

/// A session that is there or on its way.
type Cell<'a> = Arc<OnceCell<Arc<Caller<'a>>>>;

pub struct Authors<'a> {
    net: &'a Net,
    meter: &'a Meter,
    callers: Mutex<HashMap<u64, Cell<'a>>>,
}

impl<'a> Authors<'a> {
    pub fn new(net: &'a Net, meter: &'a Meter) -> Authors<'a> {
        Authors { net, meter, callers: Mutex::default() }
    }

    /// The session of a user, who is called so.
    ///
    /// # Errors
    /// When the user cannot sign in.
    pub async fn caller(&self, user: u64, name: &str) -> Result<Arc<Caller<'a>>, Failure> {
        let cell = self.callers.lock().entry(user).or_default().clone();
        let login = format!("{name}@example.com");
        let caller = cell
            .get_or_try_init(|| async { Caller::sign_in(self.net, self.meter, &login, PASSWORD).await.map(Arc::new) })
            .await?;
        Ok(caller.clone())
    }

    /// All sessions that are there.
    pub fn signed_in(&self) -> Vec<Arc<Caller<'a>>> {
        self.callers.lock().values().filter_map(|cell| cell.get().cloned()).collect()
    }
}
