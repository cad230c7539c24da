//! Computes threads from replies, for versions without a table of threads and for posts older than it.

use super::catalog::Catalog;

/// Their name in the catalog, which no table has.
pub const OF_POSTS: &str = "threads of posts";

/// A placeholder for the condition on roots: a comment to the database if all roots are meant. A condition outside the
/// subquery would make each page count all replies.
const CHOICE: &str = "/* choice */";

/// Adds the query to the catalog in place of a table. Participants are ordered by their last reply.
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

/// The query for a page of `len` roots: the first page, or the one after the root in `$1`. Other tables stay as they are.
pub fn paged(from: &str, is_first: bool, len: usize) -> String {
    let behind = if is_first { "" } else { "AND q.rootid > $1 " };
    from.replace(CHOICE, &format!("{behind}ORDER BY q.rootid LIMIT {len}"))
}

/// The query for the roots that the parameters in `places` name.
pub fn among(from: &str, places: &str) -> String {
    from.replace(CHOICE, &format!("AND q.rootid IN ({places})"))
}
