//! What agents, coordinators and prefixes of accounts may be called.
//!
//! An agent's id is the prefix of its users' names, and of the teams that `init` makes, so it is what all of these may
//! be. Tools that deploy agents name them after their cluster: `mycluster-agent-0`.

/// Characters of an id: with `-team-` or a number behind it, it is a name of 64 at most.
pub const ID_LEN_MAX: usize = 40;

/// Refuses what cannot be an id.
///
/// # Errors
/// With the id and what it may be.
pub fn must_be_id(id: &str) -> Result<(), String> {
    let is_plain = |one: u8| one.is_ascii_lowercase() || one.is_ascii_digit() || one == b'-';
    if id.len() <= ID_LEN_MAX && id.starts_with(|one: char| one.is_ascii_lowercase()) && id.bytes().all(is_plain) {
        return Ok(());
    }
    Err(format!(
        "{id:?} is no id: 1 to {ID_LEN_MAX} letters a to z, digits and dashes, the first a letter, such as mycluster-agent-0"
    ))
}

/// As [`must_be_id`], for arguments.
///
/// # Errors
/// As [`must_be_id`].
pub fn id(text: &str) -> Result<String, String> {
    must_be_id(text).map(|()| text.to_owned())
}

/// The address of a server, for arguments: without the slash at its end.
///
/// # Errors
/// When it does not begin as one.
pub fn url(text: &str) -> Result<String, String> {
    let is_url = ["http://", "https://"].iter().any(|start| text.len() > start.len() && text.starts_with(start));
    if is_url {
        Ok(text.trim_end_matches('/').to_owned())
    } else {
        Err(format!("{text:?} is no http:// or https:// address"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_that_deployment_tools_make() {
        for id in ["lt0", "a", "mycluster-agent-0", "ip-10-0-0-1", "agent-", &"x".repeat(ID_LEN_MAX)] {
            assert_eq!(must_be_id(id), Ok(()), "{id}");
        }
        for id in ["", "0lt", "-lt", "LT0", "l t", "lt_0", "lt.0", "lt/0", "lt%200", "ä", &"x".repeat(ID_LEN_MAX + 1)]
        {
            assert!(must_be_id(id).is_err_and(|why| why.contains("40 letters")), "{id}");
        }
    }
}
