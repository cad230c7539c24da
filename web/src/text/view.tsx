// Draws the tree of a message. Elements only: nothing here or below ever parses HTML.

import { createMemo, For, type JSX, Match, Show, Switch } from "solid-js";
import { t } from "../ui/strings";
import { Code } from "./code";
import { Words } from "./inline";
import { Maths } from "./maths";
import { isEmojiOnly } from "./parse";
import { read } from "./read";
import type { Block, Item, Tree } from "./tree";
import "./text.css";

/** A message. `version` names the text as it is now (post id and `update_at`), so that it is read once. */
export function MessageText(props: { text: string; version: string }) {
  const tree = createMemo(() => read(props.version, props.text)());
  return <TreeView tree={tree()} />;
}

export function TreeView(props: { tree: Tree }) {
  return (
    <div class="text" data-large={isEmojiOnly(props.tree) ? "true" : undefined}>
      {props.tree.map((block) => (
        <BlockView block={block} dir="auto" />
      ))}
    </div>
  );
}

function Blocks(props: { blocks: readonly Block[] }) {
  const { blocks } = props;
  return blocks.map((block) => <BlockView block={block} />);
}

/** `dir` is for blocks that stand alone: a list or a quote has one direction, by its first letter that has one. */
function BlockView(props: { block: Block; dir?: "auto" }): JSX.Element {
  const { block, dir } = props;
  switch (block.kind) {
    case "paragraph":
      return (
        <p dir={dir}>
          <Words parts={block.children} />
        </p>
      );
    case "heading":
      // The page owns h1 to h3; a heading inside a message must not break its outline.
      return (
        <p
          class="text-heading"
          role="heading"
          dir={dir}
          aria-level={Math.min(6, block.level + 3)}
          data-level={block.level}
        >
          <Words parts={block.children} />
        </p>
      );
    case "code":
      return <Code text={block.text} language={block.language} />;
    case "maths":
      return <Maths text={block.text} block />;
    case "quote":
      return (
        <blockquote dir={dir}>
          <Blocks blocks={block.children} />
        </blockquote>
      );
    case "list":
      return <List start={block.start} items={block.items} dir={dir} />;
    case "table":
      return <Table block={block} dir={dir} />;
    case "rule":
      return <hr />;
    default:
      return never(block);
  }
}

function List(props: { start: number | undefined; items: readonly Item[]; dir: "auto" | undefined }) {
  const items = () => (
    <For each={props.items}>
      {(item) => (
        <li data-task={item.checked === undefined ? undefined : "true"}>
          <Show when={item.checked !== undefined}>
            <input
              type="checkbox"
              aria-label={item.checked ? t("taskDone") : t("taskOpen")}
              checked={item.checked === true}
              disabled
            />
          </Show>
          <Blocks blocks={item.children} />
        </li>
      )}
    </For>
  );
  return (
    <Switch>
      <Match when={props.start !== undefined}>
        <ol start={props.start} dir={props.dir}>
          {items()}
        </ol>
      </Match>
      <Match when={true}>
        <ul dir={props.dir}>{items()}</ul>
      </Match>
    </Switch>
  );
}

function Table(props: { block: Extract<Block, { kind: "table" }>; dir: "auto" | undefined }) {
  return (
    <div class="text-table" tabindex={0} dir={props.dir}>
      <table>
        <thead>
          <tr>
            <For each={props.block.head}>
              {(cell, at) => (
                <th scope="col" data-align={props.block.align[at()]}>
                  <Words parts={cell} />
                </th>
              )}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={props.block.rows}>
            {(row) => (
              <tr>
                <For each={row}>
                  {(cell, at) => (
                    <td data-align={props.block.align[at()]}>
                      <Words parts={cell} />
                    </td>
                  )}
                </For>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </div>
  );
}

function never(block: never): never {
  throw new Error(`no such block: ${JSON.stringify(block)}`);
}
