// What every page before (and beside) the chat is made of: the mark of the server, and a form that asks it one thing.
import { createSignal, type JSX, onMount, Show } from "solid-js";
import { config } from "../../query/world";
import { Banner, Button } from "../../ui";
import { problemText } from "../task";
import "./entry.css";

export function Mark() {
  return (
    <div class="entry-mark">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="9" />
        <path d="M8 22V11.5a1.5 1.5 0 0 1 2.6-1L16 16.4l5.4-5.9a1.5 1.5 0 0 1 2.6 1V22" />
      </svg>
      <span>{config().SiteName ?? "Muster"}</span>
    </div>
  );
}

/** A form that runs one request at a time and shows why it was refused. */
export function Form(props: {
  title: string;
  text?: JSX.Element;
  submit: string;
  onSubmit: () => Promise<void>;
  children: JSX.Element;
}) {
  const [busy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal("");
  let form!: HTMLFormElement;
  // A browser heeds `autofocus` once a page; one comes back here by signing out, and goes from form to form.
  onMount(() => {
    if (document.activeElement === document.body) form.querySelector<HTMLElement>("[autofocus]")?.focus();
  });
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy()) return;
    setBusy(true);
    setProblem("");
    try {
      await props.onSubmit();
    } catch (cause) {
      setProblem(problemText(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form class="entry-form" ref={form} onSubmit={(event) => void submit(event)}>
      <h1>{props.title}</h1>
      <Show when={props.text}>
        <p class="entry-text">{props.text}</p>
      </Show>
      <Show when={problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
      {props.children}
      <Button kind="primary" type="submit" busy={busy()}>
        {props.submit}
      </Button>
    </form>
  );
}
