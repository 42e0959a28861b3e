"""Run by uvicorn. KEY_STYLE is one of the library's: by its default, `url`, each URL has a count of its own."""

import os

from slowapi import Limiter
from slowapi.errors import RateLimitExceeded
from slowapi.middleware import SlowAPIMiddleware
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from proxy import LIMIT, TOO_MANY_REQUESTS, WINDOW_SECONDS, forward, organization_of


def organization_of_request(request):
    return organization_of(request.headers.get("authorization"), request.client.host)


limiter = Limiter(
    key_func=organization_of_request,
    default_limits=[f"{LIMIT} per {WINDOW_SECONDS} second"],
    headers_enabled=True,
    key_style=os.environ["KEY_STYLE"],
)


async def pass_on(request):
    target = request.scope["raw_path"].decode("latin-1")
    query = request.scope["query_string"].decode("latin-1")
    body = await request.body()
    headers = request.headers.items()
    status, received, content = await run_in_threadpool(
        forward, request.method, f"{target}?{query}" if query else target, headers, body
    )
    response = Response(content, status)
    for name, value in received:
        response.headers.append(name, value)
    return response


def too_many_requests(request, error):
    response = JSONResponse(TOO_MANY_REQUESTS, 429)
    return limiter._inject_headers(response, request.state.view_rate_limit)


class AnyPath(PathConvertor):
    """The library's own matches no line break."""

    regex = "(?s:.*)"


register_url_convertor("any_path", AnyPath())

methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
app = Starlette(routes=[Route("/{path:any_path}", pass_on, methods=methods)])
app.state.limiter = limiter
app.add_exception_handler(RateLimitExceeded, too_many_requests)
app.add_middleware(SlowAPIMiddleware)
