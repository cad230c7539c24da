// What this server and its provider of SAML know each other by: addresses to register, the provider's description, and
// certificates. Certificates are files and no settings: what is uploaded counts at once, at all nodes.

import { createResource, createSignal, Show } from "solid-js";
import { catalogue } from "../../i18n/catalogue";
import { certificates } from "../../i18n/en/certificates";
import { form, get, post, remove } from "../../net/rest";
import { Banner, Button, Tag, TextField } from "../../ui";
import { toast } from "../../ui/toast";
import { createTask } from "../task";
import { type Field, keyOf } from "./config";
import { Confirm, type Question } from "./confirm";
import { nameOfSetting } from "./setting-names";
import { Table } from "./table";

const t = catalogue("certificates", certificates);

export const SECTION = "SamlSettings";
/** The setting that has the address of the provider's description: it stands here and not among the others. */
export const isDescription = (field: Field): boolean =>
  keyOf(field.section, field.name) === keyOf(SECTION, "IdpMetadataURL");

/** A provider as the server reads its description. */
interface Described {
  readonly idp_descriptor_url: string;
  readonly idp_url: string;
  readonly idp_public_certificate: string;
}

/** What is kept, with the name that the server's status has for it. */
const KINDS = [
  { kind: "idp", status: "idp_certificate_file" },
  { kind: "public", status: "public_certificate_file" },
  { kind: "private", status: "private_key_file" },
] as const;
type Kind = (typeof KINDS)[number]["kind"];
type Status = Readonly<Record<(typeof KINDS)[number]["status"], boolean>>;

const address = (kind: Kind) => `/saml/certificate/${kind}`;

interface Props {
  readonly description: Field;
  /** What a setting of the section will be. */
  textOf(name: string): string;
  onChange(name: string, text: string): void;
  /** The address of this site. */
  readonly site: string;
}

export function SamlCertificates(props: Props) {
  const [status, { refetch }] = createResource(() => get<Status>("/saml/certificate/status"));
  const [asked, setAsked] = createSignal<Question>();
  const task = createTask();
  const receiver = () => props.textOf("AssertionConsumerServiceURL") || `${props.site}/login/sso/saml`;
  const entity = () => props.textOf("ServiceProviderIdentifier") || receiver();

  const take = async (kind: Kind, pem: Blob) => {
    const body = new FormData();
    body.append("certificate", pem, `${kind}.pem`);
    await form(address(kind), body);
    await refetch();
  };
  const readDescription = () =>
    task.run(async () => {
      const asked = { saml_metadata_url: props.textOf(props.description.name) };
      const found = await post<Described>("/saml/metadatafromidp", asked);
      await take("idp", new Blob([found.idp_public_certificate]));
      props.onChange("IdpURL", found.idp_url);
      props.onChange("IdpDescriptorURL", found.idp_descriptor_url);
      toast({ text: t("readDone"), kind: "success" });
    });
  const upload = (kind: Kind, file: File) =>
    task.run(async () => {
      await take(kind, file);
      toast({ text: t("uploaded"), kind: "success" });
    });
  const askToRemove = (kind: Kind) =>
    setAsked({
      title: t("removeTitle", { name: t(kind) }),
      text: t("removeText"),
      yes: t("remove"),
      work: async () => {
        await remove(address(kind));
        await refetch();
      },
    });

  return (
    <>
      <p class="field-hint">{t("register", { entity: entity(), receiver: receiver() })}</p>
      <Show when={task.problem()}>{(problem) => <Banner kind="danger">{problem()}</Banner>}</Show>
      <TextField
        label={nameOfSetting(props.description)}
        hint={t("readHint")}
        autocomplete="off"
        disabled={props.description.pinned}
        value={props.textOf(props.description.name)}
        onInput={(typed) => props.onChange(props.description.name, typed)}
      />
      <div class="admin-actions">
        <Button
          busy={task.busy()}
          disabled={props.textOf(props.description.name) === ""}
          onClick={() => void readDescription()}
        >
          {t("read")}
        </Button>
      </div>
      <Table
        label={t("certificates")}
        columns={[t("what"), t("state")]}
        rows={status.error ? undefined : status.latest && KINDS}
        failed={status.error}
        empty={{ icon: "lock", title: t("none") }}
        row={({ kind, status: name }) => (
          <tr>
            <td>{t(kind)}</td>
            <td>
              <Tag kind={status.latest?.[name] ? "success" : "plain"}>
                {t(status.latest?.[name] ? "there" : "none")}
              </Tag>
            </td>
            <td>
              <div class="admin-actions">
                <Chooser onChoose={(file) => void upload(kind, file)} />
                <Show when={status.latest?.[name]}>
                  <Button size="small" kind="quiet" onClick={() => askToRemove(kind)}>
                    {t("remove")}
                  </Button>
                </Show>
              </div>
            </td>
          </tr>
        )}
      />
      <Show when={asked()}>{(question) => <Confirm question={question()} onClose={() => setAsked(undefined)} />}</Show>
    </>
  );
}

function Chooser(props: { onChoose: (file: File) => void }) {
  let chosen: HTMLInputElement | undefined;
  return (
    <>
      <input
        ref={chosen}
        type="file"
        accept=".pem,.crt,.cer,.key"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) props.onChoose(file);
        }}
      />
      <Button size="small" onClick={() => chosen?.click()}>
        {t("upload")}
      </Button>
    </>
  );
}
