// A short tour: one thing after the other is pointed at where it is, and can be used meanwhile.
import { createEffect, createSignal, on, Show } from "solid-js";
import { Button, Popover } from "../../ui";
import { attempt } from "../channel/menu";
import { setSidebarOpen } from "../place";
import { dismissOffer, setTouring } from "./progress";
import { t } from "./strings";

const STEPS = [
  { name: "stepChannels", at: ".sidebar-list", side: "end", inSidebar: true },
  { name: "stepFind", at: ".sidebar-find", side: "bottom", inSidebar: true },
  { name: "stepThreads", at: '.sidebar-row a[href$="/threads"]', side: "bottom", inSidebar: true },
  { name: "stepWrite", at: ".shell-center .composer", side: "top", inSidebar: false },
  { name: "stepYou", at: ".sidebar-me", side: "top", inSidebar: true },
] as const;

/** Where the sidebar leaves no room beside it: the list is pointed at from above, so that it is seen. */
const NARROW = "(max-width: 48rem)";
const sideOf = (step: (typeof STEPS)[number]) =>
  step.side === "end" && matchMedia(NARROW).matches ? "top" : step.side;

export default function Tour() {
  const [at, setAt] = createSignal(0);
  const [anchor, setAnchor] = createSignal<HTMLElement>();
  const step = () => STEPS[at()] ?? STEPS[0];
  const end = () => {
    setSidebarOpen(false);
    setTouring(false);
    attempt(dismissOffer("tour"));
  };
  const isLast = () => at() === STEPS.length - 1;
  createEffect(
    on(step, (now) => {
      setAnchor(undefined);
      // On a phone the sidebar covers what is beside it.
      setSidebarOpen(now.inSidebar);
      requestAnimationFrame(() => setAnchor(document.querySelector<HTMLElement>(now.at) ?? document.body));
    }),
  );
  return (
    <Show when={anchor()} keyed>
      {(element) => (
        <Popover anchor={element} side={sideOf(step())} label={t(step().name)} class="tour" onClose={end}>
          <h2>{t(step().name)}</h2>
          <p>{t(`${step().name}Text`)}</p>
          <div class="tour-foot">
            <small>{t("tourOf", { at: at() + 1, count: STEPS.length })}</small>
            <Show when={at() > 0}>
              <Button size="small" onClick={() => setAt(at() - 1)}>
                {t("back")}
              </Button>
            </Show>
            <Button size="small" kind="primary" data-first onClick={() => (isLast() ? end() : setAt(at() + 1))}>
              {t(isLast() ? "end" : "next")}
            </Button>
          </div>
        </Popover>
      )}
    </Show>
  );
}
