// The versions of a message that its author edited, the newest first; an older one can be brought back.
import { createResource, createSignal, For, Show, Suspense } from "solid-js";
import { formatDate } from "../../i18n/language";
import { restoreVersion, versionsOf } from "../../query/history";
import { Banner, Button, Dialog, Skeleton, Tag } from "../../ui";
import type { Post } from "../../wire.gen";
import { ChatText } from "../channel/context";
import { Body } from "../channel/post";
import { dialog, setDialog } from "../place";
import { createTask } from "../task";
import { t } from "./strings";
import "./gather.css";

export default function HistoryDialog() {
  const now = dialog();
  const post = now?.kind === "history" ? now.post : undefined;
  const close = () => setDialog(undefined);
  const [versions] = createResource(() => (post ? versionsOf(post) : Promise.resolve([])));
  const [chosen, setChosen] = createSignal<Post>();
  const task = createTask();
  const restore = async () => {
    const version = chosen();
    if (post && version && (await task.run(() => restoreVersion(post, version)))) close();
  };
  return (
    <Dialog
      title={t("history")}
      description={t("historyHint")}
      onClose={close}
      onSubmit={() => void restore()}
      footer={
        <>
          <Button onClick={close}>{t("cancel")}</Button>
          <Button type="submit" kind="primary" busy={task.busy()} disabled={!chosen()}>
            {t("restoreVersion")}
          </Button>
        </>
      }
    >
      <Show when={task.problem()}>{(problem) => <Banner kind="danger">{problem()}</Banner>}</Show>
      <Show when={versions.error}>
        <Banner kind="danger">{t("notLoaded")}</Banner>
      </Show>
      <Suspense fallback={<Skeleton lines={4} />}>
        <Show when={!versions.error && versions()}>
          {(all) => (
            <ChatText>
              <ul class="versions">
                <Show when={post}>{(present) => <Version post={present()} at={present().edit_at} />}</Show>
                <For each={all()}>
                  {(version) => (
                    <Version
                      post={version}
                      at={version.edit_at || version.create_at}
                      chosen={chosen() === version}
                      onChoose={() => setChosen(version)}
                    />
                  )}
                </For>
              </ul>
            </ChatText>
          )}
        </Show>
      </Suspense>
    </Dialog>
  );
}

/** One version as it was read; the one that stands cannot be chosen. */
function Version(props: { post: Post; at: number; chosen?: boolean; onChoose?: () => void }) {
  return (
    <li class="version" data-chosen={props.chosen ? "" : undefined}>
      <header>
        <Show when={props.onChoose} fallback={<Tag kind="info">{t("presentVersion")}</Tag>}>
          {(choose) => (
            <Button size="small" kind="quiet" aria-pressed={props.chosen ?? false} onClick={() => choose()()}>
              {t("choose")}
            </Button>
          )}
        </Show>
        <time title={formatDate(props.at, "full")} dateTime={new Date(props.at).toISOString()}>
          {formatDate(props.at, "moment")}
        </time>
      </header>
      <Body post={{ ...props.post, edit_at: 0 }} />
    </li>
  );
}
