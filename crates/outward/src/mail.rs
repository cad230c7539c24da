//! Mail: from a subject and a text to the mail server that the configuration names.
//!
//! Sending goes on beside the request, some at a time and a bounded number waiting. Each conversation with the server has a
//! bounded time ([`conversation`]), so that one that stays silent holds up no other mail for longer; what fails is logged,
//! counted, and tried again where that may help. Without a mail server nothing is sent, and callers need not know.

mod conversation;

use std::sync::Arc;
use std::time::Duration;

use config::Config;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, ready};
use lettre::Message;
use lettre::message::{Mailbox, header::ContentType};
use tokio::sync::Semaphore;

pub use conversation::{Cause, Failed, Step};

use node::Node;

/// Connections to the mail server at a time: such servers limit them per client.
const SENDING_MAX: usize = 8;
/// Mails that wait; a mail beyond is dropped and logged.
const WAITING_MAX: usize = 2_000;

/// Pauses before a mail is tried again that the server may take later: one that greylists or restarts has time to.
const RETRY_PAUSES: [Duration; 2] = [Duration::from_secs(60), Duration::from_secs(10 * 60)];

/// Bounds what is on its way. A copy bounds the same.
#[derive(Clone)]
pub struct Mailer {
    accepted: Arc<Semaphore>,
    sending: Arc<Semaphore>,
}

/// One mail to one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    pub to: String,
    pub subject: String,
    /// Plain text.
    pub text: String,
}

/// Why a mail could not be made or sent.
pub type Problem = Box<dyn std::error::Error + Send + Sync>;

/// A mail that is made anew for each try; nothing when there is no reason for it any more.
pub type Made = BoxFuture<'static, Result<Option<Mail>, Problem>>;

impl Default for Mailer {
    fn default() -> Self {
        let accepted = Arc::new(Semaphore::new(WAITING_MAX + SENDING_MAX));
        Mailer { accepted, sending: Arc::new(Semaphore::new(SENDING_MAX)) }
    }
}

impl Mailer {
    /// Mails that wait for their turn.
    pub fn waiting(&self) -> usize {
        let sending = SENDING_MAX - self.sending.available_permits();
        (WAITING_MAX + SENDING_MAX - self.accepted.available_permits()).saturating_sub(sending)
    }

    /// Sends a mail soon. Does nothing without a mail server.
    pub fn send(&self, node: &Arc<Node>, mail: Mail) {
        self.send_made(node, move || ready(Ok(Some(mail.clone()))).boxed());
    }

    /// The same for a mail that says what may not be its reader's any more when its turn comes: `make` is asked before each
    /// try.
    pub fn send_made(&self, node: &Arc<Node>, make: impl Fn() -> Made + Send + Sync + 'static) {
        if !node.config().email.is_configured() {
            tracing::debug!("no mail server is configured: a mail is not sent");
            return;
        }
        let Ok(place) = self.accepted.clone().try_acquire_owned() else {
            node.metrics.system.queue_drops.inc(("mails",));
            tracing::error!(waiting = WAITING_MAX, "the mail server is too slow: a mail is dropped");
            return;
        };
        let (mailer, node) = (self.clone(), node.clone());
        base::tasks::spawn("mail", async move {
            mailer.send_with_patience(&node, make).await;
            drop(place);
        });
    }

    /// Tries as often as is worth it. Between two tries the mail keeps its place in the queue and holds no sender up.
    async fn send_with_patience(&self, node: &Node, make: impl Fn() -> Made) {
        for pause in RETRY_PAUSES.into_iter().map(Some).chain([None]) {
            let turn = self.sending.acquire().await;
            let config = node.config().clone();
            let sent = match make().await {
                Ok(Some(mail)) => deliver(&config, &mail).await,
                Ok(None) => return node.metrics.system.mails.inc(("withdrawn",)),
                Err(error) => Err(Box::new(NotMade(error)) as Problem),
            };
            drop(turn);
            let Err(error) = sent else { return node.metrics.system.mails.inc(("sent",)) };
            let failed = error.downcast_ref::<Failed>();
            let is_late = failed.is_some_and(|failed| matches!(failed.cause, Cause::Late(_)));
            node.metrics.system.mails.inc((if is_late { "late" } else { "failed" },));
            let server = &config.email.smtp_server;
            let may_pass = error.is::<NotMade>() || failed.is_some_and(Failed::may_pass);
            let Some(pause) = pause.filter(|_| may_pass) else {
                return tracing::error!(%error, server, "a mail could not be sent and is dropped");
            };
            tracing::warn!(%error, server, again_in_s = pause.as_secs(), "a mail could not be sent and waits");
            tokio::time::sleep(pause).await;
        }
    }
}

/// A mail could not be made now, as when the store does not answer.
#[derive(Debug, thiserror::Error)]
#[error("it is not known what it may say: {0}")]
struct NotMade(Problem);

/// Sends a mail and waits until the mail server has it, or for three times `email.smtp_timeout_s` at most.
///
/// # Errors
/// [`Failed`] with what the mail server says or does not say, or why it could not be asked.
pub async fn deliver(config: &Config, mail: &Mail) -> Result<(), Problem> {
    conversation::send(config, &compose(config, mail)?).await
}

fn compose(config: &Config, mail: &Mail) -> Result<Message, Problem> {
    let email = &config.email;
    let name = if email.from_name.is_empty() { &config.team.site_name } else { &email.from_name };
    let from = Mailbox::new(Some(line(name)), mailbox(&email.from_address)?.email);
    let mut builder = Message::builder().from(from).to(mailbox(&mail.to)?).subject(line(&mail.subject));
    if !email.reply_to.is_empty() {
        builder = builder.reply_to(mailbox(&email.reply_to)?);
    }
    let mut text = mail.text.clone();
    if !email.organization.is_empty() {
        text.push_str("\n\n-- \n");
        text.push_str(&email.organization);
    }
    Ok(builder.header(ContentType::TEXT_PLAIN).body(text)?)
}

/// An address, and the name before it where there is one.
fn mailbox(text: &str) -> Result<Mailbox, Problem> {
    Ok(line(text).parse()?)
}

/// Text for a header. Names of sites, teams and people stand in them, which may hold what ends a header; the library panics
/// over such a name.
fn line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_names_the_site_as_its_sender() {
        let mut config = Config::default();
        config.email.from_address = "chat@example.test".into();
        let mail = Mail { to: "ann@example.test".into(), subject: "Hello".into(), text: "World".into() };
        let message = String::from_utf8(compose(&config, &mail).expect("a mail").formatted()).expect("text");
        assert!(message.contains("From: Muster <chat@example.test>"), "{message}");
        assert!(message.contains("Subject: Hello") && message.ends_with("World"), "{message}");
    }

    #[test]
    fn a_name_with_line_breaks_adds_no_header() {
        let mut config = Config::default();
        config.email.from_address = "chat@example.test".into();
        let evil = "Lab\r\nBcc: eve@example.test\u{7f}";
        let mail = Mail { to: "ann@example.test".into(), subject: evil.into(), text: "World".into() };
        config.team.site_name = evil.into();
        config.email.reply_to = "Lab\u{1} <help@example.test>".into();
        for from_name in ["", evil] {
            config.email.from_name = from_name.into();
            let message = String::from_utf8(compose(&config, &mail).expect("a mail").formatted()).expect("text");
            let names: Vec<&str> =
                message.lines().filter_map(|line| line.split_once(": ").map(|(name, _)| name)).collect();
            assert!(message.contains("<chat@example.test>") && !names.contains(&"Bcc"), "{message}");
        }
    }

    #[test]
    fn an_address_cannot_add_headers() {
        let mut config = Config::default();
        config.email.from_address = "chat@example.test".into();
        let mail =
            Mail { to: "ann@example.test\r\nBcc: all@example.test".into(), subject: "x".into(), text: "y".into() };
        assert!(compose(&config, &mail).is_err());
    }
}
