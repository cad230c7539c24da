"""Panels as pictures: the values of queries as an SVG that needs nothing to be looked at."""

import math
from html import escape

WIDTH = 520
# Of the plot: its place from the left, its end from the right, its top and its bottom; the scale of time is below it.
LEFT, RIGHT, TOP, BOTTOM = 58, 12, 34, 182
# From the bottom of the plot to the first row of the legend, from row to row, and from the last one to the edge.
LEGEND, ROW, EDGE = 34, 15, 14
COLUMNS = 2
# Told apart by people who see colours differently, on white.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#8a6d00", "#5b5ea6", "#444444", "#b2182b", "#66a61e"]
LINES_MAX = 10
LETTERS_MAX = 38


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
        for factor, name in ((2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")):
            if value >= factor:
                return "%.3g %s%s" % (value / factor, name, per)
        return "%.3g B%s" % (value, per)
    per = "/s" if unit in ("reqps", "ops") else ""
    if value >= 10_000:
        return "%.3g k%s" % (value / 1000, per)
    return "%.3g%s" % (value, per)


def ceiling(value):
    """The next round number, for the top of an axis."""
    if value <= 0:
        return 1
    scale = 10 ** math.floor(math.log10(value))
    return next(step * scale for step in (1, 1.5, 2, 3, 4, 5, 6, 8, 10) if step * scale >= value)


def panel(title, unit, lines, begin, end, note=""):
    """One panel and its height; `lines` is [(legend, [(time, value), ...]), ...]."""
    right = WIDTH - RIGHT
    lines = [(legend, [(at, value) for at, value in points if math.isfinite(value)]) for legend, points in lines]
    lines = sorted((one for one in lines if one[1]), key=lambda one: -max(value for _, value in one[1]))[:LINES_MAX]
    out = ['<text x="12" y="20" class="title">%s</text>' % escape(title)]
    top = ceiling(max((value for _, points in lines for _, value in points), default=0))
    out += scales(unit, top, end - begin, right)
    if not lines:
        out.append('<text x="%d" y="%d" class="scale" text-anchor="middle">%s</text>'
                   % ((LEFT + right) / 2, (TOP + BOTTOM) / 2, "no value in this run"))
    for number, (_, points) in enumerate(lines):
        place = " ".join("%.1f,%.1f" % (LEFT + (at - begin) / (end - begin) * (right - LEFT),
                                        BOTTOM - max(value, 0) / top * (BOTTOM - TOP)) for at, value in points)
        out.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="1.6"/>'
                   % (place, COLOURS[number % len(COLOURS)]))
    words, last = legend([name for name, _ in lines], right)
    out += words
    if note:
        out.append("<title>%s</title>" % escape(note))
    return "".join(out), last + EDGE


def scales(unit, top, seconds, right):
    """The lines and figures of values, and the figures of time."""
    out = []
    for part in range(5):
        y = BOTTOM - (BOTTOM - TOP) * part / 4
        out.append('<path d="M%d %.1fH%d" class="grid"/>' % (LEFT, y, right))
        out.append('<text x="%d" y="%.1f" class="scale" text-anchor="end">%s</text>'
                   % (LEFT - 6, y + 3.5, amount(top * part / 4, unit)))
    for part in range(5):
        x, at = LEFT + (right - LEFT) * part / 4, seconds * part / 4
        anchor = "middle" if 0 < part < 4 else ("start" if part == 0 else "end")
        out.append('<text x="%.1f" y="%d" class="scale" text-anchor="%s">%d:%02d</text>'
                   % (x, BOTTOM + 14, anchor, at // 60, at % 60))
    return out


def legend(names, right):
    """What each line is, in as many rows as that takes, and where the last row is."""
    out, x, y = [], LEFT, BOTTOM + LEGEND
    for number, name in enumerate(names):
        text = name if len(name) <= LETTERS_MAX else name[:LETTERS_MAX - 1] + "…"
        width = 24 + len(text) * 5.6
        if x > LEFT and x + width > right:
            x, y = LEFT, y + ROW
        out.append('<path d="M%.0f %dh10" stroke="%s" stroke-width="3"/>' % (x, y - 4, COLOURS[number % len(COLOURS)]))
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
</style>
<rect width="100%%" height="100%%" fill="#f5f6f8"/>
<text x="12" y="26" class="head">%s</text><text x="12" y="44" class="scale">%s</text>
%s
</svg>
""" % (width, height, width, height, escape(title), escape(about), "\n".join(parts))
