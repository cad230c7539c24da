//! Rounds: a question to all other nodes, asked once for all who need its answer meanwhile.
//!
//! When a node stops, thousands of clients come to the others within seconds, and each needs to know that what was told
//! before was heard. One round of questions proves that for all who asked before it began.

use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::Mutex;

/// Rounds of one question.
#[derive(Default)]
pub struct Rounds {
    asked: AtomicU64,
    last: Mutex<Round>,
}

/// The last round.
#[derive(Default)]
struct Round {
    /// The last of those who asked before it began.
    through: u64,
    answer: bool,
}

impl Rounds {
    /// The answer of a round that begins after this call: of `ask`, or of somebody else's.
    pub async fn next(&self, ask: impl AsyncFnOnce() -> bool) -> bool {
        let mine = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let mut last = self.last.lock().await;
        if last.through < mine {
            let through = self.asked.load(Ordering::SeqCst);
            let answer = ask().await;
            *last = Round { through, answer };
        }
        last.answer
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn those_who_ask_during_a_round_share_the_next_one() {
        let rounds = Arc::new(Rounds::default());
        let (begin, begun) = tokio::sync::oneshot::channel();
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let first = base::tasks::spawn("first", {
            let rounds = rounds.clone();
            async move {
                let ask = async || {
                    begin.send(()).expect("the test waits");
                    ended.await.is_ok()
                };
                rounds.next(ask).await
            }
        });
        begun.await.expect("it began");
        let asked = Arc::new(AtomicU64::new(0));
        let others: Vec<_> = (0..50)
            .map(|_| {
                let (rounds, asked) = (rounds.clone(), asked.clone());
                base::tasks::spawn("other", async move {
                    rounds.next(async || asked.fetch_add(1, Ordering::SeqCst) > 0).await
                })
            })
            .collect();
        while rounds.asked.load(Ordering::SeqCst) < 51 {
            tokio::task::yield_now().await;
        }
        end.send(()).expect("the round waits");
        assert!(first.await.expect("it ends"));
        for other in others {
            assert!(!other.await.expect("it ends"), "the answer of the round that began before is not theirs");
        }
        assert_eq!(asked.load(Ordering::SeqCst), 1);
    }
}
