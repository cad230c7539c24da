// Roles and what they may. The whole list of permissions is what all roles together have: the administrator has all.

import { createEffect, createMemo, createResource, createSignal, For, on, Show } from "solid-js";
import { get, put } from "../../net/rest";
import { Banner, Button, Checkbox, Skeleton, Tag, TextField } from "../../ui";
import { t as ui } from "../../ui/strings";
import { toast } from "../../ui/toast";
import type { Role } from "../../wire.gen";
import { createTask } from "../task";
import { keepCurrentInSight } from "./current";
import { grouped } from "./names";
import { nameOfPermission, nameOfRole } from "./right-names";
import { t } from "./strings";
import { Page } from "./table";

export default function Roles() {
  const [roles, { mutate }] = createResource(async () => {
    const all = await get<Role[]>("/roles");
    return all.filter((role) => role.delete_at === 0).sort((a, b) => a.name.localeCompare(b.name));
  });
  const [chosenName, setChosenName] = createSignal("system_user");
  const [typed, setTyped] = createSignal("");
  const [picked, setPicked] = createSignal<ReadonlySet<string>>(new Set());
  const task = createTask();
  const chosen = createMemo(() => roles()?.find((role) => role.name === chosenName()) ?? roles()?.[0]);
  createEffect(on(chosen, (role) => setPicked(new Set(role?.permissions))));
  let nav: HTMLElement | undefined;
  keepCurrentInSight(() => nav, chosen);
  const all = createMemo(() => [...new Set((roles() ?? []).flatMap((role) => role.permissions))].sort());
  const groups = () => {
    const wanted = typed().trim().toLowerCase();
    return grouped(all().filter((one) => one.includes(wanted) || nameOfPermission(one).toLowerCase().includes(wanted)));
  };
  const changes = () => {
    const before = new Set(chosen()?.permissions);
    return [...new Set([...before, ...picked()])].filter((one) => before.has(one) !== picked().has(one)).length;
  };
  const save = () =>
    task.run(async () => {
      const role = chosen();
      if (!role) return;
      const saved = await put<Role>(`/roles/${role.id}/patch`, { permissions: [...picked()] });
      mutate((known) => known?.map((one) => (one.id === saved.id ? saved : one)));
      toast({ text: ui("saved"), kind: "success" });
    });
  const flip = (permission: string, has: boolean) => {
    const next = new Set(picked());
    if (has) next.add(permission);
    else next.delete(permission);
    setPicked(next);
  };
  // Taking rights from the administrator would lock everybody out; the server refuses it as well.
  const fixed = () => chosen()?.name === "system_admin";
  return (
    <Page title={t("roles")} hint={t("rolesHint")}>
      <Show when={chosen()} fallback={<Skeleton lines={8} />}>
        {(role) => (
          <div class="admin-split">
            <nav ref={nav} aria-label={t("roles")}>
              <For each={roles()}>
                {(one) => (
                  <button
                    type="button"
                    aria-current={one === role() ? "true" : undefined}
                    onClick={() => setChosenName(one.name)}
                  >
                    {nameOfRole(one)}
                  </button>
                )}
              </For>
            </nav>
            <div class="admin-permissions">
              <div class="table-tags">
                <Tag>{role().name}</Tag>
                <Tag kind="info">{t("permissionCount", { count: role().permissions.length })}</Tag>
              </div>
              <Show when={fixed()}>
                <Banner>{t("adminFixed")}</Banner>
              </Show>
              <Show when={task.problem()}>{(problem) => <Banner kind="danger">{problem()}</Banner>}</Show>
              <TextField
                label={t("findPermissions")}
                unlabelled
                type="search"
                icon="search"
                placeholder={t("findPermissions")}
                value={typed()}
                onInput={setTyped}
              />
              <For each={groups()}>
                {([group, permissions]) => (
                  <section>
                    <h3>{t(`group_${group}`)}</h3>
                    <ul>
                      <For each={permissions}>
                        {(permission) => (
                          <li>
                            <Checkbox
                              label={nameOfPermission(permission)}
                              checked={picked().has(permission)}
                              disabled={fixed()}
                              onChange={(has) => flip(permission, has)}
                            />
                          </li>
                        )}
                      </For>
                    </ul>
                  </section>
                )}
              </For>
              <Show when={changes() > 0}>
                <div class="admin-bar">
                  <span role="status">{t("changes", { count: changes() })}</span>
                  <Button onClick={() => setPicked(new Set(role().permissions))}>{t("undo")}</Button>
                  <Button kind="primary" busy={task.busy()} onClick={() => void save()}>
                    {ui("save")}
                  </Button>
                </div>
              </Show>
            </div>
          </div>
        )}
      </Show>
    </Page>
  );
}
