//! Rules on a value beyond its type and range. Each answers with the sentence that follows the key.

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

/// Empty, or a colour such as `#2389D7`.
pub fn color(value: &Value) -> Checked {
    let Some(text) = value.as_str().filter(|text| !text.is_empty()) else { return Ok(()) };
    let digits = text.strip_prefix('#').unwrap_or_default();
    let fine = (3..=8).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    fine.then_some(()).ok_or_else(|| format!("must be a colour such as \"#2389D7\", got {text:?}"))
}
