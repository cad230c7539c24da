// Lists of posts from anywhere: saved ones, mentions of me, what is pinned. A post is shown with where it stands.
import { createMemo, createSignal, For, type JSX, onCleanup, Show } from "solid-js";
import { get } from "../../net/rest";
import { isSaved } from "../../query/do";
import { wantUser } from "../../query/people";
import { loadPost } from "../../query/windows";
import { channelName, me, nameOf, store } from "../../query/world";
import { byAge } from "../../state/order";
import type { Change } from "../../state/tables";
import { Summary } from "../../text/summary";
import { Empty, Icon, type IconName, Skeleton } from "../../ui";
import type { Post, PostList } from "../../wire.gen";
import { PostItem } from "../channel/post";
import { showThread, team } from "../place";
import { t } from "../strings";
import { postsWithAny, SEARCH_LEN, shownIds } from "./found";
import { PanelHead } from "./head";
import { keptPlace, type Page, PageList, pagesOf } from "./pages";
import { Where } from "./where";
import "./found.css";

const PAGE_LEN = 50;
/** Those of a list that are there, in its order, as ids. */
const listedIds = (list: PostList): Promise<string[]> =>
  shownIds(list.order.flatMap((id) => list.posts[id] ?? []).filter((one) => one.delete_at === 0));

export function PostResults(props: {
  load: (page: number) => Promise<Page<string>>;
  on: unknown;
  pageLen: number;
  icon: IconName;
  empty: string;
  hint?: string;
  /** Whether a post that was loaded still belongs here. */
  isListed?: (id: string) => boolean;
  /** Posts that came to belong here since. */
  joined?: readonly string[];
}): JSX.Element {
  const isListed = (id: string) => props.isListed?.(id) ?? true;
  const { left, onLeave } = keptPlace();
  const pages = pagesOf({
    on: () => props.on,
    load: (page) => props.load(page),
    idOf: (id: string) => id,
    pageLen: props.pageLen,
    isListed,
    firstLen: left?.rows,
  });
  const at = (id: string) => store.row("posts", id)?.create_at ?? 0;
  const placed = (id: string) => ({ id, create_at: at(id) });
  const shown = createMemo(() => {
    const kept = pages.rows()?.filter(isListed);
    const known = new Set(kept);
    // What is older than the last one comes with its page.
    const edge = pages.more() ? at(kept?.at(-1) ?? "") : 0;
    const fresh = (props.joined ?? []).filter((id) => !known.has(id) && isListed(id) && at(id) > edge);
    return kept && fresh.length > 0 ? [...kept, ...fresh].sort((a, b) => byAge(placed(b), placed(a))) : kept;
  });
  return (
    <PageList
      pages={pages}
      shown={shown()}
      left={left}
      onLeave={onLeave}
      wait={<Skeleton lines={6} avatar />}
      empty={
        <Empty icon={props.icon} title={props.empty}>
          {props.hint}
        </Empty>
      }
    >
      {(all) => <For each={all()}>{(id) => <FoundPost id={id} />}</For>}
    </PageList>
  );
}

function FoundPost(props: { id: string }) {
  const post = () => store.row("posts", props.id);
  return (
    <Show when={post()}>
      {(shown) => (
        <div class="found">
          <Where channelId={shown().channel_id} postId={props.id} at={shown().create_at} />
          <Show when={store.row("posts", shown().root_id)}>{(root) => <Beginning root={root()} />}</Show>
          <PostItem id={props.id} first={true} place="found" />
        </div>
      )}
    </Show>
  );
}

/** What began the thread of a reply, in one line that opens it. */
function Beginning(props: { root: Post }) {
  const author = () => {
    wantUser(props.root.user_id);
    return store.row("users", props.root.user_id);
  };
  return (
    <button type="button" class="found-root" onClick={() => showThread(props.root.id)}>
      <Icon name="thread" size="small" />
      <span class="unseen">{t("thread")}</span>
      <strong>{nameOf(author())}</strong>
      <Show when={props.root.message} fallback={t("files")}>
        {(text) => <Summary text={text()} version={`${props.root.id}/${props.root.update_at}/${props.root.edit_at}`} />}
      </Show>
    </button>
  );
}

/** The posts that are told of while this is shown and are as `wanted` says. */
function heardOf(wanted: (change: Change) => string | undefined): () => readonly string[] {
  const [ids, setIds] = createSignal<readonly string[]>([]);
  onCleanup(
    store.watch((changes) => {
      const fresh = changes.flatMap((change) => wanted(change) ?? []).filter((id) => !ids().includes(id));
      if (fresh.length === 0) return;
      setIds([...ids(), ...fresh]);
      // One that was saved elsewhere may never have been seen here.
      for (const id of fresh) loadPost(id).catch(() => undefined);
    }),
  );
  return ids;
}

const SAVED = "flagged_post/";

export function SavedPanel() {
  const joined = heardOf(({ table, id, row }) =>
    table === "preferences" && row && id.startsWith(SAVED) ? id.slice(SAVED.length) : undefined,
  );
  const load = async (page: number) => {
    const list = await get<PostList>("/users/me/posts/flagged", { page, per_page: PAGE_LEN });
    // Deleted posts are left out of a page, so that its length does not tell whether it is the last.
    const count = [...store.ids("preferences")].filter((id) => id.startsWith(SAVED)).length;
    return { rows: await listedIds(list), more: count > (page + 1) * PAGE_LEN };
  };
  return (
    <>
      <PanelHead title={t("savedPosts")} />
      <PostResults
        on="saved"
        pageLen={PAGE_LEN}
        icon="bookmark"
        empty={t("noSaved")}
        hint={t("noSavedHint")}
        load={load}
        isListed={isSaved}
        joined={joined()}
      />
    </>
  );
}

export function MentionsPanel() {
  const load = (page: number) => {
    const user = me();
    const words = [`@${user?.username ?? ""}`];
    for (const key of (user?.notify_props?.mention_keys ?? "").split(","))
      if (key.trim() !== "") words.push(`"${key.trim()}"`);
    return postsWithAny(words, page);
  };
  return (
    <>
      <PanelHead title={t("mentions")} />
      <PostResults
        on={team()?.id}
        pageLen={SEARCH_LEN}
        icon="at"
        empty={t("noMentions")}
        hint={t("noMentionsHint")}
        load={load}
      />
    </>
  );
}

export function PinnedPanel(props: { channelId: string }) {
  const joined = heardOf(({ table, id, row }) =>
    table === "posts" && row?.is_pinned && row.channel_id === props.channelId ? id : undefined,
  );
  return (
    <>
      <PanelHead title={t("pinned")} hint={channelName(store.row("channels", props.channelId))} />
      <PostResults
        on={props.channelId}
        pageLen={PAGE_LEN}
        icon="pin"
        empty={t("noPinned")}
        hint={t("noPinnedHint")}
        load={async () => ({
          rows: await get<PostList>(`/channels/${props.channelId}/pinned`).then(listedIds),
          more: false,
        })}
        isListed={(id) => {
          const post = store.row("posts", id);
          return post?.is_pinned === true && post.channel_id === props.channelId;
        }}
        joined={joined()}
      />
    </>
  );
}
