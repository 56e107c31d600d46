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
        do throws(AccountRefusal) { _ = try Password(wanted: Secret(text), email: email.folded) } catch {
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
        let length = "password-length: A password has 8 to 128 characters."
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
        let common = "password-weak: That password is among the first that attackers try."
        for text in ["password", "PassWord", "12345678", "barcelona", "aaaaaaaaaaaa", "🏁🏁🏁🏁🏁🏁🏁🏁"] {
            #expect(refusal(text) == common, "\(text)")
        }
        let address = "password-weak: The password is the email address."
        #expect(refusal("ada.lovelace@CIRCUIT.example") == address)
        #expect(refusal("ADA.lovelace") == address)
    }

    @Test func isTheSameHoweverItWasTyped() throws {
        let (composed, apart) = (Secret("contrase\u{F1}a larga"), Secret("contrasen\u{303}a larga"))
        #expect(Password(typed: composed) == Password(typed: apart))
        let hash = try #require(Password(typed: composed).hash(cost))
        #expect(Password(typed: apart).matches(hash))
        #expect(Password(typed: Secret("Ａbcdefgh")) != Password(typed: Secret("Abcdefgh")))
    }

    /// C texts end at a NUL, and bcrypt looks at 72 bytes: neither is so here.
    @Test func isHashedWhole() throws {
        let long = String(repeating: "🏁", count: 127)
        for (right, wrong) in [("abcdefgh\0x", "abcdefgh\0y"), (long + "a", long + "b"), (good, good + " ")] {
            let hash = try #require(Password(typed: Secret(right)).hash(cost))
            #expect(Password(typed: Secret(right)).matches(hash))
            #expect(!Password(typed: Secret(wrong)).matches(hash))
        }
    }

    @Test func saysWhatItCost() throws {
        let password = Password(typed: Secret(good))
        let hash = try #require(password.hash(cost))
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(!cost.differs(from: hash))
        #expect(HashingCost(memory: 20, passes: 2, atOnce: 2).differs(from: hash))
        #expect(HashingCost(memory: 19, passes: 3, atOnce: 2).differs(from: hash))
        #expect(hash != password.hash(cost))
    }

    @Test func whatIsNoHashFitsNothing() throws {
        for text in ["x", "$argon2id$v=19$m=19456,t=2,p=1$", "$argon2id$v=19$m=4294967295,t=2,p=1$AAAA$BBBB"] {
            #expect(!Password(typed: Secret(good)).matches(text))
        }
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
        #expect((try? EmailAddress(String(repeating: "a@b", count: 400_000))) == nil)
    }
}
