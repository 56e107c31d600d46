import Money
import Sheets
import Testing

@Suite struct SheetTests {
    private func sheet(_ text: String) -> Sheet {
        Sheet(Array(text.utf8), columns: ["id", "price", "vat", "parts", "isActive"], required: ["id", "price"])
    }

    @Test func `columns come in any order, and what was written is read again`() throws {
        let bytes = Sheet.bytes(
            columns: ["price", "id", "parts"], [["3.50", "=cola", "a|b"], ["-1", "x, \"y\"\nz", ""]])
        let read = Sheet([0xEF, 0xBB, 0xBF] + bytes, columns: ["id", "price", "parts"], required: ["id"])
        #expect(read.problems.isEmpty)
        #expect(read.rows.map { $0.text("id") } == ["=cola", "x, \"y\"\nz"])
        #expect(read.rows.map { $0.list("parts") } == [["a", "b"], []])
        var first = try #require(read.rows.first)
        #expect(first.amount("price", in: "EUR") == 350 && first.problems.isEmpty)
        #expect(read.rows.map(\.line) == [2, 3])
    }

    @Test func `unknown and missing columns are told at once`() {
        let read = sheet("id,prize\r\ncola,3\r\n")
        #expect(
            read.problems == [
                "line 1: there is no column \"prize\"; did you mean \"price\"?",
                "line 1: the column \"price\" is missing",
            ])
        #expect(read.rows.isEmpty)
        #expect(sheet("").problems == ["there is no line with the names of the columns"])
    }

    @Test func `what is wrong with a line is told with its column`() throws {
        var row = try #require(sheet("id,price,vat\r\n\r\ncola,1.500,120\r\n").rows.first)
        #expect(row.amount("price", in: "EUR") == nil && row.rate("vat") == nil)
        #expect(
            row.problems == [
                "line 3, price: an amount such as 3.50", "line 3, vat: a rate such as 10 or 21",
            ])
        #expect(
            sheet("id,price\r\ncola\r\n").problems == ["line 2: the row must have 2 fields like the first one, not 1"])
    }

    @Test(arguments: [("8.2", 820), ("8,25 %", nil), ("8,25%", 825), ("0", 0), ("-1", nil), ("", nil)])
    func `rates`(text: String, rate: Int?) throws {
        var row = try #require(sheet("id,price,vat\r\na,1,\"\(text)\"\r\n").rows.first)
        #expect(row.rate("vat") == rate)
    }

    @Test(arguments: [("3.50", "EUR", 350), ("3,5", "EUR", 350), ("1.500", "EUR", nil), ("1.500", "KWD", 1_500)])
    func `amounts with two readings are none`(text: String, currency: String, minor: Int64?) {
        #expect(Money.minor(of: text, in: currency) == minor)
    }

    @Test(arguments: [(350, "EUR", "3.50"), (-5, "EUR", "-0.05"), (1_234, "JPY", "1234"), (7, "KWD", "0.007")])
    func `amounts as cells`(minor: Int64, currency: String, text: String) {
        #expect(Money(minor: minor, currency: currency).plain == text)
    }
}
