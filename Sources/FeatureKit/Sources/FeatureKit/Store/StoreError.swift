/// Why a store refuses: a code for programs and a sentence for people.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of refusals, an open set.
    public struct Code: Sendable, Hashable {
        /// The code that clients see.
        public let word: String
        /// The status over HTTP.
        @_spi(Hosting) public let status: Int

        package init(word: String, status: Int) {
            self.word = word
            self.status = status
        }

        /// The document does not exist.
        public static let notFound = Code(word: "not-found", status: 404)
        /// The document exists already.
        public static let exists = Code(word: "exists", status: 409)
        /// The document has another version than was expected.
        public static let versionDiffers = Code(word: "version-differs", status: 409)
        /// Another document has the same values in a unique index.
        public static let duplicate = Code(word: "duplicate", status: 409)
        /// The document does not fit its Shape.
        public static let misfit = Code(word: "misfit", status: 400)
        /// The document or blob is too large.
        public static let tooLarge = Code(word: "too-large", status: 413)
        /// A limit of what the feature may keep is reached.
        public static let full = Code(word: "full", status: 507)
        /// It can't be done now; nothing was written.
        public static let unavailable = Code(word: "unavailable", status: 503)
        /// What is on the disk is not what was written.
        public static let damaged = Code(word: "damaged", status: 503)
        /// The next change has been deleted already.
        public static let behind = Code(word: "behind", status: 409)
        /// A stored document does not fit its Shape any more.
        public static let unreadable = Code(word: "unreadable", status: 500)
        /// The contracts do not declare it.
        public static let undeclared = Code(word: "undeclared", status: 500)
        /// The feature's request makes no sense.
        public static let misused = Code(word: "misused", status: 500)
        /// The feature has been stopped.
        public static let stopped = Code(word: "stopped", status: 503)
    }

    /// The kind of refusal.
    public let code: Code
    /// What is wrong, for people.
    public let detail: String

    /// Makes an error; engines alone do.
    @_spi(Hosting) public init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    /// The code and the sentence.
    public var description: String { "\(code.word): \(detail)" }
}
