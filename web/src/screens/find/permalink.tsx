// An address of one post: found, and shown where it stands.
import { createEffect, createSignal, Show } from "solid-js";
import { get } from "../../net/rest";
import { load } from "../../query/load";
import { loadPost } from "../../query/windows";
import { store } from "../../query/world";
import { go, route } from "../../route";
import { Button, Empty, Skeleton } from "../../ui";
import type { Post } from "../../wire.gen";
import { addressOfChannel, showThread, team } from "../place";
import { giveRoom } from "../shell/beside";
import { t } from "../strings";
import { Bar } from "./bar";

export default function Permalink() {
  const [missing, setMissing] = createSignal(false);
  createEffect(() => {
    const now = route();
    if (now.screen !== "permalink") return;
    setMissing(false);
    const miss = () => {
      setMissing(true);
      giveRoom();
    };
    find(now.post).then((found) => {
      if (!found) miss();
    }, miss);
  });
  return (
    <Show when={missing()} fallback={<Skeleton lines={8} avatar />}>
      <Bar />
      <Empty icon="search" title={t("noSuchPost")}>
        <p>{t("noSuchPostHint")}</p>
        <Button onClick={() => go(`/${team()?.name ?? ""}`, "replace")}>{t("back")}</Button>
      </Empty>
    </Show>
  );
}

async function find(id: string): Promise<boolean> {
  const post = (await loadPost(id)) ?? (await get<Post>(`/posts/${id}`));
  if (!store.get("channels", post.channel_id)) await load({ load: "channel", id: post.channel_id });
  const channel = store.get("channels", post.channel_id);
  if (!channel) return false;
  // A reply stands in its thread, beside where the thread began.
  if (post.root_id !== "") showThread(post.root_id);
  go(`${addressOfChannel(channel)}/${post.root_id || post.id}`, "replace");
  return true;
}
