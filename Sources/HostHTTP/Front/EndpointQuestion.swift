import FeatureKit
import HTTPServer

/// Reads what an endpoint of the host's own is asked, with the same checks and words as a route's question.
struct EndpointQuestion<Content: Shaped>: Sendable {
    private let reader: QuestionReader?

    /// - Parameter rest: Where the question stands.
    init(_ type: Content.Type, in rest: QuestionReader.Rest) {
        reader = QuestionReader(Content.shape, names: [], rest: rest)
    }

    /// The question of a request.
    func read(_ request: Request) throws(Problem) -> Content {
        guard let reader else { throw .unreadable }
        do { return try reader.read(request, [], as: Content.self) } catch {
            throw error as? Problem ?? .unreadable
        }
    }
}

extension Problem {
    /// A mistake of the host's own: its Shapes and its types disagree.
    fileprivate static let unreadable = Problem(500, "internal", "the host can't read what is asked")
}
