// What a first visit offers, as a line at the foot of the sidebar: it is in nobody's way, and goes for good when not wanted.
import { Show } from "solid-js";
import { Icon, IconButton } from "../../ui";
import { attempt } from "../channel/menu";
import { setDialog } from "../place";
import { dismissOffer, type Offer, offered, setTouring, touring } from "./progress";
import { t } from "./strings";
import Tour from "./tour";
import "./start.css";

export default function Start() {
  return (
    <>
      <Show when={offered(Date.now())}>{(offer) => <Offered offer={offer()} />}</Show>
      <Show when={touring()}>
        <Tour />
      </Show>
    </>
  );
}

function Offered(props: { offer: Offer }) {
  const isTour = () => props.offer === "tour";
  return (
    <div class="start-row">
      <button
        type="button"
        class="start-open"
        onClick={() => (isTour() ? setTouring(true) : setDialog({ kind: "start" }))}
      >
        <Icon name={isTour() ? "help" : "flag"} size="small" />
        <span>
          <strong>{t(isTour() ? "tour" : "adminTitle")}</strong>
          <Show when={isTour()}>
            <small>{t("tourHint")}</small>
          </Show>
        </span>
      </button>
      <IconButton size="small" icon="close" label={t("dismiss")} onClick={() => attempt(dismissOffer(props.offer))} />
    </div>
  );
}
