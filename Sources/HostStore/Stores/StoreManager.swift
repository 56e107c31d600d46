@_spi(Hosting) package import FeatureKit
internal import HostSystem

/// The stores of all features: one file each, open for as long as its feature runs.
///
/// Opening may take long, since it may build new indexes. A feature that is stopped meanwhile does not wait for it; the
/// next caller waits for the same opening.
package final class StoreManager: StoreSource {
    /// The folder's name in the state folder.
    package static let folderName = "stores"

    let folder: String
    let files: any StoreFiles
    private let log: Log
    let rooms = Lock<[String: Room]>([:])
    private let jobs: AsyncStream<Job>
    private let entrance: AsyncStream<Job>.Continuation

    private typealias Job = @Sendable () async -> Void

    /// What is known of one feature's store.
    struct Room {
        enum Place {
            case shut
            case opening(Opening)
            case open(any KeptEngine)
            case closing(Signal)
        }

        var place = Place.shut
        /// How many lives of the feature have it open.
        var holders = 0
        var quota: StoreQuota?
        /// The collections that its feature declared at the last opening; empty where it has not run.
        var collections: [CheckedCollection] = []
        /// Why it could not be opened, or what was found damaged since.
        var trouble: StoreError?
        /// The file in which reading found damage: opening the same file again without an error proves nothing.
        var damagedFile: UInt64?

        /// Whether it was opened for exactly these.
        func keeps(_ others: [CheckedCollection]) -> Bool { collections.map(\.layout) == others.map(\.layout) }

        var engine: (any KeptEngine)? { if case .open(let engine) = place { engine } else { nil } }
    }

    /// An opening that goes on; looked at under the lock of the rooms.
    final class Opening: Sendable {
        let done = Signal()
        let state = Lock(State())

        struct State {
            var waiting = 0
            var outcome: Result<any KeptEngine, StoreError>?
        }
    }

    /// - Parameters:
    ///   - state: The host's state folder.
    ///   - files: How the files are worked with.
    ///   - log: Where damage is told.
    package init(state: String, files: any StoreFiles, log: Log) {
        folder = Path.join(state, Self.folderName)
        self.files = files
        self.log = log
        (jobs, entrance) = AsyncStream.makeStream()
    }

    /// Opens stores on request until it is stopped or cancelled; then closes all that are open.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await job in jobs { group.addTask { await job() } }
        }
        entrance.finish()
        let engines = rooms.withLock { rooms in rooms.values.compactMap(\.engine) }
        for engine in engines { _ = await engine.close() }
    }

    /// Opens nothing more, and ends `run()`.
    package func stop() { entrance.finish() }

    /// How much each feature may keep from now on; the others as much as any.
    package func allow(_ quotas: [String: StoreQuota]) {
        let changed: [(any KeptEngine, StoreQuota)] = rooms.withLock { rooms in
            for id in Set(rooms.keys).union(quotas.keys) { rooms[id, default: Room()].quota = quotas[id] }
            return rooms.values.compactMap { room in room.engine.map { ($0, room.quota ?? StoreQuota()) } }
        }
        for (engine, quota) in changed { engine.setQuota(quota) }
    }

    // MARK: - For features

    package func open(_ feature: String, _ collections: [CheckedCollection]) async throws -> any StoreEngine {
        while true {
            try Task.checkCancellation()
            switch begin(feature, collections) {
            case .wait(let closed): await closed.wait()
            case .have(let engine): return engine
            case .otherwise: throw StoreError.heldOtherwise(feature)
            case .join(let opening): return try await engine(of: opening)
            case .lead(let opening):
                let receipt = entrance.yield { [self] in await perform(opening, feature, collections) }
                guard case .enqueued = receipt else { throw StoreError.stopped(feature) }
                return try await engine(of: opening)
            }
        }
    }

    private enum Part {
        /// It has to be closed first.
        case wait(Signal)
        /// Another life of the feature has it open.
        case have(any KeptEngine)
        /// Another life of the feature has it open, with other collections.
        case otherwise
        case join(Opening)
        case lead(Opening)
    }

    private func begin(_ feature: String, _ collections: [CheckedCollection]) -> Part {
        rooms.withLock { rooms in
            switch rooms[feature]?.place {
            case .closing(let closed): return .wait(closed)
            case .opening(let opening):
                guard rooms[feature]?.keeps(collections) == true else {
                    // Nobody may wait for it any more.
                    return opening.state.withLock { $0.waiting } == 0 ? .wait(opening.done) : .otherwise
                }
                opening.state.withLock { $0.waiting += 1 }
                return .join(opening)
            case .open(let engine):
                guard rooms[feature]?.keeps(collections) == true else { return .otherwise }
                rooms[feature]?.holders += 1
                return .have(engine)
            case .shut, nil:
                let opening = Opening()
                rooms[feature, default: Room()].collections = collections
                opening.state.withLock { $0.waiting = 1 }
                rooms[feature, default: Room()].place = .opening(opening)
                return .lead(opening)
            }
        }
    }

    private func engine(of opening: Opening) async throws -> any StoreEngine {
        await opening.done.wait()
        let outcome = opening.state.withLock { state in
            // A caller that was cancelled before the outcome leaves; it may have been the only one.
            if state.outcome == nil { state.waiting -= 1 }
            return state.outcome
        }
        guard let outcome else { throw CancellationError() }
        return try outcome.get()
    }

    private func perform(_ opening: Opening, _ feature: String, _ collections: [CheckedCollection]) async {
        let outcome = await outcome(feature, collections)
        let abandoned: (engine: any KeptEngine, closed: Signal)? = rooms.withLock { rooms in
            let isWanted = opening.state.withLock { state in
                if state.waiting > 0 { state.outcome = outcome }
                return state.waiting > 0
            }
            var room = rooms[feature] ?? Room()
            defer { rooms[feature] = room }
            switch outcome {
            case .success(let engine):
                if room.damagedFile == nil || room.damagedFile != StoreFolder.number(of: path(of: feature)) {
                    room.trouble = nil
                    room.damagedFile = nil
                }
                guard !isWanted else {
                    room.place = .open(engine)
                    room.holders = opening.state.withLock { $0.waiting }
                    // It may have been changed since the opening began.
                    engine.setQuota(room.quota ?? StoreQuota())
                    return nil
                }
                let closed = Signal()
                room.place = .closing(closed)
                return (engine, closed)
            case .failure(let problem):
                room.trouble = problem
                room.damagedFile = nil
                room.place = .shut
                return nil
            }
        }
        opening.done.raise()
        if let abandoned { await close(abandoned.engine, of: feature, abandoned.closed) }
    }

    private func outcome(
        _ feature: String, _ collections: [CheckedCollection]
    ) async -> Result<any KeptEngine, StoreError> {
        do throws(StoreError) {
            try await makeFolder(feature)
            let quota = rooms.withLock { $0[feature]?.quota } ?? StoreQuota()
            return .success(
                try await files.open(path(of: feature), of: feature, collections, quota) { [weak self] damage in
                    self?.noteReading(damage, of: feature)
                })
        } catch {
            if error.code == .damaged { note(error, of: feature) }
            return .failure(error)
        }
    }

    private func makeFolder(_ feature: String) async throws(StoreError) {
        let folder = folder
        let outcome: Result<Void, SystemError>
        do throws(SystemError) {
            outcome = try await OwnedThread.run("stores") {
                Result { () throws(SystemError) in try StoreFolder.make(folder) }
            }
        } catch { outcome = .failure(error) }
        if case .failure(let error) = outcome { throw .noFolder(feature, folder, error) }
    }

    package func close(_ feature: String) async {
        let found: (engine: any KeptEngine, closed: Signal)? = rooms.withLock { rooms in
            guard let engine = rooms[feature]?.engine else { return nil }
            rooms[feature]?.holders -= 1
            guard rooms[feature]?.holders == 0 else { return nil }
            let closed = Signal()
            rooms[feature]?.place = .closing(closed)
            return (engine, closed)
        }
        if let found { await close(found.engine, of: feature, found.closed) }
    }

    private func close(_ engine: any KeptEngine, of feature: String, _ closed: Signal) async {
        if await !engine.close() { log.warning("what a feature asked of its store does not end", [("id", feature)]) }
        rooms.withLock { rooms in
            if case .closing(closed)? = rooms[feature]?.place { rooms[feature]?.place = .shut }
        }
        closed.raise()
    }

    // MARK: - Damage

    /// Takes note of damage that was found by reading.
    func noteReading(_ damage: StoreError, of feature: String) {
        let file = StoreFolder.number(of: path(of: feature))
        note(damage, of: feature)
        rooms.withLock { $0[feature]?.damagedFile = file }
    }

    /// Forgets of damage where all was read and none was found.
    func noteCheck(of feature: String) {
        rooms.withLock { rooms in
            guard rooms[feature]?.trouble?.code == .damaged else { return }
            rooms[feature]?.trouble = nil
            rooms[feature]?.damagedFile = nil
        }
    }

    /// Takes note of damage, and tells what is new.
    private func note(_ damage: StoreError, of feature: String) {
        let isNews = rooms.withLock { rooms in
            defer { rooms[feature, default: Room()].trouble = damage }
            return rooms[feature]?.trouble != damage
        }
        guard isNews else { return }
        log.error("store is damaged", [("id", feature), ("file", path(of: feature)), ("reason", damage.detail)])
    }

    /// What is damaged, by feature.
    package var damage: [String: String] {
        rooms.withLock { rooms in
            rooms.compactMapValues { room in
                guard let trouble = room.trouble, trouble.code == .damaged else { return nil }
                return trouble.detail
            }
        }
    }

    /// What keeps stores from being opened or read, by feature.
    package var troubles: [String: String] { rooms.withLock { $0.compactMapValues { $0.trouble?.detail } } }

    /// The engines that are open, by feature.
    package var open: [(feature: String, quota: StoreQuota, status: StoreStatus)] {
        let open = rooms.withLock { rooms in
            rooms.compactMap { id, room in room.engine.map { (id, room.quota ?? StoreQuota(), $0) } }
        }
        return open.sorted { $0.0 < $1.0 }.map { ($0.0, $0.1, $0.2.status) }
    }

    func path(of feature: String) -> String { Path.join(folder, feature + files.suffix) }
}

extension Signal {
    /// Whether a signal is this one.
    fileprivate static func ~= (pattern: Signal, signal: Signal) -> Bool { pattern === signal }
}
