//! The bytes behind paths, as entries of the zip: pictures of people and emoji, then what was attached.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use files::{FileError, ObjectPath};
use node::error::Result;
use store::emoji::Sorted;
use store::files::Cursor;

use crate::bulk::DATA;
use crate::exports::talk::path_of;
use crate::exports::{Export, PAGE_LEN};

pub async fn all(export: &mut Export<'_>) -> Result<()> {
    if export.options.profile_pictures {
        pictures(export).await?;
    }
    emoji(export).await?;
    if export.options.attachments {
        attachments(export).await?;
    }
    Ok(())
}

async fn pictures(export: &mut Export<'_>) -> Result<()> {
    let mut after = String::new();
    loop {
        let ids = export.app.store.export_users(&after, PAGE_LEN).await?;
        let users = export.app.store.users(&ids).await?;
        let Some(last) = users.last() else { return Ok(()) };
        after.clone_from(&last.username);
        for user in users.iter().filter(|user| user.last_picture_update > 0) {
            let path = ObjectPath::profile_picture(user.id);
            copy(export, &path, path.as_str()).await?;
        }
    }
}

async fn emoji(export: &mut Export<'_>) -> Result<()> {
    let mut offset = 0;
    loop {
        let emoji = export.app.store.emoji_page(Sorted::ByName, PAGE_LEN, offset).await?;
        offset += emoji.len();
        if emoji.is_empty() {
            return Ok(());
        }
        for one in emoji {
            let path = ObjectPath::emoji(one.id);
            copy(export, &path, path.as_str()).await?;
        }
    }
}

/// Files of posts that are in, in the order in which they came.
async fn attachments(export: &mut Export<'_>) -> Result<()> {
    // What changes while it is walked comes again, behind all others: 16 bytes a file are kept to know it.
    let (mut cursor, mut written) = (Cursor::default(), HashSet::new());
    loop {
        let changed = export.app.store.files_changed_after(cursor, PAGE_LEN).await?;
        let Some(last) = changed.last() else { return Ok(()) };
        cursor = last.cursor;
        let ids: Vec<_> = changed.iter().filter(|one| one.post.is_some()).map(|one| one.cursor.id).collect();
        for file in export.app.store.files(&ids).await? {
            let is_wanted = file.delete_at == 0 && export.walked.contains(&file.channel_id);
            if is_wanted && written.insert(file.id) {
                copy(export, &ObjectPath::parse(&file.path)?, &path_of(&file)).await?;
            }
        }
    }
}

/// Adds an object as an entry. One that is lost is left out: the rest is worth having.
async fn copy(export: &mut Export<'_>, from: &ObjectPath, name: &str) -> Result<()> {
    let mut reader = match export.app.files.get(from, None).await {
        Ok(reader) => reader,
        Err(FileError::NotFound) => {
            export.warn();
            return Ok(());
        }
        Err(error) => return Err(error.into()),
    };
    export.target.entry(format!("{DATA}/{name}")).await?;
    while let Some(chunk) = reader.chunk().await? {
        export.target.bytes(chunk).await?;
    }
    export.progress.files.fetch_add(1, Ordering::Relaxed);
    Ok(())
}
