//! What programs send: webhooks, attachments, commands, devices, addresses; and what those answer that the server asks.

use std::net::IpAddr;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use integration::commands::builtin::{self_service, speech};
use integration::commands::execute;
use integration::webhooks::{receive, voice};
use node::error::Result;
use notification::delivery_queue::Outcome;
use notification::phones::Device;
use notification::phones::deliver::judge;
use notification::phones::proxy::Answered;
use outward::outbound::address::Allowed;
use people::subscriptions::Subscription;
use wire::attachments::Attachment;
use wire::json::{read, read_loose};
use wire::posts::Post;
use wire::webhooks::IncomingHookForm;

/// The first line is the type of the body.
pub fn webhook(bytes: &[u8]) {
    let (kind, body) = crate::input::two(bytes);
    let Ok(kind) = std::str::from_utf8(kind) else { return };
    let form: Result<IncomingHookForm> = crate::input::now(receive::unwrapped(kind, Bytes::copy_from_slice(body), ""));
    let Ok(form) = form else { return };
    for piece in voice::split(&form.text, 100) {
        assert!(piece.chars().count() <= 100);
    }
    let mut post = Post::default();
    voice::attach(&mut post, form.attachments);
    let stored = serde_json::to_vec(&post).expect("wire types are JSON");
    read::<Post>(&stored).expect("a post that was stored is read");
}

/// Attachments that were read are written, and read as the same.
pub fn attachments(bytes: &[u8]) {
    let Ok(attachments) = read_loose::<Vec<Attachment>>(bytes) else { return };
    let stored = serde_json::to_value(&attachments).expect("wire types are JSON");
    let again: Vec<Attachment> = serde_json::from_value(stored.clone()).expect("what is stored is read");
    assert_eq!(serde_json::to_value(&again).expect("wire types are JSON"), stored);
}

pub fn command_arguments(text: &str) {
    let (trigger, args) = execute::split(text);
    assert!(!trigger.contains(char::is_whitespace));
    let (said, _) = speech::delayed(args);
    assert!(args.contains(said));
    let (names, rest) = speech::recipients(args);
    assert!(args.ends_with(rest) && names.len() <= rules::channels::GROUP_SIZE_MAX + 1, "{names:?}");
    let status = self_service::parse(args);
    assert!(args.contains(&status.text));
}

/// A device that is a browser is told at its maker's service, over an encrypted connection.
pub fn device(text: &str) {
    if let Some(subscription) = Subscription::parse(text) {
        let endpoint = &subscription.endpoint;
        assert!(endpoint.scheme() == "https" && endpoint.has_host(), "{endpoint}");
        assert!(endpoint.username().is_empty() && endpoint.password().is_none());
        assert!(Device::parse(text).is_none(), "a browser is no phone");
    }
    Device::parse(text);
}

/// A list that names a host opens no other address.
pub fn outbound_hosts(text: &str) {
    let allowed = Allowed::parse(text);
    let public: IpAddr = "93.184.216.34".parse().expect("an address");
    assert!(allowed.permits("example.test", public));
    for own in ["127.0.0.1", "::1", "10.1.2.3", "::ffff:192.168.1.1", "fe80::1"] {
        let own: IpAddr = own.parse().expect("an address");
        let is_named = allowed.permits("nobody.invalid", own);
        assert!(!is_named || text.contains(['/', ':', '.']), "{own} by {text:?}");
    }
}

pub fn email(text: &str) {
    if rules::users::is_email(text) {
        assert!(text.matches('@').count() >= 1 && !text.contains(char::is_control), "{text:?}");
        assert!(!text.contains([' ', '<', '>', ',']), "one address, which a header of a mail can carry: {text:?}");
    }
    for domain in rules::users::domains(text) {
        assert!(rules::users::is_of_domain(&format!("ann@{domain}"), text), "{domain:?} of {text:?}");
    }
}

/// The first line is the status of the answer, and what stands in `Retry-After`.
pub fn push_answer(bytes: &[u8]) {
    let (head, body) = crate::input::two(bytes);
    let (status, retry_after) = head.split_at(head.len().min(3));
    let Ok(status) = StatusCode::from_bytes(status) else { return };
    let mut headers = HeaderMap::new();
    if let Ok(value) = HeaderValue::from_bytes(retry_after) {
        headers.insert(header::RETRY_AFTER, value);
    }
    match judge(Ok(Answered::of(status, headers, body))) {
        Outcome::Taken | Outcome::Gone => assert!(status.is_success(), "{status}"),
        Outcome::Later(_) => assert!(!status.is_success(), "{status}"),
        Outcome::Refused(why) => assert!(why.len() <= 3 * body.len() + 100, "{} bytes", why.len()),
    }
}

/// The first line is the status of the answer.
pub fn search_answer(bytes: &[u8]) {
    let (status, body) = crate::input::two(bytes);
    if let Ok(status) = StatusCode::from_bytes(status) {
        search::fuzzed::answer(status, body);
    }
}
