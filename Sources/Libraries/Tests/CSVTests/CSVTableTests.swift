import CSV
import Testing

@Suite struct CSVTableTests {
    /// All rows: the line on which each begins, and its texts in these columns.
    private func rows(_ text: String, _ columns: String...) -> [[String]] {
        let table = CSVTable(Array(text.utf8))
        var rows: [[String]] = []
        table.each { row in rows.append(["\(row.line)"] + columns.map { row.text(table.column($0)) }) }
        return rows
    }

    @Test func whatManyWriteIsTaken() {
        let mark = "\u{FEFF}"
        #expect(
            rows(mark + "A, b \r\n1,2\r\n\r\n 3 ,\"4\"\r\n", "a", "b", "c") == [
                ["2", "1", "2", ""], ["4", "3", "4", ""],
            ])
        #expect(
            rows("a,b\n\"x, \"\"y\"\"\",\"two\nlines\"\n5\n6,7,8", "a", "b") == [
                ["2", "x, \"y\"", "two\nlines"], ["4", "5", ""], ["5", "6", "7"],
            ])
        #expect(rows("a\n\"never", "a") == [["2", "never"]])
        #expect(rows("", "a") == [] && rows("a", "a") == [] && rows("\n", "") == [])
    }

    @Test func aColumnIsNamedOrSaidByItsPlace() {
        CSVTable(Array("\"a\nb\",n\nx,2.5\n".utf8)).each { row in
            #expect(row.line == 3 && row.text("a\nb") == "x" && row.number("n") == 3 && row.decimal("n") == 2.5)
            #expect(row.text("none") == "" && row.number("none") == nil && Array(row.bytes("n")) == Array("2.5".utf8))
        }
    }

    @Test func numbersAreReadFromTheirBytes() {
        let table = CSVTable(Array("n\n12\n 171.2\n-3\n99999999999999999999\nx\n\"\",\n1e400,\n".utf8))
        var (numbers, decimals, bytes) = ([Int?](), [Double?](), [Int]())
        table.each { row in
            numbers.append(row.number(0))
            decimals.append(row.decimal(0))
            bytes.append(row.bytes(0).count + row.bytes(9).count + row.bytes(nil).count)
        }
        #expect(numbers == [12, 172, -3, nil, nil, nil, nil])
        #expect(decimals == [12, 171.2, -3, 1e20, nil, nil, nil])
        #expect(bytes == [2, 5, 2, 20, 1, 0, 5])
    }
}
