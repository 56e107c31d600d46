import FeatureKit
import Testing

@testable import AccountsFeature

/// What has to be so for tokens to be read by others.
@Suite struct SignerTests {
    // RFC 8037, A.1 to A.4.
    private let seed = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
    private let x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"

    @Test func publishesItsKeyAsRFC8037Says() throws {
        let signer = try Signer(seed: seed, from: Timestamp(nanoseconds: 0))
        #expect(signer.id == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
        #expect(signer.jwk == JWK(kty: .OKP, crv: .Ed25519, x: x, kid: signer.id, alg: .EdDSA, use: .sig))
    }

    @Test func aSeedOfAnotherLengthIsNone() {
        for text in [String(seed.dropLast()), ""] {
            #expect(throws: AccountsProblem.self) { try Signer(seed: text, from: Timestamp(nanoseconds: 0)) }
        }
    }
}
