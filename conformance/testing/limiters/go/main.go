// A proxy before UPSTREAM that counts requests for each organization by one of the limiters in this folder, which its argument
// names. ORGANIZATIONS has a line `TOKEN ORGANIZATION` for each credential.
package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// Puts a limiter before a handler.
type middleware func(http.Handler) http.Handler

// The limiters by their names.
var limiters = map[string]func(limit int, window time.Duration) middleware{
	"go-limiter":      goLimiter,
	"httprate":        httpRate,
	"throttled":       throttledGCRA,
	"time-rate":       timeRate,
	"time-rate-burst": timeRateWithSmallBurst,
	"tollbooth":       tollboothLimiter,
	"ulule":           ululeLimiter,
}

var organizations = map[string]string{}

// The caller's organization; the address of a caller without valid credentials.
func organizationOf(r *http.Request) string {
	_, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if organization, ok := organizations[token]; ok {
		return organization
	}
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	return "address " + host
}

const errorBody = `{"error":"Too many requests"}`

// Answers 429; the limiter has set the headers.
func tooManyRequests(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusTooManyRequests)
	fmt.Fprint(w, errorBody)
}

func main() {
	create, ok := limiters[os.Args[1]]
	if !ok {
		log.Fatalf("there is no limiter %s", os.Args[1])
	}
	limit, err := strconv.Atoi(os.Getenv("LIMIT"))
	if err != nil {
		log.Fatal(err)
	}
	window, err := time.ParseDuration(os.Getenv("WINDOW_SECONDS") + "s")
	if err != nil {
		log.Fatal(err)
	}
	upstream, err := url.Parse(os.Getenv("UPSTREAM"))
	if err != nil {
		log.Fatal(err)
	}
	for _, line := range strings.Split(os.Getenv("ORGANIZATIONS"), "\n") {
		token, organization, _ := strings.Cut(line, " ")
		organizations[token] = organization
	}
	proxy := &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(upstream) },
		Transport: &http.Transport{MaxIdleConnsPerHost: 100},
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, create(limit, window)(proxy)))
}
