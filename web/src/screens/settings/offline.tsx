// What this device keeps for reading without a network.

import { canKeepDays, keepDays, keepsDays } from "../../query/kept-days";
import { store } from "../../query/world";
import { Toggle } from "../../ui";
import { Section } from "./section";
import { t } from "./strings";

export function OfflineSection() {
  return (
    <Section title={t("offline")}>
      <Toggle
        label={t("keepDays")}
        hint={t(canKeepDays() ? "keepDaysHint" : "keepDaysUnsupported")}
        checked={keepsDays()}
        disabled={!canKeepDays()}
        onChange={(on) => keepDays(on, store.me)}
      />
    </Section>
  );
}
