// A file of text, unfolded where it stands: its words as they are, coloured where its language is known.
import { createSignal, onCleanup, Show } from "solid-js";
import { link } from "../../net/rest";
import { Code } from "../../text/code";
import { Skeleton } from "../../ui";
import type { FileInfo } from "../../wire.gen";
import { ofFiles } from "./strings";

/** A line of code is longer than a thought; of a file without lines no more is laid out than this. */
const SHOWN_LEN_MAX = 60_000;

interface Read {
  readonly text: string;
  readonly cut: boolean;
}

/** What stands in it; nothing when it is no text after all. */
async function readText(file: FileInfo, signal: AbortSignal): Promise<Read | undefined> {
  const answer = await fetch(link(`/files/${file.id}`), { signal });
  if (!answer.ok) throw new Error(`the file answered ${answer.status}`);
  const text = await answer.text();
  if (text.includes("\0")) return undefined;
  return { text: text.slice(0, SHOWN_LEN_MAX).trimEnd(), cut: text.length > SHOWN_LEN_MAX };
}

export default function TextFile(props: { file: FileInfo; language: string }) {
  const [read, setRead] = createSignal<Read>();
  const [problem, setProblem] = createSignal("");
  const gone = new AbortController();
  onCleanup(() => gone.abort());
  readText(props.file, gone.signal)
    .then((found) => (found ? setRead(found) : setProblem(ofFiles("notText"))))
    .catch(() => setProblem(ofFiles("notRead")));
  return (
    <div class="file-unfolded">
      <Show when={!problem()} fallback={<p role="alert">{problem()}</p>}>
        <Show when={read()} fallback={<Skeleton lines={4} />}>
          {(shown) => (
            <>
              <Code text={shown().text} language={props.language} />
              <Show when={shown().cut}>
                <p>{ofFiles("onlyBeginning")}</p>
              </Show>
            </>
          )}
        </Show>
      </Show>
    </div>
  );
}
