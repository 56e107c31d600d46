@_spi(Hosting) import FeatureKit
import HTTPServer

/// Reads requests whose body is one field of the question as raw bytes; the other fields come in the path and the
/// query.
final class MediaQuestionReader: Sendable {
    /// The most bytes of the body.
    let most: Int
    private let body: Field
    private let others: QuestionReader

    /// Nil if the path has a name that is none of the other fields.
    init?(_ shape: Shape, body: Field, names: [String]) {
        guard case .object(let fields) = shape.kind, case .media(let most) = body.shape.kind,
            let others = QuestionReader(
                .object(fields.filter { $0.name != body.name }), names: names, rest: .query)
        else { return nil }
        self.most = most
        self.body = body
        self.others = others
    }

    /// Which part of a request a field stands in.
    func part(of path: ValuePath) -> String {
        path.steps.first == .member(body.name) ? QuestionReader.Rest.body.rawValue : others.part(of: path)
    }

    /// Reads a request.
    func read(_ request: Request, _ bound: [String]) throws(Problem) -> Question {
        let media = try media(of: request)
        let isMissing = media == nil && body.isRequired
        let plain = try others.read(
            query: request, bound, after: isMissing ? [Problem.Detail(missingBody: body.name)] : [])
        let attached = media.map { ValueWithMedia.MediaMember(name: body.name, media: $0) }
        return .withMedia(ValueWithMedia(plain, attached))
    }

    /// The body; nil if there is none.
    private func media(of request: Request) throws(Problem) -> Media? {
        guard let field = request["content-type"] else {
            guard request.bodyCount == 0 else { throw .untypedMedia }
            return nil
        }
        guard !request.hasSeveral("content-type"), let type = MediaTypeField.type(field) else { throw .untypedMedia }
        guard request.bodyCount <= most else { throw .tooLarge(most) }
        return Media(type: type, bytes: request.bodyBytes)
    }
}
