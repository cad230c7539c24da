// Lists of posts from anywhere: saved ones, mentions of me, what is pinned. A post is shown with where it stands.
import { createResource, For, type JSX, Match, Show, Switch } from "solid-js";
import { formatDate } from "../../i18n/language";
import { get, post as send } from "../../net/rest";
import { loadUsers, missingUsers } from "../../query/load";
import { channelName, me, store } from "../../query/world";
import { go } from "../../route";
import { put } from "../../state/tables";
import { Button, Empty, type IconName, Skeleton } from "../../ui";
import type { Post, PostList, SearchResults } from "../../wire.gen";
import { PostItem } from "../channel/post";
import { addressOfPost, team } from "../place";
import { t } from "../strings";
import { PanelHead } from "./head";

const PAGE_LEN = 50;

/** Posts into the store, newest first, as ids. */
export async function shownIds(list: PostList): Promise<string[]> {
  const posts = list.order.flatMap((id) => list.posts[id] ?? []).filter((one) => one.delete_at === 0);
  const fresh = posts.filter((one) => (store.get("posts", one.id)?.update_at ?? -1) < one.update_at);
  store.commit(fresh.map((one) => put("posts", one.id, one)));
  await loadUsers(missingUsers(posts.map((one) => one.user_id)));
  return posts.map((one) => one.id);
}

export function PostResults(props: {
  load: () => Promise<string[]>;
  on: unknown;
  icon: IconName;
  empty: string;
  hint?: string;
}): JSX.Element {
  const [ids, { refetch }] = createResource(
    () => [props.on] as const,
    () => props.load(),
  );
  return (
    <div class="panel-body">
      <Switch>
        <Match when={ids.error as unknown}>
          <Empty icon="warning" title={t("notLoaded")}>
            <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
          </Empty>
        </Match>
        <Match when={ids.loading}>
          <div class="panel-find">
            <Skeleton lines={6} avatar />
          </div>
        </Match>
        <Match when={ids()?.length === 0}>
          <Empty icon={props.icon} title={props.empty}>
            {props.hint}
          </Empty>
        </Match>
        <Match when={ids()}>{(all) => <For each={all()}>{(id) => <FoundPost id={id} />}</For>}</Match>
      </Switch>
    </div>
  );
}

function FoundPost(props: { id: string }) {
  const post = () => store.row("posts", props.id);
  return (
    <Show when={post()}>
      {(shown) => (
        <div class="found">
          <div class="found-where">
            <span>
              <bdi>{channelName(store.row("channels", shown().channel_id))}</bdi> ·{" "}
              {formatDate(shown().create_at, "date")}
            </span>
            <button type="button" onClick={() => jump(shown())}>
              {t("jump")}
            </button>
          </div>
          <PostItem id={props.id} first={true} place="found" />
        </div>
      )}
    </Show>
  );
}

const jump = (post: Post) => go(addressOfPost(post));

export function SavedPanel() {
  return (
    <>
      <PanelHead title={t("savedPosts")} />
      <PostResults
        on="saved"
        icon="bookmark"
        empty={t("noSaved")}
        hint={t("noSavedHint")}
        load={() => get<PostList>("/users/me/posts/flagged", { per_page: PAGE_LEN }).then(shownIds)}
      />
    </>
  );
}

export function MentionsPanel() {
  const load = async () => {
    const user = me();
    const words = [`@${user?.username ?? ""}`];
    for (const key of (user?.notify_props?.mention_keys ?? "").split(","))
      if (key.trim() !== "") words.push(`"${key.trim()}"`);
    const form = { terms: words.join(" "), is_or_search: true };
    return shownIds(await send<SearchResults>(`/teams/${team()?.id}/posts/search`, form));
  };
  return (
    <>
      <PanelHead title={t("mentions")} />
      <PostResults on={team()?.id} icon="at" empty={t("noMentions")} hint={t("noMentionsHint")} load={load} />
    </>
  );
}

export function PinnedPanel(props: { channelId: string }) {
  return (
    <>
      <PanelHead title={t("pinned")} hint={channelName(store.row("channels", props.channelId))} />
      <PostResults
        on={props.channelId}
        icon="pin"
        empty={t("noPinned")}
        hint={t("noPinnedHint")}
        load={() => get<PostList>(`/channels/${props.channelId}/pinned`).then(shownIds)}
      />
    </>
  );
}
