//! The allocator: mimalloc, which is the fastest here; or, with the feature `jemalloc`, one that can tell what memory
//! is held by.
//!
//! jemalloc keeps account when it is started with `_RJEM_MALLOC_CONF=prof:true`.

#[cfg(not(feature = "jemalloc"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// How a profile of the heap is made, where the allocator can.
#[cfg(not(feature = "jemalloc"))]
pub const HEAP: Option<server::http::profiles::Heap> = None;

#[cfg(feature = "jemalloc")]
pub const HEAP: Option<server::http::profiles::Heap> = Some(|| Box::pin(heap()));

#[cfg(feature = "jemalloc")]
async fn heap() -> Result<bytes::Bytes, String> {
    // jemalloc writes a file, which is read and translated: not on a thread that serves requests.
    tokio::task::spawn_blocking(dump).await.map_err(|lost| lost.to_string())?
}

#[cfg(feature = "jemalloc")]
fn dump() -> Result<bytes::Bytes, String> {
    let off = "jemalloc keeps no account: start the server with _RJEM_MALLOC_CONF=prof:true";
    let mut control = jemalloc_pprof::PROF_CTL.as_ref().ok_or(off)?.blocking_lock();
    if !control.activated() {
        return Err(off.to_owned());
    }
    control.dump_pprof().map(bytes::Bytes::from).map_err(|error| error.to_string())
}
