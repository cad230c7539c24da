// Where a channel begins: what it is for, and what to do first.
import { Match, Show, Switch } from "solid-js";
import { formatDate } from "../../i18n/language";
import { channelName, nameOf, partnerId, store } from "../../query/world";
import { Summary } from "../../text/summary";
import { Avatar, Button, Icon } from "../../ui";
import { pictureOf } from "../pictures";
import { setDialog } from "../place";
import { t } from "../strings";

export function Beginning(props: { channelId: string }) {
  const channel = () => store.row("channels", props.channelId);
  const partner = () => {
    const shown = channel();
    return shown?.type === "D" ? store.row("users", partnerId(shown)) : undefined;
  };
  return (
    <Show when={channel()}>
      {(shown) => (
        <div class="beginning">
          <Switch
            fallback={
              <span class="beginning-mark">
                <Icon name={shown().type === "P" ? "lock" : shown().type === "G" ? "people" : "hash"} size="large" />
              </span>
            }
          >
            <Match when={partner()}>
              {(user) => <Avatar size="huge" name={nameOf(user())} src={pictureOf(user())} />}
            </Match>
          </Switch>
          <h2>{channelName(shown())}</h2>
          <p>
            <Switch
              fallback={t("beginningOf", { name: channelName(shown()), date: formatDate(shown().create_at, "date") })}
            >
              <Match when={shown().type === "D" || shown().type === "G"}>
                {t("beginningWith", { name: channelName(shown()) })}
              </Match>
            </Switch>{" "}
            <Summary text={shown().purpose} version={`purpose/${shown().purpose}`} />
          </p>
          <Show when={shown().team_id !== "" && shown().name !== "town-square" && shown().delete_at === 0}>
            <Button
              size="small"
              icon="personAdd"
              onClick={() => setDialog({ kind: "addMembers", channelId: shown().id })}
            >
              {t("addPeople")}
            </Button>
          </Show>
        </div>
      )}
    </Show>
  );
}
