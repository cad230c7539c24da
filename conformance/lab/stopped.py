#!/usr/bin/env python3
"""Runs that end before their end, by Ctrl-C or a full disk, and what is looked at before any run begins."""

import contextlib
import os
import subprocess

# First: it says where the next ones are.
import stand
import muster
from checks import check, equal

FEW = ["--users", "6", "--ramp", "2s", *stand.WRITING]
DISK_BYTES = 1 << 19


def by_hand(lab):
    run = lab.begin("bounded", *FEW, "--duration", "300s", *lab.scraping("by-hand"))
    lab.until_measured(run)
    run.interrupt()
    status, said = run.end()
    results = lab.results("by-hand")
    with check("Ctrl-C ends a run with the report of what was seen, which is told to be a part"):
        equal((status, results["valid"], results["partial"], results["users"]["ready"]), (1, False, True, 6))
        words = "The run did not reach its end: it was stopped by hand"
        assert any(one.startswith(words) for one in results["complaints"]), results["complaints"]
        assert words in said and words in lab.markdown("by-hand"), said[-500:]
        assert "stopping; the report of what was seen follows" in said, said[-500:]
        assert results["requests"]["times"]["count"] > 0 and "report: " in said, said[-500:]


@contextlib.contextmanager
def small_disk(place):
    """A disk of half a megabyte at `place`; False where nobody may mount one."""
    place.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=%d" % DISK_BYTES, "tmpfs", place]
    try:
        mounted = subprocess.run(words, capture_output=True, text=True)
        problem = mounted.stderr.strip() if mounted.returncode else None
    except FileNotFoundError:
        problem = "there is no mount"
    if problem:
        print("-- left out: a full disk: %s" % problem, flush=True)
        yield False
        return
    try:
        yield True
    finally:
        subprocess.run(["umount", place], check=True)


def fill(disk):
    with contextlib.suppress(OSError), open(disk / "filling", "wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))


def full_disk(lab):
    disk, elsewhere = lab.folder / "disk", lab.folder / "elsewhere"
    elsewhere.mkdir()
    with small_disk(disk) as is_there:
        if not is_there:
            return
        # One report that has no room at the end, one disk that has none from the beginning.
        run = lab.begin("bounded", *FEW, "--duration", "6s", "--metrics-url", lab.metrics(), "--range", "15s", "--report",
                        disk / "report", env={**os.environ, "TMPDIR": str(elsewhere)})
        run.until("users arrive")
        fill(disk)
        status, said = run.end()
        with check("a disk that is full by the end is told, and the report is where the last line says"):
            equal(status, 1)
            last = said.strip().split("\n")[-1]
            assert "No space left on device" in last and str(disk / "report") in last, said[-500:]
            instead = last.split("the report is in ")[1].split(" instead")[0]
            assert instead.startswith(str(elsewhere)), instead
            names = {"results.json", "report.html", "report.md", "raw"}
            equal(names - set(os.listdir(instead)), set())
            assert not (disk / "report/results.json").exists(), "half a file"
        with check("a disk that is full at the beginning ends it before the first user"):
            status, said = lab.run("bounded", *FEW, "--duration", "5s", "--report", disk / "another")
            assert status == 1 and "No space left on device" in said and "measuring" not in said, said
        with check("a state that cannot be saved ends the filling of a server, with its name"):
            size = ["--users", "3", "--teams", "1", "--channels", "1", "--posts", "1"]
            status, said = lab.run("generate", *size, "--state", disk / "state.json")
            assert status == 1 and "No space left on device" in said and "state.json" in said, said


def preflight(lab):
    def look(*flags):
        return lab.begin_plain("preflight", *flags).end()

    with check("a look at the machine says what is well and what to change, and the exit status is 0 when nothing is"):
        status, said = look("--users", "10", "--url", lab.server.url)
        lines = said.splitlines()
        changes = [at for at, line in enumerate(lines) if line.startswith("change  ")]
        for at in changes:
            assert lines[at + 1].startswith(" " * 8) and lines[at + 1].strip(), lines[at]
        equal(status, 1 if changes else 0)
        equal(lines[-1], "ok      %s answers" % lab.server.url)
        for word in ("open files: ", "ports to connect from: ", "accepted: ", "taken by the host: ", "free processors: ",
                     "sent again "):
            assert any(word in line for line in lines), word
    with check("more users than a machine has files and ports for are told, however many"):
        for users in (1_000_000_000, (1 << 64) - 1):
            status, said = look("--users", users)
            changes = [line for line in said.splitlines() if line.startswith("change  ")]
            equal(status, 1)
            for word in ("open files: ", "ports to connect from: "):
                assert any(word in line for line in changes), (word, said)
            assert "ulimit -n " in said and "--local-addresses" in said, said
    with check("a server that is not there is told after the look at the machine"):
        status, said = look("--url", "http://127.0.0.1:%d" % muster.free_port())
        assert status == 1 and "open files: " in said and "cannot be reached" in said.splitlines()[-1], said


def main():
    with stand.filled() as lab:
        by_hand(lab)
        full_disk(lab)
        preflight(lab)
    stand.finish()


main()
