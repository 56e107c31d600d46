import Crypto
import FeatureKit
import OpenSSLKeys
import PythonPeer
import Testing
import WebJSON

@Suite(.timeLimit(.minutes(1))) struct OpenSSLKeysTests {
    /// Another implementation finds the signatures good; the claims come back as they were.
    @Test(.enabled(if: PythonPeer.isWanted, .init(rawValue: PythonPeer.note)))
    func tokensAreSignedAsOthersReadThem() async throws {
        try await PythonPeer.run("read_token.py") { peer in
            var keys: [any TokenKey] = []
            var pems: [String] = []
            for _ in 1...2 {
                let line = try #require(await peer.line())
                guard case .text(let pem) = try JSONText.value(of: Array(line.utf8)) else { return }
                pems.append(pem)
            }
            keys = [try #require(P256Key(pem: pems[0])), try #require(RSAKey(pem: pems[1]))]
            for key in keys {
                for number in 1...50 {
                    let header = #"{"alg":"\#(type(of: key).algorithm)"}"#
                    let token = try #require(key.token(header: header, payload: #"{"n":\#(number)}"#))
                    let read = try await peer.tell("\(type(of: key).algorithm) \(token)")
                    #expect(read == #"[{"alg": "\#(type(of: key).algorithm)"}, {"n": \#(number)}]"#)
                }
            }
            #expect(P256Key(pem: pems[1]) == nil && RSAKey(pem: pems[0]) == nil)
        }
    }

    @Test func whatIsNoKeyIsRefused() throws {
        #expect(P256Key(pem: "") == nil && RSAKey(pem: "-----BEGIN PRIVATE KEY-----\nAAAA\n") == nil)
        #expect(P256Key(scalar: [UInt8](repeating: 0, count: 32)) == nil)
        #expect(P256Key(scalar: [UInt8](repeating: 255, count: 32)) == nil)
        #expect(P256Key(scalar: [1]) == nil)
        let key = try #require(P256Key())
        #expect(key.sharedSecret(with: [UInt8](repeating: 0, count: 65)) == nil)
        #expect(key.sharedSecret(with: [4] + [UInt8](repeating: 1, count: 64)) == nil)
        #expect(key.sharedSecret(with: []) == nil)
    }

    @Test func twoKeysShareOneSecret() throws {
        let (one, other) = (try #require(P256Key()), try #require(P256Key()))
        let secret = try #require(one.sharedSecret(with: other.publicKey))
        #expect(secret == other.sharedSecret(with: one.publicKey))
        #expect(secret.count == 32 && one.publicKey != other.publicKey)
    }

    /// Test case 2 of the specification of GCM.
    @Test func bytesAreEncryptedAsTheSpecificationHasIt() {
        let zeros = [UInt8](repeating: 0, count: 16)
        let sealed = AES128GCM.seal(zeros, key: zeros, nonce: Array(zeros.prefix(12)))
        #expect(sealed.map(Hex.text) == "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf")
        #expect(AES128GCM.seal(zeros, key: [], nonce: []) == nil)
    }
}
