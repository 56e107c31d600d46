import HostSystem
import TestKeys
import Testing

@testable import HostAccess

/// The signatures of the RFCs, and those that libraries have taken for good ones and should not have.
@Suite struct SignatureTests {
    private func key(_ members: String) throws -> VerifyingKey {
        try #require(try JWKS(Array(#"{"keys":[{\#(members)}]}"#.utf8)).keys.first)
    }

    private func verifies(_ token: String, _ key: VerifyingKey) throws -> Bool {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        let signature = try #require(Base64URL.bytes(String(parts[2])))
        return key.verifies(signature, over: Array("\(parts[0]).\(parts[1])".utf8), with: VerifyingContext())
    }

    private static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

    @Test func `RFC 7515, A2: RS256`() throws {
        let key = try key(
            #""kty":"RSA","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ","e":"AQAB""#
        )
        let token =
            "eyJhbGciOiJSUzI1NiJ9.\(Self.payload).cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw"
        #expect(try verifies(token, key))
        #expect(try !verifies(token.replacing("eyJpc3Mi", with: "eyJpc3Mj"), key))
        #expect(try !verifies(token.replacing("cC4hiUPo", with: "cC4hiUPp"), key))
    }

    @Test func `RFC 7515, A3: ES256`() throws {
        let key = try key(
            #""kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0""#
        )
        let token =
            "eyJhbGciOiJFUzI1NiJ9.\(Self.payload).DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        #expect(try verifies(token, key))
        #expect(try !verifies(token.replacing("DtEhU3lj", with: "DtEhU3lk"), key))
    }

    @Test func `RFC 8037, A4: Ed25519`() throws {
        let key = try key(#""kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo""#)
        let token =
            "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
        #expect(try verifies(token, key))
        #expect(try !verifies(token.replacing("hgyY0il_", with: "hgyY0im_"), key))
    }

    @Test func `an ECDSA signature of zeros, of the order, or of another length is none`() throws {
        let pair = TestKey(.p256)
        let key = try #require(try JWKS(set(pair)).keys.first)
        let bytes = Array("header.claims".utf8)
        let good = pair.signature(over: bytes)
        func verifies(_ signature: [UInt8]) -> Bool {
            key.verifies(signature, over: bytes, with: VerifyingContext())
        }
        #expect(verifies(good))
        let zero = [UInt8](repeating: 0, count: 32)
        let one = zero.dropLast() + [1]
        // The order of the group, and the prime of the field.
        let order = Base64URL.bytes("_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE") ?? []
        let prime = Base64URL.bytes("_____wAAAAEAAAAAAAAAAAAAAAD_______________8") ?? []
        #expect(order.count == 32 && prime.count == 32)
        let numbers: [[UInt8]] = [zero, Array(one), order, prime]
        for r in numbers + [Array(good[..<32])] {
            for s in numbers + [Array(good[32...])] where r + s != good {
                #expect(!verifies(r + s))
            }
        }
        // As DER has it, cut off, longer, empty.
        #expect(!verifies(ECDSASignature.sequence(of: good) ?? []))
        for other in [[], Array(good.dropLast()), good + [0], [0] + good, good + good] { #expect(!verifies(other)) }
    }

    @Test func `signatures of P-256 with leading zeros and high bits are written as OpenSSL takes them`() throws {
        let pair = TestKey(.p256)
        let key = try #require(try JWKS(set(pair)).keys.first)
        let context = VerifyingContext()
        var (padded, shortened) = (0, 0)
        for number in 0..<1_500 {
            let bytes = Array("\(number)".utf8)
            let signature = pair.signature(over: bytes)
            if signature[0] & 0x80 != 0 { padded += 1 }
            if signature[0] == 0 || signature[32] == 0 { shortened += 1 }
            #expect(key.verifies(signature, over: bytes, with: context))
        }
        #expect(padded > 0 && shortened > 0)
    }

    @Test func `an RSA signature of another length, or with zeros before it, is none`() throws {
        let pair = TestKey(.rsa(bits: 2_048))
        let key = try #require(try JWKS(set(pair)).keys.first)
        let bytes = Array("x".utf8)
        let good = pair.signature(over: bytes)
        func verifies(_ signature: [UInt8]) -> Bool {
            key.verifies(signature, over: bytes, with: VerifyingContext())
        }
        #expect(verifies(good))
        for other in [[], [0] + good, good + [0], Array(good.dropLast()), [UInt8](repeating: 0, count: 256)] {
            #expect(!verifies(other))
        }
        #expect(!verifies([UInt8](repeating: 0, count: 255) + [1]))
        #expect(!verifies([UInt8](repeating: 0xFF, count: 256)))
    }

    @Test func `an Ed25519 signature whose number is too large is none`() throws {
        let pair = TestKey(.ed25519)
        let key = try #require(try JWKS(set(pair)).keys.first)
        let bytes = Array("x".utf8)
        var signature = pair.signature(over: bytes)
        #expect(key.verifies(signature, over: bytes, with: VerifyingContext()))
        // The order is added to S: the same for who does not look at its size.
        let order: [UInt8] = [
            0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE, 0x14,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
        ]
        var carry = 0
        for index in 0..<32 {
            let sum = Int(signature[32 + index]) + Int(order[index]) + carry
            signature[32 + index] = UInt8(sum & 0xFF)
            carry = sum >> 8
        }
        #expect(!key.verifies(signature, over: bytes, with: VerifyingContext()))
    }

    @Test func `one context verifies with one key after the other`() throws {
        let context = VerifyingContext()
        let bytes = Array("header.claims".utf8)
        let pairs = [TestKey(.rsa(bits: 2_048)), TestKey(.p256), TestKey(.ed25519)]
        for _ in 0..<3 {
            for pair in pairs {
                let key = try #require(try JWKS(set(pair)).keys.first)
                #expect(key.verifies(pair.signature(over: bytes), over: bytes, with: context))
                #expect(!key.verifies(pair.signature(over: [1]), over: bytes, with: context))
            }
        }
    }
}

extension VerifyingKey {
    fileprivate func verifies(_ signature: [UInt8], over bytes: [UInt8], with context: VerifyingContext) -> Bool {
        verifies(signature, over: bytes.span, with: context)
    }
}
