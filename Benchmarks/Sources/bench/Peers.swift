import FeatureKit
import JSON
import Measures

/// What `peers.py` measured: for each peer and flag the nanoseconds of its rounds.
struct Peers {
    private let peers: Members

    init(path: String) throws {
        guard case .object(let peers) = try Value(json: File.text(path)) else {
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
            return (try? Sample(nanoseconds)).map { Row.Peer(name: name, sample: $0) }
        }.min { $0.sample.median < $1.sample.median }
    }
}
