// Texts of connection tests and previews, translated where a translation exists.

import type { Preview } from "../../wire.gen";
import { t } from "./provider-strings";

const STEPS = {
  site: () => t("step_site"),
  name: () => t("step_name"),
  answer: () => t("step_answer"),
  certificate: () => t("step_certificate"),
  key: () => t("step_key"),
  description: () => t("step_description"),
  keys: () => t("step_keys"),
  client: () => t("step_client"),
  reader: () => t("step_reader"),
  people: () => t("step_people"),
  groups: () => t("step_groups"),
} as const;

/** What a step is called; one that this client does not know keeps the server's name. */
export const stepName = (name: string): string => (name in STEPS ? STEPS[name as keyof typeof STEPS]() : name);

/** The claims that somebody pasted; nothing when they are no object. */
export function claimsOf(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === "object" && read !== null && !Array.isArray(read)
      ? (read as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The result of a preview, as a sentence. */
export function outcomeOf({ outcome, account, text, why }: Preview): string {
  if (outcome === "known") return t("outcome_known", { name: account });
  if (outcome === "taken_over") return t("outcome_taken_over", { name: account });
  if (outcome === "new") return t("outcome_new");
  return t("outcome_refused", { text: `${text} (${why})` });
}
