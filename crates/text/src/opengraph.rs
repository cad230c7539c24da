//! What a web page says about itself in its head: the OpenGraph properties and the title.
//!
//! Pages come from anywhere and are often broken. This reads tags one after the other, as far as
//! the body, and never builds a tree. Nothing here fetches anything.

/// Longest title, description or name that is kept, in characters: a preview shows less.
pub const TEXT_CHARS_MAX: usize = 300;
/// Pictures of one page; clients show the first that fits.
pub const IMAGES_MAX: usize = 4;
/// Longest address that is kept.
pub const ADDRESS_BYTES_MAX: usize = 2_048;
/// Attributes of one tag that are looked at.
const ATTRIBUTES_MAX: usize = 32;

/// What a page says about itself. What it does not say is empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpenGraph {
    pub kind: String,
    pub url: String,
    pub title: String,
    pub description: String,
    pub site_name: String,
    pub locale: String,
    pub images: Vec<Image>,
}

/// A picture that stands for a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Image {
    pub url: String,
    pub secure_url: String,
    pub kind: String,
    pub width: u32,
    pub height: u32,
}

/// What `html` says of itself; `None` when it says nothing in OpenGraph.
pub fn open_graph(html: &str) -> Option<OpenGraph> {
    let mut page = OpenGraph::default();
    let (mut title, mut any) = (String::new(), false);
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end + 3..]);
            continue;
        }
        let name_len = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let (name, tail) = rest.split_at(name_len);
        let (attributes, tail) = attributes(tail);
        rest = tail;
        match name.to_ascii_lowercase().as_str() {
            "meta" => any |= note(&mut page, &attributes),
            "title" if title.is_empty() => title = clean(&unescape(rest.split('<').next().unwrap_or_default())),
            "script" => rest = behind(rest, "</script"),
            "style" => rest = behind(rest, "</style"),
            "body" => break,
            _ => {}
        }
    }
    if page.title.is_empty() {
        page.title = title;
    }
    any.then_some(page)
}

/// Takes over a property; false when the tag is about something else.
fn note(page: &mut OpenGraph, attributes: &[(String, String)]) -> bool {
    let get = |wanted: &str| attributes.iter().find(|(name, _)| name == wanted).map_or("", |(_, value)| value.as_str());
    let property = match get("property") {
        // Some pages write the property where HTML has the name.
        "" => get("name"),
        property => property,
    };
    let Some(property) = property.trim().strip_prefix("og:") else { return false };
    let content = get("content");
    let text = |field: &mut String| {
        if field.is_empty() {
            *field = clean(content);
        }
    };
    match property {
        "type" => text(&mut page.kind),
        "title" => text(&mut page.title),
        "description" => text(&mut page.description),
        "site_name" => text(&mut page.site_name),
        "locale" => text(&mut page.locale),
        "url" => page.url = address(content),
        "image" | "image:url" if page.images.len() < IMAGES_MAX => {
            page.images.push(Image { url: address(content), ..Image::default() });
        }
        _ => {
            let (Some(image), Some(detail)) = (page.images.last_mut(), property.strip_prefix("image:")) else {
                return true;
            };
            match detail {
                "secure_url" => image.secure_url = address(content),
                "type" => image.kind = clean(content),
                "width" => image.width = content.trim().parse().unwrap_or_default(),
                "height" => image.height = content.trim().parse().unwrap_or_default(),
                _ => {}
            }
        }
    }
    true
}

/// The attributes of a tag, names in lower case, and what follows the tag.
fn attributes(mut rest: &str) -> (Vec<(String, String)>, &str) {
    let mut found = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == '/');
        if rest.is_empty() {
            return (found, rest);
        }
        if let Some(tail) = rest.strip_prefix('>') {
            return (found, tail);
        }
        let name_end =
            rest.find(|c: char| c.is_ascii_whitespace() || matches!(c, '=' | '>' | '/')).unwrap_or(rest.len());
        // A stray "=" is a name of its own, so that every round takes something.
        let name_end = if name_end == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { name_end };
        let (name, tail) = rest.split_at(name_end);
        rest = tail;
        let mut value = "";
        if let Some(tail) = rest.trim_start().strip_prefix('=') {
            (value, rest) = attribute_value(tail.trim_start());
        }
        if found.len() < ATTRIBUTES_MAX {
            found.push((name.to_ascii_lowercase(), unescape(value)));
        }
    }
}

fn attribute_value(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(quote) {
            return inner.split_once(quote).unwrap_or((inner, ""));
        }
    }
    text.split_at(text.find(|c: char| c.is_ascii_whitespace() || c == '>').unwrap_or(text.len()))
}

fn behind<'a>(text: &'a str, end: &str) -> &'a str {
    let found = memchr::memmem::find_iter(text.as_bytes(), b"</")
        .find(|at| text.as_bytes()[*at..].get(..end.len()).is_some_and(|tag| tag.eq_ignore_ascii_case(end.as_bytes())));
    found.map_or("", |at| &text[at..])
}

fn address(text: &str) -> String {
    let text = text.trim();
    if text.len() <= ADDRESS_BYTES_MAX { text.to_owned() } else { String::new() }
}

/// One line of bounded length.
fn clean(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(TEXT_CHARS_MAX).collect()
}

/// Entities that stand in titles, and every character by its number.
fn unescape(text: &str) -> String {
    const LONGEST: usize = 10;
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.bytes().take(LONGEST).position(|byte| byte == b';');
        let known = end.and_then(|end| Some((entity(rest.get(..end)?)?, end)));
        match known {
            Some((character, end)) => {
                out.push(character);
                rest = &rest[end + 1..];
            }
            None => out.push('&'),
        }
    }
    out.push_str(rest);
    out
}

fn entity(name: &str) -> Option<char> {
    let number = |text: &str, radix| u32::from_str_radix(text, radix).ok().and_then(char::from_u32);
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "ndash" => '–',
        "mdash" => '—',
        "hellip" => '…',
        _ => match name.strip_prefix('#')? {
            hex if hex.starts_with(['x', 'X']) => number(&hex[1..], 16)?,
            decimal => number(decimal, 10)?,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_page_says_what_it_is() {
        let page = open_graph(
            r#"<!doctype html><html><head><title>Fallback</title>
            <script>if (a < b) document.write("<meta property='og:title' content='never'>")</script>
            <!-- <meta property="og:title" content="nor this"> -->
            <meta property="og:title" content="Tides &amp; times &#8211; today"/>
            <META content='When   the
              water comes' property=og:description>
            <meta property="og:type" content="website"><meta name="og:site_name" content="Tides">
            <meta property="og:image" content="/a.png"><meta property="og:image:width" content="640">
            <meta property="og:image:secure_url" content="https://x.test/a.png">
            <meta property="og:image:height" content="x"><meta property="og:url" content="https://x.test/p">
            </head><body><meta property="og:title" content="too late"></body>"#,
        )
        .expect("a page with properties");
        assert_eq!((page.title.as_str(), page.kind.as_str()), ("Tides & times – today", "website"));
        assert_eq!((page.description.as_str(), page.site_name.as_str()), ("When the water comes", "Tides"));
        let image =
            Image { url: "/a.png".into(), secure_url: "https://x.test/a.png".into(), width: 640, ..Image::default() };
        assert_eq!((page.url.as_str(), page.images), ("https://x.test/p", vec![image]));
    }

    #[test]
    fn a_page_without_properties_is_only_a_link() {
        assert_eq!(open_graph("<title>A page</title><meta name=description content=x>"), None);
        let named = open_graph("<title>A page</title><meta property=og:type content=article>").expect("a property");
        assert_eq!(named.title, "A page");
    }

    #[test]
    fn lengths_are_bounded() {
        let long = "x".repeat(10_000);
        let images = "<meta property=og:image content=/i>".repeat(100);
        let page = open_graph(&format!(
            "<meta property=og:title content={long}><meta property=og:url content={long}>{images}"
        ));
        let page = page.expect("a property");
        assert_eq!((page.title.len(), page.url.len(), page.images.len()), (TEXT_CHARS_MAX, 0, IMAGES_MAX));
    }

    proptest! {
        #[test]
        fn any_text_is_read_to_its_end(html in "(<meta |property=|content=|og:|title|['\"=<>/!&#;x-]|<script>|é| ){0,60}") {
            if let Some(page) = open_graph(&html) {
                prop_assert!(page.title.chars().count() <= TEXT_CHARS_MAX);
            }
        }
    }
}
