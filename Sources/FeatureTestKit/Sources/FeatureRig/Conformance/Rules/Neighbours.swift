@_spi(Hosting) internal import FeatureKit

extension ConformanceRule {
    /// The words of states that others may be in, and one that does not exist yet.
    private static let states = ["off", "failed", "quarantined", "stuck", "waiting", "dreaming", "active"]

    static let neighbours = ConformanceRule("neighbours", "survives neighbours that vanish") { subject in
        try await subject.whileActive { rig, traffic in
            try await traffic.warmUp()
            for route in traffic.asked { rig.withdraw(route.name) }
            var problems = try await Self.problems(of: rig, traffic, "nobody answered what it asks")
            guard problems.isEmpty else { return problems }
            let vanishing = try serveAndVanish(traffic)
            let open = traffic.open()
            try traffic.publish()
            await rig.settle()
            for route in traffic.asked { rig.withdraw(route.name) }
            vanishing.raise()
            await rig.settle()
            for question in open { question.hangUp() }
            problems = try await Self.problems(of: rig, traffic, "somebody vanished whom it had asked")
            guard problems.isEmpty else { return problems }
            return try await statesProblems(rig, traffic)
        }
    }

    /// Serves all that it asks, and answers nothing until the signal; then nobody does.
    private static func serveAndVanish(_ traffic: Traffic) throws -> Signal {
        let vanishing = Signal()
        for route in traffic.asked {
            guard let reply = route.reply else { continue }
            try traffic.rig.serve(route.name, request: route.shape, reply: reply) { _, _ in
                await vanishing.wait()
                throw RouteError.unavailable("it was stopped before it answered")
            }
        }
        return vanishing
    }

    private static func problems(of rig: Rig, _ traffic: Traffic, _ event: String) async throws -> [String] {
        let answers = try await traffic.flow()
        guard await rig.advance(by: Traffic.patience, mostWakes: Traffic.mostWakes) else {
            return ["after \(event) it wakes without a pause"]
        }
        return [rig.state.complaint(after: event)].compactMap(\.self) + answers.map { "after \(event) \($0)" }
    }

    private static func statesProblems(_ rig: Rig, _ traffic: Traffic) async throws -> [String] {
        let topic = Topic<HostFeatures>.hostFeatures
        guard traffic.contracts(.reads).contains(where: { $0.name == topic.name }) else { return [] }
        let names = traffic.contracts(.reads).map(\.name) + traffic.asked.map(\.name)
        let ids = Set(names.compactMap { $0.split(separator: ".").first.map(String.init) }).sorted()
        for state in states {
            let entries = ids.map { HostFeatures.Entry(id: $0, state: state, since: rig.clock.now) }
            try rig.publish(
                Value(encoding: HostFeatures(features: entries)), on: topic.name, HostFeatures.shape,
                keeping: .latest)
            let event = "host.features said that all others are \(state)"
            let problems = try await Self.problems(of: rig, traffic, event)
            guard problems.isEmpty else { return problems }
        }
        return []
    }
}
