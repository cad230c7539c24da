// What the button with the face opens: emoji, and GIFs where the server offers them. Both come when they are opened.
import { createSignal, lazy, Show, Suspense } from "solid-js";
import { EmojiPicker } from "../../emoji/picking";
import { customEmojis } from "../../query/custom-emoji";
import { findGifs, gifProvider } from "../../query/gifs";
import { problemText } from "../task";
import { imageSource } from "./context";

const GifPicker = lazy(() => import("../../emoji/gifs"));

export function Picking(props: {
  anchor: HTMLElement;
  /** With what is written for it. */
  onChoose: (written: string) => void;
  onClose: () => void;
}) {
  const [gifs, setGifs] = createSignal(false);
  return (
    <Show
      when={gifs()}
      fallback={
        <EmojiPicker
          anchor={props.anchor}
          align="start"
          custom={customEmojis()}
          onClose={props.onClose}
          onChoose={(name, character) => props.onChoose(character ?? `:${name}:`)}
          onGifs={gifProvider() === "" ? undefined : () => setGifs(true)}
        />
      }
    >
      <Suspense>
        <GifPicker
          anchor={props.anchor}
          provider={gifProvider()}
          find={findGifs}
          sourceOf={imageSource}
          problemText={problemText}
          onChoose={props.onChoose}
          onEmoji={() => setGifs(false)}
          onClose={props.onClose}
        />
      </Suspense>
    </Show>
  );
}
