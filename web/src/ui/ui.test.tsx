// The primitives by keyboard and as a screen reader meets them.

import { cleanup, fireEvent, render, screen } from "@solidjs/testing-library";
import { batch, createSignal, For, Show } from "solid-js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { hueOf, initialsOf } from "./avatar";
import { passFocusOn } from "./focus";
import { Button, CountBadge, Dialog, MenuButton, type MenuItem, Tabs, TextField, Toasts, Toggle, toast } from "./index";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

describe("a button", () => {
  it("cannot be pressed twice while it works, and says so", () => {
    const pressed = vi.fn();
    render(() => (
      <Button busy onClick={pressed}>
        Save
      </Button>
    ));
    fireEvent.click(screen.getByRole("button"));
    expect(pressed).not.toHaveBeenCalled();
    expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("true");
  });
});

describe("a menu", () => {
  const open = (items: MenuItem[]) => {
    render(() => <MenuButton label="More" items={() => items} />);
    fireEvent.click(screen.getByLabelText("More"));
  };
  const item = (label: string, more: Partial<MenuItem> = {}): MenuItem => ({ label, perform: () => {}, ...more });

  it("focuses its first item and moves with the arrows, past disabled ones and around the end", () => {
    open([item("Edit"), item("Pin", { enabled: false }), item("Delete")]);
    expect(document.activeElement?.textContent).toBe("Edit");
    press("ArrowDown");
    expect(document.activeElement?.textContent).toBe("Delete");
    press("ArrowDown");
    expect(document.activeElement?.textContent).toBe("Edit");
  });

  it("finds by typing", () => {
    open([item("Edit"), item("Pin"), item("Delete")]);
    press("d");
    expect(document.activeElement?.textContent).toBe("Delete");
  });

  it("closes on Escape and gives the focus back", () => {
    render(() => <MenuButton label="More" items={() => [item("Edit")]} />);
    const button = screen.getByLabelText("More");
    button.focus();
    fireEvent.click(button);
    press("Escape");
    expect(screen.queryByRole("menu")).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it("keeps the focus on its item while what is offered changes", () => {
    const [count, setCount] = createSignal(1);
    render(() => <MenuButton label="More" items={() => [item(`Edit ${count()}`)]} />);
    fireEvent.click(screen.getByLabelText("More"));
    const first = document.activeElement;
    setCount(2);
    expect(document.activeElement).toBe(first);
    expect(first?.getAttribute("role")).toBe("menuitem");
  });

  it("does what was chosen, once", () => {
    const perform = vi.fn();
    open([item("Edit", { perform })]);
    fireEvent.click(screen.getByRole("menuitem"));
    expect(perform).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole("menu")).toBeNull();
  });
});

describe("a dialog", () => {
  it("has its title as name and gives the focus back when it closes", () => {
    const [open, setOpen] = createSignal(false);
    render(() => (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        <Show when={open()}>
          <Dialog title="Settings" onClose={() => setOpen(false)}>
            <input data-first aria-label="Name" />
          </Dialog>
        </Show>
      </>
    ));
    const opener = screen.getByText("Open");
    opener.focus();
    fireEvent.click(opener);
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
    expect(screen.getByRole("dialog").getAttribute("aria-labelledby")).toBe(screen.getByText("Settings").id);
    fireEvent.click(screen.getByLabelText("Close"));
    expect(document.activeElement).toBe(opener);
  });
});

describe("tabs", () => {
  it("choose with the arrows, and only the chosen one is in the tab order", () => {
    const [chosen, setChosen] = createSignal<"a" | "b">("a");
    const tabs = [
      { key: "a", label: "One" },
      { key: "b", label: "Two" },
    ] as const;
    render(() => (
      <Tabs label="Parts" tabs={tabs} chosen={chosen()} onChoose={setChosen}>
        {chosen()}
      </Tabs>
    ));
    screen.getByText("One").focus();
    press("ArrowRight");
    expect(chosen()).toBe("b");
    expect(document.activeElement?.textContent).toBe("Two");
    expect(screen.getByText("One").tabIndex).toBe(-1);
    expect(screen.getByRole("tabpanel").textContent).toBe("b");
  });
});

describe("fields", () => {
  it("tie what is wrong to the control", () => {
    render(() => <TextField label="E-mail" value="x" onInput={() => {}} problem="That is no address." />);
    const input = screen.getByLabelText("E-mail");
    expect(input.getAttribute("aria-invalid")).toBe("true");
    const described = document.getElementById(input.getAttribute("aria-describedby") ?? "");
    expect(described?.textContent).toBe("That is no address.");
  });

  it("show a password when asked", () => {
    render(() => <TextField label="Password" type="password" value="secret" onInput={() => {}} />);
    fireEvent.click(screen.getByLabelText("Show password"));
    expect(screen.getByLabelText("Password").getAttribute("type")).toBe("text");
  });

  it("are switches where they act at once", () => {
    const changed = vi.fn();
    render(() => <Toggle label="Sounds" checked={false} onChange={changed} />);
    fireEvent.click(screen.getByRole("switch"));
    expect(changed).toHaveBeenCalledWith(true);
  });
});

describe("toasts", () => {
  it("are three at most, and go by themselves", () => {
    vi.useFakeTimers();
    const { container } = render(() => <Toasts />);
    for (const text of ["one", "two", "three", "four"]) toast(text);
    expect([...container.querySelectorAll(".toast span")].map((one) => one.textContent)).toEqual([
      "two",
      "three",
      "four",
    ]);
    vi.advanceTimersByTime(10_000);
    expect(container.querySelectorAll(".toast")).toHaveLength(0);
  });
});

describe("a list", () => {
  it("passes the focus on to what comes in the place of what had it", () => {
    const [rows, setRows] = createSignal(["one", "two", "three"]);
    const [more, setMore] = createSignal(true);
    const otherwise = vi.fn();
    function List() {
      let list!: HTMLDivElement;
      passFocusOn({ rows, list: () => list, items: ".row", otherwise });
      return (
        <div ref={list}>
          <For each={rows()}>{(name) => <Button class="row">{name}</Button>}</For>
          <Show when={more()}>
            <Button>more</Button>
          </Show>
        </div>
      );
    }
    render(() => <List />);
    const standing = (change: () => void) => {
      batch(change);
      return document.activeElement?.textContent;
    };
    screen.getByText("two").focus();
    expect(standing(() => setRows(["one", "three"]))).toBe("three");
    screen.getByText("more").focus();
    expect(standing(() => [setRows(["one", "three", "four"]), setMore(false)])).toBe("four");
    expect(standing(() => setRows(["one", "three"]))).toBe("three");
    screen.getByText("one").focus();
    expect(standing(() => setRows(["three", "one"]))).toBe("one");
    expect(otherwise).not.toHaveBeenCalled();
    standing(() => setRows([]));
    expect(otherwise).toHaveBeenCalledOnce();
  });
});

describe("small things", () => {
  it("count to 99", () => {
    render(() => <CountBadge count={120} />);
    expect(screen.getByText("99+")).toBeTruthy();
  });

  it("give a name its initials and always the same hue", () => {
    expect(["Ann Lee", "ben.m", "太郎", ""].map(initialsOf)).toEqual(["AL", "BM", "太", "?"]);
    expect(hueOf("ann")).toBe(hueOf("ann"));
  });
});
