package main

import (
	"context"
	"log"
	"net/http"
	"sync"
	"time"

	"github.com/throttled/throttled/v2"
)

func throttledGCRA(limit int, window time.Duration) middleware {
	quota := throttled.RateQuota{MaxRate: throttled.PerDuration(limit, window), MaxBurst: limit - 1}
	rateLimiter, err := throttled.NewGCRARateLimiterCtx(&memoryStore{values: map[string]int64{}}, quota)
	if err != nil {
		log.Fatal(err)
	}
	httpRateLimiter := throttled.HTTPRateLimiterCtx{
		RateLimiter:   rateLimiter,
		VaryBy:        &throttled.VaryBy{Custom: organizationOf},
		DeniedHandler: http.HandlerFunc(tooManyRequests),
	}
	return httpRateLimiter.RateLimit
}

// A throttled.GCRAStoreCtx; the library's own store in memory has a dependency under the MPL.
type memoryStore struct {
	mu     sync.Mutex
	values map[string]int64
}

func (s *memoryStore) GetWithTime(_ context.Context, key string) (int64, time.Time, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, ok := s.values[key]
	if !ok {
		value = -1
	}
	return value, time.Now(), nil
}

func (s *memoryStore) SetIfNotExistsWithTTL(_ context.Context, key string, value int64, _ time.Duration) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.values[key]; ok {
		return false, nil
	}
	s.values[key] = value
	return true, nil
}

func (s *memoryStore) CompareAndSwapWithTTL(_ context.Context, key string, old, value int64, _ time.Duration) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.values[key] != old {
		return false, nil
	}
	s.values[key] = value
	return true, nil
}
