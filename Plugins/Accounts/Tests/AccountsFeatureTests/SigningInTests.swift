import AccountsContracts
import Crypto
import FeatureKit
import FeatureTestKit
import Foundation
import Testing

@testable import AccountsFeature

/// Signing in and staying so, where no mail is read.
@Suite(.timeLimit(.minutes(2))) struct SigningInTests {
    @Test func anAccessTokenSaysWhoSignedIn() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let made = try await probe.call(
                AccountService.registerRoute,
                .init(email: "Ada@Circuit.Example", password: Secret(good), name: "Ada", device: "Ada's phone"),
                as: .device("phone"))
            #expect(made.next == .none)
            let session = try #require(made.session)
            let now = probe.clock.now
            let token = try Claims(session.accessToken)
            let key = try #require(try await probe.call(AccountService.keysRoute, Nothing(), as: .anybody).keys.first)
            #expect(token.head == ["alg": "EdDSA", "typ": "JWT", "kid": .text(key.kid)])
            #expect(
                token.claims == [
                    "iss": "https://circuit.example", "aud": "circuit-apps", "sub": .text(session.user),
                    "sid": .text(session.session), "iat": .integer(now.seconds), "exp": .integer(now.seconds + 900),
                    "auth_time": .integer(now.seconds), "jti": token.claims["jti"] ?? .null,
                    "email": "Ada@Circuit.Example", "email_verified": false, "name": "Ada", "roles": [],
                ])
            #expect(session.expiresIn == 900)
            #expect(
                try await probe.expect(SessionEvent.topic)
                    == SessionEvent(session: session.session, user: session.user, what: .started))
            let list = try await probe.call(AccountService.sessionListRoute, Nothing(), as: .bearer(session))
            #expect(list.sessions.map(\.device) == ["Ada's phone"])
            #expect(list.sessions.map(\.isThis) == [true])
            // Whatever case it is written in.
            #expect(try await probe.login("aDA@circuit.EXAMPLE").user == session.user)
        }
    }

    /// The same code, status, words and number of hashes, whether there is an account, it is off, or the password is wrong.
    @Test func nobodyLearnsWhoHasAnAccount() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let ada = try await probe.register("ada@b.example")
            _ = try await probe.register("off@b.example")
            let off = try await probe.call(AccountService.staffFindRoute, .init(email: "off@b.example"))
            _ = try await probe.call(AccountService.staffDisableRoute, .init(account: off.id.text, isDisabled: true))
            _ = try await probe.register("gone@b.example")
            let gone = try await probe.login("gone@b.example")
            _ = try await probe.call(AccountService.deleteRoute, .init(password: Secret(good)), as: .bearer(gone))
            let tries = [
                ("ada@b.example", other), ("nobody@b.example", good), ("off@b.example", good), ("off@b.example", other),
                ("gone@b.example", good), ("no address", good), ("ada@b.example", ""), ("\0", good),
                (String(repeating: "a@b", count: 300_000), good),
                ("ada@b.example", String(repeating: "x", count: 1_000_000)),
            ]
            for (number, (email, password)) in tries.enumerated() {
                let before = probe.hashes
                let refusal = try await probe.refusal {
                    try await probe.login(email, password, as: .device("d\(number)", from: "198.51.100.\(number)"))
                }
                #expect(refusal == AccountRefusal.invalidCredentials.answer, "\(email.prefix(20))")
                #expect(probe.hashes == before + 1, "\(email.prefix(20))")
            }
            #expect(ada.user != gone.user)
        }
    }

    @Test func aHashFollowsTheSettings() async throws {
        let store = MemoryStore()
        try await withFeature(Accounts.self, settings: .quick(), store: store) {
            _ = try await $0.register("ada@b.example")
        }
        let dearer = Accounts.Settings.quick { $0.hashing.passes = 3 }
        try await withFeature(Accounts.self, settings: dearer, store: store) { probe in
            let accounts = try probe.store.collection(Account.documents)
            func isCurrent() async throws -> Bool {
                let ada = try await accounts.first(where: [.equals("folded", "ada@b.example")])
                return try !dearer.hashing.differs(from: #require(ada?.document.hash))
            }
            #expect(try await !isCurrent())
            _ = try await probe.login("ada@b.example")
            #expect(try await isCurrent())
            #expect(probe.hashes == 2)
            _ = try await probe.login("ada@b.example")
            #expect(probe.hashes == 3)
        }
    }

    // MARK: - Staying signed in

    @Test func aRefreshTokenCountsOnceAndALostAnswerIsGivenAgain() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let first = try await probe.register("ada@b.example")
            await probe.advance(.minutes(14))
            let second = try await probe.refresh(first.refreshToken)
            #expect(second.session == first.session)
            #expect(second.refreshToken != first.refreshToken)
            #expect(try await probe.expect(SessionEvent.topic) { $0.what == .refreshed }.session == first.session)
            await probe.advance(.seconds(10))
            let again = try await probe.refresh(first.refreshToken)
            #expect(again.refreshToken == second.refreshToken)
            #expect(try Claims(again.accessToken).claims["jti"] != Claims(second.accessToken).claims["jti"])
            let third = try await probe.refresh(second.refreshToken)
            #expect(try Claims(third.accessToken).claims["auth_time"] == Claims(first.accessToken).claims["auth_time"])
        }
    }

    @Test func aTokenThatIsUsedTwiceEndsItsSession() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let first = try await probe.register("ada@b.example")
            let elsewhere = try await probe.login("ada@b.example", as: .device("tablet"))
            let second = try await probe.refresh(first.refreshToken)
            await probe.advance(.seconds(11))
            #expect(
                try await probe.refusal { try await probe.refresh(first.refreshToken) }
                    == AccountRefusal.invalidToken.answer)
            // Thief and owner alike are out.
            #expect(
                try await probe.refusal { try await probe.refresh(second.refreshToken) }
                    == AccountRefusal.invalidToken.answer)
            let revoked = try await probe.expect(SessionRevocation.topic)
            #expect(revoked.session == first.session)
            #expect(revoked.until == probe.clock.now.advanced(by: .seconds(1_189)))
            let ended = try await probe.expect(SessionEvent.topic) { $0.what == .ended }
            #expect(ended == SessionEvent(session: first.session, user: first.user, what: .ended, why: .theft))
            #expect(try await probe.mail(.theft).email == "ada@b.example")
            #expect(
                try await probe.refusal { try await probe.call(AccountService.meRoute, Nothing(), as: .bearer(first)) }
                    == AccountRefusal.unauthenticated.answer)
            _ = try await probe.refresh(elsewhere.refreshToken)
        }
    }

    /// A session's id, which is in every access token, is not enough to end the session.
    @Test func whatWasNotMadeHereEndsNothing() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let first = try await probe.register("ada@b.example")
            let parts = first.refreshToken.split(separator: ".").map(String.init)
            let forged = "\(parts[0]).1.\(Base64URL.text(SecureRandom.bytes(32))).\(parts[3])"
            for token in [forged, "", "fsr_", "x", String(repeating: "x", count: 1_000_000), first.accessToken] {
                #expect(
                    try await probe.refusal { try await probe.refresh(token) } == AccountRefusal.invalidToken.answer)
            }
            await probe.expectNone(SessionRevocation.topic)
            _ = try await probe.refresh(first.refreshToken)
        }
    }

    @Test func leavingEndsTheSessionAndSaysTheSameWhateverIsSent() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let first = try await probe.register("ada@b.example")
            for token in [first.refreshToken, first.refreshToken, "nonsense"] {
                #expect(
                    try await probe.call(AccountService.logoutRoute, .init(refreshToken: Secret(token)), as: .anybody)
                        == Done())
            }
            #expect(try await probe.expect(SessionRevocation.topic).session == first.session)
            await probe.expectNone(SessionRevocation.topic)
            #expect(
                try await probe.refusal { try await probe.refresh(first.refreshToken) }
                    == AccountRefusal.invalidToken.answer)
        }
    }

    @Test func thereAreTwentySessionsAtMost() async throws {
        try await withFeature(Accounts.self, settings: .quick { $0.hashing.atOnce = 4 }) { probe in
            let first = try await probe.register("ada@b.example")
            for _ in 1...20 {
                await probe.advance(.seconds(1))
                _ = try await probe.login("ada@b.example")
            }
            #expect(try await probe.expect(SessionRevocation.topic).session == first.session)
            let now = try await probe.login("ada@b.example")
            let list = try await probe.call(AccountService.sessionListRoute, Nothing(), as: .bearer(now))
            #expect(list.sessions.count == 20)
            #expect(
                try await probe.refusal { try await probe.refresh(first.refreshToken) }
                    == AccountRefusal.invalidToken.answer)
        }
    }

    @Test func nobodyEndsAnothersSession() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let (ada, bob) = (try await probe.register("ada@b.example"), try await probe.register("bob@b.example"))
            let more = try await probe.login("ada@b.example")
            for session in [ada.session, "nothing", "\0", String(repeating: "x", count: 64)] {
                let refusal = try await probe.refusal {
                    try await probe.call(AccountService.sessionEndRoute, .init(session: session), as: .bearer(bob))
                }
                #expect(refusal?.status == 404 || refusal?.status == 400)
            }
            _ = try await probe.call(AccountService.sessionEndRoute, .init(session: more.session), as: .bearer(ada))
            #expect(
                try await probe.refusal { try await probe.refresh(more.refreshToken) }
                    == AccountRefusal.invalidToken.answer)
            _ = try await probe.call(AccountService.sessionEndAllRoute, .init(others: true), as: .bearer(ada))
            let next = try await probe.refresh(ada.refreshToken)
            _ = try await probe.call(AccountService.sessionEndAllRoute, .init(others: false), as: .bearer(next))
            #expect(
                try await probe.refusal { try await probe.refresh(next.refreshToken) }
                    == AccountRefusal.invalidToken.answer)
            // Somebody who names another's session as their own has none.
            let mixed = Caller.user("accounts:\(bob.user)", attributes: ["session": .text(next.session)])
            #expect(
                try await probe.refusal { try await probe.call(AccountService.meRoute, Nothing(), as: mixed) }
                    == AccountRefusal.unauthenticated.answer)
        }
    }

    @Test func whatWasRevokedIsToldAgainAfterARestart() async throws {
        let store = MemoryStore()
        let clock = TestClock()
        try await withFeature(Accounts.self, settings: .quick(), store: store, clock: clock) { probe in
            let first = try await probe.register("ada@b.example")
            _ = try await probe.call(AccountService.sessionEndAllRoute, .init(others: false), as: .bearer(first))
            let revoked = try await probe.expect(SessionRevocation.topic)
            try await probe.restart(Accounts.self, .quick())
            #expect(try await probe.expect(SessionRevocation.topic) == revoked)
            await probe.advance(.seconds(1_201))
            try await probe.restart(Accounts.self, .quick())
            await probe.expectNone(SessionRevocation.topic)
        }
    }

    @Test func sessionsThatNobodyUsesExpireAndLeaveNothing() async throws {
        try await withFeature(Accounts.self, settings: .quick { $0.lifetimes.refresh = .hours(2) }) { probe in
            let first = try await probe.register("ada@b.example")
            await probe.advance(.hours(3))
            #expect(try await probe.expect(SessionEvent.topic) { $0.what == .ended }.why == .lapsed)
            #expect(try await probe.store.collection(Session.documents).count() == 0)
            #expect(
                try await probe.refusal { try await probe.refresh(first.refreshToken) }
                    == AccountRefusal.invalidToken.answer)
        }
    }

    @Test func keysTurnWhileSessionsGoOn() async throws {
        let days = { (count: Int64) in Duration.hours(24 * count) }
        try await withFeature(Accounts.self, settings: .quick { $0.lifetimes.refresh = days(80) }) { probe in
            var session = try await probe.register("ada@b.example")
            let old = try await probe.call(AccountService.keysRoute, Nothing(), as: .anybody)
            await probe.advance(days(29) + .hours(1))
            let both = try await probe.call(AccountService.keysRoute, Nothing(), as: .anybody)
            #expect(both.keys.count == 2)
            #expect(both.keys.first == old.keys.first)
            session = try await probe.refresh(session.refreshToken)
            #expect(try Claims(session.accessToken).head["kid"] == .text(old.keys[0].kid))
            await probe.advance(days(1))
            session = try await probe.refresh(session.refreshToken)
            #expect(try Claims(session.accessToken).head["kid"] == .text(both.keys[1].kid))
            await probe.advance(days(1))
            #expect(try await probe.call(AccountService.keysRoute, Nothing(), as: .anybody).keys == [both.keys[1]])
        }
    }

    @Test func theSameKeysCountAfterARestart() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let session = try await probe.register("ada@b.example")
            let keys = try await probe.call(AccountService.keysRoute, Nothing(), as: .anybody)
            try await probe.restart(Accounts.self, .quick())
            #expect(try await probe.call(AccountService.keysRoute, Nothing(), as: .anybody) == keys)
            _ = try await probe.refresh(session.refreshToken)
        }
    }

    // MARK: - Many at once

    @Test func fiftyWhoRefreshAtOnceGetOneSuccessor() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let first = try await probe.register("ada@b.example")
            let tokens = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 1...50 { group.addTask { try await probe.refresh(first.refreshToken).refreshToken } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(tokens.count == 50)
            #expect(Set(tokens).count == 1)
            #expect(try await probe.store.collection(Session.documents).get(first.session)?.document.generation == 2)
            _ = try await probe.refresh(try #require(tokens.first))
        }
    }

    @Test func fiftyWhoWantOneAddressMakeOneAccount() async throws {
        try await withFeature(Accounts.self, settings: .quick { $0.limits.requests = 1_000 }) { probe in
            let results = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 1...50 {
                    group.addTask {
                        do {
                            return "made \(try await probe.register("ada@b.example", "\(good) \(number)").user)"
                        } catch let error as RouteError {
                            return error.code
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.filter { $0.hasPrefix("made") }.count == 1)
            #expect(Set(results.filter { !$0.hasPrefix("made") }).isSubset(of: ["taken", "unavailable"]))
            #expect(try await probe.store.collection(Account.documents).count() == 1)
        }
    }

    // MARK: - Guessing

    @Test func guessesAreCountedAndTheOwnersDeviceStillGetsIn() async throws {
        let settings = Accounts.Settings.quick {
            $0.limits.account = 3; $0.limits.unknownDevices = 5; $0.limits.network = 100
        }
        try await withFeature(Accounts.self, settings: settings) { probe in
            _ = try await probe.register("ada@b.example", as: .device("phone"))
            for number in 1...3 {
                let refusal = try await probe.refusal {
                    try await probe.login("ada@b.example", other, as: .device("bot\(number)", from: "203.0.113.9"))
                }
                #expect(refusal == AccountRefusal.invalidCredentials.answer)
            }
            let before = probe.hashes
            let refusal = try await probe.refusal {
                try await probe.login("ada@b.example", good, as: .device("bot", from: "203.0.113.9"))
            }
            #expect(refusal == AccountRefusal.tooManyAttempts(retryAfter: .seconds(900)).answer)
            #expect(refusal?.status == 429)
            #expect(refusal?.retryAfter == .seconds(900))
            #expect(refusal?.detail == "Too many attempts; try again in 15m.")
            #expect(probe.hashes == before)
            // As for an address that nobody has.
            for _ in 1...3 {
                _ = try await probe.refusal {
                    try await probe.login("no@b.example", other, as: .device("b", from: "203.0.113.9"))
                }
            }
            #expect(
                try await probe.refusal {
                    try await probe.login("no@b.example", other, as: .device("b", from: "203.0.113.9"))
                }?.status == 429)
            for number in 1...2 {
                _ = try await probe.refusal {
                    try await probe.login("ada@b.example", other, as: .device("x", from: "198.51.100.\(number)"))
                }
            }
            #expect(
                try await probe.refusal {
                    try await probe.login("ada@b.example", good, as: .device("new", from: "192.0.2.200"))
                }?.status == 429)
            _ = try await probe.login("ada@b.example", as: .device("phone", from: "203.0.113.9"))
            await probe.advance(.minutes(15))
            _ = try await probe.login("ada@b.example", as: .device("new", from: "192.0.2.200"))
        }
    }

    @Test func manyAtOnceAreNoMoreThanOneAfterTheOther() async throws {
        try await withFeature(Accounts.self, settings: .quick { $0.limits.account = 5 }) { probe in
            _ = try await probe.register("ada@b.example", as: .device("phone"))
            let codes = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 1...30 {
                    group.addTask {
                        try await probe.refusal { try await probe.login("ada@b.example", other, as: .device("bot")) }?
                            .code ?? "in"
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(codes == ["invalid-credentials": 5, "too-many-attempts": 25])
        }
    }

    /// What Python's PyJWT, where it is there, makes of a token and the keys.
    @Test(.enabled(if: Python.hasJWT)) func anotherLibraryReadsIt() async throws {
        try await withFeature(Accounts.self, settings: .quick()) { probe in
            let session = try await probe.register("ada@b.example")
            let keys = try await probe.call(AccountService.keysRoute, Nothing(), as: .anybody)
            let said = try Python.run(
                """
                import sys, json, jwt
                keys = jwt.PyJWKSet.from_dict(json.loads(sys.argv[1]))
                token = sys.argv[2]
                key = [k for k in keys.keys if k.key_id == jwt.get_unverified_header(token)["kid"]][0]
                print(jwt.decode(token, key.key, algorithms=["EdDSA"], audience="circuit-apps", issuer="https://circuit.example",
                    options={"verify_exp": False, "verify_iat": False, "verify_nbf": False})["sub"])
                """, try Value(encoding: keys).json, session.accessToken)
            #expect(said == session.user)
        }
    }
}

enum Python {
    static let hasJWT = (try? run("import jwt; print('yes')")) == "yes"

    static func run(_ script: String, _ arguments: String...) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script] + arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
