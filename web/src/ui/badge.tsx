// Small marks: a count of mentions, a role, a state.

import { type JSX, Show } from "solid-js";
import "./badge.css";

/** More than this is shown as "99+": the difference tells nobody anything. */
const COUNT_SHOWN_MAX = 99;

export function CountBadge(props: { count: number; label?: string; quiet?: boolean }) {
  return (
    <Show when={props.count > 0}>
      <span class="count-badge" data-quiet={props.quiet ? "true" : undefined}>
        <span aria-hidden={props.label ? "true" : undefined}>
          {props.count > COUNT_SHOWN_MAX ? `${COUNT_SHOWN_MAX}+` : props.count}
        </span>
        <Show when={props.label}>
          <span class="unseen">{props.label}</span>
        </Show>
      </span>
    </Show>
  );
}

export function Tag(props: { kind?: "plain" | "info" | "success" | "warning" | "danger"; children: JSX.Element }) {
  return (
    <span class="tag" data-kind={props.kind ?? "plain"}>
      {props.children}
    </span>
  );
}
