//! Finding people by any part of a name: which accounts a term may mean, by an index of grams.
//!
//! The database cuts names into grams itself, by triggers (see the migration `0012_name_grams`), SQLite in an FTS5 table,
//! PostgreSQL in a `tsvector`. The index only names candidates; [`crate::users_list`] compares each with the text. Of a
//! term that many names have, the candidates are not gathered: who walks the usernames meets them soon.

use std::fmt::Write as _;

use base::ids::UserId;

use crate::error::Result;
use crate::users_list::{Fields, Query};
use crate::{Statement, Store, params};

/// Characters of a gram, as the migration cuts them.
const GRAM_LEN: usize = 3;

/// Grams of a term that are looked up; the rest of a long one is compared only.
const GRAMS_MAX: usize = 30;

/// Candidates that are gathered. Looking up so many takes a millisecond or two; when there are more, one in a hundred
/// of 100,000 accounts is met on the way, and a page of a hundred after 10,000 of them.
const CANDIDATES_MAX: usize = 1_000;

/// What `$1` means to SQLite's full text, and to PostgreSQL's.
const IN_SQLITE: &str = "SELECT d.user_id FROM name_grams CROSS JOIN name_gram_docs d ON d.doc = name_grams.rowid \
     WHERE name_grams MATCH $1 LIMIT $2";
const IN_POSTGRES: &str =
    "SELECT g.user_id FROM name_grams g WHERE g.grams @@ CAST(CAST($1 AS TEXT) AS TSQUERY) LIMIT $2";

impl Store {
    /// Those who may be meant by one of the terms, if that narrows the search: the rarest of what is looked up.
    pub(crate) async fn users_candidates(&self, terms: &[String], fields: Fields) -> Result<Option<Vec<UserId>>> {
        let mut terms: Vec<String> = terms.iter().map(|term| term.to_lowercase()).collect();
        // Longer terms are rarer.
        terms.sort_by_key(|term| std::cmp::Reverse(term.chars().count()));
        for term in terms.iter().filter(|term| !is_everywhere(term)) {
            let (sql, grams) = match self.driver() {
                "postgres" => (IN_POSTGRES, expression(term, fields, [" & ", " | "], ":*")),
                _ => (IN_SQLITE, expression(term, fields, [" AND ", " OR "], " *")),
            };
            let statement = Statement::composed("UserStore.SearchNames", sql.to_owned());
            let mut found: Vec<UserId> = self.all(&statement, params![grams, CANDIDATES_MAX + 1]).await?;
            if found.len() <= CANDIDATES_MAX {
                found.extend(meant(term));
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// One letter or digit of ASCII: wherever there are many accounts, many have it, and to count them would be the most
/// expensive question of all.
fn is_everywhere(term: &str) -> bool {
    matches!(term.as_bytes(), [byte] if byte.is_ascii_alphanumeric())
}

/// The account whose id the term is.
fn meant(term: &str) -> Option<UserId> {
    UserId::parse(term).filter(|id| id.is_some())
}

/// Narrows to those with `term`, in lower case, in one of the names that are looked at.
pub(crate) fn narrow(query: &mut Query, term: &str, fields: Fields) {
    let pattern = format!("%{}%", escaped(term));
    let mut part = " AND (u.username LIKE ? ESCAPE '\\'".to_owned();
    let mut values = params![&pattern];
    for (column, wanted) in [
        ("nickname_folded", fields.nickname),
        ("first_name_folded", fields.full_name),
        ("last_name_folded", fields.full_name),
        ("email", fields.email),
    ] {
        if wanted {
            // Writing to a String cannot fail.
            let _ = write!(part, " OR u.{column} LIKE ? ESCAPE '\\'");
            values.push((&pattern).into());
        }
    }
    if let Some(id) = meant(term) {
        part.push_str(" OR u.id = ?");
        values.push(id.into());
    }
    part.push(')');
    query.add(&part, values);
}

/// Narrows to those with one of the names beginning with `term`, in lower case: a range in the index of each name.
pub(crate) fn narrow_to_beginnings(query: &mut Query, term: &str, fields: Fields) {
    // Behind all texts that begin so: no text holds this character.
    let until = format!("{term}\u{10FFFF}");
    let mut part = " AND ((u.username >= ? AND u.username < ?)".to_owned();
    let mut values = params![term, &until];
    for (column, wanted) in [
        ("nickname_folded", fields.nickname),
        ("first_name_folded", fields.full_name),
        ("last_name_folded", fields.full_name),
        ("email", fields.email),
    ] {
        if wanted {
            // Writing to a String cannot fail.
            let _ = write!(part, " OR (u.{column} >= ? AND u.{column} < ? AND u.{column} <> '')");
            values.extend(params![term, &until]);
        }
    }
    part.push(')');
    query.add(&part, values);
}

/// Text in which no character stands for another one in `LIKE`.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_")
}

/// The term in the language of a full text: all its grams, in any one of the fields. `prefix` follows a gram that is
/// only begun.
fn expression(term: &str, fields: Fields, [and, or]: [&str; 2], prefix: &str) -> String {
    let letters = [('a', true), ('n', fields.full_name), ('e', fields.email)];
    let grams = grams(term);
    let of_field = |letter: char| {
        let of_gram = |gram: &String| match term.chars().count() < GRAM_LEN {
            true => format!("{letter}{gram}{prefix}"),
            false => format!("{letter}{gram}"),
        };
        format!("({})", grams.iter().map(of_gram).collect::<Vec<_>>().join(and))
    };
    let wanted = letters.into_iter().filter(|(_, wanted)| *wanted);
    wanted.map(|(letter, _)| of_field(letter)).collect::<Vec<_>>().join(or)
}

/// The grams of a term; of a short one its beginning of a gram.
fn grams(term: &str) -> Vec<String> {
    let chars: Vec<char> = term.chars().collect();
    let windows = chars.windows(GRAM_LEN.min(chars.len()).max(1));
    windows.take(GRAMS_MAX).map(hexadecimal).collect()
}

fn hexadecimal(chars: &[char]) -> String {
    let text: String = chars.iter().collect();
    text.bytes().fold(String::with_capacity(text.len() * 2), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_is_looked_up_by_its_grams_in_each_field() {
        let all = Fields { nickname: true, full_name: true, email: true };
        assert_eq!(
            expression("anna", all, [" & ", " | "], ":*"),
            "(a616e6e & a6e6e61) | (n616e6e & n6e6e61) | (e616e6e & e6e6e61)"
        );
        assert_eq!(expression("ż", Fields::default(), [" AND ", " OR "], " *"), "(ac5bc *)");
        assert_eq!(expression("żó%", Fields::default(), [" AND ", " OR "], " *"), "(ac5bcc3b325)");
        assert_eq!(grams(&"x".repeat(200)).len(), GRAMS_MAX);
    }

    #[test]
    fn what_people_type_is_no_pattern() {
        assert_eq!(escaped("50%_\\"), "50\\%\\_\\\\");
    }
}
