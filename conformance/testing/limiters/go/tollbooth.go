package main

import (
	"net/http"
	"time"

	"github.com/didip/tollbooth/v7"
)

// Its headers are `RateLimit-…` and `X-Rate-Limit-…`, and their limit is that of a second.
func tollboothLimiter(limit int, window time.Duration) middleware {
	lmt := tollbooth.NewLimiter(float64(limit)/window.Seconds(), nil)
	lmt.SetBurst(limit)
	lmt.SetIgnoreURL(true)
	lmt.SetHeader("X-Organization", []string{})
	lmt.SetMessage(errorBody)
	lmt.SetMessageContentType("application/json")
	return func(next http.Handler) http.Handler {
		limited := tollbooth.LimitHandler(lmt, next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Header.Set("X-Organization", organizationOf(r))
			limited.ServeHTTP(w, r)
		})
	}
}
