package import FeatureKit

/// The result of a change, as the operators' API shows it.
extension ChangeOutcome {
    package var value: Value {
        var members: Members = ["revision": revision?.value ?? .null, "end": .text(end.word), "plan": plan.value]
        if case .goneBack(let reasons, let number) = end {
            members["reasons"] = .texts(reasons)
            members["counts"] = .integer(Int64(number))
        }
        members["confirmation"] = confirmation?.value ?? .null
        return .object(members)
    }
}

extension ChangeOutcome.End {
    fileprivate var word: String {
        switch self {
        case .settled: "settled"
        case .trying: "trying"
        case .goneBack: "gone-back"
        }
    }
}

extension Confirmation {
    package var value: Value {
        ["revision": .integer(Int64(revision)), "formerly": .integer(Int64(formerly)), "until": .text("\(until)")]
    }
}

extension Revision {
    /// The revision without its content.
    package var value: Value {
        let nobody: Members = ["by": .null, "uid": .null]
        return .object(
            ["revision": .integer(Int64(number)), "at": .text("\(at.toTheMillisecond)")] + (author?.value ?? nobody) + [
                "reason": .orNull(reason), "source": .text(cause.inWords), "what": .text(summary), "hash": .text(hash),
            ])
    }
}

extension Revision.Cause {
    /// The cause of a revision: `apply new.yaml`, `plugins.yaml`, `lapse of features/ble/enabled`.
    package var inWords: String {
        switch self {
        case .start: "start"
        case .document(let name): name
        case .flags(let name): "flags of \(name)"
        case .override(let target): "override \(target)"
        case .lapse(let target): "lapse of \(target)"
        case .apply(let name): "apply \(name)"
        case .rollback(let number): "rollback \(number)"
        case .goneBack(let number): "gone back from \(number)"
        }
    }
}
