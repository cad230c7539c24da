//! The signature of an element (XML Signature), as SAML has it: enveloped, over the element that it stands in.
//!
//! Nothing that a document says chooses how it is believed: keys come from the configuration, algorithms from a table, and
//! the signed element is the one that stands around the signature. What is returned is the bytes whose hash was signed, so
//! nobody reads anything else afterwards.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::digest;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_2048_8192_SHA384,
    RSA_PKCS1_2048_8192_SHA512, UnparsedPublicKey, VerificationAlgorithm,
};
use roxmltree::Node;

use crate::saml::c14n::canonical;
use crate::saml::certificate::{Kind, PublicKey};
use crate::saml::xml::{Comments, Malformed, children, only, parse, text};

const NAMESPACE: &str = "http://www.w3.org/2000/09/xmldsig#";
const EXCLUSIVE: &str = "http://www.w3.org/2001/10/xml-exc-c14n#";
const ENVELOPED: &str = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
/// Prefixes of a list of inclusive namespaces.
const PREFIXES_MAX: usize = 16;

/// Why an element is not believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unbelieved {
    #[error("it is not signed")]
    NotSigned,
    #[error("its signature has another form than those of SAML: {0}")]
    Form(&'static str),
    #[error("its signature is made by {0:?}, which is not believed")]
    Algorithm(String),
    #[error("its signature is over another element")]
    Elsewhere,
    #[error("several elements have the ID {0:?}")]
    SameId(String),
    #[error("its signature is of none of the provider's certificates, or it was changed")]
    Forged,
    #[error("it was changed after it was signed")]
    Changed,
    #[error(transparent)]
    Malformed(#[from] Malformed),
}

/// The canonical bytes of an element without its signature, if one of the keys signed them.
///
/// # Errors
/// As [`Unbelieved`] says.
pub fn verified(element: Node<'_, '_>, keys: &[PublicKey]) -> Result<String, Unbelieved> {
    if !is_signed(element) {
        return Err(Unbelieved::NotSigned);
    }
    let signature = only(element, NAMESPACE, "Signature").ok_or(Unbelieved::Form("it is there twice"))?;
    must_have_form(signature)?;
    let info = only(signature, NAMESPACE, "SignedInfo").ok_or(Unbelieved::Form("SignedInfo"))?;
    let value = bytes_of(signature, "SignatureValue")?;
    let canonical_info = canonical(info, None, &inclusive(info, "CanonicalizationMethod")?);
    // From here on, only what is signed is read.
    let read = parse(&canonical_info, Comments::Refused)?;
    let signed = Signed::read(read.root_element())?;
    if !keys.iter().any(|key| signed.algorithm.verifies(key, canonical_info.as_bytes(), &value)) {
        return Err(Unbelieved::Forged);
    }
    must_be_the_one(element, &signed.id)?;
    let content = canonical(element, Some(signature.id()), &signed.prefixes);
    if digest::digest(signed.digest, content.as_bytes()).as_ref() != signed.hash {
        return Err(Unbelieved::Changed);
    }
    Ok(content)
}

/// Verifies a detached signature, such as that of a redirect's query (Bindings §3.4.4.1).
///
/// # Errors
/// As [`Unbelieved`] says.
pub fn must_be_signed(signed: &[u8], method: &str, signature: &[u8], keys: &[PublicKey]) -> Result<(), Unbelieved> {
    let algorithm = Algorithm::find(method).ok_or_else(|| Unbelieved::Algorithm(method.to_owned()))?;
    let is_believed = keys.iter().any(|key| algorithm.verifies(key, signed, signature));
    if is_believed { Ok(()) } else { Err(Unbelieved::Forged) }
}

/// Whether an element has a signature of its own, right or wrong.
pub fn is_signed(element: Node<'_, '_>) -> bool {
    children(element).any(|child| child.has_tag_name((NAMESPACE, "Signature")))
}

/// A signature has what it is over, its value and the name of a key, which nobody asks. Anything else could hide another
/// element.
fn must_have_form(signature: Node<'_, '_>) -> Result<(), Unbelieved> {
    let mut names = Vec::new();
    for child in children(signature) {
        if child.tag_name().namespace() != Some(NAMESPACE) {
            return Err(Unbelieved::Form("it has an element of another namespace"));
        }
        names.push(child.tag_name().name());
    }
    match names.as_slice() {
        ["SignedInfo", "SignatureValue"] | ["SignedInfo", "SignatureValue", "KeyInfo"] => Ok(()),
        _ => Err(Unbelieved::Form("it has not SignedInfo, SignatureValue and KeyInfo alone")),
    }
}

/// The element must have the signed ID, and be the only one that has it.
fn must_be_the_one(element: Node<'_, '_>, id: &str) -> Result<(), Unbelieved> {
    if element.attribute("ID") != Some(id) {
        return Err(Unbelieved::Elsewhere);
    }
    let has_it = |node: &Node<'_, '_>| {
        node.attributes().any(|attribute| attribute.name().eq_ignore_ascii_case("id") && attribute.value() == id)
    };
    match element.document().descendants().filter(has_it).count() {
        1 => Ok(()),
        _ => Err(Unbelieved::SameId(id.to_owned())),
    }
}

/// What is signed: the hash of one element, and how it was made.
struct Signed {
    algorithm: Algorithm,
    id: String,
    prefixes: Vec<String>,
    digest: &'static digest::Algorithm,
    hash: Vec<u8>,
}

impl Signed {
    fn read(info: Node<'_, '_>) -> Result<Signed, Unbelieved> {
        let names: Vec<&str> = children(info).map(|child| child.tag_name().name()).collect();
        if names != ["CanonicalizationMethod", "SignatureMethod", "Reference"] {
            return Err(Unbelieved::Form("it is not over exactly one element"));
        }
        inclusive(info, "CanonicalizationMethod")?;
        let method = algorithm_of(info, "SignatureMethod")?;
        let algorithm = Algorithm::find(&method).ok_or(Unbelieved::Algorithm(method))?;
        let reference = only(info, NAMESPACE, "Reference").ok_or(Unbelieved::Form("Reference"))?;
        let id = reference.attribute("URI").and_then(|uri| uri.strip_prefix('#')).filter(|id| !id.is_empty());
        let id = id.ok_or(Unbelieved::Elsewhere)?.to_owned();
        let names: Vec<&str> = children(reference).map(|child| child.tag_name().name()).collect();
        if names != ["Transforms", "DigestMethod", "DigestValue"] {
            return Err(Unbelieved::Form("its reference has not Transforms, DigestMethod and DigestValue alone"));
        }
        let prefixes = transforms(reference)?;
        let method = algorithm_of(reference, "DigestMethod")?;
        let digest = hash_of(&method).ok_or(Unbelieved::Algorithm(method))?;
        Ok(Signed { algorithm, id, prefixes, digest, hash: bytes_of(reference, "DigestValue")? })
    }
}

/// The signature is taken out, and the rest is brought into its canonical form: nothing else. Answers the inclusive
/// prefixes.
fn transforms(reference: Node<'_, '_>) -> Result<Vec<String>, Unbelieved> {
    let all = only(reference, NAMESPACE, "Transforms").ok_or(Unbelieved::Form("Transforms"))?;
    let listed: Vec<Node<'_, '_>> = children(all).collect();
    let [first, second] = listed.as_slice() else {
        return Err(Unbelieved::Form("it has not exactly two transforms"));
    };
    if first.attribute("Algorithm") != Some(ENVELOPED) || first.has_children() {
        let named = first.attribute("Algorithm").unwrap_or_default();
        return Err(Unbelieved::Algorithm(named.to_owned()));
    }
    prefixes(*second)
}

/// The inclusive prefixes of a method, which must be that of exclusive canonical XML.
fn inclusive(parent: Node<'_, '_>, name: &'static str) -> Result<Vec<String>, Unbelieved> {
    prefixes(only(parent, NAMESPACE, name).ok_or(Unbelieved::Form(name))?)
}

fn prefixes(method: Node<'_, '_>) -> Result<Vec<String>, Unbelieved> {
    let algorithm = method.attribute("Algorithm").unwrap_or_default();
    if algorithm != EXCLUSIVE {
        return Err(Unbelieved::Algorithm(algorithm.to_owned()));
    }
    let Some(child) = children(method).next() else { return Ok(Vec::new()) };
    if !child.has_tag_name((EXCLUSIVE, "InclusiveNamespaces")) || children(method).count() > 1 {
        return Err(Unbelieved::Form("a method has an element that is not known"));
    }
    let list = child.attribute("PrefixList").unwrap_or_default();
    let listed: Vec<String> = list.split_ascii_whitespace().map(str::to_owned).collect();
    if listed.len() > PREFIXES_MAX { Err(Unbelieved::Form("too many prefixes")) } else { Ok(listed) }
}

fn algorithm_of(parent: Node<'_, '_>, name: &'static str) -> Result<String, Unbelieved> {
    let method = only(parent, NAMESPACE, name).ok_or(Unbelieved::Form(name))?;
    if children(method).next().is_some() {
        return Err(Unbelieved::Form("a method has an element that is not known"));
    }
    Ok(method.attribute("Algorithm").unwrap_or_default().to_owned())
}

fn bytes_of(parent: Node<'_, '_>, name: &'static str) -> Result<Vec<u8>, Unbelieved> {
    let said = only(parent, NAMESPACE, name).and_then(text).ok_or(Unbelieved::Form(name))?;
    base64(&said).ok_or(Unbelieved::Form(name))
}

/// Bytes as XML has them: base64, in lines perhaps.
pub fn base64(text: &str) -> Option<Vec<u8>> {
    let whole: String = text.split_ascii_whitespace().collect();
    STANDARD.decode(whole).ok()
}

/// How a signature is checked.
struct Algorithm {
    kind: Kind,
    by: &'static dyn VerificationAlgorithm,
}

impl Algorithm {
    /// SHA-1 is not among them, and neither is anything with a shared secret.
    fn find(name: &str) -> Option<Algorithm> {
        let (kind, by): (Kind, &'static dyn VerificationAlgorithm) =
            match name.strip_prefix("http://www.w3.org/2001/04/xmldsig-more#")? {
                "rsa-sha256" => (Kind::Rsa, &RSA_PKCS1_2048_8192_SHA256),
                "rsa-sha384" => (Kind::Rsa, &RSA_PKCS1_2048_8192_SHA384),
                "rsa-sha512" => (Kind::Rsa, &RSA_PKCS1_2048_8192_SHA512),
                "ecdsa-sha256" => (Kind::P256, &ECDSA_P256_SHA256_FIXED),
                "ecdsa-sha384" => (Kind::P384, &ECDSA_P384_SHA384_FIXED),
                _ => return None,
            };
        Some(Algorithm { kind, by })
    }

    fn verifies(&self, key: &PublicKey, signed: &[u8], signature: &[u8]) -> bool {
        key.kind == self.kind && UnparsedPublicKey::new(self.by, &key.bytes).verify(signed, signature).is_ok()
    }
}

fn hash_of(name: &str) -> Option<&'static digest::Algorithm> {
    Some(match name {
        "http://www.w3.org/2001/04/xmlenc#sha256" => &digest::SHA256,
        "http://www.w3.org/2001/04/xmldsig-more#sha384" => &digest::SHA384,
        "http://www.w3.org/2001/04/xmlenc#sha512" => &digest::SHA512,
        _ => return None,
    })
}
