// A text to take away: a token, an address. Shown whole, with a button that copies it.

import { IconButton } from "../../ui";
import { t } from "../../ui/strings";
import { toast } from "../../ui/toast";
import "../settings/settings.css";

export function copyText(text: string): void {
  navigator.clipboard.writeText(text).then(
    () => toast({ text: t("copied"), kind: "success" }),
    () => toast({ text: t("copyFailed"), kind: "danger" }),
  );
}

export function Secret(props: { text: string }) {
  return (
    <p class="settings-secret">
      <code>{props.text}</code>
      <IconButton size="small" icon="copy" label={t("copy")} onClick={() => copyText(props.text)} />
    </p>
  );
}
