internal import HostConfig

/// A file with an issuer's keys.
package struct KeyFile: Sendable {
    let path: String

    package init(path: String) { self.path = path }

    /// What it says now.
    var answer: KeyAnswer {
        do throws(SourceProblem) {
            return .fresh(try FileSource.read(path, most: IssuerLimits.setBytes + 1))
        } catch { return .failed(error.message) }
    }

    /// What an operator should know of it beforehand: why nobody gets in with its keys, or which of them are left out.
    package var remarks: [String] {
        let bytes: [UInt8]
        switch answer {
        case .fresh(let found, _, _): bytes = found
        case .failed(let why, _): return ["\(why); \(Self.nobody)"]
        case .unchanged, .nobody: return []
        }
        do throws(JWKSProblem) {
            let set = try JWKS(bytes)
            let leftOut = JWKS.Remark.allCases.compactMap { remark in
                set.leftOut[remark].map { count in
                    "\(count) \(count == 1 ? "key is" : "keys are") left out: \(remark)"
                }
            }
            return leftOut + (set.keys.isEmpty ? ["there are no keys in it; \(Self.nobody)"] : [])
        } catch { return ["\(error); \(Self.nobody)"] }
    }

    private static let nobody = "until that is fixed nobody gets in with its tokens"
}
