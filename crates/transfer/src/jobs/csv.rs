//! Cells of tables as files (RFC 4180).

/// A text as a cell. Programs for tables run what begins like a formula, so that is kept from its place.
pub fn cell(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_neither_ends_its_cell_nor_is_a_formula() {
        assert_eq!(cell("Ann \"A\", B"), "\"Ann \"\"A\"\", B\"");
        assert_eq!(cell("=HYPERLINK(1)"), "\"'=HYPERLINK(1)\"");
    }
}
