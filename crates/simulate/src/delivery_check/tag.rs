//! The mark on a message: its last word, thirteen letters that no vocabulary has.
//!
//! Twelve bits name the run's agent, 32 count its posts, 20 check the rest, so that a word of a person is taken for a
//! mark once in a million. The message reads as any other.

const ALPHABET: &[u8; 32] = b"abcdefghijkmnopqrstuvwxyz2345678";
const LETTERS: usize = 13;
const CHECK_BITS: u32 = 20;
const POST_BITS: u32 = 32;
const AGENT_MASK: u64 = (1 << 12) - 1;

/// The mark of an agent's post.
pub fn mark(agent: u64, post: u32) -> u64 {
    let body = (agent & AGENT_MASK) << POST_BITS | u64::from(post);
    body << CHECK_BITS | check(body)
}

/// The agent and the post's number of a mark.
pub fn parts(mark: u64) -> (u64, u32) {
    let body = mark >> CHECK_BITS;
    (body >> POST_BITS, body as u32)
}

/// The mark as a word.
pub fn word(mark: u64) -> String {
    (0..LETTERS).map(|at| ALPHABET[(u128::from(mark) << 1 >> (60 - 5 * at)) as usize & 31] as char).collect()
}

/// The mark at the end of a message.
pub fn find(message: &str) -> Option<u64> {
    let last = message.trim_end().trim_end_matches('.').rsplit(' ').next()?;
    if last.len() != LETTERS {
        return None;
    }
    let mut bits: u128 = 0;
    for letter in last.bytes() {
        bits = bits << 5 | ALPHABET.iter().position(|known| *known == letter)? as u128;
    }
    let mark = u64::try_from(bits >> 1).ok()?;
    (mark & ((1 << CHECK_BITS) - 1) == check(mark >> CHECK_BITS)).then_some(mark)
}

fn check(body: u64) -> u64 {
    crate::mix::Random::new(body).next() >> (64 - CHECK_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn a_mark_is_found_again(agent in 0_u64..4096, post: u32) {
            let mark = mark(agent, post);
            assert_eq!(find(&format!("Some words {}.", word(mark))), Some(mark));
            assert_eq!(parts(mark), (agent, post));
        }

        #[test]
        fn no_text_breaks_the_search(text: String) {
            find(&text);
        }
    }

    #[test]
    fn words_of_the_vocabulary_are_no_marks() {
        let mut random = crate::mix::Random::new(1);
        for _ in 0..20_000 {
            assert_eq!(find(crate::mix::words::word(&mut random)), None);
        }
    }
}
