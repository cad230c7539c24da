//! Files of other programs that people bring along.

use std::io::Write;

use moving::items::{ITEM_BYTES_MAX, Items, Next};
use moving::tree::Tree;
use moving::{rocketchat, zulip};

/// Values of a list, of tables and one behind another are read to an end, and none is too long.
pub fn items(bytes: &[u8]) {
    for mut items in [Items::new(bytes), Items::values(bytes)] {
        let (mut item, mut steps) = (Vec::new(), 0);
        loop {
            match items.next(&mut item).expect("memory is read") {
                Next::End | Next::Broken => break,
                Next::Table | Next::Item | Next::TooLong => {}
            }
            steps += 1;
            assert!(item.len() <= ITEM_BYTES_MAX && steps <= bytes.len(), "each step reads something");
        }
        assert!(items.read <= bytes.len() as u64, "no more is read than there is");
    }
}

/// Markup of Slack becomes text that is no longer than signs can make it.
pub fn mrkdwn(text: &str) {
    let read = text::mrkdwn::to_markdown(text, |_| None);
    assert!(read.len() <= 8 * text.len() + 16, "bounded");
}

struct Nobody;

impl zulip::markup::Own for Nobody {
    fn user(&self, _: &str) -> Option<String> {
        None
    }

    fn channel(&self, _: &str) -> Option<String> {
        None
    }

    fn emoji(&self, _: &str) -> Option<String> {
        None
    }

    fn has_file(&self, path: &str) -> bool {
        path.len().is_multiple_of(2)
    }
}

impl rocketchat::markup::Own for Nobody {
    fn user(&self, _: &str) -> Option<String> {
        None
    }

    fn channel(&self, _: &str) -> Option<String> {
        None
    }
}

/// Markup of Zulip becomes bounded text without NUL.
pub fn zulip_markup(text: &str) {
    let read = zulip::markup::to_markdown(text, &Nobody);
    assert!(read.text.len() <= 32 * text.len() + 64 && !read.text.contains('\0'), "bounded");
}

/// Markup of Rocket.Chat becomes bounded text without NUL.
pub fn rocketchat_markup(text: &str) {
    let read = rocketchat::markup::to_markdown(text, &Nobody);
    assert!(read.len() <= 3 * text.len() && !read.contains('\0'), "bounded");
}

/// A file is a zip, a tarball, packed or not, or refused; its names stay within, and no file is larger than it says.
pub fn tree(bytes: &[u8]) {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(bytes).expect("a file");
    let Ok(tree) = Tree::open(file.path()) else { return };
    for name in tree.names().map(str::to_owned).collect::<Vec<_>>() {
        assert!(name.split('/').all(|part| !matches!(part, "" | "." | "..")), "{name}");
        let len = tree.whole(&name, 1_000).map(|bytes| bytes.len() as u64);
        assert!(len.is_err() || len.is_ok_and(|len| len <= tree.size(&name)), "bounded");
    }
    let options = || moving::Options { team: "crew".to_owned(), team_name: "Crew".to_owned(), conversations: true };
    drop((zulip::open(file.path(), options()), rocketchat::open(file.path(), options())));
}
