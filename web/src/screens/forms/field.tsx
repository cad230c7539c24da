// One field of a form, as its kind asks for.
import { Match, Show, Switch } from "solid-js";
import { type AskedForm, lookUp } from "../../query/interactive";
import { Checkbox, Choices, Icon, TextArea, TextField } from "../../ui";
import type { DialogElement } from "../../wire.gen";
import type { Value } from "./answers";
import { Choice } from "./choice";
import { type Source, sourceOf, textOf } from "./sources";
import { t } from "./strings";

/** The kinds of text for which browsers have a keyboard or a check. */
const TEXT_TYPES = new Set(["email", "number", "password", "tel", "url"]);

interface FieldProps {
  form: AskedForm;
  element: DialogElement;
  value: Value;
  problem: string | undefined;
  onChange: (value: Value) => void;
}

export function Field(props: FieldProps) {
  const one = () => props.element;
  const label = () => (one().optional ? t("optional", { label: one().display_name }) : one().display_name);
  const text = () => (typeof props.value === "string" ? props.value : "");
  const hint = () => one().help_text || undefined;
  const isDate = () => one().type === "date" || one().type === "datetime";
  const type = () => {
    if (isDate()) return one().type === "date" ? "date" : "datetime-local";
    // Addresses are checked by ourselves, so that words of ours say what is wrong.
    return TEXT_TYPES.has(one().subtype) && one().subtype !== "url" && one().subtype !== "email"
      ? one().subtype
      : "text";
  };
  return (
    <Switch
      fallback={
        <TextField
          label={label()}
          type={type()}
          step={one().subtype === "number" ? "any" : undefined}
          hint={hint()}
          problem={props.problem}
          placeholder={one().placeholder}
          maxlength={one().max_length > 0 ? one().max_length : undefined}
          autocomplete="off"
          value={text()}
          onInput={props.onChange}
        />
      }
    >
      <Match when={one().type === "textarea"}>
        <TextArea
          label={label()}
          rows={4}
          hint={hint()}
          problem={props.problem}
          placeholder={one().placeholder}
          maxlength={one().max_length > 0 ? one().max_length : undefined}
          value={text()}
          onInput={props.onChange}
        />
      </Match>
      <Match when={one().type === "select"}>
        <SelectField {...props} />
      </Match>
      <Match when={one().type === "radio"}>
        <Choices
          label={label()}
          {...(hint() ? { hint: hint() ?? "" } : {})}
          value={text()}
          options={(one().options ?? []).map((option) => ({ value: option.value, label: option.text }))}
          onChoose={props.onChange}
        />
        <Problem text={props.problem} />
      </Match>
      <Match when={one().type === "bool"}>
        <fieldset class="choices">
          <legend class="field-label">{label()}</legend>
          <Checkbox
            label={one().placeholder || one().display_name}
            {...(hint() ? { hint: hint() ?? "" } : {})}
            checked={props.value === true}
            onChange={props.onChange}
          />
        </fieldset>
        <Problem text={props.problem} />
      </Match>
    </Switch>
  );
}

function SelectField(props: FieldProps) {
  const one = () => props.element;
  const values = (): readonly string[] => {
    if (typeof props.value === "string") return props.value === "" ? [] : [props.value];
    return typeof props.value === "boolean" ? [] : props.value;
  };
  // What the source called a line is kept, as an id alone says nothing.
  const names = new Map<string, string>();
  const named: Source = async (typed) => {
    const dynamic = one().data_source === "dynamic" && one().data_source_url;
    const found = dynamic
      ? await lookUp(props.form, one().data_source_url ?? "", one().name, typed)
      : await sourceOf(one().data_source, one().options)(typed);
    for (const option of found) names.set(option.value, option.text);
    return found;
  };
  return (
    <Choice
      label={one().optional ? t("optional", { label: one().display_name }) : one().display_name}
      hint={one().help_text || undefined}
      problem={props.problem}
      placeholder={one().placeholder || undefined}
      many={one().multiselect ?? false}
      chosen={values().map((value) => ({ value, text: names.get(value) ?? textOf(value, one().options) }))}
      source={named}
      onChange={(chosen) => {
        const all = chosen.map((option) => option.value);
        props.onChange(one().multiselect ? all : (all[0] ?? ""));
      }}
    />
  );
}

function Problem(props: { text: string | undefined }) {
  return (
    <Show when={props.text}>
      {(text) => (
        <p class="field-problem" role="alert">
          <Icon name="warning" size="small" />
          {text()}
        </p>
      )}
    </Show>
  );
}
