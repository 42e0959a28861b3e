"""What each organization has left in its window, §8: by what it is told, else by our own count.

As client/budget.ts does it for `fpk check`, where the names are explained.
"""

import time

from fpk_facts import FACTS, IDS, LOCK


class Budget:
    """`tells`: its answers say what is left; without credentials they speak of nobody's window."""

    def __init__(self, tells):
        limit = FACTS["rateLimit"]
        self.tells, self.limit = tells, limit and limit["limit"]
        self.quiet = limit and limit["windowSeconds"] * (1 + 2 / limit["limit"])
        self.sent, self.left, self.left_at, self.blocked_until = [], None, 0.0, 0.0
        self.is_unknowing = False

    def recent(self):
        since = time.monotonic() - self.quiet
        self.sent = [at for at in self.sent if at > since]
        return self.sent

    def wait(self):
        """Seconds until one more request will be served."""
        now = time.monotonic()
        if self.limit is None:
            return 0.0
        if self.blocked_until > now:
            return self.blocked_until - now
        if self.left is not None and now - self.left_at < self.quiet:
            # Told before or after counting is open: the last one told may be our own.
            return 0.0 if self.left >= 2 else self.left_at + self.quiet - now
        most = max(1, self.limit - 1)
        return 0.0 if len(self.recent()) < most else self.sent[-most] + self.quiet - now

    def spend(self):
        self.sent.append(time.monotonic())
        if self.left is not None:
            self.left -= 1

    def told(self, status, remaining):
        if self.limit is None:
            return
        if status == 429:
            self.blocked_until, self.left = time.monotonic() + self.quiet, None
        elif self.tells and remaining is not None and 0 <= remaining <= self.limit:
            # Told that nothing is left right after a window alone: it does not know, and our own count decides.
            self.is_unknowing = remaining < 2 and (self.is_unknowing or len(self.recent()) <= 1)
            if not self.is_unknowing:
                self.left, self.left_at = remaining, time.monotonic()


BUDGETS = {organization: Budget(tells=True) for organization in IDS}
NOBODY = Budget(tells=False)


def pause(budget):
    """Waits for room, and takes it: nobody else may come between."""
    while True:
        with LOCK:
            seconds = budget.wait()
            if seconds <= 0:
                return budget.spend()
        time.sleep(min(seconds + 0.01, 1))
