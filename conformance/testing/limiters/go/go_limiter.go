package main

import (
	"log"
	"net/http"
	"time"

	"github.com/sethvargo/go-limiter/httplimit"
	"github.com/sethvargo/go-limiter/memorystore"
)

func goLimiter(limit int, window time.Duration) middleware {
	store, err := memorystore.New(&memorystore.Config{Tokens: uint64(limit), Interval: window})
	if err != nil {
		log.Fatal(err)
	}
	limiter, err := httplimit.NewMiddleware(store, func(r *http.Request) (string, error) { return organizationOf(r), nil })
	if err != nil {
		log.Fatal(err)
	}
	return func(next http.Handler) http.Handler {
		handler := limiter.Handle(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			handler.ServeHTTP(&jsonErrors{ResponseWriter: w}, r)
		})
	}
}

// The library has no way to choose the body of its 429, so it is replaced as it is written.
type jsonErrors struct {
	http.ResponseWriter
	isReplaced bool
}

func (w *jsonErrors) WriteHeader(status int) {
	if status == http.StatusTooManyRequests {
		w.isReplaced = true
		w.Header().Set("Content-Type", "application/json")
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *jsonErrors) Write(body []byte) (int, error) {
	if w.isReplaced {
		_, err := w.ResponseWriter.Write([]byte(errorBody))
		return len(body), err
	}
	return w.ResponseWriter.Write(body)
}

func (w *jsonErrors) Unwrap() http.ResponseWriter { return w.ResponseWriter }
