// What the socket says, typed: an event by its name, and the values inside that travel as text.
import type { Broadcast, EventData, EventName, JsonText } from "../wire.gen";

export type WireEvent = {
  [Name in EventName]: {
    readonly event: Name;
    readonly data: EventData[Name];
    readonly broadcast: Broadcast;
    readonly seq: number;
  };
}[EventName];

export type EventOf<Name extends EventName> = Extract<WireEvent, { event: Name }>;

/** The value that a text holds. The server encodes what its types say, so no more is checked. */
export function held<T>(text: JsonText<T>): T {
  return JSON.parse(text) as T;
}

/** For the end of a switch: the compiler shows the case that was forgotten. */
export function never(value: never): void {
  // Events of plugins and of later versions have names that no type knows; they change nothing here.
  void value;
}
