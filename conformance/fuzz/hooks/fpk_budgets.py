"""The number of requests that each organization can still send in its window (§8).

It is taken from the responses' headers, or else from a count of the sent requests. `client/budget.ts` does the same for `fpk check`.
"""

import time

from fpk_input import IDS, INPUT, LOCK


class Budget:
    """The budget of an organization, or (`is_reported` is false) of all requests without credentials.

    The headers of responses to requests without credentials say nothing about the window of an organization.
    """

    def __init__(self, is_reported):
        limit = INPUT["rateLimit"]
        self.is_reported, self.limit = is_reported, limit and limit["limit"]
        # After this time in seconds without a request, the whole limit is available again, whatever the limiter's algorithm.
        self.recovery = limit and limit["windowSeconds"] * (1 + 2 / limit["limit"])
        self.sent, self.remaining, self.remaining_at, self.blocked_until = [], None, 0.0, 0.0
        self.is_uninformative = False

    def recent(self):
        since = time.monotonic() - self.recovery
        self.sent = [at for at in self.sent if at > since]
        return self.sent

    def wait(self):
        """Seconds until one more request will be served."""
        now = time.monotonic()
        if self.limit is None:
            return 0.0
        if self.blocked_until > now:
            return self.blocked_until - now
        if self.remaining is not None and now - self.remaining_at < self.recovery:
            # Whether `remaining` already counts the request of its response is not shown, so one request is kept in reserve.
            return 0.0 if self.remaining >= 2 else self.remaining_at + self.recovery - now
        max_recent = max(1, self.limit - 1)
        return 0.0 if len(self.recent()) < max_recent else self.sent[-max_recent] + self.recovery - now

    def spend(self):
        self.sent.append(time.monotonic())
        if self.remaining is not None:
            self.remaining -= 1

    def update(self, status, remaining):
        if self.limit is None:
            return
        if status == 429:
            self.blocked_until, self.remaining = time.monotonic() + self.recovery, None
        elif self.is_reported and remaining is not None and 0 <= remaining <= self.limit:
            # A header that reports an empty budget after the first request of a window is wrong: count the requests instead.
            self.is_uninformative = remaining < 2 and (self.is_uninformative or len(self.recent()) <= 1)
            if not self.is_uninformative:
                self.remaining, self.remaining_at = remaining, time.monotonic()


BUDGETS = {organization: Budget(is_reported=True) for organization in IDS}
ANONYMOUS_BUDGET = Budget(is_reported=False)


def wait_and_spend(budget):
    """Waits until the budget allows a request, and subtracts that request under the same lock."""
    while True:
        with LOCK:
            seconds = budget.wait()
            if seconds <= 0:
                return budget.spend()
        time.sleep(min(seconds + 0.01, 1))
