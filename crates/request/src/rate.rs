//! Rates: how many requests a caller may send, when the configuration limits them; and how many of those that cost much,
//! by kind ([`Cost`]), unless the configuration does not limit them.
//!
//! Each caller has one number: the time at which its bucket would be full again (the generic cell
//! rate algorithm). The callers remembered are bounded; one that is forgotten starts with a full
//! bucket. Each node counts for itself.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::time::{Duration, Instant};

use config::{Config, RateLimit};
use http::{HeaderName, HeaderValue, StatusCode, header};
use parking_lot::Mutex;
use quick_cache::sync::Cache;
use wire::endpoints::{Cost, Rate};

use crate::Call;
use crate::Reply;

/// Callers remembered at the endpoints that have a rate of their own.
const ENDPOINT_CALLERS_MAX: usize = 10_000;
/// Buckets of dear requests that are remembered, some 50 bytes each.
const COST_CALLERS_MAX: usize = 100_000;

/// A limit that holds whatever the configuration says, for each address: `burst` at once, then one each `interval`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixed {
    pub interval: Duration,
    pub burst: u32,
}

/// All buckets.
pub struct Limiter {
    began: Instant,
    callers: Mutex<Option<(u32, Buckets)>>,
    endpoints: Buckets,
    costs: Buckets,
}

type Buckets = std::sync::Arc<Cache<u64, u64>>;

/// What a caller is told of its bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Left {
    pub limit: u32,
    pub remaining: u32,
    /// Until the bucket is full again.
    pub reset: Duration,
}

/// A caller that has to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    pub left: Left,
    pub retry_after: Duration,
}

impl Limiter {
    pub fn new() -> Limiter {
        let endpoints = Buckets::new(Cache::new(ENDPOINT_CALLERS_MAX));
        let costs = Buckets::new(Cache::new(COST_CALLERS_MAX));
        Limiter { began: Instant::now(), callers: Mutex::new(None), endpoints, costs }
    }

    /// Takes one request from the caller's bucket. `None` when rates are not limited.
    ///
    /// # Errors
    /// When the bucket is empty.
    pub fn take(&self, call: &Call) -> Result<Option<Left>, Refused> {
        let config = call.app.config();
        let rate = &config.rate_limit;
        if !rate.enable {
            return Ok(None);
        }
        let key = key_of(&config, call);
        if let Some(own) = call.endpoint.rate {
            let mut hasher = DefaultHasher::new();
            (key, call.endpoint.name).hash(&mut hasher);
            self.take_from(&self.endpoints, hasher.finish(), own.into())?;
        }
        let buckets = self.callers(rate.callers_max);
        let rate = Rate { per_second: rate.per_second, burst: rate.max_burst };
        self.take_from(&buckets, key, rate.into()).map(Some)
    }

    /// Takes one request that costs much from the bucket of its kind, once it is known who asks.
    ///
    /// Not counted are administrators, who may change the limits; and by address, the machine itself: that is a tool of
    /// the operator, or a proxy that is not told to name its clients, who would all share one bucket.
    ///
    /// # Errors
    /// When the bucket is empty.
    pub fn take_cost(&self, call: &Call, cost: Cost) -> Result<(), Refused> {
        let Some(pace) = pace_of(&call.app.config().rate_limit, cost) else { return Ok(()) };
        let mut hasher = DefaultHasher::new();
        cost.hash(&mut hasher);
        match &call.identity {
            Some(identity) if identity.user.is_system_admin() => return Ok(()),
            Some(identity) if !cost.is_by_address() => identity.user.id.hash(&mut hasher),
            _ if call.peer.to_canonical().is_loopback() => return Ok(()),
            _ => network(call.peer).hash(&mut hasher),
        }
        self.take_from(&self.costs, hasher.finish(), pace).map(drop)
    }

    /// Takes one request of this endpoint from the bucket of the caller's address.
    ///
    /// # Errors
    /// When the bucket is empty.
    pub fn take_fixed(&self, call: &Call, limit: Fixed) -> Result<(), Refused> {
        let mut hasher = DefaultHasher::new();
        (network(call.peer), call.endpoint.name, limit.burst).hash(&mut hasher);
        let pace = Pace { each: nanos(limit.interval), burst: limit.burst };
        self.take_from(&self.endpoints, hasher.finish(), pace).map(drop)
    }

    /// The buckets, made anew when the configured number of them changes.
    fn callers(&self, callers_max: u32) -> Buckets {
        let mut callers = self.callers.lock();
        match &*callers {
            Some((size, buckets)) if *size == callers_max => buckets.clone(),
            _ => {
                let buckets = Buckets::new(Cache::new(callers_max as usize));
                *callers = Some((callers_max, buckets.clone()));
                buckets
            }
        }
    }

    fn take_from(&self, buckets: &Buckets, key: u64, pace: Pace) -> Result<Left, Refused> {
        let now = nanos(self.began.elapsed());
        let full_at = buckets.get(&key).unwrap_or(0);
        let (full_at, taken) = take(now, full_at, pace);
        if taken.is_ok() {
            buckets.insert(key, full_at);
        }
        taken
    }
}

impl Default for Limiter {
    fn default() -> Self {
        Limiter::new()
    }
}

/// A rate by the nanoseconds between two requests.
#[derive(Debug, Clone, Copy)]
struct Pace {
    each: u64,
    burst: u32,
}

impl From<Rate> for Pace {
    fn from(rate: Rate) -> Pace {
        Pace { each: 1_000_000_000 / u64::from(rate.per_second.max(1)), burst: rate.burst }
    }
}

/// What the configuration lets pass of a kind; `None` when all of it.
fn pace_of(rate: &RateLimit, cost: Cost) -> Option<Pace> {
    let (per_minute, burst) = match cost {
        Cost::SignIn => (rate.sign_in_per_minute, rate.sign_in_burst),
        Cost::Account => (rate.account_per_minute, rate.account_burst),
        Cost::Mail => (rate.mail_per_minute, rate.mail_burst),
        Cost::Invitation => (rate.invitation_per_minute, rate.invitation_burst),
        Cost::Search => (rate.search_per_minute, rate.search_burst),
        Cost::Upload => (rate.upload_per_minute, rate.upload_burst),
    };
    // The bucket holds one more than the burst that its rate speaks of.
    let each = 60_000_000_000_u64.checked_div(per_minute.into())?;
    Some(Pace { each, burst: burst.saturating_sub(1) })
}

/// The label of a kind.
pub fn label(cost: Cost) -> metrics::Cost {
    match cost {
        Cost::SignIn => metrics::Cost::SignIn,
        Cost::Account => metrics::Cost::Account,
        Cost::Mail => metrics::Cost::Mail,
        Cost::Invitation => metrics::Cost::Invitation,
        Cost::Search => metrics::Cost::Search,
        Cost::Upload => metrics::Cost::Upload,
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// Whom an address belongs to: of IPv6, everybody has 64 bits of addresses at least.
fn network(peer: IpAddr) -> u128 {
    match peer.to_canonical() {
        IpAddr::V4(peer) => u32::from(peer).into(),
        IpAddr::V6(peer) => u128::from(peer) & !u128::from(u64::MAX),
    }
}

/// One request at `now` from a bucket that is full at `full_at`, both in nanoseconds.
fn take(now: u64, full_at: u64, pace: Pace) -> (u64, Result<Left, Refused>) {
    let Pace { each, burst } = pace;
    let capacity = each * u64::from(burst + 1);
    let next = full_at.max(now) + each;
    let level = next - now;
    let left = |full_at: u64, remaining: u64| Left {
        limit: burst + 1,
        remaining: u32::try_from(remaining).unwrap_or(u32::MAX),
        reset: Duration::from_nanos(full_at.saturating_sub(now)),
    };
    if level > capacity {
        let retry_after = Duration::from_nanos(level - capacity);
        return (full_at, Err(Refused { left: left(full_at, 0), retry_after }));
    }
    (next, Ok(left(next, (capacity - level) / each)))
}

fn key_of(config: &Config, call: &Call) -> u64 {
    let rate = &config.rate_limit;
    let mut hasher = DefaultHasher::new();
    if rate.by_address {
        network(call.peer).hash(&mut hasher);
    }
    if rate.by_user {
        crate::token::find_token(&call.parts).map(|(token, _)| token).hash(&mut hasher);
    }
    if !rate.by_header.is_empty() {
        call.header(&rate.by_header.to_ascii_lowercase()).hash(&mut hasher);
    }
    hasher.finish()
}

impl Left {
    /// Tells the caller what is left.
    pub fn put_on(self, reply: Reply) -> Reply {
        let number = |name: &'static str, value: u64, reply: Reply| {
            reply.with_header(HeaderName::from_static(name), HeaderValue::from(value))
        };
        let reply = number("x-ratelimit-limit", self.limit.into(), reply);
        let reply = number("x-ratelimit-remaining", self.remaining.into(), reply);
        number("x-ratelimit-reset", seconds_up(self.reset), reply)
    }
}

impl Refused {
    pub fn reply(self) -> Reply {
        let reply = Reply::text("limit exceeded\n").with_status(StatusCode::TOO_MANY_REQUESTS);
        let wait = HeaderValue::from(seconds_up(self.retry_after));
        self.left.put_on(reply.with_header(header::RETRY_AFTER, wait))
    }
}

/// Whole seconds, as headers have them.
pub fn seconds_up(duration: Duration) -> u64 {
    duration.as_secs() + u64::from(duration.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000_000;

    #[test]
    fn a_burst_passes_and_then_one_request_each_interval() {
        let rate = Rate { per_second: 10, burst: 4 };
        let mut full_at = 0;
        let mut passed = 0;
        for _ in 0..20 {
            let (next, taken) = take(SECOND, full_at, rate.into());
            full_at = next;
            passed += u32::from(taken.is_ok());
        }
        assert_eq!(passed, 5, "the burst and the one that is due");
        let refused = take(SECOND, full_at, rate.into()).1.expect_err("the bucket is empty");
        assert_eq!(refused.retry_after, Duration::from_millis(100));
        assert!(take(SECOND + SECOND / 10, full_at, rate.into()).1.is_ok());
    }

    #[test]
    fn an_idle_bucket_fills_up_and_no_further() {
        let rate = Rate { per_second: 1, burst: 2 };
        let (_, taken) = take(1_000 * SECOND, 3, rate.into());
        assert_eq!(taken.expect("full").remaining, 2);
    }

    #[test]
    fn a_kind_of_cost_has_its_burst_and_its_rate_or_none() {
        let mut config = RateLimit { mail_per_minute: 60, mail_burst: 2, ..RateLimit::default() };
        let pace = pace_of(&config, Cost::Mail).expect("a limit");
        let mut full_at = 0;
        let passed = |full_at: &mut u64, now: u64| {
            let (next, taken) = take(now, *full_at, pace);
            *full_at = next;
            taken.is_ok()
        };
        let first: Vec<bool> = (0..3).map(|_| passed(&mut full_at, SECOND)).collect();
        assert_eq!(first, [true, true, false]);
        assert!(passed(&mut full_at, 2 * SECOND) && !passed(&mut full_at, 2 * SECOND));
        config.mail_per_minute = 0;
        assert!(pace_of(&config, Cost::Mail).is_none());
        for cost in Cost::ALL {
            assert!(pace_of(&RateLimit::default(), cost).is_some(), "{cost:?} is on by default");
        }
    }

    #[test]
    fn neighbours_in_a_network_of_ipv6_share_a_bucket() {
        let of = |text: &str| network(text.parse().expect("an address"));
        assert_eq!(of("2001:db8:1:2::7"), of("2001:db8:1:2:ffff::1"));
        assert_ne!(of("2001:db8:1:2::7"), of("2001:db8:1:3::7"));
        assert_eq!(of("::ffff:192.0.2.7"), of("192.0.2.7"));
        assert_ne!(of("192.0.2.7"), of("192.0.2.8"));
    }
}
