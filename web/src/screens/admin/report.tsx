// What a job says of its work, line by line. The server says it in English.

import { For, Show } from "solid-js";

export function Report(props: { title: string; text: string | undefined }) {
  return (
    <Show when={props.text}>
      {(text) => (
        <details class="job-report">
          <summary>{props.title}</summary>
          <ul lang="en">
            <For each={text().split("\n")}>{(line) => <li>{line}</li>}</For>
          </ul>
        </details>
      )}
    </Show>
  );
}
