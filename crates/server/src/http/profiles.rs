//! Profiles of the running program, for `pprof` and for profilers that ask now and then.
//!
//! Served on the metrics listener, and only when `metrics.profiles` says so: they tell about the program's inside.
//! Processor time is sampled by a signal timer, one profile at a time; what memory is held by, only an allocator that
//! keeps account can tell, so `main` hands that in.

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use http::StatusCode;

/// Samples a second: not a divisor of what timers of programs use, so that periodic work is not missed or doubled.
const SAMPLES_PER_SECOND: i32 = 99;
/// Seconds when the caller names none, as profilers expect.
const SECONDS_DEFAULT: u64 = 30;
/// Longest profile; its samples stay in memory until it is written.
const SECONDS_MAX: u64 = 120;

/// A profile of the heap in the same format, or why there is none.
pub type Heap = fn() -> Pin<Box<dyn Future<Output = Result<Bytes, String>> + Send>>;

/// Which profiles are served.
#[derive(Clone, Copy, Default)]
pub struct Profiles {
    pub enabled: bool,
    /// `None` with an allocator that keeps no account.
    pub heap: Option<Heap>,
}

/// Why a profile is not there, and the status that says so.
pub type Refusal = (StatusCode, String);

impl Profiles {
    /// The profile at `path`; `None` where nothing is served.
    pub async fn at(self, path: &str, query: &str) -> Option<Result<Bytes, Refusal>> {
        if !self.enabled {
            return None;
        }
        match path {
            "/debug/pprof/profile" => Some(match seconds(query) {
                Ok(duration) => processor(duration).await,
                Err(why) => Err((StatusCode::BAD_REQUEST, why)),
            }),
            "/debug/pprof/heap" => Some(match self.heap {
                Some(heap) => heap().await.map_err(|why| (StatusCode::INTERNAL_SERVER_ERROR, why)),
                None => {
                    let why = "this build's allocator keeps no account: build with --features jemalloc";
                    Err((StatusCode::NOT_IMPLEMENTED, why.to_owned()))
                }
            }),
            _ => None,
        }
    }
}

/// `seconds=` of a query.
fn seconds(query: &str) -> Result<Duration, String> {
    let asked = form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "seconds");
    let seconds = match asked {
        None => SECONDS_DEFAULT,
        Some((_, text)) => text.parse().map_err(|_| format!("seconds={text} is no number"))?,
    };
    match seconds {
        1..=SECONDS_MAX => Ok(Duration::from_secs(seconds)),
        _ => Err(format!("seconds must be between 1 and {SECONDS_MAX}")),
    }
}

#[cfg(feature = "profiles")]
async fn processor(duration: Duration) -> Result<Bytes, Refusal> {
    use pprof::protos::Message;

    let failed = |error: pprof::Error| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string());
    // Unwinding inside the C library from a signal may wait for its locks: frames there are left out.
    let builder = pprof::ProfilerGuardBuilder::default()
        .frequency(SAMPLES_PER_SECOND)
        .blocklist(&["libc", "libgcc", "pthread", "vdso"]);
    let guard = match builder.build() {
        Ok(guard) => guard,
        Err(pprof::Error::Running) => {
            return Err((StatusCode::CONFLICT, "another profile is being taken".to_owned()));
        }
        Err(error) => return Err(failed(error)),
    };
    tokio::time::sleep(duration).await;
    // Names of functions are looked up here, which takes a while.
    let written = tokio::task::spawn_blocking(move || {
        let profile = guard.report().build()?.pprof()?;
        Ok(profile.encode_to_vec())
    });
    match written.await {
        Ok(profile) => profile.map(Bytes::from).map_err(failed),
        Err(lost) => Err((StatusCode::INTERNAL_SERVER_ERROR, lost.to_string())),
    }
}

#[cfg(not(feature = "profiles"))]
async fn processor(_: Duration) -> Result<Bytes, Refusal> {
    let _ = SAMPLES_PER_SECOND;
    Err((StatusCode::NOT_IMPLEMENTED, "this build takes no profiles: build with --features profiles".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_profile_is_bounded() {
        assert_eq!(seconds(""), Ok(Duration::from_secs(SECONDS_DEFAULT)));
        assert_eq!(seconds("seconds=5&x=1"), Ok(Duration::from_secs(5)));
        assert!(seconds("seconds=0").is_err() && seconds("seconds=121").is_err() && seconds("seconds=x").is_err());
    }

    #[tokio::test]
    async fn nothing_is_served_unless_the_operator_said_so() {
        assert!(Profiles::default().at("/debug/pprof/profile", "").await.is_none());
        let on = Profiles { enabled: true, heap: None };
        assert!(on.at("/debug/pprof/", "").await.is_none());
        let (status, _) = on.at("/debug/pprof/heap", "").await.expect("served").expect_err("no account");
        assert_eq!(status, StatusCode::NOT_IMPLEMENTED);
    }

    #[cfg(feature = "profiles")]
    #[tokio::test(flavor = "multi_thread")]
    async fn one_profile_is_taken_at_a_time() {
        let on = Profiles { enabled: true, heap: None };
        let (first, second) = tokio::join!(on.at("/debug/pprof/profile", "seconds=1"), async {
            tokio::task::yield_now().await;
            on.at("/debug/pprof/profile", "seconds=1").await
        });
        assert!(!first.expect("served").expect("a profile").is_empty());
        assert_eq!(second.expect("served").expect_err("refused").0, StatusCode::CONFLICT);
    }
}
