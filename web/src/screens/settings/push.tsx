// Whether this browser is told while no window is open, and a message to try it with.

import { createSignal, onMount, Show } from "solid-js";
import { post } from "../../net/rest";
import { type PushState, pushState, resumePush, turnPushOff, turnPushOn } from "../../query/push";
import { Banner, Button, Toggle } from "../../ui";
import { attempt, createTask } from "../task";
import { t } from "./strings";

const HINTS = {
  unsupported: "pushUnsupported",
  denied: "blocked",
  off: "pushHereHint",
  on: "pushHereHint",
} as const satisfies Record<PushState, string>;

export function PushToggle() {
  const task = createTask();
  // What cannot be found out now is found out by turning it on.
  onMount(() => void resumePush("known").catch(() => undefined));
  const isPossible = () => pushState() === "on" || pushState() === "off";
  /** Where the switch was put, until it is known what came of it. */
  const [wanted, setWanted] = createSignal<boolean>();
  const turn = async (on: boolean) => {
    setWanted(on);
    await task.run(on ? turnPushOn : turnPushOff);
    setWanted(undefined);
  };
  return (
    <>
      <Toggle
        label={t("pushHere")}
        hint={t(HINTS[pushState()])}
        checked={wanted() ?? pushState() === "on"}
        disabled={!isPossible() || task.busy()}
        onChange={(on) => void turn(on)}
      />
      <Show when={task.problem()}>
        <Banner kind="danger">{t("pushFailed")}</Banner>
      </Show>
      <Show when={pushState() === "on"}>
        <div class="settings-actions">
          <Button size="small" onClick={() => attempt(() => post("/notifications/test"), t("pushTried"))}>
            {t("pushTry")}
          </Button>
        </div>
      </Show>
    </>
  );
}
