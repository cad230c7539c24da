// Choosing people: type, pick from what is found, take away again. All by keyboard; Backspace takes the last away.

import { createEffect, createSignal, createUniqueId, For, on, onCleanup, Show } from "solid-js";
import { nameOf } from "../../query/world";
import { Avatar, Icon, IconButton } from "../../ui";
import type { User } from "../../wire.gen";
import { pictureOf } from "../pictures";
import { t } from "./strings";
import "./manage.css";

/** Between the last key and the question to the server. */
const PAUSE_MS = 150;
const FOUND_MAX = 8;

/** What tells apart people of like names: the other of a person's two names. */
function beside(user: User): string {
  const full = `${user.first_name} ${user.last_name}`.trim();
  return nameOf(user) === user.username && full !== "" ? full : `@${user.username}`;
}

export function PeopleField(props: {
  label: string;
  chosen: readonly User[];
  onChange: (chosen: readonly User[]) => void;
  search: (typed: string) => Promise<readonly User[]>;
}) {
  const id = createUniqueId();
  const [typed, setTyped] = createSignal("");
  const [found, setFound] = createSignal<readonly User[]>([]);
  /** What was looked for and answered; before anything is typed nobody is missed. */
  const [sought, setSought] = createSignal("");
  const [at, setAt] = createSignal(0);
  let field!: HTMLInputElement;
  let asked = 0;

  createEffect(
    on([typed, () => props.chosen], ([text, chosen]) => {
      const mine = ++asked;
      const timer = window.setTimeout(() => {
        props.search(text.trim().replace(/^@/, "")).then(
          (users) => {
            if (mine !== asked) return;
            const taken = new Set(chosen.map((user) => user.id));
            setFound(users.filter((user) => !taken.has(user.id)).slice(0, FOUND_MAX));
            setAt(0);
            setSought(text);
          },
          // Offline: the list stays as it was, and the next key asks again.
          () => undefined,
        );
      }, PAUSE_MS);
      onCleanup(() => window.clearTimeout(timer));
    }),
  );
  const choose = (user: User) => {
    props.onChange([...props.chosen, user]);
    setTyped("");
    field.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = found().length;
    const user = found()[at()];
    if (event.key === "ArrowDown" && count > 0) setAt((at() + 1) % count);
    else if (event.key === "ArrowUp" && count > 0) setAt((at() - 1 + count) % count);
    else if (event.key === "Enter" && user && typed() !== "") choose(user);
    else if (event.key === "Backspace" && typed() === "") props.onChange(props.chosen.slice(0, -1));
    else return;
    if (event.key !== "Backspace") event.preventDefault();
  };
  return (
    <div class="people">
      <label class="field-label" for={id}>
        {props.label}
      </label>
      <div class="field-box people-box">
        <For each={props.chosen}>
          {(user) => (
            <span class="people-chip">
              <Avatar name={user.username} src={pictureOf(user)} size="tiny" />
              {nameOf(user)}
              <IconButton
                size="small"
                icon="close"
                label={t("takeAway", { name: user.username })}
                onClick={() => props.onChange(props.chosen.filter((one) => one.id !== user.id))}
              />
            </span>
          )}
        </For>
        <input
          ref={field}
          id={id}
          data-first
          role="combobox"
          aria-expanded={found().length > 0}
          aria-controls={`${id}-found`}
          aria-activedescendant={found()[at()] ? `${id}-${at()}` : undefined}
          aria-autocomplete="list"
          autocomplete="off"
          placeholder={t("typeName")}
          value={typed()}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div class="people-found">
        <div role="listbox" id={`${id}-found`} aria-label={props.label}>
          <For each={found()}>
            {(user, index) => (
              <button
                type="button"
                role="option"
                id={`${id}-${index()}`}
                aria-selected={index() === at()}
                tabindex={-1}
                onPointerMove={() => setAt(index())}
                onClick={() => choose(user)}
              >
                <Avatar name={user.username} src={pictureOf(user)} size="small" />
                <span>
                  <bdi>{nameOf(user)}</bdi>{" "}
                  <small>
                    <bdi>{beside(user)}</bdi>
                  </small>
                </span>
                <Show when={index() === at()}>
                  <Icon name="add" size="small" />
                </Show>
              </button>
            )}
          </For>
        </div>
        <Show when={found().length === 0 && sought() !== ""}>
          <p class="field-hint">{t("nobodyFound")}</p>
        </Show>
      </div>
    </div>
  );
}
