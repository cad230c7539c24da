// The files that will go with what is being written: what they are, how far they are on their way up, and in which order.

import { createSignal, For, type Ref, Show } from "solid-js";
import { formatBytes, formatShare } from "../../i18n/language";
import { Button, Icon, IconButton } from "../../ui";
import { along } from "../../ui/direction";
import { t } from "../strings";
import { nameShown } from "./names";
import type { Pasted } from "./pasting";
import { ofFiles } from "./strings";
import type { Upload } from "./upload";

interface AttachedProps {
  readonly uploads: readonly Upload[];
  readonly onRemove: (key: number) => void;
  readonly onRetry: (key: number) => void;
  /** To where another one stands. */
  readonly onMove: (key: number, to: number) => void;
  /** After a press: its button is gone. */
  readonly onDone: () => void;
}

export function Attached(props: AttachedProps) {
  let list: HTMLUListElement | undefined;
  const [dragged, setDragged] = createSignal<number>();
  const move = (key: number, to: number) => {
    if (to < 0 || to >= props.uploads.length || props.uploads[to]?.key === key) return;
    const button = document.activeElement;
    props.onMove(key, to);
    // An element that is moved loses the focus.
    if (button instanceof HTMLElement && list?.contains(button)) button.focus();
  };
  return (
    <Show when={props.uploads.length > 0}>
      <ul class="composer-files" aria-label={t("files")} ref={list}>
        {/* By key: a file that comes along stays the same element, and what has the focus in it keeps it. */}
        <For each={props.uploads.map((one) => one.key)}>
          {(key, at) => (
            <Show when={props.uploads.find((one) => one.key === key)}>
              {(one) => (
                <AttachedFile
                  {...props}
                  upload={one()}
                  isDragged={dragged() === key}
                  onDrag={setDragged}
                  onOver={() => dragged() !== undefined && move(dragged() ?? key, at())}
                  onStep={(by) => move(key, at() + by)}
                />
              )}
            </Show>
          )}
        </For>
      </ul>
    </Show>
  );
}

interface AttachedFileProps extends AttachedProps {
  readonly upload: Upload;
  readonly isDragged: boolean;
  readonly onDrag: (key: number | undefined) => void;
  /** Another one is dragged over this one. */
  readonly onOver: () => void;
  /** By keys: one place on, or back. */
  readonly onStep: (by: number) => void;
}

function AttachedFile(props: AttachedFileProps) {
  const name = () => nameShown(props.upload.name);
  const press = (deed: (key: number) => void) => {
    deed(props.upload.key);
    props.onDone();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = along(event.key);
    if (by === 0 || !event.shiftKey) return;
    event.preventDefault();
    props.onStep(by);
  };
  return (
    <li
      class="composer-file"
      data-failed={props.upload.problem ? "" : undefined}
      data-dragged={props.isDragged ? "" : undefined}
      title={name()}
      draggable={props.uploads.length > 1}
      onDragStart={(event) => {
        // Of no kind that a field would take as text.
        event.dataTransfer?.setData("application/x-attached", String(props.upload.key));
        props.onDrag(props.upload.key);
      }}
      onDragEnd={() => props.onDrag(undefined)}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        props.onOver();
      }}
      onDrop={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
    >
      <div class="composer-thumb">
        <Show when={props.upload.picture} fallback={<Icon name="file" />}>
          {(source) => <img src={source()} alt="" draggable={false} />}
        </Show>
      </div>
      <span>{name()}</span>
      <Show when={props.upload.problem} fallback={<small>{told(props.upload)}</small>}>
        {(problem) => <small role="alert">{problem()}</small>}
      </Show>
      <div class="composer-file-tools">
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
          aria-keyshortcuts={props.uploads.length > 1 ? "Shift+ArrowLeft Shift+ArrowRight" : undefined}
          onClick={() => press(props.onRemove)}
        />
      </div>
      <Show when={!props.upload.info && !props.upload.problem}>
        <progress max={1} value={props.upload.progress} aria-label={name()} />
      </Show>
    </li>
  );
}

/** How large, and how much of it has gone up. */
const told = ({ size, progress, info }: Upload): string =>
  info ? formatBytes(size) : ofFiles("onTheWay", { part: formatShare(progress), size: formatBytes(size) });

/** What was pasted is long: it may go as a file, and need not. */
export function FileOffer(props: { pasted: Pasted | undefined; onAccept: () => void; onDismiss: () => void }) {
  return (
    <Show when={props.pasted}>
      {(pasted) => (
        <div class="composer-offer" role="status">
          <span>{ofFiles("longText", { count: pasted().lines })}</span>
          <Button size="small" icon="paperclip" onClick={() => props.onAccept()}>
            {ofFiles("asFile")}
          </Button>
          <IconButton size="small" icon="close" label={ofFiles("leaveText")} onClick={() => props.onDismiss()} />
        </div>
      )}
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
