import FeatureKit
import TestSupport

extension SeededGenerator {
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
