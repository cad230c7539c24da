// Before something that cannot be undone, or reaches others: over the dialog that asked, or as one of its own.
import { Button, Dialog } from "../ui";
import { t } from "./strings";

/** What is about to be done, by its name. */
export interface Asked {
  readonly title: string;
  readonly text: string;
  /** The button that does it; without it, it deletes. */
  readonly yes?: string;
  readonly perform: () => void;
}

export function Sure(props: Asked & { onClose: () => void }) {
  const perform = () => {
    // What is asked about is gone once the question is closed.
    props.perform();
    props.onClose();
  };
  return (
    <Dialog
      title={props.title}
      size="small"
      onClose={props.onClose}
      onSubmit={perform}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t("cancel")}</Button>
          <Button kind="danger" type="submit" data-first>
            {props.yes ?? t("delete")}
          </Button>
        </>
      }
    >
      <p>{props.text}</p>
    </Dialog>
  );
}
