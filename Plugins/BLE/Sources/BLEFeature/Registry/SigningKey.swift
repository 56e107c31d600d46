internal import CSodiumBLE
internal import FeatureKit

/// What a beacon signs with: an HMAC-SHA-256 that has taken in the key, and waits for what is to be signed.
///
/// Taking in the key is half of the work, and is done once.
struct SigningKey: Sendable {
    /// How many bytes a key has.
    static let lengths = 16...64
    /// How many bytes the whole code has.
    static let codeBytes = Int(crypto_auth_hmacsha256_BYTES)

    private let begun: crypto_auth_hmacsha256_state

    /// Has to have returned before a key is made.
    static func prepare() throws(FleetProblem) {
        guard sodium_init() >= 0 else { throw FleetProblem.noSodium }
    }

    init(_ bytes: [UInt8]) {
        var state = crypto_auth_hmacsha256_state()
        _ = unsafe crypto_auth_hmacsha256_init(&state, bytes, bytes.count)
        begun = state
    }

    /// The key of a secret: the bytes of its text, as it is written.
    init(_ secret: Secret) { self.init(Array(secret.reveal().utf8)) }

    /// The code of up to three pieces, one behind the other.
    func code(
        of first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8> = [], _ third: ArraySlice<UInt8> = []
    ) -> [UInt8] {
        var state = begun
        Self.add(first, to: &state)
        Self.add(second, to: &state)
        Self.add(third, to: &state)
        var code = [UInt8](repeating: 0, count: Self.codeBytes)
        _ = unsafe crypto_auth_hmacsha256_final(&state, &code)
        return code
    }

    private static func add(_ piece: ArraySlice<UInt8>, to state: inout crypto_auth_hmacsha256_state) {
        unsafe piece.withUnsafeBufferPointer { bytes in
            _ = unsafe crypto_auth_hmacsha256_update(&state, bytes.baseAddress, UInt64(bytes.count))
        }
    }

    /// Whether bytes are the same; it takes as long for those that differ.
    static func areSame(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe left.withUnsafeBufferPointer { left in
            unsafe right.withUnsafeBufferPointer { right in
                guard let one = left.baseAddress, let other = right.baseAddress else { return true }
                return unsafe sodium_memcmp(one, other, left.count) == 0
            }
        }
    }

    /// A short text that stands for a long one, and can't be made for another.
    static func digest(_ text: String) -> String {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        let bytes = Array(text.utf8)
        _ = unsafe crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return Hex.text(digest)
    }
}
