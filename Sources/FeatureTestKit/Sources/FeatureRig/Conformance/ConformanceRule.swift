/// Something that every feature has to do.
@_spi(Hosting) public struct ConformanceRule: Sendable, CustomStringConvertible {
    /// A word for it, such as `stops-clean`, which never changes.
    public let id: String
    /// What has to be so.
    public let name: String
    private let body: @Sendable (ConformanceSubject) async throws -> [String]

    init(_ id: String, _ name: String, _ body: @escaping @Sendable (ConformanceSubject) async throws -> [String]) {
        self.id = id
        self.name = name
        self.body = body
    }

    /// The sentence.
    public var description: String { name }

    /// Holds a feature to it.
    ///
    /// - Returns: What is not so, each in words; nothing where the feature passes.
    public func problems(of subject: ConformanceSubject) async -> [String] {
        do { return try await body(subject) } catch { return ["\(error)"] }
    }

    /// All of them, in the order in which they carry each other.
    public static let all: [ConformanceRule] = [starts]

    static let starts = ConformanceRule("starts", "starts and is ready") { subject in
        try await Rig.with(subject.feature) { rig in
            try await subject.prepare(rig)
            let state = await rig.start(subject.settings)
            return state == .active ? [] : ["it is \(state)"]
        }
    }
}
