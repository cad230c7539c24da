// Where to write, or why one may not: the channel is archived, or moderators keep it for some.
import { Match, Switch } from "solid-js";
import { mayWrite } from "../../query/rights";
import { store } from "../../query/world";
import { Banner } from "../../ui";
import { t } from "../strings";
import { Composer } from "./composer";

export function Writing(props: { channelId: string; rootId: string }) {
  return (
    <Switch fallback={<Composer channelId={props.channelId} rootId={props.rootId} />}>
      <Match when={(store.row("channels", props.channelId)?.delete_at ?? 0) > 0}>
        <Banner kind="info">{t("isArchived")}</Banner>
      </Match>
      <Match when={!mayWrite(props.channelId)}>
        <Banner kind="info">{t("mayNotWrite")}</Banner>
      </Match>
    </Switch>
  );
}
