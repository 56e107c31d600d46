import FeatureKit
import TestKeys
import Testing

@testable import HostAccess

/// The table of tokens that came before.
@Suite struct TokenMemoryTests {
    private let issuer = TrustedIssuer(HostAccessTests.issuer(), at: .zero)
    private let key: VerifyingKey

    init() throws { key = try #require(try JWKS(set(TestKey(.ed25519))).keys.first) }

    private func kept(_ name: String) -> KeptToken {
        KeptToken(
            Identity(key: name), period: Timestamp(nanoseconds: 0)..<Timestamp(nanoseconds: 1),
            origin: TokenOrigin(issuer: issuer, key: key, session: nil, issued: nil), generation: 1)
    }

    private func token(_ number: Int) -> [UInt8] { Array("header.claims.a-signature-of-some-length-\(number)".utf8) }

    private func find(_ memory: inout TokenMemory, _ number: Int) -> String? { find(&memory, token(number)) }

    private func find(_ memory: inout TokenMemory, _ token: [UInt8]) -> String? {
        unsafe token.withUnsafeBufferPointer { unsafe memory.find($0) }?.identity.key
    }

    private func add(_ memory: inout TokenMemory, _ number: Int) {
        unsafe token(number).withUnsafeBufferPointer { unsafe memory.add($0, kept("\(number)")) }
    }

    private func remove(_ memory: inout TokenMemory, _ number: Int) {
        unsafe token(number).withUnsafeBufferPointer { unsafe memory.remove($0) }
    }

    @Test func `as many as there is room for are found, each as itself`() {
        var memory = TokenMemory()
        for number in 0..<TokenMemory.most { add(&memory, number) }
        #expect(memory.count == TokenMemory.most)
        #expect((0..<TokenMemory.most).allSatisfy { find(&memory, $0) == "\($0)" })
        #expect(find(&memory, TokenMemory.most) == nil)
    }

    @Test func `one more takes the room of one that nobody asked for`() {
        var memory = TokenMemory()
        for number in 0..<TokenMemory.most { add(&memory, number) }
        // All but one of each hundred come again.
        let unused = Set(stride(from: 7, to: TokenMemory.most, by: 100))
        for number in 0..<TokenMemory.most where !unused.contains(number) { _ = find(&memory, number) }
        for number in 0..<unused.count { add(&memory, 100_000 + number) }
        #expect(memory.count == TokenMemory.most)
        let gone = Set((0..<TokenMemory.most).filter { find(&memory, $0) == nil })
        #expect(gone == unused)
        #expect((0..<unused.count).allSatisfy { find(&memory, 100_000 + $0) == "\(100_000 + $0)" })
    }

    @Test func `whatever comes and goes, the table knows what a plain set knows`() {
        var memory = TokenMemory()
        var known: Set<Int> = []
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<60_000 {
            let number = Int.random(in: 0..<4_000, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0:
                add(&memory, number)
                known.insert(number)
            case 1:
                remove(&memory, number)
                known.remove(number)
            default: #expect((find(&memory, number) != nil) == known.contains(number))
            }
        }
        #expect(memory.count == known.count)
        for number in 0..<4_000 { #expect(find(&memory, number) == (known.contains(number) ? "\(number)" : nil)) }
    }

    @Test func `a token with the same end is another one, and a short one is none`() {
        var memory = TokenMemory()
        add(&memory, 1)
        var other = token(1)
        other[0] ^= 1
        #expect(find(&memory, other) == nil)
        #expect(find(&memory, Array(token(1).dropFirst())) == nil)
        for text in ["", "a", "0123456789abcdef"] {
            let bytes = Array(text.utf8)
            unsafe bytes.withUnsafeBufferPointer { unsafe memory.add($0, kept(text)) }
            #expect(find(&memory, bytes) == nil)
        }
    }
}
