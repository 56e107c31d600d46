@_spi(Hosting) import FeatureKit
import TestSupport

/// Documents and queries of any kind, with many that are alike.
struct RandomPlaces {
    var random: SeededGenerator

    static let words = [
        "", "a", "A", "á", "ab", "Café", "cafe\u{301}", "CAFE", "bar", "Bar La Peña", "ñ", "Straße", "strasse", "😀",
        "😀😃", "日本", "日本語", "a\"b", "\"", "'", "%", "_", "*", "a*", "NEAR(a b)", "a OR b", "x\0y", "\0", "\u{3}\u{3}",
        "e\u{301}", "\u{10FFFF}", "\u{10FFFF}\u{10FFFF}a", "\u{D7FF}", "ﬁ", "col·lecció", "  ", "zz",
    ]

    mutating func one<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

    mutating func text() -> String { chance(3) ? one(Self.words) + one(Self.words) : one(Self.words) }

    mutating func point() -> GeoPoint {
        let lat = one([90, -90, 0, 41.4, 41.4001, 89.9999, Double.random(in: -90...90, using: &random)])
        return GeoPoint(lat: lat, lon: one([180, -180, 0, 2.17, 179.9999, .random(in: -180...180, using: &random)]))
    }

    mutating func number() -> Value {
        one([
            0, 1, 2, -1, 0.5, -0.0, 1.0, 9_007_199_254_740_993, 9_007_199_254_740_992.0, 1e300, .integer(.max),
            .integer(.min), 5,
        ])
    }

    mutating func document(number: Int) -> Value {
        var members = Members()
        members["name"] = .text(text())
        members["type"] = .text(one(["bar", "pub", "club"]))
        if !chance(3) { members["owner"] = .text(text()) }
        members["seats"] = .integer(one([0, 1, 2, 3, .max, .min, 9_007_199_254_740_993]))
        if !chance(3) { members["stars"] = self.number() }
        members["open"] = .boolean(chance(2))
        if chance(3) { members["badge"] = .integer(Int64(number)) }
        members["code"] = .text("c\(number)")
        if chance(2) { members["address"] = ["City": .text(text())] }
        if !chance(4) {
            let point = point()
            members["place"] = ["lat": .number(point.lat), "lon": .number(point.lon)]
        }
        return .object(members)
    }

    private mutating func comparison(_ field: FieldKey, _ value: () -> Value) -> StoreCondition {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: .equals(field, value())
        case 1: .among(field, (0..<Int.random(in: 1...5, using: &random)).map { _ in value() })
        case 2: .absent(field)
        case 3: .from(field, value())
        case 4: .above(field, value())
        case 5: .upTo(field, value())
        default: .below(field, value())
        }
    }

    mutating func condition() -> StoreCondition {
        var other = self
        _ = random.next()
        other.random = SeededGenerator(seed: random.next())
        switch Int.random(in: 0..<13, using: &random) {
        case 0: return comparison("owner") { .text(other.text()) }
        case 1: return comparison("type") { .text(other.one(["bar", "pub", "x"])) }
        case 2: return comparison(.folded("name")) { .text(other.text()) }
        case 3: return comparison("seats") { other.number() }
        case 4: return comparison("stars") { other.number() }
        case 5: return comparison("open") { .boolean(other.chance(2)) }
        case 6: return comparison("badge") { .integer(.random(in: 0...60, using: &other.random)) }
        case 7: return comparison("address.City") { .text(other.text()) }
        case 8: return .begins(one(["owner", "type", .folded("name"), "address.City"]), one(Self.words))
        case 9, 10:
            let text = one(Self.words.filter { !FoldedText.fold($0).isEmpty })
            return .contains(one(["name", "owner"]), text)
        case 11: return .near("place", of: point(), within: one([nil, 0, 20, 1e5, 5e6, 3e7]))
        default: return .equals("code", "c\(Int.random(in: 0...60, using: &random))")
        }
    }

    mutating func order() -> StoreOrder? {
        let fields: [FieldKey] = [
            "owner", "type", .folded("name"), "seats", "stars", "open", "badge", "code", "address.City",
        ]
        var order: StoreOrder?
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let next: StoreOrder = chance(2) ? .by(one(fields)) : .descending(by: one(fields))
            order = order.map { $0.then(next) } ?? next
        }
        return order
    }
}
