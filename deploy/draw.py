"""Panels as pictures: the values of queries as an SVG that needs nothing to be looked at."""

import math
from html import escape

WIDTH, HEIGHT = 520, 230
LEFT, RIGHT, TOP, BOTTOM = 58, 12, 34, 48
COLUMNS = 2
# Told apart by people who see colours differently, on white.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#8a6d00", "#5b5ea6", "#444444", "#b2182b", "#66a61e"]
LINES_MAX = 10


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
    """One panel; `lines` is [(legend, [(time, value), ...]), ...]."""
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    lines = [(legend, [(at, value) for at, value in points if math.isfinite(value)]) for legend, points in lines]
    lines = sorted((one for one in lines if one[1]), key=lambda one: -max(value for _, value in one[1]))[:LINES_MAX]
    out = ['<text x="12" y="20" class="title">%s</text>' % escape(title)]
    top = ceiling(max((value for _, points in lines for _, value in points), default=0))
    for part in range(5):
        y = bottom - (bottom - TOP) * part / 4
        out.append('<path d="M%d %.1fH%d" class="grid"/>' % (LEFT, y, right))
        out.append('<text x="%d" y="%.1f" class="scale" text-anchor="end">%s</text>'
                   % (LEFT - 6, y + 3.5, amount(top * part / 4, unit)))
    for part in range(5):
        x, at = LEFT + (right - LEFT) * part / 4, (end - begin) * part / 4
        anchor = "middle" if 0 < part < 4 else ("start" if part == 0 else "end")
        out.append('<text x="%.1f" y="%d" class="scale" text-anchor="%s">%d:%02d</text>'
                   % (x, bottom + 14, anchor, at // 60, at % 60))
    if not lines:
        out.append('<text x="%d" y="%d" class="scale" text-anchor="middle">%s</text>'
                   % ((LEFT + right) / 2, (TOP + bottom) / 2, "no value in this run"))
    legend_x = LEFT
    for number, (legend, points) in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        place = " ".join("%.1f,%.1f" % (LEFT + (at - begin) / (end - begin) * (right - LEFT),
                                        bottom - value / top * (bottom - TOP)) for at, value in points)
        out.append('<polyline points="%s" fill="none" stroke="%s" stroke-width="1.6"/>' % (place, colour))
        text = legend if len(legend) <= 34 else legend[:33] + "…"
        width = 18 + len(text) * 5.6
        if legend_x + width <= right:
            out.append('<path d="M%.0f %dh10" stroke="%s" stroke-width="3"/>' % (legend_x, HEIGHT - 16, colour))
            out.append('<text x="%.0f" y="%d" class="scale">%s</text>' % (legend_x + 14, HEIGHT - 12, escape(text)))
        legend_x += width
    if note:
        out.append("<title>%s</title>" % escape(note))
    return "".join(out)


def dashboard(title, about, panels):
    """All panels of a dashboard as one picture; `panels` are what `panel` returned."""
    rows = (len(panels) + COLUMNS - 1) // COLUMNS
    width, height = COLUMNS * WIDTH + 24, rows * (HEIGHT + 12) + 64
    parts = []
    for number, inside in enumerate(panels):
        x, y = 8 + number % COLUMNS * (WIDTH + 8), 54 + number // COLUMNS * (HEIGHT + 12)
        parts.append('<g transform="translate(%d %d)"><rect width="%d" height="%d" class="panel"/>%s</g>'
                     % (x, y, WIDTH, HEIGHT, inside))
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
