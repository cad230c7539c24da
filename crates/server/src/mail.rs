//! Mail: from a subject and a text to the mail server that the configuration names.
//!
//! Sending goes on beside the request, some at a time and a bounded number waiting; what fails is
//! logged. Without a mail server nothing is sent, and callers need not know.

use std::sync::Arc;
use std::time::Duration;

use config::Config;
use lettre::message::{Mailbox, header::ContentType};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use tokio::sync::Semaphore;

use crate::app::App;

/// Connections to the mail server at a time: such servers limit them per client.
const SENDING_MAX: usize = 8;
/// Mails that wait; a mail beyond is dropped and logged.
const WAITING_MAX: usize = 2_000;

/// Bounds what is on its way.
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

type Problem = Box<dyn std::error::Error + Send + Sync>;

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
}

/// Sends a mail soon. Does nothing without a mail server.
pub fn send(app: &App, mail: Mail) {
    let config = app.config();
    if !config.email.is_configured() {
        tracing::debug!(mail.subject, "no mail server is configured: a mail is not sent");
        return;
    }
    let Ok(place) = app.mailer.accepted.clone().try_acquire_owned() else {
        app.metrics.system.queue_drops.inc(("mails",));
        tracing::error!(waiting = WAITING_MAX, "the mail server is too slow: a mail is dropped");
        return;
    };
    let (sending, config) = (app.mailer.sending.clone(), Arc::clone(&config));
    crate::tasks::spawn("mail", async move {
        let turn = sending.acquire().await;
        if let Err(error) = deliver(&config, &mail).await {
            tracing::error!(%error, "a mail could not be sent");
        }
        drop((turn, place));
    });
}

/// Sends a mail and waits until the mail server has it.
///
/// # Errors
/// What the mail server says, or why it could not be asked.
pub async fn deliver(config: &Config, mail: &Mail) -> Result<(), Problem> {
    let message = compose(config, mail)?;
    let email = &config.email;
    let port: u16 = email.smtp_port.parse()?;
    let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&email.smtp_server)
        .port(port)
        .timeout(Some(Duration::from_secs(email.smtp_timeout_s.into())))
        .tls(tls(config)?);
    if email.smtp_auth {
        let password = email.smtp_password.reveal().to_owned();
        builder = builder.credentials(Credentials::new(email.smtp_username.clone(), password));
    }
    builder.build().send(message).await?;
    Ok(())
}

fn tls(config: &Config) -> Result<Tls, Problem> {
    let email = &config.email;
    let parameters = || {
        TlsParameters::builder(email.smtp_server.clone())
            .dangerous_accept_invalid_certs(email.skip_certificate_check)
            .build_rustls()
    };
    Ok(match email.smtp_security {
        config::MailSecurity::None => Tls::None,
        config::MailSecurity::Tls => Tls::Wrapper(parameters()?),
        config::MailSecurity::Starttls => Tls::Required(parameters()?),
    })
}

fn compose(config: &Config, mail: &Mail) -> Result<Message, Problem> {
    let email = &config.email;
    let name = if email.from_name.is_empty() { &config.team.site_name } else { &email.from_name };
    let from = Mailbox::new(Some(name.clone()), email.from_address.parse()?);
    let mut builder = Message::builder().from(from).to(mail.to.parse()?).subject(&mail.subject);
    if !email.reply_to.is_empty() {
        builder = builder.reply_to(email.reply_to.parse()?);
    }
    let mut text = mail.text.clone();
    if !email.organization.is_empty() {
        text.push_str("\n\n-- \n");
        text.push_str(&email.organization);
    }
    Ok(builder.header(ContentType::TEXT_PLAIN).body(text)?)
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
    fn an_address_cannot_add_headers() {
        let mut config = Config::default();
        config.email.from_address = "chat@example.test".into();
        let mail =
            Mail { to: "ann@example.test\r\nBcc: all@example.test".into(), subject: "x".into(), text: "y".into() };
        assert!(compose(&config, &mail).is_err());
    }
}
