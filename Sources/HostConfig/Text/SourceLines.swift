/// The lines of a text, for showing one beside what is wrong with it.
struct SourceLines {
    private let bytes: [UInt8]
    private let starts: [Int]

    /// Lines end as YAML's do: at LF, CR or both.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [ByteOrderMark.length(in: bytes)]
        for (index, byte) in bytes.enumerated() {
            let isEnd =
                byte == .lineFeed || (byte == .carriageReturn && !bytes[(index + 1)...].starts(with: [.lineFeed]))
            if isEnd { starts.append(index + 1) }
        }
        self.starts = starts
    }

    /// The place, or the text's end where libyaml names the line after it; the line's end where it is shorter, as in JSON
    /// whose lines end at CR, which is no line end there.
    func clamped(_ mark: Mark) -> Mark {
        let isBehind = mark.line > starts.count
        guard let line = self[isBehind ? starts.count : mark.line] else { return mark }
        let end = line.unicodeScalars.count + 1
        guard isBehind || mark.column > end else { return mark }
        return Mark(text: mark.text, line: isBehind ? starts.count : mark.line, column: end)
    }

    /// A line without its end, by its number from 1; bytes that are not UTF-8 come out as U+FFFD.
    subscript(number: Int) -> String? {
        guard starts.indices.contains(number - 1) else { return nil }
        let rest = bytes[starts[number - 1]...]
        return String(decoding: rest.prefix { $0 != .lineFeed && $0 != .carriageReturn }, as: UTF8.self)
    }
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
}
