import FeatureKit
import Testing

@testable import AccountsFeature

/// What has to be so for tokens to be read by others.
@Suite struct SodiumTests {
    init() throws { try Sodium.begin() }

    // RFC 8037, A.1 to A.4.
    private let seed = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
    private let x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"

    @Test func signsAsRFC8037Says() throws {
        let signer = try #require(Signer(seed: seed, from: Timestamp(nanoseconds: 0)))
        #expect(signer.x == x)
        #expect(signer.id == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
        #expect(
            signer.signature(of: "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc")
                == "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg")
        #expect(signer.jwk == JWK(kty: .OKP, crv: .Ed25519, x: x, kid: signer.id, alg: .EdDSA, use: .sig))
    }

    @Test func hashesAsFIPS180Says() {
        let digest = Sodium.sha256(Array("abc".utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    /// Two texts for the same bytes would be two names for one token.
    @Test func readsBytesInOneWayOnly() {
        #expect(Base64URL.bytes("AQI", count: 2) == [1, 2])
        for text in ["AQJ", "AQI=", "AQI==", " AQI", "AQI\n", "AQI\0", "AQ", "AQIA", "A+I", "A/I", ""] {
            #expect(Base64URL.bytes(text, count: 2) == nil, "\(text)")
        }
        for count in 0...70 {
            let bytes = Sodium.random(count)
            #expect(Base64URL.bytes(Base64URL.text(bytes), count: count) == bytes)
        }
    }

    @Test func aSeedOfAnotherLengthIsNone() {
        #expect(Signer(seed: String(seed.dropLast()), from: Timestamp(nanoseconds: 0)) == nil)
        #expect(Signer(seed: "", from: Timestamp(nanoseconds: 0)) == nil)
    }

    @Test func comparesWhole() {
        #expect(Sodium.areSame([1, 2], [1, 2]))
        #expect(!Sodium.areSame([1, 2], [1, 3]))
        #expect(!Sodium.areSame([1, 2], [1]))
        #expect(Sodium.areSame([], []))
    }
}
