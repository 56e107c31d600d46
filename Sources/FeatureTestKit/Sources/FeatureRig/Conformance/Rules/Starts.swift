@_spi(Hosting) internal import FeatureKit

extension ConformanceRule {
    static let starts = ConformanceRule("starts", "starts and is ready") { subject in
        let problems = subject.feature.entry.settingsShape.problems(in: subject.settings)
        guard problems.isEmpty else {
            return problems.map {
                "the settings that it is tried with are wrong: \($0); say in a scenario file under conformance: "
                    + "with which it can start"
            }
        }
        return try await subject.with { rig, _ in
            let clock = SystemClock()
            let begin = clock.uptime
            let state = await rig.start(subject.settings)
            guard state == .active else { return [state.notReady] }
            let took = clock.uptime - begin
            guard took <= RigLimits.event else {
                return ["it took \(took) to become ready, and \(RigLimits.event) are allowed; do less before ready()"]
            }
            return []
        }
    }
}
