// What is offered under the caret of a field while somebody types: asked for, marked by arrow keys, written in its place.
import { createSignal, createUniqueId } from "solid-js";
import { type Asked, askedBy, type Suggestion, suggest } from "./suggest";

export interface SuggestingField {
  area(): HTMLTextAreaElement;
  where(): { teamId: string; channelId: string };
  /** Puts text in the place of what stands there, and goes on as if it had been typed. */
  insert(from: number, to: number, written: string): void;
  /** Whether the text can be a command. */
  readonly commands: boolean;
}

export interface Suggesting {
  readonly id: string;
  /** The list and the part of it that is marked, for the field that controls them. */
  listId(): string | undefined;
  markedId(): string | undefined;
  offered(): readonly Suggestion[];
  marked(): number;
  mark(at: number): void;
  /** Asks for what the text before the caret wants. */
  offer(): void;
  choose(one: Suggestion | undefined): void;
  /** Nothing is offered any more, also not what is still on its way. */
  stop(): void;
  /** Whether the key was one of the list's. */
  onKey(event: KeyboardEvent): boolean;
}

export function createSuggesting(field: SuggestingField): Suggesting {
  const [asked, setAsked] = createSignal<Asked>();
  const [offered, setOffered] = createSignal<readonly Suggestion[]>([]);
  const [marked, mark] = createSignal(0);
  /** Counts the questions: the answer to an older one says nothing. */
  let turn = 0;

  const stop = () => {
    turn += 1;
    setAsked(undefined);
    setOffered([]);
  };

  const offer = () => {
    const area = field.area();
    // What is selected would be replaced by the next letter: it asks for nothing.
    const asks = area.selectionStart === area.selectionEnd;
    const wanted = asks ? askedBy(area.value.slice(0, area.selectionStart)) : undefined;
    const now = wanted?.kind === "/" && !field.commands ? undefined : wanted;
    setAsked(now);
    const mine = ++turn;
    if (!now) {
      setOffered([]);
      return;
    }
    suggest(now, field.where())
      .then((found) => {
        if (mine !== turn) return;
        setOffered(found);
        mark(0);
      })
      // Without the server there is nothing to offer; typing goes on.
      .catch(() => mine === turn && setOffered([]));
  };

  const choose = (one: Suggestion | undefined) => {
    const now = asked();
    if (one && now) field.insert(now.from, field.area().selectionStart, one.text);
    stop();
  };

  const onKey = (event: KeyboardEvent): boolean => {
    const count = offered().length;
    if (count === 0) return false;
    const { value } = field.area();
    // A command that stands there whole needs no choosing.
    if (event.key === "Enter" && asked()?.kind === "/" && offered()[marked()]?.text.trim() === value) return false;
    if (event.key === "ArrowDown") mark((marked() + 1) % count);
    else if (event.key === "ArrowUp") mark((marked() + count - 1) % count);
    else if (event.key === "Escape") stop();
    else if (event.key === "Tab" || (event.key === "Enter" && !event.shiftKey)) choose(offered()[marked()]);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  const id = createUniqueId();
  const listId = () => (offered().length > 0 ? id : undefined);
  const markedId = () => (offered().length > 0 ? `${id}-${marked()}` : undefined);
  return { id, listId, markedId, offered, marked, mark, offer, choose, stop, onKey };
}
