// Who I am to others: picture, names, position, address.

import { createSignal, Show } from "solid-js";
import { form, put as putJson, remove } from "../../net/rest";
import { config, me, store } from "../../query/world";
import { put } from "../../state/tables";
import { Avatar, Banner, Button, TextField } from "../../ui";
import { t as ui } from "../../ui/strings";
import { toast } from "../../ui/toast";
import type { User } from "../../wire.gen";
import { pictureOf } from "../pictures";
import { attempt, createTask } from "../task";
import { Section } from "./section";
import { t } from "./strings";

/** Reads my account as it is after a change, so that it shows everywhere at once. */
function keep(user: User): void {
  store.commit([put("users", user.id, { ...store.get("users", user.id), ...user })]);
}

export const changeMe = async (change: Partial<User> & { password?: string }): Promise<void> =>
  keep(await putJson<User>("/users/me/patch", change));

export function ProfilePage() {
  const user = me();
  const task = createTask();
  const [names, setNames] = createSignal({
    first_name: user?.first_name ?? "",
    last_name: user?.last_name ?? "",
    nickname: user?.nickname ?? "",
    username: user?.username ?? "",
    position: user?.position ?? "",
    email: user?.email ?? "",
  });
  const [password, setPassword] = createSignal("");
  const change = (name: keyof ReturnType<typeof names>) => (value: string) => setNames({ ...names(), [name]: value });
  const needsPassword = () => names().email !== me()?.email;
  const submit = async (event: Event) => {
    event.preventDefault();
    const { email, ...rest } = names();
    const address = needsPassword() ? { email, password: password() } : {};
    if (await task.run(() => changeMe({ ...rest, ...address }))) {
      setPassword("");
      toast({ text: ui("saved"), kind: "success" });
    }
  };
  return (
    <>
      <Section title={t("picture")} hint={t("pictureHint")}>
        <Picture />
      </Section>
      <Section title={t("aboutYou")}>
        <form class="settings-section" onSubmit={(event) => void submit(event)}>
          <Show when={task.problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
          <div class="settings-pair">
            <TextField
              label={t("firstName")}
              autocomplete="given-name"
              maxlength={64}
              value={names().first_name}
              onInput={change("first_name")}
            />
            <TextField
              label={t("lastName")}
              autocomplete="family-name"
              maxlength={64}
              value={names().last_name}
              onInput={change("last_name")}
            />
            <TextField label={t("nickname")} maxlength={64} value={names().nickname} onInput={change("nickname")} />
            <TextField
              label={t("username")}
              autocomplete="username"
              required
              minlength={3}
              maxlength={64}
              value={names().username}
              onInput={change("username")}
            />
          </div>
          <TextField
            label={t("position")}
            hint={t("positionHint")}
            maxlength={128}
            value={names().position}
            onInput={change("position")}
          />
          <TextField
            label={t("email")}
            type="email"
            autocomplete="email"
            required
            value={names().email}
            onInput={change("email")}
          />
          <Show when={needsPassword()}>
            <TextField
              label={t("currentPassword")}
              hint={t("currentPasswordHint")}
              type="password"
              autocomplete="current-password"
              required
              value={password()}
              onInput={setPassword}
            />
          </Show>
          <div class="settings-actions">
            <Button type="submit" kind="primary" busy={task.busy()}>
              {ui("save")}
            </Button>
          </div>
        </form>
      </Section>
    </>
  );
}

function Picture() {
  let chooser!: HTMLInputElement;
  const changed = (at: number) => {
    const user = store.get("users", store.me);
    if (user) store.commit([put("users", user.id, { ...user, last_picture_update: at })]);
  };
  const upload = (file: File | undefined) => {
    if (!file) return;
    const limit = Number(config().MaxFileSize ?? Number.POSITIVE_INFINITY);
    if (file.size > limit) {
      toast({ text: t("pictureTooLarge"), kind: "danger" });
      return;
    }
    const body = new FormData();
    body.append("image", file);
    attempt(async () => {
      await form("/users/me/image", body);
      changed(Date.now());
    }, ui("saved"));
  };
  return (
    <div class="settings-picture">
      <Avatar name={me()?.username ?? ""} src={pictureOf(me())} size="huge" />
      <div>
        <input
          ref={chooser}
          type="file"
          accept="image/png,image/jpeg,image/gif,image/webp,image/bmp"
          hidden
          onChange={(event) => upload(event.currentTarget.files?.[0])}
        />
        <Button icon="camera" onClick={() => chooser.click()}>
          {t("changePicture")}
        </Button>
        <Show when={(me()?.last_picture_update ?? 0) > 0}>
          <Button
            kind="quiet"
            onClick={() =>
              attempt(async () => {
                await remove("/users/me/image");
                changed(-Date.now());
              }, ui("saved"))
            }
          >
            {t("removePicture")}
          </Button>
        </Show>
      </div>
    </div>
  );
}
