//! Whether the generator itself keeps up: processor time, memory, and how late the runtime wakes its tasks.
//!
//! A result of a generator that was the bottleneck says so, since it measured itself.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::latency::Latency;
use super::results::Generator;
use crate::tasks;

const PERIOD: Duration = Duration::from_millis(250);
/// Processor time is averaged over this many periods.
const WINDOW: usize = 20;
/// Seconds of processor time that two samples may tell beyond what the cores can give: ticks, and samples taken late.
const CPU_SLACK: f64 = 0.5;
/// Above this share of its cores a generator measures its own queues.
const CPU_SHARE_MAX: f64 = 0.85;
/// A p99 of the wake-up above this shows in every latency that is measured.
const LAG_P99_MAX_MS: f64 = 20.0;
/// Share of the actions that may begin late.
const LATE_SHARE_MAX: f64 = 0.01;
/// Clock ticks of `/proc/self/stat`; 100 on every Linux that this runs on.
const TICKS_PER_SECOND: f64 = 100.0;

/// Watches this process.
#[derive(Default)]
pub struct Health {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    samples: std::collections::VecDeque<(Instant, f64)>,
    first_cpu: Option<f64>,
    /// Processor time that the system told and that no core can have given.
    untrue_cpu: f64,
    cpu_max: f64,
    memory_max: u64,
    lag: Latency,
}

impl Health {
    /// Starts to watch; ends when the last holder of the returned value is gone.
    pub fn start() -> Arc<Health> {
        let health = Arc::new(Health::default());
        let watched = Arc::downgrade(&health);
        tasks::spawn("self-check", async move {
            loop {
                let due = Instant::now() + PERIOD;
                tokio::time::sleep_until(due.into()).await;
                let Some(health) = watched.upgrade() else { return };
                health.sample(due.elapsed());
            }
        });
        health
    }

    fn sample(&self, lag: Duration) {
        let (at, cpu, memory) = (Instant::now(), cpu_seconds(), memory_bytes());
        let mut state = self.state.lock();
        state.lag.record(lag);
        state.memory_max = state.memory_max.max(memory);
        state.keep(at, cpu, cores());
    }

    /// Fills in what is measured here, and judges it with what the meter knows of late starts.
    pub fn fill(&self, generator: &mut Generator) {
        let state = self.state.lock();
        generator.cores = cores();
        generator.cpu_seconds = state.first_cpu.map_or(0.0, |first| cpu_seconds() - state.untrue_cpu - first);
        generator.cpu_now = state.cpu_now();
        generator.cpu_max = state.cpu_max;
        generator.memory_bytes = memory_bytes();
        generator.memory_max_bytes = state.memory_max;
        generator.lag = state.lag.clone();
        generator.complaints = complaints(generator);
    }
}

impl State {
    /// Takes a sample. A virtual machine that its host stopped for a while may charge that time to whoever ran: what the
    /// cores cannot have given is left out.
    fn keep(&mut self, at: Instant, told: f64, cores: f64) {
        let mut cpu = told - self.untrue_cpu;
        if let Some((before, last)) = self.samples.back() {
            let most = last + cores * at.duration_since(*before).as_secs_f64();
            if cpu > most + CPU_SLACK {
                tracing::warn!(
                    seconds = cpu - most,
                    "more processor time was told than there was: the machine stood still"
                );
                self.untrue_cpu += cpu - most;
                cpu = most;
            }
        }
        self.first_cpu.get_or_insert(cpu);
        self.samples.push_back((at, cpu));
        if self.samples.len() > WINDOW {
            self.samples.pop_front();
            self.cpu_max = self.cpu_max.max(self.cpu_now());
        }
    }

    /// Cores in use over the window.
    fn cpu_now(&self) -> f64 {
        let (Some((from, first)), Some((to, last))) = (self.samples.front(), self.samples.back()) else { return 0.0 };
        let seconds = to.duration_since(*from).as_secs_f64();
        if seconds > 0.0 { (last - first) / seconds } else { 0.0 }
    }
}

fn complaints(generator: &Generator) -> Vec<String> {
    let mut found = Vec::new();
    let share = generator.cpu_max / generator.cores.max(1.0);
    if share > CPU_SHARE_MAX {
        let (used, cores) = (generator.cpu_max, generator.cores);
        found.push(format!("the generator used {used:.1} of its {cores:.0} cores: use more machines or fewer users"));
    }
    let lag = generator.lag.quantile_ms(0.99);
    if lag > LAG_P99_MAX_MS {
        found.push(format!("one wake-up in a hundred came {lag:.0} ms late: latencies contain that"));
    }
    if generator.starts > 0 && generator.late_starts as f64 > LATE_SHARE_MAX * generator.starts as f64 {
        let (late, all) = (generator.late_starts, generator.starts);
        found.push(format!("{late} of {all} actions began late: the load was lower than asked"));
    }
    found
}

fn cores() -> f64 {
    std::thread::available_parallelism().map_or(1.0, |cores| cores.get() as f64)
}

/// Processor seconds of this process; 0 where the system does not tell.
fn cpu_seconds() -> f64 {
    let Ok(text) = std::fs::read_to_string("/proc/self/stat") else { return 0.0 };
    // Fields are counted behind the name, which may contain spaces and brackets.
    let Some((_, fields)) = text.rsplit_once(')') else { return 0.0 };
    let ticks = fields.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / TICKS_PER_SECOND
}

/// Memory that this process holds; 0 where the system does not tell.
fn memory_bytes() -> u64 {
    let Ok(text) = std::fs::read_to_string("/proc/self/status") else { return 0 };
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse::<u64>().ok()).map_or(0, |kilobytes| kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generator_that_kept_up_has_nothing_to_complain_of() {
        let fine = Generator { cores: 4.0, cpu_max: 1.0, starts: 1_000, late_starts: 2, ..Generator::default() };
        assert_eq!(complaints(&fine), Vec::<String>::new());
    }

    #[test]
    fn processor_time_that_no_core_gave_is_left_out() {
        let mut state = State::default();
        let began = Instant::now();
        for sample in 0..40 {
            // Half a core, and once 70 s that the host took.
            let jump = if sample > 20 { 70.0 } else { 0.0 };
            state.keep(began + PERIOD * sample, f64::from(sample) * 0.125 + jump, 2.0);
        }
        assert!(state.cpu_max < 0.6, "{}", state.cpu_max);
        assert!((state.untrue_cpu - 69.6).abs() < 0.1, "{}", state.untrue_cpu);
        let busy: Vec<f64> = (0..40).map(|sample| f64::from(sample) * 0.5).collect();
        let mut state = State::default();
        busy.iter().zip(0..).for_each(|(cpu, sample)| state.keep(began + PERIOD * sample, *cpu, 2.0));
        assert!(state.cpu_max > 1.9, "all of two cores is no such jump: {}", state.cpu_max);
    }

    #[test]
    fn every_sign_of_a_bottleneck_is_told() {
        let mut lag = Latency::default();
        lag.record(Duration::from_millis(80));
        let bad = Generator { cores: 2.0, cpu_max: 1.9, starts: 100, late_starts: 9, lag, ..Generator::default() };
        assert_eq!(complaints(&bad).len(), 3);
    }
}
