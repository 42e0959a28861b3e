package main

import (
	"time"

	"github.com/ulule/limiter/v3"
	"github.com/ulule/limiter/v3/drivers/middleware/stdlib"
	"github.com/ulule/limiter/v3/drivers/store/memory"
)

func ululeLimiter(limit int, window time.Duration) middleware {
	instance := limiter.New(memory.NewStore(), limiter.Rate{Period: window, Limit: int64(limit)})
	return stdlib.NewMiddleware(
		instance,
		stdlib.WithKeyGetter(organizationOf),
		stdlib.WithLimitReachedHandler(tooManyRequests),
	).Handler
}
