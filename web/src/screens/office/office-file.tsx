// An office file, unfolded where it stands: its words, without pictures and layout.
import { createSignal, For, Match, onCleanup, Show, Switch } from "solid-js";
import { link } from "../../net/rest";
import { Skeleton } from "../../ui";
import type { FileInfo } from "../../wire.gen";
import type { OfficeRead } from "../channel/kinds";
import { ofFiles } from "../channel/strings";
import { type Words, wordsOf } from "./words";
import { openZip } from "./zip";
import "./office.css";

async function read(file: FileInfo, readAs: OfficeRead, signal: AbortSignal): Promise<Words> {
  const answer = await fetch(link(`/files/${file.id}`), { signal });
  if (!answer.ok) throw new Error(`the file answered ${answer.status}`);
  return wordsOf(openZip(await answer.arrayBuffer()), readAs);
}

export default function OfficeFile(props: { file: FileInfo; readAs: OfficeRead }) {
  const [words, setWords] = createSignal<Words>();
  const [failed, setFailed] = createSignal(false);
  const gone = new AbortController();
  onCleanup(() => gone.abort());
  read(props.file, props.readAs, gone.signal)
    .then(setWords)
    .catch(() => setFailed(true));
  return (
    <div class="file-unfolded">
      <Show when={!failed()} fallback={<p role="alert">{ofFiles("notRead")}</p>}>
        <Show when={words()} fallback={<Skeleton lines={4} />}>
          {(shown) => (
            <>
              {/* What scrolls is reached by keys. */}
              <section class="office" dir="auto" tabindex={0} aria-label={props.file.name}>
                <Inside words={shown()} />
              </section>
              <p>{ofFiles(shown().cut ? "onlyBeginning" : "wordsOnly")}</p>
            </>
          )}
        </Show>
      </Show>
    </div>
  );
}

function Inside(props: { words: Words }) {
  const of = <K extends Words["kind"]>(kind: K) =>
    props.words.kind === kind ? (props.words as Extract<Words, { kind: K }>) : undefined;
  return (
    <Switch>
      <Match when={of("document")}>
        {(shown) => (
          <For each={shown().paragraphs}>
            {(one) => (
              <p dir="auto" class={one.isHeading ? "office-heading" : undefined}>
                {one.text}
              </p>
            )}
          </For>
        )}
      </Match>
      <Match when={of("sheet")}>
        {(shown) => (
          <table>
            <tbody>
              <For each={shown().rows}>
                {(row) => (
                  <tr>
                    <For each={row}>{(cell) => <td dir="auto">{cell}</td>}</For>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        )}
      </Match>
      <Match when={of("slides")}>
        {(shown) => (
          <ol class="office-slides">
            <For each={shown().slides}>
              {(lines) => (
                <li>
                  <For each={lines}>{(line) => <p dir="auto">{line}</p>}</For>
                </li>
              )}
            </For>
          </ol>
        )}
      </Match>
    </Switch>
  );
}
