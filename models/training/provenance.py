"""Where a run's code and data came from: the commit, and a fingerprint of the sets of photos."""

import hashlib
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from scenegen.generate import MANIFEST, DatasetError

UNKNOWN = "unknown"


def _git(arguments: list[str], folder: Path) -> str | None:
    program = shutil.which("git")
    if program is None:
        return None
    # The arguments are our own; nothing of the user's gets into them.
    done = subprocess.run(  # noqa: S603
        [program, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() if done.returncode == 0 else None


def current_commit(folder: Path) -> str:
    """The short commit that a folder is at, with `+` when files differ from it; `unknown` outside git."""
    commit = _git(["rev-parse", "--short=10", "HEAD"], folder)
    if not commit:
        return UNKNOWN
    changed = _git(["status", "--porcelain", "--untracked-files=no"], folder)
    return f"{commit}+" if changed else commit


def data_fingerprint(folders: Iterable[Path]) -> str:
    """Short hash of the manifests of finished sets, in order; the same data gives the same fingerprint."""
    digest = hashlib.sha256()
    for folder in folders:
        manifest = folder / MANIFEST
        if not manifest.is_file():
            raise DatasetError(f"{folder} is no finished set of photos: it has no {MANIFEST}")
        digest.update(manifest.read_bytes())
    return digest.hexdigest()[:16]
