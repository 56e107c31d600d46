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

    /// How many problems of one rule are told; who has mended those sees the others.
    static let mostProblems = 10

    /// The sentence.
    public var description: String { name }

    /// Holds a feature to it.
    ///
    /// - Returns: What is not so, each in words; nothing where the feature passes.
    public func problems(of subject: ConformanceSubject) async -> [String] {
        let found: [String]
        do { found = try await body(subject) } catch { found = ["\(error)"] }
        var seen: Set<String> = []
        let once = found.filter { seen.insert($0).inserted }
        let rest = once.count - Self.mostProblems
        return once.prefix(Self.mostProblems) + (rest > 0 ? ["and \(rest) more like these"] : [])
    }

    /// All of them, in the order in which they carry each other.
    public static let all: [ConformanceRule] = [
        starts, stopsClean, cancel, sameSettings, declares, shapes, settings, answers, fullMailbox, store, erasure,
        clock, neighbours, offIsGone,
    ]

    /// Those that are asked of a feature that runs there.
    public static func asked(_ way: RigWay) -> [ConformanceRule] {
        let unasked = Set(unasked(way).map(\.id))
        return all.filter { !unasked.contains($0.id) }
    }

    /// Those that can't be asked of a feature that runs there: nobody else has the types of a worker's process.
    public static func unasked(_ way: RigWay) -> [ConformanceRule] {
        if case .worker = way { [shapes] } else { [] }
    }

    /// Those that are asked before a feature is switched on, with the settings that it would have.
    public static let beforeStart: [ConformanceRule] = [starts, stopsOnce]
}
