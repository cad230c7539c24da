// One provider of OpenID Connect: a line that can be moved, and its form below it.

import { For, Show } from "solid-js";
import { config } from "../../query/world";
import { Icon, IconButton, Select, TextArea, TextField, Toggle } from "../../ui";
import { Secret } from "../manage/secret";
import { type Faults, type KeyOf, PRODUCTS, type Preset, type Provider } from "./provider-file";
import { t } from "./provider-strings";
import { Test } from "./trial";

interface ProviderFormProps {
  readonly provider: Provider;
  /** With the secret that is typed, or that the file has. */
  readonly whole: Provider;
  /** The file has a secret, which stays unless another one is typed. */
  readonly hasSecret: boolean;
  readonly faults: Faults;
  readonly isOpen: boolean;
  readonly isDragged: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onChange: (provider: Provider) => void;
  /** By keys: one place on, or back. */
  readonly onStep: (by: number) => void;
  readonly onDrag: (isDragged: boolean) => void;
  /** Another one is dragged over this one. */
  readonly onOver: () => void;
  readonly onRemove: () => void;
}

export function ProviderForm(props: ProviderFormProps) {
  /** What stands on the button. */
  const name = () => props.provider.button_text || PRODUCTS[props.provider.preset].product;
  return (
    <li
      class="sign-in-provider"
      data-dragged={props.isDragged ? "" : undefined}
      data-wrong={Object.keys(props.faults).length > 0 ? "" : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        props.onOver();
      }}
      onDrop={(event) => event.preventDefault()}
      // Of an open form the text of its fields can be marked instead.
      draggable={!props.isOpen && !(props.isFirst && props.isLast)}
      onDragStart={(event) => {
        event.dataTransfer?.setData("application/x-provider", props.provider.name);
        props.onDrag(true);
      }}
      onDragEnd={() => props.onDrag(false)}
    >
      <div class="sign-in-head">
        <button
          type="button"
          class="sign-in-name"
          aria-expanded={props.isOpen}
          onClick={() => props.onOpen(!props.isOpen)}
        >
          <Icon name={props.isOpen ? "chevronDown" : "chevronEnd"} size="small" />
          <strong>{name()}</strong>
          <small>{props.provider.name}</small>
        </button>
        <IconButton
          size="small"
          icon="arrowUp"
          label={t("moveUp", { name: name() })}
          disabled={props.isFirst}
          onClick={() => props.onStep(-1)}
        />
        <IconButton
          size="small"
          icon="arrowDown"
          label={t("moveDown", { name: name() })}
          disabled={props.isLast}
          onClick={() => props.onStep(1)}
        />
        <IconButton size="small" icon="trash" label={t("remove", { name: name() })} onClick={() => props.onRemove()} />
      </div>
      <Show when={props.isOpen}>
        <div class="sign-in-form">
          <Basics {...props} />
          <Test service={props.provider.name} provider={props.whole} />
          <details>
            <summary>{t("advanced")}</summary>
            <Further {...props} />
          </details>
        </div>
      </Show>
    </li>
  );
}

type Part = Pick<ProviderFormProps, "provider" | "faults" | "onChange" | "hasSecret">;

/** Fields of the form: what each says now, whether that can be, and what it becomes. */
function fieldsOf(props: Part) {
  const set = (change: Partial<Provider>) => props.onChange({ ...props.provider, ...change });
  const problem = (key: keyof Provider) => {
    const fault = props.faults[key];
    // What is not filled in yet is no mistake; below, it is counted.
    const isEmpty = props.provider[key] === "" && fault !== "wrongNameTwice";
    return fault && !isEmpty ? t(fault) : undefined;
  };
  return {
    set,
    text: (key: KeyOf<string>) => ({
      value: props.provider[key],
      problem: problem(key),
      autocomplete: "off",
      spellcheck: false,
      onInput: (value: string) => set({ [key]: value.trim() }),
    }),
    lines: (key: KeyOf<readonly string[]>) => ({
      value: props.provider[key].join("\n"),
      problem: problem(key),
      rows: 2,
      spellcheck: false,
      // The line that is being typed may be empty yet.
      onInput: (value: string) => set({ [key]: value === "" ? [] : value.split("\n") }),
      onChange: () => set({ [key]: props.provider[key].map((line) => line.trim()).filter(Boolean) }),
    }),
    toggle: (key: KeyOf<boolean>) => ({
      checked: props.provider[key],
      onChange: (value: boolean) => set({ [key]: value }),
    }),
  };
}

/** Where the provider sends people back to: the server goes by its own address, whichever the console was opened at. */
const redirectOf = (name: string) => `${config().SiteURL || location.origin}/signup/${name}/complete`;

function Basics(props: Part) {
  const { set, text, lines, toggle } = fieldsOf(props);
  const product = () => PRODUCTS[props.provider.preset];
  const options = (Object.keys(PRODUCTS) as Preset[]).map((value) => ({
    value,
    label: value === "generic" ? t("productOther") : PRODUCTS[value].product,
  }));
  /** A name that was not chosen yet follows the product. */
  const choose = (preset: Preset) => {
    const isOwn = props.provider.name !== "" && props.provider.name !== product().name;
    set({ preset, name: isOwn ? props.provider.name : PRODUCTS[preset].name });
  };
  const issuerHint = () => {
    const { issuer, example } = product();
    return issuer ? t("addressKnown", { address: issuer }) : t("addressHint", { example });
  };
  return (
    <>
      <Select label={t("product")} value={props.provider.preset} options={options} onChoose={choose} />
      <TextField label={t("name")} hint={t("nameHint")} {...text("name")} />
      <TextField label={t("address")} hint={issuerHint()} inputmode="url" {...text("issuer")} />
      <TextField label={t("clientId")} hint={t("clientIdHint")} {...text("client_id")} />
      <TextField
        label={t("secret")}
        type="password"
        hint={props.hasSecret ? t("secretKept") : t("secretHint")}
        {...text("client_secret")}
        autocomplete="new-password"
      />
      <Show when={props.provider.name !== "" && !props.faults.name}>
        <div class="field">
          <span class="field-label">{t("redirect")}</span>
          <Secret text={redirectOf(props.provider.name)} />
          <p class="field-hint">{t("redirectHint")}</p>
        </div>
      </Show>
      <TextField
        label={t("button")}
        hint={t("emptyIs", { text: product().product })}
        {...text("button_text")}
        onInput={(value) => set({ button_text: value })}
      />
      <TextField label={t("color")} hint={t("wrongColor")} {...text("button_color")} />
      <TextArea label={t("requiredGroups")} hint={t("requiredGroupsHint")} {...lines("required_groups")} />
      <TextArea
        label={t("requiredClaims")}
        hint={t("mapped", { example: "hd=example.com" })}
        {...lines("required_claims")}
      />
      <Toggle label={t("createAccounts")} {...toggle("create_accounts")} />
      <Toggle label={t("matchByEmail")} hint={t("matchByEmailHint")} {...toggle("match_by_email")} />
      <Toggle label={t("trustEmail")} hint={t("trustEmailHint")} {...toggle("trust_email")} />
      <Toggle label={t("signOutThere")} {...toggle("sign_out_there")} />
    </>
  );
}

/** The claims with what the standard calls them; nothing where the field is left to people. */
const CLAIMS = [
  ["subject", "sub"],
  ["username", "preferred_username"],
  ["email", "email"],
  ["first_name", "given_name"],
  ["last_name", "family_name"],
  ["nickname", ""],
  ["position", ""],
  ["picture", "picture"],
  ["groups", "groups"],
] as const;

function Further(props: Part) {
  const { text, lines } = fieldsOf(props);
  const claimOf = (name: string, standard: string) =>
    name === "subject" ? (PRODUCTS[props.provider.preset].subject ?? standard) : standard;
  return (
    <div class="sign-in-form">
      <TextArea label={t("roles")} hint={t("mapped", { example: "ops=system_admin" })} {...lines("roles")} />
      <TextArea label={t("teams")} hint={t("mapped", { example: "*=crew" })} {...lines("teams")} />
      <For each={CLAIMS}>
        {([name, standard]) => (
          <TextField
            label={t(`claim_${name}`)}
            hint={standard === "" ? t("claimLeft") : t("claimHint", { claim: claimOf(name, standard) })}
            {...text(`${name}_claim`)}
          />
        )}
      </For>
      <TextArea label={t("scopes")} hint={t("emptyIs", { text: "openid profile email" })} {...lines("scopes")} />
      <TextField label={t("authority")} hint={t("authorityHint")} {...text("ca_file")} />
      <TextArea label={t("previousIssuers")} hint={t("previousIssuersHint")} {...lines("previous_issuers")} />
    </div>
  );
}
