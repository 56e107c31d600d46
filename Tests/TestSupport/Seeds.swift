internal import Glibc

/// Seeds of property tests: new ones each run, or the one that `FLAGSTAND_SEED` names.
package enum Seeds {
    package static func forThisRun(count: Int) -> [UInt64] {
        if let text = unsafe getenv("FLAGSTAND_SEED").map({ unsafe String(cString: $0) }), let seed = UInt64(text) {
            return [seed]
        }
        let first = UInt64.random(in: 0 ... .max >> 1)
        print("seeds from \(first)")
        return (0..<UInt64(count)).map { first + $0 }
    }
}
