internal import FeatureKit

/// Which key signs now, which is published before it does, and which nobody needs any more.
///
/// It decides and touches nothing, so time is an argument.
struct KeyRing: Equatable {
    /// How many keys there are at most; one comes each `lifetimes.keys`, which is a day at least.
    static let most = 16
    /// How long a key is published before it signs: as long as anybody keeps a list of keys without asking again.
    static let notice = Duration.seconds(86_400)

    enum Step: Equatable {
        /// A key is to be made that signs from then on.
        case make(Timestamp)
        /// These are over.
        case drop([String])
    }

    private(set) var signers: [Signer] = []
    let lifetimes: Lifetimes

    mutating func add(_ signer: Signer) {
        guard !signers.contains(where: { $0.id == signer.id }) else { return }
        signers.append(signer)
        signers.sort { ($0.from, $0.id) < ($1.from, $1.id) }
    }

    mutating func remove(_ ids: [String]) { signers.removeAll { ids.contains($0.id) } }

    /// The key that signs: the newest whose time has come; where the clock was set back behind all of them, the oldest.
    func signer(at now: Timestamp) -> Signer? { signers.last { $0.from <= now } ?? signers.first }

    /// What is to be done now, one thing at a time; nil where nothing is.
    func step(at now: Timestamp) -> Step? {
        guard let newest = signers.last else { return .make(now.inSeconds) }
        // The length of a key's time shall not make it come without notice, also where the host was off for long.
        let next = newest.from.advanced(by: lifetimes.keys)
        if next <= now.advanced(by: Self.notice), signers.count < Self.most {
            return .make(max(next, now.advanced(by: Self.notice)).inSeconds)
        }
        let over = zip(signers, signers.dropFirst()).filter { _, successor in
            successor.from.advanced(by: lifetimes.access).advanced(by: Session.mostSkew) < now
        }
        return over.isEmpty ? nil : .drop(over.map(\.0.id))
    }

    var jwks: JWKS { JWKS(keys: signers.map(\.jwk)) }
}
