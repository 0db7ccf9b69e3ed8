"""Pictures that come over a network, live or as a film."""

from functools import partial
from urllib.parse import urlsplit

from vision.frames import Frame
from vision.source_film import Decoder, FilmSource, open_container, stated_duration_s, video_stream
from vision.source_planes import to_frame
from vision.source_types import SourceError, SourceOptions

_NETWORK = "http,https,httpproxy,tcp,tls,udp,rtp,srtp,rtsp,rtmp,rtmps,crypto,srt"
"""A playlist from the network may name no file of this computer."""


def shown(url: str) -> str:
    """The URL without user name and password."""
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


class NetworkCamera:
    """One connection; raises SourceError when nothing is there or what comes is no video."""

    def __init__(self, url: str, options: SourceOptions) -> None:
        self.name = shown(url)
        timeouts_s = (options.open_timeout_s, options.read_timeout_s)
        self._container = open_container(url, self.name, _options(url), timeouts_s)
        self._stream = video_stream(self._container, self.name)
        self._decoder = Decoder(self._container, self._stream)
        self._pictures = iter(self._decoder)

    @property
    def is_finite(self) -> bool:
        """It states its length: a film on a server, not a camera."""
        return stated_duration_s(self._container, self._stream) is not None

    def as_film(self) -> FilmSource:
        """The same connection, every frame of it."""
        return FilmSource(self._container, self.name)

    @property
    def fps(self) -> float | None:
        """The rate that the stream states."""
        rate = self._stream.average_rate
        return float(rate) if rate else None

    @property
    def coding(self) -> str:
        """Such as `h264`."""
        return self._stream.codec_context.name

    def read(self) -> "partial[Frame]":
        """Wait for the next picture; call the result with index, at_s and source. Raises SourceError."""
        picture = next(self._pictures, None)
        if picture is None:
            raise SourceError(f"{self.name}: expected a picture, got {self._decoder.broke_off or 'the end'}")
        return partial(to_frame, picture)

    def close(self) -> None:
        """Hang up."""
        self._container.close()


def _options(url: str) -> dict[str, str]:
    scheme = url.partition("://")[0].lower()
    if scheme.startswith("rtsp"):
        # Over UDP a lost packet smears half a picture.
        return {"rtsp_transport": "tcp"}
    if scheme not in _NETWORK.split(","):
        raise SourceError(f"{shown(url)}: expected an address such as rtsp:// or http://, got {scheme}://")
    return {"protocol_whitelist": _NETWORK}
