//! What the kernel says about the process, read from `/proc` when the metrics are.
//!
//! On other systems the files are missing and the gauges stay 0.

use std::fs;

use crate::groups::system::System;

/// Clock ticks a second in `/proc/self/stat`; fixed at 100 for programs on every Linux.
const TICKS_PER_SECOND: f64 = 100.0;

/// Reads CPU time, memory, threads and open files into `system`.
pub fn read(system: &System) {
    if let Ok(stat) = fs::read_to_string("/proc/self/stat") {
        read_stat(system, &stat);
    }
    if let Ok(status) = fs::read_to_string("/proc/self/status") {
        read_status(system, &status);
    }
    if let Some(open) = open_files() {
        system.open_fds.set(open);
    }
    if let Ok(limits) = fs::read_to_string("/proc/self/limits") {
        let soft = limits.lines().find_map(|line| line.strip_prefix("Max open files")?.split_whitespace().next());
        set_from(&system.max_fds, soft, 1);
    }
}

/// How many files are open. Since Linux 6.2 the size of the folder is their number; before it is 0, and they are listed, which
/// takes longer with each socket.
fn open_files() -> Option<i64> {
    const FOLDER: &str = "/proc/self/fd";
    match fs::metadata(FOLDER).ok()?.len() {
        // One of them is the handle that lists them.
        0 => Some(fs::read_dir(FOLDER).ok()?.count() as i64 - 1),
        len => i64::try_from(len).ok(),
    }
}

fn read_stat(system: &System, stat: &str) {
    // The second field is the program's name in brackets and may hold anything.
    let Some((_, rest)) = stat.rsplit_once(')') else { return };
    let fields: Vec<&str> = rest.split_whitespace().collect();
    // Places by proc(5), less the two before the bracket, less one.
    let ticks = |place: usize| fields.get(place - 3).and_then(|text| text.parse::<f64>().ok());
    if let (Some(user), Some(kernel)) = (ticks(14), ticks(15)) {
        system.cpu_seconds.set((user + kernel) / TICKS_PER_SECOND);
    }
    let boot = fs::read_to_string("/proc/stat")
        .ok()
        .and_then(|stat| stat.lines().find_map(|line| line.strip_prefix("btime ")?.trim().parse::<f64>().ok()));
    if let (Some(boot), Some(started)) = (boot, ticks(22)) {
        system.process_start.set((boot + started / TICKS_PER_SECOND) as i64);
    }
}

fn read_status(system: &System, status: &str) {
    for line in status.lines() {
        let Some((name, rest)) = line.split_once(':') else { continue };
        let value = rest.split_whitespace().next();
        match name {
            "VmRSS" => set_from(&system.resident_bytes, value, 1024),
            "VmSize" => set_from(&system.virtual_bytes, value, 1024),
            "RssAnon" => set_from(&system.heap_bytes, value, 1024),
            "VmStk" => set_from(&system.stack_bytes, value, 1024),
            "Threads" => {
                set_from(&system.threads, value, 1);
                set_from(&system.go_threads, value, 1);
            }
            _ => {}
        }
    }
}

fn set_from(gauge: &crate::value::Gauge, text: Option<&str>, unit: i64) {
    if let Some(number) = text.and_then(|text| text.parse::<i64>().ok()) {
        gauge.set(number * unit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn each_open_file_counts() {
        let before = open_files().expect("a system with /proc");
        let more: Vec<fs::File> = (0..64).map(|_| fs::File::open("/proc/self/stat").expect("a file")).collect();
        let after = open_files().expect("a system with /proc");
        // Other tests open files meanwhile.
        assert!((before + 32..before + 128).contains(&after), "{before} and then {after}, with {} more", more.len());
    }

    #[test]
    fn a_program_name_with_brackets_does_not_shift_the_fields() {
        let system = System::new();
        read_stat(&system, "1 (a) b) c) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0 9 0 100 1 1");
        assert_eq!(system.cpu_seconds.get(), 3.0);
    }

    #[test]
    fn sizes_are_bytes() {
        let system = System::new();
        read_status(&system, "Name:\tx\nVmRSS:\t    12 kB\nThreads:\t3\n");
        assert_eq!((system.resident_bytes.get(), system.threads.get()), (12_288, 3));
    }
}
