/// How callers over HTTP are known again, and what is known of them.
package struct CallerPolicy: Sendable, Equatable {
    /// The cookie that carries a key, unless the document names another one.
    package static let usualCookie = "flagstand_key"
    /// The header that carries a key, unless the document names another one.
    package static let usualHeader = "X-Flagstand-Key"
    /// What is longer is no attribute: what a header holds goes into every flag's rules.
    package static let longestAttribute = 256

    package let cookie: String
    /// As it is written in answers.
    package let header: String
    /// Attributes by name, and the headers that tell them, in lower case.
    package let attributes: [(name: String, header: String)]

    /// Describes a policy.
    ///
    /// - Parameter attributes: The header that tells each attribute.
    package init(
        cookie: String = Self.usualCookie, header: String = Self.usualHeader, attributes: [String: String] = [:]
    ) {
        self.cookie = cookie
        self.header = header
        self.attributes = attributes.map { ($0.key, $0.value.lowercased()) }.sorted { $0.name < $1.name }
    }

    /// Whether both say the same.
    package static func == (left: CallerPolicy, right: CallerPolicy) -> Bool {
        left.cookie == right.cookie && left.header == right.header
            && left.attributes.elementsEqual(right.attributes) { $0 == $1 }
    }
}
