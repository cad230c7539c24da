//! Threads of versions that do not keep them, and of posts from before they did: counted from the replies.

use super::catalog::Catalog;

/// What they are called among the tables; a name that no table has.
pub const OF_POSTS: &str = "threads of posts";

/// Stands where roots are chosen, and is a comment to the database where all of them are meant. Choosing them outside would
/// count all replies each time.
const CHOICE: &str = "/* choice */";

/// Lets a query stand for the table. Who answered last stands last among the participants.
pub fn add(catalog: &mut Catalog) {
    let list = catalog.accent.list("w.userid", "w.at");
    let posts = catalog.source("posts").to_owned();
    let kept = match catalog.source("threads") {
        "" => String::new(),
        threads => format!(" AND NOT EXISTS (SELECT 1 FROM {threads} k WHERE k.postid = q.rootid)"),
    };
    let roots =
        format!("SELECT DISTINCT q.rootid FROM {posts} q WHERE q.rootid <> '' AND q.deleteat = 0{kept} {CHOICE}");
    let query = format!(
        "SELECT w.rootid AS postid, MIN(w.channelid) AS channelid, SUM(w.replies) AS replycount, MAX(w.at) AS lastreplyat, \
            0 AS deleteat, {list} AS participants \
         FROM (SELECT p.rootid, p.userid, MIN(p.channelid) AS channelid, COUNT(*) AS replies, MAX(p.createat) AS at \
            FROM {posts} p JOIN ({roots}) r ON r.rootid = p.rootid WHERE p.deleteat = 0 GROUP BY p.rootid, p.userid) w \
         GROUP BY w.rootid"
    );
    let columns = [
        ("postid", "text"),
        ("channelid", "text"),
        ("replycount", "bigint"),
        ("lastreplyat", "bigint"),
        ("deleteat", "bigint"),
        ("participants", "text"),
    ];
    catalog.add(OF_POSTS, &query, &columns);
}

/// What is read, with a page of `len` roots chosen inside: the first one, or the one behind the parameter `$1`. Other tables
/// stay as they are.
pub fn paged(from: &str, is_first: bool, len: usize) -> String {
    let behind = if is_first { "" } else { "AND q.rootid > $1 " };
    from.replace(CHOICE, &format!("{behind}ORDER BY q.rootid LIMIT {len}"))
}

/// What is read, with those roots chosen inside that the parameters in `places` name.
pub fn among(from: &str, places: &str) -> String {
    from.replace(CHOICE, &format!("AND q.rootid IN ({places})"))
}
