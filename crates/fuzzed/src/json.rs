//! JSON as clients and programs write it.

use serde_json::Value;
use wire::commands::CommandResponse;
use wire::json::{read, read_loose};
use wire::posts::Post;
use wire::users::User;

/// Whatever is read is written plainly, and then read as the same.
pub fn json(bytes: &[u8]) {
    for read in [read::<Value>, read_loose::<Value>] {
        if let Ok(value) = read(bytes) {
            let plain = serde_json::to_vec(&value).expect("a value is JSON");
            assert!(plain.len() <= 8 * bytes.len() + 64, "{} of {}", plain.len(), bytes.len());
            assert!(read(&plain).is_ok(), "what was read is JSON");
        }
    }
    if let Ok(post) = read::<Post>(bytes) {
        let plain = serde_json::to_vec(&post).expect("wire types are JSON");
        assert!(read::<Post>(&plain).is_ok(), "a post is read back");
    }
    drop((read::<User>(bytes), read::<Vec<String>>(bytes), read_loose::<CommandResponse>(bytes)));
}
