// What programs ask of people: presses on buttons under posts, and the forms that a press or a command opens.
//
// A form comes as an event to every window of the user. It belongs to the one whose press it answers: the two carry the
// same trigger, whichever arrives first.
import { type EventOf, held } from "../net/events";
import { post } from "../net/rest";
import type {
  ActionDone,
  ActionOption,
  DialogAnswer,
  DialogSubmission,
  Dialog as Form,
  OpenDialog,
  PostAction,
} from "../wire.gen";
import { store } from "./world";

/** Triggers and forms that wait for each other; the server forgets a trigger within half a minute. */
const WAITING_MAX = 20;

/** A form, and where it was asked for. */
export interface AskedForm extends OpenDialog {
  readonly channelId: string;
}

const mine = new Map<string, string>();
const early = new Map<string, OpenDialog>();
let open: (asked: AskedForm) => void = () => {};

/** What shows a form. */
export const onForm = (opener: (asked: AskedForm) => void): void => {
  open = opener;
};

function bound(map: Map<string, unknown>): void {
  while (map.size > WAITING_MAX) map.delete(map.keys().next().value ?? "");
}

/** The answer to something done here carries this trigger. */
export function triggered(trigger: string | undefined, channelId: string): void {
  if (!trigger) return;
  const waiting = early.get(trigger);
  if (waiting) {
    early.delete(trigger);
    open({ ...waiting, channelId });
    return;
  }
  mine.set(trigger, channelId);
  bound(mine);
}

export function heardForm(event: EventOf<"open_dialog">): void {
  const asked = held<OpenDialog>(event.data.dialog);
  const channelId = mine.get(asked.trigger_id);
  if (channelId === undefined) {
    early.set(asked.trigger_id, asked);
    bound(early);
    return;
  }
  open({ ...asked, channelId });
}

/** Presses a button under a post, or chooses from its menu. */
export async function act(
  one: { readonly id: string; readonly channel_id: string },
  action: PostAction,
  selected = "",
): Promise<void> {
  const done = await post<ActionDone>(`/posts/${one.id}/actions/${action.id ?? ""}`, {
    ...(selected ? { selected_option: selected } : {}),
    ...(action.cookie ? { cookie: action.cookie } : {}),
  });
  triggered(done.trigger_id, one.channel_id);
}

export type Submission = DialogSubmission["submission"];

function body(asked: AskedForm, submission: Submission) {
  return {
    url: asked.url,
    callback_id: asked.dialog.callback_id,
    state: asked.dialog.state,
    channel_id: asked.channelId,
    team_id: store.get("channels", asked.channelId)?.team_id ?? "",
    submission,
  };
}

export const submitForm = (asked: AskedForm, submission: Submission) =>
  post<DialogAnswer>("/actions/dialogs/submit", { ...body(asked, submission), cancelled: false });

/** What the form is after a field was chosen on which others depend; the program that was asked may say nothing new. */
export async function refreshForm(asked: AskedForm, field: string, submission: Submission): Promise<Form | undefined> {
  const url = asked.dialog.source_url || asked.url;
  const filled = { ...submission, selected_field: field };
  const answer = await post<DialogAnswer>("/actions/dialogs/submit", {
    ...body(asked, filled),
    url,
    type: "refresh",
    cancelled: false,
  });
  return answer.type === "form" ? answer.form : undefined;
}

/** Tells a program that wants to know. */
export const cancelForm = (asked: AskedForm) =>
  asked.dialog.notify_on_cancel
    ? post<DialogAnswer>("/actions/dialogs/submit", { ...body(asked, {}), cancelled: true })
    : Promise.resolve();

/** What may be chosen in a field that the program fills while one types. */
export async function lookUp(asked: AskedForm, url: string, field: string, query: string): Promise<ActionOption[]> {
  const answer = await post<{ items: ActionOption[] | null }>("/actions/dialogs/lookup", {
    ...body(asked, { query, selected_field: field }),
    url,
  });
  return answer.items ?? [];
}
