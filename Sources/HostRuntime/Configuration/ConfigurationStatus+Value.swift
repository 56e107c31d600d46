package import FeatureKit
internal import HostConfig

/// How the active configuration compares with its sources, as the operators' API shows it.
extension ConfigurationStatus.Trouble {
    package var value: Value {
        [
            "layer": .text(layer.rawValue), "source": .text(source), "since": .text("\(since.toTheMillisecond)"),
            "reason": .text(reason),
        ]
    }
}

extension ConfigurationStatus.Rejection {
    package var value: Value { ["at": .text("\(at.toTheMillisecond)"), "diagnostics": diagnostics.value] }
}
