@_spi(Hosting) import FeatureKit
import FlagEngine
import HTTPServer
import HostAccess
import HostRuntime
import JSON

/// The state that each loop has of its own, so that loops never wait for each other: the current flags, and memory that
/// is reused from request to request.
final class LoopFlags: Sendable {
    struct Tools: Sendable {
        fileprivate(set) var sheet: FlagSheet
        fileprivate var generation: UInt64
        fileprivate var json = JSONReader(limits: .requests)
        var evaluator = FlagEvaluator()
        var exposures: ExposureReporter
        var context = FlagContext()
        /// The caller's attributes from the headers; they are in the context too.
        fileprivate var told: [(name: String, value: Value)] = []
        /// The user who has signed in.
        fileprivate var user: Identity?
        var body: [UInt8] = []
    }

    private let sheets: FlagSheets
    /// Held while a request is answered; only the loop itself takes this lock.
    private let tools: Lock<Tools>

    init(_ sheets: FlagSheets, _ exposures: ExposureReporter) {
        self.sheets = sheets
        let (sheet, generation) = sheets.current()
        tools = Lock(Tools(sheet: sheet, generation: generation, exposures: exposures))
    }

    /// Reads a request's context and answers from the current flags.
    func answer(
        _ requestContext: RequestContext, for user: Identity?, _ body: (inout Tools) throws(OFREPProblem) -> Response
    ) throws(OFREPProblem) -> Response {
        try tools.withLock { tools throws(OFREPProblem) in
            // Never older than a state that was announced to a client: see `FlagChangeNotifier`.
            if tools.generation != sheets.board.generation { (tools.sheet, tools.generation) = sheets.current() }
            try tools.read(requestContext, for: user)
            return try body(&tools)
        }
    }
}

extension LoopFlags.Tools {
    /// Reads `{"context": {…}}`; attributes from the headers win over those in the body, and those from the token win
    /// over both.
    fileprivate mutating func read(_ requestContext: RequestContext, for user: Identity?) throws(OFREPProblem) {
        let request = requestContext.request
        guard JSONType.isNamed(in: request) || request["content-type"] == nil else { throw .otherMediaType }
        guard request.bodyCount > 0 else { throw .emptyBody }
        let tape: JSONTape
        do {
            tape = try request.withBody { try json.read($0) }
        } catch let problem as JSONProblem {
            throw .malformedBody(problem)
        } catch { throw .emptyBody }
        context.wipe()
        switch OFREPBody.add(tape, to: &context) {
        case .fits: break
        case .isNoMapping: throw .bodyIsNoMapping
        case .contextIsNoMapping: throw .contextIsNoMapping
        }
        let attributes = requestContext.attributes
        told = attributes.isEmpty ? [] : attributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        for (name, value) in told { context.add(name, value) }
        self.user = user
        if let user { add(user) }
        guard context.dropped == 0 else { throw .contextTooLarge }
    }

    /// Adds the user: attributes of the token win, and the user's key is the targeting key if the context has none.
    private mutating func add(_ user: Identity) {
        for (name, value) in user.told { context.add(name, value) }
        var hasKey = false
        context.withText("targetingKey") { hasKey = !$0.isEmpty }
        if !hasKey { context.add("targetingKey", .text(user.key)) }
    }

    /// The mark of the context, headers and user; the same attribute makes another mark in a header than in the body.
    var mark: ContextMark {
        var mark = ContextMark(context)
        for (name, value) in told {
            mark.add(UInt64(truncatingIfNeeded: name.utf8.count))
            if case .text(let text) = value { for byte in "\(name)\(text)".utf8 { mark.add(UInt64(byte)) } }
        }
        if let user { mark.add(user.digest) }
        return mark
    }
}
