// A form that a program asks to have filled in: its fields, what it says is wrong, and the form that may follow.
import { batch, createSignal, For, Show, untrack } from "solid-js";
import { type AskedForm, cancelForm, refreshForm, submitForm } from "../../query/interactive";
import { MessageText } from "../../text/view";
import { Banner, Button, Dialog } from "../../ui";
import type { DialogElement } from "../../wire.gen";
import { ChatText } from "../channel/context";
import { dialog, setDialog } from "../place";
import { createTask, problemText } from "../task";
import { faultOf, firstValue, sent, type Value } from "./answers";
import { Field } from "./field";
import { t } from "./strings";
import "./forms.css";

/** The server lets no more through. */
const ELEMENTS_MAX = 100;

export default function FormDialog() {
  const now = dialog();
  return <Show when={now?.kind === "form" ? now.asked : undefined}>{(asked) => <Asked first={untrack(asked)} />}</Show>;
}

function Asked(props: { first: AskedForm }) {
  const [form, setForm] = createSignal(props.first);
  /** Counts the forms that follow each other; each begins anew. */
  const [step, setStep] = createSignal(1);
  const elements = (): DialogElement[] => (form().dialog.elements ?? []).slice(0, ELEMENTS_MAX);
  const begin = () => new Map(elements().map((one) => [one.name, firstValue(one)]));
  const [values, setValues] = createSignal<ReadonlyMap<string, Value>>(begin());
  const [faults, setFaults] = createSignal<ReadonlyMap<string, string>>(new Map());
  const [refused, setRefused] = createSignal("");
  const task = createTask();
  const filledIn = (one: DialogElement): Value => values().get(one.name) ?? firstValue(one);

  const filled = () =>
    Object.fromEntries(
      elements().flatMap((one) => {
        const value = sent(one, filledIn(one));
        return value === undefined ? [] : [[one.name, value]];
      }),
    );

  let asking = 0;
  /** Other fields depend on this one: the program says what the form is now. What is filled in stays. */
  const refresh = async (name: string) => {
    const now = form();
    const mine = ++asking;
    try {
      const fresh = await refreshForm(now, name, filled());
      if (fresh && mine === asking && form() === now) setForm({ ...now, dialog: fresh });
    } catch (problem) {
      if (mine === asking) setRefused(problemText(problem));
    }
  };
  const change = (one: DialogElement, value: Value) => {
    setValues(new Map(values()).set(one.name, value));
    const left = new Map(faults());
    left.delete(one.name);
    setFaults(left);
    if (one.refresh) void refresh(one.name);
  };
  const cancel = () => {
    setDialog(undefined);
    // The program may be away; the reader is done with it all the same.
    cancelForm(form()).catch(() => undefined);
  };
  const submit = async () => {
    const wrong = new Map<string, string>();
    for (const one of elements()) {
      const fault = faultOf(one, filledIn(one));
      if (fault) wrong.set(one.name, t(fault.kind, "count" in fault ? { count: fault.count } : {}));
    }
    setFaults(wrong);
    setRefused("");
    if (wrong.size > 0) return;
    await task.run(async () => {
      const answer = await submitForm(form(), filled());
      const errors = Object.entries(answer.errors ?? {});
      setRefused(answer.error ?? "");
      setFaults(new Map(errors));
      if (answer.error || errors.length > 0) return;
      const next = answer.type === "form" ? answer.form : undefined;
      if (next) {
        batch(() => {
          setForm({ ...form(), dialog: next });
          setValues(begin());
          setStep(step() + 1);
        });
      } else setDialog(undefined);
    });
  };

  return (
    <Show when={step()} keyed>
      {(now) => (
        <Dialog
          title={form().dialog.title}
          onClose={cancel}
          onSubmit={() => void submit()}
          footer={
            <>
              <Button onClick={cancel}>{t("cancel")}</Button>
              <Button type="submit" kind="primary" busy={task.busy()}>
                {form().dialog.submit_label || t("submit")}
              </Button>
            </>
          }
        >
          <div class="form-fields">
            <Show when={refused() || task.problem()}>
              {(text) => (
                <div role="alert">
                  <Banner kind="danger">{text()}</Banner>
                </div>
              )}
            </Show>
            <Show when={form().dialog.introduction_text}>
              {(text) => (
                <ChatText>
                  <div class="form-intro">
                    <MessageText text={text()} version={`form/${form().trigger_id}/${now}/${text()}`} />
                  </div>
                </ChatText>
              )}
            </Show>
            <For each={elements().map((one) => one.name)}>
              {(name) => (
                // A form that is refreshed keeps its fields, and with them the focus.
                <Show when={elements().find((one) => one.name === name)}>
                  {(one) => (
                    <Field
                      form={form()}
                      element={one()}
                      value={filledIn(one())}
                      problem={faults().get(name)}
                      onChange={(value) => change(one(), value)}
                    />
                  )}
                </Show>
              )}
            </For>
          </div>
        </Dialog>
      )}
    </Show>
  );
}
