// Files: those of a channel, and those a search found.
import { createResource, For, Match, Switch } from "solid-js";
import { post } from "../../net/rest";
import { channelName, store } from "../../query/world";
import { Button, Empty, Skeleton } from "../../ui";
import type { FileInfo, FileInfoList } from "../../wire.gen";
import { FileCard } from "../channel/files";
import { team } from "../place";
import { t } from "../strings";
import { PanelHead } from "./head";

export async function searchFiles(terms: string): Promise<FileInfo[]> {
  const form = { terms, is_or_search: false, time_zone_offset: 0, page: 0, per_page: 60 };
  const list = await post<FileInfoList>(`/teams/${team()?.id}/files/search`, form);
  return list.order.flatMap((id) => list.file_infos[id] ?? []);
}

export function FileResults(props: { on: unknown; load: () => Promise<FileInfo[]> }) {
  const [files, { refetch }] = createResource(
    () => [props.on] as const,
    () => props.load(),
  );
  return (
    <div class="panel-body">
      <Switch>
        <Match when={files.error as unknown}>
          <Empty icon="warning" title={t("notLoaded")}>
            <Button onClick={() => void refetch()}>{t("tryAgain")}</Button>
          </Empty>
        </Match>
        <Match when={files.loading}>
          <div class="panel-find">
            <Skeleton lines={6} />
          </div>
        </Match>
        <Match when={files()?.length === 0}>
          <Empty icon="file" title={t("noFiles")} />
        </Match>
        <Match when={files()}>
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
        </Match>
      </Switch>
    </div>
  );
}

export function FilesPanel(props: { channelId: string }) {
  const channel = () => store.row("channels", props.channelId);
  return (
    <>
      <PanelHead title={t("files")} hint={channelName(channel())} />
      <FileResults on={props.channelId} load={() => searchFiles(`in:${channel()?.name ?? ""}`)} />
    </>
  );
}
