// The mark before a channel's name.
import { Match, Switch } from "solid-js";
import { wantUser } from "../../query/people";
import { nameOf, partnerId, store } from "../../query/world";
import { Avatar, Icon } from "../../ui";
import { pictureOf, presenceOfUser } from "../pictures";

/** The mark before a channel's name: what kind it is, and for a person whether they are there. */
export function ChannelIcon(props: { id: string }) {
  const one = () => store.row("channels", props.id);
  const partner = () => {
    const shown = one();
    if (shown?.type !== "D") return "";
    const id = partnerId(shown);
    wantUser(id);
    return id;
  };
  return (
    <Switch fallback={<Icon name="hash" size="small" />}>
      <Match when={(one()?.delete_at ?? 0) > 0}>
        <Icon name="archive" size="small" />
      </Match>
      <Match when={one()?.type === "P"}>
        <Icon name="lock" size="small" />
      </Match>
      <Match when={one()?.type === "G"}>
        <Icon name="people" size="small" />
      </Match>
      <Match when={partner() !== "" && partner()}>
        {(id) => (
          <Avatar
            size="tiny"
            name={nameOf(store.row("users", id()))}
            src={pictureOf(store.row("users", id()))}
            presence={presenceOfUser(store.row("users", id()))}
          />
        )}
      </Match>
    </Switch>
  );
}
