//! What only one browser can read: RFC 8291, whose content coding is that of RFC 8188 with a single record.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::error::Unspecified;
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::{SecureRandom, SystemRandom};

use people::subscriptions::{KEY_BYTES, Subscription};

/// Services take no more.
const BODY_BYTES_MAX: usize = 4_096;
const SALT_BYTES: usize = 16;
const HEADER_BYTES: usize = SALT_BYTES + 4 + 1 + KEY_BYTES;
/// The record's end is marked by one byte, and its truth shown by the cipher's tag.
const RECORD_EXTRA_BYTES: usize = 1 + 16;
/// Bytes that can be said at once.
pub const PLAIN_BYTES_MAX: usize = BODY_BYTES_MAX - HEADER_BYTES - RECORD_EXTRA_BYTES;
const LAST_RECORD: u8 = 2;

/// Seals a text for the browser of a subscription, with a key made for this text alone.
///
/// # Errors
/// When the subscription's key is no point of the curve.
pub fn seal(to: &Subscription, plain: &[u8], random: &SystemRandom) -> Result<Vec<u8>, Unspecified> {
    let mut salt = [0; SALT_BYTES];
    random.fill(&mut salt)?;
    let own = EphemeralPrivateKey::generate(&ECDH_P256, random)?;
    let public: [u8; KEY_BYTES] = own.compute_public_key()?.as_ref().try_into().map_err(|_| Unspecified)?;
    let peer = UnparsedPublicKey::new(&ECDH_P256, &to.key);
    agree_ephemeral(own, &peer, |agreed| {
        seal_with(to, plain, &Agreed { secret: agreed, public: &public, salt: &salt })
    })?
}

/// What both sides know then.
struct Agreed<'a> {
    secret: &'a [u8],
    /// The sender's.
    public: &'a [u8; KEY_BYTES],
    salt: &'a [u8; SALT_BYTES],
}

fn seal_with(to: &Subscription, plain: &[u8], agreed: &Agreed<'_>) -> Result<Vec<u8>, Unspecified> {
    assert!(plain.len() <= PLAIN_BYTES_MAX, "what is said to a browser is cut before it is sealed");
    let shared = Salt::new(HKDF_SHA256, &to.secret).extract(agreed.secret);
    let material: [u8; 32] = expand(&shared, &[b"WebPush: info\0", &to.key, agreed.public])?;
    let keys = Salt::new(HKDF_SHA256, agreed.salt).extract(&material);
    let key: [u8; 16] = expand(&keys, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce: [u8; NONCE_LEN] = expand(&keys, &[b"Content-Encoding: nonce\0"])?;

    let mut record = [plain, &[LAST_RECORD]].concat();
    let cipher = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    // The key is of this one record, so its nonce is never used again.
    cipher.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut record)?;
    let size = u32::try_from(BODY_BYTES_MAX).expect("a few thousand").to_be_bytes();
    let length = [u8::try_from(KEY_BYTES).expect("a few dozen")];
    Ok([agreed.salt, &size[..], &length, agreed.public, &record].concat())
}

fn expand<const N: usize>(from: &Prk, label: &[&[u8]]) -> Result<[u8; N], Unspecified> {
    struct Length(usize);
    impl KeyType for Length {
        fn len(&self) -> usize {
            self.0
        }
    }
    let mut made = [0; N];
    from.expand(label, Length(N))?.fill(&mut made)?;
    Ok(made)
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;

    use super::*;

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        URL_SAFE_NO_PAD.decode(text).expect("base64url").try_into().expect("the length")
    }

    /// RFC 8291, appendix A.
    #[test]
    fn the_example_of_the_standard_is_sealed_as_there() {
        let to = Subscription {
            endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV".parse().expect("a URL"),
            key: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            secret: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        };
        let public = bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let secret: [u8; 32] = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw");
        let agreed = Agreed { secret: &secret, public: &public, salt: &salt };
        let sealed = seal_with(&to, b"When I grow up, I want to be a watermelon", &agreed).expect("sealed");
        assert_eq!(
            URL_SAFE_NO_PAD.encode(sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w\
             EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn a_key_that_is_no_point_seals_nothing() {
        let mut key = [0; KEY_BYTES];
        key[0] = 4;
        let to = Subscription { endpoint: "https://push.test/".parse().expect("a URL"), key, secret: [0; 16] };
        assert!(seal(&to, b"x", &SystemRandom::new()).is_err());
    }
}
