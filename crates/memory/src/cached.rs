//! One cache of the [world](crate::World): bounded in bytes, loaded once for all who wait, counted.

use std::collections::HashMap;
use std::future::Future;
use std::hash::Hash;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{BoxFuture, Either, Ready, ready};
use metrics::Metrics;
use quick_cache::Weighter;
use quick_cache::sync::{Cache, EntryAction, GuardResult};

/// Entries that a cache has room for from the start.
const ENTRIES_AT_FIRST: usize = 256;

/// What a cache answers: at once what is in memory, and in a box what must be loaded. Not generic in how it is loaded, so
/// that the loading is compiled in this crate alone, and not in each crate that asks.
pub type Held<'a, T> = Either<Ready<store::Result<T>>, BoxFuture<'a, store::Result<T>>>;

/// What a cached value weighs.
pub trait Weigh {
    /// Bytes, about.
    fn weigh(&self) -> u64;
}

/// One cache.
pub struct Cached<K, V> {
    name: &'static str,
    cache: Cache<K, Arc<V>, ByBytes>,
    metrics: Arc<Metrics>,
}

#[derive(Clone)]
struct ByBytes;

impl<K, V: Weigh> Weighter<K, Arc<V>> for ByBytes {
    fn weight(&self, _: &K, value: &Arc<V>) -> u64 {
        value.weigh().max(1)
    }
}

impl<K: Hash + Eq + Clone, V: Weigh> Cached<K, V> {
    pub fn new(name: &'static str, bytes_max: u64, entry_bytes: u64, metrics: &Arc<Metrics>) -> Self {
        // The table is made for so many entries at once; it grows, so a small server does not pay for a large one.
        let entries = usize::try_from(bytes_max / entry_bytes).unwrap_or(usize::MAX).min(ENTRIES_AT_FIRST);
        Cached { name, cache: Cache::with_weighter(entries, bytes_max, ByBytes), metrics: metrics.clone() }
    }

    /// The value, loaded once for all who wait for it; `None` when there is none, which is not remembered.
    ///
    /// # Errors
    /// What `load` fails with.
    pub async fn get<F>(&self, key: &K, load: impl FnOnce() -> F) -> store::Result<Option<Arc<V>>>
    where
        F: Future<Output = store::Result<Option<V>>>,
    {
        self.get_or_load(key, load).await
    }

    /// As [`Cached::get`], for values that do not come from the store alone.
    ///
    /// # Errors
    /// What `load` fails with.
    pub async fn get_or_load<E, F>(&self, key: &K, load: impl FnOnce() -> F) -> Result<Option<Arc<V>>, E>
    where
        F: Future<Output = Result<Option<V>, E>>,
    {
        match self.hit(key) {
            Some(found) => Ok(Some(found)),
            None => self.load(key.clone(), load).await,
        }
    }

    /// As [`Cached::get`], for functions of this crate that others call.
    pub(crate) fn held<'a, F>(&'a self, key: &K, load: impl FnOnce() -> F + Send + 'a) -> Held<'a, Option<Arc<V>>>
    where
        K: Send + Sync + 'a,
        V: Send + Sync,
        F: Future<Output = store::Result<Option<V>>> + Send + 'a,
    {
        match self.hit(key) {
            Some(found) => Either::Left(ready(Ok(Some(found)))),
            None => Either::Right(self.load(key.clone(), load)),
        }
    }

    /// The value if it is in memory, counted as found there or not.
    fn hit(&self, key: &K) -> Option<Arc<V>> {
        let found = self.cache.get(key);
        let metrics = &self.metrics.store;
        let counter = if found.is_some() { &metrics.cache_hits } else { &metrics.cache_misses };
        counter.inc((self.name,));
        found
    }

    /// Loads in a box: it is rare, and every request that may load something would carry its state and move it about.
    fn load<E, F>(&self, key: K, load: impl FnOnce() -> F) -> Pin<Box<impl Future<Output = Result<Option<Arc<V>>, E>>>>
    where
        F: Future<Output = Result<Option<V>, E>>,
    {
        Box::pin(async move {
            let load = async {
                match load().await {
                    Ok(Some(value)) => Ok(Arc::new(value)),
                    Ok(None) => Err(None),
                    Err(error) => Err(Some(error)),
                }
            };
            // What is kept is read where it is newest.
            match store::from_writer(self.cache.get_or_insert_async(&key, load)).await {
                Ok(value) => Ok(Some(value)),
                Err(None) => Ok(None),
                Err(Some(error)) => Err(error),
            }
        })
    }

    /// The values of those keys that have one, in any order. Those that are not in memory are loaded together, also what
    /// somebody else is loading just now. Fails as `load` does.
    pub(crate) fn held_many<'a, F>(
        &'a self,
        keys: &[K],
        load: impl FnOnce(Vec<K>) -> F + Send + 'a,
    ) -> Held<'a, Vec<Arc<V>>>
    where
        K: Send + Sync + 'a,
        V: Send + Sync,
        F: Future<Output = store::Result<Vec<(K, V)>>> + Send + 'a,
    {
        let (mut found, mut missing, mut places) = (Vec::with_capacity(keys.len()), Vec::new(), HashMap::new());
        for key in keys {
            match self.cache.get_value_or_guard(key, Some(Duration::ZERO)) {
                GuardResult::Value(value) => found.push(value),
                GuardResult::Guard(place) => {
                    places.insert(key.clone(), place);
                    missing.push(key.clone());
                }
                GuardResult::Timeout => missing.push(key.clone()),
            }
        }
        self.metrics.store.cache_hits.add((self.name,), found.len() as u64);
        self.metrics.store.cache_misses.add((self.name,), missing.len() as u64);
        if missing.is_empty() {
            return Either::Left(ready(Ok(found)));
        }
        Either::Right(Box::pin(async move {
            for (key, value) in store::from_writer(load(missing)).await? {
                let value = Arc::new(value);
                if let Some(place) = places.remove(&key) {
                    // Not kept when it was forgotten meanwhile.
                    drop(place.insert(value.clone()));
                }
                found.push(value);
            }
            Ok(found)
        }))
    }

    /// The value, made on the spot.
    pub fn get_or_make(&self, key: &K, make: impl FnOnce() -> V) -> Arc<V> {
        if let Some(found) = self.hit(key) {
            return found;
        }
        let made = Arc::new(make());
        self.cache.insert(key.clone(), made.clone());
        made
    }

    /// The value if it is in memory.
    pub fn peek(&self, key: &K) -> Option<Arc<V>> {
        self.cache.get(key)
    }

    /// Puts a value in that does not go out of date, or whose readers check it.
    pub fn put(&self, key: K, value: V) -> Arc<V> {
        let value = Arc::new(value);
        self.cache.insert(key, value.clone());
        value
    }

    /// Changes a value if it is in memory, in one step with forgetting it. One that is being loaded stays as it is read.
    pub fn alter(&self, key: &K, alter: impl FnOnce(&mut V))
    where
        V: Clone,
    {
        let altered = self.cache.entry(key, Some(Duration::ZERO), |_, value| {
            alter(Arc::make_mut(value));
            EntryAction::Retain(())
        });
        drop(altered);
    }

    /// What is in memory, `len_max` entries at most.
    pub fn known(&self, len_max: usize) -> impl Iterator<Item = (K, Arc<V>)> {
        self.cache.iter().take(len_max)
    }

    /// What the cache holds now.
    pub fn size(&self) -> CacheSize {
        CacheSize { name: self.name, bytes: self.cache.weight(), entries: self.cache.len() }
    }

    pub fn forget(&self, key: &K) {
        self.metrics.store.cache_invalidations.inc((self.name,));
        self.cache.remove(key);
    }

    pub fn forget_all(&self) {
        self.metrics.store.cache_invalidations.inc((self.name,));
        self.cache.clear();
    }
}

/// What a cache holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheSize {
    pub name: &'static str,
    pub bytes: u64,
    pub entries: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Weigh for i64 {
        fn weigh(&self) -> u64 {
            8
        }
    }

    async fn get(cache: &Cached<u8, i64>, key: u8, value: i64) -> Option<i64> {
        cache.get(&key, async || Ok(Some(value))).await.expect("a value").map(|value| *value)
    }

    #[tokio::test]
    async fn what_is_in_memory_is_altered_and_what_is_not_is_read() {
        let cache = Cached::new("Test", 1 << 20, 8, &Metrics::new());
        assert_eq!(get(&cache, 1, 10).await, Some(10));
        let before = cache.peek(&1).expect("a value");
        cache.alter(&1, |value| *value += 1);
        cache.alter(&2, |value| *value += 1);
        assert_eq!((*before, get(&cache, 1, 0).await), (10, Some(11)), "who holds it keeps what it was");
        assert_eq!(get(&cache, 2, 20).await, Some(20));
    }

    #[tokio::test]
    async fn many_are_loaded_together_and_kept_unless_they_are_forgotten_meanwhile() {
        let cache = Cached::new("Test", 1 << 20, 8, &Metrics::new());
        assert_eq!(get(&cache, 1, 10).await, Some(10));
        let load = async |missing: Vec<u8>| {
            assert_eq!(missing, [2, 3, 4]);
            cache.forget(&3);
            Ok(vec![(2, 20), (3, 30)])
        };
        let mut found: Vec<i64> =
            cache.held_many(&[1, 2, 3, 4], load).await.expect("values").iter().map(|value| **value).collect();
        found.sort_unstable();
        assert_eq!(found, [10, 20, 30]);
        let kept = [1, 2, 3, 4].map(|key| cache.peek(&key).map(|value| *value));
        assert_eq!(kept, [Some(10), Some(20), None, None]);
        assert_eq!(get(&cache, 4, 40).await, Some(40), "nobody waits for what there is not");
    }

    #[tokio::test]
    async fn what_is_being_loaded_stays_as_it_is_read() {
        let cache = Cached::new("Test", 1 << 20, 8, &Metrics::new());
        let load = async || {
            cache.alter(&1, |value| *value += 1);
            Ok(Some(10))
        };
        assert_eq!(cache.get(&1, load).await.expect("a value").as_deref(), Some(&10));
        assert_eq!(cache.peek(&1).as_deref(), Some(&10));
    }
}
