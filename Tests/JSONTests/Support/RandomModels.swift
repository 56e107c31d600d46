import FeatureKit
import TestSupport

extension SeededGenerator {
    mutating func everything() -> Everything {
        Everything(
            flag: .random(using: &self), text: text(), whole: Int(integer()), byte: .random(in: 0...255, using: &self),
            long: integer(), wide: Int128(integer()), wides: many { UInt128($0.integer().magnitude >> 1) },
            number: number(), half: Float(Int.random(in: -100...100, using: &self)) / 8,
            colour: one(of: Colour.allCases), wait: duration(), time: Timestamp(nanoseconds: integer()), any: value(),
            maybe: maybe { Int($0.integer()) }, maybeText: maybe { $0.text() }, maybeWait: maybe { $0.duration() },
            inner: inner(), inners: many { $0.inner() },
            byName: Dictionary(many { ($0.text(), Int($0.integer())) }) { first, _ in first },
            byNumber: Dictionary(many { (Int($0.integer()), $0.text()) }) { first, _ in first },
            nested: many { $0.many { $0.number() } }, set: [1, Int(integer())], event: event(),
            pair: Dictionary(many { ($0.text(), $0.many { $0.event() }) }) { first, _ in first },
            waits: many { $0.maybe { $0.duration() } })
    }

    mutating func inner() -> Inner {
        Inner(name: text(), tags: many { $0.maybe { $0.text() } }, level: one(of: [.low, .high]))
    }

    mutating func event() -> Event {
        one(of: [.idle, .moved(x: Int(integer()), y: number()), .said(text())])
    }

    mutating func duration() -> Duration { .nanoseconds(Int64.random(in: 0...1 << 50, using: &self)) }

    mutating func maybe<T>(_ make: (inout SeededGenerator) -> T) -> T? {
        Bool.random(using: &self) ? make(&self) : nil
    }

    mutating func many<T>(_ make: (inout SeededGenerator) -> T) -> [T] {
        (0..<Int.random(in: 0...3, using: &self)).map { _ in make(&self) }
    }

    /// The value with something in it that is another, missing, more, or elsewhere.
    mutating func changed(_ value: Value) -> Value {
        switch value {
        case .list(var list) where !list.isEmpty && Int.random(in: 0..<4, using: &self) > 0:
            let place = Int.random(in: list.indices, using: &self)
            switch Int.random(in: 0..<4, using: &self) {
            case 0: list.remove(at: place)
            case 1: list.append(self.value(depth: 1))
            default: list[place] = changed(list[place])
            }
            return .list(list)
        case .object(var members) where !members.isEmpty && Int.random(in: 0..<8, using: &self) > 0:
            let name = one(of: members.names)
            switch Int.random(in: 0..<6, using: &self) {
            case 0: members[name] = nil
            case 1: members[text()] = self.value(depth: 1)
            case 2: members = Members(members.map { ($0.name, $0.value) }.shuffled(using: &self))
            default: members[name] = members[name].map { changed($0) }
            }
            return .object(members)
        case .integer(let number): return one(of: [.number(Double(number)), .integer(number &+ 1), .text("\(number)")])
        case .text(let text): return one(of: [.text(text + "x"), .text(String(text.dropLast())), .null, .integer(1)])
        default: return self.value(depth: 1)
        }
    }
}
