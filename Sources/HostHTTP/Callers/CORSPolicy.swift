package import HTTPServer

/// Which pages of other origins may read the host's answers.
package struct CORSPolicy: Sendable, Equatable {
    /// How long a browser keeps the answer to a preflight by default: two hours, the most that browsers allow.
    package static let usualMaxAge = Duration.seconds(7_200)

    private let origins: Set<String>
    private let takesAll: Bool
    private let allowsCredentials: Bool
    private let maxAge: Duration
    /// The header fields that pages may send, beside those that need no permission.
    private let allowedHeaders: String
    private let exposedHeaders: String

    /// Describes a policy.
    ///
    /// - Parameters:
    ///   - origins: The origins as browsers send them, or `*` for all.
    ///   - credentials: Whether requests may have cookies; never with `*`.
    ///   - maxAge: How long a browser may keep the answer to a preflight.
    ///   - callers: The policy whose headers pages may send.
    package init(
        origins: [String], credentials: Bool, maxAge: Duration = Self.usualMaxAge,
        callers: CallerPolicy = CallerPolicy()
    ) {
        takesAll = origins.contains("*")
        self.origins = Set(origins.map { $0.lowercased() })
        // Browsers refuse credentials together with `*`.
        allowsCredentials = credentials && !takesAll
        self.maxAge = maxAge
        let usual = ["Content-Type", "Authorization", "Idempotency-Key", callers.header]
        let forReading = ["traceparent", "tracestate", "Last-Event-ID", "If-None-Match"]
        allowedHeaders = (usual + forReading + callers.attributes.map(\.header)).joined(separator: ", ")
        exposedHeaders = "\(callers.header), ETag, Retry-After"
    }

    /// The fields for every answer to a request from an origin; they allow nothing if the origin is not listed.
    package func fields(for origin: String?) -> Fields {
        var fields = Fields()
        // Also if nothing is allowed: a cache must not give one origin's answer to another one.
        if !takesAll { fields.add("Vary", "Origin") }
        guard let origin, let allowed = allowed(origin) else { return fields }
        fields.add("Access-Control-Allow-Origin", allowed)
        if allowsCredentials { fields.add("Access-Control-Allow-Credentials", "true") }
        fields.add("Access-Control-Expose-Headers", exposedHeaders)
        return fields
    }

    /// The further fields for the answer to a preflight.
    package func preflightFields(for origin: String, methods: String) -> Fields {
        guard allowed(origin) != nil else { return Fields() }
        return [
            "Access-Control-Allow-Methods": methods, "Access-Control-Allow-Headers": allowedHeaders,
            "Access-Control-Max-Age": "\(maxAge.components.seconds)",
        ]
    }

    private func allowed(_ origin: String) -> String? {
        if takesAll { return "*" }
        return origins.contains(origin.lowercased()) ? origin : nil
    }
}
