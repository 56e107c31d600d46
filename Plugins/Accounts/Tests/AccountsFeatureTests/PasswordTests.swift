import FeatureKit
import Testing

@testable import AccountsFeature

@Suite(.timeLimit(.minutes(1))) struct PasswordTests {
    private let email: EmailAddress
    private let cost = HashingCost(memory: 19, passes: 2, atOnce: 2)

    init() throws {
        email = try EmailAddress("Ada.Lovelace@circuit.example")
    }

    private func refusal(_ text: String) -> String? {
        do throws(AccountRefusal) { _ = try Password(wanted: Secret(text), email: email) } catch {
            return error.answer.description
        }
        return nil
    }

    @Test(arguments: [
        "12 lette", "🏁🏎🚥🅿️ flags", "мой пароль", "パスワードを八文字", "with\0nul in it", "        x",
        String(repeating: "🏁", count: 127) + "!",
    ])
    func mayBeAnything(_ text: String) { #expect(refusal(text) == nil) }

    @Test func hasALength() {
        let length = "password-length: a password has 8 to 128 letters"
        for text in [
            "", "1234567", String(repeating: "ab", count: 64) + "c", String(repeating: "ab", count: 1_000_000),
        ] {
            #expect(refusal(text) == length)
        }
        #expect(refusal(String(repeating: "ab", count: 64)) == nil)
        // Eight code points of which four are accents are four letters.
        #expect(refusal("e\u{301}e\u{301}a\u{301}a\u{301}") == length)
    }

    @Test func isNotWhatIsTriedFirst() {
        let common = "password-weak: that password is one of those that are tried first"
        for text in ["password", "PassWord", "12345678", "barcelona", "aaaaaaaaaaaa", "🏁🏁🏁🏁🏁🏁🏁🏁"] {
            #expect(refusal(text) == common, "\(text)")
        }
        let address = "password-weak: the password is the email address"
        #expect(refusal("ada.lovelace@CIRCUIT.example") == address)
        #expect(refusal("ADA.lovelace") == address)
    }

    @Test func isTheSameHoweverItWasTyped() throws {
        let (composed, apart) = (Secret("contrase\u{F1}a larga"), Secret("contrasen\u{303}a larga"))
        #expect(Password(typed: composed) == Password(typed: apart))
        let hash = try #require(PasswordHash(Password(typed: composed).bytes, cost))
        #expect(hash.matches(Password(typed: apart).bytes))
        #expect(Password(typed: Secret("Ａbcdefgh")) != Password(typed: Secret("Abcdefgh")))
    }

    /// C texts end at a NUL, and bcrypt looks at 72 bytes: neither is so here.
    @Test func isHashedWhole() throws {
        let long = String(repeating: "🏁", count: 127)
        for (right, wrong) in [("abcdefgh\0x", "abcdefgh\0y"), (long + "a", long + "b"), (good, good + " ")] {
            let hash = try #require(PasswordHash(Password(typed: Secret(right)).bytes, cost))
            #expect(hash.matches(Password(typed: Secret(right)).bytes))
            #expect(!hash.matches(Password(typed: Secret(wrong)).bytes))
        }
    }

    @Test func saysWhatItCost() throws {
        let bytes = Password(typed: Secret(good)).bytes
        let hash = try #require(PasswordHash(bytes, cost))
        let text = try Value(encoding: hash).decoded(as: String.self)
        #expect(text.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(!hash.differs(from: cost))
        #expect(hash.differs(from: HashingCost(memory: 20, passes: 2, atOnce: 2)))
        #expect(hash.differs(from: HashingCost(memory: 19, passes: 3, atOnce: 2)))
        #expect(hash != PasswordHash(bytes, cost))
    }

    @Test func whatIsNoHashFitsNothing() throws {
        for text in ["x", "$argon2id$v=19$m=19456,t=2,p=1$", "$argon2id$v=19$m=4294967295,t=2,p=1$AAAA$BBBB"] {
            let hash = try Value.text(text).decoded(as: PasswordHash.self)
            #expect(!hash.matches(Password(typed: Secret(good)).bytes))
        }
    }

    @Test func tooManyAtOnceAreRefused() async throws {
        let queue = HashingQueue(atOnce: 1)
        let results = await withTaskGroup(of: Result<Int, any Error>.self) { group in
            for number in 0..<200 {
                group.addTask {
                    do {
                        return .success(
                            try await queue.run {
                                PasswordHash([1], HashingCost(memory: 19, passes: 2)) == nil ? 0 : number
                            })
                    } catch {
                        return .failure(error)
                    }
                }
            }
            var all: [Result<Int, any Error>] = []
            for await result in group { all.append(result) }
            return all
        }
        let refused = results.compactMap { result -> AccountRefusal? in
            if case .failure(let error) = result { error as? AccountRefusal } else { nil }
        }
        #expect(results.count == 200)
        #expect(refused.count >= 200 - HashingQueue.mostWaiting * 2)
        #expect(results.count - refused.count >= HashingQueue.mostWaiting + 1)
        #expect(refused.allSatisfy { $0 == .tooManyHashes })
        #expect(AccountRefusal.tooManyHashes.answer.retryAfter == .seconds(2))
    }

    @Test func whoIsCancelledWaitsNoMore() async throws {
        let queue = HashingQueue(atOnce: 1)
        let release = Lock(false)
        let (began, begin) = AsyncStream<Void>.makeStream()
        async let first = queue.run { () -> Int in
            begin.finish()
            while !release.withLock({ $0 }) {}
            return 1
        }
        for await _ in began {}
        let second = Task { try await queue.run { 2 } }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        release.withLock { $0 = true }
        #expect(try await first == 1)
        #expect(try await queue.run { 3 } == 3)
    }
}

@Suite struct EmailAddressTests {
    @Test(arguments: [
        ("Ada@Circuit.Example", "ada@circuit.example"), ("a@b", "a@b"), ("a+tag@b.example", "a+tag@b.example"),
        ("ñandú@exámple.example", "ñandú@exámple.example"), ("N\u{303}A@b.example", "\u{F1}a@b.example"),
        ("o'hara@xn--bcher-kva.example", "o'hara@xn--bcher-kva.example"), ("ΑΣ@b.example", "ασ@b.example"),
    ])
    func isFoldedByCaseAlone(_ text: String, _ folded: String) throws {
        let email = try EmailAddress(text)
        #expect(Array(email.written.utf8) == Array(text.utf8))
        #expect(email.folded == folded)
    }

    /// What looks the same is another address: a Cyrillic а is no a.
    @Test func looksAreNotFolded() throws {
        #expect(try EmailAddress("\u{430}da@b.example").folded != EmailAddress("ada@b.example").folded)
        #expect(try EmailAddress("Straße@b.example").folded != EmailAddress("strasse@b.example").folded)
    }

    @Test(arguments: [
        "", "a", "@", "a@", "@b", "a@b@c", "a b@c", "a@b c", "a@b\n", "a\0@b", "a@b..c", "a@.b", "a@b.", ".a@b", "a.@b",
        "a..b@c",
        "a\u{202E}@b", "a\u{200B}@b", "<a@b>", "\"a b\"@c", "a,b@c", "a@[127.0.0.1]",
        String(repeating: "a", count: 65) + "@b",
        "a@" + String(repeating: "b", count: 253), "a@" + String(repeating: "ñ", count: 127),
    ])
    func othersAreNone(_ text: String) {
        #expect(throws: AccountRefusal.noEmail) {
            try EmailAddress(text)
        }
    }

    @Test func oneOfAMegabyteIsNone() {
        #expect(EmailAddress(checking: String(repeating: "a@b", count: 400_000)) == nil)
    }
}
