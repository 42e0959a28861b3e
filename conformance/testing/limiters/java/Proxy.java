import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;

/**
 * A proxy before UPSTREAM that counts requests for each organization by one of the limiters in this folder, which its
 * argument names. ORGANIZATIONS has a line `TOKEN ORGANIZATION` for each credential.
 */
final class Proxy {
    /** What a limiter says of a request; `headers` without their prefix `X-RateLimit-`. */
    record Decision(boolean isAdmitted, Map<String, Object> headers) {}

    interface Limiter {
        Decision count(String organization);
    }

    interface Library {
        Limiter create(int limit, Duration window);
    }

    private static final Map<String, Library> LIBRARIES = Map.of(
            "bucket4j-greedy", Bucket4jLimiter::greedy,
            "bucket4j-intervally", Bucket4jLimiter::intervally,
            "bucket4j-quarters", Bucket4jLimiter::quarters,
            "guava", GuavaLimiter::new,
            "resilience4j", Resilience4jLimiter::new);

    private static final Set<String> CONNECTION_HEADERS =
            Set.of("connection", "keep-alive", "transfer-encoding", "content-length", "host", "upgrade", "expect");

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final String UPSTREAM = System.getenv("UPSTREAM");
    private static final Map<String, String> ORGANIZATIONS = new HashMap<>();

    public static void main(String[] arguments) throws IOException {
        for (String line : System.getenv("ORGANIZATIONS").split("\n")) {
            String[] parts = line.split(" ");
            ORGANIZATIONS.put(parts[0], parts[1]);
        }
        int limit = Integer.parseInt(System.getenv("LIMIT"));
        Duration window = Duration.ofSeconds(Long.parseLong(System.getenv("WINDOW_SECONDS")));
        Limiter limiter = LIBRARIES.get(arguments[0]).create(limit, window);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(16));
        server.createContext("/", exchange -> {
            try (exchange) {
                answer(limiter, exchange);
            } catch (InterruptedException | RuntimeException error) {
                throw new IOException(error);
            }
        });
        server.start();
        System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The caller's organization; the address of a caller without valid credentials. */
    private static String organizationOf(HttpExchange exchange) {
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        String token = authorization == null ? "" : authorization.substring(authorization.indexOf(' ') + 1);
        String address = "address " + exchange.getRemoteAddress().getAddress().getHostAddress();
        return ORGANIZATIONS.getOrDefault(token, address);
    }

    private static void answer(Limiter limiter, HttpExchange exchange) throws IOException, InterruptedException {
        byte[] sent = exchange.getRequestBody().readAllBytes();
        Decision decision = limiter.count(organizationOf(exchange));
        decision.headers().forEach((name, value) ->
                exchange.getResponseHeaders().set("X-RateLimit-" + name, String.valueOf(value)));
        if (!decision.isAdmitted()) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            write(exchange, 429, "{\"error\":\"Too many requests\"}".getBytes());
            return;
        }
        HttpResponse<byte[]> response = CLIENT.send(requestOf(exchange, sent), HttpResponse.BodyHandlers.ofByteArray());
        response.headers().map().forEach((name, values) -> {
            if (!CONNECTION_HEADERS.contains(name)) exchange.getResponseHeaders().put(name, values);
        });
        write(exchange, response.statusCode(), response.body());
    }

    private static HttpRequest requestOf(HttpExchange exchange, byte[] body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(UPSTREAM + exchange.getRequestURI()));
        for (Map.Entry<String, List<String>> header : exchange.getRequestHeaders().entrySet()) {
            if (CONNECTION_HEADERS.contains(header.getKey().toLowerCase())) continue;
            header.getValue().forEach(value -> request.header(header.getKey(), value));
        }
        HttpRequest.BodyPublisher publisher = body.length == 0
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofByteArray(body);
        return request.method(exchange.getRequestMethod(), publisher).build();
    }

    private static void write(HttpExchange exchange, int status, byte[] body) throws IOException {
        boolean hasBody = body.length > 0 && !exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, hasBody ? body.length : -1);
        if (!hasBody) return;
        try (OutputStream output = exchange.getResponseBody()) {
            output.write(body);
        }
    }
}
