"""The server's own keys, with which it signs what it sends to push services (VAPID, RFC 8292).

They are made once and kept: browsers subscribe to them, and with other keys no subscription would be good any more. They are in the data folder
or, where several processes share a database, in that.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import importlib.util
import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

FILE = "vapid.pem"
TOPIC = 22
"""The characters of a topic; push services take 32."""
VALID_S = 12 * 3600
"""How long a signature is good, in seconds. Push services refuse more than a day."""


def is_installed() -> bool:
    """Whether the extra `notify` is installed."""
    return importlib.util.find_spec("cryptography") is not None


def encoded(raw: bytes) -> str:
    """Bytes as base64url without padding, as all of Web Push writes them."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """The bytes of a text in base64url. Raises `ValueError` if it is not one."""
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


class Vapid:
    """A server's keys, see `load` and `read`. `public` is what browsers subscribe to."""

    def __init__(self, key: EllipticCurvePrivateKey) -> None:
        from cryptography.hazmat.primitives import serialization

        self._key = key
        self._secret = hashlib.sha256(b"topics" + key.private_numbers().private_value.to_bytes(32)).digest()
        self.public = encoded(
            key.public_key().public_bytes(
                serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
            )
        )

    @classmethod
    def load(cls, folder: Path) -> Vapid:
        """The keys of a data folder, made if it has none. Raises `OSError` or `ValueError` if the file cannot be used."""
        path = folder / FILE
        if not path.exists():
            _write(path, made())
        return cls.read(path.read_bytes(), str(path))

    @classmethod
    def read(cls, pem: bytes, where: str) -> Vapid:
        """The keys in a PEM text. Raises `ValueError` if it holds none; `where` says which text it was."""
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import load_pem_private_key

        key = load_pem_private_key(pem, None)
        if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
            raise ValueError(f"{where} holds no P-256 key")  # noqa: TRY004  (the text is wrong, no type)
        return cls(key)

    def topic(self, table: str, endpoint: str) -> str:
        """What a push service knows a table's messages to one browser by: it tells neither the table nor who else is called to it."""
        return encoded(hmac.digest(self._secret, f"{table} {endpoint}".encode(), "sha256"))[:TOPIC]

    def signed(self, endpoint: str, contact: str, now_s: float | None = None) -> str:
        """The header `Authorization` for a message to this endpoint. `contact` is where its operator finds us: an URL, or ""."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

        parts = urlsplit(endpoint)
        claims: dict[str, object] = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int((time.time() if now_s is None else now_s) + VALID_S),
        }
        if contact:
            claims["sub"] = contact
        said = ".".join(
            encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims)
        )
        r, s = decode_dss_signature(self._key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
        token = f"{said}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
        return f"vapid t={token}, k={self.public}"


def offered(folder: Path) -> bytes:
    """The keys that a process offers to the others with its database: those of its data folder, or new ones. Raises `OSError`."""
    path = folder / FILE
    return path.read_bytes() if path.exists() else made()


def made() -> bytes:
    """New keys, as PEM."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _write(path: Path, pem: bytes) -> None:
    """Write keys that only the server's own user may read; the file is there whole or not at all."""
    part = path.with_suffix(".part")
    with contextlib.suppress(FileNotFoundError):
        part.unlink()
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(pem)
        file.flush()
        os.fsync(file.fileno())
    part.rename(path)
