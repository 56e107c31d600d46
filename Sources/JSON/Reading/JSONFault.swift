/// Where a scan ends, before lines and columns are counted.
struct JSONFault: Error {
    let offset: Int
    let reason: JSONProblem.Reason

    init(_ reason: JSONProblem.Reason, at offset: Int) {
        self.offset = offset
        self.reason = reason
    }

    func problem(in tape: TapeView) -> JSONProblem {
        let (line, column) = tape.place(of: offset)
        return JSONProblem(offset: offset, line: line, column: column, reason: reason)
    }
}

extension TapeView {
    /// The line and the column of an offset, in a text that is UTF-8 up to there.
    func place(of offset: Int) -> (line: Int, column: Int) {
        unsafe withBytes(from: 0, count: offset) { before in
            var line = 1
            var column = 1
            unsafe before.forEach { byte in
                if byte == UInt8(ascii: "\n") {
                    line += 1
                    column = 1
                } else if byte & 0xC0 != 0x80 {
                    column += 1
                }
            }
            return (line, column)
        }
    }
}
