//! The query of a request, read as leniently as clients are used to.

use std::borrow::Cow;

use base::{Id, Millis};

use node::error::{ApiError, Result};

/// Items on a page when the caller does not say.
pub const PER_PAGE_DEFAULT: usize = 60;
/// Items on a page at most.
pub const PER_PAGE_MAX: usize = 200;

/// The pairs of a query in which nothing is encoded, as in most.
fn plain(text: &str) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    pairs.map(|pair| pair.split_once('=').unwrap_or((pair, ""))).map(|(key, value)| (key.into(), value.into()))
}

/// Decoded pairs in the order they came.
pub struct Query<'a> {
    pairs: Vec<(Cow<'a, str>, Cow<'a, str>)>,
}

impl<'a> Query<'a> {
    pub fn new(text: Option<&'a str>) -> Self {
        let text = text.unwrap_or_default();
        let is_encoded = memchr::memchr2(b'%', b'+', text.as_bytes()).is_some();
        let pairs = if is_encoded { form_urlencoded::parse(text.as_bytes()).collect() } else { plain(text).collect() };
        Query { pairs }
    }

    /// The first value under `name`; empty when there is none.
    pub fn text(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_ref())
    }

    /// A truth value; anything unreadable is false.
    pub fn flag(&self, name: &str) -> bool {
        matches!(self.text(name), "1" | "t" | "T" | "true" | "TRUE" | "True")
    }

    /// A number; `None` when missing or unreadable.
    pub fn int(&self, name: &str) -> Option<i64> {
        self.get(name)?.parse().ok()
    }

    /// Milliseconds since 1970; 0 when missing.
    ///
    /// # Errors
    /// `invalid_body_param`, as clients know it, when it is no number.
    pub fn time(&self, name: &str) -> Result<Millis> {
        match self.text(name) {
            "" => Ok(0),
            text => text.parse().map_err(|_| ApiError::body_param(name)),
        }
    }

    /// An id; [`Id::NONE`] when missing.
    ///
    /// # Errors
    /// `invalid_url_param` when it is no id.
    pub fn id<T: From<Id>>(&self, name: &str) -> Result<T> {
        Id::parse(self.text(name)).map(T::from).ok_or_else(|| ApiError::url_param(name))
    }

    /// The place under `name`, if the query names one. What is no id names a place that there is not.
    pub fn place<T: From<Id>>(&self, name: &str) -> Option<T> {
        let id = Id::parse(self.text(name)).unwrap_or(Id::UNKNOWN);
        (!id.is_none()).then(|| id.into())
    }

    /// The page's number, from 0.
    pub fn page(&self) -> usize {
        self.int("page").and_then(|page| usize::try_from(page).ok()).unwrap_or(0)
    }

    pub fn per_page(&self) -> usize {
        self.size("per_page")
    }

    /// A page's size under another name: the default when missing or negative, bounded above.
    pub fn size(&self, name: &str) -> usize {
        match self.int(name).map(usize::try_from) {
            Some(Ok(size)) => size.min(PER_PAGE_MAX),
            _ => PER_PAGE_DEFAULT,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_encoded_is_decoded() {
        let query = Query::new(Some("name=a+b%20c&&flag&name=other&empty="));
        let texts = ["name", "flag", "empty", "missing"].map(|name| query.text(name));
        assert_eq!(texts, ["a b c", "", "", ""]);
        assert_eq!(query.get("missing"), None);
    }

    proptest! {
        #[test]
        fn plain_queries_are_read_as_all_others(text in "[a-cż&=?;#]{0,40}") {
            let decoded: Vec<_> = form_urlencoded::parse(text.as_bytes()).collect();
            prop_assert_eq!(Query::new(Some(&text)).pairs, decoded);
        }
    }
}
