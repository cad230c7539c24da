// Who somebody is: a card beside their name.
import { Show } from "solid-js";
import { Emoji } from "../../emoji/emoji";
import { formatDate } from "../../i18n/language";
import { converse } from "../../query/do";
import { nameOf, store } from "../../query/world";
import { Avatar, Button, Popover, Tag } from "../../ui";
import { attempt } from "../channel/menu";
import { pictureOf, presenceOfUser } from "../pictures";
import { openChannelNow, setDialog } from "../place";
import { t } from "../strings";
import { closeProfile, openedProfile } from "./profile";
import { customStatusOf } from "./status";
import "./profile.css";

/** Where profile cards appear; once, in the shell. */
export default function ProfileCard() {
  return (
    <Show when={openedProfile()} keyed>
      {(shown) => (
        <Popover anchor={shown.anchor} side="end" label={t("profile")} class="profile" onClose={closeProfile}>
          <Card id={shown.id} />
        </Popover>
      )}
    </Show>
  );
}

function Card(props: { id: string }) {
  const user = () => store.row("users", props.id);
  const status = () => customStatusOf(user());
  const presence = () => presenceOfUser(user());
  const time = () => {
    const zone = user()?.timezone;
    const name = zone?.useAutomaticTimezone === "false" ? zone.manualTimezone : zone?.automaticTimezone;
    if (!name) return "";
    try {
      return formatDate(Date.now(), "time", name);
    } catch {
      // A zone that this browser does not know.
      return "";
    }
  };
  const message = async () => {
    closeProfile();
    openChannelNow(await converse([props.id]));
  };
  return (
    <Show when={user()}>
      {(shown) => (
        <>
          <div class="profile-head">
            <Avatar size="huge" name={nameOf(shown())} src={pictureOf(shown())} presence={presence()} />
          </div>
          <h2>{`${shown().first_name} ${shown().last_name}`.trim() || shown().username}</h2>
          <p class="profile-name">
            <bdi>@{shown().username}</bdi>
            <Show when={shown().is_bot}>
              <Tag>{t("bot")}</Tag>
            </Show>
            <Show when={shown().delete_at > 0}>
              <Tag kind="warning">{t("deactivated")}</Tag>
            </Show>
          </p>
          <Show when={status()}>
            {(said) => (
              <p class="profile-status">
                <Show when={said().emoji}>{(emoji) => <Emoji name={emoji()} />}</Show> {said().text}
              </p>
            )}
          </Show>
          <dl>
            <Show when={shown().position}>
              <dt>{t("position")}</dt>
              <dd>{shown().position}</dd>
            </Show>
            <Show when={shown().email}>
              <dt>{t("email")}</dt>
              <dd>
                <a href={`mailto:${shown().email}`}>{shown().email}</a>
              </dd>
            </Show>
            <Show when={time()}>
              <dt>{t("localTime")}</dt>
              <dd>{time()}</dd>
            </Show>
          </dl>
          <div class="profile-foot">
            <Show
              when={props.id !== store.me}
              fallback={
                <Button
                  data-first
                  onClick={() => {
                    closeProfile();
                    setDialog({ kind: "settings" });
                  }}
                >
                  {t("editProfile")}
                </Button>
              }
            >
              <Button data-first kind="primary" icon="message" onClick={() => attempt(message())}>
                {t("message")}
              </Button>
            </Show>
          </div>
        </>
      )}
    </Show>
  );
}
