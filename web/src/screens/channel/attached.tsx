// The files that will go with what is being written, and how far they are on their way up.
import { For, type Ref, Show } from "solid-js";
import { IconButton } from "../../ui";
import { t } from "../strings";
import { nameShown } from "./names";
import type { Upload } from "./upload";

interface AttachedProps {
  readonly uploads: readonly Upload[];
  readonly onRemove: (key: number) => void;
  readonly onRetry: (key: number) => void;
  /** After either: its button is gone. */
  readonly onDone: () => void;
}

export function Attached(props: AttachedProps) {
  return (
    <Show when={props.uploads.length > 0}>
      <ul class="composer-files" aria-label={t("files")}>
        {/* By key: a file that comes along stays the same element, and what has the focus in it keeps it. */}
        <For each={props.uploads.map((one) => one.key)}>
          {(key) => (
            <Show when={props.uploads.find((one) => one.key === key)}>
              {(one) => <AttachedFile {...props} upload={one()} />}
            </Show>
          )}
        </For>
      </ul>
    </Show>
  );
}

function AttachedFile(props: AttachedProps & { readonly upload: Upload }) {
  const name = () => nameShown(props.upload.name);
  const press = (deed: (key: number) => void) => {
    deed(props.upload.key);
    props.onDone();
  };
  return (
    <li class="composer-file" data-failed={props.upload.problem ? "" : undefined} title={name()}>
      <span>{name()}</span>
      <Show when={props.upload.problem}>{(problem) => <small role="alert">{problem()}</small>}</Show>
      <Show when={props.upload.canRetry && props.upload.problem}>
        <IconButton
          size="small"
          icon="refresh"
          label={t("retryFile", { name: name() })}
          onClick={() => press(props.onRetry)}
        />
      </Show>
      <IconButton
        size="small"
        icon="close"
        label={t("removeFile", { name: name() })}
        onClick={() => press(props.onRemove)}
      />
      <Show when={!props.upload.info && !props.upload.problem}>
        <progress max={1} value={props.upload.progress} aria-label={name()} />
      </Show>
    </li>
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
