import FeatureKit
import Glibc
import JSON
import Measures

/// What `peers.py` measured: for each peer and flag the nanoseconds of its rounds.
struct Peers {
    private let peers: Members

    init(path: String) throws {
        guard let text = Self.text(path), case .object(let peers) = try Value(json: text) else {
            throw BenchError.unreadable(path)
        }
        self.peers = peers
    }

    /// The fastest one; nil where none could be measured.
    func fastest(_ flag: String) -> Row.Peer? {
        peers.compactMap { name, flags -> Row.Peer? in
            guard case .list(let rounds)? = flags[flag] else { return nil }
            let nanoseconds = rounds.compactMap { round -> Double? in
                switch round {
                case .integer(let integer): Double(integer)
                case .number(let number): number
                default: nil
                }
            }
            return Sample(nanoseconds).map { Row.Peer(name: name, sample: $0) }
        }.min { $0.sample.median < $1.sample.median }
    }

    private static func text(_ path: String) -> String? {
        guard let file = unsafe fopen(path, "r") else { return nil }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = unsafe getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
