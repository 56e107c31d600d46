import Crypto
import FeatureKit
import Glibc
import Harness

@testable import Payments

/// Any header and body are refused or are an event; one that the secret signed is, whatever else stands in its header.
@main enum StripeHarness {
    static func main() { exit(fuzz(read)) }
}

private let secret = Secret("whsec_fuzz")
private let now = Timestamp(nanoseconds: 1_790_000_000_000_000_000)

/// The first line is the header, the rest is the body.
private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let header = String(decoding: parts[0], as: UTF8.self)
    let body = parts.count > 1 ? Array(parts[1]) : []
    do throws(StripeWebhook.Problem) {
        _ = try StripeWebhook(body, header: header, secrets: [secret], now: now)
        require(false, "a signature was guessed")
    } catch {}
    if let (time, signatures) = StripeWebhook.read(header) {
        require(time >= 0 && !signatures.isEmpty && signatures.allSatisfy { $0.count == 32 }, "what a header says")
    }
    let signature = Hex.text(Hash.hmacSHA256(Array("\(now.seconds).".utf8) + body, key: Array("whsec_fuzz".utf8)))
    do throws(StripeWebhook.Problem) {
        let hook = try StripeWebhook(
            body, header: "t=\(now.seconds),v0=\(header.filter { $0 != "," }),v1=\(signature)", secrets: [secret],
            now: now)
        require(!hook.id.isEmpty || body.count > 0, "an event without a body")
    } catch {
        require(error == .body || header.utf8.count > 1_900 || error == .header, "a signature that fits is refused")
    }
    return 0
}
