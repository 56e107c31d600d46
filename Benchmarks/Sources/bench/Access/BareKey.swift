import COpenSSL
@_spi(Hosting) import FeatureKit
import HostConfig
import HostSystem
import Measures

/// OpenSSL alone: the same signature over the same bytes, and nothing of what else makes a token good.
@safe
struct BareKey {
    private let key: OpaquePointer
    private let kind: String
    private let clock = SystemClock()

    init(in folder: String, kind: String) throws {
        let bytes = try FileSource.read("\(folder)/\(kind).der")
        let key = unsafe bytes.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var place = bytes.baseAddress
            return unsafe d2i_PUBKEY(nil, &place, bytes.count)
        }
        guard let key = unsafe key else { throw BenchError("\(kind).der is no public key") }
        unsafe self.key = key
        self.kind = kind
    }

    /// How long its signature takes, in microseconds.
    func verify(_ token: [UInt8]) throws -> Double {
        guard let dot = token.lastIndex(of: UInt8(ascii: ".")) else { throw BenchError("a token has no signature") }
        var signature = try Self.decoded(token[(dot + 1)...])
        if kind == "ES256" { signature = Self.der(signature) }
        let digest = unsafe kind == "EdDSA" ? nil : EVP_sha256()
        let start = clock.uptime
        let context = unsafe EVP_MD_CTX_new()
        defer { unsafe EVP_MD_CTX_free(context) }
        let isGood =
            unsafe EVP_DigestVerifyInit(context, nil, digest, nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, token, dot) == 1
        let end = clock.uptime
        guard isGood else { throw BenchError("OpenSSL refuses a signature") }
        return (end - start) / .microseconds(1)
    }

    private static func decoded(_ letters: ArraySlice<UInt8>) throws -> [UInt8] {
        var (bytes, bits, held) = ([UInt8](), UInt32(0), UInt32(0))
        for letter in letters {
            let value: UInt8
            switch letter {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = letter - 65
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = letter - 71
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = letter + 4
            case UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "_"): value = 63
            default: throw BenchError("a token has no signature")
            }
            bits = bits << 6 | UInt32(value)
            held += 6
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> held))
            }
        }
        return bytes
    }

    /// Two numbers of 32 bytes as ASN.1 has them.
    private static func der(_ raw: [UInt8]) -> [UInt8] {
        let numbers = [raw.prefix(32), raw.suffix(32)].map { number -> [UInt8] in
            let digits = Array(number.drop { $0 == 0 })
            let signed = (digits.first ?? 0) >= 0x80 || digits.isEmpty ? [0] + digits : digits
            return [2, UInt8(signed.count)] + signed
        }
        let body = numbers[0] + numbers[1]
        return [0x30, UInt8(body.count)] + body
    }
}
