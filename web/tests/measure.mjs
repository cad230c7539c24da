// Figures of speed: how long until what a person waits for is painted, as the page itself sees it.

export function p95(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)];
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Put into a page before it loads: remembers when the first message was painted. */
export function watchFirstMessage() {
  const seen = new MutationObserver(() => {
    if (!document.querySelector(".post-text")) return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.firstMessageMs = performance.now()), 0));
  });
  seen.observe(document, { childList: true, subtree: true });
}

/** Follows a link of the sidebar; milliseconds until the channel of that name and its posts are painted. */
export function switchTo([href, first]) {
  return new Promise((resolve) => {
    const began = performance.now();
    history.pushState(null, "", href);
    window.dispatchEvent(new PopStateEvent("popstate"));
    const painted = () => {
      const texts = document.querySelectorAll(".posts[data-shown] .post-text");
      return [...texts].some((one) => one.textContent.includes(first) && one.checkVisibility());
    };
    // What is there as a frame begins is on the screen once that frame is done, which the message tells.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(performance.now() - began);
    const look = () => requestAnimationFrame(() => (painted() ? port2.postMessage(0) : look()));
    look();
  });
}

/**
 * Put into a page: for each key in the message field, what the page itself spends between the key and the paint. The wait
 * for the screen's next frame, up to 17 ms whatever a page does, is left out.
 */
export function watchKeys() {
  window.keysMs = [];
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key.length !== 1) return;
      const began = event.timeStamp;
      let handled = 0;
      document.addEventListener("input", () => queueMicrotask(() => (handled = performance.now())), { once: true });
      requestAnimationFrame((frame) => {
        const started = Math.max(frame, handled);
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.keysMs.push(handled - began + (performance.now() - started));
        port2.postMessage(0);
      });
    },
    true,
  );
}
