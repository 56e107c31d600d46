@_spi(Hosting) import FeatureKit

extension Findings {
    /// Adds what a Shape finds wrong with a value, at the places of the nodes that it was read from.
    mutating func add(_ problems: [ShapeProblem], in root: Node, outline: Outline) {
        for problem in problems { add(Self.finding(problem, in: root, outline: outline)) }
    }

    private static func finding(_ problem: ShapeProblem, in root: Node, outline: Outline) -> Finding {
        let place = root.place(of: problem.path)
        let mark = problem.isAboutKey ? place.keyMark ?? place.mark : place.mark
        let meant = place.rest.isRoot ? meant(by: place.node, as: outline[problem.path]) : nil
        return Finding(.shape(problem, below: place.rest, meant: meant), at: mark)
    }

    /// What somebody means who writes another language's booleans, or a duration without its unit.
    private static func meant(by node: Node, as outline: Outline) -> String? {
        switch outline {
        case .boolean: return node.meantTruth
        case .duration: return node.meantDuration
        default: return nil
        }
    }
}
