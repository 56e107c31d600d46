import FeatureKit
import TestSupport
import Testing

@testable import JSON

/// What holds for every document.
@Suite(.timeLimit(.minutes(2))) struct ReadingPropertyTests {
    @Test(arguments: Seeds.forThisRun(count: 60))
    func `what is written is read again`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let value = random.value()
        for text in [value.json, value.prettyJSON, "\r\n\t \(value.json) \n"] {
            let read = try Value(json: text)
            #expect(read == value)
            // `==` does not see the order of members nor the sign of zero.
            #expect(read.json == value.json)
        }
    }

    @Test func `a reader keeps nothing of the document before`() throws {
        var random = SeededGenerator(seed: 1)
        var reader = JSONReader()
        var held: [(JSONTape, Value)] = []
        for round in 0..<300 {
            let value = random.value()
            let bytes = Array(value.json.utf8)
            _ = try? reader.read(bytes.span.extracting(first: bytes.count / 2))
            let tape = try reader.read(bytes.span)
            #expect(tape.value.json == value.json)
            // Who keeps a document keeps it as it was.
            if round.isMultiple(of: 7) { held.append((tape, value)) }
        }
        for (tape, value) in held { #expect(tape.value.json == value.json) }
    }

    @Test(arguments: Seeds.forThisRun(count: 20))
    func `a text that breaks off is no JSON`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = Array(Value.list([random.value()]).json.utf8)
        for count in 0..<bytes.count {
            let problem = #expect(throws: JSONProblem.self) { try Value(json: Array(bytes[..<count])) }
            if let problem { #expect(problem.offset <= count) }
        }
    }

    /// Whatever comes in, there is an answer; and what is taken means the same when it is written and read again.
    @Test(arguments: Seeds.forThisRun(count: 60))
    func `a changed text is refused or understood`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let original = Array(random.value().json.utf8)
        let marks = Array("\"\\{}[],:0123456789.eE+-tfnu \n\0".utf8) + [0x7F, 0x80, 0xC3, 0xE2, 0xED, 0xF0, 0xF4, 0xFF]
        for _ in 0..<40 {
            var bytes = original
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.insert(random.one(of: marks), at: place)
                case 1 where place < bytes.count: bytes.remove(at: place)
                case 2 where place < bytes.count: bytes[place] = random.one(of: marks)
                default:
                    let other = Int.random(in: 0...bytes.count, using: &random)
                    bytes.insert(contentsOf: Array(bytes[min(place, other)..<max(place, other)]), at: place)
                }
            }
            do {
                let value = try Value(json: bytes)
                #expect(try Value(json: value.json).json == value.json)
                #expect(String(validating: bytes, as: UTF8.self) != nil)
            } catch {
                #expect((0...bytes.count).contains(error.offset))
                #expect(error.line >= 1 && error.column >= 1)
            }
        }
    }

    @Test(arguments: Seeds.forThisRun(count: 5))
    func `a number is read as the nearest one there is`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<400 { try expectNearest(&random) }
    }

    private func expectNearest(_ random: inout SeededGenerator) throws {
        let count = random.one(of: [1, 3, 16, 17, 18, 19, 20, 30, 400, 900])
        var digits = (0..<count).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
        digits.insert(".", at: digits.index(digits.startIndex, offsetBy: Int.random(in: 1...count, using: &random)))
        if digits.hasSuffix(".") { digits += "0" }
        let text = digits.drop { $0 == "0" }
        let number = (text.first == "." ? "0" : "") + text + "e\(Int.random(in: -340...300, using: &random))"
        let nearest = try #require(Double(number))
        if nearest.isFinite {
            #expect(try Value(json: number).json == Value.number(nearest).json, "\(number)")
        } else {
            #expect(throws: JSONProblem.self) { try Value(json: number) }
        }
    }
}
