//! Whether the generator itself keeps up: processor time, memory, and how late the runtime wakes its tasks.
//!
//! Only measured here: what of it makes a result invalid is for the report to say.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::latency::Latency;
use crate::meter::{head, line};
use crate::results::Generator;
use crate::tasks;

/// How often it looks at its own clock …
const LAG_PERIOD: Duration = Duration::from_millis(20);
/// … and, once in so many times, at its processor time and memory.
const SAMPLE_EVERY: u32 = 12;
/// Processor time is averaged over this many samples.
const WINDOW: usize = 20;
/// Looks that were missed in one standstill and are made up for: 10 s.
const STANDSTILL_MAX: u32 = 500;
/// Upper bounds of `loadtest_wakeup_lag` in seconds.
const LAG_BOUNDS_S: [f64; 9] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0];
/// Seconds of processor time that two samples may tell beyond what the cores can give: ticks, and samples taken late.
const CPU_SLACK: f64 = 0.5;
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
            for round in 0_u32.. {
                let due = Instant::now() + LAG_PERIOD;
                tokio::time::sleep_until(due.into()).await;
                let Some(health) = watched.upgrade() else { return };
                health.state.lock().note_lag(due.elapsed());
                if round.is_multiple_of(SAMPLE_EVERY) {
                    health.sample();
                }
            }
        });
        health
    }

    fn sample(&self) {
        let (at, cpu, memory) = (Instant::now(), cpu_seconds(), memory_bytes());
        let mut state = self.state.lock();
        state.memory_max = state.memory_max.max(memory);
        state.keep(at, cpu, cores());
    }

    /// The late wake-ups of several agents as a histogram for `/metrics`.
    pub fn exposition(all: &[&Health]) -> String {
        const NAME: &str = "loadtest_wakeup_lag";
        let mut lag = Latency::default();
        all.iter().for_each(|health| lag.add(&health.state.lock().lag));
        let mut text = String::new();
        head(&mut text, NAME, "Seconds that the generator woke its users too late, asked every 20 ms.", "histogram");
        for bound in LAG_BOUNDS_S {
            line(&mut text, &format!("{NAME}_bucket{{le=\"{bound}\"}}"), lag.count_up_to(bound) as f64);
        }
        line(&mut text, &format!("{NAME}_bucket{{le=\"+Inf\"}}"), lag.count() as f64);
        line(&mut text, &format!("{NAME}_sum"), lag.mean_ms() / 1_000.0 * lag.count() as f64);
        line(&mut text, &format!("{NAME}_count"), lag.count() as f64);
        text
    }

    /// Fills in what is measured here.
    pub fn fill(&self, generator: &mut Generator) {
        let state = self.state.lock();
        generator.cores = cores();
        generator.cpu_seconds = state.first_cpu.map_or(0.0, |first| cpu_seconds() - state.untrue_cpu - first);
        generator.cpu_now = state.cpu_now();
        generator.cpu_max = state.cpu_max;
        generator.memory_bytes = memory_bytes();
        generator.memory_max_bytes = state.memory_max;
        generator.lag = state.lag.clone();
    }
}

impl State {
    /// Whoever had wanted to wake during a standstill would have been late, too: those are counted as well, or a second
    /// of it would weigh no more than a millisecond.
    fn note_lag(&mut self, mut lag: Duration) {
        self.lag.record(lag);
        for _ in 0..STANDSTILL_MAX {
            if lag <= LAG_PERIOD {
                return;
            }
            lag -= LAG_PERIOD;
            self.lag.record(lag);
        }
    }

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

    const SAMPLE: Duration = LAG_PERIOD.saturating_mul(SAMPLE_EVERY);

    #[test]
    fn processor_time_that_no_core_gave_is_left_out() {
        let mut state = State::default();
        let began = Instant::now();
        for sample in 0..40 {
            // Half a core, and once 70 s that the host took.
            let jump = if sample > 20 { 70.0 } else { 0.0 };
            state.keep(began + SAMPLE * sample, f64::from(sample) * 0.125 + jump, 2.0);
        }
        assert!(state.cpu_max < 0.6, "{}", state.cpu_max);
        assert!((state.untrue_cpu - 69.6).abs() < 0.1, "{}", state.untrue_cpu);
        let busy: Vec<f64> = (0..40).map(|sample| f64::from(sample) * 0.5).collect();
        let mut state = State::default();
        busy.iter().zip(0..).for_each(|(cpu, sample)| state.keep(began + SAMPLE * sample, *cpu, 2.0));
        assert!(state.cpu_max > 1.9, "all of two cores is no such jump: {}", state.cpu_max);
    }

    #[test]
    fn a_standstill_weighs_as_long_as_it_lasted() {
        let (health, mut state) = (Health::default(), State::default());
        // A minute, of which a second stood still.
        (0..2_950).for_each(|_| state.note_lag(Duration::from_micros(300)));
        state.note_lag(Duration::from_secs(1));
        assert!(state.lag.quantile_ms(0.99) > 300.0, "{}", state.lag.quantile_ms(0.99));
        *health.state.lock() = state;
        let text = Health::exposition(&[&health]);
        for said in
            ["_bucket{le=\"0.001\"} 2950\n", "_bucket{le=\"0.02\"} 2951\n", "_bucket{le=\"1\"} 3000\n", "_count 3000\n"]
        {
            assert!(text.contains(said), "{said} {text}");
        }
    }
}
