//! This machine's own figures under the names that the node exporter gives them, read from `/proc`.
//!
//! Only for a server on the same machine. On systems without `/proc` there are no lines, and the health
//! metrics that need them are missing, which the report says.

use std::fs;

use super::text::Line;
use super::{Cores, Labels};

/// Clock ticks a second in `/proc/stat`; fixed at 100 for programs on every Linux.
const TICKS_PER_SECOND: f64 = 100.0;

const MODES: [&str; 8] = ["user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal"];

/// What the kernel says now; of the processors only some, where the server may use only those.
pub fn read(cores: Option<&Cores>) -> Vec<Line> {
    let file = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let mut lines = processors(&file("/proc/stat"), cores);
    lines.extend(memory(&file("/proc/meminfo")));
    lines.extend(tcp(&file("/proc/net/snmp")));
    lines.extend(tcp(&file("/proc/net/netstat")));
    lines.extend(network(&file("/proc/net/dev")));
    lines
}

fn line(name: impl Into<String>, labels: &[(&str, &str)], value: f64) -> Line {
    let named = ("__name__".to_owned(), name.into());
    let labels = labels.iter().map(|&(label, value)| (label.to_owned(), value.to_owned()));
    Line { labels: Labels::new(labels.chain([named])), value, at: None }
}

fn processors(stat: &str, cores: Option<&Cores>) -> Vec<Line> {
    let mut lines = Vec::new();
    for row in stat.lines() {
        let mut words = row.split_ascii_whitespace();
        let Some(cpu) = words.next().and_then(|word| word.strip_prefix("cpu")).filter(|cpu| !cpu.is_empty()) else {
            continue;
        };
        if cores.is_some_and(|cores| !cpu.parse().is_ok_and(|core| cores.has(core))) {
            continue;
        }
        for (mode, ticks) in MODES.iter().zip(words) {
            if let Ok(ticks) = ticks.parse::<f64>() {
                let labels = [("cpu", cpu), ("mode", mode)];
                lines.push(line("node_cpu_seconds_total", &labels, ticks / TICKS_PER_SECOND));
            }
        }
    }
    lines
}

fn memory(meminfo: &str) -> Vec<Line> {
    let rows = meminfo.lines().filter_map(|row| {
        let (name, rest) = row.split_once(':')?;
        let kilobytes: f64 = rest.split_ascii_whitespace().next()?.parse().ok()?;
        let known = matches!(name, "MemTotal" | "MemAvailable" | "MemFree" | "Cached" | "SwapFree" | "SwapTotal");
        known.then(|| line(format!("node_memory_{name}_bytes"), &[], kilobytes * 1_024.0))
    });
    rows.collect()
}

/// Pairs of rows: names, then values. `Tcp: … RetransSegs …` becomes `node_netstat_Tcp_RetransSegs`.
fn tcp(snmp: &str) -> Vec<Line> {
    let rows: Vec<&str> = snmp.lines().collect();
    let mut lines = Vec::new();
    for pair in rows.chunks_exact(2) {
        let (Some((group, names)), Some((_, values))) = (pair[0].split_once(':'), pair[1].split_once(':')) else {
            continue;
        };
        if !matches!(group, "Tcp" | "TcpExt") {
            continue;
        }
        for (name, value) in names.split_ascii_whitespace().zip(values.split_ascii_whitespace()) {
            let wanted = matches!(
                name,
                "RetransSegs" | "OutSegs" | "InSegs" | "CurrEstab" | "ListenOverflows" | "ListenDrops" | "TCPTimeouts"
            );
            if let (true, Ok(value)) = (wanted, value.parse()) {
                lines.push(line(format!("node_netstat_{group}_{name}"), &[], value));
            }
        }
    }
    lines
}

fn network(dev: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    for row in dev.lines() {
        let Some((device, numbers)) = row.split_once(':') else { continue };
        let numbers: Vec<f64> = numbers.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect();
        if let [received, .., _, _, _, _, _, _, _] = numbers.as_slice()
            && numbers.len() >= 9
        {
            let labels = [("device", device.trim())];
            lines.push(line("node_network_receive_bytes_total", &labels, *received));
            lines.push(line("node_network_transmit_bytes_total", &labels, numbers[8]));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(lines: &[Line], name: &str, label: (&str, &str)) -> Option<f64> {
        let found = |line: &&Line| line.labels.get("__name__") == name && line.labels.get(label.0) == label.1;
        lines.iter().find(found).map(|line| line.value)
    }

    #[test]
    fn processors_are_told_one_by_one_and_without_their_sum() {
        let lines = processors("cpu  1 2 3 4 5 6 7 8 0 0\ncpu0 100 0 50 1000 0 0 0 0 0 0\nintr 5\n", None);
        assert_eq!(value(&lines, "node_cpu_seconds_total", ("mode", "idle")), Some(10.0));
        assert_eq!(lines.len(), 8);
    }

    #[test]
    fn only_the_processors_of_the_server_are_told() {
        let stat = "cpu  1 2 3 4\ncpu0 5 6 7 8\ncpu1 9 9 9 9\ncpu10 1 1 1 1\n";
        let lines = processors(stat, Some(&"1".parse().expect("a core")));
        assert_eq!((lines.len(), value(&lines, "node_cpu_seconds_total", ("cpu", "1"))), (4, Some(0.09)));
    }

    #[test]
    fn memory_is_in_bytes() {
        let lines = memory("MemTotal:       2048 kB\nHugePages_Total:  0\n");
        assert_eq!((lines.len(), lines[0].value), (1, 2_097_152.0));
    }

    #[test]
    fn counters_of_tcp_are_found_by_their_heading() {
        let lines = tcp("Ip: A B\nIp: 1 2\nTcp: InSegs OutSegs RetransSegs\nTcp: 10 20 3\n");
        assert_eq!(value(&lines, "node_netstat_Tcp_RetransSegs", ("", "")), Some(3.0));
        assert_eq!(value(&lines, "node_netstat_Tcp_OutSegs", ("", "")), Some(20.0));
    }

    #[test]
    fn traffic_is_told_by_device() {
        let lines = network("Inter-|   Receive\n face |bytes\n  lo: 70 1 0 0 0 0 0 0 90 1 0 0 0 0 0 0\n");
        assert_eq!(value(&lines, "node_network_transmit_bytes_total", ("device", "lo")), Some(90.0));
    }
}
