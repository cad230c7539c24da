// A page of a list: head, rows, and where one is in it. On a phone each row becomes a card.

import { For, type JSX, Show } from "solid-js";
import { Banner, Button, Empty, type IconName, Skeleton } from "../../ui";
import { t } from "./strings";
import "./table.css";

export const PER_PAGE = 50;

export function Page(props: { title: string; hint?: string; action?: JSX.Element; children: JSX.Element }) {
  return (
    <div class="admin-page">
      <header class="admin-head">
        <div>
          <h2>{props.title}</h2>
          <Show when={props.hint}>
            <p>{props.hint}</p>
          </Show>
        </div>
        {props.action}
      </header>
      {props.children}
    </div>
  );
}

export function Table<R>(props: {
  label: string;
  columns: readonly string[];
  rows: readonly R[] | undefined;
  failed?: unknown;
  empty: { icon: IconName; title: string };
  row: (row: R) => JSX.Element;
  /** Absent for lists without pages. */
  page?: { at: number; more: boolean; total?: number | undefined; go: (page: number) => void };
}) {
  return (
    <div class="admin-card">
      <Show when={props.failed}>
        <Banner kind="danger">{t("notLoaded")}</Banner>
      </Show>
      <Show when={props.rows} fallback={<Show when={!props.failed}>{<Skeleton lines={6} avatar />}</Show>}>
        {(rows) => (
          <Show when={rows().length > 0} fallback={<Empty icon={props.empty.icon} title={props.empty.title} />}>
            <table class="table" aria-label={props.label}>
              <thead>
                <tr>
                  <For each={props.columns}>{(column) => <th scope="col">{column}</th>}</For>
                  <th scope="col">
                    <span class="unseen">{t("actions")}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                <For each={rows()}>{props.row}</For>
              </tbody>
            </table>
          </Show>
        )}
      </Show>
      <Show when={props.page && (props.page.at > 0 || props.page.more) ? props.page : undefined}>
        {(page) => (
          <footer class="table-foot">
            <span>{t("pageOf", { page: page().at + 1 })}</span>
            <div>
              <Button size="small" disabled={page().at === 0} onClick={() => page().go(page().at - 1)}>
                {t("before")}
              </Button>
              <Button size="small" disabled={!page().more} onClick={() => page().go(page().at + 1)}>
                {t("next")}
              </Button>
            </div>
          </footer>
        )}
      </Show>
    </div>
  );
}
