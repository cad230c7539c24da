//! Categories of the sidebar.

use crate::invalid::{Checked, Invalid};
use crate::text::fits;

pub const DISPLAY_NAME_LEN_MAX: usize = 64;

const TYPES: &[&str] = &["favorites", "channels", "direct_messages", "custom"];
const SORTINGS: &[&str] = &["", "alpha", "manual", "recent"];

#[derive(Clone, Copy, Debug, Default)]
pub struct CategoryText<'a> {
    pub display_name: &'a str,
    /// Empty in a request that makes one: it will be `custom`.
    pub kind: &'a str,
    pub sorting: &'a str,
}

impl CategoryText<'_> {
    /// # Errors
    /// `api.context.invalid_body_param.app_error` for a name that is too long, an unknown kind or sorting.
    pub fn must_be_valid(&self) -> Checked {
        let valid = fits(self.display_name, DISPLAY_NAME_LEN_MAX)
            && (self.kind.is_empty() || TYPES.contains(&self.kind))
            && SORTINGS.contains(&self.sorting);
        if valid { Ok(()) } else { Err(Invalid::body("category")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_has_a_known_kind_and_sorting() {
        let good = CategoryText { display_name: "Work", kind: "custom", sorting: "manual" };
        assert_eq!(good.must_be_valid(), Ok(()));
        assert_eq!(CategoryText { kind: "", sorting: "", ..good }.must_be_valid(), Ok(()));
        assert!(CategoryText { kind: "mine", ..good }.must_be_valid().is_err());
        assert!(CategoryText { sorting: "random", ..good }.must_be_valid().is_err());
        assert!(CategoryText { display_name: &"d".repeat(65), ..good }.must_be_valid().is_err());
    }
}
