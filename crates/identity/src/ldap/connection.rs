//! A connection to the directory: opened, bound and asked within bounds of time.
//!
//! Sign-ins and the job have a connection of their own each, which ends with what it was opened for. Referrals are not
//! followed: what another directory says nobody vouches for.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use config::Ldap;
use futures_util::FutureExt;
use ldap3::controls::{Control, ControlType, PagedResults};
use ldap3::{LdapConnAsync, LdapConnSettings, Scope, SearchEntry, SearchOptions, StdStream};
use tokio::time::timeout;

use crate::ldap::dial::dial;
use crate::ldap::entry::Entry;
use crate::ldap::fault::{Fault, said};
use crate::ldap::frames::are_shallow;

/// How long it may take until the directory has greeted, encrypted and let the reader in.
const OPEN_TIMEOUT: Duration = Duration::from_secs(10);
/// Entries of a page where the configuration says none. Directories list at most 1,000 to most who ask.
const PAGE_LEN: u32 = 500;
/// Entries of one question: a directory that goes on and on ends here.
const ENTRIES_MAX: usize = 1_000_000;
/// A name or a password that is not right (RFC 4511, invalidCredentials).
const INVALID_CREDENTIALS: u32 = 49;
/// More was found than asked for (RFC 4511, sizeLimitExceeded).
const SIZE_LIMIT: u32 = 4;
/// There is no such entry (RFC 4511, noSuchObject).
const NO_SUCH_OBJECT: u32 = 32;

/// An open connection. It ends when it is dropped.
pub struct Connection {
    ldap: ldap3::Ldap,
    query_timeout: Duration,
    page_len: i32,
    base: String,
}

impl Connection {
    /// Connects, and reads from now on as the account that the settings name.
    ///
    /// # Errors
    /// [`Fault::Unreachable`] and [`Fault::Reader`].
    pub async fn open(settings: &Ldap) -> Result<Connection, Fault> {
        let late = |_| Fault::Unreachable(format!("no answer within {} s", OPEN_TIMEOUT.as_secs()));
        timeout(OPEN_TIMEOUT, async {
            let mut connection = Connection::connect(settings).await?;
            connection.read_as(settings).await?;
            Ok(connection)
        })
        .await
        .map_err(late)?
    }

    async fn connect(settings: &Ldap) -> Result<Connection, Fault> {
        let with = LdapConnSettings::new().set_std_stream(StdStream::Unix(dial(settings).await?));
        let (connection, ldap) = LdapConnAsync::with_settings(with, "ldapi:///").await?;
        base::tasks::spawn("ldap-connection", async move {
            if let Err(error) = legible(async { Ok(connection.drive().await?) }).await {
                tracing::debug!(%error, "a connection to the directory ended");
            }
        });
        let page_len = if settings.max_page_size == 0 { PAGE_LEN } else { settings.max_page_size };
        Ok(Connection {
            ldap,
            query_timeout: Duration::from_secs(settings.query_timeout_s.into()),
            page_len: i32::try_from(page_len).unwrap_or(i32::MAX),
            base: settings.base_dn.clone(),
        })
    }

    /// Binds as the account that reads; stays nobody where there is none.
    async fn read_as(&mut self, settings: &Ldap) -> Result<(), Fault> {
        if settings.bind_username.is_empty() {
            return Ok(());
        }
        let bound = self.ldap.with_timeout(OPEN_TIMEOUT);
        let bind = bound.simple_bind(&settings.bind_username, settings.bind_password.reveal());
        let answer = legible(async { Ok(bind.await?) }).await?;
        if answer.rc == 0 { Ok(()) } else { Err(Fault::Reader(said(answer.rc, &answer.text))) }
    }

    /// Whether the password is that of the entry. Afterwards the connection reads as that entry.
    ///
    /// # Errors
    /// When the directory says neither yes nor no.
    pub async fn is_password_of(&mut self, dn: &str, password: &str) -> Result<bool, Fault> {
        if dn.is_empty() || password.is_empty() {
            // A directory takes both for somebody who wants to be nobody, and says yes (RFC 4513 §5.1.2).
            return Ok(false);
        }
        let bind = self.ldap.with_timeout(self.query_timeout).simple_bind(dn, password);
        let answer = legible(async { Ok(bind.await?) }).await?;
        match answer.rc {
            0 => Ok(true),
            // Also who must change the password first, or is locked there.
            INVALID_CREDENTIALS | 19 | 53 => Ok(false),
            _ => Err(Fault::Search(said(answer.rc, &answer.text))),
        }
    }

    /// The entries below `base_dn` that a filter fits, at most `limit`; what a directory says of more is no error.
    ///
    /// # Errors
    /// As [`Fault`] says.
    pub async fn find(&mut self, filter: &str, attributes: &[&str], limit: i32) -> Result<Vec<Entry>, Fault> {
        let base = self.base.clone();
        self.look(&base, Scope::Subtree, filter, attributes, limit).await
    }

    /// The entry of this name if the filter fits it.
    ///
    /// # Errors
    /// As [`Fault`] says.
    pub async fn at(&mut self, dn: &str, filter: &str, attributes: &[&str]) -> Result<Option<Entry>, Fault> {
        Ok(self.look(dn, Scope::Base, filter, attributes, 1).await?.pop())
    }

    async fn look(
        &mut self,
        base: &str,
        scope: Scope,
        filter: &str,
        attributes: &[&str],
        limit: i32,
    ) -> Result<Vec<Entry>, Fault> {
        must_be_filter(filter)?;
        let ldap = self.ldap.with_timeout(self.query_timeout);
        ldap.with_search_options(SearchOptions::new().sizelimit(limit));
        legible(async {
            let ldap3::SearchResult(found, answer) = ldap.search(base, scope, filter, attributes.to_vec()).await?;
            match answer.rc {
                0 | SIZE_LIMIT | NO_SUCH_OBJECT if scope == Scope::Base || answer.rc != NO_SUCH_OBJECT => {}
                _ => return Err(ldap3::LdapError::LdapResult { result: answer }.into()),
            }
            Ok(entries(found))
        })
        .await
    }

    /// Begins to read all entries that a filter fits, page by page.
    pub fn pages<'a>(&'a mut self, filter: String, attributes: &'a [&'a str]) -> Pages<'a> {
        Pages { connection: self, filter, attributes, cookie: Vec::new(), seen_len: 0, is_over: false }
    }
}

/// Reads an answer. The library panics on one of another form than answers have.
///
/// # Errors
/// [`Fault::Unreachable`] for such an answer, and as `reading` does.
async fn legible<T>(reading: impl Future<Output = Result<T, Fault>>) -> Result<T, Fault> {
    let illegible = |_| Err(Fault::Unreachable("an answer that cannot be read".into()));
    AssertUnwindSafe(reading).catch_unwind().await.unwrap_or_else(illegible)
}

/// # Errors
/// [`Fault::Filter`] for what is no filter.
pub fn must_be_filter(filter: &str) -> Result<(), Fault> {
    let unlike = |()| Fault::Filter(format!("{filter:?} is no filter (RFC 4515)"));
    ldap3::parse_filter(filter).map(drop).map_err(unlike)
}

fn entries(found: Vec<ldap3::ResultEntry>) -> Vec<Entry> {
    let own = found.into_iter().filter(|entry| !entry.is_ref() && !entry.is_intermediate());
    own.map(|entry| SearchEntry::construct(entry).into()).collect()
}

/// An answer that is read page by page (RFC 2696).
pub struct Pages<'a> {
    connection: &'a mut Connection,
    filter: String,
    attributes: &'a [&'a str],
    cookie: Vec<u8>,
    seen_len: usize,
    is_over: bool,
}

impl Pages<'_> {
    /// The next page; `None` behind the last one.
    ///
    /// # Errors
    /// As [`Fault`] says. What was read until then is not all there is.
    pub async fn next(&mut self) -> Result<Option<Vec<Entry>>, Fault> {
        if self.is_over {
            return Ok(None);
        }
        must_be_filter(&self.filter)?;
        let (base, timeout) = (self.connection.base.clone(), self.connection.query_timeout);
        let size = self.connection.page_len;
        let ldap = self.connection.ldap.with_timeout(timeout);
        ldap.with_controls(PagedResults { size, cookie: std::mem::take(&mut self.cookie) });
        let search = ldap.search(&base, Scope::Subtree, &self.filter, self.attributes.to_vec());
        let (page, cookie) = legible(async {
            let (found, answer) = search.await?.success()?;
            Ok((entries(found), cookie(&answer.ctrls)?))
        })
        .await?;
        (self.is_over, self.cookie) = (cookie.is_empty(), cookie);
        self.seen_len += page.len();
        if self.seen_len > ENTRIES_MAX {
            return Err(Fault::Search(format!("more than {ENTRIES_MAX} entries")));
        }
        Ok(Some(page))
    }
}

/// Where the next page begins; empty when there is none.
///
/// # Errors
/// When that cannot be read: what was read until then would pass for all there is.
fn cookie(controls: &[Control]) -> Result<Vec<u8>, Fault> {
    let paged = controls.iter().find(|Control(kind, _)| matches!(kind, Some(ControlType::PagedResults)));
    let Some(Control(_, raw)) = paged else { return Ok(Vec::new()) };
    if !raw.val.as_deref().is_some_and(are_shallow) {
        return Err(Fault::Unreachable("a page that does not say where the next one begins".into()));
    }
    Ok(raw.parse::<PagedResults>().cookie)
}
