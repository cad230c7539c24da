//! Interactive messages: buttons and menus under posts ([`actions`]), and forms ([`dialogs`]).
//!
//! Where a click goes is known to the server only: posts that are stored keep it, and clients get
//! them without it ([`hide`]); posts that are not stored carry it sealed, in a [`cookie`]. A
//! [`trigger`] lets a program open a form for whoever just clicked.

pub mod actions;
pub mod cookie;
pub mod dialogs;
pub mod trigger;

use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;
use store::Store;
use wire::posts::{PROP_ATTACHMENTS, Post};

use crate::error::Result;

/// Under this name the store keeps what signs triggers and seals cookies.
const KEY_NAME: &str = "IntegrationKey";

/// The server's secret for what goes through the hands of clients and comes back.
#[derive(Clone)]
pub struct Key([u8; 32]);

impl Key {
    /// The key of this server, made at the first start.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn load(store: &Store) -> Result<Key> {
        store.write(store::systems::save_new(KEY_NAME, &base::tokens::long_secret())).await?;
        let text = store.system(KEY_NAME).await?.unwrap_or_default();
        Ok(Key(sign(text.as_bytes(), b"integrations")))
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

/// Gives every button a name to click it by.
pub fn name_actions(post: &mut Post) {
    for_each_action(post, |action| {
        if action.get("id").and_then(Value::as_str).is_none_or(str::is_empty) {
            action.insert("id".into(), base::tokens::secret().into());
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
