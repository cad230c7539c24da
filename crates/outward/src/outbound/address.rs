//! Which addresses may be called for somebody who may not be trusted with the own network.
//!
//! Addresses are judged after resolution: a name that resolves to the own network is as forbidden
//! as the address itself. IPv4 addresses inside IPv6 ones are judged as what they are.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use url::{Host, Url};

use crate::outbound::Failed;

/// Hosts and networks of the own network that may be called all the same.
#[derive(Debug, Default)]
pub struct Allowed {
    hosts: Vec<String>,
    networks: Vec<(IpAddr, u8)>,
}

impl Allowed {
    /// Reads names, addresses and networks such as `10.0.0.0/8`, separated by spaces or commas.
    pub fn parse(text: &str) -> Allowed {
        let mut allowed = Allowed::default();
        for one in text.split([' ', ',', '\t', '\n']).filter(|one| !one.is_empty()) {
            let (address, bits) = one.split_once('/').map_or((one, None), |(address, bits)| (address, Some(bits)));
            match (address.parse::<IpAddr>(), bits.map(str::parse::<u8>)) {
                (Ok(address), None) => allowed.networks.push((address, 128)),
                (Ok(address), Some(Ok(bits))) => allowed.networks.push((address, bits)),
                _ => allowed.hosts.push(one.to_ascii_lowercase()),
            }
        }
        allowed
    }

    /// Lets through a host whatever it is resolved to.
    pub fn add_host(&mut self, host: &str) {
        self.hosts.push(host.to_ascii_lowercase());
    }

    /// True when `address`, to which `host` was resolved, may be called.
    pub fn permits(&self, host: &str, address: IpAddr) -> bool {
        let address = canonical(address);
        is_public(address)
            || self.hosts.iter().any(|name| name.eq_ignore_ascii_case(host))
            || self.networks.iter().any(|(network, bits)| contains(*network, *bits, address))
    }
}

/// The addresses of a URL's host.
///
/// # Errors
/// When it has none, or the name is not known.
pub async fn resolve(url: &Url, port: u16) -> Result<Vec<SocketAddr>, Failed> {
    match url.host().ok_or(Failed::BadAddress)? {
        Host::Ipv4(address) => Ok(vec![(address, port).into()]),
        Host::Ipv6(address) => Ok(vec![(address, port).into()]),
        Host::Domain(name) => Ok(tokio::net::lookup_host((name, port)).await?.collect()),
    }
}

fn canonical(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) => embedded(v6).map_or(address, IpAddr::V4),
        IpAddr::V4(_) => address,
    }
}

/// The IPv4 address inside a mapped, compatible, translated (64:ff9b::/96) or tunnelled (2002::/16) one.
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let v4 = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        Ipv4Addr::new(a, b, c, d)
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some(v4(high, low)),
        [0, 0, 0, 0, 0, 0, high, low] if high != 0 => Some(v4(high, low)),
        [0x2002, high, low, ..] => Some(v4(high, low)),
        _ => None,
    }
}

/// Addresses of the Internet: everything that no registry keeps for another use (RFC 6890).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            let shared = a == 100 && (64..128).contains(&b);
            let benchmark = a == 198 && (b == 18 || b == 19);
            let protocol = a == 192 && b == 0 && c == 0;
            let relay = a == 192 && b == 88 && c == 99;
            let kept = a == 0 || a >= 224 || shared || benchmark || protocol || relay;
            !(kept || v4.is_private() || v4.is_loopback() || v4.is_link_local() || v4.is_documentation())
        }
        // Global unicast is 2000::/3; inside it, 2001::/23 (protocols) and 2001:db8::/32 (documents) are not public.
        IpAddr::V6(v6) => {
            let parts = v6.segments();
            let protocol = parts[0] == 0x2001 && parts[1] < 0x200;
            let document = parts[0] == 0x2001 && parts[1] == 0xdb8;
            parts[0] & 0xe000 == 0x2000 && !protocol && !document
        }
    }
}

fn contains(network: IpAddr, bits: u8, address: IpAddr) -> bool {
    match (canonical(network), address) {
        (IpAddr::V4(network), IpAddr::V4(address)) => {
            let shift = 32 - u32::from(bits.min(32));
            u64::from(network.to_bits()) >> shift == u64::from(address.to_bits()) >> shift
        }
        (IpAddr::V6(network), IpAddr::V6(address)) => {
            let shift = 128 - u32::from(bits.min(128));
            shift == 128 || network.to_bits() >> shift == address.to_bits() >> shift
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn permits(allowed: &str, host: &str, address: &str) -> bool {
        Allowed::parse(allowed).permits(host, address.parse().expect("an address"))
    }

    #[test]
    fn addresses_of_the_own_network_are_refused_in_every_form() {
        let own = "127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 \
                   255.255.255.255 192.0.0.192 198.18.0.1 ::1 :: fe80::1 fc00::1 fd00:ec2::254 ff02::1 \
                   ::ffff:127.0.0.1 ::127.0.0.1 64:ff9b::7f00:1 2002:7f00:1::1 ::ffff:169.254.169.254";
        for address in own.split_ascii_whitespace() {
            assert!(!permits("", "host.test", address), "{address}");
        }
        for address in ["8.8.8.8", "93.184.216.34", "2606:4700::1111", "2a00:1450::1"] {
            assert!(permits("", "host.test", address), "{address}");
        }
    }

    #[test]
    fn named_hosts_and_networks_are_let_through() {
        assert!(permits("127.0.0.1 localhost", "127.0.0.1", "127.0.0.1"));
        assert!(permits("127.0.0.1 localhost", "LocalHost", "::1"));
        assert!(permits("10.0.0.0/8,build.internal", "x.test", "10.200.0.1"));
        assert!(permits("fd00::/8", "x.test", "fd12::1"));
        assert!(!permits("10.0.0.0/8", "x.test", "192.168.0.1"));
        assert!(!permits("build.internal", "other.internal", "10.0.0.1"));
    }
}
