//! A users file: an account a line, as an address, blanks and a password, or as two fields of a CSV file.
//!
//! ```text
//! ann@example.com correct horse battery staple
//! bob@example.com,pass-word
//! "cid@example.com","with ""quotes"", commas and a blank at the end "
//! ```

/// Email and password.
pub type Listed = (String, String);

/// Lines of which the refusal tells; the rest is counted.
const TOLD_MAX: usize = 10;

/// The accounts of a file.
///
/// # Errors
/// With the number of each line that is none and what is wrong with it, or when there is no account at all.
pub fn parse(text: &str) -> Result<Vec<Listed>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let (mut accounts, mut wrong) = (Vec::new(), Vec::new());
    for (at, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match account(line) {
            Ok(account) => accounts.push(account),
            Err(why) => wrong.push(format!("line {}: {why}", at + 1)),
        }
    }
    if !wrong.is_empty() {
        let more = wrong.len().saturating_sub(TOLD_MAX);
        wrong.truncate(TOLD_MAX);
        let rest = if more > 0 { format!("; and {more} more lines") } else { String::new() };
        return Err(wrong.join("; ") + &rest);
    }
    if accounts.is_empty() { Err("there is no account in it".into()) } else { Ok(accounts) }
}

/// An account as a line that [`parse`] reads.
pub fn line((email, password): &Listed) -> String {
    let is_plain = !password.contains(['"', ',']) && password.trim() == password && !email.contains([',', '"']);
    if is_plain {
        return format!("{email} {password}\n");
    }
    format!("\"{}\",\"{}\"\n", email.replace('"', "\"\""), password.replace('"', "\"\""))
}

fn account(line: &str) -> Result<Listed, String> {
    // Files that were put together have a byte order mark in their midst.
    let line = line.trim_start_matches(is_blank);
    let first = line.split_whitespace().next().unwrap_or_default();
    let (email, password) = if first.starts_with('"') || first.contains(',') {
        let fields = fields(line)?;
        let count = fields.len();
        let [email, password] = <[String; 2]>::try_from(fields).map_err(|_| {
            format!("it has {count} fields, not an address and a password: quote a password with commas or quotes")
        })?;
        (email, password)
    } else {
        let rest = line[first.len()..].trim();
        let password = match rest.starts_with('"') {
            true => fields(rest)?.concat(),
            false => rest.to_owned(),
        };
        (first.to_owned(), password)
    };
    if let Some((kind @ ("openid" | "saml"), _)) = email.split_once(':') {
        return Err(format!("{kind} accounts sign in by a browser, which is not simulated here"));
    }
    let is_address = email.split_once('@').is_some_and(|(name, domain)| !name.is_empty() && !domain.is_empty());
    if !is_address || email.contains(is_blank) {
        return Err(format!("{email:?} is no email address"));
    }
    if password.is_empty() {
        return Err("there is no password after the address".into());
    }
    Ok((email, password))
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// The fields of a line of a CSV file. Blanks around a field belong to it only within quotes.
fn fields(line: &str) -> Result<Vec<String>, String> {
    let (mut fields, mut rest) = (Vec::new(), line.trim());
    loop {
        rest = rest.trim_start();
        let field = match rest.strip_prefix('"') {
            Some(quoted) => {
                let (field, after) = quoted_field(quoted)?;
                rest = after.trim_start();
                if !(rest.is_empty() || rest.starts_with(',')) {
                    return Err("there is more after a closing quote: write \"\" for a quote within a field".into());
                }
                field
            }
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                let field = rest[..end].trim().to_owned();
                rest = &rest[end..];
                field
            }
        };
        fields.push(field);
        match rest.strip_prefix(',') {
            Some(after) => rest = after,
            None => return Ok(fields),
        }
    }
}

/// What stands before the closing quote, and what behind it.
fn quoted_field(text: &str) -> Result<(String, &str), String> {
    let (mut field, mut rest) = (String::new(), text);
    loop {
        let end = rest.find('"').ok_or("a quote is not closed")?;
        field.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            Some(after) => {
                field.push('"');
                rest = after;
            }
            None => return Ok((field, rest)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_are_read_as_people_and_tables_write_them() {
        for (line, password) in [
            ("a@b.c one", "one"),
            ("\u{feff}a@b.c \t one", "one"),
            ("  a@b.c correct horse battery staple  \r", "correct horse battery staple"),
            ("a@b.c one,two", "one,two"),
            ("a@b.c, one", "one"),
            ("a@b.c,one two", "one two"),
            ("\"a@b.c\",\"one, \"\"two\"\" \"", "one, \"two\" "),
            ("a@b.c,\" one\"", " one"),
            ("a@b.c \"one two \"", "one two "),
            ("a@b.c on\"e", "on\"e"),
        ] {
            let read = parse(line).unwrap_or_else(|why| panic!("{line}: {why}"));
            assert_eq!(read, [("a@b.c".to_owned(), password.to_owned())], "{line}");
            assert_eq!(parse(&super::line(&read[0])), Ok(read), "{line}");
        }
    }

    #[test]
    fn every_wrong_line_is_named_with_what_is_wrong_with_it() {
        for (line, why) in [
            ("a@b.c", "no password"),
            ("a@b.c,", "no password"),
            ("email password", "\"email\" is no email address"),
            ("@b.c one", "no email address"),
            ("a@b.c,one,two", "3 fields"),
            ("\"a@b.c\",\"one", "not closed"),
            ("\"a@b.c\",\"one\"two", "closing quote"),
            ("openid:a@b.c x", "openid"),
            ("saml:a@b.c x", "saml"),
        ] {
            let said = parse(&format!("ok@b.c one\n\n{line}\nok@b.c two\nwrong\n")).expect_err(line);
            assert!(said.contains("line 3: ") && said.contains(why) && said.contains("line 5: "), "{line}: {said}");
        }
        assert!(parse("\n").expect_err("nothing").contains("no account"));
        let many = parse(&"wrong\n".repeat(25)).expect_err("all of them");
        assert!(
            many.contains("line 10:") && !many.contains("line 11:") && many.ends_with("and 15 more lines"),
            "{many}"
        );
    }
}
