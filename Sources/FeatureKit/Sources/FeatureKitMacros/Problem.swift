import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What is wrong with a declaration that has one of the kit's attributes; each set of problems words its own.
protocol Problem: DiagnosticMessage {
    var message: String { get }
}

extension Problem {
    var category: DiagnosticCategory? { nil }
    var diagnosticID: MessageID { MessageID(domain: "FeatureKit", id: "\(Self.self)") }
    var severity: DiagnosticSeverity { .error }
}

/// What a fix-it offers.
struct Remedy: FixItMessage {
    let message: String

    var fixItID: MessageID { MessageID(domain: "FeatureKit", id: "Remedy") }
}

/// A problem at its place.
struct PlacedProblem {
    let node: Syntax
    let problem: any Problem
    var fixIts: [FixIt] = []

    init(_ problem: any Problem, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
        self.node = Syntax(node)
        self.problem = problem
        self.fixIts = fixIts
    }
}

extension MacroExpansionContext {
    func report(_ problems: [PlacedProblem]) {
        for placed in problems {
            diagnose(Diagnostic(node: placed.node, message: placed.problem, fixIts: placed.fixIts))
        }
    }
}
