/// What becomes of the body of a request that is refused before it was read.
enum UnwantedBody {
    /// What happens to it.
    enum Fate: Equatable {
        /// So many bytes are read over, and the next request follows.
        case readOver(Int)
        /// The connection ends, and with it the body.
        case close
    }

    /// The longest body that is read over for the connection's sake.
    static let mostReadOver = 64 * 1024

    /// Decides so that no byte of the body is ever taken for a request.
    static func fate(of head: RequestHead, arrived: Int, closes: Bool) -> Fate {
        guard head.keepsAlive, !closes else { return .close }
        switch head.framing {
        case .none: return .readOver(0)
        // A client that waits for a word may send the body nonetheless, or not: nobody can tell what comes next.
        case .length where head.expectsContinue && arrived == 0: return .close
        case .length(let length): return length <= mostReadOver ? .readOver(length) : .close
        case .chunked: return .close
        }
    }
}
