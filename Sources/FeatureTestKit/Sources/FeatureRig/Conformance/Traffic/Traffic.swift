@_spi(Hosting) internal import FeatureKit

/// What others do with a feature while a rule is checked: messages and requests at all edges of their Shapes.
struct Traffic: Sendable {
    /// How many values of one Shape are tried at most: the fullest, the emptiest, and some of the others.
    static let mostSamples = 48
    /// How much time may pass until a request is answered.
    static let patience = Duration.seconds(60)
    /// How often a feature may wake in a second.
    static let mostWakes = 10_000

    let rig: Rig
    private let contracts: [Contract]
    private let samples: [Contract.Role: [String: [Value]]]

    init(_ rig: Rig) {
        self.rig = rig
        contracts = rig.subject.entry.contracts
        var samples: [Contract.Role: [String: [Value]]] = [:]
        for contract in contracts where contract.role == .reads || contract.role == .serves {
            samples[contract.role, default: [:]][contract.name] = Self.samples(of: contract.shape)
        }
        self.samples = samples
    }

    private static func samples(of shape: Shape) -> [Value] {
        let all = shape.samples.map(shape.completed)
        guard all.count > mostSamples else { return all }
        let step = Double(all.count - 2) / Double(mostSamples - 2)
        return all.prefix(2) + (0..<mostSamples - 2).map { all[2 + Int(Double($0) * step)] }
    }

    /// The feature's contracts of a role; of two with the same name the first.
    func contracts(_ role: Contract.Role) -> [Contract] {
        var seen: Set<String> = []
        return contracts.filter { $0.role == role && seen.insert($0.name).inserted }
    }

    /// Values of a contract's Shape.
    func samples(of contract: Contract) -> [Value] { samples[contract.role]?[contract.name] ?? [] }

    // MARK: - Neighbours

    /// The routes of other features that the feature calls.
    var asked: [Contract] {
        let own = Set(contracts(.serves).map(\.name))
        return contracts(.requests).filter { !own.contains($0.name) }
    }

    /// Serves each route that the feature calls and nobody serves yet, with a reply that has everything in it.
    func playNeighbours() throws {
        for route in asked where rig.bus.route(route.name) == nil {
            guard let reply = route.reply else { continue }
            let answer = reply.fullest
            try rig.serve(route.name, request: route.shape, reply: reply) { _, _ in answer }
        }
    }

    // MARK: - Messages

    /// Publishes each value once on everything that the feature reads.
    func publish() throws { try publish(mostSamples: Self.mostSamples) }

    /// Publishes the first values of each on everything that the feature reads.
    func publish(mostSamples count: Int) throws {
        for topic in contracts(.reads) {
            for value in samples(of: topic).prefix(count) { try rig.publish(value, on: topic.name, topic.shape) }
        }
    }

    /// Lets everything happen once, so that the feature has something to lose.
    ///
    /// - Throws: `NotReady` where the feature ends because of it; other rules report more about that.
    func warmUp() async throws {
        try await flow()
        if let complaint = rig.state.complaint(after: "messages and questions as its Shapes allow them") {
            throw NotReady(description: complaint)
        }
    }

    /// Lets everything happen once: all messages, all requests, and some time.
    ///
    /// - Returns: What was wrong with the answers.
    @discardableResult
    func flow() async throws -> [String] {
        try publish()
        await rig.settle()
        let problems = await answerProblems(mostSamples: 4, as: [.system])
        _ = await rig.advance(by: .seconds(1), mostWakes: Self.mostWakes)
        return problems
    }
}
