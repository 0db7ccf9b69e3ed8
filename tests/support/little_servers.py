"""Servers on this computer that behave as cameras do, and as they should not."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import cv2
import numpy as np

Act = Callable[[socket.socket, threading.Event], None]
"""What a server does with a connection until it is to stop."""


@contextmanager
def serving(act: Act) -> Iterator[str]:
    """Serve connections one after another on a free port; gives `127.0.0.1:port`."""
    stop = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.05)

        def run() -> None:
            while not stop.is_set():
                try:
                    connection, _ = listener.accept()
                except TimeoutError:
                    continue
                with connection:
                    connection.settimeout(5)
                    try:
                        act(connection, stop)
                    except OSError:
                        # The other side has hung up, as tests do.
                        continue

        server = threading.Thread(target=run, daemon=True)
        server.start()
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}"
        finally:
            stop.set()
            server.join(10)
            assert not server.is_alive(), "the little server does not end"


def free_port() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def hang(connection: socket.socket, stop: threading.Event) -> None:
    """Take the connection and say nothing."""
    connection.recv(4096)
    stop.wait(20)


def rubbish(connection: socket.socket, stop: threading.Event) -> None:
    """Answer with bytes that mean nothing."""
    connection.recv(4096)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nConnection: close\r\n\r\n")
    connection.sendall(np.random.default_rng(0).bytes(200_000))
    stop.wait(0)


def sending(data: bytes) -> Act:
    """Answer with a file."""

    def act(connection: socket.socket, _: threading.Event) -> None:
        connection.recv(4096)
        head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(data)}\r\nConnection: close\r\n\r\n"
        connection.sendall(head.encode() + data)

    return act


def motion_jpeg(count: int, every_s: float, then: Act | None = None) -> Act:
    """Send so many pictures as a network camera does, then hang up or do something else."""

    def act(connection: socket.socket, stop: threading.Event) -> None:
        connection.recv(4096)
        head = "HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"
        connection.sendall(head.encode())
        for index in range(count):
            picture = np.full((48, 64, 3), 10 + index % 200, np.uint8)
            data = cv2.imencode(".jpg", picture)[1].tobytes()
            part = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            connection.sendall(part.encode() + data + b"\r\n")
            if stop.wait(every_s):
                return
        if then is not None:
            then(connection, stop)

    return act


def silence(_: socket.socket, stop: threading.Event) -> None:
    """Keep the line open."""
    stop.wait(20)


def not_found(connection: socket.socket, _: threading.Event) -> None:
    """Answer that there is no such page."""
    connection.recv(4096)
    connection.sendall(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
