import Testing

@_spi(Hosting) @testable import FeatureKit

/// What holds for all records: what is written is read back, and what is read is what the shape allows.
struct RecordPropertyTests {
    @Test func `what is written is read back`() throws {
        var random = SeededRandom.announced()
        for _ in 0..<300 {
            let record = Everything.random(&random)
            #expect(try Everything(json: Array(record.json.utf8)) == record)
            #expect(Everything.shape.problems(in: try Value(encoding: record)).isEmpty)
            #expect(try Value(encoding: record).decoded(as: Everything.self) == record)
        }
    }

    @Test func `a record takes just what its shape finds nothing in`() throws {
        var random = SeededRandom.announced()
        var counts = (taken: 0, refused: 0)
        for _ in 0..<3_000 {
            var value = try Value(encoding: Everything.random(&random))
            for _ in 0..<Int.random(in: 1...2, using: &random) { value = value.mutated(&random) }
            let problems = Everything.shape.problems(in: value)
            let read = try? Everything(json: Array(value.json.utf8))
            #expect((read != nil) == problems.isEmpty, "\(value.json): \(problems)")
            if let read {
                // Defaults are those of the shape.
                #expect(try Everything.shape.completed(value).decoded(as: Everything.self) == read)
                counts.taken += 1
            } else {
                counts.refused += 1
            }
        }
        #expect(counts.taken > 100 && counts.refused > 1_000, "\(counts)")
    }

    @Test func `bytes that are no record are refused as the tree refuses them`() throws {
        var random = SeededRandom.announced()
        for _ in 0..<3_000 {
            var bytes = Array(Everything.random(&random).json.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0:
                    bytes[place] = Array("\"\\{}[]:,0123456789.eE-+ntf \u{1}".utf8).randomElement(using: &random) ?? 0
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[place], at: place)
                }
            }
            let fits = (try? Value(json: bytes)).map { Everything.shape.problems(in: $0).isEmpty } ?? false
            let read = try? Everything(json: bytes)
            #expect((read != nil) == fits, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }
}

extension Everything {
    fileprivate static func random(_ random: inout SeededRandom) -> Everything {
        Everything(
            text: .random(1...5, &random), plain: .random(0...20, &random),
            maybe: .random(&random) ? .random(2...4, &random) : nil, people: .random(in: -3...500, using: &random),
            large: .random(&random) ? .random(in: .min ... .max, using: &random) : nil,
            share: .random(in: 0...1, using: &random), number: .random(in: -1e9...1e9, using: &random),
            hold: .random(&random), within: .milliseconds(Int.random(in: 10...60_000, using: &random)),
            lasts: .random(&random) ? .seconds(Int.random(in: 0...31_536_000, using: &random)) : nil,
            made: Timestamp(nanoseconds: .random(in: 0...4_000_000_000_000_000_000, using: &random)),
            case: Colour.allCases.randomElement(using: &random) ?? .red,
            words: (0..<Int.random(in: 1...3, using: &random)).map { _ in .random(1...3, &random) },
            counts: .random(&random) ? Dictionary([("a", 1), (.random(0...4, &random), 9)]) { $1 } : [:],
            wheel: .random(&random),
            wheels: (0..<Int.random(in: 0...3, using: &random)).map { _ in .random(&random) },
            any: .random(&random) ? .list([.null, .text("x")]) : nil)
    }
}

extension Wheel {
    fileprivate static func random(_ random: inout SeededRandom) -> Wheel {
        Wheel(width: .random(in: 0.25...2, using: &random), mark: .random(&random) ? .random(1...3, &random) : nil)
    }
}

extension Bool {
    fileprivate static func random(_ random: inout SeededRandom) -> Bool { .random(using: &random) }
}

extension String {
    fileprivate static func random(_ length: ClosedRange<Int>, _ random: inout SeededRandom) -> String {
        let scalars: [Unicode.Scalar] = ["a", "Z", "\"", "\\", "\n", "\u{1}", "é", "\u{301}", "🏁", "/", " ", "0"]
        let count = Int.random(in: length, using: &random)
        return String(
            String.UnicodeScalarView((0..<count).map { _ in scalars.randomElement(using: &random) ?? "a" }))
    }
}

extension Value {
    /// The tree with one thing changed somewhere.
    fileprivate func mutated(_ random: inout SeededRandom) -> Value {
        switch self {
        case .object(var members) where !members.isEmpty && Int.random(in: 0..<8, using: &random) > 0:
            guard let name = members.names.randomElement(using: &random) else { return self }
            switch Int.random(in: 0..<6, using: &random) {
            case 0: members[name] = nil
            case 1: members[name + "x"] = members[name]
            default: members[name] = members[name]?.mutated(&random)
            }
            return .object(members)
        case .list(var list) where !list.isEmpty && Int.random(in: 0..<4, using: &random) > 0:
            let place = Int.random(in: list.indices, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: list.remove(at: place)
            case 1: list.append(list[place])
            default: list[place] = list[place].mutated(&random)
            }
            return .list(list)
        default: return Self.odd.randomElement(using: &random) ?? .null
        }
    }

    private static let odd: [Value] = [
        .null, .boolean(true), .boolean(false), .integer(0), .integer(1), .integer(-3), .integer(-4), .integer(500),
        .integer(501), .integer(.max), .integer(.min), .number(0.25), .number(0.2), .number(1), .number(2),
        .number(2.5),
        .number(-0.0), .number(1e300), .text(""), .text("a"), .text("abcd"), .text("abcdef"), .text("🏁🏁🏁🏁🏁"),
        .text("e\u{301}e\u{301}"), .text("red"), .text("5s"), .text("9ms"), .text("61s"), .text("366d"),
        .text("8761h"), .text("2026-11-20T14:03:05Z"), .text("2026-11-20"), .text("noColour"),
        .text(String(repeating: "x", count: 65_536)), .text(String(repeating: "x", count: 65_537)), .list([]),
        .list([.text("a")]), .list([.text("")]), .list([.text("abcd")]), .list(Array(repeating: .text("a"), count: 4)),
        .list([.integer(1)]), .object([:]), .object(["a": .integer(1)]), .object(["a": .integer(10)]),
        .object(["a": .integer(1), "b": .integer(1), "c": .integer(1)]), .object(["width": .number(1)]),
        .object(["width": .integer(1), "mark": .null]),
        .list(Array(repeating: .object(["width": .integer(1)]), count: 10_001)),
    ]
}
