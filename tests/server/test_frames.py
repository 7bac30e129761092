"""Messages as frames: what is compressed, for whom, and how often."""

from __future__ import annotations

import json
import random
import zlib

import pytest
import websockets
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory

from ludotheque.server.access.frames import LEAST, Text
from tests.server.harness import Harness
from tests.server.test_playing import ME


def told(size: int) -> bytes:
    return bytes(random.Random(size).choices(b'{"key": 0123456789}', k=size))


@pytest.mark.parametrize("size", [0, 1, 125, 126, LEAST - 1, LEAST, 65_535, 65_536, 200_000])
@pytest.mark.parametrize("compressed", [True, False])
def test_a_frame_reads_back_as_written(size: int, compressed: bool) -> None:
    text = Text(told(size))
    frame = text.frame(compressed)
    assert frame is text.frame(compressed), "it is made once"
    length = frame[1]
    start = {126: 4, 127: 10}.get(length, 2)
    if length >= 126:
        length = int.from_bytes(frame[2:start], "big")
    data = frame[start:]
    assert len(data) == length
    assert frame[0] == (0xC1 if compressed and size >= LEAST else 0x81)
    if frame[0] == 0xC1:
        data = zlib.decompress(data + b"\0\0\xff\xff\x03\0", wbits=-zlib.MAX_WBITS)
        assert len(frame) < size
    assert data == text.text


@pytest.mark.parametrize(
    ("bits", "agreed", "compressed"),
    [(None, True, True), (13, True, True), (10, True, False), (0, False, False)],
)
async def test_large_messages_are_compressed_if_the_browser_reads_that(
    server: Harness, bits: int | None, agreed: bool, compressed: bool
) -> None:
    lea = await server.person("Léa")
    table = await lea.make([ME, {"who": "here", "name": "Tom"}], "billabong", components=None)
    offers = [ClientPerMessageDeflateFactory(server_max_window_bits=bits)] if bits != 0 else []
    async with websockets.connect(
        f"ws://{server.base}/ws?table={table}",
        origin=f"http://{server.base}",
        additional_headers={"cookie": lea.cookie},
        compression=None,
        extensions=offers or None,
    ) as socket:
        came: list[int] = []
        receive = socket.protocol.receive_data
        socket.protocol.receive_data = lambda data: (came.append(len(data)), receive(data))[1]
        await socket.send(json.dumps({"t": "hello", "table": table}))
        message = await socket.recv()
        while json.loads(message)["scene"] is None:
            message = await socket.recv()
        assert bool(socket.protocol.extensions) is agreed
        assert (sum(came) < len(message) / 2) is compressed
