@_spi(Hosting) import FeatureKit

@_spi(Hosting) @testable import FeatureWire

extension SeededRandom {
    mutating func text() -> String {
        let pieces = [
            "", "a", "lamp", "añil", "🇨🇴", "\u{0}", "\n", "e\u{301}", "Zürich ", String(repeating: "x", count: 300),
        ]
        return (0..<Int.random(in: 0...3, using: &self)).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
    }

    mutating func value(depth: Int = 0) -> Value {
        switch Int.random(in: 0...(depth < 4 ? 7 : 5), using: &self) {
        case 0: return .null
        case 1: return .boolean(Bool.random(using: &self))
        case 2:
            return .integer([.min, .max, 0, -1, Int64(truncatingIfNeeded: next())].randomElement(using: &self) ?? 0)
        case 3: return .number(Double.random(in: -1e300...1e300, using: &self))
        case 4:
            return .number(
                [0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude].randomElement(using: &self) ?? 0)
        case 5: return .text(text())
        case 6: return .list((0..<Int.random(in: 0...4, using: &self)).map { _ in value(depth: depth + 1) })
        default:
            let pairs = (0..<Int.random(in: 0...20, using: &self)).map { ("\($0)" + text(), value(depth: depth + 2)) }
            return .object(Members(pairs))
        }
    }

    mutating func bounds() -> ClosedRange<Int> {
        let lower = Int.random(in: 0...50, using: &self)
        return lower...(lower + Int.random(in: 0...1_000_000, using: &self))
    }

    mutating func shape(depth: Int = 0) -> Shape {
        switch Int.random(in: 0...(depth < 3 ? 13 : 10), using: &self) {
        case 0: return .anything
        case 1: return .boolean
        case 2: return .integer()
        case 3: return .integer(in: -5...Int64.random(in: 0 ... .max, using: &self))
        case 4: return .number(in: [-.infinity...0, 1...2, -1e9...1e9].randomElement(using: &self) ?? 0...1)
        case 5: return .text(length: bounds())
        case 6: return .choice((0..<Int.random(in: 1...4, using: &self)).map { "\($0)" + text() })
        case 7: return .duration(in: .nanoseconds(1) ... .seconds(Int64.random(in: 1...(.max / 4), using: &self)))
        case 8: return .timestamp
        case 9: return [.path, .secret].randomElement(using: &self) ?? .path
        case 10:
            return [.media, .media(upTo: Int.random(in: 0...9, using: &self))].randomElement(using: &self) ?? .media
        case 11: return .list(of: shape(depth: depth + 1), count: bounds())
        case 12: return .map(of: shape(depth: depth + 1), count: bounds())
        default:
            return .object(
                (0..<Int.random(in: 0...4, using: &self)).map { number in
                    let (name, shape) = ("f\(number)", shape(depth: depth + 1))
                    switch Int.random(in: 0...4, using: &self) {
                    case 0: return Field(name, shape, text())
                    case 1: return Field(name, shape, text(), optional: true)
                    case 2: return Field(name, shape, text()).live()
                    case 3: return Field(name, shape, text()).was("was", text())
                    default: return Field(name, shape, text(), default: value(depth: 3))
                    }
                })
        }
    }

    mutating func caller() -> Caller {
        Caller(
            key: Bool.random(using: &self) ? text() : nil,
            attributes: Dictionary(
                (0..<Int.random(in: 0...3, using: &self)).map { ("\($0)", value()) },
                uniquingKeysWith: { one, _ in one }),
            roles: Set((0..<Int.random(in: 0...3, using: &self)).map { _ in text() }),
            origin: [.http, .bus, .cli, .system].randomElement(using: &self) ?? .bus,
            address: Bool.random(using: &self) ? text() : nil,
            isSignedIn: Bool.random(using: &self))
    }

    mutating func cause() -> Cause {
        Bool.random(using: &self)
            ? Cause(caller: caller(), id: text()) : Cause(caller: caller(), trace: (high: next(), low: next()))
    }

    mutating func contract() -> Contract {
        let indexes: [StoreIndex] = [
            .on("a"), .on(.folded("a.b"), "c"), .unique("a", "b"), .unique(), .contains("t"), .near("p"),
        ]
        let role = Contract.Role.allCases.randomElement(using: &self) ?? .reads
        return Contract(
            role: role, name: text(), shape: shape(), reply: Bool.random(using: &self) ? shape() : nil,
            endpoint: role != .evaluates && Bool.random(using: &self)
                ? Contract.Endpoint(
                    method: [.get, .post, .put, .patch, .delete].randomElement(using: &self) ?? .get, path: text(),
                    access: [.everyone, .beforeSigningIn, .user, .role("staff")].randomElement(using: &self)
                        ?? .everyone,
                    streams: Bool.random(using: &self), summary: Bool.random(using: &self) ? text() : nil) : nil,
            indexes: indexes.filter { _ in Bool.random(using: &self) },
            retention: [
                .nothing, .latest, .latestPer(RetentionKey(["a"], until: nil, most: 5)),
                .latestPer(RetentionKey(["a", "b"], until: "over", most: 100)),
            ].randomElement(using: &self) ?? .nothing,
            isWatchable: Bool.random(using: &self),
            decision: role == .evaluates ? Contract.Decision(fallback: value(), summary: text()) : nil,
            needs: KitCollection.allCases.filter { _ in Bool.random(using: &self) },
            migrations: Bool.random(using: &self) ? [DocumentMigration(text(), changing: ["a", text()])] : [], types: []
        )
    }
}
