package import FeatureKit

/// The plan as the operators' API shows it.
extension ChangePlan {
    package var value: Value {
        [
            "features": .list(features.map(\.value)), "definitions": .list(definitions.map(\.value)),
            "splits": .list(splits.map(\.value)), "summary": .text(summary), "verdict": .text(verdict),
            "empty": .boolean(isEmpty),
            "more": .integer(
                Int64(counts.values.reduce(0, +) - definitions.count) + Int64(splitCount - splits.count)),
        ]
    }
}

extension FeatureMove {
    fileprivate var value: Value { ["id": .text(feature), "move": .text(kind.rawValue), "why": .text(why)] }
}

extension DefinitionChange {
    fileprivate var value: Value {
        [
            "subject": .text(subject.rawValue), "name": .text(name), "change": .text(kind.rawValue),
            "differences": .list(differences?.list.map(\.value) ?? []),
            "more": .integer(Int64(differences?.dropped ?? 0)),
            "text": .text(differences?.inWords ?? kind.rawValue),
        ]
    }
}

extension SplitMove {
    fileprivate var value: Value {
        [
            "split": .text(split), "part": .number(part),
            "text": .text("\(ChangePlan.percent(part)) of the people get another variant"),
        ]
    }
}
