//! The nearest known name to one that was mistyped.

/// The name in `known` that is the fewest edits away, if that is near enough to be meant.
pub fn nearest<'a>(typed: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // A third of the letters may be wrong: "listne" finds "listen", "foo" finds nothing.
    let near_enough = (typed.len() / 3).max(1);
    known
        .map(|name| (distance(typed, name), name))
        .filter(|(edits, _)| *edits <= near_enough)
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, name)| name)
}

/// Insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &y) in b.iter().enumerate() {
            let mut edits = (last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                edits = edits.min(before_last[j - 1] + 1);
            }
            row.push(edits);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swapped_pair_of_letters_is_one_edit() {
        assert_eq!(distance("listne", "listen"), 1);
    }

    #[test]
    fn nothing_is_suggested_for_a_name_unlike_all_others() {
        assert_eq!(nearest("zzzzzz", ["listen", "site_url"].into_iter()), None);
    }
}
