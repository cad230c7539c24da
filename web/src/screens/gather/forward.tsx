// Passes a message on: its link, which shows it, and a comment, to channels and conversations of the reader's.
import { createEffect, createSignal, on, Show } from "solid-js";
import { formatList } from "../../i18n/language";
import { write } from "../../query/outbox";
import { channelName, store } from "../../query/world";
import { Banner, Button, Dialog, TextArea, toast } from "../../ui";
import type { ActionOption, Post } from "../../wire.gen";
import { ChatText } from "../channel/context";
import { Quoted } from "../channel/quoted";
import { Choice } from "../forms/choice";
import { listed } from "../forms/sources";
import { addressOfPost, dialog, setDialog } from "../place";
import { places } from "./places";
import { strangersIn } from "./strangers";
import { t } from "./strings";
import "./gather.css";

const COMMENT_LEN_MAX = 15_000;
/** More at once is an announcement, for which there are channels. */
const PLACES_MAX = 10;

/** What only some may read stays with them: such a message goes on in its own channel alone. */
const isClosed = (post: Post): boolean => store.get("channels", post.channel_id)?.type !== "O";

/** Where the message may go. */
function placesOf(post: Post): ActionOption[] {
  const here = store.get("channels", post.channel_id);
  if (isClosed(post)) return here ? [{ value: here.id, text: channelName(here) }] : [];
  return places();
}

/** Sends it to each of them; false when too much waits already. */
function forward(post: Post, comment: string, to: readonly ActionOption[]): boolean {
  const link = location.origin + addressOfPost(post);
  const message = comment === "" ? link : `${comment}\n\n${link}`;
  return to.every((target) => write({ channelId: target.value, rootId: "", message }));
}

export default function ForwardDialog() {
  const now = dialog();
  const post = now?.kind === "forward" ? now.post : undefined;
  const all = post ? placesOf(post) : [];
  const closed = post !== undefined && isClosed(post);
  const [to, setTo] = createSignal<readonly ActionOption[]>(closed ? all : []);
  const [strangers, setStrangers] = createSignal<readonly string[]>([]);
  const [comment, setComment] = createSignal("");
  const close = () => setDialog(undefined);
  createEffect(
    on(to, (chosen) => {
      setStrangers([]);
      if (post && !closed)
        strangersIn(
          post,
          chosen.map((one) => one.value),
        ).then(
          (found) => to() === chosen && setStrangers(found),
          // Whether they may read it the server says, too: what they may not, it shows them as a message that is not there.
          () => undefined,
        );
    }),
  );
  const ready = () => to().length > 0 && strangers().length === 0;
  const send = () => {
    if (!post || !ready()) return;
    if (!forward(post, comment().trim(), to())) {
      toast({ text: t("outboxFull"), kind: "danger" });
      return;
    }
    close();
    toast({ text: t("forwarded", { name: formatList(to().map((one) => one.text)) }), kind: "success" });
  };
  return (
    <Dialog
      title={t("forwardTitle")}
      onClose={close}
      onSubmit={send}
      footer={
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button type="submit" kind="primary" disabled={!ready()}>
            {t("forward")}
          </Button>
        </>
      }
    >
      <div class="gather">
        <Show when={closed}>
          <Banner kind="warning">{t("toClosed")}</Banner>
        </Show>
        <Choice
          label={t("to")}
          hint={closed ? undefined : t("toHint")}
          problem={
            strangers().length > 0
              ? t("cannotRead", { names: formatList(strangers()), count: strangers().length })
              : undefined
          }
          disabled={closed}
          many={!closed}
          chosen={to()}
          source={listed(all)}
          onChange={(chosen) => setTo(chosen.slice(0, PLACES_MAX))}
        />
        <TextArea label={t("comment")} rows={2} maxlength={COMMENT_LEN_MAX} value={comment()} onInput={setComment} />
        <Show when={post}>
          {(shown) => (
            <ChatText>
              <div class="gather-card">
                <Quoted post={shown()} place={channelName(store.row("channels", shown().channel_id))} still />
              </div>
            </ChatText>
          )}
        </Show>
      </div>
    </Dialog>
  );
}
