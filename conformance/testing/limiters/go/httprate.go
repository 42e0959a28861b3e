package main

import (
	"net/http"
	"time"

	"github.com/go-chi/httprate"
)

func httpRate(limit int, window time.Duration) middleware {
	return httprate.Limit(
		limit,
		window,
		httprate.WithKeyFuncs(func(r *http.Request) (string, error) { return organizationOf(r), nil }),
		httprate.WithLimitHandler(tooManyRequests),
	)
}
