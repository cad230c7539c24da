//! Interactive messages: buttons and menus under posts ([`actions`]), and forms ([`dialogs`]).
//!
//! Where a click goes is known to the server only: posts that are stored keep it, and clients get
//! them without it ([`hide`]); posts that are not stored carry it sealed, in a [`cookie`]. A
//! [`trigger`] lets a program open a form for whoever just clicked.

pub mod cookie;
pub mod trigger;

use hmac::{Hmac, KeyInit, Mac};
use node::error::Result;
use serde_json::Value;
use sha2::Sha256;
use store::Store;
use wire::events::JsonText;
use wire::posts::{PROP_ATTACHMENTS, Post};

use request::secrets::Secrets;

/// Under this name the store keeps what signs triggers and seals cookies, sealed itself.
const KEY_NAME: &str = "IntegrationKey";

/// The server's secret for what goes through the hands of clients and comes back.
#[derive(Clone)]
pub struct Key([u8; 32]);

impl Key {
    /// The key of this server, made at the first start.
    ///
    /// # Errors
    /// When the store does not answer, and as [`Secrets::open`].
    pub async fn load(store: &Store, secrets: &Secrets) -> Result<Key> {
        let text = secrets.own(store, KEY_NAME, base::tokens::long_secret).await?;
        Ok(Key::of_text(&text))
    }

    /// The key that is kept as this text.
    pub fn of_text(text: &str) -> Key {
        Key(sign(text.as_bytes(), b"integrations"))
    }

    /// A key for one purpose.
    fn of(&self, purpose: &str) -> [u8; 32] {
        sign(&self.0, purpose.as_bytes())
    }
}

fn sign(key: &[u8], text: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(text);
    mac.finalize().into_bytes().into()
}

/// Takes from a post what only the server is to know of its buttons.
pub fn hide(post: &mut Post) {
    for_each_action(post, |action| drop(action.remove("integration")));
}

/// The post as everybody may see it whom an event tells of it: without what [`hide`] takes.
pub fn told(post: &Post) -> JsonText {
    let mut post = post.clone();
    hide(&mut post);
    JsonText::of(&post)
}

/// Gives every button a name to click it by.
pub fn name_actions(post: &mut Post) {
    for_each_action(post, |action| {
        if action.get("id").and_then(Value::as_str).is_none_or(str::is_empty) {
            action.insert("id".into(), base::tokens::secret().into());
        }
    });
}

/// Keeps where clicks go through an edit. Clients send buttons back as they saw them, without it: a button that names
/// none goes where the one of the same id went before.
pub fn keep_integrations(old: &Post, new: &mut Post) {
    let mut known = std::collections::HashMap::new();
    for_each_action(&mut old.clone(), |action| {
        if let (Some(Value::String(id)), Some(integration)) = (action.get("id"), action.get("integration")) {
            known.insert(id.clone(), integration.clone());
        }
    });
    for_each_action(new, |action| {
        let id = action.get("id").and_then(Value::as_str).unwrap_or_default();
        if action.get("integration").is_none_or(Value::is_null)
            && let Some(integration) = known.get(id)
        {
            action.insert("integration".into(), integration.clone());
        }
    });
}

fn for_each_action(post: &mut Post, mut edit: impl FnMut(&mut wire::omit::JsonMap)) {
    let Some(Value::Array(attachments)) = post.props.get_mut(PROP_ATTACHMENTS) else { return };
    for attachment in attachments {
        let Some(Value::Array(actions)) = attachment.get_mut("actions") else { continue };
        actions.iter_mut().filter_map(Value::as_object_mut).for_each(&mut edit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_sent_back_without_its_address_keeps_the_one_it_had() {
        let with = |actions: Value| {
            let mut post = Post::default();
            post.props.insert(PROP_ATTACHMENTS.into(), serde_json::json!([{ "actions": actions }]));
            post
        };
        let old = with(serde_json::json!([{"id": "a", "integration": {"url": "http://one"}}, {"id": "b"}]));
        let mut new = with(serde_json::json!([
            {"id": "b"}, {"id": "a", "name": "new"}, {"id": "c"}, {"id": "a", "integration": {"url": "http://two"}},
        ]));
        keep_integrations(&old, &mut new);
        let actions = &new.props[PROP_ATTACHMENTS][0]["actions"];
        assert_eq!(actions[1]["integration"]["url"], "http://one");
        assert_eq!(actions[3]["integration"]["url"], "http://two");
        assert!(actions[0].get("integration").is_none() && actions[2].get("integration").is_none());
    }

    #[test]
    fn clients_do_not_learn_where_a_click_goes() {
        let actions = serde_json::json!([{"actions": [{"name": "a", "integration": {"url": "http://secret"}}]}]);
        let mut post = Post::default();
        post.props.insert(PROP_ATTACHMENTS.into(), actions);
        name_actions(&mut post);
        hide(&mut post);
        let text = serde_json::to_string(&post).expect("wire types are JSON");
        assert!(!text.contains("secret") && text.contains("\"id\":"), "{text}");
    }
}
