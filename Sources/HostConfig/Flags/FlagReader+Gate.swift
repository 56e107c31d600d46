import FeatureKit
import FlagEngine

extension FlagReader {
    /// The keys of a feature's section that say who may have it.
    static let gateKeys = ["when", "rollout", "split"]

    /// Reads who may have a feature; nil where that is everybody.
    mutating func gate(of id: String, _ section: Node.Entry) -> FeatureGate? {
        guard case .mapping(let entries) = section.value.content,
            entries.contains(where: { Self.gateKeys.contains($0.key) && !$0.value.isNull })
        else { return nil }
        let key = "feature.\(id)"
        let variants = [("on", true), ("off", false)].map {
            FlagDefinition.Variant(name: $0, value: .boolean($1), place: place(section.keyMark))
        }
        let condition = written("when", in: entries).flatMap { self.condition($0) }
        var split = written("split", in: entries).flatMap { self.split($0, of: key, variants: Variants(variants)) }
        if let entry = written("rollout", in: entries) {
            if written("split", in: entries) != nil { add(.together("rollout", "split"), at: entry.keyMark) }
            split = percentage(entry).map { .rollout(of: "on", to: $0, seed: key, place: place(entry.keyMark)) }
        }
        return FeatureGate(condition: condition, split: split, place: place(section.keyMark))
    }

    private func written(_ key: String, in entries: [Node.Entry]) -> Node.Entry? {
        entries[key].flatMap { $0.value.isNull ? nil : $0 }
    }
}
