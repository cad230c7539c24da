// The button of a post that asks to be acknowledged, and who has pressed it.
import { createSignal, For, Show } from "solid-js";
import { formatDate } from "../../i18n/language";
import { acknowledge } from "../../query/later";
import { wantUser } from "../../query/people";
import { nameOf, store } from "../../query/world";
import { Avatar, Icon, Popover } from "../../ui";
import type { Acknowledgement, Post } from "../../wire.gen";
import { attempt } from "../channel/menu";
import { pictureOf } from "../pictures";
import { t } from "./strings";
import "./plan.css";

/** The server lets it be taken back for so long. */
const UNDO_MS = 5 * 60_000;

export function Acknowledgements(props: { post: Post }) {
  const given = () => props.post.metadata?.acknowledgements ?? [];
  const mine = () => given().find((one) => one.user_id === store.me);
  const own = () => props.post.user_id === store.me;
  const [anchor, setAnchor] = createSignal<HTMLElement>();
  const press = () => {
    const ack = mine();
    if (!ack) attempt(acknowledge(props.post, true));
    else if (Date.now() - ack.acknowledged_at < UNDO_MS) attempt(acknowledge(props.post, false));
  };
  return (
    <Show when={props.post.metadata?.priority?.requested_ack}>
      <div class="acks">
        <Show when={!own()}>
          <button type="button" class="ack" aria-pressed={mine() !== undefined} onClick={press}>
            <Icon name="check" size="small" />
            {t(mine() ? "acknowledged" : "acknowledge")}
          </button>
        </Show>
        <Show when={own() || given().length > 0}>
          <button
            type="button"
            class="ack-count"
            data-none={given().length === 0 ? "" : undefined}
            aria-label={t("acknowledgements", { count: given().length })}
            aria-expanded={anchor() ? "true" : "false"}
            onClick={(event) => setAnchor(anchor() ? undefined : event.currentTarget)}
          >
            <Show when={own()} fallback={given().length}>
              <Icon name="check" size="small" />
              {t("acknowledgements", { count: given().length })}
            </Show>
          </button>
        </Show>
        <Show when={anchor()}>
          {(at) => (
            <Popover
              anchor={at()}
              label={t("acknowledgements", { count: given().length })}
              onClose={() => setAnchor(undefined)}
            >
              <div class="ack-list">
                <p>{t("acknowledgedBy", { count: given().length })}</p>
                <For each={given()}>{(one) => <Who ack={one} />}</For>
              </div>
            </Popover>
          )}
        </Show>
      </div>
    </Show>
  );
}

function Who(props: { ack: Acknowledgement }) {
  const user = () => {
    wantUser(props.ack.user_id);
    return store.row("users", props.ack.user_id);
  };
  return (
    <div class="ack-who">
      <Avatar size="tiny" name={nameOf(user())} src={pictureOf(user())} />
      <span>{nameOf(user())}</span>
      <time>{formatDate(props.ack.acknowledged_at, "moment")}</time>
    </div>
  );
}
