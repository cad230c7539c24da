//! Hashtags: what a post stores in its `hashtags` column and what a search for `#tag` looks for.
//!
//! Hashtags are found in the raw text, word by word; markdown does not matter to them.

/// Characters of the stored list; the `hashtags` column of the API is bounded by it.
pub const HASHTAGS_CHARS_MAX: usize = 1000;

/// The shortest hashtag in characters, the `#` counted (`#ab` is one, `#a` is not).
pub const HASHTAG_CHARS_MIN: usize = 3;

/// The hashtags of `message` as written, joined by a space, cut between two of them where the
/// list would grow beyond [`HASHTAGS_CHARS_MAX`].
pub fn hashtags(message: &str) -> String {
    let mut list = String::new();
    if memchr::memchr(b'#', message.as_bytes()).is_none() {
        return list;
    }
    let mut chars = 0;
    for tag in message.split_whitespace().filter_map(hashtag) {
        let separator = usize::from(!list.is_empty());
        chars += separator + tag.chars().count();
        if chars > HASHTAGS_CHARS_MAX {
            break;
        }
        if separator == 1 {
            list.push(' ');
        }
        list.push_str(tag);
    }
    list
}

/// The hashtag that `word` is once the punctuation around it is gone: `#`, a letter, then letters,
/// digits, `-`, `_` and `.`, ending in a letter or digit. Several `#` count as one.
pub fn hashtag(word: &str) -> Option<&str> {
    let tag = word.trim_start_matches(|c: char| c != '#' && !c.is_alphanumeric());
    let tag = tag.trim_end_matches(|c: char| !c.is_alphanumeric());
    let name = tag.trim_start_matches('#');
    let tag = &tag[(tag.len() - name.len()).checked_sub(1)?..];
    if !name.starts_with(char::is_alphabetic) || !name.chars().all(in_hashtag) {
        return None;
    }
    (tag.chars().nth(HASHTAG_CHARS_MIN - 1).is_some()).then_some(tag)
}

fn in_hashtag(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn punctuation_around_a_hashtag_is_not_part_of_it() {
        assert_eq!(hashtags("about #Release-1 and #two, not #1 nor #ab"), "#Release-1 #two #ab");
        assert_eq!(hashtags("(#one) **#two**: #v1.2!"), "#one #two #v1.2");
    }

    #[test]
    fn a_hashtag_is_a_whole_word_that_starts_with_a_letter() {
        assert_eq!(hashtags("c#sharp #a #_x #a#b #a/b # ## plain"), "");
        assert_eq!(hashtags("#żółć #漢字"), "#żółć #漢字");
    }

    #[test]
    fn several_signs_count_as_one() {
        assert_eq!(hashtags("##two (###three, ##a c##sharp"), "#two #three");
        assert_eq!(hashtag("##two"), Some("#two"));
    }

    #[test]
    fn a_long_list_is_cut_between_two_hashtags() {
        let list = hashtags(&"#abcd ".repeat(400));
        assert_eq!(list.chars().count(), 995);
        assert!(list.ends_with(" #abcd"));
    }

    proptest! {
        #[test]
        fn every_stored_hashtag_is_one_again(message in "[ #a-cż1.,_-]{0,80}") {
            let list = hashtags(&message);
            prop_assert!(list.chars().count() <= HASHTAGS_CHARS_MAX);
            for tag in list.split_whitespace() {
                prop_assert_eq!(hashtag(tag), Some(tag));
                prop_assert!(message.contains(tag));
            }
        }
    }
}
