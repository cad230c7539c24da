// Who is called by the name of a group: a card beside the mention.
import { createResource, For, Show } from "solid-js";
import { membersOfGroup } from "../../query/groups";
import { nameOf } from "../../query/world";
import { Avatar, Popover, Skeleton } from "../../ui";
import { pictureOf, presenceOfUser } from "../pictures";
import { t } from "../strings";
import { closeGroup, type Opened, openedGroup } from "./group";
import { openProfile } from "./profile";
import "./profile.css";

/** Where cards of groups appear; once, in the shell. */
export default function GroupCard() {
  return (
    <Show when={openedGroup()} keyed>
      {(shown) => (
        <Popover anchor={shown.anchor} side="end" label={t("group")} class="profile" onClose={closeGroup}>
          <h2>{shown.group.display_name}</h2>
          <p class="profile-name">
            <bdi>@{shown.group.name}</bdi> · {t("groupHint", { count: shown.group.member_count ?? 0 })}
          </p>
          <Members of={shown} />
        </Popover>
      )}
    </Show>
  );
}

function Members(props: { of: Opened }) {
  const [members] = createResource(() => membersOfGroup(props.of.group));
  const show = (id: string) => {
    closeGroup();
    openProfile(id, props.of.anchor);
  };
  return (
    <Show when={!members.error} fallback={<p role="alert">{t("didNotWork")}</p>}>
      <Show when={members.state === "ready" && members()} fallback={<Skeleton lines={3} avatar />}>
        {(all) => (
          <ul class="profile-members">
            <For each={all()}>
              {(user) => (
                <li>
                  <button type="button" onClick={() => show(user.id)}>
                    <Avatar size="tiny" name={nameOf(user)} src={pictureOf(user)} presence={presenceOfUser(user)} />
                    <span>{nameOf(user)}</span>
                  </button>
                </li>
              )}
            </For>
          </ul>
        )}
      </Show>
    </Show>
  );
}
