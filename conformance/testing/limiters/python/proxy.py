"""What the limiters in this folder share. Each is a proxy before UPSTREAM that counts requests for each organization;
ORGANIZATIONS has a line `TOKEN ORGANIZATION` for each credential."""

import http.client
import os
import threading
from urllib.parse import urlsplit

LIMIT = int(os.environ["LIMIT"])
WINDOW_SECONDS = int(os.environ["WINDOW_SECONDS"])

TOO_MANY_REQUESTS = {"error": "Too many requests"}

_upstream = urlsplit(os.environ["UPSTREAM"])
_organizations = dict(line.split(" ") for line in os.environ["ORGANIZATIONS"].splitlines())
_connections = threading.local()
_connection_headers = {"connection", "keep-alive", "transfer-encoding", "content-length"}


def organization_of(authorization, address):
    """The caller's organization; the address of a caller without valid credentials."""
    _, _, token = (authorization or "").partition(" ")
    return _organizations.get(token, f"address {address}")


def forward(method, target, headers, body):
    """Passes a request on. Returns the response's status, headers and body."""
    connection = getattr(_connections, "connection", None)
    if connection is None:
        connection = _connections.connection = http.client.HTTPConnection(_upstream.hostname, _upstream.port)
    sent = {name: value for name, value in headers if name.lower() not in _connection_headers}
    try:
        connection.request(method, target, body or None, sent)
        response = connection.getresponse()
        content = response.read()
    except Exception:
        connection.close()
        raise
    received = [(name, value) for name, value in response.getheaders() if name.lower() not in _connection_headers]
    return response.status, received, content
