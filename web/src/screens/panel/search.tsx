// Search: words and filters, results with what was found marked.
import { createEffect, createSignal, For, on, Show } from "solid-js";
import { TextField } from "../../ui";
import { ChatText } from "../channel/context";
import { setPanel } from "../place";
import { t } from "../strings";
import { FileResults } from "./files";
import { FilterChips } from "./filter-chips";
import { filtersOf, without } from "./filters";
import { filesFound, postsFound, SEARCH_LEN } from "./found";
import { PanelHead } from "./head";
import { PostResults } from "./posts";
import { SavedSearches, SaveSearch } from "./saved-searches";

/** Words that are searched for, without the filters. */
export function termsOf(typed: string): string[] {
  return filtersOf(typed)
    .reduce(without, typed)
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "" && !word.startsWith("-") && !/^(from|in|before|after|on|ext):/.test(word))
    .map((word) => word.replace(/["*]/g, ""))
    .filter((word) => word !== "");
}

export function SearchPanel(props: { terms: string; what: "posts" | "files" }) {
  const [typed, setTyped] = createSignal(props.terms);
  const search = (what = props.what) => setPanel({ kind: "search", terms: typed().trim(), what });
  // Another search was begun elsewhere: by a hashtag, a command or the menu of a channel.
  createEffect(
    on(
      () => props.terms,
      (terms) => terms.trim() !== typed().trim() && setTyped(terms),
      { defer: true },
    ),
  );
  const choose = (terms: string) => {
    setTyped(terms);
    search();
  };
  return (
    <>
      <PanelHead title={t("searchTitle")} />
      <form
        class="panel-find"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <TextField
          label={t("searchPosts")}
          unlabelled
          type="search"
          icon="search"
          placeholder={t("searchPlaceholder")}
          value={typed()}
          onInput={setTyped}
          autofocus
          ref={(element: HTMLInputElement) => queueMicrotask(() => element.focus())}
        />
        <div class="threads-tabs" role="group">
          <button
            type="button"
            class="channel-count"
            aria-pressed={props.what === "posts"}
            onClick={() => search("posts")}
          >
            {t("messages")}
          </button>
          <button
            type="button"
            class="channel-count"
            aria-pressed={props.what === "files"}
            onClick={() => search("files")}
          >
            {t("files")}
          </button>
        </div>
        <FilterChips terms={typed()} onChange={choose}>
          <SaveSearch terms={typed()} />
        </FilterChips>
      </form>
      {/* Keyed: other words are marked in other results. */}
      <Show when={props.terms} keyed fallback={<Begin onChoose={choose} />}>
        {(terms) => (
          <ChatText terms={termsOf(terms)}>
            <Show when={props.what === "posts"} fallback={<FilesFound terms={terms} />}>
              <PostsFound terms={terms} />
            </Show>
          </ChatText>
        )}
      </Show>
    </>
  );
}

function PostsFound(props: { terms: string }) {
  const search = postsFound(props.terms);
  return (
    <>
      <Looked count={search.looked()} />
      <PostResults
        on={props.terms}
        pageLen={SEARCH_LEN}
        icon="search"
        empty={t("nothingFound")}
        hint={t("nothingFoundHint")}
        load={search.load}
      />
    </>
  );
}

function FilesFound(props: { terms: string }) {
  const search = filesFound(props.terms);
  return (
    <>
      <Looked count={search.looked()} />
      <FileResults on={props.terms} load={search.load} />
    </>
  );
}

/** How far a search has come of which a part is done here. */
function Looked(props: { count: number | undefined }) {
  return (
    <p class="search-looked" role="status">
      <Show when={props.count}>{(count) => t("lookedThrough", { count: count() })}</Show>
    </p>
  );
}

const HINTS = [
  { marks: ["from:"], words: "hintFrom" },
  { marks: ["in:"], words: "hintIn" },
  { marks: ["before:", "after:", "on:"], words: "hintDate" },
  { marks: ['"…"'], words: "hintPhrase" },
  { marks: ["-"], words: "hintNot" },
  { marks: ["has:file"], words: "hintHas" },
  { marks: ["is:thread"], words: "hintIs" },
  { marks: ["sort:oldest"], words: "hintSort" },
] as const;

/** Before anything is searched for: what was saved, and how to narrow. */
function Begin(props: { onChoose: (terms: string) => void }) {
  return (
    <div class="panel-body">
      <SavedSearches onChoose={props.onChoose} />
      <Hints />
    </div>
  );
}

function Hints() {
  return (
    <div class="search-hints">
      <h3>{t("searchHints")}</h3>
      <For each={HINTS}>
        {(hint) => (
          <p>
            <span>
              <For each={hint.marks}>{(mark) => <code>{mark}</code>}</For>
            </span>
            {t(hint.words)}
          </p>
        )}
      </For>
    </div>
  );
}
