import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import Testing

@testable import FeatureKitMacros

/// What the macros make of declarations, and what they say of those that are wrong.
struct ExpansionTests {
    @Test(arguments: ["Records", "Projections", "Edits", "Routes", "Features"])
    func `declarations become code`(_ name: String) throws {
        let expansion = try Expansion(of: Golden.input("\(name).source"))
        #expect(expansion.problems.isEmpty)
        try Golden.compare(expansion.text, with: "\(name).expansion")
    }

    @Test func `what is wrong is told at its place with how to mend it`() throws {
        let expansion = try Expansion(of: Golden.input("Problems.source"))
        try Golden.compare(expansion.problems.joined(separator: "\n") + "\n", with: "Problems.messages")
    }

    @Test func `a record has at most sixty-four fields`() {
        func record(_ count: Int) -> String {
            "@Record struct Large {\n" + (0..<count).map { "/// One.\nvar field\($0): Int\n" }.joined() + "}"
        }
        #expect(Expansion(of: record(64)).problems.isEmpty)
        #expect(
            Expansion(of: record(65)).problems == [
                "1:16: a record has at most 64 fields, not 65: put some into a record of their own"
            ])
    }
}

/// A source after its macros were expanded as the compiler does it.
private struct Expansion {
    let text: String
    var problems: [String] = []

    init(of source: String) {
        let file = Parser.parse(source: source)
        let context = BasicMacroExpansionContext(
            sourceFiles: [file: .init(moduleName: "Tests", fullFilePath: "Tests.swift")])
        let macros = [
            "Record": "RecordMacro", "_RecordField": "FieldMacro", "Text": "TextMacro", "In": "RangeMacro",
            "Count": "CountMacro", "Name": "PropertyMarker", "Was": "PropertyMarker", "Live": "PropertyMarker",
            "Public": "PropertyMarker", "InEvent": "PropertyMarker", "Editable": "PropertyMarker",
            "Collection": "CollectionMacro", "Routes": "RoutesMacro", "Get": "RouteMarker", "Post": "RouteMarker",
            "Put": "RouteMarker", "Patch": "RouteMarker", "Delete": "RouteMarker", "Stream": "RouteMarker",
            "Refusals": "RefusalsMacro", "Refuses": "RefusalMarker", "Topic": "TopicMacro",
            "Resources": "ResourcesMacro", "Module": "ModuleMacro",
        ]
        let conformances: [TypeSyntax] = ["Shaped", "RecordWithView", "RecordWithEvent", "Refusal"]
        let specs = macros.compactMapValues { type in
            Plugin.macros[type].map { MacroSpec(type: $0, conformances: conformances) }
        }
        text =
            file.expand(
                macroSpecs: specs,
                contextGenerator: { node in
                    BasicMacroExpansionContext(sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
                }
            ).description
        for diagnostic in context.diagnostics {
            let place = context.location(
                for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "Tests.swift")
            var line = "\(place.line):\(place.column): \(diagnostic.message)"
            for fix in diagnostic.fixIts { line += " [\(fix.message.message): \(fix.replacement)]" }
            problems.append(line)
        }
    }
}

extension FixIt {
    /// What it puts into the source, without the spaces around.
    fileprivate var replacement: String {
        changes.map { change -> String in
            switch change {
            case .replace(_, let new): new.trimmedDescription
            case .replaceLeadingTrivia(_, let new):
                new.description.split(separator: "\n").last { $0.contains("///") }.map(String.init) ?? ""
            case .replaceTrailingTrivia(_, let new): new.description
            default: ""
            }
        }.map { String($0.drop { $0 == " " }) }.joined(separator: ", ")
    }
}
