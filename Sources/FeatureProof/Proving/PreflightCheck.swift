@_spi(Hosting) internal import FeatureKit
@_spi(Hosting) internal import FeatureRig
internal import HostProof

/// What is always tried before a feature is switched on: that it starts with what the documents say, and stops.
struct PreflightCheck: Sendable {
    enum Step: String, CaseIterable {
        case starts = "starts"
        case stops = "stops-clean"

        var name: String {
            switch self {
            case .starts: "starts and is ready"
            case .stops: "stops clean"
            }
        }
    }

    let subject: RigSubject
    let conditions: PreflightConditions
    let prepare: @Sendable (Rig) async throws -> Void

    func run(_ step: Step) async -> ProofVerdict {
        do {
            return try await Rig.with(subject) { rig in
                try await prepare(rig)
                rig.flags.ask(conditions.flags)
                let state = await rig.start(conditions.settings)
                guard state == .active else { return .failed(Self.words(state)) }
                guard step == .stops else { return .passed }
                guard await rig.stop() else { return .failed("run() did not return after it was asked to stop") }
                if case .failed(let reason) = rig.state { return .failed("run() failed when it was to stop: \(reason)") }
                let left = await rig.leftovers()
                return left.isNothing ? .passed : .failed("after its stop it \(left)")
            }
        } catch { return .failed("\(error)") }
    }

    private static func words(_ state: RigState) -> String {
        switch state {
        case .failed(let reason): "it did not start with these settings: \(reason)"
        case .ended: "it ended by itself as soon as it was started"
        case .starting: "it never said that it is ready"
        case .off, .stopping, .active: "it is \(state)"
        }
    }
}
