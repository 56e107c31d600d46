import HostConfig
import TestKeys
import Testing

@testable import HostAccess

/// Which keys of a set count.
@Suite struct JWKSTests {
    private static let ed = #""kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo""#
    private static let ec =
        #""kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0""#

    private func read(_ text: String) throws(JWKSProblem) -> JWKS { try JWKS(Array(text.utf8)) }

    /// What becomes of a key beside a good one.
    private func remarks(_ members: String) throws -> [JWKS.Remark: Int] {
        let set = try read(#"{"keys":[{"kid":"good",\#(Self.ed)},{\#(members)}]}"#)
        #expect(set.keys.count == (set.leftOut.isEmpty ? 2 : 1))
        return set.leftOut
    }

    @Test(arguments: [
        ("[]", JWKSProblem.noSet), ("{}", .noSet), (#"{"keys":{}}"#, .noSet), ("", .notJSON), ("{", .notJSON),
        (#"{"keys":[],"keys":[]}"#, .notJSON), (#"{"keys":[{"kty":"oct","k":"AAAA"}]}"#, .nothingUsable),
    ])
    func `what is no set`(text: String, problem: JWKSProblem) {
        #expect(throws: problem) { try read(text) }
    }

    @Test func `a set without keys says that there are none`() throws {
        #expect(try read(#"{"keys":[]}"#).keys.isEmpty)
    }

    @Test func `a set has its bounds`() throws {
        let key = { (number: Int) in #"{"kid":"\#(number)",\#(Self.ed)}"# }
        let most = (0..<JWKS.mostKeys).map(key).joined(separator: ",")
        #expect(try read(#"{"keys":[\#(most)]}"#).keys.count == 100)
        #expect(throws: JWKSProblem.tooManyKeys) { try read(#"{"keys":[\#(most),{\#(Self.ed)}]}"#) }
        let blank = String(repeating: " ", count: JWKS.mostBytes)
        #expect(throws: JWKSProblem.tooLarge) { try read(#"{"keys":[]}"# + blank) }
    }

    @Test(arguments: [
        // What is not known here may stand beside what is.
        (#""kty":"oct""#, JWKS.Remark.otherKind), (#""kty":"EC","crv":"P-384","x":"AA","y":"AA""#, .otherKind),
        (#""kty":"EC","crv":"secp256k1","x":"AA","y":"AA""#, .otherKind),
        (#""kty":"OKP","crv":"X25519","x":"AA""#, .otherKind),
        (#""kty":"OKP","crv":"Ed448","x":"AA""#, .otherKind), (#""kty":"rsa","n":"AA","e":"AQAB""#, .otherKind),
        ("", .otherKind),
        ("\"use\":\"enc\",\(ed)", .otherUse), ("\"use\":1,\(ed)", .otherUse),
        ("\"key_ops\":[\"encrypt\"],\(ed)", .otherUse),
        ("\"key_ops\":[],\(ed)", .otherUse), ("\"key_ops\":\"verify\",\(ed)", .otherUse),
        ("\"alg\":\"ES256\",\(ed)", .otherUse),
        ("\"alg\":\"HS256\",\(ec)", .otherUse), ("\"alg\":1,\(ec)", .otherUse),
        ("\"kid\":1,\(ed)", .unfit), (#""kty":"OKP","crv":"Ed25519","x":"AAAA""#, .unfit),
        (#""kty":"OKP","crv":"Ed25519""#, .unfit), (#""kty":"OKP","crv":"Ed25519","x":7"#, .unfit),
        ("\(ed),\"d\":\"AAAA\"", .secret), ("\(ed),\"k\":\"AAAA\"", .secret), ("\(ec),\"d\":\"AAAA\"", .secret),
        (#""kty":"oct","k":"AAAA""#, .secret),
        // Points that are not on the curve: another y, zeros, the prime.
        (ec.replacing("x_FEzRu9", with: "x_FEzRu8"), .unfit),
        (ec.replacing("f83OJ3D2", with: "f83OJ3D3"), .unfit),
        (
            #""kty":"EC","crv":"P-256","x":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","y":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA""#,
            .unfit
        ),
        (
            #""kty":"EC","crv":"P-256","x":"_____wAAAAEAAAAAAAAAAAAAAAD_______________8","y":"_____wAAAAEAAAAAAAAAAAAAAAD_______________8""#,
            .unfit
        ),
        (#""kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU""#, .unfit),
    ])
    func `what is left out, and why`(members: String, remark: JWKS.Remark) throws {
        #expect(try remarks(members) == [remark: 1])
    }

    @Test(arguments: [
        "\"use\":\"sig\",\(ed)", "\"key_ops\":[\"verify\"],\(ed)", "\"alg\":\"EdDSA\",\(ed)",
        "\"x5c\":[\"AAAA\"],\"x5t\":\"AA\",\(ec)",
    ])
    func `what is meant for verifying counts`(members: String) throws { #expect(try remarks(members).isEmpty) }

    @Test func `RSA keys have 2,048 to 8,192 bits and a sound exponent`() throws {
        func remark(_ key: TestKey, _ exponent: String? = nil) throws -> JWKS.Remark? {
            var members = String(key.jwk.dropFirst().dropLast())
            if let exponent { members = members.replacing("\"e\":\"AQAB\"", with: "\"e\":\"\(exponent)\"") }
            return try remarks(members).keys.first
        }
        let good = TestKey(.rsa(bits: 2_048))
        #expect(try remark(good) == nil)
        #expect(try remark(TestKey(.rsa(bits: 1_024))) == .unfit)
        #expect(try remark(TestKey(.rsa(bits: 2_040))) == .unfit)
        // 1, an even one, 2^32 + 1, none at all; 3 is sound, and so is 2^32 - 1.
        for bad in ["AQ", "AQAA", "AQAAAAE", "", "AA", "AQAAAAAAAAE"] {
            #expect(try remark(good, bad) == .unfit, "\(bad)")
        }
        for sound in ["Aw", "_____w"] { #expect(try remark(good, sound) == nil, "\(sound)") }
        let huge = letters([0x80] + [UInt8](repeating: 1, count: 1_024))
        #expect(try remarks(#""kty":"RSA","n":"\#(huge)","e":"AQAB""#) == [.unfit: 1])
        let even = letters([0x80] + [UInt8](repeating: 1, count: 254) + [2])
        #expect(try remarks(#""kty":"RSA","n":"\#(even)","e":"AQAB""#) == [.unfit: 1])
    }

    @Test func `of two keys with one name neither counts`() throws {
        let set = try read(#"{"keys":[{"kid":"a",\#(Self.ed)},{"kid":"b",\#(Self.ed)},{"kid":"a",\#(Self.ec)}]}"#)
        #expect(set.keys.map(\.id) == ["b"])
        #expect(set.leftOut == [.doubled: 2])
        // One that is for something else is in nobody's way.
        #expect(try read(#"{"keys":[{"kid":"a",\#(Self.ed)},{"kid":"a","use":"enc",\#(Self.ec)}]}"#).keys.count == 1)
    }

    @Test func `a key is chosen by its name, or where it alone fits`() throws {
        let one = KeySet(try read(#"{"keys":[{"kid":"a",\#(Self.ed)},{"kid":"b",\#(Self.ec)}]}"#).keys)
        #expect(try one.key(named: "a", for: .eddsa).id == "a")
        #expect(try one.key(named: nil, for: .es256).id == "b")
        #expect(throws: TokenFault.unfitKey) { try one.key(named: "a", for: .es256) }
        #expect(throws: TokenFault.unfitKey) { try one.key(named: "b", for: .rs256) }
        #expect(throws: TokenFault.unknownKey) { try one.key(named: "c", for: .es256) }
        #expect(throws: TokenFault.unknownKey) { try one.key(named: nil, for: .rs256) }
        let two = KeySet(try read(#"{"keys":[{"kid":"a",\#(Self.ed)},{"kid":"b",\#(Self.ed)}]}"#).keys)
        #expect(throws: TokenFault.severalKeys) { try two.key(named: nil, for: .eddsa) }
    }

    @Test func `keys that stay are the same objects`() throws {
        let before = KeySet(try read(#"{"keys":[{"kid":"a",\#(Self.ed)}]}"#).keys)
        let after = KeySet(
            try read(#"{"keys":[{"kid":"b",\#(Self.ec)},{"kid":"a",\#(Self.ed)}]}"#).keys, reusing: before)
        #expect(after.has(before.keys[0]))
        let renamed = KeySet(try read(#"{"keys":[{"kid":"c",\#(Self.ed)}]}"#).keys, reusing: before)
        #expect(!renamed.has(before.keys[0]))
    }

    @Test func `every reason has words`() {
        #expect("\(JWKSProblem.tooLarge)" == "the set is larger than 256 KiB")
        #expect("\(JWKSProblem.notJSON)" == "it is no JSON, or names a key twice")
        #expect("\(JWKSProblem.noSet)" == "it has no list \"keys\"")
        #expect("\(JWKSProblem.tooManyKeys)" == "the set has more than 100 keys")
        #expect("\(JWKSProblem.nothingUsable)" == "none of its keys can be used")
        #expect(
            JWKS.Remark.allCases.map(\.description) == [
                "of another kind than RSA, P-256 and Ed25519", "for another use or algorithm",
                "too weak, too large or no key at all", "with the name of another key",
                "with its private part, which is known to everybody now",
            ])
    }
}
