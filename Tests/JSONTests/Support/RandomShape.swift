@_spi(Hosting) import FeatureKit
import TestSupport

extension SeededGenerator {
    mutating func shape(depth: Int = 3) -> Shape {
        switch Int.random(in: 0..<(depth > 0 ? 16 : 10), using: &self) {
        case 0: return .boolean
        case 1: return .integer(in: one(of: [.min ... .max, 0...5, -3...3]))
        case 2: return .number(in: one(of: [-Double.infinity ... .infinity, 0...5, -1.5...1.5]))
        case 3: return .text(length: one(of: [0...65_536, 0...3, 1...8]))
        case 4: return .choice(one(of: [["a", "b"], ["é", "key", "12345678"], [text() + "x"]]))
        case 5: return .duration(in: one(of: [.zero ... .seconds(31_536_000), .seconds(1) ... .seconds(60)]))
        case 6: return .timestamp
        case 7: return one(of: [.path, .secret])
        case 8: return .anything
        case 9: return one(of: [.media, .media(upTo: 3)])
        case 10, 11: return .list(of: shape(depth: depth - 1), count: one(of: [0...10_000, 0...2, 1...3]))
        case 12: return .map(of: shape(depth: depth - 1), count: one(of: [0...10_000, 0...2, 1...3]))
        default: return .object(fields(depth: depth - 1))
        }
    }

    private mutating func fields(depth: Int) -> [Field] {
        var names = Set((0..<Int.random(in: 0...7, using: &self)).map { _ in text() })
        if Bool.random(using: &self) { names.formUnion((0..<5).map { "field-\($0)" }) }
        return names.sorted().map { name in
            let shape = shape(depth: depth)
            switch Int.random(in: 0..<3, using: &self) {
            case 0: return Field(name, shape, "Wanted.")
            case 1: return Field(name, shape, "May be absent.", optional: true)
            default: return Field(name, shape, "Is filled in.", default: value(of: shape))
            }
        }
    }

    /// A value that fits a shape; of fields that need not be there some are missing.
    mutating func value(of shape: Shape) -> Value {
        switch shape.kind {
        case .anything: return value(depth: 2)
        case .boolean: return .boolean(.random(using: &self))
        case .integer(let bounds): return .integer(one(of: [bounds.lowerBound, bounds.upperBound, 1]))
        case .number(let bounds): return one(of: [.number(bounds.lowerBound), .number(bounds.upperBound), .integer(1)])
        case .text(let length):
            let scalars = text().unicodeScalars.prefix(length.upperBound)
            let missing = max(0, length.lowerBound - scalars.count)
            return .text(String(scalars) + String(repeating: "é", count: missing))
        case .choice(let cases): return .text(one(of: cases))
        case .duration(let bounds): return .text(DurationText.print(one(of: [bounds.lowerBound, bounds.upperBound])))
        case .timestamp: return .text(Timestamp(nanoseconds: integer()).description)
        case .path, .secret: return .text(text())
        case .media(let most):
            let texts = ["", "AAAA"] + (most > 3 ? ["ZmxhZw=="] : [])
            return ["type": "image/png", "base64": .text(one(of: texts))]
        case .list(let element, let count): return .list((0..<some(of: count)).map { _ in value(of: element) })
        case .map(let element, let count):
            return .object(Members((0..<some(of: count)).map { ("\($0)", value(of: element)) }))
        case .object(let fields):
            let there = fields.filter { $0.isRequired || Bool.random(using: &self) }
            let members = there.map { ($0.name, value(of: $0.shape)) }
            return .object(Members(Bool.random(using: &self) ? members.shuffled(using: &self) : members))
        @unknown default: return .null
        }
    }

    private mutating func some(of count: ClosedRange<Int>) -> Int {
        min(count.upperBound, count.lowerBound + Int.random(in: 0...3, using: &self))
    }
}
