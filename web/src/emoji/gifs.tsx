// The GIF picker: what is in fashion, and a search, all by keyboard from the search field.
//
// The focus stays in the field and `aria-activedescendant` names the marked picture. Up and down leave the text for the
// pictures, where left and right move the mark until something is typed again.

// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays in the search field, which names the marked picture.

import { createEffect, createSignal, createUniqueId, For, on, onCleanup, Show } from "solid-js";
import { Button, Empty, IconButton, Popover, Skeleton, TextField } from "../ui";
import type { Gif } from "../wire.gen";
import { movedTo, sourceOf, writtenAs } from "./gif-grid";
import { t } from "./strings";
import "./picker.css";
import "./gifs.css";

/** Keys of the provider are counted by the hour, so half a word is not asked for. */
const PAUSE_MS = 350;
/** Longer ones the server refuses. */
const WORDS_LEN_MAX = 50;

const wantsRest = (): boolean =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset.motion === "reduced";

export default function GifPicker(props: {
  anchor: HTMLElement | DOMRect;
  /** Whose pictures they are. */
  provider: string;
  find: (words: string) => Promise<readonly Gif[]>;
  /** Where a picture is loaded from. */
  sourceOf: (address: string) => string;
  problemText: (problem: unknown) => string;
  /** With what is written for the picture. */
  onChoose: (written: string) => void;
  /** Back to the emoji. */
  onEmoji: () => void;
  onClose: () => void;
}) {
  const id = createUniqueId();
  const [typed, setTyped] = createSignal("");
  const [found, setFound] = createSignal<readonly Gif[]>();
  const [problem, setProblem] = createSignal<string>();
  const [at, setAt] = createSignal(0);
  const [among, setAmong] = createSignal(false);
  const rests = wantsRest();
  let scroller!: HTMLDivElement;
  let asked = 0;
  /** The words that the list is for. */
  let answer = "";

  const look = (words: string) => {
    asked += 1;
    const mine = asked;
    const answered = (gifs: readonly Gif[], problem?: string) => {
      // What was asked for before may be answered later.
      if (mine !== asked) return;
      answer = words;
      setProblem(problem);
      setAt(0);
      setAmong(false);
      setFound(gifs);
      scroller.scrollTop = 0;
    };
    props.find(words).then(
      (gifs) => answered(gifs),
      (failed: unknown) => answered([], props.problemText(failed)),
    );
  };
  onCleanup(() => {
    asked += 1;
  });

  createEffect(
    on(
      () => typed().trim(),
      (words, before) => {
        // What is in fashion waits for nobody who types.
        const wait = setTimeout(() => look(words), before === undefined ? 0 : PAUSE_MS);
        onCleanup(() => clearTimeout(wait));
      },
    ),
  );

  /** The button goes with what it was for, and the focus goes back to the field. */
  const again = () => {
    scroller.parentElement?.querySelector("input")?.focus();
    look(typed().trim());
  };

  const gifs = () => found() ?? [];
  const choose = (gif: Gif) => props.onChoose(writtenAs(gif, t("gif")));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const marked = gifs()[at()];
    if (event.key === "Enter") {
      event.preventDefault();
      // What was typed meanwhile is not for the pictures of other words.
      if (marked && answer === typed().trim()) choose(marked);
      return;
    }
    const sideways = event.key === "ArrowLeft" || event.key === "ArrowRight";
    if (sideways && typed() !== "" && !among()) return;
    const next = movedTo(at(), event.key, gifs().length);
    if (next === undefined) return;
    event.preventDefault();
    setAmong(true);
    setAt(next);
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: "nearest" });
  };

  return (
    <Popover
      anchor={props.anchor}
      label={t("gifs")}
      side="top"
      align="start"
      onClose={() => props.onClose()}
      class="picker"
    >
      <div class="picker-head">
        <TextField
          label={t("searchGifs")}
          unlabelled
          type="search"
          icon="search"
          placeholder={t("searchGifs")}
          value={typed()}
          onInput={(text) => {
            setAmong(false);
            setTyped(text);
          }}
          maxlength={WORDS_LEN_MAX}
          data-first
          role="combobox"
          aria-expanded="true"
          aria-controls={`${id}-gifs`}
          aria-activedescendant={gifs().length > 0 ? `${id}-${at()}` : undefined}
          autocomplete="off"
          onKeyDown={onKeyDown}
        />
        <IconButton icon="smile" label={t("title")} onClick={() => props.onEmoji()} />
      </div>
      <div ref={scroller} class="picker-rows" aria-busy={found() === undefined}>
        <Show when={found()} fallback={<Skeleton lines={6} />}>
          <Show
            when={gifs().length > 0}
            fallback={
              <Show when={problem()} fallback={<Empty icon="search" title={t("noGifs")} />}>
                {(text) => (
                  <Empty icon="warning" title={text()}>
                    <Button size="small" onClick={again}>
                      {t("tryAgain")}
                    </Button>
                  </Empty>
                )}
              </Show>
            }
          >
            <div class="gifs" role="listbox" id={`${id}-gifs`} aria-label={t("gifs")}>
              <For each={gifs()}>
                {(gif, index) => {
                  const marked = () => index() === at();
                  const source = () => sourceOf(gif, rests && !marked());
                  return (
                    <button
                      type="button"
                      role="option"
                      tabindex={-1}
                      id={`${id}-${index()}`}
                      class="gif"
                      aria-selected={marked()}
                      data-marked={marked() ? "true" : undefined}
                      onPointerMove={() => setAt(index())}
                      onClick={() => choose(gif)}
                    >
                      <Show when={source()} fallback={gif.title || t("gif")}>
                        {(address) => (
                          <img
                            src={props.sourceOf(address())}
                            alt={gif.title || t("gif")}
                            loading="lazy"
                            decoding="async"
                            referrerpolicy="no-referrer"
                          />
                        )}
                      </Show>
                    </button>
                  );
                }}
              </For>
            </div>
          </Show>
        </Show>
      </div>
      <div class="picker-foot">{t("poweredBy", { name: props.provider })}</div>
    </Popover>
  );
}
