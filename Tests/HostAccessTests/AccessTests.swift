@_spi(Hosting) import FeatureKit
import HostConfig
import JSON
import TestKeys
import TestSupport
import Testing

@testable import HostAccess

/// Good tokens, and those that attackers make.
@Suite struct AccessTests {
    @Test func `a good token of each kind, the first time and again`() async throws {
        let keys = [TestKey(.rsa(bits: 2_048), id: "r"), TestKey(.p256, id: "e"), TestKey(.ed25519, id: "d")]
        try await withAccess(keys: set(keys[0], keys[1], keys[2])) { test in
            for key in keys {
                let token = key.token(test.claims())
                let first = try #require(test.user(token))
                #expect(first.key == "a:ada")
                #expect(test.user(token) === first)
                // Another loop verifies the token by itself.
                #expect(test.user(token, at: 1)?.key == "a:ada")
            }
        }
    }

    @Test func `the classic confusions`() async throws {
        let rsa = TestKey(.rsa(bits: 2_048), id: "r")
        let ec = TestKey(.p256, id: "e")
        let foreign = TestKey(.p256, id: "e")
        try await withAccess(keys: set(rsa, ec)) { test in
            let claims = test.claims()
            // The public key as the secret of an HMAC.
            for header in [#"{"alg":"HS256","kid":"r"}"#, #"{"alg":"HS256","typ":"JWT"}"#] {
                for secret in [rsa.pem, Array(rsa.jwk.utf8)] {
                    let signed = "\(letters(header)).\(letters(claims))"
                    #expect(test.fault("\(signed).\(letters(hmac(secret, signed)))") == .otherAlgorithm)
                }
            }
            // No signature at all.
            for name in ["none", "None", "nOnE"] {
                let unsigned = "\(letters(#"{"alg":"\#(name)"}"#)).\(letters(claims))."
                #expect(test.fault(unsigned) == .otherAlgorithm)
                #expect(test.fault(unsigned + "AAAA") == .otherAlgorithm)
            }
            for (key, name) in [(rsa, "r"), (ec, "e")] {
                let token = key.token(claims)
                let unsigned = token.prefix { $0 != "." } + "." + letters(claims) + "."
                #expect(test.fault(String(unsigned)) == .badSignature, "\(name)")
            }
            // Numbers that are zero, as CVE-2022-21449 has it.
            let header = letters(#"{"alg":"ES256","kid":"e"}"#)
            #expect(
                test.fault("\(header).\(letters(claims)).\(letters([UInt8](repeating: 0, count: 64)))") == .badSignature
            )
            // One algorithm's token for the other one's key.
            #expect(test.fault(ec.token(claims, header: #"{"alg":"ES256","kid":"r"}"#)) == .unfitKey)
            #expect(test.fault(rsa.token(claims, header: #"{"alg":"RS256","kid":"e"}"#)) == .unfitKey)
            #expect(test.fault(rsa.token(claims, header: #"{"alg":"ES256","kid":"e"}"#)) == .badSignature)
            // A key in the token's header, or an address of one, is ignored.
            for more in [
                #""jwk":\#(foreign.jwk)"#, #""jku":"https://evil.example/keys""#, #""x5u":"https://evil.example""#,
                #""x5c":["AAAA"]"#,
            ] {
                #expect(
                    test.fault(foreign.token(claims, header: #"{"alg":"ES256","kid":"e",\#(more)}"#)) == .badSignature)
                #expect(test.fault(foreign.token(claims, header: #"{"alg":"ES256",\#(more)}"#)) == .badSignature)
            }
            #expect(test.address.asked.count == 1)
            // A good token with one part changed.
            let good = ec.token(claims)
            #expect(test.user(good) != nil)
            let parts = good.split(separator: ".")
            let other = letters(test.claims(#""sub":"eve""#))
            #expect(test.fault("\(parts[0]).\(other).\(parts[2])") == .badSignature)
            #expect(test.fault("\(good)A") != nil)
            #expect(test.fault("\(good)=") != nil)
            #expect(test.fault(" \(good)") != nil)
            #expect(test.fault(good.replacing(".", with: "..")) == .notThreeParts)
        }
    }

    @Test func `a key of another issuer or another curve is refused`() async throws {
        let key = TestKey(.ed25519, id: "k")
        let both = [issuer(), issuer(name: "b", iss: ["https://b.example"])]
        let wrong = TestKey(.p384, id: "w")
        try await withAccess(both, keys: set(key, wrong)) { test in
            await test.until("both have keys") {
                test.user(key.token(test.claims())) != nil
                    && test.user(key.token(test.claims(#""iss":"https://b.example""#))) != nil
            }
            #expect(test.user(key.token(test.claims()))?.key == "a:ada")
            #expect(test.user(key.token(test.claims(#""iss":"https://b.example""#)))?.key == "b:ada")
            #expect(test.fault(key.token(test.claims(#""iss":"https://c.example""#))) == .unknownIssuer)
            #expect(test.fault(key.token(test.claims(#""aud":"other""#))) == .otherAudience)
            #expect(test.fault(wrong.token(test.claims(), header: #"{"alg":"ES256","kid":"k"}"#)) == .unfitKey)
        }
        try await withAccess([issuer(algorithms: [.rs256])], keys: set(key)) { test in
            #expect(test.fault(key.token(test.claims())) == .algorithmNotAccepted)
        }
    }

    @Test func `a remembered token expires at its end`() async throws {
        let key = TestKey(.ed25519)
        try await withAccess(keys: set(key)) { test in
            let token = key.token(test.claims())
            let user = try #require(test.user(token))
            test.time.pass(.seconds(629))
            #expect(test.user(token) === user)
            #expect(test.access.stillKnows(user, at: test.time.now))
            test.time.pass(.seconds(1))
            #expect(test.fault(token) == .expired)
            #expect(!test.access.stillKnows(user, at: test.time.now))
            #expect(test.fault(token) == .expired)
        }
    }

    @Test func `after a rotation tokens of new keys are accepted and those of removed keys refused`() async throws {
        let (old, new) = (TestKey(.p256, id: "old"), TestKey(.p256, id: "new"))
        try await withAccess(keys: set(old)) { test in
            let (before, after) = (old.token(test.claims()), new.token(test.claims()))
            let user = try #require(test.user(before))
            test.time.pass(.seconds(20))
            test.address.answer = .fresh(set(old, new))
            guard case .unknownYet = test.verify(after) else {
                Issue.record("it is told before anybody has asked")
                return
            }
            await test.until("the new key is known") { test.user(after) != nil }
            #expect(test.user(before) === user)
            // The key is the same object, so remembered tokens stay valid.
            test.address.answer = .fresh(set(new))
            test.time.pass(.seconds(3_600))
            #expect(test.fault(before) == .expired)
            let late = old.token(test.claims())
            await test.until("the old key is gone") { test.user(late) == nil }
            // The key is asked for once more after a pause, and is then known to be unknown.
            test.time.pass(.seconds(10))
            await test.until("nobody expects it any more") { test.fault(late) == .unknownKey }
            #expect(test.user(new.token(test.claims())) != nil)
            #expect(!test.access.stillKnows(user, at: user.until?.advanced(by: .seconds(-1)) ?? test.time.now))
        }
    }

    @Test func `a token that is remembered is refused once its key is gone`() async throws {
        let (old, new) = (TestKey(.ed25519, id: "old"), TestKey(.ed25519, id: "new"))
        try await withAccess(keys: set(old, new)) { test in
            let token = old.token(test.claims(#""exp":\#(test.time.seconds(9_000))"#))
            let other = new.token(test.claims(#""exp":\#(test.time.seconds(9_000))"#))
            let user = try #require(test.user(other))
            #expect(test.user(token) != nil)
            test.address.answer = .fresh(set(new))
            test.time.pass(.seconds(3_600))
            await test.until("its key is gone") { test.user(token) == nil }
            test.time.pass(.seconds(10))
            await test.until("nobody expects it any more") { test.fault(token) == .unknownKey }
            #expect(test.user(other) === user)
        }
    }

    @Test func `unknown keys are asked for every ten seconds at most, and valid tokens stay accepted`() async throws {
        let (key, next) = (TestKey(.ed25519, id: "k"), TestKey(.ed25519, id: "next"))
        try await withAccess(keys: set(key)) { test in
            test.time.pass(.seconds(60))
            for number in 0..<500 {
                _ = test.verify(key.token(test.claims(), header: #"{"alg":"EdDSA","kid":"made up \#(number)"}"#))
            }
            let made = key.token(test.claims(), header: #"{"alg":"EdDSA","kid":"made up 0"}"#)
            await test.until("the key is unknown") { test.fault(made) == .unknownKey }
            #expect(test.address.asked.count <= 3)
            // Right after that the issuer rotates.
            test.address.answer = .fresh(set(next))
            let token = next.token(test.claims())
            guard case .unknownYet = test.verify(token) else {
                Issue.record("a good token is refused since others made keys up")
                return
            }
            test.time.pass(.seconds(10))
            await test.until("it is known") { test.user(token) != nil }
        }
    }

    @Test func `without any keys no token is refused, and if a fetch fails the last keys are used`() async throws {
        let key = TestKey(.ed25519)
        try await withAccess { test in
            let token = key.token(test.claims(#""exp":\#(test.time.seconds(90_000))"#))
            guard case .unknownYet = test.verify(token) else {
                Issue.record("it is told without any keys")
                return
            }
            await test.until("it is said") { test.log.all.contains { $0.contains("can't be had") } }
            await test.until("the standing of the keys says so, too") {
                test.access.keyStandings.first?.trouble?.hasPrefix(
                    "nobody gets in with its tokens, since there are no keys yet: ") == true
            }
            test.address.answer = .fresh(set(key))
            test.time.pass(.seconds(30))
            await test.until("it is known") { test.user(token) != nil }
            await test.until("all is well") { test.access.keyStandings.map(\.trouble) == [nil] }
            for bad in [
                KeyAnswer.failed("down"), .fresh(Array("nonsense".utf8)), .fresh(Array(#"{"keys":[{}]}"#.utf8)),
            ] {
                test.address.answer = bad
                let before = test.address.asked.count
                test.time.pass(.seconds(3_700))
                await test.until("it is asked again") { test.address.asked.count > before }
                #expect(test.user(token) != nil)
                await test.until("the standing of the keys says why") {
                    test.access.keyStandings.first?.trouble?.hasPrefix("the keys that it gave last count: ") == true
                }
            }
            #expect(!test.log.all.contains { $0.contains(token) })
        }
    }

    @Test func `stored keys are used after a start without the address`() async throws {
        let folder = try TestFolder()
        let key = TestKey(.p256)
        try await withAccess(keys: set(key), folder: folder) { test in
            await test.until("it is known") { test.user(key.token(test.claims())) != nil }
            // The answer is stored after its keys are in use.
            await test.until("it is kept") {
                (try? folderNames(folder["keys"])).map { $0.contains { $0.hasSuffix(".json") } } ?? false
            }
        }
        try await withAccess(folder: folder) { test in
            await test.until("it is known again") { test.user(key.token(test.claims())) != nil }
        }
    }

    @Test func `new settings apply at once and keep the users of unchanged issuers`() async throws {
        let key = TestKey(.ed25519)
        let both = [issuer(), issuer(name: "b", iss: ["https://b.example"])]
        try await withAccess(both, keys: set(key)) { test in
            let (mine, other) = (key.token(test.claims()), key.token(test.claims(#""iss":"https://b.example""#)))
            await test.until("both are known") { test.user(mine) != nil && test.user(other) != nil }
            let user = try #require(test.user(mine))
            let asked = test.address.asked.count
            test.access.update(AccessSettings(issuers: [issuer()]))
            #expect(test.user(mine) === user)
            #expect(test.fault(other) == .unknownIssuer)
            #expect(test.address.asked.count == asked)
            // Changed rules apply to a remembered token as well.
            test.access.update(AccessSettings(issuers: [issuer(roles: .init(claim: "roles"))]))
            await test.until("it is known again") { test.user(mine) != nil }
            #expect(test.user(mine) !== user)
            #expect(!test.access.stillKnows(user, at: test.time.now))
            test.access.update(AccessSettings())
            #expect(test.fault(mine) == .unknownIssuer)
        }
    }

    @Test func `the end of a session ends its tokens at once, remembered or not`() async throws {
        let key = TestKey(.ed25519)
        try await withAccess([issuer(revoked: "accounts.revoked")], keys: set(key)) { test in
            let mine = key.token(test.claims(#""sid":"s1""#))
            let fresh = key.token(test.claims(#""sid":"s1""#, #""jti":"2""#))
            let other = key.token(test.claims(#""sid":"s2""#))
            let user = try #require(test.user(mine))
            #expect(test.user(other) != nil)
            let before = test.changes.withLock { $0 }
            let member = test.bus.join(
                "accounts", wiring: Wiring(publishes: ["accounts.revoked"]),
                log: Log(feature: "accounts", sink: test.log))
            let publisher = try Bus(member: member).publisher(on: Topic<EndedSession>("accounts.revoked"))
            publisher(EndedSession(session: "s1", until: test.time.now.advanced(by: .seconds(600))))
            await test.until("it is over") { test.fault(mine) == .revoked }
            #expect(test.fault(fresh) == .revoked)
            #expect(test.fault(mine, at: 1) == .revoked)
            #expect(test.user(other) != nil)
            #expect(!test.access.stillKnows(user, at: test.time.now))
            #expect(test.changes.withLock { $0 } > before)
        }
    }

    @Test func `a feature's keys are asked for once it is active, after its earlier revocations`() async throws {
        let key = TestKey(.ed25519)
        try await withAccess([issuer(.route("accounts.keys"), revoked: "accounts.revoked")]) { test in
            let token = key.token(test.claims(#""sid":"s1""#))
            let good = key.token(test.claims(#""sid":"s2""#))
            let member = test.bus.join(
                "accounts", wiring: Wiring(publishes: ["accounts.revoked"], serves: ["accounts.keys"]),
                log: Log(feature: "accounts", sink: test.log))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await member.work() }
                let publisher = try Bus(member: member).publisher(on: Topic<EndedSession>("accounts.revoked"))
                for number in 0..<3_000 {
                    publisher(
                        EndedSession(session: "other \(number)", until: test.time.now.advanced(by: .seconds(600))))
                }
                publisher(EndedSession(session: "s1", until: test.time.now.advanced(by: .seconds(600))))
                try Routes(member: member).serve(plain: "accounts.keys", request: Nothing.shape, reply: .anything) {
                    _, call in
                    #expect(call.caller.origin == .system)
                    return try Value(json: set(key))
                }
                let host = test.bus.join(
                    "host", wiring: Wiring(publishes: ["host.features"]), log: Log(feature: "host", sink: test.log))
                let states = try Bus(member: host).publisher(on: .hostFeatures)
                states(HostFeatures(features: [.init(id: "accounts", state: "active", since: test.time.now)]))
                // Never good, not for a moment.
                var wasGood = false
                await test.until("keys come") {
                    if test.user(token) != nil { wasGood = true }
                    return test.user(good) != nil
                }
                #expect(!wasGood)
                #expect(test.fault(token) == .revoked)
                group.cancelAll()
            }
        }
    }

    @Test func `a file of keys is followed`() async throws {
        let folder = try TestFolder()
        let (old, new) = (TestKey(.p256, id: "old"), TestKey(.p256, id: "new"))
        try folder.put("keys.json", set(old))
        try await withAccess([issuer(.file(folder["keys.json"]))]) { test in
            await test.until("it is known") { test.user(old.token(test.claims())) != nil }
            try folder.put("keys.json", set(new))
            await test.until("the new one is known") { test.user(new.token(test.claims())) != nil }
            #expect(test.user(old.token(test.claims())) == nil)
        }
    }

    @Test func `a private key in a set is refused loudly, without its content`() async throws {
        let key = TestKey(.ed25519, id: "good")
        let leaked =
            #"{"kty":"OKP","crv":"Ed25519","kid":"bad","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"}"#
        try await withAccess(keys: Array(#"{"keys":[\#(key.jwk),\#(leaked)]}"#.utf8)) { test in
            await test.until("it is said") {
                test.log.all.contains {
                    $0 == "warning some of its keys are left out issuer=a keys=1 "
                        + "because=with its private part, which is known to everybody now"
                }
            }
            #expect(!test.log.all.contains { $0.contains("nWGxne") })
        }
    }
}
