"""What every request has to pass: host, origin, a body of bearable size; and the headers of every answer."""

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
OWN_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
MOST_BODY = 64 * 1024
"""Bytes; the longest command is a hand of 200 tiles."""
MOST_PHOTO = 32 * 1024 * 1024
"""Bytes; phones' photos have 2 to 15 million."""
PHOTO_PATHS = re.compile(r"/api/(?:games/[0-9]+/)?photos")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
}


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names under which the server may be asked for.

    A foreign page can make a browser ask us under a name of its own (DNS rebinding), but never
    under a bare address: so on the local network addresses are fine and names have to be known.
    """

    names: frozenset[str] = OWN_NAMES
    any_address: bool = False

    @classmethod
    def on_network(cls, names: Iterable[str]) -> "Hosts":
        """Those of a computer on the local network."""
        given = {each.lower() for each in names}
        return cls(
            OWN_NAMES | given | {f"{each}.local" for each in given if "." not in each}, any_address=True
        )

    def allow(self, host: str) -> bool:
        """Whether a Host header, with or without a port, is one of ours."""
        name = _without_port(host).lower()
        return name in self.names or (self.any_address and _is_address(name))


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if host.count(":") == 1 else host


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Safety:
    """The outermost layer of the app."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what should not come here; pass on the rest."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
        elif (refusal := self._refusal(scope)) is not None:
            await _refuse(refusal, scope, receive, send)
        elif scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._app(scope, _limited(receive, _most_bytes(scope)), _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._hosts.allow(host):
            return 421, "this server does not go by that name"
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if changes and not _is_own_page(headers, host):
            return 403, "only pages of this server may do that"
        length, most = headers.get("content-length", "0"), _most_bytes(scope)
        # Longer numbers are none that a body could have, and take long to read.
        if not (length.isascii() and length.isdigit() and len(length) < 16) or int(length) > most:
            return 413, f"at most {most} bytes are taken"
        return None


def _most_bytes(scope: Scope) -> int:
    """How much a request may bring."""
    is_photo = scope["type"] == "http" and scope["method"] == "POST" and PHOTO_PATHS.fullmatch(scope["path"])
    return MOST_PHOTO if is_photo else MOST_BODY


def _is_own_page(headers: Headers, host: str) -> bool:
    """Whether a page of ours asks, or no page at all: a program that is no browser sends neither header."""
    origin = headers.get("origin")
    if origin is not None:
        return origin.lower() in (f"http://{host.lower()}", f"https://{host.lower()}")
    return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")


async def _refuse(refusal: tuple[int, str], scope: Scope, receive: Receive, send: Send) -> None:
    status, reason = refusal
    if scope["type"] == "websocket":
        await WebSocketClose(code=1008, reason=reason)(scope, receive, send)
    else:
        await JSONResponse({"detail": reason}, status)(scope, receive, _with_headers(send))


def _limited(receive: Receive, most: int) -> Receive:
    """The body, as long as it stays bearable: a length that was announced may be a lie."""
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise HTTPException(413, f"at most {most} bytes are taken")
        return message

    return limited


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
            # Pages and views change with the game; files are asked for again and answered by their tag.
            headers.setdefault("Cache-Control", "no-cache")
        await send(message)

    return sending
