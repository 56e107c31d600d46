import FeatureKit
import HTTPServer

/// Reads a request to one of the host's own endpoints, with the same checks and messages as for a route.
struct EndpointQuestion<Content: Shaped>: Sendable {
    private let reader: QuestionReader?

    /// - Parameter rest: The part of the request that has the fields.
    init(_ type: Content.Type, in rest: QuestionReader.Rest) {
        reader = QuestionReader(Content.shape, names: [], rest: rest)
    }

    /// The content of a request.
    func read(_ request: Request) throws(Problem) -> Content {
        guard let reader else { throw .unreadable }
        do { return try reader.read(request, [], as: Content.self) } catch {
            throw error as? Problem ?? .unreadable
        }
    }
}

extension Problem {
    /// A mistake of the host itself: its Shapes and its types disagree.
    fileprivate static let unreadable = Problem(500, "internal", "the host can't read what is asked")
}
