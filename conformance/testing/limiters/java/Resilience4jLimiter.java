import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import java.time.Duration;
import java.util.Map;

final class Resilience4jLimiter implements Proxy.Limiter {
    private final RateLimiterRegistry registry;
    private final RateLimiterConfig config;

    Resilience4jLimiter(int limit, Duration window) {
        config = RateLimiterConfig.custom()
                .limitForPeriod(limit)
                .limitRefreshPeriod(window)
                .timeoutDuration(Duration.ZERO)
                .build();
        registry = RateLimiterRegistry.of(config);
    }

    @Override
    public Proxy.Decision count(String organization) {
        RateLimiter rateLimiter = registry.rateLimiter(organization);
        boolean isAdmitted = rateLimiter.acquirePermission();
        return new Proxy.Decision(
                isAdmitted,
                Map.of(
                        "Limit", config.getLimitForPeriod(),
                        "Remaining", Math.max(0, rateLimiter.getMetrics().getAvailablePermissions()),
                        "Reset", config.getLimitRefreshPeriod().toSeconds()));
    }
}
