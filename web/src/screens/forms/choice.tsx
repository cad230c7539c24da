// A menu that one types into: one line or several are chosen from a source. Arrow keys move, Enter takes, Backspace in the
// empty field gives back.
import { createEffect, createSignal, createUniqueId, For, on, onCleanup, Show } from "solid-js";
import { Icon, IconButton, Popover } from "../../ui";
import type { ActionOption } from "../../wire.gen";
import type { Source } from "./sources";
import { t } from "./strings";
import "./forms.css";

/** Between the last key and the question to the server. */
const PAUSE_MS = 150;

export function Choice(props: {
  label: string;
  unlabelled?: boolean;
  hint?: string | undefined;
  problem?: string | undefined;
  placeholder?: string | undefined;
  disabled?: boolean;
  many?: boolean;
  chosen: readonly ActionOption[];
  source: Source;
  onChange: (chosen: readonly ActionOption[]) => void;
}) {
  const id = createUniqueId();
  const [typed, setTyped] = createSignal("");
  const [open, setOpen] = createSignal(false);
  const [found, setFound] = createSignal<readonly ActionOption[]>([]);
  const [at, setAt] = createSignal(0);
  let asked = 0;
  let field!: HTMLInputElement;
  let box!: HTMLDivElement;

  createEffect(
    on([typed, open], ([text, now]) => {
      if (!now) return;
      const mine = ++asked;
      const timer = window.setTimeout(() => {
        props.source(text).then(
          (options) => {
            if (mine !== asked) return;
            const taken = new Set(props.many ? props.chosen.map((one) => one.value) : []);
            setFound(options.filter((one) => !taken.has(one.value)));
            setAt(0);
          },
          // Nothing to offer while the server is away; the next key asks again.
          () => mine === asked && setFound([]),
        );
      }, PAUSE_MS);
      onCleanup(() => window.clearTimeout(timer));
    }),
  );

  const choose = (one: ActionOption) => {
    props.onChange(props.many ? [...props.chosen, one] : [one]);
    setTyped("");
    setOpen(false);
    field.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = found().length;
    const one = found()[at()];
    if (event.key === "ArrowDown" && !open()) setOpen(true);
    else if (event.key === "ArrowDown" && count > 0) setAt((at() + 1) % count);
    else if (event.key === "ArrowUp" && count > 0) setAt((at() - 1 + count) % count);
    else if (event.key === "Enter" && open() && one) choose(one);
    else if (event.key === "Escape" && open()) setOpen(false);
    else if (event.key === "Backspace" && typed() === "" && props.chosen.length > 0) {
      props.onChange(props.chosen.slice(0, -1));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const single = () => (props.many ? undefined : props.chosen[0]?.text);
  const described = () => (props.problem ? `${id}-problem` : props.hint ? `${id}-hint` : undefined);
  return (
    <div class="field choice-field" data-wrong={props.problem ? "true" : undefined}>
      <label for={id} class={props.unlabelled ? "unseen" : "field-label"}>
        {props.label}
      </label>
      <div class="field-box" ref={box}>
        <Show when={props.many}>
          <For each={props.chosen}>
            {(one) => (
              <span class="choice-chip">
                <bdi>{one.text}</bdi>
                <IconButton
                  size="small"
                  icon="close"
                  label={t("takeAway", { name: one.text })}
                  onClick={() => props.onChange(props.chosen.filter((other) => other.value !== one.value))}
                />
              </span>
            )}
          </For>
        </Show>
        <input
          ref={field}
          id={id}
          role="combobox"
          autocomplete="off"
          disabled={props.disabled}
          aria-expanded={open()}
          aria-controls={open() ? `${id}-found` : undefined}
          aria-activedescendant={open() && found()[at()] ? `${id}-${at()}` : undefined}
          aria-autocomplete="list"
          aria-invalid={props.problem ? "true" : undefined}
          aria-describedby={described()}
          placeholder={single() ?? (props.placeholder || t("choose"))}
          data-chosen={single() ? "" : undefined}
          value={typed()}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        <Icon name="chevronDown" size="small" />
      </div>
      <Show when={open()}>
        <Popover
          passive
          anchor={box}
          class="choice-found"
          role="listbox"
          id={`${id}-found`}
          label={props.label}
          onClose={() => setOpen(false)}
        >
          <For each={found()} fallback={<p class="field-hint">{t("nothingFound")}</p>}>
            {(one, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field; aria-activedescendant names it.
              <div
                role="option"
                id={`${id}-${index()}`}
                aria-selected={index() === at()}
                onPointerMove={() => setAt(index())}
                // Before the field loses the focus.
                onPointerDown={(event) => {
                  event.preventDefault();
                  choose(one);
                }}
              >
                <bdi>{one.text}</bdi>
              </div>
            )}
          </For>
        </Popover>
      </Show>
      <Show when={props.problem}>
        {(text) => (
          <p class="field-problem" id={`${id}-problem`} role="alert">
            <Icon name="warning" size="small" />
            {text()}
          </p>
        )}
      </Show>
      <Show when={props.hint && !props.problem}>
        <p class="field-hint" id={`${id}-hint`}>
          {props.hint}
        </p>
      </Show>
    </div>
  );
}
