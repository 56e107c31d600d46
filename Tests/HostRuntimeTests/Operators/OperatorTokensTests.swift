@_spi(Hosting) import FeatureKit
@_spi(Hosting) import FeatureTestKit
import HostConfig
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// Tokens of operators: making, checking, expiry and revocation.
@Suite(.timeLimit(.minutes(1)))
struct OperatorTokensTests {
    private let folder: TestFolder
    private let clock = MovedClock()
    private let log = CapturedLog()
    private let events = Lock<[OperatorTokens.Event]>([])
    private let ana = Author(name: "ana", user: 1000)

    init() throws { folder = try TestFolder() }

    private func tokens(_ disk: any HostRuntime.Disk = LocalDisk(), failing: Bool = false) -> OperatorTokens {
        OperatorTokens(
            state: folder.path, clock: clock, log: Log(feature: "host", sink: log.sink), disk: disk
        ) { [events] event in
            if failing { throw AuditProblem.tooMany(9) }
            events.withLock { $0.append(event) }
        }
    }

    private func verify(_ tokens: OperatorTokens, _ text: String) -> Operator? {
        tokens.verify(Array(text.utf8).span, from: "10.0.0.7")
    }

    @Test func `a token is accepted, also after a restart, and its text is not stored`() async throws {
        let first = tokens()
        #expect(!first.areAny)
        let (token, text) = try await first.create("ci", role: .operator, because: "deploys", by: ana)
        #expect(first.areAny)
        let known = Operator(id: token.id, name: "ci", role: .operator)
        #expect(verify(first, text) == known)
        #expect(known.author(from: "10.0.0.7") == Author(name: "ci", way: .token(id: token.id, address: "10.0.0.7")))
        let file = String(decoding: try FileSource.read(folder["operators.json"], most: 1 << 20), as: UTF8.self)
        #expect(!file.contains(text.dropFirst(13).prefix(43)) && file.contains(token.digest))
        let second = tokens()
        #expect(verify(second, text) == known && second.areAny)
        #expect(second.all.map(\.made) == [token.made] && token.made.reason == "deploys")
        #expect(events.withLock { $0 } == [.made(token)])
    }

    @Test func `a wrong secret is refused, with a known or an unknown id`() async throws {
        let tokens = tokens()
        let (token, _) = try await tokens.create("ci", role: .admin, by: ana)
        #expect(verify(tokens, TokenText(id: token.id, secret: Array(repeating: 65, count: 43)).text) == nil)
        #expect(verify(tokens, try TokenText.random().text) == nil)
        #expect(verify(tokens, "") == nil && verify(tokens, "fso_\(token.id)") == nil)
    }

    @Test func `a revoked token is refused at once, and after a restart`() async throws {
        let first = tokens()
        let over = Lock<[String]>([])
        first.whenOver { id in over.withLock { $0.append(id) } }
        let (token, text) = try await first.create("ci", role: .viewer, by: ana)
        let bert = Author(name: "bert", way: .token(id: "x", address: "::1"))
        let revoked = try await first.revoke("ci", because: "laptop lost", by: bert)
        #expect(verify(first, text) == nil && !first.areAny && !first.counts(token.id))
        #expect(over.withLock { $0 } == [token.id])
        #expect(events.withLock { $0.last } == .revoked(revoked))
        #expect(
            revoked.revoked == OperatorToken.Act(at: clock.now.toTheMillisecond, author: bert, reason: "laptop lost"))
        // Revoking it again succeeds and changes nothing, and the name is free.
        #expect(try await first.revoke(token.id, by: ana) == revoked)
        #expect(events.withLock { $0.count } == 2)
        await #expect(throws: TokenProblem.unknown("ci", nearest: nil)) { try await first.revoke("ci", by: ana) }
        let second = tokens()
        #expect(verify(second, text) == nil && second.all == [revoked])
        #expect(try await second.create("ci", role: .viewer, by: ana).token.id != token.id)
    }

    @Test func `a token expires at its end, and stays expired if the clock is set back`() async throws {
        let tokens = tokens()
        let (token, text) = try await tokens.create("ci", role: .viewer, for: .seconds(60), by: ana)
        let over = Signal()
        tokens.whenOver { _ in over.raise() }
        clock.test.advance(by: .seconds(60) - .nanoseconds(1))
        #expect(verify(tokens, text) != nil)
        await withTaskGroup { group in
            group.addTask { await tokens.run() }
            await clock.test.sleepers(atLeast: 1)
            clock.test.advance(by: .milliseconds(1))
            #expect(verify(tokens, text) == nil && !tokens.areAny)
            // Its streams have ended by then.
            await over.wait()
            clock.set(by: .seconds(-30))
            #expect(verify(tokens, text) == nil)
            tokens.stop()
        }
        #expect(events.withLock { $0.map(\.entry.action) } == [.tokenMade, .tokenLapsed])
        #expect(events.withLock { $0.last?.entry.target } == token.id)
        #expect(verify(self.tokens(), text) == nil)
    }

    @Test func `uses are stored once a minute and at the end`() async throws {
        let first = tokens()
        let (token, text) = try await first.create("ci", role: .viewer, by: ana)
        func written() -> Timestamp? { tokens().all.first?.lastUse?.at }
        await withTaskGroup { group in
            group.addTask { await first.run() }
            _ = verify(first, text)
            await clock.test.sleepers(atLeast: 1)
            #expect(written() == nil && first.all[0].lastUse?.address == "10.0.0.7")
            clock.test.advance(by: .seconds(60))
            let noted = clock.now
            _ = verify(first, text)
            first.stop()
            await group.waitForAll()
            #expect(written() == noted.toTheMillisecond)
        }
        #expect(token.lastUse == nil)
        await #expect(throws: TokenProblem.stopping) { try await first.create("other", role: .viewer, by: ana) }
    }

    // MARK: - A file that can't be trusted

    @Test(arguments: ["flagstand 1 sha256 00 1\n{}", "{", #"{"version":2,"tokens":[]}"#, #"{"tokens":[{}]}"#, ""])
    func `a damaged file accepts no token, and the previous one is not used`(bytes: String) async throws {
        let first = tokens()
        let (token, text) = try await first.create("ci", role: .admin, by: ana)
        let (_, other) = try await first.create("two", role: .admin, by: ana)
        _ = try await first.revoke(token.id, by: ana)
        // In the file before, ci is still valid.
        try write(bytes)
        let second = tokens()
        #expect(first.damage == nil && second.damage?.hasPrefix("operators.json ") == true)
        #expect(second.damage?.hasSuffix("; no operator's token counts until one is made") == true)
        #expect(verify(second, text) == nil && verify(second, other) == nil && !second.areAny)
        #expect(log.messages(.error).contains { $0.contains("operators.json") })
        #expect(second.all.allSatisfy { $0.revoked != nil } && second.all.count == 2)
        // Not after another restart either, although the file is valid then.
        #expect(verify(tokens(), text) == nil && !tokens().areAny)
        #expect(try await second.create("ci", role: .admin, by: ana).token.name == "ci")
        #expect(second.damage == nil)
    }

    @Test func `without the previous file there are no tokens`() async throws {
        try write("{")
        #expect(!tokens().areAny && tokens().all.isEmpty)
    }

    private func write(_ text: String) throws {
        try LocalDisk().write(Array(text.utf8), to: folder["operators.json"])
    }

    // MARK: - What can't be

    @Test func `a change that can't be stored has no effect`() async throws {
        let disk = ForgetfulDisk("/state")
        let tokens = OperatorTokens(
            state: "/state", clock: clock, log: Log(feature: "host", sink: log.sink), disk: disk)
        let (token, text) = try await tokens.create("ci", role: .viewer, by: ana)
        let off = OperatorTokens(
            state: "/nowhere", clock: clock, log: Log(feature: "host", sink: log.sink), disk: LocalDisk())
        await #expect(
            throws: TokenProblem.notWritten(path: "/nowhere/operators.json", because: SystemError(code: 2))
        ) { try await off.create("ci", role: .viewer, by: ana) }
        #expect(!off.areAny && off.all.isEmpty)
        #expect(tokens.all == [token] && text.contains(token.id))
    }

    @Test func `a token that can't be audited is not accepted`() async throws {
        let failing = tokens(failing: true)
        await #expect(throws: TokenProblem.notAudited("9 records wait to be written already", counts: false)) {
            try await failing.create("ci", role: .admin, by: ana)
        }
        #expect(!failing.areAny && !tokens().areAny)
        let (_, text) = try await tokens().create("ci", role: .admin, by: ana)
        let other = tokens(failing: true)
        await #expect(throws: TokenProblem.notAudited("9 records wait to be written already", counts: true)) {
            try await other.revoke("ci", by: ana)
        }
        // The other order would let in a token that was revoked.
        #expect(verify(other, text) == nil && verify(tokens(), text) == nil)
    }

    @Test func `the messages of refusals`() async throws {
        let tokens = tokens()
        let (token, text) = try await tokens.create("ci", role: .viewer, by: ana)
        func words(_ body: () async throws(TokenProblem) -> Void) async -> String {
            do throws(TokenProblem) { try await body() } catch { return "\(error)" }
            return ""
        }
        #expect(
            await words { () async throws(TokenProblem) in _ = try await tokens.create("ci", role: .admin, by: ana) }
                == "there is a token \"ci\" already, \(token.id); revoke it first")
        let form =
            "a token's name has 1 to 64 letters, digits, \"-\", \"_\" and \".\", and begins with a letter or a digit"
        for name in ["", "a b", "-x", ".", "ä", "a/b", "a\n", String(repeating: "a", count: 65)] {
            #expect(
                await words { () async throws(TokenProblem) in _ = try await tokens.create(name, role: .admin, by: ana)
                }
                    == form)
        }
        // If a token is given in place of a name, the error does not repeat it.
        #expect(
            await words { () async throws(TokenProblem) in _ = try await tokens.create(text, role: .admin, by: ana) }
                == "a token's name must not begin as tokens do; was a token meant to be named by its id?")
        #expect(
            await words { () async throws(TokenProblem) in _ = try await tokens.revoke(text, by: ana) }
                == "there is no token \"fso_…\"")
        #expect(
            await words { () async throws(TokenProblem) in _ = try await tokens.revoke("cj", by: ana) }
                == "there is no token \"cj\"; did you mean \"ci\"?")
        #expect(
            await words { () async throws(TokenProblem) in
                _ = try await tokens.create("x", role: .admin, for: .seconds(59), by: ana)
            } == "a token counts for 1m to 3650d, not 59s")
        #expect(
            await words { () async throws(TokenProblem) in
                _ = try await tokens.create("x", role: .admin, because: String(repeating: "a", count: 501), by: ana)
            } == "a reason has at most 500 characters")
    }

    @Test func `of simultaneous requests for the same name one makes a token`() async throws {
        let tokens = tokens()
        let made = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { (try? await tokens.create("ci", role: .viewer, by: ana)) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(made == 1 && tokens.all.count == 1)
    }

    /// A revocation that is given up while a token is being made must not be written over by the older list.
    @Test func `a cancelled change waits for the one before it`() async throws {
        let (begun, goOn) = (Signal(), Signal())
        let tokens = OperatorTokens(
            state: folder.path, clock: clock, log: Log(feature: "host", sink: log.sink)
        ) { event in
            guard case .made(let token) = event, token.name == "second" else { return }
            begun.raise()
            await goOn.wait()
            throw AuditProblem.tooMany(9)
        }
        let (_, text) = try await tokens.create("first", role: .admin, by: ana)
        let making = Task { try await tokens.create("second", role: .viewer, by: ana) }
        await begun.wait()
        let hasEnded = Signal()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [ana] in
                _ = try await tokens.revoke("first", by: ana)
                hasEnded.raise()
            }
            group.cancelAll()
            for _ in 0..<10_000 where !hasEnded.isRaised { await Task.yield() }
            goOn.raise()
            try await group.waitForAll()
        }
        await #expect(throws: TokenProblem.self) { try await making.value }
        #expect(verify(tokens, text) == nil && verify(self.tokens(), text) == nil)
    }

    // MARK: - How many

    @Test func `expired tokens are removed after 90 days, and the oldest if there are too many`() throws {
        var list = TokenList()
        let now = clock.now
        func token(_ id: String, revoked: Timestamp?) -> OperatorToken {
            OperatorToken(
                id: id, name: id, role: .viewer, digest: String(repeating: "0", count: 64),
                made: .init(at: now, author: nil, reason: nil), until: nil,
                revoked: revoked.map { .init(at: $0, author: nil, reason: nil) })
        }
        list.put(token("old-----", revoked: now.advanced(by: .seconds(-90 * 86_400))))
        list.put(token("young---", revoked: now.advanced(by: .seconds(1 - 90 * 86_400))))
        list.put(token("counts--", revoked: nil))
        list.prune(at: now)
        #expect(list.all.map(\.id) == ["counts--", "young---"])
        for number in 0..<TokenList.mostOver {
            list.put(token(String(String(100_000_000 + number).suffix(8)), revoked: now))
        }
        list.prune(at: now)
        #expect(list["young---"] == nil && list["counts--"] != nil && list.all.count == TokenList.mostOver + 1)
        let read = try TokenList(list.written)
        #expect(read == list)
    }

    @Test func `the largest number of tokens fits into the file`() async throws {
        var list = TokenList()
        let act = OperatorToken.Act(
            at: clock.now,
            author: Author(name: String(repeating: "a", count: 64), way: .token(id: "x", address: "::1")),
            reason: String(repeating: "ä", count: Overrides.longestReason))
        for number in 0..<(TokenList.most + TokenList.mostOver) {
            let id = String(String(100_000_000 + number).suffix(8))
            list.put(
                OperatorToken(
                    id: id, name: id, role: .operator, digest: String(repeating: "0", count: 64), made: act,
                    until: clock.now, revoked: number < TokenList.mostOver ? act : nil))
        }
        #expect(list.written.json.utf8.count < DurableFile.mostBytes)
        #expect(try TokenList(list.written) == list)
    }
}
