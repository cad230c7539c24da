// Saved searches: the button that saves what is searched for, and the list that leads to each.
import { For, Show } from "solid-js";
import { Icon, IconButton } from "../../ui";
import { attempt } from "../channel/menu";
import { t } from "../strings";
import { canSave, removeSearch, savedAs, saveSearch, searches } from "./searches";

export function SaveSearch(props: { terms: string }) {
  const saved = () => savedAs(props.terms);
  const toggle = () => {
    const one = saved();
    attempt(one ? removeSearch(one) : saveSearch(props.terms, Date.now()));
  };
  return (
    <Show when={saved() || canSave(props.terms)}>
      <IconButton
        size="small"
        icon="bookmark"
        label={t("saveSearch")}
        aria-pressed={saved() !== undefined}
        onClick={toggle}
      />
    </Show>
  );
}

export function SavedSearches(props: { onChoose: (terms: string) => void }) {
  return (
    <Show when={searches().length > 0}>
      <div class="searches">
        <h3>{t("savedSearches")}</h3>
        <ul>
          <For each={searches()}>
            {(one) => (
              <li>
                <button type="button" onClick={() => props.onChoose(one.terms)}>
                  <Icon name="search" size="small" />
                  <bdi>{one.terms}</bdi>
                </button>
                <IconButton
                  size="small"
                  icon="close"
                  label={t("removeSearch", { terms: one.terms })}
                  onClick={() => attempt(removeSearch(one))}
                />
              </li>
            )}
          </For>
        </ul>
      </div>
    </Show>
  );
}
