// The files that will go with what is being written, and how far they are on their way up.
import { For, type Ref, Show } from "solid-js";
import { IconButton } from "../../ui";
import { t } from "../strings";
import type { Upload } from "./upload";

export function Attached(props: { uploads: readonly Upload[]; onRemove: (key: number) => void }) {
  return (
    <Show when={props.uploads.length > 0}>
      <ul class="composer-files" aria-label={t("files")}>
        <For each={props.uploads}>
          {(one) => (
            <li class="composer-file" data-failed={one.problem ? "" : undefined} title={one.problem ?? one.name}>
              <span>{one.problem ?? one.name}</span>
              <IconButton
                size="small"
                icon="close"
                label={t("removeFile", { name: one.name })}
                onClick={() => props.onRemove(one.key)}
              />
              <Show when={!one.info && !one.problem}>
                <progress max={1} value={one.progress} aria-label={one.name} />
              </Show>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}

/** The platform's way to choose files; a press on it is a button's. */
export function FilePicker(props: { ref: Ref<HTMLInputElement>; onFiles: (files: FileList) => void }) {
  return (
    <input
      ref={(picker) => typeof props.ref === "function" && props.ref(picker)}
      type="file"
      multiple
      hidden
      onChange={(event) => {
        if (event.currentTarget.files) props.onFiles(event.currentTarget.files);
        event.currentTarget.value = "";
      }}
    />
  );
}
