import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

final class Bucket4jLimiter implements Proxy.Limiter {
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
    private final Bandwidth bandwidth;

    private Bucket4jLimiter(Bandwidth bandwidth) {
        this.bandwidth = bandwidth;
    }

    static Proxy.Limiter greedy(int limit, Duration window) {
        return new Bucket4jLimiter(Bandwidth.builder().capacity(limit).refillGreedy(limit, window).build());
    }

    static Proxy.Limiter intervally(int limit, Duration window) {
        return new Bucket4jLimiter(Bandwidth.builder().capacity(limit).refillIntervally(limit, window).build());
    }

    /** A quarter of the limit in a quarter of the window. */
    static Proxy.Limiter quarters(int limit, Duration window) {
        return new Bucket4jLimiter(
                Bandwidth.builder().capacity(limit).refillIntervally(limit / 4, window.dividedBy(4)).build());
    }

    @Override
    public Proxy.Decision count(String organization) {
        Bucket bucket = buckets.computeIfAbsent(
                organization, key -> Bucket.builder().addLimit(bandwidth).build());
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
        return new Proxy.Decision(
                probe.isConsumed(),
                Map.of(
                        "Limit", bandwidth.getCapacity(),
                        "Remaining", probe.getRemainingTokens(),
                        "Reset", Duration.ofNanos(probe.getNanosToWaitForReset()).toSeconds()));
    }
}
