"""What `deploy/check` asks of the pictures that `deploy/panels` draws: scales, lines and legends."""

import re

import draw
from checks import check, equal


def run():
    with check("scales are counted by round numbers of their unit"):
        told = [[draw.amount(step * part, unit) for part in (1, parts)]
                for unit, (step, parts) in ((unit, draw.scale(value, unit)) for value, unit in (
                    (285, "reqps"), (76e6, "bytes"), (930, "ops"), (4_300, "ops"), (1, "percentunit"), (0, "short")))]
        equal(told, [["100/s", "300/s"], ["20 MiB", "80 MiB"], ["200/s", "1,000/s"], ["1,000/s", "5,000/s"],
                     ["20 %", "100 %"], ["0.25", "1"]])
    with check("a line is interrupted where samples are missing"):
        points = [(0, 1), (2, 2), (4, 3), (20, 4), (30, 5), (32, 6)]
        drawn = draw.places(points, float, float)
        equal(drawn, "M0.0 1.0h0L2.0 2.0L4.0 3.0M20.0 4.0h0M30.0 5.0h0L32.0 6.0")
    with check("the highest lines are drawn, in their order, and how many are not is told"):
        lines = [("line %d" % one, [(0, one), (1, one)]) for one in range(draw.LINES_MAX + 3)]
        inside, _ = draw.panel("Lines", "short", lines, 0, 1)
        equal(re.findall(r">(line \d+|and \d+ more)<", inside), [name for name, _ in lines[3:]] + ["and 3 more"])
