//! Where NATS is: `nats://host:port`, or `tls://host:port` where nothing else than TLS will do, several with commas
//! between; and who this node is to it.

use tls::AuthoritiesError;

/// Port of NATS unless the address says another.
const PORT: u16 = 4222;

/// Why `cluster.bus_url` cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    #[error("it is empty; write nats://host:4222, several with commas between")]
    Empty,
    #[error("{0} is no address of NATS; write nats://host:4222")]
    Malformed(String),
    #[error("cluster.bus_ca_file, bus_certificate_file or bus_key_file: {0}")]
    Files(#[from] AuthoritiesError),
}

/// How this node shows who it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Credentials {
    #[default]
    None,
    Token(String),
    Password {
        user: String,
        password: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Server {
    pub host: String,
    pub port: u16,
    /// Without TLS this server is not spoken to.
    pub must_encrypt: bool,
    pub credentials: Credentials,
}

/// The servers of one NATS cluster, any of which will do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Addresses(pub(super) Vec<Server>);

impl Addresses {
    /// Reads the setting. A token or a user in an address goes before `token`.
    ///
    /// # Errors
    /// When there is no address in it, or something else.
    pub fn parse(text: &str, token: &str) -> Result<Self, AddressError> {
        let given: Vec<&str> = text.split(',').map(str::trim).filter(|one| !one.is_empty()).collect();
        if given.is_empty() {
            return Err(AddressError::Empty);
        }
        given.into_iter().map(|one| server(one, token)).collect::<Result<_, _>>().map(Addresses)
    }
}

fn server(text: &str, token: &str) -> Result<Server, AddressError> {
    // A secret in an address must not come back in an error.
    let (scheme, rest) = text.split_once("://").unwrap_or(("nats", text));
    let (user, place) = rest.rsplit_once('@').map_or((None, rest), |(user, place)| (Some(user), place));
    let place = place.trim_end_matches('/');
    let must_encrypt = match scheme {
        "nats" => false,
        "tls" => true,
        _ => return Err(AddressError::Malformed(place.to_owned())),
    };
    let malformed = || AddressError::Malformed(place.to_owned());
    let (host, port) = match place.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, "")) => (host, PORT),
        Some((host, port)) => (host, number(port.strip_prefix(':').ok_or_else(malformed)?).ok_or_else(malformed)?),
        None => match place.split_once(':') {
            Some((host, port)) => (host, number(port).ok_or_else(malformed)?),
            None => (place, PORT),
        },
    };
    if host.is_empty() || host.contains(|one: char| one.is_whitespace() || one.is_control() || one == '/') {
        return Err(malformed());
    }
    let credentials = match user.map(|user| user.split_once(':').ok_or(user)) {
        Some(Ok((user, password))) => Credentials::Password { user: user.to_owned(), password: password.to_owned() },
        Some(Err(token)) => Credentials::Token(token.to_owned()),
        None if token.is_empty() => Credentials::None,
        None => Credentials::Token(token.to_owned()),
    };
    Ok(Server { host: host.to_owned(), port, must_encrypt, credentials })
}

fn number(text: &str) -> Option<u16> {
    text.parse().ok().filter(|port| *port > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str, token: &str) -> Server {
        let Addresses(servers) = Addresses::parse(text, token).expect("an address");
        let [server] = servers.try_into().expect("one address");
        server
    }

    #[test]
    fn addresses_are_read_in_all_their_forms() {
        let server = one("nats://bus.example:4333/", "");
        assert_eq!((server.host.as_str(), server.port, server.credentials), ("bus.example", 4333, Credentials::None));
        assert_eq!(one("127.0.0.1", "t").credentials, Credentials::Token("t".to_owned()));
        assert_eq!(one("nats://[::1]", "").host, "::1");
        assert_eq!(one("nats://[::1]:9", "").port, 9);
        assert_eq!(one("nats://s@a", "t").credentials, Credentials::Token("s".to_owned()));
        let password = Credentials::Password { user: "u".to_owned(), password: "p@w".to_owned() };
        assert_eq!(one("nats://u:p@w@a:1", "").credentials, password);
        assert_eq!(Addresses::parse("nats://a:1, nats://b:2,", "").expect("two").0.len(), 2);
        assert!(one("tls://t@a:1", "").must_encrypt && !one("nats://a", "").must_encrypt && !one("a", "").must_encrypt);
    }

    #[test]
    fn what_is_no_address_is_refused_without_its_secret() {
        assert_eq!(Addresses::parse(" , ", ""), Err(AddressError::Empty));
        for text in ["http://a", "nats://", "nats://a:0", "nats://a:x", "nats://a b", "nats://[::1]4", "nats://a/b"] {
            assert!(matches!(Addresses::parse(text, ""), Err(AddressError::Malformed(_))), "{text}");
        }
        let error = Addresses::parse("nats://secret@a:x", "").expect_err("a port of letters");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}
