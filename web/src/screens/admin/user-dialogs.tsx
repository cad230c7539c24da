// What administrators do with one account: a new one, a new password, its sessions.

import { createResource, createSignal, For, Show } from "solid-js";
import { formatDate } from "../../i18n/language";
import { get, post, put } from "../../net/rest";
import { Banner, Button, Dialog, Empty, Icon, Skeleton, TextField } from "../../ui";
import { t as ui } from "../../ui/strings";
import { toast } from "../../ui/toast";
import type { Session, User } from "../../wire.gen";
import { Row } from "../settings/section";
import { nameOfSession } from "../settings/session-name";
import { attempt, createTask } from "../task";
import { t } from "./strings";

export function NewPassword(props: { user: User; onClose: () => void }) {
  const task = createTask();
  const [password, setPassword] = createSignal("");
  const submit = async () => {
    const done = await task.run(() => put(`/users/${props.user.id}/password`, { new_password: password() }));
    if (!done) return;
    toast({ text: t("done"), kind: "success" });
    props.onClose();
  };
  return (
    <Dialog
      title={t("newPassword")}
      description={<bdi>@{props.user.username}</bdi>}
      size="small"
      onClose={props.onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={props.onClose}>{ui("cancel")}</Button>
          <Button type="submit" kind="primary" busy={task.busy()}>
            {ui("save")}
          </Button>
        </>
      }
    >
      <TextField
        label={t("newPassword")}
        hint={t("newPasswordHint")}
        problem={task.problem()}
        type="password"
        autocomplete="new-password"
        required
        data-first
        value={password()}
        onInput={setPassword}
      />
    </Dialog>
  );
}

export function NewUser(props: { onClose: () => void; onMade: () => void }) {
  const task = createTask();
  const [form, setForm] = createSignal({ username: "", email: "", password: "" });
  const change = (name: "username" | "email" | "password") => (value: string) => setForm({ ...form(), [name]: value });
  const submit = async () => {
    if (!(await task.run(() => post("/users", form())))) return;
    props.onMade();
    props.onClose();
  };
  return (
    <Dialog
      title={t("newUser")}
      size="small"
      onClose={props.onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={props.onClose}>{ui("cancel")}</Button>
          <Button type="submit" kind="primary" busy={task.busy()}>
            {t("create")}
          </Button>
        </>
      }
    >
      <div class="settings-section">
        <Show when={task.problem()}>{(problem) => <Banner kind="danger">{problem()}</Banner>}</Show>
        <TextField label={t("username")} required data-first value={form().username} onInput={change("username")} />
        <TextField label={t("email")} type="email" required value={form().email} onInput={change("email")} />
        <TextField
          label={t("password")}
          type="password"
          autocomplete="new-password"
          required
          value={form().password}
          onInput={change("password")}
        />
      </div>
    </Dialog>
  );
}

export function UserSessions(props: { user: User; onClose: () => void }) {
  const [sessions, { refetch }] = createResource(() => get<Session[]>(`/users/${props.user.id}/sessions`));
  const end = (path: string, body: unknown) =>
    attempt(async () => {
      await post(`/users/${props.user.id}/sessions/${path}`, body);
      await refetch();
    }, t("done"));
  return (
    <Dialog
      title={t("sessions")}
      description={<bdi>@{props.user.username}</bdi>}
      onClose={props.onClose}
      footer={
        <Button kind="danger" onClick={() => end("revoke/all", {})}>
          {t("endAll")}
        </Button>
      }
    >
      <Show when={sessions()} fallback={<Skeleton lines={3} />}>
        {(all) => (
          <Show when={all().length > 0} fallback={<Empty icon="globe" title={t("noSessions")} />}>
            <ul class="settings-list">
              <For each={all()}>
                {(session) => (
                  <Row
                    lead={<Icon name={session.device_id ? "bell" : "globe"} />}
                    title={nameOfSession(session)}
                    detail={formatDate(session.last_activity_at, "moment")}
                  >
                    <Button size="small" kind="quiet" onClick={() => end("revoke", { session_id: session.id })}>
                      {t("endSession")}
                    </Button>
                  </Row>
                )}
              </For>
            </ul>
          </Show>
        )}
      </Show>
    </Dialog>
  );
}
