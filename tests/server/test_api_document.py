"""The OpenAPI document is kept: whatever fits it, or nearly, is answered without a fault of the server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from desk_apps import app_over, client_of, do, new_game
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import load_all_checks
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from server.dashboard.photo_desk import PhotoDesk
from server.dashboard.photo_process import PhotoProcess
from server.dashboard.pictures import Pictures
from server.dashboard.store import Store

OWN_HOST = {"Host": "127.0.0.1:8000"}
STATED = 503
"""What the server says when something outside it is missing: a camera, a worker, room on the disk."""

bounded = settings(
    max_examples=20,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def api(tmp_path: Path) -> Iterator[schemathesis.BaseSchema]:
    """The document of an application with two games, the first one under way."""
    load_all_checks()
    process = PhotoProcess()
    with Store(tmp_path) as store:
        app = app_over(store, photos=PhotoDesk(process, Pictures()))
        with client_of(app) as client:
            game = new_game(client)
            do(client, game, "add", lines=["place 12-5 on P1 by P1"])
            new_game(client)
        yield schemathesis.openapi.from_asgi("/api/openapi.json", app, headers=OWN_HOST)
    process.close()


def faults(api: schemathesis.BaseSchema) -> list[str]:
    """What goes wrong when every operation is asked all kinds of things, a line each."""
    found = []
    for result in api.get_all_operations():
        assert isinstance(result, Ok), result
        operation = result.ok()
        try:
            ask(operation)
        except (AssertionError, FailureGroup) as error:
            found.append(f"{operation.label}: {error}")
    return found


def ask(operation: schemathesis.APIOperation[Any, Any, Any, Any]) -> None:
    """Ask an operation what fits its document, and what does not."""
    for mode in schemathesis.GenerationMode:

        @bounded
        @given(case=operation.as_strategy(generation_mode=mode))
        def answered(case: schemathesis.Case[Any]) -> None:
            answer = case.call(headers=OWN_HOST)
            is_stated = answer.status_code < 500 or answer.status_code == STATED
            assert is_stated, f"{case.as_curl_command()} gave {answer.status_code}: {answer.text}"
            case.validate_response(answer, checks=[response_schema_conformance, content_type_conformance])

        try:
            answered()
        except Unsatisfiable:
            # What takes no arguments cannot be asked wrongly.
            assert mode is schemathesis.GenerationMode.NEGATIVE, operation.label


def test_every_operation_answers_whatever_it_is_asked(api: schemathesis.BaseSchema) -> None:
    assert faults(api) == []


def test_every_operation_of_a_game_that_is_there_answers(api: schemathesis.BaseSchema) -> None:
    # Most random numbers name no game.
    api.config.update(parameters={"game_id": 1})
    of_a_game = api.include(path_regex="game_id").exclude(method="DELETE")

    assert faults(of_a_game) == []
