"""Which processes belong to a folder, whoever started them, and which of them are there yet."""

import os
from pathlib import Path


def processes(place):
    """Every process that was started for a folder, whoever its parent is: {pid: start}."""
    found = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            words = (entry / "cmdline").read_bytes().decode(errors="replace")
            stays = os.readlink(entry / "cwd")
            # Field 22, after the name in parentheses, which may hold anything.
            state, *_, started = (entry / "stat").read_text().rsplit(")", 1)[1].split()[:20]
        except OSError:
            continue
        if state != "Z" and (str(place) in words or stays.startswith(str(place))) and "muster-load" not in words:
            found[int(entry.name)] = started
    return found


def still(ours):
    """Those of some processes that are there yet, and not others with their numbers."""
    return [pid for pid, started in ours.items() if started_at(pid) == started]


def started_at(pid):
    """When the process of this number began; None when there is none, or one that has only to be waited for."""
    try:
        state, *_, started = Path("/proc/%d/stat" % pid).read_text().rsplit(")", 1)[1].split()[:20]
    except OSError:
        return None
    return None if state == "Z" else started
