@_spi(Hosting) internal import FeatureRig
internal import HostConfig
internal import HostProof

/// One case, from an empty rig to a verdict.
struct ScenarioRun {
    private let about: ScenarioCase
    private let unit: ProvenUnit
    private let conditions: PreflightConditions?

    init(_ about: ScenarioCase, of unit: ProvenUnit, _ conditions: PreflightConditions?) {
        self.about = about
        self.unit = unit
        self.conditions = conditions
    }

    func verdict() async -> ProofVerdict {
        do {
            let clock = TestClock()
            let (given, scene) = try about.given(
                settings: conditions?.settings, shown: conditions?.shownSettings, now: clock.now)
            try await Rig.with(unit.subject, clock: clock) { rig in
                var play = ScenarioPlay(about, on: rig, unit, conditions, given, scene)
                try await play.play()
            }
            return .passed
        } catch let fault as ScenarioFault {
            return .failed(fault.description)
        } catch {
            return .failed(about.source.told("\(error)", at: about.mark))
        }
    }
}
