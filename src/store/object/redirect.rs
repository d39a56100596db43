//! Where a server may send a client: never from TLS to plain HTTP, and never further inside of networks than the server
//! itself is, so that a public server cannot make the caller's machine ask its neighbours.

use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

pub(super) use crate::store::remote::Redirects;

/// Most redirections of one request.
pub(super) const MOST: usize = 10;

/// How far inside of networks an address lies; the order counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum AddressLevel {
    /// The internet.
    Public,
    /// A private network.
    Private,
    /// The machine itself, and what only its own network segment reaches, such as the metadata service of a cloud.
    Local,
}

impl AddressLevel {
    fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => Self::of_v4(address),
            IpAddr::V6(address) => Self::of_v6(address),
        }
    }

    fn of_v4(address: Ipv4Addr) -> Self {
        match address.octets() {
            [0 | 127, ..] | [169, 254, ..] | [224..=255, ..] => Self::Local,
            [10, ..] | [172, 16..=31, ..] | [192, 168, ..] | [100, 64..=127, ..] | [192, 0, 0, _] => Self::Private,
            [198, 18..=19, ..] => Self::Private,
            _ => Self::Public,
        }
    }

    fn of_v6(address: Ipv6Addr) -> Self {
        let embedded = |high: u16, low: u16| {
            let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
            Self::of_v4(Ipv4Addr::new(a, b, c, d))
        };
        match address.segments() {
            [0, 0, 0, 0, 0, 0, 0, 0 | 1] => Self::Local,
            // IPv4 addresses: mapped, compatible, of translators, of 6to4.
            [0, 0, 0, 0, 0, 0 | 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => embedded(high, low),
            [0x2002, high, low, ..] => embedded(high, low),
            [0xfe80..=0xfebf | 0xff00..=0xffff, ..] => Self::Local,
            [0xfc00..=0xfdff | 0xfec0..=0xfeff, ..] | [0x64, 0xff9b, 1, ..] => Self::Private,
            _ => Self::Public,
        }
    }
}

/// How a redirection goes on.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Redirection {
    /// With everything that the request holds.
    SameHost,
    /// Without credentials and headers of the caller.
    Elsewhere,
}

/// True if two URLs name one server: TLS at the default port may take the place of plain HTTP at its own.
pub(super) fn same_host(from: &Url, to: &Url) -> bool {
    let ports = (from.port_or_known_default(), to.port_or_known_default());
    let upgrade = from.scheme() == "http" && to.scheme() == "https" && ports == (Some(80), Some(443));
    from.host_str() == to.host_str() && (from.scheme() == to.scheme() && ports.0 == ports.1 || upgrade)
}

/// Decides how a redirection is followed, if at all.
///
/// # Errors
/// Why it is not.
pub(super) fn step(redirects: Redirects, from: &Url, to: &Url) -> std::result::Result<Redirection, String> {
    let shown = format!("{}://{}", to.scheme(), to.host_str().unwrap_or_default());
    let refuse = |why: &str| Err(format!("the server redirects to {shown}: {why}"));
    match (redirects, same_host(from, to)) {
        _ if !matches!(to.scheme(), "http" | "https") => refuse("only http and https are followed"),
        _ if from.scheme() == "https" && to.scheme() == "http" => refuse("TLS is not given up"),
        (Redirects::Refuse, _) => refuse("option \"redirects\" is \"refuse\""),
        (Redirects::SameHost, false) => refuse("option \"redirects\" is \"same-host\""),
        (_, true) => Ok(Redirection::SameHost),
        (Redirects::Follow, false) => Ok(Redirection::Elsewhere),
    }
}

/// The address that a URL gives in place of a name.
fn literal(url: &Url) -> Option<IpAddr> {
    url.host_str()?.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

/// How far inside the server of a URL lies; one of several addresses that is further out decides.
pub(super) async fn level_of(url: &Url) -> AddressLevel {
    if let Some(address) = literal(url) {
        return AddressLevel::of(address);
    }
    let Some(host) = url.host_str() else { return AddressLevel::Public };
    let found = tokio::net::lookup_host((host, url.port_or_known_default().unwrap_or_default())).await;
    // A proxy may know names that are not known here; they count as public.
    found
        .ok()
        .and_then(|found| found.map(|address| AddressLevel::of(address.ip())).min())
        .unwrap_or(AddressLevel::Public)
}

/// Refuses a URL whose host is an address further inside than `level`. Names are checked as they are looked up.
///
/// # Errors
/// Why it is refused.
pub(super) fn check_address(level: AddressLevel, url: &Url) -> std::result::Result<(), String> {
    match literal(url) {
        Some(address) if AddressLevel::of(address) > level => Err(further_inside(&address.to_string())),
        _ => Ok(()),
    }
}

fn further_inside(host: &str) -> String {
    format!("the server redirects to {host}, an address of a private network or of this machine")
}

/// Looks names up, and refuses those whose addresses lie further inside than a level.
#[derive(Debug)]
pub(super) struct GuardedResolver {
    level: AddressLevel,
    /// Hosts of proxies, which the caller chose.
    exempt: Vec<String>,
}

impl GuardedResolver {
    pub(super) fn new(level: AddressLevel, proxy: Option<&str>) -> Self {
        let names = ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"];
        let proxies = names.iter().filter_map(|name| std::env::var(name).ok()).chain(proxy.map(str::to_owned));
        let host = |proxy: String| {
            let url =
                Url::parse(&proxy).ok().filter(Url::has_host).or_else(|| Url::parse(&format!("http://{proxy}")).ok());
            url.and_then(|url| url.host_str().map(str::to_owned))
        };
        Self { level, exempt: proxies.filter_map(host).collect() }
    }
}

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let level = if self.exempt.iter().any(|host| host == name.as_str()) { AddressLevel::Local } else { self.level };
        Box::pin(async move {
            let found: Vec<_> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            if found.iter().any(|address| AddressLevel::of(address.ip()) > level) {
                return Err(further_inside(name.as_str()).into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> Url {
        text.parse().unwrap()
    }

    #[test]
    fn addresses_have_a_level() {
        for (address, level) in [
            ("8.8.8.8", AddressLevel::Public),
            ("2001:4860::8888", AddressLevel::Public),
            ("10.1.2.3", AddressLevel::Private),
            ("172.31.0.1", AddressLevel::Private),
            ("172.32.0.1", AddressLevel::Public),
            ("192.168.1.1", AddressLevel::Private),
            ("100.100.100.200", AddressLevel::Private),
            ("fd00:ec2::254", AddressLevel::Private),
            ("127.0.0.1", AddressLevel::Local),
            ("0.0.0.0", AddressLevel::Local),
            ("169.254.169.254", AddressLevel::Local),
            ("::1", AddressLevel::Local),
            ("fe80::1", AddressLevel::Local),
            ("::ffff:127.0.0.1", AddressLevel::Local),
            ("64:ff9b::a9fe:a9fe", AddressLevel::Local),
            ("2002:a00:1::", AddressLevel::Private),
        ] {
            assert_eq!(AddressLevel::of(address.parse().unwrap()), level, "{address}");
        }
    }

    #[test]
    fn redirections_lead_no_further_inside() {
        for (level, to, allowed) in [
            (AddressLevel::Public, "http://93.184.216.34/", true),
            (AddressLevel::Public, "http://10.0.0.1/", false),
            (AddressLevel::Public, "http://169.254.169.254/latest", false),
            (AddressLevel::Public, "http://0x7f.1/", false),
            (AddressLevel::Public, "http://[::1]/", false),
            (AddressLevel::Private, "http://10.0.0.1/", true),
            (AddressLevel::Private, "http://169.254.169.254/latest", false),
            (AddressLevel::Local, "http://127.0.0.1/", true),
        ] {
            assert_eq!(check_address(level, &url(to)).is_ok(), allowed, "{level:?} {to}");
        }
    }

    #[test]
    fn tls_is_not_given_up_and_other_hosts_get_no_secrets() {
        let go = |redirects, from, to| step(redirects, &url(from), &url(to)).ok();
        let follow = Redirects::Follow;
        assert_eq!(go(follow, "https://a/x", "https://a/y"), Some(Redirection::SameHost));
        assert_eq!(go(follow, "http://a/x", "https://a/y"), Some(Redirection::SameHost));
        assert_eq!(go(follow, "http://a/x", "http://a:81/y"), Some(Redirection::Elsewhere));
        assert_eq!(go(follow, "https://a/x", "https://b/x"), Some(Redirection::Elsewhere));
        assert_eq!(go(follow, "https://a/x", "http://a/x"), None);
        assert_eq!(go(follow, "http://a/x", "ftp://a/x"), None);
        assert_eq!(go(Redirects::SameHost, "http://a/x", "http://b/x"), None);
        assert_eq!(go(Redirects::SameHost, "http://a/x", "http://a/y"), Some(Redirection::SameHost));
        assert_eq!(go(Redirects::Refuse, "http://a/x", "http://a/y"), None);
    }
}
