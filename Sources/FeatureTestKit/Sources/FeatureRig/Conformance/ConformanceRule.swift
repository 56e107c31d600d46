/// Something that every feature has to do.
@_spi(Hosting) public struct ConformanceRule: Sendable, CustomStringConvertible {
    /// Its name for programs, such as `stops-clean`, which never changes.
    public let id: String
    /// What has to hold, as a sentence.
    public let name: String
    private let body: @Sendable (ConformanceSubject) async throws -> [String]

    init(_ id: String, _ name: String, _ body: @escaping @Sendable (ConformanceSubject) async throws -> [String]) {
        self.id = id
        self.name = name
        self.body = body
    }

    /// How many problems of one rule are reported; the others show once these are fixed.
    static let mostProblems = 10

    /// The sentence.
    public var description: String { name }

    /// Checks a feature against it.
    ///
    /// - Returns: What is wrong, each as a sentence; nothing where the feature passes.
    public func problems(of subject: ConformanceSubject) async -> [String] {
        let found: [String]
        do { found = try await body(subject) } catch { found = ["\(error)"] }
        var seen: Set<String> = []
        let once = found.filter { seen.insert($0).inserted }
        let rest = once.count - Self.mostProblems
        return once.prefix(Self.mostProblems) + (rest > 0 ? ["and \(rest) more like these"] : [])
    }

    /// All rules, in the order in which they build on each other.
    public static let all: [ConformanceRule] = [
        starts, stopsClean, cancel, sameSettings, declares, shapes, settings, answers, fullMailbox, store, erasure,
        clock, neighbours, offIsGone,
    ]

    /// The rules for a feature that runs in this way.
    public static func asked(_ way: RigWay) -> [ConformanceRule] {
        let unasked = Set(unasked(way).map(\.id))
        return all.filter { !unasked.contains($0.id) }
    }

    /// The rules that can't be checked for a feature that runs in this way: nobody else has the types of a worker's
    /// process.
    public static func unasked(_ way: RigWay) -> [ConformanceRule] {
        if case .worker = way { [shapes] } else { [] }
    }

    /// The rules that are checked before a feature is switched on, with the settings that it would have.
    public static let beforeStart: [ConformanceRule] = [starts, stopsOnce]
}
