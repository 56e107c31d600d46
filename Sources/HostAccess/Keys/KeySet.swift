package import HostConfig

/// The keys of an issuer.
package struct KeySet: Sendable {
    package let keys: [VerifyingKey]
    private let places: [String: Int]

    /// - Parameter previous: The previous keys; keys that stay keep their objects, so that caches recognize them.
    package init(_ keys: [VerifyingKey] = [], reusing previous: KeySet? = nil) {
        let kept = keys.map { key in previous?.keys.first { $0.isSame(as: key) } ?? key }
        self.keys = kept
        places = Dictionary(kept.enumerated().compactMap { place, key in key.id.map { ($0, place) } }) { $1 }
    }

    /// Whether a key is among them.
    func has(_ key: VerifyingKey) -> Bool { keys.contains { $0 === key } }

    /// Whether others are the same.
    func isSame(as other: KeySet) -> Bool {
        keys.count == other.keys.count && keys.allSatisfy { key in other.keys.contains { $0.isSame(as: key) } }
    }

    /// The key that a token names.
    ///
    /// - Throws: `.unknownKey` where asking for the keys once more could help.
    package func key(
        named id: String?, for algorithm: SigningAlgorithm
    ) throws(TokenFault) -> VerifyingKey {
        if let id {
            guard let place = places[id] else { throw .unknownKey }
            guard keys[place].algorithm == algorithm else { throw .unfitKey }
            return keys[place]
        }
        let fit = keys.filter { $0.algorithm == algorithm }
        guard let key = fit.first else { throw .unknownKey }
        guard fit.count == 1 else { throw .severalKeys }
        return key
    }
}
