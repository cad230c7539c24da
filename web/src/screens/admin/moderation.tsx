// What members and guests of one channel may do there, though their roles let them elsewhere.

import { createResource, createSignal, For, Show, Suspense } from "solid-js";
import { get, put } from "../../net/rest";
import { Banner, Button, Dialog, Skeleton } from "../../ui";
import { t as ui } from "../../ui/strings";
import { toast } from "../../ui/toast";
import type { ChannelWithTeam, Moderation as Line, ModerationPatch } from "../../wire.gen";
import { createTask } from "../task";
import { readable } from "./names";
import { t } from "./strings";
import "./moderation.css";

/** Those that have words of their own; one that a newer server adds is shown by its name. */
const NAMED = [
  "create_post",
  "create_reactions",
  "manage_members",
  "use_channel_mentions",
  "manage_bookmarks",
] as const;
const WHO = ["members", "guests"] as const;
type Who = (typeof WHO)[number];

function nameOf(line: Line): string {
  const name = NAMED.find((one) => one === line.name);
  return name ? t(`moderated_${name}`) : readable(line.name);
}

const keyOf = (line: Line, who: Who) => `${line.name}/${who}`;

/** The switches that stand otherwise than the channel has them. */
function changed(lines: readonly Line[], flipped: ReadonlySet<string>): ModerationPatch[] {
  return lines.flatMap((line) => {
    const roles = Object.fromEntries(
      WHO.flatMap((who) => (flipped.has(keyOf(line, who)) ? [[who, !line.roles[who]?.value]] : [])),
    );
    return Object.keys(roles).length > 0 ? [{ name: line.name, roles }] : [];
  });
}

export function Moderation(props: { channel: ChannelWithTeam; onClose: () => void }) {
  const [lines] = createResource(() => get<Line[]>(`/channels/${props.channel.id}/moderations`));
  const [flipped, setFlipped] = createSignal<ReadonlySet<string>>(new Set());
  const task = createTask();
  const flip = (key: string) => {
    const next = new Set(flipped());
    if (!next.delete(key)) next.add(key);
    setFlipped(next);
  };
  const save = async () => {
    const patch = changed(lines() ?? [], flipped());
    if (!(await task.run(() => put(`/channels/${props.channel.id}/moderations/patch`, patch)))) return;
    toast({ text: ui("saved"), kind: "success" });
    props.onClose();
  };
  return (
    <Dialog
      title={t("moderationTitle", { name: props.channel.display_name })}
      description={t("moderationHint")}
      onClose={props.onClose}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={props.onClose}>{ui("cancel")}</Button>
          <Button type="submit" kind="primary" busy={task.busy()} disabled={flipped().size === 0}>
            {ui("save")}
          </Button>
        </>
      }
    >
      <Show when={task.problem()}>{(problem) => <Banner kind="danger">{problem()}</Banner>}</Show>
      <Show when={lines.error}>
        <Banner kind="danger">{t("notLoaded")}</Banner>
      </Show>
      <Suspense fallback={<Skeleton lines={5} />}>
        <Show when={!lines.error && lines()}>
          {(all) => (
            <table class="moderation" aria-label={t("moderation")}>
              <thead>
                <tr>
                  <th scope="col">{t("mayHere")}</th>
                  <th scope="col">{t("members")}</th>
                  <th scope="col">{t("guests")}</th>
                </tr>
              </thead>
              <tbody>
                <For each={all()}>
                  {(line) => (
                    <tr>
                      <th scope="row">{nameOf(line)}</th>
                      <For each={WHO}>
                        {(who) => (
                          <Cell line={line} who={who} flipped={flipped()} onFlip={() => flip(keyOf(line, who))} />
                        )}
                      </For>
                    </tr>
                  )}
                </For>
              </tbody>
            </table>
          )}
        </Show>
      </Suspense>
    </Dialog>
  );
}

function Never() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span class="unseen">{t("neverGuests")}</span>
    </>
  );
}

function Cell(props: { line: Line; who: Who; flipped: ReadonlySet<string>; onFlip: () => void }) {
  const role = () => props.line.roles[props.who];
  const isOn = () => (role()?.value ?? false) !== props.flipped.has(keyOf(props.line, props.who));
  return (
    <td>
      <Show when={role()} fallback={<Never />}>
        {(shown) => (
          <input
            type="checkbox"
            class="check"
            checked={isOn()}
            disabled={!shown().enabled}
            title={shown().enabled ? undefined : t("roleLacks")}
            aria-label={t("moderatedFor", { what: nameOf(props.line), who: t(props.who) })}
            onChange={() => props.onFlip()}
          />
        )}
      </Show>
    </td>
  );
}
