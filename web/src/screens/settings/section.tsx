// A titled part of a settings page.

import { type JSX, Show } from "solid-js";
import "./settings.css";

export function Section(props: { title: string; hint?: string; action?: JSX.Element; children: JSX.Element }) {
  return (
    <section class="settings-section">
      <header>
        <div>
          <h3>{props.title}</h3>
          <Show when={props.hint}>
            <p>{props.hint}</p>
          </Show>
        </div>
        {props.action}
      </header>
      {props.children}
    </section>
  );
}

/** A thing of a list: what it is at the start, what can be done at the end. */
export function Row(props: { title: JSX.Element; detail?: JSX.Element; lead?: JSX.Element; children?: JSX.Element }) {
  return (
    <li class="settings-row">
      {props.lead}
      <div class="settings-row-text">
        <div>{props.title}</div>
        <Show when={props.detail}>
          <small>{props.detail}</small>
        </Show>
      </div>
      <div class="settings-row-end">{props.children}</div>
    </li>
  );
}
