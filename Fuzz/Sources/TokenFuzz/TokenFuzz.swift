import FeatureKit
import Glibc
import Harness
import HostAccess
import HostConfig
import HostSystem

@testable import HostRuntime

/// Any bytes are a token or are refused: a user's, which is taken apart and held to the rules at any time, and an
/// operator's; what letters stand for is written in one way.
@main enum TokenHarness {
    static func main() { exit(fuzz(read)) }
}

private let rules = [Duration.zero, .seconds(300)].map { skew in
    ClaimRules(
        AccessSettings.Issuer(
            name: "fuzz", issuers: ["i"], audiences: ["a"], keys: .route("fuzz.keys"), skew: skew))
}

/// The bounds of what a clock can show, and a time that claims hold at.
private let times = [Int64.min, -1, 0, 1_790_000_000_000_000_000, .max].map(Timestamp.init(nanoseconds:))

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    checkLetters(bytes)
    checkOperators(bytes)
    check(bytes)
    // Mostly what stands behind the letters matters: a header, claims and a signature, a line each.
    let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    if parts.count == 3 { check(Array(parts.map { Base64URL.letters(of: $0) }.joined(separator: [UInt8(ascii: ".")]))) }
    return 0
}

private func check(_ bytes: [UInt8]) {
    let token: SignedToken
    do throws(TokenFault) { token = try SignedToken(bytes.span) } catch {
        return require(!"\(error)".isEmpty)
    }
    let claims = token.claims
    require(bytes.count <= TokenLimits.bytes, "it is too long")
    require((1...255).contains(claims.subject.utf8.count), "its subject is too short or too long")
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    require(parts.count == 3 && parts[2].startIndex == token.signedCount + 1, "it is signed elsewhere")
    require(Base64URL.letters(of: token.signature).elementsEqual(parts[2]), "its signature is another one")
    for path in [claims.subject, claims.issuer, "a.b", ".", ""] { _ = claims.claim(path) }
    for rules in rules {
        for now in times {
            do throws(TokenFault) {
                let period = try rules.check(claims, at: now)
                require(period.contains(now), "it does not hold at \(now.nanoseconds)")
                require(claims.issuer == "i" && claims.audiences.contains("a"), "it is another one's")
            } catch { require(!"\(error)".isEmpty) }
        }
    }
}

private func checkLetters(_ bytes: [UInt8]) {
    let letters = Base64URL.letters(of: bytes)
    require(Base64URL.bytes(letters.span) == bytes, "it does not come back")
    guard let meant = Base64URL.bytes(bytes.span) else { return }
    require(Base64URL.letters(of: meant) == bytes, "it is written otherwise")
}

private func checkOperators(_ bytes: [UInt8]) {
    if let id = TokenText.id(of: bytes.span) {
        require(id.utf8.count == TokenText.idLength && TokenText.begins(String(decoding: bytes, as: UTF8.self)))
    }
    guard bytes.count >= 40 else { return }
    // One that counts, and the same with one letter changed, which the checksum notices.
    let id = String(decoding: Base64URL.letters(of: bytes[..<6]).map { isDigit($0) ? $0 : 0x30 }, as: UTF8.self)
    let text = Array(TokenText(id: id, secret: Base64URL.letters(of: bytes[6..<38])).text.utf8)
    require(TokenText.id(of: text.span) == id, "it is none")
    var changed = text
    changed[Int(bytes[38]) % changed.count] ^= max(bytes[39], 1)
    require(TokenText.id(of: changed.span) == nil, "nobody notices the change")
}

private func isDigit(_ byte: UInt8) -> Bool { byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_") }
