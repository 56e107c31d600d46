@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The program that the compiler asks for expansions of the kit's macros.
///
/// It is what `SwiftCompilerPlugin` of the package swift-syntax would bring; the toolchain has all other parts itself.
@main
struct Plugin: PluginProvider {
    /// The macros by the names in `#externalMacro(module: "FeatureKitMacros", type: …)`.
    static var macros: [String: any Macro.Type] {
        [
            "RecordMacro": RecordMacro.self, "FieldMacro": FieldMacro.self, "TextMacro": TextMacro.self,
            "RangeMacro": RangeMacro.self, "CountMacro": CountMacro.self, "PropertyMarker": PropertyMarker.self,
            "CollectionMacro": CollectionMacro.self, "RoutesMacro": RoutesMacro.self, "RouteMarker": RouteMarker.self,
            "RefusalsMacro": RefusalsMacro.self, "RefusalMarker": RefusalMarker.self, "TopicMacro": TopicMacro.self,
            "ResourcesMacro": ResourcesMacro.self, "ModuleMacro": ModuleMacro.self,
        ]
    }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
        guard let macro = Self.macros[typeName] else { throw UnknownMacro(description: "no macro \(typeName)") }
        return macro
    }

    static func main() throws {
        try CompilerPluginMessageListener(connection: StandardIOMessageConnection(), provider: Plugin()).main()
    }
}

private struct UnknownMacro: Error, CustomStringConvertible {
    let description: String
}
