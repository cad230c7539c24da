// Typing anywhere on the page writes in the message field of the channel.
import { onCleanup, onMount } from "solid-js";

export function typeAhead(focus: () => void): void {
  const onKeyDown = (event: KeyboardEvent) => {
    const plain = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    const target = event.target as HTMLElement;
    const free = target === document.body || target.closest(".posts, #center") === target;
    if (plain && free && !event.defaultPrevented) focus();
  };
  onMount(() => {
    document.addEventListener("keydown", onKeyDown);
    onCleanup(() => document.removeEventListener("keydown", onKeyDown));
  });
}
