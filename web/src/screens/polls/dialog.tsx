// Asks for a question and what can be chosen, and sends it.

import { createSignal } from "solid-js";
import { write } from "../../query/outbox";
import { Button, Dialog, TextArea, TextField, Toggle, toast } from "../../ui";
import { t as ui } from "../../ui/strings";
import { dialog, setDialog } from "../place";
import { t } from "../strings";
import { messageOf, OPTIONS_MAX, OPTIONS_MIN, wordsOf } from "./poll";
import { ofPolls } from "./strings";
import "./polls.css";

export default function PollDialog() {
  const now = dialog();
  const place = now?.kind === "poll" ? now : undefined;
  const begun = wordsOf(place?.words ?? "");
  const [question, setQuestion] = createSignal(begun.question);
  const [lines, setLines] = createSignal(begun.options.join("\n"));
  const [many, setMany] = createSignal(false);
  const options = () =>
    lines()
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  const isReady = () => question().trim() !== "" && options().length >= OPTIONS_MIN && options().length <= OPTIONS_MAX;
  const close = () => setDialog(undefined);
  const ask = () => {
    if (!place || !isReady()) return;
    const letter = {
      channelId: place.channelId,
      rootId: place.rootId,
      message: messageOf(question(), options()),
      props: { poll: many() ? "many" : "one" },
    };
    if (write(letter)) close();
    else toast({ text: t("outboxFull"), kind: "danger" });
  };
  return (
    <Dialog
      title={ofPolls("start")}
      size="small"
      onClose={close}
      onSubmit={ask}
      footer={
        <>
          <Button onClick={close}>{ui("cancel")}</Button>
          <Button type="submit" kind="primary" disabled={!isReady()}>
            {ofPolls("create")}
          </Button>
        </>
      }
    >
      <div class="poll-form">
        <TextField label={ofPolls("question")} value={question()} onInput={setQuestion} maxlength={500} />
        <TextArea
          label={ofPolls("options")}
          hint={ofPolls("optionsHint")}
          problem={problemOf(options().length, lines())}
          rows={4}
          value={lines()}
          onInput={setLines}
          // A new line is a new option, and sends nothing.
          onKeyDown={(event) => event.key === "Enter" && event.stopPropagation()}
        />
        <Toggle label={ofPolls("many")} hint={ofPolls("manyHint")} checked={many()} onChange={setMany} />
      </div>
    </Dialog>
  );
}

/** What is wrong with that many options; while the first is written, nothing is. */
function problemOf(count: number, lines: string): string | undefined {
  if (count > OPTIONS_MAX) return ofPolls("optionsMany");
  return count === 1 && lines.endsWith("\n") ? ofPolls("optionsFew") : undefined;
}
