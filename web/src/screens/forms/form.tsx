// A form that a program asks to have filled in: its fields, what it says is wrong, and the form that may follow.
import { createSignal, For, Show } from "solid-js";
import { cancelForm, submitForm } from "../../query/interactive";
import { MessageText } from "../../text/view";
import { Banner, Button, Dialog } from "../../ui";
import type { DialogElement } from "../../wire.gen";
import { ChatText } from "../channel/context";
import { dialog, setDialog } from "../place";
import { createTask } from "../task";
import { faultOf, firstValue, sent, type Value } from "./answers";
import { Field } from "./field";
import { t } from "./strings";
import "./forms.css";

/** The server lets no more through. */
const ELEMENTS_MAX = 100;

export default function FormDialog() {
  const now = dialog();
  const [asked, setAsked] = createSignal(now?.kind === "form" ? now.asked : undefined);
  const elements = (): DialogElement[] => (asked()?.dialog.elements ?? []).slice(0, ELEMENTS_MAX);
  const begin = () => new Map(elements().map((one) => [one.name, firstValue(one)]));
  const [values, setValues] = createSignal<ReadonlyMap<string, Value>>(begin());
  const [faults, setFaults] = createSignal<ReadonlyMap<string, string>>(new Map());
  const [refused, setRefused] = createSignal("");
  const task = createTask();
  const filledIn = (one: DialogElement): Value => values().get(one.name) ?? firstValue(one);

  const change = (name: string, value: Value) => {
    setValues(new Map(values()).set(name, value));
    const left = new Map(faults());
    left.delete(name);
    setFaults(left);
  };
  const cancel = () => {
    const form = asked();
    setDialog(undefined);
    // The program may be away; the reader is done with it all the same.
    if (form) cancelForm(form).catch(() => undefined);
  };
  const submit = async () => {
    const form = asked();
    if (!form) return;
    const wrong = new Map<string, string>();
    for (const one of elements()) {
      const fault = faultOf(one, filledIn(one));
      if (fault) wrong.set(one.name, t(fault.kind, "count" in fault ? { count: fault.count } : {}));
    }
    setFaults(wrong);
    setRefused("");
    if (wrong.size > 0) return;
    const filled = elements().map((one) => [one.name, sent(one, filledIn(one))] as const);
    const submission = Object.fromEntries(filled.filter(([, value]) => value !== undefined));
    await task.run(async () => {
      const answer = await submitForm(form, submission);
      const errors = Object.entries(answer.errors ?? {});
      setRefused(answer.error ?? "");
      setFaults(new Map(errors));
      if (answer.error || errors.length > 0) return;
      if (answer.type === "form" && answer.form) {
        setAsked({ ...form, dialog: answer.form });
        setValues(begin());
      } else setDialog(undefined);
    });
  };

  return (
    <Show when={asked()} keyed>
      {(form) => (
        <Dialog
          title={form.dialog.title}
          onClose={cancel}
          onSubmit={() => void submit()}
          footer={
            <>
              <Button onClick={cancel}>{t("cancel")}</Button>
              <Button type="submit" kind="primary" busy={task.busy()}>
                {form.dialog.submit_label || t("submit")}
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
            <Show when={form.dialog.introduction_text}>
              {(text) => (
                <ChatText>
                  <div class="form-intro">
                    <MessageText text={text()} version={`form/${form.trigger_id}/${text()}`} />
                  </div>
                </ChatText>
              )}
            </Show>
            <For each={elements()}>
              {(one) => (
                <Field
                  form={form}
                  element={one}
                  value={filledIn(one)}
                  problem={faults().get(one.name)}
                  onChange={(value) => change(one.name, value)}
                />
              )}
            </For>
          </div>
        </Dialog>
      )}
    </Show>
  );
}
