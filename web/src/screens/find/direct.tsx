// A new conversation: with one person, or with several.
import { createResource, createSignal, For, Show } from "solid-js";
import { converse, searchUsers } from "../../query/do";
import { nameOf } from "../../query/world";
import { Avatar, Button, Dialog, Icon, Skeleton, TextField } from "../../ui";
import type { User } from "../../wire.gen";
import { attempt } from "../channel/menu";
import { pictureOf, presenceOfUser } from "../pictures";
import { openChannelNow, setDialog } from "../place";
import { t } from "../strings";
import "../panel/panel.css";
import "./find.css";

/** A group conversation has eight people, oneself included. */
const OTHERS_MAX = 7;

export default function Direct() {
  const [typed, setTyped] = createSignal("");
  const [chosen, setChosen] = createSignal<readonly User[]>([]);
  const [found] = createResource(
    () => [typed().trim()] as const,
    async ([term]) => (await searchUsers(term, {})).users.filter((user) => user.delete_at === 0),
  );
  const has = (user: User) => chosen().some((one) => one.id === user.id);
  const toggle = (user: User) => {
    if (has(user)) setChosen(chosen().filter((one) => one.id !== user.id));
    else if (chosen().length < OTHERS_MAX) setChosen([...chosen(), user]);
    setTyped("");
  };
  const open = async () => {
    const one = await converse(chosen().map((user) => user.id));
    setDialog(undefined);
    openChannelNow(one);
  };
  return (
    <Dialog
      title={t("newMessage")}
      onClose={() => setDialog(undefined)}
      onSubmit={() => attempt(open())}
      footer={
        <>
          <Button onClick={() => setDialog(undefined)}>{t("cancel")}</Button>
          <Button kind="primary" type="submit" disabled={chosen().length === 0}>
            {t("open")}
          </Button>
        </>
      }
    >
      <Show when={chosen().length > 0}>
        <div class="chosen">
          <For each={chosen()}>
            {(user) => (
              <button type="button" aria-label={t("removePerson", { name: nameOf(user) })} onClick={() => toggle(user)}>
                {nameOf(user)}
                <Icon name="close" size="small" />
              </button>
            )}
          </For>
        </div>
      </Show>
      <TextField
        label={t("findPeople")}
        unlabelled
        type="search"
        icon="search"
        placeholder={t("findPeople")}
        value={typed()}
        onInput={setTyped}
        hint={t("peopleLeft", { count: OTHERS_MAX - chosen().length })}
        autofocus
        onKeyDown={(event: KeyboardEvent) => {
          const first = found.latest?.[0];
          if (event.key !== "Enter" || typed().trim() === "" || !first) return;
          event.preventDefault();
          toggle(first);
        }}
      />
      <div class="browse-list">
        <Show when={found.latest} fallback={<Skeleton lines={6} avatar />}>
          <For each={found.latest}>
            {(user) => (
              <button type="button" class="member" aria-pressed={has(user)} onClick={() => toggle(user)}>
                <Avatar name={nameOf(user)} src={pictureOf(user)} presence={presenceOfUser(user)} />
                <span class="member-text">
                  <strong>{nameOf(user)}</strong>
                  <small>{`${user.first_name} ${user.last_name}`.trim()}</small>
                </span>
                <Show when={has(user)}>
                  <Icon name="check" />
                </Show>
              </button>
            )}
          </For>
        </Show>
      </div>
    </Dialog>
  );
}
