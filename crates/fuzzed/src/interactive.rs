//! What the server gives to clients and programs and takes back: triggers of forms, and cookies of buttons.

use std::sync::LazyLock;

use base::Id;
use base::ids::{ChannelId, UserId};
use conversation::interactive::Key;
use conversation::interactive::cookie::Cookie;
use conversation::interactive::trigger::Triggered;

static KEY: LazyLock<Key> = LazyLock::new(|| Key::of_text("a secret"));

/// A trigger that the server signed, changed by exclusive or: only the unchanged one is read. What nobody signed is refused.
pub fn trigger(bytes: &[u8]) {
    let triggered = Triggered { name: "n".repeat(26), user: UserId(Id([1; 16])), channel: ChannelId(Id([2; 16])) };
    let mut changed = KEY.sign_trigger(&triggered, 1_700_000_000_000).into_bytes();
    let is_as_it_was = bytes.len() <= changed.len() && bytes.iter().all(|byte| *byte == 0);
    changed.resize(changed.len().max(bytes.len()), 0);
    changed.iter_mut().zip(bytes).for_each(|(one, byte)| *one ^= byte);
    if let Ok(text) = std::str::from_utf8(&changed) {
        let read = KEY.read_trigger(text);
        assert_eq!(read.is_ok(), is_as_it_was, "{text}");
        assert!(read.is_err() || read.is_ok_and(|read| read == (triggered, 1_700_000_000_000)));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        assert!(KEY.read_trigger(text).is_err() && KEY.open(text).is_none(), "nobody signed {text:?}");
    }
}

/// What a cookie says is sealed and opened, and read as the same; cut short it is none.
pub fn cookie(bytes: &[u8]) {
    let Ok(cookie) = serde_json::from_slice::<Cookie>(bytes) else { return };
    let sealed = KEY.seal(&cookie);
    let opened = KEY.open(&sealed).expect("our own");
    let json = |cookie: &Cookie| serde_json::to_value(cookie).expect("wire types are JSON");
    assert_eq!(json(&opened), json(&cookie));
    assert!(KEY.open(&sealed[4..]).is_none() && KEY.open(&sealed[..sealed.len() - 4]).is_none());
}
