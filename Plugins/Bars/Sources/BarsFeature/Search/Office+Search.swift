internal import FeatureKit

extension Office {
    func search(_ request: Search, _ call: Call) throws -> FoundPage { FoundPage(items: []) }
}
