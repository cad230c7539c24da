// Files: those of a channel, and those a search found.
import { For } from "solid-js";
import { post } from "../../net/rest";
import { channelName, store } from "../../query/world";
import { Empty, Skeleton } from "../../ui";
import type { FileInfo, FileInfoList } from "../../wire.gen";
import { FileCard } from "../channel/files";
import { team } from "../place";
import { t } from "../strings";
import { PanelHead } from "./head";
import { type Page, PageList, pagesOf } from "./pages";

const PAGE_LEN = 60;

export async function searchFiles(terms: string, page: number): Promise<Page<FileInfo>> {
  const form = { terms, is_or_search: false, time_zone_offset: 0, page, per_page: PAGE_LEN };
  const list = await post<FileInfoList>(`/teams/${team()?.id}/files/search`, form);
  return { rows: list.order.flatMap((id) => list.file_infos[id] ?? []), more: list.order.length >= PAGE_LEN };
}

export function FileResults(props: { on: unknown; load: (page: number) => Promise<Page<FileInfo>> }) {
  const pages = pagesOf({
    on: () => props.on,
    load: (page) => props.load(page),
    idOf: (file) => file.id,
    pageLen: PAGE_LEN,
  });
  return (
    <PageList
      pages={pages}
      shown={pages.rows()}
      wait={<Skeleton lines={6} />}
      empty={<Empty icon="file" title={t("noFiles")} />}
    >
      {(all) => (
        <ul class="panel-list">
          <For each={all()}>
            {(file) => (
              <li>
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
      <FileResults on={props.channelId} load={(page) => searchFiles(`in:${channel()?.name ?? ""}`, page)} />
    </>
  );
}
