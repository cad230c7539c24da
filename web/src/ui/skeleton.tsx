// Grey bars where content will be: no spinner, no jump when it arrives. Said once to screen readers.

import { Index } from "solid-js";
import { t } from "./strings";
import "./skeleton.css";

/** Widths that look like lines of text rather than a block. */
const WIDTHS = [92, 74, 85, 60, 78];

export function Skeleton(props: { lines?: number; avatar?: boolean }) {
  const lines = () => Array.from({ length: props.lines ?? 3 }, (_, at) => WIDTHS[at % WIDTHS.length] ?? 80);
  return (
    <div class="skeleton" role="status" data-avatar={props.avatar ? "true" : undefined}>
      <span class="unseen">{t("loading")}</span>
      <Index each={lines()}>
        {(width) => (
          <div class="skeleton-line" aria-hidden="true">
            <i style={{ "inline-size": `${width()}%` }} />
          </div>
        )}
      </Index>
    </div>
  );
}
