import FeatureKit

/// Types of the kinds that features have.
enum Colour: String, Codable, CaseIterable { case red, green, blue }
enum Level: Int, Codable { case low = 1, high = 2 }

enum Event: Codable, Equatable {
    case idle
    case moved(x: Int, y: Double)
    case said(String)
}

struct Inner: Codable, Equatable {
    var name: String
    var tags: [String?]
    var level: Level
}

struct Everything: Codable, Equatable {
    var flag: Bool
    var text: String
    var whole: Int
    var byte: UInt8
    var long: Int64
    var wide: Int128
    var wides: [UInt128]
    var number: Double
    var half: Float
    var colour: Colour
    var wait: Duration
    var time: Timestamp
    var any: Value
    var maybe: Int?
    var maybeText: String?
    var maybeWait: Duration?
    var inner: Inner
    var inners: [Inner]
    var byName: [String: Int]
    var byNumber: [Int: String]
    var nested: [[Double]]
    var set: Set<Int>
    var event: Event
    var pair: [String: [Event]]
    var waits: [Duration?]
}

class Base: Codable {
    var id: Int
    init(id: Int) { self.id = id }
}

final class Derived: Base {
    var note: String
    private enum CodingKeys: String, CodingKey { case note }

    init(id: Int, note: String) {
        self.note = note
        super.init(id: id)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        note = try container.decode(String.self, forKey: .note)
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder())
        try container.encode(note, forKey: .note)
    }
}

/// Containers within one value, by hand.
struct ByHand: Codable, Equatable {
    var x: Int
    var deep: [Int]
    var last: Bool

    private enum Outer: String, CodingKey { case inside, list, last }
    private enum Inside: String, CodingKey { case x }

    init(x: Int, deep: [Int], last: Bool) { (self.x, self.deep, self.last) = (x, deep, last) }

    init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: Outer.self)
        x = try outer.nestedContainer(keyedBy: Inside.self, forKey: .inside).decode(Int.self, forKey: .x)
        var list = try outer.nestedUnkeyedContainer(forKey: .list)
        deep = []
        while !list.isAtEnd {
            var pair = try list.nestedUnkeyedContainer()
            deep.append(try pair.decode(Int.self))
            if try !pair.decodeNil() { _ = try pair.decode(String.self) }
        }
        last = try outer.decodeIfPresent(Bool.self, forKey: .last) ?? false
    }

    func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: Outer.self)
        var inside = outer.nestedContainer(keyedBy: Inside.self, forKey: .inside)
        try inside.encode(x, forKey: .x)
        var list = outer.nestedUnkeyedContainer(forKey: .list)
        for number in deep {
            var pair = list.nestedUnkeyedContainer()
            try pair.encode(number)
            try pair.encodeNil()
        }
        try outer.encode(last, forKey: .last)
    }
}
