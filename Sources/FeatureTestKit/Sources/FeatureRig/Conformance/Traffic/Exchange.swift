@_spi(Hosting) internal import FeatureKit

/// A request to a route, and all its answers.
struct Exchange: Sendable {
    let route: Contract
    let request: Value
    let caller: Caller
    let answers: [RigQuestion.Answer]
    /// Whether a route that streams ended when nobody read any more.
    var hasEnded = true
    /// What the feature's log says about a route that failed.
    var cause: String?
    /// Whether that is a misuse of the kit, whose message already says what to do.
    var isMisuse = false

    /// The request and its caller, as in `ROUTE answered …`.
    private var question: String { "\(route.name), asked \(request.inShort) by \(caller.inWords)," }

    /// Whether the route failed as it must not.
    static func hasFailed(_ answer: RigQuestion.Answer) -> Bool {
        guard case .refused(let error) = answer else { return false }
        return error.code == "internal" || error.status == 500
    }

    /// What is wrong with several exchanges, with each cause of a failure once.
    static func problems(of all: [Exchange]) -> [String] {
        var failures: [String: Set<String>] = [:]
        var told: [(problem: String, cause: String?)] = []
        for exchange in all {
            let failure = exchange.answers.first(where: hasFailed).flatMap { exchange.problem(of: $0) }
            guard let failure, let cause = exchange.cause else {
                told += exchange.problems().map { ($0, nil) }
                continue
            }
            let isFirst = failures[cause] == nil
            failures[cause, default: []].insert(failure)
            told += exchange.problems().filter { isFirst || $0 != failure }.map { ($0, $0 == failure ? cause : nil) }
        }
        return told.map { problem, cause in
            let others = (cause.flatMap { failures[$0]?.count } ?? 1) - 1
            return others == 0 ? problem : "\(problem) (\(others) more failed so)"
        }
    }

    /// What is wrong with it.
    private func problems() -> [String] {
        let streams = route.endpoint?.streams == true
        var found: [String] = []
        if answers.isEmpty, !streams {
            found.append("\(question) did not answer within \(DurationText.print(Traffic.patience)); refuse in time")
        }
        found += answers.compactMap(problem)
        if !hasEnded {
            found.append("\(question) went on although nobody read any more; return when out.send throws")
        }
        return found
    }

    private func problem(of answer: RigQuestion.Answer) -> String? {
        switch answer {
        case .ended: return nil
        case .refused where Self.hasFailed(answer):
            let words = cause.map { ": \($0)" } ?? ""
            return "\(question) failed as internal\(words)"
                + (isMisuse ? "" : "; refuse with a RouteError that says what is wrong")
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
    /// How problems name the caller.
    fileprivate var inWords: String { key ?? (origin == .system ? "the host" : "nobody known") }
}
