@_spi(Hosting) import FeatureKit
import HTTPServer
import HostConfig
import HostRuntime
import HostSystem
import JSON

/// The answers to changes with an idempotency key, so that no change is made twice.
///
/// A record that a change begins is written to the disk before the change, and the answer before it is sent. If the
/// host died in between, it is unknown how far the change came; it is made again only if nothing was changed since.
actor IdempotentAnswers {
    /// How many answers are kept, how large one may be, and how long it is kept.
    static let most = 1_000
    static let mostBytes = 64 * 1024
    static let memory = Duration.seconds(86_400)
    /// The folder's name in the state folder.
    static let folderName = "answers"
    /// The most bytes of a file: the answer, escaped as JSON, and what is stored beside it.
    private static let mostFileBytes = 7 * mostBytes

    private let files: AnswerFiles
    private let clock: any ClockSource
    private let log: Log
    private let counting: @Sendable () -> Int?
    private let most: Int
    private var kept: [String: KeptAnswer]
    private var going: Set<String> = []

    /// - Parameters:
    ///   - state: The state folder; answers in it are read at once.
    ///   - most: How many answers are kept.
    ///   - counting: Returns the active revision.
    init(
        state: String, clock: any ClockSource, log: Log, disk: any Disk = LocalDisk(),
        most: Int = IdempotentAnswers.most,
        counting: @escaping @Sendable () -> Int?
    ) {
        self.clock = clock
        self.log = log
        self.counting = counting
        self.most = most
        files = AnswerFiles(folder: Path.join(state, Self.folderName), in: state, disk: disk, most: Self.mostFileBytes)
        kept = files.read(at: clock.now)
    }

    /// Makes a change, or gives the answer that was given before.
    func answer(
        _ context: RequestContext, _ make: @Sendable () async throws(Problem) -> OnceAnswer
    ) async throws(Problem) -> Response {
        guard context.request["idempotency-key"] != nil else { return try await make().response }
        guard let question = try KeyedQuestion(context.request, by: try await context.author()) else {
            return try await make().response
        }
        if let response = try known(question) { return response }
        going.insert(question.name)
        defer { going.remove(question.name) }
        try await begin(question)
        let answer: OnceAnswer
        do throws(Problem) { answer = try await make() } catch {
            let response = error.response(request: context.trace.id)
            await finish(question, OnceAnswer(response), wasDone: error.wasDone)
            return response
        }
        await finish(question, answer)
        return answer.response
    }

    /// The answer that was given before; nil if the request is new or may be made again.
    private func known(_ question: KeyedQuestion) throws(Problem) -> Response? {
        guard let previous = kept[question.name], !isOver(previous) else {
            if going.contains(question.name) { throw .inProgress }
            return nil
        }
        guard previous.digest == question.digest else { throw .keyReused }
        if going.contains(question.name) { throw .inProgress }
        switch previous.outcome {
        case .answered(let status, let fields, let body):
            var fields = Fields(lines: fields)
            fields.add("Idempotent-Replayed", "true")
            return Response(Status(status), fields, body: body)
        case .begun(let revision):
            // A change of the configuration would have made a revision; all other requests can be made again.
            guard revision == counting() else { throw .inDoubt }
            return nil
        }
    }

    private func isOver(_ answer: KeptAnswer) -> Bool { answer.at.advanced(by: Self.memory) <= clock.now }

    private func begin(_ question: KeyedQuestion) async throws(Problem) {
        let answer = KeptAnswer(digest: question.digest, at: clock.now, outcome: .begun(revision: counting()))
        // In memory first, so that a second request during the write is answered that the first one is in progress.
        let previous = kept[question.name]
        kept[question.name] = answer
        do throws(SystemError) { try await files.write(answer, question.name, without: forgotten()) } catch {
            kept[question.name] = previous
            throw .keyNotKept("\(error)")
        }
    }

    /// - Parameter wasDone: Whether the change was made although its answer is an error.
    private func finish(_ question: KeyedQuestion, _ answer: OnceAnswer, wasDone: Bool = false) async {
        let response = answer.afterwards?.response() ?? answer.response
        // After a server error or a failed precondition nothing was changed, so the request may be made again.
        guard wasDone || (response.status.code < 500 && response.status.code != 412) else {
            kept[question.name] = nil
            return await files.remove([question.name])
        }
        let isSmall = response.body.count <= Self.mostBytes
        let last = isSmall ? response : Problem.answerTooLarge.response()
        guard var answer = kept[question.name] else { return }
        answer.outcome = .answered(status: last.status.code, fields: last.fields.bytes, body: last.body)
        kept[question.name] = answer
        do throws(SystemError) { try await files.write(answer, question.name, without: []) } catch {
            // This process still gives the answer; after a restart its outcome is in doubt.
            log.warning("an answer can't be kept for its Idempotency-Key", [("because", "\(error)")])
        }
    }

    /// Removes expired answers, and the oldest ones above the limit, and returns their names.
    private func forgotten() -> [String] {
        var names = kept.filter { isOver($0.value) && !going.contains($0.key) }.map(\.key)
        for name in names { kept[name] = nil }
        let surplus = kept.count - most
        if surplus > 0 {
            let oldest = kept.filter { !going.contains($0.key) }.sorted {
                ($0.value.at, $0.key) < ($1.value.at, $1.key)
            }
            for (name, _) in oldest.prefix(surplus) {
                kept[name] = nil
                names.append(name)
            }
        }
        return names
    }
}
