@_spi(Hosting) package import FeatureKit
internal import HostSystem
internal import JSON

/// The tokens of operators: makes, revokes and expires them, and verifies those that are sent.
///
/// Of a token's text only the SHA-256 is kept, so that nobody gets in with what the file holds. What can't be read of
/// the file lets nobody in either.
package actor OperatorTokens {
    /// The file's name in the state folder.
    package static let fileName = "operators.json"
    /// How often the last uses of tokens are written to disk.
    static let flushing = Duration.seconds(60)
    /// The longest wait before the time is read again, since the system clock may be set.
    static let longestNap = Duration.seconds(30)

    /// What is recorded in the audit log.
    package enum Event: Sendable, Equatable {
        case made(OperatorToken)
        case revoked(OperatorToken)
        /// It expired.
        case lapsed(OperatorToken)
    }

    /// Records an event in the audit log before it returns.
    package typealias Record = @Sendable (Event) async throws -> Void

    private let file: DurableFile
    private nonisolated let clock: any ClockSource
    private let log: Log
    private let record: Record
    private let mutex = AsyncMutex()
    private nonisolated let posted: Lock<Posted>
    private nonisolated let stopping = Signal()

    fileprivate struct Posted {
        var list = TokenList()
        /// Until when any token is valid; nil if none is.
        var openUntil: Timestamp?
        /// Whether uses of tokens wait to be written.
        var isUsed = false
        /// Raised when the next deadline may have changed.
        var news = Signal()
        /// What is wrong with the file that an earlier host left, until a token is made.
        var damage: String?
        /// Called with the id of each token that is no longer valid.
        var observer: @Sendable (String) -> Void = { _ in }
    }

    /// - Parameters:
    ///   - state: The state folder; its file is read at once, and what is wrong with it is logged.
    ///   - record: Records an event in the audit log.
    package init(
        state: String, clock: any ClockSource, log: Log, disk: any Disk = LocalDisk(),
        record: @escaping Record = { _ in }
    ) {
        self.clock = clock
        self.log = log
        self.record = record
        file = DurableFile(
            Self.fileName, in: state,
            stake: DurableFileProblem.Stake(loss: "no operator's token counts", next: "the next token"), disk: disk)
        let now = clock.now
        let found = file.read { bytes throws(DurableFile.Unfit) in try Self.list(bytes) }
        var list = found.content ?? TokenList()
        if let problem = found.problem {
            log.error("\(problem)")
            // A token that is valid in the previous file may be revoked in the damaged one.
            if problem.effect == .previousIsUsed {
                list.revokeAll(at: now.toTheMillisecond)
                log.error("no operator's token counts any more, since one that was revoked might: make new ones")
                do throws(SystemError) { try file.replaceNow(with: Self.bytes(of: list)) } catch {
                    // The next start would read the previous file again, and its tokens would be valid.
                    log.error("\(TokenProblem.notWritten(path: file.path, because: error)); remove it")
                }
            }
        }
        // If only the previous file is damaged, nothing is lost.
        let damage = found.problem.flatMap { problem in
            problem.effect == .onlyPrevious
                ? nil : "\(Self.fileName) \(problem.fault.inWords); no operator's token counts until one is made"
        }
        posted = Lock(Posted(list: list, openUntil: list.openUntil(at: now), damage: damage))
    }

    private static func list(_ bytes: [UInt8]) throws(DurableFile.Unfit) -> TokenList {
        let value: Value
        do throws(JSONProblem) { value = try Value(json: bytes, limits: .none) } catch {
            throw DurableFile.Unfit(what: "is no JSON: \(error)")
        }
        do throws(TokenList.FormatProblem) { return try TokenList(value) } catch {
            switch error {
            case .version(let version): throw DurableFile.Unfit(what: "was written by a newer host (form \(version))")
            case .malformed(let what): throw DurableFile.Unfit(what: "can't be understood: \(what)")
            }
        }
    }

    private static func bytes(of list: TokenList) -> [UInt8] { Array((list.written.json + "\n").utf8) }

    // MARK: - Reading

    /// All tokens, the first made first; those that are no longer valid stay listed for 90 days.
    package nonisolated var all: [OperatorToken] {
        var list = posted.withLock { $0.list }
        list.prune(at: clock.now)
        return list.all
    }

    /// Whether any token is valid.
    package nonisolated var areAny: Bool {
        guard let openUntil = posted.withLock({ $0.openUntil }) else { return false }
        return clock.now < openUntil
    }

    /// Why no token is valid, if the file that an earlier host left can't be used; nil once a token is made.
    package nonisolated var damage: String? { posted.withLock { $0.damage } }

    /// Whether a token is still valid.
    package nonisolated func counts(_ id: String) -> Bool {
        let token = posted.withLock { $0.list[id] }
        return token?.counts(at: clock.now) ?? false
    }

    /// Calls `observer` with the id of each token that becomes invalid from then on.
    package nonisolated func whenOver(_ observer: @escaping @Sendable (String) -> Void) {
        posted.withLock { $0.observer = observer }
    }

    /// The operator who sent a token; nil if the token is not valid.
    ///
    /// An unknown token costs as much work as a known one that is wrong, so that the time reveals nothing.
    ///
    /// - Parameters:
    ///   - token: The token as it was sent.
    ///   - address: The address that it was sent from.
    package nonisolated func verify(_ token: borrowing Span<UInt8>, from address: String) -> Operator? {
        guard let id = TokenText.id(of: token) else { return nil }
        let digest = SHA256.hexDigest(of: token.indices.map { token[$0] })
        let now = clock.now
        let known = posted.withLock { $0.list[id] }
        let isSame = Self.areSame(Array(digest.utf8), Array((known?.digest ?? Self.nobody).utf8))
        guard isSame, let known, known.counts(at: now) else { return nil }
        let news = posted.withLock { posted -> Signal? in
            posted.list.note(OperatorToken.Use(at: now.toTheMillisecond, address: address), of: id)
            defer { posted.isUsed = true }
            return posted.isUsed ? nil : posted.replaceNews()
        }
        news?.raise()
        return Operator(id: known.id, name: known.name, role: known.role)
    }

    /// A digest that no token has.
    private static let nobody = String(repeating: "0", count: 64)

    /// Compares in a time that does not reveal where two texts differ.
    @inline(never)
    private static func areSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        var difference: UInt8 = 0
        for index in left.indices { difference |= left[index] ^ right[index] }
        return difference == 0
    }

    // MARK: - Changing

    /// Makes a token.
    ///
    /// - Parameter lifetime: How long it is valid; nil for good.
    /// - Returns: The token, and its text, which can't be had again.
    package func create(
        _ name: String, role: OperatorRole, for lifetime: Duration? = nil, because reason: String? = nil,
        by author: Author
    ) async throws(TokenProblem) -> (token: OperatorToken, text: String) {
        guard TokenList.isName(name) else { throw .badName(name) }
        if let lifetime, !TokenList.lifetimes.contains(lifetime) { throw .lifetime(lifetime) }
        try check(reason)
        return try await inTurn { () async throws(TokenProblem) in
            let now = clock.now.toTheMillisecond
            var list = posted.withLock { $0.list }
            if let other = list.byID.values.first(where: { $0.name == name && $0.counts(at: now) }) {
                throw .nameTaken(name, id: other.id)
            }
            guard list.count(at: now) < TokenList.most else { throw .tooMany }
            var text: TokenText
            repeat {
                do throws(SystemError) { text = try TokenText.random() } catch { throw .noRandomness(error) }
            } while list[text.id] != nil
            let token = OperatorToken(
                id: text.id, name: name, role: role, digest: text.digest,
                made: OperatorToken.Act(at: now, author: author, reason: reason),
                until: lifetime.map { now.advanced(by: $0).toTheMillisecond })
            let previous = list
            list.put(token)
            try await keep(&list)
            do { try await record(.made(token)) } catch {
                // Nobody has seen its text, so the token lets nobody in even if this can't be written.
                var without = previous
                try? await keep(&without)
                throw .notAudited("\(error)", counts: false)
            }
            count(list) { $0.put(token) }
            posted.withLock { $0.damage = nil }
            log.info(
                "operator's token made",
                [("id", token.id), ("name", name), ("role", role.rawValue)] + author.fields
                    + (token.until.map { [("until", "\($0)")] } ?? []) + (reason.map { [("reason", $0)] } ?? []))
            return (token, text.text)
        }
    }

    /// Revokes a token; one that is no longer valid stays as it is.
    ///
    /// - Parameter name: Its id, or its name while it is valid.
    package func revoke(
        _ name: String, because reason: String? = nil, by author: Author
    ) async throws(TokenProblem) -> OperatorToken {
        try check(reason)
        return try await inTurn { () async throws(TokenProblem) in
            let now = clock.now.toTheMillisecond
            var list = posted.withLock { $0.list }
            guard var token = list.find(name, at: now) else {
                let known = list.all.filter { $0.counts(at: now) }.flatMap { [$0.name, $0.id] }
                throw .unknown(name, nearest: Suggestion.closest(to: name, in: known))
            }
            guard token.counts(at: now) else { return token }
            token.revoked = OperatorToken.Act(at: now, author: author, reason: reason)
            list.put(token)
            try await keep(&list)
            // From here on it lets nobody in, even if it can't be recorded in the audit log.
            count(list) { $0.revoke(token) }
            log.info(
                "operator's token revoked",
                [("id", token.id), ("name", token.name)] + author.fields + (reason.map { [("reason", $0)] } ?? []))
            do { try await record(.revoked(token)) } catch { throw .notAudited("\(error)", counts: true) }
            return token
        }
    }

    private func check(_ reason: String?) throws(TokenProblem) {
        guard reason?.unicodeScalars.count ?? 0 <= Overrides.longestReason else { throw .reasonTooLong }
    }

    /// Runs `body` once everything that was asked before is done, unless the host is stopping.
    private func inTurn<Result>(
        _ body: () async throws(TokenProblem) -> Result
    ) async throws(TokenProblem) -> Result {
        try await mutex.withLock { () async throws(TokenProblem) in
            guard !stopping.isRaised else { throw .stopping }
            return try await body()
        }
    }

    /// Writes a list to disk.
    private func keep(_ list: inout TokenList) async throws(TokenProblem) {
        list.prune(at: clock.now)
        do throws(SystemError) { try await file.replace(with: Self.bytes(of: list)) } catch {
            throw .notWritten(path: file.path, because: error)
        }
    }

    /// Makes a change of the current list, which keeps the uses that were noted meanwhile.
    private func count(_ list: TokenList, _ change: (inout TokenList) -> Void) {
        let now = clock.now
        let (news, observer, over) = posted.withLock { posted in
            let previous = posted.list
            change(&posted.list)
            posted.list.prune(at: now)
            posted.openUntil = posted.list.openUntil(at: now)
            let over = previous.byID.values.filter { token in
                token.revoked == nil && !token.isExpired && !(posted.list[token.id]?.counts(at: now) ?? false)
            }
            return (posted.replaceNews(), posted.observer, over.map(\.id))
        }
        news.raise()
        for id in over { observer(id) }
    }

    // MARK: - Time

    /// Expires tokens, and writes when they were used, until `stop()` is called.
    package func run() async {
        var written = clock.uptime
        while !stopping.isRaised, !Task.isCancelled {
            let news = posted.withLock { $0.news }
            await reportExpired()
            let (isUsed, next) = posted.withLock { ($0.isUsed, $0.list.nextExpiry(at: clock.now)) }
            var wait = next.map {
                max(.zero, min(Self.longestNap, .nanoseconds($0.nanoseconds - clock.now.nanoseconds)))
            }
            if isUsed {
                let due = written + Self.flushing - clock.uptime
                if due <= .zero {
                    await writeUses()
                    written = clock.uptime
                    continue
                }
                wait = min(wait ?? due, due)
            }
            if let wait {
                _ = try? await news.wait(until: clock.uptime + max(wait, Self.shortestNap), on: clock)
            } else {
                await news.wait()
            }
        }
        await writeUses()
    }

    /// The shortest wait before the next try.
    private static let shortestNap = Duration.milliseconds(1)

    /// Ends `run()` after a last write; no token can be made or revoked any more.
    package nonisolated func stop() {
        stopping.raise()
        posted.withLock { $0.news }.raise()
    }

    /// Reports the tokens that have expired; they are refused already.
    private func reportExpired() async {
        let now = clock.now
        guard posted.withLock({ $0.list.all.contains { $0.expires(at: now) } }) else { return }
        try? await inTurn {
            var list = posted.withLock { $0.list }
            let expired = list.expire(at: now)
            // If this can't be written, the expiry is reported again after the next start.
            try? await keep(&list)
            count(list) { _ = $0.expire(at: now) }
            for token in expired {
                log.info("operator's token expired", [("id", token.id), ("name", token.name)])
                do { try await record(.lapsed(token)) } catch {
                    log.error("a token's expiry can't be audited", [("id", token.id), ("because", "\(error)")])
                }
            }
        }
    }

    private func writeUses() async {
        // Not `inTurn`, which refuses once the host is stopping.
        await mutex.withLock {
            let (isUsed, list) = posted.withLock { posted in
                defer { posted.isUsed = false }
                return (posted.isUsed, posted.list)
            }
            guard isUsed else { return }
            var kept = list
            do throws(TokenProblem) { try await keep(&kept) } catch {
                log.warning("when operators' tokens were used can't be kept", [("because", "\(error)")])
            }
        }
    }
}

extension OperatorTokens.Posted {
    /// Returns the signal that others wait for, and puts a new one in its place.
    fileprivate mutating func replaceNews() -> Signal {
        defer { news = Signal() }
        return news
    }
}

extension TokenList {
    /// Notes when a token was used.
    fileprivate mutating func note(_ use: OperatorToken.Use, of id: String) {
        guard var token = self[id] else { return }
        token.lastUse = use
        put(token)
    }

    /// Notes that a token was revoked, and nothing else of it.
    fileprivate mutating func revoke(_ revoked: OperatorToken) {
        guard var token = self[revoked.id] else { return }
        token.revoked = revoked.revoked
        put(token)
    }

    /// Marks the tokens that have expired and returns them.
    fileprivate mutating func expire(at now: Timestamp) -> [OperatorToken] {
        let expired = all.filter { $0.expires(at: now) }.map { token in
            var token = token
            token.isExpired = true
            return token
        }
        for token in expired { put(token) }
        return expired
    }

    /// Revokes all tokens, since the host can't know which were still valid.
    fileprivate mutating func revokeAll(at now: Timestamp) {
        for var token in all where token.counts(at: now) {
            token.revoked = OperatorToken.Act(
                at: now, author: nil,
                reason: "\(OperatorTokens.fileName) was damaged, and this came from the one before")
            put(token)
        }
    }
}
