"""The privacy page: describes the stored data and deletes it on request."""

from starlette.requests import Request
from starlette.responses import Response

from onirium.web.forms.parsing import parse_form
from onirium.web.forms.templates import render_page
from onirium.web.middleware.cookies import COOKIE_NAME, SECURE_COOKIE_NAME
from onirium.web.middleware.sessions import current_user
from onirium.web.services import services_of


async def show(request: Request) -> Response:
    """Describe the stored data."""
    return _render(request, is_erased=False)


async def erase(request: Request) -> Response:
    """Delete the data of the user, if the confirmation is ticked."""
    if "sure" not in await parse_form(request):
        return _render(request, is_erased=False)
    sessions = services_of(request).sessions
    await sessions.erase_owner(current_user(request).user_id)
    response = _render(request, is_erased=True)
    for name in (COOKIE_NAME, SECURE_COOKIE_NAME):
        response.delete_cookie(name, secure=name == SECURE_COOKIE_NAME)
    return response


def _render(request: Request, *, is_erased: bool) -> Response:
    settings = services_of(request).settings
    values = {
        "is_erased": is_erased,
        "abandoned_days": settings.delete_abandoned_after_days,
        "operator": settings.operator,
    }
    return render_page(request, "privacy", values)
