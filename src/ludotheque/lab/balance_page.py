"""The page of a balance, in one language: what many games show, in words, plots and tables. Every figure links to a game that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from html import escape
from importlib.resources import files
from typing import Any

from ludotheque.core import registry
from ludotheque.core.catalogue import export, say
from ludotheque.core.message import Message
from ludotheque.core.things import group_of, title_of
from ludotheque.lab import plots
from ludotheque.lab.figures import MEANS, Figure

SHARES = ("order", "seat", "skill", "comeback", "half", "ending", "result", "share")
"""What is a share, shown in percent; everything else is a number."""
DECIMALS = {"mean": 3}
"""Of numbers that have not one decimal."""
HOLES = ("\ue000", "\ue001", "\ue002")
"""What stands in a text where HTML is put in, once the text is made safe for a page."""
TOLD = 6
"""Things that are told in words, at most."""
MANY = 12
"""Things of a group that are shown at once; the others are behind a button."""

Text = Mapping[str, Any] | str
"""A message as JSON, or text as it is."""


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

    # -- words --------------------------------------------------------------------------------------------------------

    def text(self, key: str, **args: Any) -> str:
        """A text of the catalogue, ready for a page."""
        return escape(say(Message(key, args), self.language, self.entries), quote=False)

    def told(self, text: Text) -> str:
        """A message of the data, ready for a page."""
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
        between = self.text(
            "balance.between",
            low=self.value(each.what, each.low, True),
            high=self.value(each.what, each.high, True),
        )
        return f"[{between}]"

    def name(self, variant: int) -> str:
        """What a variant is called."""
        typed = str(self.variants[variant]["typed"])
        return escape(typed) if typed else self.text("balance.standard")

    def label(self, each: Figure) -> str:
        """What a figure is about."""
        if each.what == "order" and each.name == "0":
            return self.text("balance.order.first")
        if each.what in ("order", "seat"):
            return self.text(f"balance.{each.what}.name", n=int(each.name) + 1)
        if each.what == "ending":
            return self.text(f"{self.game.name}.ending.{each.name}")
        if each.what == "result":
            told = self.number(float(each.name), 3).rstrip("0").rstrip(".,") or "0"
            return self.text(
                "balance.result.name" if float(each.name) else "balance.result.lost", result=told
            )
        if each.what == "mean" and each.name:
            return self.text(f"balance.mean.{each.name}")
        if each.what in ("share", "longer"):
            return self.told(self.data["things"][each.name])
        return self.text(f"balance.{each.what.removeprefix('d.')}")

    def full_name(self, each: Figure) -> str:
        """What a figure is about, with its variant if there are several."""
        return (
            f"{self.name(each.variant)} · {self.label(each)}" if len(self.variants) > 1 else self.label(each)
        )

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

    def row(self, each: Figure, scale: tuple[float, float], named: str) -> str:
        """A line of a table: name, plot, value, interval."""
        if each.value is None:
            return f'<tr><th scope="row">{named}</th><td class="plotted"></td><td>–</td></tr>'
        said = self.value(each.what, each.value)
        plot = plots.dot(each.value, each.low, each.high, each.none, scale, f"{said} {self.interval(each)}")
        found = ' class="found"' if each.found else ""
        return (
            f'<tr><th scope="row">{named}</th><td class="plotted">{plot}</td><td{found}>{self.linked(said, each)} '
            f'<span class="interval">{self.interval(each)}</span></td></tr>'
        )

    def table(self, shown: Sequence[Figure], named: Callable[[Figure], str], caption: str) -> str:
        """A table of figures on one scale."""
        scale = _scale(shown)
        what, value = self.text("balance.head.what"), self.text("balance.head.value")
        heads = f'<th scope="col">{what}</th><td></td><th scope="col">{value}</th>'
        rows = "".join(self.row(each, scale, named(each)) for each in shown)
        return (
            f'<div class="wide" tabindex="0" role="group" aria-label="{caption}"><table><thead><tr>{heads}</tr></thead>'
            f"<tbody>{rows}</tbody></table></div>"
        )

    def of(self, *what: str) -> list[Figure]:
        """The figures of these kinds."""
        return [each for each in self.figures if each.what in what]

    # -- the page -----------------------------------------------------------------------------------------------------

    def html(self) -> str:
        """The whole page."""
        title = self.text("balance.title", game=Message(f"{self.game.name}.title"))
        parts = [
            f"<h1>{title}</h1>",
            *self.head(),
            *self.in_words(),
            *self.fairness(),
            *self.shape(),
            *self.results(),
        ]
        parts += [*self.things(), *self.differences(), *self.method()]
        template = (files("ludotheque.lab") / "pages" / "balance.html").read_text("utf-8")
        return (
            template.replace("%LANG%", self.language)
            .replace("%TITLE%", title)
            .replace("%BODY%", "\n".join(parts))
        )

    def head(self) -> Iterator[str]:
        """What was played, and the other language."""
        other = "en" if self.language == "fr" else "fr"
        yield f'<p><a href="index.{other}.html" hreflang="{other}" lang="{other}">{"English" if other == "en" else "Français"}</a></p>'
        key = "balance.intro" if any(each["skilled"] for each in self.variants) else "balance.intro.alone"
        yield f"<p>{self.text(key, bots=', '.join(self.data['bots']), against=self.data['against'])}</p>"
        heads = "".join(
            f'<th scope="col">{self.text(f"balance.played.{name}")}</th>'
            for name in ("variant", "seats", "games", "distinct", "skilled")
        )
        rows = ""
        for number, each in enumerate(self.variants):
            cells = "".join(f"<td>{each[name]}</td>" for name in ("seats", "games", "distinct", "skilled"))
            rows += f'<tr><th scope="row">{self.name(number)}</th>{cells}</tr>'
        yield f'<div class="wide" tabindex="0" role="group" aria-label="{self.text("balance.played")}"><table class="played"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
        if any(not each["known"] for each in self.variants):
            yield f"<p>{self.text('balance.repeated')}</p>"

    def in_words(self) -> Iterator[str]:
        """What the figures show, sentence by sentence."""
        told = "".join(self.sentences())
        if told:
            yield f"<h2>{self.text('balance.words')}</h2><ul>{told}</ul>"

    def sentences(self) -> Iterator[str]:
        """Sentences about beginners and seats, skill, what matters most, and what differs from the standard game."""
        for each in self.of("order", "seat"):
            if each.found or (each.what == "order" and each.name == "0"):
                yield self.sentence(each)
        for each in self.of("skill"):
            if each.value is not None and each.none is not None:
                yield self.says(
                    "skill",
                    each,
                    share=self.value("skill", each.value),
                    expected=self.value("skill", each.none),
                )
        for each in self.of("mean"):
            if each.value is not None and not each.name:
                yield self.says("mean", each, share=self.value("mean", each.value))
        found = sorted(
            (each for each in self.of("share") if each.found), key=lambda each: -abs(each.value or 0.0)
        )
        for each in found[:TOLD]:
            verdict = "better" if (each.value or 0.0) > 0 else "worse"
            yield self.says(verdict, each, share=self.number(100 * abs(each.value or 0.0)))
        for each in self.figures:
            if each.what.startswith("d.") and each.found:
                yield self.says("differs", each, share=self.value(each.what, each.value or 0.0))

    def sentence(self, each: Figure) -> str:
        """Whether a place is an advantage."""
        more = (each.value or 0.0) > (each.none or 0.0)
        verdict = "unknown" if each.low is None else "even" if not each.found else "more" if more else "less"
        share, expected = (self.value(each.what, at or 0.0) for at in (each.value, each.none))
        return self.says(verdict, each, share=share, expected=expected)

    def says(self, verdict: str, each: Figure, share: str, expected: str = "") -> str:
        """A sentence about a figure of a variant, with its share as a link, and with its interval."""
        link = f"{self.linked(share, each)} {self.interval(each)}"
        who, what, variant = HOLES
        told = self.text(f"balance.says.{verdict}", expected=expected, who=who, share=what, variant=variant)
        label = self.label(each)
        if each.what == "share":
            label = f"{self.text(title_of(self.game, group_of(each.name)).key)} · {label}"
        for mark, said in zip(HOLES, (label, link, self.name(each.variant)), strict=True):
            told = told.replace(mark, said)
        return f"<li>{told}</li>"

    def fairness(self) -> Iterator[str]:
        """Seats, beginners, and luck against skill."""
        for what in ("order", "seat", "skill"):
            shown = self.of(what)
            if shown:
                yield f"<h2>{self.text(f'balance.{what}.title')}</h2><p class='hint'>{self.text(f'balance.{what}.hint')}</p>"
                yield self.table(
                    shown,
                    self.full_name,
                    self.text(f"balance.{what}.title"),
                )

    def shape(self) -> Iterator[str]:
        """Length, choices, leads: a line for each measure, a column for each variant."""
        yield f"<h2>{self.text('balance.shape')}</h2><p class='hint'>{self.text('balance.shape.hint')}</p>"
        heads = "".join(f'<th scope="col">{self.name(number)}</th>' for number in range(len(self.variants)))
        rows = ""
        for what in MEANS:
            cells = [
                next((each for each in self.of(what) if each.variant == number), None)
                for number in range(len(self.variants))
            ]
            if any(cells):
                rows += f'<tr><th scope="row">{self.text(f"balance.{what}")}</th>{"".join(map(self.cell, cells))}</tr>'
        yield f'<div class="wide" tabindex="0" role="group" aria-label="{self.text("balance.shape")}"><table><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
        yield f"<p class='hint'>{self.text('balance.lengths.hint')}</p>"
        for number, each in enumerate(self.variants):
            title = self.text("balance.lengths", variant=HOLES[0]).replace(HOLES[0], self.name(number))
            yield f"<h3>{title}</h3>{plots.bars([self.bar(bar) for bar in each['lengths']], title)}"
        yield f"<h3>{self.text('balance.along')}</h3>"
        ends = (self.text("balance.along.start"), self.text("balance.along.end"))
        usual = {each.variant: self.address(self.shown[id(each)], 2) for each in self.of("choices")}
        yield plots.lines(
            [(self.name(n), each["along"], usual.get(n, "")) for n, each in enumerate(self.variants)],
            self.text("balance.along"),
            ends,
            self.number,
        )
        legend = "".join(
            f'<li><a href="{usual[n]}">{plots.sample(n)} {self.name(n)}</a></li>' for n in sorted(usual)
        )
        yield f'<ul class="legend">{legend}</ul><p class="hint">{self.text("balance.along.hint")}</p>'

    def bar(self, told: Mapping[str, Any]) -> plots.Bar:
        """A column of the histogram of lengths."""
        least, most = told["least"], told["most"]
        span = str(least) if least == most else f"{least}–{most}"
        said = self.text("balance.lengths.column", span=span, n=told["games"])
        return plots.Bar(told["place"], told["games"], str(least), said, self.address(told["shown"]))

    def cell(self, each: Figure | None) -> str:
        """A mean with its quartiles; each number links to a game."""
        if each is None or each.value is None:
            return "<td>–</td>"
        value = self.value(each.what, each.value)
        if each.what == "comeback":
            deepest = self.value("comeback", each.more["deepest"])
            return f"<td>{self.linked(value, each)}<br>{self.text('balance.deepest', share=HOLES[0]).replace(HOLES[0], self.linked(deepest, each))}</td>"
        if each.what in ("leads", "half"):
            return f"<td>{self.linked(value, each)}</td>"
        names = ("least", "q1", "median", "q3", "most")
        least, q1, median, q3, most = (
            self.linked(self.number(each.more[name]), each, n) for n, name in enumerate(names)
        )
        return f"<td>{self.linked(value, each, 2)}<br>{q1} · {median} · {q3}<br>{least} – {most}</td>"

    def results(self) -> Iterator[str]:
        """How games end."""
        for what in ("mean", "result", "ending"):
            shown = self.of(what)
            if shown:
                title = self.text(f"balance.{what}.title")
                yield f"<h2>{title}</h2>"
                if what == "mean":
                    yield f"<p class='hint'>{self.text('balance.mean.hint')}</p>"
                yield self.table(
                    shown,
                    self.full_name,
                    title,
                )

    def things(self) -> Iterator[str]:
        """What matters: the things of each group, those that matter most first."""
        all_of = self.of("share", "longer")
        if not all_of:
            return
        yield f"<h2>{self.text('balance.things')}</h2><p class='hint'>{self.text('balance.things.hint')}</p>"
        for number in range(len(self.variants)):
            ours = [each for each in all_of if each.variant == number]
            groups = dict.fromkeys(group_of(each.name) for each in ours)
            body = []
            for group in groups:
                title = self.text(title_of(self.game, group).key)
                body.append(
                    f"<h3>{title}</h3>{self.group([each for each in ours if group_of(each.name) == group], title)}"
                )
            opened = " open" if number == 0 else ""
            yield f"<details{opened}><summary>{self.name(number)}</summary>{''.join(body)}</details>"

    def group(self, ours: Sequence[Figure], title: str) -> str:
        """The things of a group as tables: the first ones, and the rest behind a button."""
        by_name: dict[str, dict[str, Figure]] = {}
        for each in ours:
            by_name.setdefault(each.name, {})[each.what] = each
        names = sorted(
            by_name, key=lambda name: (-max(abs(_pull(each)) for each in by_name[name].values()), name)
        )
        scales = {what: _scale([each for each in ours if each.what == what]) for what in ("share", "longer")}
        kinds = [
            what
            for what in ("share", "longer")
            if any(what in each and each[what].value is not None for each in by_name.values())
        ]
        heads = "".join(f'<th scope="col" colspan="2">{self.text(f"balance.{what}")}</th>' for what in kinds)
        head = f'<tr><th scope="col">{self.text("balance.head.what")}</th><th scope="col">{self.text("balance.there")}</th><th scope="col">{self.text("balance.times")}</th>{heads}</tr>'
        rows = [self.thing(by_name[name], kinds, scales) for name in names]

        def table(some: Sequence[str]) -> str:
            return f'<div class="wide" tabindex="0" role="group" aria-label="{title}"><table><thead>{head}</thead><tbody>{"".join(some)}</tbody></table></div>'

        if len(rows) <= MANY:
            return table(rows)
        return f"{table(rows[:MANY])}<details><summary>{self.text('balance.more', n=len(rows) - MANY)}</summary>{table(rows[MANY:])}</details>"

    def thing(
        self, each: Mapping[str, Figure], kinds: Sequence[str], scales: Mapping[str, tuple[float, float]]
    ) -> str:
        """A line: how often, what it is worth, how much longer games are."""
        some = next(iter(each.values()))
        share = self.linked(self.value("ending", some.more["games"]), some)
        cells = [
            f'<th scope="row">{self.label(some)}</th><td>{share}</td><td>{self.linked(self.number(some.more["times"], 2), some)}</td>'
        ]
        for what in kinds:
            figure = each.get(what)
            if figure is None or figure.value is None:
                cells.append("<td></td><td>–</td>")
                continue
            said = self.value(what, figure.value)
            plot = plots.dot(
                figure.value, figure.low, figure.high, 0.0, scales[what], f"{said} {self.interval(figure)}"
            )
            found = ' class="found"' if figure.found else ""
            cells.append(
                f'<td class="plotted">{plot}</td><td{found}>{self.linked(said, figure)} <span class="interval">{self.interval(figure)}</span></td>'
            )
        return f"<tr>{''.join(cells)}</tr>"

    def differences(self) -> Iterator[str]:
        """The variants beside the standard game."""
        shown = [each for each in self.figures if each.what.startswith("d.")]
        if not shown:
            return
        yield f"<h2>{self.text('balance.differences')}</h2><p class='hint'>{self.text('balance.differences.hint')}</p>"
        for what in dict.fromkeys(each.what for each in shown):
            ours = [each for each in shown if each.what == what]
            title = self.text(f"balance.{what.removeprefix('d.')}")
            yield f"<h3>{title}</h3>{self.table(ours, lambda each: self.name(each.variant), title)}"

    def method(self) -> Iterator[str]:
        """How the figures came about."""
        yield f"<h2>{self.text('balance.method')}</h2><p>{self.text('balance.method.intervals')}</p><p>{self.text('balance.method.measures')}</p><p>{self.text('balance.method.links')}</p>"
        yield f"<p><code>{escape(self.data['command'])}</code></p>"
        yield '<p><a href="data/figures.json">figures.json</a> · <a href="data/figures.parquet">figures.parquet</a></p>'


def _figure(told: Mapping[str, Any]) -> Figure:
    """A figure of the data."""
    names = {each.name for each in fields(Figure)} - {"replays"}
    figure = Figure(replays=(), **{name: told[name] for name in names})
    if (
        figure.what == "skill" and figure.none is None
    ):  # as it was written of games that all win or lose together
        return replace(figure, what="mean", name="skill")
    return figure


def _pull(each: Figure) -> float:
    """How far a figure is from no effect, in its own interval; things without an interval come last."""
    if each.value is None or each.low is None or each.high is None:
        return 0.0
    return each.value / max(1e-9, each.high - each.low)


def _scale(shown: Sequence[Figure]) -> tuple[float, float]:
    """The ends of the line for some figures, a little wider than their intervals."""
    values = [at for each in shown for at in (each.value, each.low, each.high, each.none) if at is not None]
    if not values:
        return 0.0, 1.0
    room = 0.05 * ((max(values) - min(values)) or 1.0)
    return min(values) - room, max(values) + room
