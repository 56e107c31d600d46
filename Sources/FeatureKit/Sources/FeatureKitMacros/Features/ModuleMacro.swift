import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Module`: stores what a feature is made of, and hands its type to the host.
enum ModuleMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax, conformingTo: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard declaration.is(StructDeclSyntax.self) else {
            context.report([
                PlacedProblem(ModuleProblem.isNoStruct(declaration.kindInWords), at: declaration.introducer)
            ])
            return []
        }
        let members = declaration.memberBlock.members.map(\.decl)
        if members.contains(where: { $0.is(InitializerDeclSyntax.self) }) { return [] }
        let access = declaration.modifiers.memberAccess
        let stored = [("settings", "Settings"), ("context", "FeatureKit.FeatureContext")]
        return stored.map { "\(raw: access)let \(raw: $0.0): \(raw: $0.1)" } + [
            """
            \(raw: access)init(settings: Settings, context: FeatureKit.FeatureContext) throws {
                self.settings = settings
                self.context = context
            }
            """
        ]
    }
}

extension ModuleMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let feature = declaration.as(StructDeclSyntax.self) else { return [] }
        return [
            """
            /// What the host asks this library for.
            @c(flagstand_feature)
            public func flagstandFeature() -> UnsafeMutableRawPointer {
                unsafe FeatureKit.FeatureEntry.open(\(feature.name.trimmed).self)
            }
            """
        ]
    }
}

/// What is wrong with a module's feature.
enum ModuleProblem: Problem {
    case isNoStruct(String)

    var message: String {
        switch self {
        case .isNoStruct(let kind): "@Module needs a struct that is a Feature, not \(kind)"
        }
    }
}
