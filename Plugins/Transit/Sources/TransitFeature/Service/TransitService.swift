internal import Breakers
internal import Calendars
internal import FeatureKit
internal import Files
internal import Texts
internal import TransitContracts
internal import TransitEngine
internal import WebClient

/// What all routes share: the timetable that holds, those who search it, what is live.
@Resources struct TransitService: Sendable {
    let clock: FeatureClock
    let flags: Flags
    let log: Log
    let announced: Publisher<ServiceAlert>

    let settings: Transit.Settings
    let texts: TextCatalogue
    let zones: Zones
    let current: Lock<Current>
    let planners: PlannerPool
    /// Where timetables are read and built, one at a time; as many wait as there are servers that are asked.
    let loading: WorkQueue
    let sender: WebSender
    /// When what each server of live changes said is too old.
    let expiry: Deadlines<String>
    let breaker: Lock<Breaker>

    static let alternatives = Flag(
        "transit.alternatives", default: 3, "How many journeys are shown to apps that do not say how many.")

    /// What is answered from at this moment.
    struct Current: Sendable {
        /// The timetable with what is live; nil until one was read.
        var board: Board?
        var live = LiveBoard()
        var report = LoadingReport()
        /// What was read last, whatever came of it.
        var origin = Origin()
    }

    /// What timetables are made of: files as they are, and the day of the invented one.
    struct Origin: Equatable {
        var files: [FileMark] = []
        var day: Day?
    }

    init(_ settings: Transit.Settings, _ context: FeatureContext) throws {
        try self.init(
            context, settings: settings,
            texts: TextCatalogue(["es": PackageResources.es_txt, "en": PackageResources.en_txt]), zones: Zones(),
            current: Lock(Current()), planners: PlannerPool(), loading: WorkQueue(atOnce: 1, mostWaiting: 600),
            sender: WebSender(publicOnly: false), expiry: Deadlines(on: context.clock), breaker: Lock(Breaker()))
    }

    /// The timetable that holds, with its live changes.
    func board() throws(TransitRefusal) -> Board {
        guard let board = current.withLock({ $0.board }) else { throw .unready }
        return board
    }

    /// A text for people; its key where there is no such text.
    func say(_ key: String, in language: String, _ parameters: [String: TextParameter] = [:]) -> String {
        (try? texts.text(key, in: language, parameters)) ?? key
    }
}

/// Planners, each of which one search uses at a time and which keep their memory.
final class PlannerPool: Sendable {
    private let lanes: [Lock<Planner>] = (0..<4).map { _ in Lock(Planner()) }
    private let next = Lock(0)

    /// Searches with one of them.
    func use<Result: Sendable>(_ search: (Planner) -> Result) -> Result {
        let lane = next.withLock { next in
            next = (next + 1) % lanes.count
            return next
        }
        return lanes[lane].withLock { search($0) }
    }
}
