"""`make check`: every text exists in French and English with the same placeholders, every key in use has a text, and every text is used.

French spacing is checked too, in catalogues and in the games' rulebooks, pictures and editions; so are English percent signs in catalogues.
Run by the project's own Python. The checks of a game's own texts are in `ludotheque.testing.catalogues`. This program also checks the
library's texts, and what the browser's sources use of all of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ludotheque.core.catalogue import Entry
from ludotheque.testing import catalogues

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "ludotheque"
CLIENT = ROOT / "client" / "src"

_CLIENT_KEY = re.compile(r"""['"`]((?:ui|error|bot)\.[a-z0-9_]+(?:\.[a-z0-9_]+)*)['"`]""")
"""A whole key in quotes in the client's sources; keys put together while running are not seen here."""
_TEMPLATE = re.compile(r"`([^`\n]*\$\{[^`\n]*)`")
"""A text put together in the client's sources."""
_BADLY_SPACED = re.compile(r"(?<=[^\s,:])(?:[ \u00a0](?=[;!?])|[ \u202f](?=:))|«(?!\u00a0)|(?<!\u00a0)»")
"""A space, or a lack of one, that French does not have beside a sign."""
_APART = re.compile(r"[ \u00a0\u202f]%")
"""A percent sign after a space, as French has it and English has not."""


def problems() -> list[str]:
    """One sentence for each problem."""
    from ludotheque.core import registry
    from ludotheque.core.catalogue import export

    french, english = export("fr"), export("en")
    found = list(catalogues.compared(french, english))
    used = [*catalogues.written(_python()), *_used_by_client()]
    used += [
        (key, game.name) for game in registry.installed_games().values() for key in catalogues.implied(game)
    ]
    found += [f"{key}: no words, and {where} uses it" for key, where in used if key not in french]
    for file in sorted(SOURCES.rglob("i18n/*.po")):
        found += [
            f"{key}: written twice in {file.relative_to(ROOT)}" for key in twice(file.read_text("utf-8"))
        ]
    found += [
        f"{key}: “{what}” is not spaced as French is"
        for key, what in sorted(badly_spaced({**french, **_beside_catalogues()}))
    ]
    found += [f"{key}: English has no space before %" for key in sorted(apart(english))]
    found += [f"{key}: nothing uses it" for key in sorted(idle(french, {key for key, _ in used}))]
    return found


def twice(text: str) -> Iterator[str]:
    """The keys of a catalogue file with two entries, or with the same text twice, of which readers silently take one."""
    seen: set[str] = set()
    for entry in re.split(r"^(?=msgid )", text, flags=re.MULTILINE)[1:]:
        key = entry.split('"')[1]
        forms = re.findall(r"^msgstr(\[\d\])?", entry, re.MULTILINE)
        if key in seen or len(set(forms)) < len(forms) or ("" in forms and len(forms) > 1):
            yield key
        seen.add(key)


def badly_spaced(french: Mapping[str, Entry]) -> Iterator[tuple[str, str]]:
    """The keys of French texts with a space that may break before a sign or inside guillemets, and where.

    It is U+202F before ; ! ? and U+00A0 before : and inside guillemets. A ? that stands alone is an order to type, not a sign.
    """
    for key, entry in french.items():
        for text in [entry] if isinstance(entry, str) else entry:
            for found in _BADLY_SPACED.finditer(text):
                yield key, text[max(0, found.start() - 10) : found.end() + 10]


def apart(english: Mapping[str, Entry]) -> Iterator[str]:
    """The keys of English texts with a space before a percent sign."""
    for key, entry in english.items():
        if any(_APART.search(text) for text in ([entry] if isinstance(entry, str) else entry)):
            yield key


def idle(catalogue: Iterable[str], used: set[str]) -> set[str]:
    """The keys of a catalogue that no source writes out, declares, or may put together while running.

    A key put together, `Message(f"billabong.colour.{colour}")` or `t(`ui.who.${who}`)`, uses every key of that form.
    """
    known = used | set(catalogues.quoted(_python())) | set(_quoted_by_client())
    return catalogues.idle(catalogue, known, [*catalogues.forms(_python()), *_forms_of_client()])


def _python() -> list[Path]:
    """Every Python source of the project and of games that lie elsewhere."""
    from ludotheque.core import packaged, registry

    games = registry.installed_games().values()
    found = {file for game in games for file in packaged.sources_of(game.package)} | {*SOURCES.rglob("*.py")}
    new_games = {"template", "one_file"}  # whose words are not ours
    return sorted(file for file in found if not new_games.intersection(file.parts))


def _beside_catalogues() -> dict[str, str]:
    """The French texts of the games' rulebooks, pictures and editions, by file and line."""
    return {
        f"{file.relative_to(ROOT)}:{number}": found[1]
        for file in sorted((SOURCES / "games").rglob("*.toml"))
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if (found := re.match(r'\s*(?:\w+_)?fr = "(.*)"', line))
    }


def _client() -> Iterator[tuple[Path, str]]:
    for file in sorted([*CLIENT.rglob("*.svelte"), *CLIENT.rglob("*.ts")]):
        if ".test." not in file.name:
            yield file, file.read_text(encoding="utf-8")


def _used_by_client() -> Iterator[tuple[str, str]]:
    for file, text in _client():
        for number, line in enumerate(text.splitlines(), 1):
            for found in _CLIENT_KEY.finditer(line):
                yield found[1], f"{file.relative_to(ROOT)}:{number}"


def _quoted_by_client() -> Iterator[str]:
    for _, text in _client():
        yield from re.findall(r"""['"`]([a-z0-9_]+(?:\.[a-z0-9_-]+)+)['"`]""", text)


def _forms_of_client() -> Iterator[re.Pattern[str]]:
    for _, text in _client():
        for template in _TEMPLATE.findall(text):
            pieces = re.split(r"\$\{[^{}]*\}", template)
            parts: list[catalogues.Part] = [pieces[0]]
            for piece in pieces[1:]:
                parts += [(), piece]
            yield from catalogues.form(parts)


def main() -> int:
    """Print all problems; 1 if there are any."""
    found = problems()
    for line in found:
        print(line, file=sys.stderr)
    print(
        f"translations: {len(found)} problem(s)"
        if found
        else "translations: French and English are complete."
    )
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
