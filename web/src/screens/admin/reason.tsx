// Why a job failed: in the reader's language where there are words for it, else as the server said it, in English.

import { createResource } from "solid-js";
import { language } from "../../i18n/language";
import { type Told, told } from "../../i18n/refusal";
import type { Job } from "../../wire.gen";
import { t } from "./strings";

export function Reason(props: { job: Pick<Job, "data"> }) {
  const data = () => props.job.data ?? {};
  const said = (): Told => ({ text: data().error ?? "", language: "en" });
  const [found] = createResource(
    () => ({ id: data().error_id ?? "", said: said().text, language: language() }),
    (why) => told(why.id, why.said),
    { initialValue: said() },
  );
  const shown = () => {
    const { text, language } = found.latest;
    // The server's own words name the line that could not be read.
    const line = Number(data().line_number ?? 0);
    return language === "en" || line === 0 ? text : t("atLine", { line, why: text });
  };
  return (
    <span class="job-result" lang={found.latest.language}>
      {shown()}
    </span>
  );
}
