// A person's or team's picture, with the presence dot. Letters on a colour stand in until the picture is there.

import { createSignal, Show } from "solid-js";
import { t } from "./strings";
import "./avatar.css";

export type Presence = "online" | "away" | "dnd" | "offline";

/** Hues that carry white letters at 4.5:1 at the lightness of `avatar.css`. */
const HUES = 12;

/** The same name always has the same colour. */
export function hueOf(name: string): number {
  let sum = 0;
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return (sum % HUES) * (360 / HUES);
}

export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean);
  const first = [...(words[0] ?? "?")][0] ?? "?";
  const second = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + second).toLocaleUpperCase();
}

export function Avatar(props: {
  name: string;
  src?: string | undefined;
  size?: "tiny" | "small" | "body" | "large" | "huge";
  presence?: Presence | undefined;
  shape?: "round" | "square";
}) {
  const [broken, setBroken] = createSignal<string>();
  return (
    <span class="avatar" data-size={props.size ?? "body"} data-shape={props.shape ?? "round"}>
      <Show
        when={props.src && props.src !== broken() ? props.src : undefined}
        fallback={
          <span class="avatar-letters" style={{ "--hue": String(hueOf(props.name)) }} aria-hidden="true">
            {initialsOf(props.name)}
          </span>
        }
      >
        {(src) => (
          <img
            src={src()}
            alt=""
            loading="lazy"
            decoding="async"
            // An integration's may lie elsewhere.
            referrerpolicy="no-referrer"
            onError={() => setBroken(src())}
          />
        )}
      </Show>
      <Show when={props.presence}>
        {(presence) => (
          <span
            class="presence"
            data-presence={presence()}
            role="img"
            aria-label={t("status", { status: presence() })}
          />
        )}
      </Show>
    </span>
  );
}

export function PresenceDot(props: { presence: Presence }) {
  return (
    <span
      class="presence"
      data-presence={props.presence}
      data-alone="true"
      role="img"
      aria-label={t("status", { status: props.presence })}
    />
  );
}
