import Glibc
import Harness
import HostAccess
import HostSystem

/// Any bytes are parsed as a key set or refused; no key accepts an arbitrary signature.
@main enum KeysHarness {
    static func main() { exit(fuzz(read)) }
}

private let context = VerifyingContext()

private func read(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let set: JWKS
    do throws(JWKSProblem) { set = try JWKS(bytes) } catch {
        require(!"\(error)".isEmpty)
        return 0
    }
    require(set.keys.count + set.leftOut.values.reduce(0, +) <= JWKS.mostKeys, "there are too many keys")
    let names = set.keys.compactMap(\.id)
    require(Set(names).count == names.count, "two keys have one name")
    for key in set.keys {
        for length in [64, 256, 384, 512, 1_024] {
            let signature = (0..<length).map { bytes[($0 &* 7) % bytes.count] }
            // A random signature never fits by chance, and a key that accepts one would accept anything.
            require(!key.verifies(signature, over: bytes.span, with: context), "it is signed with \(key.algorithm)")
            let zeros = [UInt8](repeating: 0, count: length)
            require(!key.verifies(zeros, over: bytes.span, with: context), "zeros sign with \(key.algorithm)")
        }
        let reused = KeySet(set.keys, reusing: KeySet(set.keys))
        require((try? reused.key(named: key.id, for: key.algorithm)) != nil || key.id == nil, "it is not found")
    }
    return 0
}
