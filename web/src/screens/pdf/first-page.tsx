// The first page of a document, small.

import { createResource, Show } from "solid-js";
import { Icon } from "../../ui";
import type { FileInfo } from "../../wire.gen";
import { firstPage } from "./first-pages";

export default function FirstPage(props: { file: FileInfo }) {
  const [picture] = createResource(() => props.file, firstPage);
  // What cannot be drawn can still be fetched: its card is below.
  return (
    <Show when={picture.state === "ready" && picture()} fallback={<Icon name="file" size="large" />}>
      {(source) => <img src={source()} alt="" draggable={false} />}
    </Show>
  );
}
