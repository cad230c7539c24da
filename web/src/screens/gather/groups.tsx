// Groups of people: which there are, who is in them, making and changing one.
import { createResource, createSignal, For, Match, Show, Switch } from "solid-js";
import { searchUsers } from "../../query/do";
import { changeGroup, createGroup, groups, membersOfGroup, removeGroup } from "../../query/groups";
import { may } from "../../query/world";
import { Banner, Button, Dialog, Empty, Icon, MenuButton, Skeleton, TextField } from "../../ui";
import type { Group, User } from "../../wire.gen";
import { PeopleField } from "../manage/people-field";
import { setDialog } from "../place";
import { Sure } from "../sure";
import { createTask, problemText } from "../task";
import { t } from "./strings";
import "./gather.css";

const HANDLE = /^[a-z0-9._-]{1,64}$/;

export default function GroupsDialog() {
  const [editing, setEditing] = createSignal<Group | "new">();
  return (
    <Show when={editing()} keyed fallback={<All onEdit={setEditing} />}>
      {(one) => <Edit group={one === "new" ? undefined : one} onDone={() => setEditing(undefined)} />}
    </Show>
  );
}

function All(props: { onEdit: (one: Group | "new") => void }) {
  const [leaving, setLeaving] = createSignal<Group>();
  const task = createTask();
  return (
    <Dialog
      title={t("groups")}
      description={t("groupsHint")}
      onClose={() => setDialog(undefined)}
      footer={
        may("create_custom_group") ? (
          <Button kind="primary" icon="add" data-first onClick={() => props.onEdit("new")}>
            {t("createGroup")}
          </Button>
        ) : undefined
      }
    >
      <div class="gather">
        <Show when={task.problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
        <Show
          when={groups().length > 0}
          fallback={
            <Empty icon="people" title={t("noGroups")}>
              {t("noGroupsHint")}
            </Empty>
          }
        >
          <ul class="gather-list">
            <For each={groups()}>
              {(one) => (
                <li>
                  <Icon name="people" />
                  <span>
                    <strong>{one.display_name}</strong>
                    <small>
                      <bdi>@{one.name}</bdi> · {t("memberCount", { count: one.member_count ?? 0 })}
                    </small>
                  </span>
                  <Show when={one.source === "custom" && (may("edit_custom_group") || may("delete_custom_group"))}>
                    <MenuButton
                      size="small"
                      align="end"
                      label={t("optionsOf", { name: one.display_name })}
                      items={() => [
                        {
                          label: t("edit"),
                          icon: "edit",
                          enabled: may("edit_custom_group"),
                          perform: () => props.onEdit(one),
                        },
                        {
                          label: t("deleteGroup"),
                          icon: "trash",
                          danger: true,
                          enabled: may("delete_custom_group"),
                          perform: () => setLeaving(one),
                        },
                      ]}
                    />
                  </Show>
                </li>
              )}
            </For>
          </ul>
        </Show>
        <Show when={leaving()}>
          {(one) => (
            <Sure
              title={t("deleteQuestion", { name: one().display_name })}
              text={t("deleteGroupText")}
              onClose={() => setLeaving(undefined)}
              perform={() => void task.run(() => removeGroup(one()))}
            />
          )}
        </Show>
      </div>
    </Dialog>
  );
}

function Edit(props: { group: Group | undefined; onDone: () => void }) {
  const [members] = createResource(() => (props.group ? membersOfGroup(props.group) : Promise.resolve([])));
  return (
    <Switch
      fallback={
        <Dialog title={t("groups")} onClose={() => setDialog(undefined)}>
          <Skeleton lines={6} avatar />
        </Dialog>
      }
    >
      <Match when={members.error as unknown}>
        <Dialog title={t("groups")} onClose={() => props.onDone()}>
          <Banner kind="danger">{problemText(members.error)}</Banner>
        </Dialog>
      </Match>
      <Match when={members.state === "ready"}>
        <GroupForm group={props.group} members={members() ?? []} onDone={props.onDone} />
      </Match>
    </Switch>
  );
}

function GroupForm(props: { group: Group | undefined; members: readonly User[]; onDone: () => void }) {
  const [name, setName] = createSignal(props.group?.display_name ?? "");
  const [handle, setHandle] = createSignal(props.group?.name ?? "");
  const [chosen, setChosen] = createSignal<readonly User[]>(props.members);
  const task = createTask();
  const called = () => handle().replace(/^@/, "");
  const ready = () => name().trim() !== "" && HANDLE.test(called()) && chosen().length > 0;
  const save = async () => {
    const form = { display_name: name().trim(), name: called() };
    const ids = chosen().map((user) => user.id);
    const before = props.members.map((user) => user.id);
    const work = () => (props.group ? changeGroup(props.group, form, before, ids) : createGroup(form, ids));
    if (await task.run(work)) props.onDone();
  };
  return (
    <Dialog
      title={props.group ? t("editGroup", { name: props.group.display_name }) : t("createGroup")}
      onClose={() => props.onDone()}
      onSubmit={() => void save()}
      footer={
        <>
          <Button onClick={() => props.onDone()}>{t("back")}</Button>
          <Button type="submit" kind="primary" busy={task.busy()} disabled={!ready()}>
            {t("save")}
          </Button>
        </>
      }
    >
      <div class="gather">
        <Show when={task.problem()}>{(text) => <Banner kind="danger">{text()}</Banner>}</Show>
        <TextField label={t("groupName")} maxlength={64} value={name()} onInput={setName} autofocus />
        <TextField
          label={t("groupHandle")}
          hint={t("groupHandleHint")}
          maxlength={64}
          autocomplete="off"
          spellcheck={false}
          icon="at"
          value={handle()}
          onInput={(text) => setHandle(text.toLowerCase())}
        />
        <PeopleField
          label={t("members")}
          chosen={chosen()}
          onChange={setChosen}
          search={async (typed) => (await searchUsers(typed, {})).users.filter((user) => user.delete_at === 0)}
        />
      </div>
    </Dialog>
  );
}
