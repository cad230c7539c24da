//! Pages that the server makes itself: templates that escape what they show, under a policy that knows their own script
//! and style by their hashes ([0028](../../../../docs/decisions/0028-pages-from-templates.md)).
//!
//! What others wrote stands in text and in quoted attributes alone. A script is the same for everybody and reads its
//! data from attributes.

use askama::Template;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use http::{HeaderValue, header};
use node::error::{ApiError, Result};
use sha2::{Digest, Sha256};

use crate::Reply;

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// What a policy calls a script or a style that stands in the page as exactly `text`.
pub fn source(text: &str) -> String {
    format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

/// The page of a template. The caller adds the policy.
///
/// # Errors
/// 500 when the template cannot be filled, as when memory for it is missing.
pub fn page(template: &impl Template) -> Result<Reply> {
    let text = template
        .render()
        .map_err(|error| ApiError::internal("api.internal.app_error", "The page could not be made.").because(error))?;
    Ok(Reply::bytes(HTML, text))
}

/// A page with its policy, which besides this server only `ancestors`, sites separated by spaces, show in a frame.
pub fn guarded(reply: Reply, policy: &str, ancestors: &str) -> Reply {
    let policy = format!("{policy}; frame-ancestors 'self' {ancestors}");
    let reply = reply.with_text_header(header::CONTENT_SECURITY_POLICY, policy.trim_end());
    if ancestors.is_empty() {
        return reply.with_header(header::X_FRAME_OPTIONS, HeaderValue::from_static("SAMEORIGIN"));
    }
    // The older header knows no other sites, and browsers that read it beside the policy would refuse them.
    reply
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_style_is_known_by_its_hash() {
        assert_eq!(source(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
    }

    /// Templates mark as safe what is the server's own, and nothing else.
    #[test]
    fn no_template_shows_unescaped_what_others_wrote() {
        for text in [include_str!("../templates/page.html"), include_str!("../../integration/templates/authorize.html")]
        {
            let marked = text.matches("|safe").count() + text.matches("| safe").count();
            let own = text.matches("{{ style|safe }}").count() + text.matches("{{ script|safe }}").count();
            assert_eq!(marked, own);
            assert!(!text.contains("escape") && !text.contains("style="), "{text}");
        }
    }
}
