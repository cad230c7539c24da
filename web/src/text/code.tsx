// A block of code: lines as they are, colours when the worker has them, a button that copies.

import { createEffect, createSignal, For, on, onCleanup, Show } from "solid-js";
import { IconButton } from "../ui/button";
import { t } from "../ui/strings";
import { toast } from "../ui/toast";
import type { Span } from "./spans";

/** Longer blocks stay uncoloured: the colours would be thousands of elements. */
const COLOURED_LEN_MAX = 20_000;

let worker: Worker | undefined;
let last = 0;
const waiting = new Map<number, (spans: readonly Span[]) => void>();

function colour(text: string, language: string, answer: (spans: readonly Span[]) => void): () => void {
  if (!worker) {
    worker = new Worker(new URL("./code.worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = (event: MessageEvent<{ id: number; spans: Span[] }>) => {
      waiting.get(event.data.id)?.(event.data.spans);
      waiting.delete(event.data.id);
    };
  }
  const id = ++last;
  waiting.set(id, answer);
  worker.postMessage({ id, text, language });
  return () => waiting.delete(id);
}

export function Code(props: { text: string; language: string }) {
  const [coloured, setColoured] = createSignal<readonly Span[]>([]);
  createEffect(
    on(
      () => [props.text, props.language] as const,
      ([text, language]) => {
        setColoured([]);
        if (language === "" || text.length > COLOURED_LEN_MAX || typeof Worker === "undefined") return;
        onCleanup(colour(text, language, setColoured));
      },
    ),
  );
  const copy = () => {
    navigator.clipboard.writeText(props.text).then(
      () => toast({ text: t("copied"), kind: "success" }),
      () => toast({ text: t("copyFailed"), kind: "danger" }),
    );
  };
  return (
    <figure class="text-code">
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: named only where it is a region. */}
      <pre dir="ltr" tabindex={0} aria-label={props.language || undefined} role={props.language ? "region" : undefined}>
        <code>
          <Show when={coloured().length > 0} fallback={props.text}>
            <For each={coloured()}>{([kind, text]) => <span data-code={kind || undefined}>{text}</span>}</For>
          </Show>
        </code>
      </pre>
      <figcaption>
        <span>{props.language}</span>
        <IconButton size="small" icon="copy" label={t("copy")} onClick={copy} />
      </figcaption>
    </figure>
  );
}
