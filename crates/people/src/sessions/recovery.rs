//! Recovery codes: what an account's owner writes down for the day when the second factor is lost.
//!
//! A code stands where clients ask for the code of an authenticator app, so that every client knows it. It has some 80
//! random bits: nobody guesses one, nor finds it by its hash.

use base::ids::UserId;
use base::tokens;
use node::change::Change;
use node::error::Result;
use request::App;
use sha2::{Digest, Sha256};
use store::Write;

/// Codes that are made at a time.
pub const COUNT: usize = 10;
/// Characters of a code, of five bits each, and how many stand together.
const LEN: usize = 16;
const GROUP_LEN: usize = 4;

/// Adds other codes to the change, in place of those that were there, and returns them. They stand nowhere else.
pub fn make(change: &mut Change, user: UserId) -> Vec<String> {
    change.write(store::recovery_codes::remove_of_user(user));
    let codes: Vec<String> = (0..COUNT).map(|_| random()).collect();
    for code in &codes {
        change.write(store::recovery_codes::insert(user, &hash(code)));
    }
    codes.iter().map(|code| shown(code)).collect()
}

/// The write that uses a code up, if the user has it. It belongs to the change that the code is for, which fails when the
/// code is used at the same moment.
///
/// # Errors
/// When the store does not answer.
pub async fn find(app: &App, user: UserId, typed: &str) -> Result<Option<Write>> {
    let Some(code) = read(typed) else { return Ok(None) };
    let hash = hash(&code);
    let has = app.store.has_recovery_code(user, &hash).await?;
    Ok(has.then(|| store::recovery_codes::remove(user, &hash)))
}

fn random() -> String {
    tokens::secret()[..LEN].to_owned()
}

/// In groups, as it is read best.
fn shown(code: &str) -> String {
    let groups: Vec<&str> = (0..LEN).step_by(GROUP_LEN).map(|at| &code[at..at + GROUP_LEN]).collect();
    groups.join("-")
}

/// The code, however its groups were parted; nothing when it cannot be one.
fn read(typed: &str) -> Option<String> {
    let code: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    let fits = code.len() == LEN && code.bytes().all(|byte| byte.is_ascii_alphanumeric());
    fits.then(|| code.to_ascii_lowercase())
}

fn hash(code: &str) -> [u8; 32] {
    Sha256::digest(code.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_it_is_shown_and_as_people_type_it() {
        let code = random();
        for typed in [shown(&code), code.clone(), format!(" {} ", shown(&code).to_uppercase().replace('-', " "))] {
            assert_eq!(read(&typed).as_ref(), Some(&code), "{typed}");
        }
        for typed in ["", "123456", "0000-0000-0000-000", "0000-0000-0000-00000", "0000-0000-0000-000é"] {
            assert_eq!(read(typed), None, "{typed}");
        }
    }
}
