// Editing a post where it stands: its text and its files. What was begun and not saved waits while the reader looks
// elsewhere in this tab.
import { createSignal, onCleanup, onMount, Show } from "solid-js";
import { keysOf } from "../../actions/action";
import { appAction } from "../../actions/app";
import { editPost } from "../../query/do";
import { store } from "../../query/world";
import { Banner, Button, IconButton } from "../../ui";
import type { FileInfo, Post } from "../../wire.gen";
import { team } from "../place";
import { t } from "../strings";
import { Attached, FileOffer, FilePicker } from "./attached";
import { dropZone } from "./drop";
import { sends } from "./enter";
import { formatByKey } from "./marks";
import { attempt } from "./menu";
import { createPasting } from "./pasting";
import { FINE } from "./pointer";
import { createSuggesting } from "./suggesting";
import { FloatingSuggestions } from "./suggestions";
import { createUploads } from "./upload";

interface Begun {
  readonly text: string;
  readonly files: readonly FileInfo[];
  /** The version that was being edited; another one would be overwritten unseen. */
  readonly of: number;
}

/** Edits that wait: more than anybody keeps in mind. */
const BEGUN_MAX = 20;
const begun = new Map<string, Begun>();

function keep(id: string, edit: Begun): void {
  begun.delete(id);
  begun.set(id, edit);
  for (const oldest of begun.keys()) {
    if (begun.size <= BEGUN_MAX) break;
    begun.delete(oldest);
  }
}

const idsOf = (files: readonly FileInfo[]): string => files.map((file) => file.id).join();

export default function Edit(props: { post: Post; onClose: () => void }) {
  const post = props.post;
  const there = post.metadata?.files ?? [];
  const waiting = begun.get(post.id);
  const kept = waiting?.of === post.edit_at ? waiting : undefined;
  const [text, setText] = createSignal(kept?.text ?? post.message);
  const files = createUploads(() => ({ channelId: post.channel_id, rootId: post.root_id }));
  files.restore(kept?.files ?? there);
  let area!: HTMLTextAreaElement;
  let picker!: HTMLInputElement;
  let around!: HTMLDivElement;
  let isDone = false;
  const before = document.activeElement;
  const suggesting = createSuggesting({
    area: () => area,
    where: () => ({
      teamId: store.get("channels", post.channel_id)?.team_id || (team()?.id ?? ""),
      channelId: post.channel_id,
    }),
    insert: (from, to, written) => {
      area.setRangeText(written, from, to, "end");
      area.focus();
      setText(area.value);
      suggesting.offer();
    },
    // What was said already is no command any more.
    commands: false,
  });
  const isChanged = () => text() !== post.message || idsOf(files.infos()) !== idsOf(there);
  onCleanup(() => {
    if (isDone || !isChanged()) begun.delete(post.id);
    else keep(post.id, { text: text(), files: files.infos(), of: post.edit_at });
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  });
  onMount(() => {
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
    onCleanup(dropZone(around, { onFiles: files.add }));
  });
  const close = () => {
    isDone = true;
    props.onClose();
  };
  const save = () => {
    if (!files.done()) return;
    const message = text().trim();
    // Without words and files nothing would be left of it; deleting is another deed.
    if ((message !== "" || files.infos().length > 0) && isChanged()) {
      const changed = idsOf(files.infos()) === idsOf(there) ? undefined : files.infos();
      attempt(editPost(post, message, changed));
    }
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || suggesting.onKey(event) || formatByKey(area, event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (keysOf(event) === appAction("attach").keys) {
      event.preventDefault();
      picker.click();
    } else if (sends(event, area)) {
      event.preventDefault();
      save();
    }
  };
  const pasting = createPasting({ area: () => area, onFiles: files.add });
  return (
    <div class="post-edit" ref={around}>
      {kept && <Banner kind="info">{t("editGoesOn")}</Banner>}
      <Attached
        uploads={files.uploads()}
        onRemove={files.remove}
        onRetry={files.retry}
        onMove={files.move}
        onDone={() => FINE.matches && area.focus()}
      />
      <FileOffer pasted={pasting.offered()} onAccept={pasting.asFile} onDismiss={pasting.dismiss} />
      <textarea
        ref={area}
        dir="auto"
        aria-label={t("editMessage")}
        value={text()}
        aria-autocomplete="list"
        aria-controls={suggesting.listId()}
        aria-activedescendant={suggesting.markedId()}
        onInput={(event) => {
          setText(event.currentTarget.value);
          suggesting.offer();
        }}
        onClick={suggesting.offer}
        onBlur={suggesting.stop}
        onKeyDown={onKeyDown}
        onPaste={pasting.onPaste}
      />
      <Show when={suggesting.offered().length > 0}>
        <FloatingSuggestions of={suggesting} anchor={area} />
      </Show>
      <div class="post-edit-foot">
        <IconButton size="small" icon="paperclip" label={t("attach")} onClick={() => picker.click()} />
        <span />
        <Button size="small" onClick={close}>
          {t("cancel")}
        </Button>
        <Button size="small" kind="primary" disabled={!files.done()} onClick={save}>
          {t("save")}
        </Button>
      </div>
      <FilePicker
        ref={picker}
        onFiles={(chosen) => {
          files.add(chosen);
          area.focus();
        }}
      />
    </div>
  );
}
