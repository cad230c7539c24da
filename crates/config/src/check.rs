//! Rules on a value beyond its type and range. Each answers with the sentence that follows the key.

use std::path::{Component, Path};

use serde_json::Value;

type Checked = Result<(), String>;

/// Empty, or an `http(s)` address without a trailing slash, so that paths can be appended.
pub fn site_url(value: &Value) -> Checked {
    let Some(text) = value.as_str().filter(|text| !text.is_empty()) else { return Ok(()) };
    if !(text.starts_with("http://") || text.starts_with("https://")) {
        return Err(format!("must start with http:// or https://, got {text:?}"));
    }
    if text.ends_with('/') {
        return Err(format!("must not end with a slash, got {text:?}"));
    }
    Ok(())
}

/// Empty, or an `http(s)` or `mailto:` address.
pub fn link(value: &Value) -> Checked {
    let Some(text) = value.as_str().filter(|text| !text.is_empty()) else { return Ok(()) };
    let known = ["http://", "https://", "mailto:", "/"].iter().any(|scheme| text.starts_with(scheme));
    known.then_some(()).ok_or_else(|| format!("must be an http, https or mailto address or a path, got {text:?}"))
}

/// `host:port` or `:port`, as a listener takes it.
pub fn listen(value: &Value) -> Checked {
    let Some(text) = value.as_str() else { return Ok(()) };
    let port = text.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
    match port {
        Some(Ok(_)) => Ok(()),
        _ => Err(format!("must be an address and port such as \"127.0.0.1:8065\" or \":8065\", got {text:?}")),
    }
}

/// Empty (off), or what [`listen`] takes.
pub fn listen_or_off(value: &Value) -> Checked {
    if value.as_str() == Some("") { Ok(()) } else { listen(value) }
}

pub fn not_empty(value: &Value) -> Checked {
    if value.as_str() == Some("") { Err("must not be empty".into()) } else { Ok(()) }
}

/// A folder below the data folder, or a whole path. `..` is refused: whether it leaves the data folder would depend on
/// where that is.
pub fn folder(value: &Value) -> Checked {
    let Some(text) = value.as_str() else { return Ok(()) };
    let mut parts = Path::new(text).components();
    if parts.clone().any(|part| part == Component::ParentDir) {
        return Err(format!("must not contain \"..\": write the whole path, got {text:?}"));
    }
    let named = parts.any(|part| matches!(part, Component::Normal(_)));
    named.then_some(()).ok_or_else(|| format!("must name a folder of its own, got {text:?}"))
}

/// Empty, or something with one `@` between two texts.
pub fn email(value: &Value) -> Checked {
    let Some(text) = value.as_str().filter(|text| !text.is_empty()) else { return Ok(()) };
    match text.split_once('@') {
        Some((name, host)) if !name.is_empty() && !host.is_empty() && !host.contains('@') => Ok(()),
        _ => Err(format!("must be an e-mail address, got {text:?}")),
    }
}

/// A lower-case language with an optional region: `en`, `pt-BR`.
pub fn locale(value: &Value) -> Checked {
    let Some(text) = value.as_str() else { return Ok(()) };
    let language = text.split('-').next().unwrap_or_default();
    let fine = (2..=3).contains(&language.len())
        && language.bytes().all(|b| b.is_ascii_lowercase())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    fine.then_some(()).ok_or_else(|| format!("must be a language such as \"en\" or \"pt-BR\", got {text:?}"))
}

/// Empty, or names of headers, separated by spaces or commas.
pub fn header_names(value: &Value) -> Checked {
    let Some(text) = value.as_str() else { return Ok(()) };
    let fine = |c: char| c.is_ascii_alphanumeric() || "-_ ,".contains(c);
    text.chars().all(fine).then_some(()).ok_or_else(|| format!("must be names of headers, got {text:?}"))
}

/// Empty, or sites separated by spaces as a browser's policy names them: nothing that would end the rule.
pub fn sources(value: &Value) -> Checked {
    let Some(text) = value.as_str() else { return Ok(()) };
    let fine = |c: char| c == ' ' || c.is_ascii_graphic() && !";,\"".contains(c);
    text.chars().all(fine).then_some(()).ok_or_else(|| format!("must be sites separated by spaces, got {text:?}"))
}

/// Empty, or a colour such as `#2389D7`.
pub fn color(value: &Value) -> Checked {
    let Some(text) = value.as_str().filter(|text| !text.is_empty()) else { return Ok(()) };
    let digits = text.strip_prefix('#').unwrap_or_default();
    let fine = (3..=8).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    fine.then_some(()).ok_or_else(|| format!("must be a colour such as \"#2389D7\", got {text:?}"))
}

/// An hour and a minute: `02:00`.
pub fn time_of_day(value: &Value) -> Checked {
    let Some(text) = value.as_str() else { return Ok(()) };
    let part = |text: &str, most: u8| text.len() == 2 && text.parse::<u8>().is_ok_and(|number| number <= most);
    let fine = text.split_once(':').is_some_and(|(hour, minute)| part(hour, 23) && part(minute, 59));
    fine.then_some(()).ok_or_else(|| format!("must be a time such as \"02:00\", got {text:?}"))
}

/// A port number, which the API carries as text.
pub fn port(value: &Value) -> Checked {
    let Some(text) = value.as_str() else { return Ok(()) };
    match text.parse::<u16>() {
        Ok(1..) => Ok(()),
        _ => Err(format!("must be a port between 1 and 65535, got {text:?}")),
    }
}

/// Empty, or a filter of a directory (RFC 4515) whose parentheses match. The rest is said by the trial, which parses it.
pub fn ldap_filter(value: &Value) -> Checked {
    let Some(text) = value.as_str().map(str::trim).filter(|text| !text.is_empty()) else { return Ok(()) };
    let mut depth = 0_i32;
    let is_open = |(at, c): (usize, char)| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth > 0 || depth == 0 && at + c.len_utf8() == text.len()
    };
    let fine = text.char_indices().all(is_open) && depth == 0;
    fine.then_some(()).ok_or_else(|| format!("must be a filter in parentheses such as \"(uid=*)\", got {text:?}"))
}

/// Empty, or the name of an attribute of a directory.
pub fn ldap_attribute(value: &Value) -> Checked {
    let Some(text) = value.as_str().filter(|text| !text.is_empty()) else { return Ok(()) };
    let fine = text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ';' | '_'));
    fine.then_some(()).ok_or_else(|| format!("must be the name of an attribute such as \"uid\", got {text:?}"))
}

/// Empty, or an `https` address; `http` on this machine.
pub fn web_address(value: &Value) -> Checked {
    let Some(text) = value.as_str().filter(|text| !text.is_empty()) else { return Ok(()) };
    let host = |rest: &str| rest.split(['/', ':', '?', '#']).next().unwrap_or_default().to_owned();
    let is_written_well = !text.contains(['@', '\\']) && !text.contains(char::is_whitespace);
    let fine = match (text.strip_prefix("https://"), text.strip_prefix("http://")) {
        (Some(rest), _) => !host(rest).is_empty(),
        (_, Some(rest)) => rest.starts_with("[::1]") || matches!(host(rest).as_str(), "127.0.0.1" | "localhost"),
        _ => false,
    };
    let why = || {
        format!(
            "must be an address such as \"https://id.example.com/saml\"; http is good on this machine alone, got {text:?}"
        )
    };
    (fine && is_written_well).then_some(()).ok_or_else(why)
}

/// Whether a text is what [`web_address`] takes.
pub fn is_web_address(text: &str) -> bool {
    !text.is_empty() && web_address(&text.into()).is_ok()
}

/// Empty, or `left=right`.
pub fn pair(value: &Value) -> Checked {
    let Some(text) = value.as_str().filter(|text| !text.is_empty()) else { return Ok(()) };
    is_pair(text).then_some(()).ok_or_else(|| format!("must be written as left=right, got {text:?}"))
}

/// Whether a text is `left=right`, and neither side is empty.
pub fn is_pair(text: &str) -> bool {
    text.split_once('=').is_some_and(|(left, right)| !left.is_empty() && !right.is_empty())
}

/// True: other servers of this API can be told to check no signature.
pub fn is_on(value: &Value) -> Checked {
    match value.as_bool() {
        Some(false) => Err("must be true: an answer that nobody signed could come from anybody".into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(check: fn(&Value) -> Checked, text: &str) -> bool {
        check(&Value::from(text)).is_ok()
    }

    #[test]
    fn filters_are_one_pair_of_parentheses() {
        for fine in ["", "(a=b)", " (&(a=b)(!(c=*))) "] {
            assert!(passes(ldap_filter, fine), "{fine}");
        }
        for wrong in ["a=b", "(a=b", "(a=b))", "(a=b)(c=d)", ")(", "(a=b)x"] {
            assert!(!passes(ldap_filter, wrong), "{wrong}");
        }
        assert!(passes(ldap_attribute, "userCertificate;binary") && !passes(ldap_attribute, "uid=*"));
    }

    #[test]
    fn what_lets_people_in_is_asked_encrypted() {
        for fine in ["", "https://a.test/saml?x=1#y", "http://127.0.0.1:8080/x", "http://localhost", "http://[::1]:1/"]
        {
            assert!(passes(web_address, fine), "{fine}");
        }
        for wrong in [
            "a.test",
            "http://a.test",
            "https://",
            "http://127.0.0.1.evil.test",
            "https://a@b.test",
            "https://a b",
            "ftp://a",
        ] {
            assert!(!passes(web_address, wrong), "{wrong}");
        }
        assert!(passes(pair, "a=b=c") && !passes(pair, "a=") && !passes(pair, "=b") && !passes(pair, "ab"));
        assert!(is_on(&Value::Bool(true)).is_ok() && is_on(&Value::Bool(false)).is_err());
    }

    #[test]
    fn listeners_need_a_port() {
        assert!(passes(listen, ":8065") && passes(listen, "[::1]:80") && passes(listen, "localhost:1"));
        assert!(
            !passes(listen, "8065") && !passes(listen, "host:") && !passes(listen, ":70000") && !passes(listen, "")
        );
        assert!(passes(listen_or_off, ""));
    }

    #[test]
    fn a_folder_is_one_of_its_own() {
        assert!(passes(folder, "files") && passes(folder, "./files/") && passes(folder, "/srv/files"));
        assert!(!passes(folder, "") && !passes(folder, ".") && !passes(folder, "./") && !passes(folder, "/"));
        assert!(!passes(folder, "../files") && !passes(folder, "files/.."));
    }

    #[test]
    fn a_site_has_a_scheme_and_no_slash_at_the_end() {
        assert!(passes(site_url, "https://chat.example.com/sub") && passes(site_url, ""));
        assert!(!passes(site_url, "chat.example.com") && !passes(site_url, "https://chat.example.com/"));
    }

    #[test]
    fn links_cannot_run_code() {
        assert!(passes(link, "https://a") && passes(link, "mailto:a@b") && passes(link, "/landing"));
        assert!(!passes(link, "javascript:alert(1)"));
    }

    #[test]
    fn times_have_two_digits_each() {
        assert!(passes(time_of_day, "00:00") && passes(time_of_day, "23:59"));
        assert!(!passes(time_of_day, "24:00") && !passes(time_of_day, "1:00") && !passes(time_of_day, "noon"));
    }

    #[test]
    fn mail_addresses_have_one_at() {
        assert!(passes(email, "a@b") && passes(email, ""));
        assert!(!passes(email, "a") && !passes(email, "a@b@c") && !passes(email, "@b"));
    }

    #[test]
    fn locales_and_colours_have_their_form() {
        assert!(passes(locale, "en") && passes(locale, "pt-BR") && !passes(locale, "") && !passes(locale, "EN"));
        assert!(passes(color, "#fff") && passes(color, "#2389D7") && !passes(color, "red"));
    }

    #[test]
    fn a_policy_and_a_header_cannot_be_left() {
        assert!(passes(sources, "https://a.test *.b.test 'self'") && passes(sources, ""));
        assert!(!passes(sources, "https://a.test; script-src *") && !passes(sources, "a\r\nb"));
        assert!(passes(header_names, "X-One, X-Two") && !passes(header_names, "X-One\r\nX: 1"));
    }

    #[test]
    fn ports_are_numbers_above_zero() {
        assert!(passes(port, "25") && !passes(port, "0") && !passes(port, "smtp"));
    }
}
