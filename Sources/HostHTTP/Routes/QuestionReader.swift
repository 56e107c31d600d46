@_spi(Hosting) import FeatureKit
import HTTPServer
import JSON

/// Reads what a route is asked out of a request: the path's names first, the rest from the query or the body.
struct QuestionReader: Sendable {
    /// Where what does not stand in the path stands.
    enum Rest: String, Sendable {
        case query
        case body
    }

    let gate: ShapeGate
    private let shape: Shape
    private let rest: Rest
    private let names: [String]
    /// Nil where the question is no mapping and comes whole as the body.
    private let texts: TextBinding?

    /// Nil where a question of that Shape can't come that way.
    init?(_ shape: Shape, names: [String], rest: Rest) {
        texts = TextBinding(shape)
        guard texts != nil || (names.isEmpty && rest == .body) else { return nil }
        if let texts { guard names.allSatisfy(texts.takes) else { return nil } }
        gate = ShapeGate(shape)
        self.shape = shape
        self.names = names
        self.rest = rest
    }

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - bound: What the path's names stand for, in the order of the names.
    ///   - reader: The loop's own, whose memory is used again.
    func read(
        _ request: Request, _ bound: [String], with reader: inout JSONReader
    ) throws(Problem) -> Question {
        let path = Array(zip(names, bound)).map { (name: $0, text: $1) }
        switch rest {
        case .query:
            guard request.bodyCount == 0 else { throw .unexpectedBody(request.method.description) }
            return try read(path, try Self.pairs(of: request), part: Rest.query.rawValue, with: &reader)
        case .body:
            guard request.query?.isEmpty != false else { throw unexpectedQuery(request) }
            guard request.bodyCount > 0 else {
                return try read(path, [], part: Rest.body.rawValue, fillsLists: false, with: &reader)
            }
            guard JSONType.isNamed(by: request["content-type"]) else { throw .unsupportedMediaType }
            return try read(path, bodyOf: request, with: &reader)
        }
    }
}
