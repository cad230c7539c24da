"""Panels as pictures: the values of queries as an SVG that needs nothing to be looked at."""

import math
from html import escape

WIDTH = 520
# Of the plot: its place from the left, its end from the right, its top and its bottom; the scale of time is below it.
LEFT, RIGHT, TOP, BOTTOM = 66, 12, 34, 182
# From the bottom of the plot to the first row of the legend, from row to row, and from the last one to the edge.
LEGEND, ROW, EDGE = 34, 15, 14
COLUMNS = 2
# Told apart by people who see colours differently, on white.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#8a6d00", "#5b5ea6", "#444444", "#b2182b", "#66a61e"]
LINES_MAX = 10
LETTERS_MAX = 38
# What a letter of the legend takes at most, and the colour before it with the room behind it.
LETTER, SIGN = 6.2, 26
# Parts of a scale at most, and how it may be counted: by these, ten times these, a tenth of them.
PARTS_MAX, STEPS = 5, (1, 2, 2.5, 5, 10)
# Seconds between two figures of time, the first that makes few enough.
CLOCK, TIMES_MAX = (5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21_600, 86_400), 6
BYTES = ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB"), (1, "B"))


def amount(value, unit):
    """A value as a person reads it."""
    if unit == "percentunit":
        return "%.3g %%" % (value * 100)
    if unit == "s":
        for factor, name in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")):
            if value >= factor:
                return "%.3g %s" % (value / factor, name)
        return "0"
    if unit in ("bytes", "Bps"):
        per = "/s" if unit == "Bps" else ""
        factor, name = next((one for one in BYTES if value >= one[0]), BYTES[-1])
        return "%.4g %s%s" % (value / factor, name, per)
    per = "/s" if unit in ("reqps", "ops") else ""
    if value >= 10_000:
        return "%.3g k%s" % (value / 1000, per)
    return ("{:,.0f}{}" if value >= 1000 else "{:.3g}{}").format(value, per)


def scale(value, unit):
    """What a scale that reaches a value is counted by, and how often."""
    if value <= 0:
        return 0.25, 4
    # Bytes are counted by round numbers of what they are told in.
    factor = next((one for one, _ in BYTES if value >= one), 1) if unit in ("bytes", "Bps") else 1
    least = value / factor / PARTS_MAX
    power = 10 ** math.floor(math.log10(least))
    step = next(step for step in STEPS if step * power >= least * 0.9999) * power
    return step * factor, max(math.ceil(value / factor / step - 1e-9), 2)


def places(points, at, of):
    """A line through the points as a path. Where samples are missing it is interrupted; one by itself is a dot."""
    steps = [later - earlier for (earlier, _), (later, _) in zip(points, points[1:])]
    gap, words, before = 1.5 * min(steps, default=0), [], None
    for time, value in points:
        is_new = before is None or time - before > gap
        words.append("%s%.1f %.1f" % ("M" if is_new else "L", at(time), of(value)))
        if is_new:
            words.append("h0")
        before = time
    return "".join(words)


def panel(title, unit, lines, begin, end, note=""):
    """One panel and its height; `lines` is [(legend, [(time, value), ...]), ...]. The highest are drawn, in this order."""
    right = WIDTH - RIGHT
    lines = [(name, [(at, value) for at, value in points if math.isfinite(value)]) for name, points in lines]
    lines = [one for one in lines if one[1]]
    highest = sorted(range(len(lines)), key=lambda at: -max(value for _, value in lines[at][1]))[:LINES_MAX]
    more, lines = len(lines) - len(highest), [lines[at] for at in sorted(highest)]
    step, parts = scale(max((value for _, points in lines for _, value in points), default=0), unit)
    out = ['<text x="12" y="20" class="title">%s</text>' % escape(title), *scales(unit, step, parts, end - begin, right)]
    if not lines:
        out.append('<text x="%d" y="%d" class="scale" text-anchor="middle">%s</text>'
                   % ((LEFT + right) / 2, (TOP + BOTTOM) / 2, "no value in this run"))
    for number, (_, points) in enumerate(lines):
        path = places(points, lambda time: LEFT + (time - begin) / (end - begin) * (right - LEFT),
                      lambda value: BOTTOM - max(value, 0) / (step * parts) * (BOTTOM - TOP))
        out.append('<path d="%s" class="line" stroke="%s"/>' % (path, COLOURS[number % len(COLOURS)]))
    words, last = legend([name for name, _ in lines], more, right)
    out += words
    if note:
        out.append("<title>%s</title>" % escape(note))
    return "".join(out), last + EDGE


def scales(unit, step, parts, seconds, right):
    """The lines and figures of values, and the figures of time."""
    out = []
    for part in range(parts + 1):
        y = BOTTOM - (BOTTOM - TOP) * part / parts
        out.append('<path d="M%d %.1fH%d" class="grid"/>' % (LEFT, y, right))
        out.append('<text x="%d" y="%.1f" class="scale" text-anchor="end">%s</text>'
                   % (LEFT - 6, y + 3.5, amount(step * part, unit)))
    every = next((one for one in CLOCK if seconds / one <= TIMES_MAX), CLOCK[-1])
    for at in range(0, int(seconds) + 1, every):
        x = LEFT + at / seconds * (right - LEFT)
        out.append('<text x="%.1f" y="%d" class="scale" text-anchor="%s">%d:%02d</text>'
                   % (x, BOTTOM + 14, "middle" if right - x > 14 else "end", at // 60, at % 60))
    return out


def legend(names, more, right):
    """What each line is, in as many rows as that takes, and where the last row is; how many lines are not drawn."""
    out, x, y = [], LEFT, BOTTOM + LEGEND
    for number, name in enumerate(names + ["and %d more" % more] * bool(more)):
        text = name if len(name) <= LETTERS_MAX else name[:LETTERS_MAX - 1] + "…"
        width = SIGN + len(text) * LETTER
        if x > LEFT and x + width > right:
            x, y = LEFT, y + ROW
        if number < len(names):
            colour = COLOURS[number % len(COLOURS)]
            out.append('<path d="M%.0f %dh10" stroke="%s" stroke-width="3"/>' % (x, y - 4, colour))
        out.append('<text x="%.0f" y="%d" class="scale">%s</text>' % (x + 14, y, escape(text)))
        x += width
    return out, y


def dashboard(title, about, panels):
    """All panels of a dashboard as one picture; `panels` are what `panel` returned."""
    width, top, parts = COLUMNS * WIDTH + 24, 54, []
    for first in range(0, len(panels), COLUMNS):
        row = panels[first:first + COLUMNS]
        height = max(high for _, high in row)
        for column, (inside, _) in enumerate(row):
            parts.append('<g transform="translate(%d %d)"><rect width="%d" height="%d" class="panel"/>%s</g>'
                         % (8 + column * (WIDTH + 8), top, WIDTH, height, inside))
        top += height + 12
    height = top - 2
    return """<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">
<style>
text{font:12px system-ui,"DejaVu Sans",sans-serif;fill:#1c1e21}
.head{font-size:17px;font-weight:600}.title{font-weight:600;font-size:13px}.scale{font-size:10px;fill:#5f6368}
.grid{stroke:#e4e6ea;stroke-width:1}.panel{fill:#fff;stroke:#d6d9de;rx:6}
.line{fill:none;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
</style>
<rect width="100%%" height="100%%" fill="#f5f6f8"/>
<text x="12" y="26" class="head">%s</text><text x="12" y="44" class="scale">%s</text>
%s
</svg>
""" % (width, height, width, height, escape(title), escape(about), "\n".join(parts))
