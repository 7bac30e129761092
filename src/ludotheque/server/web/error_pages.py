"""What a person sees in place of a page that cannot be sent: the same words that programs get as JSON, in both languages."""

from __future__ import annotations

import html

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from ludotheque.core import catalogue
from ludotheque.server.room.refused import Refused

_PAGE = """<!doctype html>
<html lang="{first}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Ludothèque</title>
<style>body{{font:1.1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1.5rem;background:#F6F0E4;color:#2B2320}}a{{color:inherit}}</style>
<h1>Ludothèque</h1>
{told}
</html>
"""


def refusal(request: Request, refused: Refused) -> Response:
    """The answer to a request that is refused: a page for somebody who opens it in a browser, JSON for programs."""
    if not is_opened(request):
        return JSONResponse(refused.as_json(), refused.status, refused.headers)
    asked = request.headers.get("accept-language", "").lower()
    languages = sorted(catalogue.LANGUAGES, key=lambda each: (each not in asked, asked.find(each)))
    told = [
        f'<p lang="{each}">{html.escape(_sentence(catalogue.say(refused.message, each)))}</p>'
        for each in languages
    ]
    page = _PAGE.format(first=languages[0], told="\n".join(told))
    return HTMLResponse(page, refused.status, {**refused.headers, "cache-control": "no-store"})


def is_opened(request: Request) -> bool:
    """Whether somebody opens this address in a browser: scripts and programs do not ask for HTML."""
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")


def _sentence(text: str) -> str:
    """Words as a sentence of their own."""
    whole = text[:1].upper() + text[1:]
    return whole if whole.endswith((".", "!", "?")) else f"{whole}."
