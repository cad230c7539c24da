// The question before something that cannot be undone, or that reaches many.

import { Show } from "solid-js";
import { Banner, Button, Dialog } from "../../ui";
import { t as ui } from "../../ui/strings";
import { createTask } from "../task";

export interface Question {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly work: () => Promise<unknown>;
}

export function Confirm(props: { question: Question; onClose: () => void }) {
  const task = createTask();
  const submit = async () => {
    if (await task.run(props.question.work)) props.onClose();
  };
  return (
    <Dialog
      title={props.question.title}
      size="small"
      onClose={props.onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={props.onClose}>{ui("cancel")}</Button>
          <Button type="submit" kind="danger" busy={task.busy()} data-first>
            {props.question.yes}
          </Button>
        </>
      }
    >
      <Show when={task.problem()}>{(problem) => <Banner kind="danger">{problem()}</Banner>}</Show>
      <p>{props.question.text}</p>
    </Dialog>
  );
}
