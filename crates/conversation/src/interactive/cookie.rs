//! Cookies: where a click on a post goes that is not stored, sealed so that only the server reads it.

use base::ids::{ChannelId, PostId};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rand::RngCore;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wire::attachments::PostAction;
use wire::posts::Post;

use crate::interactive::Key;

const PURPOSE: &str = "cookie";

/// What a cookie says.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Cookie {
    pub post_id: PostId,
    pub root_id: PostId,
    pub channel_id: ChannelId,
    pub action: PostAction,
}

impl Key {
    fn cipher(&self) -> LessSafeKey {
        let key = UnboundKey::new(&AES_256_GCM, &self.of(PURPOSE)).expect("the key has the cipher's length");
        LessSafeKey::new(key)
    }

    /// The cookie as a client carries it.
    pub fn seal(&self, cookie: &Cookie) -> String {
        let mut nonce = [0; NONCE_LEN];
        rand::rng().fill_bytes(&mut nonce);
        let mut bytes = serde_json::to_vec(cookie).expect("wire types are JSON");
        let sealed =
            self.cipher().seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut bytes);
        sealed.expect("a cookie is far below the cipher's limit");
        STANDARD.encode([&nonce[..], &bytes].concat())
    }

    /// What a cookie says, if this server sealed it.
    pub fn open(&self, text: &str) -> Option<Cookie> {
        let bytes = STANDARD.decode(text).ok()?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut sealed = sealed.to_vec();
        let plain = self.cipher().open_in_place(nonce, Aad::empty(), &mut sealed).ok()?;
        serde_json::from_slice(plain).ok()
    }
}

/// Seals where the clicks on a post go, for posts that are not stored.
pub fn seal(key: &Key, post: &mut Post) {
    let (post_id, root_id, channel_id) = (post.id, post.root_id, post.channel_id);
    crate::interactive::name_actions(post);
    crate::interactive::for_each_action(post, |action| {
        if let Ok(whole) = PostAction::deserialize(Value::Object(action.clone()))
            && whole.integration.is_some()
        {
            let cookie = Cookie { post_id, root_id, channel_id, action: whole };
            action.insert("cookie".into(), key.seal(&cookie).into());
        }
    });
    crate::interactive::hide(post);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_server_that_sealed_a_cookie_opens_it() {
        let key = Key([7; 32]);
        let action = PostAction { id: "approve".into(), ..PostAction::default() };
        let cookie = Cookie { post_id: PostId::NONE, root_id: PostId::NONE, channel_id: ChannelId::NONE, action };
        let sealed = key.seal(&cookie);
        assert_eq!(key.open(&sealed).expect("our own").action.id, "approve");
        assert!(Key([8; 32]).open(&sealed).is_none());
        assert!(key.open("").is_none() && key.open("AAAA").is_none() && key.open(&sealed[4..]).is_none());
    }
}
