import LibraryTestSupport
import Testing

@testable import CSV

@Suite struct CSVTests {
    private func rows(_ text: String, separator: UInt8 = UInt8(ascii: ",")) throws(CSVProblem) -> [CSVReader.Row] {
        try rows(Array(text.utf8), separator: separator)
    }

    private func rows(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ",")) throws(CSVProblem) -> [CSVReader.Row] {
        var reader = CSVReader(separator: separator)
        let rows = try reader.read(bytes)
        return try rows + [reader.finish()].compactMap(\.self)
    }

    @Test func aFileIsReadWithQuotesAndLines() throws {
        let read = try rows("\u{FEFF}\"a\",b\r\n\"x, \"\"y\"\"\r\nz\", \n\n,\r\n\"\",last")
        #expect(read.map(\.fields) == [["a", "b"], ["x, \"y\"\r\nz", " "], ["", ""], ["", "last"]])
        #expect(read.map(\.line) == [1, 2, 5, 6])
        #expect(try rows("a;b,c", separator: UInt8(ascii: ";")).map(\.fields) == [["a", "b,c"]])
        #expect(try rows("") == [] && rows("\n\r\n\n") == [] && rows("\u{FEFF}") == [])
    }

    @Test(arguments: [
        ("a\nb\"c", 2, CSVProblem.Reason.quote), ("\"a\"b", 1, .afterQuote), ("a\n\"b\nc", 2, .noEnd),
        ("a\rb", 1, .loneReturn), ("a\r", 1, .loneReturn), ("a,b\n\"c\nd\"\n", 2, .fields(1, expected: 2)),
    ]) func anErrorNamesItsLine(text: String, line: Int, reason: CSVProblem.Reason) {
        #expect(throws: CSVProblem(line: line, reason)) { try rows(text) }
    }

    @Test func boundsAreKeptAndAnErrorStays() throws {
        let longest = String(repeating: "x", count: CSVReader.mostFieldBytes)
        #expect(try rows(longest).count == 1)
        #expect(throws: CSVProblem(line: 1, .longField(most: 65_536))) { try rows("\"\(longest)x\"") }
        let widest = String(repeating: ",", count: CSVReader.mostFields - 1)
        #expect(try rows(widest).first?.fields.count == CSVReader.mostFields)
        #expect(throws: CSVProblem(line: 1, .longRow(most: 1_000))) { try rows(widest + ",") }
        var reader = CSVReader()
        let problem = CSVProblem(line: 2, .notUTF8)
        #expect(throws: problem) { try reader.read([0x61, 10, 0xFF, 10]) }
        #expect(throws: problem) { try reader.read([0x61]) }
        #expect(throws: problem) { try reader.finish() }
    }

    @Test func whatIsWrittenIsReadBackHoweverItIsCut() throws {
        for seed in SeededRandom.seeds(300) {
            var random = SeededRandom(seed: seed)
            let columns = Int.random(in: 1...4, using: &random)
            let written = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                (0..<columns).map { _ in
                    String(
                        (0..<Int.random(in: 0...5, using: &random)).compactMap { _ in
                            "a\",;\n\r é=".randomElement(using: &random)
                        })
                }
            }
            var writer = CSVWriter()
            for row in written { writer.write(row) }
            var reader = CSVReader()
            var read: [CSVReader.Row] = []
            var rest = writer.bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...4, using: &random)
                read += try reader.read(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(try reader.finish() == nil && read.map(\.fields) == written, "seed \(seed)")
        }
    }

    @Test func formulasAreGuardedAndNumbersAreNot() {
        var writer = CSVWriter(separator: UInt8(ascii: ";"), guardsFormulas: true)
        writer.write(["=1+1", "-5.2", "-5+2", "@a", "a=b", "\tx", ""])
        writer.write([""])
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "'=1+1;-5.2;'-5+2;'@a;a=b;'\tx;\r\n\"\"\r\n")
    }
}
