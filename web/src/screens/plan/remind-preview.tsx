// What `/remind` would do, while it is being written.
import { formatDate } from "../../i18n/language";
import { Icon } from "../../ui";
import { reminderOf } from "./reminder";
import { t } from "./strings";
import "./plan.css";

export default function RemindPreview(props: { words: string; rootId: string }) {
  const text = () => {
    const found = reminderOf(props.words, props.rootId);
    if (typeof found === "string") return found;
    const time = formatDate(found.at, "moment");
    return found.what === "" ? t("remindPreviewThread", { time }) : t("remindPreview", { what: found.what, time });
  };
  return (
    <p class="remind-preview" role="status">
      <Icon name="clock" size="small" />
      <span dir="auto">{text()}</span>
    </p>
  );
}
