@_spi(Hosting) package import FeatureKit
package import FlagEngine

extension FlagProgram {
    /// A flag's entry in a list of flags.
    package func brief(of flag: Int) -> Members {
        let compiled = flags[flag]
        let definition = definitions[flag]
        var members: Members = [
            "key": .text(compiled.key), "type": .text(compiled.kind.rawValue),
            "variants": .list(compiled.variants.map { .text($0.name) }),
            "default": definition.defaultVariant.map { .text($0) } ?? .null,
            "enabled": .boolean(definition.isEnabled), "source": .text(compiled.layer),
            "place": .text("\(compiled.place)"), "metadata": .object(compiled.metadata),
        ]
        members["description"] = definition.summary.map { .text($0) }
        members["owner"] = definition.owner.map { .text($0) }
        members["expires"] = definition.expires.map { .text(String("\($0)".prefix(10))) }
        return members
    }
}
