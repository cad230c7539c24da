//! What programs send: webhooks, attachments, commands, devices, addresses.

use std::net::IpAddr;

use bytes::Bytes;
use integration::commands::builtin::{self_service, speech};
use integration::commands::execute;
use integration::webhooks::receive;
use integration::webhooks::voice;
use node::error::Result;
use notification::phones::Device;
use outward::outbound::address::Allowed;
use people::subscriptions::Subscription;
use wire::attachments::Attachment;
use wire::json::{read, read_loose};
use wire::posts::Post;
use wire::webhooks::IncomingHookForm;

/// The first line is the type of the body.
pub fn webhook(bytes: &[u8]) {
    let (kind, body) = crate::two(bytes);
    let Ok(kind) = std::str::from_utf8(kind) else { return };
    let form: Result<IncomingHookForm> = crate::now(receive::unwrapped(kind, Bytes::copy_from_slice(body), ""));
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
