// What another app shared with this one: where it goes, and what is said with it.
import { createResource, createSignal, For, Show } from "solid-js";
import { formatBytes } from "../../i18n/language";
import { form } from "../../net/rest";
import { write } from "../../query/outbox";
import { dropShared, readShared } from "../../query/shared";
import { store } from "../../query/world";
import { Button, Dialog, Icon, TextArea, toast } from "../../ui";
import type { ActionOption, FileInfo, FileUpload } from "../../wire.gen";
import { Choice } from "../forms/choice";
import { listed } from "../forms/sources";
import { openChannelNow, setDialog } from "../place";
import { createTask } from "../task";
import { places } from "./places";
import { t } from "./strings";
import "./gather.css";

const TEXT_LEN_MAX = 15_000;

async function upload(channelId: string, files: readonly File[]): Promise<FileInfo[]> {
  const infos: FileInfo[] = [];
  for (const file of files) {
    const body = new FormData();
    body.append("channel_id", channelId);
    body.append("files", file, file.name);
    infos.push(...(await form<FileUpload>("/files", body)).file_infos);
  }
  return infos;
}

export default function ShareDialog() {
  const [shared] = createResource(readShared);
  const [to, setTo] = createSignal<readonly ActionOption[]>([]);
  const [text, setText] = createSignal<string>();
  const task = createTask();
  const said = () => text() ?? shared()?.text ?? "";
  const files = () => shared()?.files ?? [];
  const close = () => {
    setDialog(undefined);
    void dropShared();
  };
  const target = () => store.get("channels", to()[0]?.value ?? "");
  const ready = () => target() !== undefined && (said().trim() !== "" || files().length > 0);
  const send = async () => {
    const place = target();
    if (!place || !ready()) return;
    const done = await task.run(async () => {
      const infos = await upload(place.id, files());
      const metadata = infos.length > 0 ? { files: infos } : {};
      const letter = { channelId: place.id, rootId: "", message: said().trim(), metadata };
      if (!write({ ...letter, fileIds: infos.map((info) => info.id) })) throw new Error(t("outboxFull"));
    });
    if (!done) return;
    close();
    openChannelNow(place);
    toast({ text: t("shared", { name: to()[0]?.text ?? "" }), kind: "success" });
  };
  return (
    <Dialog
      title={t("shareTitle")}
      onClose={close}
      onSubmit={() => void send()}
      footer={
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button type="submit" kind="primary" disabled={!ready()} busy={task.busy()}>
            {t("share")}
          </Button>
        </>
      }
    >
      <div class="gather">
        <Choice label={t("to")} problem={task.problem()} chosen={to()} source={listed(places())} onChange={setTo} />
        <TextArea label={t("shareText")} rows={4} maxlength={TEXT_LEN_MAX} value={said()} onInput={setText} />
        <Show when={files().length > 0}>
          <ul class="share-files">
            <For each={files()}>
              {(file) => (
                <li>
                  <Icon name="file" size="small" />
                  <bdi>{file.name}</bdi>
                  <small>{formatBytes(file.size)}</small>
                </li>
              )}
            </For>
          </ul>
        </Show>
      </div>
    </Dialog>
  );
}
