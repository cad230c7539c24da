// Form fields: a label, the control, a hint, and what is wrong with it; tied together for screen readers.

import { createSignal, createUniqueId, For, type JSX, Show, splitProps } from "solid-js";
import { IconButton } from "./button";
import { Icon, type IconName } from "./icon";
import { t } from "./strings";
import "./field.css";

interface Frame {
  label: string;
  hint?: JSX.Element;
  /** What is wrong; shown and read out, and the control marked. */
  problem?: string | undefined;
  /** The label is read out but not drawn, as in a search box. */
  unlabelled?: boolean;
}

function Framed(props: Frame & { id: string; children: JSX.Element }) {
  return (
    <div class="field" data-wrong={props.problem ? "true" : undefined}>
      <label for={props.id} class={props.unlabelled ? "unseen" : "field-label"}>
        {props.label}
      </label>
      {props.children}
      <Show when={props.problem}>
        {(text) => (
          <p class="field-problem" id={`${props.id}-problem`} role="alert">
            <Icon name="warning" size="small" />
            {text()}
          </p>
        )}
      </Show>
      <Show when={props.hint && !props.problem}>
        <p class="field-hint" id={`${props.id}-hint`}>
          {props.hint}
        </p>
      </Show>
    </div>
  );
}

function described(id: string, props: Frame): string | undefined {
  if (props.problem) return `${id}-problem`;
  return props.hint ? `${id}-hint` : undefined;
}

type Input = Omit<JSX.InputHTMLAttributes<HTMLInputElement>, "onInput">;

export function TextField(
  props: Frame & Input & { value: string; onInput: (value: string) => void; icon?: IconName; action?: JSX.Element },
) {
  const id = createUniqueId();
  const [own, rest] = splitProps(props, [
    "label",
    "hint",
    "problem",
    "unlabelled",
    "onInput",
    "icon",
    "type",
    "value",
    "action",
  ]);
  const [shown, setShown] = createSignal(false);
  const type = () => (own.type === "password" && shown() ? "text" : (own.type ?? "text"));
  return (
    <Framed id={id} {...own}>
      <div class="field-box">
        <Show when={own.icon}>{(name) => <Icon name={name()} size="small" />}</Show>
        <input
          {...rest}
          id={id}
          type={type()}
          value={own.value}
          aria-invalid={own.problem ? "true" : undefined}
          aria-describedby={described(id, own)}
          onInput={(event) => own.onInput(event.currentTarget.value)}
        />
        <Show when={own.type === "password"}>
          <IconButton
            size="small"
            icon={shown() ? "eyeOff" : "eye"}
            label={shown() ? t("hidePassword") : t("showPassword")}
            aria-pressed={shown()}
            onClick={() => setShown(!shown())}
          />
        </Show>
        <Show when={own.type === "search" && own.value !== ""}>
          <IconButton size="small" icon="close" label={t("clear")} onClick={() => own.onInput("")} />
        </Show>
        {own.action}
      </div>
    </Framed>
  );
}

type Area = Omit<JSX.TextareaHTMLAttributes<HTMLTextAreaElement>, "onInput">;

export function TextArea(props: Frame & Area & { value: string; onInput: (value: string) => void }) {
  const id = createUniqueId();
  const [own, rest] = splitProps(props, ["label", "hint", "problem", "unlabelled", "onInput", "value"]);
  return (
    <Framed id={id} {...own}>
      <div class="field-box">
        <textarea
          rows={3}
          {...rest}
          id={id}
          value={own.value}
          aria-invalid={own.problem ? "true" : undefined}
          aria-describedby={described(id, own)}
          onInput={(event) => own.onInput(event.currentTarget.value)}
        />
      </div>
    </Framed>
  );
}

export interface Option<V extends string> {
  readonly value: V;
  readonly label: string;
}

/** The platform's own drop-down: fast, native on phones, and readable by everything. */
export function Select<V extends string>(
  props: Frame & {
    value: V;
    options: readonly Option<V>[];
    onChoose: (value: V) => void;
    disabled?: boolean;
    /** One with an empty value is no choice. */
    required?: boolean;
  },
) {
  const id = createUniqueId();
  return (
    <Framed id={id} {...props}>
      <div class="field-box field-select">
        <select
          id={id}
          disabled={props.disabled}
          required={props.required}
          aria-describedby={described(id, props)}
          onChange={(event) => props.onChoose(event.currentTarget.value as V)}
        >
          <For each={props.options}>
            {(option) => (
              <option value={option.value} selected={option.value === props.value}>
                {option.label}
              </option>
            )}
          </For>
        </select>
        <Icon name="chevronDown" size="small" />
      </div>
    </Framed>
  );
}

/** On or off, at once: a switch. */
export function Toggle(props: {
  label: string;
  hint?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
}) {
  const id = createUniqueId();
  return (
    <label class="toggle">
      <span class="toggle-text">
        <span id={id}>{props.label}</span>
        <Show when={props.hint}>
          <small id={`${id}-hint`}>{props.hint}</small>
        </Show>
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={props.checked}
        checked={props.checked}
        disabled={props.disabled}
        aria-labelledby={id}
        aria-describedby={props.hint ? `${id}-hint` : undefined}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

export function Checkbox(props: {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}) {
  return (
    <label class="choice">
      <input
        type="checkbox"
        checked={props.checked}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>
        {props.label}
        <Show when={props.hint}>
          <small>{props.hint}</small>
        </Show>
      </span>
    </label>
  );
}

/** One of a few, all visible. */
export function Choices<V extends string>(props: {
  label: string;
  hint?: string;
  value: V;
  options: readonly (Option<V> & { readonly hint?: string })[];
  onChoose: (value: V) => void;
}) {
  const name = createUniqueId();
  return (
    <fieldset class="choices">
      <legend class="field-label">{props.label}</legend>
      <Show when={props.hint}>
        <p class="field-hint">{props.hint}</p>
      </Show>
      <For each={props.options}>
        {(option) => (
          <label class="choice">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === props.value}
              onChange={() => props.onChoose(option.value)}
            />
            <span>
              {option.label}
              <Show when={option.hint}>
                <small>{option.hint}</small>
              </Show>
            </span>
          </label>
        )}
      </For>
    </fieldset>
  );
}
