import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// What is wrong with a declaration that has one of the kit's attributes; each set of problems words its own.
protocol Problem: DiagnosticMessage {
    var message: String { get }
    /// Whether no code can be made of what has it. With every other problem the code is made all the same, so that
    /// this message does not drown in those of everything that uses the code.
    var leavesNoCode: Bool { get }
}

extension Problem {
    var category: DiagnosticCategory? { nil }
    var diagnosticID: MessageID { MessageID(domain: "FeatureKit", id: "\(Self.self)") }
    var severity: DiagnosticSeverity { .error }
    var leavesNoCode: Bool { false }
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

extension [PlacedProblem] {
    /// Whether code can be made in spite of those that were found since there were so many.
    func leaveCode(since known: Int) -> Bool { !self[known...].contains { $0.problem.leavesNoCode } }
}

extension MacroExpansionContext {
    func report(_ problems: [PlacedProblem]) {
        for placed in problems {
            diagnose(Diagnostic(node: placed.node, message: placed.problem, fixIts: placed.fixIts))
        }
    }
}
