// Forwards a message: its link, which shows it, and a comment, to a channel or a conversation of the reader's.
import { createSignal } from "solid-js";
import { write } from "../../query/outbox";
import { channelName, store } from "../../query/world";
import { MessageText } from "../../text/view";
import { Button, Dialog, TextArea, toast } from "../../ui";
import type { ActionOption, Post } from "../../wire.gen";
import { ChatText } from "../channel/context";
import { Choice } from "../forms/choice";
import { listed } from "../forms/sources";
import { addressOfPost, dialog, setDialog, team } from "../place";
import { t } from "./strings";
import "./gather.css";

const COMMENT_LEN_MAX = 15_000;

/** What only some may read stays with them: such a message goes on in its own channel alone. */
const isClosed = (post: Post): boolean => store.get("channels", post.channel_id)?.type !== "O";

/** Where the reader may write, the latest first. */
function places(post: Post): ActionOption[] {
  const here = store.get("channels", post.channel_id);
  if (isClosed(post)) return here ? [{ value: here.id, text: channelName(here) }] : [];
  const mine = [...store.ids("members")].flatMap((id) => store.get("channels", id) ?? []);
  return mine
    .filter((one) => one.delete_at === 0 && (one.team_id === "" || one.team_id === team()?.id))
    .sort((a, b) => b.last_post_at - a.last_post_at)
    .map((one) => ({ value: one.id, text: channelName(one) }));
}

export default function ForwardDialog() {
  const now = dialog();
  const post = now?.kind === "forward" ? now.post : undefined;
  const all = post ? places(post) : [];
  const closed = post !== undefined && isClosed(post);
  const [to, setTo] = createSignal<readonly ActionOption[]>(closed ? all : []);
  const [comment, setComment] = createSignal("");
  const close = () => setDialog(undefined);
  const send = () => {
    const target = to()[0];
    if (!post || !target) return;
    const link = location.origin + addressOfPost(post);
    const message = comment().trim() === "" ? link : `${comment().trim()}\n\n${link}`;
    if (!write({ channelId: target.value, rootId: "", message })) {
      toast({ text: t("outboxFull"), kind: "danger" });
      return;
    }
    close();
    toast({ text: t("forwarded", { name: target.text }), kind: "success" });
  };
  return (
    <Dialog
      title={t("forwardTitle")}
      onClose={close}
      onSubmit={send}
      footer={
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button type="submit" kind="primary" disabled={to().length === 0}>
            {t("forward")}
          </Button>
        </>
      }
    >
      <div class="gather">
        <Choice
          label={t("to")}
          hint={closed ? t("toClosed") : t("toHint")}
          disabled={closed}
          chosen={to()}
          source={listed(all)}
          onChange={setTo}
        />
        <TextArea label={t("comment")} rows={2} maxlength={COMMENT_LEN_MAX} value={comment()} onInput={setComment} />
        <ChatText>
          <blockquote class="gather-quote">
            <MessageText text={post?.message ?? ""} version={`${post?.id}/${post?.update_at}`} />
          </blockquote>
        </ChatText>
      </div>
    </Dialog>
  );
}
