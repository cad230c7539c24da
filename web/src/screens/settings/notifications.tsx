// What reaches me, where, and which words mean me. Each change is saved as it is made.

import { createSignal, Show } from "solid-js";
import { me } from "../../query/world";
import { Banner, Button, Choices, Select, TextField, Toggle } from "../../ui";
import { t as ui } from "../../ui/strings";
import { attempt } from "../task";
import { changeMe } from "./profile";
import { PushToggle } from "./push";
import { Section } from "./section";
import { t } from "./strings";

type Level = "all" | "mention" | "none";

const levels = () =>
  (["all", "mention", "none"] as const).map((value) => ({
    value,
    label: t(value === "all" ? "everyMessage" : value === "mention" ? "mentionsOnly" : "nothing"),
  }));

export function NotificationsPage() {
  const props = () => me()?.notify_props ?? {};
  const change = (name: string, value: string) =>
    attempt(() => changeMe({ notify_props: { ...props(), [name]: value } }));
  const is = (name: string, otherwise = "false") => (props()[name] ?? otherwise) === "true";
  const level = (name: string): Level => {
    const found = props()[name];
    return found === "all" || found === "none" ? found : "mention";
  };
  const [keys, setKeys] = createSignal(props().mention_keys ?? "");
  return (
    <>
      <Section title={t("desktop")} hint={t("desktopHint")}>
        <Permission />
        <Choices
          label={t("notifyMeAbout")}
          value={level("desktop")}
          options={levels()}
          onChoose={(value) => change("desktop", value)}
        />
        <Toggle
          label={t("threadReplies")}
          hint={t("threadRepliesHint")}
          checked={(props().desktop_threads ?? "all") === "all"}
          onChange={(on) => change("desktop_threads", on ? "all" : "mention")}
        />
        <Toggle
          label={t("sound")}
          checked={is("desktop_sound", "true")}
          onChange={(on) => change("desktop_sound", String(on))}
        />
      </Section>
      <Section title={t("phone")} hint={t("phoneHint")}>
        <PushToggle />
        <Choices
          label={t("notifyMeAbout")}
          value={level("push")}
          options={levels()}
          onChoose={(value) => change("push", value)}
        />
        <Select
          label={t("phoneWhen")}
          value={(props().push_status ?? "online") as "online" | "away" | "offline"}
          options={[
            { value: "online", label: t("phoneAlways") },
            { value: "away", label: t("phoneAway") },
            { value: "offline", label: t("phoneOffline") },
          ]}
          onChoose={(value) => change("push_status", value)}
        />
      </Section>
      <Section title={t("mail")}>
        <Toggle
          label={t("mailWhenAway")}
          checked={is("email", "true")}
          onChange={(on) => change("email", String(on))}
        />
      </Section>
      <Section title={t("words")} hint={t("wordsHint")}>
        <Toggle
          label={t("wordFirstName", { name: me()?.first_name || "…" })}
          checked={is("first_name")}
          disabled={!me()?.first_name}
          onChange={(on) => change("first_name", String(on))}
        />
        <Toggle
          label={t("wordChannel")}
          checked={is("channel", "true")}
          onChange={(on) => change("channel", String(on))}
        />
        <form
          class="settings-section"
          onSubmit={(event) => {
            event.preventDefault();
            attempt(() => changeMe({ notify_props: { ...props(), mention_keys: keys().trim() } }), ui("saved"));
          }}
        >
          <TextField
            label={t("wordsOther")}
            hint={t("wordsOtherHint")}
            value={keys()}
            onInput={setKeys}
            action={
              <Button type="submit" size="small" kind="quiet">
                {ui("save")}
              </Button>
            }
          />
        </form>
      </Section>
    </>
  );
}

/** Whether the browser lets us, and the question if it was never asked. */
function Permission() {
  const [state, setState] = createSignal(typeof Notification === "undefined" ? "denied" : Notification.permission);
  return (
    <Show when={state() !== "granted"}>
      <Banner
        kind={state() === "denied" ? "warning" : "info"}
        action={
          <Show when={state() === "default"}>
            <Button size="small" onClick={() => void Notification.requestPermission().then(setState)}>
              {t("allow")}
            </Button>
          </Show>
        }
      >
        {state() === "denied" ? t("blocked") : t("notAsked")}
      </Banner>
    </Show>
  );
}
