internal import FeatureKit
internal import HostConfig
internal import HostSystem
internal import JSON

/// A JSON Web Key Set, read: the keys that can verify tokens, and why the others can't.
package struct JWKS: Sendable {
    /// The most keys of a set, and its most bytes.
    package static let mostKeys = IssuerLimits.keys
    package static let mostBytes = IssuerLimits.setBytes

    /// Why a key is left out.
    package enum Remark: Sendable, Hashable, CaseIterable {
        case otherKind, otherUse, unfit, doubled, secret
    }

    package private(set) var keys: [VerifyingKey] = []
    /// How many keys were left out for each reason.
    package private(set) var leftOut: [Remark: Int] = [:]

    /// Reads a set.
    package init(_ bytes: [UInt8]) throws(JWKSProblem) {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge }
        var limits = JSONLimits()
        limits.bytes = Self.mostBytes
        limits.nodes = 16_384
        limits.depth = 8
        let value: Value
        do { value = try Value(json: bytes.span, limits: limits) } catch { throw .notJSON }
        guard case .list(let list)? = value["keys"] else { throw .noSet }
        guard list.count <= Self.mostKeys else { throw .tooManyKeys }
        var found: [VerifyingKey] = []
        for element in list {
            guard case .object(let members) = element else {
                leftOut[.unfit, default: 0] += 1
                continue
            }
            switch Self.key(members) {
            case .key(let key): found.append(key)
            case .leftOut(let remark): leftOut[remark, default: 0] += 1
            }
        }
        // Of two keys with one name nobody could tell which one is meant.
        var counts: [String: Int] = [:]
        for key in found { if let id = key.id { counts[id, default: 0] += 1 } }
        for key in found {
            if let id = key.id, counts[id] != 1 { leftOut[.doubled, default: 0] += 1 } else { keys.append(key) }
        }
        guard !keys.isEmpty || list.isEmpty else { throw .nothingUsable }
    }

    private enum Reading {
        case key(VerifyingKey)
        case leftOut(Remark)
    }

    /// The members of a private or secret key, which only the signer may have.
    private static let secrets = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

    private static func key(_ members: Members) -> Reading {
        if secrets.contains(where: { members[$0] != nil }) { return .leftOut(.secret) }
        var id: String?
        if let written = members["kid"] {
            guard case .text(let text) = written, text.utf8.count <= TokenLimits.keyID else { return .leftOut(.unfit) }
            id = text
        }
        if let use = members["use"], use != "sig" { return .leftOut(.otherUse) }
        if let operations = members["key_ops"] {
            guard case .list(let list) = operations, list.contains("verify") else { return .leftOut(.otherUse) }
        }
        func number(_ name: String) -> [UInt8]? {
            guard case .text(let text)? = members[name] else { return nil }
            return Base64URL.bytes(text)
        }
        let algorithm: SigningAlgorithm
        let key: VerifyingKey?
        switch (members["kty"], members["crv"]) {
        case ("RSA", _):
            algorithm = .rs256
            guard let modulus = number("n"), let exponent = number("e") else { return .leftOut(.unfit) }
            key = .rsa(id, modulus: modulus, exponent: exponent)
        case ("EC", "P-256"):
            algorithm = .es256
            guard let x = number("x"), let y = number("y") else { return .leftOut(.unfit) }
            key = .p256(id, x: x, y: y)
        case ("OKP", "Ed25519"):
            algorithm = .eddsa
            guard let x = number("x") else { return .leftOut(.unfit) }
            key = .ed25519(id, x: x)
        default: return .leftOut(.otherKind)
        }
        if let written = members["alg"], written != .text(algorithm.rawValue) { return .leftOut(.otherUse) }
        guard let key else { return .leftOut(.unfit) }
        return .key(key)
    }
}

/// Why a set of keys can't be used.
package enum JWKSProblem: Error, Sendable, Equatable {
    case tooLarge, notJSON, noSet, tooManyKeys, nothingUsable
}
