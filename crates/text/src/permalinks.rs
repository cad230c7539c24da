//! Permalinks: addresses of this server that lead to one post.

use base::ids::PostId;

/// The post that an address leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Permalink<'a> {
    /// Team name of the address; `None` for `/_redirect/pl/`, which names no team.
    pub team: Option<&'a str>,
    pub post_id: PostId,
}

/// Reads `{site_url}/{team}/pl/{post}` or `{site_url}/_redirect/pl/{post}`; what follows a `?` or
/// `#` does not matter. Whether the post exists is the caller's question.
pub fn permalink<'a>(site_url: &str, address: &'a str) -> Option<Permalink<'a>> {
    let site_url = site_url.trim_end_matches('/');
    if site_url.is_empty() {
        return None;
    }
    let path = address.strip_prefix(site_url)?.strip_prefix('/')?;
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let mut parts = path.trim_end_matches('/').split('/');
    let (team, pl, post) = (parts.next()?, parts.next()?, parts.next()?);
    if team.is_empty() || pl != "pl" || parts.next().is_some() {
        return None;
    }
    let post_id = PostId::parse(post).filter(|id| !id.is_none())?;
    Some(Permalink { team: (team != "_redirect").then_some(team), post_id })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const POST: &str = "yyrnhdcmtfnzi3fhdxmf7y6jwy";

    #[test]
    fn both_forms_name_a_post() {
        let post_id = PostId::parse(POST).expect("26 letters");
        let of = |address: &str| permalink("http://a.b/chat/", address).map(|p| (p.team.map(str::to_owned), p.post_id));
        assert_eq!(of(&format!("http://a.b/chat/town/pl/{POST}")), Some((Some("town".into()), post_id)));
        assert_eq!(of(&format!("http://a.b/chat/_redirect/pl/{POST}?x#y")), Some((None, post_id)));
    }

    #[test]
    fn other_addresses_name_none() {
        for address in ["http://a.b/town/pl/short", "http://a.b/town/channels/x", "http://a.b.c/town/pl/", "/t/pl/x"] {
            assert_eq!(permalink("http://a.b", address), None, "{address}");
        }
        assert_eq!(permalink("http://a.b", &format!("http://a.b.evil/town/pl/{POST}")), None);
        assert_eq!(permalink("", &format!("/town/pl/{POST}")), None, "no site address, no permalinks");
    }

    proptest! {
        #[test]
        fn any_address_is_read(site in ".{0,12}", address in ".{0,60}") {
            permalink(&site, &address);
        }
    }
}
