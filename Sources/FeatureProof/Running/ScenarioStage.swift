@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureRig
internal import FlagEngine
internal import HostConfig
internal import HostRuntime

/// Everything around the module that a scenario sets up and its steps change.
struct ScenarioStage {
    private let rig: Rig
    private let manifest: Manifest
    private let contract: ScenarioContract
    private let board: FlagBoard
    private var flags: [FlagDefinition] = []
    private var neighbours: [String: String] = [:]
    /// The topics that keep messages published before the start.
    private var kept: Set<String> = []

    init(_ rig: Rig, _ unit: ProvenUnit) {
        self.rig = rig
        manifest = unit.manifest
        contract = unit.contract
        board = FlagBoard(Self.snapshot([], rig))
    }

    /// Sets up everything except the settings.
    ///
    /// - Parameter source: Where flags come from in a preflight.
    mutating func prepare(_ given: ScenarioGiven, flags source: (any FeatureKit.FlagSource)? = nil) async throws {
        if let clock = given.clock { rig.clock.set(now: clock) }
        rig.flags.ask(source ?? FeatureFlags(rig.subject.entry.contracts, in: FlagPool(board, clock: rig.clock.source)))
        change(flags: given.flags)
        let documents = KeptDocuments(of: rig)
        for document in given.documents {
            try await documents.put(document.value, document.id, in: document.collection)
        }
        for blob in given.blobs { try await documents.put(blob.media, blob: blob.id) }
        for publication in given.topics {
            kept.insert(publication.topic)
            try publish(publication.value, on: publication.topic)
        }
        if let neighbours = given.neighbours { try change(neighbours: neighbours) }
        try change(routes: given.routes)
    }

    func publish(_ value: Value, on topic: String) throws {
        guard let shape = contract.reads[topic] else { return }
        let declared = contract.retention(of: topic)
        try rig.publish(
            value, on: topic, shape,
            keeping: declared.keepsAny ? declared : kept.contains(topic) ? .latest : .nothing)
    }

    /// Puts flags above the current ones.
    mutating func change(flags new: [FlagDefinition]) {
        let keys = Set(new.map(\.key))
        flags = flags.filter { !keys.contains($0.key) } + new
        board.post(Self.snapshot(flags, rig))
    }

    private static func snapshot(_ flags: [FlagDefinition], _ rig: Rig) -> FlagBoard.Snapshot {
        // Errors in the flags were reported when they were read.
        var problems: [FlagProblem] = []
        let program = FlagProgram(
            FlagDefinitions(sets: [FlagSet(source: "scenario", flags: flags)]), revision: 1, problems: &problems)
        return FlagBoard.Snapshot(program, etag: "", since: rig.clock.now)
    }

    /// Reports changed states of other modules; the module itself is active.
    mutating func change(neighbours new: [String: String]) throws {
        neighbours.merge(new) { _, new in new }
        let states = neighbours.merging([rig.subject.id: "active"]) { _, own in own }
        let entries = states.sorted { $0.key < $1.key }.map { id, state in
            HostFeatures.Entry(id: id, state: state, since: rig.clock.now)
        }
        try rig.publish(
            Value(encoding: HostFeatures(features: entries)), on: Topic.hostFeatures.name, HostFeatures.shape,
            keeping: .latest)
    }

    /// Sets the replies of other modules' routes that the module asks.
    func change(routes: [String: PlayedRoute]) throws {
        for (name, played) in routes {
            guard let route = contract.requests[name] else { continue }
            rig.withdraw(name)
            try rig.serve(name, request: route.request, reply: route.reply) { _, _ in
                switch played {
                case .reply(let value): return value
                case .refuse(let error): throw error
                case .silent:
                    // Never raised: the wait ends with the rig.
                    await Signal().wait()
                    throw CancellationError()
                }
            }
        }
    }
}

extension ProvenUnit {
    /// Everything that its scenarios may name.
    var contract: ScenarioContract {
        ScenarioContract(manifest, settings: subject.entry.settingsShape, contracts: subject.entry.contracts)
    }
}
