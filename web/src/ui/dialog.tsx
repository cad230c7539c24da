// A dialog over the page. The browser's own modal dialog keeps the focus inside, makes the rest inert, closes on Escape,
// and gives the focus back to where it was.
//
// `children` is built when the dialog opens and dropped when it closes, so its state starts fresh each time.

import { createUniqueId, type JSX, onCleanup, onMount, Show } from "solid-js";
import { IconButton } from "./button";
import { t } from "./strings";
import "./dialog.css";

export interface DialogProps {
  title: string;
  /** One sentence under the title, read out with it. */
  description?: JSX.Element;
  size?: "small" | "body" | "large" | "full";
  onClose: () => void;
  children: JSX.Element;
  /** Buttons at the end, the primary one last. */
  footer?: JSX.Element;
  /** A form's answer to Enter: the footer's submit button then needs no handler of its own. */
  onSubmit?: (() => void) | undefined;
  /** Draws no heading bar; the content shows the title itself and the close button floats. */
  bare?: boolean;
}

export function Dialog(props: DialogProps) {
  const title = createUniqueId();
  const description = createUniqueId();
  let element!: HTMLDialogElement;
  const before = document.activeElement;
  const caret = before instanceof HTMLTextAreaElement ? [before.selectionStart, before.selectionEnd] : undefined;

  onMount(() => {
    element.showModal();
    firstOf(element).focus({ preventScroll: true });
  });
  onCleanup(() => {
    if (element.open) element.close();
    // The browser restores the focus on `close()` only while the element is still in the page.
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    // When a field goes with the dialog, Chromium takes the caret along: the text has the focus then, and keys write
    // nothing until it is set again.
    queueMicrotask(() => {
      const field = document.activeElement;
      if (!(field instanceof HTMLTextAreaElement)) return;
      const [from = field.value.length, to = from] = field === before ? (caret ?? []) : [];
      field.setSelectionRange(from, to);
    });
  });

  const content = () => (
    <>
      <Show when={!props.bare}>
        <header class="dialog-head">
          <div>
            <h2 id={title}>{props.title}</h2>
            <Show when={props.description}>{(text) => <p id={description}>{text()}</p>}</Show>
          </div>
          <IconButton icon="close" label={t("close")} keys="Esc" onClick={() => props.onClose()} />
        </header>
      </Show>
      <div class="dialog-body">{props.children}</div>
      <Show when={props.footer}>{(footer) => <footer class="dialog-foot">{footer()}</footer>}</Show>
    </>
  );

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop is extra; Escape and the button do the same.
    <dialog
      ref={element}
      class="dialog"
      data-size={props.size ?? "body"}
      data-bare={props.bare ? "true" : undefined}
      aria-labelledby={props.bare ? undefined : title}
      aria-label={props.bare ? props.title : undefined}
      aria-describedby={props.description ? description : undefined}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onClick={(event) => {
        if (event.target === element) props.onClose();
      }}
    >
      <Show when={props.onSubmit} fallback={<div class="dialog-frame">{content()}</div>}>
        {(submit) => (
          <form
            class="dialog-frame"
            onSubmit={(event) => {
              event.preventDefault();
              submit()();
            }}
          >
            {content()}
          </form>
        )}
      </Show>
    </dialog>
  );
}

/** What has the focus when a dialog opens: what asks for it, else the first control that is not the close button. */
function firstOf(dialog: HTMLElement): HTMLElement {
  const wishes = [
    "[autofocus], [data-first]",
    '[role="tab"][aria-selected="true"]',
    ".dialog-body :is(input, select, textarea, a, button:not(.dialog-close)):not(:disabled, [hidden])",
  ];
  for (const wish of wishes) {
    const found = dialog.querySelector<HTMLElement>(wish);
    if (found) return found;
  }
  return dialog;
}
