//! Signatures of requests to an object store (AWS Signature Version 4), from its public description.
//!
//! Pure functions over text: `client` says what is sent, and gets the header or the query back.

use base::Millis;
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::{Digest, Sha256};

const ALGORITHM: &str = "AWS4-HMAC-SHA256";
/// What is signed in place of a body's hash where the body is not known yet, as behind a link.
const UNSIGNED: &str = "UNSIGNED-PAYLOAD";
/// Letters that stay as they are in a query.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');
/// The same in a path, whose segments stay apart.
const PLAIN_IN_PATH: &AsciiSet = &PLAIN.remove(b'/');

/// Who signs, and for which region.
#[derive(Clone)]
pub(super) struct Keys {
    pub access: String,
    pub secret: String,
    /// Goes with each request of keys that were issued for a time; empty for others.
    pub session: String,
    pub region: String,
}

/// A request as far as it is signed.
pub(super) struct Signed<'a> {
    pub method: &'a str,
    /// Encoded already, see [`encode_path`].
    pub path: &'a str,
    pub query: &'a [(&'a str, String)],
    /// All headers that are signed, `host` among them; names in small letters.
    pub headers: &'a [(&'a str, String)],
    /// Hash of the body in hexadecimal.
    pub body_hash: &'a str,
    pub at: Millis,
}

/// A key as it stands in a path.
pub(super) fn encode_path(key: &str) -> String {
    utf8_percent_encode(key, PLAIN_IN_PATH).to_string()
}

/// A query in the order and the letters that are signed, and sent.
pub(super) fn encode_query(query: &[(&str, String)]) -> String {
    let encode = |text: &str| utf8_percent_encode(text, PLAIN).to_string();
    let mut pairs: Vec<String> =
        query.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
    pairs.sort_unstable();
    pairs.join("&")
}

/// The moment as the protocol writes it: `20130524T000000Z`.
pub(super) fn stamp(at: Millis) -> String {
    let at = Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH);
    at.strftime("%Y%m%dT%H%M%SZ").to_string()
}

pub(super) fn hash(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        write!(text, "{byte:02x}").expect("writing to a string");
    }
    text
}

impl Keys {
    /// The `authorization` header of a request.
    pub(super) fn authorization(&self, request: &Signed<'_>) -> String {
        let stamp = stamp(request.at);
        let mut headers: Vec<(&str, &str)> =
            request.headers.iter().map(|(name, value)| (*name, value.trim())).collect();
        headers.sort_unstable();
        let names = headers.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(";");
        let signature = self.signature(request, &headers, &names, &stamp);
        format!(
            "{ALGORITHM} Credential={}/{},SignedHeaders={names},Signature={signature}",
            self.access,
            self.scope(&stamp)
        )
    }

    /// The query that lets whoever has it read `path` of `host` for some seconds.
    pub(super) fn presigned(
        &self,
        host: &str,
        path: &str,
        extra: &[(&str, String)],
        seconds: u32,
        at: Millis,
    ) -> String {
        let stamp = stamp(at);
        let mut query = vec![
            ("X-Amz-Algorithm", ALGORITHM.to_owned()),
            ("X-Amz-Credential", format!("{}/{}", self.access, self.scope(&stamp))),
            ("X-Amz-Date", stamp.clone()),
            ("X-Amz-Expires", seconds.to_string()),
            ("X-Amz-SignedHeaders", "host".to_owned()),
        ];
        if !self.session.is_empty() {
            query.push(("X-Amz-Security-Token", self.session.clone()));
        }
        query.extend_from_slice(extra);
        let signed = Signed { method: "GET", path, query: &query, headers: &[], body_hash: UNSIGNED, at };
        let signature = self.signature(&signed, &[("host", host)], "host", &stamp);
        format!("{}&X-Amz-Signature={signature}", encode_query(&query))
    }

    fn scope(&self, stamp: &str) -> String {
        format!("{}/{}/s3/aws4_request", &stamp[..8], self.region)
    }

    fn signature(&self, request: &Signed<'_>, headers: &[(&str, &str)], names: &str, stamp: &str) -> String {
        let lines: String = headers.iter().map(|(name, value)| format!("{name}:{value}\n")).collect();
        let Signed { method, path, body_hash, .. } = request;
        let canonical = format!("{method}\n{path}\n{}\n{lines}\n{names}\n{body_hash}", encode_query(request.query));
        let text = format!("{ALGORITHM}\n{stamp}\n{}\n{}", self.scope(stamp), hash(canonical.as_bytes()));
        let mut key = mac(format!("AWS4{}", self.secret).as_bytes(), &stamp[..8]);
        for part in [self.region.as_str(), "s3", "aws4_request", &text] {
            key = mac(&key, part);
        }
        hex(&key)
    }
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    //! The examples of the protocol's public description.

    use super::*;

    const HOST: &str = "examplebucket.s3.amazonaws.com";
    /// 2013-05-24 00:00:00 UTC.
    const AT: Millis = 1_369_353_600_000;

    fn keys() -> Keys {
        Keys {
            access: "AKIAIOSFODNN7EXAMPLE".into(),
            secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".into(),
            session: String::new(),
            region: "us-east-1".into(),
        }
    }

    fn signature(method: &str, path: &str, query: &[(&str, String)], more: &[(&str, &str)], body: &[u8]) -> String {
        let body_hash = hash(body);
        let mut headers =
            vec![("host", HOST.to_owned()), ("x-amz-content-sha256", body_hash.clone()), ("x-amz-date", stamp(AT))];
        headers.extend(more.iter().map(|(name, value)| (*name, (*value).to_owned())));
        let signed = Signed { method, path, query, headers: &headers, body_hash: &body_hash, at: AT };
        keys().authorization(&signed).rsplit_once('=').expect("a signature").1.to_owned()
    }

    #[test]
    fn a_part_is_read_as_described() {
        let signature = signature("GET", "/test.txt", &[], &[("range", "bytes=0-9")], b"");
        assert_eq!(signature, "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
    }

    #[test]
    fn an_object_is_written_as_described() {
        let more = [("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")];
        let path = format!("/{}", encode_path("test$file.text"));
        let signature = signature("PUT", &path, &[], &more, b"Welcome to Amazon S3.");
        assert_eq!(signature, "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
    }

    #[test]
    fn a_bucket_is_listed_as_described() {
        let query = [("max-keys", "2".to_owned()), ("prefix", "J".to_owned())];
        let signature = signature("GET", "/", &query, &[], b"");
        assert_eq!(signature, "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    }

    #[test]
    fn a_link_is_signed_as_described() {
        let query = keys().presigned(HOST, "/test.txt", &[], 86_400, AT);
        let signature = query.rsplit_once('=').expect("a signature").1;
        assert_eq!(signature, "aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404");
    }

    #[test]
    fn a_link_of_keys_with_a_session_carries_its_token() {
        let query = Keys { session: "a/b".into(), ..keys() }.presigned(HOST, "/test.txt", &[], 60, AT);
        assert!(query.contains("&X-Amz-Security-Token=a%2Fb&X-Amz-SignedHeaders=host&"), "{query}");
        assert!(!keys().presigned(HOST, "/test.txt", &[], 60, AT).contains("Token"));
    }

    #[test]
    fn names_are_encoded_byte_by_byte() {
        assert_eq!(encode_path("a b/ä~.+"), "a%20b/%C3%A4~.%2B");
        assert_eq!(encode_query(&[("b", "x/y".into()), ("a", "1 2".into())]), "a=1%202&b=x%2Fy");
    }
}
