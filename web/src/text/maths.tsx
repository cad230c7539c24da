// Formulas as MathML, which browsers draw and screen readers speak. The reader is a chunk that loads with the first one.

import { createEffect, createSignal, onMount, Show } from "solid-js";

type Reader = typeof import("temml").default;

let loading: Promise<Reader> | undefined;

function reader(): Promise<Reader> {
  loading ??= import("temml").then((module) => module.default);
  return loading;
}

/** Macros that expand without end stop here. */
const EXPANSIONS_MAX = 200;

export function Maths(props: { text: string; block?: boolean }) {
  let element!: HTMLSpanElement;
  const [shown, setShown] = createSignal(false);
  onMount(() => {
    createEffect(() => {
      const { text } = props;
      reader()
        .then((temml) => {
          temml.render(text, element, {
            displayMode: props.block === true,
            throwOnError: true,
            trust: false,
            maxExpand: EXPANSIONS_MAX,
          });
          setShown(true);
        })
        .catch(() => setShown(false));
    });
  });
  return (
    <span class="text-maths" dir="ltr" data-block={props.block ? "true" : undefined}>
      <span ref={element} hidden={!shown()} />
      <Show when={!shown()}>
        <code>{props.text}</code>
      </Show>
    </span>
  );
}
