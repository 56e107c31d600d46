@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureWire
internal import HostConfig
internal import HostWorker

/// What features are made of whose libraries only workers open.
///
/// A library is described once. What is known of one that its feature runs from stays, whatever becomes of its file: nothing
/// starts again because somebody copied something.
actor DescribedLibraries {
    /// What a worker said.
    struct Described {
        let entry: FeatureEntry
        /// The private copy of the library, which stands for its content.
        let library: String
        /// What lay there when it was described.
        var file: FileIdentity?
        /// Whether something else lies there now.
        var isReplaced = false
    }

    /// For how long a library that a worker could not describe is not tried again.
    static let patience = Duration.seconds(30)

    private let library: Library
    private let workers: Workers
    private let clock: any ClockSource
    /// By the unit's folder.
    private var described: [String: Described] = [:]
    /// By the copy, with the time until which it is not tried again.
    private var failures: [String: (problem: LoadProblem.Fault, until: Duration)] = [:]

    init(library: Library, workers: Workers, clock: any ClockSource) {
        self.library = library
        self.workers = workers
        self.clock = clock
    }

    /// What a unit's feature is made of.
    ///
    /// - Parameter isAlive: Whether a life of it runs.
    func description(of unit: Unit, _ id: String, isAlive: Bool) async throws(LoadProblem) -> Described {
        let known = described[unit.folder]
        let file = (try? unit.library.get()).flatMap { try? FileIdentity(at: $0) }
        if var known, known.file == file || isAlive {
            known.isReplaced = file != nil && known.file != file
            return known
        }
        let path = try unit.library.get()
        let read = try await library.read(path)
        if var known, known.library == read.copy {
            known.file = file
            described[unit.folder] = known
            return known
        }
        if let failure = failures[read.copy], clock.uptime < failure.until { throw LoadProblem(path, failure.problem) }
        do throws(WorkerEnded) {
            let unitOfWorker = WorkerProgram.Unit(id: id, library: read.copy, needed: read.needed)
            let description = try await workers.describe(unitOfWorker)
            let new = Described(
                entry: .remote(description, source: workers.source(unitOfWorker)), library: read.copy, file: file)
            failures[read.copy] = nil
            described[unit.folder] = new
            return new
        } catch {
            // What was known is not what lies there, and nothing runs from it.
            described[unit.folder] = nil
            let problem = LoadProblem.Fault.notDescribed(error.description, lastLines: error.evidence?.lastLines ?? [])
            failures = failures.filter { clock.uptime < $0.value.until }
            failures[read.copy] = (problem, clock.uptime + Self.patience)
            throw LoadProblem(path, problem)
        }
    }
}
