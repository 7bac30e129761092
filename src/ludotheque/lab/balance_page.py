"""The page of a balance, in one language: what many games show, in words, plots and tables. Every figure links to a game that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from html import escape
from importlib.resources import files
from typing import Any

from ludotheque.core import registry
from ludotheque.core.catalogue import export, say
from ludotheque.core.message import Message
from ludotheque.core.things import group_of, title_of
from ludotheque.lab import plots
from ludotheque.lab.figures import MEANS, QUARTERS, Figure

SHARES = ("order", "seat", "skill", "comeback", "half", "ending", "result", "share")
"""Shares, shown in percent; everything else is a number."""
DECIMALS = {"mean": 3}
"""The decimals of numbers that do not have one."""
HINTED = ("order", "seat", "skill", "mean")
"""Kinds of figures whose table has a hint."""
FIRST_HOLE = 0xE000
"""From this private character on, characters stand in a text for HTML that is put in once the text is made safe for a page."""
TOLD = 6
"""At most this many things are described in words."""
MANY = 12
"""At most this many things of a group are shown at once; the others are behind a button."""

Text = Mapping[str, Any] | str
"""A message as JSON, or text as it is."""
Scale = tuple[float, float]


class Page:
    """A balance as a page.

    Args:
        data: what `data/figures.json` holds, see `lab.balance_files`.
        language: `fr` or `en`.
    """

    def __init__(self, data: Mapping[str, Any], language: str) -> None:
        self.data, self.language = data, language
        self.game = registry.get(data["game"])
        self.entries = export(language)
        self.figures = [_figure(each) for each in data["figures"]]
        self.shown = {
            id(each): told["shown"] for each, told in zip(self.figures, data["figures"], strict=True)
        }
        self.variants: Sequence[Mapping[str, Any]] = data["variants"]
        self.names = [escape(each["typed"]) or self.text("balance.standard") for each in self.variants]

    def of(self, *what: str) -> list[Figure]:
        """The figures of these kinds."""
        return [each for each in self.figures if each.what in what]

    # -- words --------------------------------------------------------------------------------------------------------

    def text(self, key: str, html: Mapping[str, str] | None = None, **args: Any) -> str:
        """A text of the catalogue, ready for a page. The arguments in `html` are put in as they are."""
        holes = {name: chr(FIRST_HOLE + number) for number, name in enumerate(html or {})}
        told = self.told({"key": key, "args": {**args, **holes}})
        for name, hole in holes.items():
            told = told.replace(hole, (html or {})[name])
        return told

    def told(self, text: Text) -> str:
        """A message, ready for a page."""
        return escape(text if isinstance(text, str) else say(text, self.language, self.entries), quote=False)

    def number(self, value: float, decimals: int = 1) -> str:
        """A number as the language writes it."""
        told = f"{value:.{decimals}f}".replace("-", "−")
        return told.replace(".", ",") if self.language == "fr" else told

    def value(self, what: str, value: float, bare: bool = False) -> str:
        """A value with its unit: per cent, points, or a plain number. `bare` leaves the unit of a share out."""
        kind = what.removeprefix("d.")
        differs = what.startswith("d.") or what in ("share", "longer")
        sign = "+" if differs and value > 0 else ""
        if kind not in SHARES:
            return sign + self.number(value, DECIMALS.get(kind, 1))
        unit = "" if bare else " pts" if differs else " %" if self.language == "fr" else "%"
        return sign + self.number(100 * value) + unit.replace(" ", "\u00a0")

    def interval(self, each: Figure) -> str:
        """The interval of a figure in brackets, or a dash."""
        if each.low is None or each.high is None:
            return "–"
        low, high = (self.value(each.what, at, True) for at in (each.low, each.high))
        return f"[{self.text('balance.between', low=low, high=high)}]"

    def label(self, each: Figure) -> str:
        """What a figure is about."""
        match each.what:
            case "order" | "seat":
                key = "first" if each.what == "order" and each.name == "0" else "name"
                return self.text(f"balance.{each.what}.{key}", n=int(each.name) + 1)
            case "ending":
                return self.text(f"{self.game.name}.ending.{each.name}")
            case "result":
                told = self.number(float(each.name), 3).rstrip("0").rstrip(".,") or "0"
                return self.text(f"balance.result.{'name' if float(each.name) else 'lost'}", result=told)
            case "mean" if each.name:
                return self.text(f"balance.mean.{each.name}")
            case "share" | "longer":
                return self.told(self.data["things"][each.name])
        return self.text(f"balance.{each.what.removeprefix('d.')}")

    def full_name(self, each: Figure) -> str:
        """What a figure is about, with its variant if there are several."""
        label = self.label(each)
        return f"{self.names[each.variant]} · {label}" if len(self.variants) > 1 else label

    def title(self, group: str) -> str:
        """The title of a group of things."""
        return self.text(title_of(self.game, group).key)

    # -- pieces -------------------------------------------------------------------------------------------------------

    def linked(self, said: str, each: Figure, which: int = 0) -> str:
        """A number that links to a game."""
        address = self.address(self.shown[id(each)], which)
        return f'<a href="{address}">{said}</a>' if address else said

    def address(self, shown: Sequence[Sequence[Any]], which: int = 0) -> str:
        """The address of a game that is shown; "" if there is none."""
        if not shown:
            return ""
        file, moment = shown[min(which, len(shown) - 1)]
        at = f"-{moment}" if moment else ""
        return f"replays/{file}.html#{self.language}{at}"

    def section(self, key: str, hint: str = "") -> str:
        """The title of a section, and a hint."""
        told = f"<p class='hint'>{self.text(hint)}</p>" if hint else ""
        return f"<h2>{self.text(key)}</h2>{told}"

    def heads(self, *names: str) -> str:
        """Heads of columns."""
        return "".join(f'<th scope="col">{self.text(f"balance.{name}")}</th>' for name in names)

    def measured(self, each: Figure, scale: Scale) -> str:
        """Two cells of a table: a figure as a plot, and its value with its interval."""
        assert each.value is not None
        said, interval = self.value(each.what, each.value), self.interval(each)
        found = ' class="found"' if each.found else ""
        return (
            f'<td class="plotted">{plots.dot(each, scale, f"{said} {interval}")}</td>'
            f'<td{found}>{self.linked(said, each)} <span class="interval">{interval}</span></td>'
        )

    def table(self, shown: Sequence[Figure], named: Callable[[Figure], str], caption: str) -> str:
        """A table of figures on one scale."""
        scale = _scale(shown)
        head = f"{self.heads('head.what')}<td></td>{self.heads('head.value')}"
        return _table(caption, head, (_row(named(each), self.measured(each, scale)) for each in shown))

    # -- the page -----------------------------------------------------------------------------------------------------

    def html(self) -> str:
        """The whole page."""
        title = self.text("balance.title", game=Message(f"{self.game.name}.title"))
        parts = [
            f"<h1>{title}</h1>",
            *self.head(),
            *self.in_words(),
            *self.tables("order", "seat", "skill"),
            *self.shape(),
            *self.tables("mean", "result", "ending"),
            *self.things(),
            *self.differences(),
            *self.method(),
        ]
        template = (files("ludotheque.lab") / "pages" / "balance.html").read_text("utf-8")
        return (
            template.replace("%LANG%", self.language)
            .replace("%TITLE%", title)
            .replace("%BODY%", "\n".join(parts))
        )

    def head(self) -> Iterator[str]:
        """What was played, and the other language."""
        other, called = ("en", "English") if self.language == "fr" else ("fr", "Français")
        yield f'<p><a href="index.{other}.html" hreflang="{other}" lang="{other}">{called}</a></p>'
        key = "balance.intro" if any(each["skilled"] for each in self.variants) else "balance.intro.alone"
        yield f"<p>{self.text(key, bots=', '.join(self.data['bots']), against=self.data['against'])}</p>"
        counts = ("seats", "games", "distinct", "skilled")
        yield _table(
            self.text("balance.played"),
            self.heads("played.variant", *(f"played.{name}" for name in counts)),
            (
                _row(name, *(f"<td>{each[count]}</td>" for count in counts))
                for name, each in zip(self.names, self.variants, strict=True)
            ),
            ' class="played"',
        )
        if not all(each["known"] for each in self.variants):
            yield f"<p>{self.text('balance.repeated')}</p>"

    def in_words(self) -> Iterator[str]:
        """What the figures show, sentence by sentence."""
        told = "".join(self.sentences())
        if told:
            yield f"{self.section('balance.words')}<ul>{told}</ul>"

    def sentences(self) -> Iterator[str]:
        """Sentences about beginners and seats, skill, what matters most, and what differs from the standard game."""
        for each in self.of("order", "seat"):
            if each.found or (each.what == "order" and each.name == "0"):
                verdict = _leaning(each) if each.found else "unknown" if each.low is None else "even"
                yield self.says(verdict, each)
        for each in self.of("skill"):
            yield self.says("skill", each)
        for each in self.of("mean"):
            if not each.name:
                yield self.says("mean", each)
        found = [each for each in self.of("share") if each.found]
        for each in sorted(found, key=lambda each: -abs(each.value or 0.0))[:TOLD]:
            verdict = "better" if _leaning(each) == "more" else "worse"
            yield self.says(verdict, each, self.number(100 * abs(each.value or 0.0)))
        for each in self.figures:
            if each.what.startswith("d.") and each.found:
                yield self.says("differs", each)

    def says(self, verdict: str, each: Figure, share: str = "") -> str:
        """A sentence about a figure of a variant, with its value (or `share`) as a link, and with its interval."""
        value, expected = (self.value(each.what, at or 0.0) for at in (each.value, each.none))
        label = self.label(each)
        html = {
            "who": f"{self.title(group_of(each.name))} · {label}" if each.what == "share" else label,
            "share": f"{self.linked(share or value, each)} {self.interval(each)}",
            "variant": self.names[each.variant],
        }
        return f"<li>{self.text(f'balance.says.{verdict}', html, expected=expected)}</li>"

    def tables(self, *kinds: str) -> Iterator[str]:
        """Tables of figures: seats, beginners, luck against skill; how games end."""
        for what in kinds:
            shown = self.of(what)
            if shown:
                yield self.section(f"balance.{what}.title", f"balance.{what}.hint" if what in HINTED else "")
                yield self.table(shown, self.full_name, self.text(f"balance.{what}.title"))

    def shape(self) -> Iterator[str]:
        """Length, choices, leads: a line for each measure, a column for each variant."""
        yield self.section("balance.shape", "balance.shape.hint")
        rows = []
        for what in MEANS:
            found = {each.variant: each for each in self.of(what)}
            if found:
                cells = (self.cell(found.get(number)) for number in range(len(self.variants)))
                rows.append(_row(self.text(f"balance.{what}"), *cells))
        heads = "".join(f'<th scope="col">{name}</th>' for name in self.names)
        yield _table(self.text("balance.shape"), f"<td></td>{heads}", rows)
        yield from self.plots()

    def cell(self, each: Figure | None) -> str:
        """A mean with its quartiles; each number links to a game."""
        if each is None or each.value is None:
            return "<td>–</td>"
        value, more = self.value(each.what, each.value), each.more
        if each.what == "comeback":
            deepest = self.linked(self.value("comeback", more["deepest"]), each)
            told = self.text("balance.deepest", {"share": deepest})
            return f"<td>{self.linked(value, each)}<br>{told}</td>"
        if each.what in ("leads", "half"):
            return f"<td>{self.linked(value, each)}</td>"
        least, q1, median, q3, most = (
            self.linked(self.number(more[name]), each, n) for n, name in enumerate(QUARTERS)
        )
        return f"<td>{self.linked(value, each, 2)}<br>{q1} · {median} · {q3}<br>{least} – {most}</td>"

    def plots(self) -> Iterator[str]:
        """How long the games of each variant were, and how many choices there were along them."""
        yield f"<p class='hint'>{self.text('balance.lengths.hint')}</p>"
        for name, each in zip(self.names, self.variants, strict=True):
            title = self.text("balance.lengths", {"variant": name})
            columns = [
                (bar, self.column(bar["least"], bar["most"], bar["games"]), self.address(bar["shown"]))
                for bar in each["lengths"]
            ]
            yield f"<h3>{title}</h3>{plots.bars(columns, title)}"
        title = self.text("balance.along")
        yield f"<h3>{title}</h3>"
        ends = (self.text("balance.along.start"), self.text("balance.along.end"))
        usual = {each.variant: self.address(self.shown[id(each)], 2) for each in self.of("choices")}
        lines = [
            (name, each["along"], usual.get(number, ""))
            for number, (name, each) in enumerate(zip(self.names, self.variants, strict=True))
        ]
        yield plots.lines(lines, title, ends, self.number)
        legend = "".join(
            f'<li><a href="{usual[n]}">{plots.sample(n)} {self.names[n]}</a></li>' for n in sorted(usual)
        )
        yield f'<ul class="legend">{legend}</ul><p class="hint">{self.text("balance.along.hint")}</p>'

    def column(self, least: int, most: int, games: int) -> str:
        """What a column of the histogram of lengths shows."""
        span = str(least) if least == most else f"{least}–{most}"
        return self.text("balance.lengths.column", span=span, n=games)

    def things(self) -> Iterator[str]:
        """What matters: the things of each group, those that matter most first."""
        all_of = self.of("share", "longer")
        if not all_of:
            return
        yield self.section("balance.things", "balance.things.hint")
        for number, name in enumerate(self.names):
            groups: dict[str, list[Figure]] = {}
            for each in all_of:
                if each.variant == number:
                    groups.setdefault(group_of(each.name), []).append(each)
            body = "".join(f"<h3>{self.title(each)}</h3>{self.group(groups[each], each)}" for each in groups)
            opened = " open" if number == 0 else ""
            yield f"<details{opened}><summary>{name}</summary>{body}</details>"

    def group(self, ours: Sequence[Figure], group: str) -> str:
        """The things of a group as tables: the first ones, and the rest behind a button."""
        by_name: dict[str, dict[str, Figure]] = {}
        for each in ours:
            by_name.setdefault(each.name, {})[each.what] = each
        ordered = sorted(by_name.items(), key=lambda item: (-max(map(_pull, item[1].values())), item[0]))
        scales = {
            what: _scale([each for each in ours if each.what == what])
            for what in ("share", "longer")
            if any(each.what == what and each.value is not None for each in ours)
        }
        head = self.heads("head.what", "there", "times") + "".join(
            f'<th scope="col" colspan="2">{self.text(f"balance.{what}")}</th>' for what in scales
        )
        rows = [self.thing(figures, scales) for _, figures in ordered]
        tables = [_table(self.title(group), head, some) for some in (rows[:MANY], rows[MANY:]) if some]
        if len(tables) == 1:
            return tables[0]
        button = f"<summary>{self.text('balance.more', n=len(rows) - MANY)}</summary>"
        return f"{tables[0]}<details>{button}{tables[1]}</details>"

    def thing(self, figures: Mapping[str, Figure], scales: Mapping[str, Scale]) -> str:
        """A line: how often, what it is worth, how much longer games are."""
        some = next(iter(figures.values()))
        counts = self.value("ending", some.more["games"]), self.number(some.more["times"], 2)
        cells = [f"<td>{self.linked(count, some)}</td>" for count in counts]
        for what, scale in scales.items():
            each = figures.get(what)
            known = each is not None and each.value is not None
            cells.append(self.measured(each, scale) if each and known else "<td></td><td>–</td>")
        return _row(self.label(some), *cells)

    def differences(self) -> Iterator[str]:
        """The variants beside the standard game."""
        kinds = dict.fromkeys(each.what for each in self.figures if each.what.startswith("d."))
        if kinds:
            yield self.section("balance.differences", "balance.differences.hint")
        for what in kinds:
            title = self.text(f"balance.{what.removeprefix('d.')}")
            table = self.table(self.of(what), lambda each: self.names[each.variant], title)
            yield f"<h3>{title}</h3>{table}"

    def method(self) -> Iterator[str]:
        """How the figures came about."""
        names = ("intervals", "measures", "links")
        told = "".join(f"<p>{self.text(f'balance.method.{name}')}</p>" for name in names)
        yield f"{self.section('balance.method')}{told}"
        yield f"<p><code>{escape(self.data['command'])}</code></p>"
        yield '<p><a href="data/figures.json">figures.json</a> · <a href="data/figures.parquet">figures.parquet</a></p>'


def _row(name: str, *cells: str) -> str:
    return f'<tr><th scope="row">{name}</th>{"".join(cells)}</tr>'


def _table(caption: str, head: str, rows: Iterable[str], kind: str = "") -> str:
    """A table that scrolls where it is too wide."""
    return (
        f'<div class="wide" tabindex="0" role="group" aria-label="{caption}"><table{kind}><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _figure(told: Mapping[str, Any]) -> Figure:
    """A figure of the data."""
    known = {each.name for each in fields(Figure)}
    figure = Figure(replays=(), **{name: value for name, value in told.items() if name in known})
    if figure.what == "skill" and figure.none is None:
        return replace(figure, what="mean", name="skill")  # earlier versions wrote it so of cooperative games
    return figure


def _leaning(each: Figure) -> str:
    return "more" if (each.value or 0.0) > (each.none or 0.0) else "less"


def _pull(each: Figure) -> float:
    """How far a figure is from no effect, in its own interval; things without an interval come last."""
    if each.value is None or each.low is None or each.high is None:
        return 0.0
    return abs(each.value) / max(1e-9, each.high - each.low)


def _scale(shown: Sequence[Figure]) -> Scale:
    """The ends of the line for some figures, a little wider than their intervals."""
    values = [at for each in shown for at in (each.value, each.low, each.high, each.none) if at is not None]
    if not values:
        return 0.0, 1.0
    room = 0.05 * ((max(values) - min(values)) or 1.0)
    return min(values) - room, max(values) + room
