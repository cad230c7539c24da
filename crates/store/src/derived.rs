//! Tables of what is made anew from other tables, by what their names begin with. A copy of the database leaves them out.

/// What is searched by the full text.
pub(crate) const FULL_TEXT: &str = "search_";

/// What finds users by parts of their names.
pub(crate) const NAME_GRAMS: &str = "name_gram";
