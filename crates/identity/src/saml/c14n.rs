//! Exclusive canonical XML 1.0, without comments: the bytes that a signature is over
//! (<https://www.w3.org/TR/xml-exc-c14n/>).
//!
//! An element declares the namespaces that its own name and its attributes use, and no others. Prefixes of the list of
//! inclusive namespaces are declared wherever they mean something new.

use std::collections::BTreeSet;

use roxmltree::{Attribute, Node, NodeId};

/// The name of the default namespace in a list of inclusive ones.
const DEFAULT: &str = "#default";

/// The canonical form of an element, without the element `left_out` within it.
///
/// The depth of the document bounds the recursion.
pub fn canonical(apex: Node<'_, '_>, left_out: Option<NodeId>, inclusive: &[String]) -> String {
    let mut writer = Writer { out: String::new(), rendered: Vec::new(), left_out, inclusive };
    writer.element(apex);
    writer.out
}

struct Writer<'l> {
    out: String,
    /// Declarations that hold here in what was written: prefix and address, the innermost last.
    rendered: Vec<(String, String)>,
    left_out: Option<NodeId>,
    inclusive: &'l [String],
}

impl Writer<'_> {
    fn element(&mut self, node: Node<'_, '_>) {
        let (name, outer) = (tag_name(node), self.rendered.len());
        self.out.push('<');
        self.out.push_str(name);
        self.declarations(node, name);
        self.attributes(node);
        self.out.push('>');
        let left_out = self.left_out;
        for child in node.children().filter(|child| Some(child.id()) != left_out) {
            if child.is_element() {
                self.element(child);
            } else if child.is_text() {
                self.text(child.text().unwrap_or_default());
            } else if let Some(instruction) = child.pi() {
                let value = instruction.value.map(|value| format!(" {value}")).unwrap_or_default();
                self.out.push_str(&format!("<?{}{value}?>", instruction.target));
            }
        }
        self.out.push_str(&format!("</{name}>"));
        self.rendered.truncate(outer);
    }

    fn declarations(&mut self, node: Node<'_, '_>, name: &str) {
        let mut used: BTreeSet<&str> = BTreeSet::from([prefix(name)]);
        used.extend(
            node.attributes().map(|attribute| prefix(attribute_name(node, &attribute))).filter(|it| !it.is_empty()),
        );
        used.extend(self.inclusive.iter().map(|prefix| if prefix == DEFAULT { "" } else { prefix.as_str() }));
        // `xml` means the same everywhere, and is declared nowhere.
        used.remove("xml");
        for prefix in used {
            let address = node.lookup_namespace_uri(Some(prefix).filter(|it| !it.is_empty())).unwrap_or_default();
            let before = self.rendered.iter().rev().find(|(known, _)| known == prefix);
            if before.map_or("", |(_, address)| address.as_str()) == address {
                continue;
            }
            match prefix {
                "" => self.out.push_str(" xmlns=\""),
                _ => self.out.push_str(&format!(" xmlns:{prefix}=\"")),
            }
            self.value(address);
            self.out.push('"');
            self.rendered.push((prefix.to_owned(), address.to_owned()));
        }
    }

    fn attributes(&mut self, node: Node<'_, '_>) {
        let mut sorted: Vec<Attribute<'_, '_>> = node.attributes().collect();
        sorted.sort_by_key(|attribute| (attribute.namespace().unwrap_or_default(), attribute.name()));
        for attribute in sorted {
            self.out.push_str(&format!(" {}=\"", attribute_name(node, &attribute)));
            self.value(attribute.value());
            self.out.push('"');
        }
    }

    fn text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '\r' => self.out.push_str("&#xD;"),
                c => self.out.push(c),
            }
        }
    }

    fn value(&mut self, value: &str) {
        for c in value.chars() {
            match c {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '"' => self.out.push_str("&quot;"),
                '\t' => self.out.push_str("&#x9;"),
                '\n' => self.out.push_str("&#xA;"),
                '\r' => self.out.push_str("&#xD;"),
                c => self.out.push(c),
            }
        }
    }
}

/// The name of an element as it is written, with its prefix: the library keeps only what the prefix means.
fn tag_name<'a>(node: Node<'a, '_>) -> &'a str {
    let text = &node.document().input_text()[node.range().start + 1..];
    let end = text.find([' ', '\t', '\r', '\n', '/', '>']).unwrap_or(text.len());
    &text[..end]
}

fn attribute_name<'a>(node: Node<'a, '_>, attribute: &Attribute<'_, '_>) -> &'a str {
    &node.document().input_text()[attribute.range_qname()]
}

fn prefix(name: &str) -> &str {
    name.split_once(':').map_or("", |(prefix, _)| prefix)
}

#[cfg(test)]
mod tests;
