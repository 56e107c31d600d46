@_spi(Hosting) internal import FeatureKit

extension ConformanceRule {
    static let shapes = ConformanceRule("shapes", "Shape equals Codable") { subject in
        let entry = subject.feature.entry
        let settings = disagreements(entry.settingsType).map { "settings: \($0)" }
        return settings
            + entry.contracts.flatMap { contract in
                zip(contract.types, contract.parts).flatMap { type, part in
                    disagreements(type).map { "\(part) of \(contract.name): \($0)" }
                }
            }
    }

    private static func disagreements(_ type: any Shaped.Type) -> [String] {
        func all<T: Shaped>(_ type: T.Type) -> [String] { shapeDisagreements(type) }
        return all(type)
    }
}

extension Contract {
    /// What each of its types is, in a reader's words.
    fileprivate var parts: [String] {
        switch role {
        case .publishes, .reads: ["the message"]
        case .serves, .requests: ["the request", "the reply"]
        case .keeps: ["a document"]
        case .evaluates: ["a value"]
        @unknown default: []
        }
    }
}
