// Files: those of a channel, and those a search found.
import { For, Show } from "solid-js";
import { channelName, store } from "../../query/world";
import { Empty, Skeleton } from "../../ui";
import type { FileInfo } from "../../wire.gen";
import { FileCard } from "../channel/files";
import { t } from "../strings";
import { filesFound, SEARCH_LEN } from "./found";
import { PanelHead } from "./head";
import { keptPlace, type Page, PageList, pagesOf } from "./pages";
import { Where } from "./where";

export function FileResults(props: { on: unknown; load: (page: number) => Promise<Page<FileInfo>> }) {
  const { left, onLeave } = keptPlace();
  const pages = pagesOf({
    on: () => props.on,
    load: (page) => props.load(page),
    idOf: (file) => file.id,
    pageLen: SEARCH_LEN,
    firstLen: left?.rows,
  });
  return (
    <PageList
      pages={pages}
      shown={pages.rows()}
      left={left}
      onLeave={onLeave}
      wait={<Skeleton lines={6} />}
      empty={<Empty icon="file" title={t("noFiles")} />}
    >
      {(all) => (
        <ul class="panel-list">
          <For each={all()}>
            {(file) => (
              <li>
                <Show when={file.post_id}>
                  {(post) => (
                    <Where channelId={file.channel_id} postId={post()} at={file.create_at} authorId={file.user_id} />
                  )}
                </Show>
                <FileCard file={file} />
              </li>
            )}
          </For>
        </ul>
      )}
    </PageList>
  );
}

export function FilesPanel(props: { channelId: string }) {
  const channel = () => store.row("channels", props.channelId);
  return (
    <>
      <PanelHead title={t("files")} hint={channelName(channel())} />
      <FileResults on={props.channelId} load={(page) => filesFound(`in:${channel()?.name ?? ""}`).load(page)} />
    </>
  );
}
