import Crypto
import Testing

@Suite struct CryptoTests {
    // RFC 8037, A.1 to A.4.
    private let seed = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
    private let publicKey = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
    private let signature = "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"

    @Test func signsAsRFC8037Says() throws {
        let key = try #require(Base64URL.bytes(seed, count: Ed25519Key.seedCount).flatMap(Ed25519Key.init(seed:)))
        let message = Array("eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc".utf8)
        #expect(Base64URL.text(key.publicKey) == publicKey)
        var made = key.signature(of: message)
        #expect(Base64URL.text(made) == signature)
        #expect(Ed25519Key.isValid(made, of: message, publicKey: key.publicKey))
        made[3] ^= 1
        #expect(!Ed25519Key.isValid(made, of: message, publicKey: key.publicKey))
        #expect(Ed25519Key(seed: [1]) == nil)
        #expect(!Ed25519Key.isValid([], of: message, publicKey: key.publicKey))
    }

    @Test func hashesAsFIPS180Says() {
        #expect(
            Hex.text(Hash.sha256(Array("abc".utf8)))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test func authenticatesAsRFC4231Says() {
        // Test case 2.
        #expect(
            Hex.text(Hash.hmacSHA256(Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        // Test case 6: a key that is longer than a block.
        #expect(
            Hex.text(
                Hash.hmacSHA256(
                    Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                    key: [UInt8](repeating: 0xAA, count: 131)))
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    /// Two texts for the same bytes would be two names for one token.
    @Test func readsBase64InOneWayOnly() {
        #expect(Base64URL.bytes("AQI", count: 2) == [1, 2])
        for text in ["AQJ", "AQI=", "AQI==", " AQI", "AQI\n", "AQI\0", "AQ", "AQIA", "A+I", "A/I", ""] {
            #expect(Base64URL.bytes(text, count: 2) == nil, "\(text)")
        }
        for count in 0...70 {
            let bytes = SecureRandom.bytes(count)
            #expect(Base64URL.bytes(Base64URL.text(bytes), count: count) == bytes)
        }
    }

    @Test func readsHexOfEitherCase() {
        #expect(Hex.bytes("00ffA0") == [0, 255, 160])
        #expect(Hex.bytes("") == [])
        for text in ["0", "0g", "0x", " 00", "0é"] { #expect(Hex.bytes(text) == nil, "\(text)") }
    }

    @Test func comparesWhole() {
        #expect(Hash.areEqual([1, 2], [1, 2]))
        #expect(!Hash.areEqual([1, 2], [1, 3]))
        #expect(!Hash.areEqual([1, 2], [1]))
        #expect(Hash.areEqual([], []))
    }

    @Test func hashesPasswords() throws {
        let hash = try #require(Argon2id.hash(Array("a\0b".utf8), passes: 2, memory: 8 << 20))
        #expect(Argon2id.matches(Array("a\0b".utf8), hash))
        #expect(!Argon2id.matches(Array("a\0c".utf8), hash))
        #expect(!Argon2id.needsRehash(hash, passes: 2, memory: 8 << 20))
        #expect(Argon2id.needsRehash(hash, passes: 3, memory: 8 << 20))
    }

    /// RFC 8037, A.1 to A.4.
    @Test func signsTokensAsTheRFCDoes() throws {
        let seed = try #require(Base64URL.bytes("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A", count: 32))
        let key = try #require(Ed25519Key(seed: seed))
        #expect(key.x == "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")
        #expect(key.thumbprint == "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k")
        #expect(
            key.token(header: #"{"alg":"EdDSA"}"#, payload: "Example of Ed25519 signing")
                == "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
                + ".hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg")
    }
}
