//! Files that people upload, and bytes of texts in any encoding.

use std::path::{Component, Path};

use files::charset::{self, Wording};
use files::{ObjectPath, media};
use pictures::{Budget, avatar, derive, emoji};

/// The first line names the encoding. UTF-8 without a mark is read as it is where nothing is named.
pub fn charset(bytes: &[u8]) {
    let (named, text) = crate::input::two(bytes);
    let named = std::str::from_utf8(named).ok();
    for wording in [Wording::Plain, Wording::Markup] {
        assert!(charset::decode(text, named, wording).len() <= 3 * text.len() + 3);
    }
    if let Ok(said) = std::str::from_utf8(text) {
        let read = charset::decode(text, None, Wording::Plain);
        assert!(read == said || said.starts_with('\u{feff}') || text.starts_with(b"\xff\xfe"));
    }
    if let Some(name) = named.and_then(charset::of_type) {
        assert!(!name.is_empty());
    }
}

/// The words found go to a database, which refuses NUL.
pub fn text(bytes: &[u8]) {
    media::sniff(bytes);
    if let Some(words) = files::text::searchable("x.txt", "text/plain", bytes) {
        assert!(!words.contains('\0'));
    }
}

/// What is accepted as a path stays inside the store.
pub fn object_path(path: &str) {
    if let Ok(path) = ObjectPath::parse(path) {
        assert!(Path::new(path.as_str()).components().all(|part| matches!(part, Component::Normal(_))));
    }
}

/// Refused or made smaller, within the budget.
pub fn pictures(bytes: &[u8]) {
    let budget = Budget { pixels_max: 1_000_000, ..Budget::default() };
    drop(derive(bytes, &budget));
    drop(avatar(bytes, &budget));
    drop(emoji(bytes, &budget));
}

/// A drawing has a size or is none.
pub fn svg(bytes: &[u8]) {
    let size = files::svg::size(&bytes[..bytes.len().min(files::svg::HEAD_BYTES_MAX)]);
    assert!(size.is_none_or(|(width, height)| width > 0 && height > 0), "{size:?}");
    let kind = media::type_of("drawing.svg", &bytes[..bytes.len().min(media::SNIFF_LEN)]);
    assert!(!media::essence(&kind).is_empty() && !media::neutral(&kind).is_empty());
}
