"""Looks at one part of the installation each; what is wrong is a finding, never an exception."""

import hashlib
import shutil
import socket
import sqlite3
import ssl
import sys
import tomllib
from collections.abc import Iterator
from contextlib import closing
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from server.dashboard.store import FILE_NAME
from server.doctor.findings import Finding, Part, State, faulty, fine
from vision.model_files import MODELS, ModelFileError, check_models

PACKAGES = ("stationmaster", "numpy", "opencv-python-headless", "openvino", "onnxruntime", "av", "fastapi")
"""What a bug report has to say about what runs here."""
MODEL_RUNTIME = "openvino"
LITTLE_MB, TOO_LITTLE_MB = 1000, 100
"""A long game with all its evidence takes some 200 MB."""
CERTIFICATE, KEY = "certificate.pem", "certificate.key"
PORT_S = 0.5


def installed() -> dict[str, str | None]:
    """The packages that matter with their versions; None for one that is missing."""
    return {name: _version(name) for name in PACKAGES}


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def check_versions(
    packages: dict[str, str | None], python: tuple[object, ...] = sys.version_info[:3]
) -> Finding:
    """Whether all that is needed is there."""
    if missing := [name for name, number in packages.items() if number is None]:
        return faulty(Part.VERSIONS, State.WRONG, "missing", packages=", ".join(missing))
    numbers = {"own": packages["stationmaster"] or "", "python": ".".join(map(str, python))}
    return fine(Part.VERSIONS, "fine", **numbers)


def check_model(folder: Path, registry: Path) -> Finding:
    """Whether the models are there, and those that were shipped where the registry is theirs."""
    try:
        check_models(folder)
        known = tomllib.loads(registry.read_text(encoding="utf-8"))
        broken = [name for name in MODELS if _sha256(folder / f"{name}.onnx") != known[name]["sha256"]]
    except ModelFileError as error:
        return faulty(Part.MODEL, State.WRONG, "missing", reason=str(error))
    except (OSError, KeyError, TypeError, ValueError) as error:
        return faulty(Part.MODEL, State.WRONG, "registry", reason=str(error))
    if broken:
        return faulty(Part.MODEL, State.POOR, "other", models=", ".join(broken))
    return fine(Part.MODEL, "fine", runs=", ".join(str(known[name]["run"]) for name in MODELS))


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def check_port(port: int) -> Finding:
    """Whether `stationmaster serve` could listen."""
    try:
        with closing(socket.create_server(("127.0.0.1", port))):
            return fine(Part.PORT, "fine", port=str(port))
    except OSError as error:
        if _is_ours(port):
            return fine(Part.PORT, "ours", port=str(port))
        return faulty(Part.PORT, State.WRONG, "taken", port=str(port), reason=error.strerror or str(error))


def _is_ours(port: int) -> bool:
    """Whether a Stationmaster answers there."""
    asked = b"GET /api/health HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=PORT_S) as line:
            line.sendall(asked)
            return b'"status":"ok"' in b"".join(_all_of(line))
    except OSError:
        return False


def _all_of(line: socket.socket) -> Iterator[bytes]:
    for _ in range(16):
        if not (part := line.recv(4096)):
            return
        yield part


def check_disk(folder: Path) -> Finding:
    """Whether games can be kept."""
    there = next(each for each in (folder, *folder.parents) if each.exists())
    try:
        free_mb = shutil.disk_usage(there).free // 1_000_000
        probe = there / ".stationmaster-probe"
        probe.write_bytes(b"written and read back")
        probe.unlink()
        _check_file(folder / FILE_NAME)
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return faulty(Part.DISK, State.WRONG, "unusable", folder=str(folder), reason=reason)
    slots: dict[str, str | float] = {"folder": str(folder), "free": round(free_mb / 1000, 1)}
    if free_mb < LITTLE_MB:
        state = State.WRONG if free_mb < TOO_LITTLE_MB else State.POOR
        return faulty(Part.DISK, state, "full", **slots)
    return fine(Part.DISK, "fine", **slots)


def _check_file(path: Path) -> None:
    """Read the data file through, if there is one; a damaged one raises sqlite3.Error."""
    if not path.is_file():
        return
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=1)) as connection:
        [[said]] = connection.execute("PRAGMA quick_check(1)").fetchall()
    if said != "ok":
        raise sqlite3.DatabaseError(str(said))


def check_certificate(folder: Path) -> Finding:
    """Whether the certificate that lets a phone be the camera can be used."""
    certificate, key = folder / CERTIFICATE, folder / KEY
    if not certificate.exists():
        return Finding(Part.CERTIFICATE, State.ABSENT, fine(Part.CERTIFICATE, "none").found)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key)
    except (OSError, ssl.SSLError) as error:
        reason = error.strerror or str(error)
        return faulty(Part.CERTIFICATE, State.WRONG, "unusable", file=str(certificate), reason=reason)
    return fine(Part.CERTIFICATE, "fine")
