// How it looks: theme, density, motion, language, time; and what the sidebar shows. Saved as it is chosen: theme and motion
// in this browser, as a phone at night is no desk at noon; all else with the account, so that other devices follow.

import { createMemo, createUniqueId, For, Show } from "solid-js";
import { LANGUAGES, type Language, language, nearest, setHourCycle, setLanguage } from "../../i18n/language";
import { savePreferences } from "../../query/load";
import { config, me, preference } from "../../query/world";
import { changeLook, currentLook, DENSITIES, shownTheme, THEMES, type Theme } from "../../theme/theme";
import { Choices, Select, Toggle } from "../../ui";
import { attempt } from "../task";
import { OfflineSection } from "./offline";
import { changeMe } from "./profile";
import { Section } from "./section";
import { t } from "./strings";

const DISPLAY = "display_settings";
const SIDEBAR = "sidebar_settings";

const save = (category: string, name: string, value: string) =>
  attempt(() => savePreferences([{ category, name, value }]));

export function DisplayPage(props: { part: "display" | "sidebar" }) {
  return (
    <Show when={props.part === "display"} fallback={<SidebarPage />}>
      <LookSection />
      <LanguageSection />
      <MessagesSection />
      <OfflineSection />
    </Show>
  );
}

function LookSection() {
  return (
    <Section title={t("look")}>
      <fieldset class="choices">
        <legend class="field-label">{t("theme")}</legend>
        <div class="settings-themes">
          <For each={THEMES}>
            {(theme) => (
              <label class="settings-theme">
                <input
                  type="radio"
                  name="theme"
                  value={theme}
                  checked={currentLook().theme === theme}
                  onChange={() => changeLook({ theme })}
                />
                <Sample theme={theme} />
                <span>{t(theme)}</span>
              </label>
            )}
          </For>
        </div>
      </fieldset>
      <Choices
        label={t("density")}
        value={currentLook().density}
        options={DENSITIES.map((value) => ({ value, label: t(value), hint: t(`${value}Hint`) }))}
        onChoose={(density) => {
          changeLook({ density });
          save(DISPLAY, "message_display", density === "compact" ? "compact" : "clean");
        }}
      />
      <Toggle
        label={t("lessMotion")}
        checked={currentLook().motion === "reduced"}
        onChange={(less) => changeLook({ motion: less ? "reduced" : "system" })}
      />
    </Section>
  );
}

/** A window in the theme's own colours: surface, side, text, accent. */
const COLOURS = {
  light: ["#ffffff", "#f4f4f7", "#575a6b", "#4650c8"],
  dark: ["#1b1c23", "#15161b", "#a9abbc", "#5b65dd"],
  contrast: ["#000000", "#000000", "#ffffff", "#8fc8ff"],
  contrastLight: ["#ffffff", "#ffffff", "#000000", "#0b3d91"],
} as const;

function Sample(props: { theme: Theme }) {
  const clip = createUniqueId();
  const halves = createMemo(() =>
    props.theme === "system" ? [COLOURS.light, COLOURS.dark] : [COLOURS[shownTheme(props.theme)]],
  );
  return (
    <svg viewBox="0 0 96 56" aria-hidden="true">
      <defs>
        <clipPath id={clip}>
          <path d="M96 0v56H0z" />
        </clipPath>
      </defs>
      <For each={halves()}>
        {([surface, side, text, accent], at) => (
          <g clip-path={at() === 1 ? `url(#${clip})` : undefined}>
            <path fill={surface} stroke={text} stroke-opacity="0.4" d="M0.5 0.5h95v55h-95z" />
            <path fill={side} d="M1 1h27v54H1z" />
            <path
              stroke={text}
              stroke-width="3"
              stroke-linecap="round"
              d="M7 14h14M7 23h10M7 32h13M36 14h22M36 23h46M36 32h34"
            />
            <path stroke={accent} stroke-width="6" stroke-linecap="round" d="M38 46h46" />
          </g>
        )}
      </For>
    </svg>
  );
}

function LanguageSection() {
  const zones = typeof Intl.supportedValuesOf === "function" ? Intl.supportedValuesOf("timeZone") : [];
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = () => me()?.timezone ?? {};
  // Never chosen, it is as the language writes it.
  const clock = () => {
    const chosen = preference(DISPLAY, "use_military_time");
    if (chosen !== undefined) return chosen === "true" ? "24" : "12";
    return new Intl.DateTimeFormat(language(), { hour: "numeric" }).resolvedOptions().hour12 ? "12" : "24";
  };
  const automatic = () => zone().useAutomaticTimezone !== "false";
  const changeZone = (change: Record<string, string>) =>
    attempt(() => changeMe({ timezone: { ...zone(), ...change } }));
  return (
    <Section title={t("languageAndTime")}>
      <Select
        label={t("language")}
        value={nearest(me()?.locale ?? "en")}
        options={LANGUAGES.map((one) => ({ value: one.code, label: one.name }))}
        onChoose={(locale: Language) => {
          setLanguage(locale);
          attempt(() => changeMe({ locale }));
        }}
      />
      <Choices
        label={t("clock")}
        value={clock()}
        options={[
          { value: "12", label: t("clock12") },
          { value: "24", label: t("clock24") },
        ]}
        onChoose={(cycle) => {
          setHourCycle(cycle);
          save(DISPLAY, "use_military_time", String(cycle === "24"));
        }}
      />
      <Toggle
        label={t("zoneAutomatic")}
        hint={here}
        checked={automatic()}
        onChange={(on) => changeZone({ useAutomaticTimezone: String(on), automaticTimezone: on ? here : "" })}
      />
      <Show when={!automatic()}>
        <Select
          label={t("zone")}
          value={zone().manualTimezone || here}
          options={zones.map((name) => ({ value: name, label: name.replaceAll("_", " ") }))}
          onChoose={(manualTimezone) => changeZone({ manualTimezone })}
        />
      </Show>
    </Section>
  );
}

function MessagesSection() {
  const is = (name: string, otherwise: boolean) => (preference(DISPLAY, name) ?? String(otherwise)) === "true";
  const names = () => preference(DISPLAY, "name_format") ?? config().TeammateNameDisplay ?? "username";
  return (
    <Section title={t("messages")}>
      <Select
        label={t("nameFormat")}
        value={names() as "username" | "nickname_full_name" | "full_name"}
        options={[
          { value: "username", label: t("nameUsername") },
          { value: "nickname_full_name", label: t("nameNickname") },
          { value: "full_name", label: t("nameFull") },
        ]}
        onChoose={(value) => save(DISPLAY, "name_format", value)}
      />
      <Toggle
        label={t("linkPreviews")}
        hint={t("linkPreviewsHint")}
        checked={is("link_previews", true)}
        onChange={(on) => save(DISPLAY, "link_previews", String(on))}
      />
      <Toggle
        label={t("collapseImages")}
        checked={is("collapse_previews", false)}
        onChange={(on) => save(DISPLAY, "collapse_previews", String(on))}
      />
      <Toggle
        label={t("oneClickReactions")}
        checked={is("one_click_reactions_enabled", true)}
        onChange={(on) => save(DISPLAY, "one_click_reactions_enabled", String(on))}
      />
      <Toggle
        label={t("sendOnCtrlEnter")}
        hint={t("sendOnCtrlEnterHint")}
        checked={preference("advanced_settings", "send_on_ctrl_enter") === "true"}
        onChange={(on) => save("advanced_settings", "send_on_ctrl_enter", String(on))}
      />
    </Section>
  );
}

function SidebarPage() {
  return (
    <Section title={t("sidebar")}>
      <Toggle
        label={t("unreadFirst")}
        hint={t("unreadFirstHint")}
        checked={(preference(SIDEBAR, "show_unread_section") ?? "true") === "true"}
        onChange={(on) => save(SIDEBAR, "show_unread_section", String(on))}
      />
      <Select
        label={t("conversationsShown")}
        hint={t("conversationsShownHint")}
        value={(preference(SIDEBAR, "limit_visible_dms_gms") ?? "40") as "10" | "15" | "20" | "40" | "10000"}
        options={[
          ...(["10", "15", "20", "40"] as const).map((value) => ({ value, label: value })),
          { value: "10000" as const, label: t("allConversations") },
        ]}
        onChoose={(value) => save(SIDEBAR, "limit_visible_dms_gms", value)}
      />
    </Section>
  );
}
