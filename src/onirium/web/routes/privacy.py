"""What is kept of a visitor: told, and deleted."""

from starlette.requests import Request
from starlette.responses import Response

from onirium.web.config.settings import Settings
from onirium.web.forms.parsing import fields
from onirium.web.forms.templates import page
from onirium.web.live.session_registry import Rooms
from onirium.web.middleware.sessions import COOKIE, visitor_of


async def told(request: Request) -> Response:
    """Tell what is kept."""
    return _page(request, forgotten=False)


async def forget(request: Request) -> Response:
    """Delete all that is kept of a visitor, if they have said that they are sure."""
    if "sure" not in await fields(request):
        return _page(request, forgotten=False)
    rooms: Rooms = request.app.state.rooms
    await rooms.forget(visitor_of(request).holder)
    answer = _page(request, forgotten=True)
    answer.delete_cookie(COOKIE)
    return answer


def _page(request: Request, *, forgotten: bool) -> Response:
    settings: Settings = request.app.state.settings
    values = {
        "forgotten": forgotten,
        "days": settings.forget_after_days,
        "operator": settings.operator,
    }
    return page(request, "privacy", values)
