@_spi(Hosting) package import FeatureKit
internal import HostSystem
internal import JSON

/// The tokens of operators: made, revoked and lapsed here, and held against what is sent.
///
/// What is kept of a token is its SHA-256: nobody who reads the file gets in with it. Whatever can't be read of the file
/// lets nobody in.
package actor OperatorTokens {
    /// The file's name in the state folder.
    package static let fileName = "operators.json"
    /// How often uses are written down, which is for those who wonder later.
    static let flushing = Duration.seconds(60)
    /// How often the time is looked at while something waits for it: the clock on the wall may be set.
    static let longestNap = Duration.seconds(30)

    /// What the audit is told.
    package enum Event: Sendable, Equatable {
        case made(OperatorToken)
        case revoked(OperatorToken)
        /// Its time is over.
        case lapsed(OperatorToken)
    }

    /// Has an event in the audit before it returns.
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
        /// Until when anybody is let in; nil where nobody is.
        var openUntil: Timestamp?
        /// Whether uses wait to be written down.
        var isUsed = false
        /// Raised when something else is to be waited for.
        var news = Signal()
        /// What is wrong with what an earlier host left, until a token is made.
        var damage: String?
        /// Told of each token that counts no more.
        var observer: @Sendable (String) -> Void = { _ in }
    }

    /// - Parameters:
    ///   - state: The host's own folder; its file is read at once, and what is wrong with it is told.
    ///   - record: Has an event in the audit.
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
            // What counted before the file was damaged may have been revoked by it.
            if problem.effect == .formerCounts {
                list.revokeAll(at: now.toTheMillisecond)
                log.error("no operator's token counts any more, since one that was revoked might: make new ones")
                do throws(SystemError) { try file.replaceNow(with: Self.bytes(of: list)) } catch {
                    // The one before would be found the next time, and let in whom it lets in.
                    log.error("\(TokenProblem.notWritten(path: file.path, because: error)); remove it")
                }
            }
        }
        // Where only the file before it is damaged nothing is lost.
        let damage = found.problem.flatMap { problem in
            problem.effect == .onlyFormer
                ? nil : "\(Self.fileName) \(problem.fault.inWords); no operator's token counts until one is made"
        }
        posted = Lock(Posted(list: list, openUntil: list.openUntil(at: now), damage: damage))
    }

    private static func list(_ bytes: [UInt8]) throws(DurableFile.Unfit) -> TokenList {
        let value: Value
        do throws(JSONProblem) { value = try Value(json: bytes, limits: .none) } catch {
            throw DurableFile.Unfit(what: "is no JSON: \(error)")
        }
        do throws(TokenList.Illegible) { return try TokenList(value) } catch {
            switch error {
            case .version(let version): throw DurableFile.Unfit(what: "was written by a newer host (form \(version))")
            case .misshapen(let what): throw DurableFile.Unfit(what: "can't be understood: \(what)")
            }
        }
    }

    private static func bytes(of list: TokenList) -> [UInt8] { Array((list.written.json + "\n").utf8) }

    // MARK: - Looking

    /// All tokens, the first made first, and of those that count no more the ones of the last 90 days.
    package nonisolated var all: [OperatorToken] {
        var list = posted.withLock { $0.list }
        list.prune(at: clock.now)
        return list.all
    }

    /// Whether anybody is let in.
    package nonisolated var areAny: Bool {
        guard let openUntil = posted.withLock({ $0.openUntil }) else { return false }
        return clock.now < openUntil
    }

    /// Why no token counts, where the file that an earlier host left can't be used; nil once one was made.
    package nonisolated var damage: String? { posted.withLock { $0.damage } }

    /// Whether a token still counts.
    package nonisolated func counts(_ id: String) -> Bool {
        let token = posted.withLock { $0.list[id] }
        return token?.counts(at: clock.now) ?? false
    }

    /// Calls with the id of each token that counts no more from then on.
    package nonisolated func whenOver(_ observer: @escaping @Sendable (String) -> Void) {
        posted.withLock { $0.observer = observer }
    }

    /// Whoever brings a token; nil where it is none that counts.
    ///
    /// For a token that nobody knows it does as much as for one that is known and wrong.
    ///
    /// - Parameters:
    ///   - token: As it was sent.
    ///   - address: From where.
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

    /// The digest that nothing has.
    private static let nobody = String(repeating: "0", count: 64)

    /// Compares without telling by its time where two differ.
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
    /// - Parameter lifetime: How long it counts; nil for good.
    /// - Returns: The token, and its text, which nobody can be told again.
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
            let former = list
            list.put(token)
            try await keep(&list)
            do { try await record(.made(token)) } catch {
                // Nobody has seen its text, so that it lets nobody in even where this can't be written.
                var without = former
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

    /// Lets a token count no more; one that does not anyway stays as it is.
    ///
    /// - Parameter name: Its id, or its name while it counts.
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
            // From here on it lets nobody in, whatever becomes of the audit.
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

    /// Does something once everything that was asked before is done, unless the host stops.
    private func inTurn<Result>(
        _ body: () async throws(TokenProblem) -> Result
    ) async throws(TokenProblem) -> Result {
        try await mutex.withLock { () async throws(TokenProblem) in
            guard !stopping.isRaised else { throw .stopping }
            return try await body()
        }
    }

    /// Has a list on the disk.
    private func keep(_ list: inout TokenList) async throws(TokenProblem) {
        list.prune(at: clock.now)
        do throws(SystemError) { try await file.replace(with: Self.bytes(of: list)) } catch {
            throw .notWritten(path: file.path, because: error)
        }
    }

    /// Goes by a change from now on; what was used meanwhile is not forgotten.
    private func count(_ list: TokenList, _ change: (inout TokenList) -> Void) {
        let now = clock.now
        let (news, observer, over) = posted.withLock { posted in
            let former = posted.list
            change(&posted.list)
            posted.list.prune(at: now)
            posted.openUntil = posted.list.openUntil(at: now)
            let over = former.byID.values.filter { token in
                token.revoked == nil && !token.isLapsed && !(posted.list[token.id]?.counts(at: now) ?? false)
            }
            return (posted.replaceNews(), posted.observer, over.map(\.id))
        }
        news.raise()
        for id in over { observer(id) }
    }

    // MARK: - Time

    /// Lets tokens lapse, and writes down when they were used, until it is told to stop.
    package func run() async {
        var written = clock.uptime
        while !stopping.isRaised, !Task.isCancelled {
            let news = posted.withLock { $0.news }
            await tellLapsed()
            let (isUsed, next) = posted.withLock { ($0.isUsed, $0.list.nextLapse(at: clock.now)) }
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

    /// What can't be written down at once is tried again no sooner.
    private static let shortestNap = Duration.milliseconds(1)

    /// Writes down what is still to be, and ends `run()`; nothing is made or revoked any more.
    package nonisolated func stop() {
        stopping.raise()
        posted.withLock { $0.news }.raise()
    }

    /// Has it told whose time is over; their tokens count no more anyway.
    private func tellLapsed() async {
        let now = clock.now
        guard posted.withLock({ $0.list.all.contains { $0.lapses(at: now) } }) else { return }
        try? await inTurn {
            var list = posted.withLock { $0.list }
            let lapsed = list.lapse(at: now)
            // Where that can't be written, it is told once more after the next start.
            try? await keep(&list)
            count(list) { _ = $0.lapse(at: now) }
            for token in lapsed {
                log.info("operator's token lapsed", [("id", token.id), ("name", token.name)])
                do { try await record(.lapsed(token)) } catch {
                    log.error("that a token lapsed can't be audited", [("id", token.id), ("because", "\(error)")])
                }
            }
        }
    }

    private func writeUses() async {
        // Also once the host stops.
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
    /// The signal that others wait for, with another in its place.
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

    /// Takes over that a token was revoked, and nothing else of it.
    fileprivate mutating func revoke(_ revoked: OperatorToken) {
        guard var token = self[revoked.id] else { return }
        token.revoked = revoked.revoked
        put(token)
    }

    /// Lets all lapse whose time is over, and says which.
    fileprivate mutating func lapse(at now: Timestamp) -> [OperatorToken] {
        let lapsed = all.filter { $0.lapses(at: now) }.map { token in
            var token = token
            token.isLapsed = true
            return token
        }
        for token in lapsed { put(token) }
        return lapsed
    }

    /// Lets none count any more, since the host can't know which did.
    fileprivate mutating func revokeAll(at now: Timestamp) {
        for var token in all where token.counts(at: now) {
            token.revoked = OperatorToken.Act(
                at: now, author: nil,
                reason: "\(OperatorTokens.fileName) was damaged, and this came from the one before")
            put(token)
        }
    }
}
