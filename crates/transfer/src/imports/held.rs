//! What a post has that was there before, and what the file brings to it: files, properties, a pin, a later edit.
//!
//! A first run may lack a file that the second has, so what is there already is compared and not passed over. A file is
//! the same by the id that an import gave it, or by its name and bytes, as in an export of this very server. What the
//! post has beyond the line stays.

use std::collections::{BTreeSet, HashMap};

use base::hashing::IdMap;
use base::ids::{ChannelId, PostId};
use bytes::Bytes;
use conversation::files::save::plain_name;
use files::{FileError, ObjectPath};
use store::Write;
use wire::files::FileInfo;
use wire::posts::Post;

use crate::bulk::{Failed, line};
use crate::imports::Import;
use crate::imports::attached;
use crate::imports::attached::Given;

/// Posts of one query.
const ASKED_MAX: usize = 1_000;

/// Posts that the lines of a batch may change.
#[derive(Default)]
pub struct Held {
    posts: IdMap<PostId, There>,
    /// Where some of them changed.
    pub channels: BTreeSet<ChannelId>,
}

/// What counts of a post that is there.
struct There {
    post: Post,
    /// Also those that somebody removed: they stay away.
    files: Vec<FileInfo>,
}

/// Whether a line may bring anything to a post that is there.
pub fn may_bring(post: &line::Post) -> bool {
    let brings_props = post.props.as_ref().is_some_and(|props| !props.is_empty());
    brings_props || post.is_pinned.is_some() || post.edit_at.is_some() || !post.attachments.is_empty()
}

impl Held {
    /// Reads posts, with their files.
    ///
    /// # Errors
    /// When the store does not answer.
    pub async fn load(&mut self, import: &Import, posts: &[PostId]) -> Result<(), Failed> {
        let store = &import.app.store;
        for asked in posts.chunks(ASKED_MAX) {
            let mut files: HashMap<PostId, Vec<FileInfo>> = HashMap::new();
            for file in store.files_of_posts_with_deleted(asked).await? {
                files.entry(file.post_id).or_default().push(file);
            }
            for post in store.posts(asked).await? {
                let files = files.remove(&post.id).unwrap_or_default();
                self.put(&post, files);
            }
        }
        Ok(())
    }

    /// Notes a post if it is one of those that are new.
    pub fn hold(&mut self, id: PostId, new: &[Post]) {
        if !self.posts.contains_key(&id)
            && let Some(post) = new.iter().rev().find(|post| post.id == id)
        {
            self.put(post, Vec::new());
        }
    }

    /// Notes a post as it is now.
    pub fn put(&mut self, post: &Post, files: Vec<FileInfo>) {
        let Post { id, is_pinned, edit_at, ref props, ref file_ids, ref message, ref hashtags, .. } = *post;
        let (props, file_ids) = (props.clone(), file_ids.clone());
        let (message, hashtags) = (message.clone(), hashtags.clone());
        let there = Post { id, is_pinned, edit_at, props, file_ids, message, hashtags, ..Post::default() };
        self.posts.insert(id, There { post: there, files });
    }

    /// Adds what a line brings to a post that is there. `as_new` is the post as the line alone makes it.
    ///
    /// # Errors
    /// When the store of files does not answer.
    pub async fn bring(
        &mut self,
        (import, writes): (&mut Import, &mut Vec<Write>),
        number: u64,
        as_new: &Post,
        post: &line::Post,
    ) -> Result<(), Failed> {
        let Some(there) = self.posts.get_mut(&as_new.id) else { return Ok(()) };
        let now = import.app.clock.now();
        let mut changed = there.take(as_new, post);
        for file in there.lacking(import, number, as_new, &post.attachments).await? {
            writes.push(store::files::insert_again(&file, now));
            there.post.file_ids.get_or_insert_default().push(file.id);
            there.files.push(file);
            changed = true;
        }
        if changed {
            writes.push(store::imports::change_post(&there.post, now));
            self.channels.insert(as_new.channel_id);
            import.report.posts_changed += 1;
        }
        Ok(())
    }
}

impl There {
    /// Takes what a line says of the post itself. Whether anything differs.
    fn take(&mut self, as_new: &Post, post: &line::Post) -> bool {
        let (there, mut changed) = (&mut self.post, false);
        for (name, value) in &as_new.props {
            if there.props.get(name) != Some(value) {
                there.props.insert(name.clone(), value.clone());
                changed = true;
            }
        }
        if let Some(is_pinned) = post.is_pinned.filter(|is_pinned| *is_pinned != there.is_pinned) {
            (there.is_pinned, changed) = (is_pinned, true);
        }
        if as_new.edit_at > there.edit_at {
            (there.edit_at, changed) = (as_new.edit_at, true);
            // One that is found by its id may say something else since.
            there.message.clone_from(&as_new.message);
            there.hashtags.clone_from(&as_new.hashtags);
        }
        changed
    }

    /// Stores those files of a line that the post does not have. Each that is missing is said.
    async fn lacking(
        &self,
        import: &mut Import,
        number: u64,
        as_new: &Post,
        attachments: &[line::Attachment],
    ) -> Result<Vec<FileInfo>, Failed> {
        let (mut left, mut stored) = (self.files.clone(), Vec::new());
        let mut given = attached::given(as_new, attachments);
        given.retain(|one| take_first(&mut left, |file| file.id == one.id).is_none());
        for one in given {
            let Some(bytes) = attached::bytes(import, number, &one).await else { continue };
            if self.has(import, &mut left, &one, &bytes).await? {
                continue;
            }
            if self.post.files().len() + stored.len() >= rules::posts::FILES_MAX {
                let most = rules::posts::FILES_MAX;
                import.warn(number, format_args!("{} is left out: the post has {most} files", one.path));
                continue;
            }
            stored.push(attached::store_one(import, as_new, &one, bytes).await?);
        }
        import.report.files += stored.len() as u64;
        Ok(stored)
    }

    /// Whether one of the post's other files has this name and these bytes; takes that from `left`.
    async fn has(
        &self,
        import: &Import,
        left: &mut Vec<FileInfo>,
        one: &Given<'_>,
        bytes: &Bytes,
    ) -> Result<bool, Failed> {
        let name = plain_name(one.path);
        let name = name.trim_start_matches('.');
        for at in 0..left.len() {
            let file = &left[at];
            if file.name.trim_start_matches('.') != name || file.size != bytes.len() as i64 {
                continue;
            }
            // Of one that somebody removed the bytes may be gone: name and size are enough.
            if file.delete_at > 0 || is_stored(import, file, bytes).await? {
                left.remove(at);
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether the stored bytes of a file are these.
async fn is_stored(import: &Import, file: &FileInfo, bytes: &Bytes) -> Result<bool, Failed> {
    let Ok(path) = ObjectPath::parse(&file.path) else { return Ok(false) };
    match import.app.files.get_small(&path, bytes.len()).await {
        Ok(stored) => Ok(stored.is_some_and(|stored| stored == bytes)),
        Err(FileError::NotFound) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn take_first<T>(from: &mut Vec<T>, wanted: impl Fn(&T) -> bool) -> Option<T> {
    let at = from.iter().position(wanted)?;
    Some(from.remove(at))
}
