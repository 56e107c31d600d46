@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HTTPServer
import HostRuntime
import HostSystem
import TestSupport
import Testing

@testable import HostHTTP

/// What is kept of answers, through crashes too.
@Suite(.timeLimit(.minutes(1)))
struct IdempotentAnswersTests {
    private let folder: TestFolder
    private let clock = TestClock()
    private let revision = Lock<Int?>(1)
    private let made = Lock(0)

    init() throws { folder = try TestFolder() }

    private func answers(most: Int = IdempotentAnswers.most) -> IdempotentAnswers {
        IdempotentAnswers(
            state: folder.path, clock: clock.source, log: Log(feature: "host", sink: CapturedLog().sink), most: most,
            counting: { [revision] in revision.withLock { $0 } })
    }

    private func context(_ key: String, body: String = "x") -> RequestContext {
        let request = Request(
            .put, "/ops/v1/x", fields: [("Idempotency-Key", key)], body: Array(body.utf8), peer: House.root)
        return RequestContext(request, TestExchange(), path: [:], trace: .of(request))
    }

    private func ask(_ answers: IdempotentAnswers, _ key: String, body: String = "x") async -> Int {
        do throws(Problem) {
            return try await answers.answer(context(key, body: body)) { [made] () async throws(Problem) in
                made.withLock { $0 += 1 }
                return OnceAnswer(.json(["made": true]))
            }.status.code
        } catch { return error.status.code }
    }

    @Test func `an answer is given again after a restart, for a day`() async {
        #expect(await ask(answers(), "a") == 200)
        let later = answers()
        clock.advance(by: IdempotentAnswers.memory - .seconds(1))
        #expect(await ask(later, "a") == 200 && made.withLock { $0 } == 1)
        #expect(await ask(later, "a", body: "y") == 422)
        clock.advance(by: .seconds(1))
        #expect(await ask(later, "a", body: "y") == 200 && made.withLock { $0 } == 2)
    }

    @Test func `the same key at once is made once, and the others are told to wait`() async throws {
        let (answers, going, goOn) = (answers(), Signal(), Signal())
        let context = context("a")
        async let first = answers.answer(context) { () async throws(Problem) in
            going.raise()
            await goOn.wait()
            return OnceAnswer(.json(["made": true]))
        }
        await going.wait()
        #expect(await ask(answers, "a") == 409 && made.withLock { $0 } == 0)
        #expect(await ask(answers, "b") == 200)
        goOn.raise()
        #expect(try await first.status == .ok)
        #expect(await ask(answers, "a") == 200 && made.withLock { $0 } == 1)
    }

    /// A host that is killed while it makes a change, which it may have made or not.
    private func kill(_ key: String) async throws {
        let (answers, going, killed) = (answers(), Signal(), Signal())
        let context = context(key)
        let before = try names()
        async let first = try? answers.answer(context) { () async throws(Problem) in
            going.raise()
            await killed.wait()
            throw Problem.stopping
        }
        await going.wait()
        // What lies there now is what a killed host leaves.
        let name = try #require(try names().subtracting(before).first)
        let place = folder["\(IdempotentAnswers.folderName)/\(name)"]
        let left = try LocalDisk().read(place, most: 1 << 20)
        killed.raise()
        _ = await first
        try LocalDisk().write(left, to: place)
    }

    private func names() throws -> Set<String> {
        Set((try? LocalDisk().names(in: folder[IdempotentAnswers.folderName], most: 5_000)) ?? [])
    }

    @Test func `after a crash a change is made again only where nothing was`() async throws {
        try await kill("a")
        #expect(await ask(answers(), "a") == 200 && made.withLock { $0 } == 1)
        try await kill("b")
        revision.withLock { $0 = 2 }
        let next = answers()
        #expect(await ask(next, "b") == 409 && made.withLock { $0 } == 1)
        #expect(await ask(next, "b", body: "y") == 422)
    }

    @Test(arguments: [
        (Problem(OverrideProblem.notRecorded("full")), 1), (Problem(ConfigProblem.notRecorded(7, because: "full")), 1),
        (Problem(TokenProblem.notAudited("full", counts: true)), 1),
        (Problem(TokenProblem.notAudited("full", counts: false)), 2), (Problem.stopping, 2),
    ])
    func `a change that was made is not made again, also where its answer is an error`(
        problem: Problem, times: Int
    ) async {
        func fail(_ answers: IdempotentAnswers) async -> Int {
            do throws(Problem) {
                return try await answers.answer(context("a")) { [made] () async throws(Problem) in
                    made.withLock { $0 += 1 }
                    throw problem
                }.status.code
            } catch { return error.status.code }
        }
        #expect(await fail(answers()) == 503)
        #expect(await fail(answers()) == 503)
        #expect(made.withLock { $0 } == times)
    }

    @Test func `a file that can't be read keeps its key from being used`() async throws {
        #expect(await ask(answers(), "a") == 200)
        let name = try #require(try names().first)
        try LocalDisk().write(Array("{".utf8), to: folder["\(IdempotentAnswers.folderName)/\(name)"])
        let next = answers()
        #expect(await ask(next, "a") == 422 && made.withLock { $0 } == 1)
        clock.advance(by: IdempotentAnswers.memory)
        #expect(await ask(next, "a") == 200)
    }

    @Test func `the oldest go, from the disk too, and what can't be written is not made`() async throws {
        let answers = answers(most: 20)
        for number in 0..<23 {
            clock.advance(by: .milliseconds(1))
            #expect(await ask(answers, "k\(number)") == 200)
        }
        #expect(try names().count == 20)
        #expect(await ask(answers, "k0") == 200 && made.withLock { $0 } == 24)
        let nowhere = IdempotentAnswers(
            state: "/nowhere", clock: clock.source, log: Log(feature: "host", sink: CapturedLog().sink),
            counting: { 1 })
        let before = made.withLock { $0 }
        #expect(await ask(nowhere, "a") == 503 && made.withLock { $0 } == before)
    }

    @Test func `an answer that is too large is told to have been`() async throws {
        let answers = answers()
        func large() async throws -> Response {
            try await answers.answer(context("a")) { () async throws(Problem) in
                OnceAnswer(.json(.text(String(repeating: "a", count: IdempotentAnswers.mostBytes))))
            }
        }
        #expect(try await large().status == .ok)
        #expect(try await large().status.code == 409)
    }
}
