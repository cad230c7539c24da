//! The stored form of a PBKDF2 hash: `$pbkdf2$f=SHA256,w=600000,l=32$salt$hash`.
//!
//! The grammar is that of PHC strings; the parameter names are those that imported users have.
//! Salt and hash are base64 without padding. Parameters come in any order, each once.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use crate::password::UnknownHash;

/// Highest work factor that is computed: a hundred times today's would hold a core for 20 s.
pub(crate) const ROUNDS_MAX: u32 = 10_000_000;

/// Lengths of salt and hash that are accepted, in bytes.
const SALT_BYTES: std::ops::RangeInclusive<usize> = 8..=64;
const HASH_BYTES: std::ops::RangeInclusive<usize> = 16..=64;

/// The parts of a stored PBKDF2-SHA-256 hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Phc {
    pub(crate) rounds: u32,
    pub(crate) salt: Vec<u8>,
    pub(crate) hash: Vec<u8>,
}

impl Phc {
    pub(crate) fn parse(text: &str) -> Result<Self, UnknownHash> {
        let mut parts = text.strip_prefix("$pbkdf2$").ok_or(UnknownHash)?.split('$');
        let (Some(parameters), Some(salt), Some(hash), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(UnknownHash);
        };
        let (rounds, len) = parse_parameters(parameters)?;
        let salt = STANDARD_NO_PAD.decode(salt).map_err(|_| UnknownHash)?;
        let hash = STANDARD_NO_PAD.decode(hash).map_err(|_| UnknownHash)?;
        let sound = hash.len() == len && HASH_BYTES.contains(&len) && SALT_BYTES.contains(&salt.len());
        if sound { Ok(Phc { rounds, salt, hash }) } else { Err(UnknownHash) }
    }

    pub(crate) fn print(&self) -> String {
        let (salt, hash) = (STANDARD_NO_PAD.encode(&self.salt), STANDARD_NO_PAD.encode(&self.hash));
        format!("$pbkdf2$f=SHA256,w={},l={}${salt}${hash}", self.rounds, self.hash.len())
    }
}

fn parse_parameters(text: &str) -> Result<(u32, usize), UnknownHash> {
    let (mut function, mut rounds, mut len) = (None, None, None);
    for parameter in text.split(',') {
        let (name, value) = parameter.split_once('=').ok_or(UnknownHash)?;
        let seen = match name {
            "f" => function.replace(value).is_some(),
            "w" => rounds.replace(value.parse::<u32>().map_err(|_| UnknownHash)?).is_some(),
            "l" => len.replace(value.parse::<usize>().map_err(|_| UnknownHash)?).is_some(),
            _ => true,
        };
        if seen {
            return Err(UnknownHash);
        }
    }
    match (function, rounds, len) {
        (Some("SHA256"), Some(rounds @ 1..=ROUNDS_MAX), Some(len)) => Ok((rounds, len)),
        _ => Err(UnknownHash),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn parameters_come_in_any_order_and_once() {
        let parts = "$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA";
        assert!(Phc::parse(&format!("$pbkdf2$l=16,f=SHA256,w=7{parts}")).is_ok_and(|phc| phc.rounds == 7));
        for parameters in [
            "f=SHA256,w=7",
            "f=SHA256,w=7,l=16,l=16",
            "f=SHA512,w=7,l=16",
            "f=SHA256,w=0,l=16",
            "f=SHA256,w=10000001,l=16",
            "f=SHA256,w=7,l=17",
            "f=SHA256,w=7,l=16,x=1",
            "",
        ] {
            assert!(Phc::parse(&format!("$pbkdf2${parameters}{parts}")).is_err(), "{parameters}");
        }
        assert!(Phc::parse(&format!("$pbkdf2$l=16,f=SHA256,w=7{parts}$")).is_err());
    }

    proptest! {
        #[test]
        fn what_is_printed_is_parsed(
            rounds in 1..=ROUNDS_MAX,
            salt in prop::collection::vec(any::<u8>(), SALT_BYTES),
            hash in prop::collection::vec(any::<u8>(), HASH_BYTES),
        ) {
            let phc = Phc { rounds, salt, hash };
            prop_assert_eq!(Phc::parse(&phc.print()), Ok(phc));
        }

        #[test]
        fn any_text_is_parsed_or_refused(text in "\\$pbkdf2\\$[fwl=,SHA0-9$+/]{0,60}") {
            let _ = Phc::parse(&text);
        }
    }
}
