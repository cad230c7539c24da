//! Canonical forms, among them those of the recommendations.

use proptest::prelude::*;
use roxmltree::Document;

use super::*;
use crate::saml::xml::{Comments, parse};

/// The canonical form of the first element of a name.
fn of(document: &str, name: &str, inclusive: &[&str]) -> String {
    let document = Document::parse(document).expect("XML");
    let apex = document.descendants().find(|node| node.tag_name().name() == name).expect("the element");
    let inclusive: Vec<String> = inclusive.iter().map(|prefix| (*prefix).to_owned()).collect();
    canonical(apex, None, &inclusive)
}

/// <https://www.w3.org/TR/xml-exc-c14n/#sec-Enveloping> and §2.2: the same element in two envelopes.
#[test]
fn an_element_has_one_form_wherever_it_stands() {
    let first = "<n0:local xmlns:n0=\"foo:bar\" xmlns:n3=\"ftp://example.org\">\
                 <n1:elem2 xmlns:n1=\"http://example.net\" xml:lang=\"en\">\
                 <n3:stuff xmlns:n3=\"ftp://example.org\"/></n1:elem2></n0:local>";
    let second = "<n2:pdu xmlns:n1=\"http://example.com\" xmlns:n2=\"http://foo.example\" xml:lang=\"fr\" \
                  xml:space=\"retain\"><n1:elem2 xmlns:n1=\"http://example.net\" xml:lang=\"en\">\
                  <n3:stuff xmlns:n3=\"ftp://example.org\"/></n1:elem2></n2:pdu>";
    let expected = "<n1:elem2 xmlns:n1=\"http://example.net\" xml:lang=\"en\">\
                    <n3:stuff xmlns:n3=\"ftp://example.org\"></n3:stuff></n1:elem2>";
    assert_eq!(of(first, "elem2", &[]), expected);
    assert_eq!(of(second, "elem2", &[]), expected);
}

/// <https://www.w3.org/TR/xml-c14n/#Example-SETags>, as far as it needs no document type.
#[test]
fn tags_are_written_as_the_recommendation_has_them() {
    let document = "<doc>\n   <e1   />\n   <e2   ></e2>\n   <e3   name = \"elem3\"   id=\"elem3\"   />\n   \
                    <e5 a:attr=\"out\" b:attr=\"sorted\" attr2=\"all\" attr=\"I'm\"\n      \
                    xmlns:b=\"http://www.ietf.org\"\n      xmlns:a=\"http://www.w3.org\"\n      \
                    xmlns=\"http://example.org\"/>\n   <e6 xmlns=\"\" xmlns:a=\"http://www.w3.org\">\n      \
                    <e7 xmlns=\"http://www.ietf.org\">\n         <e8 xmlns=\"\" xmlns:a=\"http://www.w3.org\">\n            \
                    <e9 xmlns=\"\" xmlns:a=\"http://www.ietf.org\"/>\n         </e8>\n      </e7>\n   </e6>\n</doc>";
    let expected = "<doc>\n   <e1></e1>\n   <e2></e2>\n   <e3 id=\"elem3\" name=\"elem3\"></e3>\n   \
                    <e5 xmlns=\"http://example.org\" xmlns:a=\"http://www.w3.org\" xmlns:b=\"http://www.ietf.org\" \
                    attr=\"I'm\" attr2=\"all\" b:attr=\"sorted\" a:attr=\"out\"></e5>\n   <e6>\n      \
                    <e7 xmlns=\"http://www.ietf.org\">\n         <e8 xmlns=\"\">\n            <e9></e9>\n         \
                    </e8>\n      </e7>\n   </e6>\n</doc>";
    assert_eq!(of(document, "doc", &[]), expected);
}

/// <https://www.w3.org/TR/xml-c14n/#Example-Chars>, without what a document type normalises.
#[test]
fn characters_are_written_as_the_recommendation_has_them() {
    let document = "<doc>\r\n   <text>First line&#x0d;&#10;Second line</text>\r\n   <value>&#x32;</value>\r\n   \
                    <compute expr='value>\"0\" &amp;&amp; value&lt;\"10\" ?\"valid\":\"error\"'>valid</compute>\r\n   \
                    <norm attr=' &apos;   &#x20;&#13;&#xa;&#9;   &apos; '/>\r\n</doc>";
    let expected = "<doc>\n   <text>First line&#xD;\nSecond line</text>\n   <value>2</value>\n   \
                    <compute expr=\"value>&quot;0&quot; &amp;&amp; value&lt;&quot;10&quot; \
                    ?&quot;valid&quot;:&quot;error&quot;\">valid</compute>\n   \
                    <norm attr=\" '    &#xD;&#xA;&#x9;   ' \"></norm>\n</doc>";
    assert_eq!(of(document, "doc", &[]), expected);
}

/// <https://www.w3.org/TR/xml-c14n/#Example-OutsideDoc>, within the element.
#[test]
fn comments_are_left_out_and_instructions_stay() {
    let document = "<doc>Hello, world!<!-- Comment 1 --><?pi-without-data     ?><?a   b c ?></doc>";
    assert_eq!(of(document, "doc", &[]), "<doc>Hello, world!<?pi-without-data?><?a b c ?></doc>");
}

#[test]
fn prefixes_of_the_list_are_declared_where_they_mean_something_new() {
    let document = "<a xmlns:xs=\"http://x\" xmlns=\"http://d\"><b xmlns=\"\"><c t=\"xs:string\"/></b></a>";
    assert_eq!(of(document, "b", &[]), "<b><c t=\"xs:string\"></c></b>");
    assert_eq!(of(document, "b", &["xs", "none"]), "<b xmlns:xs=\"http://x\"><c t=\"xs:string\"></c></b>");
    assert_eq!(of(document, "a", &["xs"]).matches("xmlns:xs").count(), 1);
    let inner = "<p:a xmlns:p=\"http://p\" xmlns=\"http://d\"><p:b/></p:a>";
    assert_eq!(of(inner, "b", &["#default"]), "<p:b xmlns=\"http://d\" xmlns:p=\"http://p\"></p:b>");
}

#[test]
fn a_prefix_that_changes_its_meaning_is_declared_again() {
    let document = "<p:a xmlns:p=\"http://1\"><p:b xmlns:p=\"http://2\"><p:c xmlns:p=\"http://1\"/></p:b><p:d/></p:a>";
    assert_eq!(
        of(document, "a", &[]),
        "<p:a xmlns:p=\"http://1\"><p:b xmlns:p=\"http://2\"><p:c xmlns:p=\"http://1\"></p:c></p:b><p:d></p:d></p:a>"
    );
}

#[test]
fn an_element_is_left_out_whole() {
    let document = Document::parse("<a>1<b><c/></b>2</a>").expect("XML");
    let left_out = document.descendants().find(|node| node.has_tag_name("b")).map(|node| node.id());
    assert_eq!(canonical(document.root_element(), left_out, &[]), "<a>12</a>");
}

/// Elements with attributes, prefixes and texts of the characters that are written in another way.
fn element() -> impl Strategy<Value = String> {
    let text = "[a-z<>&\"'\t\r\n é]{0,6}";
    let escape = |text: String| {
        let plain = text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
        plain.replace('\r', "&#13;").replace('\t', "&#9;").replace('\n', "&#10;")
    };
    let name = prop_oneof![Just("a"), Just("p:a"), Just("q:b"), Just("c")];
    let declared =
        prop_oneof![Just(""), Just(" xmlns=\"http://d\""), Just(" xmlns:p=\"http://2\""), Just(" xmlns=\"\"")];
    let attribute = prop_oneof![Just("x"), Just("p:x"), Just("xml:lang")];
    let leaf = (name.clone(), declared.clone(), attribute.clone(), text, text).prop_map(
        move |(name, declared, attribute, value, text)| {
            format!("<{name}{declared} {attribute}=\"{}\">{}</{name}>", escape(value), escape(text))
        },
    );
    leaf.prop_recursive(4, 24, 3, move |inner| {
        (name.clone(), declared.clone(), prop::collection::vec(inner, 0..3))
            .prop_map(|(name, declared, inner)| format!("<{name}{declared}>{}</{name}>", inner.concat()))
    })
}

proptest! {
    #[test]
    fn a_canonical_form_is_its_own(element in element()) {
        let whole = format!("<r xmlns:p=\"http://1\" xmlns:q=\"http://3\">{element}</r>");
        let document = parse(&whole, Comments::Refused).expect("XML");
        let inner = document.root_element().first_element_child().expect("an element");
        for inclusive in [vec![], vec!["p".to_owned()], vec!["#default".to_owned(), "q".to_owned()]] {
            let once = canonical(inner, None, &inclusive);
            let read = parse(&once, Comments::Refused).expect("a canonical form is XML");
            prop_assert_eq!(canonical(read.root_element(), None, &inclusive), once.clone());
            // Whoever reads the canonical form sees what stood in the document.
            let names = |node: Node<'_, '_>| -> Vec<(Option<String>, String, String)> {
                node.descendants().filter(Node::is_element).map(|node| {
                    let name = node.tag_name();
                    let text: String = node.children().filter_map(|child| child.text().map(str::to_owned)).collect();
                    (name.namespace().filter(|it| !it.is_empty()).map(str::to_owned), name.name().to_owned(), text)
                }).collect()
            };
            prop_assert_eq!(names(inner), names(read.root_element()));
        }
    }
}
