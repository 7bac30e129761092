"""The e-mails: one to confirm an address, one that says that it is somebody's turn. They are handed to the host's own mail server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.core import catalogue
from ludotheque.core.message import Message
from ludotheque.server.people.notices.settings import MailSettings
from ludotheque.server.store.people import MailAddress

if TYPE_CHECKING:
    import smtplib
    from email.message import EmailMessage

STEP_S = 15.0
"""The mail server has this many seconds for each step."""


def confirmation(settings: MailSettings, url: str, to: MailAddress, key: str) -> EmailMessage:
    """The e-mail with which a person confirms an address."""
    link = f"{url}/mail#confirm={key}"
    return _written(
        settings,
        to,
        Message("mail.confirm.subject"),
        Message("mail.confirm.text", {"link": link, "house": url}),
    )


def turn(settings: MailSettings, url: str, to: MailAddress, game: str, table: str) -> EmailMessage:
    """The e-mail that says that it is somebody's turn: at which game, and nothing else about it."""
    title = Message(f"{game}.title")
    links = {"link": f"{url}/t/{table}", "stop": f"{url}/mail#stop={to.stop}"}
    mail = _written(
        settings,
        to,
        Message("mail.turn.subject", {"game": title}),
        Message("mail.turn.text", {"game": title, **links}),
    )
    if url.startswith("https:"):  # what a mail program's own button calls (RFC 8058)
        mail["List-Unsubscribe"] = f"<{url}/api/notify/mail/stop?key={to.stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mail


def _written(settings: MailSettings, to: MailAddress, subject: Message, text: Message) -> EmailMessage:
    from email.message import EmailMessage
    from email.policy import SMTP
    from email.utils import format_datetime, localtime, make_msgid

    language = to.lang or catalogue.ENGLISH
    mail = EmailMessage(SMTP.clone(max_line_length=500))  # links are not folded
    mail["From"] = settings.sender
    mail["To"] = to.address
    mail["Subject"] = catalogue.say(subject, language)
    mail["Date"] = format_datetime(localtime())
    mail["Message-ID"] = make_msgid(domain=settings.sender.rpartition("@")[2])
    mail["Auto-Submitted"] = "auto-generated"
    mail["Content-Language"] = language
    mail.set_content(catalogue.say(text, language) + "\n", cte="quoted-printable")
    return mail


def deliver(settings: MailSettings, mail: EmailMessage) -> None:
    """Hand an e-mail to the mail server. Blocks, so it runs in a thread. Raises `OSError` (as all of `smtplib`'s errors are)."""
    import smtplib
    import ssl

    if settings.security == "tls":
        context = ssl.create_default_context()
        with smtplib.SMTP_SSL(settings.host, settings.port, timeout=STEP_S, context=context) as server:
            _hand_over(server, settings, mail)
        return
    with smtplib.SMTP(settings.host, settings.port, timeout=STEP_S) as server:
        if settings.security == "starttls":
            server.starttls(context=ssl.create_default_context())
        _hand_over(server, settings, mail)


def _hand_over(server: smtplib.SMTP, settings: MailSettings, mail: EmailMessage) -> None:
    if settings.user:
        server.login(settings.user, settings.password)
    server.send_message(mail)
