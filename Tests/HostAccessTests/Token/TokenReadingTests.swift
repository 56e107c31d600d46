import FeatureKit
import HostConfig
import JSON
import TestKeys
import Testing

@testable import HostAccess

/// What a token has to look like before anything of it is believed.
@Suite struct TokenReadingTests {
    private static let claims = #"{"iss":"a","sub":"s","aud":"b","exp":1}"#

    private func fault(_ token: String) -> TokenFault? {
        do throws(TokenFault) {
            _ = try SignedToken(Array(token.utf8).span)
            return nil
        } catch { return error }
    }

    private func fault(header: String, claims: String = Self.claims) -> TokenFault? {
        fault("\(letters(header)).\(letters(claims)).AAAA")
    }

    @Test(arguments: [
        "", ".", "..", "a.b", "a.b.c.d", "a.b.c.d.e", "...", "eyJhbGciOiJub25lIn0",
    ])
    func `a token has three parts`(text: String) { #expect(fault(text) != nil) }

    @Test func `a token is no longer than that`() {
        let header = letters(#"{"alg":"ES256"}"#)
        func token(_ count: Int) -> String {
            let rest = "\(header).\(letters(Self.claims))."
            return rest + String(repeating: "A", count: count - rest.utf8.count)
        }
        #expect(fault(token(TokenLimits.bytes)) == nil)
        #expect(fault(token(TokenLimits.bytes + 4)) == .tooLong)
    }

    @Test(arguments: [
        "none", "None", "nOnE", "NONE", "HS256", "HS384", "HS512", "RS384", "RS512", "PS256", "ES384", "ES512",
        "ES256K",
        "rs256", "es256", "EDDSA", "eddsa", "Ed25519", "", " RS256", "RS256 ", "RSA-OAEP", "dir",
    ])
    func `three algorithms are known, to the letter`(name: String) {
        #expect(fault(header: #"{"alg":"\#(name)"}"#) == .otherAlgorithm)
    }

    @Test(arguments: [
        (#"{"typ":"JWT"}"#, TokenFault.otherAlgorithm), (#"{"alg":null}"#, .otherAlgorithm),
        (#"{"alg":["RS256"]}"#, .otherAlgorithm), (#"{"alg":1}"#, .otherAlgorithm),
        (#"{"alg":"RS256","crit":["exp"]}"#, .criticalHeader), (#"{"alg":"RS256","crit":[]}"#, .criticalHeader),
        (#"{"alg":"RS256","crit":null}"#, .criticalHeader),
        (#"{"alg":"RS256","b64":false}"#, .unencodedPayload),
        (#"{"alg":"RS256","b64":false,"crit":["b64"]}"#, .criticalHeader),
        (#"{"alg":"RS256","typ":"JWE"}"#, .otherType), (#"{"alg":"RS256","typ":"dpop+jwt"}"#, .otherType),
        (#"{"alg":"RS256","typ":1}"#, .otherType), (#"{"alg":"RS256","kid":1}"#, .badKeyID),
        (#"{"alg":"RS256","kid":{"$ne":1}}"#, .badKeyID),
        // One name twice: what one library checks and another one takes.
        (#"{"alg":"none","alg":"RS256"}"#, .notJSON(.header)),
        (#"{"alg":"RS256","\u0061lg":"RS256"}"#, .notJSON(.header)),
        (#"["RS256"]"#, .notJSON(.header)), ("", .notJSON(.header)), (#"{"alg":"RS256"} "x""#, .notJSON(.header)),
        (#"{"alg":"RS256"}{}"#, .notJSON(.header)), ("\u{FEFF}{\"alg\":\"RS256\"}", .notJSON(.header)),
    ])
    func `what a header may not say`(header: String, fault: TokenFault) {
        #expect(self.fault(header: header) == fault)
    }

    @Test(arguments: ["JWT", "jwt", "at+jwt", "AT+JWT", "application/at+jwt"])
    func `the types of tokens`(type: String) { #expect(fault(header: #"{"alg":"RS256","typ":"\#(type)"}"#) == nil) }

    @Test func `a key's name has an end`() {
        let long = String(repeating: "k", count: TokenLimits.keyID)
        #expect(fault(header: #"{"alg":"RS256","kid":"\#(long)"}"#) == nil)
        #expect(fault(header: #"{"alg":"RS256","kid":"\#(long)k"}"#) == .badKeyID)
    }

    @Test(arguments: [
        (#"{"sub":"s","aud":"b","exp":1}"#, TokenFault.missing("iss")),
        (#"{"iss":["a"],"sub":"s","aud":"b","exp":1}"#, .missing("iss")),
        (#"{"iss":"a","aud":"b","exp":1}"#, .badClaim("sub")),
        (#"{"iss":"a","sub":"","aud":"b","exp":1}"#, .badClaim("sub")),
        (#"{"iss":"a","sub":7,"aud":"b","exp":1}"#, .badClaim("sub")),
        (#"{"iss":"a","sub":"s","exp":1}"#, .missing("aud")),
        (#"{"iss":"a","sub":"s","aud":["b",1],"exp":1}"#, .badClaim("aud")),
        (#"{"iss":"a","sub":"s","aud":{"b":1},"exp":1}"#, .badClaim("aud")),
        (#"{"iss":"a","sub":"s","aud":"b"}"#, .missing("exp")),
        (#"{"iss":"a","sub":"s","aud":"b","exp":"1"}"#, .badClaim("exp")),
        (#"{"iss":"a","sub":"s","aud":"b","exp":null}"#, .badClaim("exp")),
        (#"{"iss":"a","sub":"s","aud":"b","exp":1,"nbf":"0"}"#, .badClaim("nbf")),
        (#"{"iss":"a","sub":"s","aud":"b","exp":1,"iat":true}"#, .badClaim("iat")),
        (#"{"iss":"a","sub":"s","aud":"b","exp":1,"exp":9}"#, .notJSON(.claims)),
        (#"{"iss":"a","sub":"s","aud":"b","exp":1e999}"#, .notJSON(.claims)), ("[]", .notJSON(.claims)),
        (String(repeating: "[", count: 4_000), .notJSON(.claims)),
    ])
    func `what claims have to be`(claims: String, fault: TokenFault) {
        #expect(self.fault(header: #"{"alg":"RS256"}"#, claims: claims) == fault)
    }

    @Test func `a subject has 255 bytes at most`() {
        func fault(_ count: Int) -> TokenFault? {
            let subject = String(repeating: "s", count: count)
            return self.fault(
                header: #"{"alg":"RS256"}"#, claims: #"{"iss":"a","sub":"\#(subject)","aud":"b","exp":1}"#)
        }
        #expect(fault(255) == nil)
        #expect(fault(256) == .badClaim("sub"))
    }

    @Test func `every reason has words, and none of them anything of the token`() {
        let all: [(TokenFault, String)] = [
            (.tooLong, "it is longer than 8192 bytes"), (.notThreeParts, "it does not have three parts"),
            (.notBase64(.signature), "its signature is not in base64url"),
            (.notJSON(.claims), "its claims is no JSON object, or names a key twice"),
            (.criticalHeader, "its header has crit"), (.unencodedPayload, "its header has b64"),
            (.otherType, "it is of another type"), (.otherAlgorithm, "its alg is none of RS256, ES256 and EdDSA"),
            (.badKeyID, "its kid is no text, or too long"), (.missing("exp"), "it lacks exp"),
            (.badClaim("aud"), "its aud is not what it has to be"), (.unknownIssuer, "its iss is that of no issuer"),
            (.otherAudience, "it is for another audience"), (.expired, "it is over"),
            (.notYet("nbf"), "its nbf is ahead"),
            (.algorithmNotAccepted, "its issuer is not believed with this alg"),
            (.unknownKey, "its issuer has no such key"), (.unfitKey, "the key that it names is for another alg"),
            (.severalKeys, "it names no key, and several fit"), (.badSignature, "its signature does not fit"),
            (.revoked, "its session is over"),
        ]
        for (fault, words) in all { #expect("\(fault)" == words) }
    }
}
