// Where posts are written: text that grows, suggestions, files, drafts. What is sent goes to the outbox.
import { createEffect, createSignal, createUniqueId, For, on, onCleanup, onMount, Show } from "solid-js";
import { EmojiPicker } from "../../emoji/picker";
import { runCommand } from "../../query/do";
import { write } from "../../query/outbox";
import { channelName, currentSocket, store } from "../../query/world";
import { go } from "../../route";
import { IconButton, toast } from "../../ui";
import { panel, setPanel, team } from "../place";
import { t } from "../strings";
import { customEmojis } from "./custom";
import { draftOf, dropDraft, keepDraft } from "./drafts";
import { attempt } from "./menu";
import { type Asked, askedBy, type Suggestion, suggest } from "./suggest";
import { Suggestions } from "./suggestions";
import { setEditing } from "./tools";
import { createUploads } from "./upload";

/** Others see that somebody types for five seconds; more often needs not be said. */
const TYPING_EVERY_MS = 4_000;
const MESSAGE_LEN_MAX = 16_383;

export function Composer(props: { channelId: string; rootId: string; focus?: boolean }) {
  const [text, setText] = createSignal("");
  const [asked, setAsked] = createSignal<Asked>();
  const [offered, setOffered] = createSignal<readonly Suggestion[]>([]);
  const [marked, setMarked] = createSignal(0);
  const [picking, setPicking] = createSignal<HTMLElement>();
  const [dragging, setDragging] = createSignal(false);
  const files = createUploads(() => props.channelId);
  const listId = createUniqueId();
  let area!: HTMLTextAreaElement;
  let picker!: HTMLInputElement;
  let saidTyping = 0;

  const channel = () => store.row("channels", props.channelId);
  const where = () => ({ teamId: channel()?.team_id || (team()?.id ?? ""), channelId: props.channelId });
  const ready = () => (text().trim() !== "" || files.uploads().length > 0) && files.done();
  const placeholder = () => (props.rootId === "" ? t("writeTo", { name: channelName(channel()) }) : t("writeReply"));

  createEffect(
    on(
      () => [props.channelId, props.rootId] as const,
      ([channelId, rootId]) => {
        setText(draftOf(channelId, rootId));
        setAsked(undefined);
        files.clear();
        queueMicrotask(grow);
        if (props.focus !== false && matchMedia("(pointer: fine)").matches) queueMicrotask(() => area.focus());
      },
    ),
  );

  const grow = () => {
    area.style.setProperty("block-size", "auto");
    area.style.setProperty("block-size", `${area.scrollHeight}px`);
  };

  let turn = 0;
  const offer = () => {
    const now = askedBy(area.value.slice(0, area.selectionStart));
    setAsked(now);
    const mine = ++turn;
    if (!now) {
      setOffered([]);
      return;
    }
    suggest(now, where())
      .then((found) => {
        if (mine !== turn) return;
        setOffered(found);
        setMarked(0);
      })
      // Without the server there is nothing to offer; typing goes on.
      .catch(() => mine === turn && setOffered([]));
  };

  const onInput = () => {
    setText(area.value);
    grow();
    offer();
    keepDraft(props.channelId, props.rootId, area.value);
    const now = Date.now();
    if (area.value !== "" && now - saidTyping > TYPING_EVERY_MS) {
      saidTyping = now;
      currentSocket()?.say("user_typing", { channel_id: props.channelId, parent_id: props.rootId });
    }
  };

  const insert = (from: number, to: number, written: string) => {
    area.setRangeText(written, from, to, "end");
    area.focus();
    onInput();
  };

  const choose = (one: Suggestion | undefined) => {
    const now = asked();
    if (one && now) insert(now.from, area.selectionStart, one.text);
    setAsked(undefined);
    setOffered([]);
  };

  const clear = () => {
    area.value = "";
    setText("");
    setAsked(undefined);
    setOffered([]);
    files.clear();
    grow();
    dropDraft(props.channelId, props.rootId);
  };

  const command = async (message: string) => {
    const answer = await runCommand(message, props.channelId, props.rootId, where().teamId);
    if (answer.goto_location?.startsWith("/")) go(answer.goto_location);
  };

  const send = () => {
    const message = text().trimEnd();
    if (!ready()) return;
    if (message.length > MESSAGE_LEN_MAX) {
      toast({ text: t("tooLong", { over: message.length - MESSAGE_LEN_MAX }), kind: "danger" });
      return;
    }
    if (message.startsWith("/") && message.length > 1 && !message.startsWith("//")) {
      attempt(command(message));
      clear();
      return;
    }
    const infos = files.infos();
    const letter = {
      channelId: props.channelId,
      rootId: props.rootId,
      message,
      fileIds: files.ids(),
      ...(infos.length > 0 ? { metadata: { files: infos } } : {}),
    };
    if (write(letter)) clear();
    else toast({ text: t("outboxFull"), kind: "danger" });
  };

  /** The own last post, to mend it. */
  const editLast = () => {
    const key = props.rootId === "" ? `c/${props.channelId}` : `t/${props.rootId}`;
    const ids = store.get("windows", key)?.ids ?? [];
    const last = [...ids].reverse().find((id) => store.get("posts", id)?.user_id === store.me);
    if (last) setEditing(last);
  };

  const wrap = (mark: string) => {
    const { selectionStart: from, selectionEnd: to, value } = area;
    const inside = value.slice(from, to);
    area.setRangeText(`${mark}${inside}${mark}`, from, to, "end");
    area.setSelectionRange(from + mark.length, from + mark.length + inside.length);
    onInput();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (offered().length > 0 && onSuggestionKey(event)) return;
    const mod = (event.metaKey || event.ctrlKey) && !event.altKey;
    if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      // A code block that is open is not finished by Enter.
      const fences = area.value.slice(0, area.selectionStart).split("```").length - 1;
      if (fences % 2 === 1 && !mod) return;
      event.preventDefault();
      send();
    } else if (event.key === "ArrowUp" && area.value === "") {
      event.preventDefault();
      editLast();
    } else if (mod && !event.shiftKey && event.key.toLowerCase() === "b") {
      event.preventDefault();
      wrap("**");
    } else if (mod && !event.shiftKey && event.key.toLowerCase() === "i") {
      event.preventDefault();
      wrap("_");
    } else if (event.key === "Escape" && props.rootId !== "" && area.value === "" && panel()?.kind === "thread") {
      event.preventDefault();
      setPanel(undefined);
    }
  };

  const onSuggestionKey = (event: KeyboardEvent): boolean => {
    const count = offered().length;
    if (event.key === "ArrowDown") setMarked((marked() + 1) % count);
    else if (event.key === "ArrowUp") setMarked((marked() + count - 1) % count);
    else if (event.key === "Escape") setOffered([]);
    else if (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey)) choose(offered()[marked()]);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...(event.clipboardData?.files ?? [])];
    if (pasted.length === 0) return;
    event.preventDefault();
    files.add(pasted);
  };

  /** Typing anywhere on the page writes here. */
  const typeAhead = (event: KeyboardEvent) => {
    const plain = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
    const target = event.target as HTMLElement;
    const free = target === document.body || target.closest(".posts, #center") === target;
    if (plain && free && props.rootId === "" && !event.defaultPrevented) area.focus();
  };
  onMount(() => {
    document.addEventListener("keydown", typeAhead);
    onCleanup(() => document.removeEventListener("keydown", typeAhead));
  });

  return (
    <form
      class="composer"
      data-drag={dragging() ? t("dropFiles") : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={(event) => {
        setDragging(false);
        if (!event.dataTransfer?.files.length) return;
        event.preventDefault();
        files.add(event.dataTransfer.files);
      }}
    >
      <Show when={offered().length > 0}>
        <Suggestions id={listId} all={offered()} marked={marked()} onChoose={choose} onMark={setMarked} />
      </Show>
      <Show when={files.uploads().length > 0}>
        <ul class="composer-files" aria-label={t("files")}>
          <For each={files.uploads()}>
            {(one) => (
              <li class="composer-file" data-failed={one.problem ? "" : undefined} title={one.problem ?? one.name}>
                <span>{one.problem ?? one.name}</span>
                <IconButton
                  size="small"
                  icon="close"
                  label={t("removeFile", { name: one.name })}
                  onClick={() => files.remove(one.key)}
                />
                <Show when={!one.info && !one.problem}>
                  <progress max={1} value={one.progress} aria-label={one.name} />
                </Show>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <textarea
        ref={area}
        rows={1}
        dir="auto"
        value={text()}
        placeholder={placeholder()}
        aria-label={placeholder()}
        aria-autocomplete="list"
        aria-controls={offered().length > 0 ? listId : undefined}
        aria-activedescendant={offered().length > 0 ? `${listId}-${marked()}` : undefined}
        onInput={onInput}
        onClick={offer}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={() => setOffered([])}
      />
      <div class="composer-bar">
        <IconButton size="small" icon="paperclip" label={t("attach")} onClick={() => picker.click()} />
        <IconButton
          size="small"
          icon="smile"
          label={t("emoji")}
          onClick={(event) => setPicking(picking() ? undefined : event.currentTarget)}
        />
        <IconButton
          size="small"
          icon="at"
          label={t("mention")}
          onClick={() => insert(area.selectionStart, area.selectionEnd, "@")}
        />
        <span />
        <IconButton
          size="small"
          class="composer-send"
          type="submit"
          icon="send"
          label={t("send")}
          data-ready={ready() ? "" : undefined}
          aria-disabled={!ready()}
        />
      </div>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={() => {
          files.add(picker.files ?? []);
          picker.value = "";
        }}
      />
      <Show when={picking()}>
        {(anchor) => (
          <EmojiPicker
            anchor={anchor()}
            custom={customEmojis()}
            onClose={() => setPicking(undefined)}
            onChoose={(name, character) => {
              setPicking(undefined);
              insert(area.selectionStart, area.selectionEnd, character ? `${character} ` : `:${name}: `);
            }}
          />
        )}
      </Show>
    </form>
  );
}
