//! The common dialect and its two accents.
//!
//! Statements are written as PostgreSQL reads them, in a subset that SQLite shares, and turned
//! into SQLite's accent once, when they are prepared:
//!
//! | written | on SQLite | on PostgreSQL |
//! |---|---|---|
//! | `$1` | `?1`: `$1` would be a name, numbered by first sight | `$1` |
//! | `= ANY($1)` | `IN (SELECT value FROM rarray(?1))` | as written |
//! | `= ANY((SELECT $1::BYTEA[])::BYTEA[])` | the same | as written: it does not look into the list, and keeps its plan |
//! | `GREATEST(`, `LEAST(` | `MAX(`, `MIN(` | as written |
//! | `EXTRACT(EPOCH FROM clock_timestamp())` | `unixepoch('subsec')` | as written |
//! | `ID`, `BYTES` in a table | `BLOB` | `BYTEA` |
//! | `TEXT` in a table | `TEXT` | `TEXT COLLATE "C"`: one order on every machine |
//! | `WITHOUT ROWID` | as written | dropped |
//! | what follows the line `-- only SQLite` in a migration | as written | dropped |
//! | what follows the line `-- only PostgreSQL` in a migration | dropped | as written |
//!
//! Truth values are BIGINT 0 and 1. Sums are cast: `CAST(SUM(x) AS BIGINT)`. Text that is
//! searched has a column in which the program keeps it in lower case, or is compared as `folded(x)`:
//! PostgreSQL's `lower()` folds only ASCII under the collation "C", and `folded` is a function of
//! ours on both. `LIKE` is used on such text and names its `ESCAPE`.

/// The database's own time, in seconds and parts of them.
const SECONDS: &str = "EXTRACT(EPOCH FROM clock_timestamp())";

/// A statement's text in SQLite's accent.
pub fn sqlite(sql: &str) -> String {
    let mut out = String::with_capacity(sql.len() + 32);
    let mut rest = sql;
    while let Some(at) = rest.find(['$', '=', 'G', 'L', 'E']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = if let Some((number, len)) = list(rest) {
            out.push_str("IN (SELECT value FROM rarray(?");
            out.push_str(number);
            out.push_str("))");
            len
        } else if rest.starts_with("GREATEST(") {
            out.push_str("MAX(");
            "GREATEST(".len()
        } else if rest.starts_with("LEAST(") {
            out.push_str("MIN(");
            "LEAST(".len()
        } else if rest.starts_with(SECONDS) {
            out.push_str("unixepoch('subsec')");
            SECONDS.len()
        } else {
            out.push_str(if rest.starts_with('$') { "?" } else { &rest[..1] });
            1
        };
        rest = &rest[taken..];
    }
    out.push_str(rest);
    out
}

/// The parameter's number and the length of a comparison with a list, when that is what the text begins with.
fn list(text: &str) -> Option<(&str, usize)> {
    [("= ANY($", ")"), ("= ANY((SELECT $", "::BYTEA[])::BYTEA[])")].into_iter().find_map(|(before, after)| {
        let tail = text.strip_prefix(before)?;
        let digits = tail.bytes().take_while(u8::is_ascii_digit).count();
        tail[digits..].starts_with(after).then(|| (&tail[..digits], before.len() + digits + after.len()))
    })
}

/// These lines part a migration that the two databases cannot share; what is before the first belongs to both.
const ONLY_SQLITE: &str = "\n-- only SQLite\n";
const ONLY_POSTGRES: &str = "\n-- only PostgreSQL\n";

/// A migration's text without the part that belongs to the other database.
fn parts(sql: &str, own: &str, other: &str) -> String {
    let mut out = String::with_capacity(sql.len());
    let mut belongs = true;
    let mut rest = sql;
    loop {
        let next = [own, other].into_iter().filter_map(|mark| Some((rest.find(mark)?, mark))).min();
        let end = next.map_or(rest.len(), |(at, _)| at + 1);
        if belongs {
            out.push_str(&rest[..end]);
        }
        let Some((at, mark)) = next else { return out };
        belongs = mark == own;
        // The line's own end stays, so that a mark right behind it is met.
        rest = &rest[at + mark.len() - 1..];
    }
}

/// A migration's text in SQLite's accent.
pub fn sqlite_schema(sql: &str) -> String {
    words(&parts(sql, ONLY_SQLITE, ONLY_POSTGRES), |word| match word {
        "ID" | "BYTES" => "BLOB",
        other => other,
    })
}

/// A migration's text in PostgreSQL's accent.
pub fn postgres_schema(sql: &str) -> String {
    let sql = parts(sql, ONLY_POSTGRES, ONLY_SQLITE);
    words(&sql.replace(" WITHOUT ROWID", ""), |word| match word {
        "ID" | "BYTES" => "BYTEA",
        "TEXT" => "TEXT COLLATE \"C\"",
        other => other,
    })
}

fn words<'a>(sql: &'a str, accent: impl Fn(&'a str) -> &'a str) -> String {
    let mut out = String::with_capacity(sql.len());
    let mut rest = sql;
    while !rest.is_empty() {
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        if word == 0 {
            let step = rest.chars().next().map_or(1, char::len_utf8);
            out.push_str(&rest[..step]);
            rest = &rest[step..];
        } else {
            out.push_str(accent(&rest[..word]));
            rest = &rest[word..];
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_lists_and_extremes_change_their_accent() {
        assert_eq!(
            sqlite("UPDATE t SET a = GREATEST(a, $2) WHERE id = ANY($1) AND b = $10"),
            "UPDATE t SET a = MAX(a, ?2) WHERE id IN (SELECT value FROM rarray(?1)) AND b = ?10"
        );
        assert_eq!(sqlite("id = ANY((SELECT $12::BYTEA[])::BYTEA[]))"), "id IN (SELECT value FROM rarray(?12)))");
        assert_eq!(sqlite("EXISTS (EXTRACT(EPOCH FROM clock_timestamp()))"), "EXISTS (unixepoch('subsec'))");
    }

    #[test]
    fn each_database_has_parts_of_its_own_in_a_schema() {
        let sql = "both;\n-- only SQLite\nsqlite;\n-- only PostgreSQL\n-- only SQLite\nmore;\n-- only PostgreSQL\npostgres;\n";
        assert_eq!(sqlite_schema(sql), "both;\n\nsqlite;\n\nmore;\n");
        assert_eq!(postgres_schema(sql), "both;\n\n\npostgres;\n");
        assert_eq!(sqlite_schema("-- only a comment"), "-- only a comment");
    }

    #[test]
    fn only_whole_words_change_in_a_schema() {
        let sql = "CREATE TABLE a (id ID NOT NULL, VOID TEXT) WITHOUT ROWID;";
        assert_eq!(sqlite_schema(sql), "CREATE TABLE a (id BLOB NOT NULL, VOID TEXT) WITHOUT ROWID;");
        assert_eq!(postgres_schema(sql), "CREATE TABLE a (id BYTEA NOT NULL, VOID TEXT COLLATE \"C\");");
    }
}
