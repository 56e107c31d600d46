@_spi(Hosting) internal import FeatureKit

extension ConformanceRule {
    private static let day = Duration.seconds(24 * 3_600)
    /// How long, by the machine's own clock, threads are watched that the feature may have left behind.
    private static let grace = Duration.milliseconds(500)

    static let offIsGone = ConformanceRule("off-is-gone", "off means gone") { subject in
        try await subject.whileActive { rig, traffic in
            try await traffic.warmUp()
            guard await rig.stop() else { return ["run() did not return when it was stopped"] }
            // The last words of a stop are its own affair.
            rig.forgetMessages()
            let lines = rig.log.lines.count
            try traffic.publish()
            for route in traffic.contracts(.serves) where rig.bus.route(route.name) != nil {
                return ["\(route.name) is still served after the stop"]
            }
            for key in rig.flags.keys { rig.flags[key] = .null }
            await rig.settle()
            rig.clock.advance(by: day)
            _ = await RigLimits.wait(for: Signal(), within: grace)
            _ = await rig.advance(by: .seconds(1), mostWakes: Traffic.mostWakes)
            return await remains(of: rig, linesBefore: lines)
        }
    }

    private static func remains(of rig: Rig, linesBefore lines: Int) async -> [String] {
        let published = await rig.publishedTopics().map { "after the stop it published on \($0)" }
        let logged = rig.log.lines.dropFirst(lines).filter { $0.feature == rig.subject.id }
        let leftovers = await rig.leftovers()
        return published + logged.prefix(1).map { "after the stop it logged: \($0.message)" }
            + (leftovers.isNothing
                ? []
                : ["after the stop it \(leftovers); own everything that run() starts, and end it before it returns"])
    }
}
