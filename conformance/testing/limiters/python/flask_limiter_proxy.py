"""Run by gunicorn, with one process and many threads. STRATEGY is one of the library's."""

import os

from flask import Flask, Response, request
from flask_limiter import Limiter
from werkzeug.routing import PathConverter

from proxy import LIMIT, TOO_MANY_REQUESTS, WINDOW_SECONDS, forward, organization_of

app = Flask(__name__)
app.url_map.merge_slashes = False


class AnyPath(PathConverter):
    """The library's own matches no line break."""

    part_isolating = False
    regex = "(?s:.+)"


app.url_map.converters["any_path"] = AnyPath

limiter = Limiter(
    lambda: organization_of(request.headers.get("Authorization"), request.remote_addr),
    app=app,
    default_limits=[f"{LIMIT} per {WINDOW_SECONDS} second"],
    headers_enabled=True,
    storage_uri="memory://",
    strategy=os.environ["STRATEGY"],
)

methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


@app.route("/<any_path:path>", methods=methods, provide_automatic_options=False)
def pass_on(path):
    status, headers, body = forward(request.method, request.environ["RAW_URI"], request.headers, request.get_data())
    return Response(body, status, headers)


@app.errorhandler(429)
def too_many_requests(error):
    return TOO_MANY_REQUESTS, 429
