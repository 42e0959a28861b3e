package main

import (
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

func timeRate(limit int, window time.Duration) middleware {
	return timeRateWithBurst(limit, window, limit)
}

// A tenth of the limit at once: the rest is served only as it is refilled.
func timeRateWithSmallBurst(limit int, window time.Duration) middleware {
	return timeRateWithBurst(limit, window, limit/10)
}

func timeRateWithBurst(limit int, window time.Duration, burst int) middleware {
	var mu sync.Mutex
	perOrganization := map[string]*rate.Limiter{}
	every := rate.Every(window / time.Duration(limit))
	limiterOf := func(organization string) *rate.Limiter {
		mu.Lock()
		defer mu.Unlock()
		limiter, ok := perOrganization[organization]
		if !ok {
			limiter = rate.NewLimiter(every, burst)
			perOrganization[organization] = limiter
		}
		return limiter
	}
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			limiter := limiterOf(organizationOf(r))
			isAllowed := limiter.Allow()
			tokens := math.Max(0, limiter.Tokens())
			w.Header().Set("X-RateLimit-Limit", strconv.Itoa(limit))
			w.Header().Set("X-RateLimit-Remaining", strconv.Itoa(int(tokens)))
			w.Header().Set("X-RateLimit-Reset", strconv.Itoa(int(math.Ceil((float64(burst)-tokens)/float64(every)))))
			if !isAllowed {
				tooManyRequests(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}
