@_spi(Hosting) package import FeatureKit
package import HostConfig
package import HostSystem
internal import Synchronization

/// The users of the issuers that the document names: checks their tokens, follows their keys and what they revoke.
package final class Access: Authenticator {
    /// What it needs from the host.
    package struct Surroundings: Sendable {
        let bus: BusCore
        let clock: any ClockSource
        let log: Log
        /// Where files are watched.
        let watch: DescriptorLoop
        /// The state folder.
        let state: String
        let ask: KeyAnswer.Ask

        /// - Parameter ask: Asks addresses.
        package init(
            bus: BusCore, clock: any ClockSource, log: Log, watch: DescriptorLoop, state: String,
            ask: @escaping KeyAnswer.Ask = KeyAnswer.overNetwork
        ) {
            self.bus = bus
            self.clock = clock
            self.log = log
            self.watch = watch
            self.state = state
            self.ask = ask
        }
    }

    let surroundings: Surroundings
    private let seats: [Lock<Seat>]
    private let book = Lock(TrustBook())
    /// Changes with every change of issuers, keys and revocations.
    private let generation = Atomic<UInt64>(1)
    /// Called after each such change.
    private let changed: @Sendable () -> Void
    /// The issuers to follow; a slow reader gets only the newest list.
    let wanted: AsyncStream<[Followed]>
    private let want: AsyncStream<[Followed]>.Continuation
    private let followed = Lock<[Followed]>([])

    /// Knows nobody before its first update.
    ///
    /// - Parameters:
    ///   - loops: How many loops ask.
    ///   - changed: Called when a user who has signed in may no longer be valid.
    package init(
        loops: Int, in surroundings: Surroundings, changed: @escaping @Sendable () -> Void = {}
    ) {
        self.surroundings = surroundings
        self.changed = changed
        seats = (0..<max(1, loops)).map { _ in Lock(Seat()) }
        (wanted, want) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Believes these issuers from now on; what stays the same keeps its keys, what it revoked and what is remembered.
    package func update(_ settings: AccessSettings) {
        let uptime = surroundings.clock.uptime
        let now = followed.withLock { followed in
            followed = settings.issuers.map { issuer in
                if let known = followed.first(where: { $0.issuer.settings == issuer }) { return known }
                // From now on: what is told before it runs must not be missed.
                return Followed(TrustedIssuer(issuer, at: uptime), in: surroundings)
            }
            return followed
        }
        let issuers = now.map(\.issuer)
        let isNew = book.withLock { book in
            let isSame =
                book.trusts.count == issuers.count
                && issuers.allSatisfy { book.trusts[$0.settings.name]?.issuer === $0 }
            guard !isSame else { return false }
            book = TrustBook(issuers, keeping: book)
            return true
        }
        guard isNew else { return }
        step()
        want.yield(now)
    }

    /// Gives an issuer keys.
    func set(_ keys: [VerifyingKey], of issuer: TrustedIssuer) -> Bool {
        guard book.withLock({ $0.set(keys, of: issuer) }) else { return false }
        step()
        return true
    }

    /// Whether an issuer ever gave keys.
    func hasKeys(of issuer: TrustedIssuer) -> Bool {
        book.withLock { $0.trusts[issuer.settings.name]?.keys != nil }
    }

    /// The states of the issuers' keys, by name.
    package var keyStandings: [KeyStatus] {
        book.withLock { $0.trusts }.values.sorted { $0.issuer.settings.name < $1.issuer.settings.name }
            .map { KeyStatus($0.issuer.settings.name, keys: $0.keys?.keys.count, $0.issuer.trouble.withLock { $0 }) }
    }

    /// Everything that was found out has to be looked at again.
    func step() {
        generation.add(1, ordering: .acquiringAndReleasing)
        changed()
    }

    // MARK: - Tokens

    package func verify(_ token: borrowing Span<UInt8>, at loop: Int) -> Verdict {
        let verdict = unsafe token.withUnsafeBufferPointer { token in
            withSeat(of: loop) { unsafe $0.verify(token, at: surroundings.clock) }
        }
        if case .refused(let fault) = verdict {
            surroundings.log.debug("a token was refused", [("because", "\(fault)")])
        }
        return verdict
    }

    package func recall(_ token: borrowing Span<UInt8>, at loop: Int) -> Identity? {
        unsafe token.withUnsafeBufferPointer { token in
            withSeat(of: loop) { unsafe $0.recall(token, at: surroundings.clock.now) }
        }
    }

    /// Lends what is kept for a loop, with what is believed now.
    private func withSeat<Result>(of loop: Int, _ body: (inout Seat) -> Result) -> Result {
        seats[Int(UInt(bitPattern: loop)) % seats.count].withLock { seat in
            let current = generation.load(ordering: .acquiring)
            if seat.generation != current {
                seat.book = book.withLock { $0 }
                seat.generation = current
            }
            return body(&seat)
        }
    }

    package func stillKnows(_ user: Identity, at now: Timestamp) -> Bool {
        if let until = user.until, now >= until { return false }
        guard let origin = user.origin else { return true }
        return book.withLock { $0.stillHas(origin) }
            && !origin.issuer.hasEnded(origin.session, issued: origin.issued, at: now)
    }
}

/// What is kept for each loop apart, so that loops never wait for each other.
@safe
private struct Seat: Sendable {
    var book = TrustBook()
    var generation: UInt64 = 0
    private var memory = TokenMemory()
    private let context = VerifyingContext()

    mutating func verify(_ token: UnsafeBufferPointer<UInt8>, at clock: any ClockSource) -> Verdict {
        let now = clock.now
        if let kept = unsafe memory.find(token) {
            do throws(TokenFault) {
                try check(kept, at: now)
                return .user(kept.identity)
            } catch {
                // Also one whose key was taken away: it is looked at as if it came for the first time.
                unsafe memory.remove(token)
                if error != .unknownKey { return .refused(error) }
            }
        }
        do throws(TokenFault) {
            return try unsafe first(token, at: now, clock)
        } catch { return .refused(error) }
    }

    mutating func recall(_ token: UnsafeBufferPointer<UInt8>, at now: Timestamp) -> Identity? {
        guard let kept = unsafe memory.find(token) else { return nil }
        do throws(TokenFault) { try check(kept, at: now) } catch { return nil }
        return kept.identity
    }

    private func check(_ kept: KeptToken, at now: Timestamp) throws(TokenFault) {
        guard now < kept.period.upperBound else { throw .expired }
        guard now >= kept.period.lowerBound else { throw .notYet("nbf") }
        guard kept.generation != generation else { return }
        let origin = kept.origin
        guard book.stillHas(origin) else { throw .unknownKey }
        guard !origin.issuer.hasEnded(origin.session, issued: origin.issued, at: now) else { throw .revoked }
        kept.generation = generation
    }

    /// A token that has not come before.
    private mutating func first(
        _ token: UnsafeBufferPointer<UInt8>, at now: Timestamp, _ clock: any ClockSource
    ) throws(TokenFault) -> Verdict {
        let bytes = unsafe token.span
        let signed = try SignedToken(bytes)
        let claims = signed.claims
        guard let trust = book[claims.issuer] else { throw .unknownIssuer }
        let issuer = trust.issuer
        let period = try issuer.rules.check(claims, at: now)
        guard issuer.settings.algorithms.contains(signed.algorithm) else { throw .algorithmNotAccepted }
        let key: VerifyingKey
        do throws(TokenFault) {
            guard let keys = trust.keys else {
                // It can't be verified before the first keys have come.
                _ = issuer.wants(signed.keyID, at: clock.uptime)
                return .unknownYet
            }
            key = try keys.key(named: signed.keyID, for: signed.algorithm)
        } catch {
            guard error == .unknownKey, issuer.wants(signed.keyID, at: clock.uptime) else { throw error }
            return .unknownYet
        }
        guard key.verifies(signed.signature, over: bytes.extracting(0..<signed.signedCount), with: context) else {
            throw .badSignature
        }
        guard !issuer.hasEnded(claims.session, issued: claims.issued, at: now) else { throw .revoked }
        let origin = TokenOrigin(issuer: issuer, key: key, session: claims.session, issued: claims.issued)
        let user = issuer.reader.identity(claims, until: period.upperBound, origin)
        unsafe memory.add(token, KeptToken(user, period: period, origin: origin, generation: generation))
        return .user(user)
    }
}
