"""`stationmaster serve`: opens the store, listens, and says where."""

import contextlib
import errno
import socket
import threading
import time
import webbrowser
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import platformdirs
import typer
import uvicorn

from server.count_photos import complain
from server.dashboard.access import Doorkeeper, Role, new_codes
from server.dashboard.app import Wiring, create_app
from server.dashboard.camera.camera_desk import CameraDesk, CameraParts
from server.dashboard.camera.choices import ChoiceError, at_start
from server.dashboard.camera.evidence import EvidenceFiles
from server.dashboard.camera.supervisor import VisionProcess
from server.dashboard.commands import NewGame
from server.dashboard.live import Broadcaster
from server.dashboard.photo_desk import PhotoDesk
from server.dashboard.photo_process import PhotoProcess
from server.dashboard.pictures import Pictures
from server.dashboard.routes_camera import CameraWiring
from server.dashboard.safety import Hosts
from server.dashboard.store import Store
from server.dashboard.store_thread import StoreError
from server.dashboard.tables import Tables
from server.mqtt.broker import BrokerError, telling
from server.replay_models import load_looker
from server.replay_options import OptionError, table_setup
from server.words import Language, Saying, Words, words_here

LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"  # noqa: S104 -- only with --lan, and then with codes
MOST_CONNECTIONS = 300
LONGEST_MESSAGE = 1024
"""Bytes; pages send nothing by websocket."""
BROWSER_AFTER_S = 0.5


@dataclass(frozen=True, slots=True)
class FirstGame:
    """A game to begin at once, unless one that was watched goes on; as on the command line."""

    players: str
    rules: str | None = None
    set_size: int | None = None

    def command(self) -> NewGame:
        """The game as the page would ask for it; raises OptionError."""
        table = table_setup(self.rules, self.players, self.set_size)
        words = [each.strip() for each in self.players.split(",")]
        names = words if len(words) > 1 else [str(each) for each in table.seats or ()]
        return NewGame(rules=str(table.rules), players=names)


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """How to serve.

    data: the folder to keep games in, None for the platform's own. camera: a source to watch.
    films: the folder whose films may be chosen as cameras. model_dir: other models than the shipped ones.
    first: a game to begin at once. lang: the page's language, None for each browser's own.
    mqtt: the address of a broker that is told how games stand.
    """

    port: int
    data: Path | None = None
    lan: bool = False
    open_browser: bool = False
    camera: str | None = None
    films: Path | None = None
    model_dir: Path | None = None
    first: FirstGame | None = None
    lang: Language | None = None
    mqtt: str | None = None


class PortError(RuntimeError):
    """The port cannot be listened on."""


def data_folder(given: Path | None) -> Path:
    """The folder that games are kept in."""
    return platformdirs.user_data_path("stationmaster", appauthor=False) if given is None else given


def serve(options: ServeOptions) -> int:
    """Run until interrupted; 1 when it cannot begin."""
    try:
        given = None if options.camera is None else at_start(options.camera)
        options = replace(options, camera=given)
        with (
            _listening(options) as listener,
            Store(data_folder(options.data)) as store,
            contextlib.closing(PhotoProcess()) as reading,
            telling(options.mqtt, words_here(options.lang)) as told,
        ):
            broadcaster = Broadcaster()
            tables = Tables(store, broadcaster, told)
            _run(options, listener, store, (tables, broadcaster, PhotoDesk(reading, Pictures())))
    except (PortError, StoreError, OptionError, ChoiceError, BrokerError) as error:
        complain(words_here(options.lang).reason(error))
        return 1
    except KeyboardInterrupt:
        # How serving ends, be it before the server has taken the signal over.
        return 0
    return 0


Parts = tuple[Tables, Broadcaster, PhotoDesk]


def _run(options: ServeOptions, listener: socket.socket, store: Store, parts: Parts) -> None:
    tables, broadcaster, photos = parts
    codes = new_codes() if options.lan else None
    port = listener.getsockname()[1]
    for line in welcome(port, store.path, codes, words_here(options.lang)):
        typer.echo(line)
    app = create_app(
        Wiring(
            tables=tables,
            broadcaster=broadcaster,
            doorkeeper=Doorkeeper(store, codes, time.monotonic),
            hosts=Hosts.on_network([socket.gethostname()]) if options.lan else Hosts(),
            photos=photos,
            camera=_camera(options, tables, store),
            language=options.lang,
        )
    )
    config = uvicorn.Config(
        app,
        log_level="warning",
        lifespan="on",
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_CONNECTIONS,
        ws="websockets-sansio",
        ws_max_size=LONGEST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
    )
    if options.open_browser:
        page = "" if codes is not None or options.camera is None else "#/live"
        opener = threading.Timer(BROWSER_AFTER_S, webbrowser.open, [_address(LOOPBACK, port, codes) + page])
        opener.daemon = True
        opener.start()
    uvicorn.Server(config).run(sockets=[listener])


def _camera(options: ServeOptions, tables: Tables, store: Store) -> CameraWiring:
    evidence = EvidenceFiles(store.path.parent / "evidence")
    start = partial(VisionProcess, partial(load_looker, options.model_dir))
    desk = CameraDesk(CameraParts(tables, store, evidence, start))
    begin = None if options.first is None else options.first.command()
    return CameraWiring(desk, evidence, options.camera, options.films, begin)


def welcome(port: int, path: Path, codes: Mapping[Role, str] | None, words: Words) -> Iterator[str]:
    """What to say at the start: where to go, and with which codes."""
    yield words.say("serve.here", address=_address(LOOPBACK, port, codes))
    if codes is not None:
        yield words.say("serve.elsewhere", address=_address(_own_address(), port, None))
        for role, code in codes.items():
            yield "  " + words.say(f"serve.code.{role}", code=f"{code[:4]}-{code[4:]}")
    yield words.say("serve.kept", folder=str(path.parent))


def _address(host: str, port: int, codes: Mapping[Role, str] | None) -> str:
    # After the #, so that it is never sent or logged: the page takes it from there.
    return f"http://{host}:{port}/" + ("" if codes is None else f"#/join/{codes[Role.HOST]}")


def _own_address() -> str:
    """This computer's address on the local network, found without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return LOOPBACK
        address: str = probe.getsockname()[0]
        return address


@contextlib.contextmanager
def _listening(options: ServeOptions) -> Iterator[socket.socket]:
    host = EVERYWHERE if options.lan else LOOPBACK
    try:
        listener = socket.create_server((host, options.port), backlog=256)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortError(Saying("error.port_taken", {"port": str(options.port)})) from error
        reason = error.strerror or str(error)
        raise PortError(Saying("error.port", {"port": str(options.port), "reason": reason})) from error
    with listener:
        # Connections inherit it. asyncio leaves them alone here, and an answer in two parts then waits 40 ms
        # for the other side to acknowledge the first: seconds for the sixty files of the front end.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield listener
