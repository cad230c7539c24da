//! One conversation with a mail server (RFC 5321), each step of which has a bounded time, and all of them together.
//!
//! A server that accepts the connection and then says nothing holds a sender no longer than one that refuses it.

use std::fmt;
use std::future::Future;
use std::time::Duration;

use config::{Config, MailSecurity};
use lettre::address::Envelope;
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::{Address, Message};
use tokio::time::{Instant, timeout};

use crate::mail::Problem;

/// Steps that may each take their whole time before the conversation is given up.
const SLOW_STEPS_MAX: u32 = 3;
/// Time for a goodbye, of which nothing depends any more.
const GOODBYE_WAIT: Duration = Duration::from_secs(2);

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The name is resolved, the connection made and encrypted, and both sides greet.
    Greeting,
    Encryption,
    SignIn,
    Sender,
    Recipient,
    /// The server is asked whether the text may come.
    Data,
    /// The text goes out, and the server takes the mail or does not.
    Text,
}

impl Step {
    pub fn name(self) -> &'static str {
        match self {
            Step::Greeting => "connection and greeting",
            Step::Encryption => "STARTTLS",
            Step::SignIn => "AUTH",
            Step::Sender => "MAIL",
            Step::Recipient => "RCPT",
            Step::Data => "DATA",
            Step::Text => "text",
        }
    }
}

/// Why the server did not take a mail.
#[derive(Debug)]
pub struct Failed {
    pub step: Step,
    pub cause: Cause,
}

#[derive(Debug)]
pub enum Cause {
    /// No answer within this time.
    Late(Duration),
    /// What the server said, or why nothing can be heard from it.
    Smtp(SmtpError),
}

impl Failed {
    /// Whether another try later may succeed, and cannot send the mail twice.
    pub fn may_pass(&self) -> bool {
        match &self.cause {
            Cause::Late(_) => self.step != Step::Text,
            Cause::Smtp(error) if error.is_permanent() || error.is_client() || error.is_tls() => false,
            Cause::Smtp(error) => error.is_transient() || self.step != Step::Text,
        }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.cause {
            Cause::Late(wait) => write!(out, "{}: no answer within {} s", self.step.name(), wait.as_secs_f32()),
            Cause::Smtp(error) => write!(out, "{}: {error}", self.step.name()),
        }
    }
}

impl std::error::Error for Failed {}

/// How long is waited: for each step, and for all.
struct Patience {
    step: Duration,
    until: Instant,
}

impl Patience {
    async fn take<T>(&self, step: Step, work: impl Future<Output = Result<T, SmtpError>>) -> Result<T, Failed> {
        let wait = self.step.min(self.until.saturating_duration_since(Instant::now()));
        match timeout(wait, work).await {
            Ok(done) => done.map_err(|error| Failed { step, cause: Cause::Smtp(error) }),
            Err(_) => Err(Failed { step, cause: Cause::Late(wait) }),
        }
    }
}

/// Hands a mail to the mail server of the configuration.
///
/// # Errors
/// [`Failed`] in a box, or why the configuration cannot be used.
pub async fn send(config: &Config, message: &Message) -> Result<(), Problem> {
    let email = &config.email;
    let step = Duration::from_secs(email.smtp_timeout_s.into());
    let patience = Patience { step, until: Instant::now() + step * SLOW_STEPS_MAX };
    let mut connection = connect(config, &patience).await?;
    if email.smtp_auth {
        let password = email.smtp_password.reveal().to_owned();
        let credentials = Credentials::new(email.smtp_username.clone(), password);
        patience.take(Step::SignIn, connection.auth(DEFAULT_MECHANISMS, &credentials)).await?;
    }
    let text = message.formatted();
    let envelope = message.envelope();
    let options = options(&connection, envelope, &text);
    let sender = Mail::new(envelope.from().cloned(), options);
    patience.take(Step::Sender, connection.command(sender)).await?;
    for recipient in envelope.to() {
        let recipient: Address = recipient.clone();
        patience.take(Step::Recipient, connection.command(Rcpt::new(recipient, Vec::new()))).await?;
    }
    patience.take(Step::Data, connection.command(Data)).await?;
    patience.take(Step::Text, connection.message(&text)).await?;
    // The mail is the server's from here on, whatever becomes of the goodbye.
    if let Ok(Err(error)) = timeout(GOODBYE_WAIT, connection.quit()).await {
        tracing::debug!(%error, "the mail server did not say goodbye");
    }
    Ok(())
}

async fn connect(config: &Config, patience: &Patience) -> Result<AsyncSmtpConnection, Problem> {
    let email = &config.email;
    let port: u16 = email.smtp_port.parse()?;
    let tls = || {
        TlsParameters::builder(email.smtp_server.clone())
            .dangerous_accept_invalid_certs(email.skip_certificate_check)
            .build_rustls()
    };
    let wrapped = if email.smtp_security == MailSecurity::Tls { Some(tls()?) } else { None };
    let (server, name) = ((email.smtp_server.as_str(), port), ClientId::default());
    let connect = AsyncSmtpConnection::connect_tokio1(server, Some(patience.step), &name, wrapped, None);
    let mut connection = patience.take(Step::Greeting, connect).await?;
    if email.smtp_security == MailSecurity::Starttls {
        patience.take(Step::Encryption, connection.starttls(tls()?, &name)).await?;
    }
    Ok(connection)
}

/// What the server must be told before it takes text or addresses beyond ASCII. One that does not offer them is told all
/// the same: it refuses what it cannot carry, and says so itself.
fn options(connection: &AsyncSmtpConnection, envelope: &Envelope, text: &[u8]) -> Vec<MailParameter> {
    let mut addresses = envelope.from().into_iter().chain(envelope.to());
    let mut options = Vec::new();
    if addresses.any(|address| !AsRef::<str>::as_ref(address).is_ascii()) {
        options.push(MailParameter::SmtpUtfEight);
    }
    if !text.is_ascii() && connection.server_info().supports_feature(Extension::EightBitMime) {
        options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    options
}
