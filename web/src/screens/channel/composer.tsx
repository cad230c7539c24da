// Where posts are written: text that grows, suggestions, files, drafts. What is sent goes to the outbox.
import { createEffect, createSignal, lazy, on, onCleanup, onMount, Show, Suspense } from "solid-js";
import { runKeys } from "../../actions/action";
import { appAction } from "../../actions/app";
import { formatDate } from "../../i18n/language";
import { afterPaint } from "../../query/after-paint";
import { begunIn, draftOf, dropDraft, keepDraft } from "../../query/drafts";
import { schedule } from "../../query/later";
import { type Letter, write } from "../../query/outbox";
import { channelName, currentSocket, store } from "../../query/world";
import { draftKey } from "../../state/tables";
import { toast } from "../../ui";
import type { FileInfo, Priority } from "../../wire.gen";
import { panel, setDialog, setPanel, team } from "../place";
import { PriorityLine, ScheduledHere } from "../plan/compose";
import { composing, setComposing } from "../plan/composing";
import { t as planned } from "../plan/strings";
import { t } from "../strings";
import { Attached, FileOffer, FilePicker } from "./attached";
import { command } from "./command";
import { ComposerBar, formatting } from "./composer-bar";
import { dropZone } from "./drop";
import { createEditLast } from "./edit-last";
import { sends } from "./enter";
import { formatByKey } from "./marks";
import { attempt } from "./menu";
import { createPasting } from "./pasting";
import { Picking } from "./picking";
import { FINE } from "./pointer";
import { createSuggesting } from "./suggesting";
import { Suggestions } from "./suggestions";
import { typeAhead } from "./type-ahead";
import { createUploads, type Place } from "./upload";

/** Others see that somebody types for five seconds; more often needs not be said. */
const TYPING_EVERY_MS = 4_000;
const MESSAGE_LEN_MAX = 16_383;
/** Where the style alone makes the field as tall as its text: measuring lays the page out twice for each key. */
const SIZES_ITSELF = globalThis.CSS?.supports("field-sizing", "content") ?? false;

const idsOf = (files: readonly FileInfo[]): string => files.map((file) => file.id).join();

const FormatBar = lazy(() => import("../format/bar"));
const Recording = lazy(() => import("../voice/recording"));
const Pills = lazy(() => import("./pills-drawn"));
const RemindPreview = lazy(() => import("../plan/remind-preview"));

/** What is done with what is being written. */
const WRITING = ["attach", "sendLater", "priority"].map(appAction);

export function Composer(props: { channelId: string; rootId: string; focus?: boolean }) {
  const [text, setText] = createSignal("");
  const [picking, setPicking] = createSignal<HTMLElement>();
  const [dragging, setDragging] = createSignal(false);
  /** Where the voice message goes that is being spoken. */
  const [speaking, setSpeaking] = createSignal<Place>();
  const [priority, setPriority] = createSignal<Priority>();
  const here = (): Place => ({ channelId: props.channelId, rootId: props.rootId });
  const files = createUploads(here, ({ channelId, rootId }, info) => {
    const draft = draftOf(channelId, rootId);
    keepDraft(channelId, rootId, { ...draft, files: [...draft.files, info] });
    if (channelId === props.channelId && rootId === props.rootId) files.restore([...files.infos(), info]);
  });
  const last = createEditLast(props);
  let area!: HTMLTextAreaElement;
  let picker!: HTMLInputElement;
  let form!: HTMLFormElement;
  let saidTyping = 0;

  const channel = () => store.row("channels", props.channelId);
  const where = () => ({ teamId: channel()?.team_id || (team()?.id ?? ""), channelId: props.channelId });
  const ready = () => (text().trim() !== "" || files.uploads().length > 0) && files.done();
  const placeholder = () => (props.rootId === "" ? t("writeTo", { name: channelName(channel()) }) : t("writeReply"));

  const show = (begun: ReturnType<typeof draftOf>) => {
    setText(begun.message);
    files.restore(begun.files);
    setPriority(begun.priority);
    queueMicrotask(grow);
  };
  const begun = () => ({ message: area.value, files: files.infos(), priority: priority() });
  const keep = () => keepDraft(props.channelId, props.rootId, begun());

  createEffect(
    on(
      () => [props.channelId, props.rootId] as const,
      ([channelId, rootId]) => {
        show(draftOf(channelId, rootId));
        suggesting.stop();
        pasting.dismiss();
        setPicking(undefined);
        last.forget();
        saidTyping = 0;
        // Who writes here already stays, or has gone elsewhere by then.
        if (props.focus !== false && FINE.matches && document.activeElement !== area) afterPaint(focus);
      },
    ),
  );

  // What was written in another window or on another device; what is being written here is marked as unsaved.
  createEffect(
    on(
      () => store.row("drafts", draftKey(props.channelId, props.rootId)),
      (row) => {
        if (row?.unsaved || !files.done()) return;
        const there = begunIn(row);
        const same = there.message === area.value && there.files.length === files.infos().length;
        if (!same) show(there);
      },
      { defer: true },
    ),
  );
  createEffect(
    on(
      () => files.ids().join(),
      (now) => now !== idsOf(draftOf(props.channelId, props.rootId).files) && keep(),
      { defer: true },
    ),
  );

  // Focusing lays the page out: later is cheaper, and what has the focus needs it no more.
  const focus = () => document.activeElement === area || area.focus();
  /** What was pressed beside the field may be gone with it. */
  const regain = () => FINE.matches && focus();
  const grow = () => {
    if (SIZES_ITSELF) return;
    if (area.value === "") {
      // The height of a line is the style's; measuring would lay the page out.
      area.style.removeProperty("block-size");
      return;
    }
    area.style.setProperty("block-size", "auto");
    area.style.setProperty("block-size", `${area.scrollHeight}px`);
  };

  const onInput = () => {
    last.forget();
    setText(area.value);
    grow();
    suggesting.offer();
    keep();
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

  const suggesting = createSuggesting({ area: () => area, where, insert, commands: true });

  const pasting = createPasting({ area: () => area, onFiles: files.add });

  const clear = () => {
    area.value = "";
    setText("");
    suggesting.stop();
    pasting.dismiss();
    files.clear();
    setPriority(undefined);
    grow();
    dropDraft(props.channelId, props.rootId);
  };

  /** What is written, when it can be sent. */
  const letter = (): Letter | undefined => {
    const message = text().trimEnd();
    if (!ready()) return undefined;
    if (message.length > MESSAGE_LEN_MAX) {
      toast({ text: t("tooLong", { over: message.length - MESSAGE_LEN_MAX }), kind: "danger" });
      return undefined;
    }
    const infos = files.infos();
    const label = priority();
    const metadata = { ...(infos.length > 0 ? { files: infos } : {}), ...(label ? { priority: label } : {}) };
    return { channelId: props.channelId, rootId: props.rootId, message, fileIds: files.ids(), metadata };
  };

  const sendAt = (at: number) => {
    const made = letter();
    if (!made) return;
    const done = schedule(made, at).then(() => {
      if (made.channelId === props.channelId) clear();
      else dropDraft(made.channelId, made.rootId);
      toast({ text: planned("scheduledToast", { time: formatDate(at, "moment") }), kind: "success" });
    });
    attempt(done);
  };

  /** A command that failed stands there again, unless something else was begun meanwhile. */
  const giveBack = ({ channelId, rootId, message }: Letter) => {
    if (draftOf(channelId, rootId).message !== "") return;
    keepDraft(channelId, rootId, { ...draftOf(channelId, rootId), message });
    if (channelId === props.channelId && rootId === props.rootId) show(draftOf(channelId, rootId));
  };

  const send = () => {
    if (!files.done()) toast({ text: t(files.failed() ? "filesFailed" : "filesOnTheWay"), kind: "danger" });
    const made = letter();
    if (!made) return;
    const { message } = made;
    if (message.startsWith("/") && message.length > 1 && !message.startsWith("//")) {
      const done = command(message, { ...where(), rootId: props.rootId }).catch((problem: unknown) => {
        giveBack(made);
        throw problem;
      });
      attempt(done);
      clear();
      return;
    }
    if (write(made)) clear();
    else toast({ text: t("outboxFull"), kind: "danger" });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (suggesting.onKey(event)) return;
    if (runKeys(WRITING, event) || formatByKey(area, event)) return;
    const mod = (event.metaKey || event.ctrlKey) && !event.altKey;
    if (sends(event, area)) {
      event.preventDefault();
      send();
    } else if (event.key === "ArrowUp" && !mod && !event.altKey && !event.shiftKey && area.value === "") {
      event.preventDefault();
      last.edit();
    } else if (event.key === "Escape" && props.rootId !== "" && area.value === "" && panel()?.kind === "thread") {
      event.preventDefault();
      setPanel(undefined);
    }
  };

  if (props.rootId === "") typeAhead(() => form.closest(".panel") ?? focus());

  const writing = {
    ready,
    isReply: props.rootId !== "",
    priority,
    setPriority: (label: Priority | undefined) => {
      setPriority(label);
      keep();
    },
    sendAt,
    attach: () => picker.click(),
    focus: () => area.focus(),
  };
  onMount(() => {
    if (!composing() || props.rootId !== "") setComposing(writing);
    onCleanup(() => composing() === writing && setComposing(undefined));
    // What is let go over the messages is for where they are written.
    const around = form.closest<HTMLElement>(".shell-center, .panel") ?? form;
    onCleanup(dropZone(around, { onFiles: files.add, onOver: setDragging }));
  });

  return (
    <>
      <ScheduledHere channelId={props.channelId} rootId={props.rootId} />
      <form
        class="composer"
        onPointerDown={() => setComposing(writing)}
        data-drag={dragging() ? t("dropFiles") : undefined}
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Show when={suggesting.offered().length > 0}>
          <Suggestions of={suggesting} />
        </Show>
        <Show when={formatting()}>
          <Suspense>
            <FormatBar area={area} text={text()} />
          </Suspense>
        </Show>
        <Attached
          uploads={files.uploads()}
          onRemove={files.remove}
          onRetry={files.retry}
          onMove={files.move}
          onDone={regain}
        />
        <Show when={speaking()}>
          {(place) => (
            <Suspense>
              <Recording
                isHere={place().channelId === props.channelId && place().rootId === props.rootId}
                onDone={(file) => files.add([file], place())}
                onEnd={() => {
                  setSpeaking(undefined);
                  regain();
                }}
              />
            </Suspense>
          )}
        </Show>
        <FileOffer pasted={pasting.offered()} onAccept={pasting.asFile} onDismiss={pasting.dismiss} />
        <PriorityLine
          priority={priority()}
          onClear={() => {
            writing.setPriority(undefined);
            regain();
          }}
        />
        <Show when={/^\/remind\s+(\S.*)$/is.exec(text())}>
          {(found) => (
            <Suspense>
              <RemindPreview words={found()[1] ?? ""} rootId={props.rootId} />
            </Suspense>
          )}
        </Show>
        <div class="composer-field">
          <Show when={/[@~:]\w/.test(text())}>
            <Suspense>
              <Pills area={area} text={text()} />
            </Suspense>
          </Show>
          <textarea
            ref={area}
            rows={1}
            // While it is empty its hint runs as the page does.
            dir={text() === "" ? undefined : "auto"}
            value={text()}
            placeholder={placeholder()}
            aria-label={placeholder()}
            aria-autocomplete="list"
            aria-controls={suggesting.listId()}
            aria-activedescendant={suggesting.markedId()}
            onInput={onInput}
            onClick={suggesting.offer}
            onKeyDown={onKeyDown}
            onPaste={pasting.onPaste}
            onFocus={() => setComposing(writing)}
            onBlur={suggesting.stop}
          />
        </div>
        <ComposerBar
          isReply={props.rootId !== ""}
          isReady={ready()}
          onAttach={writing.attach}
          onEmoji={(button) => setPicking(picking() ? undefined : button)}
          isSpeaking={speaking() !== undefined}
          onSpeak={() => setSpeaking(here())}
          onMention={() => insert(area.selectionStart, area.selectionEnd, "@")}
          onPoll={() => setDialog({ kind: "poll", ...here(), words: "" })}
          onPriority={() => {
            setComposing(writing);
            appAction("priority").perform();
          }}
        />
        <FilePicker
          ref={picker}
          onFiles={(chosen) => {
            files.add(chosen);
            regain();
          }}
        />
        <Show when={picking()}>
          {(anchor) => (
            <Picking
              anchor={anchor()}
              onClose={() => setPicking(undefined)}
              onChoose={(written) => {
                setPicking(undefined);
                insert(area.selectionStart, area.selectionEnd, `${written} `);
              }}
            />
          )}
        </Show>
      </form>
    </>
  );
}
