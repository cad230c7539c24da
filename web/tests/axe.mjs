// What axe calls serious or critical in a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** With `rules` also what these find, which axe does not ask by itself. Pages must be opened with `bypassCSP`: the policy
 * forbids evaluated scripts, and this one belongs to the test. */
export async function serious(page, rules = []) {
  return page.evaluate(
    async ([source, asked]) => {
      if (!window.axe) new Function(source).call(window);
      const isSuggestions = (node) => document.querySelector(node.target.join(" "))?.matches(".suggestions");
      const result = await window.axe.run(document, {
        resultTypes: ["violations"],
        rules: Object.fromEntries(asked.map((name) => [name, { enabled: true }])),
      });
      return (
        result.violations
          .filter((one) => one.impact === "serious" || one.impact === "critical")
          // Arrow keys scroll the suggestions while the focus stays in the text, which this rule knows of comboboxes alone.
          .filter(({ id, nodes }) => id !== "scrollable-region-focusable" || nodes.some((node) => !isSuggestions(node)))
          .map(
            (one) =>
              `${one.id}: ${one.nodes
                .slice(0, 3)
                .map((node) => node.target.join(" "))
                .join(" | ")}`,
          )
      );
    },
    [AXE, rules],
  );
}
