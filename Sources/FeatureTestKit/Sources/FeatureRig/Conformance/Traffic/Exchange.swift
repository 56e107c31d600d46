@_spi(Hosting) internal import FeatureKit

/// A question to a route, and everything that it said.
struct Exchange: Sendable {
    let route: Contract
    let request: Value
    let caller: Caller
    let answers: [RigQuestion.Answer]
    /// Whether a route that streams ended when nobody read any more.
    var hasEnded = true

    /// Who asked what, as in `ROUTE answered …`.
    private var question: String { "\(route.name), asked \(request.inShort) by \(caller.inWords)," }

    /// What is wrong with it.
    ///
    /// - Parameter cause: What the feature's log says of a route that failed.
    func problems(because cause: String?) -> [String] {
        let streams = route.endpoint?.streams == true
        var found: [String] = []
        if answers.isEmpty, !streams {
            found.append("\(question) did not answer within \(DurationText.print(Traffic.patience)); refuse in time")
        }
        for answer in answers { if let problem = problem(of: answer, cause) { found.append(problem) } }
        if !hasEnded {
            found.append("\(question) went on although nobody read any more; return when out.send throws")
        }
        return found
    }

    private func problem(of answer: RigQuestion.Answer, _ cause: String?) -> String? {
        switch answer {
        case .ended: return nil
        case .refused(let error) where error.code == "internal" || error.status == 500:
            let words = cause.map { ": \($0)" } ?? ""
            return "\(question) failed as internal\(words); refuse with a RouteError that says what is wrong"
        case .refused(let error) where !(400...599).contains(error.status):
            return "\(question) refused with status \(error.status); refusals have one from 400 to 599"
        case .refused: return nil
        case .reply(let value):
            guard let problem = route.reply?.problems(in: value).first else { return nil }
            return "\(question) replied what its Shape does not allow: \(problem)"
        }
    }
}

extension Caller {
    /// Whom problems name.
    fileprivate var inWords: String { key ?? (origin == .system ? "the host" : "nobody known") }
}
