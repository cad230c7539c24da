//! What attackers do with answers, each refused with the reason, and nobody else's name believed.

use identity::saml::certificate::{PrivateKey, PublicKey, public_keys};
use identity::saml::response::{Assertion, Expected, Wrong, read};

use super::forge::{Answer, ISSUER, Key, OwnKey, sign, sign_as};

const RECEIVER: &str = "https://chat.example.test/login/sso/saml";
const NOW: i64 = 1_800_000_000_000;

/// A server that believes one key.
struct Judge {
    key: Key,
    keys: Vec<PublicKey>,
    private_key: Option<PrivateKey>,
}

impl Judge {
    fn new() -> Judge {
        let key = Key::new();
        let keys = public_keys(&key.certificate).expect("a certificate");
        Judge { key, keys, private_key: None }
    }

    fn expected(&self) -> Expected<'_> {
        Expected {
            issuer: ISSUER,
            audience: RECEIVER,
            recipient: RECEIVER,
            keys: &self.keys,
            private_key: self.private_key.as_ref(),
            must_be_encrypted: false,
            now: NOW,
        }
    }

    fn read(&self, answer: &str) -> Result<Assertion, Wrong> {
        read(answer, &self.expected())
    }

    #[track_caller]
    fn refuses(&self, attack: &str, answer: &str, why: &str) {
        let wrong = self.read(answer).expect_err(attack).to_string();
        assert!(wrong.contains(why), "{attack}: {wrong}");
    }
}

fn honest() -> Answer {
    Answer::of(RECEIVER, "_request", NOW)
}

#[test]
fn an_honest_answer_says_who_it_is() {
    let judge = Judge::new();
    for answer in [honest().signed(&judge.key), honest().signed_whole(&judge.key)] {
        let assertion = judge.read(&answer).expect("believed");
        assert_eq!((assertion.name_id.as_str(), assertion.in_response_to.as_str()), ("ann-1", "_request"));
        assert_eq!(assertion.session_index, "s-1");
        assert_eq!(assertion.attributes["email"], "Ann@corp.test");
    }
    let both = sign(&honest().signed(&judge.key), "_answer", &judge.key);
    assert!(judge.read(&both).is_ok(), "both signed");
    let several = honest().with("groups", &["ops", "crew"]).signed(&judge.key);
    assert_eq!(judge.read(&several).expect("believed").attributes["groups"], serde_json::json!(["ops", "crew"]));
}

#[test]
fn an_answer_that_is_not_for_this_server_or_not_for_now_is_refused() {
    let judge = Judge::new();
    let minute = 60_000;
    type Change = Box<dyn Fn(&mut Answer)>;
    let cases: Vec<(&str, Change, &str)> = vec![
        ("wrong issuer", Box::new(|it| it.issuer = "https://evil.test".into()), "is of the issuer"),
        ("wrong audience", Box::new(|it| it.audience = "https://other.test".into()), "it is for https://other.test"),
        ("wrong recipient", Box::new(|it| it.recipient = "https://other.test".into()), "addressed to"),
        ("wrong destination", Box::new(|it| it.destination = "https://other.test".into()), "addressed to"),
        ("expired", Box::new(move |it| it.ends = NOW - 2 * minute), "ended 120 s ago"),
        ("not yet valid", Box::new(move |it| it.begins = NOW + 3 * minute), "from the future, by 180 s"),
        ("from the future", Box::new(move |it| it.made = NOW + 3 * minute), "from the future"),
        ("made long ago", Box::new(move |it| it.made = NOW - 11 * minute), "was made 660 s ago"),
        ("denied", Box::new(|it| it.status = "urn:oasis:names:tc:SAML:2.0:status:Responder".into()), "says Responder"),
        ("nobody", Box::new(|it| it.subject = String::new()), "names nobody"),
        ("an empty name", Box::new(|it| it.subject = "<saml:NameID> </saml:NameID>".into()), "names nobody"),
        (
            "two names",
            Box::new(|it| it.subject = "<saml:NameID>ann</saml:NameID><saml:NameID>admin</saml:NameID>".into()),
            "names nobody",
        ),
        (
            "a name within a name",
            Box::new(|it| it.subject = "<saml:NameID>a<b/>b</saml:NameID>".into()),
            "names nobody",
        ),
        ("an unknown condition", Box::new(|it| it.conditions = "<saml:Condition/>".into()), "the condition"),
        (
            "another audience besides",
            Box::new(|it| {
                it.conditions =
                    "<saml:AudienceRestriction><saml:Audience>x</saml:Audience></saml:AudienceRestriction>".into();
            }),
            "it is for x",
        ),
    ];
    for (attack, change, why) in cases {
        let mut answer = honest();
        change(&mut answer);
        judge.refuses(attack, &answer.signed(&judge.key), why);
        judge.refuses(attack, &answer.signed_whole(&judge.key), why);
    }
    for (attack, from, to, why) in [
        ("another version", "Version=\"2.0\"", "Version=\"1.1\"", "Version"),
        ("no audience", "<saml:Audience>https://chat.example.test/login/sso/saml</saml:Audience>", "", "it is for"),
        ("no confirmation", "cm:bearer", "cm:sender-vouches", "SubjectConfirmation"),
        ("no end", " NotOnOrAfter=", " NotAfter=", "NotOnOrAfter"),
        ("no conditions", "saml:Conditions", "saml:Condition", "Conditions"),
        ("no statement", "saml:AuthnStatement", "saml:OtherStatement", "AuthnStatement"),
        ("a time that is none", "IssueInstant=\"20", "IssueInstant=\"x20", "IssueInstant"),
    ] {
        let answer = honest();
        let assertion = sign(&answer.assertion().replace(from, to), &answer.assertion_id, &judge.key);
        judge.refuses(attack, &answer.around(&assertion), why);
    }
    let other = Answer { in_response_to: "_other".into(), ..honest() };
    let assertion = honest();
    let inner = sign(&assertion.assertion(), &assertion.assertion_id, &judge.key);
    judge.refuses("an assertion of another request", &other.around(&inner), "its assertion to");
}

#[test]
fn an_answer_that_the_provider_did_not_sign_is_refused() {
    let (judge, other) = (Judge::new(), Key::new());
    let answer = honest();
    judge.refuses("no signature", &answer.around(&answer.assertion()), "not signed");
    judge.refuses("key of another provider", &answer.signed(&other), "none of the provider's certificates");
    judge.refuses("key of another provider", &answer.signed_whole(&other), "none of the provider's certificates");
    let changed = answer.signed(&judge.key).replace("ann-1", "admin");
    judge.refuses("changed afterwards", &changed, "changed after it was signed");
    let changed = answer.signed_whole(&judge.key).replace("ann-1", "admin");
    judge.refuses("changed afterwards", &changed, "changed after it was signed");
    let rsa = Key::rsa(&OwnKey::new());
    let both =
        Judge { keys: [judge.keys.clone(), public_keys(&rsa.certificate).expect("a key")].concat(), ..Judge::new() };
    assert!(both.read(&answer.signed(&rsa)).is_ok() && both.read(&answer.signed(&judge.key)).is_ok(), "rotation");
    // A certificate that the answer brings along counts for nothing.
    let body: String = other.certificate.lines().filter(|line| !line.starts_with('-')).collect();
    let info = format!(
        "</ds:SignatureValue><ds:KeyInfo><ds:X509Data><ds:X509Certificate>{body}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>"
    );
    let brought = answer.signed(&other).replace("</ds:SignatureValue>", &info);
    judge.refuses("a key of the answer's own", &brought, "none of the provider's certificates");
    let empty = answer.signed(&judge.key);
    let (before, rest) = empty.split_once("<ds:SignatureValue>").expect("a value");
    let (_, after) = rest.split_once("</ds:SignatureValue>").expect("a value");
    judge.refuses("an empty signature", &format!("{before}<ds:SignatureValue></ds:SignatureValue>{after}"), "none of");
    judge.refuses("a cut signature", &format!("{before}<ds:SignatureValue>A===</ds:SignatureValue>{after}"), "form");
}

#[test]
fn an_answer_does_not_choose_how_it_is_checked() {
    let judge = Judge::new();
    let exclusive = "<ds:Transform Algorithm=\"http://www.w3.org/2001/10/xml-exc-c14n#\"/>";
    let cases = [
        ("SHA-1", "xmldsig-more#ecdsa-sha256", "xmldsig-more#ecdsa-sha1", "not believed"),
        ("RSA with SHA-1", "2001/04/xmldsig-more#ecdsa-sha256", "2000/09/xmldsig#rsa-sha1", "not believed"),
        ("none", "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", "none", "not believed"),
        ("no algorithm", "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", "", "not believed"),
        ("HMAC with the public key", "xmldsig-more#ecdsa-sha256", "xmldsig-more#hmac-sha256", "not believed"),
        ("a key for RSA that is of a curve", "#ecdsa-sha256", "#rsa-sha256", "none of the provider's"),
        ("a hash by SHA-1", "2001/04/xmlenc#sha256", "2000/09/xmldsig#sha1", "not believed"),
        (
            "a transform by a style sheet",
            exclusive,
            "<ds:Transform Algorithm=\"http://www.w3.org/TR/1999/REC-xslt-19991116\"/>",
            "not believed",
        ),
        (
            "a transform by a path",
            exclusive,
            "<ds:Transform Algorithm=\"http://www.w3.org/TR/1999/REC-xpath-19991116\"/>",
            "not believed",
        ),
        ("one transform", exclusive, "", "two transforms"),
        ("three transforms", exclusive, &exclusive.repeat(2), "two transforms"),
        (
            "another canonical form",
            "xml-exc-c14n#\"/><ds:SignatureMethod",
            "xml-c14n11\"/><ds:SignatureMethod",
            "not believed",
        ),
        ("the whole document", "URI=\"#", "URI=\"\" Id=\"#", "over another element"),
        ("a file", "URI=\"#", "URI=\"http://evil.test/#", "over another element"),
        ("an element that is not there", "URI=\"#", "URI=\"#x", "over another element"),
        ("two references", "</ds:SignedInfo>", "<ds:Reference/></ds:SignedInfo>", "exactly one element"),
        ("no reference", "ds:Reference", "ds:Other", "exactly one element"),
    ];
    for (attack, from, to, why) in cases {
        let answer = honest();
        let assertion = sign_as(&answer.assertion(), &answer.assertion_id, &judge.key, |info| info.replace(from, to));
        judge.refuses(attack, &answer.around(&assertion), why);
    }
}

/// The eight ways to put a signed element elsewhere and another one in its place
/// (Somorovsky et al., "On Breaking SAML", 2012).
#[test]
fn a_signature_is_not_wrapped_around_something_else() {
    let judge = Judge::new();
    let answer = honest();
    let evil = Answer { assertion_id: "_evil".into(), id: "_evil_answer".into(), ..answer.clone() };
    let evil = Answer { subject: "<saml:NameID>admin</saml:NameID>".into(), ..evil };
    let (original, forged) = (answer.assertion(), evil.assertion());
    let signed = sign(&original, &answer.assertion_id, &judge.key);
    let of_assertion = signature_in(&signed);
    let of_answer = signature_in(&answer.signed_whole(&judge.key));
    let holding =
        |signature: &str, inner: &str| signature.replace("</ds:Signature>", &format!("{inner}</ds:Signature>"));
    let after_issuer =
        |element: &str, what: &str| element.replacen("</saml:Issuer>", &format!("</saml:Issuer>{what}"), 1);
    let forged_answer = evil.around(&forged);
    let whole = answer.around(&original);
    let in_object = holding(&of_assertion, &format!("<ds:Object>{original}</ds:Object>"));
    let same_id = Answer { assertion_id: answer.assertion_id.clone(), ..evil.clone() }.assertion();
    let cases = [
        ("XSW1", after_issuer(&forged_answer, &holding(&of_answer, &whole))),
        ("XSW2", after_issuer(&forged_answer, &format!("{whole}{of_answer}"))),
        ("XSW3", answer.around(&format!("{forged}{signed}"))),
        ("XSW4", answer.around(&forged.replace("</saml:Assertion>", &format!("{signed}</saml:Assertion>")))),
        ("XSW5", answer.around(&format!("{}{original}", after_issuer(&forged, &of_assertion)))),
        ("XSW6", answer.around(&after_issuer(&forged, &holding(&of_assertion, &original)))),
        ("XSW7", answer.around(&format!("<samlp:Extensions>{forged}</samlp:Extensions>{signed}"))),
        ("XSW8", answer.around(&after_issuer(&forged, &in_object))),
        ("the same ID twice", answer.around(&format!("{}{original}", after_issuer(&same_id, &of_assertion)))),
        ("another one behind", answer.around(&format!("{signed}{forged}"))),
        ("the signature of another element", answer.around(&after_issuer(&forged, &of_assertion))),
        ("the signature of the assertion at the answer", after_issuer(&answer.around(&original), &of_assertion)),
        ("two signatures", answer.around(&after_issuer(&signed, &of_assertion))),
        ("an answer in an answer", evil.around(&answer.signed_whole(&judge.key))),
    ];
    for (attack, answer) in cases {
        let said = judge.read(&answer);
        assert!(said.is_err(), "{attack}: {said:?}");
    }
    let hidden = holding(&of_assertion, &format!("<ds:Object>{forged}</ds:Object>"));
    judge.refuses("an object", &answer.around(&after_issuer(&original, &hidden)), "no assertion, or several");
}

fn signature_in(document: &str) -> String {
    let (_, rest) = document.split_once("<ds:Signature ").expect("a signature");
    let (inner, _) = rest.split_once("</ds:Signature>").expect("a signature");
    format!("<ds:Signature {inner}</ds:Signature>")
}

#[test]
fn a_text_that_could_be_read_in_two_ways_is_refused() {
    let judge = Judge::new();
    let commented = Answer { subject: "<saml:NameID>admin<!-- -->.evil</saml:NameID>".into(), ..honest() };
    judge.refuses("a comment in a name", &commented.signed(&judge.key), "comment");
    let instructed = honest().signed(&judge.key).replace("ann-1", "ann-1<?x?>");
    judge.refuses("an instruction in a name", &instructed, "processing instruction");
    let honest = honest().signed(&judge.key);
    let section = honest.replace("ann-1", "<![CDATA[admin]]>");
    judge.refuses("a section in a name", &section, "CDATA");
    let bomb = format!(
        "<!DOCTYPE r [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">]>{}",
        honest.replace("ann-1", "&b;")
    );
    judge.refuses("entities that grow", &bomb, "document type");
    judge.refuses(
        "a file as an entity",
        &format!("<!DOCTYPE r SYSTEM \"file:///etc/passwd\">{honest}"),
        "document type",
    );
    let deep = format!("{}{}", "<a>".repeat(100_000), "</a>".repeat(100_000));
    judge.refuses("a huge depth", &deep[..200_000], "within each other");
    judge.refuses("a huge message", &format!("{honest}{}", " ".repeat(300_000)), "longer than");
    judge.refuses("a cut message", &honest[..honest.len() / 2], "not XML");
    judge.refuses("no message", "", "not XML");
    judge.refuses("an assertion alone", &Answer::of(RECEIVER, "_r", NOW).assertion(), "no Response");
}

#[test]
fn what_is_encrypted_is_opened_by_its_key_alone() {
    let own = OwnKey::new();
    let judge = Judge { private_key: PrivateKey::parse(&own.pem).ok(), ..Judge::new() };
    let answer = honest();
    let signed = sign(&answer.assertion(), &answer.assertion_id, &judge.key);
    assert_eq!(judge.read(&answer.around(&own.seal(&signed))).expect("believed").name_id, "ann-1");
    let whole = |inner: &str| sign(&answer.around(inner), &answer.id, &judge.key);
    assert_eq!(judge.read(&whole(&own.seal(&answer.assertion()))).expect("believed").name_id, "ann-1");
    assert_eq!(judge.read(&whole(&own.chain(&answer.assertion()))).expect("believed").name_id, "ann-1");
    judge.refuses("a text of a stranger's", &answer.around(&own.seal(&answer.assertion())), "not signed");
    judge.refuses("chained blocks that nobody signed", &answer.around(&own.chain(&signed)), "chained blocks");
    judge.refuses("for another key", &answer.around(&OwnKey::new().seal(&signed)), "another key");
    let old = own.chain(&signed).replace("rsa-oaep-mgf1p", "rsa-1_5");
    judge.refuses("the older padding", &whole(&old), "not opened");
    let evil = sign(&answer.assertion().replace("ann-1", "admin"), &answer.assertion_id, &Key::new());
    judge.refuses("signed by another", &answer.around(&own.seal(&evil)), "none of the provider's");
    let two = format!("<x>{signed}{}</x>", answer.assertion());
    judge.refuses("two in one", &answer.around(&own.seal(&two)), "no assertion, or several");
    let must = Expected { must_be_encrypted: true, ..judge.expected() };
    let plain = read(&answer.around(&signed), &must).expect_err("refused").to_string();
    assert!(plain.contains("encrypted assertion"), "{plain}");
    let keyless = Judge { private_key: None, key: Key::new(), keys: judge.keys.clone() };
    keyless.refuses("no key", &answer.around(&own.seal(&signed)), "no private key");
}
