import com.google.common.util.concurrent.RateLimiter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Spreads the limit evenly over the window, with a burst of one second; it does not say what remains. */
final class GuavaLimiter implements Proxy.Limiter {
    private final Map<String, RateLimiter> limiters = new ConcurrentHashMap<>();
    private final int limit;
    private final Duration window;

    GuavaLimiter(int limit, Duration window) {
        this.limit = limit;
        this.window = window;
    }

    @Override
    public Proxy.Decision count(String organization) {
        RateLimiter limiter = limiters.computeIfAbsent(
                organization, key -> RateLimiter.create((double) limit / window.toSeconds()));
        return new Proxy.Decision(limiter.tryAcquire(), Map.of("Limit", limit));
    }
}
