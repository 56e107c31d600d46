import AccountsContracts
import Crypto
import FeatureKit
import Testing

@testable import AccountsFeature

/// The refresh tokens of a session: what counts, what is repeated, and what shows that somebody has a copy.
@Suite struct SessionTests {
    private let key: [UInt8]
    private let start = Timestamp(nanoseconds: 1_790_000_000_000_000_000)
    private let lifetimes = Lifetimes()

    init() throws {
        key = SecureRandom.bytes(32)
    }

    private func begin() -> (Session, RefreshToken) {
        let token = RefreshToken(first: "s1")
        return (Session(of: "ada", device: nil, token: token, lifetimes, at: start), token)
    }

    private func present(_ token: RefreshToken, to session: inout Session, after seconds: Int) -> Session.Verdict {
        session.present(token, successor: token.successor(key), lifetimes, at: start.advanced(by: .seconds(seconds)))
    }

    @Test func eachTokenCountsOnceAndIsRepeatedForTenSeconds() {
        var (session, first) = begin()
        #expect(present(first, to: &session, after: 100) == .rotated)
        #expect(present(first, to: &session, after: 105) == .repeated)
        #expect(present(first, to: &session, after: 110) == .repeated)
        #expect(present(first, to: &session, after: 111) == .stolen)
        #expect(present(first.successor(key), to: &session, after: 111) == .rotated)
    }

    @Test func onceTheSuccessorWasUsedThePreviousTokenIsNoLostAnswer() {
        var (session, first) = begin()
        #expect(present(first, to: &session, after: 1) == .rotated)
        #expect(present(first.successor(key), to: &session, after: 2) == .rotated)
        #expect(present(first, to: &session, after: 3) == .stolen)
    }

    @Test func itSlidesButNotForEver() {
        var (session, token) = begin()
        let day = 86_400
        for now in stride(from: 29 * day, to: 90 * day, by: 29 * day) {
            #expect(present(token, to: &session, after: now) == .rotated)
            token = token.successor(key)
        }
        #expect(session.until == start.advanced(by: .seconds(90 * day)))
        #expect(present(token, to: &session, after: 90 * day - 1) == .rotated)
        #expect(present(token.successor(key), to: &session, after: 90 * day) == .refused)
        (session, token) = begin()
        #expect(present(token, to: &session, after: 30 * day) == .refused)
    }

    @Test func aClockThatGoesBackTakesNothingAndGivesNothing() {
        var (session, first) = begin()
        #expect(present(first, to: &session, after: 1_000) == .rotated)
        let (until, used) = (session.until, session.used)
        #expect(present(first, to: &session, after: 995) == .repeated)
        #expect(present(first.successor(key), to: &session, after: -86_400) == .rotated)
        #expect(session.until == until)
        #expect(session.used == used)
        // The grace is ten seconds on both sides.
        #expect(present(first.successor(key), to: &session, after: 1_000) == .stolen)
    }

    @Test func whatHasEndedSaysUntilWhenItsTokensAreRefused() {
        var (session, first) = begin()
        session.gave(accessUntil: start.advanced(by: .seconds(900)))
        let ends = [session.end(.logout, at: start.advanced(by: .seconds(60))), session.end(.theft, at: start)]
        #expect(ends == [true, false])
        #expect(session.why == .logout)
        // Kept longer by how far the clock of a service that checks tokens may be behind.
        #expect(session.revokedUntil == start.advanced(by: .seconds(1200)))
        #expect(session.keptUntil == start.advanced(by: .seconds(1200)))
        #expect(present(first, to: &session, after: 62) == .refused)
        (session, first) = begin()
        session.end(.logout, at: start.advanced(by: .seconds(2_000)))
        #expect(session.revokedUntil == nil)
    }

    @Test func onlyWhatWasMadeHereIsAToken() throws {
        let token = RefreshToken(first: "s1")
        let text = token.text(key)
        #expect(text.hasPrefix("fsr_s1.1."))
        #expect(RefreshToken(text, key) == token)
        #expect(RefreshToken(text, SecureRandom.bytes(32)) == nil)
        var wrong = [
            "", "fsr_", text.dropFirst().description, text + "A", text + ".", String(repeating: text, count: 10_000),
        ]
        wrong += [text.replacing("fsr_s1.1.", with: "fsr_s2.1."), text.replacing("fsr_s1.1.", with: "fsr_s1.2.")]
        wrong += [
            text.replacing("s1.1.", with: "s1.01."), text.replacing("s1.1.", with: "s1.+1."),
            text.replacing("s1.1.", with: "s1.0."),
        ]
        for (place, letter) in text.enumerated() {
            var letters = Array(text)
            letters[place] = letter == "A" ? "B" : "A"
            wrong.append(String(letters))
        }
        for text in wrong { #expect(RefreshToken(text, key) == nil, "\(text.prefix(200))") }
    }

    /// From what is kept nobody gets the token that counts.
    @Test func whatIsKeptIsNoToken() throws {
        var (session, first) = begin()
        _ = present(first, to: &session, after: 1)
        let kept = try Value(encoding: session).json
        for token in [first, first.successor(key)] {
            let secret = try #require(token.text(key).split(separator: ".").dropFirst(2).first)
            #expect(!kept.contains(secret))
        }
        #expect(first.successor(key) == first.successor(key))
        #expect(first.successor(key) != first.successor(SecureRandom.bytes(32)))
    }

    /// Against a model that keeps every token, with owners, thieves, lost answers and clocks at random.
    @Test func doesWhatAPlainModelDoes() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            var (session, first) = begin()
            var chain = [first]
            var rotatedAt: Int?
            var isOver = false
            var now = 0
            var until = 30 * 86_400
            for _ in 0..<60 {
                now += [0, 1, 3, 9, 11, 900, 86_400, -5, -3_600].randomElement(using: &random) ?? 0
                let place =
                    Bool.random(using: &random) ? chain.count - 1 : Int.random(in: 0..<chain.count, using: &random)
                let verdict = present(chain[place], to: &session, after: now)
                let expected: Session.Verdict
                if isOver || now >= until {
                    expected = .refused
                } else if place == chain.count - 1 {
                    expected = .rotated
                } else if place == chain.count - 2, let at = rotatedAt, abs(now - at) <= 10 {
                    expected = .repeated
                } else {
                    expected = .stolen
                }
                #expect(verdict == expected)
                switch verdict {
                case .rotated:
                    chain.append(chain[place].successor(key))
                    rotatedAt = now
                    until = max(until, min(now + 30 * 86_400, 90 * 86_400))
                case .stolen:
                    session.end(.theft, at: start.advanced(by: .seconds(now)))
                    isOver = true
                case .repeated, .refused: break
                }
                #expect(session.generation == Int64(chain.count))
                #expect(session.until <= session.mostUntil)
            }
        }
    }
}

@Suite struct KeyRingTests {
    private let start = Timestamp(nanoseconds: 1_790_000_000_000_000_000)
    private let day = 86_400

    private func at(_ seconds: Int) -> Timestamp { start.advanced(by: .seconds(seconds)) }

    /// Does what the ring asks for.
    private func turn(_ ring: inout KeyRing, at seconds: Int) throws {
        var steps = 0
        while let from = ring.next(at: at(seconds)) {
            steps += 1
            try #require(steps < 10)
            ring.add(try Signer(seed: Base64URL.text(SecureRandom.bytes(Ed25519Key.seedCount)), from: from))
        }
        _ = ring.removeOver(at: at(seconds))
    }

    @Test func aKeyIsPublishedADayBeforeItSignsAndStaysUntilItsTokensAreOver() throws {
        var ring = KeyRing(lifetimes: Lifetimes())
        try turn(&ring, at: 0)
        #expect(ring.signers.map(\.from) == [start])
        try turn(&ring, at: 29 * day - 1)
        #expect(ring.signers.count == 1)
        try turn(&ring, at: 29 * day)
        #expect(ring.signers.map(\.from) == [start, at(30 * day)])
        #expect(ring.signers.map(\.jwk).count == 2)
        #expect(ring.signer(at: at(30 * day - 1)) == ring.signers[0])
        #expect(ring.signer(at: at(30 * day)) == ring.signers[1])
        try turn(&ring, at: 30 * day + 1200)
        #expect(ring.signers.count == 2)
        try turn(&ring, at: 30 * day + 1201)
        #expect(ring.signers.map(\.from) == [at(30 * day)])
    }

    @Test func afterALongWhileOffTheOldKeySignsUntilTheNewOneWasSeen() throws {
        var ring = KeyRing(lifetimes: Lifetimes())
        try turn(&ring, at: 0)
        try turn(&ring, at: 400 * day)
        #expect(ring.signers.map(\.from) == [start, at(401 * day)])
        #expect(ring.signer(at: at(400 * day))?.from == start)
    }

    @Test func aClockThatGoesBackStillSigns() throws {
        var ring = KeyRing(lifetimes: Lifetimes())
        try turn(&ring, at: 0)
        try turn(&ring, at: -365 * day)
        #expect(ring.signers.count == 1)
        #expect(ring.signer(at: at(-365 * day))?.from == start)
    }

    @Test func neverHasManyNorNone() throws {
        var random = SystemRandomNumberGenerator()
        var lifetimes = Lifetimes()
        lifetimes.keys = .seconds(day)
        var ring = KeyRing(lifetimes: lifetimes)
        var now = 0
        for _ in 0..<2_000 {
            now += [3_600, day, 40 * day, -day, 0].randomElement(using: &random) ?? 0
            try turn(&ring, at: now)
            #expect((1...4).contains(ring.signers.count))
            #expect(ring.signer(at: at(now)) != nil)
        }
    }
}
