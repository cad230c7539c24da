// Before something is gone for everybody: over the dialog that asked.
import { Button, Dialog } from "../ui";
import { t } from "./strings";

export function Sure(props: { title: string; text: string; onClose: () => void; perform: () => void }) {
  const perform = () => {
    props.onClose();
    props.perform();
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
            {t("delete")}
          </Button>
        </>
      }
    >
      <p>{props.text}</p>
    </Dialog>
  );
}
