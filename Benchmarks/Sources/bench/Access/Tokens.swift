import FeatureKit
import HostConfig
import JSON
import Measures

/// The tokens that the script made, by how they are signed.
struct Tokens {
    let all: [(name: String, tokens: [[UInt8]])]
    /// One that nobody signed: it tells whether there are keys.
    let unknown: [UInt8]

    init(in folder: String) throws {
        let path = "\(folder)/tokens.json"
        let bytes = try FileSource.read(path)
        guard case .object(let members) = try Value(json: bytes, limits: .none) else {
            throw BenchError.unreadable(path)
        }
        all = try members.map { name, value in
            guard case .list(let list) = value else { throw BenchError.unreadable(path) }
            return (
                name,
                try list.map { token in
                    guard case .text(let text) = token else { throw BenchError.unreadable(path) }
                    return Array(text.utf8)
                }
            )
        }
        guard var first = all.first?.tokens.first, first.count > 2 else { throw BenchError.unreadable(path) }
        // Signed by nobody, so that it is never remembered.
        first[first.count - 3] = first[first.count - 3] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        unknown = first
    }
}
