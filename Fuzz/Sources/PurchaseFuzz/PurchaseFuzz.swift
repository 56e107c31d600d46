import Crypto
import Glibc
import Harness

@testable import AppStore

/// Any text is no purchase that a root vouches for, whether it is taken as it comes or its parts are encoded first.
@main enum PurchaseHarness {
    static func main() { exit(fuzz(read)) }
}

private let settings = AppStoreSettings(bundle: "org.example.circuit", roots: ["MAA="])

/// A compact signature or, in three lines, its head, its payload and its signature.
private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    check(String(decoding: bytes, as: UTF8.self))
    let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    if parts.count == 3 { check(parts.map { Base64URL.text(Array($0)) }.joined(separator: ".")) }
    return 0
}

private func check(_ text: String) {
    do throws(AppStoreProblem) {
        _ = try SignedTransaction(text, settings)
        require(false, "a purchase that nobody signed")
    } catch { require(!error.description.isEmpty, "a refusal without a reason") }
    do throws(AppStoreProblem) {
        _ = try StoreNotification(text, settings)
        require(false, "a notification that nobody signed")
    } catch {}
}
