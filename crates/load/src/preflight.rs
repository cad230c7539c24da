//! What spoils a measurement before it begins: looks at this machine and at the server, and says what to change.

use std::fs;
use std::time::Duration;

use simulate::net::fetch::Fetch;
use simulate::net::{Trust, tls_hint};

/// How long a server may take to say that it is there.
const REACH: Duration = Duration::from_secs(10);
/// Files per user: its socket, and its share of the connections for requests.
const FILES_PER_USER: u64 = 2;
/// Share of stolen processor time that spoils a measurement.
const STEAL_MAX: f64 = 1.0;
/// Share of segments sent again that points to the network.
const RETRANSMIT_MAX: f64 = 0.5;
/// Free processors before a run; less means that something else works here.
const IDLE_MIN: f64 = 80.0;
/// Between two readings of counters.
const LOOK: Duration = Duration::from_secs(2);

/// One look at one thing.
pub struct Check {
    pub good: bool,
    pub what: String,
    /// What to do when it is not good.
    pub change: String,
}

impl Check {
    fn new(good: bool, what: String, change: &str) -> Check {
        Check { good, what, change: change.to_owned() }
    }
}

/// Everything about this machine that is to carry `users`.
pub async fn checks(users: u64) -> Vec<Check> {
    let mut checks = vec![files(users), ports(users), backlog()];
    checks.extend(clocks());
    checks.extend(over_time().await);
    checks.extend(rings());
    checks
}

/// Proves that a server of the API answers.
///
/// # Errors
/// With a sentence that tells what came instead.
pub async fn reach(url: &str, trust: &Trust) -> Result<(), String> {
    let answer = Fetch::new(url, trust).get("/api/v4/system/ping", REACH).await;
    let unreached = |error: String| format!("{url} cannot be reached: {error}{}", tls_hint(&error));
    let (status, body) = answer.map_err(unreached)?;
    let said: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
    if !status.is_success() || said["status"].as_str().is_none() {
        return Err(format!("{url} is no server of this API: its /api/v4/system/ping answers {status}"));
    }
    Ok(())
}

/// Whether the server is on this machine, so that its processors are those of `/proc`.
pub fn is_here(url: &str) -> bool {
    let host = url.split("://").nth(1).unwrap_or(url);
    let host = host.split('/').next().unwrap_or(host);
    host.starts_with("127.") || host.starts_with("localhost") || host.starts_with("[::1]")
}

fn number(path: &str) -> Option<u64> {
    fs::read_to_string(path).ok()?.split_whitespace().next()?.parse().ok()
}

fn files(users: u64) -> Check {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let soft = limits.lines().find_map(|line| line.strip_prefix("Max open files")?.split_whitespace().next());
    let soft = soft.and_then(|text| text.parse().ok()).unwrap_or(u64::MAX);
    let needed = users.saturating_mul(FILES_PER_USER).saturating_add(1_000);
    let what = format!("open files: {soft}, {needed} are needed for {users} users");
    let limit = needed.checked_next_power_of_two().unwrap_or(needed);
    Check::new(soft >= needed, what, &format!("ulimit -n {limit}"))
}

fn ports(users: u64) -> Check {
    let text = fs::read_to_string("/proc/sys/net/ipv4/ip_local_port_range").unwrap_or_default();
    let ends: Vec<u64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let free = match ends.as_slice() {
        [low, high] => high.saturating_sub(*low),
        _ => u64::MAX,
    };
    let needed = users.saturating_add(users / 4);
    let what = format!("ports to connect from: {free}, about {needed} are needed for {users} users");
    let change = "sysctl -w net.ipv4.ip_local_port_range='1024 65535', or spread with --local-addresses";
    Check::new(free >= needed, what, change)
}

fn backlog() -> Check {
    let backlog = number("/proc/sys/net/core/somaxconn").unwrap_or(u64::MAX);
    let what = format!("connections that may wait to be accepted: {backlog}");
    Check::new(backlog >= 1_024, what, "sysctl -w net.core.somaxconn=4096 (on the server)")
}

/// Reads counters twice.
async fn over_time() -> Vec<Check> {
    let before = crate::scrape::host::read(None);
    tokio::time::sleep(LOOK).await;
    let after = crate::scrape::host::read(None);
    let sum = |lines: &[crate::scrape::text::Line], name: &str, mode: &str| -> f64 {
        let wanted = |line: &&crate::scrape::text::Line| {
            line.labels.get("__name__") == name && (mode.is_empty() || line.labels.get("mode") == mode)
        };
        lines.iter().filter(wanted).map(|line| line.value).sum()
    };
    let change = |name: &str, mode: &str| sum(&after, name, mode) - sum(&before, name, mode);
    let all = change("node_cpu_seconds_total", "").max(1e-9);
    let steal = change("node_cpu_seconds_total", "steal") / all * 100.0;
    let idle = change("node_cpu_seconds_total", "idle") / all * 100.0;
    let sent = sum(&after, "node_netstat_Tcp_OutSegs", "").max(1.0);
    let again = sum(&after, "node_netstat_Tcp_RetransSegs", "") / sent * 100.0;
    vec![
        Check::new(
            steal < STEAL_MAX,
            format!("processor time taken by the host: {steal:.1} %"),
            "the machine shares its processors: use one with cores of its own",
        ),
        Check::new(
            idle > IDLE_MIN,
            format!("free processors: {idle:.0} %"),
            "something else works on this machine: stop it before you measure",
        ),
        Check::new(
            again < RETRANSMIT_MAX,
            format!("segments sent again since the start of the machine: {again:.3} %"),
            "look at the network: cables, ring buffers, a firewall that drops",
        ),
    ]
}

fn clocks() -> Vec<Check> {
    let path = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
    let Ok(source) = fs::read_to_string(path) else { return Vec::new() };
    let source = source.trim();
    let good = matches!(source, "tsc" | "kvm-clock" | "hyperv_clocksource_tsc_page" | "arch_sys_counter");
    let what = format!("clock source: {source}");
    vec![Check::new(good, what, "each reading of this clock is a call into the kernel: boot with clocksource=tsc")]
}

/// Packets that network cards had no room for.
fn rings() -> Vec<Check> {
    let Ok(cards) = fs::read_dir("/sys/class/net") else { return Vec::new() };
    let mut checks = Vec::new();
    for card in cards.flatten() {
        let name = card.file_name().to_string_lossy().into_owned();
        if name == "lo" {
            continue;
        }
        let counter = |which: &str| number(&format!("/sys/class/net/{name}/statistics/{which}")).unwrap_or_default();
        let lost = counter("rx_dropped") + counter("rx_missed_errors") + counter("rx_fifo_errors");
        let share = lost as f64 / counter("rx_packets").max(1) as f64 * 100.0;
        let what = format!("packets that {name} had no room for: {lost} ({share:.3} %)");
        let change = format!("larger ring buffers: ethtool -G {name} rx 4096");
        checks.push(Check { good: share < 0.1, what, change });
    }
    checks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_this_machine_is_known_by_its_address() {
        assert!(is_here("http://127.0.0.1:8065") && is_here("http://localhost") && is_here("http://[::1]:1/x"));
        assert!(!is_here("https://chat.example.com") && !is_here("http://10.0.0.1:8065"));
    }

    #[test]
    fn however_many_users_there_are_files_and_ports_are_counted() {
        for (users, needed) in
            [(0, "1000 are needed"), (100, "1200 are needed"), (u64::MAX, "18446744073709551615 are")]
        {
            assert!(files(users).what.contains(needed), "{}", files(users).what);
        }
        assert!(files(1).change.ends_with("ulimit -n 1024") && !ports(u64::MAX).good);
        assert!(ports(100).what.contains("about 125 are needed"), "{}", ports(100).what);
    }

    #[tokio::test]
    async fn a_server_that_is_not_there_is_named() {
        let refused = reach("http://127.0.0.1:1", &Trust::default()).await.expect_err("nobody listens");
        assert!(refused.contains("http://127.0.0.1:1 cannot be reached"), "{refused}");
    }
}
