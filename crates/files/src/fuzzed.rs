//! What must hold of the answers of an object store, whoever wrote them: for the crate that feeds it anything.

use crate::store::s3::xml;

/// Elements are found in any text, and what is put into one comes out of it.
pub fn xml(text: &str) {
    for entry in xml::each(text, "Contents") {
        for name in ["Key", "Size", "LastModified"] {
            assert!(xml::text(entry, name).is_none_or(|value| value.len() <= entry.len()));
        }
    }
    let element = format!("<Key>{}</Key>", xml::escape(text));
    assert_eq!(xml::text(&element, "Key").as_deref(), Some(text));
}
