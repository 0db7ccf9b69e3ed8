"""The route that tells a page in which language to speak, before anybody has chosen one on it."""

from typing import Annotated

from fastapi import APIRouter, Header

from server.dashboard.view import Shown
from server.words import Language, best_language


class LanguageView(Shown):
    """The language for this browser."""

    language: Language


def language_routes(given: Language | None) -> APIRouter:
    """The route, open to strangers: the page that asks for a code is in their language, too."""
    router = APIRouter()

    @router.get("/language")
    def language(accept_language: Annotated[str, Header()] = "") -> LanguageView:
        return LanguageView(language=given or best_language(accept_language))

    return router
