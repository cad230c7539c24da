//! Mail servers that take a connection and then say nothing: each step has its time, and other mails go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use config::Config;
use outward::mail;
use outward::mail::{Cause, Failed};
use outward::mail::{Mail, Mailer};
use serde_json::Value;
use testkit::TestApp;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use wire::endpoints;

use crate::mails::{Postbox, direct, leave, mailing};

/// What the configuration gives each step.
const STEP: Duration = Duration::from_secs(1);
/// Longest time that a busy machine takes beyond that.
const SLACK: Duration = Duration::from_secs(10);

/// Starts a mail server that falls silent where `silent_at` says for each of its connections: at the greeting (``) or at
/// a command. It tells of each mail that it took.
async fn start(silent_at: impl Fn(usize) -> Option<&'static str> + Send + 'static) -> (u16, mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let (tell, mails) = mpsc::channel(64);
    base::tasks::spawn("test-mail-server", async move {
        let connections = Arc::new(AtomicUsize::new(0));
        while let Ok((stream, _)) = listener.accept().await {
            let silent_at = silent_at(connections.fetch_add(1, Ordering::Relaxed));
            base::tasks::spawn("test-mail-connection", talk(stream, silent_at, tell.clone()));
        }
    });
    (port, mails)
}

async fn talk(stream: TcpStream, silent_at: Option<&'static str>, tell: mpsc::Sender<String>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    if silent_at == Some("") {
        return silence(stream).await;
    }
    stream.write_all(b"220 here\r\n").await.ok()?;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.ok()? == 0 {
            return None;
        }
        let command = line.trim_end().split([' ', ':']).next()?.to_owned();
        if silent_at == Some(command.as_str()) {
            return silence(stream).await;
        }
        let answer = match command.as_str() {
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await.ok()?;
                let mut text = String::new();
                while !text.ends_with("\r\n.\r\n") {
                    stream.read_line(&mut text).await.ok()?;
                }
                if silent_at == Some("text") {
                    return silence(stream).await;
                }
                tell.send(text).await.ok()?;
                "250 kept\r\n"
            }
            "QUIT" => "221 bye\r\n",
            _ => "250 fine\r\n",
        };
        stream.write_all(answer.as_bytes()).await.ok()?;
    }
}

/// Keeps the connection until the other side ends it.
async fn silence(mut stream: BufReader<TcpStream>) -> Option<()> {
    let mut line = String::new();
    while stream.read_line(&mut line).await.ok()? > 0 {}
    None
}

fn to(config: &mut Config, port: u16) {
    config.email.smtp_server = "127.0.0.1".into();
    config.email.smtp_port = port.to_string();
    config.email.smtp_timeout_s = u32::try_from(STEP.as_secs()).expect("a second");
    config.email.from_address = "chat@example.test".into();
}

fn letter(number: usize) -> Mail {
    Mail { to: "ann@example.test".into(), subject: format!("Number {number}"), text: "Hello".into() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_server_that_falls_silent_is_given_up_at_that_step() {
    for (silent_at, step) in [
        ("", "connection and greeting"),
        ("EHLO", "connection and greeting"),
        ("MAIL", "MAIL"),
        ("RCPT", "RCPT"),
        ("DATA", "DATA"),
        ("text", "text"),
    ] {
        let (port, _mails) = start(move |_| Some(silent_at)).await;
        let mut config = Config::default();
        to(&mut config, port);
        let began = Instant::now();
        let delivered = tokio::time::timeout(STEP + SLACK, mail::deliver(&config, &letter(1))).await;
        let error = delivered.unwrap_or_else(|_| panic!("waited for ever at {step}")).expect_err("no mail was taken");
        let failed = error.downcast_ref::<Failed>().expect("a step");
        assert_eq!(failed.step.name(), step);
        assert!(matches!(failed.cause, Cause::Late(_)), "{failed}");
        assert_eq!(failed.may_pass(), step != "text", "a mail that was sent is not sent twice");
        assert!(began.elapsed() >= STEP, "{step}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_says_goodbye_to_nobody_has_taken_the_mail() {
    let (port, mut mails) = start(|_| Some("QUIT")).await;
    let mut config = Config::default();
    to(&mut config, port);
    mail::deliver(&config, &letter(1)).await.expect("the mail is taken");
    assert!(mails.recv().await.expect("a mail").contains("Number 1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn mails_behind_those_of_a_silent_server_go_on() {
    // More silent connections than there are senders.
    const SILENT: usize = 10;
    let (port, mut mails) = start(|connection| (connection < SILENT).then_some("")).await;
    let app = TestApp::with(|config| to(config, port)).await;
    let began = Instant::now();
    for number in 0..SILENT + 2 {
        app.app.of::<Mailer>().send(&app.app, letter(number));
    }
    for _ in 0..2 {
        tokio::time::timeout(3 * STEP + SLACK, mails.recv()).await.expect("the queue goes on").expect("a mail");
    }
    assert!(began.elapsed() >= STEP);
    let late = format!("muster_mails_total{{outcome=\"late\"}} {SILENT}\n");
    while !app.app.metrics.render().contains(&late) {
        assert!(began.elapsed() < 3 * STEP + 2 * SLACK, "{}", app.app.metrics.render());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(app.app.of::<Mailer>().waiting(), SILENT, "they wait until they are tried again, and hold nobody up");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_waits_for_the_mail_server_says_what_may_still_be_read() {
    let turn = Arc::<tokio::sync::Mutex<()>>::default();
    let mut postbox = Postbox::open_when(turn.clone()).await;
    let app = TestApp::with(|config| mailing(config, &postbox)).await;
    let (ann, ben) = (app.member("ann").await, app.member("ben").await);
    let channel = direct(&ann, &ben).await;
    leave(&app, &ben).await;
    let (mailer, held) = (app.app.of::<Mailer>(), turn.lock_owned().await);
    // As many as there are senders.
    let others = 8;
    for number in 0..others {
        let (to, text) = ("eve@example.test".to_owned(), "Hello".to_owned());
        mailer.send(&app.app, Mail { to, subject: format!("other {number}"), text });
    }
    let waiting = async |count: usize| {
        let waits = async {
            while mailer.waiting() != count {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(SLACK, waits).await.expect("mails wait");
    };
    waiting(0).await;
    let gone = ann.post(&channel, "a slip of the tongue").await;
    waiting(1).await;
    let deleted = ann.rest.ask(endpoints::DELETE_POST, &[&gone.id.to_string()], "").await;
    ann.must::<Value>("deletion", deleted);
    drop(held);
    for _ in 0..others {
        let mail = postbox.next().await;
        assert!(mail.contains("other") && !mail.contains("slip"), "{mail}");
    }
    assert!(postbox.is_quiet().await, "nothing else is mailed");
    ann.post(&channel, "what was meant").await;
    assert!(postbox.next().await.contains("what was meant"));
}
