// A field and what is found by it: letters narrow, arrows mark, Enter or a click chooses. The focus stays in the field.
import { createSignal, createUniqueId, For, type JSX, onMount } from "solid-js";
import { Dialog, Icon, type IconName } from "../../ui";
import { setDialog } from "../place";
import { t } from "../strings";
import "./find.css";

interface Props<T> {
  readonly title: string;
  readonly icon: IconName;
  readonly label: string;
  readonly placeholder: string;
  readonly typed: string;
  readonly onInput: (typed: string) => void;
  readonly found: readonly T[];
  /** Runs once the dialog is closed. */
  readonly onChoose: (one: T) => void;
  readonly children: (one: T) => JSX.Element;
}

export function Picker<T>(props: Props<T>) {
  const [marked, setMarked] = createSignal(0);
  const id = createUniqueId();
  let input!: HTMLInputElement;
  onMount(() => input.focus());

  const choose = (one: T | undefined) => {
    if (one === undefined) return;
    setDialog(undefined);
    props.onChoose(one);
  };
  const mark = (at: number) => {
    setMarked(at);
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const count = Math.max(1, props.found.length);
    if (event.key === "ArrowDown") mark((marked() + 1) % count);
    else if (event.key === "ArrowUp") mark((marked() + count - 1) % count);
    else if (event.key === "Enter") choose(props.found[marked()]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog title={props.title} bare onClose={() => setDialog(undefined)}>
      <div class="switcher">
        <div class="switcher-box">
          <Icon name={props.icon} />
          <input
            ref={input}
            value={props.typed}
            placeholder={props.placeholder}
            aria-label={props.label}
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={props.found.length > 0 ? `${id}-${marked()}` : undefined}
            autocomplete="off"
            spellcheck={false}
            onKeyDown={onKeyDown}
            onInput={(event) => {
              setMarked(0);
              props.onInput(event.currentTarget.value);
            }}
          />
        </div>
        <div class="switcher-list" id={id} role="listbox" aria-label={t("results")}>
          <For each={props.found} fallback={<p class="switcher-none">{t("nothingFound")}</p>}>
            {(one, at) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field; aria-activedescendant names it.
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose.
              <div
                id={`${id}-${at()}`}
                class="switcher-row"
                role="option"
                aria-selected={at() === marked()}
                onPointerMove={() => setMarked(at())}
                onClick={() => choose(one)}
              >
                {props.children(one)}
              </div>
            )}
          </For>
        </div>
      </div>
    </Dialog>
  );
}
