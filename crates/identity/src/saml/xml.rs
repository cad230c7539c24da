//! XML as messages of SAML are written: read within bounds, and without what could be read in two ways.
//!
//! A library reads it ([`roxmltree`]). This file looks at the text first. The library descends by recursion, so the depth
//! is bounded before. A document type, a CDATA section, a processing instruction and a comment stand in no message of
//! SAML; each of them has been used to make two readers see two texts.

use roxmltree::{Document, Node, ParsingOptions};

/// Bytes of a message; those with hundreds of groups have some fifty thousand.
pub const BYTES_MAX: usize = 256 << 10;
/// Elements within each other; a signed assertion has nine.
const DEPTH_MAX: usize = 32;
/// Elements, attributes' owners and texts of a message.
const NODES_MAX: u32 = 16_000;
/// Attributes of one element, with its declarations of namespaces.
const ATTRIBUTES_MAX: usize = 64;

/// Why a text is not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    #[error("it is longer than {BYTES_MAX} bytes")]
    TooLong,
    #[error("it has more than {DEPTH_MAX} elements within each other")]
    TooDeep,
    #[error("an element has more than {ATTRIBUTES_MAX} attributes")]
    TooManyAttributes,
    #[error("it has a {0}, which is not read")]
    Unneeded(&'static str),
    #[error("it is not XML: {0}")]
    NotXml(String),
}

/// Whether comments are passed over or refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comments {
    /// In what is signed, and what people are known by.
    Refused,
    /// In descriptions of providers, which people write.
    Skipped,
}

/// Reads a message.
///
/// # Errors
/// As [`Malformed`] says.
pub fn parse(text: &str, comments: Comments) -> Result<Document<'_>, Malformed> {
    if text.len() > BYTES_MAX {
        return Err(Malformed::TooLong);
    }
    scan(text, comments)?;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: NODES_MAX, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| Malformed::NotXml(error.to_string()))
}

/// Walks over the tags. `<` stands nowhere else in XML, once comments and sections are refused.
fn scan(text: &str, comments: Comments) -> Result<(), Malformed> {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    if rest.starts_with("<?xml ") {
        rest = behind(rest, "?>")?;
    }
    let mut depth = 0_usize;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        if rest.starts_with("<!--") && comments == Comments::Skipped {
            rest = behind(&rest["<!--".len()..], "-->")?;
            continue;
        }
        if let Some(what) = unneeded(rest) {
            return Err(Malformed::Unneeded(what));
        }
        let tag = first_tag(rest)?;
        if tag.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else if !tag.ends_with("/>") {
            depth += 1;
        }
        if depth > DEPTH_MAX {
            return Err(Malformed::TooDeep);
        }
        rest = &rest[tag.len()..];
    }
    Ok(())
}

fn unneeded(rest: &str) -> Option<&'static str> {
    let starts = [
        ("<!--", "comment"),
        ("<![CDATA[", "CDATA section"),
        ("<!", "document type"),
        ("<?", "processing instruction"),
    ];
    starts.into_iter().find(|(start, _)| rest.starts_with(start)).map(|(_, what)| what)
}

fn behind<'a>(text: &'a str, end: &str) -> Result<&'a str, Malformed> {
    let at = text.find(end).ok_or_else(|| Malformed::NotXml(format!("there is no {end}")))?;
    Ok(&text[at + end.len()..])
}

/// The tag that a text begins with, up to the first `>` outside of quotes.
fn first_tag(text: &str) -> Result<&str, Malformed> {
    let (mut quote, mut values) = (None, 0);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Ok(&text[..=at]),
            (None, b'"' | b'\'') => {
                quote = Some(byte);
                values += 1;
            }
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
        if values > ATTRIBUTES_MAX {
            return Err(Malformed::TooManyAttributes);
        }
    }
    Err(Malformed::NotXml("a tag does not end".into()))
}

/// The elements directly within one.
pub fn children<'a, 'i: 'a>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(Node::is_element)
}

/// The elements of a name directly within one.
pub fn named<'a, 'i: 'a>(
    node: Node<'a, 'i>,
    namespace: &'static str,
    name: &'static str,
) -> impl Iterator<Item = Node<'a, 'i>> {
    children(node).filter(move |child| child.has_tag_name((namespace, name)))
}

/// The one element of a name directly within one; nothing when there is none, or several.
pub fn only<'a, 'i: 'a>(node: Node<'a, 'i>, namespace: &'static str, name: &'static str) -> Option<Node<'a, 'i>> {
    let mut found = named(node, namespace, name);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// All that an element says, without the spaces around it; nothing when elements stand in it.
pub fn text(node: Node<'_, '_>) -> Option<String> {
    let mut whole = String::new();
    for child in node.children() {
        if child.is_element() {
            return None;
        }
        whole.push_str(child.text().unwrap_or_default());
    }
    Some(whole.trim().to_owned())
}

/// A text as it stands in an attribute or between tags of what this server writes.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> Malformed {
        parse(text, Comments::Refused).map(|_| ()).expect_err("refused")
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_refused() {
        for (text, what) in [
            ("<a><!-- x --></a>", "comment"),
            ("<!-- x --><a/>", "comment"),
            ("<a><![CDATA[x]]></a>", "CDATA section"),
            ("<!DOCTYPE a><a/>", "document type"),
            ("<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "document type"),
            ("<a><?x y?></a>", "processing instruction"),
            ("<?xml-stylesheet href=\"x\"?><a/>", "processing instruction"),
        ] {
            assert_eq!(refused(text), Malformed::Unneeded(what), "{text}");
        }
        for broken in
            ["", "a", "<a>", "<a", "<a b='>", "<a/><b/>", "<a>&b;</a>", "<a b=\"<c>\"/>", "<a></b>", "<?xml x"]
        {
            assert!(matches!(refused(broken), Malformed::NotXml(_)), "{broken}: {:?}", refused(broken));
        }
        assert!(
            parse("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a b=\"x>y\">&amp;</a>\n", Comments::Refused).is_ok()
        );
        assert!(parse("<!-- < --><a><!-- > --></a>", Comments::Skipped).is_ok());
    }

    #[test]
    fn a_message_is_bounded_in_each_direction() {
        let deep = |levels: usize| format!("{}{}", "<a>".repeat(levels), "</a>".repeat(levels));
        assert!(parse(&deep(DEPTH_MAX), Comments::Refused).is_ok());
        assert_eq!(refused(&deep(DEPTH_MAX + 1)), Malformed::TooDeep);
        // A tag that is not closed counts as well: the library would descend before it finds out.
        assert_eq!(refused(&"<a>".repeat(50_000)), Malformed::TooDeep);
        assert_eq!(refused(&"<a b='/>'>".repeat(20_000)), Malformed::TooDeep);
        let attributes: String = (0..=ATTRIBUTES_MAX).map(|number| format!(" a{number}='x'")).collect();
        assert_eq!(refused(&format!("<a{attributes}/>")), Malformed::TooManyAttributes);
        assert_eq!(refused(&format!("<a>{}</a>", "x".repeat(BYTES_MAX))), Malformed::TooLong);
        let many = format!("<a>{}</a>", "<b/>".repeat(NODES_MAX as usize));
        assert!(matches!(refused(&many), Malformed::NotXml(_)));
        let flat = format!("<a>{}</a>", "<b/>".repeat(5_000));
        assert!(parse(&flat, Comments::Refused).is_ok());
    }

    #[test]
    fn what_is_written_is_read_again() {
        let text = "a<b>&\"c'\r\n\u{1}";
        let document = format!("<a b=\"{0}\">{0}</a>", escaped(text));
        let document = parse(&document, Comments::Refused).expect("XML");
        assert_eq!(document.root_element().attribute("b"), Some("a<b>&\"c'"));
    }
}
